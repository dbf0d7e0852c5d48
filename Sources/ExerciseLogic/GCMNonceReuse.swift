internal import AES
package import SwiftVaultLessonLogic

/// Two messages in GCM under one nonce, of which one is known.
package struct GCMNonceReuse: Exercise {
  package static let name = "gcm-nonce"
  package static let verbs = ["open"]
  private static let demanded = "pay 9999 to evie"

  private let key: SymmetricKey
  private let nonce: AES.GCM.Nonce
  private let known: String
  private let boxes: [AES.GCM.SealedBox]

  package init(random: inout SeededGenerator) {
    let (key, nonce) = (SymmetricKey(data: random.bytes(16)), try! AES.GCM.Nonce(data: random.bytes(12)))
    let known = random.payment()
    var other: String
    repeat { other = random.payment() } while other == known
    (self.key, self.nonce, self.known) = (key, nonce, known)
    boxes = [known, other].map { try! AES.GCM.seal($0.utf8, using: key, nonce: nonce) }
  }

  package var given: [ExerciseInput] {
    [
      .bytes("nonce", nonce.bytes), .text("known", known), .bytes("ciphertext1", Array(boxes[0].ciphertext)),
      .bytes("tag1", Array(boxes[0].tag)), .bytes("ciphertext2", Array(boxes[1].ciphertext)),
      .bytes("tag2", Array(boxes[1].tag)), .text("demanded", Self.demanded),
    ]
  }

  private func open(_ ciphertext: [UInt8], tag: [UInt8]) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag) else { return nil }
    return try? AES.GCM.open(box, using: key)
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let fields = try request.bytes(2)
    return .isAccepted(open(fields[0], tag: fields[1]) != nil)
  }

  package func verdict(on answer: String) -> Verdict {
    do throws(RequestError) {
      let fields = try Request("answer \(answer)").bytes(2)
      guard let message = open(fields[0], tag: fields[1]) else { return .wrong("the receiver refuses this tag") }
      return message == Array(Self.demanded.utf8)
        ? .right("the receiver accepts what nobody has sealed") : .wrong("this is another message")
    } catch {
      return .wrong(error.message)
    }
  }
}
