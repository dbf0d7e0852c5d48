public import Vault

/// The Secure Cells of Themis in Context Imprint mode, read and written. Spec: Themis Secure Cell.
///
/// A cell is the content in AES-256-CTR, and nothing else. Two values of HMAC-SHA256 are computed:
///
/// | value | under | over |
/// |---|---|---|
/// | AES's key, 32 bytes | the key of the caller | 00 00 00 01 ‖ "Themis secure cell message key" ‖ 00 ‖ the size of the content, 4 bytes, the lowest first |
/// | the first counter block, the first 16 of 32 bytes | AES's key | 00 00 00 01 ‖ "Themis secure cell message iv" ‖ 00 ‖ the context |
///
/// The counter is so a secret, and no branch depends on it.
///
/// Protected: without the key, nobody can read the content. *Not* protected: the content against changes. A wrong key, a
/// wrong context and a changed cell give other content, and no error. Nor the equality of contents: two contents of one size
/// under one key and one context reveal their exclusive or. Each context may be used once. Use ``ThemisSecureCell``, or
/// `Vault` for files of your own.
///
/// Nothing in a cell shows what it is. A cell is opened in one piece, because its size is a part of the key.
public enum ThemisContextImprint {
  /// Encrypts content under a key and a context. The same content gives the same cell.
  ///
  /// - Parameters:
  ///   - content: 1 byte to 2^32 - 1. The cell is as long.
  ///   - key: at least 1 byte. Themis makes keys of 32 random bytes.
  ///   - context: at least 1 byte, and for no other content of this size. It is not stored.
  /// - Throws: ``InteropError/argument(_:)``.
  public static func encrypt(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8>
  ) throws(InteropError) -> [UInt8] {
    try process(content, key, Array(context))
  }

  /// Decrypts a cell with its key and its context. The content is *not* authenticated.
  ///
  /// - Parameters:
  ///   - cell: the whole cell.
  ///   - key: the key, as Themis has it: at least 1 byte.
  ///   - context: the context that the content was encrypted with.
  /// - Throws: ``InteropError/argument(_:)``.
  public static func decrypt(
    _ cell: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8>
  ) throws(InteropError) -> [UInt8] {
    try process(cell, key, Array(context))
  }

  private static func process(
    _ message: some Sequence<UInt8>, _ key: SymmetricKey, _ context: [UInt8]
  ) throws(InteropError) -> [UInt8] {
    try ThemisSecureCell.checkSize(of: key, isPassword: false)
    guard !context.isEmpty else { throw .argument("a context of 0 bytes; this mode needs at least 1") }
    return try unsafe message.withBytes { message throws(InteropError) in
      guard message.count > 0, let byteCount = UInt32(exactly: message.count) else {
        throw .argument("\(message.count.units("byte")) of content; a cell has 1 to \(UInt32.max)")
      }
      let aesKey = ThemisKey.derive(
        from: key, "Themis secure cell message key", byteCount.littleEndianBytes, byteCount: 32)
      let first = ThemisKey.derive(from: aesKey, "Themis secure cell message iv", context, byteCount: 16)
      return unsafe [UInt8](byteCount: message.count) { output in
        wipingStack { unsafe SecretCounter(key: aesKey, first: first).process(message, into: output) }
      }
    }
  }
}
