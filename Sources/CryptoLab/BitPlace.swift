/// A bit of a message, written `BYTE.BIT` as in the playground's addresses. Bytes count from 0, and bit 7 is the
/// highest bit of a byte.
///
/// Spec: FIPS 197, sections 3.2 and 3.3, figure 2.
struct BitPlace {
  let byte: Int
  let bit: Int

  /// The number in the sequence of all bits.
  var index: Int { 8 * byte + 7 - bit }
}

extension BitPlace {
  /// The bit with a number in the sequence of all bits, where the highest bit of the first byte is 0.
  init(index: Int) { self.init(byte: index / 8, bit: 7 - index % 8) }
}

extension BitPlace: CustomStringConvertible {
  var description: String { ("bit \(bit) of byte \(byte)" as StyledText).rendered(coloured: false) }
}

extension LabCommand {
  /// The help of the option `--bit`.
  static let bitHelp = """
      --bit BYTE.BIT   the bit to change: 0.7 is the highest bit of the first byte,
                       0.0 its lowest, 1.7 the highest of the second
    """
}

extension Parameters {
  /// The place of a bit in a message of `byteCount` bytes; `nil` when it is absent.
  func bitPlace(_ name: String, ofByteCount byteCount: Int) throws(LabError) -> BitPlace? {
    guard let text = try text(name) else { return nil }
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let byte = numbers[0], let bit = numbers[1], 0...7 ~= bit else {
      throw .usage("\(label(name)) '\(text)'; it is a byte from 0 on, a point, and a bit from 7 to 0, such as 0.7")
    }
    guard 0..<byteCount ~= byte else {
      throw .data("\(label(name)) \(text): the message has bytes 0 to \(byteCount - 1)")
    }
    return BitPlace(byte: byte, bit: bit)
  }
}
