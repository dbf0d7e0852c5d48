import AES
import SwiftVaultCommandSupport

/// The authentication code of data under a key of AES.
///
/// Spec: NIST SP 800-38B.
struct CMACOperation: Operation {
  static let name = "cmac"
  static let streams = true

  private let key: SymmetricKey
  private let kernel: AESKernel
  private let input: SplitData

  init(_ parameters: some Parameters) throws(LabError) {
    key = SymmetricKey(data: try parameters.requiredBytes("key"))
    let kernel = try parameters.text("kernel")
    self.kernel = try LabError.reading { () throws(ArgumentError) in try .named(kernel) }
    input = try SplitData(parameters)
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(AESError) in
      var function = try AES.CMAC(key: key, kernel: kernel)
      for piece in input.pieces { function.update(data: piece) }
      return Array(function.finalize())
    }
  }
}

extension CMACOperation {
  /// `crypto-lab cmac`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "authenticate data under a key of AES (SP 800-38B)",
    help: """
      usage: crypto-lab cmac --key HEX INPUT [options]

        --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      \(LabCommand.inputHelp)
        --split LENGTHS  feed the data in pieces of these lengths, the rest last
      \(LabCommand.outputHelp)

      Example (SP 800-38B, D.1, example 2):
        crypto-lab cmac --key 2b7e151628aed2a6abf7158809cf4f3c \\
          --hex 6bc1bee22e409f96e93d7e117393172a
      """,
    options: [.hex("key"), .input("data"), .integers("split"), .text("kernel")])
}
