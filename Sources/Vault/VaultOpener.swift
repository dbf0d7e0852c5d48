/// Opens a vault in units of 1 MiB of content, in any order and on any thread. `Vault.open` and ``VaultReader`` are
/// built on it. Use it where they do not fit, such as for a file that several threads work on.
///
/// ```swift
/// let opener = try VaultOpener(header: header, password: "correct horse battery staple".utf8)
/// let last = (vaultByteCount - Vault.headerByteCount - 1) / VaultOpener.unitByteCount
/// for unit in 0...last {  // or shared out among threads
///   let sealed = read(VaultOpener.unitByteCount, at: Vault.headerByteCount + unit * VaultOpener.unitByteCount)
///   let piece = try opener.open(sealed, unit: UInt64(unit), isLast: unit == last)
///   store(piece, at: unit * VaultSealer.unitByteCount)
/// }
/// ```
///
/// The content of an opened unit is authentic, and in its right position. The content is complete once every unit has
/// been opened, the last one with `isLast`.
public struct VaultOpener: Sendable, Redacted {
  /// The size of a sealed unit in bytes. The last unit may be shorter. The content of a unit has
  /// ``VaultSealer/unitByteCount`` bytes.
  public static let unitByteCount = VaultChunks.unitCount * VaultChunks.byteCount

  private let chunks: VaultChunks
  private let limits: Vault.Limits

  /// Starts with a vault's first 1,440 bytes, or more. The other parameters are those of `Vault.open`.
  ///
  /// - Throws: ``VaultError``, as `UnlockedVault` does.
  public init(
    header: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    let vault = try UnlockedVault(header: header, password: password, context: context, limits: limits)
    self.init(vault, limits: limits)
  }

  /// Starts with a vault's first 1,440 bytes, or more, and a key of 32 bytes.
  ///
  /// - Throws: ``VaultError``, as `UnlockedVault` does.
  public init(
    header: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    self.init(try UnlockedVault(header: header, using: key, context: context, limits: limits), limits: limits)
  }

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
    try unsafe sealed.withBytes { sealed throws(VaultError) in
      var content: [UInt8] = []
      _ = try unsafe append(sealed, from: unit, isEnd: isLast, to: &content)
      return content
    }
  }

  /// Opens a unit into the caller's memory. After an error, the bytes there must not be used.
  ///
  /// - Parameters:
  ///   - sealed: a whole unit, or the rest of the vault for the last one.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the vault.
  ///   - output: memory that does not overlap `sealed`. ``VaultSealer/unitByteCount`` bytes suffice for a unit. Traps
  ///     when it is too small.
  /// - Returns: the number of bytes written.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when a vault cannot end here;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(
    _ sealed: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    let byteCount = try Self.contentByteCount(of: sealed.count, from: unit, limits: limits)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    try unsafe chunks.open(sealed, from: unit * UInt64(VaultChunks.unitCount), isEnd: isLast, into: output.start)
    return byteCount
  }
}

/// Operations on any number of units.
extension VaultOpener {
  /// The size of the content of units in bytes. Refuses an impossible size, and more than the limits or a vault allow.
  static func contentByteCount(
    of byteCount: Int, from unit: UInt64, limits: Vault.Limits
  ) throws(VaultError) -> Int {
    let contentByteCount = try VaultChunks.contentByteCount(ofChunks: UInt64(byteCount))
    // Empty content has one chunk. There is no empty chunk after others.
    guard contentByteCount > 0 || unit == 0 else { throw .truncated }
    try limits.check(contentByteCount: try VaultChunks.end(ofContent: contentByteCount, from: unit))
    return Int(contentByteCount)
  }

  /// Appends the content of units to `content`, on up to `cores` threads. After an error, `content` is unchanged.
  func append(
    _ sealed: UnsafeRawBufferPointer, from unit: UInt64, isEnd: Bool, to content: inout [UInt8], cores: Int = 1,
    _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    _ = try Self.contentByteCount(of: sealed.count, from: unit, limits: limits)
    try unsafe chunks.append(
      sealed, from: unit * UInt64(VaultChunks.unitCount), isEnd: isEnd, to: &content, cores: cores, work)
  }
}
