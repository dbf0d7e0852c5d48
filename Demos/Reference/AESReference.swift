/// AES for reading: each function is a function of FIPS 197, works on bytes, and can show every state.
///
/// For lessons, and as a second opinion in tests. It is slow, and *not* constant-time: tables and branches depend on
/// key and data. Nothing is wiped. Encrypt with `AES`.
///
/// Spec: FIPS 197, section 5.
public struct AESReference: Sendable {
  /// The words `w[0] ..< w[4 * (rounds + 1)]` of the key expansion, with the first byte in the highest bits.
  public let expandedKeyWords: [UInt32]

  /// `Nr`: 10, 12 or 14.
  public let rounds: Int

  /// Expands a key of 16, 24 or 32 bytes; traps at any other length.
  ///
  /// Spec: FIPS 197, section 5, table 3.
  public init(key: [UInt8]) {
    precondition([16, 24, 32].contains(key.count), "a key of \(key.count) bytes; AES needs 16, 24 or 32")
    rounds = key.count / 4 + 6
    expandedKeyWords = Self.expandKey(key, rounds: rounds)
  }

  /// Encrypts a block of 16 bytes; traps at any other length.
  ///
  /// - Parameters:
  ///   - block: The input.
  ///   - trace: Called with each state, in order, named as in the standard's examples.
  ///
  /// Spec: FIPS 197, section 5.1, algorithm 1, CIPHER.
  public func encrypt(_ block: [UInt8], trace: (AESStep) -> Void = { _ in }) -> [UInt8] {
    var state = AESReferenceState(block)
    trace(AESStep(round: 0, name: .input, bytes: state.bytes))
    state.addRoundKey(roundKey(0))
    trace(AESStep(round: 0, name: .roundKey, bytes: roundKey(0)))
    for round in 1...rounds {
      trace(AESStep(round: round, name: .start, bytes: state.bytes))
      state.substituteBytes()
      trace(AESStep(round: round, name: .substituted, bytes: state.bytes))
      state.shiftRows()
      trace(AESStep(round: round, name: .shifted, bytes: state.bytes))
      if round < rounds {
        state.mixColumns()
        trace(AESStep(round: round, name: .mixed, bytes: state.bytes))
      }
      state.addRoundKey(roundKey(round))
      trace(AESStep(round: round, name: .roundKey, bytes: roundKey(round)))
    }
    trace(AESStep(round: rounds, name: .output, bytes: state.bytes))
    return state.bytes
  }

  /// Decrypts a block of 16 bytes; traps at any other length.
  ///
  /// Rounds are counted in the order in which they run, so the last round key comes in round 0.
  ///
  /// - Parameters:
  ///   - block: The input.
  ///   - trace: Called with each state, in order, named as in the standard's examples.
  ///
  /// Spec: FIPS 197, section 5.3, algorithm 3, INVCIPHER.
  public func decrypt(_ block: [UInt8], trace: (AESStep) -> Void = { _ in }) -> [UInt8] {
    var state = AESReferenceState(block)
    trace(AESStep(round: 0, name: .inverseInput, bytes: state.bytes))
    state.addRoundKey(roundKey(rounds))
    trace(AESStep(round: 0, name: .inverseRoundKey, bytes: roundKey(rounds)))
    for round in 1...rounds {
      trace(AESStep(round: round, name: .inverseStart, bytes: state.bytes))
      state.inverseShiftRows()
      trace(AESStep(round: round, name: .inverseShifted, bytes: state.bytes))
      state.inverseSubstituteBytes()
      trace(AESStep(round: round, name: .inverseSubstituted, bytes: state.bytes))
      let key = roundKey(rounds - round)
      state.addRoundKey(key)
      trace(AESStep(round: round, name: .inverseRoundKey, bytes: key))
      if round < rounds {
        trace(AESStep(round: round, name: .inverseKeyAdded, bytes: state.bytes))
        state.inverseMixColumns()
      }
    }
    trace(AESStep(round: rounds, name: .inverseOutput, bytes: state.bytes))
    return state.bytes
  }

  /// The 16 bytes of `w[4 * round] ... w[4 * round + 3]`.
  public func roundKey(_ round: Int) -> [UInt8] {
    expandedKeyWords[4 * round..<4 * round + 4].flatMap(Self.bytes)
  }
}
