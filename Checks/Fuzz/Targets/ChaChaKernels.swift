import ChaCha20Poly1305

/// ChaCha20-Poly1305 on each kernel, at once, in place and in pieces, gives the result of the portable kernel. The
/// message opens, and does not open after a change of one bit.
enum ChaChaKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let key = SymmetricKey(data: input.bytes(32))
    let nonce = try! ChaChaPoly.Nonce(data: input.bytes(12))
    let (data, message) = (input.sample(below: 700), input.sample(below: 4000))
    let pieces = input.pieces(of: message)
    let expected = try! ChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: data, kernel: .portable)
    let place = input.number(below: message.count + 16)
    let bit = UInt8(1) << UInt8(input.number(below: 8))
    for kernel in ChaCha20Kernel.available {
      let name = kernel.rawValue
      let box = try! ChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      expect(box == expected, "ChaCha20-Poly1305 on \(name)")
      var text = box.ciphertext
      let opened = attempt(ChaChaPolyError.self) {
        try ChaChaPoly.open(
          inPlace: &text, tag: box.tag, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      }
      expect(opened != nil && text == message, "ChaCha20-Poly1305 back on \(name)")
      var encryptor = try! ChaChaPoly.Encryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      var streamed: [UInt8] = []
      for piece in pieces { streamed += try! encryptor.update(Array(piece)) }
      let tag = encryptor.finalize()
      expect(tag == box.tag && streamed == box.ciphertext, "ChaCha20-Poly1305 in pieces on \(name)")
      var changed = box.ciphertext + box.tag
      changed[place] ^= bit
      let forged = try! ChaChaPoly.SealedBox(
        nonce: nonce, ciphertext: changed.dropLast(16), tag: changed.suffix(16))
      let accepted = attempt(ChaChaPolyError.self) {
        try ChaChaPoly.open(forged, using: key, authenticating: data, kernel: kernel)
      }
      expect(accepted == nil, "ChaCha20-Poly1305 opens a change on \(name)")
    }
  }
}
