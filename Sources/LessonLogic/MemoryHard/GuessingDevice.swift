/// A device that guesses passwords: its cores, and the memory that they share.
package struct GuessingDevice: Sendable {
  package let cores: Int
  /// Its memory, in MiB.
  package let mebibytes: Int
  /// What its memory reads and writes in a second.
  package let bytesPerSecond: Double

  package init(cores: Int, mebibytes: Int, bytesPerSecond: Double) {
    (self.cores, self.mebibytes, self.bytesPerSecond) = (cores, mebibytes, bytesPerSecond)
  }

  /// The guesses for which there is room in the memory.
  package func room(forGuessesOf mebibytes: Int) -> Int { self.mebibytes / mebibytes }

  /// The guesses at the same time: at most one for each core.
  package func guessesAtOnce(of mebibytes: Int) -> Int { min(cores, room(forGuessesOf: mebibytes)) }

  /// The bytes that one Argon2id guess transfers: for each filled block, the block that is read and the filled block
  /// itself; from the second pass on, also the old content of the filled block. The preceding block is still at hand.
  ///
  /// Spec: RFC 9106, section 3.2, steps 5 and 6.
  package static func movedByteCount(ofMebibytes mebibytes: Int, passes: Int) -> Double {
    Double(mebibytes) * 1024 * 1024 * Double(3 * passes - 1)
  }

  /// The maximum number of Argon2id guesses that the memory is fast enough for.
  package func guessesPerSecond(ofMebibytes mebibytes: Int, passes: Int) -> Double {
    bytesPerSecond / Self.movedByteCount(ofMebibytes: mebibytes, passes: passes)
  }
}
