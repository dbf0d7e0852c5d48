import PBKDF2
import SwiftVaultCommandSupport

/// An operation with its keys and buffers, ready to be repeated.
struct Workload {
  /// Repeats it the given number of times.
  let run: (Int) -> Void
  /// The units of work in one repetition: the rounds times the derivations for PBKDF2, the number of messages for
  /// parallel ones, otherwise 1.
  var unitsPerCall = 1
  /// 16 bytes of the result of one call, to compare with other libraries: the first of a digest, a tag or a key, the
  /// last of a text. Nil if the result is random, or not that of one message.
  var checked: (() -> [UInt8])?

  /// An operation on `size` bytes, on the named kernel; without a name, as an app calls it.
  init(_ operation: BenchOperation, size: Int, kernel: String?) throws(BenchError) {
    try operation.check(size: size)
    guard kernel == nil || operation.kernelFamily != nil else {
      throw BenchError(message: "\(operation.name) runs on the default kernels only")
    }
    self = try BenchError.reading { () throws(ArgumentError) in try Self.of(operation, size, kernel) }
  }

  private static func of(_ operation: BenchOperation, _ size: Int, _ kernel: String?) throws(ArgumentError) -> Workload
  {
    switch operation {
    case .hash(let hash): return try hash.perform(Hashing(byteCount: size), kernel: kernel)
    case .sideBySide(let count):
      return sideBySide(count, size, SHA256(kernel: try .named(kernel)))
    case .hmac(let hash): return try hash.perform(Authenticating(byteCount: size), kernel: kernel)
    case .aes(let keyBits, let form, let call):
      let cipher = try AESWorkload(keyBits: keyBits, byteCount: size, kernel: kernel)
      return Workload(checked: { cipher.checked(form, call) }) { count in
        switch call {
        case .streaming: cipher.streaming(form, count)
        case .oneShot: cipher.oneShot(form, count)
        case .inPlace, .expanded: cipher.inPlace(form, isExpanded: call == .expanded, count)
        }
      }
    case .chaChaPoly: return try chaChaPoly(byteCount: size, kernel: kernel)
    case .keyWrap(let keyBits, let isUnwrapping):
      return try keyWrap(keyBits: keyBits, isUnwrapping: isUnwrapping, byteCount: size, kernel: kernel)
    case .encryptThenMAC(let mode, let isOpening):
      let cipher = try EncryptThenMACWorkload(mode, byteCount: size, kernel: kernel)
      return Workload(run: isOpening ? cipher.open : cipher.seal)
    case .hkdf(let hash): return try hash.perform(Expanding(byteCount: size), kernel: kernel)
    case .argon2id: return try argon2id(byteCount: size, kernel: kernel)
    case .scrypt: return scrypt(byteCount: size)
    case .x25519: return x25519()
    case .vault(let isOpening): return vault(isOpening: isOpening, byteCount: size)
    case .verification: return verification(byteCount: size)
    case .pbkdf2(let hash, isBatch: false): return try hash.perform(Deriving(byteCount: size), kernel: kernel)
    case .pbkdf2(let hash, isBatch: true): return try hash.perform(DerivingBatch(byteCount: size), kernel: kernel)
    }
  }

  /// A loop.
  init(unitsPerCall: Int = 1, checked: (() -> [UInt8])? = nil, run: @escaping (Int) -> Void) {
    self.run = run
    self.unitsPerCall = unitsPerCall
    self.checked = checked
  }

  /// An array that is allocated and released but not written: the least that a call returning one takes.
  static func allocatingArray(byteCount: Int) -> Workload {
    Workload { calls in
      for _ in 0..<calls { keep([UInt8](byteCount: byteCount) { _ in }) }
    }
  }
}

/// A place for a result, so that the compiler cannot remove the work for it.
@inline(never) @_optimize(none)
func keep<Value>(_ value: borrowing Value) {}

/// A place for bytes. The generic function, which is not optimised, takes some nanoseconds more.
@inline(never) @_optimize(none)
func keep(_ bytes: borrowing [UInt8]) {}

/// The bytes of every key, or the first of them; the other libraries use the same.
let benchKey = (0..<32).map { UInt8(7 * $0) }

/// Bytes to work on, aligned to 64 bytes, as are the buffers for the compared libraries.
final class Message {
  /// The bytes.
  let bytes: UnsafeMutableRawBufferPointer

  /// The bytes, to read.
  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }

  /// A message of bytes that are not all equal.
  init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 64)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: 167 &* index &+ index >> 8) }
  }

  deinit { bytes.deallocate() }
}
