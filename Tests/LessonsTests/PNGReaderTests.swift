import Foundation
import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import Testing

/// The reader of PNG, against files that Python writes with its own zlib.
@Suite("Lessons: PNG files")
struct PNGReaderTests {
  /// Writes PNGs of every kind that the reader takes: each colour type and depth, each filter, each kind of compressed
  /// block. A line for each: a description, the width, the height, the pixels before a white ground, the file.
  private static let writer = #"""
    import random, struct, zlib
    random.seed(16)
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    def paeth(a, b, c):
        p = a + b - c
        return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
    def filtered(row, above, kind, bpp):
        out = []
        for i, value in enumerate(row):
            a = row[i - bpp] if i >= bpp else 0
            b = above[i]
            c = above[i - bpp] if i >= bpp else 0
            out.append((value - [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]) & 255)
        return bytes([kind] + out)
    def over_white(value, alpha):
        return (value * alpha + 255 * (255 - alpha) + 127) // 255
    CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    for colour, depth in [(0, 1), (0, 2), (0, 4), (0, 8), (2, 8), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (6, 8)]:
        for packing in ['stored', 'fixed', 'dynamic', 'several']:
            for transparent in [False, True]:
                width, height = random.randint(1, 40), random.randint(5, 12)
                n, top = CHANNELS[colour], (1 << depth) - 1
                palette = [[random.randrange(256) for _ in range(3)] for _ in range(top + 1)]
                alphas = [random.randrange(256) for _ in range(random.randint(1, top + 1))]
                one = [random.randint(0, top) for _ in range(n)]
                rows, pixels, above = b'', [], None
                for y in range(height):
                    samples = []
                    for x in range(width):
                        # Runs, so that there is something to repeat, and the transparent colour now and then.
                        if not samples or random.random() < .4:
                            value = one if random.random() < .3 else [random.randint(0, top) for _ in range(n)]
                        samples += value
                        if colour == 3:
                            rgb, alpha = palette[value[0]], 255
                            if transparent and value[0] < len(alphas): alpha = alphas[value[0]]
                        elif n < 3:
                            rgb = [value[0] * 255 // top] * 3
                            alpha = value[1] if n == 2 else 0 if transparent and value == one else 255
                        else:
                            rgb = value[:3]
                            alpha = value[3] if n == 4 else 0 if transparent and value == one else 255
                        pixels += [over_white(v, alpha) for v in rgb]
                    bits = ''.join(format(v, '0%db' % depth) for v in samples)
                    bits += '0' * (-len(bits) % 8)
                    row = [int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)]
                    rows += filtered(row, above or [0] * len(row), y % 5, max(1, n * depth // 8))
                    above = row
                if packing == 'several':
                    packer = zlib.compressobj(9)
                    third = len(rows) // 3
                    packed = packer.compress(rows[:third]) + packer.flush(zlib.Z_FULL_FLUSH)
                    packed += packer.compress(rows[third:]) + packer.flush()
                else:
                    packer = zlib.compressobj(0 if packing == 'stored' else 9, zlib.DEFLATED, 15, 9,
                                              zlib.Z_FIXED if packing == 'fixed' else zlib.Z_DEFAULT_STRATEGY)
                    packed = packer.compress(rows) + packer.flush()
                file = b'\x89PNG\r\n\x1a\n'
                file += chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, colour, 0, 0, 0))
                file += chunk(b'tEXt', b'Comment\0not read')
                if colour == 3: file += chunk(b'PLTE', bytes(sum(palette, [])))
                if transparent and colour == 3: file += chunk(b'tRNS', bytes(alphas))
                if transparent and colour in (0, 2): file += chunk(b'tRNS', struct.pack('>%dH' % n, *one))
                half = len(packed) // 2
                file += chunk(b'IDAT', packed[:half]) + chunk(b'IDAT', packed[half:]) + chunk(b'IEND', b'')
                print(colour, depth, packing, transparent, sep='/', end=' ')
                print(width, height, bytes(pixels).hex(), file.hex())
    # Long enough for codes of its own in a block, and for the longest distances and lengths.
    words = [bytes(random.randrange(256) for _ in range(random.randint(1, 400))) for _ in range(60)]
    rows = b''.join(random.choice(words) for _ in range(900))[:3 * 200 * 120 + 120]
    rows = b''.join(b'\0' + rows[601 * y + 1:601 * (y + 1)] for y in range(120))
    pixels = b''.join(rows[601 * y + 1:601 * (y + 1)] for y in range(120))
    for level in range(10):
        file = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 200, 120, 8, 2, 0, 0, 0))
        file += chunk(b'IDAT', zlib.compress(rows, level)) + chunk(b'IEND', b'')
        print('level/%d' % level, 200, 120, pixels.hex(), file.hex())
    """#

  private struct Written {
    let name: String
    let picture: Picture
    let file: [UInt8]
  }

  private static let written: Result<[Written], any Error> = Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", "-c", writer]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      let picture = Picture(
        width: try #require(Int(words[1])), height: try #require(Int(words[2])), bytes: try Hex.decode(words[3]))
      return Written(name: words[0], picture: picture, file: try Hex.decode(words[4]))
    }
  }

  @Test("every colour type, depth, filter and kind of compression gives Python's pixels")
  func reads() throws {
    let written = try Self.written.get()
    #expect(written.count == 11 * 4 * 2 + 10)
    for file in written {
      #expect(try Picture(file: file.file) == file.picture, "\(file.name)")
    }
  }

  @Test("what this package writes, it reads")
  func own() throws {
    var random = SeededGenerator(seed: 3)
    for picture in [.padlock, Picture(width: 37, height: 29, bytes: random.bytes(3 * 37 * 29))] {
      #expect(try Picture(file: picture.png) == picture)
    }
  }

  /// A PNG of chunks with right checksums.
  private static func png(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    func word(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    return chunks.reduce([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { file, chunk in
      let checked = Array(chunk.type.utf8) + chunk.data
      return file + word(UInt32(chunk.data.count)) + checked + word(Checksum.crc32(checked))
    }
  }

  private static func header(
    width: UInt8 = 1, height: UInt8 = 1, depth: UInt8 = 8, colour: UInt8 = 0, _ rest: [UInt8] = [0, 0, 0]
  ) -> (type: String, data: [UInt8]) {
    ("IHDR", [0, 0, 0, width, 0, 0, 0, height, depth, colour] + rest)
  }

  /// A stored zlib stream.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let sum = Checksum.adler32(bytes)
    let count = UInt8(bytes.count)
    return [0x78, 0x01, 1, count, 0, ~count, 0xff] + bytes
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  private static let pixel = ("IDAT", zlib([0, 7]))
  private static let end: (type: String, data: [UInt8]) = ("IEND", [])

  @Test("the smallest PNG is read, and each breach of a rule is named")
  func refused() throws {
    let good = Self.png([Self.header(), Self.pixel, Self.end])
    #expect(try Picture(file: good).bytes == [7, 7, 7])
    var wrongSum = good
    wrongSum[good.count - 1] ^= 1
    let palette = ("PLTE", [UInt8](repeating: 9, count: 6))
    let cases: [(file: [UInt8], reason: String)] = [
      ([0x89, 0x50, 0x4e], "it begins like a PNG, and goes on otherwise"),
      (Array(good[..<19]), "the PNG ends before its end"),
      (Self.png([Self.header(), Self.pixel]), "the PNG ends before its end"),
      (Array(good[..<32]), "the PNG ends inside a chunk"),
      (Array(good[..<33]) + [0, 1, 0, 0] + good[37...], "the PNG ends inside a chunk"),
      (wrongSum, "the checksum of the PNG's chunk IEND is wrong"),
      (good + [0], "1 byte after the end of the PNG"),
      (Self.png([Self.pixel, Self.end]), "a PNG that does not begin with IHDR"),
      (Self.png([Self.header(), ("1DAT", []), Self.end]), "a PNG with a chunk whose type is no letters"),
      (Self.png([Self.header(), ("MAIN", []), Self.end]), "a PNG with a chunk MAIN, which this lesson does not read"),
      (Self.png([Self.header(colour: 1), Self.pixel, Self.end]), "a PNG of the colour type 1"),
      (
        Self.png([Self.header(depth: 16), Self.pixel, Self.end]),
        "a PNG of 16 bits a sample; this lesson reads up to 8 for this kind"
      ),
      (
        Self.png([Self.header(depth: 4, colour: 2), Self.pixel, Self.end]),
        "a PNG of 4 bits a sample; this lesson reads up to 8 for this kind"
      ),
      (Self.png([Self.header([1, 0, 0]), Self.pixel, Self.end]), "a PNG with an unknown compression or filter"),
      (
        Self.png([Self.header([0, 0, 1]), Self.pixel, Self.end]),
        "an interlaced PNG; this lesson reads those that are not"
      ),
      (
        Self.png([Self.header(width: 0), Self.pixel, Self.end]),
        "a picture of 0 by 1 pixels; this lesson takes 1 to 2097152 in all"
      ),
      (Self.png([Self.header(), ("IDAT", Self.zlib([5, 7])), Self.end]), "row 0 has the filter 5; there are 0 to 4"),
      (
        Self.png([Self.header(), ("IDAT", Self.pixel.1), ("tEXt", []), ("IDAT", []), Self.end]),
        "a PNG whose pixels are in two places"
      ),
      (Self.png([Self.header(colour: 3), Self.pixel, Self.end]), "a PNG of palette colours without a palette"),
      (Self.png([Self.header(colour: 3), ("PLTE", [1, 2]), Self.pixel, Self.end]), "a PNG with a wrong palette"),
      (
        Self.png([Self.header(colour: 3), palette, Self.pixel, Self.end]), "a pixel has the colour 7; the palette has 2"
      ),
      (
        Self.png([Self.header(colour: 3), palette, ("tRNS", [1, 2, 3]), Self.pixel, Self.end]),
        "a PNG with a wrong list of transparent colours"
      ),
    ]
    for (file, reason) in cases {
      let error = #expect(throws: PictureError.self) { try Picture(file: file) }
      #expect(error?.description == reason)
    }
  }

  @Test("each breach of a rule of zlib is named")
  func inflate() throws {
    func stream(_ bits: String, after bytes: [UInt8] = [0x78, 0x01]) -> [UInt8] {
      let bits = Array(bits.filter { $0 != " " }) + [Character](repeating: "0", count: 64)
      return bytes
        + stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
          bits[start..<start + 8].reversed().reduce(UInt8(0)) { value, bit in value << 1 | (bit == "1" ? 1 : 0) }
        }
    }
    // Bits in the order in which they are read: a number's lowest first, a code's highest first.
    let cases: [(stream: [UInt8], reason: String)] = [
      ([0x78], "its pixels are no zlib stream"), ([0x79, 0x01], "its pixels are no zlib stream"),
      ([0x78, 0x02], "its pixels are no zlib stream"), ([0x78, 0x20], "its pixels are no zlib stream"),
      ([0x78, 0x01], "its compressed pixels end too early"),
      (stream("1 11"), "its pixels have a compressed block of no known kind"),
      ([0x78, 0x01, 1, 2, 0, 0, 0], "a stored block of its pixels has a wrong length"),
      ([0x78, 0x01, 1, 3, 0, 0xfc, 0xff, 1, 2, 3], "its pixels are more than 2 bytes"),
      (Self.zlib([1]), "its pixels are 1 byte; they should be 2"),
      (Array(Self.zlib([1, 2]).dropLast()) + [99], "the checksum of its pixels is wrong"),
      (Self.zlib([1, 2]) + [0], "there is more after its compressed pixels"),
      (Array(Self.zlib([1, 2]).dropLast()), "its compressed pixels end too early"),
      // Fixed codes: the length of kind 257 at once; the symbol 286; the distance 30 after one byte.
      (stream("1 10 0000001 00000"), "its pixels repeat what is before their beginning"),
      (stream("1 10 11000110"), "its pixels have a length of no known kind"),
      (stream("1 10 00110000 0000001 11110"), "its pixels have a distance of no known kind"),
      (stream("1 10 00110000 0000001 00000"), "its pixels are more than 2 bytes"),
      // Dynamic codes: 287 literals; three codes of one bit; a single code; 16 without a length before it.
      (stream("1 01 01111 00000 0000"), "its pixels have too many codes"),
      (stream("1 01 00000 00000 0000 100 100 100 000"), "its pixels have more codes than bits allow"),
      (stream("1 01 00000 00000 0000 100 000 000 000"), "its pixels have codes that mean nothing"),
      (stream("1 01 00000 00000 0000 100 100 000 000 0 00"), "its pixels repeat a length of which there is none"),
      // 258 lengths of zero: the end has no code.
      (
        stream("1 01 00000 00000 0000 000 000 100 100 1 1111111 1 1011011"),
        "the codes of its pixels are too many, or have no end"
      ),
    ]
    for (stream, reason) in cases {
      let error = #expect(throws: PictureError.self) { try Inflate.zlib(stream, byteCount: 2) }
      #expect(error?.description == reason)
    }
  }

  @Test("no damage of a PNG traps: it is refused, or read as another picture")
  func damaged() throws {
    let files = try Self.written.get().filter { $0.file.count < 700 }
    #expect(files.count > 20)
    for (number, file) in files.enumerated() where number % 4 == 0 {
      for end in file.file.indices { #expect((try? Picture(file: Array(file.file[..<end]))) == nil) }
    }
    // Damaged compressed bytes with right checksums, which the reader must handle.
    var random = SeededGenerator(seed: 9)
    for level in [1, 9] {
      let picture = Picture(width: 4, height: 2, bytes: random.bytes(24))
      let rows = [0] + picture.row(0) + [0] + picture.row(1)
      let good = level == 1 ? Self.zlib(rows) : Deflate.zlib(rows, distances: [3, 13])
      for index in good.indices {
        for bit in 0..<8 {
          var damaged = good
          damaged[index] ^= 1 << UInt8(bit)
          let file = Self.png([Self.header(width: 4, height: 2, colour: 2), ("IDAT", damaged), Self.end])
          // Fill bits at the end of a byte have no meaning; the checksum covers every other bit.
          if let read = try? Picture(file: file) { #expect(read == picture) }
        }
      }
    }
  }
}
