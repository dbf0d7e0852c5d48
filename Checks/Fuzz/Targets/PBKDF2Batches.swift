import PBKDF2
import SwiftVaultCommandSupport

/// Several derivations in one batch on each kernel, and each derivation alone, give the result of RFC 8018's formula
/// with HMAC.
enum PBKDF2Batches: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let hash = NamedHash.allCases[1 + input.number(below: 7)]
    check(hash.type, hash, &input)
  }

  private static func check<H: PBKDF2HashFunction>(_: H.Type, _ hash: NamedHash, _ input: inout FuzzInput) {
    var (requests, expected): ([PBKDF2<H>.Request], [[UInt8]]) = ([], [])
    for _ in 0..<input.number(below: 6) {
      let (password, salt) = (input.sample(below: 200), input.sample(below: 60))
      let (rounds, count) = (1 + input.number(below: 12), 1 + input.number(below: 400))
      requests.append(
        try! PBKDF2<H>.Request(
          password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCounts: [count])
      )
      expected.append(key(H.self, password, salt, rounds, count))
      let alone = try! PBKDF2<H>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: count)
      expect(alone.bytes == expected.last, "\(H.self) alone: \(rounds) rounds, \(count) bytes")
    }
    for kernel in hash.kernelFamily.kernels {
      let keys = PBKDF2<H>.deriveKeys(requests, startingFrom: try! hash.start(kernel: kernel) as! H).map(\.bytes)
      expect(keys == expected, "\(requests.count) derivations, \(H.self)")
    }
  }

  /// Spec: RFC 8018, section 5.2.
  private static func key<H: PBKDF2HashFunction>(
    _: H.Type, _ password: [UInt8], _ salt: [UInt8], _ rounds: Int, _ count: Int
  ) -> [UInt8] {
    let password = SymmetricKey(data: password)
    var key: [UInt8] = []
    for block in 1...(count - 1) / H.Digest.byteCount + 1 {
      var last = Array(HMAC<H>.authenticationCode(for: salt + UInt32(block).bigEndianBytes, using: password))
      var sum = last
      for _ in 1..<rounds {
        last = Array(HMAC<H>.authenticationCode(for: last, using: password))
        for index in sum.indices { sum[index] ^= last[index] }
      }
      key += sum
    }
    return Array(key.prefix(count))
  }
}
