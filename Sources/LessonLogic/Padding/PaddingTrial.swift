package import AES

/// What each padding of ECB and CBC adds to a message and what its removal takes away, computed with the library.
package enum PaddingTrial {
  // Any key would do: padding does not depend on it.
  private static let key = SymmetricKey(data: [UInt8](repeating: 0, count: 16))

  /// The message with its padding, as AES receives it.
  package static func add(_ padding: AES.Padding, to message: [UInt8]) throws(AESError) -> [UInt8] {
    let ciphertext = try AES.ECB.encrypt(message, using: key, padding: padding)
    return try AES.ECB.decrypt(ciphertext, using: key, padding: .none)
  }

  /// Decrypted blocks without their padding.
  ///
  /// - Throws: ``AESError/invalidPadding`` for blocks that do not end in a valid padding.
  package static func remove(_ padding: AES.Padding, from padded: [UInt8]) throws(AESError) -> [UInt8] {
    let ciphertext = try AES.ECB.encrypt(padded, using: key, padding: .none)
    return try AES.ECB.decrypt(ciphertext, using: key, padding: padding)
  }

  /// How many of `count` random blocks end in a valid padding.
  package static func acceptedCount(_ padding: AES.Padding, of count: Int, random: inout SeededGenerator) -> Int {
    (0..<count).count { _ in (try? remove(padding, from: random.bytes(16))) != nil }
  }
}
