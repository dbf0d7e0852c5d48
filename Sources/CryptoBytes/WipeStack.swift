import Builtin

/// The number of bytes of stack to overwrite after work with secrets. Checks/Wiping finds numbers that are too small.
@usableFromInline
package enum StackByteCount {
  /// After one message with the processor's instructions for the algorithm, which work in registers and use little
  /// stack. For a short message, overwriting more takes a good part of the time.
  @inlinable package static var registers: Int { 512 }
  /// After one message in registers with a key schedule for both directions.
  @inlinable package static var inverseKeys: Int { 704 }
  /// After one message in registers with a tag.
  @inlinable package static var authentication: Int { 1024 }
  /// More than work on one message uses.
  @inlinable package static var message: Int { 2048 }
  /// More than work on one message with blocks of 128 bytes uses, and than HKDF on a hash for which it is not
  /// specialised.
  @inlinable package static var wideMessage: Int { 4096 }
  /// More than the lanes of any kernel use. Their work takes so long that overwriting costs little in comparison.
  @inlinable package static var lanes: Int { 20480 }
}

/// Runs `body` in a stack frame of its own and overwrites the stack that it used. The compiler spills registers and
/// copies values to the stack, where no variable can be wiped.
///
/// What is *not* covered: the caller's own frame, and what lies deeper than `byteCount`.
@inlinable @inline(__always)
package func wipingStack<Result, Failure: Error>(
  byteCount: Int = StackByteCount.message, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { wipeStack(byteCount: byteCount) }
  return try inOwnFrame(body)
}

/// Calls `body`. Not inlined, so that the frame of `body` lies below that of the caller.
@inlinable @inline(never)
package func inOwnFrame<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}

/// Overwrites `byteCount` bytes of the stack below the caller, a multiple of 16. In Embedded Swift, which has no kernel
/// with lanes and where stacks may be small, it overwrites 2 KiB at most.
@inline(never)
@usableFromInline
package func wipeStack(byteCount: Int = StackByteCount.message) {
  #if hasFeature(Embedded)
  let byteCount = min(byteCount, StackByteCount.message)
  #endif
  // The standard library's temporary memory is on the stack only if it has no more than 1,024 bytes.
  let area = UnsafeMutableRawPointer(
    Builtin.stackAlloc(byteCount._builtinWordValue, 1._builtinWordValue, 16._builtinWordValue))
  unsafe area.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  unsafe optimizationBarrier(area)
  Builtin.stackDealloc(area._rawValue)
}
