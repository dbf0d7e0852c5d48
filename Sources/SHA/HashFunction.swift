@_exported public import SwiftVaultCryptoBytes

/// A cryptographic hash function: bytes of any length in, a digest of fixed length out.
///
/// The state is plain bytes: copying it forks the computation, hashing allocates nothing, and an owner can wipe it.
/// A hash alone authenticates nothing: for that, use an HMAC. *Not* protected: a state holds the last bytes of its message,
/// and nothing overwrites it when it goes.
public protocol HashFunction: Sendable, BitwiseCopyable {
  /// The digest the function produces.
  associatedtype Digest: SHA.Digest

  /// The size in bytes of the block the function works on.
  static var blockByteCount: Int { get }

  /// Starts a hash of the empty message.
  init()

  /// Appends bytes to the message. A message longer than the standard allows traps: 2^61 bytes or more for words of 32
  /// bits; for words of 64 bits, 2^64 bytes or more, which is less than the standard's limit.
  mutating func update(bufferPointer: UnsafeRawBufferPointer)

  /// The digest of the message so far; the state is unchanged and can be updated further.
  func finalize() -> Digest

  /// The digest of a message in memory, in one call.
  static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest
}

extension HashFunction {
  /// The size of the digest in bytes.
  public static var byteCount: Int { Digest.byteCount }

  /// Appends bytes to the message.
  ///
  /// - Parameter data: any bytes; contiguous ones (`[UInt8]`, `Data`, slices, `utf8`) are read in place.
  @inlinable
  public mutating func update(data: some Sequence<UInt8>) {
    unsafe data.forEachPiece { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a span to the message.
  @inlinable
  public mutating func update(data: RawSpan) {
    unsafe data.withUnsafeBytes { unsafe update(bufferPointer: $0) }
  }

  /// The digest of a message in memory.
  @inlinable
  public static func hash(data: some Sequence<UInt8>) -> Digest {
    if let digest = data.withContiguousStorageIfAvailable({
      unsafe hash(bufferPointer: UnsafeRawBufferPointer($0))
    }) {
      return digest
    }
    var function = Self()
    function.update(data: data)
    return function.finalize()
  }

  /// The digest of the bytes of a span.
  @inlinable
  public static func hash(data: RawSpan) -> Digest {
    unsafe data.withUnsafeBytes { unsafe hash(bufferPointer: $0) }
  }

  /// The digest of the bytes of a buffer.
  @inlinable
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
    var function = Self()
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }
}
