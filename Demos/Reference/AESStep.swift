/// A state or a round key during the encryption or decryption of one block.
public struct AESStep: Sendable, Equatable, CustomStringConvertible {
  /// What a step shows, in the words of FIPS 197 (2001), appendix C.
  public enum Name: String, Sendable, CaseIterable {
    /// The plaintext.
    case input
    /// The state at the start of a round.
    case start
    /// The state after SUBBYTES.
    case substituted = "s_box"
    /// The state after SHIFTROWS.
    case shifted = "s_row"
    /// The state after MIXCOLUMNS.
    case mixed = "m_col"
    /// The round key that is added at the end of a round.
    case roundKey = "k_sch"
    /// The ciphertext.
    case output
    /// The ciphertext, as input of the inverse cipher.
    case inverseInput = "iinput"
    /// The state at the start of a round of the inverse cipher.
    case inverseStart = "istart"
    /// The state after INVSHIFTROWS.
    case inverseShifted = "is_row"
    /// The state after INVSUBBYTES.
    case inverseSubstituted = "is_box"
    /// The round key that is added in a round of the inverse cipher.
    case inverseRoundKey = "ik_sch"
    /// The state after the round key was added in the inverse cipher.
    case inverseKeyAdded = "ik_add"
    /// The plaintext, as output of the inverse cipher.
    case inverseOutput = "ioutput"
  }

  /// The number of the round, from 0.
  public let round: Int

  /// What the bytes are.
  public let name: Name

  /// The 16 bytes, column by column.
  public let bytes: [UInt8]

  /// A line as in the standard's examples: `round[ 1].s_box 63cab7040953d051cd60e0e7ba70e18c`.
  public var description: String {
    let number = round < 10 ? " \(round)" : "\(round)"
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "round[\(number)].\(name.rawValue) \(digits)"
  }
}
