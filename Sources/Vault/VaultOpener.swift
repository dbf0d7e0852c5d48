/// A vault that is opened a unit at a time: in any order and from any thread. `Vault.open` and ``VaultReader`` are built on
/// it; use it where they do not fit, such as for a file that several threads work on.
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
/// What comes out of a unit is authentic, and in its place. The content is complete once every unit has been opened, and
/// the last one as the last.
public struct VaultOpener: Sendable {
  /// The size of a sealed unit in bytes; the last one may be shorter. That of its content is
  /// ``VaultSealer/unitByteCount``.
  public static let unitByteCount = VaultChunks.groupCount * VaultChunks.byteCount

  private let chunks: VaultChunks
  private let limits: Vault.Limits

  /// Starts with a vault's header: 1,440 bytes, or more of it; the other parameters are those of `Vault.open`.
  ///
  /// - Throws: ``VaultError``, as `UnlockedVault` does.
  public init(
    header: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    let vault = try UnlockedVault(header: header, password: password, context: context, limits: limits)
    self.init(vault, limits: limits)
  }

  /// Starts with a vault that has been unlocked.
  public init(_ vault: UnlockedVault, limits: Vault.Limits = Vault.Limits()) {
    chunks = vault.chunks
    self.limits = limits
  }

  /// Opens a unit.
  ///
  /// - Parameters:
  ///   - sealed: the unit, or what remains of the vault for the last one.
  ///   - unit: its number, counted from 0.
  ///   - isLast: whether the vault ends with it.
  /// - Returns: its content.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when no vault ends there;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(_ sealed: some Sequence<UInt8>, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe sealed.withBytes { sealed throws(VaultError) in
      var content: [UInt8] = []
      _ = try unsafe append(sealed, from: unit, isEnd: isLast, to: &content)
      return content
    }
  }

  /// Opens a unit into memory of the caller's. After an error, what is there is not to be used.
  ///
  /// - Parameters:
  ///   - sealed: the unit, or what remains of the vault for the last one.
  ///   - unit: its number, counted from 0.
  ///   - isLast: whether the vault ends with it.
  ///   - output: does not overlap `sealed`; ``VaultSealer/unitByteCount`` bytes suffice for a unit, and too few trap.
  /// - Returns: the number of bytes written.
  /// - Throws: ``VaultError/damaged(chunk:)``; ``VaultError/truncated`` when no vault ends there;
  ///   ``VaultError/overLimit(_:found:limit:)`` and ``VaultError/contentTooLong(maximum:)``.
  public func open(
    _ sealed: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    let byteCount = try Self.contentByteCount(of: sealed.count, from: unit, limits: limits)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    try unsafe chunks.open(sealed, from: unit * UInt64(VaultChunks.groupCount), isEnd: isLast, into: output.start)
    return byteCount
  }
}

/// Any number of units at once.
extension VaultOpener {
  /// The size of the content of units; refuses lengths that no units have, and more than the limits or a vault allow.
  static func contentByteCount(
    of byteCount: Int, from unit: UInt64, limits: Vault.Limits
  ) throws(VaultError) -> Int {
    let contentByteCount = try VaultChunks.contentByteCount(ofChunks: UInt64(byteCount))
    // Empty content has one chunk, and there is no empty one behind others.
    guard contentByteCount > 0 || unit == 0 else { throw .truncated }
    try limits.check(contentByteCount: try VaultChunks.end(ofContent: contentByteCount, from: unit))
    return Int(contentByteCount)
  }

  /// Appends the content of units, which up to `cores` threads work on, to what is there already; nothing if a chunk is
  /// not authentic.
  func append(
    _ sealed: UnsafeRawBufferPointer, from unit: UInt64, isEnd: Bool, to content: inout [UInt8], cores: Int = 1
  ) throws(VaultError) {
    _ = try Self.contentByteCount(of: sealed.count, from: unit, limits: limits)
    try unsafe chunks.append(
      sealed, from: unit * UInt64(VaultChunks.groupCount), isEnd: isEnd, to: &content, cores: cores)
  }
}
