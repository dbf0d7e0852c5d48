/// The rounds of SHA-512 in general registers.
@usableFromInline
enum SHA512Rounds {
  /// SHA-512's working variables, in general registers, and b ⊕ c, which the previous round has computed for its
  /// majority.
  ///
  /// A tuple, because for a named type debug builds emit functions with weak symbols, compiled for this target's
  /// processors.
  @usableFromInline typealias WorkingVariables = (
    a: UInt64, b: UInt64, c: UInt64, d: UInt64, e: UInt64, f: UInt64, g: UInt64, h: UInt64, bXorC: UInt64
  )

  /// A chaining value: eight words in the machine's byte order.
  @inlinable @inline(__always)
  static func load(_ state: UnsafeRawPointer) -> WorkingVariables {
    let a = state.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let b = state.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let c = state.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    let d = state.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    let e = state.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    let f = state.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
    let g = state.loadUnaligned(fromByteOffset: 48, as: UInt64.self)
    let h = state.loadUnaligned(fromByteOffset: 56, as: UInt64.self)
    return (a, b, c, d, e, f, g, h, b ^ c)
  }

  /// Adds a chaining value, and makes a chaining value of the variables.
  @inlinable @inline(__always)
  static func add(_ state: UnsafeRawPointer, to v: inout WorkingVariables) {
    v.a &+= state.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    v.b &+= state.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    v.c &+= state.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    v.d &+= state.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    v.e &+= state.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    v.f &+= state.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
    v.g &+= state.loadUnaligned(fromByteOffset: 48, as: UInt64.self)
    v.h &+= state.loadUnaligned(fromByteOffset: 56, as: UInt64.self)
    v.bXorC = v.b ^ v.c
  }

  /// Writes the words to memory.
  @inlinable @inline(__always)
  static func store(_ v: WorkingVariables, _ state: UnsafeMutableRawPointer) {
    state.storeBytes(of: v.a, toByteOffset: 0, as: UInt64.self)
    state.storeBytes(of: v.b, toByteOffset: 8, as: UInt64.self)
    state.storeBytes(of: v.c, toByteOffset: 16, as: UInt64.self)
    state.storeBytes(of: v.d, toByteOffset: 24, as: UInt64.self)
    state.storeBytes(of: v.e, toByteOffset: 32, as: UInt64.self)
    state.storeBytes(of: v.f, toByteOffset: 40, as: UInt64.self)
    state.storeBytes(of: v.g, toByteOffset: 48, as: UInt64.self)
    state.storeBytes(of: v.h, toByteOffset: 56, as: UInt64.self)
  }

  @inlinable @inline(__always)
  static func rotated(_ x: UInt64, _ count: UInt64) -> UInt64 { x &>> count | x &<< (64 &- count) }

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.10.
  @inlinable @inline(__always)
  static func sum0(_ x: UInt64) -> UInt64 { rotated(x, 28) ^ rotated(x, 34) ^ rotated(x, 39) }

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.11.
  @inlinable @inline(__always)
  static func sum1(_ x: UInt64) -> UInt64 { rotated(x, 14) ^ rotated(x, 18) ^ rotated(x, 41) }

  /// One round; `kw` is the sum of its constant and its message word. Spec: FIPS 180-4, section 6.4.2, step 3.
  @inlinable @inline(__always)
  static func round(_ v: inout WorkingVariables, _ kw: UInt64) { round(&v, sum: v.h &+ v.d &+ kw) }

  /// One round; `sum` is h + d + the constant + the message word.
  ///
  /// The new e is d + T1, so the new a, T1 + T2, is e − d + T2. In this form, the round's latency is that of Σ1 and one
  /// addition for e, and of Σ0 and one addition for a; everything else is ready before. Choice is (e ∧ f) + (¬e ∧ g)
  /// and majority (b ∧ c) + (a ∧ (b ⊕ c)): no bit is set in both halves, and one half of the latter is known before a.
  @inlinable @inline(__always)
  static func round(_ v: inout WorkingVariables, sum: UInt64) {
    let (a, b, c, d, e, f, g, _, bXorC) = v
    let newE = sum &+ (e & f) &+ (~e & g) &+ sum1(e)
    let newA = newE &+ ((b & c) &- d) &+ (a & bXorC) &+ sum0(a)
    v = (newA, a, b, c, newE, e, f, g, a ^ b)
  }

  /// The parts of round 0 that do not depend on the message. The new e is the first part plus the message word, and the
  /// new a is the new e plus the second part.
  @inlinable @inline(__always)
  static func startOfRoundZero(_ v: WorkingVariables, _ k: UInt64) -> (e: UInt64, a: UInt64) {
    let (a, b, c, d, e, f, g, h, bXorC) = v
    return (h &+ d &+ k &+ (e & f) &+ (~e & g) &+ sum1(e), (b & c) &- d &+ (a & bXorC) &+ sum0(a))
  }

  /// Round 0, when its new e and a are known.
  @inlinable @inline(__always)
  static func roundZero(_ v: inout WorkingVariables, e newE: UInt64, a newA: UInt64) {
    let (a, b, c, _, e, f, g, _, _) = v
    v = (newA, a, b, c, newE, e, f, g, a ^ b)
  }

  /// Four rounds on the sums at `kw`.
  @inlinable @inline(__always)
  static func fourRounds(_ v: inout WorkingVariables, _ kw: UnsafeRawPointer) {
    round(&v, kw.load(fromByteOffset: 0, as: UInt64.self))
    round(&v, kw.load(fromByteOffset: 8, as: UInt64.self))
    round(&v, kw.load(fromByteOffset: 16, as: UInt64.self))
    round(&v, kw.load(fromByteOffset: 24, as: UInt64.self))
  }

  /// Sixteen rounds on the sums at `kw`.
  @inlinable @inline(__always)
  static func sixteenRounds(_ v: inout WorkingVariables, _ kw: UnsafeRawPointer) {
    fourRounds(&v, kw)
    fourRounds(&v, kw + 32)
    fourRounds(&v, kw + 64)
    fourRounds(&v, kw + 96)
  }
}
