import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing

@testable import SwiftVaultVaultTool
@testable import VaultFiles

/// The error that a pipeline ends with, and what it has written by then, in any order of its threads.
@Suite struct VaultToolPipelineTests {
  private struct Refused: Error, Equatable {
    let unit: UInt64
  }

  /// Units of 4 bytes, 6 in all.
  private static let input = Data((0..<24).map { UInt8($0) })
  private let folder = TestFolder()

  enum Kind: CaseIterable { case file, stream }

  /// Runs the input through a pipeline whose units stay as they are, or fail where `transform` throws.
  private func run(
    from source: Kind, to sink: Kind, _ transform: @escaping @Sendable (UInt64) throws -> Void
  ) throws -> (output: [UInt64: [UInt8]], error: Refused?) {
    folder.write("input", Self.input)
    let handle = try FileHandle(forReadingFrom: folder.file("input"))
    let written = Mutex<[UInt64: [UInt8]]>([:])
    let pipeline = Pipeline(
      source == .file
        ? .file(handle.fileDescriptor, offset: 0, byteCount: UInt64(Self.input.count)) : .stream(handle.fileDescriptor),
      to: sink == .file
        ? .file { bytes, offset in written.withLock { $0[offset / 4] = Array(bytes) } }
        : .stream { bytes in written.withLock { $0[UInt64($0.count)] = Array(bytes) } },
      unitByteCount: 4, outputByteCount: 4)
    let error = #expect(throws: Refused.self) {
      try pipeline.run { unit, output in
        try transform(unit.number)
        output.copyMemory(from: unit.bytes)
        return unit.bytes.count
      }
    }
    return (written.withLock { $0 }, error)
  }

  private static func unit(_ number: UInt64) -> [UInt8] { Array(input[Int(number) * 4..<Int(number + 1) * 4]) }

  /// Unit 1 fails before unit 0 does. The error of unit 0 is the one that is reported.
  @Test(arguments: Kind.allCases, Kind.allCases)
  func theErrorIsThatOfTheFirstUnit(source: Kind, sink: Kind) throws {
    let hasFailed = DispatchSemaphore(value: 0)
    let outcome = try run(from: source, to: sink) { unit in
      switch unit {
      case 0:
        _ = hasFailed.wait(timeout: .now() + 10)
        usleep(100_000)  // until the other thread has left word of its failure
      case 1: hasFailed.signal()
      default: return
      }
      throw Refused(unit: unit)
    }
    #expect(outcome.error == Refused(unit: 0))
    #expect(outcome.output[0] == nil && outcome.output[1] == nil)
  }

  /// Unit 2 fails while unit 1 waits for unit 0. Both of these are still written, and nothing else.
  @Test(arguments: Kind.allCases) func whatComesBeforeTheFailureIsWritten(source: Kind) throws {
    let hasFailed = DispatchSemaphore(value: 0)
    let outcome = try run(from: source, to: .stream) { unit in
      if unit == 0 {
        _ = hasFailed.wait(timeout: .now() + 10)
        usleep(100_000)
      }
      guard unit == 2 else { return }
      usleep(100_000)  // until unit 1 waits for its turn
      hasFailed.signal()
      throw Refused(unit: unit)
    }
    #expect(outcome.error == Refused(unit: 2))
    #expect(outcome.output == [0: Self.unit(0), 1: Self.unit(1)])
  }
}
