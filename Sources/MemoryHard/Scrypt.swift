import PBKDF2

/// The password-based key derivation function scrypt, which needs memory on purpose. Spec: RFC 7914.
///
/// An attacker needs this memory for each of the guesses computed at the same time, or more computation in its place.
/// Stretch new passwords with ``Argon2id``. scrypt is for formats that prescribe it.
///
/// *Not* protected: the addresses of the blocks that are read depend on the password (RFC 7914, section 5, step 3). An
/// observer of this process's memory accesses, such as another process on the same core, may test guesses with less
/// memory than an attacker who has the derived key. Nothing else depends on a secret. The memory is overwritten before
/// it is freed, but may have been written to swap.
public struct Scrypt: Sendable, Hashable {
  /// The number of blocks of memory, N in the standard, a power of two.
  public let cost: Int
  /// The size of a block in units of 128 bytes, r in the standard.
  public let blockSize: Int
  /// How often the memory is filled and read, each time for another part of the key, p in the standard.
  public let parallelization: Int

  /// The most blocks of 128 bytes that one output of PBKDF2 has: (2^32 - 1) · 32 / 128.
  static var maximumBlocks: Int { 1 << 30 - 1 }

  /// Parameters of scrypt. Spec: RFC 7914, section 2.
  ///
  /// - Parameters:
  ///   - cost: N, a power of two above 1 and below 2^(128 · r / 8).
  ///   - blockSize: r, at least 1.
  ///   - parallelization: p, 1 to (2^32 - 1) · 32 / (128 · r).
  /// - Throws: ``MemoryHardError`` for other numbers.
  public init(cost: Int, blockSize: Int, parallelization: Int) throws(MemoryHardError) {
    guard 1...Self.maximumBlocks ~= blockSize else { throw .blockSize(blockSize) }
    guard cost > 1, cost & (cost - 1) == 0, cost.trailingZeroBitCount < 16 * blockSize else {
      throw .cost(cost, blockSize: blockSize)
    }
    let most = Self.maximumBlocks / blockSize
    guard 1...most ~= parallelization else { throw .parallelization(parallelization, maximum: most) }
    (self.cost, self.blockSize, self.parallelization) = (cost, blockSize, parallelization)
  }

  private init(recommendedCost: Int) { (cost, blockSize, parallelization) = (recommendedCost, 8, 1) }

  /// What OWASP recommends as of March 2026: a cost of 2^17, a block size of 8, a parallelization of 1, which take 128
  /// MiB.
  public static let recommended = Scrypt(recommendedCost: 1 << 17)

  /// The memory in bytes for one thread, 128 · r · (N + p + 2); the number is at most `Int.max`.
  public var memoryByteCount: Int { memoryByteCount(threadCount: 1) }

  func memoryByteCount(threadCount: Int) -> Int {
    let (blocks, isOver) = (cost + 2).multipliedReportingOverflow(by: threadCount)
    let (sum, isSumOver) = blocks.addingReportingOverflow(parallelization)
    let (count, isCountOver) = sum.multipliedReportingOverflow(by: 128 * blockSize)
    return isOver || isSumOver || isCountOver ? .max : count
  }
}

extension Scrypt {
  /// Derives a key from a password. Spec: RFC 7914, section 6.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation (NIST SP 800-63B-4).
  ///   - salt: a new `PasswordSalt()` for each password, stored beside the parameters; `PasswordSalt(data:)` for the
  ///     stored one, or `PasswordSalt(unchecked:)` for one of another program.
  ///   - outputByteCount: 1 byte to 32 · (2^32 - 1).
  ///   - memoryLimit: the most bytes of memory, for parameters that come from a file or a peer. It is compared with
  ///     ``memoryByteCount`` before anything is allocated.
  ///   - cores: the most threads, of which no more than ``parallelization`` are used. The default is one, because each
  ///     needs memory of its own. The key does not depend on it.
  /// - Throws: ``MemoryHardError`` when the output is empty or too long, the memory is over the limit, or the system
  ///   refuses it.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public func deriveKey(
    password: some Sequence<UInt8>, salt: PasswordSalt, outputByteCount: Int,
    memoryLimit: Int = Argon2id.defaultMemoryLimit, cores: Int = 1
  ) throws(MemoryHardError) -> SymmetricKey {
    let work = try ScryptWork(self, outputByteCount: outputByteCount, memoryLimit: memoryLimit, cores: cores)
    return try unsafe password.withBytes { password in
      withoutCancellation { () throws(Cancellation) in try unsafe work.key(password, salt: salt.bytes, nil) }
    }.get()
  }

  /// Derives a key of a size that is allowed, on one thread, with the memory that it needs. The error is
  /// ``MemoryHardError/memoryUnavailable(byteCount:)``.
  package func key(
    _ password: SymmetricKey, salt: [UInt8], outputByteCount: Int, _ work: BackgroundWork?
  ) throws(Cancellation) -> Result<SymmetricKey, MemoryHardError> {
    let own = try! ScryptWork(self, outputByteCount: outputByteCount, memoryLimit: .max, cores: 1)
    return try unsafe password.withUnsafeBytes { password throws(Cancellation) in
      try unsafe own.key(password, salt: salt, work)
    }
  }

  /// The steps of background work on one thread: the blocks that are written or mixed.
  package var stepCount: Double { Double(parallelization) * 2 * Double(cost) }
}
