#if os(Linux)
import Glibc

/// Whether secrets are marked. Without marks, memcheck reports only findings that are unrelated to secrets.
nonisolated(unsafe) var areSecretsMarked = true

/// The bytes, each combined with a byte that was never written. Valgrind's memcheck then treats every bit of them, and
/// everything that is computed from them, as undefined. `--malloc-fill=00` makes the combination keep the value.
func secret(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  var marked = Array(bytes)
  let unwritten = unwritten(marked.count)
  defer { free(unwritten) }
  if !areSecretsMarked { unwritten.update(repeating: 0, count: marked.count) }
  for index in marked.indices { marked[index] ^= unwritten[index] }
  return marked
}

/// `count` marked bytes, all different, so that a table indexed by them is read in many places.
func secret(count: Int) -> [UInt8] { secret((0..<count).map { UInt8(truncatingIfNeeded: 101 &* $0 &+ $0 >> 8 &+ 17) }) }

/// Memory that was allocated and never written. The optimiser must not know this: it could assume any value there.
@inline(never) @_optimize(none)
private func unwritten(_ count: Int) -> UnsafeMutablePointer<UInt8> {
  malloc(max(1, count))!.assumingMemoryBound(to: UInt8.self)
}

/// The same bytes as public bytes: what a system call has read is defined. Memcheck's complaint about the system call
/// that writes the marked bytes is the only one that is ignored.
@inline(never)
func publish(_ bytes: [UInt8]) -> [UInt8] {
  var ends: [Int32] = [0, 0]
  precondition(pipe(&ends) == 0, "no pipe")
  defer { for end in ends { close(end) } }
  var published = bytes
  for start in stride(from: 0, to: bytes.count, by: 4096) {
    let count = min(4096, bytes.count - start)
    bytes.withUnsafeBytes { precondition(write(ends[1], $0.baseAddress! + start, count) == count, "write") }
    published.withUnsafeMutableBytes { precondition(read(ends[0], $0.baseAddress! + start, count) == count, "read") }
  }
  return published
}

/// Whether the system's random numbers are marked: data keys are secret, and nothing may depend on salts and IVs
/// either.
nonisolated(unsafe) private var randomnessIsSecret = false
nonisolated(unsafe) private var randomWord: UInt64 = 1

/// The result of `body`, with the system's random numbers marked.
func withSecretRandomness<Result>(_ body: () throws -> Result) rethrows -> Result {
  randomnessIsSecret = true
  defer { randomnessIsSecret = false }
  return try body()
}

/// Replaces the standard library's source of random numbers.
@_cdecl("swift_stdlib_random")
public func random(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
  let bytes = (0..<count).map { _ in
    randomWord = randomWord &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: randomWord >> 56)
  }
  (randomnessIsSecret ? secret(bytes) : bytes).withUnsafeBytes {
    buffer.copyMemory(from: $0.baseAddress!, byteCount: count)
  }
}
#endif
