import Credentials
import Vault

/// A stanza of the header, which wraps the file key for a recipient.
struct AgeStanza {
  /// The first argument.
  let type: String
  let arguments: ArraySlice<String>
  fileprivate(set) var body: [UInt8] = []

  /// The lines of a stanza. The body has fewer than 48 bytes, so it takes one line that is not full, which ends it.
  static func text(_ arguments: [String], body: [UInt8]) -> [UInt8] {
    Array("-> \(arguments.joined(separator: " "))\n\(Base64.unpadded.encode(body))\n".utf8)
  }
}

/// The header of a file, which is read line by line. Spec: C2SP age: ABNF definition of file header.
struct AgeHeader {
  static let versionLine = Array("age-encryption.org/v1".utf8)
  /// What ends the header, and precedes its tag.
  static let end = Array("---".utf8)
  /// The size in bytes of the longest header. One of 5,000 recipients has half of it.
  static let maximumByteCount = 1 << 20
  private static let columnCount = 64
  private static let newline = UInt8(ascii: "\n")

  private(set) var stanzas: [AgeStanza] = []
  /// The bytes that the tag authenticates: all lines, up to the end of `---`.
  private(set) var authenticated: [UInt8] = []
  /// Empty until the header is complete, then 32 bytes.
  private(set) var tag: [UInt8] = []

  /// The part of the next line that has been read.
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var isInBody = false

  /// Takes the next bytes of a file.
  ///
  /// - Returns: what follows the header once that is complete; nil before.
  mutating func update(_ bytes: ArraySlice<UInt8>) throws(InteropError) -> ArraySlice<UInt8>? {
    var rest = bytes
    while let end = rest.firstIndex(of: Self.newline) {
      try append(rest[..<end])
      rest = rest[(end + 1)...]
      lineNumber += 1
      try takeLine()
      line.removeAll(keepingCapacity: true)
      if !tag.isEmpty { return rest }
    }
    try append(rest)
    return nil
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(InteropError) {
    guard authenticated.count + line.count + bytes.count < Self.maximumByteCount else { throw .age(.headerOverLimit) }
    line += bytes
  }

  private mutating func takeLine() throws(InteropError) {
    if lineNumber == 1 {
      guard line == Self.versionLine else {
        throw .age(isNewerVersion ? .newerVersion : .header("the first line is not age-encryption.org/v1"))
      }
    } else if isInBody {
      try takeBodyLine()
    } else if line.starts(with: Self.end) {
      return try takeEnd()
    } else {
      try takeArguments()
    }
    authenticated += line + [Self.newline]
  }

  /// Whether the first line has a higher number than 1.
  private var isNewerVersion: Bool {
    let (name, number) = (line.prefix(Self.versionLine.count - 1), line.dropFirst(Self.versionLine.count - 1))
    return name == Self.versionLine.dropLast() && Int(String(decoding: number, as: UTF8.self)) ?? 0 > 1
  }

  private mutating func takeArguments() throws(InteropError) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count > 1, words[0].elementsEqual("->".utf8) else {
      throw fault("a stanza begins with -> and an argument, and the header ends with ---")
    }
    let arguments = words.dropFirst()
    guard arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x21...0x7e ~= $0 } }) else {
      throw fault("an argument that is empty or has another character than those of ASCII that are visible")
    }
    let texts = arguments.map { String(decoding: $0, as: UTF8.self) }
    stanzas.append(AgeStanza(type: texts[0], arguments: texts[1...]))
    isInBody = true
  }

  private mutating func takeBodyLine() throws(InteropError) {
    guard line.count <= Self.columnCount else {
      throw fault("\(line.count.units("character")); a line of a body has at most \(Self.columnCount)")
    }
    guard let bytes = Base64.unpadded.decode(line[...]) else {
      throw fault("no base 64 in its only form, or no short line at the end of a body")
    }
    stanzas[stanzas.count - 1].body += bytes
    isInBody = line.count == Self.columnCount
  }

  private mutating func takeEnd() throws(InteropError) {
    guard line.count == 47, line[3] == UInt8(ascii: " "), let tag = Base64.unpadded.decode(line[4...]) else {
      throw fault("after --- there are a space and 43 digits of base 64")
    }
    guard !stanzas.isEmpty else { throw fault("a header without a stanza") }
    authenticated += Self.end
    self.tag = tag
  }

  private func fault(_ text: String) -> InteropError { .age(.header("line \(lineNumber): \(text)")) }
}
