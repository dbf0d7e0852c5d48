internal import SwiftVaultCLibrary
package import Vault

/// Seals and opens content on all cores. A unit of the pipeline is a unit of the vault.

extension PendingVault {
  /// Seals the rest of an input on up to `cores` threads, and returns its size in bytes. Unless this is one thread, the
  /// passwords are stretched on another.
  package func seal(
    _ input: InputFile, to sink: Pipeline.Sink, cores: Int? = nil,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> UInt64 {
    try sink.reservingHeader(
      byteCount: Vault.headerByteCount, isSlow: isStretched && cores != 1, for: input.background,
      { try header(for: input) }
    ) { sink in
      try unsafe input.transform(
        to: sink, unitByteCount: Vault.unitContentByteCount, outputByteCount: Vault.unitByteCount,
        mustStay: true, cores: cores, progress: progress
      ) { unit, output in
        try unsafe chunks.seal(unit.bytes, unit: unit.number, isLast: unit.isLast, into: output)
      }
    }
  }

  fileprivate func header(for input: InputFile) throws -> [UInt8] {
    try input.background.uncancelled { try header(input.background) }
  }
}

extension VaultOpener {
  /// Opens the chunks in the rest of an input, and returns the size of their content in bytes.
  package func open(
    _ input: InputFile, to sink: Pipeline.Sink, cores: Int? = nil, progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> UInt64 {
    let byteCount = try unsafe input.transform(
      to: sink, unitByteCount: Vault.unitByteCount, outputByteCount: Vault.unitContentByteCount,
      cores: cores, progress: progress
    ) { unit, output in try unsafe open(unit, into: output) }
    return try Self.contentByteCount(ofChunks: byteCount)
  }

  /// Opens the chunks in the rest of an input, seals their content as another vault, and returns its size in bytes.
  /// There are at most 5 threads, because each needs 2 MiB.
  package func reseal(
    _ input: InputFile, as new: PendingVault, to sink: Pipeline.Sink, cores: Int? = nil,
    progress: @escaping (Int) throws -> Void = { _ in }
  ) throws -> UInt64 {
    let byteCount = try sink.reservingHeader(
      byteCount: Vault.headerByteCount, isSlow: new.isStretched && cores != 1, for: input.background,
      { try new.header(for: input) }
    ) { sink in
      try unsafe input.transform(
        to: sink, unitByteCount: Vault.unitByteCount, outputByteCount: Vault.unitByteCount, mustStay: true,
        cores: min(5, cores ?? Processors.available + 1), progress: progress
      ) { unit, output in
        // Neither works in place, so the new unit is made in the memory of the old one.
        let content = unsafe UnsafeRawBufferPointer(rebasing: output[..<(try open(unit, into: output))])
        let byteCount = try unsafe new.chunks.seal(content, unit: unit.number, isLast: unit.isLast, into: unit.memory)
        unsafe output.copyMemory(from: unit.bytes)
        return byteCount
      }
    }
    return try Self.contentByteCount(ofChunks: byteCount)
  }

  private func open(_ unit: Pipeline.Unit, into output: UnsafeMutableRawBufferPointer) throws -> Int {
    do throws(VaultError) {
      return try unsafe open(unit.bytes, mayChange: false, unit: unit.number, isLast: unit.isLast, into: output)
    } catch .truncated {
      let before = unit.number * UInt64(Vault.unitByteCount)
      throw unsafe Pipeline.Failure.truncated(UInt64(Vault.headerByteCount) + before + UInt64(unit.bytes.count))
    }
  }

  private static func contentByteCount(ofChunks byteCount: UInt64) throws -> UInt64 {
    try Vault.contentByteCount(ofVault: UInt64(Vault.headerByteCount) + byteCount)
  }
}

extension InputFile {
  /// Runs the rest of the input through a pipeline, and returns its size in bytes. If the file `mustStay` unchanged but
  /// did not, a stream does not get the end of the output.
  fileprivate func transform(
    to sink: Pipeline.Sink, unitByteCount: Int, outputByteCount: Int, mustStay: Bool = false, cores: Int?,
    progress: @escaping (Int) throws -> Void,
    _ transform: @escaping @Sendable (Pipeline.Unit, UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> UInt64 {
    let pipeline = Pipeline(
      try source(), to: sink, unitByteCount: unitByteCount, outputByteCount: outputByteCount, cores: cores,
      for: background,
      progress: { [background] byteCount in
        try background.advance(byContent: byteCount)
        try progress(byteCount)
      })
    if mustStay { pipeline.whenRead = { try self.checkUnchanged(hasStreamed: sink.isStream) } }
    do {
      try unsafe pipeline.run(transform)
    } catch Pipeline.Failure.read(let number) {
      throw readFailure(number)
    } catch Pipeline.Failure.shortened {
      throw failure(.changed, pipeline.hasStreamed)
    } catch Pipeline.Failure.truncated(let byteCount) {
      throw try failure(.truncated, in: byteCount, hasStreamed: pipeline.hasStreamed)
    } catch let error as VaultError {
      throw try failure(error, hasStreamed: pipeline.hasStreamed)
    }
    return pipeline.byteCount
  }
}
