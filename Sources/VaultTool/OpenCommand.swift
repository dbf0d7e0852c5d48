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
    var limits = Vault.Limits()
    if let maximum = try arguments.number(.maximumRounds, in: 1...Int.max) { limits.maximumRounds = maximum }
    self.limits = limits
    jobs = try Job.all(arguments, passwordFile: source.file) { input in
      guard let name = input.path.removing(suffix: SealCommand.suffix) else {
        throw ToolError(.usage, input.name, "does not end in \(SealCommand.suffix); name the opened file with -o")
      }
      return name
    }
  }

  func run() throws {
    let vaults = try jobs.map { try read($0.input) }
    let password = try source.password(for: jobs.name, isNew: false)
    try Array(zip(jobs, vaults)).forEachReporting { try open($0, $1, password) }
  }

  private func open(_ job: Job, _ vault: [UInt8], _ password: SecretBytes) throws {
    let content: [UInt8]
    do {
      content = try password.withUnsafeBytes {
        try Vault.open(vault, password: $0, context: context, limits: limits)
      }
    } catch let error as VaultError {
      throw ToolError(error, job.input.name)
    }
    if job.destination.isTerminal, !force, !content.isPlainText {
      throw ToolError.usage("the content is not text and would garble the terminal; use -o FILE, or --force")
    }
    try job.destination.write(content)
    if !job.destination.isTerminal {
      let size = content.count.counted("byte")
      StandardStream.remark("opened \(job.input.name) → \(job.destination.name) (\(size))")
    }
  }

  /// What is no vault, or asks for too much work, is refused before the password is asked for.
  private func read(_ input: InputFile) throws -> [UInt8] {
    let vault = try input.readAll()
    let rounds = try InspectCommand.inspect(vault, input.name).slots.reduce(0) { sum, slot in
      let (total, overflow) = sum.addingReportingOverflow(slot?.rounds ?? 0)
      return overflow ? .max : total
    }
    guard rounds <= limits.maximumRounds else {
      throw ToolError(.overLimit(.rounds, found: rounds, limit: limits.maximumRounds), input.name)
    }
    return vault
  }
}

extension [UInt8] {
  /// UTF-8 without a character that a terminal obeys.
  fileprivate var isPlainText: Bool {
    let text = String(decoding: self, as: UTF8.self)
    return text.utf8.elementsEqual(self)
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" || $0 == "\r"
      }
  }
}
