/// A mode and a direction. OFB and CTR are the same in both. CFB has segments of a block, CFB8 of a byte.
package enum BlockOperation: BitwiseCopyable {
  case encryptECB, decryptECB, encryptCBC, decryptCBC, encryptCFB, decryptCFB, encryptCFB8, ofb, ctr

  /// Whether it applies the inverse cipher, and so needs more than a key schedule for encryption.
  @inline(__always)
  var needsInverse: Bool {
    switch self {
    case .decryptECB, .decryptCBC: true
    case .encryptECB, .encryptCBC, .encryptCFB, .decryptCFB, .encryptCFB8, .ofb, .ctr: false
    }
  }
}
