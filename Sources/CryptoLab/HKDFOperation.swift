import PBKDF2
import SwiftVaultCommandSupport

/// A key derived from key material that is already random.
///
/// Spec: RFC 5869.
struct HKDFOperation: Operation {
  static let name = "hkdf"

  private let hash: HashChoice
  private let inputKeyMaterial: SymmetricKey
  private let salt: [UInt8]
  private let info: [UInt8]
  private let length: Int

  init(_ parameters: some Parameters) throws(LabError) {
    hash = try HashChoice(parameters)
    inputKeyMaterial = SymmetricKey(data: try parameters.requiredBytes("ikm"))
    salt = try parameters.bytes("salt") ?? []
    info = try parameters.bytes("info") ?? []
    length = try parameters.requiredInteger("length", in: 1...hash.prototype.maximumHKDFByteCount)
  }

  func perform() -> [UInt8] {
    hash.prototype.derive(from: inputKeyMaterial, salt: salt, info: info, length: length, oneShot: !hash.hasNamedKernel)
  }
}

extension PBKDF2HashFunction {
  fileprivate var maximumHKDFByteCount: Int { HKDF<Self>.maximumOutputByteCount }

  fileprivate func derive(
    from material: SymmetricKey, salt: [UInt8], info: [UInt8], length: Int, oneShot: Bool
  ) -> [UInt8] {
    let key =
      oneShot
      ? HKDF<Self>.deriveKey(inputKeyMaterial: material, salt: salt, info: info, outputByteCount: length)
      : HKDF.deriveKey(inputKeyMaterial: material, salt: salt, info: info, outputByteCount: length, startingFrom: self)
    return key.withUnsafeBytes { Array($0) }
  }
}

extension HKDFOperation {
  /// `crypto-lab hkdf`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "derive a key from random key material (RFC 5869)",
    help: """
      usage: crypto-lab hkdf --hash HASH --ikm HEX --length BYTES [options]

        --hash HASH      \(NamedHash.list)
        --ikm HEX        the input key material; or --ikm-text, or --ikm-file FILE
        --salt HEX       default none; or --salt-text, or --salt-file
        --info HEX       default none; or --info-text, or --info-file
        --length BYTES   how long a key; at most 255 times the hash's own length
      \(LabCommand.outputHelp)

      Example (RFC 5869, test case 1):
        crypto-lab hkdf --hash sha256 --length 42 \\
          --ikm 0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b \\
          --salt 000102030405060708090a0b0c --info f0f1f2f3f4f5f6f7f8f9
      """,
    options: [.text("hash"), .hex("ikm"), .hex("salt"), .hex("info"), .integer("length"), .text("kernel")])
}
