/// Seals a new vault in units of 1 MiB, in any order and on any thread. `Vault.seal` and ``VaultWriter`` are built on
/// it. Use it where they do not fit, such as for a file that several threads work on.
///
/// ```swift
/// let sealer = try VaultSealer(password: "correct horse battery staple".utf8)
/// store(sealer.header, at: 0)
/// let last = max(0, content.count - 1) / VaultSealer.unitByteCount
/// for unit in 0...last {  // or shared out among threads
///   let piece = content.dropFirst(unit * VaultSealer.unitByteCount).prefix(VaultSealer.unitByteCount)
///   let sealed = try sealer.seal(piece, unit: UInt64(unit), isLast: unit == last)
///   store(sealed, at: Vault.headerByteCount + unit * VaultOpener.unitByteCount)
/// }
/// ```
///
/// A unit has 1 MiB of content. The last unit has the rest, and is empty only if the whole content is. Without the last
/// unit, a reader reports the vault as truncated.
///
/// *Not* protected: two contents that are sealed as the same unit. They share a keystream, and an attacker who has both
/// learns their exclusive or.
public struct VaultSealer: Sendable, Redacted {
  /// The size of a unit of content in bytes: 1 MiB. A sealed unit has ``VaultOpener/unitByteCount`` bytes.
  public static let unitByteCount = VaultChunks.unitCount * VaultChunks.contentByteCount

  /// The first 1,440 bytes of the vault.
  public let header: [UInt8]
  let chunks: VaultChunks

  /// Makes the keys and the header of a vault. The parameters are those of `Vault.seal`.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault.
  public init(
    password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(VaultSecret(password: password), context: Array(context), stretching: stretching, limits: limits)
  }

  /// Makes the header of a vault that a key opens. The parameters are those of `Vault.seal`.
  ///
  /// - Throws: ``VaultError/keyByteCount(_:)``.
  public init(using key: SymmetricKey, context: some Sequence<UInt8> = []) throws(VaultError) {
    try self.init(try VaultSecret(key: key), context: Array(context))
  }

  package init(
    _ secret: VaultSecret, context: [UInt8], stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    self.init(try VaultDraft(secret, context: context, stretching: stretching, limits: limits), work)
  }

  /// Makes the header of a draft.
  package init(_ draft: VaultDraft, _ work: BackgroundWork? = nil) {
    header = draft.header(work)
    chunks = draft.chunks
  }

  /// Seals a unit. Its position in the vault is `unit` × ``VaultOpener/unitByteCount`` bytes after the header.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or the rest of the content for the last one. Any other size traps.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the content.
  /// - Returns: the sealed unit, which is 32 bytes longer for each 64 KiB of content or part of them.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(_ content: some Sequence<UInt8>, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe content.withBytes { content throws(VaultError) in
      let byteCount = try Self.byteCount(sealing: content.count, asUnit: unit)
      return unsafe [UInt8](byteCount: byteCount) { unsafe seal(content, from: unit, isEnd: isLast, into: $0) }
    }
  }

  /// Seals a unit into the caller's memory.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or the rest of the content for the last one. Any other size traps.
  ///   - unit: the number of the unit, counted from 0.
  ///   - isLast: whether it is the last unit of the content.
  ///   - output: memory that does not overlap the content. ``VaultOpener/unitByteCount`` bytes always suffice. Traps
  ///     when it is too small.
  /// - Returns: the number of bytes written.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    try unsafe chunks.seal(content, unit: unit, isLast: isLast, into: output)
  }

  fileprivate static func byteCount(sealing byteCount: Int, asUnit unit: UInt64) throws(VaultError) -> Int {
    precondition(byteCount <= unitByteCount, "\(byteCount) bytes; a unit has \(unitByteCount)")
    return try Self.byteCount(sealing: byteCount, from: unit)
  }
}

/// Operations on any number of units.
extension VaultSealer {
  /// The size in bytes of sealed content that starts with unit `unit`. Refuses more than a vault can hold.
  static func byteCount(sealing byteCount: Int, from unit: UInt64) throws(VaultError) -> Int {
    _ = try VaultChunks.end(ofContent: UInt64(byteCount), from: unit)
    return Int(VaultChunks.byteCount(sealing: UInt64(byteCount)))
  }

  /// Seals content from unit `unit` on, on up to `cores` threads. `output` has room for `byteCount(sealing:from:)`
  /// bytes.
  func seal(
    _ content: UnsafeRawBufferPointer, from unit: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer,
    cores: Int = 1, _ work: BackgroundWork? = nil
  ) {
    unsafe chunks.seal(content, fromUnit: unit, isEnd: isEnd, into: output, cores: cores, work)
  }
}

extension VaultChunks {
  /// Seals content from unit `unit` on, as `VaultSealer.seal` does.
  fileprivate func seal(
    _ content: UnsafeRawBufferPointer, fromUnit unit: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer,
    cores: Int = 1, _ work: BackgroundWork? = nil
  ) {
    let byteCount = content.count
    precondition(
      isEnd || byteCount % VaultSealer.unitByteCount == 0, "\(byteCount) bytes, and not the last unit")
    precondition(unit == 0 && isEnd || byteCount > 0, "an empty unit, and not all of the content")
    unsafe seal(content, from: unit * UInt64(Self.unitCount), isEnd: isEnd, into: output, cores: cores, work)
  }

  /// Seals a unit, as `VaultSealer.seal` does, and returns the number of bytes written.
  func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    let byteCount = try VaultSealer.byteCount(sealing: content.count, asUnit: unit)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    unsafe seal(content, fromUnit: unit, isEnd: isLast, into: output.baseAddress!)
    return byteCount
  }
}
