import HMAC
import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: key agreement")
struct KeyAgreementTests {
  /// Spec: RFC 7748, section 6.1.
  @Test("Alice and Bob of the RFC have its keys and its secret")
  func agreement() throws {
    let alice = AgreementParty(
      privateKey: try Hex.decode("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bob = AgreementParty(
      privateKey: try Hex.decode("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    #expect(Hex.encode(alice.publicKey) == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    #expect(Hex.encode(bob.publicKey) == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let secret = try Hex.decode("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(alice.secret(with: bob.publicKey) == secret && bob.secret(with: alice.publicKey) == secret)
    #expect(alice.secret(with: [UInt8](repeating: 0, count: 32)) == nil && alice.secret(with: [9]) == nil)
  }

  @Test(
    "a listener finds each PIN, after as many answers as there are PINs up to it",
    arguments: [0, 1, 42, 999, 4711, 9999])
  func search(pin: Int) throws {
    let challenge = Array("sixteen letters.".utf8)
    let answer = ChallengeProof.answer(to: challenge, pin: pin)
    let digits = String(String(10_000 + pin).dropFirst())
    #expect(ChallengeProof.digits(pin) == Array(digits.utf8))
    #expect(
      answer == Array(HMAC<SHA256>.authenticationCode(for: challenge, using: SymmetricKey(data: digits.utf8))))
    let found = try #require(ChallengeProof.search(answer, to: challenge))
    #expect(found.pin == pin && found.count == pin + 1)
    #expect(ChallengeProof.search(answer, to: challenge + [0]) == nil)
  }

  @Test("a comparison is right with one PIN, and with no other")
  func comparison() {
    let scalars = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
    let right = ComparisonTrace(pins: [4711, 4711], scalars: scalars)
    #expect(right.verdicts == [true, true])
    #expect(right.points.map(\.count) == [32, 32] && right.tags.map(\.count) == [64, 64])
    #expect(Set(right.points + right.tags).count == 4)
    #expect(ComparisonTrace.phonePoint(pin: 4711, scalar: scalars[0]) == right.points[0])
    for pin in [4710, 4712, 1, 0] {
      let wrong = ComparisonTrace(pins: [pin, 4711], scalars: scalars)
      #expect(wrong.verdicts == [false, false] && wrong.points[1] == right.points[1])
      #expect(wrong.points[0] != right.points[0] && Set(wrong.tags + right.tags).count == 4)
    }
  }
}
