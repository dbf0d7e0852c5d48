/// The error of a vault that was not sealed, opened or changed.
public enum VaultError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A quantity that ``Vault/Limits`` limits.
  public enum Quantity: Sendable {
    /// PBKDF2 rounds, or blocks that Argon2id fills, summed over the slots.
    case rounds
    /// The memory of a slot of Argon2id in bytes.
    case memoryByteCount
    /// Slots in use.
    case slots
    /// The size of the content in bytes.
    case contentByteCount
  }

  /// The bytes do not start like a vault.
  case notAVault
  /// An unknown version of the format.
  case unsupportedVersion(Int)
  /// An unknown suite of algorithms.
  case unsupportedSuite(Int)
  /// A slot with an unknown key derivation.
  case unsupportedStretching(Int)
  /// A header that breaks the rules of its version: it is damaged, or follows a later edition of the format.
  case invalidHeader
  /// A quantity above the reader's limit.
  case overLimit(Quantity, found: Int, limit: Int)
  /// The password or key opens no slot, the context is wrong, or the header was changed.
  case wrongPasswordOrContext
  /// A chunk of the content was changed, moved or shortened. Chunks are counted from 0.
  case damaged(chunk: UInt64)
  /// The end of the vault is missing.
  case truncated
  /// A key that does not have 32 bytes, and its size in bytes.
  case keyByteCount(Int)
  /// A recipient, given as what opens a vault. Its private key does.
  case recipientCannotOpen
  /// More passwords, keys and recipients than the 8 that a vault has slots for, and how many there are.
  case slotCount(Int)
  /// More rounds than the vault's readers accept.
  case rounds(Int, allowed: ClosedRange<Int>)
  /// More passes or lanes of Argon2id than a slot can store: 65,535 passes and 255 lanes.
  case passes(Int, lanes: Int)
  /// Memory for Argon2id that the system refused.
  case memoryUnavailable(byteCount: Int)
  /// More content than a vault can hold, and the maximum in bytes.
  case contentTooLong(maximum: UInt64)
  /// All slots are in use, or the one that the caller chose.
  case noFreeSlot
  /// The slot is not in use, or does not exist. Slots are counted from 0.
  case noPassword(inSlot: Int)
  /// The only slot in use cannot be removed, because the vault could not be opened any more.
  case lastSlot
  /// The new password or key already opens a slot. Slots are counted from 0.
  case passwordInUse(slot: Int)
  /// The header's count of changes has reached its maximum. `Vault.reseal` makes a new vault.
  case noFurtherChange

  /// A sentence that states the numbers. It counts chunks and slots from 1.
  public var description: String {
    switch self {
    case .notAVault: "not a vault"
    case .unsupportedVersion(let version): "a vault of version \(version); this program reads version 1"
    case .unsupportedSuite(let suite): "a vault of suite \(suite); this program reads suite 1"
    case .unsupportedStretching(let stretching):
      "a vault with a key slot of stretching \(stretching); this program reads 1 to 5"
    case .invalidHeader: "the header is damaged, or was made by a newer program"
    case .overLimit(.rounds, let found, let limit): "opening takes \(found.units("round")); the limit is \(limit)"
    case .overLimit(.memoryByteCount, let found, let limit):
      "opening takes \(found.units("byte")) of memory; the limit is \(limit)"
    case .overLimit(.slots, let found, let limit): "\(found.units("slot")) in use; the limit is \(limit)"
    case .overLimit(.contentByteCount, let found, let limit): "\(found.units("byte")) of content; the limit is \(limit)"
    case .wrongPasswordOrContext: "wrong password, key or context, or a changed header"
    case .damaged(let chunk): "chunk \(chunk &+ 1) of the content is damaged or cut short"
    case .truncated: "the end of the vault is missing"
    case .keyByteCount(let found): "a key of \(found.units("byte")); the key of a vault has 32"
    case .recipientCannotOpen: "a recipient opens no vault; its private key does"
    case .slotCount(let count): "\(count) passwords, keys and recipients; a vault has \(VaultHeader.slotCount) slots"
    case .rounds(let rounds, let allowed):
      "\(rounds.units("round")); allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
    case .passes(let passes, let lanes):
      "\(passes) passes and \(lanes.units("lane")) of Argon2id; a slot has room for \(VaultSlot.maximumPasses) passes and "
        + VaultSlot.maximumLanes.units("lane")
    case .memoryUnavailable(let count): MemoryHardError.memoryUnavailable(byteCount: count).description
    case .contentTooLong(let maximum): "more content than the \(maximum) bytes a vault can hold"
    case .noFreeSlot: "no slot is free; a vault has \(VaultHeader.slotCount)"
    case .noPassword(let slot): "there is no password or key in slot \(slot &+ 1)"
    case .lastSlot: "the last password or key of a vault cannot be removed"
    case .passwordInUse(let slot): "the new password or key opens slot \(slot &+ 1) already"
    case .noFurtherChange: "its slots have been changed \(UInt32.max) times, as often as can be counted"
    }
  }
}

extension VaultError {
  /// The error of cancelled work. The task gets `CancellationError` in its place.
  static var cancelled: VaultError { .truncated }
}
