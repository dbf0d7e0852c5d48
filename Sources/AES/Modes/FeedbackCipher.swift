extension AES {
  /// Encrypts or decrypts a message in CFB or OFB in pieces of any length. A copy continues independently.
  ///
  /// Create one with `AES.CFB.Encryptor(using:iv:segment:)`, `AES.CFB.Decryptor(using:iv:segment:)` or
  /// `AES.OFB.Cipher(using:iv:)`: `Operation` is ``CFB/Encryption``, ``CFB/Decryption`` or ``OFB``. The output of a
  /// piece is as long as the piece, so nothing is left at the end.
  public struct FeedbackCipher<Operation>: Sendable, Redacted {
    @usableFromInline var state: KeystreamState

    init(_ state: KeystreamState) { self.state = state }
  }
}

extension AES.FeedbackCipher {
  /// Encrypts or decrypts the next piece of the message.
  @inlinable
  public mutating func update(_ data: some Sequence<UInt8>) -> [UInt8] {
    unsafe data.withBytes { unsafe state.update($0) }
  }

  /// Encrypts or decrypts the next piece of the message.
  @inlinable
  public mutating func update(_ data: RawSpan) -> [UInt8] {
    unsafe data.withUnsafeBytes { unsafe state.update($0) }
  }

  /// Encrypts or decrypts the next piece of the message, and appends the result to `output`. Traps when the piece does
  /// not fit.
  @inlinable
  public mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) {
    unsafe data.withUnsafeBytes { unsafe state.update($0, into: &output) }
  }

  /// Encrypts or decrypts the next piece of the message in place.
  public mutating func update(inPlace data: inout [UInt8]) {
    unsafe data.withUnsafeMutableBytes { unsafe state.update(inPlace: $0) }
  }

  /// Encrypts or decrypts the next piece of the message in place.
  public mutating func update(inPlace data: inout MutableRawSpan) {
    unsafe data.withUnsafeMutableBytes { unsafe state.update(inPlace: $0) }
  }
}

extension AES.FeedbackCipher {
  /// Overwrites what depends on the key, and the stack.
  package mutating func wipe() { state.wipe() }
}
