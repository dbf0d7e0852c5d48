import Vault
import VaultInterop

/// The stored checks of two published articles (Tests/Vectors/SOURCES.md), computed here from their definitions. In
/// each generation, only the right password is accepted. With a changed byte in the record, no password is accepted.
enum StoredChecks: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let isDigest = input.number(below: 8) == 0
    let (place, change) = (input.number(below: 200), max(1, input.byte()))
    if isDigest { runDigest(&input, place, change) } else { runCheck(&input, place, change) }
  }

  private static func runCheck(_ input: inout FuzzInput, _ place: Int, _ change: UInt8) {
    let generations = (0...input.number(below: 4)).map { _ in 1 + input.number(below: 20) }
    let chosen = input.choice(generations)
    let (salt, known) = (input.bytes(1 + input.number(below: 40)), input.bytes(input.number(below: 20)))
    let other = input.bytes(input.number(below: 9))
    let password = input.remaining()

    let key = try! PBKDF2<SHA256>.deriveKey(
      password: password, salt: .init(unchecked: salt), rounds: .exactly(chosen), outputByteCount: 16)
    let check = Array(HMAC<SHA256>.authenticationCode(for: known, using: key))
    func rounds(_ salt: [UInt8], _ check: [UInt8], _ password: [UInt8]) -> Int? {
      try! PasswordCheck(salt: salt, check: check).rounds(of: password, generations: generations, knownData: known)
    }
    expect(rounds(salt, check, password) == chosen, "the check does not fit its password")
    let new = try! PasswordCheck(password: password, rounds: generations[0], knownData: known)
    expect(rounds(new.salt, new.check, password) == generations[0], "the new check")
    if trimmed(other) != trimmed(password) { expect(rounds(salt, check, other) == nil, "another password") }
    var (changedSalt, changedCheck) = (salt, check)
    changedSalt[place % salt.count] ^= change
    changedCheck[place % check.count] ^= change
    expect(rounds(changedSalt, check, password) == nil, "a changed salt")
    expect(rounds(salt, changedCheck, password) == nil, "a changed check")
    let limited = attempt(InteropError.self) {
      try PasswordCheck(salt: salt, check: check).rounds(
        of: password, generations: generations, knownData: "Fuzzy Aliens".utf8, maximumRounds: generations.reduce(-1, +)
      )
    }
    expect(limited == nil, "more rounds than the limits")
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.reversed().drop { $0 == 0 }) }

  private static func runDigest(_ input: inout FuzzInput, _ place: Int, _ change: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    var salt: [UInt8] = []
    for byte in input.bytes(16) {
      salt += [byte < 16 ? UInt8(ascii: " ") : digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    let password = input.remaining()
    var digest = Array(SHA512.hash(data: salt + password))
    for _ in 0..<4_999 { digest = Array(SHA512.hash(data: digest)) }
    expect(try! IteratedDigest(salt: salt, digest: digest).verify(password), "the digest does not fit its password")
    digest[place % 64] ^= change
    expect(try! !IteratedDigest(salt: salt, digest: digest).verify(password), "a changed digest")
    salt[place % 32] ^= change
    _ = attempt(InteropError.self) { try IteratedDigest(salt: salt, digest: digest) }
  }
}
