import SwiftVaultSHABlocks

extension Insecure {
  /// MD5: digests of 16 bytes, only for old formats. Spec: RFC 1321, section 3.
  ///
  /// Broken: two messages with the same digest can be made in seconds, even with chosen prefixes. MD5 must not be used
  /// for signatures, fingerprints or checks of a download (RFC 6151, section 2).
  public struct MD5: Sendable, Redacted {
    package var core: MerkleDamgard<MD5Kernel>

    /// 64 bytes.
    @inlinable public static var blockByteCount: Int { 64 }

    /// Starts a hash of the empty message.
    public init() { self.init(kernel: .best) }

    /// Starts a hash with the given kernel. The words are in the byte order of the digest.
    /// Spec: RFC 1321, section 3.3.
    package init(kernel: MD5Kernel) {
      core = MerkleDamgard(
        SIMD8(0x0123_4567, 0x89ab_cdef, 0xfedc_ba98, 0x7654_3210, 0, 0, 0, 0), kernel: kernel)
    }

    /// Appends bytes to the message. A message of 2^61 bytes or more traps.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      unsafe core.update(bufferPointer)
    }

    /// The digest of the message so far.
    public func finalize() -> Insecure.MD5Digest {
      Insecure.MD5Digest(chainingValue: core.finalChainingValue())
    }

    /// The digest of a whole message.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Insecure.MD5Digest {
      unsafe Insecure.MD5Digest(chainingValue: MD5().core.chainingValue(of: bufferPointer))
    }
  }

  /// An MD5 digest, 16 bytes.
  public struct MD5Digest: ChainingValueDigest {
    /// 16 bytes.
    @inlinable public static var byteCount: Int { 16 }
    @usableFromInline package static var name: String { "MD5" }
    @usableFromInline package let words: SIMD8<UInt32>
    @usableFromInline package init(chainingValue: SIMD8<UInt32>) { words = bigEndian(chainingValue) }
  }
}
