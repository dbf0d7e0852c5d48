import Foundation
import SwiftVault
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic
import Testing

@testable import SwiftVaultCryptoLab

/// The right choices of the quiz, computed with the library. A question whose answer is a definition, a reason, a rule
/// of a standard or a remedy has nothing to compute. It is in `reviewed`: no test verifies its answer.
@Suite("crypto-lab quiz: answers")
struct QuizAnswerTests {
  /// The questions without a computation.
  static let reviewed: Set = [
    "cbc-iv-rule", "nonce-rule", "oracle-needs", "oracle-remedy", "collisions", "broken", "extension-resists",
    "hmac-proof", "gcm-random", "etm-order", "salt-secret", "rounds-double", "fast-hash", "one-block", "vault-errors",
  ]

  static let computed = QuizQuestion.all.map(\.id).filter { !reviewed.contains($0) }

  @Test("every question is either computed or reviewed")
  func all() {
    #expect((Array(Self.reviewed) + Self.answers.keys).sorted() == QuizQuestion.all.map(\.id).sorted())
  }

  @Test("the right choice is what the library does", arguments: computed)
  func answer(id: String) throws {
    let question = try #require(QuizQuestion.all.first { $0.id == id })
    let answer = try #require(Self.answers[id])
    #expect(try answer((question.wrong.map(\.key) + [question.right]).sorted()) == question.right)
  }

  static let answers = modes.merging(padding) { $1 }.merging(hashes) { $1 }.merging(aead) { $1 }
    .merging(passwords) { $1 }.merging(vault) { $1 }

  /// Computes the words of the right choice. It gets the four choices in alphabetical order, without the information
  /// which one is right.
  typealias Compute = @Sendable (_ choices: [String]) throws -> String?

  /// The words of a choice if its claim is true; empty otherwise.
  static func claim(_ words: String, if isTrue: Bool) -> String? { isTrue ? words : nil }

  static let key = [UInt8](0..<16)
  static let iv = [UInt8](16..<32)
  /// Four different blocks.
  static let message = Array("four blocks of text that differ from each other in every one....".utf8)

  static func cipher(_ mode: ModeCipher.Mode, iv: [UInt8] = iv) -> ModeCipher { ModeCipher(mode, key: key, iv: iv) }

  /// Which blocks differ, in the words of the choices.
  static func blocks(_ left: [UInt8], _ right: [UInt8]) -> String {
    let pairs = zip(Blocks.split(left), Blocks.split(right))
    let changed = pairs.enumerated().filter { $0.element.0 != $0.element.1 }.map { $0.offset + 1 }
    switch changed.count {
    case 0: return "none"
    case 1: return "block \(changed[0])"
    case 4: return "every block"
    default:
      return "blocks " + changed.dropLast().map(String.init).joined(separator: ", ") + " and \(changed.last!)"
    }
  }

  /// The bit that is flipped: in the middle of block 2.
  static let bit = 128 + 37

  static func decryptingFlipped(_ mode: ModeCipher.Mode) throws -> [UInt8] {
    try cipher(mode).decrypt(Blocks.flip(bit: bit, of: cipher(mode).encrypt(message)))
  }

  static func decryptingWithFlippedIV(_ mode: ModeCipher.Mode) throws -> [UInt8] {
    try cipher(mode, iv: Blocks.flip(bit: 127, of: iv)).decrypt(cipher(mode).encrypt(message))
  }

  static func encryptingFlipped(_ mode: ModeCipher.Mode) throws -> String {
    try blocks(cipher(mode).encrypt(message), cipher(mode).encrypt(Blocks.flip(bit: bit, of: message)))
  }

  static let modes: [String: Compute] = [
    "ecb-flip-decrypt": { _ in blocks(message, try decryptingFlipped(.ecb)) },
    "cbc-flip-decrypt": { _ in blocks(message, try decryptingFlipped(.cbc)) },
    "cfb-flip-decrypt": { _ in blocks(message, try decryptingFlipped(.cfb)) },
    "ofb-flip-decrypt": { _ in blocks(message, try decryptingFlipped(.ofb)) },
    "cbc-flip-bits": { _ in
      let read = try decryptingFlipped(.cbc)
      return "\(Blocks.differingBits(message[32..<48], read[32..<48])) bit of it changes"
    },
    "ctr-flip-bits": { _ in
      let read = try decryptingFlipped(.ctr)
      return "\(Blocks.differingBits(message, read)) bit"
    },
    "ecb-flip-encrypt": { _ in try encryptingFlipped(.ecb) },
    "cbc-flip-encrypt": { _ in try encryptingFlipped(.cbc) },
    "cbc-iv-flip": { _ in blocks(message, try decryptingWithFlippedIV(.cbc)) },
    "ctr-nonce-flip": { _ in blocks(message, try decryptingWithFlippedIV(.ctr)) },
    "equal-blocks": { _ in
      let equal = [UInt8](repeating: 0x61, count: 64)
      return try ModeCipher.Mode.allCases.filter { try Set(Blocks.split(cipher($0).encrypt(equal))).count == 1 }
        .map { $0.rawValue.uppercased() }.joined(separator: " and ")
    },
    "ecb-swap": { _ in
      func swapped(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<16] + bytes[32..<48] + bytes[16..<32] + bytes[48...])
      }
      let read = try cipher(.ecb).decrypt(swapped(cipher(.ecb).encrypt(message)))
      return claim("the message with blocks 2 and 3 exchanged", if: read == swapped(message))
    },
    "cbc-drop": { _ in
      let ciphertext = try cipher(.cbc).encrypt(message)
      let read = Blocks.split(try cipher(.cbc).decrypt(Array(ciphertext[..<16] + ciphertext[32...])))
      let sent = Blocks.split(message)
      // Blocks 3 and 4 are now the second and the third.
      let right = [1: 0, 3: 1, 4: 2].filter { number, place in read[place] == sent[number - 1] }
      return right.keys.sorted().map(String.init).joined(separator: " and ")
    },
    "needs-padding": { _ in
      ModeCipher.Mode.allCases.filter { (try? cipher($0).encrypt([UInt8](1...13))) == nil }
        .map { $0.rawValue.uppercased() }.joined(separator: " and ")
    },
    "ctr-length": { _ in
      let ciphertext = try cipher(.ctr).encrypt([UInt8](1...13))
      return "\(ciphertext.count) bytes"
    },
    "ctr-reuse": { _ in
      let other = Array(message.reversed())
      let sum = Blocks.sum(try cipher(.ctr).encrypt(message), try cipher(.ctr).encrypt(other))
      return claim("the sum (exclusive or) of the two messages", if: sum == Blocks.sum(message, other))
    },
  ]

  static let padding: [String: Compute] = [
    "pkcs7-13": { _ in spaced(try PaddingTrial.add(.pkcs7, to: [UInt8](1...13)).dropFirst(13)) },
    "pkcs7-16": { _ in
      let added = try PaddingTrial.add(.pkcs7, to: [UInt8](1...16)).dropFirst(16)
      return Set(added).count == 1 ? "\(added.count) bytes \(spaced(added.prefix(1))) (hexadecimal)" : nil
    },
    "pkcs7-32": { _ in
      let ciphertext = try AES.CBC.encrypt(
        [UInt8](1...32), using: SymmetricKey(data: key), iv: AES.IV(data: iv))
      return "\(ciphertext.count) bytes"
    },
    "pkcs7-valid": { choices in
      let valid = choices.filter { ending in
        let bytes = ending.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        return (try? PaddingTrial.remove(.pkcs7, from: [UInt8](repeating: 0x61, count: 12) + bytes)) != nil
      }
      return valid.joined(separator: " or ")
    },
    "pkcs7-01": { _ in
      let block = [UInt8](repeating: 0x61, count: 12) + [4, 4, 4, 1]
      let read = try PaddingTrial.remove(.pkcs7, from: block)
      return "\(block.count - read.count) byte"
    },
    "pkcs7-17": { _ in
      let block = [UInt8](repeating: 0x11, count: 16)
      return claim("it refuses the padding as invalid", if: (try? PaddingTrial.remove(.pkcs7, from: block)) == nil)
    },
    "zero-padding": { _ in
      let message: [UInt8] = [1, 2, 3, 0, 0]
      let read = try PaddingTrial.remove(.zero, from: PaddingTrial.add(.zero, to: message))
      return claim("a message that ends with zero bytes loses them", if: read == [1, 2, 3])
    },
    "random-valid": { _ in
      var random = SeededGenerator(seed: 1)
      let count = PaddingTrial.acceptedCount(.pkcs7, of: 1 << 16, random: &random)
      return (205...307).contains(count) ? "about 1 in 256" : "\(count) of 65,536"
    },
    "oracle-sum": { _ in
      let (last, decrypted, _) = try attack(key)
      return claim("F's last byte ⊕ 01", if: last.padding == 1 && decrypted[15] == last.sent ^ 1)
    },
    "oracle-cost": { _ in
      var sum = 0
      for number in 0..<UInt8(20) { sum += try attack([UInt8](repeating: number, count: 16)).queryCount }
      let mean = sum / (20 * 16)
      return (118...139).contains(mean) ? "about 128" : "\(mean)"
    },
    "oracle-key": { _ in
      var sums = [0, 0]
      for number in 0..<UInt8(20) {
        for (index, count) in [16, 32].enumerated() {
          sums[index] += try attack([UInt8](repeating: number, count: count)).queryCount
        }
      }
      return claim("no more: the key does not matter", if: abs(sums[0] - sums[1]) * 10 < sums[0])
    },
  ]

  /// A block that is read through a padding oracle: the byte that was read first, the output of AES decryption, and all
  /// questions.
  private static func attack(
    _ key: [UInt8]
  ) throws -> (last: PaddingOracleAttack.Byte, decrypted: [UInt8], queryCount: Int) {
    // What AES puts out is the sum of message and IV: another IV for each run.
    let iv = Array(SHA256.hash(data: key.prefix(1)).prefix(16))
    let ciphertext = try AES.CBC.encrypt(
      "fifteen letters".utf8, using: SymmetricKey(data: key), iv: AES.IV(data: iv))
    let receiver = CBCReceiver(key: key)
    var attack = PaddingOracleAttack(after: iv) { receiver.accepts(ciphertext, iv: $0) }
    let first = attack.readByte()
    let last = try #require(first)
    while attack.readByte() != nil {}
    let decrypted = try AES.ECB.decrypt(ciphertext, using: SymmetricKey(data: key), padding: .none)
    return (last, decrypted, attack.queryCount)
  }

  private static func spaced(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { Hex.encode([$0]) }.joined(separator: " ")
  }
}
