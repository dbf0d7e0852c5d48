import SwiftVaultCommandSupport
import VaultFiles

extension Pipeline.Sink {
  /// Runs `body` with a sink that accepts text only, because a terminal obeys control characters. Characters that are
  /// not seen are shown by their numbers.
  func limitedToText(_ body: (Pipeline.Sink) throws -> Void) throws {
    guard case .stream(let write) = self else { return try body(self) }
    let refusal = ToolError.usage("the content is not text and would garble the terminal; use -o FILE, or --force")
    // The end of a piece: the next piece decides whether it is text.
    var rest: [UInt8] = []
    var isStart = true
    try body(
      .stream { piece in
        var text = rest + piece
        rest = Array(text[text.endOfWholeText...])
        text.removeLast(rest.count)
        guard let shown = text.plainText(isStart: isStart) else { throw refusal }
        if !text.isEmpty { isStart = false }
        try shown.withUnsafeBytes { try write($0) }
      })
    guard rest.isEmpty else { throw refusal }
  }
}

extension [UInt8] {
  /// Where a character that is cut off begins, or the first half of a line end, CR LF; else the end.
  fileprivate var endOfWholeText: Int {
    if last == UInt8(ascii: "\r") { return endIndex - 1 }
    guard let lead = suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), self[lead] >= 0xC0 else { return endIndex }
    let length = self[lead] >= 0xF0 ? 4 : self[lead] >= 0xE0 ? 3 : 2
    return endIndex - lead < length ? lead : endIndex
  }

  /// The text with line separators and invisible characters escaped, except for the joiners that many languages need,
  /// and for a byte order mark at the start. Nil unless it is UTF-8 without a character that a terminal obeys, or one
  /// that changes the direction of the text around it.
  fileprivate func plainText(isStart: Bool) -> [UInt8]? {
    if allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return self }
    let decoded = String(decoding: self, as: UTF8.self)
    guard decoded.utf8.elementsEqual(self) else { return nil }
    let scalars = decoded.unicodeScalars
    var shown = ""
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar.properties.generalCategory {
      case _ where scalar == "\n" || scalar == "\t" || scalar == "\u{200C}" || scalar == "\u{200D}": break
      case .control:
        guard scalar == "\r", scalars[scalars.index(after: index)...].first == "\n" else { return nil }
      case _ where scalar.properties.isBidiControl: return nil
      case .format where isStart && index == scalars.startIndex && scalar == "\u{FEFF}": break
      case .format, .lineSeparator, .paragraphSeparator:
        shown += scalar.escaped(asASCII: true)
        continue
      default: break
      }
      shown.unicodeScalars.append(scalar)
    }
    return Array(shown.utf8)
  }
}
