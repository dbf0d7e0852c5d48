extension SelfTestRun {
  /// Messages of 0 to 69 and of 1,077 bytes; the answers are the SHA-256 digests of all ciphertexts with their tags,
  /// computed with PyPI's cryptography.
  mutating func checkGCM() {
    let answers = [
      (16, "817ca507bf62becd58a8e23d394c3a162b8333ce4332f240f1e6599085c9dc9a"),
      (24, "9a847cf3dc49bc788e7aa6b51eb017691efbaee270ea3b0ff3ed4e6d63d4a4d0"),
      (32, "625c8e48d7c4aab0326665778a8a0cccd9d45002979654d8da34afa5fe1179ce"),
    ]
    guard let nonce = try? AES.GCM.Nonce(data: 0xf0...0xfb) else {
      return expect("AES-GCM", "nonce", on: "best", false)
    }
    for kernel in AESKernel.available {
      for (keyByteCount, answer) in answers {
        let key = SymmetricKey(data: Self.message(keyByteCount))
        let expanded = try? AES.expand(key, kernel: kernel)
        var all = SHA256()
        var (comesBack, isRefused, isSame) = (true, true, true)
        for count in Array(0...69) + [1077] {
          let (message, data) = (Self.message(count), Self.message(count % 37))
          let box = try? AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
          guard let box, var tag = Optional(box.tag) else { continue }
          let same = expanded.flatMap {
            try? AES.GCM.seal(message, using: $0, nonce: nonce, authenticating: data, kernel: kernel)
          }
          isSame = isSame && same == box
          all.update(data: box.ciphertext)
          all.update(data: tag)
          let opened = try? AES.GCM.open(box, using: key, authenticating: data, kernel: kernel)
          comesBack = comesBack && opened == message
          tag[count % 16] ^= 1
          let forged = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: tag)
          let accepted = forged.flatMap { try? AES.GCM.open($0, using: key, authenticating: data, kernel: kernel) }
          isRefused = isRefused && forged != nil && accepted == nil
        }
        let name = "AES-\(8 * keyByteCount)-GCM"
        expect(name, "71 messages", on: kernel.rawValue, all.finalize(), is: answer)
        expect(name, "71 messages back", on: kernel.rawValue, comesBack)
        expect(name, "71 changed tags", on: kernel.rawValue, isRefused)
        expect(name, "71 messages, expanded key", on: kernel.rawValue, isSame)
      }
    }
  }
}
