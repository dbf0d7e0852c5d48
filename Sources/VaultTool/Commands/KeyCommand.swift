import Vault
import VaultFiles

/// `swift-vault key create`: makes a random key.
struct KeyCommand {
  private let destination: Destination

  init(_ arguments: Arguments) throws {
    let path = try arguments.path(.output) ?? "-"
    if let stream = Destination(stream: path) {
      destination = stream
    } else {
      let file = try OutputFile(path, replaces: false)
      destination = .file(file, path, OutputRules(.refused), source: "a random key")
    }
  }

  func run() throws {
    let key = SymmetricKey(size: .bits256)
    let text = try KeyText(key, "A key of swift-vault. Whoever has it can open what is sealed with it.")
    try destination.withSink { sink in
      try text.withBytes {
        switch sink {
        case .file(let write): try write($0, 0)
        case .stream(let write): try write($0)
        }
      }
    }
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
      """,
      """
      A file of 32 random bytes is a key, too, and so is one of their hexadecimal digits or their base 64. As a new key, \
      32 bytes of text, or of a few bytes again and again, are refused.
      """,
    ],
    options: [
      .output.explained("write to OUT, which must not exist and only you may read, instead of standard output")
    ],
    examples: ["swift-vault key create -o backup.key", "swift-vault key create | lpr"],
    run: { try KeyCommand($0).run() })
}
