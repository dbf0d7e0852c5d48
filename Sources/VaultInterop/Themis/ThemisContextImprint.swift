public import Vault

/// The Secure Cells of Themis in Context Imprint mode, read and written. Spec: Themis Secure Cell.
///
/// A cell is the content in AES-256-CTR, and nothing else. The key and the first counter block are HMAC-SHA256
/// over `00 00 00 01` ‖ label ‖ `00` ‖ data:
///
/// | value | key of HMAC | label | data |
/// |---|---|---|---|
/// | AES key, 32 bytes | the caller's key | "Themis secure cell message key" | content size, little-endian, 4 bytes |
/// | first counter block, the first 16 of 32 bytes | the AES key | "Themis secure cell message iv" | the context |
///
/// So the counter is secret, and no branch depends on it.
///
/// Protected: without the key, nobody can read the content. *Not* protected: the content against changes. A wrong key,
/// a wrong context or a changed cell gives wrong content and no error. Two contents of the same size under the same key
/// and context reveal their exclusive or, so use each context only once. Use ``ThemisSecureCell``, or `Vault` for files
/// of your own.
///
/// A cell cannot be recognised. It is opened in one piece, because the key depends on its size.
public enum ThemisContextImprint {
  /// Encrypts content under a key and a context. The same content gives the same cell.
  ///
  /// - Parameters:
  ///   - content: 1 byte to 2^32 - 1. The cell is as long.
  ///   - key: at least 1 byte. Themis makes keys of 32 random bytes.
  ///   - context: at least 1 byte. Do not use it for other content of this size. It is not stored.
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
