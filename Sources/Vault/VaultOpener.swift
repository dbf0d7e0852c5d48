/// Opens a vault in units of 1 MiB of content, in any order and on any thread. `Vault.open` and ``VaultReader`` are
/// built on it. Use it where they do not fit, such as for a file that several threads work on.
///
/// ```swift
/// let opener = VaultOpener(try UnlockedVault(header: header, with: .password("correct horse battery staple".utf8)))
/// let last = (vaultByteCount - Vault.headerByteCount - 1) / Vault.unitByteCount
/// for unit in 0...last {  // or shared out among threads
///   let sealed = read(Vault.unitByteCount, at: Vault.headerByteCount + unit * Vault.unitByteCount)
///   let piece = try opener.open(sealed, unit: UInt64(unit), isLast: unit == last)
///   store(piece, at: unit * Vault.unitContentByteCount)
/// }
/// ```
///
/// The content of an opened unit is authentic, and in its right position. The content is complete once every unit has
/// been opened, the last one with `isLast`.
public struct VaultOpener: Sendable, Redacted {
  private let chunks: VaultChunks
  private let limits: Vault.Limits

  /// Starts with an unlocked vault.
  public init(_ vault: UnlockedVault, limits: Vault.Limits = Vault.Limits()) {
    chunks = vault.chunks
    self.limits = limits
  }

  /// Opens a unit.
  ///
  /// - Parameters:
  ///   - sealed: a whole unit, or the rest of the vault for the last one.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the vault.
  /// - Returns: the content of the unit.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when a vault cannot end here;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(_ sealed: some Sequence<UInt8>, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    let mayChange = sealed.mayChange
    return try unsafe sealed.withBytes { sealed throws(VaultError) in
      var content: [UInt8] = []
      try unsafe chunks.append(
        sealed, mayChange: mayChange, fromUnit: unit, isEnd: isLast, to: &content, limits: limits)
      return content
    }
  }

  /// Opens a unit into memory that does not overlap it, without a copy unless its bytes `mayChange`, and returns the
  /// number of bytes written. After an error, the bytes there must not be used.
  package func open(
    _ sealed: UnsafeRawBufferPointer, mayChange: Bool = true, unit: UInt64, isLast: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    try unsafe chunks.open(sealed, mayChange: mayChange, unit: unit, isLast: isLast, into: output, limits: limits)
  }
}
