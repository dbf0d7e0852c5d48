import SwiftVaultCommandSupport
import Vault

/// Encryption or decryption in one of the classic modes, without authentication, or in GCM.
///
/// Spec: NIST SP 800-38A; NIST SP 800-38D.
struct AESOperation: Operation {
  /// The modes by name.
  enum Mode: String, CaseIterable {
    case ecb
    case cbc
    case ctr
    case cfb
    case cfb8
    case ofb
    case gcm

    /// Whether messages need no padding.
    var hasKeystream: Bool { self != .ecb && self != .cbc }
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
  /// For GCM: the associated data, and the tag of a ciphertext without one at its end.
  private let associatedData: [UInt8]
  private let tag: [UInt8]?
  private let input: SplitData

  /// ECB ignores `iv`, and modes with a keystream ignore `padding`, so the same parameters work in every mode.
  init(_ parameters: some Parameters) throws(LabError) {
    mode = try parameters.requiredChoice("mode")
    direction = try parameters.requiredChoice("direction")
    key = SymmetricKey(data: try parameters.requiredBytes("key"))
    iv = mode == .ecb ? try parameters.bytes("iv") ?? [] : try parameters.requiredBytes("iv")
    padding = try parameters.choice("padding") ?? .pkcs7
    let kernel = try parameters.text("kernel")
    self.kernel = try LabError.reading { () throws(ArgumentError) in try .named(kernel) }
    associatedData = try parameters.bytes("aad") ?? []
    tag = try parameters.bytes("tag")
    input = try SplitData(parameters)
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(AESError) in input.lengths == nil ? try performAtOnce() : try performInPieces() }
  }

  private func performAtOnce() throws(AESError) -> [UInt8] {
    let data = input.data
    switch (mode, direction) {
    case (.ecb, .encrypt): return try AES.ECB.encrypt(data, using: key, padding: padding, kernel: kernel)
    case (.ecb, .decrypt): return try AES.ECB.decrypt(data, using: key, padding: padding, kernel: kernel)
    case (.cbc, .encrypt):
      return try AES.CBC.encrypt(data, using: key, iv: AES.IV(data: iv), padding: padding, kernel: kernel)
    case (.cbc, .decrypt):
      return try AES.CBC.decrypt(data, using: key, iv: AES.IV(data: iv), padding: padding, kernel: kernel)
    case (.ctr, .encrypt): return try AES.CTR.encrypt(data, using: key, nonce: AES.CTR.Nonce(data: iv), kernel: kernel)
    case (.ctr, .decrypt): return try AES.CTR.decrypt(data, using: key, nonce: AES.CTR.Nonce(data: iv), kernel: kernel)
    case (.cfb, .encrypt), (.cfb8, .encrypt):
      return try AES.CFB.encrypt(data, using: key, iv: AES.IV(data: iv), segment: segment, kernel: kernel)
    case (.cfb, .decrypt), (.cfb8, .decrypt):
      return try AES.CFB.decrypt(data, using: key, iv: AES.IV(data: iv), segment: segment, kernel: kernel)
    case (.ofb, .encrypt): return try AES.OFB.encrypt(data, using: key, iv: AES.IV(data: iv), kernel: kernel)
    case (.ofb, .decrypt): return try AES.OFB.decrypt(data, using: key, iv: AES.IV(data: iv), kernel: kernel)
    case (.gcm, .encrypt):
      let nonce = try AES.GCM.Nonce(ofAnySize: iv)
      let box = try AES.GCM.seal(data, using: key, nonce: nonce, authenticating: associatedData, kernel: kernel)
      return box.ciphertext + box.tag
    case (.gcm, .decrypt):
      let (nonce, parts) = (try AES.GCM.Nonce(ofAnySize: iv), ciphertextAndTag)
      let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: parts.ciphertext, truncatedTag: parts.tag)
      return try AES.GCM.open(box, using: key, authenticating: associatedData, kernel: kernel)
    }
  }

  /// A ciphertext and its tag, which is given separately or is the last 16 bytes.
  private var ciphertextAndTag: (ciphertext: ArraySlice<UInt8>, tag: [UInt8]) {
    let end = tag == nil ? input.data.suffix(AES.GCM.tagByteCount) : []
    return (input.data.dropLast(end.count), tag ?? Array(end))
  }

  private func performGCMInPieces() throws(AESError) -> [UInt8] {
    let nonce = try AES.GCM.Nonce(ofAnySize: iv)
    switch direction {
    case .encrypt:
      var encryptor = try AES.GCM.Encryptor(using: key, nonce: nonce, authenticating: associatedData, kernel: kernel)
      var output: [UInt8] = []
      for piece in input.pieces { output += try encryptor.update(piece) }
      return output + encryptor.finalize()
    case .decrypt:
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: associatedData, kernel: kernel)
      let (ciphertext, tag) = ciphertextAndTag
      var left = ciphertext.count
      for piece in input.pieces {
        try decryptor.update(piece.prefix(left))
        left -= min(left, piece.count)
      }
      return try decryptor.finalize(truncatedTag: tag)
    }
  }

  private func performInPieces() throws(AESError) -> [UInt8] {
    switch (mode, direction) {
    case (.ecb, .encrypt): return try feed(AES.ECB.Encryptor(using: key, padding: padding, kernel: kernel))
    case (.ecb, .decrypt): return try feed(AES.ECB.Decryptor(using: key, padding: padding, kernel: kernel))
    case (.cbc, .encrypt):
      return try feed(AES.CBC.Encryptor(using: key, iv: AES.IV(data: iv), padding: padding, kernel: kernel))
    case (.cbc, .decrypt):
      return try feed(AES.CBC.Decryptor(using: key, iv: AES.IV(data: iv), padding: padding, kernel: kernel))
    case (.ctr, _): return try feed(AES.CTR.Cipher(using: key, nonce: AES.CTR.Nonce(data: iv), kernel: kernel))
    case (.cfb, .encrypt), (.cfb8, .encrypt):
      return try feed(AES.CFB.Encryptor(using: key, iv: AES.IV(data: iv), segment: segment, kernel: kernel))
    case (.cfb, .decrypt), (.cfb8, .decrypt):
      return try feed(AES.CFB.Decryptor(using: key, iv: AES.IV(data: iv), segment: segment, kernel: kernel))
    case (.ofb, _): return try feed(AES.OFB.Cipher(using: key, iv: AES.IV(data: iv), kernel: kernel))
    case (.gcm, _): return try performGCMInPieces()
    }
  }

  private var segment: AES.CFB.SegmentSize { mode == .cfb8 ? .bits8 : .bits128 }

  private func feed(_ start: some PieceCipher) throws(AESError) -> [UInt8] {
    var cipher = start
    var output: [UInt8] = []
    for piece in input.pieces { output += try cipher.update(piece) }
    return output + (try cipher.finalize())
  }
}

extension AESOperation {
  /// `crypto-lab aes`.
  static let command = LabCommand(
    operation: Self.self,
    summary: "encrypt or decrypt in a mode of SP 800-38A or 800-38D",
    help: """
      usage: crypto-lab aes --mode MODE --encrypt|--decrypt --key HEX [--iv HEX]
                            INPUT [options]

        --mode MODE      \(Mode.allCases.map(\.rawValue).joined(separator: ", "));
                         cfb has segments of a block, cfb8 of a byte
        --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
        --iv HEX         16 bytes, in CTR the first counter block; any number for
                         GCM, best 12; ECB has none; or --iv-file FILE
        --aad HEX        for GCM: data that the tag covers too; or --aad-text, or
                         --aad-file FILE
        --tag HEX        for GCM: the tag; default the last 16 bytes of INPUT. An
                         encryption writes it behind the ciphertext
        --padding NAME   \(AES.Padding.allCases.map(\.rawValue).joined(separator: ", ")) (default pkcs7);
                         only ECB and CBC have padding
      \(LabCommand.inputHelp)
        --split LENGTHS  feed the data in pieces of these lengths, the rest last
      \(LabCommand.outputHelp)

      Of these modes GCM alone notices a changed ciphertext: to protect a file,
      use swift-vault.

      Example (SP 800-38A, F.2.1, first block):
        crypto-lab aes --mode cbc --encrypt --padding none \\
          --key 2b7e151628aed2a6abf7158809cf4f3c \\
          --iv 000102030405060708090a0b0c0d0e0f \\
          --hex 6bc1bee22e409f96e93d7e117393172a
      """,
    options: [
      .text("mode"), .oneOf("direction", ["encrypt", "decrypt"]), .hex("key"), .hex("iv"), .hex("aad"), .hex("tag"),
      .text("padding"),
      .input("data"), .integers("split"), .text("kernel"),
    ],
    check: { options throws(LabError) in
      if options.text("mode") == Mode.ecb.rawValue, options.text("iv") != nil {
        throw .usage("ECB has no IV: leave --iv away")
      }
      if let mode = options.text("mode").flatMap(Mode.init), mode.hasKeystream,
        options.text("padding") ?? "none" != "none"
      {
        throw .usage("\(mode.rawValue.uppercased()) has no padding: leave --padding away")
      }
    })
}
