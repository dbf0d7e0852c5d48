/// The error of a derivation with Argon2id or scrypt that was refused.
public enum MemoryHardError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A parameter, or the size of an input or an output, that the function does not have. The text names it and what is
  /// allowed.
  case argument(String)
  /// A derivation that needs more bytes of memory than the caller's limit. The number is at most `Int.max`.
  case overMemoryLimit(byteCount: Int, limit: Int)
  /// Memory that the system refused.
  case memoryUnavailable(byteCount: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .argument(let text): text
    case .overMemoryLimit(let count, let limit):
      "the derivation needs \(count.units("byte")) of memory; the limit is \(limit)"
    case .memoryUnavailable(let count):
      "the system has not given \(count.binaryUnits) of memory; see ulimit -v, or the limit of the container"
    }
  }
}

// The sentences of `argument`.
extension MemoryHardError {
  /// An input of a derivation.
  package enum Input: String {
    case password, salt, secret
    case associatedData = "associated data"
  }

  package static func memoryByteCount(_ count: Int, lanes: Int) -> Self {
    .argument(
      "\(count.units("byte")) of memory; Argon2id with \(lanes.units("lane")) needs a multiple of 1024, "
        + "at least \(8192 * lanes), below 4398046511104")
  }

  package static func passes(_ passes: Int) -> Self {
    .argument("\(passes.units("pass", plural: "passes")); Argon2id has 1 to \(UInt32.max)")
  }

  package static func lanes(_ lanes: Int) -> Self {
    .argument("\(lanes.units("lane")); Argon2id has 1 to \(Argon2id.maximumLanes)")
  }

  package static func cost(_ cost: Int, blockSize: Int) -> Self {
    .argument("a cost of \(cost); scrypt needs a power of two above 1 and below 2^(16 * \(blockSize))")
  }

  package static func blockSize(_ size: Int) -> Self {
    .argument("a block size of \(size); scrypt has 1 to \(Scrypt.maximumBlocks)")
  }

  package static func parallelization(_ number: Int, maximum: Int) -> Self {
    .argument("a parallelization of \(number); scrypt with this block size has 1 to \(maximum)")
  }

  package static func inputByteCount(_ input: Input, _ count: Int, allowed: ClosedRange<Int>) -> Self {
    .argument("\(count.units("byte")) of \(input.rawValue); \(allowed.lowerBound) to \(allowed.upperBound) are allowed")
  }

  package static func outputByteCount(_ count: Int, allowed: ClosedRange<Int>) -> Self {
    .argument("\(count.units("byte")) of output; \(allowed.lowerBound) to \(allowed.upperBound) are possible")
  }
}

extension Int {
  /// The largest size that 32 bits can state, or the largest integer if that is less.
  static var largest32: Int { Int(clamping: UInt32.max) }

  /// A size in whole MiB or KiB if it has any, otherwise in bytes.
  fileprivate var binaryUnits: String {
    self >= 1 << 20 ? "\(self >> 20) MiB" : self >= 1 << 10 ? "\(self >> 10) KiB" : units("byte")
  }
}
