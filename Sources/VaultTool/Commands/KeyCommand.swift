import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault key create`: makes a random key, or the private key of a new recipient.
struct KeyCommand {
  private let destination: Destination
  private let isOfRecipient: Bool

  init(_ arguments: Arguments) throws {
    isOfRecipient = arguments.has(.recipient)
    if isOfRecipient, arguments.has(.output) {
      throw ToolError.usage("give \(Option.output.spelling) or \(Option.recipient.spelling), not both")
    }
    let paths = try arguments.paths(isOfRecipient ? Self.recipient : .output)
    if paths.count > 1 { throw ToolError.usage("key create makes one key; give \(Option.recipient.spelling) once") }
    let path = paths.first ?? "-"
    if let stream = Destination(stream: path) {
      destination = stream
    } else {
      let file = try OutputFile(path, replaces: false)
      destination = .file(file, path, OutputRules(.refused), source: "a random key")
    }
  }

  func run() throws {
    guard isOfRecipient else {
      let key = SymmetricKey(size: .bits256)
      return try write(KeyText(key, "A key of swift-vault. Whoever has it can open what is sealed with it."))
    }
    let key = RecipientKey()
    try write(KeyText(key))
    // Standard output has the key, and the recipient in its remark.
    if case .stream = destination { return }
    try StandardStream.writeOutput(Array("\(key.recipient)\n".utf8))
  }

  private func write(_ text: KeyText) throws {
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

/// `swift-vault key recipient FILE`: prints the recipient of a private key.
struct RecipientCommand {
  private let source: SecretSource

  init(_ arguments: Arguments) { source = .keyFile(arguments.operands[0]) }

  func run() throws {
    let key = try source.keyFileContent().withUnsafeBytes { content in
      do throws(RecoveryKeyError) {
        return try RecipientKey(text: content.keyText)
      } catch {
        if let other = SecretSource.otherKey(content.keyText) { throw ToolError(.usage, source.name, other) }
        throw ToolError(.usage, source.name, "does not hold the private key of a recipient: \(error)")
      }
    }
    try StandardStream.writeOutput(Array("\(key.recipient)\n".utf8))
  }
}

extension KeyCommand {
  static let subcommands = [
    Subcommand(
      name: "key create", summary: "makes a key, which replaces a password",
      description: [
        """
        Prints a random key of 256 bits as text: 14 groups of letters and digits, each with a check character. A vault \
        that is sealed with --key-file opens without a password and without delay: a key cannot be guessed, so it is \
        not stretched. Whoever has the key can open what is sealed with it; without the key, nobody can.
        """,
        """
        With --recipient, makes the private key of a recipient and prints the recipient, a line that begins with \
        swift-vault-recipient-. Give the recipient to whoever seals for you (seal --recipient): it is not secret and \
        opens nothing. Keep the private key: open --key-file opens with it what was sealed for the recipient.
        """,
        """
        A file of 32 random bytes is a key too, and so is a file of their hexadecimal digits or base 64, or a JSON Web \
        Key of the type oct. As a new key, 32 bytes of text, or of one or a few bytes repeated, are refused.
        """,
      ],
      options: [
        .output.explained("write to OUT instead of standard output; OUT must not exist, and only you may read it"),
        recipient,
      ],
      examples: [
        "swift-vault key create -o backup.key", "swift-vault key create | lpr",
        "swift-vault key create --recipient backup.key > backup.recipient",
      ],
      run: { try KeyCommand($0).run() }),
    Subcommand(
      name: "key recipient", operand: Placeholder("FILE", .file), summary: "prints the recipient of a private key",
      description: [
        """
        Prints the recipient of the private key in FILE (- is standard input), which key create --recipient made. Any \
        other key is refused.
        """
      ],
      examples: ["swift-vault key recipient backup.key"],
      run: { try RecipientCommand($0).run() }),
  ]

  private static let recipient = {
    var option = Option.recipient.explained(
      "write the private key of a new recipient to OUT and print the recipient; OUT must not exist, and only you "
        + "may read it"
    )
    option.value = Placeholder("OUT", .file)
    return option
  }()
}
