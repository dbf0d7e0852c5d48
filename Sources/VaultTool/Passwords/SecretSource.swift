import SwiftVaultCommandSupport
import SwiftVaultComposedBytes
import Vault
import VaultFiles

/// Where a password or a key comes from.
enum SecretSource {
  /// A password, typed at the terminal.
  case prompt
  case file(Path)
  case descriptor(Int32)
  case variable(Path)
  case keyFile(Path)
  /// A recovery key, typed at the terminal.
  case recoveryPrompt
  /// A new recovery key, made by the command.
  case newRecoveryKey
  /// A new passphrase, made by the command.
  case generated

  /// The size in bytes of the largest password or key file. A larger file is refused: it was most likely named by
  /// mistake.
  private static let longest = 1 << 16

  /// The source that one of the `options` names.
  init(_ arguments: Arguments, _ options: [Option] = Option.secret) throws {
    let given = options.filter { arguments.has($0) }
    if given.count > 1 { throw ToolError.usage("give \(given[0].spelling) or \(given[1].spelling), not both") }
    self = .prompt
    if let option = given.first {
      switch option {
      case .passwordFile, .newPasswordFile:
        if let file = try arguments.path(option) {
          self = file.isStandardStream ? .descriptor(STDIN_FILENO) : .file(file)
        }
      case .passwordDescriptor, .newPasswordDescriptor:
        if let number = try arguments.number(option, in: 0...Int(Int32.max)) { self = .descriptor(Int32(number)) }
      case .passwordVariable, .newPasswordVariable:
        if let name = try arguments.path(option) { self = .variable(name) }
      case .keyFile, .newKeyFile:
        if let file = try arguments.path(option) { self = .keyFile(file) }
      case .recovery: self = .recoveryPrompt
      case .generate: self = .generated
      default: preconditionFailure("\(option.spelling) is not a source")
      }
    }
    // Later, the command itself may have opened a file that has this number.
    if case .descriptor = self {
      guard let identity else { throw readFailure(errno) }
      try StandardStream.check(identity, name)
    }
    for operand in arguments.operands { try checkIsNot(operand, "the content") }
  }

  /// Whether an option names a new password or key, so that none is asked for.
  static func isNewNamed(_ arguments: Arguments) -> Bool {
    ([.generate] + Option.newSecret).contains { arguments.has($0) }
  }

  /// The source that opens a vault, and the source of the new password or key. Where a recovery key can be made,
  /// `--recovery` makes it.
  static func oldAndNew(
    _ arguments: Arguments, makesRecoveryKey: Bool = false
  ) throws -> (old: SecretSource, new: SecretSource) {
    let opening = makesRecoveryKey ? Option.secret.filter { $0 != .recovery } : Option.secret
    let old = try SecretSource(arguments, opening)
    var new = try SecretSource(arguments, [.generate] + Option.newSecret + (makesRecoveryKey ? [.recovery] : []))
    if case .recoveryPrompt = new { new = .newRecoveryKey }
    // A file can be read twice, for instance to reseal a vault under the same password. A stream cannot.
    let isOne = old.identity.map { $0 == new.identity } ?? false
    if isOne, !old.isReadAnew, !new.isReadAnew { throw ToolError.usage("\(old.name) cannot give both passwords") }
    return (old, new)
  }

  /// Whether it gives a key rather than a password.
  var isKey: Bool {
    switch self {
    case .keyFile, .recoveryPrompt, .newRecoveryKey: true
    case .prompt, .file, .descriptor, .variable, .generated: false
    }
  }

  /// The file or pipe that the secret is read from; nil for the terminal and the environment. A command must not
  /// overwrite that file, because the password or key would be lost.
  var identity: FileIdentity? {
    switch self {
    case .file(let path), .keyFile(let path): FileIdentity(ofOperand: path)
    case .descriptor(let number): FileIdentity(of: number)
    case .prompt, .variable, .recoveryPrompt, .newRecoveryKey, .generated: nil
    }
  }

  /// Whether each use opens the file by name and reads it from the start.
  private var isReadAnew: Bool {
    let path: Path
    switch self {
    case .file(let file): path = file
    case .keyFile(let file) where !file.isStandardStream: path = file
    default: return false
    }
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.isRegular
  }

  /// Throws if the secret comes from the same file or stream as another input, whatever their names.
  func checkIsNot(_ other: Path, _ what: String) throws {
    guard let identity, identity == FileIdentity(ofOperand: other) else { return }
    throw ToolError.usage("\(name) cannot give both \(what) and the \(word)")
  }

  /// For messages.
  private var word: String { isKey ? "key" : "password" }

  /// For messages.
  var name: String {
    switch self {
    case .prompt, .recoveryPrompt: "the terminal"
    case .newRecoveryKey: "the new recovery key"
    case .generated: "the generator"
    case .keyFile(let path) where path.isStandardStream: "standard input"
    case .file(let path), .keyFile(let path): path.display
    case .descriptor(STDIN_FILENO): "standard input"
    case .descriptor(let number): "file descriptor \(number)"
    case .variable(let name): "environment variable \(name.display)"
    }
  }

  private func readFailure(_ number: Int32) -> ToolError {
    ToolError.system(name, "the \(word) cannot be read", number)
  }

  /// The password or key for the file called `name`. A password that `isNew` or `isTypedTwice` is asked for twice. The
  /// prompt for one that `replaces` another calls it the new password.
  func secret(for name: String, isNew: Bool, replaces: Bool = false, isTypedTwice: Bool = false) throws -> Secret {
    switch self {
    case .keyFile: try checked(key(in: keyFileContent()), isNew: isNew)
    case .recoveryPrompt: try checked(Self.askForRecoveryKey("Recovery key for \(name): "), isNew: isNew)
    case .newRecoveryKey: .key(SymmetricKey(size: .bits256))
    case .prompt, .file, .descriptor, .variable, .generated:
      .password(try password(for: name, isNew: isNew, replaces: replaces, isTypedTwice: isTypedTwice))
    }
  }

  /// The password, as ``secret(for:isNew:replaces:isTypedTwice:)``, where a key would make no sense.
  func password(
    for name: String, isNew: Bool, replaces: Bool = false, isTypedTwice: Bool = false
  ) throws -> SecretBytes {
    let password: SecretBytes
    switch self {
    case .file(let path): password = try withoutLineEnd(read(path))
    case .descriptor(let number): password = try withoutLineEnd(read(number))
    case .variable(let name): password = try take(name)
    case .generated: password = try Passphrase.shown(for: name)
    default:
      let question = "\(replaces ? "New password" : "Password") for \(name): "
      password = try Self.ask(question, isTypedTwice: isNew || isTypedTwice, replaces: replaces)
    }
    guard password.count > 0 || !isNew else {
      throw ToolError.usage("the password is empty, and an empty password protects nothing")
    }
    return password
  }

  /// The key in a key file: text from `swift-vault key create`, or exactly 32 bytes, or their hexadecimal digits or
  /// base 64, or a JSON Web Key. A text may have white space and quotation marks around it. The private key of a
  /// recipient is always text.
  private func key(in content: SecretBytes) throws -> Secret {
    try content.withUnsafeBytes { content in
      if content.count == 32 { return .key(SymmetricKey(data: content)) }
      do throws(RecoveryKeyError) {
        return try Secret(keyText: content.keyText)
      } catch {
        if let key = content.decodedKeys.first(where: { $0.bitCount == 256 }) { return .key(key) }
        if let other = Self.otherKey(content.keyText) { throw ToolError(.usage, name, other) }
        throw ToolError(.usage, name, "does not hold a key: \(error)")
      }
    }
  }

  /// The content of the key file.
  func keyFileContent() throws -> SecretBytes {
    guard case .keyFile(let path) = self else { preconditionFailure("\(name) is not a key file") }
    let content = try path.isStandardStream ? read(STDIN_FILENO) : read(path)
    guard content.count <= Self.longest else {
      throw ToolError(.usage, name, "holds more than \(Self.longest) bytes, too long for a key")
    }
    return content
  }

  /// The key. A new key that is not random is refused. An old one is accepted, because a vault may be sealed under it.
  private func checked(_ key: Secret, isNew: Bool) throws -> Secret {
    if isNew, case .key(let bytes) = key, let weakness = bytes.weakness {
      throw ToolError(
        .usage, name,
        "does not hold a random key: it is \(weakness), and a key is not stretched, so it can be guessed; "
          + "swift-vault key create -o FILE makes a random key")
    }
    return key
  }

  /// Asks for a recovery key, up to three times in all while its check characters show a typing mistake.
  static func askForRecoveryKey(_ prompt: String) throws -> Secret {
    guard let terminal = Terminal() else {
      throw ToolError.usage("no terminal to ask for a recovery key; use \(Option.keyFile.spelling)")
    }
    var (left, question) = (3, prompt)
    while true {
      let text = try terminal.askForLines(question, until: RecoveryKey.hasAllGroups)
      guard let text, text.count > 0 else { throw ToolError.usage("no recovery key was typed") }
      left -= 1
      do throws(RecoveryKeyError) {
        return try text.withUnsafeBytes { text throws(RecoveryKeyError) in try Secret(keyText: text) }
      } catch {
        let failure = ToolError(.usage, "recovery key", "\(error)")
        if left == 0 { throw failure }
        StandardStream.error("\(failure)")
        question = "Type the recovery key again (\(left.counted("try", plural: "tries")) left): "
      }
    }
  }

  private static func ask(_ prompt: String, isTypedTwice: Bool, replaces: Bool) throws -> SecretBytes {
    guard let terminal = Terminal() else {
      let options = replaces ? Option.newSecret : Option.password
      throw ToolError.usage(
        "no terminal to ask for \(replaces ? "the new" : "a") password; use \(options[0].spelling) or "
          + options[1].spelling)
    }
    var (left, question) = (tries, prompt)
    while true {
      guard let first = try terminal.askWithoutEcho(question).map(normalized) else {
        throw ToolError.usage("no password was typed")
      }
      if !isTypedTwice || first.count == 0 { return first }
      guard let second = try terminal.askWithoutEcho("Repeat the password: ").map(normalized) else {
        throw ToolError.usage("the password was not repeated; nothing was done")
      }
      if first == second { return first }
      left -= 1
      if left == 0 { throw ToolError.usage("the two passwords differ; nothing was done") }
      question = "The two passwords differ (\(left.counted("try", plural: "tries")) left). \(prompt)"
    }
  }

  /// The typed password, in Unicode's composed form.
  static func normalized(_ typed: SecretBytes) throws -> SecretBytes {
    try typed.withUnsafeBytes { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) { return typed }  // the usual case: no copy is made
      // No character becomes more than three times as long. Spec: Unicode Standard Annex 15, section 9.
      let password = try SecretBytes(capacity: 3 * bytes.count)
      guard bytes.compose(password.append) else {
        throw ToolError.usage("the password typed is not UTF-8; use a UTF-8 terminal or --password-file")
      }
      return password
    }
  }

  private func read(_ path: Path) throws -> SecretBytes {
    let descriptor = path.withCString { SwiftVaultCommandSupport.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw readFailure(errno) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  /// All bytes up to the end, unchanged.
  private func read(_ descriptor: Int32) throws -> SecretBytes {
    if isatty(descriptor) == 1 {
      throw ToolError.usage(
        isKey
          ? "\(name) is a terminal, not a key file; \(Option.recovery.spelling) asks for a recovery key"
          : "\(name) is a terminal; leave out --password-file and --password-fd to be asked without echo")
    }
    let state = FileState(of: descriptor)
    let password = try SecretBytes(capacity: Self.longest + 3)  // CR, LF and one to tell that there is more
    while !password.isFull {
      guard let count = password.append(from: descriptor) else { throw readFailure(errno) }
      if count == 0 { break }
    }
    guard FileState(of: descriptor) == state else {
      throw ToolError(.inputOutput, name, "was changed while the \(word) was read from it; nothing was done")
    }
    return password
  }

  /// Removes the password from the environment: its place is overwritten with zeros, and no child process inherits it.
  private func take(_ variable: Path) throws -> SecretBytes {
    guard !variable.bytes.contains(UInt8(ascii: "=")), let value = variable.withCString({ getenv($0) }) else {
      throw ToolError.usage("there is no environment variable \(variable.display)")
    }
    // SAFETY: `getenv` gave a zero-terminated string of the environment, which no other thread uses.
    let bytes = UnsafeMutableRawBufferPointer(start: value, count: strlen(value))
    let password = try SecretBytes(capacity: bytes.count)
    password.append(bytes)
    if let start = bytes.baseAddress { wipe(start, byteCount: bytes.count) }
    _ = variable.withCString { unsetenv($0) }
    return try withoutLineEnd(password)
  }

  private func withoutLineEnd(_ password: SecretBytes) throws -> SecretBytes {
    password.removeLineEnd()
    guard password.count <= Self.longest else {
      throw ToolError(.usage, name, "holds more than \(Self.longest) bytes, too long for a password")
    }
    return password
  }
}

extension RecoveryKey {
  /// Whether a text has as many letters and digits as a recovery key, so that no further line is read.
  fileprivate static func hasAllGroups(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "-") } >= 70
  }
}
