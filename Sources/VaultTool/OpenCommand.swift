import Foundation
import Vault

/// `swift-vault open FILE...`: gets the content back out of each vault.
struct OpenCommand {
  private let jobs: [Job]
  private let source: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let force: Bool

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    context = arguments.bytes(.context) ?? []
    force = arguments.has(.force)
    limits = try Vault.Limits(arguments)
    jobs = try Job.all(arguments, passwordFile: source.identity, wanted: \.isVault) { input in
      guard let name = input.path.removing(suffix: SealCommand.suffix) else {
        throw ToolError(.usage, input.name, "does not end in \(SealCommand.suffix); name the opened file with -o")
      }
      return name
    }
  }

  func run() throws {
    let vaults = try SealedFile.all(jobs.map(\.input), limits: limits)
    let password = try source.password(for: jobs.name, isNew: false)
    try Array(zip(jobs, vaults)).forEachReporting { try open($0, $1.get(), password) }
  }

  private func open(_ job: Job, _ vault: SealedFile, _ password: SecretBytes) throws {
    let unlocked = try vault.unlock(password, context: context, limits: limits)
    var byteCount = 0
    try job.destination.receive { sink in
      let open = { byteCount = try unlocked.open(job.input, to: $0) }
      if job.destination.isTerminal, !force { try sink.limitedToText(open) } else { try open(sink) }
    }
    if !job.destination.isTerminal {
      StandardStream.remark("opened \(job.input.name) → \(job.destination.name) (\(byteCount.counted("byte")))")
    }
  }
}
