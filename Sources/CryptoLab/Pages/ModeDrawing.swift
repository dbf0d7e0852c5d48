import SwiftVaultLessonLogic

/// Drawings of the modes: up to four blocks side by side, in cells of 18 columns after a label of 8.
enum ModeDrawing {
  /// A line with a cell for each block.
  static func row(_ label: StyledText, _ cells: [StyledText]) -> StyledText {
    .columns(cells, width: 18, label: label, labelWidth: 8)
  }

  /// Each block's characters; equal blocks in one colour.
  static func characters(_ label: StyledText, _ blocks: [[UInt8]]) -> StyledText {
    row(label, zip(blocks, tints(blocks)).map { block, tint in .characters(block) { _ in tint } })
  }

  /// The beginning and the end of each block's digits; equal blocks in one colour.
  static func digits(_ label: StyledText, _ blocks: [[UInt8]]) -> StyledText {
    row(label, zip(blocks, tints(blocks)).map { StyledText(short($0), $1) })
  }

  /// A letter for each block; equal blocks have the same letter.
  static func letters(_ blocks: [[UInt8]]) -> StyledText {
    row(
      "",
      zip(Blocks.groups(blocks), tints(blocks)).map { number, tint in
        StyledText(" \(UnicodeScalar(UInt8(ascii: "A") + UInt8(number))) ", tint)
      })
  }

  /// A row with one text in every cell.
  static func repeated(_ text: StyledText, count: Int) -> StyledText {
    row("", [StyledText](repeating: text, count: count))
  }

  /// The lines between the message and the ciphertext in ECB: each block is encrypted separately.
  ///
  /// Spec: NIST SP 800-38A, figure 1.
  static func codebook(count: Int) -> [StyledText] {
    [repeated("│", count: count), repeated("AES", count: count), repeated("↓", count: count)]
  }

  /// The lines between the message and the ciphertext in CBC: an arrow leads from each ciphertext block to the next
  /// block of the message.
  ///
  /// Spec: NIST SP 800-38A, figure 2.
  static func chain(count: Int) -> [StyledText] {
    let label = String(repeating: " ", count: 8)
    let sums = (0..<count).map { $0 == 0 ? "───────→⊕         " : "┌──────→⊕         " }.joined()
    let ciphers = (0..<count).map { $0 == 0 ? "       AES        " : "│      AES        " }.joined()
    let outputs = (0..<count).map { index in
      (index == 0 ? "        " : "┘       ") + (index == count - 1 ? "│         " : "├─────────")
    }
    return [
      repeated("│", count: count), "IV ─────\(sums)", "\(label)\(ciphers)", "\(label)\(outputs.joined())",
      repeated("↓", count: count),
    ]
  }

  /// The lines between the ciphertext and the message in decryption with CBC.
  ///
  /// Spec: NIST SP 800-38A, figure 2.
  static func unchain(count: Int) -> [StyledText] {
    let label = String(repeating: " ", count: 8)
    let inputs = (0..<count).map { index in
      (index == 0 ? "        " : "┐       ") + (index == count - 1 ? "│         " : "├─────────")
    }
    let ciphers = (0..<count).map { $0 == 0 ? "      AES⁻¹       " : "│     AES⁻¹       " }.joined()
    let sums = (0..<count).map { $0 == 0 ? "───────→⊕         " : "└──────→⊕         " }.joined()
    return ["\(label)\(inputs.joined())", "\(label)\(ciphers)", "IV ─────\(sums)", repeated("↓", count: count)]
  }

  /// The digits of the first and last three bytes, which fit in a cell.
  private static func short(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return digits.count <= 7 ? digits.joined() : "\(digits.prefix(3).joined())…\(digits.suffix(3).joined())"
  }

  private static func tints(_ blocks: [[UInt8]]) -> [Tint] {
    let groups = Blocks.groups(blocks)
    return groups.map { group in groups.count { $0 == group } > 1 ? .group(group) : .none }
  }
}
