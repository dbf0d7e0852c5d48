import SwiftVaultCommandSupport
import Vault
import VaultFiles

extension Passphrase {
  static let wordCount = 7
  /// 11 bits a word.
  static let bitCount = 11 * wordCount

  /// Makes a passphrase and shows it on standard error; throws if it cannot be shown, because nobody would know it.
  static func shown(for name: String) throws -> SecretBytes {
    var status = stat()
    let isDevice = fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    if isDevice, isatty(STDERR_FILENO) != 1 {
      throw ToolError.usage("standard error is a device that shows nothing, and the passphrase is written there")
    }
    let passphrase = try random()
    let title = "swift-vault: the passphrase for \(name), \(bitCount) bits, is shown only this once:".printable
    let lines = try SecretBytes(capacity: title.utf8.count + passphrase.count + 2)
    lines.append("\(title)\n".utf8)
    passphrase.withUnsafeBytes { lines.append($0) }
    lines.append("\n".utf8)
    let number = lines.withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
    guard number == 0 else {
      throw ToolError.system("standard error", "cannot be written, so the passphrase cannot be shown", number)
    }
    return passphrase
  }

  static func random() throws -> SecretBytes {
    try SymmetricKey(size: SymmetricKeySize(bitCount: 16 * wordCount)).withUnsafeBytes { try chosen(by: $0) }
  }

  /// The words that the low 11 bits of each two bytes choose, with hyphens between them.
  static func chosen(by choices: UnsafeRawBufferPointer) throws -> SecretBytes {
    let byteCount = columns * (choices.count / 2)
    let table = try SecretBytes(capacity: byteCount) { table in
      choose(by: choices, into: table)
      return byteCount
    }
    return try SecretBytes(capacity: byteCount) { passphrase in
      table.withUnsafeBytes { table in pack(table, to: passphrase) }
    }
  }
}
