import Dispatch
import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes
import Vault

/// Cores that verify passwords: threads that derive keys.
final class LoginServer: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  // Guarded by `lock`.
  private var waiting: [Double] = []
  private var latencies: [Double] = []
  private var isOver = false

  /// Signalled for each login that arrives, and at the end for each thread.
  private let arrived = DispatchSemaphore(value: 0)
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
    server.serve(cores: queue.cores) {
      for arrival in queue.arrivals {
        while server.now < arrival { pause(for: .seconds(max(1e-5, arrival - server.now))) }
        server.locked { server.waiting.append(arrival) }
        server.arrived.signal()
      }
    }
    return server.latencies
  }

  /// Serves on threads until all logins that arrive while `arrive` runs have ended.
  private func serve(cores: Int, arrive: @escaping @Sendable () -> Void) {
    Threads.perform(cores + 1) { number in
      if number > 0 { return self.serve() }
      arrive()
      self.locked { self.isOver = true }
      for _ in 0..<cores { self.arrived.signal() }
    }
  }

  private func serve() {
    while true {
      arrived.wait()
      while let arrivals = next() {
        if arrivals.isEmpty { return }
        work(arrivals.count)
        let end = now
        locked { latencies += arrivals.map { end - $0 } }
      }
    }
  }

  /// The arrivals of the next logins; nil if none waits, empty if none will. Both are read at one moment, so the last
  /// login is not left behind.
  private func next() -> [Double]? {
    locked {
      let some = Array(waiting.prefix(batchCount))
      waiting.removeFirst(some.count)
      return some.isEmpty && !isOver ? nil : some
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.wait()
    defer { lock.signal() }
    return body()
  }

  /// The times of some calls of `work`, for so many logins each, on all cores at once and without a pause.
  static func busyTimes(cores: Int, calls: Int, logins: Int, _ work: @escaping @Sendable (Int) -> Void) -> [Timing] {
    let times = Times()
    let server = LoginServer(batchCount: logins) { count in times.append(Timing { work(count) }) }
    // All have arrived at the start, so that every batch is full.
    server.waiting = [Double](repeating: 0, count: cores * calls * logins)
    server.serve(cores: cores) {}
    return times.all
  }

  private final class Times: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    // Guarded by `lock`.
    private var times: [Timing] = []

    func append(_ time: Timing) {
      lock.wait()
      times.append(time)
      lock.signal()
    }

    /// To be read when all have been appended.
    var all: [Timing] { times }
  }
}

extension PBKDF2HashFunction {
  /// Derives keys for so many logins with the given rounds: a single one with `deriveKey`, several in a batch.
  static func derive(logins: Int, rounds: Int) {
    // At least one round and one digest: the library has nothing to refuse.
    let requests = (0..<logins).map { index in
      try! PBKDF2<Self>.Request(
        password: "correct horse \(index)".utf8, salt: .init(unchecked: repeatElement(UInt8(index), count: 16)),
        rounds: .exactly(rounds), outputByteCounts: [Digest.byteCount])
    }
    keep(PBKDF2<Self>.deriveKeys(requests))
  }
}
