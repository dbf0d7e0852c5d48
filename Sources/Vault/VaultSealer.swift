/// A new vault, sealed a unit at a time: in any order and from any thread. `Vault.seal` and ``VaultWriter`` are built on
/// it; use it where they do not fit, such as for a file that several threads work on.
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
/// A unit is 1 MiB of content, and the last one is what remains: empty only if all of the content is. Without the last
/// one the vault opens as truncated.
///
/// *Not* protected: content that was sealed under the number of a unit that has been sealed before. The two share a
/// keystream, and whoever has both learns how they differ.
public struct VaultSealer: Sendable {
  /// The size of a unit of content in bytes; that of a sealed one is ``VaultOpener/unitByteCount``.
  public static let unitByteCount = VaultChunks.groupCount * VaultChunks.contentByteCount

  /// The 1,440 bytes that the vault begins with.
  public let header: [UInt8]
  let chunks: VaultChunks

  /// Makes the keys and the header of a vault; the parameters are those of `Vault.seal`.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when no reader with these limits would open it.
  public init(
    password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    let allowed = 1...max(1, limits.maximumRounds)
    guard allowed ~= stretching.rounds else { throw .rounds(stretching.rounds, allowed: allowed) }
    let dataKey = SymmetricKey(size: .bits256)
    let header = VaultHeader(
      VaultSlot(wrapping: dataKey, password: SymmetricKey(data: password), stretching: stretching))
    let keys = VaultKeys(dataKey: dataKey, salt: header.salt)
    self.header = keys.copies(of: header, context: Array(context))
    chunks = VaultChunks(keys)
  }

  /// Seals a unit. Its place in the vault is `unit` × ``VaultOpener/unitByteCount`` behind the header.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or what remains for the last one; anything else traps.
  ///   - unit: its number, counted from 0.
  ///   - isLast: whether the content ends with it.
  /// - Returns: 32 bytes more for each 64 KiB.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(_ content: some Sequence<UInt8>, unit: UInt64, isLast: Bool) throws(VaultError) -> [UInt8] {
    try unsafe content.withBytes { content throws(VaultError) in
      let byteCount = try Self.byteCount(sealing: content.count, asUnit: unit)
      return unsafe [UInt8](byteCount: byteCount) { unsafe seal(content, from: unit, isEnd: isLast, into: $0) }
    }
  }

  /// Seals a unit into memory of the caller's.
  ///
  /// - Parameters:
  ///   - content: a whole unit, or what remains for the last one; anything else traps.
  ///   - unit: its number, counted from 0.
  ///   - isLast: whether the content ends with it.
  ///   - output: does not overlap the content; ``VaultOpener/unitByteCount`` bytes always suffice, and too few trap.
  /// - Returns: the number of bytes written.
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content would be longer than a vault can hold.
  public func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    let byteCount = try Self.byteCount(sealing: content.count, asUnit: unit)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    unsafe seal(content, from: unit, isEnd: isLast, into: output.baseAddress!)
    return byteCount
  }

  private static func byteCount(sealing byteCount: Int, asUnit unit: UInt64) throws(VaultError) -> Int {
    precondition(byteCount <= unitByteCount, "\(byteCount) bytes; a unit has \(unitByteCount)")
    return try Self.byteCount(sealing: byteCount, from: unit)
  }
}

/// Any number of units at once.
extension VaultSealer {
  /// The size of sealed content that starts with a unit; refuses more than a vault can hold.
  static func byteCount(sealing byteCount: Int, from unit: UInt64) throws(VaultError) -> Int {
    _ = try VaultChunks.end(ofContent: UInt64(byteCount), from: unit)
    return Int(VaultChunks.byteCount(sealing: UInt64(byteCount)))
  }

  /// Seals content that starts with a unit, on up to `cores` threads; room for its `byteCount` at `output`.
  func seal(
    _ content: UnsafeRawBufferPointer, from unit: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer,
    cores: Int = 1
  ) {
    let byteCount = content.count
    precondition(isEnd || byteCount % Self.unitByteCount == 0, "\(byteCount) bytes, and not the last unit")
    precondition(unit == 0 && isEnd || byteCount > 0, "an empty unit, and not all of the content")
    unsafe chunks.seal(
      content, from: unit * UInt64(VaultChunks.groupCount), isEnd: isEnd, into: output, cores: cores)
  }
}
