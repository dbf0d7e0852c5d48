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

  /// Parses and checks a whole file, or a file of YAML with one value of the kind `!vault`.
  init(_ file: [UInt8]) throws(InteropError) {
    let text = try Self.value(in: file)
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    label = try Self.label(inHeader: text[..<end])
    let inside = try Self.bytes(text[end...].filter { !Base64Decoder.isSpace($0) }[...], "the text below the header")
    let newline = UInt8(ascii: "\n")
    let lines = inside.split(separator: newline, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 3 else {
      let count = inside.count { $0 == newline } + 1
      throw .malformed("\(count.units("line")) of digits; there are 3: salt, tag and ciphertext")
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

  /// Whether bytes begin like a file, or are YAML with a value of the kind `!vault`.
  static func recognizes(_ beginning: [UInt8]) -> Bool {
    beginning.trimmedText.starts(with: magic) || firstValue(in: beginning[...]) != nil
  }

  /// The header and the digits: the whole text, or the lines of a value in YAML.
  private static func value(in file: [UInt8]) throws(InteropError) -> ArraySlice<UInt8> {
    let text = file.trimmedText
    if text.starts(with: magic) { return text }
    guard let value = firstValue(in: file[...]) else { throw .notThisFormat }
    guard firstValue(in: file[value.endIndex...]) == nil else {
      throw .unsupported("several encrypted values; a file with one of them is read")
    }
    return value
  }

  /// The first value of the kind `!vault`: its lines are indented, and stand below its name.
  private static func firstValue(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = text
    while let next = rest.rest(after: "!vault") {
      rest = next
      let value = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: Base64Decoder.isSpace)
      guard value.starts(with: magic) else { continue }
      let header = value.prefix { $0 != UInt8(ascii: "\n") }
      let digits = value[header.endIndex...].prefix { Base64Decoder.isSpace($0) || isDigit($0) }
      // A line that is not indented belongs to something else.
      var (end, isLineStart) = (header.endIndex, false)
      for index in digits.indices {
        let byte = digits[index]
        if isLineStart, isDigit(byte) { break }
        isLineStart = byte == UInt8(ascii: "\n")
        if isDigit(byte) { end = index + 1 }
      }
      return value[..<end]
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x41...0x46 ~= byte & 0xdf }

  /// The label in the first line, which begins with the magic.
  private static func label(inHeader line: ArraySlice<UInt8>) throws(InteropError) -> String? {
    var line = line
    while let last = line.last, Base64Decoder.isSpace(last) { line.removeLast() }
    let semicolon = UInt8(ascii: ";")
    let fields = line.split(separator: semicolon, maxSplits: 4, omittingEmptySubsequences: false)
    let texts = fields.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let version = ["1.1", "1.2"].first(where: { $0.isIdentical(to: texts[0]) }) else {
      throw .unsupported("Ansible Vault, version \(texts[0].prefix(20)); versions 1.1 and 1.2 are read")
    }
    let (count, found) = (version == "1.1" ? 2 : 3, line.count { $0 == semicolon })
    guard found == count else {
      throw .malformed("\(found.units("field")) in the header of version \(version); there are \(count)")
    }
    guard texts[1].isIdentical(to: "AES256") else {
      throw .unsupported("the cipher \(texts[1].prefix(20)); AES256 is read")
    }
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
