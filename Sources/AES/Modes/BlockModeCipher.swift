extension AES {
  /// Encrypts or decrypts a message in ECB or CBC in pieces of any length. A plaintext is *not* authenticated.
  ///
  /// Create one with `AES.ECB.Encryptor(using:padding:)`, `AES.CBC.Encryptor(using:iv:padding:)`, or the `Decryptor` of
  /// the mode: `Operation` is ``ECB/Encryption``, ``ECB/Decryption``, ``CBC/Encryption`` or ``CBC/Decryption``. A copy
  /// continues independently.
  public struct BlockModeCipher<Operation>: Sendable, Redacted {
    @usableFromInline var stream: BlockStream

    init(
      _ operation: BlockOperation, _ key: SymmetricKey, iv: SIMD16<UInt8> = SIMD16(), padding: Padding,
      kernel: AESKernel
    ) throws(AESError) {
      stream = try BlockStream(operation, key, iv: iv, padding: padding, kernel: kernel)
    }
  }
}

extension AES.BlockModeCipher {
  /// Takes the next piece of the message, and returns the blocks that it completes. A decryption with padding keeps the
  /// last block back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ data: some Sequence<UInt8>) -> [UInt8] {
    unsafe data.withBytes { unsafe stream.update($0) }
  }

  /// Takes the next piece of the message, and returns the blocks that it completes. A decryption with padding keeps the
  /// last block back until `finalize()`. Traps after `finalize()`.
  @inlinable
  public mutating func update(_ data: RawSpan) -> [UInt8] {
    unsafe data.withUnsafeBytes { unsafe stream.update($0) }
  }

  /// Takes the next piece of the message, and appends the blocks that it completes to `output`.
  ///
  /// A decryption with padding keeps the last block back until `finalize()`. 15 bytes more than the piece are always
  /// enough. Traps when the blocks do not fit, and after `finalize()`.
  @inlinable
  public mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) {
    unsafe data.withUnsafeBytes { unsafe stream.update($0, into: &output) }
  }

  /// Encrypts or decrypts the next piece of the message in place.
  ///
  /// Traps in a decryption with padding, because the last block would have to be kept back, and after `finalize()`.
  ///
  /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` when the message so far, or this piece, is not a
  ///   multiple of 16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
    try unsafe data.withMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Encrypts or decrypts the next piece of the message in place.
  ///
  /// Traps in a decryption with padding, because the last block would have to be kept back, and after `finalize()`.
  ///
  /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` when the message so far, or this piece, is not a
  ///   multiple of 16 bytes. Nothing is then changed.
  public mutating func update(inPlace data: inout MutableRawSpan) throws(AESError) {
    try unsafe data.withUnsafeMutableBytes { data throws(AESError) in try unsafe stream.update(inPlace: data) }
  }

  /// Returns what is left: the last block of ciphertext, or the rest of the plaintext without its padding. Traps when
  /// called again.
  ///
  /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` when the message is not a multiple of 16 bytes, except
  ///   in an encryption with padding. In a decryption with padding, ``AESError/incorrectParameterSize(_:byteCount:)``
  ///   or ``AESError/invalidPadding``. An attacker who learns which of them occurred can decrypt messages: authenticate
  ///   first.
  public mutating func finalize() throws(AESError) -> [UInt8] { try stream.finalize() }

  /// Appends what is left to `output`: the last block of ciphertext, or the rest of the plaintext without its padding.
  /// 16 bytes of room are always enough; traps when it does not fit, and when called again.
  ///
  /// - Throws: as ``finalize()`` does. The output is then unchanged.
  public mutating func finalize(into output: inout OutputRawSpan) throws(AESError) {
    try stream.finalize(into: &output)
  }
}

extension AES.BlockModeCipher {
  /// Overwrites the bytes that are kept back, and the stack. Then only a copy made before can be continued.
  package mutating func wipe() { stream.wipe() }
}
