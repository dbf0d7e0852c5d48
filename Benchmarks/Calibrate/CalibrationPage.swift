import SwiftVaultCPU
import SwiftVaultCommandSupport

/// The JSON of a use of `vault-bench calibrate`. Benchmarks/calibrate.schema.json describes it.
enum CalibrationPage {
  static let formatName = "vault-bench calibrate"
  static let formatVersion = 1

  /// One JSON object with the members of a use, by the name of its page of help.
  static func text(of use: String, _ members: [(name: String, value: JSON)]) -> String {
    let head = [
      ("format", JSON(formatName)), ("version", JSON(formatVersion)), ("use", JSON(use)), ("processor", JSON(CPU.name)),
    ]
    return JSON.object(head + members).page
  }
}
