import AES
import PBKDF2
import SwiftVaultLessonLogic
import Vault

/// One GCM ciphertext that opens to two messages under two passwords, and why a vault cannot do so.
///
/// Spec: NIST SP 800-38D, section 7.1; FORMAT.md, sections 2 to 4.
struct CommitmentLesson: Lesson {
  static let name = "commitment"
  static let summary = "one GCM ciphertext that opens under two passwords"
  static let help = """
    usage: crypto-lab commitment [INPUT] [--other TEXT] [options]

    A GCM ciphertext is made that opens under two passwords, as another message
    under each, with a tag that is right both times. Then the same with a vault.

      INPUT            1 to 16 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --other TEXT     1 to 16 bytes: the message under the second password
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab commitment
      crypto-lab commitment --text "I owe you 10" --other "I owe you 10,000"
    """
  static let options: [Option] = [.input("message"), .bytesAsText("other")]

  /// A small number keeps the lesson short. The attack does not depend on it.
  private static let rounds = 100

  private let messages: [[UInt8]]
  private let passwords = ["alice's password", "bob's password"].map { Array($0.utf8) }
  private let salt: [UInt8]
  private let nonce: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    messages = [
      try options.bytes("message", atMost: 16) ?? Array("The answer: yes.".utf8),
      try options.bytes("other", atMost: 16) ?? Array("The answer: no.".utf8),
    ]
    for (name, message) in zip(["message", "other"], messages) where message.isEmpty {
      throw .data("\(options.label(name)) has 0 bytes; it needs 1 to 16")
    }
    salt = random.bytes(16)
    nonce = random.bytes(12)
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see one ciphertext that Alice and Bob both open with their own password, both with a right tag, and read \
      different messages.
      """)
    var keys: [SymmetricKey] = []
    for password in passwords { keys.append(try key(password)) }
    let box = try askLibrary { () throws(AESError) in
      try TwoKeyBox(messages[0], under: keys[0], messages[1], under: keys[1], nonce: nonce)
    }
    tellBox(box, on: page)
    try tellOpening(box, keys, on: page)
    tellReason(on: page)
    try tellVault(on: page)
    page.end(
      remember: [
        "A tag of GCM proves that whoever made the ciphertext had the key. It does not prove that there is one such key.",
        "That matters wherever the sender may choose the keys: passwords, key rotation, reports of abuse.",
        """
        A vault commits to its key: its tag is an HMAC-SHA-256 under a key of 32 bytes, and nobody can find two such \
        keys with one tag.
        """,
      ],
      variations: [
        Variation("commitment --text \"I owe you 10\" --other \"I owe you 10,000\"", "one ciphertext, two debts"),
        Variation("commitment --text yes --other no", "short messages: the third block is 16 bytes all the same"),
        Variation(
          "commitment --text same --other same",
          "one message twice: it is encrypted twice even so, since the keystreams differ"),
      ],
      next: "entropy", why: "how many guesses a password costs.")
  }

  private func key(_ password: [UInt8]) throws(LabError) -> SymmetricKey {
    try askLibrary { () throws(PBKDF2Error) in
      try PBKDF2<SHA256>.deriveKey(
        password: password, salt: PasswordSalt(data: salt), rounds: .exactly(Self.rounds), outputByteCount: 32)
    }
  }

  private func tellBox(_ box: TwoKeyBox, on page: Page) {
    page.heading("The ciphertext")
    page.text(
      """
      Mallory sends one file to two people and knows both passwords, perhaps because she gave them out. From each \
      password PBKDF2 makes a key, and each key gives a keystream. The first block is Alice's message in Alice's \
      keystream, the second Bob's in Bob's:
      """)
    page.drawing(
      zip(Blocks.split(box.ciphertext), ["Alice's message", "Bob's message", "equal tags"]).enumerated().map {
        .block("C\($0.offset + 1)", $0.element.0, remark: StyledText($0.element.1))
      } + [.block("tag", box.tag)])
    page.text(
      """
      The third block belongs to nobody. A tag is a polynomial of the blocks at the key's point H (see crypto-lab gcm). \
      Mallory wants both polynomials to have one value, and solves that for the block that is still free:
      """)
    page.text("C3 · (H1² ⊕ H2²) = the rest of Alice's tag ⊕ the rest of Bob's tag")
  }

  private func tellOpening(_ box: TwoKeyBox, _ keys: [SymmetricKey], on page: Page) throws(LabError) {
    page.heading("Two openings")
    page.ask("Will the tag be right under both keys?", .yes(true))
    page.text("The library opens the same nonce, ciphertext and tag with each key, and finds the tag right:")
    for (name, key) in zip(["Alice", "Bob"], keys) {
      let text = try askLibrary { () throws(AESError) in try box.open(using: key, nonce: nonce) }
      let number = name == "Alice" ? 0 : 1
      page.drawing(
        Blocks.split(text).enumerated().map { offset, block in
          .block(offset == 0 ? StyledText(name) : "", block) { _ in offset == number ? .bad : .dim }
        })
    }
    page.text(
      """
      A reader that skips what it does not understand, as those of pictures, documents and web pages do, shows each of \
      them a proper message. If Bob reports his, Alice's file proves him a liar.
      """)
  }

  private func tellReason(on page: Page) {
    page.heading("Why the tag allows it")
    page.text(
      """
      GHASH is made for speed: it protects against those who do not know H. Mallory knows both. For her it is a linear \
      equation, and with 16 free bytes it has a solution. The same holds for a list of passwords: such a file can open \
      under thousands at once, so that whoever may ask "does it open?" tries thousands of passwords with one question.
      """)
  }

  private func tellVault(on page: Page) throws(LabError) {
    page.heading("A vault")
    page.text(
      """
      A vault may have several passwords, and all of them lead to one data key, so to one content. Mallory makes a vault \
      for Alice and one for Bob, and copies Bob's slot, with his data key in it, beside Alice's:
      """)
    page.ask("Will it still open for Alice?", .yes(false))
    let vault = try askLibrary { () throws(VaultError) in
      try SplicedVault(messages[0], password: passwords[0], messages[1], password: passwords[1])
    }
    let rows: [(StyledText, VaultError?)] = [
      ("Alice, before", vault.originalRefusal(of: passwords[0])),
      ("Bob, before", vault.originalRefusal(of: passwords[1])),
      ("Alice, after", vault.refusal(of: passwords[0])), ("Bob, after", vault.refusal(of: passwords[1])),
    ]
    page.rows(
      rows.map { name, refusal in
        (name.padded(to: 16), refusal.map { "\("refused", .good): \("\($0)")" } ?? "opens")
      })
    page.text(
      """
      The header has one tag: HMAC-SHA-256 over all slots, under a key that comes from the data key (FORMAT.md, section \
      4). Mallory can compute it for Alice's data key or for Bob's. One tag that is right for both would be a collision \
      of HMAC-SHA-256, and nobody can find one. The chunks of the content have such tags too.
      """)
  }
}
