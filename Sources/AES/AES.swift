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

/// The error of an AES operation that refused its input. The names are those of CryptoKit's errors.
public enum AESError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A value with a size of its own.
  public enum Parameter: Sendable {
    /// The input of ECB or CBC: a ciphertext, or a message without padding. It is a multiple of 16 bytes, and a
    /// ciphertext with padding at least 16.
    case blocks
    /// A tag of CMAC: 1 to 16 bytes.
    case code
    /// A nonce of CTR: 16 bytes, or 12.
    case counter
    /// An IV of CBC, CFB or OFB: 16 bytes.
    case iv
    /// A nonce of GCM: at least 12 bytes, or 1 with the initializer that says so.
    case nonce
    /// A sealed box of GCM: at least 28 bytes, 12 of nonce and 16 of tag.
    case sealedBox
    /// A tag of GCM: 16 bytes.
    case tag
    /// A tag of GCM that may be truncated: 12 to 16 bytes.
    case truncatedTag
    /// A key to wrap, a multiple of 8 bytes, at least 16; or a wrapped key, a multiple of 8 bytes, at least 24. With
    /// padding: 1 to 2^32 - 1 bytes of key, or a wrapped key of at least 16.
    case wrappedKey
  }

  /// A key whose size is not 16, 24 or 32 bytes.
  case incorrectKeySize(byteCount: Int)
  /// Another value of a size that is not accepted.
  case incorrectParameterSize(Parameter, byteCount: Int)
  /// Wrong padding: the ciphertext is damaged, or was decrypted with the wrong key, IV or mode.
  case invalidPadding
  /// A CTR keystream of more than 2^64 - 1 bytes, or more than 2^36 after a nonce of 12 bytes.
  case keystreamExhausted
  /// A message for GCM of more than 2^36 - 32 bytes, or associated data of more than 2^61 - 1.
  case messageTooLong
  /// A wrapped key that is damaged, or was wrapped under another key.
  case unwrapFailure
  /// A tag that does not match ciphertext, associated data, nonce and key.
  case authenticationFailure

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .incorrectKeySize(let count): "a key of \(count.units("byte")); AES needs 16, 24 or 32"
    case .incorrectParameterSize(let parameter, let count): parameter.sentence(count)
    case .invalidPadding: "the padding is wrong: the ciphertext is damaged, or the key, IV or mode is another"
    case .keystreamExhausted: "CTR gives at most 2^64 - 1 bytes for one nonce, and 2^36 for one of 12 bytes"
    case .messageTooLong: "GCM takes at most 2^36 - 32 bytes of message and 2^61 - 1 of associated data"
    case .unwrapFailure: "the wrapped key is damaged, or was wrapped with another key"
    case .authenticationFailure: "the ciphertext, its data, nonce or tag were changed, or the key is another"
    }
  }
}

extension AESError.Parameter {
  fileprivate func sentence(_ count: Int) -> String {
    let size = count.units("byte")
    return switch self {
    case .blocks where count == 0: "0 bytes of ciphertext; with padding there are at least 16"
    case .blocks where count % 16 == 0: "\(size); one block has 16"
    case .blocks: "\(size); a ciphertext, and a message without padding, needs a multiple of 16 in ECB and CBC"
    case .code: "a tag of \(size); CMAC has 1 to 16"
    case .counter: "a nonce of \(size); CTR needs 16, or 12 before a counter of 4"
    case .iv: "an IV of \(size); CBC, CFB and OFB need 16"
    case .nonce where count == 0: "a nonce of 0 bytes; GCM needs at least 1, and best has 12"
    case .nonce: "a nonce of \(size); GCM needs at least 12"
    case .sealedBox: "\(size) sealed; there are at least 28"
    case .tag: "a tag of \(size); GCM has 16"
    case .truncatedTag: "a tag of \(size); GCM has 12 to 16"
    case .wrappedKey:
      "\(size); key wrap takes a multiple of 8, at least 16 of key or 24 wrapped; "
        + "with padding, 1 of key or 16 wrapped"
    }
  }
}
