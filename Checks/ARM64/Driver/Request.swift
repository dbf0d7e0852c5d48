/// A request, and the position up to which it has been read.
struct Request {
  private let bytes: [UInt8]
  private var position = 0

  /// The next request; nil at the end of the input.
  init?() {
    guard let header = receive(4) else { return nil }
    let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let bytes = receive(count) else { fatalError("the input ends in a request") }
    self.bytes = bytes
  }

  mutating func byte() -> UInt8 {
    position += 1
    return bytes[position - 1]
  }

  /// A number of four bytes.
  mutating func number() -> Int {
    take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func take(_ count: Int) -> [UInt8] {
    position += count
    return [UInt8](bytes[position - count..<position])
  }

  mutating func rest() -> [UInt8] { take(bytes.count - position) }
}

@_silgen_name("read")
private func systemRead(_ file: Int32, _ memory: UnsafeMutableRawPointer, _ byteCount: Int) -> Int

@_silgen_name("write")
private func systemWrite(_ file: Int32, _ memory: UnsafeRawPointer, _ byteCount: Int) -> Int

private func receive(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let read = bytes.withUnsafeMutableBytes { systemRead(0, $0.baseAddress! + filled, count - filled) }
    if read <= 0 { return nil }
    filled += read
  }
  return bytes
}

/// Writes a reply.
func send(_ reply: [UInt8]) {
  let message = (0..<4).map { UInt8(truncatingIfNeeded: reply.count >> (8 * $0)) } + reply
  var written = 0
  while written < message.count {
    let count = message.withUnsafeBytes { systemWrite(1, $0.baseAddress! + written, message.count - written) }
    if count <= 0 { fatalError("the reply cannot be written") }
    written += count
  }
}
