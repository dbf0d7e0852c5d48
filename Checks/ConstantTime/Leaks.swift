// Functions with the structure of kernels, for kernels.py. It must report each function whose name begins with `leaks`,
// and no function whose name begins with `clean`.

import Builtin

/// Opaque to the optimiser, so that a branch stays a branch.
@inline(never) @_optimize(none)
func step(_ value: UInt64) -> UInt64 { value &+ 1 }

/// Reads a table at a secret index, like an S-box.
public func leaksByTable(_ key: UnsafeRawPointer, _ table: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
  for index in 0..<16 {
    let byte = Int(key.load(fromByteOffset: index, as: UInt8.self))
    output.storeBytes(of: table.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: index, as: UInt8.self)
  }
}

/// Reads a table of words at indices that are computed in a vector register.
public func leaksByWidenedTable(_ key: UnsafeRawPointer, _ table: UnsafeRawPointer) -> UInt64 {
  let indices = SIMD8<UInt64>(truncatingIfNeeded: key.loadUnaligned(as: SIMD8<UInt8>.self)) &>> 3
  return (0..<8).reduce(0) { $0 ^ table.load(fromByteOffset: 8 &* Int(indices[$1]), as: UInt64.self) }
}

/// Stores to a secret address.
public func leaksByStore(_ key: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
  output.storeBytes(of: 1, toByteOffset: Int(key.load(as: UInt16.self)), as: UInt8.self)
}

@inline(__always)
func prefetch(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(address._rawValue, (0 as Int32)._value, (2 as Int32)._value, (1 as Int32)._value)
}

/// Prefetches a secret address.
public func leaksByPrefetch(_ key: UnsafeRawPointer, _ table: UnsafeRawPointer) {
  prefetch(table + Int(key.load(as: UInt16.self)))
}

/// Prefetches an argument's address.
public func cleanPrefetch(_ table: UnsafeRawPointer, at offset: Int) { prefetch(table + offset) }

/// Branches on a word.
public func leaksByBranch(_ key: UnsafeRawPointer) -> UInt64 {
  var state = key.load(as: UInt64.self)
  if state & 1 == 1 { state = step(state) }
  return state
}

/// Branches on a word of a vector.
public func leaksByBranchOnLanes(_ key: UnsafeRawPointer) -> UInt64 {
  let lanes = key.loadUnaligned(as: SIMD4<UInt32>.self) &+ 7
  return lanes[2] > 1000 ? step(3) : 4
}

/// Compares, and stops at the first difference.
public func leaksByEarlyExit(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
  for index in 0..<count
  where left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) {
    return false
  }
  return true
}

/// Jumps through a table.
public func leaksBySwitch(_ key: UnsafeRawPointer) -> UInt64 {
  switch key.load(as: UInt8.self) {
  case 0: step(3)
  case 1: step(10) &* 3
  case 2: step(7) ^ 99
  case 3: step(1) &+ 5
  case 4: step(77) &* 9
  case 5: step(4) &- 8
  default: 0
  }
}

/// Divides: the time depends on the operands.
public func leaksByDivision(_ key: UnsafeRawPointer) -> UInt64 { key.load(as: UInt64.self) / step(10) }

/// The end of the loop depends on a secret that was stored in the stack frame and loaded again.
public func leaksThroughTheFrame(_ key: UnsafeRawPointer) -> UInt64 {
  withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
    for index in 0..<8 { buffer.storeBytes(of: step(UInt64(index)), toByteOffset: 8 * index, as: UInt64.self) }
    buffer.storeBytes(of: key.load(as: UInt64.self), toByteOffset: 24, as: UInt64.self)
    var sum: UInt64 = 0
    for _ in 0..<buffer.load(fromByteOffset: 24, as: UInt64.self) & 15 { sum = step(sum) }
    return sum
  }
}

@inline(never)
func leaksByArgument(_ value: UInt64) -> UInt64 { value > 99 ? step(value) : 5 }

/// The branch is in ``leaksByArgument(_:)``, and is reported there.
public func caller(_ key: UnsafeRawPointer) -> UInt64 { leaksByArgument(key.load(as: UInt64.self)) }

/// Uses only counts and pointers.
public func cleanLoop(_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, count: Int) {
  for index in 0..<count {
    let word = input.load(fromByteOffset: 8 &* index, as: UInt64.self)
    let mask = 0 &- (word &>> 63)
    output.storeBytes(of: word ^ (mask & 27), toByteOffset: 8 &* index, as: UInt64.self)
  }
}

/// Selects with a mask.
public func cleanChoice(_ key: UnsafeRawPointer) -> UInt64 {
  let (left, right) = (key.load(as: UInt64.self), key.load(fromByteOffset: 8, as: UInt64.self))
  return left < right ? left : right
}
