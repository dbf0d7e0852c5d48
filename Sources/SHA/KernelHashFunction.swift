import SwiftVaultSHABlocks

/// A hash function of this library: MD5 or a SHA function, whose blocks go to a kernel.
///
/// The requirements are what HMAC does, in few calls: another module calls them through the protocol.
package protocol KernelHashFunction: HashFunction {
  /// The compression function.
  associatedtype Kernel: CompressionFunction
  /// The whole state of the hash.
  var core: MerkleDamgard<Kernel> { get set }

  /// Appends the first of two adjacent blocks to one message and the second to another, side by side where the kernel
  /// can. Both messages so far are whole blocks, or none.
  static func append(_ blocks: UnsafeRawPointer, to first: inout Self, and second: inout Self)

  /// The digest of the message so far, which is whole blocks or none, and another digest.
  func digest(appending digest: Digest) -> Digest

  /// The digest of a block and an inner digest: that of another block and a message. The blocks are adjacent, the inner
  /// one first. `self` is the hash of the empty message.
  func nestedDigest(_ blocks: UnsafeRawPointer, _ message: UnsafeRawBufferPointer) -> Digest
}

extension KernelHashFunction {
  package static func append(_ blocks: UnsafeRawPointer, to first: inout Self, and second: inout Self) {
    unsafe MerkleDamgard.append(blocks, to: &first.core, and: &second.core)
  }
}

extension KernelHashFunction where Digest: ChainingValueDigest, Digest.Words == Kernel.State {
  package func digest(appending digest: Digest) -> Digest { Self.digest(core, appending: digest) }

  @inline(__always)
  private static func digest(_ core: MerkleDamgard<Kernel>, appending digest: Digest) -> Digest {
    // Not the digest's `withUnsafeBytes`, a function of another file.
    unsafe withUnsafeBytes(of: digest.words) {
      unsafe Digest(
        chainingValue: core.chainingValue(of: UnsafeRawBufferPointer(rebasing: $0[..<Digest.byteCount])))
    }
  }

  package func nestedDigest(_ blocks: UnsafeRawPointer, _ message: UnsafeRawBufferPointer) -> Digest {
    var inner = core
    var outer = core
    unsafe MerkleDamgard.append(blocks, to: &inner, and: &outer)
    return unsafe Self.digest(outer, appending: Digest(chainingValue: inner.chainingValue(of: message)))
  }
}

extension Insecure.MD5: KernelHashFunction {}
extension Insecure.SHA1: KernelHashFunction {}
extension SHA224: KernelHashFunction {}
extension SHA256: KernelHashFunction {}
extension SHA384: KernelHashFunction {}
extension SHA512: KernelHashFunction {}
extension SHA512_224: KernelHashFunction {}
extension SHA512_256: KernelHashFunction {}
