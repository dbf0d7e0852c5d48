package import AES
internal import SwiftVaultReference

/// A GCM ciphertext of three blocks with a tag that is right under two keys. Under the first key, the first block is
/// one message; under the second key, the second block is another. The third block makes the tags equal.
///
/// Source: Y. Dodis, P. Grubbs, T. Ristenpart and J. Woodage, "Fast message franking", CRYPTO 2018, section 3.
package struct TwoKeyBox: Sendable {
  /// The three blocks.
  package let ciphertext: [UInt8]
  /// The tag under both keys.
  package let tag: [UInt8]

  /// The values that depend only on a key: for the tag, and the keystream.
  private struct Half {
    let hashKey: GHASHElement
    let mask: GHASHElement
    let keystream: [UInt8]

    /// From the key alone, with the block cipher: the hash key is the encrypted zero block, the mask the encrypted
    /// first counter, and the keystream the encrypted counters after it. Spec: NIST SP 800-38D, sections 7.1 and 6.5.
    init(_ key: SymmetricKey, nonce: [UInt8]) throws(AESError) {
      func encrypted(_ block: [UInt8]) throws(AESError) -> [UInt8] {
        try AES.ECB.encrypt(block, using: key, padding: .none)
      }
      hashKey = GHASHElement(try encrypted([UInt8](repeating: 0, count: 16)))
      var counter = nonce + [0, 0, 0, 1]
      mask = GHASHElement(try encrypted(counter))
      var keystream: [UInt8] = []
      for _ in 0..<2 {
        counter = Blocks.next(counter)
        keystream += try encrypted(counter)
      }
      self.keystream = keystream
    }
  }

  /// Makes the box. The messages have 1 to 16 bytes, the keys are different, and the nonce has 12 bytes.
  package init(
    _ first: [UInt8], under firstKey: SymmetricKey, _ second: [UInt8], under secondKey: SymmetricKey, nonce: [UInt8]
  ) throws(AESError) {
    precondition(1...16 ~= first.count && 1...16 ~= second.count && nonce.count == 12)
    let (left, right) = (try Half(firstKey, nonce: nonce), try Half(secondKey, nonce: nonce))
    var blocks =
      Blocks.sum(Self.filled(first), left.keystream) + Blocks.sum(Self.filled(second), right.keystream[16...])
    // In both tags the third block is multiplied by the square of H:
    // (rest of the first tag) + (rest of the second) = third block · (H1² + H2²)
    let rest = [left, right].map {
      GCMTag.tag(of: blocks + [UInt8](repeating: 0, count: 16), hashKey: $0.hashKey, mask: $0.mask)
    }
    let squares = left.hashKey * left.hashKey + right.hashKey * right.hashKey
    blocks += ((rest[0] + rest[1]) * squares.inverse).block
    ciphertext = blocks
    tag = GCMTag.tag(of: blocks, hashKey: left.hashKey, mask: left.mask).block
  }

  /// The message with spaces after it, up to a block.
  private static func filled(_ message: [UInt8]) -> [UInt8] {
    message + [UInt8](repeating: UInt8(ascii: " "), count: 16 - message.count)
  }

  /// The message under a key, if the tag is right.
  package func open(using key: SymmetricKey, nonce: [UInt8]) throws(AESError) -> [UInt8] {
    let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
    return try AES.GCM.open(box, using: key)
  }
}
