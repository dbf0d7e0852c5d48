import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault inspect FILE...`: what a vault's header says, without a password.
struct InspectCommand: FileCommand {
  let arguments: Arguments

  static let outcome = "inspected"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  private static let limits = Vault.Limits(maximumRounds: .max, maximumMemoryByteCount: .max)

  func prepare(_ path: Path) throws -> SealedFile {
    try SealedFile(try InputFile(operand: path, for: .checking), limits: Self.limits)
  }

  /// None is needed.
  func secret() {}

  /// The errors are those of opening.
  func work(_ vault: SealedFile, _: Void) throws -> String? {
    let byteCount = UInt64(vault.header.count) + (try vault.input.skipAll())
    let report = Report(
      inspection: try vault.inspect(byteCount: byteCount, limits: Self.limits), file: vault.input.name)
    if !arguments.has(.json) { return report.text + (arguments.namesSeveral ? "\n" : "") }
    return arguments.namesSeveral ? String(decoding: report.json.line, as: UTF8.self) : report.json.page
  }

  func report(_ text: String) throws { try StandardStream.writeOutput(Array("\(text)\n".utf8)) }
}

extension Vault.Slot {
  /// How the slot's key is derived, as text.
  var keyDerivation: String {
    switch self {
    case .password(let stretching): stretching.function.description
    case .key: "HKDF-SHA-256 of a key"
    case .recipient: "X25519 and HKDF-SHA-256 for a recipient"
    }
  }

  /// What opens the slot, for messages.
  var word: String {
    switch self {
    case .password: "password"
    case .key: "key"
    case .recipient: "recipient"
    }
  }

  /// The key derivation with its parameters.
  var sentence: String {
    stretching?.argon2id?.description ?? stretching.map { "\(keyDerivation), \($0.effort)" } ?? keyDerivation
  }
}

extension InspectCommand {
  /// The facts of a header, as lines and as JSON.
  fileprivate struct Report {
    let inspection: Vault.Inspection
    let file: String

    /// The slots in use, which readers count from 1.
    private var slots: [(number: Int, kind: Vault.Slot)] {
      inspection.slots.enumerated().compactMap { index, kind in kind.map { (index + 1, $0) } }
    }

    var text: String {
      var lines = ["\(file)", "  format      version \(inspection.version), \(inspection.suite)"]
      for (number, kind) in slots {
        let less = kind.stretching?.argon2id == nil ? "fewer" : "less"
        lines.append("  key slot \(number)  \(kind.sentence)\(kind.isRecommended ? "" : ", \(less) than recommended")")
      }
      let (content, chunks) = (Int(inspection.contentByteCount), Int(inspection.chunkCount))
      lines += [
        "  content     \(content.counted("byte")) in \(chunks.counted("chunk"))",
        "  generation  \(Int(inspection.generation).grouped) (how often its passwords and keys were changed)",
        "  header      \(Vault.headerByteCount.counted("byte"))"
          + (inspection.headerCopiesMatch ? "" : "; its two copies differ: \(UnlockedVault.repair)"),
        "Nothing here was verified: that takes the password or key (swift-vault verify).",
      ]
      return lines.joined(separator: "\n")
    }

    var json: JSON {
      [
        "file": JSON(file), "formatVersion": JSON(inspection.version), "suite": JSON(inspection.suite),
        // Without a password, a vault cannot be told from a forgery.
        "verified": JSON(false), "slots": .list(slots.map { $0.kind.json($0.number) }),
        "contentBytes": JSON(Int(inspection.contentByteCount)), "chunks": JSON(Int(inspection.chunkCount)),
        "headerBytes": JSON(Vault.headerByteCount), "generation": JSON(Int(inspection.generation)),
        "headerCopiesAlike": JSON(inspection.headerCopiesMatch),
      ]
    }
  }
}

extension Vault.Slot {
  /// Whether it is what OWASP recommends, or more.
  fileprivate var isRecommended: Bool { stretching?.isRecommended ?? true }

  /// The rounds, or the memory and its passes.
  fileprivate func json(_ number: Int) -> JSON {
    guard let argon2id = stretching?.argon2id else {
      return [
        "slot": JSON(number), "keyDerivation": JSON(keyDerivation), "rounds": JSON(rounds),
        "isRecommended": JSON(isRecommended),
      ]
    }
    return [
      "slot": JSON(number), "keyDerivation": JSON(keyDerivation), "memoryBytes": JSON(argon2id.memoryByteCount),
      "passes": JSON(argon2id.passes), "lanes": JSON(argon2id.lanes), "isRecommended": JSON(isRecommended),
    ]
  }
}

extension InspectCommand {
  static let subcommand = Subcommand(
    name: "inspect", operand: Placeholder("FILE", .vault), isRepeatable: true,
    summary: "shows what a vault's header says",
    description: [
      """
      Prints what the header of the vault FILE says: version, key slots, size. It needs no password and therefore \
      verifies nothing: a forger could write the same header.
      """
    ],
    options: [
      .json.explained("print a JSON object, for scripts; for several vaults, each on a line of its own"),
      .recursive.explained("FILE may be a folder: inspect each vault below it"),
    ],
    examples: [
      "swift-vault inspect notes.txt.vault", "swift-vault inspect notes.txt.vault --json",
      "swift-vault inspect -r backup --json",
    ],
    run: { try InspectCommand(arguments: $0).run() })
}
