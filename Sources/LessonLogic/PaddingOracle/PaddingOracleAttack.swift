internal import AES

/// A padding oracle: a receiver that decrypts CBC and reveals only whether the padding was right.
package struct CBCReceiver: Sendable {
  private let key: SymmetricKey

  /// A receiver; traps unless the key has 16, 24 or 32 bytes.
  package init(key: [UInt8]) {
    precondition([16, 24, 32].contains(key.count))
    self.key = SymmetricKey(data: key)
  }

  /// Whether a ciphertext decrypts to blocks with a valid padding (PKCS#7).
  package func accepts(_ ciphertext: [UInt8], iv: [UInt8]) -> Bool {
    guard let iv = try? AES.IV(data: iv) else { return false }
    return (try? AES.CBC.decrypt(ciphertext, using: key, iv: iv)) != nil
  }
}

/// Reads one block without the key, from its last byte to its first, by sending forged blocks before it.
///
/// Source: S. Vaudenay, "Security Flaws Induced by CBC Padding", EUROCRYPT 2002, section 3.
package struct PaddingOracleAttack {
  /// A byte that was read.
  package struct Byte: Sendable, Equatable {
    /// Its place in the block, from 0.
    package let offset: Int
    /// The padding that the attack aimed at, 1 to 16: the number of bytes and their value.
    package let padding: UInt8
    /// The byte of the forged block that gave this padding.
    package let sent: UInt8
    /// The byte of the block after AES decryption, before the preceding block is added.
    package let decrypted: UInt8
    /// The byte of the message.
    package let plaintext: UInt8
    /// Bytes of the forged block that were accepted because of another padding. One more query for each showed this.
    package let falseFinds: [UInt8]
    /// The number of queries for this byte.
    package let queryCount: Int
  }

  private let previous: [UInt8]
  private let ask: ([UInt8]) -> Bool
  /// The known bytes at the end of the block after AES decryption.
  private var decrypted: [UInt8] = []
  /// The number of queries so far.
  package private(set) var queryCount = 0

  /// An attack on one block.
  ///
  /// - Parameters:
  /// - previous: The block before it; for the first block, the IV.
  /// - ask: Whether the receiver accepts the block when these 16 bytes replace `previous`.
  package init(after previous: [UInt8], ask: @escaping ([UInt8]) -> Bool) {
    precondition(previous.count == 16)
    self.previous = previous
    self.ask = ask
  }

  /// Reads the next byte towards the front; `nil` at the end of the block, or if the receiver accepts no value.
  package mutating func readByte() -> Byte? {
    guard decrypted.count < 16 else { return nil }
    let offset = 15 - decrypted.count
    let padding = UInt8(16 - offset)
    let before = queryCount
    var forged = previous[..<offset] + [0] + decrypted.map { $0 ^ padding }
    var falseFinds: [UInt8] = []
    for sent in UInt8.min...UInt8.max {
      forged[offset] = sent
      guard accepts(forged) else { continue }
      if offset == 15, !accepts(Self.changingByte14(of: forged)) {
        falseFinds.append(sent)
        continue
      }
      decrypted.insert(sent ^ padding, at: 0)
      return Byte(
        offset: offset, padding: padding, sent: sent, decrypted: sent ^ padding,
        plaintext: sent ^ padding ^ previous[offset], falseFinds: falseFinds, queryCount: queryCount - before)
    }
    return nil
  }

  /// The block with its last byte but one changed: a padding of one byte stays valid, and a longer one does not.
  private static func changingByte14(of block: [UInt8]) -> [UInt8] {
    var block = block
    block[14] ^= 1
    return block
  }

  private mutating func accepts(_ forged: [UInt8]) -> Bool {
    queryCount += 1
    return ask(forged)
  }
}
