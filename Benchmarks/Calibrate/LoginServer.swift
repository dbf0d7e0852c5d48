import Foundation
import SwiftVaultCommandSupport
import Vault

/// Cores that verify passwords: threads that derive keys.
final class LoginServer: @unchecked Sendable {
  private let condition = NSCondition()
  // Guarded by `condition`.
  private var waiting: [Double] = []
  private var latencies: [Double] = []
  private var isOver = false
  private var running = 0

  private let start = DispatchTime.now()
  private let work: @Sendable (Int) -> Void
  private let batchCount: Int

  /// The most logins in one call of `deriveKeys`.
  static let batchCount = 16

  /// - Parameter work: derives for so many logins at once, at most `batchCount` of them.
  private init(batchCount: Int, _ work: @escaping @Sendable (Int) -> Void) {
    self.batchCount = batchCount
    self.work = work
  }

  private var now: Double { Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9 }

  /// The seconds of each login of `queue`, which arrive in real time, in the order in which they end.
  static func latencies(
    of queue: LoginQueue, batchCount: Int = 1, _ work: @escaping @Sendable (Int) -> Void
  ) -> [Double] {
    let server = LoginServer(batchCount: batchCount, work)
    server.start(cores: queue.cores)
    for arrival in queue.arrivals {
      while server.now < arrival { Thread.sleep(forTimeInterval: max(1e-5, arrival - server.now)) }
      server.condition.lock()
      server.waiting.append(arrival)
      server.condition.signal()
      server.condition.unlock()
    }
    return server.finish()
  }

  private func start(cores: Int) {
    running = cores
    for _ in 0..<cores { Thread { self.serve() }.start() }
  }

  /// Waits for the end of all logins that have arrived.
  private func finish() -> [Double] {
    condition.lock()
    defer { condition.unlock() }
    isOver = true
    condition.broadcast()
    while running > 0 { condition.wait() }
    return latencies
  }

  private func serve() {
    condition.lock()
    while true {
      while waiting.isEmpty && !isOver { condition.wait() }
      if waiting.isEmpty { break }
      let some = Array(waiting.prefix(batchCount))
      waiting.removeFirst(some.count)
      condition.unlock()
      work(some.count)
      let end = now
      condition.lock()
      latencies += some.map { end - $0 }
    }
    running -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// The seconds of each of some calls of `work`, for so many logins each, on all cores at once and without a pause.
  static func busySeconds(cores: Int, calls: Int, logins: Int, _ work: @escaping @Sendable (Int) -> Void) -> [Double] {
    let times = Times()
    let server = LoginServer(batchCount: logins) { count in
      let start = DispatchTime.now()
      work(count)
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9)
    }
    // All have arrived at the start, so that every batch is full.
    server.waiting = [Double](repeating: 0, count: cores * calls * logins)
    server.start(cores: cores)
    _ = server.finish()
    return times.all
  }

  private final class Times: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var times: [Double] = []
    func append(_ time: Double) { lock.withLock { times.append(time) } }
    var all: [Double] { lock.withLock { times } }
  }
}

extension PBKDF2HashFunction {
  /// Derives keys for so many logins with the given rounds: a single one with `deriveKey`, several in a batch.
  static func derive(logins: Int, rounds: Int) {
    // At least one round and one digest: the library has nothing to refuse.
    let requests = (0..<logins).map { index in
      try! PBKDF2<Self>.Request(
        password: "correct horse \(index)".utf8, salt: .init(unchecked: repeatElement(UInt8(index), count: 16)),
        rounds: .unchecked(rounds), outputByteCounts: [Digest.byteCount])
    }
    keep(PBKDF2<Self>.deriveKeys(requests))
  }
}
