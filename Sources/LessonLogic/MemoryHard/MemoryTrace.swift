internal import SwiftVaultReference

/// A derivation with Argon2id in one lane, with every block that it reads.
///
/// For lessons: it is slow, and nothing is wiped. Derive keys with `Argon2id`.
///
/// Spec: RFC 9106, section 3.2.
package struct MemoryTrace: Sendable {
  /// A block that is filled.
  package struct Fill: Sendable, Equatable {
    /// The number of the block.
    package let block: Int
    /// The block that is read besides the preceding one.
    package let read: Int
    /// Whether the password decided which block that is.
    package let dependsOnPassword: Bool
  }

  package let blockCount: Int
  /// The blocks that are filled in each pass, in order. The first pass begins with block 2.
  package let passes: [[Fill]]
  package let key: [UInt8]

  /// Derives a key of 32 bytes; traps for less than 8 blocks or no pass.
  package init(password: [UInt8], salt: [UInt8], blockCount: Int, passes: Int) {
    let function = Argon2Reference(blockCount: blockCount, passes: passes)
    var fills = [[Fill]](repeating: [], count: passes)
    key = function.key(password: password, salt: salt, byteCount: 32) { step in
      fills[step.pass].append(
        Fill(block: step.place.column, read: step.reference.column, dependsOnPassword: step.dependsOnPassword))
    }
    (self.blockCount, self.passes) = (function.laneLength, fills)
  }

  /// A part of the work in which all reads are chosen in the same way.
  package struct Part: Sendable, Equatable {
    /// From 0.
    package let pass: Int
    package let dependsOnPassword: Bool
    /// The reads, without the preceding block.
    package let readCount: Int
    /// How many of them are the same for both passwords.
    package let equalCount: Int
  }

  /// The reads of two derivations with the same parameters, compared.
  package static func parts(_ left: MemoryTrace, _ right: MemoryTrace) -> [Part] {
    left.passes.indices.flatMap { pass in
      [false, true].compactMap { dependsOnPassword in
        let pairs = zip(left.passes[pass], right.passes[pass]).filter { $0.0.dependsOnPassword == dependsOnPassword }
        guard !pairs.isEmpty else { return nil }
        return Part(
          pass: pass, dependsOnPassword: dependsOnPassword, readCount: pairs.count,
          equalCount: pairs.count { $0.0.read == $0.1.read })
      }
    }
  }

  /// The number of block computations in the first pass, recomputations included, if only some blocks are kept.
  ///
  /// Blocks 0 and 1 are kept, and each whose number is a multiple of `interval`. Any other block that is read is
  /// recomputed from the two that it was made of. These are recomputed too, unless they are kept.
  package func computedCount(keepingEvery interval: Int) -> Double {
    var again = [Double](repeating: 0, count: blockCount)
    var sum = 0.0
    for fill in passes[0] {
      sum += 1 + again[fill.read]
      if fill.block % interval != 0 { again[fill.block] = 1 + again[fill.block - 1] + again[fill.read] }
    }
    return sum
  }

  /// The number of blocks that are kept.
  package func keptCount(every interval: Int) -> Int {
    (0..<blockCount).count { $0 < 2 || $0 % interval == 0 }
  }
}
