#if arch(x86_64)
import SwiftVaultSHA2Lanes

/// A digest on its way from one block of PBKDF2 into the next: lanes 0 to 3 are a b e f, and c d g h.
///
/// This is the order in which the next block's rounds take their words, so between the last two rounds of one block and
/// the first two of the next lie one shuffle and one addition. What is added holds the chaining value and the constants of
/// the rounds.
struct SHA256Digest {
  var abef: Words
  var cdgh: Words

  @inline(__always)
  init(abef: Words, cdgh: Words) {
    self.abef = abef
    self.cdgh = cdgh
  }

  @inline(__always)
  init(_ pairs: SHA256Pairs) {
    abef = Words(pairs.abef[3], pairs.abef[2], pairs.abef[1], pairs.abef[0])
    cdgh = Words(pairs.cdgh[3], pairs.cdgh[2], pairs.cdgh[1], pairs.cdgh[0])
  }

  /// The same in the order of the instructions.
  @inline(__always)
  var pairs: SHA256Pairs {
    SHA256Pairs(
      abef: Words(abef[3], abef[2], abef[1], abef[0]), cdgh: Words(cdgh[3], cdgh[2], cdgh[1], cdgh[0]))
  }

  @inline(__always)
  var abcd: Words { Words(abef[0], abef[1], cdgh[0], cdgh[1]) }

  @inline(__always)
  var efgh: Words { Words(abef[2], abef[3], cdgh[2], cdgh[3]) }

  /// With the constants of the first eight rounds.
  @inline(__always)
  func keyed(_ k: SHA256Constants) -> SHA256Digest {
    let (k0, k4) = (k[0], k[4])
    return SHA256Digest(
      abef: abef &+ Words(k0[0], k0[1], k4[0], k4[1]), cdgh: cdgh &+ Words(k0[2], k0[3], k4[2], k4[3]))
  }

  @inline(__always)
  static func &+ (x: SHA256Digest, y: SHA256Digest) -> SHA256Digest {
    SHA256Digest(abef: x.abef &+ y.abef, cdgh: x.cdgh &+ y.cdgh)
  }

  @inline(__always)
  static func ^ (x: SHA256Digest, y: SHA256Digest) -> SHA256Digest {
    SHA256Digest(abef: x.abef ^ y.abef, cdgh: x.cdgh ^ y.cdgh)
  }
}

/// A chaining value that PBKDF2 starts from again and again, in the forms the loop needs.
struct SHA256Link {
  let pairs: SHA256Pairs
  let digest: SHA256Digest
  let keyed: SHA256Digest

  @inline(__always)
  init(_ state: UnsafeRawPointer, _ k: SHA256Constants) {
    pairs = SHA256Pairs(state)
    digest = SHA256Digest(pairs)
    keyed = digest.keyed(k)
  }
}

/// What surrounds a digest that is the message after one block of key. Spec: FIPS 180-4, section 5.1.1.
struct SHA256Padding {
  private let isTruncated: Bool
  /// Words 8 to 11.
  let w2: Words
  /// Words 12 to 15.
  let w3: Words

  /// After a digest of 32 bytes.
  @inline(__always)
  static var full: SHA256Padding {
    SHA256Padding(isTruncated: false, w2: Words(0x8000_0000, 0, 0, 0), w3: Words(0, 0, 0, 8 * (64 + 32)))
  }

  /// After a digest of 28 bytes.
  @inline(__always)
  static var truncated: SHA256Padding {
    SHA256Padding(isTruncated: true, w2: Words(0, 0, 0, 0), w3: Words(0, 0, 0, 8 * (64 + 28)))
  }

  @inline(__always)
  private init(isTruncated: Bool, w2: Words, w3: Words) {
    self.isTruncated = isTruncated
    self.w2 = w2
    self.w3 = w3
  }

  /// The first eight words of the block, without and with the constants of their rounds.
  @inline(__always)
  func applied(
    _ digest: SHA256Digest, _ keyed: SHA256Digest, _ k: SHA256Constants
  ) -> (SHA256Digest, SHA256Digest) {
    guard isTruncated else { return (digest, keyed) }
    var (digest, keyed) = (digest, keyed)
    digest.cdgh[3] = 0x8000_0000
    keyed.cdgh[3] = 0x8000_0000 &+ k[4][3]
    return (digest, keyed)
  }
}
#endif
