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
  /// HMAC on a kernel. Not inlined: its caller overwrites the stack that it used.
  @inline(never)
  public static func _authenticationCode(
    of message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<Self>?
  ) -> Digest {
    let (inner, outer) = unsafe keyed(with: key, startingFrom: empty?.pointee ?? Self())
    return unsafe digest(outer.core, appending: Digest(chainingValue: inner.core.chainingValue(of: message)))
  }

  /// HKDF's expand step on a kernel. Not inlined: its caller overwrites the stack that it used.
  @inline(never)
  public static func _expand(
    _ info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
    startingFrom empty: UnsafePointer<Self>?
  ) {
    guard output.count <= Digest.byteCount, info.count < 128, let place = output.baseAddress else {
      return unsafe expandTags(info, into: output, key: key, startingFrom: empty)
    }
    // The first tag is that of the info and the counter. As one message on the stack, it takes a tenth less time.
    unsafe withUnsafeTemporaryAllocation(byteCount: info.count + 1, alignment: 16) { message in
      unsafe message.copyMemory(from: info)
      unsafe message[info.count] = 1
      let tag = unsafe _authenticationCode(of: UnsafeRawBufferPointer(message), key: key, startingFrom: empty)
      unsafe withBytes(of: tag) { unsafe place.copyMemory(from: $0.baseAddress!, byteCount: output.count) }
    }
  }

  /// HKDF's expand step for any number of tags. Not inlined, so that its frame is not on the stack for one tag.
  @inline(never)
  private static func expandTags(
    _ info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
    startingFrom empty: UnsafePointer<Self>?
  ) {
    let (inner, outer) = unsafe keyed(with: key, startingFrom: empty?.pointee ?? Self())
    unsafe expand(info, into: output, after: inner) { hash, place, byteCount in
      let tag = digest(outer.core, appending: hash.finalize())
      unsafe withBytes(of: tag) { unsafe place.copyMemory(from: $0.baseAddress!, byteCount: byteCount) }
    }
  }

  /// The hashes after the block key ⊕ ipad and after the block key ⊕ opad, side by side where the kernel can.
  @inline(__always)
  private static func keyed(with key: UnsafeRawBufferPointer, startingFrom empty: Self) -> (inner: Self, outer: Self) {
    var (inner, outer) = (empty, empty)
    unsafe withKeyBlocks(of: key, byteCount: MerkleDamgard<Kernel>.blockByteCount, startingFrom: empty) {
      unsafe MerkleDamgard.append($0, to: &inner.core, and: &outer.core)
    }
    return (inner, outer)
  }

  /// The digest of the message that `core` has taken, which is whole blocks, followed by another digest.
  @inline(__always)
  private static func digest(_ core: MerkleDamgard<Kernel>, appending digest: Digest) -> Digest {
    unsafe withBytes(of: digest) { unsafe Digest(chainingValue: core.chainingValue(of: $0)) }
  }

  /// Calls `body` with a digest's bytes. The digest's own `withUnsafeBytes` is a generic function of another file.
  @inline(__always)
  private static func withBytes<Result>(of digest: Digest, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // SAFETY: a digest is at most as long as its words.
    unsafe withUnsafeBytes(of: digest.words) {
      unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<Digest.byteCount]))
    }
  }
}

extension HashFunction {
  /// HMAC with the public operations of the hash function.
  public static func _authenticationCode(
    of message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<Self>?
  ) -> Digest {
    var (inner, outer) = unsafe keyed(with: key, startingFrom: empty?.pointee ?? Self())
    defer {
      wipeIfBitwiseCopyable(&inner)
      wipeIfBitwiseCopyable(&outer)
      wipeStack(byteCount: StackByteCount.lanes)
    }
    unsafe inner.update(bufferPointer: message)
    unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
    return outer.finalize()
  }

  /// HKDF's expand step with the public operations of the hash function.
  public static func _expand(
    _ info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer,
    startingFrom empty: UnsafePointer<Self>?
  ) {
    var (inner, outer) = unsafe keyed(with: key, startingFrom: empty?.pointee ?? Self())
    defer {
      wipeIfBitwiseCopyable(&inner)
      wipeIfBitwiseCopyable(&outer)
      wipeStack(byteCount: StackByteCount.lanes)
    }
    unsafe expand(info, into: output, after: inner) { hash, place, byteCount in
      var outer = outer
      defer { wipeIfBitwiseCopyable(&outer) }
      unsafe hash.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
      unsafe outer.finalize().withUnsafeBytes {
        unsafe place.copyMemory(from: $0.baseAddress!, byteCount: byteCount)
      }
    }
  }

  /// The hashes after the block key ⊕ ipad and after the block key ⊕ opad. `empty` is the hash of the empty message.
  @inlinable @inline(__always)
  package static func keyed(
    with key: UnsafeRawBufferPointer, startingFrom empty: Self
  ) -> (inner: Self, outer: Self) {
    var (inner, outer) = (empty, empty)
    let size = blockByteCount
    unsafe withKeyBlocks(of: key, byteCount: size, startingFrom: empty) { blocks in
      unsafe inner.update(bufferPointer: UnsafeRawBufferPointer(start: blocks, count: size))
      unsafe outer.update(bufferPointer: UnsafeRawBufferPointer(start: blocks + size, count: size))
      unsafe wipe(blocks, byteCount: 2 * size)
    }
    return (inner, outer)
  }

  /// Calls `body` with the block key ⊕ ipad followed by the block key ⊕ opad. `body` may overwrite both.
  /// Spec: FIPS 198-1, section 4, steps 1 to 4 and 7.
  ///
  /// - Parameters:
  ///   - blockByteCount: the size of a block.
  ///   - empty: the hash of the empty message.
  @inlinable @inline(__always)
  package static func withKeyBlocks(
    of key: UnsafeRawBufferPointer, byteCount blockByteCount: Int, startingFrom empty: Self,
    _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 2 * blockByteCount, alignment: 16) { blocks in
      unsafe blocks.initializeMemory(as: UInt8.self, repeating: 0)
      // SAFETY: the key is copied only if it is not longer than a block, and a digest is shorter than a block.
      if key.count <= blockByteCount {
        unsafe blocks.copyMemory(from: key)
      } else {
        unsafe empty.writeDigest(of: key, to: blocks)
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

  /// Fills `output` with tags, each of the previous tag, the info and a counter of one byte. Spec: RFC 5869, section
  /// 2.3.
  ///
  /// - Parameters:
  ///   - inner: the hash after the block key ⊕ ipad.
  ///   - writeTag: writes the given number of bytes of a tag, that of the message which the given hash has taken after
  ///     that block.
  @inline(__always)
  fileprivate static func expand(
    _ info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, after inner: Self,
    writeTag: (Self, UnsafeMutableRawPointer, Int) -> Void
  ) {
    var counter: UInt8 = 1
    var offset = 0
    while offset < output.count {
      var hash = inner
      // SAFETY: a whole tag has been written before any other offset than 0.
      let place = unsafe output.baseAddress! + offset
      if offset > 0 {
        unsafe hash.update(
          bufferPointer: UnsafeRawBufferPointer(start: place - Digest.byteCount, count: Digest.byteCount))
      }
      unsafe hash.update(bufferPointer: info)
      unsafe withUnsafeBytes(of: counter) { unsafe hash.update(bufferPointer: $0) }
      let count = min(Digest.byteCount, output.count - offset)
      // SAFETY: `count` is at most the tag's size and at most the rest of the output.
      unsafe writeTag(hash, place, count)
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
