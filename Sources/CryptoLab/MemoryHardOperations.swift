import MemoryHard

/// A key derived from a password with Argon2id.
///
/// Spec: RFC 9106, section 3.1.
struct Argon2idOperation: Operation {
  static let name = "argon2id"
  static let hasKernels = false

  private let parameters: Argon2id
  private let password: [UInt8]
  private let salt: [UInt8]
  private let secret: [UInt8]
  private let associatedData: [UInt8]
  private let length: Int

  init(_ parameters: some Parameters) throws(LabError) {
    password = try parameters.requiredBytes("password")
    salt = try parameters.requiredBytes("salt")
    secret = try parameters.bytes("secret") ?? []
    associatedData = try parameters.bytes("aad") ?? []
    let memory = try parameters.requiredInteger("memory", in: 1...LabLimit.memoryByteCount / 1024)
    let passes = try parameters.requiredInteger("passes", in: 1...LabLimit.memoryByteCount / 1024 / memory * 16)
    let lanes = try parameters.requiredInteger("lanes", in: 1...memory)
    length = try parameters.requiredInteger("length", in: 1...LabLimit.derivedByteCount)
    self.parameters = try askLibrary { () throws(MemoryHardError) in
      try Argon2id(memoryByteCount: 1024 * memory, passes: passes, lanes: lanes)
    }
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(MemoryHardError) in
      let key = try parameters.deriveKey(
        password: password, salt: .init(unchecked: salt), secret: SymmetricKey(data: secret),
        associatedData: associatedData, outputByteCount: length)
      return key.withUnsafeBytes { Array($0) }
    }
  }
}

/// A key derived from a password with scrypt.
///
/// Spec: RFC 7914, section 2.
struct ScryptOperation: Operation {
  static let name = "scrypt"
  static let hasKernels = false

  private let parameters: Scrypt
  private let password: [UInt8]
  private let salt: [UInt8]
  private let length: Int

  init(_ parameters: some Parameters) throws(LabError) {
    password = try parameters.requiredBytes("password")
    salt = try parameters.requiredBytes("salt")
    let blockSize = try parameters.requiredInteger("r", in: 1...LabLimit.memoryByteCount / 128)
    let cost = try parameters.requiredInteger("n", in: 2...max(2, LabLimit.memoryByteCount / 128 / blockSize))
    let parallelization = try parameters.requiredInteger(
      "p", in: 1...max(1, LabLimit.memoryByteCount / 8 / cost / blockSize))
    length = try parameters.requiredInteger("length", in: 1...LabLimit.derivedByteCount)
    self.parameters = try askLibrary { () throws(MemoryHardError) in
      try Scrypt(cost: cost, blockSize: blockSize, parallelization: parallelization)
    }
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(MemoryHardError) in
      let key = try parameters.deriveKey(password: password, salt: .init(unchecked: salt), outputByteCount: length)
      return key.withUnsafeBytes { Array($0) }
    }
  }
}
