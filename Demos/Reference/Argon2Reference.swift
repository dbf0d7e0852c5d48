/// Argon2id for reading: each function is a function of RFC 9106, and every block that is read can be shown.
///
/// For lessons, and as a second opinion in tests. It is slow, and nothing is wiped. Derive keys with `Argon2id`.
package struct Argon2Reference: Sendable {
  /// A block of the memory: its lane, and its column in the lane.
  package struct Place: Sendable, Equatable {
    package let lane: Int
    package let column: Int
  }

  /// A block that is filled.
  package struct Step: Sendable, Equatable {
    /// From 0.
    package let pass: Int
    /// The quarter of the lane, from 0.
    package let slice: Int
    package let place: Place
    /// The block that is read besides the preceding one.
    package let reference: Place
    /// Whether the password decided which block that is.
    package let dependsOnPassword: Bool
  }

  /// A block of 1,024 bytes.
  private typealias Block = [UInt64]

  /// The memory in blocks, m in the standard.
  package let blockCount: Int
  /// The number of passes, t in the standard.
  package let passes: Int
  /// p in the standard.
  package let lanes: Int

  /// Parameters; traps for less than 8 blocks a lane, no pass or no lane.
  package init(blockCount: Int, passes: Int, lanes: Int = 1) {
    precondition(lanes > 0 && passes > 0 && blockCount >= 8 * lanes, "parameters that Argon2id does not have")
    (self.blockCount, self.passes, self.lanes) = (blockCount, passes, lanes)
  }

  /// The blocks of a lane.
  package var laneLength: Int { blockCount / (4 * lanes) * 4 }

  /// A quarter of a lane.
  private var segmentLength: Int { laneLength / 4 }

  /// The key of a password.
  ///
  /// - Parameter trace: Called for each filled block except the first two of each lane, in order.
  ///
  /// Spec: RFC 9106, section 3.2.
  package func key(
    password: [UInt8], salt: [UInt8], secret: [UInt8] = [], associatedData: [UInt8] = [], byteCount: Int,
    trace: (Step) -> Void = { _ in }
  ) -> [UInt8] {
    var input = [lanes, byteCount, blockCount, passes, 0x13, 2].flatMap(Self.number)
    for bytes in [password, salt, secret, associatedData] { input += Self.number(bytes.count) + bytes }
    let start = BLAKE2bReference.hash(input, byteCount: 64)
    var memory = (0..<lanes).map { lane in
      (0..<laneLength).map { column in
        column > 1
          ? Block(repeating: 0, count: 128)
          : BLAKE2bReference.words(Self.hash(start + Self.number(column) + Self.number(lane), byteCount: 1024))
      }
    }
    for pass in 0..<passes {
      for slice in 0..<4 {
        for lane in 0..<lanes { fill(&memory, pass, slice, lane, trace) }
      }
    }
    let last = memory.map { $0[laneLength - 1] }
    return Self.hash(last.dropFirst().reduce(last[0], Self.sum).flatMap(BLAKE2bReference.bytes), byteCount: byteCount)
  }

  /// Fills a segment of the memory. Spec: RFC 9106, section 3.2, steps 5 and 6.
  private func fill(_ memory: inout [[Block]], _ pass: Int, _ slice: Int, _ lane: Int, _ trace: (Step) -> Void) {
    let dependsOnPassword = pass > 0 || slice > 1
    var addresses: Block = []
    for index in (pass == 0 && slice == 0 ? 2 : 0)..<segmentLength {
      if !dependsOnPassword, addresses.isEmpty || index % 128 == 0 {
        addresses = self.addresses(pass, slice, lane, number: index / 128 + 1)
      }
      let column = slice * segmentLength + index
      let previous = memory[lane][(column + laneLength - 1) % laneLength]
      let word = dependsOnPassword ? previous[0] : addresses[index % 128]
      let reference = self.reference(for: index, word, pass, slice, lane)
      trace(
        Step(
          pass: pass, slice: slice, place: Place(lane: lane, column: column), reference: reference,
          dependsOnPassword: dependsOnPassword))
      let block = Self.compress(previous, memory[reference.lane][reference.column])
      memory[lane][column] = pass == 0 ? block : Self.sum(memory[lane][column], block)
    }
  }

  /// The words that choose the reads of 128 blocks from their position only. Spec: RFC 9106, section 3.4.1.2.
  private func addresses(_ pass: Int, _ slice: Int, _ lane: Int, number: Int) -> Block {
    let zero = Block(repeating: 0, count: 128)
    let input = [pass, lane, slice, lanes * laneLength, passes, 2, number].map { UInt64($0) }
    return Self.compress(zero, Self.compress(zero, input + zero.dropFirst(input.count)))
  }

  /// The block that a word chooses: J1 in its lower half, J2 in its upper one. Spec: RFC 9106, section 3.4.2.
  private func reference(for index: Int, _ word: UInt64, _ pass: Int, _ slice: Int, _ lane: Int) -> Place {
    let (j1, j2) = (word & 0xffff_ffff, word >> 32)
    let chosen = pass == 0 && slice == 0 ? lane : Int(j2 % UInt64(lanes))
    // W: the finished blocks, without the slice that the other lanes are filling, and without the preceding block.
    let finished = pass == 0 ? slice * segmentLength : laneLength - segmentLength
    let count = chosen == lane ? finished + index - 1 : finished - (index == 0 ? 1 : 0)
    let x = (j1 * j1) >> 32
    let position = count - 1 - Int((UInt64(count) * x) >> 32)
    let first = pass == 0 ? 0 : (slice + 1) * segmentLength
    return Place(lane: chosen, column: (first + position) % laneLength)
  }
}

// MARK: - Functions of blocks and bytes

extension Argon2Reference {
  /// H', the hash of any length. Spec: RFC 9106, section 3.3.
  private static func hash(_ message: [UInt8], byteCount: Int) -> [UInt8] {
    var hash = BLAKE2bReference.hash(number(byteCount) + message, byteCount: min(byteCount, 64))
    var output: [UInt8] = []
    while byteCount - output.count > 64 {
      output += hash.prefix(32)
      hash = BLAKE2bReference.hash(hash, byteCount: min(byteCount - output.count, 64))
    }
    return output + hash
  }

  /// G: one block from two. Spec: RFC 9106, section 3.5.
  private static func compress(_ x: Block, _ y: Block) -> Block {
    let r = sum(x, y)
    var q = r
    // A row has sixteen words, one after the other; a column has two of each row.
    for row in 0..<8 { permute(&q) { 16 * row + $0 } }
    for column in 0..<8 { permute(&q) { 16 * ($0 / 2) + 2 * column + $0 % 2 } }
    return sum(q, r)
  }

  /// P on sixteen words of a block. Spec: RFC 9106, section 3.6.
  private static func permute(_ q: inout Block, _ place: (Int) -> Int) {
    for i in 0..<4 { mix(&q, place(i), place(4 + i), place(8 + i), place(12 + i)) }
    for i in 0..<4 { mix(&q, place(i), place(4 + (i + 1) % 4), place(8 + (i + 2) % 4), place(12 + (i + 3) % 4)) }
  }

  /// GB on four words. Spec: RFC 9106, section 3.6.
  private static func mix(_ q: inout Block, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    for (first, second) in [(32, 24), (16, 63)] {
      q[a] = product(q[a], q[b])
      q[d] = (q[d] ^ q[a]).rotatedRight(first)
      q[c] = product(q[c], q[d])
      q[b] = (q[b] ^ q[c]).rotatedRight(second)
    }
  }

  /// x + y + 2 · (x mod 2^32) · (y mod 2^32). Spec: RFC 9106, section 3.6.
  private static func product(_ x: UInt64, _ y: UInt64) -> UInt64 {
    x &+ y &+ 2 &* ((x & 0xffff_ffff) &* (y & 0xffff_ffff))
  }

  private static func sum(_ x: Block, _ y: Block) -> Block { zip(x, y).map { $0 ^ $1 } }

  /// A number in four bytes, the lowest first: LE32 in the standard.
  private static func number(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
