@_exported public import SwiftVaultCryptoBytes

/// The Advanced Encryption Standard, with keys of 16, 24 or 32 bytes. Spec: FIPS 197.
///
/// ``GCM`` encrypts and authenticates. The modes ECB, CBC, CFB, OFB and CTR encrypt and do *not* authenticate. An
/// attacker who can change a ciphertext can change the plaintext. A program that reveals whether the padding was right
/// can be made to decrypt for an attacker. Add an HMAC over IV and ciphertext, and check it before decryption, or use a
/// vault.
public enum AES {
  /// 16 bytes.
  public static var blockByteCount: Int { 16 }
}

/// The error of an AES operation that refused its input.
public enum AESError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A key whose size is not 16, 24 or 32 bytes.
  case keyByteCount(Int)
  /// An IV for CBC, CFB or OFB whose size is not 16 bytes.
  case ivByteCount(Int)
  /// A nonce for CTR whose size is neither 16 nor 12 bytes.
  case nonceByteCount(Int)
  /// An input for ECB or CBC that must be a multiple of 16 bytes, and is not.
  case unalignedInput(byteCount: Int)
  /// An empty ciphertext where the padding requires at least one block.
  case emptyCiphertext
  /// Wrong padding: the ciphertext is damaged, or was decrypted with the wrong key, IV or mode.
  case invalidPadding
  /// A CTR keystream of more than 2^64 - 1 bytes, or more than 2^36 after a nonce of 12 bytes.
  case keystreamExhausted
  /// A key to wrap that is not a multiple of 8 bytes, at least 16, or a wrapped key that is not a multiple of 8 bytes,
  /// at least 24. With padding: a key to wrap that is not 1 to 2^32 - 1 bytes, or a wrapped key that is not a multiple
  /// of 8 bytes, at least 16.
  case wrappedKeyByteCount(Int)
  /// A wrapped key that is damaged, or was wrapped under another key.
  case unwrapFailure
  /// A nonce for GCM of 0 bytes.
  case emptyNonce
  /// A message for GCM of more than 2^36 - 32 bytes, or associated data of more than 2^61 - 1.
  case messageTooLong
  /// A tag for GCM that is not 12 to 16 bytes.
  case tagByteCount(Int)
  /// A combined sealed box of GCM with fewer than 28 bytes: 12 of nonce and 16 of tag.
  case sealedByteCount(Int)
  /// A tag that does not match ciphertext, associated data, nonce and key.
  case authenticationFailure

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .keyByteCount(let count): "a key of \(count.units("byte")); AES needs 16, 24 or 32"
    case .ivByteCount(let count): "an IV of \(count.units("byte")); CBC, CFB and OFB need 16"
    case .nonceByteCount(let count): "a nonce of \(count.units("byte")); CTR needs 16, or 12 before a counter of 4"
    case .unalignedInput(let count):
      "\(count.units("byte")); a ciphertext, and a message without padding, needs a multiple of 16 in ECB and CBC"
    case .emptyCiphertext: "0 bytes of ciphertext; with padding there are at least 16"
    case .invalidPadding: "the padding is wrong: the ciphertext is damaged, or the key, IV or mode is another"
    case .keystreamExhausted: "CTR gives at most 2^64 - 1 bytes for one nonce, and 2^36 for one of 12 bytes"
    case .wrappedKeyByteCount(let count):
      "\(count.units("byte")); key wrap takes a multiple of 8, at least 16 of key or 24 wrapped; "
        + "with padding, 1 of key or 16 wrapped"
    case .unwrapFailure: "the wrapped key is damaged, or was wrapped with another key"
    case .emptyNonce: "a nonce of 0 bytes; GCM needs at least 1, and best has 12"
    case .messageTooLong: "GCM takes at most 2^36 - 32 bytes of message and 2^61 - 1 of associated data"
    case .tagByteCount(let count): "a tag of \(count.units("byte")); GCM has 12 to 16"
    case .sealedByteCount(let count): "\(count.units("byte")) sealed; there are at least 28"
    case .authenticationFailure: "the ciphertext, its data, nonce or tag were changed, or the key is another"
    }
  }
}
