import SwiftVaultCryptoBytes

/// Bytes as text on a page.
extension StyledText {
  /// Hexadecimal digits, four bytes to a group.
  ///
  /// - Parameter tint: The tint of the byte at an offset.
  static func hex(_ bytes: some Collection<UInt8>, tint: (Int) -> Tint = { _ in .none }) -> StyledText {
    var text = StyledText("")
    for (offset, byte) in bytes.enumerated() {
      if offset > 0, offset % 4 == 0 { text += " " }
      text += StyledText(Hex.encode([byte]), tint(offset))
    }
    return text
  }

  /// One character for each byte: printable ASCII as itself, any other byte as `·`.
  ///
  /// - Parameter tint: The tint of the byte at an offset.
  static func characters(_ bytes: some Collection<UInt8>, tint: (Int) -> Tint = { _ in .none }) -> StyledText {
    var text = StyledText("")
    for (offset, byte) in bytes.enumerated() {
      let isPrintable = (0x20...0x7e).contains(byte)
      text += StyledText(isPrintable ? String(UnicodeScalar(byte)) : "·", tint(offset))
    }
    return text
  }

  /// A line for up to 16 bytes: a label, their hexadecimal digits, their characters, a remark.
  ///
  /// The bytes take 55 columns after the label, whose width is 8 by default. The remark takes the rest.
  static func block(
    _ label: StyledText, _ bytes: some Collection<UInt8>, labelWidth: Int = 8, remark: StyledText = "",
    tint: (Int) -> Tint = { _ in .none }
  ) -> StyledText {
    let shown = "\(label.padded(to: labelWidth))\(hex(bytes, tint: tint).padded(to: 35))  " as StyledText
    return "\(shown)\(characters(bytes, tint: tint).padded(to: 16))  \(remark)"
  }

  /// The columns that the widest of `labels` and a gap after it take, in the language of the page.
  static func labelWidth(of labels: [StyledText], gap: Int, atLeast minimum: Int = 0) -> Int {
    labels.reduce(minimum) { max($0, $1.width + gap) }
  }

  /// Cells side by side, each in the middle of `width` columns.
  static func columns(_ cells: [StyledText], width: Int, label: StyledText = "", labelWidth: Int = 0) -> StyledText {
    cells.reduce(label.padded(to: labelWidth)) { $0 + $1.centred(in: width) }
  }
}
