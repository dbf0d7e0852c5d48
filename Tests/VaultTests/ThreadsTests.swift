import Testing

@testable import Vault

/// Work that is divided among threads.
@Suite struct ThreadsTests {
  /// Including more threads than a small machine provides at once.
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

  /// Including more cores than groups of chunks, and more cores than any machine has.
  @Test(arguments: [nil, .min, -1, 0, 1, 3, 100_000, .max])
  func anyNumberOfCores(cores: Int?) throws {
    let content = [UInt8](repeating: 7, count: 5_000_000)
    let stretching = try PasswordStretching(rounds: .exactly(1))
    let vault = try Vault.seal(content, under: .password("p".utf8), stretching: stretching, cores: cores)
    #expect(try Vault.open(vault, with: .password("p".utf8), cores: cores) == content)
  }

  /// One core processes 32 chunks at a time, and each of many cores 16. The chunks and the reported number of the
  /// damaged chunk are the same.
  @Test(arguments: [15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 80], [-1, 0, 5])
  func groupsOfChunks(chunkCount: Int, more: Int) throws {
    let content = try [UInt8].sample(chunkCount * 65_536 + more)
    let key = SymmetricKey(size: .bits256)
    for (sealing, opening) in [(1, 64), (64, 1)] {
      var vault = try Vault.seal(content, under: .key(key), cores: sealing)
      #expect(try Vault.open(vault, with: .key(key), cores: opening).isSame(as: content))
      let whole = 65_536 + 32
      for damaged in Set([0, chunkCount / 2, chunkCount - 1]) {
        let place = Vault.headerByteCount + damaged * whole + 40_000
        vault[place] ^= 1
        #expect(throws: VaultError.damaged(chunk: UInt64(damaged))) {
          try Vault.open(vault, with: .key(key), cores: opening)
        }
        vault[place] ^= 1
      }
    }
  }
}
