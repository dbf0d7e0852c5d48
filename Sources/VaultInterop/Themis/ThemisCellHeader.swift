import Vault

/// The header of a Secure Cell in Seal mode, which precedes the ciphertext.
package struct ThemisCellHeader {
  /// How a password becomes 32 bytes.
  package struct Stretching {
    let rounds: UInt32
    let salt: PasswordSalt

    package init(rounds: UInt32, salt: PasswordSalt) {
      self.rounds = rounds
      self.salt = salt
    }
  }

  private let keyByteCount: Int
  private let contentByteCount: UInt32
  /// Nil for a cell under a key.
  private let stretching: Stretching?

  package init(keyByteCount: Int, contentByteCount: UInt32, stretching: Stretching?) {
    self.keyByteCount = keyByteCount
    self.contentByteCount = contentByteCount
    self.stretching = stretching
  }

  /// Parses and checks the header of a whole cell. The cell is under a password if there is a maximum of rounds,
  /// otherwise under a key.
  init(parsing cell: UnsafeRawBufferPointer, maximumRounds: Int?) throws(InteropError) {
    guard cell.count >= 4, let algorithm = unsafe Self.algorithm(cell) else { throw .notThisFormat }
    if algorithm.isOfPassword != (maximumRounds != nil) {
      throw .argument(
        algorithm.isOfPassword
          ? "this cell is under a password, not under a key" : "this cell is under a key, not under a password")
    }
    let fixedByteCount = maximumRounds == nil ? 44 : 54
    guard cell.count >= fixedByteCount else {
      throw .malformed("\(cell.count.units("byte")); there are at least \(fixedByteCount + 1)")
    }
    let (nonce, tag) = unsafe (cell.littleEndian(4), cell.littleEndian(8))
    guard nonce == 12 else { throw .malformed("a nonce of \(nonce.units("byte")); it has 12") }
    guard tag == 16 else { throw .malformed("a tag of \(tag.units("byte")); it has 16") }
    contentByteCount = unsafe cell.littleEndian(12)
    keyByteCount = algorithm.keyByteCount
    stretching = try maximumRounds.map { maximumRounds throws(InteropError) in
      try unsafe Self.stretching(cell, maximumRounds)
    }
    let found = cell.count - byteCount
    if found == 0, contentByteCount > 0 {
      throw .unsupported("a token of Token Protect mode, whose \(contentByteCount) bytes of ciphertext are elsewhere")
    }
    guard contentByteCount > 0 && found >= 0 && UInt64(found) == UInt64(contentByteCount) else {
      throw .malformed(
        "a ciphertext of \(found.units("byte")); the header says \(contentByteCount), and there is at least 1")
    }
  }

  /// The stretching of a cell under a password, of more than 54 bytes.
  private static func stretching(
    _ cell: UnsafeRawBufferPointer, _ maximumRounds: Int
  ) throws(InteropError) -> Stretching {
    let (byteCount, rounds) = unsafe (cell.littleEndian(16), cell.littleEndian(48))
    let saltByteCount = unsafe Int(cell[52]) | Int(cell[53]) << 8
    guard UInt64(byteCount) == UInt64(6 + saltByteCount) && cell.count >= 54 + saltByteCount else {
      throw .malformed(
        "a salt of \(saltByteCount.units("byte")) in \(byteCount); they have to be 6 more, and in the cell")
    }
    guard rounds >= 1 else { throw .malformed("0 rounds; there is at least 1") }
    guard UInt64(rounds) <= UInt64(max(0, maximumRounds)) else {
      throw .overLimit(rounds: Int(clamping: rounds), limit: maximumRounds)
    }
    return unsafe Stretching(rounds: rounds, salt: PasswordSalt(unchecked: cell[54..<54 + saltByteCount]))
  }

  /// The algorithm that the first 4 bytes name, if it is one of Seal mode.
  static func algorithm(_ cell: UnsafeRawBufferPointer) -> (isOfPassword: Bool, keyByteCount: Int)? {
    let number = unsafe cell.littleEndian(0)
    switch number & 0xfff {
    case 128, 192, 256: break
    default: return nil
    }
    switch number & ~0xfff {
    case 0x4001_0000: return (false, Int(number & 0xfff) / 8)
    case 0x4101_0000: return (true, Int(number & 0xfff) / 8)
    default: return nil
    }
  }

  private var nonceStart: Int { stretching == nil ? 16 : 20 }
  var nonceRange: Range<Int> { nonceStart..<nonceStart + 12 }
  var tagRange: Range<Int> { nonceStart + 12..<nonceStart + 28 }

  /// The size in bytes.
  var byteCount: Int { tagRange.upperBound + (stretching.map { 6 + $0.salt.bytes.count } ?? 0) }

  /// The bytes of a header.
  package func bytes(nonce: AES.GCM.Nonce, tag: [UInt8]) -> [UInt8] {
    let algorithm: UInt32 = (stretching == nil ? 0x4001_0000 : 0x4101_0000) | UInt32(8 * keyByteCount)
    let sizes = [algorithm, 12, 16, contentByteCount].flatMap { $0.littleEndianBytes }
    guard let stretching else { return sizes + nonce.bytes + tag }
    let salt = stretching.salt.bytes
    let size = UInt32(6 + salt.count).littleEndianBytes
    return sizes + size + nonce.bytes + tag + stretching.rounds.littleEndianBytes
      + UInt16(salt.count).littleEndianBytes + salt
  }

  /// The AES key from a password or a key.
  func key(from secret: SymmetricKey, context: [UInt8]) -> SymmetricKey {
    ThemisKey.derive(
      from: stretching?.stretch(secret) ?? secret, "Themis secure cell message key", contentByteCount.littleEndianBytes,
      context, byteCount: keyByteCount)
  }
}

extension ThemisCellHeader.Stretching {
  fileprivate func stretch(_ password: SymmetricKey) -> SymmetricKey {
    unsafe password.withUnsafeBytes { password in
      // There is at least 1 round, and a key of 32 bytes.
      return try! unsafe PBKDF2<SHA256>.deriveKey(
        password: password, salt: salt, rounds: .exactly(Int(clamping: rounds)), outputByteCount: 32)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The 4 bytes at `offset` as a number, the lowest byte first. The caller guarantees that they are there.
  func littleEndian(_ offset: Int) -> UInt32 {
    (0..<4).reversed().reduce(0) { number, index in unsafe number << 8 | UInt32(self[offset + index]) }
  }
}

extension FixedWidthInteger {
  /// The bytes of the integer, the lowest first.
  var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
