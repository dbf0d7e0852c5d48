@_exported public import PBKDF2

/// The password-based key derivation function Argon2id, which needs memory on purpose. Spec: RFC 9106.
///
/// An attacker needs this memory for each of the guesses computed at the same time, so graphics processors and special
/// circuits help less than with PBKDF2. A long password is still worth more than any parameters.
///
/// *Not* protected: from the second half of the first pass on, the addresses of the blocks that are read depend on the
/// password (RFC 9106, section 3.4.1.3). An observer of this process's memory accesses, such as another process on the
/// same core, may test guesses with less memory than an attacker who has the derived key.
/// Nothing else depends on a secret. The memory is overwritten before it is freed, but may have been written to swap.
public struct Argon2id: Sendable, Hashable, CustomStringConvertible {
  /// The memory in blocks of 1024 bytes, m in the standard.
  let blockCount: Int
  /// How often the memory is filled, t in the standard.
  public let passes: Int
  /// The parts of the memory that can be filled at the same time, p in the standard.
  public let lanes: Int

  /// The memory in bytes.
  public var memoryByteCount: Int { 1024 * blockCount }

  /// The blocks of a lane. Spec: RFC 9106, section 3.2, step 2.
  var laneLength: Int { blockCount / (4 * lanes) * 4 }

  /// The steps of background work: the blocks that the first thread fills. It has at least as many lanes as any other.
  func stepCount(on threadCount: Int) -> Double {
    Double((lanes - 1) / threadCount + 1) * (Double(passes) * Double(laneLength) - 2)
  }

  /// The threads that fill lanes at the same time.
  func threadCount(_ cores: Int?) -> Int { max(1, min(cores ?? Processors.available, lanes)) }

  /// The blocks that are filled in all passes.
  package var rounds: Int { Int(clamping: UInt64(blockCount) * UInt64(passes)) }

  static var maximumLanes: Int { 1 << 24 - 1 }

  /// Parameters of Argon2id. Spec: RFC 9106, section 3.1.
  ///
  /// - Parameters:
  ///   - memoryByteCount: the memory in bytes, a multiple of 1024, at least 8192 for each lane, below 2^42. Memory
  ///     beyond a multiple of 4096 for each lane is not used.
  ///   - passes: how often the memory is filled, 1 to 2^32 - 1.
  ///   - lanes: the parts that can be filled at the same time, 1 to 2^24 - 1. Another number gives another key.
  /// - Throws: ``MemoryHardError`` for other numbers.
  public init(memoryByteCount: Int, passes: Int, lanes: Int) throws(MemoryHardError) {
    guard 1...Self.maximumLanes ~= lanes else { throw .lanes(lanes) }
    let (blockCount, rest) = memoryByteCount.quotientAndRemainder(dividingBy: 1024)
    guard rest == 0, 8 * lanes <= blockCount, blockCount <= Int.largest32 else {
      throw .memoryByteCount(memoryByteCount, lanes: lanes)
    }
    guard 1 <= passes, passes <= Int.largest32 else { throw .passes(passes) }
    self.init(blockCount: blockCount, passes: passes, lanes: lanes)
  }

  /// Parameters as a file states them, with the memory in blocks of 1024 bytes. If integers have 32 bits, memory that
  /// does not fit becomes the largest that does, which is over any limit.
  package init(statedBlockCount: UInt32, passes: Int, lanes: Int) throws(MemoryHardError) {
    let memoryByteCount = Int(clamping: 1024 * UInt64(statedBlockCount)) & ~1023
    try self.init(memoryByteCount: memoryByteCount, passes: passes, lanes: lanes)
  }

  /// The parameters, such as "Argon2id, 64 MiB, 3 passes, 4 lanes".
  public var description: String {
    let memory = blockCount % 1024 == 0 ? "\(blockCount / 1024) MiB" : "\(blockCount) KiB"
    return "Argon2id, \(memory), \(passes.units("pass", plural: "passes")), \(lanes.units("lane"))"
  }

  private init(blockCount: Int, passes: Int, lanes: Int) {
    (self.blockCount, self.passes, self.lanes) = (blockCount, passes, lanes)
  }

  /// For the logins of a server, what OWASP recommends as of March 2026: 19 MiB of memory, 2 passes, 1 lane.
  public static let forLogins = Argon2id(blockCount: 19 << 10, passes: 2, lanes: 1)
  /// For files and vaults, which a phone must be able to open too: 64 MiB, 3 passes, 4 lanes. It is the second
  /// recommendation of RFC 9106, section 4.
  public static let forFiles = Argon2id(blockCount: 64 << 10, passes: 3, lanes: 4)
  #if _pointerBitWidth(_64)
  /// The first recommendation of RFC 9106, section 4: 2 GiB, 1 pass, 4 lanes.
  public static let highMemory = Argon2id(blockCount: 2 << 20, passes: 1, lanes: 4)
  #endif

  /// The most memory that a derivation takes unless a limit is given: 2 GiB.
  public static var defaultMemoryLimit: Int { Int(clamping: UInt64(2) << 30) }
}

extension Argon2id {
  /// Derives a key from a password. Spec: RFC 9106, section 3.2.
  ///
  /// - Parameters:
  ///   - password: any bytes, up to 2^32 - 1. For text, pass the UTF-8 form of its NFC normalisation (NIST SP
  ///     800-63B-4).
  ///   - salt: a new `PasswordSalt()` for each password, stored beside the parameters; `PasswordSalt(data:)` for the
  ///     stored one, or `PasswordSalt(unchecked:)` if another program made it with 8 to 15 bytes.
  ///   - secret: a key that is not stored beside the salt, such as a server's pepper; K in the standard.
  ///   - associatedData: bytes that the key depends on too; X in the standard.
  ///   - outputByteCount: 4 to 2^32 - 1 bytes.
  ///   - memoryLimit: the most bytes of memory, for parameters that come from a file or a peer. It is compared with
  ///     ``memoryByteCount`` before anything is allocated. Each thread takes 5 KiB more.
  ///   - cores: the most threads that fill lanes at the same time; all processors by default. The key does not depend
  ///     on it.
  /// - Throws: ``MemoryHardError`` when a size is not allowed, the memory is over the limit, or the system refuses it.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public func deriveKey(
    password: some Sequence<UInt8>, salt: PasswordSalt, secret: SymmetricKey? = nil, associatedData: [UInt8] = [],
    outputByteCount: Int, memoryLimit: Int = defaultMemoryLimit, cores: Int? = nil
  ) throws(MemoryHardError) -> SymmetricKey {
    try work(
      password: password, salt: salt, secret: secret, associatedData: associatedData, outputByteCount: outputByteCount,
      memoryLimit: memoryLimit, cores: cores
    ).key()
  }

  /// Derives a key from a password, with the given type and kernel.
  package func deriveKey(
    password: some Sequence<UInt8>, salt: PasswordSalt, secret: SymmetricKey? = nil, outputByteCount: Int, cores: Int,
    type: Argon2Type, kernel: Argon2Kernel
  ) throws(MemoryHardError) -> SymmetricKey {
    try work(
      password: password, salt: salt, secret: secret, associatedData: [], outputByteCount: outputByteCount,
      memoryLimit: .max, cores: cores, type: type, kernel: kernel
    ).key()
  }

  /// Compares the sizes with the limits, and hashes the inputs. Spec: RFC 9106, section 3.2, step 1.
  func work(
    password: some Sequence<UInt8>, salt: PasswordSalt, secret: SymmetricKey?, associatedData: [UInt8],
    outputByteCount: Int,
    memoryLimit: Int, cores: Int?, type: Argon2Type = .id, kernel: Argon2Kernel = .best
  ) throws(MemoryHardError) -> Argon2Work {
    let most = Int.largest32
    guard 4...most ~= outputByteCount else { throw .outputByteCount(outputByteCount, allowed: 4...most) }
    guard memoryByteCount <= memoryLimit else { throw .overMemoryLimit(byteCount: memoryByteCount, limit: memoryLimit) }
    let start = try unsafe password.withBytes { password throws(MemoryHardError) in
      try unsafe salt.bytes.withBytes { salt throws(MemoryHardError) in
        try unsafe (secret ?? SymmetricKey(data: [])).withUnsafeBytes { secret throws(MemoryHardError) in
          try unsafe associatedData.withBytes { data throws(MemoryHardError) in
            try unsafe firstHash(password, salt, secret, data, outputByteCount, type)
          }
        }
      }
    }
    return Argon2Work(
      parameters: self, type: type, kernel: kernel, start: start, outputByteCount: outputByteCount,
      threadCount: threadCount(cores))
  }

  /// H0. Spec: RFC 9106, section 3.2, step 1.
  private func firstHash(
    _ password: UnsafeRawBufferPointer, _ salt: UnsafeRawBufferPointer, _ secret: UnsafeRawBufferPointer,
    _ associatedData: UnsafeRawBufferPointer, _ outputByteCount: Int, _ type: Argon2Type
  ) throws(MemoryHardError) -> SymmetricKey {
    let most = Int.largest32
    for (name, count, least) in [
      (MemoryHardError.Input.password, password.count, 0), (.salt, salt.count, 8), (.secret, secret.count, 0),
      (.associatedData, associatedData.count, 0),
    ] where !(least...most ~= count) {
      throw .inputByteCount(name, count, allowed: least...most)
    }
    return wipingStack {
      var function = BLAKE2b(outputByteCount: 64)
      for number in [lanes, outputByteCount, blockCount, passes, 0x13, type.rawValue] { function.update(number) }
      unsafe function.update(counted: password)
      unsafe function.update(counted: salt)
      unsafe function.update(counted: secret)
      unsafe function.update(counted: associatedData)
      return unsafe SymmetricKey(byteCount: 64) { unsafe function.finalize(to: $0.baseAddress!) }
    }
  }
}
