extension Credential {
  /// The most work that a check of a password may take. The default of both is that of a vault's readers.
  public struct Limits: Sendable {
    /// The maximum number of rounds. A check of several digests takes the rounds once for each. With Argon2id, the
    /// blocks of 1024 bytes count that all passes fill; with scrypt, those that are written and read.
    public var maximumRounds: Int
    /// The maximum memory of Argon2id or scrypt in bytes.
    public var maximumMemoryByteCount: Int

    /// Limits: 10,000,000 rounds and 1 GiB unless given.
    public init(
      maximumRounds: Int = PasswordStretching.defaultMaximumRounds,
      maximumMemoryByteCount: Int = PasswordStretching.defaultMaximumMemoryByteCount
    ) {
      (self.maximumRounds, self.maximumMemoryByteCount) = (maximumRounds, maximumMemoryByteCount)
    }

    /// No limits, for a credential that is not verified.
    package static let none = Limits(maximumRounds: .max, maximumMemoryByteCount: .max)

    /// Compares a stretching with the limits.
    func check(_ stretching: StoredStretching, digestCount: Int = 1) throws(CredentialError) {
      let memoryByteCount = stretching.memoryByteCount
      guard memoryByteCount <= maximumMemoryByteCount else {
        throw .overMemoryLimit(byteCount: memoryByteCount, limit: maximumMemoryByteCount)
      }
      let cost = UInt64(stretching.rounds) * UInt64(digestCount)
      guard cost <= maximumRounds else { throw .overLimit(rounds: Int(clamping: cost), limit: maximumRounds) }
    }
  }
}

#if !hasFeature(Embedded)  // Embedded Swift has no Codable.
extension Credential: Codable {
  /// The key of a decoder's `userInfo` for its ``Limits``; the default limits if it has none.
  public static let limitsKey = CodingUserInfoKey(rawValue: "swift-vault Credential.Limits")!

  /// Reads the text of a credential, within the limits of ``limitsKey``.
  ///
  /// If one text of a file is no credential, the whole file is not decoded. Where that may happen, decode a `String`
  /// for each row, and read it at its login with ``init(_:limits:)``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the ``CredentialError`` as its underlying error, or the error of the
  ///   decoder when there is no text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(text, limits: decoder.userInfo[Self.limitsKey] as? Limits ?? Limits())
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
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
