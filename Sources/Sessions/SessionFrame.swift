/// A plaintext of a session: its kind, the number of content bytes in two bytes, the content, zeros.
struct SessionFrame {
  enum Kind: UInt8 {
    /// A part of a message, and not its last.
    case part
    /// A message, or its last part.
    case last
    /// The end of this direction.
    case close
    /// The first frame of the client. It proves that the handshake is not replayed.
    case begin
  }

  let kind: Kind
  /// The range of the content in the plaintext.
  let content: Range<Int>

  /// The maximum size of the content in bytes.
  static var maximumContentByteCount: Int { NoiseTransport.maximumByteCount - headerByteCount }
  private static var headerByteCount: Int { 3 }

  /// The frame of a plaintext; nil for an unknown one.
  init?(_ plaintext: [UInt8]) {
    guard plaintext.count >= Self.headerByteCount, let kind = Kind(rawValue: plaintext[0]) else { return nil }
    let end = Self.headerByteCount + (Int(plaintext[1]) << 8 | Int(plaintext[2]))
    guard end <= plaintext.count, plaintext[end...].allSatisfy({ $0 == 0 }) else { return nil }
    (self.kind, content) = (kind, Self.headerByteCount..<end)
  }

  /// The plaintext of a frame, whose size is a multiple of `padding`, or the largest possible.
  static func plaintext(_ kind: Kind, _ content: UnsafeRawBufferPointer, padding: Int) -> [UInt8] {
    let count = headerByteCount + content.count
    let padded = min((count + padding - 1) / padding * padding, NoiseTransport.maximumByteCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(padded)
    bytes += [kind.rawValue, UInt8(content.count >> 8), UInt8(content.count & 255)]
    unsafe bytes.append(contentsOf: content)
    bytes += [UInt8](repeating: 0, count: padded - count)
    return bytes
  }
}
