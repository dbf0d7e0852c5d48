/// Work with a hash function of this library.
///
/// All of it is in one file, and each kind of work has a `perform` of its own: where files are compiled by themselves, a
/// generic function is specialised only for calls in its own file.
protocol KernelHashWork {
  /// Does the work; `start` is the hash of the empty message. It must not be inlined: the stack that it uses is overwritten
  /// by `dispatch`, and the frame of each function is its own.
  func callAsFunction<F: KernelHashFunction>(_ start: F)
}

extension KernelHashWork {
  /// Does the work if `type` is a hash function of this library, and overwrites the stack that it used. If not, the
  /// result is false, and nothing is done.
  ///
  /// The type is compared when the program runs, so the work is specialised also where the caller is not. Embedded Swift
  /// cannot compare types, and specialises every caller.
  ///
  /// - Parameters:
  ///   - start: the hash of the empty message on the given kernel; nil stands for the best kernel.
  ///   - overwrite: overwrites the stack that the work used. It is given the size of a block: the frames of work with
  ///     blocks of 128 bytes are twice as large.
  @inline(__always)
  fileprivate func dispatch<H: HashFunction>(
    with type: H.Type, startingFrom start: UnsafePointer<H>?, thenOverwriting overwrite: (Int) -> Void
  ) -> Bool {
    #if hasFeature(Embedded)
    false
    #else
    let start = unsafe UnsafeRawPointer(start)
    if type == SHA256.self { return unsafe work(with: SHA256.self, start, overwrite) }
    if type == SHA512.self { return unsafe work(with: SHA512.self, start, overwrite) }
    if type == SHA384.self { return unsafe work(with: SHA384.self, start, overwrite) }
    if type == SHA224.self { return unsafe work(with: SHA224.self, start, overwrite) }
    if type == SHA512_256.self { return unsafe work(with: SHA512_256.self, start, overwrite) }
    if type == SHA512_224.self { return unsafe work(with: SHA512_224.self, start, overwrite) }
    if type == Insecure.SHA1.self { return unsafe work(with: Insecure.SHA1.self, start, overwrite) }
    if type == Insecure.MD5.self { return unsafe work(with: Insecure.MD5.self, start, overwrite) }
    return false
    #endif
  }

  @inline(__always)
  private func work<F: KernelHashFunction>(
    with _: F.Type, _ start: UnsafeRawPointer?, _ overwrite: (Int) -> Void
  ) -> Bool {
    defer { overwrite(F.blockByteCount) }
    // SAFETY: the caller guarantees that `start` is nil or points to a hash of this type.
    if let start = unsafe start { self(unsafe start.load(as: F.self)) } else { self(F()) }
    return true
  }
}

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

  /// See `dispatch`.
  func perform<H: HashFunction>(
    with type: H.Type, startingFrom start: UnsafePointer<H>?, thenOverwriting overwrite: (Int) -> Void
  ) -> Bool {
    unsafe dispatch(with: type, startingFrom: start, thenOverwriting: overwrite)
  }

  // Inlined, the eight functions would share a frame of their total size.
  @inline(never)
  func callAsFunction<F: KernelHashFunction>(_ start: F) {
    // SAFETY: the caller guarantees the memory.
    unsafe tag.initializeMemory(
      as: F.Digest.self, to: HMACStates.tag(of: message, key: key, startingFrom: start))
  }
}

/// Both steps of HKDF on a kernel. Spec: RFC 5869, section 2.
@safe
struct HKDFWork: KernelHashWork {
  let secret: UnsafeRawBufferPointer
  let salt: UnsafeRawBufferPointer
  let expansion: HKDFExpansion

  /// See `dispatch`.
  func perform<H: HashFunction>(
    with type: H.Type, startingFrom start: UnsafePointer<H>?, thenOverwriting overwrite: (Int) -> Void
  ) -> Bool {
    unsafe dispatch(with: type, startingFrom: start, thenOverwriting: overwrite)
  }

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

  /// See `dispatch`.
  func perform<H: HashFunction>(
    with type: H.Type, startingFrom start: UnsafePointer<H>?, thenOverwriting overwrite: (Int) -> Void
  ) -> Bool {
    unsafe dispatch(with: type, startingFrom: start, thenOverwriting: overwrite)
  }

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
