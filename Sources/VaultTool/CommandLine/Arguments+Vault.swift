import Credentials
import SwiftVaultCommandSupport
import SwiftVaultComposedBytes
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
    if let maximum = try arguments.byteCount(.maximumMemory) { maximumMemoryByteCount = maximum }
  }
}

extension Credential.Limits {
  init(_ limits: Vault.Limits) {
    self.init(maximumRounds: limits.maximumRounds, maximumMemoryByteCount: limits.maximumMemoryByteCount)
  }
}

extension PasswordStretching {
  /// How two hashes compare, for help.
  static let costs =
    Function.pbkdf2.map { "\($0.recommendedRounds) rounds of \($0.word)" }.joined(separator: " cost as much as ")
    + "."

  /// The function and parameters that the command line names; by default the current function with its recommended
  /// parameters, and Argon2id with at least its current memory.
  init(_ arguments: Arguments, keeping old: PasswordStretching = .recommended) throws {
    let options = StretchOptions(arguments)
    let family = try options.family() ?? (old.argon2id == nil ? .pbkdf2 : .argon2id)
    if family == .argon2id {
      self.init(argon2id: try options.argon2id(keeping: old.argon2id ?? .forFiles))
      return
    }
    let function = try Function(arguments) ?? (old.argon2id == nil ? old.function : .pbkdf2HMACSHA512)
    let limit = min(try Vault.Limits(arguments).maximumRounds, Self.maximumRounds)
    let hint = limit < Self.maximumRounds ? "; more need \(Option.maximumRounds.spelling)" : ""
    let rounds =
      try TimedRounds.shared.rounds(arguments, function, limit: limit)
      ?? arguments.number(.rounds, in: 1...limit, hint: hint)
    try self.init(function, rounds: .exactly(rounds ?? function.recommendedRounds))
  }

  /// The stretching of a password that replaces those that opened a vault. If the defaults would make a guess cheaper,
  /// the old stretching stays. If the command line asks for less, a warning is printed.
  init(_ arguments: Arguments, replacing vault: UnlockedVault) throws {
    self = try PasswordStretching(arguments)
    guard let old = vault.strongestStretching, !meets(old) else { return }
    if [Option.rounds, .time, .hash, .stretch, .memory, .passes].contains(where: arguments.has) {
      StandardStream.error(
        "swift-vault: warning: \(sentence), less than the \(old.sentence) before: the password is easier to guess")
    } else {
      self = old
    }
  }

  /// `1,000 rounds of sha512`, or `Argon2id, 64 MiB, 3 passes, 4 lanes`.
  var sentence: String { argon2id?.description ?? "\(rounds.counted("round")) of \(function.word)" }

  /// The work without the hash function of PBKDF2: `1,000 rounds`, or `Argon2id, 64 MiB, 3 passes, 4 lanes`.
  var effort: String { argon2id?.description ?? rounds.counted("round") }

  /// Whether it is what OWASP recommends, or more. For Argon2id, that is less memory for more passes.
  var isRecommended: Bool {
    guard let argon2id else { return rounds >= function.recommendedRounds }
    return argon2id.memoryByteCount >= [46, 19, 12, 9, 7][min(argon2id.passes, 5) - 1] << 20
  }

  /// The option that asks for more.
  var optionForMore: String { argon2id == nil ? "--rounds N" : "--passes N" }

  /// Warns if the rounds are fewer than recommended, or more than a reader accepts by default.
  func warnOfRounds() {
    let text = "swift-vault: warning: \(effort)"
    if !isRecommended {
      let least =
        argon2id == nil ? "fewer than the recommended \(function.recommendedRounds.grouped)" : "less than recommended"
      StandardStream.error("\(text), \(least): the password is easier to guess")
    }
    if let argon2id, argon2id.memoryByteCount > Vault.Limits().maximumMemoryByteCount {
      let size = argon2id.memoryByteCount.binarySize.filter { $0 != " " && $0 != "," }
      StandardStream.error("\(text), over the default limit: readers need \(Option.maximumMemory.spelling) \(size)")
    }
    if rounds > Vault.Limits().maximumRounds {
      StandardStream.error("\(text), over the default limit: readers need \(Option.maximumRounds.spelling) \(rounds)")
    }
  }
}

extension PasswordStretching.Function {
  /// The hash's name on the command line, or that of the function.
  var word: String {
    switch self {
    case .argon2id: "argon2id"
    case .pbkdf2HMACSHA512: "sha512"
    case .pbkdf2HMACSHA256: "sha256"
    }
  }

  fileprivate init?(_ arguments: Arguments) throws {
    guard let bytes = arguments.bytes(.hash) else { return nil }
    let name = Path(bytes).display
    guard let function = Self.pbkdf2.first(where: { $0.word == name }) else {
      throw ToolError.usage("--hash takes \(Self.pbkdf2.map(\.word).joined(separator: " or ")), not \(name)")
    }
    self = function
  }
}

extension UnlockedVault {
  /// The costliest stretching of the passwords that opened the vault; nil if a key opened it.
  var strongestStretching: PasswordStretching? {
    openedSlots.compactMap { slots[$0]?.stretching }.max { !$0.meets($1) }
  }
}
