/// A register with one row of several blocks of ChaCha20, four words of a block in each 128 bits, and the operations of
/// a set of instructions on it. Spec: RFC 8439, section 2.3.
///
/// Generic code over it is always inlined: a generic function would be a weak symbol, which the linker could also use
/// for code for other processors. The function that a kernel does not inline, `hash`, is its own. It is public because
/// the compiler does not serialise `package` functions for inlining into other modules; no product has this module.
public protocol ChaChaRows: BitwiseCopyable {
  /// The same row of every block.
  init(_ row: SIMD4<UInt32>)
  /// The number of each block in its first word, and zeros in the others.
  init(numbersFrom first: UInt32)

  static func &+ (x: Self, y: Self) -> Self
  static func ^ (x: Self, y: Self) -> Self
  func rotatedLeft(by count: Int) -> Self
  /// The words of each row moved towards the first by `count` places, 1 to 3, in a circle.
  func moved(by count: Int) -> Self

  /// The row of the first block.
  var first: SIMD4<UInt32> { get }

  /// The rows of the blocks in four registers, as one block after another in four registers.
  static func ordered(_ rows: ChaChaState<Self>) -> ChaChaState<Self>
  /// Combines keystream with the bytes at `input`. The first `start` bytes, 0 or 64, are left out.
  static func combine(
    _ rows: ChaChaState<Self>, _ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, from start: Int)

  /// `Poly1305.hash`, not inlined.
  static func hash(_ poly: inout Poly1305, _ bytes: UnsafeRawPointer, byteCount: Int)
}

extension ChaChaRows {
  /// The bytes of keystream that four registers give.
  @inlinable @inline(__always)
  static var byteCount: Int { 4 &* MemoryLayout<Self>.size }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func combine(
    _ rows: ChaChaState<Self>, _ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, from start: Int
  ) {
    let blocks = ordered(rows)
    let size = MemoryLayout<Self>.size
    // SAFETY: the caller guarantees the memory from `start` on. A register is a part of a block, or whole blocks.
    func combine(_ register: Self, _ offset: Int) {
      if offset < start { return }
      let text = input.loadUnaligned(fromByteOffset: offset, as: Self.self)
      output.storeBytes(of: text ^ register, toByteOffset: offset, as: Self.self)
    }
    combine(blocks.a, 0)
    combine(blocks.b, size)
    combine(blocks.c, 2 &* size)
    combine(blocks.d, 3 &* size)
  }
}

/// The places of 16 bytes after a row of words has moved towards the first by `count` places.
@inlinable @inline(__always)
public func chaChaByteOrder(movingBy count: Int) -> SIMD2<Int64> {
  switch count {
  case 1: SIMD2(0x0b0a_0908_0706_0504, 0x0302_0100_0f0e_0d0c)
  case 2: SIMD2(0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100)
  default: SIMD2(0x0302_0100_0f0e_0d0c, 0x0b0a_0908_0706_0504)
  }
}

/// The state of several blocks, whose rows the standard calls 0 to 3. Spec: RFC 8439, section 2.3.
@frozen
public struct ChaChaState<Rows: ChaChaRows>: BitwiseCopyable {
  /// The rows.
  public let a, b, c, d: Rows

  /// The state of its rows.
  @inlinable @inline(__always)
  public init(_ a: Rows, _ b: Rows, _ c: Rows, _ d: Rows) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  /// The state before the rounds. Spec: RFC 8439, section 2.3.
  @inlinable @inline(__always)
  init(_ message: ChaChaMessage, counter: UInt32) {
    a = Rows(SIMD4(0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574))
    // SAFETY: the key has 32 bytes.
    b = Rows(message.key.loadUnaligned(as: SIMD4<UInt32>.self))
    c = Rows(message.key.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self))
    let nonce = message.nonce
    d = Rows(SIMD4(0, nonce.0, nonce.1, nonce.2)) &+ Rows(numbersFrom: counter)
  }

  /// Quarter rounds on the columns. Spec: RFC 8439, section 2.1.
  @inlinable @inline(__always)
  var quarterRounds: Self { half(16, 12).half(8, 7) }

  @inlinable @inline(__always)
  func half(_ first: Int, _ second: Int) -> Self {
    let a = self.a &+ b
    let d = (self.d ^ a).rotatedLeft(by: first)
    let c = self.c &+ d
    return Self(a, (b ^ c).rotatedLeft(by: second), c, d)
  }

  /// A round on the columns, and one on the diagonals. Spec: RFC 8439, section 2.3.
  @inlinable @inline(__always)
  var twoRounds: Self {
    let columns = quarterRounds
    let diagonals = Self(columns.a, columns.b.moved(by: 1), columns.c.moved(by: 2), columns.d.moved(by: 3))
      .quarterRounds
    return Self(diagonals.a, diagonals.b.moved(by: 3), diagonals.c.moved(by: 2), diagonals.d.moved(by: 1))
  }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: Self) -> Self { Self(x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d) }
}

/// Two registers whose operations are independent, so that the processor executes them in parallel.
@frozen
public struct ChaChaPair<Rows: ChaChaRows>: ChaChaRows {
  @usableFromInline let low, high: Rows

  @inlinable @inline(__always)
  init(_ low: Rows, _ high: Rows) { (self.low, self.high) = (low, high) }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public init(_ row: SIMD4<UInt32>) { self.init(Rows(row), Rows(row)) }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public init(numbersFrom first: UInt32) {
    let count = UInt32(truncatingIfNeeded: MemoryLayout<Rows>.size / 16)
    self.init(Rows(numbersFrom: first), Rows(numbersFrom: first &+ count))
  }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func &+ (x: Self, y: Self) -> Self { Self(x.low &+ y.low, x.high &+ y.high) }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func ^ (x: Self, y: Self) -> Self { Self(x.low ^ y.low, x.high ^ y.high) }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public func rotatedLeft(by count: Int) -> Self {
    Self(low.rotatedLeft(by: count), high.rotatedLeft(by: count))
  }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public func moved(by count: Int) -> Self { Self(low.moved(by: count), high.moved(by: count)) }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public var first: SIMD4<UInt32> { low.first }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func ordered(_ rows: ChaChaState<Self>) -> ChaChaState<Self> { rows }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func hash(_ poly: inout Poly1305, _ bytes: UnsafeRawPointer, byteCount: Int) {
    Rows.hash(&poly, bytes, byteCount: byteCount)
  }

  /// See `ChaChaRows`.
  @inlinable @inline(__always)
  public static func combine(
    _ rows: ChaChaState<Self>, _ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, from start: Int
  ) {
    let half = Rows.byteCount
    Rows.combine(ChaChaState(rows.a.low, rows.b.low, rows.c.low, rows.d.low), input, to: output, from: start)
    Rows.combine(
      ChaChaState(rows.a.high, rows.b.high, rows.c.high, rows.d.high), input + half, to: output + half,
      from: max(0, start &- half))
  }
}
