import Foundation
import Vault

/// Content on its way into vaults and out of them, on all cores: a unit of the pipeline is one of the vault.

extension VaultSealer {
  /// Seals what an input has left; returns how many bytes that were.
  func seal(_ input: InputFile, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: try sink.after(header), unitByteCount: Self.unitByteCount, outputByteCount: VaultOpener.unitByteCount,
      mustStay: true
    ) { unit, output in
      try seal(unit.bytes, unit: unit.number, isLast: unit.isLast, into: output)
    }
    return Int(clamping: byteCount)
  }
}

extension VaultOpener {
  /// Opens the chunks that an input has left; returns how many bytes of content that were.
  func open(_ input: InputFile, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: sink, unitByteCount: Self.unitByteCount, outputByteCount: VaultSealer.unitByteCount
    ) { unit, output in try open(unit, into: output) }
    return try Self.contentByteCount(ofChunks: byteCount)
  }

  /// Opens the chunks that an input has left, and seals their content as another vault; returns how many bytes that were.
  func reseal(_ input: InputFile, as new: VaultSealer, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: try sink.after(new.header), unitByteCount: Self.unitByteCount, outputByteCount: Self.unitByteCount,
      mustStay: true
    ) { unit, output in
      try Pipeline.withBuffer(VaultSealer.unitByteCount) { content in
        let byteCount = try open(unit, into: content)
        let piece = UnsafeRawBufferPointer(rebasing: content[..<byteCount])
        _ = try new.seal(piece, unit: unit.number, isLast: unit.isLast, into: output)
      }
      return unit.bytes.count
    }
    return try Self.contentByteCount(ofChunks: byteCount)
  }

  private func open(_ unit: Pipeline.Unit, into output: UnsafeMutableRawBufferPointer) throws -> Int {
    do throws(VaultError) {
      return try open(unit.bytes, unit: unit.number, isLast: unit.isLast, into: output)
    } catch .truncated {
      let before = unit.number * UInt64(Self.unitByteCount)
      throw try SealedFile.cutFailure(UInt64(Vault.headerByteCount) + before + UInt64(unit.bytes.count))
    }
  }

  private static func contentByteCount(ofChunks byteCount: UInt64) throws -> Int {
    Int(clamping: try Vault.contentByteCount(ofVault: UInt64(Vault.headerByteCount) + byteCount))
  }
}

extension InputFile {
  /// Runs what is left through a pipeline; returns how many bytes that were. If the file `mustStay` as it was and did
  /// not, a stream does not get the end of the output.
  fileprivate func transform(
    to sink: Pipeline.Sink, unitByteCount: Int, outputByteCount: Int, mustStay: Bool = false,
    _ transform: @escaping @Sendable (Pipeline.Unit, UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> UInt64 {
    let (source, total) = (try source(), try remaining())
    // What is typed, or shown, is seen as it goes.
    let progress = isTerminal || sink.isTerminal ? nil : Progress(total: total)
    defer { progress?.finish() }
    let pipeline = Pipeline(source, to: sink, unitByteCount: unitByteCount, outputByteCount: outputByteCount) {
      progress?.advance(by: $0)
    }
    if mustStay { pipeline.whenRead = { try self.checkUnchanged(hasStreamed: sink.isStream) } }
    try reportingFailures(pipeline.hasStreamed) { try pipeline.run(transform) }
    return pipeline.byteCount
  }

  /// Turns what a pipeline or the library throws about this file into a sentence about it, which says whether a part of
  /// the output `hasStreamed` out by then.
  func reportingFailures<Result>(
    _ hasStreamed: @autoclosure () -> Bool = false, hasContext: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch Pipeline.Failure.read(let number) {
      throw readFailure(number)
    } catch Pipeline.Failure.shortened {
      throw changeFailure(hasStreamed())
    } catch Pipeline.Failure.length {
      try checkUnchanged(hasStreamed: hasStreamed())
      throw ToolError(ofLengthOf: name, outcome: outcome(hasStreamed()))
    } catch let error as VaultError {
      // A vault that is written while it is read looks damaged.
      try checkUnchanged(hasStreamed: hasStreamed())
      throw ToolError(error, name, hasContext: hasContext, outcome: outcome(hasStreamed()))
    }
  }
}
