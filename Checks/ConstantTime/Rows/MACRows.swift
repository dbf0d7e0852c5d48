#if os(Linux)
import SwiftVault

let cmacRows: [Row] =
  AESKernel.available.map { kernel in
    Row("CMAC \(kernel.rawValue)") {
      .bytes(
        try [16, 24, 32].flatMap { keyByteCount in
          try [0, 1, 16, 17, 700].flatMap { byteCount in
            let key = SymmetricKey(data: secret(count: keyByteCount))
            var function = try AES.CMAC(key: key, outputSize: byteCount == 700 ? 8 : 16, kernel: kernel)
            let message = secret(count: byteCount)
            function.update(data: message.prefix(5))
            function.update(data: message.dropFirst(5))
            return Array(function.finalize())
          }
        })
    }
  }
  + AESKernel.available.map { kernel in
    Row("CMAC \(kernel.rawValue), one call") {
      .bytes(
        try [16, 24, 32].flatMap { keyByteCount in
          try [0, 1, 16, 17, 700].flatMap { byteCount in
            try secret(count: byteCount).withUnsafeBytes {
              Array(
                try AES.CMAC.authenticationCode(
                  for: $0, using: SymmetricKey(data: secret(count: keyByteCount)), kernel: kernel))
            }
          }
        })
    }
  } + [
    Row("CMAC, a right tag") { .verdict(try isValid { $0 }) },
    Row("CMAC, a wrong tag") { .verdict(try !isValid { $0.map { $0 ^ 1 } }) },
  ]

private func isValid(_ change: ([UInt8]) -> [UInt8]) throws -> Bool {
  let (key, message) = (SymmetricKey(data: secret(count: 16)), secret(count: 40))
  let tag = Array(try AES.CMAC.authenticationCode(for: message, using: key))
  return try AES.CMAC.isValidAuthenticationCode(change(tag), authenticating: message, using: key)
}
#endif
