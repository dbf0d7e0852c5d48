import Vault
import VaultFiles

/// `swift-vault key create`: makes a random key.
struct KeyCommand {
  private let output: OutputFile?

  init(_ arguments: Arguments) throws {
    let path = try arguments.path(.output).flatMap { $0.isStandardStream ? nil : $0 }
    output = try path.map { try OutputFile($0, replaces: false) { _ in false } }
  }

  func run() throws {
    let key = SymmetricKey(size: .bits256)
    let text = try KeyText(key, "A key of swift-vault. Whoever has it can open what is sealed with it.")
    guard let output else { return try text.print() }
    defer { output.discard() }
    try output.create()
    try text.withBytes { try output.write($0, at: 0) }
    try output.commit()
  }
}

extension KeyCommand {
  static let subcommand = Subcommand(
    name: "key create", summary: "makes a key, to seal and open without a password",
    description: [
      """
      Prints a random key of 256 bits as text: 14 groups of letters and digits, each with a check. A vault that is sealed \
      with --key-file opens without a password, and at once: a key cannot be guessed, so it is not stretched. Whoever \
      has the key has what is sealed with it; whoever has lost it has lost that.
      """
    ],
    options: [
      .output.explained("write to OUT, which must not exist and only you may read, instead of standard output")
    ],
    examples: ["swift-vault key create -o backup.key", "swift-vault key create | lpr"],
    run: { try KeyCommand($0).run() })
}
