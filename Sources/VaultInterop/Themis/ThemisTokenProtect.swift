public import Vault

/// The Secure Cells of Themis in Token Protect mode, read and written. Spec: Themis Secure Cell.
///
/// The ciphertext is as long as the content, so that it can take the content's place. A token is kept elsewhere; all
/// numbers are little-endian:
///
/// | bytes | the token |
/// |---|---|
/// | 4 | the algorithm: 0x40010100, which is AES-256-GCM |
/// | 4 | the size of the nonce: 12 |
/// | 4 | the size of the tag: 16 |
/// | 4 | the size of the content |
/// | 12 | the nonce |
/// | 16 | the tag |
///
/// The token and the ciphertext together are a cell of Seal mode under a key. ``ThemisSecureCell`` states the
/// derivation of the key. Themis has no passwords in this mode.
///
/// Protected: without the key, nobody can read the content or change token or ciphertext undetected. Opening needs the
/// same context. *Not* protected: the size of the content. For files of your own, use `Vault`.
public enum ThemisTokenProtect {
  /// Whether bytes are a token. All of its 44 bytes are needed.
  package static func recognizes(token: some Sequence<UInt8>) -> Bool {
    let bytes = Array(token.prefix(45))
    return bytes.count == tokenByteCount && bytes[3] == 0x40 && ThemisSecureCell.recognizes(bytes)
  }

  /// Seals content under a key.
  ///
  /// - Parameters:
  ///   - content: 1 byte to 2^32 - 1.
  ///   - key: at least 1 byte. Themis makes keys of 32 random bytes.
  ///   - context: opening needs the same. It is not stored.
  /// - Returns: the ciphertext, as many bytes as the content has, and the token, 44 bytes.
  /// - Throws: ``InteropError/argument(_:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = []
  ) throws(InteropError) -> (ciphertext: [UInt8], token: [UInt8]) {
    let cell = try ThemisSecureCell.seal(content, using: key, context: context)
    return (Array(cell[tokenByteCount...]), Array(cell[..<tokenByteCount]))
  }

  /// Opens a cell with its key. No content is returned before all of it is authenticated.
  ///
  /// - Parameters:
  ///   - ciphertext: the whole ciphertext.
  ///   - token: the token that was made with it.
  ///   - key: the key, as Themis has it: at least 1 byte.
  ///   - context: the context that the cell was sealed with.
  /// - Throws: ``InteropError``.
  public static func open(
    _ ciphertext: some Sequence<UInt8>, token: some Sequence<UInt8>, using key: SymmetricKey,
    context: some Sequence<UInt8> = []
  ) throws(InteropError) -> [UInt8] {
    let token = Array(token)
    guard recognizes(token: token) else { throw .notThisFormat }
    return try ThemisSecureCell.open(token + ciphertext, using: key, context: context)
  }

  private static var tokenByteCount: Int { 44 }
}
