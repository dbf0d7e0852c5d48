import SHA
import SwiftVaultTestSupport
import Testing

/// The longest messages: an overflow of the standard's length field must be detected.
///
/// The digests come from a plain implementation with Python's integers, started after the same number of bytes.
@Suite(.firstDifference) struct SHALimitTests {
  @Test(arguments: SHA256Kernel.available) func sha256CountsToItsLimit(kernel: SHA256Kernel) {
    var function = SHA256(kernel: kernel, afterByteCount: (1 << 61) - 64)
    function.update(data: [UInt8](repeating: 0, count: 63))
    let expected = try! Hex.decode("fd4b187d978e53ac38a3e4ca1cdb558d9fefb1f75ce00a7fc5f3ed697823ab38")
    #expect(function.finalize() == expected)
    function.update(data: [])
    #expect(function.finalize() == expected)
  }

  @Test(arguments: SHA256Kernel.available) func sha256CountsBeyond32Bits(kernel: SHA256Kernel) {
    var function = SHA256(kernel: kernel, afterByteCount: 1 << 32)
    function.update(data: "abc".utf8)
    let expected = try! Hex.decode("8267cd2abfacc0728163d6fb04593e11257a935c59b44d4f657145c3eaef6ff1")
    #expect(function.finalize() == expected)
  }

  @Test(arguments: SHA512Kernel.available) func sha512CountsToItsLimit(kernel: SHA512Kernel) {
    var function = SHA512(kernel: kernel, afterByteCount: 0 &- 128)
    function.update(data: [UInt8](repeating: 0, count: 127))
    let expected = try! Hex.decode(
      "0c1a3b0fe43785ccc61be31d725761e5b03c631f4548c89d9db076534456dbdb"
        + "665545838488415f381683d941a638c9fab4fa631fba7dd90aef39766460b176")
    #expect(function.finalize() == expected)
    function.update(data: [])
    #expect(function.finalize() == expected)
  }

  @Test(arguments: SHA512Kernel.available) func sha512CarriesIntoTheHighHalfOfItsLength(kernel: SHA512Kernel) {
    var function = SHA512(kernel: kernel, afterByteCount: 1 << 61)
    function.update(data: "abc".utf8)
    let expected = try! Hex.decode(
      "cc17042d5409a6e80bada6f9be28f5d624d29d776ac36999563d474c462d6ea0"
        + "bc92a0876385d4d839d99521ae2ba79f758d509b105af7881ec4d63434713b38")
    #expect(function.finalize() == expected)
  }

  @Test func sha256TrapsOneByteBeyondItsLimit() async {
    await #expect(processExitsWith: .failure) {
      var function = SHA256(kernel: .best, afterByteCount: (1 << 61) - 64)
      function.update(data: [UInt8](repeating: 0, count: 64))
    }
  }

  @Test func sha256TrapsOneByteBeyondItsLimitInPieces() async {
    await #expect(processExitsWith: .failure) {
      var function = SHA256(kernel: .best, afterByteCount: (1 << 61) - 64)
      for _ in 0..<64 { function.update(data: CollectionOfOne(0)) }
    }
  }

  @Test func sha256TrapsForMoreMessagesThanStates() async {
    await #expect(processExitsWith: .failure) {
      var functions = [SHA256()]
      [UInt8](repeating: 0, count: 64).withUnsafeBytes { block in
        let start = block.baseAddress!
        [start, start].withUnsafeBufferPointer { SHA256.update(&functions, messages: $0, byteCount: 64) }
      }
    }
  }

  @Test func sha512TrapsOneByteBeyondItsLimit() async {
    await #expect(processExitsWith: .failure) {
      var function = SHA512(kernel: .best, afterByteCount: 0 &- 128)
      function.update(data: [UInt8](repeating: 0, count: 128))
    }
  }

  @Test func sha512TrapsOneByteBeyondItsLimitInPieces() async {
    await #expect(processExitsWith: .failure) {
      var function = SHA512(kernel: .best, afterByteCount: 0 &- 128)
      function.update(data: [UInt8](repeating: 0, count: 127))
      function.update(data: CollectionOfOne(0))
    }
  }
}
