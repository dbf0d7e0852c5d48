public import Vault

/// The Secure Cells of Themis in Seal mode, read and written. Spec: Themis Secure Cell.
///
/// A cell under a password; all numbers are little-endian:
///
/// | bytes | content |
/// |---|---|
/// | 4 | the algorithm: 0x41010100, which is AES-256-GCM and PBKDF2 |
/// | 4 | the size of the nonce: 12 |
/// | 4 | the size of the tag: 16 |
/// | 4 | the size of the content |
/// | 4 | the size of rounds and salt: 22 |
/// | 12 | the nonce |
/// | 16 | the tag |
/// | 4 | the rounds |
/// | 2 | the size of the salt alone: 16 |
/// | 16 | the salt |
/// | as many as the content | the ciphertext |
///
/// A cell under a key has the algorithm 0x40010100 and lacks the fields of 22 bytes and their size. Cells of AES-192
/// (0x410100C0, 0x400100C0) and AES-128 (0x41010080, 0x40010080) are read, too.
///
/// PBKDF2-HMAC-SHA256 derives 32 bytes from a password. The AES key is the first bytes of HMAC-SHA256 under these 32
/// bytes, or under the caller's key, over 00 00 00 01 ‖ "Themis secure cell message key" ‖ 00 ‖ the size of the
/// content, 4 bytes ‖ the context. The context is also AES-GCM's associated data.
///
/// Protected: without the password or key, nobody can read the content or change the cell undetected. Opening needs the
/// same context. *Not* protected: the size of the content. GCM does not commit to its key: an attacker can make one
/// cell that opens under two passwords. For files of your own, use `Vault`.
///
/// A cell is opened in one piece, because one tag authenticates all of it. Cells of Themis 0.9.6 and older on 64-bit
/// processors derive another key, and are not opened. Themis itself opens them only if it was compiled with support for
/// them.
public enum ThemisSecureCell {
  /// Whether bytes begin like a cell in Seal mode. The first 12 bytes decide.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    let bytes = Array(beginning.prefix(12))
    return unsafe bytes.withUnsafeBytes {
      guard unsafe bytes.count == 12 && ThemisCellHeader.algorithm($0) != nil else { return false }
      return unsafe $0.littleEndian(4) == 12 && $0.littleEndian(8) == 16
    }
  }

  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: 1 byte to 2^32 - 1. The cell is 70 bytes longer.
  ///   - password: at least 1 byte. For text, pass its UTF-8 form.
  ///   - context: opening needs the same. It is not stored.
  ///   - rounds: 1 to 2^32 - 1. Themis itself uses 200,000, and opens cells with any number.
  ///   - maximumRounds: the maximum number of rounds of the cell's readers.
  /// - Throws: ``InteropError/argument(_:)`` or ``InteropError/overLimit(rounds:limit:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    rounds: Int = SHA256.recommendedPBKDF2Rounds, maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    guard rounds >= 1, let storedRounds = UInt32(exactly: rounds) else {
      throw .argument("\(rounds.units("round")); a cell has 1 to \(UInt32.max)")
    }
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
    let stretching = ThemisCellHeader.Stretching(rounds: storedRounds, salt: PasswordSalt())
    return try seal(content, SymmetricKey(data: password), stretching, context: Array(context), nonce: AES.GCM.Nonce())
  }

  /// Seals content under a key.
  ///
  /// - Parameters:
  ///   - content: 1 byte to 2^32 - 1. The cell is 44 bytes longer.
  ///   - key: at least 1 byte. Themis makes keys of 32 random bytes.
  ///   - context: opening needs the same. It is not stored.
  /// - Throws: ``InteropError/argument(_:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = []
  ) throws(InteropError) -> [UInt8] {
    try seal(content, key, nil, context: Array(context), nonce: AES.GCM.Nonce())
  }

  /// Seals content under a password if there is a stretching, otherwise under a key. The nonce has 12 bytes.
  package static func seal(
    _ content: some Sequence<UInt8>, _ secret: SymmetricKey, _ stretching: ThemisCellHeader.Stretching?,
    context: [UInt8], nonce: AES.GCM.Nonce
  ) throws(InteropError) -> [UInt8] {
    try checkSize(of: secret, isPassword: stretching != nil)
    return try unsafe content.withBytes { content throws(InteropError) in
      guard content.count > 0, let byteCount = UInt32(exactly: content.count) else {
        throw .argument("\(content.count.units("byte")) of content; a cell has 1 to \(UInt32.max)")
      }
      let header = ThemisCellHeader(keyByteCount: 32, contentByteCount: byteCount, stretching: stretching)
      // The key has 32 bytes, and the content fewer than 2^36.
      let box = try! unsafe AES.GCM.seal(
        content, using: header.key(from: secret, context: context), nonce: nonce, authenticating: context)
      return header.bytes(nonce: nonce, tag: box.tag) + box.ciphertext
    }
  }

  /// Opens a cell with its password. No content is returned before all of it is authenticated.
  ///
  /// - Parameters:
  ///   - cell: the whole cell.
  ///   - password: the bytes of the password.
  ///   - context: the context that the cell was sealed with.
  ///   - maximumRounds: the maximum number of rounds.
  /// - Throws: ``InteropError``.
  public static func open(
    _ cell: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    try open(cell, SymmetricKey(data: password), maximumRounds, context: Array(context))
  }

  /// Opens a cell with its key. No content is returned before all of it is authenticated.
  ///
  /// - Parameters:
  ///   - cell: the whole cell.
  ///   - key: the key, as Themis has it: at least 1 byte.
  ///   - context: the context that the cell was sealed with.
  /// - Throws: ``InteropError``.
  public static func open(
    _ cell: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = []
  ) throws(InteropError) -> [UInt8] {
    try open(cell, key, nil, context: Array(context))
  }

  /// Opens a cell with a password if there is a maximum of rounds, otherwise with a key.
  private static func open(
    _ cell: some Sequence<UInt8>, _ secret: SymmetricKey, _ maximumRounds: Int?, context: [UInt8]
  ) throws(InteropError) -> [UInt8] {
    try checkSize(of: secret, isPassword: maximumRounds != nil)
    return try unsafe cell.withBytes { cell throws(InteropError) in
      let header = try unsafe ThemisCellHeader(parsing: cell, maximumRounds: maximumRounds)
      return try asAuthentic { () throws(AESError) in
        // SAFETY: the header has checked that the cell has these bytes.
        let box = try unsafe AES.GCM.SealedBox(
          nonce: AES.GCM.Nonce(data: cell[header.nonceRange]),
          ciphertext: cell[header.byteCount...], tag: cell[header.tagRange])
        return try AES.GCM.open(box, using: header.key(from: secret, context: context), authenticating: context)
      }
    }
  }

  /// Throws for an empty secret, which Themis refuses.
  static func checkSize(of secret: SymmetricKey, isPassword: Bool) throws(InteropError) {
    if secret.bitCount == 0 {
      throw .argument("\(isPassword ? "a password" : "a key") of 0 bytes; Themis needs at least 1")
    }
  }
}
