/// A cipher that takes a message in pieces.
package protocol PieceCipher {
  mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8]

  /// The rest of the message, which the cipher has held back.
  mutating func finalize() throws(AESError) -> [UInt8]

  /// Overwrites what depends on the content, and the stack.
  mutating func wipe()
}

extension AES.BlockModeCipher: PieceCipher {}

extension AES.CTR.Cipher: PieceCipher {
  package mutating func finalize() -> [UInt8] {
    wipe()
    return []
  }
}

extension AES.FeedbackCipher: PieceCipher {
  package mutating func finalize() -> [UInt8] {
    wipe()
    return []
  }
}
