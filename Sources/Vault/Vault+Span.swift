/// The forms for content and vaults in a span. They have no asynchronous forms, because a span cannot be kept across an
/// `await`. In a task, they block.
extension Vault {
  /// Seals the bytes of a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault.
  public static func seal(
    _ content: RawSpan, under secret: VaultSecret? = nil, for recipients: [VaultRecipient] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in
      try unsafe seal(
        content, under: secret, for: recipients, context: context, stretching: stretching, limits: limits, cores: cores)
    }
  }

  /// Opens a vault in a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``VaultError`` as the form for sequences of bytes does.
  public static func open(
    _ vault: RawSpan, with secret: VaultSecret, context: VaultContext = VaultContext(), limits: Limits = Limits(),
    cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try unsafe vault.withUnsafeBytes { vault throws(VaultError) in
      try unsafe open(vault, with: secret, context: context, limits: limits, cores: cores)
    }
  }
}

extension VaultWriter {
  /// Takes the next piece of the content from a span, and appends the part of the vault that it completes.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content grows beyond what a vault can hold.
  public mutating func update(_ content: RawSpan, into output: inout [UInt8]) throws(VaultError) {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in try unsafe update(content, into: &output) }
  }
}

extension VaultReader {
  /// Takes the next bytes after the header from a span, and appends the content that they complete.
  ///
  /// - Throws: ``VaultError`` as the form for sequences of bytes does.
  public mutating func update(_ chunks: RawSpan, into content: inout [UInt8]) throws(VaultError) {
    try unsafe chunks.withUnsafeBytes { chunks throws(VaultError) in try unsafe update(chunks, into: &content) }
  }
}

extension VaultSealer {
  /// Seals a unit in a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(_ content: RawSpan, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in
      try unsafe seal(content, unit: unit, isLast: isLast)
    }
  }

  /// Seals a unit in a span, and appends it to `output`.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or the rest of the content for the last one. Any other size traps.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the content.
  ///   - output: ``VaultOpener/unitByteCount`` bytes of room always suffice. Traps when there is too little.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(
    _ content: RawSpan, unit: UInt64, isLast: Bool, into output: inout OutputRawSpan
  ) throws(VaultError) {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in
      try unsafe output.append(byteCount: output.freeCapacity) { room throws(VaultError) in
        try unsafe seal(content, unit: unit, isLast: isLast, into: room)
      }
    }
  }
}

extension VaultOpener {
  /// Opens a unit in a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``VaultError`` as the form for sequences of bytes does.
  public func open(_ sealed: RawSpan, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe sealed.withUnsafeBytes { sealed throws(VaultError) in
      try unsafe open(sealed, unit: unit, isLast: isLast)
    }
  }

  /// Opens a unit in a span, and appends its content to `output`.
  ///
  /// - Parameters:
  ///   - sealed: a whole unit, or the rest of the vault for the last one.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the vault.
  ///   - output: ``VaultSealer/unitByteCount`` bytes of room suffice for a unit. Traps when there is too little. After
  ///     an error, nothing is appended.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when a vault cannot end here;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(
    _ sealed: RawSpan, unit: UInt64, isLast: Bool, into output: inout OutputRawSpan
  ) throws(VaultError) {
    try unsafe sealed.withUnsafeBytes { sealed throws(VaultError) in
      try unsafe output.append(byteCount: output.freeCapacity) { room throws(VaultError) in
        try unsafe open(sealed, unit: unit, isLast: isLast, into: room)
      }
    }
  }
}
