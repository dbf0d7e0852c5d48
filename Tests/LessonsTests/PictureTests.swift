import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: pictures")
struct PictureTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("ECB leaves equal blocks equal; in CBC and CTR no two blocks of the padlock are")
  func padlock() throws {
    var random = SeededGenerator(seed: 1)
    let (key, iv) = (random.bytes(16), random.bytes(16))
    let picture = Picture.padlock
    let groups = Blocks.groups(Blocks.split(picture.bytes))
    #expect(picture.blockCounts == (28_800, Set(groups).count) && Set(groups).count < 100)
    for mode in ModeCipher.Mode.allCases {
      let encrypted = try picture.encrypted(by: ModeCipher(mode, key: key, iv: iv))
      #expect((encrypted.width, encrypted.height) == (400, 384))
      if mode == .ecb {
        #expect(Blocks.groups(Blocks.split(encrypted.bytes)) == groups)
        #expect(zip(encrypted.bytes, picture.bytes).count(where: ==) < picture.bytes.count / 50)
      } else {
        #expect(encrypted.blockCounts == (28_800, 28_800))
      }
    }
  }

  @Test("the small ECB picture has one colour where the picture has one, so the padlock is seen")
  func thumbnail() throws {
    let cipher = ModeCipher(.ecb, key: [UInt8](repeating: 7, count: 16), iv: [UInt8](repeating: 0, count: 16))
    let small = Picture.padlock.thumbnail(columns: 25, rows: 24)
    let leaked = try Picture.padlock.encrypted(by: cipher).thumbnail(columns: 25, rows: 24)
    #expect((small.width, small.height) == (25, 24) && (leaked.width, leaked.height) == (25, 24))
    var colours: [Pixel: [Pixel: Int]] = [:]
    for index in 0..<600 { colours[small[index], default: [:]][leaked[index], default: 0] += 1 }
    #expect(colours.count == 4)
    // Nearly every pixel of a colour becomes the same other colour; the exceptions are blocks with an edge in them.
    let shown = colours.values.compactMap { $0.max { $0.value < $1.value } }
    #expect(Set(shown.map(\.key)).count == 4 && shown.reduce(0) { $0 + $1.value } > 540)
    // A picture of one colour stays one colour at any width, although each row repeats three different blocks.
    let flat = Picture(width: 401, height: 300, bytes: (0..<401 * 300).flatMap { _ in [1, 2, 3] as [UInt8] })
    let leakedFlat = try flat.encrypted(by: cipher)
    #expect(leakedFlat.blockCounts.different == 3)
    let pixels = leakedFlat.thumbnail(columns: 25, rows: 24)
    #expect(Set((0..<pixels.width * pixels.height).map { pixels[$0] }).count == 1)
    let corner = Picture(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6])
    #expect(corner.thumbnail(columns: 25, rows: 24) == corner)
    #expect(corner.thumbnail(columns: 1, rows: 1) == Picture(width: 1, height: 1, bytes: [4, 5, 6]))
  }

  @Test("PPM: text and bytes, comments, other greatest values")
  func ppm() throws {
    let two = Picture(width: 2, height: 1, bytes: [255, 0, 0, 1, 2, 3])
    #expect(try Picture(file: Self.text("P3\n# by hand\n2 1 # wide\n255\n255 0 0  1 2 3\n")) == two)
    #expect(try Picture(file: Self.text("P6 2 1 255\n") + two.bytes) == two)
    // The first pixel may look like white space.
    #expect(try Picture(file: Self.text("P6\n1\n1\n255\n") + [10, 10, 32]).bytes == [10, 10, 32])
    #expect(try Picture(file: Self.text("P3 1 1 15 0 7 15")).bytes == [0, 119, 255])
  }

  @Test("BMP: 24 and 32 bits, rows from the bottom or the top, filled to four bytes")
  func bmp() throws {
    let picture = Picture(width: 2, height: 2, bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    let rows24: [[UInt8]] = [[3, 2, 1, 6, 5, 4, 0, 0], [9, 8, 7, 12, 11, 10, 0, 0]]
    let rows32: [[UInt8]] = [[3, 2, 1, 9, 6, 5, 4, 9], [9, 8, 7, 9, 12, 11, 10, 9]]
    #expect(try Picture(file: Self.bmp(bits: 24, height: 2) + rows24[1] + rows24[0]) == picture)
    #expect(try Picture(file: Self.bmp(bits: 24, height: -2) + rows24[0] + rows24[1]) == picture)
    #expect(try Picture(file: Self.bmp(bits: 32, height: 2) + rows32[1] + rows32[0]) == picture)
    let masks: [UInt8] = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0]
    let fields = Self.bmp(bits: 32, height: -2, compression: 3, start: 66) + masks
    #expect(try Picture(file: fields + rows32[0] + rows32[1]) == picture)
    #expect(throws: PictureError.malformed("a BMP with its colours in unusual places")) {
      try Picture(file: Self.bmp(bits: 32, height: -2, compression: 3, start: 66) + masks.reversed() + rows32[0])
    }
  }

  /// The headers of a BMP two pixels wide.
  private static func bmp(
    bits: UInt8, width: Int32 = 2, height: Int32, compression: UInt8 = 0, start: UInt8 = 54
  ) -> [UInt8] {
    func word(_ value: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * Int32($0))) } }
    let file = Self.text("BM") + [UInt8](repeating: 0, count: 8) + [start, 0, 0, 0]
    let info = word(40) + word(width) + word(height) + [1, 0, bits, 0, compression, 0, 0, 0]
    return file + info + [UInt8](repeating: 0, count: 20)
  }

  @Test("a file that is no picture, is cut or is too large is refused with the reason")
  func refused() {
    let files: [(file: [UInt8], error: PictureError)] = [
      ([], .unknownFormat),
      (Self.text("P5 1 1 255\n0"), .unknownFormat),
      (Self.text("P6"), .malformed("the file ends before the width")),
      (Self.text("P3 -1 1 255 0 0 0"), .malformed("the width is no number")),
      (Self.text("P3 1 1 255 0 0"), .malformed("the file ends before value 2")),
      (Self.text("P3 1 1 255 0 0 300"), .malformed("value 2 is 300, though the greatest is said to be 255")),
      (Self.text("P6 1 1 9\n") + [1, 2, 10], .malformed("value 2 is 10, though the greatest is said to be 9")),
      (Self.text("P6 1 1 65535\n"), .malformed("the greatest value is 65535; this lesson reads 1 to 255")),
      (Self.text("P6 2 1 255\n") + [1, 2, 3], .truncated(byteCount: 14, needed: 17)),
      (Self.text("P6 0 1 255\n"), .size(width: 0, height: 1)),
      (Self.text("P6 999999999 999999999 255\n"), .size(width: 999_999_999, height: 999_999_999)),
      (Self.text("P6 1234567890 1 255\n"), .malformed("the width has 10 digits")),
      (Self.text("BM"), .truncated(byteCount: 2, needed: 54)),
      (Self.bmp(bits: 8, height: 1), .malformed("8 bits a pixel; this lesson reads BMP of 24 or 32")),
      (Self.bmp(bits: 24, height: 2), .truncated(byteCount: 54, needed: 70)),
      (Self.bmp(bits: 24, height: .min), .size(width: 2, height: 1 << 31)),
      (Self.bmp(bits: 24, width: -2, height: 1), .size(width: -2, height: 1)),
      (
        Self.bmp(bits: 24, height: 1, compression: 1),
        .malformed("a compressed BMP (kind 1); this lesson reads those that are not")
      ),
      (Self.bmp(bits: 24, height: 1, start: 50), .malformed("its pixels begin inside its header, at byte 50")),
    ]
    for (file, error) in files {
      #expect(throws: error) { try Picture(file: file) }
    }
  }

  @Test("no damage of a file traps: it is refused, or read as another picture")
  func damaged() {
    let files = [
      Self.text("P6 2 2 255\n") + (1...12), Self.text("P3 2 1 9 1 2 3 4 5 6\n"),
      Self.bmp(bits: 24, height: 2) + [UInt8](repeating: 7, count: 16),
      Self.bmp(bits: 32, height: -2, compression: 3, start: 66) + [UInt8](repeating: 7, count: 28),
    ]
    for file in files {
      // Text may end after any digit, and then has another value.
      let isText = file[1] == UInt8(ascii: "3")
      for end in file.indices.dropLast() { #expect(isText || (try? Picture(file: Array(file[..<end]))) == nil) }
      for index in file.indices {
        for value: UInt8 in [0, 1, 0x20, 0x39, 0x7f, 0x80, 0xff] {
          var damaged = file
          damaged[index] = value
          if let picture = try? Picture(file: damaged) {
            #expect(picture.bytes.count == 3 * picture.width * picture.height)
          }
        }
      }
    }
  }

  @Test("pictures side by side have white between them")
  func sideBySide() {
    let left = Picture(width: 1, height: 2, bytes: [1, 2, 3, 4, 5, 6])
    let right = Picture(width: 1, height: 2, bytes: [7, 8, 9, 10, 11, 12])
    let both = Picture(sideBySide: [left, right], gap: 1)
    #expect(both.width == 3 && both.bytes == [1, 2, 3, 255, 255, 255, 7, 8, 9, 4, 5, 6, 255, 255, 255, 10, 11, 12])
  }

  @Test("checksums: the check values of the standards")
  func checksums() {
    #expect(Checksum.crc32(Self.text("123456789")) == 0xcbf4_3926)
    #expect(Checksum.adler32(Self.text("Wikipedia")) == 0x11e6_0398)
  }
}
