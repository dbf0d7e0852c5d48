/// Opens a vault that comes in pieces of any length, in memory that does not grow with it: about 1 MiB beside the
/// caller's. Any part of a vault by itself is read by ``UnlockedVault/read(at:count:ofVault:from:)``.
///
/// ```swift
/// var reader = try VaultReader(header: firstBytes, password: "correct horse battery staple".utf8)
/// var content: [UInt8] = []
/// while let piece = nextPiece() {  // what follows the header
///   try reader.update(piece, appendingTo: &content)
///   use(content)
///   content.removeAll(keepingCapacity: true)
/// }
/// try reader.finalize(appendingTo: &content)
/// use(content)
/// ```
///
/// Only authentic content is released, in order; but whether it is complete is known when ``finalize(appendingTo:)``
/// has returned. After an error the reader is to be thrown away.
public struct VaultReader: ~Copyable {
  private let opener: VaultOpener
  private let cores: Int
  private let buffer = ChunkBuffer(pieceByteCount: VaultOpener.unitByteCount)
  /// The units opened so far.
  private var unit: UInt64 = 0

  /// Starts with a vault's header: 1,440 bytes, or more of it; the other parameters are those of `Vault.open`.
  ///
  /// - Throws: ``VaultError``, as `UnlockedVault` does.
  public init(
    header: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1
  ) throws(VaultError) {
    let vault = try UnlockedVault(header: header, password: password, context: context, limits: limits)
    self.init(vault, limits: limits, cores: cores)
  }

  /// Starts with a vault that has been unlocked.
  public init(_ vault: UnlockedVault, limits: Vault.Limits = Vault.Limits(), cores: Int = 1) {
    opener = VaultOpener(vault, limits: limits)
    self.cores = cores
  }

  /// Takes the next bytes that follow the header, and appends the content that is authentic by then, in order.
  ///
  /// - Throws: ``VaultError/damaged(chunk:)``, ``VaultError/overLimit(_:found:limit:)`` or
  ///   ``VaultError/contentTooLong(maximum:)``; what was appended before it, by the same call too, is authentic.
  public mutating func update(
    _ chunks: some Sequence<UInt8>, appendingTo content: inout [UInt8]
  ) throws(VaultError) {
    try unsafe chunks.withBytes { chunks throws(VaultError) in
      try unsafe buffer.append(chunks) { whole throws(VaultError) in
        try unsafe open(whole, isEnd: false, appendingTo: &content)
      }
    }
  }

  /// Appends the end of the content, and with it vouches for all of it.
  ///
  /// - Throws: ``VaultError/truncated``, or what ``update(_:appendingTo:)`` does.
  public consuming func finalize(appendingTo content: inout [UInt8]) throws(VaultError) {
    try unsafe open(buffer.end, isEnd: true, appendingTo: &content)
  }

  private mutating func open(
    _ chunks: UnsafeRawBufferPointer, isEnd: Bool, appendingTo content: inout [UInt8]
  ) throws(VaultError) {
    try unsafe opener.append(chunks, from: unit, isEnd: isEnd, to: &content, cores: cores)
    unit += UInt64(chunks.count / VaultOpener.unitByteCount)
  }
}

extension UnlockedVault {
  #if hasFeature(Embedded)
  /// Reads a part of the content, decrypting only the chunks it lies in; see the form with any error, which Embedded Swift
  /// cannot have.
  ///
  /// - Throws: ``VaultError``, the one that `source` throws included.
  public func read(
    at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64,
    from source: (Range<UInt64>) throws(VaultError) -> [UInt8]
  ) throws(VaultError) -> [UInt8] {
    let part = try Part(at: offset, count: count, ofVault: vaultByteCount)
    return try open(part, try source(part.chunkBytes))
  }
  #else
  /// Reads a part of the content, decrypting only the chunks it lies in.
  ///
  /// A part that reaches the end is shorter, one that starts behind it is empty; either is so only where the vault
  /// really ends. Of chunks outside the part nothing is known. The work is that of the part, however long the vault, so
  /// no limit applies.
  ///
  /// - Parameters:
  ///   - offset: where the part starts in the content.
  ///   - count: its size in bytes.
  ///   - vaultByteCount: the size of the whole vault.
  ///   - source: gives bytes of the vault, counted from its start; called once, with whole chunks.
  /// - Throws: ``VaultError``, or what `source` throws.
  public func read(
    at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64, from source: (Range<UInt64>) throws -> [UInt8]
  ) throws -> [UInt8] {
    let part = try Part(at: offset, count: count, ofVault: vaultByteCount)
    return try open(part, try source(part.chunkBytes))
  }
  #endif

  private func open(_ part: Part, _ chunks: [UInt8]) throws(VaultError) -> [UInt8] {
    guard UInt64(chunks.count) == part.chunkBytes.upperBound - part.chunkBytes.lowerBound else { throw .truncated }
    var content: [UInt8] = []
    defer { wipe(&content) }
    var failure: VaultError?
    unsafe chunks.withUnsafeBytes { chunks in
      do throws(VaultError) {
        try unsafe self.chunks.append(chunks, from: part.firstChunk, isEnd: part.isEnd, to: &content, cores: 1)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return Array(content[Int(part.contentBytes.lowerBound)..<Int(part.contentBytes.upperBound)])
  }
}

/// A part of a vault's content, and the chunks it lies in.
private struct Part {
  let firstChunk: UInt64
  /// Whether the last of the chunks is the vault's last.
  let isEnd: Bool
  /// Where the chunks lie in the vault.
  let chunkBytes: Range<UInt64>
  /// Where the part lies in the content of these chunks.
  let contentBytes: Range<UInt64>

  init(at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64) throws(VaultError) {
    precondition(count >= 0, "a part of \(count) bytes")
    let header = UInt64(Vault.headerByteCount)
    let contentByteCount = try Vault.contentByteCount(ofVault: vaultByteCount)
    let (start, size) = (min(offset, contentByteCount), UInt64(VaultChunks.contentByteCount))
    let end = start + min(UInt64(count), contentByteCount - start)
    let lastChunk = VaultChunks.count(ofContent: contentByteCount) - 1
    firstChunk = min(start / size, lastChunk)
    let last = max(firstChunk, (max(end, 1) - 1) / size)
    isEnd = last == lastChunk
    let place = header + firstChunk * UInt64(VaultChunks.byteCount)
    chunkBytes = place..<(isEnd ? vaultByteCount : header + (last + 1) * UInt64(VaultChunks.byteCount))
    contentBytes = start - firstChunk * size..<end - firstChunk * size
  }
}
