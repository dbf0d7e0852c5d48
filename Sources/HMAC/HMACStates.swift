/// HMAC with a hash function of this library: its states after the two blocks that are made of the key.
/// Spec: FIPS 198-1, section 4.
///
/// Nothing here is overwritten: who starts the work overwrites the stack that it used.
struct HMACStates<F: KernelHashFunction>: KeyedHash {
  /// After the block key ⊕ ipad: the message is appended to it.
  let inner: F
  /// After the block key ⊕ opad.
  private let outer: F

  /// Hashes the two blocks of a key; `start` is the hash of the empty message.
  @inline(__always)
  init(key: UnsafeRawBufferPointer, startingFrom start: F) {
    var (inner, outer) = (start, start)
    unsafe Self.withPads(key, start) { unsafe F.append($0, to: &inner, and: &outer) }
    (self.inner, self.outer) = (inner, outer)
  }

  /// Calls `body` with the blocks key ⊕ ipad and key ⊕ opad, one behind the other.
  /// Spec: FIPS 198-1, section 4, steps 1 to 4 and 7.
  @inline(__always)
  static func withPads<Result>(
    _ key: UnsafeRawBufferPointer, _ start: F, _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: 2 * F.blockByteCount, alignment: 16) { pads in
      unsafe pads.initializeMemory(as: UInt8.self, repeating: 0)
      // SAFETY: the key is copied only if it is not longer than a block, and a digest is shorter than a block.
      if key.count <= F.blockByteCount {
        unsafe pads.copyMemory(from: key)
      } else {
        var hash = start
        unsafe hash.update(bufferPointer: key)
        unsafe hash.finalize().withUnsafeBytes { unsafe pads.copyMemory(from: $0) }
      }
      for index in 0..<F.blockByteCount {
        let byte = unsafe pads[index]
        unsafe pads[index] = byte ^ 0x36
        unsafe pads[F.blockByteCount + index] = byte ^ 0x5c
      }
      return unsafe body(UnsafeRawPointer(pads.baseAddress!))
    }
  }

  /// The tag of one message under one key.
  @inline(__always)
  static func tag(of message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, startingFrom start: F) -> F.Digest {
    unsafe withPads(key, start) { unsafe start.nestedDigest($0, message) }
  }

  /// The tag of the message that `hash` has after the inner block. Spec: FIPS 198-1, section 4, step 9.
  @inline(__always)
  func tag(of hash: F) -> F.Digest { outer.digest(appending: hash.finalize()) }
}

/// The tag of one message under one key.
@safe
struct HMACWork: KernelHashWork {
  let key: UnsafeRawBufferPointer
  let message: UnsafeRawBufferPointer
  /// Memory for a digest of the function.
  let tag: UnsafeMutableRawPointer

  // Inlined, the eight functions would share a frame of their total size.
  @inline(never)
  func callAsFunction<F: KernelHashFunction>(_ start: F) {
    // SAFETY: the caller guarantees the memory.
    unsafe tag.initializeMemory(
      as: F.Digest.self, to: HMACStates.tag(of: message, key: key, startingFrom: start))
  }
}
