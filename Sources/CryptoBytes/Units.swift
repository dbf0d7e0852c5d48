extension BinaryInteger {
  /// `1 byte`, `2 bytes`, for the text of an error.
  package func units(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
