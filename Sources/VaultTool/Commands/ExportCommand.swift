import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// `swift-vault export --format NAME FILE...`: writes the content of each vault as another program does.
final class ExportCommand: FileCommand {
  let arguments: Arguments
  private let (source, newSource): (SecretSource, SecretSource?)
  private let format: ForeignFormat
  private let parameters: ForeignParameters
  /// The context of the vault.
  private let context: [UInt8]
  private let rounds: Int
  private let rules: OutputRules
  private var newSecret: Secret?

  static let outcome = "exported"

  /// The rounds that jwcrypto accepts by default, `default_max_pbkdf2_iterations`.
  private static let roundsOfJWCrypto = 16_384

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    try Self.checkOperands(arguments.operands)
    if Option.newSecret.contains(where: { arguments.has($0) }) {
      (source, newSource) = try SecretSource.oldAndNew(arguments)
    } else {
      (source, newSource) = (try SecretSource(arguments), nil)
    }
    guard let format = try ForeignFormat(arguments, among: ForeignFormat.exported) else {
      throw ToolError.usage("export needs \(Option.format.spelling); see swift-vault export --help")
    }
    self.format = format
    parameters = try ForeignParameters(arguments)
    let openSSL = parameters.openSSL
    if !parameters.recipients.isEmpty, newSource != nil {
      throw ToolError.usage("give \(Option.recipient.spelling) or a new password, not both: age has either in a file")
    }
    if openSSL.rounds == 0 { throw ToolError.usage("\(Option.iterations.spelling) 0 is for import only") }
    if format == .rnCryptor || format == .ansible, openSSL.rounds != nil {
      throw ToolError.usage("\(format.title) always has 10,000 rounds; leave out \(Option.iterations.spelling)")
    }
    let recommended =
      switch format {
      case .openSSL: openSSL.hash.recommendedRounds
      case .fernet: Fernet.recipeRounds
      case .jwe: OpenSSLHash.sha512.recommendedRounds
      default: OpenSSLHash.sha256.recommendedRounds
      }
    try arguments.checkOptions(of: format)
    rounds = openSSL.rounds ?? recommended
    context = try arguments.context()
    rules = try OutputRules(arguments, passwordFile: source.identity, isRead: Self.isWanted)
  }

  /// Throws if an operand is a recipient of age: `-r` is not short for `--recipient`.
  private static func checkOperands(_ operands: [Path]) throws {
    let recipients = operands.filter { $0.bytes.starts(with: "age1".utf8) && $0.status() == nil }
    guard let first = recipients.first else { return }
    let words = recipients.map { "\(Option.recipient.spelling) \($0.display)" }.joined(separator: " ")
    let subject = recipients.count == 1 ? "\(first.display) is a recipient" : "\(recipients.count) words are recipients"
    throw ToolError.usage("\(subject) of age; write \(words)")
  }

  func prepare(_ path: Path) throws -> (vault: SealedFile, destination: Destination) {
    let input = try InputFile(operand: path)
    let destination = try Destination(arguments, rules, input: input) {
      try rules.name(of: "exported file", from: path, input).appending(suffix: format.suffix)
    }
    if destination.isTerminal, !format.isText, !parameters.isArmored, !arguments.has(.force) {
      throw ToolError.usage("the exported file is binary and would garble the terminal; use -o FILE, or --force")
    }
    return (try SealedFile(input, limits: parameters.limits), destination)
  }

  func secret() throws -> Secret {
    let secret = try source.secret(for: subject, isNew: false)
    newSecret = try newSource?.newSecret(for: subject, replaces: true)
    if !parameters.recipients.isEmpty { return secret }
    switch newSecret ?? secret {
    case .recipientKey:
      throw ToolError.usage(
        "\(format.title) takes no private key of a recipient; give \(Option.newPasswordFile.spelling)")
    case .key:
      if format.takesKey { break }
      throw ToolError.usage("\(format.title) takes no key; give \(Option.newPasswordFile.spelling)")
    case .password(let password): try check(password)
    }
    return secret
  }

  /// Throws for a password that the format's readers do not take, and reports what they may refuse.
  private func check(_ password: SecretBytes) throws {
    switch format {
    case .openSSL where !password.isOneLineOfOpenSSL:
      throw ToolError.usage(
        "openssl takes a password of one line and at most \(SecretBytes.lineByteCount) bytes; "
          + "give another with \(Option.newPasswordFile.spelling)")
    case .openSSL where password.endedWithCRLF:
      StandardStream.error(
        "swift-vault: warning: the password file ends with CR LF, and openssl would include the CR in the password; "
          + "give openssl a file that ends with LF")
    case .fernet where parameters.fernetSalt == nil || password.count == 0:
      throw ToolError.usage(
        "Fernet takes a key, \(Option.newKeyFile.spelling), or a password and a salt, \(Option.fernetSalt.spelling)")
    case .ansible where try password.withoutSpaceAtEnds() != nil:
      throw ToolError.usage(
        "Ansible removes white space from both ends of a password; give another with "
          + "\(Option.newPasswordFile.spelling)")
    case .jwe where rounds > Self.roundsOfJWCrypto:
      StandardStream.error(
        "swift-vault: the token has \(rounds.grouped) rounds (p2c); by default, Python's jwcrypto accepts at most "
          + "\(Self.roundsOfJWCrypto.grouped), which \(Option.iterations.spelling) \(Self.roundsOfJWCrypto) would set")
    default: break
    }
  }

  func secretAgain(_ secret: Secret, triesLeft: Int) throws -> Secret? {
    try source.again(for: subject, after: secret, triesLeft: triesLeft)
  }

  func work(_ file: (vault: SealedFile, destination: Destination), _ secret: Secret) throws -> String? {
    let (vault, destination) = file
    let name = vault.input.name
    let unlocked = try vault.unlock(secret, context: context, limits: parameters.limits)
    unlocked.warnIfCopiesDiffer(name)
    var byteCount: UInt64 = 0
    do {
      let writer = try ForeignWriter(format, newSecret ?? secret, parameters, rounds: rounds)
      try destination.withSink { sink in
        var output = SinkWriter(sink)
        byteCount = try vault.input.withProgress(to: sink) {
          var held = 0
          let pieces = Pipeline.Sink.stream { [format] piece in
            if format.isWhole([]) { held += piece.count }
            // Ansible writes hexadecimal digits of hexadecimal digits.
            try ForeignFormat.checkMemory(for: format == .ansible ? 3 * held : held, of: name)
            output.bytes = try writer.update(piece)
            try output.flush()
          }
          return try VaultOpener(unlocked).open(vault.input, to: pieces, progress: $0)
        }
        output.bytes = try writer.finalize()
        try output.flush()
      }
    } catch let error as InteropError {
      throw ToolError(error, name, format, secret: secret.word)
    }
    if destination.isTerminal { return nil }
    let size = Int(clamping: byteCount).counted("byte")
    return "exported \(name) → \(destination.name) (\(size)); \(advice)"
  }

  /// Advice on how to open the exported file.
  private var advice: String {
    switch format {
    case .openSSL:
      "openssl enc -d -\(parameters.openSSL.cipher.rawValue) -pbkdf2 -iter \(rounds) "
        + "-md \(parameters.openSSL.hash.rawValue) opens it and does not notice a change"
    case .jwe: "a reader of \(format.title) that accepts \(rounds) rounds opens it"
    case .fernet: "\(format.title) opens it; a password also needs the salt and \(rounds) rounds"
    default: "\(format.title) opens it"
    }
  }
}

extension SecretBytes {
  /// The longest password that the command `openssl` reads.
  fileprivate static let lineByteCount = 1023

  /// Whether the command `openssl` can read the password: it ends at a line feed, and at a byte that is zero.
  fileprivate var isOneLineOfOpenSSL: Bool {
    count <= Self.lineByteCount && withUnsafeBytes { !$0.contains(0) && !$0.contains(UInt8(ascii: "\n")) }
  }
}

extension ExportCommand {
  static let subcommand = Subcommand(
    name: "export", operand: Placeholder("FILE", .vault), isRepeatable: true,
    summary: "writes a vault's content in another program's format",
    description: [
      """
      Verifies the vault FILE and encrypts its content again in another program's format. The content is never written \
      to disk. The new file has the vault's password unless another is given.
      """,
      """
      The formats: openssl (openssl enc), rncryptor (RNCryptor 3), themis (Themis Secure Cell in Seal mode), ansible \
      (Ansible Vault 1.1), fernet, jwe (JSON Web Encryption in its compact form, A256CBC-HS512 with \
      PBES2-HS512+A256KW, or with A256KW under a key) and age (version 1, with scrypt of work factor \
      \(AgeFile.defaultWorkFactor), or with X25519 for each --recipient). openssl has no authentication: a change to the file is not \
      noticed. RNCryptor and Ansible stretch with only 10,000 rounds. A Fernet token does not contain the salt of its \
      password: keep the salt. A file of age has no context, and its password cannot be changed. All formats except \
      openssl, rncryptor and age are sealed as a whole, in memory.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE with another ending (- is standard output)"),
      Option(
        "--format", Placeholder("NAME", .words(ForeignFormat.exported.map(\.rawValue))),
        "the format to write; required"),
      .cipher.explained("the cipher of openssl enc (default aes-256-cbc)"),
      .digest.explained("the hash of openssl enc, its -md (default sha256)"),
      .iterations.explained(
        "the rounds of openssl enc, Themis, jwe and Fernet's key (default: as many as recommended)"),
    ] + Option.secret + Option.newSecret + [
      .context.explained("the TEXT that the vault was sealed with; it is the context of Themis Secure Cell too"),
      .cellContext, .fernetSalt,
      .recipient.explained(
        "seal a file of age for RECIPIENT (age1…) in place of a password; may be repeated"),
      .armor, .readMaximumRounds, .maximumMemory,
      .recursive.explained("FILE may be a folder: export each vault below it"),
      .preserve.explained("give OUT the mode and times of FILE"),
      .skipExisting.explained("skip a vault if its OUT exists"),
      .force.explained("replace OUT if it exists; write binary content to a terminal"),
    ],
    examples: [
      "swift-vault export notes.txt.vault --format openssl",
      "swift-vault export notes.txt.vault --format themis --new-password-file new",
      "swift-vault export notes.txt.vault --format age --armor",
    ],
    run: { try ExportCommand($0).run() })
}
