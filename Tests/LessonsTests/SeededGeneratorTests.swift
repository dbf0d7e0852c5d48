import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: the seeded generator")
struct SeededGeneratorTests {
  @Test("the first numbers of splitmix64.c for the seed 1234567")
  func published() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    var again = SeededGenerator(seed: 1_234_567)
    #expect(again.bytes(2) == numbers.prefix(2).map { UInt8($0 >> 56) })
  }
}
