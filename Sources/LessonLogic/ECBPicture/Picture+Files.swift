internal import SwiftVaultCryptoBytes

/// Why a file cannot be read as a picture.
package enum PictureError: Error, Equatable, CustomStringConvertible {
  /// Neither PNG nor PPM nor BMP.
  case unknownFormat
  /// The file breaks a rule of its format, or uses a feature that lessons do not read.
  case malformed(String)
  /// More pixels than `Picture.maximumPixelCount`, or none.
  case size(width: Int, height: Int)
  /// The file ends before its last pixel.
  case truncated(byteCount: Int, needed: Int)

  package var description: String {
    switch self {
    case .unknownFormat: "no picture that this lesson reads: it reads PNG, PPM (P3, P6) and BMP (24 or 32 bits)"
    case .malformed(let why): why
    case .size(let width, let height):
      "a picture of \(width) by \(height) pixels; this lesson takes 1 to \(Picture.maximumPixelCount) in all"
    case .truncated(let byteCount, let needed): "the file ends after \(byteCount) of \(needed) bytes"
    }
  }
}

extension Picture {
  /// The picture in a file of any of these formats.
  package init(file: [UInt8]) throws(PictureError) {
    switch file.prefix(2) {
    case [UInt8(ascii: "P"), UInt8(ascii: "3")], [UInt8(ascii: "P"), UInt8(ascii: "6")]: try self.init(ppm: file)
    case [UInt8(ascii: "B"), UInt8(ascii: "M")]: try self.init(bmp: file)
    case Self.pngSignature.prefix(2): try self.init(png: file)
    default: throw .unknownFormat
    }
  }

  /// The number of pixels; throws if there are none or too many.
  static func pixelCount(width: Int, height: Int) throws(PictureError) -> Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count <= maximumPixelCount else {
      throw .size(width: width, height: height)
    }
    return count
  }
}

// MARK: - PPM

extension Picture {
  /// Spec: ppm(5): "P3" or "P6", width, height, the greatest value, then the values.
  private init(ppm file: [UInt8]) throws(PictureError) {
    let isBinary = file[1] == UInt8(ascii: "6")
    var words = PPMWords(rest: file.dropFirst(2))
    let (width, height) = (try words.number("the width"), try words.number("the height"))
    let maximum = try words.number("the greatest value")
    let byteCount = 3 * (try Self.pixelCount(width: width, height: height))
    guard 1...255 ~= maximum else { throw .malformed("the greatest value is \(maximum); this lesson reads 1 to 255") }
    // One character of white space lies between the greatest value and the first byte.
    let pixels = words.rest.dropFirst()
    guard !isBinary || pixels.count >= byteCount else {
      throw .truncated(byteCount: file.count, needed: pixels.startIndex + byteCount)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for index in 0..<byteCount {
      let value = isBinary ? Int(pixels[pixels.startIndex + index]) : try words.number("value \(index)")
      guard value <= maximum else {
        throw .malformed("value \(index) is \(value), though the greatest is said to be \(maximum)")
      }
      bytes.append(UInt8((value * 255 + maximum / 2) / maximum))
    }
    self.init(width: width, height: height, bytes: bytes)
  }
}

/// The numbers of a PPM file, separated by white space and comments.
private struct PPMWords {
  var rest: ArraySlice<UInt8>

  mutating func number(_ what: @autoclosure () -> String) throws(PictureError) -> Int {
    while let byte = rest.first, [9, 10, 11, 12, 13, 32, UInt8(ascii: "#")].contains(byte) {
      rest = byte == UInt8(ascii: "#") ? rest.drop { $0 != 10 && $0 != 13 } : rest.dropFirst()
    }
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty else {
      throw .malformed(rest.isEmpty ? "the file ends before \(what())" : "\(what()) is no number")
    }
    guard digits.count <= 9 else { throw .malformed("\(what()) has \(digits.count) digits") }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}

// MARK: - BMP

extension Picture {
  /// Little-endian, rows of multiples of 4 bytes, from the bottom unless the height is negative.
  /// Spec: Win32 API, BITMAPFILEHEADER and BITMAPINFOHEADER.
  private init(bmp file: [UInt8]) throws(PictureError) {
    guard file.count >= 54 else { throw .truncated(byteCount: file.count, needed: 54) }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(file[offset + $1]) << (8 * UInt32($1)) }
    }
    guard word(14) >= 40 else {
      throw .malformed("a BMP header of \(word(14).units("byte")); this lesson reads 40 and more")
    }
    let (width, signedHeight) = (Int(Int32(bitPattern: word(18))), Int(Int32(bitPattern: word(22))))
    let height = abs(signedHeight)
    let bits = Int(word(28) & 0xffff)
    guard [24, 32].contains(bits) else {
      throw .malformed("\(bits.units("bit")) a pixel; this lesson reads BMP of 24 or 32")
    }
    // Compression 3 also means no compression, with colour masks after the header. Only the usual masks are read.
    let isPlain = word(30) == 0
    guard isPlain || (word(30) == 3 && bits == 32 && file.count >= 66) else {
      throw .malformed("a compressed BMP (kind \(word(30))); this lesson reads those that are not")
    }
    guard isPlain || [54, 58, 62].map(word) == [0xff_0000, 0xff00, 0xff] else {
      throw .malformed("a BMP with its colours in unusual places")
    }
    _ = try Self.pixelCount(width: width, height: height)
    let (start, pixelByteCount) = (Int(word(10)), bits / 8)
    let rowByteCount = (pixelByteCount * width + 3) / 4 * 4
    guard start >= 54 else { throw .malformed("its pixels begin inside its header, at byte \(start)") }
    guard file.count >= start + rowByteCount * height else {
      throw .truncated(byteCount: file.count, needed: start + rowByteCount * height)
    }
    var values: [UInt8] = []
    values.reserveCapacity(3 * width * height)
    for row in 0..<height {
      let rowStart = start + rowByteCount * (signedHeight < 0 ? row : height - 1 - row)
      for pixel in stride(from: rowStart, to: rowStart + pixelByteCount * width, by: pixelByteCount) {
        values += [file[pixel + 2], file[pixel + 1], file[pixel]]
      }
    }
    self.init(width: width, height: height, bytes: values)
  }
}
