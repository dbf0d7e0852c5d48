#if os(Linux)
import ChaCha20Poly1305
import SwiftVaultOperations

/// ChaCha20-Poly1305: keys, texts and associated data are secrets. The nonce is public.
let chaChaPolyRows: [Row] = ChaChaPolyForm.all.flatMap { form in
  ChaCha20Kernel.available.flatMap { kernel in
    [
      Row("\(form.name) \(kernel.rawValue)") {
        .bytes(
          try [1, 64, 300, 1500, 4000].flatMap {
            let (key, setting) = (SymmetricKey(data: secret(count: 32)), try setting(kernel))
            let sealed = try secret(count: $0).withUnsafeBytes { try form.seal($0, key, setting) }.flatMap { $0 }
            return try publish(sealed).withUnsafeBytes { try form.open($0, key, setting) }.flatMap { $0 }
          })
      },
      Row("\(form.name) \(kernel.rawValue), wrong tag") {
        let (key, setting) = (SymmetricKey(data: secret(count: 32)), try setting(kernel))
        let sealed = publish(try secret(count: 300).withUnsafeBytes { try form.seal($0, key, setting) }.flatMap { $0 })
        let changed = sealed.dropLast() + [sealed[sealed.count - 1] ^ 1]
        return .verdict((try? changed.withUnsafeBytes { try form.open($0, key, setting) }) == nil)
      },
    ]
  }
}

private func setting(_ kernel: ChaCha20Kernel) throws -> ChaChaPolySetting {
  try ChaChaPolySetting(kernel, nonce: 0..<12, data: secret(count: 37), ends: [3, 64, 100])
}
#endif
