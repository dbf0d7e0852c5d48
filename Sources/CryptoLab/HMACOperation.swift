import PBKDF2
import SwiftVaultCommandSupport

/// The authentication code of data under a key.
///
/// Spec: RFC 2104.
struct HMACOperation: Operation {
  static let name = "hmac"
  static let streams = true

  private let hash: HashChoice
  private let key: SymmetricKey
  private let input: SplitData

  init(_ parameters: some Parameters) throws(LabError) {
    hash = try HashChoice(parameters)
    key = SymmetricKey(data: try parameters.requiredBytes("key"))
    input = try SplitData(parameters)
  }

  func perform() -> [UInt8] {
    hash.hasNamedKernel || input.lengths != nil
      ? hash.prototype.code(of: input.pieces, key: key) : hash.prototype.code(of: input.data, key: key)
  }
}

extension PBKDF2HashFunction {
  fileprivate func code(of data: [UInt8], key: SymmetricKey) -> [UInt8] {
    Array(HMAC<Self>.authenticationCode(for: data, using: key))
  }

  fileprivate func code(of pieces: [ArraySlice<UInt8>], key: SymmetricKey) -> [UInt8] {
    var hmac = HMAC(key: key, startingFrom: self)
    for piece in pieces { hmac.update(data: piece) }
    return Array(hmac.finalize())
  }
}

extension HMACOperation {
  /// `crypto-lab hmac`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "authenticate data under a key (RFC 2104)",
    help: """
      usage: crypto-lab hmac --hash HASH --key HEX INPUT [options]

        --hash HASH      \(NamedHash.list)
        --key HEX        the key; or --key-text TEXT, or --key-file FILE
      \(LabCommand.inputHelp)
        --split LENGTHS  feed the data in pieces of these lengths, the rest last
      \(LabCommand.outputHelp)

      Example (RFC 4231, test case 2):
        crypto-lab hmac --hash sha256 --key 4a656665 \\
          --text 'what do ya want for nothing?'
      """,
    options: [.text("hash"), .hex("key"), .input("data"), .integers("split"), .text("kernel")])
}
