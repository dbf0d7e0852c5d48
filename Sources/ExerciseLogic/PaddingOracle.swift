internal import AES
package import SwiftVaultLessonLogic

/// A receiver of CBC says whether the padding was right.
package struct PaddingOracle: Exercise {
  package static let name = "padding-oracle"
  package static let verbs = ["decrypt"]

  private let receiver: CBCReceiver
  private let message: String
  private let iv: [UInt8]
  private let ciphertext: [UInt8]

  package init(random: inout SeededGenerator) {
    let key = random.bytes(16)
    iv = random.bytes(16)
    message = random.words(6)
    receiver = CBCReceiver(key: key)
    ciphertext = try! AES.CBC.encrypt(message.utf8, using: SymmetricKey(data: key), iv: AES.IV(data: iv))
  }

  package var given: [ExerciseInput] { [.bytes("iv", iv), .bytes("ciphertext", ciphertext)] }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let fields = try request.bytes(2)
    guard fields[0].count == 16 else { throw RequestError("the IV has \(fields[0].count.units("byte")); it needs 16") }
    guard !fields[1].isEmpty, fields[1].count % 16 == 0 else {
      throw RequestError("the ciphertext has \(fields[1].count.units("byte")); it needs whole blocks of 16")
    }
    return .isAccepted(receiver.accepts(fields[1], iv: fields[0]))
  }

  package func verdict(on answer: String) -> Verdict { .text(answer, is: message, "this is the message") }
}
