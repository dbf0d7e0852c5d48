import AES
import PBKDF2
import SwiftVaultCommandSupport

extension TimingRow {
  /// The rows, each on every kernel where there is a choice, the control first.
  static let all: [TimingRow] = [
    [control, comparison, keyComparison, verification],
    [NamedHash.sha1, .sha256, .sha512].flatMap { hash in
      // The kernels exist, since they were listed.
      hash.algorithm.kernels.flatMap { try! hash.perform(HashRows(hash: hash, kernel: $0), kernel: $0) }
    },
    AESKernel.available.flatMap { kernel in [16, 32].flatMap { cipherRows(keyByteCount: $0, kernel) } },
  ].flatMap { $0 }

  /// A comparison that leaks, for the control.
  static let control = TimingRow(
    operation: "leaky-comparison", isControl: true, byteCount: 32, prepare: differing,
    run: { keep(stopsAtFirstDifference($0, expected)) })

  private static let expected = (0..<32).map { UInt8(11 * $0 & 255) }

  private static let comparison = TimingRow(operation: "comparison", byteCount: 32, prepare: differing) { secret in
    expected.withUnsafeBytes { keep(constantTimeEqual(secret, $0)) }
  }

  private static let keyComparison = TimingRow(operation: "key-comparison", byteCount: 32, prepare: differing) {
    keep(SymmetricKey(data: $0) == expectedKey)
  }

  private static let expectedKey = SymmetricKey(data: expected)

  /// The secret is the tag of a message, wrong in its first or last place.
  private static let verification = TimingRow(
    operation: "hmac-sha256-verify", byteCount: 32,
    prepare: { tag, isFirst in
      tag.copyBytes(from: Array(HMAC<SHA256>.authenticationCode(for: expected, using: expectedKey)))
      tag[isFirst ? 0 : 31] ^= 1
    }, run: { keep(HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: expected, using: expectedKey)) })

  /// Bytes that differ from those expected in the first place, or in the last.
  @Sendable
  private static func differing(_ secret: UnsafeMutableRawBufferPointer, isFirst: Bool) {
    secret.copyBytes(from: expected)
    secret[isFirst ? 0 : secret.count - 1] ^= 1
  }

  @inline(never)
  private static func stopsAtFirstDifference(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  /// A secret key expanded and used once; secret messages encrypted, and decrypted from random ciphertexts.
  private static func cipherRows(keyByteCount: Int, _ kernel: AESKernel) -> [TimingRow] {
    let name = "aes-\(8 * keyByteCount)"
    let key = SymmetricKey(data: (0..<keyByteCount).map { UInt8(7 * $0) })
    let (iv, nonce) = (try! AES.CBC.IV(ivBytes: [UInt8](repeating: 1, count: 16)), [UInt8](repeating: 2, count: 16))
    let counter = try! AES.CTR.Nonce(nonceBytes: nonce)
    return [
      TimingRow("\(name)-key", kernel, byteCount: keyByteCount) {
        keep(try! AES.ECB.encrypt(nonce, using: SymmetricKey(data: $0), padding: .none, kernel: kernel))
      },
      TimingRow("\(name)-ecb-encrypt", kernel, byteCount: 256) {
        keep(try! AES.ECB.encrypt($0, using: key, padding: .none, kernel: kernel))
      },
      TimingRow("\(name)-cbc-decrypt", kernel, byteCount: 256) {
        keep(try! AES.CBC.decrypt($0, using: key, iv: iv, padding: .none, kernel: kernel))
      },
      TimingRow("\(name)-ctr", kernel, byteCount: 256) {
        keep(try! AES.CTR.encrypt($0, using: key, nonce: counter, kernel: kernel))
      },
    ]
  }

  private init(
    _ operation: String, _ kernel: AESKernel, byteCount: Int, run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.init(
      operation: operation, kernel: kernel.rawValue, isChosen: kernel == .best, byteCount: byteCount, run: run)
  }
}

/// A secret message hashed; a secret key that authenticates; a secret password that is stretched.
private struct HashRows: HashWork {
  let hash: NamedHash
  let kernel: String

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> [TimingRow] {
    let empty = start ?? H()
    let salt = [UInt8](repeating: 0x5A, count: 16)
    return [
      row("\(hash)", byteCount: 200) { message in
        var function = empty
        function.update(bufferPointer: message)
        keep(function.finalize())
      },
      row("hmac-\(hash)-key", byteCount: 32) { key in
        var function = HMAC(key: SymmetricKey(data: key), startingFrom: empty)
        function.update(data: salt)
        keep(function.finalize())
      },
      row("pbkdf2-\(hash)", byteCount: 12) { password in
        keep(
          try! PBKDF2<H>.deriveKey(
            password: password, salt: .init(unsafeUnchecked: salt), unsafeUncheckedRounds: 4,
            outputByteCount: H.Digest.byteCount,
            startingFrom: empty))
      },
    ]
  }

  private func row(
    _ operation: String, byteCount: Int, run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) -> TimingRow {
    TimingRow(
      operation: operation, kernel: kernel, isChosen: kernel == hash.algorithm.chosen, byteCount: byteCount, run: run)
  }
}
