#if !os(Windows)
import Vault

/// The time of a file from end to end: opening and reading it, the key derivation, the content, writing the result.
struct VaultTiming {
  /// Elapsed time.
  let seconds: Double
  /// The key derivation's part of it.
  let derivation: Timing
}

/// Seals and opens files on some cores, as a program does with `VaultWriter` and `VaultReader`.
final class VaultRun {
  /// The number of cores.
  let cores: Int
  private let stretching: PasswordStretching
  private let piece: UnsafeMutableRawBufferPointer
  private let clock = ContinuousClock()
  private var output: [UInt8] = []

  /// The size of a read.
  static let pieceByteCount = 4 << 20

  /// The password of every vault.
  static let password = "correct horse battery staple".utf8

  /// Makes room for a piece, and for the output of that piece and of the one that the library held back.
  init(_ stretching: PasswordStretching, cores: Int) {
    self.stretching = stretching
    self.cores = cores
    piece = .allocate(byteCount: Self.pieceByteCount, alignment: 4096)
    output.reserveCapacity(2 * Self.pieceByteCount)
  }

  deinit {
    wipe(piece.baseAddress!, byteCount: piece.count)
    // Removed bytes remain in the array's memory, so zeros overwrite all that was ever filled.
    output.removeAll(keepingCapacity: true)
    for _ in 0..<2 { output.append(contentsOf: UnsafeRawBufferPointer(piece)) }
    wipe(&output)
    piece.deallocate()
  }

  /// Seals a file into a temporary one.
  func seal(_ path: String) throws(BenchError) -> (VaultTiming, vault: BenchFile) {
    let start = clock.now
    let (input, vault) = (try BenchFile.reading(path), try BenchFile.temporary())
    do {
      var made: VaultWriter?
      let derivation = try Timing {
        made = try VaultWriter(under: .password(Self.password), stretching: stretching, cores: cores)
      }
      var writer = made.take()!
      while let bytes = try next(of: input) {
        try writer.update(bytes, into: &output)
        try flush(to: vault)
      }
      try writer.finalize(into: &output)
      try flush(to: vault)
      return (VaultTiming(seconds: (clock.now - start).seconds, derivation: derivation), vault)
    } catch {
      throw Self.failure("sealed", error)
    }
  }

  /// Opens a vault into a temporary file.
  func open(_ vault: BenchFile) throws(BenchError) -> (VaultTiming, content: BenchFile) {
    let start = clock.now
    vault.rewind()
    let content = try BenchFile.temporary()
    do {
      let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<Vault.headerByteCount])
      let header = UnsafeRawBufferPointer(rebasing: room[..<(try vault.read(into: room))])
      var made: VaultReader?
      let derivation = try Timing {
        made = try VaultReader(header: header, with: .password(Self.password), cores: cores)
      }
      var reader = made.take()!
      while let bytes = try next(of: vault) {
        try reader.update(bytes, into: &output)
        try flush(to: content)
      }
      try reader.finalize(into: &output)
      try flush(to: content)
      return (VaultTiming(seconds: (clock.now - start).seconds, derivation: derivation), content)
    } catch {
      throw Self.failure("opened", error)
    }
  }

  /// The next piece; `nil` at the end.
  private func next(of file: BenchFile) throws(BenchError) -> UnsafeRawBufferPointer? {
    let count = try file.read(into: piece)
    return count == 0 ? nil : UnsafeRawBufferPointer(rebasing: piece[..<count])
  }

  private func flush(to file: BenchFile) throws {
    try output.withUnsafeBytes { try file.write($0) }
    output.removeAll(keepingCapacity: true)
  }

  private static func failure(_ what: String, _ error: any Error) -> BenchError {
    error as? BenchError ?? BenchError(message: "the file could not be \(what): \(error)", isArgument: false)
  }
}
#endif
