/// What the sources use of Apple's module Foundation.
extension StringProtocol {
  /// The composed form, NFC.
  public var precomposedStringWithCanonicalMapping: String { String(self) }
}
