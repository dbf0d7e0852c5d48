/// The forms for content and vaults in a span. They have no asynchronous forms, because a span cannot be kept across an
/// `await`. In a task, they block.
extension Vault {
  /// Seals the bytes of a span. The other parameters are those of the form for a sequence.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault.
  public static func seal(
    _ content: RawSpan, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in
      try unsafe seal(
        content, under: secret, and: others, context: context, stretching: stretching, limits: limits, cores: cores)
    }
  }

  /// Opens a vault in a span. The other parameters are those of the form for a sequence.
  ///
  /// - Throws: ``VaultError`` as the form for a sequence does.
  public static func open(
    _ vault: RawSpan, with secret: VaultSecret, context: VaultContext = VaultContext(), limits: Limits = Limits(),
    cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try unsafe vault.withUnsafeBytes { vault throws(VaultError) in
      try unsafe open(vault, with: secret, context: context, limits: limits, cores: cores)
    }
  }
}

extension VaultSealer {
  /// Seals a unit in a span, and appends it to `output`.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or the rest of the content for the last one. Any other size traps.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the content.
  ///   - output: ``Vault/unitByteCount`` bytes of room always suffice. Traps when there is too little.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(
    _ content: RawSpan, unit: UInt64, isLast: Bool, into output: inout OutputRawSpan
  ) throws(VaultError) {
    try unsafe content.withUnsafeBytes { content throws(VaultError) in
      try unsafe output.append(byteCount: output.freeCapacity) { room throws(VaultError) in
        try unsafe chunks.seal(content, unit: unit, isLast: isLast, into: room)
      }
    }
  }
}

extension VaultOpener {
  /// Opens a unit in a span, and appends its content to `output`.
  ///
  /// - Parameters:
  ///   - sealed: a whole unit, or the rest of the vault for the last one.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the vault.
  ///   - output: ``Vault/unitContentByteCount`` bytes of room suffice for a unit. Traps when there is too little. After
  ///     an error, nothing is appended.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when a vault cannot end here;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(_ sealed: RawSpan, unit: UInt64, isLast: Bool, into output: inout OutputRawSpan) throws(VaultError) {
    try unsafe sealed.withUnsafeBytes { sealed throws(VaultError) in
      try unsafe output.append(byteCount: output.freeCapacity) { room throws(VaultError) in
        try unsafe open(sealed, unit: unit, isLast: isLast, into: room)
      }
    }
  }
}
