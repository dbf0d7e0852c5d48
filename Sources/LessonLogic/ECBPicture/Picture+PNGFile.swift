internal import SwiftVaultCryptoBytes

extension Picture {
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// A PNG that is not interlaced, of at most 8 bits a sample. What is transparent becomes white.
  ///
  /// Spec: W3C PNG (Third Edition), sections 5, 7, 9 and 11.
  init(png file: [UInt8]) throws(PictureError) {
    guard file.starts(with: Self.pngSignature) else { throw .malformed("it begins like a PNG, and goes on otherwise") }
    var chunks = PNGChunks(rest: file[8...])
    let first = try chunks.next()
    guard first.type == "IHDR", first.data.count == 13 else { throw .malformed("a PNG that does not begin with IHDR") }
    let header = try PNGHeader(Array(first.data))
    _ = try Self.pixelCount(width: header.width, height: header.height)
    var (palette, transparency): ([UInt8]?, [UInt8]) = (nil, [])
    var compressed: [UInt8] = []
    var hasPixelsEnded = false
    while true {
      let chunk = try chunks.next()
      if chunk.type == "IEND" { break }
      switch chunk.type {
      case "IDAT":
        guard !hasPixelsEnded else { throw .malformed("a PNG whose pixels are in two places") }
        compressed += chunk.data
        continue
      case "PLTE":
        guard palette == nil, compressed.isEmpty, chunk.data.count % 3 == 0, 1...256 ~= chunk.data.count / 3 else {
          throw .malformed("a PNG with a wrong palette")
        }
        palette = Array(chunk.data)
      case "tRNS": transparency = Array(chunk.data)
      default:
        // A capital letter marks a critical chunk, which a reader must know.
        guard chunk.isOptional else {
          throw .malformed("a PNG with a chunk \(chunk.type), which this lesson does not read")
        }
      }
      hasPixelsEnded = !compressed.isEmpty
    }
    guard chunks.rest.isEmpty else { throw .malformed("\(chunks.rest.count.units("byte")) after the end of the PNG") }
    var rows = try Inflate.zlib(compressed, byteCount: header.height * (1 + header.rowByteCount))
    try Self.unfilter(&rows, header)
    let colours = try PNGColours(header, palette: palette, transparency: transparency)
    self.init(width: header.width, height: header.height, bytes: try colours.pixels(of: rows))
  }

  /// Undoes the filter that begins each row. Spec: W3C PNG (Third Edition), section 9.2.
  private static func unfilter(_ rows: inout [UInt8], _ header: PNGHeader) throws(PictureError) {
    let (rowByteCount, distance) = (header.rowByteCount, header.pixelDistance)
    for row in 0..<header.height {
      let start = row * (1 + rowByteCount) + 1
      let filter = rows[start - 1]
      guard filter <= 4 else { throw .malformed("row \(row) has the filter \(filter); there are 0 to 4") }
      if filter == 0 { continue }
      for index in start..<start + rowByteCount {
        let left = index - start >= distance ? rows[index - distance] : 0
        let above = row > 0 ? rows[index - 1 - rowByteCount] : 0
        let aboveLeft = row > 0 && index - start >= distance ? rows[index - 1 - rowByteCount - distance] : 0
        switch filter {
        case 1: rows[index] &+= left
        case 2: rows[index] &+= above
        case 3: rows[index] &+= UInt8((Int(left) + Int(above)) / 2)
        default: rows[index] &+= paeth(left, above, aboveLeft)
        }
      }
    }
  }

  /// The neighbour that is nearest to left + above - above left. Spec: W3C PNG (Third Edition), section 9.4.
  private static func paeth(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(aboveLeft)
    let distances = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(aboveLeft)))
    if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
    return distances.1 <= distances.2 ? above : aboveLeft
  }
}

/// The chunks of a PNG, in order. Spec: W3C PNG (Third Edition), section 5.3.
private struct PNGChunks {
  struct Chunk {
    let type: String
    let data: ArraySlice<UInt8>

    var isOptional: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }
  }

  var rest: ArraySlice<UInt8>

  mutating func next() throws(PictureError) -> Chunk {
    guard rest.count >= 12 else { throw .malformed("the PNG ends before its end") }
    let count = Int(rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    guard count <= rest.count - 12 else { throw .malformed("the PNG ends inside a chunk") }
    let name = rest.dropFirst(4).prefix(4)
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"))
    guard name.allSatisfy({ letters.0.contains($0) || letters.1.contains($0) }) else {
      throw .malformed("a PNG with a chunk whose type is no letters")
    }
    let type = String(decoding: name, as: UTF8.self)
    let checksum = rest.dropFirst(8 + count).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard checksum == Checksum.crc32(Array(rest.dropFirst(4).prefix(4 + count))) else {
      throw .malformed("the checksum of the PNG's chunk \(type) is wrong")
    }
    defer { rest = rest.dropFirst(12 + count) }
    return Chunk(type: type, data: rest.dropFirst(8).prefix(count))
  }
}

/// What IHDR says. Spec: W3C PNG (Third Edition), section 11.2.
private struct PNGHeader {
  let width: Int
  let height: Int
  /// Bits a sample.
  let depth: Int
  let colourType: UInt8

  init(_ bytes: [UInt8]) throws(PictureError) {
    func word(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height, depth, colourType) = (word(0), word(4), Int(bytes[8]), bytes[9])
    guard [0, 2, 3, 4, 6].contains(colourType) else { throw .malformed("a PNG of the colour type \(colourType)") }
    let depths = colourType == 0 || colourType == 3 ? [1, 2, 4, 8] : [8]
    guard depths.contains(depth) else {
      throw .malformed("a PNG of \(depth.units("bit")) a sample; this lesson reads up to 8 for this kind")
    }
    guard bytes[10] == 0, bytes[11] == 0 else { throw .malformed("a PNG with an unknown compression or filter") }
    guard bytes[12] == 0 else { throw .malformed("an interlaced PNG; this lesson reads those that are not") }
  }

  /// Samples a pixel.
  var channelCount: Int { [1, 0, 3, 1, 2, 0, 4][Int(colourType)] }

  var rowByteCount: Int { (width * channelCount * depth + 7) / 8 }

  /// The distance to the byte of the pixel on the left, for filters.
  var pixelDistance: Int { max(1, channelCount * depth / 8) }
}

/// How samples become colours. Spec: W3C PNG (Third Edition), sections 11.2 and 11.3.
private struct PNGColours {
  private let header: PNGHeader
  private let palette: [UInt8]
  private let transparency: [UInt8]

  init(_ header: PNGHeader, palette: [UInt8]?, transparency: [UInt8]) throws(PictureError) {
    guard header.colourType != 3 || palette != nil else {
      throw .malformed("a PNG of palette colours without a palette")
    }
    let sizes: ClosedRange<Int> =
      switch header.colourType {
      case 0: 2...2
      case 2: 6...6
      case 3: 1...((palette?.count ?? 0) / 3)
      default: 0...0
      }
    guard transparency.isEmpty || sizes.contains(transparency.count) else {
      throw .malformed("a PNG with a wrong list of transparent colours")
    }
    (self.header, self.palette, self.transparency) = (header, palette ?? [], transparency)
  }

  /// Three bytes for each pixel of the rows, which begin with their filters.
  func pixels(of rows: [UInt8]) throws(PictureError) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * header.width * header.height)
    for row in 0..<header.height {
      let start = row * (1 + header.rowByteCount) + 1
      for column in 0..<header.width {
        var samples: [Int] = []
        for channel in 0..<header.channelCount {
          let bit = (column * header.channelCount + channel) * header.depth
          let byte = Int(rows[start + bit / 8])
          samples.append(byte >> (8 - header.depth - bit % 8) & (1 << header.depth - 1))
        }
        pixels += try colour(samples)
      }
    }
    return pixels
  }

  /// The colour of a pixel before a white ground.
  private func colour(_ samples: [Int]) throws(PictureError) -> [UInt8] {
    let (colour, alpha): ([Int], Int)
    switch header.colourType {
    case 3:
      guard 3 * samples[0] < palette.count else {
        throw .malformed("a pixel has the colour \(samples[0]); the palette has \(palette.count / 3)")
      }
      colour = palette[3 * samples[0]..<3 * samples[0] + 3].map { Int($0) }
      alpha = samples[0] < transparency.count ? Int(transparency[samples[0]]) : 255
    case 0, 4:
      let value = samples[0] * 255 / (1 << header.depth - 1)
      colour = [value, value, value]
      alpha = samples.count > 1 ? samples[1] : isTransparent(samples) ? 0 : 255
    default:
      colour = Array(samples.prefix(3))
      alpha = samples.count > 3 ? samples[3] : isTransparent(samples) ? 0 : 255
    }
    return colour.map { UInt8(($0 * alpha + 255 * (255 - alpha) + 127) / 255) }
  }

  /// Whether the samples are those that the file calls transparent, in two bytes each.
  private func isTransparent(_ samples: [Int]) -> Bool {
    transparency.count == 2 * samples.count
      && samples.indices.allSatisfy { Int(transparency[2 * $0]) << 8 | Int(transparency[2 * $0 + 1]) == samples[$0] }
  }
}
