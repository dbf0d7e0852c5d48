import Vault

extension PasswordStretching {
  /// The function and the rounds that the command line asks for, or those recommended.
  init(_ arguments: Arguments) throws {
    let function = try Function(arguments)
    let rounds = try arguments.number(.rounds, in: 1...Vault.Limits().maximumRounds)
    try self.init(function, unsafeUncheckedRounds: rounds ?? function.recommendedRounds)
  }

  /// Fewer rounds than recommended are the user's choice, but not one to be made unknowingly.
  func warnIfFewRounds() {
    guard rounds < function.recommendedRounds else { return }
    StandardStream.error(
      "swift-vault: warning: \(rounds.counted("round")), fewer than the recommended "
        + "\(function.recommendedRounds.grouped), let the password be guessed sooner")
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

  fileprivate init(_ arguments: Arguments) throws {
    guard let bytes = arguments.bytes(.hash) else {
      self = .pbkdf2HMACSHA512
      return
    }
    let name = Path(bytes).display
    guard let function = Self.allCases.first(where: { $0.word == name }) else {
      throw ToolError.usage("--hash takes \(Self.allCases.map(\.word).joined(separator: " or ")), not \(name)")
    }
    self = function
  }
}
