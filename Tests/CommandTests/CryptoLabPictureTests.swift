import Foundation
import Testing

/// What ecb-picture reads and writes.
@Suite("crypto-lab: ecb-picture")
struct CryptoLabPictureTests {
  private static let lab = Command("crypto-lab")
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("picture-\(UUID().uuidString)")

  private func run(_ arguments: [String], input: [UInt8] = []) throws -> Command.Outcome {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try Self.lab.run(["ecb-picture"] + arguments, input: input, directory: folder)
  }

  private func file(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map(Array.init)
  }

  @Test("it writes one PNG, the same for the same seed, and replaces none unasked")
  func writes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run(["--seed", "1"]).status == 0)
    let first = try #require(file("ecb-picture.png"))
    #expect(first.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    let again = try run(["--seed", "2"])
    #expect(again.status == 1 && again.stdout.isEmpty)
    #expect(again.stderr == "crypto-lab: ecb-picture.png exists already; --force replaces it\n")
    #expect(file("ecb-picture.png") == first)
    #expect(try run(["--seed", "2", "--force"]).status == 0)
    #expect(file("ecb-picture.png") != first)
    #expect(try run(["--seed", "1", "-o", "other.png"]).status == 0)
    #expect(file("other.png") == first)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["ecb-picture.png", "other.png"])
  }

  @Test(
    "it takes pictures of any shape, from a pipe too", arguments: [(1, 1), (1, 90), (300, 2), (64, 48), (1000, 700)])
  func ownPicture(width: Int, height: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = Array("P6 \(width) \(height) 255\n".utf8) + [UInt8](repeating: 200, count: 3 * width * height)
    let run = try run(["--image", "-"], input: picture)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(run.text.contains("Your picture has \(width) by \(height) pixels"))
    #expect(file("ecb-picture.png") != nil)
  }

  @Test("a picture it cannot read is an error that names the file, and nothing is written")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (input, reason) in [
      ("GIF89a", "no picture that this lesson reads: it reads PPM (P3, P6) and BMP (24 or 32 bits)"),
      ("P6 99999 99999 255\n", "a picture of 99999 by 99999 pixels; this lesson takes 1 to 2097152 in all"),
      ("P6 2 1 255\nabc", "the file ends after 14 of 17 bytes"),
    ] {
      let run = try run(["--image", "-"], input: Array(input.utf8))
      #expect(run.status == 1 && run.stdout.isEmpty)
      #expect(run.stderr == "crypto-lab: -: \(reason)\n")
    }
    #expect(try run(["--image", "nowhere.ppm"]).stderr.contains("cannot read nowhere.ppm"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
