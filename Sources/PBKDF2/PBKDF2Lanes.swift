/// Up to 32 output blocks in parallel lanes, each with its own password, salt and rounds.
/// Spec: RFC 8018, section 5.2, step 3.
struct PBKDF2Lanes<H: PBKDF2HashFunction> {
  /// The maximum number of lanes.
  static var capacity: Int { 32 }

  /// The output block that a lane computes, and its request.
  struct Target: BitwiseCopyable {
    let request: Int
    let block: Int
  }

  private var inner: [H] = []
  private var outer: [H] = []
  /// The digest of the last round, U_c, and the exclusive or of all digests so far, T.
  private var u: [SIMD64<UInt8>] = []
  private var t: [SIMD64<UInt8>] = []
  private var remaining: [Int] = []
  private var targets: [Target] = []

  /// Reserves space for `count` lanes, 1 to `capacity`, so that no array leaves copies behind when it grows.
  init(_ count: Int) {
    precondition(H.Digest.byteCount <= 64, "a digest of \(H.Digest.byteCount) bytes; PBKDF2 takes at most 64 here")
    inner.reserveCapacity(count)
    outer.reserveCapacity(count)
    u.reserveCapacity(count)
    t.reserveCapacity(count)
  }

  /// Overwrites the secrets of all lanes.
  mutating func wipe() {
    while !targets.isEmpty { removeLane(targets.count - 1) }
  }

  var isEmpty: Bool { targets.isEmpty }
  var isFull: Bool { targets.count == Self.capacity }

  /// Adds a lane after its first round, U_1 = PRF(P, S ‖ INT(block + 1)). Blocks are counted from 0.
  mutating func add(_ target: Target, keyed: HMAC<H>, salt: [UInt8], rounds: Int) {
    var function = keyed
    defer { wipeIfBitwiseCopyable(&function) }
    function.update(data: salt)
    unsafe withUnsafeBytes(of: UInt32(target.block + 1).bigEndian) { unsafe function.update(bufferPointer: $0) }
    var first = SIMD64<UInt8>()
    unsafe function.finalize().withUnsafeBytes { digest in
      unsafe withUnsafeMutableBytes(of: &first) { unsafe $0.copyMemory(from: digest) }
    }
    inner.append(keyed.inner)
    outer.append(keyed.outer)
    u.append(first)
    t.append(first)
    SwiftVaultCryptoBytes.wipe(&first)
    remaining.append(rounds - 1)
    targets.append(target)
  }

  /// Runs up to `limit` further rounds in every lane, until the first lane is finished: U_c = PRF(P, U_(c-1)), and
  /// T = T ⊕ U_c. Returns the number of rounds.
  mutating func runRounds(atMost limit: Int) -> Int {
    let rounds = min(limit, remaining.min() ?? 0)
    if rounds > 0 {
      H._runPBKDF2Rounds(rounds, inner: inner, outer: outer, u: &u, t: &t)
    }
    for lane in remaining.indices { remaining[lane] -= rounds }
    return rounds
  }

  /// Removes the finished lanes, and calls `body` with each one's target and result.
  mutating func removeFinished(_ body: (Target, UnsafeRawBufferPointer) -> Void) {
    for lane in targets.indices.reversed() where remaining[lane] == 0 {
      // SAFETY: a digest is at most 64 bytes.
      unsafe withUnsafeBytes(of: &t[lane]) {
        unsafe body(targets[lane], UnsafeRawBufferPointer(rebasing: $0[..<H.Digest.byteCount]))
      }
      removeLane(lane)
    }
  }

  /// Removes a lane; the last lane takes its place.
  private mutating func removeLane(_ lane: Int) {
    Self.remove(lane, from: &inner)
    Self.remove(lane, from: &outer)
    Self.remove(lane, from: &u)
    Self.remove(lane, from: &t)
    Self.remove(lane, from: &remaining)
    Self.remove(lane, from: &targets)
  }

  private static func remove<Value>(_ lane: Int, from values: inout [Value]) {
    values.swapAt(lane, values.count - 1)
    wipeIfBitwiseCopyable(&values[values.count - 1])
    values.removeLast()
  }
}
