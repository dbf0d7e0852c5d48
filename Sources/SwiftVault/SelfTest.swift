/// Known answers of everything in this package, computed again on the processor at hand.
///
/// For an app that must know at its start, or a new platform that must be known at all: each hash function, HMAC, HKDF and
/// PBKDF2, AES in each mode with each padding and key wrap, on every kernel the processor can run; then a credential and
/// a vault. It takes some tens of milliseconds, needs no file and no Foundation, and runs in Embedded Swift too.
///
/// ```swift
/// let report = SelfTest.run()
/// precondition(report.passed, "\(report)")
/// ```
///
/// A wrong answer means that the code was compiled wrongly, or that the processor or an emulator computes wrongly. That all
/// answers are right does not show that the code is constant in time, or that the random numbers are unpredictable.
public enum SelfTest {
  /// One comparison with a known answer.
  public struct Check: Sendable, Equatable {
    /// The primitive, as its standard writes it: "SHA-256", "AES-CBC".
    public let primitive: String
    /// What was computed: "FIPS 180-4 \"abc\"".
    public let name: String
    /// The kernel it ran on, or "best" where the fastest one is always used.
    public let kernel: String
    /// Whether the answer was right.
    public let passed: Bool
  }

  /// What was computed, and whether it was right.
  public struct Report: Sendable, CustomStringConvertible {
    /// All comparisons, in the order in which they were made.
    public let checks: [Check]

    /// The comparisons that failed.
    public var failures: [Check] { checks.filter { !$0.passed } }

    /// Whether there was no failure.
    public var passed: Bool { failures.isEmpty }

    /// A line for each primitive with the kernels it ran on, one for each failure, and the counts.
    public var description: String {
      var text = ""
      for (index, check) in checks.enumerated() {
        let isNew = !checks[..<index].contains { Self.isSame($0.primitive, check.primitive) }
        if isNew { text += line(of: check.primitive) }
      }
      for check in failures { text += "FAILED: \(check.primitive), \(check.name), kernel \(check.kernel)\n" }
      return text + "\(checks.count - failures.count) passed, \(failures.count) failed"
    }

    private func line(of primitive: String) -> String {
      let own = checks.filter { Self.isSame($0.primitive, primitive) }
      var kernels: [String] = []
      for check in own where !kernels.contains(where: { Self.isSame($0, check.kernel) }) {
        kernels.append(check.kernel)
      }
      let count = "\(own.count)"
      return Self.padded(primitive, to: 25) + Self.padded(count, to: 5) + kernels.joined(separator: " ") + "\n"
    }

    private static func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: Swift.max(1, width - text.utf8.count))
    }

    /// Equality of bytes: that of strings needs Unicode's tables, which Embedded Swift links apart.
    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
  }

  /// Computes all known answers.
  public static func run() -> Report {
    var run = SelfTestRun()
    run.checkHashes()
    run.checkKeyDerivation()
    run.checkAES()
    run.checkVault()
    return Report(checks: run.checks)
  }
}

/// The comparisons made so far.
struct SelfTestRun {
  private(set) var checks: [SelfTest.Check] = []

  /// Compares bytes, nil if an error was thrown, with an answer in hexadecimal.
  mutating func expect(
    _ primitive: String, _ name: String, on kernel: String, _ bytes: (some Sequence<UInt8>)?, is answer: String
  ) {
    guard let bytes, let expected = Hex.decode(answer) else {
      return expect(primitive, name, on: kernel, false)
    }
    expect(primitive, name, on: kernel, bytes.elementsEqual(expected))
  }

  /// Notes whether something is so.
  mutating func expect(_ primitive: String, _ name: String, on kernel: String, _ passed: Bool) {
    checks.append(SelfTest.Check(primitive: primitive, name: name, kernel: kernel, passed: passed))
  }

  /// The bytes 0, 1, 2 … 255, 0, 1 …
  static func message(_ byteCount: Int) -> [UInt8] { (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) } }
}
