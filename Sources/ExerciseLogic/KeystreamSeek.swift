internal import AES
package import SwiftVaultLessonLogic

/// A server changes bytes of a document in CTR, under the same key and nonce.
package struct KeystreamSeek: Exercise {
  package static let name = "keystream-seek"
  package static let verbs = ["edit"]

  private let key: SymmetricKey
  private let nonce: [UInt8]
  private let message: String

  package init(random: inout SeededGenerator) {
    key = SymmetricKey(data: random.bytes(16))
    nonce = random.bytes(16)
    message = random.words(12)
  }

  private func encrypt(_ message: [UInt8]) -> [UInt8] {
    try! AES.CTR.encrypt(message, using: key, nonce: AES.CTR.Nonce(data: nonce))
  }

  package var given: [ExerciseInput] { [.bytes("ciphertext", encrypt(Array(message.utf8)))] }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let words = try request.words(2)
    var edited = Array(message.utf8)
    guard let offset = Request.number(words[0], in: 0...edited.count - 1) else {
      throw RequestError("the offset is a number from 0 to \(edited.count - 1)")
    }
    let bytes = try Request.bytes(words[1], "field 2")
    guard bytes.count <= edited.count - offset else {
      throw RequestError("\(bytes.count.units("byte")) from \(offset) on; the document has \(edited.count)")
    }
    edited.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return .ok(encrypt(edited))
  }

  package func verdict(on answer: String) -> Verdict { .text(answer, is: message, "this is the document") }
}
