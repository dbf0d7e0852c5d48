import Vault

/// A text read as a recovery key is refused, or it is the canonical text in another layout or spelling. In a key's text
/// with a few edits, a wrong character is found in its group.
enum RecoveryKeys: Target {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    if !input.flag() { return read(input.remaining()) }
    let key = SymmetricKey(data: input.bytes(32))
    let text = try! RecoveryKey(key: key).withText { Array($0) }
    expect(plain(text).map { spelled($0) } == plain(text), "only canonical characters: \(text)")
    expect((try? RecoveryKey(text: text))?.key == key, "the text comes back")
    substitute(text, &input)
    var edited = text
    while !input.isEmpty { edit(&edited, &input) }
    read(edited)
  }

  /// An accepted text is canonical, apart from what a reader ignores.
  private static func read(_ text: [UInt8]) {
    guard let recovery = attempt(RecoveryKeyError.self, { try RecoveryKey(text: text) }) else { return }
    let canonical = recovery.withText { Array($0) }
    expect(plain(text).map { spelled($0) } == plain(canonical), "another text than \(recovery.text)")
    expect((try? RecoveryKey(text: canonical))?.key == recovery.key, "the canonical text comes back")
  }

  /// Replaces one character. The error must name its group.
  private static func substitute(_ text: [UInt8], _ input: inout FuzzInput) {
    let (group, place, new) = (input.number(below: 14), input.number(below: 5), input.choice(alphabet))
    var wrong = text
    wrong[6 * group + place] = new
    do throws(RecoveryKeyError) {
      _ = try RecoveryKey(text: wrong)
      expect(wrong == text, "group \(group + 1) is wrong")
    } catch {
      expect(wrong != text && error == .group(group + 1), "\(error)")
    }
  }

  private static func edit(_ text: inout [UInt8], _ input: inout FuzzInput) {
    let (kind, place) = (input.number(below: 4), input.number(below: max(1, text.count)))
    switch kind {
    case 0 where !text.isEmpty: text[place] = input.byte()
    case 1 where !text.isEmpty: text.remove(at: place)
    case 2 where !text.isEmpty: text.swapAt(place, input.number(below: text.count))
    default: text.insert(input.choice(Array("- \t\r\n#oOiIlL".utf8)), at: place)
    }
  }

  /// The characters of a text without comments and separators.
  private static func plain(_ text: [UInt8]) -> [UInt8] {
    text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .filter { $0.first != UInt8(ascii: "#") }.joined().filter { !" \t-".utf8.contains($0) }
  }

  /// The character that a writer uses in place of one that a reader accepts.
  private static func spelled(_ character: UInt8) -> UInt8 {
    switch Character(Unicode.Scalar(character)).uppercased() {
    case "O": UInt8(ascii: "0")
    case "I", "L": UInt8(ascii: "1")
    case let capital: capital.utf8.first!
    }
  }
}
