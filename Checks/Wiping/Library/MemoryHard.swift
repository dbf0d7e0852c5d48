import MemoryHard

/// Argon2id on each kernel, with two lanes on two threads, and scrypt. With one pass, the filled memory remains as it
/// is. Fields: password, salt, secret.
let memoryHardCases: [Case] =
  Argon2Kernel.available.map { kernel in
    Case("argon2id/\(kernel.rawValue)") { fields in
      let key = try Argon2id(memoryByteCount: 1 << 16, passes: 1, lanes: 2).deriveKey(
        password: fields[0], salt: .init(unchecked: fields[1]), secret: fields.key(2), outputByteCount: 100, cores: 2,
        type: .id, kernel: kernel)
      withExtendedLifetime(key) {}
    }
  } + [
    Case("scrypt") { fields in
      let key = try Scrypt(cost: 32, blockSize: 8, parallelization: 2).deriveKey(
        password: fields[0], salt: .init(unchecked: fields[1]), outputByteCount: 63)
      withExtendedLifetime(key) {}
    },
    Case("scrypt-async") { fields in
      let (password, salt) = (Bytes(fields[0]), Array(fields[1]))
      blocking {
        let key = try? await Scrypt(cost: 32, blockSize: 8, parallelization: 2).deriveKey(
          password: password, salt: .init(unchecked: salt), outputByteCount: 63, cores: 2, progress: nil)
        withExtendedLifetime(key) {}
      }
    },
  ]
