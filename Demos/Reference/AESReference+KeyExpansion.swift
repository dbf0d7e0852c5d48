extension AESReference {
  /// Makes a round key of four words for each round and one before the first.
  ///
  /// Spec: FIPS 197, section 5.2, algorithm 2, KEYEXPANSION.
  static func expandKey(_ key: [UInt8], rounds: Int) -> [UInt32] {
    let keyWordCount = key.count / 4  // Nk
    var w: [UInt32] = []
    for i in 0..<keyWordCount { w.append(word(Array(key[4 * i..<4 * i + 4]))) }
    var roundConstant: UInt8 = 1  // the first byte of Rcon[i / Nk]; the others are 0
    for i in keyWordCount..<4 * (rounds + 1) {
      var temp = w[i - 1]
      if i % keyWordCount == 0 {
        temp = substituteWord(rotateWord(temp)) ^ word([roundConstant, 0, 0, 0])
        roundConstant = GaloisField.timesX(roundConstant)
      } else if keyWordCount > 6 && i % keyWordCount == 4 {
        temp = substituteWord(temp)
      }
      w.append(w[i - keyWordCount] ^ temp)
    }
    return w
  }

  /// Moves the first byte of a word to its end.
  ///
  /// Spec: FIPS 197, section 5.2, ROTWORD.
  static func rotateWord(_ word: UInt32) -> UInt32 {
    word << 8 | word >> 24
  }

  /// Replaces each byte of a word by its substitute.
  ///
  /// Spec: FIPS 197, section 5.2, SUBWORD.
  static func substituteWord(_ a: UInt32) -> UInt32 {
    word(bytes(a).map { SubstitutionBox.forward[Int($0)] })
  }

  static func word(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func bytes(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
