import Foundation

extension Pipeline.Sink {
  /// The same for text alone: a terminal would obey what else is in it.
  var ofText: Pipeline.Sink {
    guard case .stream(let write) = self else { return self }
    var isFirst = true
    return .stream { bytes in
      defer { isFirst = false }
      guard bytes.isPlainText(continued: !isFirst) else {
        throw ToolError.usage("the content is not text and would garble the terminal; use -o FILE, or --force")
      }
      try write(bytes)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// UTF-8 without a character that a terminal obeys; the last may be cut, and the first where text is `continued`.
  fileprivate func isPlainText(continued: Bool) -> Bool {
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    var text = continued ? self[self.prefix(3).prefix(while: isContinuation).endIndex...] : self[...]
    if let lead = text.suffix(4).lastIndex(where: { !isContinuation($0) }), text[lead] >= 0xC0,
      text.endIndex - lead < (text[lead] >= 0xF0 ? 4 : text[lead] >= 0xE0 ? 3 : 2)
    {
      text = text[..<lead]
    }
    let decoded = String(decoding: text, as: UTF8.self)
    return decoded.utf8.elementsEqual(text)
      && decoded.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" || $0 == "\r"
      }
  }
}
