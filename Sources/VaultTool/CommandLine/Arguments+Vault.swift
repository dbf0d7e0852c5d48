import SwiftVaultCommandSupport
import SwiftVaultFoundation
import Vault

extension Arguments {
  /// The context in UTF-8; empty if none is given.
  func context() throws -> [UInt8] {
    guard let composed = (bytes(.context) ?? []).composed else {
      throw ToolError.usage("--context takes text in UTF-8, which this is not")
    }
    return composed
  }
}

extension Vault.Limits {
  init(_ arguments: Arguments) throws {
    self.init()
    if let maximum = try arguments.number(.maximumRounds, in: 1...Int.max) { maximumRounds = maximum }
  }
}

extension PasswordStretching {
  /// How two hashes compare, for help.
  static let costs =
    Function.allCases.map { "\($0.recommendedRounds) rounds of \($0.word)" }.joined(separator: " cost as much as ")
    + "."

  /// The hash and the rounds that the command line names; by default the current hash with its recommended rounds.
  init(_ arguments: Arguments, keeping old: Function = .pbkdf2HMACSHA512) throws {
    let function = try Function(arguments) ?? old
    let limit = min(try Vault.Limits(arguments).maximumRounds, Self.maximumRounds)
    let hint = limit < Self.maximumRounds ? "; more need \(Option.maximumRounds.spelling)" : ""
    let rounds =
      try TimedRounds.shared.rounds(arguments, function, limit: limit)
      ?? arguments.number(.rounds, in: 1...limit, hint: hint)
    try self.init(function, rounds: .unchecked(rounds ?? function.recommendedRounds))
  }

  /// What stretches a password in place of those that opened a vault. What they had stays if a guess would cost less with
  /// the hash and the rounds by default; if the command line asks for less, a warning says so.
  init(_ arguments: Arguments, replacing vault: UnlockedVault) throws {
    self = try PasswordStretching(arguments)
    guard let old = vault.strongestStretching, !meets(old) else { return }
    if [Option.rounds, .time, .hash].contains(where: arguments.has) {
      StandardStream.error(
        "swift-vault: warning: \(sentence), where it had \(old.sentence): the password is guessed sooner")
    } else {
      self = old
    }
  }

  /// `1,000 rounds of sha512`.
  var sentence: String { "\(rounds.counted("round")) of \(function.word)" }

  /// Warns of fewer rounds than recommended, and of more than a reader accepts by default.
  func warnOfRounds() {
    let text = "swift-vault: warning: \(rounds.counted("round"))"
    if rounds < function.recommendedRounds {
      StandardStream.error(
        "\(text), fewer than the recommended \(function.recommendedRounds.grouped): the password is guessed sooner")
    }
    if rounds > Vault.Limits().maximumRounds {
      StandardStream.error("\(text), over the limit: a reader needs \(Option.maximumRounds.spelling) \(rounds)")
    }
  }
}

extension PasswordStretching.Function {
  /// The hash's name on the command line.
  var word: String {
    switch self {
    case .pbkdf2HMACSHA512: "sha512"
    case .pbkdf2HMACSHA256: "sha256"
    }
  }

  fileprivate init?(_ arguments: Arguments) throws {
    guard let bytes = arguments.bytes(.hash) else { return nil }
    let name = Path(bytes).display
    guard let function = Self.allCases.first(where: { $0.word == name }) else {
      throw ToolError.usage("--hash takes \(Self.allCases.map(\.word).joined(separator: " or ")), not \(name)")
    }
    self = function
  }
}

extension UnlockedVault {
  /// Of the passwords that opened the vault, the stretching with which a guess costs the most; nil if it was a key.
  var strongestStretching: PasswordStretching? {
    openedSlots.compactMap { slots[$0]?.stretching }.max { !$0.meets($1) }
  }
}
