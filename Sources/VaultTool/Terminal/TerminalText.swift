import SwiftVaultCommandSupport
import VaultFiles

extension Pipeline.Sink {
  /// Runs `body` with a sink that accepts text only, because a terminal obeys control characters.
  func limitedToText(_ body: (Pipeline.Sink) throws -> Void) throws {
    guard case .stream(let write) = self else { return try body(self) }
    let refusal = ToolError.usage("the content is not text and would garble the terminal; use -o FILE, or --force")
    // The end of a piece: the next piece decides whether it is text.
    var rest: [UInt8] = []
    try body(
      .stream { piece in
        var text = rest + piece
        rest = Array(text[text.endOfWholeText...])
        text.removeLast(rest.count)
        guard text.isPlainText else { throw refusal }
        try text.withUnsafeBytes { try write($0) }
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

  /// UTF-8 without a character that a terminal obeys, or one that changes the direction of the text around it.
  fileprivate var isPlainText: Bool {
    let decoded = String(decoding: self, as: UTF8.self)
    guard decoded.utf8.elementsEqual(self) else { return false }
    let scalars = decoded.unicodeScalars
    return scalars.indices.allSatisfy { index in
      switch scalars[index] {
      case "\n", "\t": true
      case "\r": scalars[scalars.index(after: index)...].first == "\n"
      case let scalar: scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
      }
    }
  }
}
