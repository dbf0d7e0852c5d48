/// The counters of groups of eight registers, big-endian and prepared for the first round.
///
/// A counter is a multiple of the group's size, and a remainder in its low bits. In every group, a register has the
/// same remainders, and either a carry into the next multiple or none. Both form a mask, which is computed once: the
/// remainder in the low bits, and above them ones if there is a carry. The mask selects from the low bits, and from the
/// bits in which the two multiples differ. This takes one instruction for a register if an instruction can combine
/// three operands, instead of an addition, a byte swap and a combination with the key. No branch and no address depends
/// on the counter.
///
/// Spec: NIST SP 800-38D, section 6.2 (the function inc of 32 bits). A call's counters do not wrap.
@frozen
@usableFromInline struct GaloisCounters<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline let masks: VectorGroup<Vector>
  /// The low bits of a counter.
  @usableFromInline let lowBits: Vector
  /// The multiple that follows that of the next group, a little-endian number in each block.
  @usableFromInline var after: Vector
  /// The multiple of the next group, prepared.
  @usableFromInline var multiple: Vector

  /// The counters from `start` on, which has a little-endian number in each block.
  @inlinable @inline(__always)
  init(_ start: Vector, _ firstKey: Vector) {
    let size = 8 &* Vector.blockCount
    let low = Vector.number(size &- 1)
    let number = Vector(repeating: start.first)
    let offset = (number & low) &+ Vector.blockIndices
    masks = VectorGroup(width: 8) {
      // A number below twice the size; its highest bit is copied to all bits above.
      let bits = offset &+ Vector.number(Vector.blockCount &* $0)
      return ((bits ^ Vector.number(size)) &+ Vector.number(0 &- size)).byteSwapped
    }
    lowBits = low.byteSwapped
    let first = number ^ (number & low)
    multiple = first.byteSwapped.prepared(firstKey)
    after = first &+ Vector.number(size)
  }

  /// The counters of the next group.
  @inlinable @inline(__always)
  mutating func next(_ firstKey: Vector) -> VectorGroup<Vector> {
    let this = multiple
    multiple = after.byteSwapped.prepared(firstKey)
    after = after &+ Vector.number(8 &* Vector.blockCount)
    // The multiples have zeros in the low bits.
    let difference = this ^ multiple ^ lowBits
    return VectorGroup(width: 8) { this ^ (masks[$0] & difference) }
  }
}
