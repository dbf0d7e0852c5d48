import AES
import SwiftVaultLessonLogic
import SwiftVaultReference

/// GCM's tag computed by hand for two blocks, and what a repeated nonce reveals: the hash key.
///
/// Spec: NIST SP 800-38D, sections 6.3, 6.4, 7.1 and 8.
struct GCMLesson: Lesson {
  static let name = "gcm"
  static let summary = "GCM's tag by hand, and forged after one nonce used twice"
  static let help = """
    usage: crypto-lab gcm [INPUT] [--other TEXT] [--forged TEXT] [options]

    The tag of a GCM message, computed step by step. Then a second message under
    the same nonce: their tags give the key of all tags, and a third is forged.

      INPUT            1 to 16 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --other TEXT     the message under the same nonce, of the same length
      --forged TEXT    the message that is forged, of the same length
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         the nonce, 12 bytes
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab gcm
      crypto-lab gcm --text "yes" --other "no!" --forged "ok?"
    """
  static let options: [Option] = [
    .input("message"), .bytesAsText("other"), .bytesAsText("forged"), .hex("key"), .hex("iv"),
  ]

  private let messages: [[UInt8]]
  private let forged: [UInt8]
  private let key: SymmetricKey
  private let nonce: [UInt8]
  private let freshNonce: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    messages = [
      try options.bytes("message", atMost: 16) ?? Array("Pay 100 to Alice".utf8),
      try options.bytes("other", atMost: 16) ?? Array("See you at noon!".utf8),
    ]
    forged = try options.bytes("forged", atMost: 16) ?? Array("Pay 999 to Mally".utf8)
    guard !messages[0].isEmpty else { throw .data("\(options.label("message")) has 0 bytes; it needs 1 to 16") }
    for (name, bytes) in [("other", messages[1]), ("forged", forged)] where bytes.count != messages[0].count {
      throw .data(
        "\(options.label(name)) has \(bytes.count.units("byte")) and the message \(messages[0].count); they must be equal"
      )
    }
    guard messages[0] != messages[1] else {
      throw .data("\(options.label("other")) is the message itself, and equal messages under one nonce are one message")
    }
    key = SymmetricKey(data: try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16))
    nonce = try options.bytes("iv", counts: [12]) ?? random.bytes(12)
    freshNonce = random.bytes(12)
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see the tag of a message computed by hand, and a message that nobody sealed accepted, because one nonce \
      was used twice.
      """)
    let sealed = try seal(messages[0], nonce)
    try tellTag(sealed, on: page)
    tellField(on: page)
    let second = try seal(messages[1], nonce)
    let forgery = GCMForgery(sealed, second)
    tellReuse(sealed, second, forgery, on: page)
    try tellForgery(forgery, sealed, on: page)
    try tellFresh(sealed, on: page)
    page.end(
      remember: [
        "GCM encrypts in CTR and authenticates with GHASH, a polynomial of the ciphertext at a secret point H.",
        "Two messages under one nonce give away their sum and H: from then on anybody can forge under that key.",
        "Take a new nonce for each message: counted, or 12 random bytes for at most 2^32 messages under a key.",
      ],
      variations: [
        Variation("gcm --text \"yes\" --other \"no!\" --forged \"ok?\"", "three bytes are enough for the equation"),
        Variation(
          "gcm --key-text \"thirty-two letters make this key\"", "AES-256: the forgery is accepted all the same"),
        Variation(
          "gcm --iv 000000000000000000000000",
          "a nonce of zeros is as good as another: only its repetition gives H away"),
      ],
      next: "commitment", why: "one ciphertext that opens under two passwords.")
  }

  private func seal(_ message: [UInt8], _ nonce: [UInt8]) throws(LabError) -> GCMForgery.Sealed {
    try askLibrary { () throws(AESError) in
      let box = try AES.GCM.seal(message, using: key, nonce: AES.GCM.Nonce(data: nonce))
      return GCMForgery.Sealed(ciphertext: box.ciphertext, tag: box.tag)
    }
  }

  private func encrypted(_ block: [UInt8]) throws(LabError) -> [UInt8] {
    try askLibrary { () throws(AESError) in try AES.ECB.encrypt(block, using: key, padding: .none) }
  }

  private func tellTag(_ sealed: GCMForgery.Sealed, on page: Page) throws(LabError) {
    page.heading("The tag, by hand (SP 800-38D, sections 6.4 and 7.1)")
    page.text(
      """
      GCM encrypts in CTR. The counter is the nonce of 12 bytes and a number of 32 bits; the message begins at number 2:
      """)
    page.drawing([.block("M", messages[0]), .block("C", sealed.ciphertext)])
    page.text(
      "Two values come from the key: H, the encrypted zero block; and the mask, the encrypted counter of number 1.")
    let hashKey = GHASHElement(try encrypted([UInt8](repeating: 0, count: 16)))
    let mask = GHASHElement(try encrypted(nonce + [0, 0, 0, 1]))
    page.drawing([.block("H", hashKey.block), .block("mask", mask.block)])
    page.text(
      """
      GHASH goes over two blocks here: the ciphertext, and a block L of the lengths in bits. It adds a block, multiplies \
      by H, adds the next and multiplies by H again. Every step:
      """)
    let blocks = GCMTag.blocks(of: sealed.ciphertext)
    let product = blocks[0] * hashKey
    let sum = product + blocks[1]
    let hash = sum * hashKey
    page.drawing([
      .block("C · H", product.block), .block("L", blocks[1].block), .block("⊕", sum.block),
      .block("· H", hash.block), .block("⊕ mask", (hash + mask).block) { _ in .good },
      .block("the tag", sealed.tag, remark: "the library") { _ in .good },
    ])
    page.text(
      """
      So the tag is a polynomial of the blocks, at the point H: C·H² ⊕ L·H ⊕ mask. Whoever does not know H and the mask \
      cannot compute it for another ciphertext.
      """)
  }

  private func tellField(on page: Page) {
    page.heading("What · means (section 6.3)")
    page.text(
      """
      A block is itself a polynomial of 128 bits, the first bit that of x^0. Times x moves every bit one place to the \
      right; a bit that falls out, x^128, becomes 1 + x + x^2 + x^7, which is the byte e1. So the product stays a block:
      """)
    let last = GHASHElement([UInt8](repeating: 0, count: 15) + [0x01])
    let one = GHASHElement.one
    page.drawing([
      .block("1", one.block), .block("1 · x", one.timesX.block), .block("x^127", last.block),
      .block("… · x", last.timesX.block),
    ])
    page.text(
      """
      A product is the sum of such shifted blocks, one for each bit of the other factor. Every block but 0 has an \
      inverse, so equations can be solved as at school. That is what makes GHASH fast, and what the attacker needs.
      """)
  }

  private func tellReuse(
    _ first: GCMForgery.Sealed, _ second: GCMForgery.Sealed, _ forgery: GCMForgery, on page: Page
  ) {
    page.heading("A nonce used twice")
    page.text(
      "A careless program seals another message under the same nonce. The attacker sees both ciphertexts and tags:")
    page.drawing([
      .block("C1", first.ciphertext), .block("T1", first.tag), .block("C2", second.ciphertext),
      .block("T2", second.tag),
    ])
    page.text(
      """
      The ciphertexts give away the sum of the messages (see crypto-lab nonce-reuse). The tags give away more. The \
      masks are the same, and so are the blocks L. In the sum of the tags both fall away, and one equation with one \
      unknown is left:
      """)
    page.drawing(["T1 ⊕ T2 = (C1 ⊕ C2) · H²    so    H² = (T1 ⊕ T2) · (C1 ⊕ C2)⁻¹"])
    page.ask("Can the attacker compute H without the key?", .yes(true))
    page.text("A square root is easy in this field: square 127 times. The attacker, without the key, has computed:")
    page.drawing([
      .block("H", forgery.hashKey.block) { _ in .bad }, .block("mask", forgery.mask.block) { _ in .bad },
    ])
    page.text(
      "The same as above. Longer messages give a polynomial of higher degree, with a few roots to try instead of one.")
  }

  private func tellForgery(_ forgery: GCMForgery, _ first: GCMForgery.Sealed, on page: Page) throws(LabError) {
    page.heading("A message that nobody sealed")
    page.text(
      """
      Suppose that the attacker knows the first message. C1 ⊕ M1 is the keystream, which encrypts any other message; \
      H and the mask give its tag:
      """)
    let made = forgery.forge(forged, known: messages[0], first)
    page.drawing([.block("C", made.ciphertext), .block("tag", made.tag)])
    let opened = try open(made, nonce)
    page.ask("Will the receiver accept it?", .yes(opened != nil))
    page.text("The receiver opens it with the key. The library says:")
    page.drawing(
      opened.map { ["accepted: \(.characters($0) { _ in .bad } as StyledText)"] } ?? ["refused: authentication failed"])
  }

  private func open(_ sealed: GCMForgery.Sealed, _ nonce: [UInt8]) throws(LabError) -> [UInt8]? {
    let box = try askLibrary { () throws(AESError) in
      try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.ciphertext, tag: sealed.tag)
    }
    return try? AES.GCM.open(box, using: key)
  }

  private func tellFresh(_ first: GCMForgery.Sealed, on page: Page) throws(LabError) {
    page.heading("The same with a new nonce")
    page.text(
      """
      Had the second message had a nonce of its own, its mask would be another, and would not fall away. The same \
      computation then gives another H, and the same forgery:
      """)
    let forgery = GCMForgery(first, try seal(messages[1], freshNonce))
    let opened = try open(forgery.forge(forged, known: messages[0], first), nonce)
    page.ask("Will the receiver accept this one?", .yes(opened != nil))
    page.drawing([
      .block("H?", forgery.hashKey.block),
      opened == nil ? "\("refused", .good): authentication failed" : "\("accepted", .bad)",
    ])
    page.text(
      """
      H is the same for all messages under a key. So one repetition spoils the key for good: with H, the mask of any \
      other message follows from its ciphertext and tag.
      """)
  }
}
