internal import AES
package import SwiftVaultLessonLogic

/// A server appends a secret to the bytes that it receives, and encrypts both in ECB.
package struct ECBByteAtATime: Exercise {
  package static let name = "ecb-byte"
  package static let verbs = ["encrypt"]

  private let key: SymmetricKey
  private let secret: String

  package init(random: inout SeededGenerator) {
    key = SymmetricKey(data: random.bytes(16))
    secret = random.words(6)
  }

  package var given: [ExerciseInput] { [] }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let message = try request.bytes(1, lastMayBeAbsent: true)[0] + Array(secret.utf8)
    return .ok(try! AES.ECB.encrypt(message, using: key))
  }

  package func verdict(on answer: String) -> Verdict {
    .text(answer, is: secret, "the secret was read, one byte at a time")
  }
}
