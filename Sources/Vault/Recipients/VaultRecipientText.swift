/// The text of a recipient: a public key with a checksum in base 32. Nothing of it is secret. Spec: FORMAT.md,
/// section 11.
enum VaultRecipientText {
  static let prefix = "swift-vault-recipient-"
  /// The number of characters after the prefix: 35 bytes, 5 bits each.
  static let characterCount = 56
  private static let checksumByteCount = 3

  static func text(of publicKey: [UInt8]) -> String {
    let data = publicKey + checksum(of: publicKey)
    // 5 bytes are 8 characters.
    let characters = stride(from: 0, to: data.count, by: 5).flatMap { start in
      let bits = data[start..<start + 5].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return (0..<8).map { place in
        let character = RecoveryKeyCharacter.character(UInt8(truncatingIfNeeded: bits >> (35 - 5 * place)) & 31)
        return character >= UInt8(ascii: "A") ? character | 0x20 : character
      }
    }
    return prefix + String(decoding: characters, as: UTF8.self)
  }

  /// The public key of a text. It is not validated.
  static func publicKey(of text: UnsafeRawBufferPointer) throws(VaultRecipientError) -> [UInt8] {
    let start = prefix.utf8.count
    guard unsafe text.prefix(start).elementsEqual(prefix.utf8, by: { isEqualIgnoringCase($0, $1) }) else {
      throw .prefix
    }
    guard text.count - start == characterCount else { throw .characterCount(text.count - start) }
    var (data, bits): ([UInt8], UInt64) = ([], 0)
    for place in 0..<characterCount {
      let value = RecoveryKeyCharacter.value(unsafe text[start + place])
      guard value < 32 else { throw .character(place + 1) }
      bits = bits << 5 | UInt64(value)
      if place % 8 == 7 { data += (0..<5).map { UInt8(truncatingIfNeeded: bits >> (32 - 8 * $0)) } }
    }
    let publicKey = Array(data.prefix(32))
    guard data.suffix(checksumByteCount).elementsEqual(checksum(of: publicKey)) else { throw .checksum }
    return publicKey
  }

  /// Whether 32 bytes are an integer below p = 2^255 - 19, the least significant byte first.
  static func isCanonical(_ publicKey: [UInt8]) -> Bool {
    let p = [0x7f] + Array(repeating: 0xff, count: 30) + [0xed as UInt8]
    return publicKey.reversed().lexicographicallyPrecedes(p)
  }

  private static func checksum(of publicKey: [UInt8]) -> ArraySlice<UInt8> {
    Array(SHA256.hash(data: Array("swift-vault v1 recipient".utf8) + publicKey)).prefix(checksumByteCount)
  }

  private static func isEqualIgnoringCase(_ byte: UInt8, _ small: UInt8) -> Bool {
    byte == small || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == small
  }
}
