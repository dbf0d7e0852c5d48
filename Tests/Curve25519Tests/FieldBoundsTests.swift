import Foundation
import Testing

/// Proof by interval arithmetic that no integer of X25519 overflows its width, and that each operation gives and takes
/// the bounds that `FieldElement` states.
///
/// Each step here mirrors statements of `X25519.swift`, which it quotes: a test fails when the source has others. An
/// integer is replaced by the largest value that it can have; all are 0 or more, except in the difference.
@Suite struct FieldBoundsTests {
  /// The largest loaded element, product, square or multiple: 2^255 + 2^25 - 1.
  private static let reduced = power(255) + power(25) - 1
  /// The largest integer of 256 bits, which a sum or a difference may be.
  private static let any = power(256) - 1
  private static let word = power(64) - 1

  private static func power(_ bit: Int) -> Natural { Natural(bit: bit) }

  /// The statements of a file of the module, without comments and indentation.
  private static func source(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let url = root.deletingLastPathComponent().appendingPathComponent("Sources/Curve25519/\(name)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    return lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.hasPrefix("//") }.joined(separator: "\n")
  }

  private func expectSource(_ statements: String, of name: String = "X25519.swift") throws {
    #expect(
      try Self.source(name).contains(statements), "\(name) has other statements: the bounds have to be proved anew")
  }

  /// The largest result of a reduction, checked for each step of it.
  private func reduce(_ integer: Natural) -> Natural {
    #expect(integer < Self.power(275))
    let multiple = (integer >> 255) * 19
    #expect(multiple <= Self.word)
    let result = Self.power(255) - 1 + multiple
    #expect(result <= Self.reduced)
    return result
  }

  @Test func reduction() throws {
    try expectSource(
      """
      private init(reducing integer: UInt320) {
      self.init(integer.lower256Bits.lower255Bits + UInt256(integer.word(at: 255) &* 19))
      }
      """)
    #expect(reduce(Self.power(275) - 1) <= Self.reduced)
  }

  @Test func sum() throws {
    try expectSource(
      """
      let sum = UInt320(x.integer) + UInt320(y.integer)
      return Self(sum.lower256Bits.addingToLowestWord(sum.word(at: 256) &* 38))
      """)
    let sum = Self.reduced + Self.reduced
    #expect(sum >> 256 == 1)
    // With the bit 2^256, what is below it is small enough for the lowest word to take 38.
    #expect(sum - Self.power(256) + 38 <= Self.word)
  }

  @Test func difference() throws {
    try expectSource(
      """
      let difference = UInt320(x.integer) - UInt320(y.integer)
      return Self(difference.lower256Bits - UInt256(difference.word(at: 256) & 38))
      """)
    // Below 0, the lower 256 bits are at least those of 0 - reduced. Then 38 is subtracted without a borrow, and the
    // result is p modulo p away: 2^256 - 38 = 2 p.
    let lowest = Self.power(256) - Self.reduced
    #expect(lowest > Self.power(254) && lowest >= 38)
    #expect(Self.power(256) - 38 == (Self.power(255) - 19) * 2)
  }

  @Test func product() throws {
    try expectSource(
      """
      let (a, b, c, d) = y.integer.words
      let row0 = UInt320(x.integer, times: a)
      let row1 = UInt320(x.integer, times: b) + UInt320(row0.upper256Bits)
      let row2 = UInt320(x.integer, times: c) + UInt320(row1.upper256Bits)
      let row3 = UInt320(x.integer, times: d) + UInt320(row2.upper256Bits)
      let low = UInt256(row0.word(at: 0), row1.word(at: 0), row2.word(at: 0), row3.word(at: 0))
      return Self(reducing: UInt320(low) + UInt320(row3.upper256Bits, times: 38))
      """)
    var row = Self.any * Self.word
    for _ in 1...3 {
      #expect(row < Self.power(320))
      row = Self.any * Self.word + (row >> 64)
    }
    #expect(row < Self.power(320))
    #expect(reduce(Self.any + (row >> 64) * 38) <= Self.reduced)
  }

  @Test func square() throws {
    try expectSource(
      """
      let (a, b, c, d) = integer.words
      let (ab, ac, ad) = (a.multipliedFullWidth(by: b), a.multipliedFullWidth(by: c), a.multipliedFullWidth(by: d))
      let (bc, bd, cd) = (b.multipliedFullWidth(by: c), b.multipliedFullWidth(by: d), c.multipliedFullWidth(by: d))
      let (aa, bb) = (a.multipliedFullWidth(by: a), b.multipliedFullWidth(by: b))
      let (cc, dd) = (c.multipliedFullWidth(by: c), d.multipliedFullWidth(by: d))
      let mixed =
      UInt320(UInt256(ab.low, ac.low, ad.low, bd.low)) + UInt320(upper: UInt256(ab.high, ac.high, ad.high, bd.high))
      + UInt320(UInt256(0, 0, bc.low, bc.high))
      let half = UInt512(mixed, at: 64) + UInt512(UInt256(cd.low, cd.high), at: 320)
      let squares =
      UInt512(UInt256(aa.low, aa.high, bb.low, bb.high), at: 0)
      | UInt512(UInt256(cc.low, cc.high, dd.low, dd.high), at: 256)
      let square = half.doubled + squares
      return Self(reducing: UInt320(square.lower256Bits) + UInt320(square.upper256Bits, times: 38))
      """)
    let product = Self.word * Self.word
    let mixed = product * (1 + Self.power(64) + Self.power(128) * 2 + Self.power(192))
    #expect(mixed < Self.power(320))
    let half = mixed * Self.power(64) + product * Self.power(320)
    #expect(half * 2 < Self.power(512))
    let squares = product * (1 + Self.power(128) + Self.power(256) + Self.power(384))
    let square = half * 2 + squares
    #expect(square == Self.any * Self.any && square < Self.power(512))
    #expect(reduce(Self.any + (square >> 256) * 38) <= Self.reduced)
  }

  @Test func multiple() throws {
    try expectSource("func times(_ factor: UInt64) -> Self { Self(reducing: UInt320(integer, times: factor)) }")
    #expect(reduce(Self.any * (Self.power(19) - 1)) <= Self.reduced)
  }

  @Test func canonical() throws {
    try expectSource(
      """
      let quotient = (integer + UInt256(19)).word(at: 192) &>> 63
      return (integer + UInt256(quotient &* 19)).lower255Bits
      """)
    let prime = Self.power(255) - 19
    // The bit 2^255 of the sum with 19 is that of an integer from p on, and nothing is above it.
    #expect(prime + 19 == Self.power(255) && Self.reduced + 19 < Self.power(256))
    #expect(Self.reduced - prime < prime)
  }

  /// An element by its largest integer. The operators demand what the proofs above assume.
  private struct Element {
    let largest: Natural
    static let reduced = Element(largest: FieldBoundsTests.reduced)

    static func + (x: Self, y: Self) -> Self {
      #expect(x.largest <= FieldBoundsTests.reduced && y.largest <= FieldBoundsTests.reduced)
      return Self(largest: any)
    }
    static func - (x: Self, y: Self) -> Self { x + y }
    static func * (x: Self, y: Self) -> Self { .reduced }
    var squared: Self { .reduced }
    func times(_: UInt64) -> Self { .reduced }
    var inverse: Self { .reduced }
  }

  /// One step of the ladder, from elements that are not sums to such elements, and its end.
  @Test func ladder() throws {
    try expectSource(
      """
      let (a, b, c, d) = (x2 + z2, x2 - z2, x3 + z3, x3 - z3)
      let (da, cb) = (d * a, c * b)
      let (aa, bb) = (a.squared, b.squared)
      x3 = (da + cb).squared
      z3 = x1 * (da - cb).squared
      x2 = aa * bb
      let e = aa - bb
      z2 = e * (aa + e.times(121665))
      }
      return unsafe (x2 * z2.inverse).store(to: result)
      """)
    let x1 = Element.reduced
    var (x2, z2, x3, z3) = (Element.reduced, Element.reduced, Element.reduced, Element.reduced)
    let (a, b, c, d) = (x2 + z2, x2 - z2, x3 + z3, x3 - z3)
    let (da, cb) = (d * a, c * b)
    let (aa, bb) = (a.squared, b.squared)
    x3 = (da + cb).squared
    z3 = x1 * (da - cb).squared
    x2 = aa * bb
    let e = aa - bb
    z2 = e * (aa + e.times(121665))
    for element in [x2, z2, x3, z3, x2 * z2.inverse] { #expect(element.largest <= Self.reduced) }
  }

  /// The map to the curve.
  @Test func map() throws {
    try expectSource(
      """
      let v = (.zero - (r.squared.times(2) + one).inverse.times(a)).times(1)
      let square = (v.squared + v.times(a)).times(1) + one
      var (first, second) = (v, (.zero - (v + FieldElement(a)).times(1)).times(1))
      FieldElement.exchange(&first, &second, where: (v * square).nonsquareMask)
      unsafe first.store(to: result)
      """, of: "X25519+Map.swift")
    let (zero, one, r, coefficient) = (Element.reduced, Element.reduced, Element.reduced, Element.reduced)
    let v = (zero - (r.squared.times(2) + one).inverse.times(486_662)).times(1)
    let square = (v.squared + v.times(486_662)).times(1) + one
    let (first, second) = (v, (zero - (v + coefficient).times(1)).times(1))
    for element in [first, second, v * square] { #expect(element.largest <= Self.reduced) }
  }
}

extension Natural: ExpressibleByIntegerLiteral {
  init(integerLiteral value: UInt64) { self.init(value) }
}
