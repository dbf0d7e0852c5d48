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
  @usableFromInline let byteCount: Int
  @usableFromInline let encrypts: Bool
  /// Where the tag of a whole message is written, 16 bytes.
  @usableFromInline let tag: UnsafeMutableRawPointer?
  /// The state of a message in pieces. Block 0 writes it.
  @usableFromInline let state: UnsafeMutablePointer<Poly1305>?

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
}

extension ChaChaRows {
  /// Encrypts or decrypts, and hashes the ciphertext. The last bytes of a message may be a part of a block; other
  /// pieces are whole blocks. `Self` is for long messages, `Short` for short ones and for the end.
  ///
  /// The ciphertext is hashed between the rounds: vectors and integers have execution units of their own. With
  /// encryption that is the ciphertext of the previous blocks.
  @inlinable @inline(__always)
  public static func process<Short: ChaChaRows>(_ message: ChaChaMessage, short: Short.Type) {
    var position = ChaChaPosition(message)
    repeat {
      if position.start &+ message.byteCount &- position.done > Short.byteCount {
        position.advance(Self.self, message)
      } else {
        position.advance(Short.self, message)
      }
    } while position.done < message.byteCount
    position.finish(message)
  }
}

/// How far a message has been processed.
@frozen
public struct ChaChaPosition {
  @usableFromInline var poly: Poly1305
  @usableFromInline var counter: UInt32
  /// The bytes of keystream before the text: those of block 0.
  @usableFromInline var start: Int
  @usableFromInline var done = 0
  @usableFromInline var hashed = 0

  @inlinable @inline(__always)
  init(_ message: ChaChaMessage) {
    counter = message.counter
    start = counter == 0 ? 64 : 0
    poly = start == 0 ? message.state!.pointee : Poly1305(SIMD4(), SIMD4())
  }

  /// Processes as many blocks as four registers have, or as are left.
  @inlinable @inline(__always)
  mutating func advance<Rows: ChaChaRows>(_: Rows.Type, _ message: ChaChaMessage) {
    let count = min(Rows.byteCount &- start, message.byteCount &- done)
    let ciphertext = message.encrypts ? UnsafeRawPointer(message.to) : message.from
    // The key of the tag is not known before block 0.
    let known = message.encrypts ? done : done &+ count
    let end = start > 0 ? 0 : known
    // The pairs of blocks to hash after each of the ten double rounds, so that few are left after the last.
    let pairCount = max(1, Rows.byteCount / 320)
    let state = ChaChaState<Rows>(message, counter: counter)
    var rows = state
    for _ in 0..<10 {
      rows = rows.twoRounds
      for _ in 0..<pairCount where end &- hashed >= 32 {
        poly.hashPair(ciphertext + hashed)
        hashed &+= 32
      }
    }
    rows = rows &+ state
    if start > 0 {
      poly = Poly1305(rows.a.first, rows.b.first)
      poly.hash(message.data, byteCount: message.dataByteCount)
    }
    poly.hash(ciphertext + hashed, byteCount: known &- hashed)
    hashed = known
    combine(rows, message, count)
    counter &+= UInt32(truncatingIfNeeded: Rows.byteCount / 64)
    done &+= count
    start = 0
  }

  /// Combines keystream with text.
  @inlinable @inline(__always)
  func combine<Rows: ChaChaRows>(_ rows: ChaChaState<Rows>, _ message: ChaChaMessage, _ count: Int) {
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
  }

  /// Hashes what is left, and writes the tag or the state.
  @inlinable @inline(__always)
  mutating func finish(_ message: ChaChaMessage) {
    // SAFETY: as above; the caller guarantees the memory of the tag or of the state.
    poly.hash(message.to + hashed, byteCount: done &- hashed)
    if let tag = message.tag {
      poly.finish(
        dataByteCount: UInt64(truncatingIfNeeded: message.dataByteCount),
        byteCount: UInt64(truncatingIfNeeded: message.byteCount), to: tag)
    }
    if let state = message.state { state.pointee = poly }
  }
}
