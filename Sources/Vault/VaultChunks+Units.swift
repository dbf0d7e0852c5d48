// Units, counted from 0. These functions check the sizes: every unit except the last is whole.

extension VaultChunks {
  private static func firstChunk(of unit: UInt64) -> UInt64 { unit * UInt64(chunksPerUnit) }

  /// The size in bytes of sealed content that starts with unit `unit`. Refuses more than a vault can hold.
  static func byteCount(sealing byteCount: Int, fromUnit unit: UInt64) throws(VaultError) -> Int {
    _ = try end(ofContent: UInt64(byteCount), from: unit)
    return Int(Self.byteCount(sealing: UInt64(byteCount)))
  }

  /// The size in bytes of the sealed unit `unit`. Traps if the content exceeds a unit.
  static func byteCount(sealing byteCount: Int, asUnit unit: UInt64) throws(VaultError) -> Int {
    precondition(byteCount <= unitContentByteCount, "\(byteCount) bytes; a unit has \(unitContentByteCount)")
    return try Self.byteCount(sealing: byteCount, fromUnit: unit)
  }

  /// Seals content from unit `unit` on, on up to `cores` threads. `output` has room for `byteCount(sealing:fromUnit:)`
  /// bytes.
  func seal(
    _ content: UnsafeRawBufferPointer, fromUnit unit: UInt64, isEnd: Bool, into output: UnsafeMutableRawPointer,
    cores: Int? = 1, _ work: BackgroundWork? = nil
  ) {
    let byteCount = content.count
    precondition(isEnd || byteCount % Self.unitContentByteCount == 0, "\(byteCount) bytes, and not the last unit")
    precondition(unit == 0 && isEnd || byteCount > 0, "an empty unit, and not all of the content")
    unsafe seal(content, from: Self.firstChunk(of: unit), isEnd: isEnd, into: output, cores: cores, work)
  }

  /// Seals a unit into memory that does not overlap it, and returns the number of bytes written.
  package func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    let byteCount = try Self.byteCount(sealing: content.count, asUnit: unit)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    unsafe seal(content, fromUnit: unit, isEnd: isLast, into: output.baseAddress!)
    return byteCount
  }

  /// The size of the content of `byteCount` sealed bytes that start with unit `unit`, if a vault with these limits can
  /// have them.
  static func contentByteCount(
    of byteCount: Int, fromUnit unit: UInt64, limits: Vault.Limits
  ) throws(VaultError) -> Int {
    let contentByteCount = try contentByteCount(ofChunks: UInt64(byteCount))
    // Empty content has one chunk. There is no empty chunk after others.
    guard contentByteCount > 0 || unit == 0 else { throw .truncated }
    try limits.check(contentByteCount: try end(ofContent: contentByteCount, from: unit))
    return Int(contentByteCount)
  }

  /// Opens a unit into memory that does not overlap it, and returns the size of its content. If the sealed bytes
  /// `mayChange`, they are copied first.
  func open(
    _ sealed: UnsafeRawBufferPointer, mayChange: Bool, unit: UInt64, isLast: Bool,
    into output: UnsafeMutableRawBufferPointer, limits: Vault.Limits
  ) throws(VaultError) -> Int {
    let byteCount = try Self.contentByteCount(of: sealed.count, fromUnit: unit, limits: limits)
    precondition(output.count >= byteCount, "room for \(output.count) bytes; \(byteCount) are needed")
    try unsafe open(sealed, mayChange: mayChange, from: Self.firstChunk(of: unit), isEnd: isLast, into: output.start)
    return byteCount
  }

  /// Appends the content of units to `content`, on up to `cores` threads. After an error, `content` is unchanged.
  func append(
    _ sealed: UnsafeRawBufferPointer, mayChange: Bool, fromUnit unit: UInt64, isEnd: Bool, to content: inout [UInt8],
    limits: Vault.Limits, cores: Int? = 1, _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    _ = try Self.contentByteCount(of: sealed.count, fromUnit: unit, limits: limits)
    try unsafe append(
      sealed, mayChange: mayChange, from: Self.firstChunk(of: unit), isEnd: isEnd, to: &content, cores: cores, work)
  }
}
