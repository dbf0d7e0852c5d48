import Foundation
import SwiftVaultTestSupport
import Testing

/// The pictures that ecb-picture reads and writes.
@Suite("crypto-lab: ecb-picture")
struct CryptoLabPictureTests {
  private static let lab = Command("crypto-lab")
  private let folder = TestFolder()

  private func run(_ arguments: [String], input: [UInt8] = []) throws -> Command.Outcome {
    try Self.lab.run(["ecb-picture"] + arguments, input: input, in: folder)
  }

  @Test("it writes one PNG, the same for the same seed, and replaces none unasked")
  func writes() throws {
    #expect(try run(["--seed", "1"]).status == 0)
    let first = try #require(folder.read("ecb-picture.png"))
    #expect(first.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    let again = try run(["--seed", "2"])
    #expect(again.status == 0 && again.text.contains("Written to ecb-picture-2.png:"))
    let named = try run(["--seed", "2", "-o", "ecb-picture.png"])
    #expect(named.status == 1 && named.output.isEmpty)
    #expect(named.errors == "crypto-lab: ecb-picture.png exists already; --force replaces it\n")
    #expect(folder.read("ecb-picture.png") == first)
    #expect(try run(["--seed", "2", "--force"]).status == 0)
    #expect(folder.read("ecb-picture.png") != first)
    #expect(try run(["--seed", "1", "-o", "other.png"]).status == 0)
    #expect(folder.read("other.png") == first)
    #expect(folder.names == ["ecb-picture-2.png", "ecb-picture.png", "other.png"])
  }

  @Test(
    "it takes pictures of any shape, from a pipe too", arguments: [(1, 1), (1, 90), (300, 2), (64, 48), (1000, 700)])
  func ownPicture(width: Int, height: Int) throws {
    let picture = Array("P6 \(width) \(height) 255\n".utf8) + [UInt8](repeating: 200, count: 3 * width * height)
    let run = try run(["--image", "-"], input: picture)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    let text = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("Your picture has \(width) by \(height) pixels"))
    // 25 columns and 24 rows of pixels at equal distances, two rows in a line of characters.
    let step = max((width + 24) / 25, (height + 23) / 24)
    #expect(
      text.contains(step == 1 ? "with two pixels in each" : "with two of every \(step) by \(2 * step) pixels in each"))
    #expect(folder.read("ecb-picture.png") != nil)
  }

  /// Pictures of 64 by 48 pixels, each pixel a function of its number, and the sentence about each.
  static let kinds: [(name: String, pixel: @Sendable (Int) -> [UInt8], said: String)] = [
    ("one grey", { _ in [200, 200, 200] }, "one colour or one small pattern"),
    ("stripes", { $0 % 2 == 0 ? [9, 9, 9] : [80, 90, 200] }, "one colour or one small pattern"),
    ("a square", { (16..<32).contains($0 % 64) && $0 > 640 ? [9, 9, 9] : [80, 90, 200] }, "leaves the shapes"),
    ("a flat corner", { $0 % 64 < 16 && $0 < 640 ? [9, 9, 9] : noise($0) }, "Few of the blocks are equal"),
    ("noise", { noise($0) }, "No two of the blocks are equal"),
  ]

  private static func noise(_ number: Int) -> [UInt8] {
    let mixed = UInt64(number &+ 1) &* 0x9e37_79b9_7f4a_7c15
    return [40, 32, 24].map { UInt8(truncatingIfNeeded: mixed >> $0) }
  }

  @Test("what it says of a picture is what was counted in it", arguments: kinds.indices)
  func remarks(index: Int) throws {
    let (name, pixel, said) = Self.kinds[index]
    let run = try run(["--image", "-"], input: Array("P6 64 48 255\n".utf8) + (0..<64 * 48).flatMap(pixel))
    let text = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for (_, _, other) in Self.kinds { #expect(text.contains(other) == (other == said), "\(name): \(other)") }
    #expect(text.contains("and recognise it in one of them") == (said == "leaves the shapes"))
    // Shapes are visible only where blocks are equal; the counts show why.
    let counted = try #require(text.firstMatch(of: /picture (\d+) of 576 ECB (\d+) of 576/))
    #expect(counted.1 == counted.2)
  }

  @Test("a picture without two blocks has nothing to compare")
  func tiny() throws {
    let run = try run(["--image", "-"], input: Array("P6 2 2 255\n".utf8) + [UInt8](repeating: 7, count: 12))
    #expect(run.status == 0 && run.text.contains("fewer than two whole blocks"))
  }

  @Test("it reads the PNG that it has written, and refuses it damaged")
  func png() throws {
    #expect(try run(["--seed", "1"]).status == 0)
    let again = try run(["--image", "ecb-picture.png", "--output", "again.png"])
    #expect(again.status == 0 && again.text.contains("Your picture has 1648 by 384 pixels"))
    // Four times the picture with gaps: as many blocks that differ as CBC and CTR have, and more.
    let counted = try #require(again.text.firstMatch(of: /picture +(\d+) of 118656\nECB +(\d+) of 118656/))
    let different = try #require(Int(counted.1))
    #expect(counted.1 == counted.2 && (57_600..<118_656).contains(different))
    var damaged = [UInt8](try #require(folder.read("ecb-picture.png")))
    damaged[damaged.count / 2] ^= 1
    let refused = try run(["--image", "-", "--force"], input: damaged)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors == "crypto-lab: -: the checksum of the PNG's chunk IDAT is wrong\n")
  }

  @Test("a picture it cannot read is an error that names the file, and nothing is written")
  func refused() throws {
    for (input, reason) in [
      ("GIF89a", "no picture that this lesson reads: it reads PNG, PPM (P3, P6) and BMP (24 or 32 bits)"),
      ("P6 99999 99999 255\n", "a picture of 99999 by 99999 pixels; this lesson takes 1 to 2097152 in all"),
      ("P6 2 1 255\nabc", "the file ends after 14 of 17 bytes"),
    ] {
      let run = try run(["--image", "-"], input: Array(input.utf8))
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors == "crypto-lab: -: \(reason)\n")
    }
    #expect(try run(["--image", "nowhere.ppm"]).errors.contains("cannot read nowhere.ppm"))
    #expect(folder.names == [])
  }
}
