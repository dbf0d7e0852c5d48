public import Vault

extension VaultFile {
  /// Seals content that arrives in pieces of any size, such as from the network, with cancellation.
  ///
  /// Runs in the background, with a few MiB of memory besides the pieces. The other parameters are those of `seal` for
  /// files.
  ///
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` or ``/Vault/VaultError`` as for files; the error of `pieces`; `CancellationError`
  ///   when the task is cancelled, even if that ends `pieces` without an error. No file then appears.
  @discardableResult @concurrent
  public static func seal<Pieces: AsyncSequence & Sendable>(
    _ pieces: Pieces, to output: Output, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits()
  ) async throws -> UInt64 where Pieces.Element: Sequence<UInt8> {
    let vault = try PendingVault(secret, and: others, context, stretching: stretching, limits: limits)
    let sealer = PieceSealer(try OutputDestination(output, nil))
    defer { sealer.discard() }
    try await inBackground(nil, output, nil) { work in try sealer.begin(vault, work) }
    for try await piece in pieces {
      sealer.append(piece)
      if sealer.isFull { try await inBackground(nil, output, nil) { work in try sealer.write(work) } }
    }
    try await inBackground(nil, output, nil) { work in try sealer.finalize(work) }
    return sealer.byteCount
  }
}

/// Seals pieces, and writes the vault. Its calls come one after the other.
private final class PieceSealer: @unchecked Sendable {
  private let destination: OutputDestination
  /// Nil before the beginning and after the end.
  private var writer: VaultWriter?
  private var content: [UInt8] = []
  private var vault: [UInt8] = []
  /// The number of bytes of the vault that have been written.
  private var place: UInt64 = 0
  private(set) var byteCount: UInt64 = 0

  init(_ destination: OutputDestination) { self.destination = destination }

  deinit { wipe(&content) }

  /// Whether there is enough content for a thread of its own.
  var isFull: Bool { content.count >= Vault.unitContentByteCount }

  func begin(_ vault: PendingVault, _ work: BackgroundWork) throws {
    try destination.create()
    writer = VaultWriter(try Optional(work).uncancelled { try VaultSealer(vault, work) }, cores: 1)
  }

  func append(_ piece: some Sequence<UInt8>) {
    unsafe piece.withBytes { piece in
      content.growWiping(to: content.count + piece.count)
      unsafe content.append(contentsOf: piece)
      byteCount += UInt64(piece.count)
    }
  }

  /// Seals what has been appended.
  func write(_ work: BackgroundWork) throws {
    try writer?.update(content, into: &vault)
    wipe(&content)
    content.removeAll(keepingCapacity: true)
    try unsafe vault.withUnsafeBytes { vault in
      switch destination.sink(for: work) {
      case .file(let write): try unsafe write(vault, place)
      case .stream(let write): try unsafe write(vault)
      }
    }
    place += UInt64(vault.count)
    vault.removeAll(keepingCapacity: true)
  }

  /// Seals the end, and lets a file appear.
  func finalize(_ work: BackgroundWork) throws {
    try write(work)
    try writer.take()?.finalize(into: &vault)
    try write(work)
    try destination.commit()
  }

  func discard() { destination.discard() }
}
