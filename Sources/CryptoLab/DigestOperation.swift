import PBKDF2
import SwiftVaultCommandSupport

/// The digest of data.
struct DigestOperation: Operation {
  static let name = "digest"
  static let streams = true

  private let hash: HashChoice
  private let input: SplitData

  init(_ parameters: some Parameters) throws(LabError) {
    hash = try HashChoice(parameters)
    input = try SplitData(parameters)
  }

  func perform() -> [UInt8] {
    hash.hasNamedKernel || input.lengths != nil
      ? hash.prototype.digest(of: input.pieces) : hash.prototype.digest(of: input.data)
  }
}

extension PBKDF2HashFunction {
  fileprivate func digest(of data: [UInt8]) -> [UInt8] { Array(Self.hash(data: data)) }

  fileprivate func digest(of pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    var hash = self
    for piece in pieces { hash.update(data: piece) }
    return Array(hash.finalize())
  }
}

extension DigestOperation {
  /// `crypto-lab digest`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "hash data with MD5, SHA-1 or SHA-2",
    help: """
      usage: crypto-lab digest --hash HASH INPUT [options]

        --hash HASH      \(NamedHash.list)
      \(LabCommand.inputHelp)
        --split LENGTHS  feed the data in pieces of these lengths, the rest last
      \(LabCommand.outputHelp)

      Example:
        crypto-lab digest --hash sha256 --text abc
      """,
    options: [.text("hash"), .input("data"), .integers("split"), .text("kernel")])
}
