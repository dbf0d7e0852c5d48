/// A batch of derivations in progress: the next block to start, the blocks in lanes, and the output so far.
/// Spec: RFC 8018, section 5.2, steps 3 and 4.
struct PBKDF2Work<H: PBKDF2HashFunction> {
  private let requests: [PBKDF2<H>.Request]
  private let hash: H
  private var lanes: PBKDF2Lanes<H>
  private var output: [[UInt8]]
  /// The next block to start.
  private var next = PBKDF2Lanes<H>.Target(request: 0, block: 0)
  /// The keyed hash of that block's request, if any. An array holds it, so that a move of this value does not copy it.
  private var keyed: [HMAC<H>] = []

  /// Starts a batch; `hash` is the hash of the empty message on the given kernel.
  init(_ requests: [PBKDF2<H>.Request], startingFrom hash: H) {
    self.requests = requests
    self.hash = hash
    output = requests.map { [UInt8](repeating: 0, count: $0.outputByteCount) }
    let blockCount = requests.reduce(0) { min($0 + $1.blockCount, PBKDF2Lanes<H>.capacity) }
    lanes = PBKDF2Lanes(max(1, blockCount))
    fill()
  }

  var isFinished: Bool { lanes.isEmpty }

  /// Runs up to `limit` rounds in every lane, and replaces finished blocks with the next ones. Returns their number.
  mutating func step(atMost limit: Int) -> Int {
    let rounds = lanes.runRounds(atMost: limit)
    unsafe lanes.removeFinished { target, digest in
      let offset = target.block * H.Digest.byteCount
      unsafe output[target.request].withUnsafeMutableBytes { output in
        // SAFETY: the block starts inside the output, and the last block is truncated at its end.
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset...])
        let count = min(digest.count, place.count)
        unsafe place.copyMemory(from: UnsafeRawBufferPointer(rebasing: digest[..<count]))
      }
    }
    fill()
    return rounds
  }

  /// The derived keys, once all blocks are finished.
  func keys() -> [SymmetricKey] {
    zip(requests, output).flatMap { request, output in
      var rest = output[...]
      return request.outputByteCounts.map { count in
        defer { rest = rest.dropFirst(count) }
        return SymmetricKey(data: rest.prefix(count))
      }
    }
  }

  /// Overwrites all secrets.
  mutating func wipe() {
    lanes.wipe()
    for index in output.indices { SwiftVaultCryptoBytes.wipe(&output[index]) }
    for index in keyed.indices { wipeIfBitwiseCopyable(&keyed[index]) }
  }

  private mutating func fill() {
    while !lanes.isFull && next.request < requests.count {
      let request = requests[next.request]
      if next.block == 0 {
        let function = unsafe request.password.withUnsafeBytes { unsafe HMAC(keyBytes: $0, startingFrom: hash) }
        if keyed.isEmpty { keyed.append(function) } else { keyed[0] = function }
      }
      lanes.add(next, keyed: keyed[0], salt: request.salt.bytes, rounds: request.rounds)
      next = PBKDF2Lanes.Target(request: next.request, block: next.block + 1)
      if next.block == request.blockCount { next = PBKDF2Lanes.Target(request: next.request + 1, block: 0) }
    }
  }
}
