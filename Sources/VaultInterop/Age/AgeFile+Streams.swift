internal import ChaCha20Poly1305
import Vault

/// The chunks of the content. Spec: C2SP age: payload.
private struct AgePayload {
  static let chunkByteCount = 64 << 10
  static let tagByteCount = 16
  static let sealedByteCount = chunkByteCount + tagByteCount
  static let nonceByteCount = 16

  private let key: SymmetricKey
  private(set) var chunkCount: UInt64 = 0

  init(_ key: SymmetricKey) { self.key = key }

  /// The number of the chunk in 11 bytes, and whether it is the last.
  private func nonce(isLast: Bool) -> ChaChaPoly.Nonce {
    try! ChaChaPoly.Nonce(data: [0, 0, 0] + chunkCount.bigEndianBytes + [isLast ? 1 : 0])
  }

  mutating func seal(_ chunk: inout [UInt8], isLast: Bool) {
    chunk += try! ChaChaPoly.seal(inPlace: &chunk, using: key, nonce: nonce(isLast: isLast))
    chunkCount += 1
  }

  /// The content of a chunk; nil if it is not authentic.
  mutating func open(_ chunk: [UInt8], isLast: Bool) -> [UInt8]? {
    let count = chunk.count - Self.tagByteCount
    let box = try! ChaChaPoly.SealedBox(nonce: nonce(isLast: isLast), ciphertext: chunk[..<count], tag: chunk[count...])
    guard let content = try? ChaChaPoly.open(box, using: key) else { return nil }
    chunkCount += 1
    return content
  }
}

extension AgeFile {
  /// Seals content in pieces of any length.
  ///
  /// It cannot be copied, because a copy would seal other content under the same nonces.
  public struct Encryptor: ~Copyable {
    private var payload: AgePayload
    /// What has been sealed and not been returned, at first the header.
    private var file: [UInt8]
    /// Nil for a binary file.
    private var armor: Base64Encoder?
    /// The content of the last chunk so far.
    private let held = SecretMemory(byteCount: AgePayload.chunkByteCount)
    private var heldCount = 0

    /// Starts a file under a password. The parameters are those of `seal`.
    ///
    /// - Throws: ``InteropError/argument(_:)`` for an empty password and for a work factor outside 1 to 30;
    ///   ``InteropError/unsupported(_:)`` when the system refuses the memory.
    public init(
      password: some Sequence<UInt8>, workFactor: Int = defaultWorkFactor, isArmored: Bool = false
    ) throws(InteropError) {
      let password = SymmetricKey(data: password)
      guard password.bitCount > 0 else { throw .argument("an empty password, which age does not take") }
      guard 1...30 ~= workFactor else { throw .argument("a work factor of \(workFactor); age has 1 to 30") }
      try self.init(AgeSealing(password: (password, workFactor)), isArmored: isArmored)
    }

    /// Starts a file for recipients. The parameters are those of `seal`.
    ///
    /// - Throws: ``InteropError/argument(_:)`` without a recipient, and for one whose shared secrets are all zero.
    public init(for recipients: [Recipient], isArmored: Bool = false) throws(InteropError) {
      guard !recipients.isEmpty else { throw .argument("no recipient") }
      try self.init(AgeSealing(recipients: recipients), isArmored: isArmored)
    }

    private init(_ sealing: AgeSealing, isArmored: Bool) throws(InteropError) {
      let key = AgeFileKey()
      let nonce = SystemRandom.bytes(count: AgePayload.nonceByteCount)
      file = try sealing.header(key) + nonce
      payload = AgePayload(key.payloadKey(nonce: nonce))
      armor = isArmored ? Base64Encoder(isOneLine: false) : nil
      if armor != nil { file = AgeArmor.firstLine + [UInt8(ascii: "\n")] + armor!.update(file) }
    }

    /// Seals the next piece of the content, and returns the part of the file that it completes.
    public mutating func update(_ content: some Sequence<UInt8>) -> [UInt8] {
      unsafe content.withBytes { content in
        var rest = unsafe content[...]
        // The last chunk is sealed at the end, so a full one is held back until more follows.
        while unsafe !rest.isEmpty {
          if heldCount == AgePayload.chunkByteCount { sealChunk(isLast: false) }
          let part = unsafe rest.prefix(AgePayload.chunkByteCount - heldCount)
          // SAFETY: the part fits behind what is held.
          unsafe UnsafeMutableRawBufferPointer(rebasing: held.bytes[heldCount...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
          unsafe heldCount += part.count
          unsafe rest = rest.dropFirst(part.count)
        }
      }
      defer { file = [] }
      return file
    }

    /// Ends the content, and returns the rest of the file.
    public consuming func finalize() -> [UInt8] {
      sealChunk(isLast: true)
      if armor != nil { file += armor!.finalize() + AgeArmor.lastLine + [UInt8(ascii: "\n")] }
      return file
    }

    private mutating func sealChunk(isLast: Bool) {
      // SAFETY: no more is held than the memory has.
      var chunk = unsafe Array(held.bytes[..<heldCount])
      payload.seal(&chunk, isLast: isLast)
      file += armor == nil ? chunk : armor!.update(chunk)
      heldCount = 0
    }
  }

  /// Opens a file in pieces of any length.
  ///
  /// What `update` returns is authentic, chunk by chunk. *Not* protected: the end, until `finalize` has returned.
  /// Before, the file may turn out to be truncated. The decryptor throws the first error again if it is used after it.
  public struct Decryptor: ~Copyable {
    /// The most bytes that are needed to decide whether the file is armored.
    private static let beginningByteCount = 2 * AgeArmor.maximumSpaceByteCount

    private let secret: AgeSecret
    /// Nil if the file is binary, and until that is decided.
    private var armor: AgeArmorDecoder?
    private var isDecided = false
    private var header = AgeHeader()
    /// The key of the file, once the header is complete.
    private var key: AgeFileKey?
    /// Nil until the nonce is complete.
    private var payload: AgePayload?
    /// The beginning, then the part of the nonce or of the next chunk that has been read.
    private var held: [UInt8] = []
    private var failure: InteropError?

    /// Starts with the bytes of a password. `update` compares the work factor of the file with the maximum.
    public init(password: some Sequence<UInt8>, maximumWorkFactor: Int = defaultMaximumWorkFactor) {
      secret = AgeSecret(password: (SymmetricKey(data: password), maximumWorkFactor))
    }

    /// Starts with identities, which are tried in order.
    public init(identities: [Identity]) { secret = AgeSecret(identities: identities) }

    /// Takes the next piece of the file, and returns the content of the chunks that it completes. The last chunk is
    /// held back.
    ///
    /// - Throws: ``InteropError/age(_:)``; ``InteropError/unsupported(_:)`` when the system refuses the memory. If
    ///   chunks precede the error, they are returned, and the next call throws it.
    public mutating func update(_ piece: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      if let failure { throw failure }
      var content: [UInt8] = []
      do throws(InteropError) {
        try take(Array(piece)[...], isEnd: false, into: &content)
      } catch {
        failure = error
        if content.isEmpty { throw error }
      }
      return content
    }

    /// Ends the file, and returns the rest of the content, which is now complete.
    ///
    /// - Throws: ``InteropError/age(_:)`` when the file is truncated or was changed.
    public consuming func finalize() throws(InteropError) -> [UInt8] {
      if let failure { throw failure }
      var content: [UInt8] = []
      do throws(InteropError) {
        try take([], isEnd: true, into: &content)
        try takeLastChunk(into: &content)
      } catch {
        wipe(&content)
        throw error
      }
      return content
    }

    private mutating func take(
      _ piece: ArraySlice<UInt8>, isEnd: Bool, into content: inout [UInt8]
    ) throws(InteropError) {
      var piece = piece
      if !isDecided {
        held += piece
        let isBinary = held.starts(with: AgeHeader.versionLine)
        let isArmored = AgeArmor.recognizes(held)
        guard isBinary || isArmored || isEnd || held.count >= Self.beginningByteCount else { return }
        isDecided = true
        armor = isArmored ? AgeArmorDecoder() : nil
        piece = held[...]
        held = []
      }
      guard armor != nil else { return try take(bytes: piece, into: &content) }
      var bytes: [UInt8] = []
      do throws(InteropError) {
        try armor!.update(piece, into: &bytes)
        if isEnd { try armor!.finalize(into: &bytes) }
      } catch {
        // An error in the lines before is the first.
        try take(bytes: bytes[...], into: &content)
        throw error
      }
      try take(bytes: bytes[...], into: &content)
    }

    private mutating func take(bytes: ArraySlice<UInt8>, into content: inout [UInt8]) throws(InteropError) {
      var rest = bytes
      if key == nil {
        guard let following = try header.update(rest) else { return }
        key = try wipingStack { () throws(InteropError) in try secret.fileKey(of: header) }
        rest = following
      }
      if payload == nil {
        let part = rest.prefix(AgePayload.nonceByteCount - held.count)
        held += part
        rest = rest.dropFirst(part.count)
        guard held.count == AgePayload.nonceByteCount else { return }
        payload = AgePayload(key!.payloadKey(nonce: held))
        held = []
      }
      content.reserveCapacity(content.count + held.count + rest.count)
      while !rest.isEmpty, held.count + rest.count >= AgePayload.sealedByteCount {
        let part = rest.prefix(AgePayload.sealedByteCount - held.count)
        let chunk = held + part
        rest = rest.dropFirst(part.count)
        var (opened, isLast): ([UInt8], Bool) = ([], false)
        if let middle = payload!.open(chunk, isLast: false) {
          opened = middle
        } else if rest.isEmpty {
          // It may be the last.
          held = chunk
          return
        } else if let last = payload!.open(chunk, isLast: true) {
          (opened, isLast) = (last, true)
        } else {
          throw chunkFault()
        }
        held = []
        content += opened
        wipe(&opened)
        if isLast { throw .age(.payload("other data after the last chunk")) }
      }
      held += rest
    }

    private mutating func takeLastChunk(into content: inout [UInt8]) throws(InteropError) {
      guard key != nil else { throw .age(.header("the file ends within it")) }
      guard payload != nil else {
        throw .age(.header("\(held.count.units("byte")) follow it; a nonce has \(AgePayload.nonceByteCount)"))
      }
      let count = held.count - AgePayload.tagByteCount
      guard count > 0 || count == 0 && payload!.chunkCount == 0 else {
        let rule = count == 0 ? "; an empty last chunk is allowed only for an empty file" : ""
        throw .age(.payload("it ends after \(held.count.units("byte")) of chunk \(payload!.chunkCount + 1)\(rule)"))
      }
      guard var opened = payload!.open(held, isLast: true) else { throw chunkFault() }
      content.growWiping(to: content.count + opened.count)
      content += opened
      wipe(&opened)
    }

    private func chunkFault() -> InteropError {
      .age(.payload("chunk \(payload!.chunkCount + 1) is wrong, or not the last, where the file ends"))
    }
  }
}
