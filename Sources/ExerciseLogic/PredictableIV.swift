internal import AES
package import SwiftVaultLessonLogic

/// A server encrypts in CBC. The IV of each message is the IV of the message before, plus one.
package struct PredictableIV: Exercise {
  package static let name = "predictable-iv"
  package static let verbs = ["encrypt"]

  private let key: SymmetricKey
  private let pin: String
  private let firstIV: [UInt8]
  private let ciphertext: [UInt8]
  /// The IV of the previous message.
  private var iv: [UInt8]

  package init(random: inout SeededGenerator) {
    key = SymmetricKey(data: random.bytes(16))
    pin = String(String(10_000 + random.number(below: 10_000)).dropFirst())
    iv = random.bytes(16)
    firstIV = iv
    ciphertext = try! AES.CBC.encrypt("PIN \(pin)".utf8, using: key, iv: AES.IV(data: iv))
  }

  package var given: [ExerciseInput] { [.bytes("iv", firstIV), .bytes("ciphertext", ciphertext)] }

  package mutating func reply(to request: Request) throws(RequestError) -> Reply {
    let message = try request.bytes(1, lastMayBeAbsent: true)[0]
    iv = Blocks.next(iv)
    return .ok(iv, try! AES.CBC.encrypt(message, using: key, iv: AES.IV(data: iv)))
  }

  package func verdict(on answer: String) -> Verdict {
    guard Request.number(answer, in: 0...9999) != nil, answer.utf8.count == 4 else {
      return .wrong("the answer is a PIN of four digits")
    }
    return answer == pin ? .right("this is the PIN") : .wrong("this is not the PIN")
  }
}
