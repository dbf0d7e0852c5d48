/// Runs `body` apart and overwrites the stack that it used: what the compiler keeps there of registers and of values that
/// it has copied is in no variable that could be wiped.
///
/// What is *not* covered: the caller's own frame, and what lies deeper than ``wipeStack()`` reaches.
@inlinable @inline(__always)
package func wipingStack<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  defer { wipeStack() }
  return try apart(body)
}

/// The same for work in the lanes of a kernel, which takes more stack and so much time that overwriting it counts for
/// nothing.
@inlinable @inline(__always)
package func wipingDeepStack<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  defer { wipeDeepStack() }
  return try apart(body)
}

/// Not inlined, so that the frame of `body` lies below that of the caller.
@inlinable @inline(never)
package func apart<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}

/// Overwrites 1 KiB of the stack below the caller, as much as one message takes.
@inline(never)
@usableFromInline
package func wipeStack() {
  var area = KiB()
  // SAFETY: the variable is writable, and outlives the call.
  unsafe withUnsafeMutablePointer(to: &area) { unsafe observe(UnsafeMutableRawPointer($0)) }
}

/// Overwrites 16 KiB of the stack below the caller, more than the lanes of any kernel take; 1 KiB in Embedded Swift, whose
/// threads may have little more, and which has no kernel with lanes.
@inline(never)
@usableFromInline
package func wipeDeepStack() {
  #if hasFeature(Embedded)
  wipeStack()
  #else
  var area = (FourKiB(), FourKiB(), FourKiB(), FourKiB())
  // SAFETY: as in `wipeStack`.
  unsafe withUnsafeMutablePointer(to: &area) { unsafe observe(UnsafeMutableRawPointer($0)) }
  #endif
}

private struct KiB {
  var words = (SIMD64<UInt64>(), SIMD64<UInt64>())
}

#if !hasFeature(Embedded)
private struct FourKiB {
  var parts = (KiB(), KiB(), KiB(), KiB())
}
#endif
