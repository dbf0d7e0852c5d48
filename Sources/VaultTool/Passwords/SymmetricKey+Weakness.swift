import Vault

extension SymmetricKey {
  /// What shows that the key is not random; nil if nothing is found. One of 2^44 random keys of 32 bytes is text.
  ///
  /// All bytes are combined before any branch. The branch depends only on the result, which the error message states.
  var weakness: String? {
    let (isText, isRepeated) = withUnsafeBytes { bytes in
      var (unprintable, isRepeated): (UInt8, UInt8) = (0, 0)
      for byte in bytes { unprintable |= ~Self.printableMask(byte) }
      for period in 1...max(1, bytes.count / 2) {
        var difference: UInt8 = 0
        for place in bytes.indices.dropFirst(period) { difference |= bytes[place] ^ bytes[place - period] }
        isRepeated |= equalMask(difference, 0)
      }
      return (opaque(unprintable) == 0, opaque(isRepeated) != 0)
    }
    if isRepeated { return "one byte or a few bytes repeated" }
    return isText ? "text" : nil
  }

  /// 255 for printable ASCII, a tab, LF and CR; otherwise 0.
  private static func printableMask(_ byte: UInt8) -> UInt8 {
    let isLineEnd = equalMask(byte, UInt8(ascii: "\n")) | equalMask(byte, UInt8(ascii: "\r"))
    return isLineEnd | equalMask(byte, UInt8(ascii: "\t")) | lessMask(0x1f, byte) & lessMask(byte, 0x7f)
  }
}
