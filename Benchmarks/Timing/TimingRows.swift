import AES
import ChaCha20Poly1305
import Curve25519
import PBKDF2
import SwiftVaultCommandSupport
import SwiftVaultOperations

extension TimingRow {
  /// The rows, each on every kernel where there is a choice, the control first.
  static let all: [TimingRow] = [
    [control, comparison, keyComparison, verification, agreement],
    [NamedHash.sha1, .sha256, .sha512].flatMap { hash in
      // The kernels exist, since they were listed.
      hash.kernelFamily.kernels.flatMap { try! hash.perform(HashRows(hash: hash, kernel: $0), kernel: $0) }
    },
    AESKernel.available.flatMap { kernel in [16, 32].flatMap { cipherRows(keyByteCount: $0, kernel) } },
    ChaCha20Kernel.available.flatMap(chaChaPolyRows),
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
    prepare: {
      wrongAtOneEnd(Array(HMAC<SHA256>.authenticationCode(for: expected, using: expectedKey)), $0, isFirst: $1)
    }, run: { keep(HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: expected, using: expectedKey)) })

  /// The secret is a private key.
  private static let agreement = TimingRow(operation: "x25519", byteCount: 32, prepare: fixedOrRandom) {
    keep(try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0).sharedSecretFromKeyAgreement(with: publicKey))
  }

  private static let publicKey = try! Curve25519.KeyAgreement.PublicKey(rawRepresentation: expected)

  /// Bytes that differ from those expected in the first place, or in the last.
  @Sendable
  private static func differing(_ secret: UnsafeMutableRawBufferPointer, isFirst: Bool) {
    wrongAtOneEnd(expected, secret, isFirst: isFirst)
  }

  private static func wrongAtOneEnd(
    _ right: some Collection<UInt8>, _ secret: UnsafeMutableRawBufferPointer, isFirst: Bool
  ) {
    secret.copyBytes(from: right)
    secret[isFirst ? 0 : secret.count - 1] ^= 1
  }

  @inline(never)
  private static func stopsAtFirstDifference(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  /// A secret key, a secret message, and a tag that is refused, wrong in the first or last place.
  private static func chaChaPolyRows(_ kernel: ChaCha20Kernel) -> [TimingRow] {
    let (form, key) = (ChaChaPolyForm.all[0], expectedKey)
    let setting = try! ChaChaPolySetting(kernel, nonce: 0..<12, data: [], ends: [])
    let sealed = expected.withUnsafeBytes { try! form.seal($0, key, setting).flatMap { $0 } }
    func row(
      _ operation: String, byteCount: Int,
      prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer, Bool) -> Void = TimingRow.fixedOrRandom,
      run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> TimingRow {
      TimingRow(
        operation: "chachapoly-\(operation)", kernel: kernel.rawValue, isChosen: kernel == .best, byteCount: byteCount,
        prepare: prepare, run: run)
    }
    return [
      row("key", byteCount: 32) { secret in
        expected.withUnsafeBytes { keep(try! form.seal($0, SymmetricKey(data: secret), setting)) }
      },
      row("encrypt", byteCount: 256) { keep(try! form.seal($0, key, setting)) },
      row("verify", byteCount: 16, prepare: { wrongAtOneEnd(sealed.suffix(16), $0, isFirst: $1) }) { tag in
        (sealed.dropLast(16) + tag).withUnsafeBytes { keep(try? form.open($0, key, setting)) }
      },
    ]
  }

  /// Each mode with a secret message of 256 bytes, or 64 in CFB8; a secret key expanded and used once, also for GCM's
  /// hash key; a secret key wrapped; and a tag and a wrapped key that are refused, wrong in the first or last place.
  private static func cipherRows(keyByteCount: Int, _ kernel: AESKernel) -> [TimingRow] {
    let key = SymmetricKey(data: (0..<keyByteCount).map { UInt8(7 * $0) })
    let block = [UInt8](repeating: 1, count: 16)
    let setting = try! CipherSetting(kernel, iv: block)
    let (gcm, wrapping) = (CipherMode.named("GCM"), KeyWrapping.all[0])
    let sealed = expected.withUnsafeBytes { try! gcm.encrypt($0, key, setting).flatMap { $0 } }
    let wrapped = try! wrapping.wrap(expectedKey, key, kernel)

    func row(
      _ operation: String, byteCount: Int = 256,
      prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer, Bool) -> Void = TimingRow.fixedOrRandom,
      run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> TimingRow {
      TimingRow(
        operation: "aes-\(8 * keyByteCount)-\(operation)", kernel: kernel.rawValue, isChosen: kernel == .best,
        byteCount: byteCount, prepare: prepare, run: run)
    }
    /// A message that is secret.
    func row(_ operation: String, byteCount: Int = 256, _ run: @escaping CipherMode.Operation) -> TimingRow {
      row(operation, byteCount: byteCount) { keep(try! run($0, key, setting)) }
    }
    /// A key that is secret.
    func keyRow(
      _ operation: String, _ mode: String, _ expand: @escaping @Sendable (SymmetricKey) -> SymmetricKey = { $0 }
    ) -> TimingRow {
      let mode = CipherMode.named(mode)
      return row(operation, byteCount: keyByteCount) { secret in
        block.withUnsafeBytes { keep(try! mode.encrypt($0, expand(SymmetricKey(data: secret)), setting)) }
      }
    }
    let modes = ["ECB", "CBC", "CTR", "CFB128", "CFB8", "OFB"].flatMap { name in
      let mode = CipherMode.named(name)
      let (label, byteCount) = (name == "CFB128" ? "cfb" : name.lowercased(), name == "CFB8" ? 64 : 256)
      // Both directions of CTR and of OFB are the same.
      return ["CTR", "OFB"].contains(name)
        ? [row(label, mode.encrypt)]
        : [
          row("\(label)-encrypt", byteCount: byteCount, mode.encrypt),
          row("\(label)-decrypt", byteCount: byteCount, mode.decrypt),
        ]
    }
    return [keyRow("key", "ECB")] + modes + [
      row("cmac") { keep(try! AES.CMAC.authenticationCode(for: $0, using: key, kernel: kernel)) },
      keyRow("gcm-key", "GCM"),
      keyRow("gcm-expand", "GCM") { try! AES.expand($0, kernel: kernel) },
      row("gcm-encrypt", gcm.encrypt),
      row("gcm-verify", byteCount: 16, prepare: { wrongAtOneEnd(sealed.suffix(16), $0, isFirst: $1) }) { tag in
        (sealed.dropLast(16) + tag).withUnsafeBytes { keep(try? gcm.decrypt($0, key, setting)) }
      },
      row("keywrap", byteCount: 32) { keep(try! wrapping.wrap(SymmetricKey(data: $0), key, kernel)) },
      row("keywrap-verify", byteCount: 40, prepare: { wrongAtOneEnd(wrapped, $0, isFirst: $1) }) {
        keep(try? wrapping.unwrap(Array($0), key, kernel))
      },
    ]
  }
}

/// The rows of a hash: a secret message hashed, a secret key for HMAC, a secret key for HKDF, and a secret password for
/// PBKDF2.
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
      row("hkdf-\(hash)", byteCount: 32) { key in
        keep(
          HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), salt: salt, info: salt, outputByteCount: H.Digest.byteCount,
            startingFrom: empty))
      },
      row("pbkdf2-\(hash)", byteCount: 12) { password in
        keep(
          try! PBKDF2<H>.deriveKey(
            password: password, salt: .init(unchecked: salt), rounds: .exactly(4),
            outputByteCount: H.Digest.byteCount,
            startingFrom: empty))
      },
    ]
  }

  private func row(
    _ operation: String, byteCount: Int, run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) -> TimingRow {
    TimingRow(
      operation: operation, kernel: kernel, isChosen: kernel == hash.kernelFamily.chosen, byteCount: byteCount, run: run
    )
  }
}
