extension BinaryInteger {
  /// `1 byte`, `2 bytes`, for the text of an error. Pass a plural that is not formed with `s`.
  package func units(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
