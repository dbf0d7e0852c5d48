package import AES

/// What the paddings of ECB and CBC add to a message, and what their removal takes: asked of the library itself.
package enum PaddingTrial {
  // Any key would do: what is added and removed does not depend on it.
  private static let key = SymmetricKey(data: [UInt8](repeating: 0, count: 16))

  /// The message as AES gets it, with its padding.
  package static func add(_ padding: AES.Padding, to message: [UInt8]) throws(AESError) -> [UInt8] {
    let ciphertext = try AES.ECB.encrypt(message, using: key, padding: padding)
    return try AES.ECB.decrypt(ciphertext, using: key, padding: .none)
  }

  /// What is left of decrypted blocks without their padding.
  ///
  /// - Throws: ``AESError/invalidPadding`` for blocks that cannot end so.
  package static func remove(_ padding: AES.Padding, from padded: [UInt8]) throws(AESError) -> [UInt8] {
    let ciphertext = try AES.ECB.encrypt(padded, using: key, padding: .none)
    return try AES.ECB.decrypt(ciphertext, using: key, padding: padding)
  }

  /// How many of `count` random blocks pass for a last block with its padding.
  package static func acceptedCount(
    _ padding: AES.Padding, of count: Int, random: inout SeededGenerator
  ) -> Int {
    (0..<count).count { _ in (try? remove(padding, from: random.bytes(16))) != nil }
  }
}
