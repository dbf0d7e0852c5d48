import Vault

/// Encryption with a password.
///
/// It needs no command here: `swift-vault seal` is it.
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
    try askLibrary { () throws(VaultError) in
      let stretching: PasswordStretching =
        if let rounds { try PasswordStretching(unsafeUncheckedRounds: rounds) } else { .recommended }
      return try Vault.seal(data, password: password, context: context, stretching: stretching)
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
      try Vault.open(vault, password: password, context: context)
    }
  }
}
