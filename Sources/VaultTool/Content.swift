import Foundation
import Vault

/// Content on its way into vaults and out of them, on all cores.
///
/// A unit of the pipeline is a group of chunks, which are hashed side by side.
private let contentUnitByteCount = VaultChunks.groupCount * VaultChunks.contentByteCount
private let chunksUnitByteCount = VaultChunks.groupCount * VaultChunks.byteCount

extension NewVault {
  /// Seals what an input has left; returns how many bytes that were.
  func seal(_ input: InputFile, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: try sink.after(header), unitByteCount: contentUnitByteCount, outputByteCount: chunksUnitByteCount,
      mustStay: true
    ) { unit, output in
      seal(unit.bytes, of: unit, into: output)
      return Int(VaultChunks.byteCount(sealing: UInt64(unit.bytes.count)))
    }
    return Int(clamping: byteCount)
  }

  fileprivate func seal(
    _ content: UnsafeRawBufferPointer, of unit: Pipeline.Unit, into output: UnsafeMutableRawPointer
  ) {
    chunks.seal(content, from: unit.firstChunk, isEnd: unit.isLast, into: output)
  }
}

extension UnlockedVault {
  /// Opens the chunks that an input has left; returns how many bytes of content that were.
  func open(_ input: InputFile, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: sink, unitByteCount: chunksUnitByteCount, outputByteCount: contentUnitByteCount
    ) { unit, output in try open(unit, into: output) }
    return Int(clamping: try VaultChunks.contentByteCount(ofChunks: byteCount))
  }

  /// Opens the chunks that an input has left, and seals their content as another vault; returns how many bytes that were.
  func reseal(_ input: InputFile, as new: NewVault, to sink: Pipeline.Sink) throws -> Int {
    let byteCount = try input.transform(
      to: try sink.after(new.header), unitByteCount: chunksUnitByteCount, outputByteCount: chunksUnitByteCount,
      mustStay: true
    ) { unit, output in
      try Pipeline.withBuffer(contentUnitByteCount) { content in
        let byteCount = try open(unit, into: content.baseAddress!)
        new.seal(UnsafeRawBufferPointer(rebasing: content[..<byteCount]), of: unit, into: output)
      }
      return unit.bytes.count
    }
    return Int(clamping: try VaultChunks.contentByteCount(ofChunks: byteCount))
  }

  private func open(_ unit: Pipeline.Unit, into output: UnsafeMutableRawPointer) throws -> Int {
    let isWhole = unit.number > 0 || unit.bytes.count >= VaultChunks.byteCount(sealing: 0)
    let length = try? VaultChunks.contentByteCount(ofChunks: UInt64(unit.bytes.count))
    // Empty content has one chunk, and there is no empty one behind others.
    guard let byteCount = length, byteCount > 0 || unit.number == 0 else {
      throw isWhole ? Pipeline.Failure.length : VaultError.truncated
    }
    try chunks.open(unit.bytes, from: unit.firstChunk, isEnd: unit.isLast, into: output)
    return Int(byteCount)
  }
}

extension Pipeline.Unit {
  fileprivate var firstChunk: UInt64 { number * UInt64(VaultChunks.groupCount) }
}

extension InputFile {
  /// Runs what is left through a pipeline; returns how many bytes that were. If the file `mustStay` as it was and did
  /// not, a stream does not get the end of the output.
  fileprivate func transform(
    to sink: Pipeline.Sink, unitByteCount: Int, outputByteCount: Int, mustStay: Bool = false,
    _ transform: @escaping @Sendable (Pipeline.Unit, UnsafeMutableRawPointer) throws -> Int
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
