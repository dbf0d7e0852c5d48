internal import SwiftVaultCryptoBytes

extension Picture {
  /// The picture as a PNG file. Spec: W3C PNG (Third Edition), sections 5 and 11.2.
  package var png: [UInt8] {
    let header =
      UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
      // 8 bits; red, green, blue; the only compression and filter methods; not interlaced.
      + [8, 2, 0, 0, 0]
    var rows: [UInt8] = []
    for row in 0..<height {
      // The row's filter type: none.
      rows.append(0)
      rows += self.row(row)
    }
    return Self.pngSignature + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Deflate.zlib(rows, distances: [3, 3 * width + 1])) + Self.chunk("IEND", [])
  }

  /// Length, type, data and checksum. Spec: W3C PNG (Third Edition), section 5.3.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return UInt32(data.count).bigEndianBytes + checked + Checksum.crc32(checked).bigEndianBytes
  }
}

/// The checksums of PNG and zlib. They detect accidental damage, not deliberate changes.
package enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ value >> 1 }
  }

  /// Spec: W3C PNG (Third Edition), section 5.5 and annex D.
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  /// Spec: RFC 1950, section 8.2.
  package static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}

/// Compression for pictures: it finds only repetitions at given distances, such as a pixel and a row.
package enum Deflate {
  private static let maximumLength = 258
  private static let maximumDistance = 32768

  /// A zlib stream of one block with the fixed codes. Spec: RFC 1950, section 2.2; RFC 1951, section 3.2.6.
  package static func zlib(_ bytes: [UInt8], distances: [Int]) -> [UInt8] {
    var bits = BitWriter()
    bits.append(0b011, count: 3)
    var position = 0
    while position < bytes.count {
      var (length, distance) = (0, 0)
      for candidate in distances where candidate <= min(position, maximumDistance) {
        let found = repetition(in: bytes, at: position, distance: candidate)
        if found > length { (length, distance) = (found, candidate) }
      }
      if length >= 3 {
        bits.appendRepetition(length: length, distance: distance)
        position += length
      } else {
        bits.appendSymbol(Int(bytes[position]))
        position += 1
      }
    }
    bits.appendSymbol(256)
    return [0x78, 0x01] + bits.finished() + Checksum.adler32(bytes).bigEndianBytes
  }

  private static func repetition(in bytes: [UInt8], at start: Int, distance: Int) -> Int {
    let end = min(bytes.count, start + maximumLength)
    var position = start
    while position < end, bytes[position] == bytes[position - distance] { position += 1 }
    return position - start
  }
}

/// Writes bits into bytes, from the lowest bit of each byte. Spec: RFC 1951, section 3.1.1.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// Appends the lowest bits of a number, the lowest first.
  mutating func append(_ value: Int, count: Int) {
    pending |= UInt32(value) << UInt32(pendingCount)
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends the code of a byte, of the end (256) or of a kind of length (257 to 285). Spec: RFC 1951, section 3.2.6.
  mutating func appendSymbol(_ symbol: Int) {
    let code = Self.symbols[symbol]
    append(code.bits, count: code.count)
  }

  private static let symbols: [(bits: Int, count: Int)] = (0..<286).map { symbol in
    switch symbol {
    case ..<144: (reversed(0x30 + symbol, count: 8), 8)
    case ..<256: (reversed(0x190 + symbol - 144, count: 9), 9)
    case ..<280: (reversed(symbol - 256, count: 7), 7)
    default: (reversed(0xc0 + symbol - 280, count: 8), 8)
    }
  }

  /// A code for `append`, with its bits reversed: the highest bit of a code comes first.
  private static func reversed(_ code: Int, count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 1 | code >> $1 & 1 }
  }

  /// Appends a repetition of the `length` bytes that begin `distance` bytes back. Spec: RFC 1951, section 3.2.5.
  mutating func appendRepetition(length: Int, distance: Int) {
    if length == 258 {
      appendSymbol(285)
    } else {
      let value = length - 3
      let extra = max(0, bitWidth(value) - 3)
      appendSymbol(257 + 4 * extra + (value >> extra))
      append(value & ((1 << extra) - 1), count: extra)
    }
    let value = distance - 1
    let extra = max(0, bitWidth(value) - 2)
    append(Self.reversed(2 * extra + (value >> extra), count: 5), count: 5)
    append(value & ((1 << extra) - 1), count: extra)
  }

  private func bitWidth(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }

  /// All bytes. The last one is filled up with zeros.
  consuming func finished() -> [UInt8] { pendingCount == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: pending)] }
}
