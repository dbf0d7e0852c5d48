internal import HMAC
internal import SwiftVaultCryptoBytes

/// What a learner shows after solving a task: the exercise, the seed, and a value that belongs to both and to a name.
///
/// It shows that a code was not copied from somebody with another name or seed. It does not show who solved the task:
/// the code that computes it is public, so who can read this file can make any code without solving anything.
package struct ResultCode: Equatable, Sendable {
  package let exercise: String
  package let seed: UInt64
  private let value: String

  /// Letters and digits that are not mistaken for each other. Source: D. Crockford, "Base 32".
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The code of a task that its owner has solved. White space in the name counts as one space.
  package init(exercise: String, seed: UInt64, owner: String) {
    let name = owner.split { $0.isWhitespace }.joined(separator: " ")
    let tag = HMAC<SHA256>.authenticationCode(
      for: Array("\(exercise)\n\(seed)\n\(name)".utf8), using: SymmetricKey(data: "swift-vault exercise".utf8))
    let bits = tag.prefix(5).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let value = stride(from: 35, through: 0, by: -5).map { Self.digits[Int(bits >> UInt64($0) & 31)] }
    (self.exercise, self.seed, self.value) = (exercise, seed, String(decoding: value, as: UTF8.self))
  }

  /// A code as it was written: `ecb-byte.7.0123ABCD`, in small or capital letters. `nil` if it has another form.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let seed = Request.number(parts[1], in: 0...Int.max) else { return nil }
    let value = parts[2].uppercased()
    guard value.utf8.count == 8, value.utf8.allSatisfy(Self.digits.contains) else { return nil }
    (exercise, self.seed, self.value) = (parts[0].lowercased(), UInt64(seed), value)
  }

  package var text: String { "\(exercise).\(seed).\(value)" }
}
