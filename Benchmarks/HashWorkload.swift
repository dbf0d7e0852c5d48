import PBKDF2

// The loops around hash functions. Each is generic and is called with a type that the compiler knows, so that it works
// on that type itself, as an app does. Without a start value the hash is the one every caller gets; with one it is that
// of a chosen kernel.

extension BenchHash {
  /// A message hashed in one call.
  static func hashing<H: HashFunction>(_ byteCount: Int, _ start: H?) -> Workload {
    let message = Message(byteCount: byteCount)
    guard let start else {
      return Workload { count in
        for _ in 0..<count { keep(H.hash(bufferPointer: message.contents)) }
      }
    }
    return Workload { count in
      for _ in 0..<count {
        var hash = start
        hash.update(bufferPointer: message.contents)
        keep(hash.finalize())
      }
    }
  }

  /// A message authenticated in one call.
  static func authenticating<H: HashFunction>(_ byteCount: Int, _ start: H?) -> Workload {
    let message = Message(byteCount: byteCount)
    let key = SymmetricKey(data: [UInt8](repeating: 0x6B, count: H.digestByteCount))
    guard let start else {
      return Workload { count in
        for _ in 0..<count { keep(HMAC<H>.authenticationCode(for: message.contents, using: key)) }
      }
    }
    return Workload { count in
      for _ in 0..<count {
        var authentication = HMAC(key: key, startingFrom: start)
        authentication.update(bufferPointer: message.contents)
        keep(authentication.finalize())
      }
    }
  }

  /// The rounds of each derivation: enough that setting up the password does not count.
  private static var rounds: Int { 1000 }

  /// A key derived from a password; for a batch, one from each of several passwords.
  static func deriving<H: PBKDF2HashFunction>(_ byteCount: Int, _ start: H?, _ isBatch: Bool) -> Workload {
    let passwords = (0..<(isBatch ? BenchOperation.batchCount : 1)).map { Array("correct horse \($0)".utf8) }
    let salt = [UInt8](repeating: 0x5A, count: 16)
    return Workload(unitsPerCall: rounds * passwords.count) { count in
      for _ in 0..<count {
        for password in passwords { keep(Self.key(password, salt, byteCount, start)) }
      }
    }
  }

  private static func key<H: PBKDF2HashFunction>(
    _ password: [UInt8], _ salt: [UInt8], _ byteCount: Int, _ start: H?
  ) -> SymmetricKey {
    // At least one round, and an output of at least one byte: the library has nothing to refuse.
    guard let start else {
      return try! PBKDF2<H>.deriveKey(
        password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: byteCount)
    }
    return try! PBKDF2<H>.deriveKey(
      password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: byteCount, startingFrom: start)
  }
}

extension HashFunction {
  /// The size of the digest in bytes.
  static var digestByteCount: Int { Digest.byteCount }
}

extension Insecure.SHA1 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA224 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA256 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA384 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA512 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA512_224 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}

extension SHA512_256 {
  init(kernelNamed name: String) throws(BenchError) { self.init(kernel: try .named(name)) }
}
