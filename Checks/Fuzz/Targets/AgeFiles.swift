import Vault
import VaultInterop

/// Files of age: a sealed file opens; an edited one does not, unless only white space of its armor differs. For any
/// bytes, in any pieces, a stream ends as one call does. A text of a key is read only as it is written.
enum AgeFiles: Target {
  private static let identity = AgeFile.Identity()
  private static let password = Array("pässword".utf8)

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let (isPassword, isArmored) = (input.flag(), input.flag())
    let content = input.sample(below: 200)
    let file =
      isPassword
      ? try! AgeFile.seal(content, password: password, workFactor: 1, isArmored: isArmored)
      : try! AgeFile.seal(content, for: [identity.recipient], isArmored: isArmored)
    expect(AgeFile.recognizes(file), "the file is recognised")
    expect(open(file, isPassword, &input) == content, "the content comes back")

    var edited = file
    for _ in 0..<input.number(below: 4) { input.edit(&edited) }
    let opened = open(edited, isPassword, &input)
    expect(opened == nil || opened == content && (isArmored || edited == file), "an edited file")

    // Any bytes: as a file, after the first line of a header, both in armor, and as texts of keys.
    let rest = input.remaining()
    let header = Array("age-encryption.org/v1\n".utf8) + rest
    for bytes in [rest, header] {
      expect(open(bytes, isPassword, &input) == nil, "any bytes")
      let text = Base64.padded.encode(bytes)
      let armored = "-----BEGIN AGE ENCRYPTED FILE-----\n\(text.prefix(64))\n-----END AGE ENCRYPTED FILE-----"
      expect(open(Array(armored.utf8), isPassword, &input) == nil, "any bytes in armor")
    }
    keys(rest)
  }

  private static func keys(_ text: [UInt8]) {
    if let recipient = attempt(InteropError.self, { try AgeFile.Recipient(text: text) }) {
      expect(recipient.text.utf8.elementsEqual(text.map { $0 | ($0 & 0x40) >> 1 }), "a recipient's text")
    }
    if let identity = attempt(InteropError.self, { try AgeFile.Identity(text: text) }) {
      expect(identity.withText { $0.elementsEqual(text.map { $0 & ~(($0 & 0x40) >> 1) }) }, "an identity's text")
    }
    _ = attempt(InteropError.self) { try AgeFile.Identity.list(text) }
  }

  /// What bytes open to, in one piece and in several.
  private static func open(_ bytes: [UInt8], _ isPassword: Bool, _ input: inout FuzzInput) -> [UInt8]? {
    func open(_ pieces: [ArraySlice<UInt8>]) throws(InteropError) -> [UInt8] {
      var decryptor =
        isPassword
        ? AgeFile.Decryptor(password: password, maximumWorkFactor: 3) : AgeFile.Decryptor(identities: [identity])
      var content: [UInt8] = []
      for piece in pieces { content += try decryptor.update(piece) }
      return content + (try decryptor.finalize())
    }
    return opened(
      bytes, in: input.pieces(of: bytes), atOnce: { () throws(InteropError) in try open([bytes[...]]) }, by: open)
  }
}
