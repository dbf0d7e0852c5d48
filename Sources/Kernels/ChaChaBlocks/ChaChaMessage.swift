/// A message, or some of its blocks, that is encrypted or decrypted and authenticated. Spec: RFC 8439, section 2.8.
@frozen
public struct ChaChaMessage {
  /// 32 bytes.
  @usableFromInline let key: UnsafeRawPointer
  @usableFromInline let nonce: (UInt32, UInt32, UInt32)
  /// The number of the first block. Block 0 gives the key of the tag.
  @usableFromInline let counter: UInt32
  /// The associated data; only with block 0.
  @usableFromInline let data: UnsafeRawPointer
  @usableFromInline let dataByteCount: Int
  /// Equal addresses, or memory that does not overlap.
  @usableFromInline let from: UnsafeRawPointer
  @usableFromInline let to: UnsafeMutableRawPointer
  /// The size of the text.
  public let byteCount: Int
  @usableFromInline let encrypts: Bool
  /// Where the tag of a whole message is written, 16 bytes.
  @usableFromInline let tag: UnsafeMutableRawPointer?
  /// The state of a message in pieces. Block 0 writes it.
  @usableFromInline let state: UnsafeMutablePointer<Poly1305>?

  /// A message. The members say what the arguments are.
  @inlinable
  public init(
    key: UnsafeRawPointer, nonce: (UInt32, UInt32, UInt32), counter: UInt32, data: UnsafeRawPointer,
    dataByteCount: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, byteCount: Int, encrypts: Bool,
    tag: UnsafeMutableRawPointer?, state: UnsafeMutablePointer<Poly1305>?
  ) {
    (self.key, self.nonce, self.counter) = (key, nonce, counter)
    (self.data, self.dataByteCount) = (data, dataByteCount)
    (self.from, self.to, self.byteCount) = (from, to, byteCount)
    (self.encrypts, self.tag, self.state) = (encrypts, tag, state)
  }

  @inlinable @inline(__always)
  var ciphertext: UnsafeRawPointer { encrypts ? UnsafeRawPointer(to) : from }
}

extension ChaChaRows {
  /// Encrypts or decrypts, and hashes the ciphertext. The last bytes of a message may be a part of a block; other
  /// pieces are whole blocks. `Short` is for messages that fit into its four registers. The four of `Self` and
  /// `Hash.startByteCount` bytes more have to fit into a message for which `Hash` is not `Poly1305`.
  @inlinable @inline(__always)
  public static func process<Short: ChaChaRows, Hash: ChaChaHash>(
    _ message: ChaChaMessage, short: Short.Type, hash: Hash.Type
  ) {
    var position = ChaChaPosition(message)
    if message.byteCount > Short.byteCount &- position.start {
      position.begin(Self.self, message)
    } else {
      position.begin(Short.self, message)
    }
    position.finish(Self.self, Hash.self, message)
  }
}

/// How far a message has been processed.
@frozen
public struct ChaChaPosition {
  @usableFromInline var poly = Poly1305(SIMD4(), SIMD4())
  @usableFromInline var counter: UInt32
  /// The bytes of keystream before the text: those of block 0.
  @usableFromInline var start: Int
  @usableFromInline var done = 0
  @usableFromInline var hashed = 0

  @inlinable @inline(__always)
  init(_ message: ChaChaMessage) {
    counter = message.counter
    start = counter == 0 ? 64 : 0
  }

  /// Processes the first blocks. Block 0 is the key of the tag; the associated data follow.
  @inlinable @inline(__always)
  mutating func begin<Rows: ChaChaRows>(_: Rows.Type, _ message: ChaChaMessage) {
    let state = ChaChaState<Rows>(message, counter: counter)
    var rows = state
    for _ in 0..<10 { rows = rows.twoRounds }
    rows = rows &+ state
    if start > 0 {
      poly = Poly1305(rows.a.first, rows.b.first)
      Rows.hash(&poly, message.data, byteCount: message.dataByteCount)
    } else {
      poly = message.state!.pointee
    }
    let count = min(Rows.byteCount &- start, message.byteCount)
    if !message.encrypts {
      Rows.hash(&poly, message.from, byteCount: count)
      hashed = count
    }
    combine(rows, message, count)
  }

  /// Processes the other blocks, and writes the tag or the state.
  ///
  /// The ciphertext is hashed between the rounds, so that the processor executes both in parallel. With encryption it
  /// is the ciphertext of the previous blocks.
  @inlinable @inline(__always)
  mutating func finish<Rows: ChaChaRows, Hash: ChaChaHash>(_: Rows.Type, _: Hash.Type, _ message: ChaChaMessage) {
    // SAFETY: the caller guarantees the memory of the message, of the tag and of the state.
    if message.byteCount > done {
      var hash = Hash(poly, message.ciphertext + hashed)
      hashed &+= Hash.startByteCount
      repeat { advance(Rows.self, &hash, message) } while message.byteCount > done
      if message.encrypts { poly.hash = hash.finished }
    }
    if message.encrypts { Rows.hash(&poly, message.to + hashed, byteCount: done &- hashed) }
    if let tag = message.tag {
      poly.finish(
        dataByteCount: UInt64(truncatingIfNeeded: message.dataByteCount),
        byteCount: UInt64(truncatingIfNeeded: message.byteCount), to: tag)
    }
    if let state = message.state { state.pointee = poly }
  }

  /// Processes as many blocks as four registers have, or as are left.
  @inlinable @inline(__always)
  mutating func advance<Rows: ChaChaRows, Hash: ChaChaHash>(
    _: Rows.Type, _ hash: inout Hash, _ message: ChaChaMessage
  ) {
    let count = min(Rows.byteCount, message.byteCount &- done)
    let end = message.encrypts ? done : done &+ count
    let state = ChaChaState<Rows>(message, counter: counter)
    var rows = state
    for _ in 0..<10 {
      rows = rows.twoRounds
      hashSteps(&hash, message, end: end, limit: max(1, Rows.byteCount / (10 &* Hash.byteCount)))
    }
    hashSteps(&hash, message, end: end, limit: .max)
    if !message.encrypts && end == message.byteCount {
      // The rest has to be hashed before the plaintext takes its place.
      poly.hash = hash.finished
      Rows.hash(&poly, message.from + hashed, byteCount: end &- hashed)
    }
    combine(rows &+ state, message, count)
  }

  /// Hashes as much of the ciphertext before `end` as is possible in at most `limit` steps.
  @inlinable @inline(__always)
  mutating func hashSteps<Hash: ChaChaHash>(
    _ hash: inout Hash, _ message: ChaChaMessage, end: Int, limit: Int
  ) {
    var steps = 0
    while steps < limit && end &- hashed >= Hash.byteCount {
      hash.hash(message.ciphertext + hashed)
      hashed &+= Hash.byteCount
      steps &+= 1
    }
  }

  /// Combines keystream with text.
  @inlinable @inline(__always)
  mutating func combine<Rows: ChaChaRows>(_ rows: ChaChaState<Rows>, _ message: ChaChaMessage, _ count: Int) {
    // SAFETY: `count` bytes are left of the text, and no others are accessed.
    let (input, output) = (message.from + done, message.to + done)
    if count == Rows.byteCount &- start {
      Rows.combine(rows, input - start, to: output - start, from: start)
    } else if count > 0 {
      var memory = rows
      withUnsafeMutableBytes(of: &memory) {
        let text = $0.baseAddress!
        (text + start).copyMemory(from: input, byteCount: count)
        Rows.combine(rows, text, to: text, from: start)
        output.copyMemory(from: text + start, byteCount: count)
      }
    }
    counter &+= UInt32(truncatingIfNeeded: Rows.byteCount / 64)
    done &+= count
    start = 0
  }
}
