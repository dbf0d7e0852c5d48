import Foundation
import Vault

/// `swift-vault verify FILE...`: opens each vault and keeps nothing of it.
struct VerifyCommand {
  private let inputs: [InputFile]
  private let source: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits

  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    context = arguments.bytes(.context) ?? []
    limits = try Vault.Limits(arguments)
    inputs = try Job.paths(arguments, wanted: \.isVault).map { try InputFile($0, for: .checking) }
  }

  func run() throws {
    let vaults = try SealedFile.all(inputs, limits: limits)
    let password = try source.password(for: inputs.count == 1 ? inputs[0].name : "\(inputs.count) files", isNew: false)
    try vaults.forEachReporting { vault in
      let vault = try vault.get()
      let unlocked = try vault.unlock(password, context: context, limits: limits)
      let byteCount = try unlocked.open(vault.input, to: .file { _, _ in })
      try vault.input.checkUnchanged()
      try StandardStream.writeOutput(
        Array("\(vault.input.name): intact, \(byteCount.counted("byte"))\(unlocked.remark)\n".utf8))
    }
  }
}

extension UnlockedVault {
  fileprivate var remark: String {
    copiesWereAlike ? "" : "; the two copies of its header differ: swift-vault password repair puts that right"
  }
}
