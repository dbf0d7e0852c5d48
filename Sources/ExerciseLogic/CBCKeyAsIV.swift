internal import AES
internal import SwiftVaultCryptoBytes
package import SwiftVaultLessonLogic

/// A receiver of CBC uses its key as the IV, and shows a message that is not ASCII in its error.
package struct CBCKeyAsIV: Exercise {
  package static let name = "cbc-key-iv"
  package static let verbs = ["receive"]

  private let key: [UInt8]
  private let ciphertext: [UInt8]

  package init(random: inout SeededGenerator) {
    key = random.bytes(16)
    var message = Array(random.words(9).utf8)
    while message.count % 16 != 0 { message.append(UInt8(ascii: ".")) }
    ciphertext = try! AES.CBC.encrypt(message, using: SymmetricKey(data: key), iv: AES.IV(data: key), padding: .none)
  }

  package var given: [ExerciseInput] { [.bytes("ciphertext", ciphertext)] }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let received = try request.bytes(1)[0]
    guard !received.isEmpty, received.count % 16 == 0 else {
      throw RequestError("the ciphertext has \(received.count.units("byte")); it needs whole blocks of 16")
    }
    let message = try! AES.CBC.decrypt(received, using: SymmetricKey(data: key), iv: AES.IV(data: key), padding: .none)
    return message.allSatisfy { $0 < 0x80 } ? .ok("") : .no(Hex.encode(message))
  }

  package func verdict(on answer: String) -> Verdict { .bytes(answer, is: key, "this is the key, and the IV") }
}
