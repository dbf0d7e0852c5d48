extension AES {
  /// Encrypts a message in pieces of any length.
  ///
  /// Create one with `AES.ECB.Encryptor(using:padding:)` or `AES.CBC.Encryptor(using:iv:padding:)`: `Mode` is ``ECB``
  /// or ``CBC``. A copy continues independently.
  public struct BlockEncryptor<Mode>: Sendable, Redacted {
    private var stream: BlockStream

    init(_ state: BlockModeState, padding: Padding) {
      stream = BlockStream(.encryption, state, padding: padding)
    }
  }
}

extension AES.BlockEncryptor {
  /// Encrypts the next piece of the message, and returns the blocks that it completes. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ plaintext: some Sequence<UInt8>) -> [UInt8] {
    unsafe plaintext.withBytes { unsafe update(bytes: $0) }
  }

  /// Encrypts the next piece of the message, and returns the blocks that it completes. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ plaintext: RawSpan) -> [UInt8] {
    unsafe plaintext.withUnsafeBytes { unsafe update(bytes: $0) }
  }

  /// Encrypts the next piece of the message, and appends the blocks that it completes to `output`. Traps after
  /// `finalize()`.
  @inlinable
  public mutating func update(_ plaintext: some Sequence<UInt8>, into output: inout [UInt8]) {
    unsafe plaintext.withBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Encrypts the next piece of the message, and appends the blocks that it completes to `output`. Traps after
  /// `finalize()`.
  @inlinable
  public mutating func update(_ plaintext: RawSpan, into output: inout [UInt8]) {
    unsafe plaintext.withUnsafeBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Encrypts the next piece of the message, and appends the blocks that it completes to `output`.
  ///
  /// 15 bytes more than the piece are always enough; with less room than the blocks take, it traps, as it does after
  /// `finalize()`.
  @inlinable
  public mutating func update(_ plaintext: RawSpan, into output: inout OutputRawSpan) {
    unsafe plaintext.withUnsafeBytes { unsafe update(bytes: $0, into: &output) }
  }

  /// Encrypts the next piece of the message in place. Traps after `finalize()`.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the message so far, or this piece, is not a multiple of
  ///   16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
    try unsafe data.withMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Encrypts the next piece of the message in place. Traps after `finalize()`.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` when the message so far, or this piece, is not a multiple of
  ///   16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout MutableRawSpan) throws(AESError) {
    try unsafe data.withUnsafeMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Returns the last block of ciphertext, or nothing when there is none. Traps when called again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` without padding when the message is not a multiple of 16 bytes.
  public mutating func finalize() throws(AESError) -> [UInt8] { try stream.finalize() }

  /// Appends the last block of ciphertext to `output`, or nothing when there is none. Traps when called again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` without padding when the message is not a multiple of 16 bytes.
  ///   The output is then unchanged.
  public mutating func finalize(into output: inout [UInt8]) throws(AESError) {
    try stream.finalize(into: &output)
  }

  /// Appends the last block of ciphertext, if any, to `output`. Traps when it does not fit, and when called
  /// again.
  ///
  /// - Throws: ``AESError/unalignedInput(byteCount:)`` without padding when the message is not a multiple of 16 bytes.
  public mutating func finalize(into output: inout OutputRawSpan) throws(AESError) {
    try stream.finalize(into: &output)
  }
}

extension AES.BlockEncryptor {
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
