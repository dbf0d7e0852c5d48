#if !hasFeature(Embedded)  // Embedded Swift has no Codable.
extension Credential: Codable {
  /// Reads the text of a credential, with the default limits.
  ///
  /// - Throws: ``CredentialError``, or the error of the decoder when there is no text.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text, ``description``.
  ///
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
#endif
