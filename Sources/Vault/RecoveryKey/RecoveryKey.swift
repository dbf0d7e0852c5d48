/// A key of a vault that can be printed, typed in again, and kept in a file. Spec: FORMAT.md, section 10.
///
/// ```swift
/// let recovery = RecoveryKey()
/// try unlocked.add(.recoveryKey(recovery))
/// show(recovery.text)
/// ```
///
/// The text is 14 groups of five letters and digits. The last character of a group checks it, so that a reader names
/// the group that is mistyped. *Not* protected: the text is the key. Whoever reads the page opens the vault.
public struct RecoveryKey: Sendable, Redacted {
  /// The key, of 32 bytes.
  public let key: SymmetricKey

  /// A new random key from the operating system's cryptographic generator.
  public init() { key = SymmetricKey(size: .bits256) }

  /// The recovery key of a key that exists already.
  ///
  /// - Throws: ``VaultError/keyByteCount(_:)`` unless the key has 32 bytes.
  public init(key: SymmetricKey) throws(VaultError) {
    guard key.bitCount == 256 else { throw .keyByteCount(key.bitCount / 8) }
    self.key = key
  }

  /// Reads the text of a recovery key, typed or from a file.
  ///
  /// Letters may be in lower case. O is read as 0, I and L as 1. Spaces, tabs, line ends and hyphens separate groups
  /// and may be absent. Lines that begin with `#` are ignored. The time depends on where these stand, not on the key.
  ///
  /// - Parameter text: ASCII, of any length; of a string, its `utf8`. *Not* wiped: it belongs to the caller.
  /// - Throws: ``RecoveryKeyError``, which names the first wrong group, or says that it is the key of a recipient.
  public init(text: some Sequence<UInt8>) throws(RecoveryKeyError) {
    key = try unsafe text.withBytes { text throws(RecoveryKeyError) in
      try wipingStack { () throws(RecoveryKeyError) in try unsafe RecoveryKeyText.key(of: text, as: .recoveryKey) }
    }
  }

  /// The text: two lines of seven groups, 83 characters, without a trailing newline. *Not* protected: a string cannot
  /// be wiped. To write the text, prefer ``withText(_:)``.
  public var text: String {
    unsafe withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the ``text`` in ASCII, 83 bytes, which are overwritten afterwards. The pointer is valid only
  /// during the call.
  public func withText<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let text = wipingStack { RecoveryKeyText.text(of: key, as: .recoveryKey) }
    return try unsafe text.withUnsafeBytes(body)
  }
}
