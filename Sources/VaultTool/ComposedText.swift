import Foundation

extension Collection<UInt8> {
  /// UTF-8 in Unicode's composed form, NFC, so that the same text typed on another system is the same; nil if it is not
  /// UTF-8.
  ///
  /// Spec: FORMAT.md, section 3; NIST SP 800-63B-4, section 3.1.1.2.
  var composed: [UInt8]? {
    let text = String(decoding: self, as: UTF8.self)
    guard text.utf8.elementsEqual(self) else { return nil }
    return Array(text.precomposedStringWithCanonicalMapping.utf8)
  }
}

extension Arguments {
  /// The bytes of the context that is given as text, or of none.
  func context() throws -> [UInt8] {
    guard let composed = (bytes(.context) ?? []).composed else {
      throw ToolError.usage("--context takes text in UTF-8, which this is not")
    }
    return composed
  }
}
