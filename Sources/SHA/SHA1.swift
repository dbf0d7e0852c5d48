import SwiftVaultSHABlocks

/// Functions that old formats require, and that new designs must not use: they are broken or weak.
public enum Insecure {}

extension Insecure {
  /// SHA-1: digests of 20 bytes, only for old formats. Spec: FIPS 180-4, section 6.1.
  ///
  /// Collisions have been computed in practice, so SHA-1 must not be used for signatures or fingerprints. HMAC-SHA-1
  /// and PBKDF2-HMAC-SHA1 do not depend on collision resistance.
  public struct SHA1: Sendable, Redacted {
    package var core: MerkleDamgard<SHA1Kernel>

    /// 64 bytes.
    @inlinable public static var blockByteCount: Int { 64 }

    /// Starts a hash of the empty message.
    public init() { self.init(kernel: .best) }

    /// Starts a hash with the given kernel. Spec: FIPS 180-4, section 5.3.1.
    package init(kernel: SHA1Kernel) {
      core = MerkleDamgard(
        SIMD8(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0), kernel: kernel)
    }

    /// Appends bytes to the message. A message of 2^61 bytes or more traps.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      unsafe core.update(bufferPointer)
    }

    /// The digest of the message so far.
    public func finalize() -> Insecure.SHA1Digest {
      Insecure.SHA1Digest(chainingValue: core.finalChainingValue())
    }

    /// The digest of a whole message.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Insecure.SHA1Digest {
      unsafe Insecure.SHA1Digest(chainingValue: SHA1().core.chainingValue(of: bufferPointer))
    }
  }

  /// A SHA-1 digest, 20 bytes.
  public struct SHA1Digest: ChainingValueDigest {
    /// 20 bytes.
    @inlinable public static var byteCount: Int { 20 }
    @usableFromInline package static var name: String { "SHA1" }
    @usableFromInline package let words: SIMD8<UInt32>
    @usableFromInline package init(chainingValue: SIMD8<UInt32>) { words = bigEndian(chainingValue) }
  }
}
