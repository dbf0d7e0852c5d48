import Foundation
import SwiftVault
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic
import Testing

@testable import SwiftVaultCryptoLab

extension QuizAnswerTests {
  static let hashes: [String: Compute] = [
    "sha256-length": { _ in
      // The size of the message only counts to 2^64: a large one is hashed to the same length as a small one.
      let digests = [0, 1, 100_000].map { SHA256.hash(data: [UInt8](repeating: 1, count: $0)) }
      return Set(digests.map { "\(Array($0).count) bytes" }).joined(separator: " or ")
    },
    "avalanche": { _ in
      let digest = SHA256.hash(data: message)
      let bits = (0..<512).map { Blocks.differingBits(digest, SHA256.hash(data: Blocks.flip(bit: $0, of: message))) }
      let mean = bits.reduce(0, +) / bits.count
      return (126...130).contains(mean) ? "about 128" : "\(mean)"
    },
    "extension": { _ in
      let (message, suffix) = (Array("amount=1".utf8), Array("&amount=9".utf8))
      func isForged(_ construction: TagServer.Construction) -> Bool {
        let server = TagServer(construction, secret: key)
        let tries = LengthExtension.attack(
          server, message: message, tag: server.tag(message), suffix: suffix, secretByteCounts: 1...32)
        return tries.contains { $0.isAccepted }
      }
      return claim("a longer message with a right tag", if: isForged(.secretPrefix) && !isForged(.hmac))
    },
    "crc": { _ in
      let (left, right) = (message, Array(message.reversed()))
      let zeros = [UInt8](repeating: 0, count: message.count)
      let difference = Checksum.crc32(Blocks.sum(left, right)) ^ Checksum.crc32(zeros)
      return claim(
        "no: the checksum can be changed so that it fits",
        if: Checksum.crc32(left) ^ Checksum.crc32(right) == difference)
    },
    "compare": { _ in
      let tag = Array(SHA256.hash(data: message))
      // The time for a guess, by the position of its first wrong byte.
      let comparedCounts = tag.indices.map { place in
        Comparison.earlyExit.compare(tag[..<place] + tag[place...].map { $0 ^ 1 }, tag).byteCount
      }
      return claim("how many bytes at the beginning are right", if: comparedCounts == tag.indices.map { $0 + 1 })
    },
    "truncated": { _ in (1 << 16).grouped },
    "hmac-key": { _ in
      let keys = [[UInt8](1...10), [UInt8](1...10) + [0]]
      let tags = keys.map { Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: $0))) }
      return claim("not at all", if: tags[0] == tags[1])
    },
  ]

  private static func sealed(_ message: some Sequence<UInt8>, _ associated: [UInt8] = []) throws -> AES.GCM.SealedBox {
    try AES.GCM.seal(
      Array(message), using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: iv.prefix(12)),
      authenticating: associated)
  }

  static let aead: [String: Compute] = [
    "gcm-length": { _ in
      let box = try sealed(message.prefix(20))
      return "\(box.ciphertext.count + box.tag.count) bytes"
    },
    "gcm-flip": { _ in
      let box = try sealed(message)
      let opened = try (0..<8 * message.count).count { bit in
        let changed = try AES.GCM.SealedBox(
          nonce: box.nonce, ciphertext: Blocks.flip(bit: bit, of: Array(box.ciphertext)), tag: box.tag)
        return (try? AES.GCM.open(changed, using: SymmetricKey(data: key))) != nil
      }
      return claim("nothing: the message is refused", if: opened == 0)
    },
    "gcm-aad": { _ in
      let (box, other) = (try sealed(message, [1, 2, 3]), try sealed(message, [1, 2, 4]))
      let key = SymmetricKey(data: key)
      let isRefused = (try? AES.GCM.open(box, using: key, authenticating: [1, 2, 4] as [UInt8])) == nil
      let isOpened = (try? AES.GCM.open(box, using: key, authenticating: [1, 2, 3] as [UInt8])) == message
      let isCiphertextEqual = Array(box.ciphertext) == Array(other.ciphertext)
      return claim(
        "it authenticates them, and does not encrypt them", if: isRefused && isOpened && isCiphertextEqual)
    },
    "gcm-reuse": { _ in
      let texts = ["pay 0100 to anna", "pay 0200 to bert", "pay 9999 to evie"].map { Array($0.utf8) }
      let seen = try texts.prefix(2).map { text in
        let box = try sealed(text)
        return GCMForgery.Sealed(ciphertext: Array(box.ciphertext), tag: Array(box.tag))
      }
      let forged = GCMForgery(seen[0], seen[1]).forge(texts[2], known: texts[0], seen[0])
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: iv.prefix(12)), ciphertext: forged.ciphertext, tag: forged.tag)
      let opened = try AES.GCM.open(box, using: SymmetricKey(data: key))
      return claim("the key of the tags: messages can be forged", if: opened == texts[2])
    },
    "gcm-commit": { _ in
      let keys = [SymmetricKey(data: key), SymmetricKey(data: iv)]
      let nonce = [UInt8](repeating: 0, count: 12)
      let box = try TwoKeyBox(Array("yes".utf8), under: keys[0], Array("no".utf8), under: keys[1], nonce: nonce)
      let opened = try keys.map { try box.open(using: $0, nonce: nonce) }
      let isRefused = (try? box.open(using: SymmetricKey(data: key.reversed()), nonce: nonce)) == nil
      return claim(
        "yes, if whoever made it chose both keys",
        if: opened[0].starts(with: "yes".utf8) && opened[1][16...].starts(with: "no".utf8) && isRefused)
    },
    "etm-iv": { _ in
      let changed = blocks(message, try decryptingWithFlippedIV(.cbc))
      return changed == "block 1" ? "the first block of the message" : changed
    },
  ]

  static let passwords: [String: Compute] = [
    "salt-why": { _ in
      let hashes = try [key, iv].map { salt in
        try PBKDF2<SHA256>.deriveKey(
          password: "same".utf8, salt: .init(unchecked: salt), rounds: .exactly(1), outputByteCount: 32)
      }
      return hashes[0] == hashes[1] ? "two equal hashes" : "two different hashes"
    },
    "rounds-word": { _ in
      let words = 7776.0
      return "\(Int((pow(words, 7) / pow(words, 6)).rounded()).grouped) times"
    },
    "entropy-six": { _ in "about \(Int((6 * log2(7776.0)).rounded())) bits" },
    "owasp": { _ in SHA256.recommendedPBKDF2Rounds.grouped },
    "memory-room": { _ in GraphicsCard.device.room(forGuessesOf: 64).grouped },
    "memory-reads": { _ in
      let traces = [key, iv].map { MemoryTrace(password: $0, salt: message, blockCount: 64, passes: 2) }
      let differ = zip(traces[0].passes.joined(), traces[1].passes.joined()).map { $0.read != $1.read }
      switch differ.firstIndex(of: true) {
      case nil: return "nowhere"
      case 0?: return "from the first block on"
      case 62?: return "from the second pass on"
      // The first pass begins with block 2. The first reads of its second half may be the same by chance.
      case let first?: return claim("from the second half of the first pass on", if: (30..<34).contains(first))
      }
    },
  ]

  private static func sealedVault(_ content: [UInt8], context: String = "") throws -> [UInt8] {
    try Vault.seal(content, under: .password("old".utf8), context: VaultContext(context.utf8), stretching: oneRound())
  }

  private static func oneRound() throws -> PasswordStretching { try PasswordStretching(rounds: .exactly(1)) }

  private static func refusal(of vault: [UInt8], password: String = "old", context: String = "") -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, with: .password(password.utf8), context: VaultContext(context.utf8))
      return nil
    } catch {
      return error
    }
  }

  static let vault: [String: Compute] = [
    "vault-size": { _ in
      let vault = try sealedVault([UInt8](1...13))
      return "\(vault.count.grouped) bytes"
    },
    "vault-flip": { _ in
      let vault = try sealedVault(message)
      let content = 8 * Vault.headerByteCount..<8 * (vault.count - 32)
      let opened = content.count { refusal(of: Blocks.flip(bit: $0, of: vault)) == nil }
      return claim("an error, and no content", if: content.count == 8 * message.count && opened == 0)
    },
    "vault-copy": { _ in
      let vault = try sealedVault(message)
      // A flipped bit in the rounds of the slot may make the derivation long.
      let places = (0..<720).filter { !(52..<56).contains($0) }
      let opened = places.count { refusal(of: Blocks.flip(bit: 8 * $0, of: vault)) == nil }
      return opened == places.count ? "yes" : "\(opened) of \(places.count) times"
    },
    "vault-context": { _ in
      let context = "record seventeen"
      let vault = try sealedVault(message, context: context)
      let isFound = vault.indices.contains { vault[$0...].starts(with: context.utf8) }
      return !isFound && refusal(of: vault) != nil && refusal(of: vault, context: context) == nil
        ? "nowhere in the vault" : nil
    },
    "vault-password": { _ in
      let old = try sealedVault(message)
      let new = try changed(old) { try $0.replaceSecret(with: .password("new".utf8), stretching: oneRound()) }
      let isHeaderOnly = new.count == old.count && new[..<1440] != old[..<1440] && new[1440...] == old[1440...]
      return claim("the header only", if: isHeaderOnly && refusal(of: new, password: "new") == nil)
    },
    "vault-old": { _ in
      let old = try sealedVault(message)
      let new = try changed(old) { try $0.replaceSecret(with: .password("new".utf8), stretching: oneRound()) }
      return claim("a copy of the file from before", if: refusal(of: old) == nil && refusal(of: new) != nil)
    },
    "vault-slots": { _ in
      let one = try sealedVault(message)
      let eight = try changed(one) { vault in
        for number in 2...8 { _ = try vault.add(.password("password \(number)".utf8), stretching: oneRound()) }
      }
      let opened = (2...8).count { refusal(of: eight, password: "password \($0)") == nil }
      return claim("once", if: opened == 7 && refusal(of: eight) == nil && eight.count == one.count)
    },
  ]

  /// The vault after a change of its passwords.
  private static func changed(_ vault: [UInt8], _ body: (inout UnlockedVault) throws -> Void) throws -> [UInt8] {
    var unlocked = try UnlockedVault(header: vault, with: .password("old".utf8))
    try body(&unlocked)
    return unlocked.header + vault[Vault.headerByteCount...]
  }
}
