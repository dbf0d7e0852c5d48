#if os(Linux)
import MemoryHard
import SwiftVault

let keyDerivationRows: [Row] =
  hashes.flatMap { derived($0.empty, kernel: $0.kernel) }
  // The addresses of Argon2id and scrypt depend on the password. Argon2i has all their other steps, including BLAKE2b.
  + Argon2Kernel.available.map { kernel in
    Row("Argon2i \(kernel.rawValue)") {
      let key = try Argon2id(memoryByteCount: 1 << 16, passes: 2, lanes: 2).deriveKey(
        password: secret(count: 40), salt: .init(unchecked: secret(count: 16)),
        secret: SymmetricKey(data: secret(count: 32)), outputByteCount: 100, cores: 1, type: .i, kernel: kernel)
      return .bytes(bytes(of: key))
    }
  }

private func derived<H: PBKDF2HashFunction>(_ empty: H, kernel: String) -> [Row] {
  [
    Row("HKDF \(H.self) \(kernel)") {
      // A part of one digest, which takes a separate path, and several digests.
      let keys = [15, 150].map {
        HKDF<H>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: secret(count: 40)), salt: secret(count: 20), info: secret(count: 10),
          outputByteCount: $0, startingFrom: empty)
      }
      return .bytes(keys.flatMap(bytes(of:)))
    },
    Row("PBKDF2 \(H.self) \(kernel)") {
      let key = try PBKDF2<H>.deriveKey(
        password: secret(count: 12), salt: .init(unchecked: secret(count: 16)), rounds: .exactly(5),
        outputByteCount: 100, startingFrom: empty)
      return .bytes(bytes(of: key))
    },
    // Fewer and more derivations than lanes, with different numbers of rounds.
    Row("PBKDF2 \(H.self) batches \(kernel)") {
      let keys = try [2, 7, 17].flatMap { count in
        PBKDF2<H>.deriveKeys(
          try (0..<count).map {
            try PBKDF2<H>.Request(
              password: secret(count: 12 + 10 * $0), salt: .init(unchecked: secret(count: 16)),
              rounds: .exactly(2 + $0 % 3), outputByteCounts: [15, 5])
          }, startingFrom: empty)
      }
      return .bytes(keys.flatMap(bytes(of:)))
    },
  ]
}

/// The bytes of a key.
func bytes(of key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
#endif
