import Dispatch
import Glibc
import PBKDF2

/// Each operation of each hash function on each kernel. Fields: key, message, salt; for PBKDF2, passwords from the
/// fourth field on.
let hashCases: [Case] =
  cases("md5", MD5Kernel.available) { Insecure.MD5(kernel: $0) }
  + cases("sha1", SHA1Kernel.available) { Insecure.SHA1(kernel: $0) }
  + cases("sha224", SHA256Kernel.available) { SHA224(kernel: $0) }
  + cases("sha256", SHA256Kernel.available) { SHA256(kernel: $0) }
  + cases("sha384", SHA512Kernel.available) { SHA384(kernel: $0) }
  + cases("sha512", SHA512Kernel.available) { SHA512(kernel: $0) }
  + cases("sha512_224", SHA512Kernel.available) { SHA512_224(kernel: $0) }
  + cases("sha512_256", SHA512Kernel.available) { SHA512_256(kernel: $0) }
  + [
    Case("hmac-once/sha256/own") { fields in
      _ = HMAC<Own>.isValidAuthenticationCode([1, 2, 3], authenticating: fields[1], using: fields.key(0))
    },
    Case("hkdf/sha256/own") { fields in
      let key = HKDF<Own>.deriveKey(
        inputKeyMaterial: fields.key(0), salt: fields[2], info: "info".utf8, outputByteCount: digests * 32 - 1)
      withExtendedLifetime(key) {}
    },
  ]

/// A hash function from outside the library.
private struct Own: HashFunction {
  static var blockByteCount: Int { 64 }
  private var hash = SHA256()

  mutating func update(bufferPointer: UnsafeRawBufferPointer) { hash.update(bufferPointer: bufferPointer) }
  func finalize() -> SHA256Digest { hash.finalize() }
}

/// The rounds of PBKDF2, and the length of a key in digests.
private let (rounds, digests) = (5, 2)

private func cases<K: Kernel, H: PBKDF2HashFunction & BitwiseCopyable>(
  _ name: String, _ kernels: [K], _ start: @escaping @Sendable (K) -> H
) -> [Case] {
  let size = H.Digest.byteCount
  return kernels.flatMap { kernel in
    [
      Case("hash/\(name)/\(kernel.rawValue)") { fields in
        keeping(start(kernel)) { function in
          function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: fields[1][..<333]))
          function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: fields[1][333...]))
          _ = function.finalize()
        }
      },
      Case("hmac/\(name)/\(kernel.rawValue)") { fields in
        keeping(HMAC(key: fields.key(0), startingFrom: start(kernel))) { function in
          function.update(bufferPointer: fields[1])
          _ = function.finalize()
        }
      },
      Case("hmac-init/\(name)/\(kernel.rawValue)") { fields in
        keeping(HMAC(key: fields.key(0), startingFrom: start(kernel))) { _ in }
      },
      Case("hmac-tag/\(name)/\(kernel.rawValue)") { fields in
        _ = HMAC<H>.authenticationCode(for: fields[1], using: fields.key(0), startingFrom: start(kernel))
      },
      Case("hkdf/\(name)/\(kernel.rawValue)") { fields in
        // A key of one digest takes a separate path.
        for byteCount in [size, digests * size - 1] {
          let key = HKDF<H>.deriveKey(
            inputKeyMaterial: fields.key(0), salt: fields[2], info: "info".utf8, outputByteCount: byteCount,
            startingFrom: start(kernel))
          withExtendedLifetime(key) {}
        }
      },
      Case("pbkdf2/\(name)/\(kernel.rawValue)") { fields in
        let key = try PBKDF2<H>.deriveKey(
          password: fields[0], salt: .init(unchecked: fields[2]), rounds: .exactly(rounds),
          outputByteCount: digests * size - 1,
          startingFrom: start(kernel))
        withExtendedLifetime(key) {}
      },
      Case("pbkdf2-batch/\(name)/\(kernel.rawValue)") { fields in
        let requests = try fields.keys(from: 3).map { password in
          try password.withUnsafeBytes {
            try PBKDF2<H>.Request(
              password: $0, salt: .init(unchecked: fields[2]), rounds: .exactly(rounds),
              outputByteCounts: [12, size - 12])
          }
        }
        withExtendedLifetime(PBKDF2<H>.deriveKeys(requests, startingFrom: start(kernel))) {}
      },
    ]
  } + [
    Case("hash-once/\(name)") { fields in _ = H.hash(bufferPointer: fields[1]) },
    Case("hash-pieces/\(name)") { fields in _ = H.hash(data: AnySequence(fields[1])) },
    Case("hmac-once/\(name)") { fields in
      _ = HMAC<H>.isValidAuthenticationCode([1, 2, 3], authenticating: fields[1], using: fields.key(0))
    },
    Case("hkdf-extract/\(name)") { fields in _ = HKDF<H>.extract(inputKeyMaterial: fields.key(0), salt: fields[2]) },
    Case("hkdf-expand/\(name)") { fields in
      for byteCount in [size, digests * size - 1] {
        let key = HKDF<H>.expand(pseudoRandomKey: fields.key(0), info: "info".utf8, outputByteCount: byteCount)
        withExtendedLifetime(key) {}
      }
    },
    Case("pbkdf2-async/\(name)") { fields in
      let (password, salt) = (Bytes(fields[0]), Array(fields[2]))
      blocking {
        let key = try? await PBKDF2<H>.deriveKey(
          password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds),
          outputByteCount: digests * size - 1, progress: nil)
        withExtendedLifetime(key) {}
      }
    },
  ]
}

/// Bytes that are `Sendable` and not contiguous.
struct Bytes: Sequence, @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func makeIterator() -> UnsafeRawBufferPointer.Iterator { bytes.makeIterator() }
}

/// Waits for work that runs on other threads. What the work captures lives on for a while, so without waiting a secret
/// would remain every time.
func blocking(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await work()
    done.signal()
    usleep(20_000)
  }
  done.wait()
}
