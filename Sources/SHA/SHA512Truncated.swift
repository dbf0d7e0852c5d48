import SwiftVaultSHABlocks

/// SHA-512/256: SHA-512 with another initial value, truncated to 32 bytes. Spec: FIPS 180-4, section 6.7.
public struct SHA512_256: Sendable, Redacted {
  package var core: MerkleDamgard<SHA512Kernel>

  /// 128 bytes.
  @inlinable public static var blockByteCount: Int { 128 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.6.2.
  package init(kernel: SHA512Kernel) {
    core = MerkleDamgard(
      SIMD8(
        0x2231_2194_fc2b_f72c, 0x9f55_5fa3_c84c_64c2, 0x2393_b86b_6f53_b151, 0x9638_7719_5940_eabd,
        0x9628_3ee2_a88e_ffe3, 0xbe5e_1e25_5386_3992, 0x2b01_99fc_2c85_b8aa, 0x0eb7_2ddc_81c5_2ca2),
      kernel: kernel)
  }

  /// Appends bytes to the message. A message of 2^64 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA512_256Digest {
    SHA512_256Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA512_256Digest {
    unsafe SHA512_256Digest(chainingValue: SHA512_256().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-512/256 digest, 32 bytes.
public struct SHA512_256Digest: ChainingValueDigest {
  /// 32 bytes.
  @inlinable public static var byteCount: Int { 32 }
  @usableFromInline package static var name: String { "SHA512_256" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(chainingValue: SIMD8<UInt64>) { words = bigEndian(chainingValue) }
}

/// SHA-512/224: SHA-512 with another initial value, truncated to 28 bytes. Spec: FIPS 180-4, section 6.6.
public struct SHA512_224: Sendable, Redacted {
  package var core: MerkleDamgard<SHA512Kernel>

  /// 128 bytes.
  @inlinable public static var blockByteCount: Int { 128 }

  /// Starts a hash of the empty message.
  public init() { self.init(kernel: .best) }

  /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.6.1.
  package init(kernel: SHA512Kernel) {
    core = MerkleDamgard(
      SIMD8(
        0x8c3d_37c8_1954_4da2, 0x73e1_9966_89dc_d4d6, 0x1dfa_b7ae_32ff_9c82, 0x679d_d514_582f_9fcf,
        0x0f6d_2b69_7bd4_4da8, 0x77e3_6f73_04c4_8942, 0x3f9d_85a8_6a1d_36c8, 0x1112_e6ad_91d6_92a1),
      kernel: kernel)
  }

  /// Appends bytes to the message. A message of 2^64 bytes or more traps.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe core.update(bufferPointer)
  }

  /// The digest of the message so far.
  public func finalize() -> SHA512_224Digest {
    SHA512_224Digest(chainingValue: core.finalChainingValue())
  }

  /// The digest of a whole message.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA512_224Digest {
    unsafe SHA512_224Digest(chainingValue: SHA512_224().core.chainingValue(of: bufferPointer))
  }
}

/// A SHA-512/224 digest, 28 bytes.
public struct SHA512_224Digest: ChainingValueDigest {
  /// 28 bytes.
  @inlinable public static var byteCount: Int { 28 }
  @usableFromInline package static var name: String { "SHA512_224" }
  @usableFromInline package let words: SIMD8<UInt64>
  @usableFromInline package init(chainingValue: SIMD8<UInt64>) { words = bigEndian(chainingValue) }
}
