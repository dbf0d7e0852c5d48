import Foundation
import Vault

/// `swift-vault seal FILE...`: makes a vault of each file.
struct SealCommand {
  private let jobs: [Job]
  private let source: PasswordSource
  private let context: [UInt8]
  private let stretching: PasswordStretching

  /// What every vault's name ends in.
  static let suffix = ".vault"

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    context = arguments.bytes(.context) ?? []
    stretching = try PasswordStretching(arguments)
    jobs = try Job.all(
      arguments, passwordFile: source.identity, wanted: { !$0.isVault && !TemporaryFile.isTemporary($0.lastComponent) }
    ) { input in
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
    stretching.warnIfFewRounds()
    let password = try source.password(for: jobs.name, isNew: true)
    try jobs.forEachReporting { try seal($0, password) }
  }

  private func seal(_ job: Job, _ password: SecretBytes) throws {
    let vault = try password.withUnsafeBytes { try NewVault(password: $0, context: context, stretching: stretching) }
    var byteCount = 0
    try job.destination.receive { byteCount = try vault.seal(job.input, to: $0) }
    if !job.destination.isTerminal {
      let size = "\(byteCount.counted("byte")), \(stretching.rounds.counted("round"))"
      StandardStream.remark("sealed \(job.input.name) → \(job.destination.name) (\(size))")
    }
  }
}
