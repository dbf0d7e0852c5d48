import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing

@testable import VaultFiles

/// The header of an output, which is computed at the same time as the rest.
@Suite struct VaultToolDeferredHeaderTests {
  private struct Refused: Error, Equatable {}

  private static let header: [UInt8] = [1, 2, 3]
  private static let rest: [UInt8] = [4, 5, 6, 7]

  /// The bytes that a sink received, at their place in a file or at the end of a stream.
  private func output(
    isStream: Bool, isSlow: Bool, _ make: () throws -> [UInt8], _ work: (Pipeline.Sink) throws -> Void
  ) -> (bytes: [UInt8], error: (any Error)?) {
    let bytes = Mutex<[UInt8]>([])
    let sink: Pipeline.Sink =
      isStream
      ? .stream { piece in bytes.withLock { $0 += piece } }
      : .file { piece, offset in
        bytes.withLock {
          let end = Int(offset) + piece.count
          if $0.count < end { $0 += repeatElement(0, count: end - $0.count) }
          $0.replaceSubrange(Int(offset)..<end, with: piece)
        }
      }
    do {
      try sink.reservingHeader(byteCount: Self.header.count, isSlow: isSlow, make, work)
      return (bytes.withLock { $0 }, nil)
    } catch {
      return (bytes.withLock { $0 }, error)
    }
  }

  private static func write(to sink: Pipeline.Sink) throws {
    for (place, byte) in rest.enumerated() {
      try withUnsafeBytes(of: byte) {
        switch sink {
        case .file(let write): try write($0, UInt64(place))
        case .stream(let write): try write($0)
        }
      }
    }
  }

  @Test(arguments: [false, true], [false, true]) func bothInTheirPlaces(isStream: Bool, isSlow: Bool) {
    let output = output(isStream: isStream, isSlow: isSlow, { Self.header }, Self.write)
    #expect(output.bytes == Self.header + Self.rest && output.error == nil)
  }

  /// Each waits for the other, so both must run at the same time.
  @Test(arguments: [false, true]) func atTheSameTime(isStream: Bool) {
    let (isMaking, isWorking) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let output = output(isStream: isStream, isSlow: true) {
      isMaking.signal()
      return isWorking.wait(timeout: .now() + 60) == .success ? Self.header : []
    } _: { sink in
      isWorking.signal()
      if isMaking.wait(timeout: .now() + 60) == .success { try Self.write(to: sink) }
    }
    #expect(output.bytes == Self.header + Self.rest && output.error == nil)
  }

  /// A stream gets nothing before its header. A file gets the rest, which stays invisible after a failure.
  @Test(arguments: [false, true], [false, true]) func aHeaderThatFails(isStream: Bool, isSlow: Bool) {
    let output = output(isStream: isStream, isSlow: isSlow, { throw Refused() }, Self.write)
    #expect(output.error as? Refused == Refused())
    #expect(output.bytes == (isStream ? [] : [0, 0, 0] + Self.rest))
  }

  /// The work has failed after its first byte. The error is that of the work.
  @Test(arguments: [false, true], [false, true]) func workThatFails(isStream: Bool, isSlow: Bool) {
    let output = output(isStream: isStream, isSlow: isSlow, { Self.header }) { sink in
      try Self.write(to: sink)
      throw Refused()
    }
    #expect(output.error as? Refused == Refused())
    #expect(output.bytes == (isStream ? Self.header : [0, 0, 0]) + Self.rest)
  }
}
