/// Both steps of HKDF on a kernel. Spec: RFC 5869, section 2.
@safe
struct HKDFWork: KernelHashWork {
  let secret: UnsafeRawBufferPointer
  let salt: UnsafeRawBufferPointer
  let expansion: HKDFExpansion

  @inline(never)
  func callAsFunction<F: KernelHashFunction>(_ start: F) {
    unsafe pseudoRandomKey(start).withUnsafeBytes {
      unsafe expansion.expand($0, startingFrom: start)
    }
  }

  /// Not inlined, so that the frames of the two steps take the same place on the stack.
  @inline(never)
  private func pseudoRandomKey<F: KernelHashFunction>(_ start: F) -> F.Digest {
    unsafe HMACStates.tag(of: secret, key: salt, startingFrom: start)
  }
}

/// The second step alone.
@safe
struct HKDFExpansionWork: KernelHashWork {
  let pseudoRandomKey: UnsafeRawBufferPointer
  let expansion: HKDFExpansion

  @inline(never)
  func callAsFunction<F: KernelHashFunction>(_ start: F) {
    unsafe expansion.expand(pseudoRandomKey, startingFrom: start)
  }
}

/// What a pseudorandom key is expanded to. Spec: RFC 5869, section 2.3.
@safe
struct HKDFExpansion {
  let info: UnsafeRawBufferPointer
  let output: UnsafeMutableRawBufferPointer

  /// Expands a key. An output of one digest is the tag of one message, in one piece if it is short.
  @inline(__always)
  func expand<F: KernelHashFunction>(_ pseudoRandomKey: UnsafeRawBufferPointer, startingFrom start: F) {
    guard unsafe output.count <= F.Digest.byteCount && info.count < 64 else {
      return unsafe expand(HMACStates(key: pseudoRandomKey, startingFrom: start))
    }
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { message in
      // SAFETY: the message has room for the info and the counter, and a tag is at least as long as the output.
      unsafe message.copyMemory(from: info)
      unsafe message[info.count] = 1
      let tag = unsafe HMACStates.tag(
        of: UnsafeRawBufferPointer(rebasing: message[...info.count]), key: pseudoRandomKey, startingFrom: start)
      unsafe tag.withUnsafeBytes {
        unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<output.count]))
      }
    }
  }

  /// Expands the key of `keyed`.
  @inline(__always)
  func expand<K: KeyedHash>(_ keyed: K) {
    var offset = 0
    var counter: UInt8 = 1
    while unsafe offset < output.count {
      var hash = keyed.inner
      // SAFETY: a whole digest has been written before any other offset than 0.
      if offset > 0 {
        unsafe hash.update(
          bufferPointer: UnsafeRawBufferPointer(rebasing: output[offset - K.H.Digest.byteCount..<offset]))
      }
      unsafe hash.update(bufferPointer: info)
      unsafe withUnsafeBytes(of: counter) { unsafe hash.update(bufferPointer: $0) }
      let count = unsafe min(K.H.Digest.byteCount, output.count - offset)
      // SAFETY: `count` is at most the tag's size and at most the rest of the output.
      unsafe keyed.tag(of: hash).withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      offset += count
      counter &+= 1
    }
  }
}

/// The states of HMAC after the blocks of a key.
protocol KeyedHash {
  associatedtype H: HashFunction
  /// After the block key ⊕ ipad.
  var inner: H { get }
  /// The tag of the message that `hash` has after the inner block.
  func tag(of hash: H) -> H.Digest
}
