package import AES

/// The options of CommonCrypto's one-shot function `CCCrypt`, one bit each, and their effect.
///
/// Source: Apple, CommonCryptor.h: `kCCOptionPKCS7Padding` 0x0001, `kCCOptionECBMode` 0x0002.
package struct CommonCryptoOptions: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `kCCOptionPKCS7Padding`: the message is padded.
  package static let pkcs7Padding = CommonCryptoOptions(rawValue: 1)
  /// `kCCOptionECBMode`: ECB instead of CBC, which is the default.
  package static let ecbMode = CommonCryptoOptions(rawValue: 2)

  /// `kCCModeECB`: not an option, but a mode of `CCCryptorCreateWithMode`.
  package static let ccModeECB = 1
  /// `kCCModeCBC`: not an option either.
  package static let ccModeCBC = 2

  /// The ciphertext that `CCCrypt` makes with these options. ECB ignores the IV.
  ///
  /// - Throws: ``AESError`` for a key or an IV of another length, or, without padding, a message that is not whole
  ///   blocks.
  package func encrypt(_ message: [UInt8], key: [UInt8], iv: [UInt8]) throws(AESError) -> [UInt8] {
    let key = SymmetricKey(data: key)
    let padding: AES.Padding = contains(.pkcs7Padding) ? .pkcs7 : .none
    return contains(.ecbMode)
      ? try AES.ECB.encrypt(message, using: key, padding: padding)
      : try AES.CBC.encrypt(message, using: key, iv: AES.IV(data: iv), padding: padding)
  }
}
