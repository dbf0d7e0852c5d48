import SwiftVaultSHABlocks

/// SHA-512: digests of 64 bytes. Spec: FIPS 180-4, section 6.4.
public struct SHA512: Sendable, Redacted {
  package var core: MerkleDamgard<SHA512Kernel>

  /// 128 bytes.
  @inlinable public static var blockByteCount: Int { 128 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.5.
  package init(kernel: SHA512Kernel, afterByteCount byteCount: UInt64 = 0) {
    core = MerkleDamgard(
      SIMD8(
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179),
      kernel: kernel, byteCount: byteCount)
  }

  /// Appends bytes to the message. A message of 2^64 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA512Digest {
    SHA512Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA512Digest {
    unsafe SHA512Digest(chainingValue: SHA512().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-512 digest, 64 bytes.
public struct SHA512Digest: ChainingValueDigest {
  /// 64 bytes.
  @inlinable public static var byteCount: Int { 64 }
  @usableFromInline package static var name: String { "SHA512" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(chainingValue: SIMD8<UInt64>) { words = bigEndian(chainingValue) }
}

/// SHA-384: SHA-512 with another initial value, truncated to 48 bytes. Spec: FIPS 180-4, section 6.5.
public struct SHA384: Sendable, Redacted {
  package var core: MerkleDamgard<SHA512Kernel>

  /// 128 bytes.
  @inlinable public static var blockByteCount: Int { 128 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.4.
  package init(kernel: SHA512Kernel) {
    core = MerkleDamgard(
      SIMD8(
        0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
        0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4),
      kernel: kernel)
  }

  /// Appends bytes to the message. A message of 2^64 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA384Digest {
    SHA384Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA384Digest {
    unsafe SHA384Digest(chainingValue: SHA384().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-384 digest, 48 bytes.
public struct SHA384Digest: ChainingValueDigest {
  /// 48 bytes.
  @inlinable public static var byteCount: Int { 48 }
  @usableFromInline package static var name: String { "SHA384" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(chainingValue: SIMD8<UInt64>) { words = bigEndian(chainingValue) }
}
