import AES

/// Each mode in both directions on each kernel, with each padding and key size, and key wrap, in pieces and in one
/// call.
///
/// Fields: keys of 16, 24 and 32 bytes, plaintext, IV; then under each key and padding, in the order of `allCases`, the
/// ciphertext of ECB and of CBC, and under each key that of CTR. The cases of CFB, OFB and GCM make their own
/// ciphertexts.
let cipherCases: [Case] = inPlaceCases + AES.CFB.SegmentSize.allCases.flatMap(inPlaceCases) + kernelCases

private let kernelCases: [Case] =
  AESKernel.available.flatMap { kernel in
    AES.Padding.allCases.enumerated().flatMap { number, padding in
      [
        Case("ecb-encrypt/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            var encryptor = try AES.ECB.Encryptor(using: fields.key(key), padding: padding, kernel: kernel)
            try inPieces(fields.plaintext(padding), { encryptor.update($0) }) { try encryptor.finalize() }
          }
        },
        Case("ecb-decrypt/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            var decryptor = try AES.ECB.Decryptor(using: fields.key(key), padding: padding, kernel: kernel)
            try inPieces(fields.ciphertext(key, number, 0), { decryptor.update($0) }) { try decryptor.finalize() }
          }
        },
        Case("cbc-encrypt/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            var encryptor = try AES.CBC.Encryptor(
              using: fields.key(key), iv: try fields.iv, padding: padding, kernel: kernel)
            try inPieces(fields.plaintext(padding), { encryptor.update($0) }) { try encryptor.finalize() }
          }
        },
        Case("cbc-decrypt/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            var decryptor = try AES.CBC.Decryptor(
              using: fields.key(key), iv: try fields.iv, padding: padding, kernel: kernel)
            try inPieces(fields.ciphertext(key, number, 1), { decryptor.update($0) }) { try decryptor.finalize() }
          }
        },
        Case("ecb-once/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            _ = try AES.ECB.encrypt(
              fields.plaintext(padding), using: fields.key(key), padding: padding, kernel: kernel)
            var message = try AES.ECB.decrypt(
              fields.ciphertext(key, number, 0), using: fields.key(key), padding: padding, kernel: kernel)
            forget(&message)
          }
        },
        Case("cbc-once/\(padding.rawValue)/\(kernel.rawValue)") { fields in
          for key in 0..<3 {
            _ = try AES.CBC.encrypt(
              fields.plaintext(padding), using: fields.key(key), iv: try fields.iv, padding: padding, kernel: kernel)
            var message = try AES.CBC.decrypt(
              fields.ciphertext(key, number, 1), using: fields.key(key), iv: try fields.iv, padding: padding,
              kernel: kernel)
            forget(&message)
          }
        },
      ]
    } + [
      Case("ctr/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          var cipher = try AES.CTR.Cipher(
            using: fields.key(key), nonce: try AES.CTR.Nonce(data: fields[4]), kernel: kernel)
          inPieces(fields.ciphertext(key, 5, 0), { try! cipher.update($0) }) { [] }
          cipher.seek(to: 21)
          _ = try cipher.update([0])
        }
      },
      Case("ctr-once/\(kernel.rawValue)") { fields in
        let nonce = try AES.CTR.Nonce(data: fields[4])
        for key in 0..<3 {
          _ = try AES.CTR.encrypt(fields[3], using: fields.key(key), nonce: nonce, kernel: kernel)
          var message = try AES.CTR.decrypt(
            fields.ciphertext(key, 5, 0), using: fields.key(key), nonce: nonce, kernel: kernel)
          forget(&message)
        }
      },
      Case("cfb/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          for segment in AES.CFB.SegmentSize.allCases {
            var text = try AES.CFB.encrypt(
              fields[3], using: fields.key(key), iv: try fields.iv, segment: segment, kernel: kernel)
            var message = try AES.CFB.decrypt(
              text, using: fields.key(key), iv: try fields.iv, segment: segment, kernel: kernel)
            forget(&message)
            forget(&text)
          }
        }
      },
      Case("cfb-pieces/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          for segment in AES.CFB.SegmentSize.allCases {
            var encryptor = try AES.CFB.Encryptor(
              using: fields.key(key), iv: try fields.iv, segment: segment, kernel: kernel)
            inPieces(fields[3], { encryptor.update($0) }) { [] }
          }
        }
      },
      Case("ofb-once/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          var text = try AES.OFB.encrypt(fields[3], using: fields.key(key), iv: try fields.iv, kernel: kernel)
          forget(&text)
        }
      },
      Case("ofb/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          var cipher = try AES.OFB.Cipher(using: fields.key(key), iv: try fields.iv, kernel: kernel)
          inPieces(fields[3], { cipher.update($0) }) { [] }
        }
      },
      Case("cfb-encrypt/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          for segment in AES.CFB.SegmentSize.allCases {
            _ = try AES.CFB.encrypt(
              fields[3], using: fields.key(key), iv: try fields.iv, segment: segment, kernel: kernel)
          }
        }
      },
      Case("gcm-seal/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          _ = try AES.GCM.seal(
            fields[3], using: fields.key(key), nonce: fields.nonce, authenticating: fields[4], kernel: kernel)
        }
      },
      Case("gcm/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          let box = try AES.GCM.seal(
            fields[3], using: fields.key(key), nonce: fields.nonce, authenticating: fields[4], kernel: kernel)
          var message = try AES.GCM.open(
            box, using: fields.key(key), authenticating: fields[4], kernel: kernel)
          forget(&message)
        }
      },
      Case("gcm-expanded/\(kernel.rawValue)") { fields in
        for number in 0..<3 {
          let key = try AES.expand(fields.key(number), kernel: kernel)
          let box = try AES.GCM.seal(
            fields[3], using: key, nonce: fields.nonce, authenticating: fields[4], kernel: kernel)
          var message = try AES.GCM.open(box, using: key, authenticating: fields[4], kernel: kernel)
          forget(&message)
          let text = try AES.CBC.encrypt(fields[3], using: key, iv: try fields.iv, kernel: kernel)
          message = try AES.CBC.decrypt(text, using: key, iv: try fields.iv, kernel: kernel)
          forget(&message)
          _ = try AES.CMAC.authenticationCode(for: fields[3], using: key, kernel: kernel)
        }
      },
      Case("gcm-pieces/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          var encryptor = try AES.GCM.Encryptor(
            using: fields.key(key), nonce: fields.nonce, authenticating: fields[4], kernel: kernel)
          var text = try encryptor.update(fields[3][..<39])
          text += try encryptor.update(fields[3][39...])
          let tag = encryptor.finalize()
          var decryptor = try AES.GCM.Decryptor(
            using: fields.key(key), nonce: fields.nonce, authenticating: fields[4], kernel: kernel)
          try decryptor.update(text[..<39])
          try decryptor.update(text[39...])
          var message = try decryptor.finalize(tag: tag)
          forget(&message)
        }
      },
      Case("gcm-forged/\(kernel.rawValue)") { fields in
        let forged = try AES.GCM.SealedBox(
          nonce: fields.nonce, ciphertext: fields[3], tag: [UInt8](repeating: 0, count: 16))
        for key in 0..<3 {
          let message = try? AES.GCM.open(
            forged, using: fields.key(key), authenticating: fields[4], kernel: kernel)
          precondition(message == nil, "a wrong tag was taken for right")
        }
      },
      Case("gcm-refused/\(kernel.rawValue)") { fields in
        let (key, nonce) = (fields.key(2), try fields.nonce)
        let box = try AES.GCM.seal(fields[3], using: key, nonce: nonce, authenticating: fields[4], kernel: kernel)
        let wrong = [box.tag[0] ^ 1] + box.tag[1...]
        let forged = try AES.GCM.SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: wrong)
        let message = try? AES.GCM.open(forged, using: key, authenticating: fields[4], kernel: kernel)
        precondition(message == nil, "a wrong tag was taken for right")
        var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: fields[4], kernel: kernel)
        try decryptor.update(box.ciphertext)
        let isTaken = opens(decryptor, wrong)
        precondition(!isTaken, "a wrong tag was taken for right")
      },
      Case("cmac/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          var function = try AES.CMAC(key: fields.key(key), kernel: kernel)
          function.update(bufferPointer: fields[3])
          _ = function.finalize()
        }
      },
      Case("cmac-once/\(kernel.rawValue)") { fields in
        for key in 0..<3 {
          _ = try AES.CMAC.authenticationCode(for: fields[3], using: fields.key(key), kernel: kernel)
        }
      },
      Case("key-wrap/\(kernel.rawValue)") { fields in
        _ = try AES.KeyWrap.wrap(fields.key(2), using: fields.key(0), kernel: kernel)
      },
      Case("key-wrap-padding/\(kernel.rawValue)") { fields in
        _ = try AES.KeyWrap.wrapPadded(fields.key(2), using: fields.key(0), kernel: kernel)
      },
      Case("key-wrap-unwrap/\(kernel.rawValue)") { fields in
        let (kek, wrong) = (fields.key(0), fields.key(1))
        let wrapped = try AES.KeyWrap.wrap(fields.key(2), using: kek, kernel: kernel)
        precondition((try? AES.KeyWrap.unwrap(wrapped, using: wrong, kernel: kernel)) == nil, "a wrong key unwraps")
        withExtendedLifetime(try AES.KeyWrap.unwrap(wrapped, using: kek, kernel: kernel)) {}
      },
      Case("key-wrap-unwrap-padding/\(kernel.rawValue)") { fields in
        let (kek, wrong) = (fields.key(0), fields.key(1))
        let wrapped = try AES.KeyWrap.wrapPadded(fields.key(2), using: kek, kernel: kernel)
        precondition(
          (try? AES.KeyWrap.unwrapPadded(wrapped, using: wrong, kernel: kernel)) == nil, "a wrong key unwraps")
        withExtendedLifetime(try AES.KeyWrap.unwrapPadded(wrapped, using: kek, kernel: kernel)) {}
      },
      Case("ecb-refused/\(kernel.rawValue)") { fields in
        // The IV as the last block: what it decrypts to is no padding.
        let text = Array(fields.ciphertext(2, 1, 0)) + Array(fields[4])
        let message = try? AES.ECB.decrypt(text, using: fields.key(2), padding: .ansiX923, kernel: kernel)
        precondition(message == nil, "wrong padding was taken for right")
      },
      Case("cbc-refused/\(kernel.rawValue)") { fields in
        // The IV as the last block: what it decrypts to is no padding.
        let text = Array(fields.ciphertext(2, 1, 1)) + Array(fields[4])
        let key = fields.key(2)
        let message = try? AES.CBC.decrypt(text, using: key, iv: try fields.iv, padding: .ansiX923, kernel: kernel)
        precondition(message == nil, "wrong padding was taken for right")
        var (decryptor, first) = (
          try AES.CBC.Decryptor(
            using: key, iv: try fields.iv, padding: .iso7816_4, kernel: kernel), [UInt8]()
        )
        first = decryptor.update(text)
        precondition((try? decryptor.finalize()) == nil, "wrong padding was taken for right")
        forget(&first)
      },
    ]
  } + [
    Case("gcm-in-place-seal") { fields in
      try fields.inPlace({ _ in fields[3] }) {
        _ = try AES.GCM.seal(inPlace: &$1, using: $0, nonce: fields.nonce, authenticating: fields[4])
      }
    },
    Case("gcm-forged/in-place") { fields in
      for key in 0..<3 {
        var forged = Array(fields[3])
        let result: Void? = try? AES.GCM.open(
          inPlace: &forged, tag: [UInt8](repeating: 0, count: 16), using: fields.key(key), nonce: fields.nonce,
          authenticating: fields[4])
        precondition(result == nil, "a wrong tag was taken for right")
        withExtendedLifetime(forged) {}
      }
    },
    Case("gcm-in-place") { fields in
      for key in 0..<3 {
        var message = Array(fields[3])
        var tag = try AES.GCM.seal(
          inPlace: &message, using: fields.key(key), nonce: fields.nonce, authenticating: fields[4])
        var refused = message
        try AES.GCM.open(
          inPlace: &message, tag: tag, using: fields.key(key), nonce: fields.nonce, authenticating: fields[4])
        forget(&message)
        tag[15] ^= 1
        let result: Void? = try? AES.GCM.open(
          inPlace: &refused, tag: tag, using: fields.key(key), nonce: fields.nonce, authenticating: fields[4])
        precondition(result == nil, "a wrong tag was taken for right")
        withExtendedLifetime(refused) {}
      }
    },
    Case("cmac-forged") { fields in
      for key in 0..<3 {
        let isTaken = try AES.CMAC.isValidAuthenticationCode([1], authenticating: fields[3], using: fields.key(key))
        precondition(!isTaken, "a wrong tag was taken for right")
      }
    },
    Case("in-span") { fields in
      for key in 0..<3 {
        var decryptor = try AES.CBC.Decryptor(using: fields.key(key), iv: try fields.iv)
        let ciphertext = fields.ciphertext(key, 0, 1)
        var message = try [UInt8](unsafeUninitializedCapacity: ciphertext.count) { memory, count in
          let room = UnsafeMutableRawBufferPointer(memory)
          var output = OutputRawSpan(buffer: room, initializedCount: 0)
          for start in stride(from: 0, to: ciphertext.count, by: 39) {
            let piece = Array(ciphertext.dropFirst(start).prefix(39))
            decryptor.update(piece.span.bytes, into: &output)
          }
          try decryptor.finalize(into: &output)
          count = output.finalize(for: room)
        }
        forget(&message)
      }
    },
    Case("in-place-refused") { fields in
      var text = Array(fields.ciphertext(2, 1, 1)) + Array(fields[4])
      let result: Void? = try? AES.CBC.decrypt(inPlace: &text, using: fields.key(2), iv: try fields.iv)
      precondition(result == nil && text.isEmpty, "wrong padding was taken for right")
      withExtendedLifetime(text) {}
    },
  ]

/// Each mode in both directions on a message in place.
private let inPlaceCases: [Case] = [
  Case("in-place/cbc-encrypt") { fields in
    try fields.inPlace({ _ in fields[3] }) { try AES.CBC.encrypt(inPlace: &$1, using: $0, iv: try fields.iv) }
  },
  Case("in-place/cbc-decrypt") { fields in
    try fields.inPlace({ fields.ciphertext($0, 0, 1) }) {
      try AES.CBC.decrypt(inPlace: &$1, using: $0, iv: try fields.iv)
    }
  },
  Case("in-place/ecb-encrypt") { fields in
    try fields.inPlace({ _ in fields[3] }) { try AES.ECB.encrypt(inPlace: &$1, using: $0, padding: .zero) }
  },
  Case("in-place/ecb-decrypt") { fields in
    try fields.inPlace({ fields.ciphertext($0, 0, 0) }) { try AES.ECB.decrypt(inPlace: &$1, using: $0) }
  },
  Case("in-place/ctr-encrypt") { fields in
    try fields.inPlace({ _ in fields[3] }) {
      try AES.CTR.encrypt(inPlace: &$1, using: $0, nonce: try AES.CTR.Nonce(data: fields[4]))
    }
  },
  Case("in-place/ctr-decrypt") { fields in
    try fields.inPlace({ fields.ciphertext($0, 5, 0) }) {
      try AES.CTR.decrypt(inPlace: &$1, using: $0, nonce: try AES.CTR.Nonce(data: fields[4]))
    }
  },
  Case("in-place/ofb-encrypt") { fields in
    try fields.inPlace({ _ in fields[3] }) { try AES.OFB.encrypt(inPlace: &$1, using: $0, iv: try fields.iv) }
  },
  Case("in-place/ofb-decrypt") { fields in
    try fields.inPlace({ _ in fields[3] }) { try AES.OFB.decrypt(inPlace: &$1, using: $0, iv: try fields.iv) }
  },
]

private func inPlaceCases(_ segment: AES.CFB.SegmentSize) -> [Case] {
  [
    Case("in-place/cfb-encrypt-\(segment)") { fields in
      try fields.inPlace({ _ in fields[3] }) {
        try AES.CFB.encrypt(inPlace: &$1, using: $0, iv: try fields.iv, segment: segment)
      }
    },
    Case("in-place/cfb-decrypt-\(segment)") { fields in
      try fields.inPlace({ _ in fields[3] }) {
        try AES.CFB.encrypt(inPlace: &$1, using: $0, iv: try fields.iv, segment: segment)
        try AES.CFB.decrypt(inPlace: &$1, using: $0, iv: try fields.iv, segment: segment)
      }
    },
  ]
}

extension Fields {
  fileprivate var iv: AES.IV { get throws { try AES.IV(data: self[4]) } }

  fileprivate var nonce: AES.GCM.Nonce { get throws { try AES.GCM.Nonce(data: self[4].prefix(12)) } }

  /// For each key, runs the work on an array with the bytes of `text` for the key's number, and overwrites the array.
  fileprivate func inPlace(
    _ text: (Int) -> UnsafeRawBufferPointer, _ body: (SymmetricKey, inout [UInt8]) throws -> Void
  ) rethrows {
    for number in 0..<3 {
      var message = Array(text(number))
      try body(key(number), &message)
      forget(&message)
    }
  }

  /// The plaintext; whole blocks of it where there is no padding.
  fileprivate func plaintext(_ padding: AES.Padding) -> UnsafeRawBufferPointer {
    let count = padding == .none ? self[3].count & ~15 : self[3].count
    return UnsafeRawBufferPointer(rebasing: self[3][..<count])
  }

  /// By the numbers of key, padding (5 is CTR) and mode.
  fileprivate func ciphertext(_ key: Int, _ padding: Int, _ mode: Int) -> UnsafeRawBufferPointer {
    self[5 + 11 * key + 2 * padding + mode]
  }
}

/// Whether a tag is accepted for the message.
private func opens(_ decryptor: consuming AES.GCM.Decryptor, _ tag: [UInt8]) -> Bool {
  (try? decryptor.finalize(tag: tag)) != nil
}

/// Passes a message through a stream, divided inside a block, and overwrites the output.
private func inPieces(
  _ message: UnsafeRawBufferPointer, _ update: (UnsafeRawBufferPointer) -> [UInt8], _ finalize: () throws -> [UInt8]
) rethrows {
  var first = update(UnsafeRawBufferPointer(rebasing: message[..<39]))
  var second = update(UnsafeRawBufferPointer(rebasing: message[39...]))
  var last = try finalize()
  forget(&first)
  forget(&second)
  forget(&last)
}
