import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault inspect FILE`: what a vault's header says, without a password.
struct InspectCommand {
  private let input: InputFile
  private let asJSON: Bool

  init(_ arguments: Arguments) throws {
    input = try InputFile(operand: arguments.operands[0], for: .checking)
    asJSON = arguments.has(.json)
  }

  func run() throws {
    let report = Report(try inspect(), file: input.name)
    try StandardStream.writeOutput(Array((asJSON ? report.json.page + "\n" : report.text).utf8))
  }

  /// Reads the header; the errors are those of opening.
  private func inspect() throws -> Vault.Inspection {
    let limits = Vault.Limits(maximumRounds: .max)
    let vault = try SealedFile(input, limits: limits)
    let rest = try input.skipAll()
    let byteCount = UInt64(vault.header.count) + rest
    return try vault.inspect(byteCount: byteCount, limits: limits)
  }
}

extension Vault.Slot {
  /// What makes the slot's key, for people.
  var keyDerivation: String { stretching?.function.description ?? "HKDF-SHA-256 of a key" }
}

extension InspectCommand {
  /// The facts of a header, as lines and as JSON.
  fileprivate struct Report {
    struct Slot {
      /// Counted from 1.
      let slot: Int
      let keyDerivation: String
      let rounds: Int
      /// Whether it is what OWASP recommends, or more.
      let isRecommended: Bool
    }

    let file: String
    let formatVersion: Int
    let suite: String
    let slots: [Slot]
    let contentBytes: Int
    let chunks: Int
    let headerBytes: Int
    /// How often its passwords were changed.
    let generation: Int
    /// Whether the header's two copies are alike.
    let headerCopiesAlike: Bool

    init(_ inspection: Vault.Inspection, file: String) {
      self.file = file
      formatVersion = inspection.version
      suite = inspection.suite
      slots = inspection.slots.enumerated().compactMap { index, kind in
        kind.map {
          Slot(
            slot: index + 1, keyDerivation: $0.keyDerivation, rounds: $0.rounds,
            isRecommended: $0.stretching.map { $0.rounds >= $0.function.recommendedRounds } ?? true)
        }
      }
      contentBytes = Int(inspection.contentByteCount)
      chunks = Int(inspection.chunkCount)
      headerBytes = inspection.headerByteCount
      generation = Int(inspection.generation)
      headerCopiesAlike = inspection.copiesAreAlike
    }

    var text: String {
      var lines = ["\(file)", "  format      version \(formatVersion), \(suite)"]
      for slot in slots {
        let remark = slot.isRecommended ? "" : ", fewer than recommended"
        let rounds = slot.rounds == 0 ? "" : ", \(slot.rounds.counted("round"))\(remark)"
        lines.append("  key slot \(slot.slot)  \(slot.keyDerivation)\(rounds)")
      }
      lines += [
        "  content     \(contentBytes.counted("byte")) in \(chunks.counted("chunk"))",
        "  generation  \(generation.grouped) (how often its passwords and keys were changed)",
        "  header      \(headerBytes.counted("byte"))"
          + (headerCopiesAlike ? "" : "; its two copies differ: \(UnlockedVault.repair)"),
        "Nothing here was verified: that takes the password or key (swift-vault verify).",
      ]
      return lines.joined(separator: "\n") + "\n"
    }

    var json: JSON {
      [
        "file": JSON(file), "formatVersion": JSON(formatVersion), "suite": JSON(suite),
        // Without a password, a vault cannot be told from a forgery.
        "verified": JSON(false),
        "slots": .list(
          slots.map {
            [
              "slot": JSON($0.slot), "keyDerivation": JSON($0.keyDerivation), "rounds": JSON($0.rounds),
              "isRecommended": JSON($0.isRecommended),
            ]
          }),
        "contentBytes": JSON(contentBytes), "chunks": JSON(chunks), "headerBytes": JSON(headerBytes),
        "generation": JSON(generation), "headerCopiesAlike": JSON(headerCopiesAlike),
      ]
    }
  }
}

extension InspectCommand {
  static let subcommand = Subcommand(
    name: "inspect", operand: Placeholder("FILE", .vault), summary: "tells what a vault says about itself",
    description: [
      """
      Prints what the vault FILE says about itself: version, key slots, size. It needs no password, and so verifies \
      nothing: a forger could write the same.
      """
    ],
    options: [.json.explained("one JSON object, for scripts")],
    examples: ["swift-vault inspect notes.txt.vault", "swift-vault inspect notes.txt.vault --json"],
    run: { try InspectCommand($0).run() })
}
