/// One derivation in progress: the keyed hash, and the sum of the rounds of one output block.
/// Spec: RFC 8018, section 5.2, step 3.
struct PBKDF2Derivation<H: PBKDF2HashFunction>: BitwiseCopyable {
  private let keyed: HMAC<H>
  private let salted: HMAC<H>
  /// The last round's digest, U_c, and the sum of all so far, T.
  private var u = SIMD64<UInt8>()
  private var t = SIMD64<UInt8>()

  init(password: some Sequence<UInt8>, salt: some Sequence<UInt8>, startingFrom hash: H) {
    precondition(H.Digest.byteCount <= 64, "a digest of \(H.Digest.byteCount) bytes; PBKDF2 takes at most 64 here")
    keyed = unsafe password.withBytes { unsafe HMAC(keyBytes: $0, startingFrom: hash) }
    var salted = keyed
    salted.update(data: salt)
    self.salted = salted
  }

  /// The first round of output block `index`, counted from 0: U_1 = PRF(P, S ‖ INT(index + 1)).
  mutating func start(block index: Int) {
    var function = salted
    unsafe withUnsafeBytes(of: UInt32(index + 1).bigEndian) { unsafe function.update(bufferPointer: $0) }
    unsafe function.finalize().withUnsafeBytes { digest in
      unsafe withUnsafeMutableBytes(of: &u) { unsafe $0.copyMemory(from: digest) }
    }
    wipe(&function)
    t = u
  }

  /// Further rounds: U_c = PRF(P, U_(c-1)), each added to the sum.
  mutating func iterate(rounds: Int) {
    let keyed = keyed
    // SAFETY: both values are 64 bytes, the longest digest.
    unsafe withUnsafeMutableBytes(of: &u) { u in
      unsafe withUnsafeMutableBytes(of: &t) { t in
        unsafe H.iterate(
          inner: keyed.inner, outer: keyed.outer, u: u.baseAddress!, t: t.baseAddress!, rounds: rounds)
      }
    }
  }

  /// Copies the sum to its place in the output; the last block may be cut.
  func copyBlock(_ index: Int, to output: UnsafeMutableRawBufferPointer) {
    let offset = index * H.Digest.byteCount
    let count = min(H.Digest.byteCount, output.count - offset)
    // SAFETY: `count` is at most a digest and what is left of the output.
    unsafe withUnsafeBytes(of: t) {
      unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }
}
