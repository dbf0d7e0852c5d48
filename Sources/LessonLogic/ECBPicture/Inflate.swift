internal import SwiftVaultCryptoBytes

/// Decompression of zlib streams into a known number of bytes. Spec: RFC 1950; RFC 1951.
package enum Inflate {
  /// The `byteCount` bytes of a zlib stream. Spec: RFC 1950, section 2.2.
  package static func zlib(_ stream: [UInt8], byteCount: Int) throws(PictureError) -> [UInt8] {
    guard stream.count >= 2, stream[0] & 0x0f == 8, stream[0] >> 4 <= 7,
      (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, stream[1] & 0x20 == 0
    else { throw .malformed("its pixels are no zlib stream") }
    var reader = BitReader(bytes: stream, position: 2)
    var output = Output(limit: byteCount)
    var isLast = false
    while !isLast {
      isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try stored(&reader, &output)
      case 1: try compressed(&reader, &output, literals: .fixedLiterals, distances: .fixedDistances)
      case 2:
        let (literals, distances) = try dynamicCodes(&reader)
        try compressed(&reader, &output, literals: literals, distances: distances)
      default: throw .malformed("its pixels have a compressed block of no known kind")
      }
    }
    guard output.bytes.count == byteCount else {
      throw .malformed("its pixels are \(output.bytes.count.units("byte")); they should be \(byteCount)")
    }
    reader.skipToByte()
    var checksum: UInt32 = 0
    for _ in 0..<4 { checksum = checksum << 8 | UInt32(try reader.bits(8)) }
    guard checksum == Checksum.adler32(output.bytes) else { throw .malformed("the checksum of its pixels is wrong") }
    guard reader.isAtEnd else { throw .malformed("there is more after its compressed pixels") }
    return output.bytes
  }

  /// Spec: RFC 1951, section 3.2.4.
  private static func stored(_ reader: inout BitReader, _ output: inout Output) throws(PictureError) {
    reader.skipToByte()
    let (count, complement) = (try reader.bits(16), try reader.bits(16))
    guard count ^ complement == 0xffff else { throw .malformed("a stored block of its pixels has a wrong length") }
    for _ in 0..<count { try output.append(UInt8(try reader.bits(8))) }
  }

  /// Bytes, and repetitions of earlier ones. Spec: RFC 1951, section 3.2.5.
  private static func compressed(
    _ reader: inout BitReader, _ output: inout Output, literals: HuffmanCode, distances: HuffmanCode
  ) throws(PictureError) {
    while true {
      let symbol = try literals.symbol(&reader)
      if symbol < 256 {
        try output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol < 286 else { throw .malformed("its pixels have a length of no known kind") }
        let length = lengths[symbol - 257].base + (try reader.bits(lengths[symbol - 257].extra))
        let kind = try distances.symbol(&reader)
        guard kind < 30 else { throw .malformed("its pixels have a distance of no known kind") }
        let extra = max(0, kind / 2 - 1)
        let base = kind < 2 ? kind + 1 : (2 + kind % 2) << extra + 1
        try output.append(repetitionOf: length, from: base + (try reader.bits(extra)))
      }
    }
  }

  /// The lengths of the symbols 257 to 285, with the number of bits that are added.
  private static let lengths: [(base: Int, extra: Int)] = (0..<29).map { kind in
    if kind == 28 { return (258, 0) }
    let extra = max(0, kind / 4 - 1)
    return (kind < 4 ? kind + 3 : (4 + kind % 4) << extra + 3, extra)
  }

  /// The codes of a block with dynamic codes. Spec: RFC 1951, section 3.2.7.
  private static func dynamicCodes(
    _ reader: inout BitReader
  ) throws(PictureError) -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try reader.bits(5) + 257
    let distanceCount = try reader.bits(5) + 1
    guard literalCount <= 286, distanceCount <= 30 else { throw .malformed("its pixels have too many codes") }
    var sizes = [Int](repeating: 0, count: 19)
    for place in lengthOrder.prefix(try reader.bits(4) + 4) { sizes[place] = try reader.bits(3) }
    let code = try HuffmanCode(lengths: sizes[...], mayBeSingle: false)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try code.symbol(&reader)
      guard symbol >= 16 else {
        all.append(symbol)
        continue
      }
      guard symbol > 16 || !all.isEmpty else { throw .malformed("its pixels repeat a length of which there is none") }
      let value = symbol == 16 ? all[all.count - 1] : 0
      let count =
        symbol == 16 ? 3 + (try reader.bits(2)) : symbol == 17 ? 3 + (try reader.bits(3)) : 11 + (try reader.bits(7))
      all += [Int](repeating: value, count: count)
    }
    guard all.count == literalCount + distanceCount, all[256] > 0 else {
      throw .malformed("the codes of its pixels are too many, or have no end")
    }
    return (
      try HuffmanCode(lengths: all[..<literalCount], mayBeSingle: true),
      try HuffmanCode(lengths: all[literalCount...], mayBeSingle: true)
    )
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// The bytes so far, of which there are never more than expected.
private struct Output {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    bytes.reserveCapacity(limit)
  }

  private func requireRoom(for count: Int) throws(PictureError) {
    guard limit - bytes.count >= count else { throw .malformed("its pixels are more than \(limit) bytes") }
  }

  mutating func append(_ byte: UInt8) throws(PictureError) {
    try requireRoom(for: 1)
    bytes.append(byte)
  }

  mutating func append(repetitionOf count: Int, from distance: Int) throws(PictureError) {
    guard distance <= bytes.count else { throw .malformed("its pixels repeat what is before their beginning") }
    try requireRoom(for: count)
    for _ in 0..<count { bytes.append(bytes[bytes.count - distance]) }
  }
}

/// Reads bits from the lowest of each byte. Spec: RFC 1951, section 3.1.1.
private struct BitReader {
  private let bytes: [UInt8]
  private var position: Int
  private var pending = 0
  private var pendingCount = 0

  init(bytes: [UInt8], position: Int) { (self.bytes, self.position) = (bytes, position) }

  var isAtEnd: Bool { position == bytes.count }

  /// The next bits as a number: the first bit is the lowest.
  mutating func bits(_ count: Int) throws(PictureError) -> Int {
    while pendingCount < count {
      guard position < bytes.count else { throw .malformed("its compressed pixels end too early") }
      pending |= Int(bytes[position]) << pendingCount
      position += 1
      pendingCount += 8
    }
    defer {
      pending >>= count
      pendingCount -= count
    }
    return pending & (1 << count - 1)
  }

  /// Drops the rest of a byte that was begun. There is never a whole byte waiting.
  mutating func skipToByte() { (pending, pendingCount) = (0, 0) }
}

/// A code that is defined by the lengths of its symbols. Spec: RFC 1951, section 3.2.2.
private struct HuffmanCode {
  /// The number of symbols with each length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their codes.
  private let symbols: [Int]

  static let fixedLiterals = HuffmanCode(known: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(known: [Int](repeating: 5, count: 32))

  private init(known lengths: [Int]) {
    for length in lengths { counts[length] += 1 }
    symbols = Self.ordered(lengths)
  }

  /// - Parameter mayBeSingle: Whether the code may have only one symbol of one bit, or no symbol, and so leave codes
  ///   unused.
  init(lengths: ArraySlice<Int>, mayBeSingle: Bool) throws(PictureError) {
    self.init(known: Array(lengths))
    var unused = 1
    for length in 1...15 {
      unused = 2 * unused - counts[length]
      guard unused >= 0 else { throw .malformed("its pixels have more codes than bits allow") }
    }
    let isSingle = symbols.count <= counts[1] && symbols.count <= 1
    guard unused == 0 || mayBeSingle && isSingle else { throw .malformed("its pixels have codes that mean nothing") }
  }

  private static func ordered(_ lengths: [Int]) -> [Int] {
    (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
  }

  /// Reads a symbol. The first bit of a code is its highest.
  func symbol(_ reader: inout BitReader) throws(PictureError) -> Int {
    var (code, first, index) = (0, 0, 0)
    for length in 1...15 {
      code |= try reader.bits(1)
      if code - first < counts[length] { return symbols[index + code - first] }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    throw .malformed("its pixels have a code that means nothing")
  }
}
