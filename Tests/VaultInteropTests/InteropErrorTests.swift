import Testing
import VaultInterop

@Suite struct InteropErrorTests {
  @Test func descriptionsStateTheNumbersAndTheNames() {
    #expect("\(InteropError.overLimit(rounds: 12, limit: 7))" == "12 rounds; the limit is 7")
    #expect("\(InteropError.malformed("an IV of 12 bytes; it has 16"))" == "malformed: an IV of 12 bytes; it has 16")
    #expect("\(InteropError.unsupported("camellia-128-cbc"))" == "unsupported: camellia-128-cbc")
    #expect("\(InteropError.argument("a salt of 7 bytes; it has 8"))" == "a salt of 7 bytes; it has 8")
    #expect("\(InteropError.notValidNow("made at 9, and now it is 7"))" == "made at 9, and now it is 7")
    let texts = [InteropError.notThisFormat, .authenticationFailure, .invalidPadding].map { "\($0)" }
    #expect(Set(texts).count == 3 && texts.allSatisfy { $0.contains(" ") })
  }
}
