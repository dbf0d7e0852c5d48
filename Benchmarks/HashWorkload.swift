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

  /// Messages hashed side by side, the time being that of one of them.
  static func sideBySide(_ laneCount: Int, _ byteCount: Int, _ start: SHA256) -> Workload {
    let messages = (0..<laneCount).map { _ in Message(byteCount: byteCount) }
    return Workload(unitsPerCall: laneCount) { count in
      let starts = messages.map { UnsafeRawPointer($0.bytes.baseAddress!) }
      for _ in 0..<count {
        var functions = Array(repeating: start, count: laneCount)
        starts.withUnsafeBufferPointer { SHA256.update(&functions, messages: $0, byteCount: byteCount) }
        for function in functions { keep(function.finalize()) }
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

  /// A key derived from a password.
  static func deriving<H: PBKDF2HashFunction>(_ byteCount: Int, _ start: H?) -> Workload {
    let (password, salt) = (Array("correct horse 0".utf8), [UInt8](repeating: 0x5A, count: 16))
    return Workload(unitsPerCall: rounds) { count in
      for _ in 0..<count {
        // At least one round, and an output of at least one byte: the library has nothing to refuse.
        if let start {
          keep(
            try! PBKDF2<H>.deriveKey(
              password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: byteCount,
              startingFrom: start))
        } else {
          keep(
            try! PBKDF2<H>.deriveKey(
              password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: byteCount))
        }
      }
    }
  }

  /// A key derived from each of several passwords in one call.
  static func derivingBatch<H: PBKDF2HashFunction>(_ byteCount: Int, _ start: H?) -> Workload {
    let requests = (0..<BenchOperation.batchCount).map { index in
      try! PBKDF2<H>.Request(
        password: "correct horse \(index)".utf8, salt: [UInt8](repeating: UInt8(index), count: 16),
        unsafeUncheckedRounds: rounds, outputByteCount: byteCount)
    }
    return Workload(unitsPerCall: rounds * requests.count) { count in
      for _ in 0..<count {
        if let start {
          keep(PBKDF2<H>.deriveKeys(requests, startingFrom: start))
        } else {
          keep(PBKDF2<H>.deriveKeys(requests))
        }
      }
    }
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
