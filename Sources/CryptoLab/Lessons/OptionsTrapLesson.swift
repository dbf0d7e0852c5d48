import AES
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// Why `kCCOptionPKCS7Padding + kCCModeCBC` asks CommonCrypto for ECB.
///
/// Source: Apple, CommonCryptor.h; NIST SP 800-38A, sections 6.1 and 6.2.
struct OptionsTrapLesson: Lesson {
  static let name = "options-trap"
  static let summary = "how code that says CBC gets ECB: CommonCrypto's options"
  static let help = """
    usage: crypto-lab options-trap [INPUT] [--key HEX] [--iv HEX] [options]

    A line of code that names CBC and gets ECB, without an error: the options of
    Apple's CommonCrypto, added up, and what they do to a message.

      INPUT            1 to 63 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CBC's IV
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab options-trap
      crypto-lab options-trap --text "sixteen letters.sixteen letters."
    """
  static let options: [Option] = [.input("message"), .hex("key"), .hex("iv")]

  private typealias CCOptions = CommonCryptoOptions

  private let message: [UInt8]
  private let key: [UInt8]
  private let iv: [UInt8]
  private let otherIV: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    message = try options.bytes("message", atMost: 63) ?? Array("Pay 100 to AlicePay 100 to AlicePay 100 to Bob".utf8)
    guard !message.isEmpty else { throw .data("\(options.label("message")) has 0 bytes; this lesson needs 1 to 63") }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    otherIV = random.bytes(16)
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see a line of code that asks for CBC and gets ECB, without an error and without a warning, and how the \
      ciphertext gives it away.
      """)
    tellSum(on: page)
    try tellCiphertexts(on: page)
    try tellIV(on: page)
    tellTable(on: page)
    page.end(
      remember: [
        "Where options are bits, only options may be added: the number of a mode among them means something else.",
        """
        Nothing fails: what was encrypted so is decrypted by the same line. Look at a ciphertext of equal blocks, or \
        encrypt twice with two IVs.
        """,
        "In this package a mode is a type, AES.CBC or AES.ECB. There is no number that could be the wrong one.",
      ],
      variations: [
        Variation(
          "options-trap --text \"sixteen letters.sixteen letters.\"",
          "two equal blocks, and options 3 shows that they are"),
        Variation(
          "options-trap --text \"no two blocks of this are equal\"", "nothing shows: the mistake is there, and waits"),
        Variation(
          "options-trap --key-text \"thirty-two letters make this key\"", "AES-256: options 3 is ECB with a longer key"),
      ],
      next: "aes-rounds", why: "what AES does to a block, round by round.")
  }

  private func tellSum(on page: Page) {
    let (padding, mode) = (CCOptions.pkcs7Padding.rawValue, CCOptions.ccModeCBC)
    page.heading("The line of code")
    page.text(
      """
      CommonCrypto is the encryption library in Apple's systems. Its function CCCrypt takes an algorithm, a key, an IV \
      and one number called options. This is found in published programs, with + or with |:
      """)
    page.drawing(["  CCCrypt(kCCEncrypt, kCCAlgorithmAES,", "          kCCOptionPKCS7Padding + kCCModeCBC, …)"])
    page.text(
      """
      It seems to say: padding PKCS#7, which fills the last block up, and mode CBC. But all that CCCrypt sees is a \
      sum, and each bit of it is one option (CommonCryptor.h):
      """)
    page.ask(
      "kCCOptionPKCS7Padding is \(padding) and kCCModeCBC is \(mode): what does CCCrypt see?", .number(padding + mode))
    page.drawing([
      number("  kCCOptionPKCS7Padding", padding, "an option: pad the message"),
      number("+ kCCModeCBC", mode, "no option: a mode of another function"),
      number("=", padding + mode, ""),
    ])
    page.drawing([
      number("  kCCOptionPKCS7Padding", padding, "this bit is set: pad the message"),
      number("  kCCOptionECBMode", CCOptions.ecbMode.rawValue, "\("this bit is set: ECB", .bad)"),
    ])
    page.text(
      """
      kCCModeCBC is for CCCryptorCreateWithMode, where the mode has a place of its own. It happens to be 2, and so is \
      kCCOptionECBMode. CBC is what CCCrypt does when nobody asks for ECB.
      """)
  }

  private func number(_ name: StyledText, _ value: Int, _ remark: StyledText) -> StyledText {
    "  \(name.padded(to: 26))\(value)  binary \(value < 2 ? "0" : "")\(String(value, radix: 2))   \(remark)"
  }

  private func tellCiphertexts(on page: Page) throws(LabError) {
    let padded = Blocks.split(ModeCipher(.cbc, key: key, iv: iv).padded(message))
    let (meant, got) = (try encrypt(.pkcs7Padding, iv), try encrypt([.pkcs7Padding, .ecbMode], iv))
    page.heading("What comes out")
    page.text("A message in blocks of 16 bytes, its padding included. Equal blocks have the same letter:")
    page.drawing([ModeDrawing.characters("message", padded), ModeDrawing.letters(padded)])
    page.text("Options 1, padding alone: this is CBC (SP 800-38A, section 6.2).")
    page.drawing([ModeDrawing.digits("cipher", meant), ModeDrawing.letters(meant)])
    page.ask("With options 3: how many different blocks?", .number(Set(got).count))
    page.text("Options 3, the line above: this is ECB (section 6.1).")
    page.drawing([ModeDrawing.digits("cipher", got), ModeDrawing.letters(got)])
    let equal = got.count - Set(got).count
    page.text(
      equal > 0
        ? "The letters are those of the message: whoever sees the ciphertext sees which blocks of it are equal."
        : "This message has no equal blocks, so nothing shows: the mistake waits for a message that has some.")
  }

  private func tellIV(on page: Page) throws(LabError) {
    page.heading("The IV that nobody reads")
    page.text(
      """
      The program makes a random IV for each message, as it should. CBC uses it; in ECB there is no place for it, and \
      CCCrypt ignores it. The first block with two IVs:
      """)
    page.ask("With options 3, does another IV make another ciphertext?", .yes(false))
    page.drawing([.block("IV", iv), .block("new IV", otherIV)])
    for options in [CCOptions.pkcs7Padding, [.pkcs7Padding, .ecbMode]] {
      let blocks = [try encrypt(options, iv)[0], try encrypt(options, otherIV)[0]]
      let isSame = blocks[0] == blocks[1]
      page.drawing([
        "options \(options.rawValue), \(options.contains(.ecbMode) ? "ECB" : "CBC")", .block("IV", blocks[0]),
        .block("new IV", blocks[1], remark: isSame ? "\("the same", .bad)" : "\("another one", .good)"),
      ])
    }
    page.text("So with options 3, a message that is sent twice is seen to be the same, too.")
  }

  private func tellTable(on page: Page) {
    page.heading("Every way to write it")
    page.line("  \("code", .strong)                                number  \("what CCCrypt does", .strong)")
    let (padding, ecb, cbc) = (CCOptions.pkcs7Padding.rawValue, CCOptions.ccModeECB, CCOptions.ccModeCBC)
    for (code, value) in [
      ("kCCOptionPKCS7Padding", padding), ("kCCOptionPKCS7Padding + kCCModeCBC", padding + cbc),
      ("kCCModeCBC", cbc), ("kCCModeECB", ecb), ("kCCOptionPKCS7Padding + kCCModeECB", padding + ecb),
      ("kCCOptionPKCS7Padding | kCCModeECB", padding | ecb),
    ] {
      let options = CCOptions(rawValue: value)
      let isECB = options.contains(.ecbMode)
      page.line(
        """
          \(code.padded(to: -38))\("\(value)".padded(to: -6))\
        \(isECB ? "ECB" : "CBC", isECB ? .bad : .none), \(options.contains(.pkcs7Padding) ? "padded" : "not padded")
        """)
    }
    page.text(
      """
      Right is the first line: padding, and nothing more. Of the others, four name one mode and get the other, and one \
      loses its padding.
      """)
  }

  private func encrypt(_ options: CCOptions, _ iv: [UInt8]) throws(LabError) -> [[UInt8]] {
    Blocks.split(try askLibrary { () throws(AESError) in try options.encrypt(message, key: key, iv: iv) })
  }
}
