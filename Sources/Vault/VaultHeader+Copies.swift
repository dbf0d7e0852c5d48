extension VaultHeader {
  /// What a vault begins with: two copies of its header, or one if they are alike.
  ///
  /// They differ when a change of the slots was interrupted, when one is damaged, and when an old one was put back.
  struct Copies {
    private let first: Copy
    /// Nil if it is like the first.
    private let second: Copy?

    /// Reads the first 1,440 bytes of a vault; throws the first copy's error if both break the rules.
    init(parsing vault: UnsafeRawBufferPointer) throws(VaultError) {
      let bytes = unsafe Array(vault.prefix(Vault.headerByteCount))
      let (one, other) = (bytes.prefix(VaultHeader.byteCount), bytes.dropFirst(VaultHeader.byteCount))
      first = Copy(Array(one))
      second = one.elementsEqual(other) ? nil : Copy(Array(other))
      try requireOne { (copy) throws(VaultError) in _ = try copy.header.get() }
      if bytes.count < Vault.headerByteCount { throw .truncated }
    }

    var areAlike: Bool { second == nil }

    /// The header that claims to be the newer one, of those that follow the rules; nothing of it is authenticated.
    func claimed() throws(VaultError) -> VaultHeader {
      let header = try? first.header.get()
      guard let second = try? second?.header.get() else { return try first.header.get() }
      return if let header, header.generation >= second.generation { header } else { second }
    }

    /// Refuses what asks for too much in each copy that follows the rules.
    func check(_ limits: Vault.Limits) throws(VaultError) {
      try requireOne { (copy) throws(VaultError) in try limits.check(try copy.header.get().stretchings) }
    }

    /// Unlocks the copy that counts: of two that are authentic under the same keys the newer one, of two of one
    /// generation the first. No slot of a copy is derived twice.
    ///
    /// Spec: FORMAT.md, section 5, steps 4 and 5.
    func unlock(password: SymmetricKey, context: [UInt8], limits: Vault.Limits) throws(VaultError) -> Unlocked {
      func attempt(_ copy: Copy) -> Result<Unlocked, VaultError> {
        Result { () throws(VaultError) in try copy.unlock(password: password, context: context, limits: limits) }
      }
      switch attempt(first) {
      case .success(let unlocked):
        guard let second, second.generation > first.generation,
          second.isAuthentic(under: unlocked, context: context)
        else { return unlocked }
        return try attempt(second).get()
      case .failure(let failure):
        guard let second else { throw failure }
        switch attempt(second) {
        case .success(let unlocked):
          let firstCounts =
            first.generation >= second.generation && first.isAuthentic(under: unlocked, context: context)
          if firstCounts { throw failure }
          return unlocked
        case .failure(let other): throw Self.further(failure, other)
        }
      }
    }

    /// Throws what `body` throws for each copy, unless it succeeds for one.
    private func requireOne(_ body: (Copy) throws(VaultError) -> Void) throws(VaultError) {
      do throws(VaultError) {
        try body(first)
      } catch {
        guard let second else { throw error }
        do throws(VaultError) {
          try body(second)
        } catch let other {
          throw Self.further(error, other)
        }
      }
    }

    /// The error of the copy that came further, of the first if both came as far.
    private static func further(_ first: VaultError, _ second: VaultError) -> VaultError {
      func progress(_ error: VaultError) -> Int {
        switch error {
        case .wrongPasswordOrContext: 2
        case .overLimit: 1
        default: 0
        }
      }
      return progress(second) > progress(first) ? second : first
    }
  }

  /// The 720 bytes in one of the two places.
  private struct Copy {
    let bytes: [UInt8]
    let header: Result<VaultHeader, VaultError>

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      header = Result { () throws(VaultError) in try VaultHeader(parsing: bytes) }
    }

    /// The generation that it claims to be of.
    var generation: UInt32 { VaultHeader.generation(of: bytes) }

    /// The keys behind the first slot that the password opens, once the header and the context are authentic.
    func unlock(password: SymmetricKey, context: [UInt8], limits: Vault.Limits) throws(VaultError) -> Unlocked {
      let header = try header.get()
      try limits.check(header.stretchings)
      let opened = VaultSlot.unwrap(header.slots, password: password)
      guard let dataKey = opened.first?.dataKey else { throw .wrongPasswordOrContext }
      let keys = VaultKeys(dataKey: dataKey, salt: header.salt)
      guard isTagged(under: keys, context: context) else { throw .wrongPasswordOrContext }
      return Unlocked(
        header: header, dataKey: dataKey, keys: keys,
        slots: opened.compactMap { $0.dataKey == dataKey ? $0.slot : nil })
    }

    /// Whether it is a header of the vault that another copy opened, whatever else is wrong with it.
    func isAuthentic(under unlocked: Unlocked, context: [UInt8]) -> Bool {
      let preamble = unlocked.header.bytes
      return bytes[..<VaultHeader.generationOffset].elementsEqual(preamble[..<VaultHeader.generationOffset])
        && bytes[VaultHeader.saltOffset..<VaultHeader.slotOffset].elementsEqual(unlocked.header.salt)
        && isTagged(under: unlocked.keys, context: context)
    }

    private func isTagged(under keys: VaultKeys, context: [UInt8]) -> Bool {
      keys.authenticate(bytes[..<VaultHeader.tagOffset], context: context) == bytes[VaultHeader.tagOffset...]
    }
  }

  /// A header that a password opened.
  struct Unlocked {
    let header: VaultHeader
    let dataKey: SymmetricKey
    let keys: VaultKeys
    /// The slots that hold the data key under the password.
    let slots: [Int]
  }
}
