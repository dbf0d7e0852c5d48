import Testing

@testable import Vault

/// Work that is divided among threads.
@Suite struct ThreadsTests {
  /// Also with more threads than a small machine provides at once.
  @Test(arguments: [0, 1, 2, 7, 300])
  func eachNumberOnce(count: Int) {
    var calls = [Int](repeating: 0, count: count)
    calls.withUnsafeMutableBufferPointer { calls in
      // SAFETY: each number has its own element, and only the thread with this number writes it.
      nonisolated(unsafe) let calls = calls
      Threads.perform(count) { calls[$0] += 1 }
    }
    #expect(calls.allSatisfy { $0 == 1 })
  }

  /// Also with more cores than there are groups of chunks, or than any machine has.
  @Test(arguments: [-1, 0, 1, 3, 100_000])
  func anyNumberOfCores(cores: Int) throws {
    let content = [UInt8](repeating: 7, count: 5_000_000)
    let stretching = try PasswordStretching(unsafeUncheckedRounds: 1)
    let vault = try Vault.seal(content, password: "p".utf8, stretching: stretching, cores: cores)
    #expect(try Vault.open(vault, password: "p".utf8, cores: cores) == content)
  }
}
