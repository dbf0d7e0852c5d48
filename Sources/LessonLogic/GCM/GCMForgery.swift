package import SwiftVaultReference

/// Computes the hash key of GCM from two messages of one block under one nonce, and forges a third.
///
/// Source: A. Joux, "Authentication failures in NIST version of GCM", comment to NIST, 2006.
package struct GCMForgery: Sendable {
  /// The hash key, H.
  package let hashKey: GHASHElement
  /// The mask that is added to GHASH under this nonce.
  package let mask: GHASHElement

  /// What everyone can see of a message.
  package struct Sealed: Sendable {
    package let ciphertext: [UInt8]
    package let tag: [UInt8]

    package init(ciphertext: [UInt8], tag: [UInt8]) { (self.ciphertext, self.tag) = (ciphertext, tag) }
  }

  /// Solves the sum of the two tags, `(C1 + C2) · H² = T1 + T2`, for the hash key.
  ///
  /// The ciphertexts are different, of one length, and of 1 to 16 bytes.
  package init(_ first: Sealed, _ second: Sealed) {
    precondition(first.ciphertext.count == second.ciphertext.count && 1...16 ~= first.ciphertext.count)
    precondition(first.ciphertext != second.ciphertext)
    let ciphertexts = GHASHElement(first.ciphertext) + GHASHElement(second.ciphertext)
    let tags = GHASHElement(first.tag) + GHASHElement(second.tag)
    hashKey = (tags * ciphertexts.inverse).squareRoot
    mask = GHASHElement(first.tag) + GHASHElement.hash(GCMTag.blocks(of: first.ciphertext), key: hashKey)
  }

  /// Makes the ciphertext and the tag of another message of the same length, from a known message.
  package func forge(_ message: [UInt8], known: [UInt8], _ sealed: Sealed) -> Sealed {
    let keystream = Blocks.sum(known, sealed.ciphertext)
    let ciphertext = Blocks.sum(message, keystream)
    return Sealed(ciphertext: ciphertext, tag: GCMTag.tag(of: ciphertext, hashKey: hashKey, mask: mask).block)
  }
}
