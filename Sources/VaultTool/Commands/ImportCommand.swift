import SwiftVaultCommandSupport
import Vault
import VaultFiles
import VaultInterop

/// `swift-vault import FILE...`: makes a vault of each file of another program.
final class ImportCommand: FileCommand {
  let arguments: Arguments
  private let (source, newSource): (SecretSource, SecretSource?)
  private let format: ForeignFormat?
  /// Whether only the options show that it is a file of openssl enc.
  private let isNamed: Bool
  private let parameters: ForeignParameters
  /// The context of the new vault.
  private let context: [UInt8]
  /// The token of Token Protect mode, which stands before the ciphertext; nothing for another format.
  private let token: [UInt8]
  private let stretching: PasswordStretching
  private let rules: OutputRules
  private var newSecret: Secret?
  /// What the secret may mean, if it is a key.
  private var keys: [SymmetricKey] = []
  /// What the key file has for a file of age.
  private var identities: [AgeFile.Identity] = []
  /// A pipe is read once, and a stream written once, so a password cannot be tried again, unless the file is opened as
  /// a whole.
  private var isOnce = false
  /// The rest of a pipe that is opened as a whole, for another try.
  private var piped: [UInt8]?
  /// The format of the file that was prepared last.
  private var preparedFormat: ForeignFormat?

  static let outcome = "imported"

  /// The bytes that decide the format: more than any format needs, unless a private key follows other text.
  private static let beginningByteCount = 4096

  static let needsFile = false

  static func isWanted(_ path: Path) -> Bool { !path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    if SecretSource.isNewNamed(arguments) {
      (source, newSource) = try SecretSource.oldAndNew(arguments)
    } else {
      (source, newSource) = (try SecretSource(arguments, Option.password + [.keyFile]), nil)
    }
    parameters = try ForeignParameters(arguments)
    let named = try ForeignFormat(arguments)
    let hasKey = arguments.has(.keyFile)
    // Such a file does not show what it is.
    isNamed = parameters.openSSL.isHeaderless || hasKey && parameters.openSSL.iv != nil
    if isNamed, let named, named != .openSSL {
      let option = [Option.noSalt, .salt, .iv].first(where: arguments.has) ?? .noSalt
      throw ToolError.usage("\(option.spelling) is for openssl, not for \(named.rawValue)")
    }
    if hasKey, let option = [Option.noSalt, .salt, .saltLength].first(where: arguments.has) {
      throw ToolError.usage("\(option.spelling) goes with a password; a key has no salt")
    }
    format = isNamed ? .openSSL : named
    context = try arguments.context()
    token = try Self.token(arguments)
    stretching = try PasswordStretching(arguments)
    rules = try OutputRules(arguments, passwordFile: source.identity, isRead: Self.isWanted)
  }

  /// The token that `--token` names; nothing without it.
  private static func token(_ arguments: Arguments) throws -> [UInt8] {
    guard let path = try arguments.path(.token) else { return [] }
    let input = try InputFile(operand: path)
    let token = try input.read(beginningByteCount)
    guard ThemisTokenProtect.recognizes(token: token), token.count <= 44 else {
      throw ToolError(.notReadable, input.name, "is not a 44-byte token of Themis Secure Cell in Token Protect mode")
    }
    return token
  }

  struct PreparedFile {
    let path: Path
    let input: InputFile
    let beginning: [UInt8]
    let format: ForeignFormat
    let destination: Destination
  }

  func prepare(_ path: Path) throws -> PreparedFile {
    let input = try InputFile(operand: path)
    // When the vault is opened, its content does not get the name of the imported file.
    let endings = ForeignFormat.exported.map(\.suffix)
    let destination = try Destination(ofVault: path, without: endings, arguments, rules, input: input)
    var beginning = token + ForeignFormat.withoutMark(try input.read(Self.beginningByteCount), format)
    var found = ForeignFormat(beginning: beginning)
    if found == nil, format == nil, Self.isText(beginning) {
      beginning += try input.read(ForeignFormat.maximumKeyByteCount)
      found = ForeignFormat(beginning: beginning)
    }
    let rest = try input.remaining() ?? 0
    if isNamed, found == .openSSL {
      throw ToolError(
        .notReadable, input.name,
        "begins as a salted file of openssl enc; leave out \(Option.noSalt.spelling), \(Option.salt.spelling) and a key"
      )
    }
    if let format, let found, found != format, !isNamed {
      throw ToolError(.notReadable, input.name, "is not in the format of \(format.title), but of \(found.title)")
    }
    guard let format = format ?? found else {
      throw ToolError(.notReadable, input.name, ForeignFormat.refusal(of: beginning))
    }
    if format == .rnCryptor || format == .fernet, parameters.openSSL.rounds == 0 {
      throw ToolError.usage("\(Option.iterations.spelling) 0 is for openssl enc; \(format.title) has at least 1 round")
    }
    // Of several files, each has only what its format takes.
    if !arguments.namesSeveral { try arguments.checkOptions(of: format) }
    do throws(InteropError) {
      try format.check(byteCount: beginning.count + Int(clamping: rest), beginning: beginning)
    } catch {
      throw ToolError(error, input.name, format, secret: "")
    }
    if format == .age { try checkSecret(of: beginning, input.name) }
    preparedFormat = format
    if case .stream = destination { isOnce = true } else { isOnce = !input.isRegular }
    if format.isWhole(beginning) { isOnce = false }
    piped = nil
    return PreparedFile(path: path, input: input, beginning: beginning, format: format, destination: destination)
  }

  func secret() throws -> Secret {
    // A typing mistake would not be noticed, so the password is asked for twice.
    let isUnchecked = !parameters.openSSL.cipher.isPadded && (format ?? .openSSL) == .openSSL
    if source.isKey {
      keys = try source.keyReadings()
      if preparedFormat == .age { return try identitiesAndNewSecret() }
      if newSource == nil, !keys.contains(where: { $0.bitCount == 256 }) { throw Self.keyOfNoVault(keys[0]) }
      newSecret = try newSource?.newSecret(for: subject, replaces: true)
      if newSource?.isKey == false { stretching.warnOfRounds() }
      return .key(keys[0])
    }
    let secret = try source.secret(for: subject, isNew: false, isTypedTwice: isUnchecked)
    if newSource == nil, case .password(let password) = secret {
      guard password.count > 0 else {
        throw ToolError.usage(
          "the password is empty and would protect nothing; give another with \(Option.newPasswordFile.spelling)"
        )
      }
      source.warnIfUntypable(password)
    }
    if newSource?.isKey != true { stretching.warnOfRounds() }
    newSecret = try newSource?.newSecret(for: subject, replaces: true)
    return secret
  }

  func secretAgain(_ secret: Secret, triesLeft: Int) throws -> Secret? {
    if isOnce { return nil }
    if case .password(let password) = secret, let whole = try password.withCarriageReturn() {
      StandardStream.error(
        "swift-vault: the password file ends with CR LF; tried again with the CR, as openssl takes it")
      return .password(whole)
    }
    if case .password(let password) = secret, preparedFormat == .ansible,
      let stripped = try password.withoutSpaceAtEnds(), stripped.count > 0
    {
      StandardStream.error(
        "swift-vault: tried again without the white space at the ends of the password, as Ansible takes it; the vault "
          + "has that password, too")
      return .password(stripped)
    }
    let hasContext = preparedFormat == .themis
    return try source.again(for: subject, after: secret, triesLeft: triesLeft, hasContext: hasContext)
  }

  func work(_ file: PreparedFile, _ secret: Secret) throws -> String? {
    // Each try reads the file from its start.
    let input = file.input.isRegular ? try InputFile(operand: file.path) : file.input
    let beginning =
      file.input.isRegular
      ? token + ForeignFormat.withoutMark(try input.read(Self.beginningByteCount), file.format) : file.beginning
    try ForeignFormat.checkMemory(for: 0, of: input.name)
    if file.format == .age, source.isKey { identities = try source.ageIdentities(in: keys[0]) }
    let reader = try ForeignReader(
      file.format, secret, keys: keys, identities: identities, parameters, name: input.name, beginning: beginning)
    // An error in the beginning is reported before the new password is stretched.
    var content = try reader.update(beginning)
    defer { wipe(&content) }
    let isWhole = file.format.isWhole(beginning)
    // Only the content then shows which key opened it.
    if isWhole { content = try openWhole(input, reader, beginning.count) }
    var byteCount = 0
    try file.destination.withSink { sink in
      var writer = try newWriter(secret, reader.key)
      var output = SinkWriter(sink)
      try input.withProgress(to: sink) { advance in
        while true {
          byteCount += content.count
          try writer.update(content, into: &output.bytes)
          wipe(&content)
          try output.flush()
          if isWhole { break }
          let piece = try input.read(Vault.unitContentByteCount)
          if piece.isEmpty { break }
          content = try reader.update(piece)
          advance(piece.count)
        }
      }
      if !isWhole {
        try input.checkUnchanged()
        content = try reader.finalize()
        byteCount += content.count
        try writer.update(content, into: &output.bytes)
      }
      try writer.finalize(into: &output.bytes)
      try output.flush()
    }
    if !file.format.isAuthenticated {
      var warning = "\(file.format.title) has no authentication: a change is not noticed"
      if file.format == .openSSL { warning += parameters.openSSL.warning }
      if file.format == .themisImprint { warning += ", and no wrong key or context is noticed" }
      StandardStream.error("swift-vault: warning: \(input.name): \(warning); check the imported content")
    }
    if file.format == .privateKey {
      StandardStream.error("swift-vault: \(input.name): the vault has the key in DER, not in PEM")
    }
    if file.destination.isTerminal { return nil }
    let size = byteCount.counted("byte")
    return "imported \(input.name) (\(file.format.title)) → \(file.destination.name) (\(size))"
  }
}

extension ImportCommand {
  /// Throws if a file of age is for no secret of this kind, or if its password needs more memory than allowed.
  private func checkSecret(of beginning: [UInt8], _ name: String) throws {
    guard let requirements = AgeFile.requirements(inBeginning: beginning) else { return }
    if !requirements.kinds.contains(source.isKey ? "X25519" : "scrypt") {
      let failure = AgeFile.Failure.noMatch(kinds: requirements.kinds)
      throw ToolError(.age(failure), name, .age, secret: source.isKey ? "key" : "password")
    }
    if let factor = requirements.workFactor, factor > parameters.maximumWorkFactor {
      let byteCount = factor < 53 ? 1024 << factor : .max
      throw ToolError(name, memoryByteCount: byteCount, limit: 1024 << parameters.maximumWorkFactor)
    }
  }

  /// The identities of age, which are checked before the secret of the new vault is asked for. They are no such secret.
  private func identitiesAndNewSecret() throws -> Secret {
    identities = try source.ageIdentities(in: keys[0])
    guard newSource != nil || Terminal() != nil else {
      throw ToolError.usage(
        "the identities of age cannot open a vault; give it a secret with \(Option.generate.spelling), "
          + "\(Option.newPasswordFile.spelling) or \(Option.newKeyFile.spelling)")
    }
    let new = newSource ?? .prompt
    newSecret = try new.newSecret(for: subject, replaces: true)
    if !new.isKey { stretching.warnOfRounds() }
    return .key(keys[0])
  }

  /// The content of the rest of a file that is opened as a whole. Its beginning has that many bytes.
  private func openWhole(_ input: InputFile, _ reader: ForeignReader, _ beginningByteCount: Int) throws -> [UInt8] {
    if let piped {
      _ = try reader.update(piped)
      return try reader.finalize()
    }
    var rest: [UInt8] = []
    var byteCount = beginningByteCount
    while true {
      let piece = try input.read(Vault.unitContentByteCount)
      byteCount += piece.count
      try ForeignFormat.checkMemory(for: byteCount, of: input.name)
      if piece.isEmpty { break }
      _ = try reader.update(piece)
      if !input.isRegular { rest += piece }
    }
    if !input.isRegular { piped = rest }
    try input.checkUnchanged()
    return try reader.finalize()
  }

  /// Starts the vault under the new secret or the old one. The key is that of the file, if any.
  private func newWriter(_ secret: Secret, _ key: SymmetricKey?) throws -> VaultWriter {
    if newSecret == nil, let key {
      guard key.bitCount == 256 else { throw Self.keyOfNoVault(key) }
      if let weakness = key.weakness { throw Self.keyOfNoVault("is not random: it is \(weakness)") }
    }
    let new = newSecret ?? key.map { .key($0) } ?? secret
    return VaultWriter(
      try VaultSealer(
        try NewSecrets(secret: new).pendingVault(context: context, stretching: stretching, limits: parameters.limits)),
      cores: Processors.available)
  }

  private static func keyOfNoVault(_ key: SymmetricKey) -> ToolError {
    keyOfNoVault("has \((key.bitCount / 8).counted("byte")), and a vault's has 32")
  }

  private static func keyOfNoVault(_ obstacle: String) -> ToolError {
    .usage(
      "the key \(obstacle); give the vault another with \(Option.newKeyFile.spelling) or "
        + "\(Option.newPasswordFile.spelling)")
  }

  /// Whether a file with this beginning may be a text that contains a private key: it has no control characters except
  /// those of line ends.
  private static func isText(_ beginning: [UInt8]) -> Bool {
    beginning.allSatisfy { $0 >= 0x20 || 0x09...0x0d ~= $0 }
  }
}
