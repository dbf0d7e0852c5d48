import Vault

extension Arguments {
  /// The bytes of the context that is given as text, or of none.
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
  /// The function and the rounds that the command line asks for, or the old function and the rounds recommended for it.
  init(_ arguments: Arguments, keeping old: Function = .pbkdf2HMACSHA512) throws {
    let function = try Function(arguments) ?? old
    let limit = min(try Vault.Limits(arguments).maximumRounds, Self.maximumRounds)
    let hint = limit < Self.maximumRounds ? "; more need \(Option.maximumRounds.spelling)" : ""
    let rounds = try arguments.number(.rounds, in: 1...limit, hint: hint)
    try self.init(function, unsafeUncheckedRounds: rounds ?? function.recommendedRounds)
  }

  /// Few rounds, and more than a reader takes unasked, are the user's choice, but not one to be made unknowingly.
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
  /// How the command line calls the hash in it.
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
