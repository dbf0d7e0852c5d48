import Foundation
import Vault

/// `swift-vault seal FILE...`: makes a vault of each file.
struct SealCommand {
  private let jobs: [Job]
  private let source: PasswordSource
  private let context: [UInt8]
  private let rounds: Int

  /// What every vault's name ends in.
  static let suffix = ".vault"

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    context = arguments.bytes(.context) ?? []
    let limit = Vault.Limits().maximumRounds
    rounds = try arguments.number(.rounds, in: 1...limit) ?? PBKDF2<SHA512>.recommendedRounds
    jobs = try Job.all(arguments, passwordFile: source.file) { input in
      guard input.isRegular else {
        throw ToolError(.usage, input.name, "is not a regular file; name the vault with -o")
      }
      return input.path.appending(suffix: Self.suffix)
    }
    if jobs.contains(where: \.destination.isTerminal), !arguments.has(.force) {
      throw ToolError.usage("a vault is binary and would garble the terminal; use -o FILE, or --force")
    }
  }

  func run() throws {
    let recommended = PBKDF2<SHA512>.recommendedRounds
    if rounds < recommended {
      StandardStream.error(
        "swift-vault: warning: \(rounds.counted("round")), fewer than the recommended \(recommended.grouped), "
          + "let the password be guessed sooner")
    }
    let password = try source.password(for: jobs.name, isNew: true)
    try jobs.forEachReporting { try seal($0, password) }
  }

  private func seal(_ job: Job, _ password: SecretBytes) throws {
    let content = try job.input.readAll()
    let vault = try password.withUnsafeBytes { password in
      try Vault.seal(
        content, password: password, context: context,
        stretching: PasswordStretching(unsafeUncheckedRounds: rounds))
    }
    try job.destination.write(vault)
    if !job.destination.isTerminal {
      let size = "\(content.count.counted("byte")), \(rounds.counted("round"))"
      StandardStream.remark("sealed \(job.input.name) → \(job.destination.name) (\(size))")
    }
  }
}
