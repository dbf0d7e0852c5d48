import Foundation
import Vault

/// Where the password comes from: the terminal, a file, an open descriptor, or a variable of the environment.
enum PasswordSource {
  case prompt
  case file(Path)
  case descriptor(Int32)
  case variable(Path)

  /// A password file holds one password; more is a file named by mistake.
  private static let longest = 1 << 16

  /// The source that the options name, of which there are three: a file, a descriptor, a variable.
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
    if case .descriptor(STDIN_FILENO) = self, arguments.operands.contains(where: \.isStandardStream) {
      throw ToolError.usage("standard input cannot give both the content and the password")
    }
  }

  /// The sources of a vault's password and of the one that is to replace it or join it.
  static func oldAndNew(_ arguments: Arguments) throws -> (old: PasswordSource, new: PasswordSource) {
    let sources = (old: try PasswordSource(arguments), new: try PasswordSource(arguments, Option.newPassword))
    if case (.descriptor(STDIN_FILENO), .descriptor(STDIN_FILENO)) = sources {
      throw ToolError.usage("standard input cannot give both passwords")
    }
    return sources
  }

  /// The password file must survive: writing over it would lose the password with it.
  var file: Path? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The password for the file called `name`; one that `isNew` is asked for twice, and one that `replaces` another is
  /// called the new one.
  func password(for name: String, isNew: Bool, replaces: Bool = false) throws -> SecretBytes {
    let password =
      switch self {
      case .prompt: try Self.ask("\(replaces ? "New password" : "Password") for \(name): ", isNew: isNew)
      case .file(let path): try Self.read(path)
      case .descriptor(let number): try Self.read(number, "file descriptor \(number)")
      case .variable(let name): try Self.take(name)
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

  /// What a person typed, in Unicode's composed form, so that the same password typed on another system is the same.
  ///
  /// Spec: NIST SP 800-63B-4, section 3.1.1.2 (normalisation of passwords), NFC.
  private static func normalized(_ typed: SecretBytes) throws -> SecretBytes {
    try typed.withUnsafeBytes { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) { return typed }  // the usual case: no copy is made
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes) else {
        throw ToolError.usage("the password typed is not UTF-8; use a UTF-8 terminal or --password-file")
      }
      var composed = Array(text.precomposedStringWithCanonicalMapping.utf8)
      defer { wipe(&composed) }
      let password = try SecretBytes(capacity: composed.count)
      password.append(composed)
      return password
    }
  }

  private static func read(_ path: Path) throws -> SecretBytes {
    let descriptor = path.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw ToolError.system(path.display, "the password cannot be read", errno) }
    defer { close(descriptor) }
    return try read(descriptor, path.display)
  }

  /// Everything up to the end, less one line end: octets as they are.
  private static func read(_ descriptor: Int32, _ name: String) throws -> SecretBytes {
    if isatty(descriptor) == 1 {
      throw ToolError.usage(
        "\(name) is a terminal; leave out --password-file and --password-fd to be asked without echo")
    }
    let password = try SecretBytes(capacity: longest + 3)  // CR, LF and one to tell that there is more
    while !password.isFull {
      guard let count = password.append(from: descriptor) else {
        throw ToolError.system(name, "the password cannot be read", errno)
      }
      if count == 0 { break }
    }
    return try withoutLineEnd(password, name)
  }

  /// Takes the password out of the environment: where it stood are zeros, and no process we start inherits it.
  private static func take(_ variable: Path) throws -> SecretBytes {
    guard !variable.bytes.contains(UInt8(ascii: "=")), let value = variable.withCString({ getenv($0) }) else {
      throw ToolError.usage("there is no environment variable \(variable.display)")
    }
    // SAFETY: `getenv` gave a zero-terminated string of the environment, which no other thread uses.
    let bytes = UnsafeMutableRawBufferPointer(start: value, count: strlen(value))
    let password = try SecretBytes(capacity: bytes.count)
    password.append(bytes)
    if let start = bytes.baseAddress { wipe(start, byteCount: bytes.count) }
    _ = variable.withCString { unsetenv($0) }
    return try withoutLineEnd(password, "environment variable \(variable.display)")
  }

  private static func withoutLineEnd(_ password: SecretBytes, _ name: String) throws -> SecretBytes {
    password.removeLineEnd()
    guard password.count <= longest else {
      throw ToolError(.usage, name, "holds more than \(longest) bytes, too long for a password")
    }
    return password
  }
}
