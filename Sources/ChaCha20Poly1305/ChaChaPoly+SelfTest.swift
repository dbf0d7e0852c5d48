extension ChaChaPoly {
  /// The parts of the self-test on every kernel, for `SelfTest` of the umbrella, which does not depend on this library.
  ///
  /// Messages of 0 to 69, of 1,077 and of 2,700 bytes. The answer is the tag of all ciphertexts with their tags as
  /// associated data, computed with PyPI's cryptography.
  package static func selfTest() -> [(name: String, kernel: String, passed: Bool)] {
    func bytes(_ byteCount: Int) -> [UInt8] { (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) } }
    let key = SymmetricKey(data: bytes(32))
    guard let nonce = try? Nonce(data: 0xf0...0xfb) else { return [("nonce", "best", false)] }
    var checks: [(name: String, kernel: String, passed: Bool)] = []
    for kernel in ChaCha20Kernel.available {
      var all: [UInt8] = []
      var (comesBack, isRefused) = (true, true)
      for count in Array(0...69) + [1077, 2700] {
        let (message, data) = (bytes(count), bytes(count % 37))
        let box = try? seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
        guard let box, var tag = Optional(box.tag) else { continue }
        all += box.ciphertext + tag
        let opened = try? open(box, using: key, authenticating: data, kernel: kernel)
        comesBack = comesBack && opened == message
        tag[count % 16] ^= 1
        let forged = try? SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: tag)
        let accepted = forged.flatMap { try? open($0, using: key, authenticating: data, kernel: kernel) }
        isRefused = isRefused && forged != nil && accepted == nil
      }
      let sum = try? seal([], using: key, nonce: nonce, authenticating: all, kernel: kernel)
      checks.append(("72 messages", kernel.rawValue, sum?.tag == answer))
      checks.append(("72 messages back", kernel.rawValue, comesBack))
      checks.append(("72 changed tags", kernel.rawValue, isRefused))
    }
    return checks
  }

  private static var answer: [UInt8] {
    [0x24, 0x29, 0xa8, 0xa5, 0x6d, 0x47, 0xcb, 0x03, 0x5f, 0x72, 0x2c, 0x6e, 0x39, 0x16, 0xd5, 0xc4]
  }
}
