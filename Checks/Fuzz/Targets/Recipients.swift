import Vault

/// A text read as a recipient is refused, or it is the canonical text in another spelling, and content can be sealed
/// for it. One wrong character in a recipient's text is found.
enum Recipients: Target {
  private static let prefix = Array("swift-vault-recipient-".utf8)
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    guard input.flag() else {
      read(input.remaining())
      return
    }
    let key = try! RecipientKey(key: SymmetricKey(data: input.bytes(32)))
    let text = Array(key.recipient.text.utf8)
    expect(spelled(text) == text, "only canonical characters: \(text)")
    expect((try? VaultRecipient(text: text)) == key.recipient, "the text comes back")
    substitute(text, &input)
    if let sealed = read(text), input.flag() {
      expect((try? Vault.open(sealed, with: .recipientKey(key))) == [1, 2, 3], "its key opens")
    }
    var edited = text
    while !input.isEmpty { input.edit(&edited) }
    read(edited)
  }

  /// An accepted text is canonical, apart from what a reader ignores. Returns what was sealed for the recipient.
  @discardableResult
  private static func read(_ text: [UInt8]) -> [UInt8]? {
    expect((try? RecoveryKey(text: text)) == nil || (try? VaultRecipient(text: text)) == nil, "two kinds in one text")
    guard let recipient = attempt(VaultRecipientError.self, { try VaultRecipient(text: text) }) else { return nil }
    expect(spelled(text) == Array(recipient.text.utf8), "another text than \(recipient)")
    expect((try? VaultRecipient(publicKey: recipient.publicKey)) == recipient, "the public key comes back")
    let sealed = try! Vault.seal([1, 2, 3], under: .recipient(recipient))
    expect((try? Vault.open(sealed, with: .recipientKey(RecipientKey()))) == nil, "another key opens")
    return sealed
  }

  /// Replaces one character after the prefix.
  private static func substitute(_ text: [UInt8], _ input: inout FuzzInput) {
    let (place, new) = (input.number(below: 56), input.byte())
    var wrong = text
    wrong[prefix.count + place] = new
    do throws(VaultRecipientError) {
      _ = try VaultRecipient(text: wrong)
      expect(spelled(wrong) == text, "character \(place + 1) is wrong")
    } catch {
      let isCharacter = alphabet.contains(spelled([new])[0])
      expect(error == (isCharacter ? .checksum : .character(place + 1)), "\(error)")
    }
  }

  /// The text as a writer spells it.
  private static func spelled(_ text: [UInt8]) -> [UInt8] {
    text.enumerated().map { place, byte in
      let small = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
      if text.count > 1, place < prefix.count { return small }
      switch small {
      case UInt8(ascii: "o"): return UInt8(ascii: "0")
      case UInt8(ascii: "i"), UInt8(ascii: "l"): return UInt8(ascii: "1")
      default: return small
      }
    }
  }
}
