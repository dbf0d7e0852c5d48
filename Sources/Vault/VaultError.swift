/// Why a vault was not sealed, not opened or not changed.
public enum VaultError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What ``Vault/Limits`` limits.
  public enum Quantity: Sendable {
    /// PBKDF2 rounds, summed over the slots.
    case rounds
    /// Slots in use.
    case slots
    /// The size of the content in bytes.
    case contentByteCount
  }

  /// The bytes do not begin as a vault does.
  case notAVault
  /// A version of the format this code does not know.
  case unsupportedVersion(Int)
  /// A suite of algorithms this code does not know.
  case unsupportedSuite(Int)
  /// A key slot of a kind this code does not know.
  case unsupportedStretching(Int)
  /// A header that breaks the rules of its version: damaged, or made to a later edition of them.
  case invalidHeader
  /// More than the reader's limit.
  case overLimit(Quantity, found: Int, limit: Int)
  /// No password slot opens with this password, or the context is another, or the header was changed.
  case wrongPasswordOrContext
  /// A chunk of the content was changed, moved, or cut short; chunks are counted from 0.
  case damaged(chunk: UInt64)
  /// The end is missing.
  case truncated
  /// A number of rounds that is not accepted.
  case rounds(Int, allowed: ClosedRange<Int>)
  /// More content than a vault can hold.
  case contentTooLong(maximum: UInt64)
  /// All slots are in use.
  case noFreeSlot
  /// The slot is not in use, or there is no such slot; slots are counted from 0.
  case noPassword(inSlot: Int)
  /// The only slot in use cannot be removed: nobody could open the vault any more.
  case lastSlot
  /// The new password opens another slot already; slots are counted from 0.
  case passwordInUse(slot: Int)
  /// The passwords have been changed as often as the header can count; `Vault.reseal` makes a new vault.
  case noFurtherChange

  /// One sentence, with the numbers.
  public var description: String {
    switch self {
    case .notAVault: "not a vault"
    case .unsupportedVersion(let version): "a vault of version \(version); this program reads version 1"
    case .unsupportedSuite(let suite): "a vault of suite \(suite); this program reads suite 1"
    case .unsupportedStretching(let stretching):
      "a vault with a key slot of stretching \(stretching); this program reads 1 and 2"
    case .invalidHeader: "the header is damaged, or was made by a newer program"
    case .overLimit(.rounds, let found, let limit): "opening takes \(found) rounds; the limit is \(limit)"
    case .overLimit(.slots, let found, let limit): "\(found) password slots are in use; the limit is \(limit)"
    case .overLimit(.contentByteCount, let found, let limit): "\(found) bytes of content; the limit is \(limit)"
    case .wrongPasswordOrContext: "wrong password or context, or a changed header"
    case .damaged(let chunk): "chunk \(chunk) of the content is damaged or cut short"
    case .truncated: "the end of the vault is missing"
    case .rounds(let rounds, let allowed):
      "\(rounds) rounds; allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
    case .contentTooLong(let maximum): "more content than the \(maximum) bytes a vault can hold"
    case .noFreeSlot: "all \(VaultHeader.slotCount) password slots are in use"
    case .noPassword(let slot): "there is no password in slot \(slot)"
    case .lastSlot: "the last password of a vault cannot be removed"
    case .passwordInUse(let slot): "the new password opens slot \(slot) already"
    case .noFurtherChange: "its passwords have been changed \(UInt32.max) times, as often as can be counted"
    }
  }
}
