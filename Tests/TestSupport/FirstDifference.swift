// Where the Swift libraries are linked statically, the build has this module but not that of the tests.
#if canImport(Testing)
import SwiftVaultSystem
import Testing

/// Shows the first issue of each test case, which is a kernel with a file of vectors for instance, and the number of
/// the others. A kernel with a wrong line would print a hundred megabytes.
package struct FirstDifference: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let count = Count()
    defer {
      if count.value > 1 { Issue.record("\(count.value - 1) further issues of this case are not shown") }
    }
    try await IssueHandlingTrait.filterIssues { !$0.isFailure || count.increment() == 1 }
      .provideScope(for: test, testCase: testCase, performing: function)
  }

  private final class Count: @unchecked Sendable {
    private let lock = Lock()
    private(set) var value = 0

    func increment() -> Int {
      lock.lock()
      defer { lock.unlock() }
      value += 1
      return value
    }
  }
}

extension Trait where Self == FirstDifference {
  package static var firstDifference: Self { Self() }
}

// What `#expect` shows of bytes and words: hexadecimal digits, the first 64 bytes of them.
extension Array: @retroactive CustomTestStringConvertible where Element == UInt8 {
  /// At most 64 bytes in hexadecimal.
  public var testDescription: String {
    let digits = PeerProgram.digits(Array(prefix(64)))
    return count > 64 ? "\(digits)… (\(count) bytes)" : digits
  }
}

extension ArraySlice: @retroactive CustomTestStringConvertible where Element == UInt8 {
  /// At most 64 bytes in hexadecimal.
  public var testDescription: String { Array(self).testDescription }
}

extension SIMD8: @retroactive CustomTestStringConvertible where Scalar: FixedWidthInteger {
  /// The words in hexadecimal.
  public var testDescription: String {
    indices.map { String(self[$0], radix: 16) }.joined(separator: " ")
  }
}
#endif
