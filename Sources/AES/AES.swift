@_exported public import SwiftVaultCryptoBytes

/// The Advanced Encryption Standard, with keys of 16, 24 or 32 bytes. Spec: FIPS 197.
///
/// The modes here encrypt and do *not* authenticate: whoever can change a ciphertext can change the plaintext, and a
/// program that tells wrong padding from other errors can be made to decrypt for an attacker. Add an HMAC over IV and
/// ciphertext, checked before decryption, or use a vault.
public enum AES {
  /// 16 bytes.
  public static var blockByteCount: Int { 16 }
}

/// Why AES refused its input.
public enum AESError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A key that is not of 16, 24 or 32 bytes.
  case keyByteCount(Int)
  /// An IV for CBC that is not of 16 bytes.
  case ivByteCount(Int)
  /// A nonce for CTR, its first counter block, that is not of 16 bytes.
  case nonceByteCount(Int)
  /// An input for ECB or CBC that is not a multiple of 16 bytes where it has to be.
  case unalignedInput(byteCount: Int)
  /// A padded ciphertext without a single block.
  case emptyCiphertext
  /// A plaintext whose padding is wrong: damaged, or decrypted with the wrong key, IV or mode.
  case invalidPadding
  /// A keystream of more than 2^64 - 1 bytes.
  case keystreamExhausted
  /// A key to wrap, or one wrapped, that is not a multiple of 8 bytes, or shorter than 16 or 24.
  case wrappedKeyByteCount(Int)
  /// A wrapped key that is damaged, or was wrapped with another key.
  case unwrapFailure

  /// One sentence, with the numbers.
  public var description: String {
    switch self {
    case .keyByteCount(let count): "a key of \(count) bytes; AES needs 16, 24 or 32"
    case .ivByteCount(let count): "an IV of \(count) bytes; CBC needs 16"
    case .nonceByteCount(let count): "a nonce of \(count) bytes; CTR needs a first counter block of 16"
    case .unalignedInput(let count):
      "\(count) bytes; a ciphertext, and a message without padding, needs a multiple of 16 in ECB and CBC"
    case .emptyCiphertext: "0 bytes of ciphertext; with padding there are at least 16"
    case .invalidPadding: "the padding is wrong: the ciphertext is damaged, or the key, IV or mode is another"
    case .keystreamExhausted: "CTR gives at most 2^64 - 1 bytes for one nonce"
    case .wrappedKeyByteCount(let count):
      "\(count) bytes; key wrap takes a multiple of 8, at least 16 of key or 24 wrapped"
    case .unwrapFailure: "the wrapped key is damaged, or was wrapped with another key"
    }
  }
}
