extension VaultHeader {
  /// The two copies of the header at the start of a vault.
  ///
  /// They differ if a change of the slots was interrupted, or if one copy is damaged, old or from another vault.
  struct Copies {
    private let first: Copy
    /// The second copy; nil if it equals the first.
    private let second: Copy?
    /// The first chunk, which shows which copy the content belongs to if the copies are from two vaults. It is empty if
    /// both copies have the same salt, and may be truncated.
    private let firstChunk: [UInt8]

    /// Reads the first 1,440 bytes of a vault, or more. If both copies are invalid, it throws the error of the first.
    init(parsing vault: UnsafeRawBufferPointer) throws(VaultError) {
      let bytes = unsafe Array(vault.prefix(Vault.headerByteCount))
      let (one, other) = (bytes.prefix(VaultHeader.byteCount), bytes.dropFirst(VaultHeader.byteCount))
      first = Copy(Array(one))
      second = one.elementsEqual(other) ? nil : Copy(Array(other))
      let hasOneSalt = second?.salt.elementsEqual(first.salt) ?? true
      firstChunk = hasOneSalt ? [] : unsafe Array(vault.dropFirst(bytes.count).prefix(VaultChunks.chunkByteCount))
      try requireOne { (copy) throws(VaultError) in _ = try copy.header.get() }
      if bytes.count < Vault.headerByteCount { throw .truncated }
    }

    var areAlike: Bool { second == nil }

    /// Whether both copies are authentic under the keys of one, and differ only because one is older.
    func areAuthentic(under unlocked: Unlocked, _ context: VaultContext) -> Bool {
      first.isAuthentic(under: unlocked, context) && second?.isAuthentic(under: unlocked, context) ?? true
    }

    /// The valid copy with the higher generation. It is not authenticated.
    func newerUnauthenticated() throws(VaultError) -> VaultHeader {
      let header = try? first.header.get()
      guard let second = try? second?.header.get() else { return try first.header.get() }
      return if let header, header.generation >= second.generation { header } else { second }
    }

    /// The steps of background work for unlocking, if it tries only one copy.
    func steps(_ secret: VaultSecret) throws(VaultError) -> Double {
      secret.steps(on: try newerUnauthenticated().kinds)
    }

    /// Refuses the vault if every valid copy exceeds the limits.
    func check(_ limits: Vault.Limits) throws(VaultError) {
      try requireOne { (copy) throws(VaultError) in try limits.check(try copy.header.get().kinds) }
    }

    /// Unlocks the copy that counts. If both are authentic under the same keys, that is the one with the higher
    /// generation, or the first if the generations are equal. If the copies are from two vaults and both open, it is
    /// the one that the first chunk belongs to. No slot of a copy is derived twice.
    ///
    /// Spec: FORMAT.md, sections 5 and 5.1.
    func unlock(
      _ secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, _ work: BackgroundWork?
    ) throws(VaultError) -> Unlocked {
      func attempt(_ copy: Copy) -> Result<Unlocked, VaultError> {
        Result { () throws(VaultError) in try copy.unlock(secret, context, limits: limits, work) }
      }
      switch attempt(first) {
      case .success(let unlocked):
        if let second, !second.salt.elementsEqual(first.salt) {
          return decided(unlocked) { try? attempt(second).get() }
        }
        guard let second, second.generation > first.generation,
          second.isAuthentic(under: unlocked, context)
        else { return unlocked }
        return try attempt(second).get()
      case .failure(let failure):
        guard let second else { throw failure }
        switch attempt(second) {
        case .success(let unlocked):
          let firstCounts = first.generation >= second.generation && first.isAuthentic(under: unlocked, context)
          if firstCounts { throw failure }
          return unlocked
        case .failure(let other): throw Self.higherRanked(failure, other)
        }
      }
    }

    /// Of two copies from two vaults, the one that the first chunk belongs to. It is `first` unless the second copy
    /// opens and authenticates the chunk.
    private func decided(_ first: Unlocked, _ unlockSecond: () -> Unlocked?) -> Unlocked {
      if first.keys.authenticate(firstChunk: firstChunk) { return first }
      guard let second = unlockSecond() else { return first }
      if second.keys.authenticate(firstChunk: firstChunk) { return second }
      var undecided = first
      undecided.alternative = second.keys
      return undecided
    }

    /// Calls `body` with each copy, and throws only if it throws for both.
    private func requireOne(_ body: (Copy) throws(VaultError) -> Void) throws(VaultError) {
      do throws(VaultError) {
        try body(first)
      } catch {
        guard let second else { throw error }
        do throws(VaultError) {
          try body(second)
        } catch let other {
          throw Self.higherRanked(error, other)
        }
      }
    }

    /// The error that ranks higher, or that of the first copy if both rank equally. Spec: FORMAT.md, section 5.1.
    private static func higherRanked(_ first: VaultError, _ second: VaultError) -> VaultError {
      func rank(_ error: VaultError) -> Int {
        switch error {
        case .wrongPasswordOrContext: 2
        case .overLimit: 1
        default: 0
        }
      }
      return rank(second) > rank(first) ? second : first
    }
  }

  /// One copy, 720 bytes.
  private struct Copy {
    let bytes: [UInt8]
    let header: Result<VaultHeader, VaultError>

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      header = Result { () throws(VaultError) in try VaultHeader(parsing: bytes) }
    }

    /// The generation in the copy's bytes, which is not authenticated.
    var generation: UInt32 { VaultHeader.generation(of: bytes) }

    /// The salt in the copy's bytes, which may be truncated.
    var salt: ArraySlice<UInt8> { bytes.dropFirst(VaultHeader.saltOffset).prefix(32) }

    /// Unlocks the first slot that the secret opens, and authenticates the header and the context.
    func unlock(
      _ secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, _ work: BackgroundWork?
    ) throws(VaultError) -> Unlocked {
      let header = try header.get()
      try limits.check(header.kinds)
      let opened = try VaultSlot.unwrap(header.slots, secret, work)
      guard let dataKey = opened.first?.dataKey else { throw .wrongPasswordOrContext }
      let keys = VaultKeys(dataKey: dataKey, salt: header.salt)
      guard isTagged(under: keys, context) else { throw .wrongPasswordOrContext }
      return Unlocked(
        header: header, dataKey: dataKey, keys: keys,
        slots: opened.compactMap { $0.dataKey == dataKey ? $0.slot : nil })
    }

    /// Whether the tag of this copy is valid under the keys of the other copy, even if this copy is invalid otherwise.
    func isAuthentic(under unlocked: Unlocked, _ context: VaultContext) -> Bool {
      let preamble = unlocked.header.bytes
      return bytes[..<VaultHeader.generationOffset].elementsEqual(preamble[..<VaultHeader.generationOffset])
        && salt.elementsEqual(unlocked.header.salt)
        && isTagged(under: unlocked.keys, context)
    }

    private func isTagged(under keys: VaultKeys, _ context: VaultContext) -> Bool {
      wipingStack { keys.authenticate(bytes[..<VaultHeader.tagOffset], context) == bytes[VaultHeader.tagOffset...] }
    }
  }

  /// A header that a secret unlocked.
  struct Unlocked {
    let header: VaultHeader
    let dataKey: SymmetricKey
    let keys: VaultKeys
    /// The slots that hold the data key under the secret.
    let slots: [Int]
    /// The keys of the second copy, if it opens too and is from another vault, and the first chunk is missing or
    /// belongs to neither copy.
    var alternative: VaultKeys?
  }
}
