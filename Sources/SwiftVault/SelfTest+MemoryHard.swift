extension SelfTestRun {
  mutating func checkMemoryHard() {
    // Spec: RFC 9106, section 5.3.
    let argon2id = try? Argon2id(memoryByteCount: 32 << 10, passes: 3, lanes: 4).deriveKey(
      password: [UInt8](repeating: 1, count: 32), salt: .init(unchecked: [UInt8](repeating: 2, count: 16)),
      secret: SymmetricKey(data: [UInt8](repeating: 3, count: 8)), associatedData: [UInt8](repeating: 4, count: 12),
      outputByteCount: 32)
    expect(
      "Argon2id", "RFC 9106, section 5.3", on: "best", Self.bytes(argon2id),
      is: "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659")
    for kernel in Argon2Kernel.available {
      // From argon2-cffi.
      let key = try? Argon2id(memoryByteCount: 96 << 10, passes: 2, lanes: 3).deriveKey(
        password: "password".utf8, salt: .init(unchecked: Self.message(16)), outputByteCount: 40, cores: 1, type: .id,
        kernel: kernel)
      expect(
        "Argon2id", "96 KiB, 2 passes, 3 lanes", on: kernel.rawValue, Self.bytes(key),
        is: "d400da7d65e9fffbad11f9eb9277aac323de1eda5980456a834041b99c8ad4b286081274b54765dc")
    }
    // Spec: RFC 7914, section 12.
    let scrypt = try? Scrypt(cost: 16, blockSize: 1, parallelization: 1).deriveKey(
      password: [], salt: .init(unchecked: []), outputByteCount: 64)
    expect(
      "scrypt", "RFC 7914, section 12", on: "best", Self.bytes(scrypt),
      is: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
  }

  /// The bytes of a key; nil if there is none.
  static func bytes(_ key: SymmetricKey?) -> [UInt8]? {
    key.map { key in unsafe key.withUnsafeBytes { unsafe Array($0) } }
  }
}
