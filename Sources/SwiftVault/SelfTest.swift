/// The self-test, which compares the package's algorithms with known answers on the processor at hand.
///
/// It is for the start of an app, and for new platforms. It tests each hash function, HMAC, PBKDF2, and AES in each
/// mode, in pieces and in one call, with each padding in CBC, on every kernel that the processor can run; then, on the
/// fastest kernels, HKDF, key wrap, encrypt-then-MAC, a credential and a vault. It takes some tens of milliseconds,
/// needs no file and no Foundation, and also runs in Embedded Swift.
///
/// ```swift
/// let report = SelfTest.run()
/// precondition(report.passed, "\(report)")
/// ```
///
/// A wrong answer means that the compiler made wrong code, or that the processor or an emulator computes wrongly. Right
/// answers do *not* show that the code is constant-time, or that random numbers are unpredictable.
public enum SelfTest {
  /// One comparison with a known answer.
  public struct Check: Sendable {
    /// The name of the primitive in its standard, such as "SHA-256" or "AES-CBC".
    public let primitive: String
    /// The input, such as "FIPS 180-4 \"abc\"".
    public let name: String
    /// The name of the kernel, or "best" if the primitive always uses the fastest one.
    public let kernel: String
    /// Whether the answer was right.
    public let passed: Bool

    package init(primitive: String, name: String, kernel: String, passed: Bool) {
      (self.primitive, self.name, self.kernel, self.passed) = (primitive, name, kernel, passed)
    }
  }

  /// The result of a self-test.
  public struct Report: Sendable, CustomStringConvertible {
    /// All comparisons, in the order of the test.
    public let checks: [Check]

    /// The comparisons that failed.
    public var failures: [Check] { checks.filter { !$0.passed } }

    /// Whether all comparisons passed.
    public var passed: Bool { failures.isEmpty }

    /// One line for each primitive with its kernels, one for each failure, and the counts.
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

    /// Compares bytes, because comparing strings needs Unicode tables that Embedded Swift does not link by default.
    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
  }

  /// Runs the self-test.
  public static func run() -> Report { run(with: []) }

  /// Runs the self-test. `others` are the checks of libraries that this one does not depend on.
  package static func run(with others: [Check]) -> Report {
    var run = SelfTestRun()
    run.checkHashes()
    run.checkKeyDerivation()
    run.checkMemoryHard()
    run.checkAES()
    run.checkGCM()
    run.checkVault()
    return Report(checks: run.checks + others)
  }
}

/// A self-test in progress, and its comparisons so far.
struct SelfTestRun {
  private(set) var checks: [SelfTest.Check] = []

  /// Compares bytes with an answer in hexadecimal. The bytes are nil if an error was thrown.
  mutating func expect(
    _ primitive: String, _ name: String, on kernel: String, _ bytes: (some Sequence<UInt8>)?, is answer: String
  ) {
    guard let bytes, let expected = try? Hex.decode(answer) else {
      return expect(primitive, name, on: kernel, false)
    }
    expect(primitive, name, on: kernel, bytes.elementsEqual(expected))
  }

  /// Records whether a comparison passed.
  mutating func expect(_ primitive: String, _ name: String, on kernel: String, _ passed: Bool) {
    checks.append(SelfTest.Check(primitive: primitive, name: name, kernel: kernel, passed: passed))
  }

  /// The bytes 0, 1, 2 … 255, 0, 1 …
  static func message(_ byteCount: Int) -> [UInt8] { (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) } }
}
