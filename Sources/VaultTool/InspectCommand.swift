import Foundation
import Vault

/// `swift-vault inspect FILE`: what a vault says about itself, without a password.
struct InspectCommand {
  private let input: InputFile
  private let asJSON: Bool

  init(_ arguments: Arguments) throws {
    input = try InputFile(arguments.operands[0])
    asJSON = arguments.has(.json)
  }

  func run() throws {
    let report = Report(try Self.inspect(input.readAll(), input.name), file: input.name)
    try StandardStream.writeOutput(Array((asJSON ? report.json() : report.text).utf8))
  }

  /// Reads the header; the errors are those of opening.
  static func inspect(_ bytes: [UInt8], _ name: String) throws -> Vault.Inspection {
    if bytes.isEmpty { throw ToolError(.notReadable, name, "is not a vault: the file is empty") }
    do {
      return try Vault.inspect(bytes)
    } catch {
      throw ToolError(error, name)
    }
  }
}

extension InspectCommand {
  /// The same facts as lines for people and as JSON for scripts.
  fileprivate struct Report: Encodable {
    struct Slot: Encodable {
      let keyDerivation: String
      let rounds: Int
    }

    let file: String
    /// Always false: whoever has no password cannot tell a vault from a forgery.
    let verified = false
    let formatVersion: Int
    let suite: String
    let slots: [Slot]
    let contentBytes: Int
    let chunks: Int
    let headerBytes: Int

    init(_ inspection: Vault.Inspection, file: String) {
      self.file = file
      formatVersion = inspection.version
      suite = inspection.suite
      slots = inspection.slots.compactMap(\.self).map {
        Slot(keyDerivation: $0.function.description, rounds: $0.rounds)
      }
      contentBytes = Int(inspection.contentByteCount)
      chunks = Int(inspection.chunkCount)
      headerBytes = inspection.headerByteCount
    }

    var text: String {
      var lines = ["\(file)", "  format      version \(formatVersion), \(suite)"]
      for (index, slot) in slots.enumerated() {
        lines.append("  key slot \(index + 1)  \(slot.keyDerivation), \(slot.rounds.counted("round"))")
      }
      lines += [
        "  content     \(contentBytes.counted("byte")) in \(chunks.counted("chunk"))",
        "  header      \(headerBytes.counted("byte"))",
        "Nothing here was verified: that takes the password (swift-vault open).",
      ]
      return lines.joined(separator: "\n") + "\n"
    }

    func json() throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}
