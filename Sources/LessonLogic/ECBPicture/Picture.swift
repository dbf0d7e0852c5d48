package import AES

/// A colour of 24 bits.
package struct Pixel: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The perceived brightness, from 0 to 255. Spec: ITU-R BT.601-7, section 2.5.1.
  package var luminance: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }
}

/// A picture of three bytes a pixel (red, green, blue), rows from the top.
package struct Picture: Equatable, Sendable {
  /// The most pixels a picture may have: 1920 by 1080 fits.
  package static let maximumPixelCount = 1 << 21

  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  /// A picture; traps unless there are three bytes for each of one or more pixels.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0 && bytes.count == 3 * width * height)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The pixel at an index that counts row by row.
  package subscript(index: Int) -> Pixel { Pixel(bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2]) }

  /// The bytes of a row.
  package func row(_ row: Int) -> ArraySlice<UInt8> { bytes[3 * width * row..<3 * width * (row + 1)] }

  /// Pictures of one height side by side, with white columns between them.
  package init(sideBySide pictures: [Picture], gap: Int) {
    let height = pictures[0].height
    precondition(pictures.allSatisfy { $0.height == height })
    let white = [UInt8](repeating: 255, count: 3 * gap)
    var bytes: [UInt8] = []
    for row in 0..<height {
      for (number, picture) in pictures.enumerated() {
        if number > 0 { bytes += white }
        bytes += picture.row(row)
      }
    }
    self.init(width: bytes.count / 3 / height, height: height, bytes: bytes)
  }

  /// The distance between the pixels of a smaller picture of at most `columns` by `rows` pixels.
  package func thumbnailStep(columns: Int, rows: Int) -> Int {
    max(1, (width + columns - 1) / columns, (height + rows - 1) / rows)
  }

  /// A smaller picture of at most `columns` by `rows` pixels, taken from this one at equal distances.
  ///
  /// Three blocks of 16 bytes are 16 pixels. At distances of 16 pixels or more, each pixel is the first of such a
  /// group, so that areas of equal blocks stay areas of one colour.
  package func thumbnail(columns: Int, rows: Int) -> Picture {
    let step = thumbnailStep(columns: columns, rows: rows)
    let (columns, rows) = ((width + step - 1) / step, (height + step - 1) / step)
    let pixels = (0..<columns * rows).map { cell in
      let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
      let index = min(row * step + step / 2, height - 1) * width + min(column * step + step / 2, width - 1)
      return self[step < 16 ? index : index / 16 * 16]
    }
    return Picture(width: columns, height: rows, bytes: pixels.flatMap { [$0.red, $0.green, $0.blue] })
  }
}

extension Picture {
  /// The picture whose bytes are this one's ciphertext, without the padding.
  package func encrypted(by cipher: ModeCipher) throws(AESError) -> Picture {
    let ciphertext = try cipher.encrypt(cipher.padded(bytes))
    return Picture(width: width, height: height, bytes: Array(ciphertext.prefix(bytes.count)))
  }

  /// The number of whole blocks of 16 bytes, and the number of different ones.
  package var blockCounts: (all: Int, different: Int) {
    let blocks = stride(from: 0, through: bytes.count - 16, by: 16).map { bytes[$0..<$0 + 16] }
    return (blocks.count, Set(blocks).count)
  }

  /// The lesson's own picture: a padlock of 400 by 384 pixels in four colours.
  package static let padlock: Picture = {
    let sky = Pixel(206, 228, 240)
    let brass = Pixel(232, 172, 48)
    let steel = Pixel(92, 98, 110)
    let hole = Pixel(36, 32, 40)
    func colour(_ x: Int, _ y: Int) -> Pixel {
      let side = abs(x)
      func isInCircle(_ centre: Int, _ radius: Int) -> Bool { x * x + (y - centre) * (y - centre) < radius * radius }
      if isInCircle(250, 32) || (250..<322).contains(y) && side < 14 + (y - 250) / 8 { return hole }
      if side < 136, (184..<360).contains(y) { return brass }
      let isInShackle = y < 140 ? isInCircle(140, 104) && !isInCircle(140, 64) : (64..<104).contains(side)
      return isInShackle && y < 184 ? steel : sky
    }
    let pixels = (0..<400 * 384).map { colour($0 % 400 - 200, $0 / 400) }
    return Picture(width: 400, height: 384, bytes: pixels.flatMap { [$0.red, $0.green, $0.blue] })
  }()
}
