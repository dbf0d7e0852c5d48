import PBKDF2

extension PasswordStretching.Function {
  /// The size in bytes of the function's hash; with Argon2id, that of SHA-512.
  package var digestByteCount: Int {
    switch self {
    case .pbkdf2HMACSHA512, .argon2id: SHA512.Digest.byteCount
    case .pbkdf2HMACSHA256: SHA256.Digest.byteCount
    }
  }

  /// Derives a key for one purpose from a stretched password, by HKDF with the function's hash and no salt.
  package func expand(_ stretched: SymmetricKey, info: [UInt8], outputByteCount: Int) -> SymmetricKey {
    switch self {
    case .pbkdf2HMACSHA512, .argon2id:
      HKDF<SHA512>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: outputByteCount)
    case .pbkdf2HMACSHA256:
      HKDF<SHA256>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: outputByteCount)
    }
  }
}

extension PasswordStretching {
  /// A password to stretch.
  package struct Request {
    package let stretching: PasswordStretching
    package let password: SymmetricKey
    package let salt: [UInt8]
    package let outputByteCount: Int

    /// A result of `outputByteCount` bytes, at least 1. Each digest costs all rounds again.
    package init(stretching: PasswordStretching, password: SymmetricKey, salt: [UInt8], outputByteCount: Int) {
      self.stretching = stretching
      self.password = password
      self.salt = salt
      self.outputByteCount = outputByteCount
    }
  }

  /// Stretches several passwords: those of PBKDF2 at once in the vector lanes of one core, those of Argon2id one after
  /// the other on all cores. The results are in the order of the requests. The error of a request is
  /// ``MemoryHardError/memoryUnavailable(byteCount:)``.
  package static func results(
    of requests: [Request], _ work: BackgroundWork?
  ) throws(Cancellation) -> [Result<SymmetricKey, MemoryHardError>] {
    let sha512 = try keys(requests, of: .pbkdf2HMACSHA512, SHA512.self, work)
    let sha256 = try keys(requests, of: .pbkdf2HMACSHA256, SHA256.self, work)
    var (next512, next256) = (sha512.makeIterator(), sha256.makeIterator())
    return try requests.map { request throws(Cancellation) in
      switch request.stretching.function {
      case .pbkdf2HMACSHA512: .success(next512.next()!)
      case .pbkdf2HMACSHA256: .success(next256.next()!)
      case .argon2id: try key(request, request.stretching.argon2id!, work)
      }
    }
  }

  private static func key(
    _ request: Request, _ argon2id: Argon2id, _ work: BackgroundWork?
  ) throws(Cancellation) -> Result<SymmetricKey, MemoryHardError> {
    let derivation: Argon2Work
    do throws(MemoryHardError) {
      derivation = try unsafe request.password.withUnsafeBytes { password throws(MemoryHardError) in
        try unsafe argon2id.work(
          password: password, salt: .init(unchecked: request.salt), secret: nil, associatedData: [],
          outputByteCount: request.outputByteCount, memoryLimit: .max, cores: nil)
      }
    } catch {
      return .failure(error)
    }
    return try derivation.key(work)
  }

  /// The steps of background work that stretching takes, with the given number of digests for each password.
  package static func steps(of requests: [(stretching: PasswordStretching, digestCount: Int)]) -> Double {
    func blocks(of function: Function) -> [(rounds: Int, blockCount: Int)] {
      requests.filter { $0.stretching.function == function }.map { ($0.stretching.rounds, $0.digestCount) }
    }
    return PBKDF2<SHA512>.steps(of: blocks(of: .pbkdf2HMACSHA512))
      + PBKDF2<SHA256>.steps(of: blocks(of: .pbkdf2HMACSHA256))
      + requests.reduce(0) { $0 + ($1.stretching.argon2id.map { $0.stepCount(on: $0.threadCount(nil)) } ?? 0) }
  }

  private static func keys<H: PBKDF2HashFunction>(
    _ requests: [Request], of function: Function, _ hash: H.Type, _ work: BackgroundWork?
  ) throws(Cancellation) -> [SymmetricKey] {
    try PBKDF2<H>.deriveKeys(
      requests.filter { $0.stretching.function == function }.map { request in
        // A stretching has at least 1 round, and a key at least 1 byte.
        return try! PBKDF2<H>.Request(
          request.password, salt: .init(unchecked: request.salt), rounds: .exactly(request.stretching.rounds),
          outputByteCounts: [request.outputByteCount])
      }, work)
  }
}
