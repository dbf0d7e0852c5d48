/// Runs `body` in a stack frame of its own and overwrites the stack that it used. The compiler spills registers and
/// copies values to the stack, where no variable can be wiped.
///
/// What is *not* covered: the caller's own frame, and what lies deeper than ``wipeStack()`` reaches.
@inlinable @inline(__always)
package func wipingStack<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  defer { wipeStack() }
  return try apart(body)
}

/// Like ``wipingStack(_:)``, for work on one message by the processor's own instructions for its algorithm: what they work on
/// is in registers, so little stack is used. For a short message, overwriting more takes a good part of the time.
@inlinable @inline(__always)
package func wipingQuarterStack<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { wipeQuarterStack() }
  return try apart(body)
}

/// Like ``wipingStack(_:)``, for the lanes of a kernel: they use more stack, and run so long that overwriting it costs
/// little in comparison.
@inlinable @inline(__always)
package func wipingDeepStack<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  defer { wipeDeepStack() }
  return try apart(body)
}

/// Calls `body`. Not inlined, so that the frame of `body` lies below that of the caller.
@inlinable @inline(never)
package func apart<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}

/// Overwrites 512 bytes of the stack below the caller.
@inline(never)
@usableFromInline
package func wipeQuarterStack() {
  unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) {
    unsafe $0.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe observe($0.baseAddress!)
  }
}

/// Overwrites 704 bytes of the stack below the caller, a good third of what `wipeStack` does.
@inline(never)
package func wipeThirdStack() {
  unsafe withUnsafeTemporaryAllocation(byteCount: 704, alignment: 16) {
    unsafe $0.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe observe($0.baseAddress!)
  }
}

/// Overwrites 1 KiB of the stack below the caller.
@inline(never)
@usableFromInline
package func wipeHalfStack() {
  unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) {
    unsafe $0.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe observe($0.baseAddress!)
  }
}

/// Overwrites 2 KiB of the stack below the caller, more than work on one message uses.
@inline(never)
@usableFromInline
package func wipeStack() {
  var area = TwoKiB()
  // SAFETY: the variable is writable, and outlives the call.
  unsafe withUnsafeMutablePointer(to: &area) { unsafe observe(UnsafeMutableRawPointer($0)) }
}

/// Overwrites 4 KiB of the stack below the caller: enough for work within work, or with blocks of 128 bytes.
@inline(never)
package func wipeDoubleStack() {
  var area = FourKiB()
  // SAFETY: as in `wipeStack`.
  unsafe withUnsafeMutablePointer(to: &area) { unsafe observe(UnsafeMutableRawPointer($0)) }
}

/// Overwrites 20 KiB of the stack below the caller, more than the lanes of any kernel use. In Embedded Swift, which has
/// no kernel with lanes and where stacks may be small, it overwrites 2 KiB.
@inline(never)
@usableFromInline
package func wipeDeepStack() {
  #if hasFeature(Embedded)
  wipeStack()
  #else
  var area = (FourKiB(), FourKiB(), FourKiB(), FourKiB(), FourKiB())
  // SAFETY: as in `wipeStack`.
  unsafe withUnsafeMutablePointer(to: &area) { unsafe observe(UnsafeMutableRawPointer($0)) }
  #endif
}

private struct TwoKiB {
  var words = (SIMD64<UInt64>(), SIMD64<UInt64>(), SIMD64<UInt64>(), SIMD64<UInt64>())
}

private struct FourKiB {
  var parts = (TwoKiB(), TwoKiB())
}
