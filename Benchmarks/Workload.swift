import AES
import PBKDF2

/// An operation made ready to be repeated, with its keys and buffers.
struct Workload {
  /// Does it as many times as asked.
  let run: (Int) -> Void
  /// What one time counts for: the rounds of PBKDF2, times the derivations of a batch; the messages side by side;
  /// 1 for everything else.
  var unitsPerCall = 1

  /// An operation on `size` bytes; on the kernel of that name, or as an app calls it when there is none.
  init(_ operation: BenchOperation, size: Int, kernel: String?) throws(BenchError) {
    try operation.check(size: size)
    switch operation {
    case .hash(let hash): self = try hash.hashing(size, kernel)
    case .sideBySide(let count):
      self = BenchHash.sideBySide(
        count, size, SHA256(kernel: try kernel.map { name throws(BenchError) in try .named(name) } ?? .best))
    case .hmac(let hash): self = try hash.authenticating(size, kernel)
    case .aes(let keyBits, let form, let isOneShot):
      let cipher = try AESWorkload(keyBits: keyBits, byteCount: size, kernel: kernel)
      self = Workload { isOneShot ? cipher.oneShot(form, $0) : cipher.streaming(form, $0) }
    case .pbkdf2(let hash, let isBatch): self = try hash.deriving(size, kernel, isBatch: isBatch)
    }
  }

  /// A loop.
  init(unitsPerCall: Int = 1, run: @escaping (Int) -> Void) {
    self.run = run
    self.unitsPerCall = unitsPerCall
  }
}

/// A place for a result, so that the compiler cannot leave out the work that made it.
@inline(never) @_optimize(none)
func keep<Value>(_ value: borrowing Value) {}

/// Bytes to work on: aligned to 64 bytes, as the buffers of the libraries that this one is compared with.
final class Message {
  /// The bytes.
  let bytes: UnsafeMutableRawBufferPointer

  /// The bytes, to read.
  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes) }

  /// A message of some bytes that are not all alike.
  init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 64)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: 167 &* index &+ index >> 8) }
  }

  deinit { bytes.deallocate() }
}

extension BenchHash {
  /// A message hashed.
  fileprivate func hashing(_ size: Int, _ kernel: String?) throws(BenchError) -> Workload {
    switch self {
    case .sha1: Self.hashing(size, try kernel.map(Insecure.SHA1.init(kernelNamed:)))
    case .sha224: Self.hashing(size, try kernel.map(SHA224.init(kernelNamed:)))
    case .sha256: Self.hashing(size, try kernel.map(SHA256.init(kernelNamed:)))
    case .sha384: Self.hashing(size, try kernel.map(SHA384.init(kernelNamed:)))
    case .sha512: Self.hashing(size, try kernel.map(SHA512.init(kernelNamed:)))
    case .sha512_224: Self.hashing(size, try kernel.map(SHA512_224.init(kernelNamed:)))
    case .sha512_256: Self.hashing(size, try kernel.map(SHA512_256.init(kernelNamed:)))
    }
  }

  /// A message authenticated, the key of one digest set up each time.
  fileprivate func authenticating(_ size: Int, _ kernel: String?) throws(BenchError) -> Workload {
    switch self {
    case .sha1: Self.authenticating(size, try kernel.map(Insecure.SHA1.init(kernelNamed:)))
    case .sha224: Self.authenticating(size, try kernel.map(SHA224.init(kernelNamed:)))
    case .sha256: Self.authenticating(size, try kernel.map(SHA256.init(kernelNamed:)))
    case .sha384: Self.authenticating(size, try kernel.map(SHA384.init(kernelNamed:)))
    case .sha512: Self.authenticating(size, try kernel.map(SHA512.init(kernelNamed:)))
    case .sha512_224: Self.authenticating(size, try kernel.map(SHA512_224.init(kernelNamed:)))
    case .sha512_256: Self.authenticating(size, try kernel.map(SHA512_256.init(kernelNamed:)))
    }
  }

  /// Keys derived with PBKDF2.
  fileprivate func deriving(_ size: Int, _ kernel: String?, isBatch: Bool) throws(BenchError) -> Workload {
    switch self {
    case .sha1:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(Insecure.SHA1.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(Insecure.SHA1.init(kernelNamed:)))
    case .sha224:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA224.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA224.init(kernelNamed:)))
    case .sha256:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA256.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA256.init(kernelNamed:)))
    case .sha384:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA384.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA384.init(kernelNamed:)))
    case .sha512:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA512.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA512.init(kernelNamed:)))
    case .sha512_224:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA512_224.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA512_224.init(kernelNamed:)))
    case .sha512_256:
      isBatch
        ? Self.derivingBatch(size, try kernel.map(SHA512_256.init(kernelNamed:)))
        : Self.deriving(size, try kernel.map(SHA512_256.init(kernelNamed:)))
    }
  }
}
