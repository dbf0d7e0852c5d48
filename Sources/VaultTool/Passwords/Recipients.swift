import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// The recipients that the command line names, each by its text or by a file of texts. Spec: FORMAT.md, section 11.
struct Recipients {
  private(set) var list: [VaultRecipient] = []
  /// The files and streams that recipients were read from.
  private(set) var files: [FileIdentity?] = []
  /// The streams among them, which cannot be read again.
  private var streams: Set<FileIdentity> = []

  private static let longest = 1 << 16
  /// The beginning of a recipient's text.
  private static let prefix = "swift-vault-recipient-"
  /// The beginnings of what other programs encrypt for, which is not secret.
  private static let others = [("age1", "age"), ("ssh-", "SSH"), ("ecdsa-", "SSH")]

  /// Reads `--recipient`, as often as it is given. A recipient that is named twice counts once.
  ///
  /// - Parameter others: what opens the vault besides recipients.
  init(_ arguments: Arguments, others: Int = 0) throws {
    for path in try arguments.paths(.recipient) {
      let found = try Self.named(path) ?? file(path, arguments.operands)
      for recipient in found where !list.contains(recipient) { list.append(recipient) }
    }
    let count = list.count + others
    guard list.isEmpty || count <= 8 else { throw ToolError.usage("\(VaultError.slotCount(count))") }
  }

  /// Throws if another input comes from a stream that has given recipients.
  func checkIsNot(_ other: FileIdentity?, _ what: String) throws {
    guard let other, streams.contains(other) else { return }
    throw ToolError.usage("a stream cannot give both \(what) and the recipients")
  }

  /// The recipient that a word spells out; nil if the word is the name of a file.
  private static func named(_ word: Path) throws -> [VaultRecipient]? {
    let option = Option.recipient.spelling
    if word.bytes.starts(with: prefix.utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
      return [try recipient(word.bytes, option)]
    }
    if word.status() == nil, let other = others.first(where: { word.bytes.starts(with: $0.0.utf8) })?.1 {
      throw ToolError.usage("\(option) is given a key of \(other); a recipient here begins with \(prefix)")
    }
    if !word.isStandardStream, word.status() == nil, mayBeKey(word.bytes) {
      throw ToolError.usage(
        "\(option) is given what looks like a key, which is secret: other programs that you run see a command line; "
          + "name the recipient, which swift-vault key recipient FILE prints")
    }
    return nil
  }

  /// The recipients in a file, which must not be a stream that also gives the content.
  private mutating func file(_ path: Path, _ operands: [Path]) throws -> [VaultRecipient] {
    let identity = FileIdentity(ofOperand: path)
    files.append(identity)
    if let identity, path.isStandardStream || path.status()?.isRegular == false { streams.insert(identity) }
    for operand in operands { try checkIsNot(FileIdentity(ofOperand: operand), "the content") }
    return try Self.read(path).withUnsafeBytes { content in
      if content.beginsAsUTF16 { throw ToolError(.usage, path.inputName, "is text in UTF-16; save it in UTF-8") }
      let text = content.starts(with: byteOrderMark) ? content.dropFirst(byteOrderMark.count) : content[...]
      return try Self.recipients(UnsafeRawBufferPointer(rebasing: text), name: path.inputName)
    }
  }

  private static func recipients(_ content: UnsafeRawBufferPointer, name: String) throws -> [VaultRecipient] {
    if content.count > longest {
      throw ToolError(.usage, name, "holds more than \(longest) bytes, too many for recipients")
    }
    let isRecipient = content.trimmedText.starts(with: prefix.utf8) { $0 | 0x20 == $1 | 0x20 }
    if !isRecipient, isKeyText(content) || content.decodedKeys.contains(where: { $0.bitCount == 256 }) {
      throw ToolError(
        .usage, name,
        "holds a secret key, not a recipient; swift-vault key recipient prints the recipient of a private key")
    }
    var found: [VaultRecipient] = []
    for (number, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let text = line.trimmed
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      found.append(try recipient(text, "\(name), line \(number + 1)"))
    }
    if found.isEmpty { throw ToolError(.usage, name, "does not hold a recipient") }
    return found
  }

  private static func recipient(_ text: some Sequence<UInt8>, _ place: String) throws -> VaultRecipient {
    do throws(VaultRecipientError) {
      return try VaultRecipient(text: text)
    } catch {
      throw ToolError(.usage, place, "\(error)")
    }
  }

  /// Whether a text is that of a key, even a mistyped one: it has about 70 letters and digits. A recipient has 75.
  private static func isKeyText(_ text: UnsafeRawBufferPointer) -> Bool {
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let count = lines.filter { $0.first != UInt8(ascii: "#") }.joined().count { !" \t-".utf8.contains($0) }
    return 66...74 ~= count
  }

  /// Whether a word may be a key in any form, which an error message must not show.
  private static func mayBeKey(_ word: [UInt8]) -> Bool {
    word.count >= 43
      && word.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5a ~= $0 & 0xdf || " \t\r\n-+/=_".utf8.contains($0) }
  }

  /// The content of a file, which may be a key by mistake.
  private static func read(_ path: Path) throws -> SecretBytes {
    let descriptor =
      path.isStandardStream
      ? STDIN_FILENO : path.withCString { SwiftVaultCommandSupport.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    func failure() -> ToolError { .system(path.inputName, "the recipients cannot be read", errno) }
    guard descriptor >= 0 else { throw failure() }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    if isatty(descriptor) == 1 { throw ToolError(.usage, path.inputName, "is a terminal, not a file of recipients") }
    let content = try SecretBytes(capacity: longest + 1)
    while !content.isFull {
      guard let count = content.append(from: descriptor) else { throw failure() }
      if count == 0 { break }
    }
    return content
  }
}

extension Path {
  /// For messages.
  fileprivate var inputName: String { isStandardStream ? "standard input" : display }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The line without spaces and tabs at its ends, and without the CR of a line end.
  fileprivate var trimmed: Self {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var line = drop(while: isSpace)
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }
}
