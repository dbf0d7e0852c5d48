internal import SHA

/// HMAC-SHA-256 with every intermediate value. Spec: FIPS 198-1, section 4.
package struct HMACPasses: Sendable {
  package static let blockByteCount = 64
  package static let innerPad: UInt8 = 0x36
  package static let outerPad: UInt8 = 0x5c

  /// `K0`: the key, or the digest of a key longer than a block, filled up with zeros. Steps 1 to 3.
  package let blockKey: [UInt8]
  /// `K0 ⊕ ipad`. Step 4.
  package let innerKey: [UInt8]
  /// The digest of `K0 ⊕ ipad` and the message. Steps 5 and 6.
  package let innerDigest: [UInt8]
  /// `K0 ⊕ opad`. Step 7.
  package let outerKey: [UInt8]
  /// The digest of `K0 ⊕ opad` and the inner digest. Steps 8 and 9.
  package let tag: [UInt8]

  package init(key: [UInt8], message: [UInt8]) {
    let short = key.count > Self.blockByteCount ? Array(SHA256.hash(data: key)) : key
    blockKey = short + [UInt8](repeating: 0, count: Self.blockByteCount - short.count)
    innerKey = blockKey.map { $0 ^ Self.innerPad }
    outerKey = blockKey.map { $0 ^ Self.outerPad }
    innerDigest = Array(SHA256.hash(data: innerKey + message))
    tag = Array(SHA256.hash(data: outerKey + innerDigest))
  }
}
