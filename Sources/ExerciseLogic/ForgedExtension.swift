package import SwiftVaultLessonLogic

/// A server tags messages with SHA-256(secret ‖ message).
package struct ForgedExtension: Exercise {
  package static let name = "length-extension"
  package static let verbs = ["send"]
  private static let suffix = "&role=admin"

  private let server: TagServer
  private let message: String

  package init(random: inout SeededGenerator) {
    server = TagServer(.secretPrefix, secret: random.bytes(8 + random.number(below: 17)))
    message = "user=\(random.words(1))&role=reader"
  }

  package var given: [ExerciseInput] {
    [.text("message", message), .bytes("tag", server.tag(Array(message.utf8))), .text("suffix", Self.suffix)]
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let fields = try request.bytes(2)
    return .isAccepted(server.accepts(fields[0], tag: fields[1]))
  }

  package func verdict(on answer: String) -> Verdict {
    do throws(RequestError) {
      let fields = try Request("answer \(answer)").bytes(2)
      guard fields[0].starts(with: message.utf8) else { return .wrong("it does not begin with the message") }
      guard fields[0].suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8) else {
        return .wrong("the message does not end with \(Self.suffix)")
      }
      return server.accepts(fields[0], tag: fields[1])
        ? .right("the server accepts the longer message") : .wrong("the server refuses this tag")
    } catch {
      return .wrong(error.message)
    }
  }
}
