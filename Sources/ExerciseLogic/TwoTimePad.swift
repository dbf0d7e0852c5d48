internal import AES
package import SwiftVaultLessonLogic

/// Two messages under one keystream, made of words from a known list.
package struct TwoTimePad: Exercise {
  package static let name = "two-time-pad"
  package static let verbs: [String] = []

  private let messages: [String]
  private let ciphertexts: [[UInt8]]

  package init(random: inout SeededGenerator) {
    var pair: [String]
    // If both had a space at the same place, nobody could tell which end belongs to which beginning.
    repeat {
      pair = [random.words(8), random.words(8)]
    } while pair[0].utf8.count != pair[1].utf8.count || zip(pair[0], pair[1]).contains { $0 == " " && $1 == " " }
    let (key, nonce) = (SymmetricKey(data: random.bytes(16)), random.bytes(16))
    messages = pair
    ciphertexts = pair.map { try! AES.CTR.encrypt($0.utf8, using: key, nonce: AES.CTR.Nonce(data: nonce)) }
  }

  package var given: [ExerciseInput] {
    [
      .bytes("first", ciphertexts[0]), .bytes("second", ciphertexts[1]),
      .text("words", RandomWords.list.joined(separator: " ")),
    ]
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    preconditionFailure("it has no requests of its own")
  }

  /// The sum does not show which message is the first.
  package func verdict(on answer: String) -> Verdict {
    let read = answer.split(separator: "/").map { $0.split(separator: " ").joined(separator: " ") }
    guard read.count == 2 else { return .wrong("the answer is two messages with a / between them") }
    if read.sorted() == messages.sorted() { return .right("these are the two messages") }
    let known = read.count { messages.contains($0) }
    return .wrong(known == 0 ? "neither message is right" : "only one message is right")
  }
}
