import SwiftVaultLessonLogic

/// A file read as a picture is refused, or its pixels, written in each format, are read back unchanged.
enum Pictures: Target {
  static func run(_ input: [UInt8]) {
    guard let picture = attempt(PictureError.self, { try Picture(file: input) }) else { return }
    expect(picture.bytes.count == 3 * picture.width * picture.height, "three bytes a pixel")
    expect(picture.bytes.count <= 3 * Picture.maximumPixelCount, "the most pixels")
    for file in [
      ppm(picture, isBinary: true), ppm(picture, isBinary: false), bmp(picture, 24), bmp(picture, 32), picture.png,
    ] {
      expect(attempt(PictureError.self) { try Picture(file: file) } == picture, "written and read again")
      expect(attempt(PictureError.self) { try Picture(file: file.dropLast()) } != picture, "without its last byte")
    }
    let small = picture.thumbnail(columns: 1 + Int(input[input.count - 1]) % 40, rows: 1 + Int(input[2]) % 40)
    expect(small.width <= picture.width && small.height <= picture.height, "a thumbnail that is larger")
    expect(picture.png.starts(with: [0x89, 0x50, 0x4e, 0x47]), "a PNG")
    _ = picture.blockCounts
  }

  private static func ppm(_ picture: Picture, isBinary: Bool) -> [UInt8] {
    let head = Array("P\(isBinary ? 6 : 3)\n\(picture.width) \(picture.height) 255\n".utf8)
    return head + (isBinary ? picture.bytes : Array(picture.bytes.map { "\($0)" }.joined(separator: " ").utf8))
  }

  private static func bmp(_ picture: Picture, _ bits: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let rows = (0..<picture.height).reversed().map { row -> [UInt8] in
      var bytes: [UInt8] = []
      for pixel in Array(picture.row(row)).chunks(of: 3) {
        bytes += pixel.reversed() + [UInt8](repeating: 0, count: bits / 8 - 3)
      }
      return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var file = Array("BM".utf8)
    for (value, count) in [
      (54 + rows.joined().count, 4), (0, 4), (54, 4), (40, 4), (picture.width, 4), (picture.height, 4), (1, 2),
      (bits, 2),
    ] {
      file += little(value, count)
    }
    return file + [UInt8](repeating: 0, count: 24) + rows.joined()
  }
}
