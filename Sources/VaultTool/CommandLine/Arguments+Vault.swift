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
  /// The hash and the rounds that the command line names; by default the current hash with its recommended rounds.
  init(_ arguments: Arguments, keeping old: Function = .pbkdf2HMACSHA512) throws {
    let function = try Function(arguments) ?? old
    let limit = min(try Vault.Limits(arguments).maximumRounds, Self.maximumRounds)
    let hint = limit < Self.maximumRounds ? "; more need \(Option.maximumRounds.spelling)" : ""
    let rounds =
      try TimedRounds.shared.rounds(arguments, function, limit: limit)
      ?? arguments.number(.rounds, in: 1...limit, hint: hint)
    try self.init(function, unsafeUncheckedRounds: rounds ?? function.recommendedRounds)
  }

  /// Warns of fewer rounds than recommended, and of more than a reader accepts by default.
  func warnOfRounds() {
    let text = "swift-vault: warning: \(rounds.counted("round"))"
    if rounds < function.recommendedRounds {
      StandardStream.error(
        "\(text), fewer than the recommended \(function.recommendedRounds.grouped), let the password be guessed sooner")
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
