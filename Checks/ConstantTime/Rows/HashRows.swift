#if os(Linux)
import SwiftVault
import SwiftVaultCommandSupport

/// The hash of the empty message, for every function on every kernel.
let hashes: [Hash] = NamedHash.allCases.flatMap { hash in
  hash.kernelFamily.kernels.map { Hash(empty: try! hash.start(kernel: $0), kernel: $0) }
}

struct Hash: Sendable {
  let empty: any PBKDF2HashFunction
  let kernel: String
}

let hashRows: [Row] = hashes.flatMap { hashed($0.empty, kernel: $0.kernel) } + SHA256Kernel.available.map(laneRow)

private func hashed<H: PBKDF2HashFunction>(_ empty: H, kernel: String) -> [Row] {
  [
    Row("\(H.self) \(kernel)") {
      var function = empty
      for count in [1, 63, 64, 300] { function.update(data: secret(count: count)) }
      return .bytes(Array(function.finalize()))
    },
    Row("\(H.self) one-shot \(kernel)") { .bytes(Array(H.hash(data: secret(count: 300)))) },
    Row("HMAC \(H.self) \(kernel)") {
      let tags = [0, 20, 200].map { keyByteCount in
        var function = HMAC(key: SymmetricKey(data: secret(count: keyByteCount)), startingFrom: empty)
        function.update(data: secret(count: 150))
        return Array(function.finalize())
      }
      return .bytes(tags.flatMap { $0 })
    },
    Row("HMAC \(H.self) one-shot \(kernel)") {
      let tags = [0, 20, 200].map { keyByteCount in
        let key = SymmetricKey(data: secret(count: keyByteCount))
        return Array(HMAC.authenticationCode(for: secret(count: 150), using: key, startingFrom: empty))
      }
      return .bytes(tags.flatMap { $0 })
    },
  ]
}

/// Several messages hashed in parallel lanes.
private func laneRow(_ kernel: SHA256Kernel) -> Row {
  Row("SHA256 lanes \(kernel.rawValue)") {
    let message = secret(count: 128)
    let digests = [1, 2, 9, 16].flatMap { count in
      var functions = [SHA256](repeating: SHA256(kernel: kernel), count: count)
      message.withUnsafeBytes { message in
        let messages = [UnsafeRawPointer](repeating: message.baseAddress!, count: count)
        messages.withUnsafeBufferPointer { SHA256.update(&functions, messages: $0, byteCount: message.count) }
      }
      return functions.flatMap { Array($0.finalize()) }
    }
    return .bytes(digests)
  }
}
#endif
