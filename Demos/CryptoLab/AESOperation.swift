import AES
import SwiftVaultCommandSupport

/// Encryption or decryption in one of the classic modes, without authentication.
///
/// Spec: NIST SP 800-38A.
struct AESOperation: Operation {
  /// The modes by name.
  enum Mode: String, CaseIterable {
    case ecb
    case cbc
    case ctr
  }

  /// The two directions.
  enum Direction: String, CaseIterable {
    case encrypt
    case decrypt
  }

  static let name = "aes"
  static let streams = true

  private let mode: Mode
  private let direction: Direction
  private let key: SymmetricKey
  private let iv: [UInt8]
  private let padding: AES.Padding
  private let kernel: AESKernel
  private let input: SplitData

  /// ECB ignores an `iv`, and CTR a `padding`, so that one set of parameters can be run through all modes.
  init(_ parameters: some Parameters) throws(LabError) {
    mode = try parameters.requiredChoice("mode")
    direction = try parameters.requiredChoice("direction")
    key = SymmetricKey(data: try parameters.requiredBytes("key"))
    iv = mode == .ecb ? try parameters.bytes("iv") ?? [] : try parameters.requiredBytes("iv")
    padding = try parameters.choice("padding") ?? .pkcs7
    let kernel = try parameters.text("kernel")
    self.kernel = try LabError.reading { () throws(ArgumentError) in try .named(kernel) }
    input = try SplitData(parameters)
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(AESError) in
      input.lengths == nil ? try performAtOnce() : try performInPieces()
    }
  }

  private func performAtOnce() throws(AESError) -> [UInt8] {
    let data = input.data
    switch (mode, direction) {
    case (.ecb, .encrypt):
      return try AES.ECB.encrypt(data, using: key, padding: padding, kernel: kernel)
    case (.ecb, .decrypt):
      return try AES.ECB.decrypt(data, using: key, padding: padding, kernel: kernel)
    case (.cbc, .encrypt):
      return try AES.CBC.encrypt(data, using: key, iv: AES.CBC.IV(ivBytes: iv), padding: padding, kernel: kernel)
    case (.cbc, .decrypt):
      return try AES.CBC.decrypt(data, using: key, iv: AES.CBC.IV(ivBytes: iv), padding: padding, kernel: kernel)
    case (.ctr, .encrypt):
      return try AES.CTR.encrypt(data, using: key, nonce: AES.CTR.Nonce(nonceBytes: iv), kernel: kernel)
    case (.ctr, .decrypt):
      return try AES.CTR.decrypt(data, using: key, nonce: AES.CTR.Nonce(nonceBytes: iv), kernel: kernel)
    }
  }

  private func performInPieces() throws(AESError) -> [UInt8] {
    switch (mode, direction) {
    case (.ecb, .encrypt):
      return try feed(AES.ECB.Encryptor(using: key, padding: padding, kernel: kernel))
    case (.ecb, .decrypt):
      return try feed(AES.ECB.Decryptor(using: key, padding: padding, kernel: kernel))
    case (.cbc, .encrypt):
      return try feed(AES.CBC.Encryptor(using: key, iv: AES.CBC.IV(ivBytes: iv), padding: padding, kernel: kernel))
    case (.cbc, .decrypt):
      return try feed(AES.CBC.Decryptor(using: key, iv: AES.CBC.IV(ivBytes: iv), padding: padding, kernel: kernel))
    case (.ctr, _):
      var cipher = try AES.CTR.Cipher(using: key, nonce: AES.CTR.Nonce(nonceBytes: iv), kernel: kernel)
      var output: [UInt8] = []
      for piece in input.pieces { output += try cipher.update(piece) }
      return output
    }
  }

  private func feed(_ start: some PieceCipher) throws(AESError) -> [UInt8] {
    var cipher = start
    var output: [UInt8] = []
    for piece in input.pieces { output += cipher.update(piece) }
    return output + (try cipher.finalize())
  }
}

/// What the two directions of the padded modes have in common.
private protocol PieceCipher {
  mutating func update(_ data: ArraySlice<UInt8>) -> [UInt8]
  mutating func finalize() throws(AESError) -> [UInt8]
}

extension AES.BlockEncryptor: PieceCipher {}
extension AES.BlockDecryptor: PieceCipher {}

extension AESOperation {
  /// `crypto-lab aes`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "encrypt or decrypt in ECB, CBC or CTR (SP 800-38A)",
    help: """
      usage: crypto-lab aes --mode ecb|cbc|ctr --encrypt|--decrypt --key HEX
                            [--iv HEX] INPUT [options]

        --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
        --iv HEX         16 bytes, for CBC and CTR (the first counter block); ECB has
                         none; or --iv-file FILE
        --padding NAME   \(AES.Padding.allCases.map(\.rawValue).joined(separator: ", ")) (default pkcs7);
                         CTR has none
      \(LabCommand.inputHelp)
        --split LENGTHS  feed the data in pieces of these lengths, the rest last
        --kernel NAME    compute with this kernel; see crypto-lab kernels
      \(LabCommand.outputHelp)

      None of these modes notices a changed ciphertext: to protect a file, use
      swift-vault.

      Example (SP 800-38A, F.2.1, first block):
        crypto-lab aes --mode cbc --encrypt --padding none \\
          --key 2b7e151628aed2a6abf7158809cf4f3c \\
          --iv 000102030405060708090a0b0c0d0e0f \\
          --hex 6bc1bee22e409f96e93d7e117393172a
      """,
    options: [
      .text("mode"), .oneOf("direction", ["encrypt", "decrypt"]), .hex("key"), .hex("iv"), .text("padding"),
      .input("data"), .integers("split"), .text("kernel"),
    ],
    check: { options throws(LabError) in
      if options.text("mode") == Mode.ecb.rawValue, options.text("iv") != nil {
        throw .usage("ECB has no IV: leave --iv away")
      }
      if options.text("mode") == Mode.ctr.rawValue, options.text("padding") ?? "none" != "none" {
        throw .usage("CTR has no padding: leave --padding away")
      }
    })
}
