import SwiftVaultSHABlocks

// HMAC's code is in the same file as the conformances: if files are compiled separately, a generic function is
// specialised only for calls in its own file.

/// A hash function of this library: MD5 or a SHA function, whose blocks go to a kernel.
package protocol KernelHashFunction: HashFunction, BitwiseCopyable
where Digest: ChainingValueDigest, Digest.Words == Kernel.State {
  /// The compression function.
  associatedtype Kernel: CompressionFunction
  /// The whole state of the hash.
  var core: MerkleDamgard<Kernel> { get set }
}

extension KernelHashFunction {
  /// Computes HMAC on a kernel. Not inlined: its caller overwrites the stack that it used.
  @inline(never)
  public static func _authenticate(
    _ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, startingFrom start: UnsafePointer<Self>?,
    to output: UnsafeMutableRawPointer, byteCount: Int?
  ) -> Bool {
    let start = unsafe start?.pointee ?? Self()
    unsafe withKeyBlocks(of: key, byteCount: MerkleDamgard<Kernel>.blockByteCount, startingFrom: start) { blocks in
      let core = start.core
      var (inner, outer) = (core, core)
      unsafe MerkleDamgard.append(blocks, to: &inner, and: &outer)
      guard let byteCount, byteCount > Digest.byteCount else {
        let tag = unsafe digest(outer, appending: Digest(chainingValue: inner.chainingValue(of: message)))
        return unsafe write(tag, to: output, byteCount: byteCount ?? Digest.byteCount)
      }
      var hash = start
      hash.core = inner
      unsafe expand(message, after: hash, to: output, byteCount: byteCount) {
        unsafe write(digest(outer, appending: $0.finalize()), to: $1, byteCount: $2)
      }
    }
    return true
  }

  // Neither of these calls the digest's `withUnsafeBytes`, a function of another file.

  /// The digest of the message that `core` has taken, which is whole blocks, followed by another digest.
  @inline(__always)
  private static func digest(_ core: MerkleDamgard<Kernel>, appending digest: Digest) -> Digest {
    unsafe withUnsafeBytes(of: digest.words) {
      unsafe Digest(
        chainingValue: core.chainingValue(of: UnsafeRawBufferPointer(rebasing: $0[..<Digest.byteCount])))
    }
  }

  /// Writes the first `byteCount` bytes of a digest.
  @inline(__always)
  private static func write(_ digest: Digest, to output: UnsafeMutableRawPointer, byteCount: Int) {
    // SAFETY: the caller guarantees the memory, and that a digest is not shorter.
    unsafe withUnsafeBytes(of: digest.words) {
      unsafe output.copyMemory(from: $0.baseAddress!, byteCount: byteCount)
    }
  }
}

extension HashFunction {
  /// Calls `body` with the block key ⊕ ipad followed by the block key ⊕ opad. `body` may overwrite both.
  /// Spec: FIPS 198-1, section 4, steps 1 to 4 and 7.
  ///
  /// - Parameters:
  ///   - blockByteCount: the size of a block.
  ///   - start: the hash of the empty message.
  @inlinable @inline(__always)
  package static func withKeyBlocks(
    of key: UnsafeRawBufferPointer, byteCount blockByteCount: Int, startingFrom start: Self,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 2 * blockByteCount, alignment: 16) { blocks in
      unsafe blocks.initializeMemory(as: UInt8.self, repeating: 0)
      // SAFETY: the key is copied only if it is not longer than a block, and a digest is shorter than a block.
      if key.count <= blockByteCount {
        unsafe blocks.copyMemory(from: key)
      } else {
        unsafe start.writeDigest(of: key, to: blocks)
      }
      for index in 0..<blockByteCount {
        let byte = unsafe blocks[index]
        unsafe blocks[index] = byte ^ 0x36
        unsafe blocks[blockByteCount + index] = byte ^ 0x5c
      }
      unsafe body(blocks.baseAddress!)
    }
  }

  /// Not inlined, so that the caller can overwrite the stack that the hash of a long key used.
  @inlinable @inline(never)
  package consuming func writeDigest(of key: UnsafeRawBufferPointer, to memory: UnsafeMutableRawBufferPointer) {
    unsafe update(bufferPointer: key)
    unsafe finalize().withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
  }

  /// Writes `byteCount` bytes of tags: the first of `message`, each further one of the previous tag and `message`,
  /// whose last byte is a counter.
  /// Spec: RFC 5869, section 2.3.
  ///
  /// - Parameters:
  ///   - inner: the hash after the block key ⊕ ipad.
  ///   - writeTag: writes the given number of bytes of a tag, that of the message which the given hash has taken after
  ///     that block.
  @inlinable @inline(__always)
  package static func expand(
    _ message: UnsafeRawBufferPointer, after inner: Self, to output: UnsafeMutableRawPointer, byteCount: Int,
    writeTag: (Self, UnsafeMutableRawPointer, Int) -> Void
  ) {
    let info = unsafe UnsafeRawBufferPointer(rebasing: message.dropLast())
    var counter = unsafe message[info.count]
    var offset = 0
    while offset < byteCount {
      var hash = inner
      // SAFETY: a whole tag has been written before any other offset than 0.
      if offset > 0 {
        unsafe hash.update(
          bufferPointer: UnsafeRawBufferPointer(start: output + offset - Digest.byteCount, count: Digest.byteCount))
      }
      unsafe hash.update(bufferPointer: info)
      unsafe withUnsafeBytes(of: counter) { unsafe hash.update(bufferPointer: $0) }
      let count = min(Digest.byteCount, byteCount - offset)
      // SAFETY: `count` is at most the tag's size and at most the rest of the output.
      unsafe writeTag(hash, output + offset, count)
      offset += count
      counter &+= 1
    }
  }
}

extension Insecure.MD5: HashFunction, KernelHashFunction {}
extension Insecure.SHA1: HashFunction, KernelHashFunction {}
extension SHA224: HashFunction, KernelHashFunction {}
extension SHA256: HashFunction, KernelHashFunction {}
extension SHA384: HashFunction, KernelHashFunction {}
extension SHA512: HashFunction, KernelHashFunction {}
extension SHA512_224: HashFunction, KernelHashFunction {}
extension SHA512_256: HashFunction, KernelHashFunction {}
