import MemoryHard
import SwiftVaultCommandSupport

extension Workload {
  /// A key derived with Argon2id of one lane, which fills a memory of `byteCount` bytes once.
  static func argon2id(byteCount: Int, kernel name: String?) throws(ArgumentError) -> Workload {
    let kernel = try Argon2Kernel.named(name)
    let argon2id = try! Argon2id(memoryByteCount: byteCount, passes: 1, lanes: 1)
    return derivations {
      try! argon2id.deriveKey(password: benchKey, salt: salt, outputByteCount: 32, cores: 1, type: .id, kernel: kernel)
    }
  }

  /// A key derived with scrypt and blocks of 1 KiB, which fills a memory of `byteCount` bytes once and reads it once.
  static func scrypt(byteCount: Int) -> Workload {
    let scrypt = try! Scrypt(cost: byteCount / 1024, blockSize: 8, parallelization: 1)
    return derivations { try! scrypt.deriveKey(password: benchKey, salt: salt, outputByteCount: 32) }
  }

  private static var salt: PasswordSalt { PasswordSalt(unchecked: [UInt8](repeating: 0x5A, count: 16)) }

  private static func derivations(_ derive: @escaping () -> SymmetricKey) -> Workload {
    Workload(checked: { derive().withUnsafeBytes { Array($0.prefix(16)) } }) { count in
      for _ in 0..<count { keep(derive()) }
    }
  }
}
