import PBKDF2
import SwiftVaultCommandSupport

/// A key derived from a password. No number of rounds is too small here.
///
/// Spec: RFC 8018, section 5.2.
struct PBKDF2Operation: Operation {
  static let name = "pbkdf2"

  private let hash: HashChoice
  private let password: [UInt8]
  private let salt: [UInt8]
  private let rounds: Int
  private let length: Int

  init(_ parameters: some Parameters) throws(LabError) {
    hash = try HashChoice(parameters)
    password = try parameters.requiredBytes("password")
    salt = try parameters.requiredBytes("salt")
    rounds = try parameters.requiredInteger("rounds", in: 1...LabLimit.rounds)
    length = try parameters.requiredInteger("length", in: 1...LabLimit.derivedByteCount)
    let blocks = (length - 1) / hash.prototype.digestByteCount + 1
    guard rounds <= LabLimit.rounds / blocks else {
      throw .data(
        "\(rounds.units("round")) for each of \(blocks.units("block")); the lab does \(LabLimit.rounds) in all")
    }
  }

  func perform() throws(LabError) -> [UInt8] {
    try hash.prototype.derive(from: password, salt: salt, rounds: rounds, length: length, oneShot: !hash.hasNamedKernel)
  }
}

extension PBKDF2HashFunction {
  fileprivate var digestByteCount: Int { Digest.byteCount }

  fileprivate func derive(
    from password: [UInt8], salt: [UInt8], rounds: Int, length: Int, oneShot: Bool
  ) throws(LabError) -> [UInt8] {
    let key = try askLibrary { () throws(PBKDF2Error) in
      oneShot
        ? try PBKDF2<Self>.deriveKey(
          password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: length
        )
        : try PBKDF2.deriveKey(
          password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds),
          outputByteCount: length, startingFrom: self)
    }
    return key.withUnsafeBytes { Array($0) }
  }
}

extension PBKDF2Operation {
  /// `crypto-lab pbkdf2`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "derive a key from a password (RFC 8018)",
    help: """
      usage: crypto-lab pbkdf2 --hash HASH --password TEXT --salt HEX
                               --rounds N --length BYTES [options]

        --hash HASH      \(NamedHash.list)
        --password TEXT  or --password-hex HEX, or --password-file FILE (all of its
                         bytes, a newline at the end too)
        --salt HEX       or --salt-text TEXT, or --salt-file FILE
        --rounds N       from 1 on: nobody stops you here
        --length BYTES   how long a key
      \(LabCommand.outputHelp)

      A password on a command line can be read by other users of the machine: use
      --password-file for one that matters.

      Example (RFC 6070):
        crypto-lab pbkdf2 --hash sha1 --password password --salt-text salt \\
          --rounds 4096 --length 20
      """,
    options: [
      .text("hash"), .bytesAsText("password"), .hex("salt"), .integer("rounds"), .integer("length"), .text("kernel"),
    ])
}
