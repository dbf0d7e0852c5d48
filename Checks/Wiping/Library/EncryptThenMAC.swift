import Vault

/// Encrypt-then-MAC in each mode. Fields: the keys of authentication and of encryption, message, IV, and the message
/// sealed in CBC, in CTR, and in CBC without padding.
let encryptThenMACCases: [Case] =
  EncryptThenMAC<SHA256>.Mode.allCases.enumerated().flatMap { number, mode in
    [
      Case("encrypt-then-mac/\(mode)") { fields in
        let cipher = try EncryptThenMAC<SHA256>(mode, authenticationKey: fields.key(0), encryptionKey: fields.key(1))
        let sealed = cipher.seal(fields[2], iv: try AES.IV(data: fields[3]))
        precondition(sealed.elementsEqual(fields[4 + number]), "sealed otherwise")
        var message = try cipher.open(fields[4 + number])
        forget(&message)
      },
      Case("encrypt-then-mac-pieces/\(mode)") { fields in
        let cipher = try EncryptThenMAC<SHA256>(mode, authenticationKey: fields.key(0), encryptionKey: fields.key(1))
        var message = try cipher.open(fields[4 + number])
        var isSource = true
        var sealed: [UInt8] = []
        try cipher.seal(
          iv: try AES.IV(data: fields[3]),
          from: {
            defer { isSource = false }
            return isSource ? message : nil
          }, to: { sealed += $0 })
        precondition(sealed.elementsEqual(fields[4 + number]), "sealed otherwise")
        forget(&message)
        try cipher.open(
          byteCount: UInt64(sealed.count), from: { sealed[Int($0.lowerBound)..<Int($0.upperBound)] }, to: { _ in })
      },
      Case("encrypt-then-mac-refused/\(mode)") { fields in
        let cipher = try EncryptThenMAC<SHA256>(mode, authenticationKey: fields.key(0), encryptionKey: fields.key(1))
        precondition((try? cipher.open(fields[4 + number], authenticating: [1])) == nil, "other data open")
      },
    ]
  } + [
    Case("encrypt-then-mac-unpadded") { fields in
      let cipher = try EncryptThenMAC<SHA256>(.cbc, authenticationKey: fields.key(0), encryptionKey: fields.key(1))
      precondition((try? cipher.open(fields[6])) == nil, "wrong padding was taken for right")
    }
  ]
