import SwiftVaultChaChaBlocks

extension ChaChaPoly {
  /// Encrypts a message in pieces of any length; the tag comes last. Spec: RFC 8439, section 2.8.
  ///
  /// It cannot be copied, because a copy would encrypt another message under the same nonce.
  @safe
  public struct Encryptor: ~Copyable {
    private let key: SymmetricKey
    private let nonce: Nonce
    private let kernel: ChaCha20Kernel
    private let dataByteCount: UInt64
    private var byteCount: UInt64 = 0
    private let memory = SecretMemory(byteCount: 128 + MemoryLayout<Poly1305>.size)

    // SAFETY, of all three: they point into the memory, which lives as long as `self` and is used by nothing else.
    /// The keystream of an incomplete last block.
    private var keystream: UnsafeMutableRawPointer { unsafe memory.bytes.baseAddress! }
    /// The ciphertext of an incomplete last block.
    private var ciphertext: UnsafeMutableRawPointer { unsafe memory.bytes.baseAddress! + 64 }
    private var poly: UnsafeMutablePointer<Poly1305> {
      unsafe (memory.bytes.baseAddress! + 128).assumingMemoryBound(to: Poly1305.self)
    }

    /// Starts a message.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - nonce: one that was never used under this key.
    ///   - data: authenticated with the message, but not encrypted.
    /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes.
    public init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8> = []
    ) throws(ChaChaPolyError) {
      try self.init(using: key, nonce: nonce, authenticating: data, kernel: .best)
    }

    /// Starts a message on the given kernel.
    package init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>, kernel: ChaCha20Kernel
    ) throws(ChaChaPolyError) {
      try checkKey(key)
      (self.key, self.nonce, self.kernel) = (key, nonce, kernel)
      let data = Array(data)
      dataByteCount = UInt64(data.count)
      // Block 0, without a text.
      unsafe data.withUnsafeBytes {
        unsafe process(from: keystream, to: keystream, byteCount: 0, counter: 0, data: $0, poly)
      }
    }

    /// Encrypts the next piece of the message.
    ///
    /// - Throws: ``ChaChaPolyError/messageTooLong`` beyond 2^38 - 64 bytes. Nothing is then encrypted.
    public mutating func update(_ data: some Sequence<UInt8>) throws(ChaChaPolyError) -> [UInt8] {
      try unsafe data.withBytes { bytes throws(ChaChaPolyError) in try unsafe update(bytes: bytes) }
    }

    /// Encrypts the next piece of the message.
    ///
    /// - Throws: ``ChaChaPolyError/messageTooLong`` beyond 2^38 - 64 bytes. Nothing is then encrypted.
    public mutating func update(_ data: RawSpan) throws(ChaChaPolyError) -> [UInt8] {
      try unsafe data.withUnsafeBytes { bytes throws(ChaChaPolyError) in try unsafe update(bytes: bytes) }
    }

    private mutating func update(bytes: UnsafeRawBufferPointer) throws(ChaChaPolyError) -> [UInt8] {
      try checkLength(adding: bytes.count)
      return unsafe [UInt8](byteCount: bytes.count) { output in
        unsafe encrypt(from: bytes.baseAddress!, to: output, byteCount: bytes.count)
      }
    }

    /// Encrypts the next piece of the message, and appends the ciphertext to `output`. Traps when the piece does not
    /// fit.
    ///
    /// - Throws: ``ChaChaPolyError/messageTooLong`` beyond 2^38 - 64 bytes. Nothing is then encrypted.
    public mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) throws(ChaChaPolyError) {
      try checkLength(adding: data.byteCount)
      unsafe data.withUnsafeBytes { bytes in
        unsafe output.append(byteCount: bytes.count) {
          if let input = bytes.baseAddress, let start = $0.baseAddress {
            unsafe encrypt(from: input, to: start, byteCount: bytes.count)
          }
          return bytes.count
        }
      }
    }

    /// Encrypts the next piece of the message in place.
    ///
    /// - Throws: ``ChaChaPolyError/messageTooLong`` beyond 2^38 - 64 bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout [UInt8]) throws(ChaChaPolyError) {
      try checkLength(adding: data.count)
      unsafe data.withUnsafeMutableBytes {
        if let start = $0.baseAddress { unsafe encrypt(from: start, to: start, byteCount: $0.count) }
      }
    }

    /// Encrypts the next piece of the message in place.
    ///
    /// - Throws: ``ChaChaPolyError/messageTooLong`` beyond 2^38 - 64 bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout MutableRawSpan) throws(ChaChaPolyError) {
      try checkLength(adding: data.byteCount)
      unsafe data.withUnsafeMutableBytes {
        if let start = $0.baseAddress { unsafe encrypt(from: start, to: start, byteCount: $0.count) }
      }
    }

    /// Ends the message.
    ///
    /// - Returns: the tag, 16 bytes.
    public consuming func finalize() -> [UInt8] {
      hash(byteCount: Int(byteCount & 63))
      return wipingStack {
        unsafe [UInt8](byteCount: tagByteCount) {
          unsafe poly.pointee.finish(dataByteCount: dataByteCount, byteCount: byteCount, to: $0)
        }
      }
    }

    /// Hashes bytes of the incomplete block.
    private func hash(byteCount: Int) {
      wipingStack { unsafe poly.pointee.hash(ciphertext, byteCount: byteCount) }
    }

    private func checkLength(adding count: Int) throws(ChaChaPolyError) {
      guard UInt64(count) <= maximumByteCount - byteCount else { throw .messageTooLong }
    }

    /// Encrypts bytes: the end of an incomplete block, whole blocks, and the start of a block.
    private mutating func encrypt(
      from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount count: Int
    ) {
      // SAFETY: the caller guarantees `count` bytes at both addresses.
      let filled = Int(byteCount & 63)
      let head = filled == 0 ? 0 : min(count, 64 - filled)
      if head > 0 {
        unsafe encryptPart(from: input, to: output, range: filled..<filled + head)
        byteCount += UInt64(head)
        if byteCount & 63 == 0 { hash(byteCount: 64) }
      }
      let whole = (count - head) & ~63
      if whole > 0 {
        unsafe process(from: input + head, to: output + head, byteCount: whole, counter: counter, poly)
        byteCount += UInt64(whole)
      }
      let (done, rest) = (head + whole, count - head - whole)
      if rest > 0 {
        // The keystream is the encryption of zeros, which is hashed into a state that nothing uses.
        unsafe keystream.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        var unused = Poly1305(SIMD4(), SIMD4())
        unsafe process(from: keystream, to: keystream, byteCount: 64, counter: counter, &unused)
        unsafe encryptPart(from: input + done, to: output + done, range: 0..<rest)
        byteCount += UInt64(rest)
      }
    }

    /// The number of the next block.
    private var counter: UInt32 { UInt32(byteCount / 64 + 1) }

    /// Encrypts bytes within a block, and keeps the ciphertext.
    private func encryptPart(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, range: Range<Int>) {
      for place in range {
        // SAFETY: the places are within a block, and the caller guarantees as many bytes at both addresses.
        let offset = place - range.lowerBound
        let byte =
          unsafe input.load(fromByteOffset: offset, as: UInt8.self)
          ^ keystream.load(fromByteOffset: place, as: UInt8.self)
        unsafe ciphertext.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        unsafe output.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }

    /// Encrypts and hashes blocks.
    private func process(
      from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int, counter: UInt32,
      data: UnsafeRawBufferPointer? = nil, _ poly: UnsafeMutablePointer<Poly1305>
    ) {
      unsafe key.withUnsafeBytes {
        // SAFETY: the key has 32 bytes. The address of empty data is not used.
        let message = unsafe ChaChaMessage(
          key: $0.baseAddress!, nonce: (nonce.words[0], nonce.words[1], nonce.words[2]), counter: counter,
          data: data?.baseAddress ?? input, dataByteCount: data?.count ?? 0, from: input, to: output,
          byteCount: byteCount, encrypts: true, tag: nil, state: poly)
        kernel.process(message)
      }
      wipeStack(byteCount: kernel.stackByteCount(for: byteCount))
    }
  }

  /// Decrypts a message that arrives in pieces of any length. Nothing is decrypted before the tag has been checked at
  /// the end. Until then, the whole ciphertext is kept in memory.
  ///
  /// A format for messages that do not fit into memory has to divide them into parts, each with a tag, as a vault does.
  public struct Decryptor: ~Copyable {
    private let key: SymmetricKey
    private let nonce: Nonce
    private let kernel: ChaCha20Kernel
    private let data: [UInt8]
    private var ciphertext: [UInt8] = []

    /// Starts a message.
    ///
    /// - Parameters:
    ///   - key: the key that it was sealed under, 32 bytes.
    ///   - nonce: the nonce that it was sealed under.
    ///   - data: the data that were authenticated with the message.
    /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes.
    public init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8> = []
    ) throws(ChaChaPolyError) {
      try self.init(using: key, nonce: nonce, authenticating: data, kernel: .best)
    }

    /// Starts a message on the given kernel.
    package init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>, kernel: ChaCha20Kernel
    ) throws(ChaChaPolyError) {
      try checkKey(key)
      (self.key, self.nonce, self.kernel, self.data) = (key, nonce, kernel, Array(data))
    }

    /// Takes the next piece of the ciphertext.
    public mutating func update(_ data: some Sequence<UInt8>) { ciphertext += data }

    /// Takes the next piece of the ciphertext.
    public mutating func update(_ data: RawSpan) { unsafe data.withUnsafeBytes { unsafe ciphertext += $0 } }

    /// Ends the message and decrypts it, if its tag is right.
    ///
    /// - Parameter tag: the tag, 16 bytes.
    /// - Returns: the plaintext.
    /// - Throws: ``ChaChaPolyError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those
    ///   of the sealing; ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)`` for a tag of another size,
    ///   ``ChaChaPolyError/messageTooLong``.
    public consuming func finalize(tag: some Sequence<UInt8>) throws(ChaChaPolyError) -> [UInt8] {
      var text = ciphertext
      ciphertext = []
      try ChaChaPoly.open(inPlace: &text, tag: tag, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      return text
    }
  }
}
