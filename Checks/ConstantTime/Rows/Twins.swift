#if os(Linux)
import Glibc

/// Code that leaks: each kind of leak in each kind of code. Memcheck must report every one of them in this file, or the
/// check fails.
let twins = [
  Row("twin: hash, table") { .bytes([schedule(secret(count: 16))]) },
  Row("twin: hash, branch") { .bytes([parityRound(secret(count: 16))]) },
  Row("twin: hash, early exit") { .bytes([UInt8(truncatingIfNeeded: roundsUntilFixed(secret(count: 16)))]) },
  Row("twin: cipher, table") { .bytes([substituted(secret(count: 16))]) },
  Row("twin: cipher, branch") { .bytes([doubled(secret(count: 16))]) },
  Row("twin: cipher, early exit") { .bytes([UInt8(truncatingIfNeeded: keyWords(secret(count: 16)))]) },
  Row("twin: comparison, table") { .bytes([classified(secret(count: 16))]) },
  Row("twin: comparison, branch") { .bytes([differences(secret(count: 16), secret(count: 17))]) },
  Row("twin: comparison, early exit") { .verdict(areEqual(secret(count: 16), secret(count: 17))) },
  Row("twin: padding, table") { .bytes([expectedFiller(secret(count: 16))]) },
  Row("twin: padding, branch") { .bytes([UInt8(truncatingIfNeeded: zeroCount(secret(count: 16)))]) },
  Row("twin: padding, early exit") { .verdict(isPadded(secret(count: 16))) },
]

/// A table of the size of an S-box.
private let table: [UInt8] = (0..<256).map { UInt8(truncatingIfNeeded: 7 &* $0 ^ $0 >> 3) }

/// A step that the optimiser can neither merge with others nor compile without a branch.
@inline(never) @_optimize(none)
private func step(_ value: UInt8) -> UInt8 { value &+ 1 }

@inline(never) private func schedule(_ block: [UInt8]) -> UInt8 {
  block.reduce(0) { $0 &* 3 &+ table[Int($1)] }
}

@inline(never) private func parityRound(_ block: [UInt8]) -> UInt8 {
  var state = block[0]
  for byte in block where byte & 1 == 1 { state = step(state) }
  return state
}

@inline(never) private func roundsUntilFixed(_ block: [UInt8]) -> Int {
  var rounds = 0
  for byte in block {
    if step(byte) == block[0] { break }
    rounds += 1
  }
  return rounds
}

@inline(never) private func substituted(_ state: [UInt8]) -> UInt8 {
  state.reduce(0) { $0 ^ table[Int($1)] }
}

@inline(never) private func doubled(_ state: [UInt8]) -> UInt8 {
  var doubled = state[0] << 1
  if state[0] >= 0x80 { doubled = step(doubled ^ 0x1b) }
  return doubled
}

@inline(never) private func keyWords(_ key: [UInt8]) -> Int {
  var words = 0
  while words < key.count, step(key[words]) != 0x80 { words += 1 }
  return words
}

@inline(never) private func classified(_ bytes: [UInt8]) -> UInt8 {
  bytes.reduce(0) { $0 | table[Int($1 >> 4)] }
}

@inline(never) private func differences(_ left: [UInt8], _ right: [UInt8]) -> UInt8 {
  var count: UInt8 = 0
  for index in left.indices where left[index] != right[index] { count = step(count) }
  return count
}

@inline(never) private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  for index in left.indices where step(left[index]) != step(right[index]) { return false }
  return true
}

@inline(never) private func expectedFiller(_ block: [UInt8]) -> UInt8 { table[Int(block[15])] }

@inline(never) private func zeroCount(_ block: [UInt8]) -> Int {
  var count = 0
  for byte in block.reversed() where byte == 0 { count += Int(step(byte)) }
  return count
}

@inline(never) private func isPadded(_ block: [UInt8]) -> Bool {
  for byte in block.reversed() {
    if step(byte) == 0x81 { return true }
    if step(byte) != 1 { return false }
  }
  return false
}
#endif
