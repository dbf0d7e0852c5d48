/// Seals content in pieces of any length, with about 1 MiB of memory besides the caller's, whatever the content's size.
///
/// ```swift
/// var writer = try VaultWriter(under: .password("correct horse battery staple".utf8))
/// var vault: [UInt8] = []
/// while let piece = nextPiece() {
///   try writer.update(piece, into: &vault)
///   store(vault)
///   vault.removeAll(keepingCapacity: true)
/// }
/// try writer.finalize(into: &vault)
/// store(vault)
/// ```
///
/// Until ``finalize(into:)`` the vault has no end, and no reader opens it.
public struct VaultWriter: ~Copyable {
  private let sealer: VaultSealer
  private let cores: Int?
  private let buffer = ChunkBuffer(pieceByteCount: VaultChunks.unitContentByteCount)
  /// The number of units sealed so far.
  private var unit: UInt64 = 0

  /// Starts a vault. The parameters are those of `Vault.seal`.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    under secret: VaultSecret, and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int? = nil
  ) throws(VaultError) {
    self.init(
      try VaultSealer(under: secret, and: others, context: context, stretching: stretching, limits: limits),
      cores: cores)
  }

  package init(_ sealer: VaultSealer, cores: Int?) {
    self.sealer = sealer
    self.cores = cores
  }

  /// Takes the next piece of the content, and appends the part of the vault that it completes.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content grows beyond what a vault can hold.
  public mutating func update(_ content: some Sequence<UInt8>, into output: inout [UInt8]) throws(VaultError) {
    try unsafe content.withBytes { content throws(VaultError) in
      try unsafe buffer.append(content) { whole throws(VaultError) in
        try unsafe seal(whole, isEnd: false, into: &output)
      }
    }
  }

  /// Appends the end of the vault.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when the content grew beyond what a vault can hold.
  public consuming func finalize(into output: inout [UInt8]) throws(VaultError) {
    try unsafe seal(buffer.end, isEnd: true, into: &output)
  }

  private mutating func seal(
    _ content: UnsafeRawBufferPointer, isEnd: Bool, into output: inout [UInt8]
  ) throws(VaultError) {
    let byteCount = try VaultChunks.byteCount(sealing: content.count, fromUnit: unit)
    if unit == 0 { output += sealer.header }
    let place = output.count
    output += repeatElement(0, count: byteCount)
    unsafe output.withUnsafeMutableBytes { output in
      unsafe sealer.chunks.seal(content, fromUnit: unit, isEnd: isEnd, into: output.baseAddress! + place, cores: cores)
    }
    unit += UInt64(content.count / VaultChunks.unitContentByteCount)
  }
}
