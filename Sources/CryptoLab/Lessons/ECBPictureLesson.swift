import AES
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// A picture encrypted in ECB, CBC and CTR. In ECB its shapes stay visible.
///
/// Spec: NIST SP 800-38A, section 6.1.
struct ECBPictureLesson: Lesson {
  static let name = "ecb-picture"
  static let summary = "a picture in ECB, CBC and CTR: see what ECB leaks"
  static let help = """
    usage: crypto-lab ecb-picture [--image FILE] [--output FILE] [options]

    Encrypts the colours of a picture in ECB, CBC and CTR, draws what comes out, and
    writes it side by side as a PNG file: the picture, ECB, CBC, CTR.

      --image FILE     a PNG, a PPM (P3, P6) or a BMP (24 or 32 bits) of at most
                       2,097,152 pixels (1920 by 1080 fits); without it a padlock
                       is drawn
      -o, --output OUT where to write the PNG; without it ecb-picture.png, or
                       ecb-picture-2.png and so on if that exists
      --force          the file may exist
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CBC's IV and CTR's first counter
    \(LabCommand.lessonHelp)

    Drawings and logos, which have large areas of one colour, show most.

    Examples:
      crypto-lab ecb-picture
      crypto-lab ecb-picture --output padlock.png --key-text "sixteen letters."
    """
  static let options: [Option] = [
    .text("image"), .output, .flag("force"), .hex("key"), .hex("iv"),
  ]

  private let picture: Picture
  private let isOwnPicture: Bool
  private let output: String
  private let mayReplace: Bool
  private let key: [UInt8]
  private let iv: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    mayReplace = try options.text("force") != nil
    output = try options.text("output") ?? Self.defaultOutput(replacing: mayReplace)
    try Files.requireWritable(output, replacing: mayReplace)
    let image = try options.text("image")
    isOwnPicture = image != nil
    if let image {
      let file = try Files.read(image)
      do throws(PictureError) {
        picture = try Picture(file: file)
      } catch {
        throw .data("\(image): \(error)")
      }
    } else {
      picture = .padlock
    }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
  }

  /// The default name of the picture: an unused name, so that the lesson can be repeated.
  private static func defaultOutput(replacing: Bool) -> String {
    let names = (1...).lazy.map { $0 == 1 ? "ecb-picture.png" : "ecb-picture-\($0).png" }
    return names.first { replacing || !Files.exists(at: $0) }!
  }

  private static let modes: [ModeCipher.Mode] = [.ecb, .cbc, .ctr]

  func tell(on page: Page) throws(LabError) {
    introduce(on: page)
    var panels: [Picture] = []
    for mode in Self.modes {
      let cipher = ModeCipher(mode, key: key, iv: iv)
      panels.append(try askLibrary { () throws(AESError) in try picture.encrypted(by: cipher) })
    }
    tellPanels(panels, on: page)
    tellCounts(panels, on: page)
    let sheet = Picture(sideBySide: [picture] + panels, gap: 16)
    try Files.write(sheet.png, to: output, replacing: mayReplace)
    page.heading("The same on a screen or a wall")
    page.text(
      """
      Written to \(output, .strong): \(sheet.width) by \(sheet.height) pixels; from the left the picture, ECB, CBC, CTR.
      """)
    page.end(
      remember: [
        "ECB hides the bytes of each block, but not which blocks are equal; in a drawing that is the drawing.",
        "It is not AES that fails: the same AES with the same key gives nothing away in CBC or CTR.",
        "A table, a form or a disk full of zeros is such a picture too: never use ECB for more than one block.",
      ],
      variations: [
        Variation(
          "ecb-picture --force --key-text \"sixteen letters.\"",
          "another key: other colours, and as many different blocks"),
        Variation(
          "ecb-picture --force --iv 00000000000000000000000000000000",
          "an IV of zeros: in CBC and CTR all blocks are different even so"),
        Variation(
          "ecb-picture --image ecb-picture.png --output again.png --force",
          "what was written, as one picture: ECB leaves two of the four as they were, in other colours"),
      ],
      next: "padding", why: "how the last block is filled up, and how it is emptied again.")
  }

  private func introduce(on page: Page) {
    page.text(
      """
      You will see a picture encrypted in three ways with one key\(hasShapes ? ", and recognise it in one of them" : "").
      """)
    page.heading("The picture")
    page.text(
      """
      \(isOwnPicture ? "Your picture" : "Our picture, a padlock,") has \(picture.width) by \(picture.height) pixels, \
      and each pixel is three bytes: how much red, green and blue it has. Here it is, with \(scale):
      """)
    page.drawing(PictureDrawing.lines([thumbnail(of: picture)], gap: 0, fullColour: page.hasFullColour))
    page.text(
      """
      We encrypt these bytes row by row and show the ciphertext as if its bytes were colours. AES takes 16 bytes at a \
      time (a block): five pixels and a third. The key:
      """)
    page.drawing(["key     \(.hex(key) as StyledText)"])
  }

  private func tellPanels(_ panels: [Picture], on page: Page) {
    page.heading("What an eavesdropper sees")
    page.text(
      """
      ECB encrypts each block on its own, CBC mixes each with the ciphertext before it, and CTR adds a keystream that \
      never repeats (NIST SP 800-38A, sections 6.1, 6.2 and 6.5).
      """)
    page.ask("In which of the three will one recognise the picture?", hasShapes ? .word(["ECB"]) : .open)
    let small = panels.map(thumbnail)
    let labels = Self.modes.map { StyledText($0.rawValue.uppercased(), .strong) }
    page.drawing(
      [.columns(labels, width: max(3, small[0].width) + Self.gap)]
        + PictureDrawing.lines(small, gap: max(0, 3 - small[0].width) + Self.gap, fullColour: page.hasFullColour))
  }

  private func tellCounts(_ panels: [Picture], on page: Page) {
    page.heading("Why")
    page.text("Blocks that are equal look equal. How many different blocks there are:")
    let all = picture.blockCounts.all
    page.ask(
      "Will CBC have more different blocks than ECB?",
      .yes(panels[1].blockCounts.different > panels[0].blockCounts.different))
    for (name, picture) in zip(["picture", "ECB", "CBC", "CTR"], [picture] + panels) {
      let different = picture.blockCounts.different
      let isLeak = name == "ECB" && different < all
      page.line("\(StyledText(name).padded(to: 8))\(StyledText("\(different)", isLeak ? .bad : .none)) of \(all)")
    }
    page.text(
      "The codebook turns each kind of block into another kind, always the same one. \(remark)")
  }

  /// Whether most blocks occur more than once, and there are more different blocks than one colour gives.
  private var hasShapes: Bool {
    let (all, different) = picture.blockCounts
    return different > Self.plainKindCount && 2 * different <= all
  }

  private static let remarkOnAreas =
    "Each of our four colours makes three kinds (a block begins with red, green or blue); edges make the rest."

  /// The different blocks in an area of one colour: they begin with red, green or blue.
  private static let plainKindCount = 3

  private var remark: StyledText {
    let (all, different) = picture.blockCounts
    if all < 2 { return "This picture has fewer than two whole blocks: none can be equal to another." }
    if different <= Self.plainKindCount {
      return "This picture is one colour or one small pattern: ECB shows that it is, and there is no shape to show."
    }
    if hasShapes {
      return isOwnPicture
        ? "It changes the colours and leaves the shapes."
        : "It changes the colours and leaves the shapes. \(Self.remarkOnAreas)"
    }
    return different == all
      ? "No two of the blocks are equal here, so ECB shows no more than the others: it waits for a picture that has some."
      : "Few of the blocks are equal here, as in a photograph: where they are, ECB shows it; the rest looks like noise."
  }

  private static let gap = 2

  private static let size = (columns: 25, rows: 24)

  private func thumbnail(of picture: Picture) -> Picture {
    picture.thumbnail(columns: Self.size.columns, rows: Self.size.rows)
  }

  /// What a character of the drawing stands for.
  private var scale: StyledText {
    let step = picture.thumbnailStep(columns: Self.size.columns, rows: Self.size.rows)
    return step == 1
      ? "two pixels in each character, one above the other"
      : "two of every \(step) by \(2 * step) pixels in each character, one above the other"
  }
}
