import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: PNG")
struct PNGTests {
  @Test("a reader of the standard finds the picture again")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 3)
    let noise = Picture(width: 37, height: 29, bytes: random.bytes(3 * 37 * 29))
    let wide = Picture(width: 12_000, height: 2, bytes: [UInt8](repeating: 9, count: 72_000))
    let thin = Picture(width: 1, height: 1, bytes: [1, 2, 255])
    for picture in [.padlock, noise, wide, thin] {
      let rows = try #require(Self.rows(in: picture.png))
      let rowByteCount = 3 * picture.width
      #expect(rows == (0..<picture.height).flatMap { [0] + picture.row($0) }, "\(rowByteCount)")
    }
    #expect(Picture.padlock.png.count < 20_000)
  }

  @Test("repetitions of every length from every distance")
  func lengths() throws {
    var random = SeededGenerator(seed: 4)
    for distance in [1, 3, 4, 5, 8, 9, 255, 1000, 4097, 20_000, 32_768, 32_769] {
      let start = random.bytes(distance)
      for length in distance == 3 ? Array(0...530) : [0, 2, 3, 10, 11, 12, 258, 259] {
        let bytes = start + (0..<length).map { start[$0 % distance] } + random.bytes(1)
        #expect(Inflater.zlib(Deflate.zlib(bytes, distances: [distance])) == bytes, "\(length) from \(distance)")
      }
    }
  }

  /// The data of a PNG; `nil` unless its chunks and checksums are right.
  private static func rows(in png: [UInt8]) -> [UInt8]? {
    guard png.prefix(8) == [137, 80, 78, 71, 13, 10, 26, 10] else { return nil }
    var position = 8
    var chunks: [String: [UInt8]] = [:]
    while position < png.count {
      let length = number(png[position..<position + 4])
      let checked = png[position + 4..<position + 8 + length]
      guard number(png[(position + 8 + length)...].prefix(4)) == Int(Checksum.crc32(Array(checked))) else { return nil }
      chunks[String(decoding: checked.prefix(4), as: UTF8.self)] = Array(checked.dropFirst(4))
      position += 12 + length
    }
    guard chunks["IHDR"]?[8...] == [8, 2, 0, 0, 0], chunks["IEND"] == [] else { return nil }
    return chunks["IDAT"].flatMap(Inflater.zlib)
  }

  fileprivate static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// A reader of zlib streams of one block with the fixed codes, from the tables of RFC 1951, section 3.2.5.
private struct Inflater {
  private static let lengths: [(base: Int, extra: Int)] = Array(
    zip(
      [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
      ], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]))
  private static let distances: [(base: Int, extra: Int)] = Array(
    zip(
      [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
      ], [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]))

  private let bytes: [UInt8]
  private var position = 0

  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << index
      position += 1
    }
    return value
  }

  private mutating func code(_ code: Int, more count: Int) -> Int {
    (0..<count).reduce(code) { code, _ in code << 1 | bits(1) }
  }

  private mutating func symbol() -> Int {
    var value = code(0, more: 7)
    if value <= 0b0010111 { return 256 + value }
    value = code(value, more: 1)
    if value <= 0b1011_1111 { return value - 0x30 }
    if value <= 0b1100_0111 { return 280 + value - 0xc0 }
    return 144 + code(value, more: 1) - 0x190
  }

  static func zlib(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6, stream[0] == 0x78, PNGTests.number(stream.prefix(2)) % 31 == 0 else { return nil }
    var reader = Inflater(bytes: Array(stream.dropFirst(2).dropLast(4)))
    guard reader.bits(3) == 0b011 else { return nil }
    var output: [UInt8] = []
    while true {
      let symbol = reader.symbol()
      if symbol == 256 { break }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let (base, extra) = lengths[symbol - 257]
      let length = base + reader.bits(extra)
      let (distanceBase, distanceExtra) = distances[reader.code(0, more: 5)]
      let distance = distanceBase + reader.bits(distanceExtra)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    guard (reader.position + 7) / 8 == reader.bytes.count else { return nil }
    return PNGTests.number(stream.suffix(4)) == Int(Checksum.adler32(output)) ? output : nil
  }
}
