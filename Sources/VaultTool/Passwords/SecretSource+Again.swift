extension SecretSource {
  /// How often a password may be typed to open a file.
  static let tries = 3

  /// Does `work` with a password or key. While it is wrong, asks again, up to three times in all.
  ///
  /// - Parameters:
  ///   - secret: the first password or key; afterwards the one that was right, or the last that was wrong.
  ///   - again: asks again, given what was wrong and how many tries are left; nil if there is nobody to ask.
  static func retrying<Secret, Result>(
    _ secret: inout Secret, again: (Secret, Int) throws -> Secret?, _ work: (Secret) throws -> Result
  ) throws -> Result {
    for left in (1..<tries).reversed() {
      do {
        return try work(secret)
      } catch let error as ToolError where error.code == .wrongPassword && !error.isFinal {
        guard let next = try again(secret, left) else { throw error }
        secret = next
      }
    }
    return try work(secret)
  }

  /// Asks on the terminal again; nil if the first one did not come from there, or if nothing is typed. If it came from
  /// elsewhere, a warning says whether it is text that nobody types.
  func again(for name: String, after wrong: Secret, triesLeft: Int, hasContext: Bool = true) throws -> Secret? {
    if case .password(let password) = wrong { warnIfUntypable(password) }
    let left = "(\(triesLeft.counted("try", plural: "tries")) left)."
    switch self {
    case .prompt:
      guard let terminal = Terminal(),
        let typed = try terminal.askWithoutEcho(
          "Wrong password\(hasContext ? " or context" : "") \(left) Password for \(name): "
        ).map(Self.normalized),
        typed.count > 0
      else { return nil }
      return .password(typed)
    case .recoveryPrompt:
      return try Self.askForRecoveryKey("Wrong recovery key or context \(left) Recovery key for \(name): ")
    default: return nil
    }
  }

  /// The password or key for the file called `name`, with what `work` made of it.
  func withSecret<Result>(
    for name: String, _ work: (Secret) throws -> Result
  ) throws -> (secret: Secret, result: Result) {
    var secret = try secret(for: name, isNew: false)
    let result = try Self.retrying(&secret, again: { try again(for: name, after: $0, triesLeft: $1) }, work)
    return (secret, result)
  }
}
