import AES
import Curve25519
import PBKDF2
import SwiftVaultCommandSupport

extension TimingRow {
  /// The rows, each on every kernel where there is a choice, the control first.
  static let all: [TimingRow] = [
    [control, comparison, keyComparison, verification, agreement],
    [NamedHash.sha1, .sha256, .sha512].flatMap { hash in
      // The kernels exist, since they were listed.
      hash.kernelFamily.kernels.flatMap { try! hash.perform(HashRows(hash: hash, kernel: $0), kernel: $0) }
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

  /// Each mode with a secret message of 256 bytes, or 64 in CFB8; a secret key expanded and used once, also for GCM's
  /// hash key; a secret key wrapped; and a tag and a wrapped key that are refused, wrong in the first or last place.
  private static func cipherRows(keyByteCount: Int, _ kernel: AESKernel) -> [TimingRow] {
    let key = SymmetricKey(data: (0..<keyByteCount).map { UInt8(7 * $0) })
    let (block, empty) = ([UInt8](repeating: 1, count: 16), [UInt8]())
    let (iv, feedbackIV) = (try! AES.IV(data: block), try! AES.IV(data: block))
    let outputIV = try! AES.IV(data: block)
    let (counter, nonce) = (try! AES.CTR.Nonce(data: block), try! AES.GCM.Nonce(data: block[..<12]))
    let box = try! AES.GCM.seal(expected, using: key, nonce: nonce, authenticating: empty, kernel: kernel)
    let wrapped = try! AES.KeyWrap.wrap(expectedKey, using: key, kernel: kernel)

    func row(
      _ operation: String, byteCount: Int = 256,
      prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer, Bool) -> Void = TimingRow.fixedOrRandom,
      run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> TimingRow {
      TimingRow(
        operation: "aes-\(8 * keyByteCount)-\(operation)", kernel: kernel.rawValue, isChosen: kernel == .best,
        byteCount: byteCount, prepare: prepare, run: run)
    }
    return [
      row("key", byteCount: keyByteCount) {
        keep(try! AES.ECB.encrypt(block, using: SymmetricKey(data: $0), padding: .none, kernel: kernel))
      },
      row("ecb-encrypt") { keep(try! AES.ECB.encrypt($0, using: key, padding: .none, kernel: kernel)) },
      row("ecb-decrypt") { keep(try! AES.ECB.decrypt($0, using: key, padding: .none, kernel: kernel)) },
      row("cbc-encrypt") { keep(try! AES.CBC.encrypt($0, using: key, iv: iv, padding: .none, kernel: kernel)) },
      row("cbc-decrypt") { keep(try! AES.CBC.decrypt($0, using: key, iv: iv, padding: .none, kernel: kernel)) },
      row("ctr") { keep(try! AES.CTR.encrypt($0, using: key, nonce: counter, kernel: kernel)) },
      row("cfb-encrypt") { keep(try! AES.CFB.encrypt($0, using: key, iv: feedbackIV, kernel: kernel)) },
      row("cfb-decrypt") { keep(try! AES.CFB.decrypt($0, using: key, iv: feedbackIV, kernel: kernel)) },
      row("cfb8-encrypt", byteCount: 64) {
        keep(try! AES.CFB.encrypt($0, using: key, iv: feedbackIV, segment: .bits8, kernel: kernel))
      },
      row("cfb8-decrypt", byteCount: 64) {
        keep(try! AES.CFB.decrypt($0, using: key, iv: feedbackIV, segment: .bits8, kernel: kernel))
      },
      row("ofb") { keep(try! AES.OFB.encrypt($0, using: key, iv: outputIV, kernel: kernel)) },
      row("cmac") { keep(try! AES.CMAC.authenticationCode(for: $0, using: key, kernel: kernel)) },
      row("gcm-key", byteCount: keyByteCount) {
        keep(
          try! AES.GCM.seal(
            block, using: SymmetricKey(data: $0), nonce: nonce, authenticating: empty, kernel: kernel))
      },
      row("gcm-expand", byteCount: keyByteCount) {
        let key = try! AES.expand(SymmetricKey(data: $0), kernel: kernel)
        keep(try! AES.GCM.seal(block, using: key, nonce: nonce, authenticating: empty, kernel: kernel))
      },
      row("gcm-encrypt") {
        keep(try! AES.GCM.seal($0, using: key, nonce: nonce, authenticating: empty, kernel: kernel))
      },
      row("gcm-verify", byteCount: 16, prepare: { wrongAtOneEnd(box.tag, $0, isFirst: $1) }) {
        let refused = try! AES.GCM.SealedBox(nonce: nonce, ciphertext: box.ciphertext, tag: $0)
        keep(try? AES.GCM.open(refused, using: key, authenticating: empty, kernel: kernel))
      },
      row("keywrap", byteCount: 32) {
        keep(try! AES.KeyWrap.wrap(SymmetricKey(data: $0), using: key, kernel: kernel))
      },
      row("keywrap-verify", byteCount: 40, prepare: { wrongAtOneEnd(wrapped, $0, isFirst: $1) }) {
        keep(try? AES.KeyWrap.unwrap($0, using: key, kernel: kernel))
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
