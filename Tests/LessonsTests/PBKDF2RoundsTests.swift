import PBKDF2
import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: the rounds of PBKDF2")
struct PBKDF2RoundsTests {
  @Test("RFC 7914, section 11; and Python's hashlib for two rounds")
  func vectors() {
    let rfc = PBKDF2Trace(password: Array("passwd".utf8), salt: Array("salt".utf8), rounds: 1, byteCount: 64)
    #expect(
      Hex.encode(rfc.key)
        == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
    let two = PBKDF2Trace(password: Array("password".utf8), salt: Array("salt".utf8), rounds: 2, byteCount: 32)
    #expect(Hex.encode(two.key) == "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43")
  }

  @Test("the key is the library's for every number of rounds and bytes", arguments: [1, 2, 3, 100])
  func library(rounds: Int) throws {
    var random = SeededGenerator(seed: UInt64(rounds))
    for byteCount in [1, 31, 32, 33, 64, 65, 96] {
      let (password, salt) = (random.bytes(byteCount), random.bytes(byteCount % 33))
      let shown = PBKDF2Trace(password: password, salt: salt, rounds: rounds, byteCount: byteCount)
      let key = try PBKDF2<SHA256>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds),
        outputByteCount: byteCount)
      #expect(shown.key == key.withUnsafeBytes { Array($0) })
      #expect(shown.blocks.map(\.number) == Array(1...(byteCount + 31) / 32))
      #expect(shown.callCount == rounds * shown.blocks.count)
      for block in shown.blocks {
        #expect(block.values.count == rounds && block.sums.count == rounds && block.sums[0] == block.values[0])
        for index in 1..<rounds {
          #expect(Blocks.sum(block.sums[index - 1], block.values[index]) == block.sums[index])
        }
      }
    }
  }

  @Test("a key without a round or without a byte traps")
  func nothing() async {
    await #expect(processExitsWith: .failure) { _ = PBKDF2Trace(password: [], salt: [], rounds: 0, byteCount: 1) }
    await #expect(processExitsWith: .failure) { _ = PBKDF2Trace(password: [], salt: [], rounds: 1, byteCount: 0) }
  }

  @Test("a search needs the first block alone, whatever the length of the key", arguments: [1, 20, 32, 64, 96])
  func search(byteCount: Int) {
    let guesses = ["red", "green", "blue", "black"].map { Array($0.utf8) }
    let salt = Array("salt".utf8)
    let key = PBKDF2Trace(password: guesses[2], salt: salt, rounds: 5, byteCount: byteCount).key
    // One byte of a key may match by chance: here, the third guess is the first match.
    let found = PBKDF2Trace.search(for: key, among: guesses, salt: salt, rounds: 5)
    #expect(found.found == 2 && found.callCount == 15)
    let none = PBKDF2Trace.search(for: key, among: Array(guesses[..<2]), salt: salt, rounds: 5)
    #expect(none.found == nil && none.callCount == 10)
  }
}
