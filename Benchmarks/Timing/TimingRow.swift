import AES
import Dispatch
import PBKDF2

/// An operation on a secret of one of two classes.
struct TimingRow: Sendable {
  let operation: String
  /// The kernel, and whether it is the default one; `nil` if there is no choice.
  var kernel: String?
  var isChosen = true
  var isControl = false
  /// The size of the secret in bytes.
  let byteCount: Int
  /// Makes a secret of the first class or the second, out of random bytes.
  var prepare: @Sendable (_ secret: UnsafeMutableRawBufferPointer, _ isFirst: Bool) -> Void = TimingRow.fixedOrRandom
  /// Runs it.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void

  /// The text that the filter searches.
  var name: String { operation + (kernel.map { " " + $0 } ?? "") }

  /// The same secret every time, or a random one.
  @Sendable
  static func fixedOrRandom(_ secret: UnsafeMutableRawBufferPointer, isFirst: Bool) {
    if isFirst { for index in secret.indices { secret[index] = UInt8(truncatingIfNeeded: 29 &* index &+ 7) } }
  }

  /// Measures for about that many seconds.
  func measure(seconds: Double) -> TimingResult {
    let secrets = Message(byteCount: Self.batch * byteCount)
    let secret = Message(byteCount: byteCount)
    var generator = FastGenerator(seed: .random(in: .min ... .max))
    let callCount = callsPerSample(secret.contents)
    var samples: [WelchTest.Sample] = []
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    repeat {
      // All secrets of a batch are made before any is measured, and are processed in one buffer.
      let isFirst = (0..<Self.batch).map { _ in Bool.random(using: &generator) }
      for index in secrets.bytes.indices { secrets.bytes[index] = UInt8(truncatingIfNeeded: generator.next() >> 56) }
      for (index, isFirst) in isFirst.enumerated() { prepare(piece(index, of: secrets), isFirst) }
      for (index, isFirst) in isFirst.enumerated() {
        secret.bytes.copyMemory(from: UnsafeRawBufferPointer(piece(index, of: secrets)))
        samples.append(WelchTest.Sample(time: time(callCount, secret.contents), isFirst: isFirst))
      }
    } while DispatchTime.now().uptimeNanoseconds < end
    return TimingResult(self, WelchTest(samples), sampleCount: samples.count)
  }

  /// The number of secrets made at a time.
  private static let batch = 500

  private func piece(_ index: Int, of secrets: Message) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: secrets.bytes[index * byteCount..<(index + 1) * byteCount])
  }

  /// The mean nanoseconds of a call, over `count` calls.
  private func time(_ count: Int, _ secret: UnsafeRawBufferPointer) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { run(secret) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
  }

  /// The repetitions that take about a microsecond, so that reading the clock counts little.
  private func callsPerSample(_ secret: UnsafeRawBufferPointer) -> Int {
    _ = time(10, secret)
    return max(1, min(1000, Int(1000 / max(1, (0..<9).map { _ in time(10, secret) }.sorted()[4]))))
  }
}

/// Random numbers without a system call, so that most of the time is spent on measuring. Source: Steele and others,
/// SplitMix64.
private struct FastGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
