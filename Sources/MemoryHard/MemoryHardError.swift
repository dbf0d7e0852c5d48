/// The error of a derivation with Argon2id or scrypt that was refused.
public enum MemoryHardError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An input of a derivation.
  public enum Input: String, Sendable {
    /// The password.
    case password
    /// The salt.
    case salt
    /// The secret value of Argon2id.
    case secret
    /// The associated data of Argon2id.
    case associatedData = "associated data"
  }

  /// A memory size of Argon2id in bytes that is not a multiple of 1024, is below 8192 for each lane, or is 2^42 or
  /// more.
  case memoryByteCount(Int, lanes: Int)
  /// Passes of Argon2id below 1 or above 2^32 - 1.
  case passes(Int)
  /// Lanes of Argon2id below 1 or above 2^24 - 1.
  case lanes(Int)
  /// A cost N of scrypt that is not a power of two above 1, or is not below 2^(16 r) for the block size r.
  case cost(Int, blockSize: Int)
  /// A block size r of scrypt below 1, or above 2^30 - 1.
  case blockSize(Int)
  /// A parallelization p of scrypt below 1, or above the maximum for its block size.
  case parallelization(Int, maximum: Int)
  /// An input whose size in bytes is not allowed.
  case inputByteCount(Input, Int, allowed: ClosedRange<Int>)
  /// An output whose size in bytes is not allowed.
  case outputByteCount(Int, allowed: ClosedRange<Int>)
  /// A derivation that needs more bytes of memory than the caller's limit. The number is at most `Int.max`.
  case overMemoryLimit(byteCount: Int, limit: Int)
  /// Memory that the system refused.
  case memoryUnavailable(byteCount: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .memoryByteCount(let count, let lanes):
      "\(count.units("byte")) of memory; Argon2id with \(lanes.units("lane")) needs a multiple of 1024, "
        + "at least \(8192 * lanes), below 4398046511104"
    case .passes(let passes): "\(passes.units("pass", plural: "passes")); Argon2id has 1 to \(UInt32.max)"
    case .lanes(let lanes): "\(lanes.units("lane")); Argon2id has 1 to \(Argon2id.maximumLanes)"
    case .cost(let cost, let blockSize):
      "a cost of \(cost); scrypt needs a power of two above 1 and below 2^(16 * \(blockSize))"
    case .blockSize(let size): "a block size of \(size); scrypt has 1 to \(Scrypt.maximumBlocks)"
    case .parallelization(let number, let maximum):
      "a parallelization of \(number); scrypt with this block size has 1 to \(maximum)"
    case .inputByteCount(let input, let count, let allowed):
      "\(count.units("byte")) of \(input.rawValue); \(allowed.lowerBound) to \(allowed.upperBound) are allowed"
    case .outputByteCount(let count, let allowed):
      "\(count.units("byte")) of output; \(allowed.lowerBound) to \(allowed.upperBound) are possible"
    case .overMemoryLimit(let count, let limit):
      "the derivation needs \(count.units("byte")) of memory; the limit is \(limit)"
    case .memoryUnavailable(let count): "the system has not given \(count.units("byte")) of memory"
    }
  }
}

extension Int {
  /// The largest size that 32 bits can state, or the largest integer if that is less.
  static var largest32: Int { Int(clamping: UInt32.max) }

  fileprivate func units(_ noun: String, plural: String) -> String { "\(self) \(self == 1 ? noun : plural)" }
}
