internal import HMAC
package import SwiftVaultLessonLogic

/// A server checks only the first two bytes of an HMAC.
package struct TruncatedTag: Exercise {
  package static let name = "truncated-tag"
  package static let verbs = ["send"]
  private static let byteCount = 2

  private let key: SymmetricKey
  private let message: String

  package init(random: inout SeededGenerator) {
    key = SymmetricKey(data: random.bytes(32))
    message = random.payment()
  }

  package var given: [ExerciseInput] { [.text("message", message)] }

  private func tag(_ message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(Self.byteCount))
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let fields = try request.bytes(2)
    guard fields[1].count == Self.byteCount else {
      throw RequestError("the tag has \(fields[1].count.units("byte")); it needs \(Self.byteCount)")
    }
    return .isAccepted(tag(fields[0]) == fields[1])
  }

  package func verdict(on answer: String) -> Verdict {
    .bytes(answer, is: tag(Array(message.utf8)), "the server accepts your message")
  }
}
