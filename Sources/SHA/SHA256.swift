import SwiftVaultSHABlocks

/// SHA-256: digests of 32 bytes. Spec: FIPS 180-4, section 6.2.
public struct SHA256: Sendable, Redacted {
  package var core: MerkleDamgard<SHA256Kernel>

  /// 64 bytes.
  @inlinable public static var blockByteCount: Int { 64 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.3.
  package init(kernel: SHA256Kernel, afterByteCount byteCount: UInt64 = 0) {
    core = MerkleDamgard(
      SIMD8(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19),
      kernel: kernel, byteCount: byteCount)
  }

  /// Appends bytes to the message. A message of 2^61 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA256Digest {
    SHA256Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA256Digest {
    unsafe SHA256Digest(chainingValue: SHA256().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-256 digest, 32 bytes.
public struct SHA256Digest: ChainingValueDigest {
  /// 32 bytes.
  @inlinable public static var byteCount: Int { 32 }
  @usableFromInline package static var name: String { "SHA256" }
  @usableFromInline package let words: SIMD8<UInt32>
  @usableFromInline package init(chainingValue: SIMD8<UInt32>) { words = bigEndian(chainingValue) }
}

extension SHA256 {
  /// The maximum number of messages in one call of `update(_:messages:byteCount:)`.
  package static var laneCapacity: Int { MerkleDamgard<SHA256Kernel>.laneCapacity }

  /// Appends `byteCount` bytes to each of several messages, in the parallel lanes of the kernel. Traps unless
  /// `byteCount` and the length of each message so far are multiples of the block size.
  package static func update(
    _ functions: inout [SHA256], messages: UnsafeBufferPointer<UnsafeRawPointer>, byteCount: Int
  ) {
    precondition(functions.count == messages.count, "\(functions.count) states for \(messages.count) messages")
    // SAFETY: a SHA256 is its core and nothing else.
    unsafe functions.withUnsafeMutableBufferPointer { functions in
      unsafe functions.withMemoryRebound(to: MerkleDamgard<SHA256Kernel>.self) { cores in
        unsafe MerkleDamgard.update(
          cores.baseAddress!, messages.baseAddress!, laneCount: cores.count, byteCount: byteCount)
      }
    }
  }
}

/// SHA-224: SHA-256 with another initial value, truncated to 28 bytes. Spec: FIPS 180-4, section 6.3.
public struct SHA224: Sendable, Redacted {
  package var core: MerkleDamgard<SHA256Kernel>

  /// 64 bytes.
  @inlinable public static var blockByteCount: Int { 64 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.2.
  package init(kernel: SHA256Kernel) {
    core = MerkleDamgard(
      SIMD8(
        0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4),
      kernel: kernel)
  }

  /// Appends bytes to the message. A message of 2^61 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA224Digest {
    SHA224Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA224Digest {
    unsafe SHA224Digest(chainingValue: SHA224().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-224 digest, 28 bytes.
public struct SHA224Digest: ChainingValueDigest {
  /// 28 bytes.
  @inlinable public static var byteCount: Int { 28 }
  @usableFromInline package static var name: String { "SHA224" }
  @usableFromInline package let words: SIMD8<UInt32>
  @usableFromInline package init(chainingValue: SIMD8<UInt32>) { words = bigEndian(chainingValue) }
}
