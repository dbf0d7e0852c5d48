import AES

/// GCM on each kernel, at once and in pieces, gives the result of the portable kernel. The message opens, and does not
/// open after a change of one bit. The key may be expanded, for this kernel or for another.
enum GCMKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let key = SymmetricKey(data: input.bytes(input.choice([16, 24, 32])))
    let nonce = try! AES.GCM.Nonce(ofAnySize: input.bytes(input.choice([12, 1, 16, 33])))
    let (data, message) = (input.sample(below: 700), input.sample(below: 1200))
    let pieces = input.pieces(of: message)
    let expected = try! AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: .portable)
    let place = input.number(below: message.count + 16)
    let bit = UInt8(1) << UInt8(input.number(below: 8))
    let isExpanded = input.flag()
    for kernel in AESKernel.available {
      let name = kernel.rawValue
      let key = isExpanded ? try! AES.expand(key, kernel: input.choice(AESKernel.available)) : key
      let box = try! AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      expect(box == expected, "GCM on \(name)")
      let opened = try! AES.GCM.open(box, using: key, authenticating: data, kernel: kernel)
      expect(opened == message, "GCM back on \(name)")
      var encryptor = try! AES.GCM.Encryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      var streamed: [UInt8] = []
      for piece in pieces { streamed += try! encryptor.update(Array(piece)) }
      let tag = encryptor.finalize()
      expect(streamed == box.ciphertext && tag == box.tag, "GCM in pieces on \(name)")
      var decryptor = try! AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      for piece in input.pieces(of: streamed) { try! decryptor.update(Array(piece)) }
      // A tag that may be truncated is taken in all its sizes; one that may not, in one.
      let size = input.choice([16, 12, 15, 16])
      let back = try? size == 16 ? decryptor.finalize(tag: tag) : decryptor.finalize(truncatedTag: tag[..<size])
      expect(back == message, "GCM back in pieces on \(name)")
      var changed = box.ciphertext + box.tag
      changed[place] ^= bit
      let forged = try! AES.GCM.SealedBox(
        nonce: nonce, ciphertext: changed.dropLast(16), tag: changed.suffix(16))
      let accepted = attempt(AESError.self) {
        try AES.GCM.open(forged, using: key, authenticating: data, kernel: kernel)
      }
      expect(accepted == nil, "GCM opens a change on \(name)")
    }
  }
}
