import Foundation
import Sessions

/// Two directions of bytes between two threads, with an attacker in between who may change them.
final class Line: @unchecked Sendable {
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var start = 0
  private var isEnded = false
  /// Everything that was sent.
  private(set) var record: [UInt8] = []
  /// The attacker's change to each call.
  var change: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  func send(_ new: [UInt8]) {
    condition.withLock {
      record += new
      let changed = change(new)
      bytes += changed
      // With a changed size, both parties may wait for each other: a real connection has a timeout.
      if changed[..<2] != new[..<2] { isEnded = true }
      condition.broadcast()
    }
  }

  func end() {
    condition.withLock {
      isEnded = true
      condition.broadcast()
    }
  }

  /// A few bytes at a time, so that every message comes in pieces.
  func receive(_ maximum: Int) -> [UInt8] {
    condition.withLock {
      while start == bytes.count && !isEnded { condition.wait() }
      let piece = Array(bytes[start...].prefix(min(maximum, 1 + (bytes.count - start) / 2)))
      start += piece.count
      return piece
    }
  }
}

struct End: SessionStream {
  struct Broken: Error, CustomStringConvertible {
    let description = "the line is broken"
  }
  let (incoming, outgoing): (Line, Line)
  /// How many times it sends before it is broken.
  var sendingCount = Int.max

  mutating func send(_ bytes: [UInt8]) throws(Broken) {
    if sendingCount == 0 { throw Broken() }
    sendingCount -= 1
    outgoing.send(bytes)
  }

  func receive(maximumByteCount: Int) throws(Broken) -> [UInt8] { incoming.receive(maximumByteCount) }
}

/// The lines to the server and to the client.
struct Lines: Sendable {
  let up = Line()
  let down = Line()
}
