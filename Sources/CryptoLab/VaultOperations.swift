import SwiftVaultCommandSupport
import Vault

/// Encryption with a password.
///
/// It has no command in the lab: use `swift-vault seal`.
struct SealOperation: Operation {
  static let name = "seal"
  static let hasKernels = false

  private let data: [UInt8]
  private let password: [UInt8]
  private let context: [UInt8]
  private let rounds: Int?

  init(_ parameters: some Parameters) throws(LabError) {
    data = try parameters.requiredBytes("data")
    password = try parameters.requiredBytes("password")
    context = try parameters.bytes("context") ?? []
    rounds = try parameters.integer("rounds", in: 1...LabLimit.rounds)
  }

  func perform() throws(LabError) -> [UInt8] {
    let stretching = try askLibrary { () throws(PBKDF2Error) -> PasswordStretching in
      if let rounds { try PasswordStretching(rounds: .exactly(rounds)) } else { .recommended }
    }
    return try askLibrary { () throws(VaultError) in
      try Vault.seal(data, under: .password(password), context: VaultContext(context), stretching: stretching)
    }
  }
}

/// Decryption with a password.
struct OpenOperation: Operation {
  static let name = "open"
  static let hasKernels = false

  private let vault: [UInt8]
  private let password: [UInt8]
  private let context: [UInt8]

  init(_ parameters: some Parameters) throws(LabError) {
    vault = try parameters.requiredBytes("data")
    password = try parameters.requiredBytes("password")
    context = try parameters.bytes("context") ?? []
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(VaultError) in
      try Vault.open(vault, with: .password(password), context: VaultContext(context))
    }
  }
}

/// Encryption or decryption with authentication, for formats that prescribe it.
///
/// It has no command in the lab. Spec: RFC 7518, section 5.2.2.
struct EncryptThenMACOperation: Operation {
  static let name = "encrypt-then-mac"

  private let input: Input
  private let hash: any PBKDF2HashFunction

  /// The parameters that do not depend on the hash.
  private struct Input {
    let isCBC: Bool
    let direction: AESOperation.Direction
    let authenticationKey: SymmetricKey
    let encryptionKey: SymmetricKey
    let tagByteCount: Int?
    let iv: [UInt8]?
    let authenticated: [UInt8]
    let data: [UInt8]
    let kernel: AESKernel
  }

  init(_ parameters: some Parameters) throws(LabError) {
    let mode = try parameters.requiredChoice("mode", of: AESOperation.Mode.self)
    guard mode == .cbc || mode == .ctr else { throw .usage("\(Self.name) has no mode \(mode.rawValue)") }
    let hash = try parameters.requiredChoice("hash", of: NamedHash.self)
    self.hash = try LabError.reading { () throws(ArgumentError) in try hash.start() }
    let kernel = try parameters.text("kernel")
    input = Input(
      isCBC: mode == .cbc, direction: try parameters.requiredChoice("direction"),
      authenticationKey: SymmetricKey(data: try parameters.requiredBytes("mackey")),
      encryptionKey: SymmetricKey(data: try parameters.requiredBytes("key")),
      tagByteCount: try parameters.integer("tag"), iv: try parameters.bytes("iv"),
      authenticated: try parameters.bytes("aad") ?? [], data: try parameters.requiredBytes("data"),
      kernel: try LabError.reading { () throws(ArgumentError) in try .named(kernel) })
    if input.direction == .decrypt, input.iv != nil {
      throw .usage("decrypt takes no \(parameters.label("iv")): it stands before the ciphertext")
    }
  }

  func perform() throws(LabError) -> [UInt8] { try Self.perform(input, hash) }

  private static func perform<H: HashFunction>(_ input: Input, _ hash: H) throws(LabError) -> [UInt8] {
    let cipher = try askLibrary { () throws(EncryptThenMACError) in
      try EncryptThenMAC(
        input.isCBC ? .cbc : .ctr, authenticationKey: input.authenticationKey, encryptionKey: input.encryptionKey,
        tagByteCount: input.tagByteCount ?? H.Digest.byteCount, kernel: input.kernel, startingFrom: hash)
    }
    switch input.direction {
    case .encrypt:
      let iv = try askLibrary { () throws(AESError) in
        if let iv = input.iv { try AES.IV(data: iv) } else { AES.IV() }
      }
      return cipher.seal(input.data, authenticating: input.authenticated, iv: iv)
    case .decrypt:
      return try askLibrary { () throws(EncryptThenMACError) in
        try cipher.open(input.data, authenticating: input.authenticated)
      }
    }
  }
}
