extension AES {
  /// Decrypts a message in pieces of any length. The plaintext is *not* authenticated.
  ///
  /// Create one with `AES.ECB.Decryptor(using:padding:)` or `AES.CBC.Decryptor(using:iv:padding:)`: `Mode` is ``ECB``
  /// or ``CBC``. A copy continues independently.
  public struct BlockDecryptor<Mode>: Sendable, Redacted {
    private var stream: BlockStream

    init(_ state: BlockModeState, padding: Padding) {
      stream = BlockStream(.decryption, state, padding: padding)
    }
  }
}

extension AES.BlockDecryptor {
  /// Decrypts the next piece of the ciphertext, and returns the blocks that it completes. With padding, the last block
  /// is kept back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ ciphertext: some Sequence<UInt8>) -> [UInt8] {
    unsafe ciphertext.withBytes { unsafe update(bytes: $0) }
  }

  /// Decrypts the next piece of the ciphertext, and returns the blocks that it completes. With padding, the last block
  /// is kept back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ ciphertext: RawSpan) -> [UInt8] {
    unsafe ciphertext.withUnsafeBytes { unsafe update(bytes: $0) }
  }

  /// Decrypts the next piece of the ciphertext, and appends the blocks that it completes to `output`. With padding, the
  /// last block is kept back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ ciphertext: some Sequence<UInt8>, into output: inout [UInt8]) {
    unsafe ciphertext.withBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Decrypts the next piece of the ciphertext, and appends the blocks that it completes to `output`. With padding, the
  /// last block is kept back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ ciphertext: RawSpan, into output: inout [UInt8]) {
    unsafe ciphertext.withUnsafeBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Decrypts the next piece of the ciphertext, and appends the blocks that it completes to `output`.
  ///
  /// With padding, the last block is kept back until `finalize()`. 15 bytes more than the piece are always enough; with
  /// less room than the blocks take, it traps, as it does after `finalize()`.
  @inlinable
  public mutating func update(_ ciphertext: RawSpan, into output: inout OutputRawSpan) {
    unsafe ciphertext.withUnsafeBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Decrypts the next piece of a ciphertext without padding in place. Traps with padding, because the last block would
  /// have to be kept back, and after `finalize()`.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext so far, or this piece, is not a multiple of
  ///   16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
    try unsafe data.withMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Decrypts the next piece of a ciphertext without padding in place. Traps with padding, because the last block would
  /// have to be kept back, and after `finalize()`.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext so far, or this piece, is not a multiple of
  ///   16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout MutableRawSpan) throws(AESError) {
    try unsafe data.withUnsafeMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Returns the rest of the plaintext, without its padding. Traps when called again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext is not a multiple of 16 bytes,
  ///   ``AESError/emptyCiphertext`` or ``AESError/invalidPadding``. An attacker who learns which of them occurred can
  ///   decrypt messages: authenticate first.
  public mutating func finalize() throws(AESError) -> [UInt8] { try stream.finalize() }

  /// Appends the rest of the plaintext, without its padding, to `output`. Traps when called again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext is not a multiple of 16 bytes,
  ///   ``AESError/emptyCiphertext`` or ``AESError/invalidPadding``. An attacker who learns which of them occurred can
  ///   decrypt messages: authenticate first. The output is then unchanged.
  public mutating func finalize(into output: inout [UInt8]) throws(AESError) {
    try stream.finalize(into: &output)
  }

  /// Appends the rest of the plaintext, without its padding, to `output`. 16 bytes of room are always enough;
  /// traps when it does not fit, and when called again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the ciphertext is not a multiple of 16 bytes,
  ///   ``AESError/emptyCiphertext`` or ``AESError/invalidPadding``. An attacker who learns which of them occurred can
  ///   decrypt messages: authenticate first.
  public mutating func finalize(into output: inout OutputRawSpan) throws(AESError) {
    try stream.finalize(into: &output)
  }
}

extension AES.BlockDecryptor {
  /// Overwrites the bytes that are kept back, and the stack. Then only a copy made before can be continued.
  package mutating func wipe() { stream.wipe() }

  @usableFromInline
  mutating func update(bytes: UnsafeRawBufferPointer) -> [UInt8] { unsafe stream.update(bytes) }

  @usableFromInline
  mutating func update(bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    unsafe stream.update(bytes, into: &output)
  }

  @usableFromInline
  mutating func update(bytes: UnsafeRawBufferPointer, into output: inout OutputRawSpan) {
    unsafe stream.update(bytes, into: &output)
  }
}
