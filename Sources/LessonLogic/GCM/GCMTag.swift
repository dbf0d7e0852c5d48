internal import SwiftVaultCryptoBytes
package import SwiftVaultReference

/// The parts of a message's GCM tag, from the hash key, without associated data and with a nonce of 12 bytes.
///
/// Spec: NIST SP 800-38D, section 7.1.
package enum GCMTag {
  /// The input of GHASH: the ciphertext, padded with zeros, and the block of the two lengths in bits.
  package static func blocks(of ciphertext: [UInt8]) -> [GHASHElement] {
    Blocks.split(ciphertext).map { GHASHElement($0) } + [lengths(ciphertext.count)]
  }

  /// The block of the lengths: 64 bits for the associated data, here 0, and 64 for the ciphertext.
  package static func lengths(_ byteCount: Int) -> GHASHElement {
    GHASHElement(UInt64(0).bigEndianBytes + UInt64(8 * byteCount).bigEndianBytes)
  }

  /// The tag: GHASH of the ciphertext, plus the mask, which is the encrypted first counter.
  package static func tag(of ciphertext: [UInt8], hashKey: GHASHElement, mask: GHASHElement) -> GHASHElement {
    GHASHElement.hash(blocks(of: ciphertext), key: hashKey) + mask
  }
}
