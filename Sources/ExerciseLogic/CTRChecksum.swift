internal import AES
internal import SwiftVaultCryptoBytes
package import SwiftVaultLessonLogic

/// A token in CTR with a CRC-32 inside, which the server accepts as proof that the token is unchanged.
package struct CTRChecksum: Exercise {
  package static let name = "ctr-checksum"
  package static let verbs = ["send"]
  private static let (role, forgedRole) = ("user", "root")

  private let key: SymmetricKey
  private let nonce: [UInt8]
  private let message: [UInt8]
  private let forgedMessage: [UInt8]
  private let offset: Int

  package init(random: inout SeededGenerator) {
    key = SymmetricKey(data: random.bytes(16))
    nonce = random.bytes(16)
    let before = "name=\(random.words(1));role="
    let after = ";note=\(random.words(3))"
    message = Array((before + Self.role + after).utf8)
    forgedMessage = Array((before + Self.forgedRole + after).utf8)
    offset = before.utf8.count
  }

  private func crypt(_ bytes: [UInt8]) -> [UInt8] {
    try! AES.CTR.encrypt(bytes, using: key, nonce: AES.CTR.Nonce(data: nonce))
  }

  private static func withChecksum(_ message: [UInt8]) -> [UInt8] { message + Checksum.crc32(message).bigEndianBytes }

  /// The message of a token; `nil` if the checksum differs.
  private func read(_ token: [UInt8]) -> [UInt8]? {
    let plaintext = crypt(token)
    let message = Array(plaintext.dropLast(4))
    return Self.withChecksum(message) == plaintext ? message : nil
  }

  package var given: [ExerciseInput] {
    [.bytes("token", crypt(Self.withChecksum(message))), .text("offset", String(offset))]
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    guard let message = read(try request.bytes(1)[0]) else { return .no("checksum") }
    let role = Token.field("role", of: message) ?? []
    return [Self.role, Self.forgedRole].first { Array($0.utf8) == role }.map { .ok("role \($0)") } ?? .no("role")
  }

  package func verdict(on answer: String) -> Verdict {
    guard let token = try? Request.bytes(answer, "the answer") else { return .wrong("the token is not hexadecimal") }
    guard token.count == message.count + 4 else {
      return .wrong("the token has \(token.count.units("byte")); it should have \(message.count + 4)")
    }
    guard let message = read(token) else { return .wrong("the checksum is wrong") }
    if message == forgedMessage { return .right("the server takes you for root") }
    return .wrong(message == self.message ? "the role is still user" : "more than the role was changed")
  }
}
