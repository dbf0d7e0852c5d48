/// The error of a text that was refused as a ``RecoveryKey`` or as a ``RecipientKey``. Groups and characters are
/// counted from 1.
public enum RecoveryKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A group that does not have 5 characters, and how many it has.
  case characterCount(Int, group: Int)
  /// A character that is not in the alphabet: its place in its group.
  case character(Int, group: Int)
  /// A group whose check character is wrong: a character is mistyped, or the group is in the wrong place.
  case group(Int)
  /// Too few or too many groups. All that were read, up to 14, are right.
  case groupCount(Int)
  /// Each group is right by itself, but the checksum of the whole is not.
  case checksum
  /// The text of a ``RecipientKey``, where that of a ``RecoveryKey`` is needed.
  case recipientKey
  /// The text of a ``RecoveryKey``, where that of a ``RecipientKey`` is needed.
  case recoveryKey

  /// A sentence that names the group.
  public var description: String {
    switch self {
    case .characterCount(let count, let group):
      "group \(group) has \(count.units("character")); each group has \(RecoveryKeyText.groupByteCount)"
    case .character(let character, let group): "character \(character) of group \(group) is none of a key"
    case .group(let group): "group \(group) is mistyped, or not the group of this place"
    case .groupCount(let count): "\(count.units("group")); a key has \(RecoveryKeyText.groupCount)"
    case .checksum: "the groups do not belong together: two or more are mistyped, or of another key"
    case .recipientKey: "this is the private key of a recipient, and no recovery key"
    case .recoveryKey: "this is a recovery key, and not the private key of a recipient"
    }
  }
}
