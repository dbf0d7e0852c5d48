import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// The passwords in a CSV file, whose values semicolons or tabs may separate. Its first line names the columns `id` and
/// `password`.
struct PasswordTable {
  /// The content; `places` are ranges in it.
  private let content: SecretBytes
  /// The ids, in the order of the file.
  private(set) var ids: [String] = []
  private var places: [[UInt8]: Range<Int>] = [:]

  private static let maximumByteCount = 64 << 20

  init(_ path: Path) throws {
    let input = try InputFile(operand: path, for: .checking)
    let content = try Self.content(of: input)
    // A row has an id and a place in a dictionary, and its id in those seen.
    let rowCount = content.withUnsafeBytes { $0.count { $0 == UInt8(ascii: "\n") } }
    try ResourceLimit.checkMemory(16 << 20 + 384 * rowCount, for: input.name)
    try self.init(content, input.name)
  }

  /// A table with this name for messages. The content is changed in place.
  init(_ content: SecretBytes, _ name: String) throws {
    self.content = content
    try content.withUnsafeMutableBytes { try read($0, name) }
  }

  private static func content(of input: InputFile) throws -> SecretBytes {
    let expected = try input.remaining().map { min(Int(clamping: $0), maximumByteCount) } ?? 1 << 16
    var content = try SecretBytes(capacity: expected + 1)
    while true {
      if content.isFull {
        content = try content.withUnsafeBytes { bytes in
          try SecretBytes(capacity: 2 * bytes.count) {
            $0.copyMemory(from: bytes)
            return bytes.count
          }
        }
      }
      guard let count = content.append(from: input.descriptor) else {
        throw ToolError.system(input.name, "cannot be read", errno)
      }
      if count == 0 { break }
      guard content.count <= maximumByteCount else {
        throw ToolError(.usage, input.name, "has more than \(maximumByteCount >> 20) MiB; split it")
      }
    }
    try input.checkUnchanged()
    return content
  }

  private mutating func read(_ bytes: UnsafeMutableRawBufferPointer, _ name: String) throws {
    if bytes.beginsAsUTF16 { throw ToolError(.usage, name, "is text in UTF-16; save it in UTF-8") }
    var csv = CSV(
      bytes, from: bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0,
      separator: CSV.separator(ofNames: bytes.prefix { $0 != UInt8(ascii: "\n") }))
    func row() throws -> (fields: [Range<Int>], refusal: (String) -> ToolError)? {
      let line = csv.line
      let refusal = { (reason: String) in ToolError(.usage, name, "line \(line): \(reason)") }
      do throws(CSV.Malformed) {
        return try csv.row().map { ($0.map(\.content), refusal) }
      } catch {
        throw refusal(error.reason)
      }
    }
    /// Without white space at its ends; nil unless it is UTF-8. Foundation would leave out a byte order mark.
    func text(_ field: Range<Int>) -> String? {
      let text = String(decoding: bytes[field], as: UTF8.self)
      return text.utf8.elementsEqual(bytes[field]) ? text.trimmed : nil
    }
    // Compared as bytes, because the first row of a file without column names has a password.
    let names = try row()?.fields ?? []
    func column(_ name: String) -> Int? {
      names.firstIndex { bytes[$0].withoutSpace.elementsEqual(name.utf8) { $0 | 0x20 == $1 } }
    }
    guard let id = column("id"), let password = column("password") else {
      throw ToolError(.usage, name, "the first line must name the columns id and password")
    }
    while let (fields, refusal) = try row() {
      if fields.count == 1, fields[0].isEmpty { continue }
      guard fields.count == names.count else {
        throw refusal("\(fields.count.counted("field")); the first line has \(names.count)")
      }
      let password = fields[password]
      guard let id = text(fields[id]) else { throw refusal("the id is not UTF-8") }
      guard !password.isEmpty else { throw refusal("the password is empty") }
      guard places.updateValue(password, forKey: Array(id.utf8)) == nil else {
        throw refusal("the id \(id) is there twice")
      }
      ids.append(id)
    }
  }

  func hasPassword(for id: String) -> Bool { places[Array(id.utf8)] != nil }

  /// Calls `body` with the passwords for the ids. Each id must have one.
  func withPasswords<Result>(for ids: [String], _ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
    content.withUnsafeBytes { content in
      body(ids.map { UnsafeRawBufferPointer(rebasing: content[places[Array($0.utf8)]!]) })
    }
  }
}
