internal import SwiftVaultCryptoBytes
package import SwiftVaultLessonLogic
internal import Vault

/// A vault whose two copies of the header are both damaged, in different places.
package struct HeaderRepair: Exercise {
  package static let name = "header-repair"
  package static let verbs = ["open"]
  private static let copyByteCount = Vault.headerByteCount / 2

  private let password: String
  private let content: [UInt8]
  private let vault: [UInt8]
  private let damaged: [UInt8]

  package init(random: inout SeededGenerator) {
    password = random.words(4)
    content = Array(random.words(8).utf8)
    vault = HandmadeVault.seal(content, password: Array(password.utf8), random: &random)
    var damaged = vault
    // The damage is in the wrapped key and the tag of the first copy, and in the salt and an unused slot of the second.
    for start in [88, 688, Self.copyByteCount + 16, Self.copyByteCount + 200] {
      let first = start + random.number(below: 12)
      for index in first..<first + 8 + random.number(below: 8) {
        damaged[index] ^= UInt8(1 + random.number(below: 255))
      }
    }
    self.damaged = damaged
  }

  package var given: [ExerciseInput] { [.bytes("vault", damaged), .text("password", password)] }

  /// Opens the vault with this header in both places.
  private func open(_ header: [UInt8]) throws(VaultError) -> [UInt8] {
    try Vault.open(header + header + vault.dropFirst(Vault.headerByteCount), with: .password(password.utf8))
  }

  private func header(_ digits: some StringProtocol) throws(RequestError) -> [UInt8] {
    let header = try Request.bytes(digits, "the header")
    guard header.count == Self.copyByteCount else {
      throw RequestError("the header has \(header.count.units("byte")); it needs \(Self.copyByteCount)")
    }
    return header
  }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let header = try header(request.words(1)[0])
    do throws(VaultError) {
      return .ok("\(try open(header).count) bytes")
    } catch {
      return .no("\(error)")
    }
  }

  package func verdict(on answer: String) -> Verdict {
    do throws(RequestError) {
      let header = try header(answer)
      do throws(VaultError) {
        return try open(header) == content ? .right("the vault opens") : .wrong("the vault has another content")
      } catch {
        return .wrong("with this header in both places the vault does not open: \(error)")
      }
    } catch {
      return .wrong(error.message)
    }
  }
}

/// A vault made by hand, because `Vault.seal` takes no random bytes from its caller, and a task must repeat.
///
/// Spec: FORMAT.md, sections 2 to 4.
enum HandmadeVault {
  private static let rounds: UInt32 = 1000

  /// A vault of up to 65,536 bytes, with one password.
  static func seal(_ content: [UInt8], password: [UInt8], random: inout SeededGenerator) -> [UInt8] {
    let (dataKey, salt, slotSalt) = (SymmetricKey(data: random.bytes(32)), random.bytes(32), random.bytes(32))
    let stretched = try! PBKDF2<SHA512>.deriveKey(
      password: password, salt: .init(unchecked: slotSalt), rounds: .exactly(Int(rounds)),
      outputByteCount: 64)
    let kek = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: stretched, salt: [],
      info: Array("swift-vault v1 slot".utf8) + UInt64(password.count).bigEndianBytes, outputByteCount: 32)
    let slot = [1, 0, 0, 0] + rounds.bigEndianBytes + slotSalt + (try! AES.KeyWrap.wrap(dataKey, using: kek))

    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: dataKey, salt: salt, info: Array("swift-vault v1 keys".utf8), outputByteCount: 96
    ).withUnsafeBytes { Blocks.split(Array($0)) }
    let (headerKey, encryptionKey, authenticationKey) = (keys[0] + keys[1], keys[2] + keys[3], keys[4] + keys[5])

    let untagged =
      [0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0d, 0x0a, 0x1a, 1, 1, 0, 0, 0, 0, 0, 0] + salt + slot
      + [UInt8](repeating: 0, count: 7 * 80)
    let header = untagged + tag(untagged, headerKey)
    let ciphertext = try! AES.CTR.encrypt(
      content, using: SymmetricKey(data: encryptionKey),
      nonce: AES.CTR.Nonce(data: [UInt8](repeating: 0, count: 16)))
    return header + header + ciphertext + tag(ciphertext + UInt64(0).bigEndianBytes + [1], authenticationKey)
  }

  private static func tag(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
  }
}
