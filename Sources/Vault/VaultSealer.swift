/// Seals a new vault in units of 1 MiB, in any order and on any thread. `Vault.seal` and ``VaultWriter`` are built on
/// it. Use it where they do not fit, such as for a file that several threads work on.
///
/// ```swift
/// let sealer = try VaultSealer(under: .password("correct horse battery staple".utf8))
/// store(sealer.header, at: 0)
/// let last = max(0, content.count - 1) / Vault.unitContentByteCount
/// for unit in 0...last {  // or shared out among threads
///   let piece = content.dropFirst(unit * Vault.unitContentByteCount).prefix(Vault.unitContentByteCount)
///   let sealed = try sealer.seal(piece, unit: UInt64(unit), isLast: unit == last)
///   store(sealed, at: Vault.headerByteCount + unit * Vault.unitByteCount)
/// }
/// ```
///
/// A unit has 1 MiB of content. The last unit has the rest, and is empty only if the whole content is. Without the last
/// unit, a reader reports the vault as truncated.
///
/// *Not* protected: two contents that are sealed as the same unit. They share a keystream, and an attacker who has both
/// learns their exclusive or.
public struct VaultSealer: Sendable, Redacted {
  /// The first 1,440 bytes of the vault.
  public let header: [UInt8]
  let chunks: VaultChunks

  /// Makes the keys and the header of a vault. The parameters are those of `Vault.seal`.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` or ``VaultError/overLimit(_:found:limit:)`` when a reader with these
  ///   limits would refuse the vault; ``VaultError/passes(_:lanes:)``, ``VaultError/memoryUnavailable(byteCount:)``,
  ///   ``VaultError/slotCount(_:)``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    under secret: VaultSecret, and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(try PendingVault(secret, and: others, context, stretching: stretching, limits: limits))
  }

  /// Makes the header of a new vault.
  package init(_ vault: PendingVault, _ work: BackgroundWork? = nil) throws(VaultError) {
    header = try vault.header(work)
    chunks = vault.chunks
  }

  /// Seals a unit. Its position in the vault is `unit` × ``Vault/unitByteCount`` bytes after the header.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or the rest of the content for the last one. Any other size traps.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the content.
  /// - Returns: the sealed unit, which is 32 bytes longer for each 64 KiB of content or part of them.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(_ content: some Sequence<UInt8>, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe content.withBytes { content throws(VaultError) in
      let byteCount = try VaultChunks.byteCount(sealing: content.count, asUnit: unit)
      return unsafe [UInt8](byteCount: byteCount) {
        unsafe chunks.seal(content, fromUnit: unit, isEnd: isLast, into: $0)
      }
    }
  }
}
