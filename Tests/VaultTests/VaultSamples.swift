import Testing
import Vault

extension PasswordStretching {
  /// One round, which is enough to make different keys.
  static let quick = rounds(1)

  static func rounds(_ rounds: Int, _ function: Function = .pbkdf2HMACSHA512) -> PasswordStretching {
    do {
      return try PasswordStretching(function, rounds: .exactly(rounds))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension Vault.Slot {
  static func rounds(_ rounds: Int, _ function: PasswordStretching.Function = .pbkdf2HMACSHA512) -> Vault.Slot {
    .password(.rounds(rounds, function))
  }

  static let quick = password(.quick)
  static let recommended = password(.recommended)
}

extension [UInt8] {
  /// Bytes without a pattern, the same in each run. A longer sample begins with the shorter ones.
  static func sample(_ count: Int) throws -> [UInt8] {
    let key = SymmetricKey(data: repeatElement(7, count: 16))
    let zeros = [UInt8](repeating: 0, count: count)
    return try AES.CTR.encrypt(zeros, using: key, nonce: AES.CTR.Nonce(data: repeatElement(0, count: 16)))
  }

  /// Equality that is fast even in a module that is compiled without optimisation.
  func isSame(as other: some Sequence<UInt8>) -> Bool {
    unsafe withBytes { left in unsafe other.withBytes { unsafe constantTimeEqual(left, $0) } }
  }

  /// A vault with the same change in both copies of its header.
  func changingHeader(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var copy = Array(self[..<720])
    change(&copy)
    return copy + copy + self[1440...]
  }

  /// A vault with the bytes written at the same place of both copies of its header.
  func writing(_ bytes: [UInt8], at place: Int) -> [UInt8] {
    changingHeader { $0.replaceSubrange(place..<place + bytes.count, with: bytes) }
  }
}

/// Records an issue if the bytes differ. Unlike `#expect`, it does not print megabytes.
func expectSame(
  _ found: [UInt8], _ expected: some Sequence<UInt8>, _ comment: @autoclosure () -> Comment = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if found.isSame(as: expected) { return }
  let expected = Array(expected)
  let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
  Issue.record(
    "\(found.count) bytes, \(expected.count) expected, differ at byte \(place). \(comment().rawValue)",
    sourceLocation: sourceLocation)
}
