import SwiftVault
import SwiftVaultOperations

/// Each mode in each form on each kernel, with each padding, CMAC, and key wrap.
///
/// Fields: keys of 16, 24 and 32 bytes, plaintext, IV; then under each key, the ciphertext of the case's mode and
/// padding.
let cipherCases: [Case] =
  CipherMode.all.flatMap { mode in
    mode.kernels.flatMap { kernel in mode.paddings.flatMap { modeCases(mode, $0, kernel) } }
  } + AESKernel.available.flatMap(kernelCases) + [
    Case("cmac-forged") { fields in
      for key in 0..<3 {
        let isTaken = try AES.CMAC.isValidAuthenticationCode([1], authenticating: fields[3], using: fields.key(key))
        precondition(!isTaken, "a wrong tag was taken for right")
      }
    }
  ]

private func modeCases(_ mode: CipherMode, _ padding: AES.Padding, _ kernel: AESKernel) -> [Case] {
  func named(_ what: String, _ run: @escaping @Sendable (Fields) throws -> Void) -> Case {
    let name = "\(mode.name) \(what)".lowercased().map { $0 == " " ? "-" : $0 }
    return Case("\(String(name))/\(padding.rawValue)/\(kernel.rawValue)", run)
  }
  let refused = named("refused") { fields in
    for key in 0..<3 {
      let opened = try? mode.decrypt(fields[5 + key], fields.key(key), fields.setting(kernel, padding))
      precondition(opened == nil, "a wrong tag or padding was taken for right")
    }
  }
  var cases = [
    named("encrypt") { fields in
      for key in 0..<3 { forget(try mode.encrypt(fields[3], fields.key(key), fields.setting(kernel, padding))) }
    },
    named("decrypt") { fields in
      for key in 0..<3 { forget(try mode.decrypt(fields[5 + key], fields.key(key), fields.setting(kernel, padding))) }
    },
  ]
  if mode.form == .once && padding == .none {
    cases.append(
      named("expanded") { fields in
        for number in 0..<3 {
          let key = try AES.expand(fields.key(number), kernel: kernel)
          forget(try mode.decrypt(fields[5 + number], key, fields.setting(kernel, padding)))
        }
      })
  }
  if mode.mode == "GCM" {
    cases += [refused, named("forged", refused.run)]
  } else if mode.form != .streaming && [.pkcs7, .iso7816_4, .ansiX923].contains(padding) {
    // A stream hands out text before it finds that the padding is wrong.
    cases.append(refused)
  }
  return cases
}

private func kernelCases(_ kernel: AESKernel) -> [Case] {
  KeyWrapping.all.flatMap { wrapping in
    [
      Case("key-wrap\(wrapping.name)/\(kernel.rawValue)") { fields in
        _ = try wrapping.wrap(fields.key(2), fields.key(0), kernel)
      },
      Case("key-wrap-unwrap\(wrapping.name)/\(kernel.rawValue)") { fields in
        let (kek, wrong) = (fields.key(0), fields.key(1))
        let wrapped = try wrapping.wrap(fields.key(2), kek, kernel)
        precondition((try? wrapping.unwrap(wrapped, wrong, kernel)) == nil, "a wrong key unwraps")
        withExtendedLifetime(try wrapping.unwrap(wrapped, kek, kernel)) {}
      },
    ]
  } + [
    Case("ctr-seek/\(kernel.rawValue)") { fields in
      for key in 0..<3 {
        var cipher = try AES.CTR.Cipher(
          using: fields.key(key), nonce: try AES.CTR.Nonce(data: fields[4]), kernel: kernel)
        forget(try pieces(of: fields[5 + key], [39]).map { try cipher.update($0) })
        cipher.seek(to: 21)
        _ = try cipher.update([0])
      }
    },
    Case("cbc-stream-refused/\(kernel.rawValue)") { fields in
      for key in 0..<3 {
        var decryptor = try AES.CBC.Decryptor(
          using: fields.key(key), iv: try AES.IV(data: fields[4]), padding: .iso7816_4, kernel: kernel)
        let first = decryptor.update(fields[5 + key])
        precondition((try? decryptor.finalize()) == nil, "wrong padding was taken for right")
        forget([first])
      }
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
    Case("cmac-expanded/\(kernel.rawValue)") { fields in
      for number in 0..<3 {
        let key = try AES.expand(fields.key(number), kernel: kernel)
        _ = try AES.CMAC.authenticationCode(for: fields[3], using: key, kernel: kernel)
      }
    },
  ]
}

extension Fields {
  /// Texts are divided inside blocks.
  fileprivate func setting(_ kernel: AESKernel, _ padding: AES.Padding) throws -> CipherSetting {
    try CipherSetting(kernel, padding: padding, iv: self[4], data: self[4], ends: [39, 200])
  }
}

/// Overwrites results.
func forget(_ results: consuming [[UInt8]]) {
  for index in results.indices { forget(&results[index]) }
}
