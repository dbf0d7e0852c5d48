/// An input that is read from its start as a sequence of decisions. After its end all bytes are zero, so every input is
/// valid.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number below `bound`, from one byte if that is enough, otherwise from two.
  mutating func number(below bound: Int) -> Int {
    guard bound > 256 else { return Int(byte()) % max(1, bound) }
    return (Int(byte()) << 8 | Int(byte())) % bound
  }

  mutating func choice<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Exactly `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

  /// The bytes that have not been read.
  mutating func remaining() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// A message of fewer than `bound` bytes without a pattern, made from two or three bytes of input.
  mutating func sample(below bound: Int) -> [UInt8] {
    let count = number(below: bound)
    var word = UInt64(byte()) &* 0x9e37_79b9_7f4a_7c15 | 1
    return (0..<count).map { _ in
      word ^= word << 13
      word ^= word >> 7
      word ^= word << 17
      return UInt8(truncatingIfNeeded: word >> 24)
    }
  }

  /// Changes, removes or inserts a byte, or cuts the bytes off.
  mutating func edit(_ bytes: inout [UInt8]) {
    let (kind, place) = (number(below: 4), number(below: max(1, bytes.count)))
    switch kind {
    case 0 where !bytes.isEmpty: bytes[place] ^= byte()
    case 1 where !bytes.isEmpty: bytes.remove(at: place)
    case 2: bytes = Array(bytes[..<place])
    default: bytes.insert(byte(), at: place)
    }
  }

  /// Up to seven places in ascending order, of which some may be equal.
  mutating func ends(below count: Int) -> [Int] {
    (0..<number(below: 8)).map { _ in number(below: count + 1) }.sorted()
  }

  /// The bytes in up to eight pieces, of which some may be empty.
  mutating func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let ends = ends(below: bytes.count)
    return zip([0] + ends, ends + [bytes.count]).map { bytes[$0..<$1] }
  }
}
