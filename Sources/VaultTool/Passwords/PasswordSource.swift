import Foundation
import Vault
import VaultFiles

/// Where the password comes from: the terminal, a file, an open descriptor, or a variable of the environment.
enum PasswordSource {
  case prompt
  case file(Path)
  case descriptor(Int32)
  case variable(Path)

  /// A password file holds one password; more is a file named by mistake.
  private static let longest = 1 << 16

  /// The source that the options name: a file, a descriptor or a variable.
  init(_ arguments: Arguments, _ options: [Option] = Option.password) throws {
    let given = options.filter { arguments.has($0) }.map(\.spelling)
    if given.count > 1 { throw ToolError.usage("give \(given[0]) or \(given[1]), not both") }
    if let file = try arguments.path(options[0]) {
      self = file.isStandardStream ? .descriptor(STDIN_FILENO) : .file(file)
    } else if let number = try arguments.number(options[1], in: 0...Int(Int32.max)) {
      self = .descriptor(Int32(number))
    } else if let name = try arguments.path(options[2]) {
      self = .variable(name)
    } else {
      self = .prompt
    }
    // Later, the command itself may have opened a file that has this number.
    if case .descriptor = self, identity == nil { throw readFailure(errno) }
    for operand in arguments.operands { try checkIsNot(operand, "the content") }
  }

  /// The sources of a vault's password, and of the one that replaces it or is added.
  static func oldAndNew(_ arguments: Arguments) throws -> (old: PasswordSource, new: PasswordSource) {
    let sources = (old: try PasswordSource(arguments), new: try PasswordSource(arguments, Option.newPassword))
    // A file can be read twice, for instance to reseal a vault under the same password. A stream cannot.
    let isOne = sources.old.identity.map { $0 == sources.new.identity } ?? false
    if isOne, !sources.old.isReadAnew, !sources.new.isReadAnew {
      throw ToolError.usage("\(sources.old.name) cannot give both passwords")
    }
    return sources
  }

  /// The file or pipe that the password is read from; nil for the terminal and the environment. A command must not write
  /// over it, because the password would be lost.
  var identity: FileIdentity? {
    switch self {
    case .file(let path): FileIdentity(ofOperand: path)
    case .descriptor(let number): FileIdentity(of: number)
    case .prompt, .variable: nil
    }
  }

  /// Whether each use opens it by name and reads it from the start.
  private var isReadAnew: Bool {
    guard case .file(let path) = self else { return false }
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.isRegular
  }

  /// Throws if the password would come from the same file or stream as another input, whatever their names.
  func checkIsNot(_ other: Path, _ what: String) throws {
    guard let identity, identity == FileIdentity(ofOperand: other) else { return }
    throw ToolError.usage("\(name) cannot give both \(what) and the password")
  }

  /// For messages.
  private var name: String {
    switch self {
    case .prompt: "the terminal"
    case .file(let path): path.display
    case .descriptor(STDIN_FILENO): "standard input"
    case .descriptor(let number): "file descriptor \(number)"
    case .variable(let name): "environment variable \(name.display)"
    }
  }

  private func readFailure(_ number: Int32) -> ToolError {
    ToolError.system(name, "the password cannot be read", number)
  }

  /// The password for the file called `name`; one that `isNew` is asked for twice, and one that `replaces` another is
  /// called the new one.
  func password(for name: String, isNew: Bool, replaces: Bool = false) throws -> SecretBytes {
    let password =
      switch self {
      case .prompt: try Self.ask("\(replaces ? "New password" : "Password") for \(name): ", isNew: isNew)
      case .file(let path): try read(path)
      case .descriptor(let number): try read(number)
      case .variable(let name): try take(name)
      }
    guard password.count > 0 else {
      throw ToolError.usage("the password is empty, and an empty password protects nothing")
    }
    return password
  }

  private static func ask(_ prompt: String, isNew: Bool) throws -> SecretBytes {
    guard let terminal = Terminal() else {
      throw ToolError.usage("no terminal to ask for a password; use --password-file or --password-fd")
    }
    guard let first = try terminal.askWithoutEcho(prompt).map(normalized) else {
      throw ToolError.usage("no password was typed")
    }
    if isNew, first.count > 0 {
      guard let second = try terminal.askWithoutEcho("The same again: ").map(normalized), first == second else {
        throw ToolError.usage("the two passwords are not the same; nothing was done")
      }
    }
    return first
  }

  /// The typed password, in Unicode's composed form.
  private static func normalized(_ typed: SecretBytes) throws -> SecretBytes {
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
    let descriptor = path.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw readFailure(errno) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  /// All bytes up to the end, unchanged, without one line end.
  private func read(_ descriptor: Int32) throws -> SecretBytes {
    if isatty(descriptor) == 1 {
      throw ToolError.usage(
        "\(name) is a terminal; leave out --password-file and --password-fd to be asked without echo")
    }
    let state = FileState(of: descriptor)
    let password = try SecretBytes(capacity: Self.longest + 3)  // CR, LF and one to tell that there is more
    while !password.isFull {
      guard let count = password.append(from: descriptor) else { throw readFailure(errno) }
      if count == 0 { break }
    }
    guard FileState(of: descriptor) == state else {
      throw ToolError(.inputOutput, name, "was changed while the password was read from it; nothing was done")
    }
    return try withoutLineEnd(password)
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
