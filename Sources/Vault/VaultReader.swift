/// Opens a vault in pieces of any length, with about 1 MiB of memory besides the caller's, whatever the vault's size.
/// To read only a part of a vault, use ``UnlockedVault/read(at:count:ofVault:from:)``.
///
/// ```swift
/// var reader = try VaultReader(header: firstBytes, with: .password("correct horse battery staple".utf8))
/// var content: [UInt8] = []
/// while let piece = nextPiece() {  // what follows the header
///   try reader.update(piece, into: &content)
///   use(content)
///   content.removeAll(keepingCapacity: true)
/// }
/// try reader.finalize(into: &content)
/// use(content)
/// ```
///
/// Only authentic content is returned, in order. It is complete only when ``finalize(into:)`` has returned
/// without an error. After an error, the reader must not be used again.
public struct VaultReader: ~Copyable {
  private var chunks: VaultChunks
  private let limits: Vault.Limits
  /// The keys of the second copy of the header, until the first chunk has decided between two vaults.
  private var alternative: VaultKeys?
  private let cores: Int?
  private let buffer = ChunkBuffer(pieceByteCount: VaultChunks.unitByteCount)
  /// The number of units opened so far.
  private var unit: UInt64 = 0

  /// Starts with a vault's first 1,440 bytes, or more. The other parameters are those of `Vault.open`.
  ///
  /// - Throws: ``VaultError``, as `UnlockedVault` does.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    header: some Sequence<UInt8>, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), cores: Int? = nil
  ) throws(VaultError) {
    let vault = try UnlockedVault(header: header, with: secret, context: context, limits: limits)
    self.init(deciding: vault, limits: limits, cores: cores)
  }

  /// Starts with an unlocked vault that is not used elsewhere. If its copies of the header are from two vaults, the
  /// content decides between them. The reader may then use the copy that `vault` does not.
  init(deciding vault: UnlockedVault, limits: Vault.Limits, cores: Int?) {
    self.init(vault, limits: limits, cores: cores)
    alternative = vault.alternative
  }

  /// Starts with an unlocked vault.
  public init(_ vault: UnlockedVault, limits: Vault.Limits = Vault.Limits(), cores: Int? = nil) {
    chunks = vault.chunks
    self.limits = limits
    self.cores = cores
  }

  /// Takes the next bytes after the header, and appends the content that they complete.
  ///
  /// - Throws: ``VaultError/damaged(chunk:)``, ``VaultError/overLimit(_:found:limit:)`` or
  ///   ``VaultError/contentTooLong(maximum:)``. All content appended so far, including by this call, is authentic.
  public mutating func update(_ chunks: some Sequence<UInt8>, into content: inout [UInt8]) throws(VaultError) {
    let mayChange = chunks.mayChange
    try unsafe chunks.withBytes { chunks throws(VaultError) in
      try unsafe buffer.append(chunks) { whole throws(VaultError) in
        try unsafe open(whole, mayChange: mayChange && !buffer.holds(whole), isEnd: false, into: &content)
      }
    }
  }

  /// Appends the end of the content. If it returns, the content is complete.
  ///
  /// - Throws: ``VaultError/truncated``, or an error of `update(_:into:)`.
  public consuming func finalize(into content: inout [UInt8]) throws(VaultError) {
    try unsafe open(buffer.end, mayChange: false, isEnd: true, into: &content)
  }

  private mutating func open(
    _ sealed: UnsafeRawBufferPointer, mayChange: Bool, isEnd: Bool, into content: inout [UInt8]
  ) throws(VaultError) {
    if let alternative, unsafe alternative.authenticate(firstChunk: Array(sealed.prefix(VaultChunks.chunkByteCount))) {
      chunks = VaultChunks(alternative)
    }
    alternative = nil
    try unsafe chunks.append(
      sealed, mayChange: mayChange, fromUnit: unit, isEnd: isEnd, to: &content, limits: limits, cores: cores)
    unit += UInt64(sealed.count / VaultChunks.unitByteCount)
  }
}

extension UnlockedVault {
  #if hasFeature(Embedded)
  /// Reads a part of the content. Like the form whose `source` throws any error, which Embedded Swift does not support.
  ///
  /// - Throws: ``VaultError``, including one that `source` throws.
  public func read(
    at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64,
    from source: (Range<UInt64>) throws(VaultError) -> [UInt8]
  ) throws(VaultError) -> [UInt8] {
    let part = try Part(at: offset, count: count, ofVault: vaultByteCount)
    return try open(part, try source(part.chunkBytes))
  }
  #else
  /// Reads a part of the content, and decrypts only the chunks that hold it.
  ///
  /// The result is shorter than `count` if the content ends before, and empty if it ends before `offset`. In both cases
  /// the end of the vault has been authenticated. Chunks outside the part are *not* authenticated. The work depends
  /// only on the size of the part, so no limit applies.
  ///
  /// - Parameters:
  ///   - offset: the start of the part in the content, in bytes.
  ///   - count: the size of the part in bytes.
  ///   - vaultByteCount: the size of the whole vault in bytes.
  ///   - source: returns a range of bytes of the vault, counted from its start. It is called once, for whole chunks.
  /// - Throws: ``VaultError``, or the error of `source`.
  public func read(
    at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64, from source: (Range<UInt64>) throws -> [UInt8]
  ) throws -> [UInt8] {
    let part = try Part(at: offset, count: count, ofVault: vaultByteCount)
    return try open(part, try source(part.chunkBytes))
  }
  #endif

  private func open(_ part: Part, _ sealed: [UInt8]) throws(VaultError) -> [UInt8] {
    guard UInt64(sealed.count) == part.chunkBytes.upperBound - part.chunkBytes.lowerBound else { throw .truncated }
    var content: [UInt8] = []
    defer { wipe(&content) }
    try unsafe sealed.withBytes { sealed throws(VaultError) in
      try unsafe chunks.append(
        sealed, mayChange: false, from: part.firstChunk, isEnd: part.isEnd, to: &content, cores: 1)
    }
    return Array(content[Int(part.contentBytes.lowerBound)..<Int(part.contentBytes.upperBound)])
  }
}

/// A part of a vault's content, and the chunks that hold it.
private struct Part {
  let firstChunk: UInt64
  /// Whether the last of these chunks is the vault's last.
  let isEnd: Bool
  /// The range of the chunks in the vault, in bytes.
  let chunkBytes: Range<UInt64>
  /// The range of the part in the content of these chunks, in bytes.
  let contentBytes: Range<UInt64>

  init(at offset: UInt64, count: Int, ofVault vaultByteCount: UInt64) throws(VaultError) {
    precondition(count >= 0, "a part of \(count) bytes")
    let header = UInt64(Vault.headerByteCount)
    let contentByteCount = try Vault.contentByteCount(ofVault: vaultByteCount)
    let (start, size) = (min(offset, contentByteCount), UInt64(VaultChunks.chunkContentByteCount))
    let end = start + min(UInt64(count), contentByteCount - start)
    let lastChunk = VaultChunks.count(ofContent: contentByteCount) - 1
    firstChunk = min(start / size, lastChunk)
    let last = max(firstChunk, (max(end, 1) - 1) / size)
    isEnd = last == lastChunk
    let place = header + firstChunk * UInt64(VaultChunks.chunkByteCount)
    chunkBytes = place..<(isEnd ? vaultByteCount : header + (last + 1) * UInt64(VaultChunks.chunkByteCount))
    contentBytes = start - firstChunk * size..<end - firstChunk * size
  }
}
