#if os(Linux)
import SwiftVault

/// GCM at once, in pieces and in place. Keys, messages and associated data are secrets; nonces are public.
let gcmRows: [Row] =
  AESKernel.available.flatMap { kernel in
    let name = "GCM \(kernel.rawValue)"
    return [
      Row("\(name) seal") {
        .bytes(
          try cases.flatMap { key, message, nonce in
            let box = try AES.GCM.seal(
              secret(count: message), using: SymmetricKey(data: secret(count: key)), nonce: nonce,
              authenticating: secret(count: 37), kernel: kernel)
            return box.ciphertext + box.tag
          })
      },
      Row("\(name) streaming") {
        .bytes(
          try cases.flatMap { key, message, nonce in
            var encryptor = try AES.GCM.Encryptor(
              using: SymmetricKey(data: secret(count: key)), nonce: nonce, authenticating: secret(count: 37),
              kernel: kernel)
            let first = try encryptor.update(secret(count: 3))
            let second = try encryptor.update(secret(count: message))
            return first + second + encryptor.finalize()
          })
      },
      Row("\(name) in place, encryption") {
        .bytes(
          try cases.flatMap { key, message, nonce in
            var encryptor = try AES.GCM.Encryptor(
              using: SymmetricKey(data: secret(count: key)), nonce: nonce, authenticating: secret(count: 37),
              kernel: kernel)
            var text = secret(count: message)
            try encryptor.update(inPlace: &text)
            return text + encryptor.finalize()
          })
      },
      Row("\(name) open") {
        .bytes(
          try cases.flatMap { key, message, nonce in
            let sealed = try Sealed(key: key, message: message, nonce: nonce, kernel: kernel)
            let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.ciphertext, tag: sealed.tag)
            return try AES.GCM.open(box, using: sealed.key, authenticating: sealed.data, kernel: kernel)
          })
      },
      Row("\(name) open, streaming") {
        .bytes(
          try cases.flatMap { key, message, nonce in
            let sealed = try Sealed(key: key, message: message, nonce: nonce, kernel: kernel)
            var decryptor = try AES.GCM.Decryptor(
              using: sealed.key, nonce: nonce, authenticating: sealed.data, kernel: kernel)
            try decryptor.update(sealed.ciphertext.prefix(3))
            try decryptor.update(sealed.ciphertext.dropFirst(3))
            return try decryptor.finalize(tag: sealed.tag)
          })
      },
      Row("\(name) open, wrong tag") {
        let nonce = cases[0].nonce
        let sealed = try Sealed(key: 32, message: 667, nonce: nonce, kernel: kernel)
        var tag = sealed.tag
        tag[5] ^= 1
        let forged = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.ciphertext, tag: tag)
        return .verdict(
          (try? AES.GCM.open(forged, using: sealed.key, authenticating: sealed.data, kernel: kernel)) == nil)
      },
    ]
  }
  + AESKernel.available.map { kernel in
    Row("GCM under an expanded key \(kernel.rawValue)") {
      .bytes(
        try cases.flatMap { key, message, nonce in
          let key = try AES.expand(SymmetricKey(data: secret(count: key)), kernel: kernel)
          let data = secret(count: 37)
          let box = try AES.GCM.seal(
            secret(count: message), using: key, nonce: nonce, authenticating: data, kernel: kernel)
          let sealed = try AES.GCM.SealedBox(
            nonce: nonce, ciphertext: publish(box.ciphertext), tag: publish(box.tag))
          return try AES.GCM.open(sealed, using: key, authenticating: data, kernel: kernel)
        })
    }
  } + [
    Row("GCM in place over spans") {
      .bytes(
        try cases.flatMap { key, message, nonce in
          let (key, data) = (SymmetricKey(data: secret(count: key)), secret(count: 37))
          var text = secret(count: message)
          var tag: [UInt8] = []
          try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { room in
            try text.withUnsafeMutableBytes {
              var message = $0.mutableBytes
              var output = OutputRawSpan(buffer: room, initializedCount: 0)
              try AES.GCM.seal(
                inPlace: &message, using: key, nonce: nonce, authenticating: data.span.bytes, tag: &output)
              _ = output.finalize(for: room)
            }
            tag = publish(Array(room))
          }
          text = publish(text)
          try text.withUnsafeMutableBytes {
            var ciphertext = $0.mutableBytes
            try AES.GCM.open(
              inPlace: &ciphertext, tag: tag.span.bytes, using: key, nonce: nonce, authenticating: data.span.bytes)
          }
          return text
        })
    },
    Row("GCM in place") {
      .bytes(
        try cases.flatMap { key, message, nonce in
          let (key, data) = (SymmetricKey(data: secret(count: key)), secret(count: 37))
          var text = secret(count: message)
          let tag = publish(try AES.GCM.seal(inPlace: &text, using: key, nonce: nonce, authenticating: data))
          text = publish(text)
          try AES.GCM.open(inPlace: &text, tag: tag, using: key, nonce: nonce, authenticating: data)
          return text
        })
    },
    Row("GCM in place, wrong tag") {
      let key = SymmetricKey(data: secret(count: 32))
      var text = secret(count: 667)
      var tag = publish(try AES.GCM.seal(inPlace: &text, using: key, nonce: cases[0].nonce))
      text = publish(text)
      tag[5] ^= 1
      return .verdict((try? AES.GCM.open(inPlace: &text, tag: tag, using: key, nonce: cases[0].nonce)) == nil)
    },
  ]

/// A message sealed under a secret key, with the ciphertext and the tag made public.
private struct Sealed {
  let key: SymmetricKey
  let data = secret(count: 37)
  let ciphertext, tag: [UInt8]

  init(key: Int, message: Int, nonce: AES.GCM.Nonce, kernel: AESKernel) throws {
    self.key = SymmetricKey(data: secret(count: key))
    let box = try AES.GCM.seal(
      secret(count: message), using: self.key, nonce: nonce, authenticating: data, kernel: kernel)
    (ciphertext, tag) = (publish(box.ciphertext), publish(box.tag))
  }
}

/// Every key size, with messages from empty to longer than any kernel processes at once, and with a nonce that is
/// hashed.
private let cases: [(key: Int, message: Int, nonce: AES.GCM.Nonce)] = [16, 24, 32].flatMap { key in
  [1, 16, 41 * 16 + 7].map { (key, $0, try! AES.GCM.Nonce(data: 0..<UInt8(key == 24 ? 16 : 12))) }
}
#endif
