import SwiftVaultComposedBytes
import Vault
import VaultFiles

/// A file of passwords that must not be chosen, one per line.
struct Blocklist {
  private let input: InputFile

  init(_ path: Path) throws { input = try InputFile(operand: path, for: .checking) }

  /// Whether the whole of a password is a line of the list, or canonically equivalent to one.
  func contains(_ password: UnsafeRawBufferPointer) throws -> Bool {
    let composed = try SecretBytes(capacity: 3 * password.count)
    let isText = password.compose(composed.append)
    func isPassword(_ line: ArraySlice<UInt8>) -> Bool {
      if line.allSatisfy({ $0 < 0x80 }) { return line.elementsEqual(password) }  // nothing to compose
      guard isText, let text = line.composed else { return line.elementsEqual(password) }
      return composed.withUnsafeBytes { $0.elementsEqual(text) }
    }
    var lines = LineReader(input.name) { try input.read(1 << 18) }
    while true {
      let length = try lines.length(at: 0)
      if lines.number == 1, lines.bytes.beginsAsUTF16 {
        throw ToolError(.notReadable, input.name, "is text in UTF-16; save it in UTF-8")
      }
      if length == 0 {
        try input.checkUnchanged()
        return false
      }
      if isPassword(lines.take(length).body) { return true }
    }
  }
}
