import Vault

/// The text of a file of Ansible Vault.
struct AnsibleVaultText {
  static let magic = Array("$ANSIBLE_VAULT;".utf8)
  // The number of digits in a line.
  private static let digitCount = 80

  let label: String?
  let salt: [UInt8]
  let tag: [UInt8]
  let ciphertext: [UInt8]

  /// Parses and checks a whole file.
  init(_ file: [UInt8]) throws(InteropError) {
    guard file.starts(with: Self.magic) else { throw .notThisFormat }
    let end = file.firstIndex(of: UInt8(ascii: "\n")) ?? file.endIndex
    label = try Self.label(inHeader: file[..<end])
    let digits = file[end...].filter { !Base64Decoder.isSpace($0) }
    let inside = try Self.bytes(digits[...], "the text below the header")
    let lines = inside.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 3 else {
      throw .malformed("\(lines.count.units("line")) of digits; there are 3: salt, tag and ciphertext")
    }
    salt = try Self.bytes(lines[0], "the salt")
    tag = try Self.bytes(lines[1], "the tag")
    ciphertext = try Self.bytes(lines[2], "the ciphertext")
    guard 1...1024 ~= salt.count else { throw .malformed("a salt of \(salt.count.units("byte")); it has 1 to 1024") }
    guard tag.count == 32 else { throw .malformed("a tag of \(tag.count.units("byte")); it has 32") }
    guard ciphertext.count > 0 && ciphertext.count % 16 == 0 else {
      throw .malformed("a ciphertext of \(ciphertext.count.units("byte")); it has a multiple of 16, and at least 16")
    }
  }

  /// The label in the first line, which begins with the magic.
  private static func label(inHeader line: ArraySlice<UInt8>) throws(InteropError) -> String? {
    var line = line
    while let last = line.last, Base64Decoder.isSpace(last) { line.removeLast() }
    let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let texts = fields.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard texts[0] == "1.1" || texts[0] == "1.2" else {
      throw .unsupported("Ansible Vault, version \(texts[0].prefix(20)); versions 1.1 and 1.2 are read")
    }
    let count = texts[0] == "1.1" ? 2 : 3
    guard texts.count == count else {
      throw .malformed("\(texts.count.units("field")) in the header of version \(texts[0]); there are \(count)")
    }
    guard texts[1] == "AES256" else { throw .unsupported("the cipher \(texts[1].prefix(20)); AES256 is read") }
    return texts.count == 3 ? texts[2] : nil
  }

  private static func bytes(_ digits: ArraySlice<UInt8>, _ name: String) throws(InteropError) -> [UInt8] {
    guard let bytes = unsafe digits.withUnsafeBufferPointer({ unsafe Hex.decode($0) }) else {
      throw .malformed("\(name): not hexadecimal digits, two for each byte")
    }
    return bytes
  }

  /// The first line of a new file.
  static func header(label: String?) throws(InteropError) -> [UInt8] {
    guard let label else { return magic + Array("1.1;AES256\n".utf8) }
    guard !label.isEmpty, label.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: ";") }) else {
      throw .argument("a label has at least 1 letter, and neither white space nor a semicolon")
    }
    return magic + Array("1.2;AES256;\(label)\n".utf8)
  }

  /// The lines below the header.
  static func lines(salt: [UInt8], tag: [UInt8], ciphertext: [UInt8]) -> [UInt8] {
    let inside = [salt, tag, ciphertext].map { Array(Hex.encode($0).utf8) }.joined(separator: [UInt8(ascii: "\n")])
    let digits = Array(Hex.encode(Array(inside)).utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digits.count + digits.count / digitCount + 1)
    for start in stride(from: 0, to: digits.count, by: digitCount) {
      text += digits[start..<min(start + digitCount, digits.count)]
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
