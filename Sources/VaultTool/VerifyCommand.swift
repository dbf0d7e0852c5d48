import Foundation
import Vault
import VaultFiles

/// `swift-vault verify FILE...`: opens each vault and keeps nothing of it.
struct VerifyCommand: FileCommand {
  let arguments: Arguments
  private let source: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits

  static let outcome = "verified"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    source = try PasswordSource(arguments)
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
  }

  func prepare(_ path: Path) throws -> SealedFile {
    try SealedFile(try InputFile(operand: path, for: .checking), limits: limits)
  }

  func password() throws -> SecretBytes { try source.password(for: subject, isNew: false) }

  func work(_ vault: SealedFile, _ password: SecretBytes) throws -> String? {
    let unlocked = try vault.unlock(password, context: context, limits: limits)
    let sink = Pipeline.Sink.file { _, _ in }
    let byteCount = try vault.input.withProgress(to: sink) {
      try VaultOpener(unlocked).open(vault.input, to: sink, progress: $0)
    }
    try vault.input.checkUnchanged()
    return "\(vault.input.name): intact, \(Int(clamping: byteCount).counted("byte"))\(unlocked.remark)"
  }

  func report(_ line: String) throws { try StandardStream.writeOutput(Array("\(line)\n".utf8)) }
}

extension UnlockedVault {
  fileprivate var remark: String {
    copiesWereAlike ? "" : "; \(Self.copiesDiffer): \(Self.repair)"
  }
}
