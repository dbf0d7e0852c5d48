import Sessions
import SwiftVault
import Testing
import VaultInterop

@testable import VaultFiles

/// An instance of a public `Sendable` type, and the work of each thread with it.
struct SharedInstance: Sendable, CustomTestStringConvertible {
  /// The name of the type.
  let name: String
  /// Uses the instance. Returns the same bytes each time.
  let use: @Sendable () throws -> [UInt8]

  init<Instance: Sendable, Bytes: Sequence<UInt8> & SendableMetatype>(
    _ instance: Instance, _ use: @escaping @Sendable (Instance) throws -> Bytes
  ) {
    name = String("\(Instance.self)".prefix { $0 != "<" })
    self.use = { Array(try use(instance)) }
  }

  var testDescription: String { name }
}

extension SharedInstance {
  private static let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
  private static let key = SymmetricKey(data: message[..<32])

  /// At least one instance of each type. A new type is a line here.
  static func all() throws -> [SharedInstance] {
    try keysAndCodes() + keyAgreement() + ciphers() + feedback() + derivations() + vaults() + files() + interop()
      + hash(Insecure.MD5.self) + hash(Insecure.SHA1.self) + hash(SHA224.self) + hash(SHA256.self) + hash(SHA384.self)
      + hash(SHA512.self) + hash(SHA512_224.self) + hash(SHA512_256.self)
  }

  /// A hash function in the middle of a message, and its digest.
  private static func hash<H: HashFunction>(_: H.Type) -> [SharedInstance] {
    var function = H()
    function.update(data: message)
    return [
      SharedInstance(function) {
        var copy = $0
        copy.update(data: message)
        return Array(copy.finalize()) + Array($0.finalize())
      },
      SharedInstance(function.finalize()) { Array($0) + Array($0.description.utf8) },
    ]
  }

  private static func keysAndCodes() throws -> [SharedInstance] {
    var function = HMAC<SHA512>(key: key)
    function.update(data: message)
    return [
      SharedInstance(SymmetricKeySize.bits192) { [UInt8(SymmetricKey(size: $0).bitCount)] },
      SharedInstance(key) {
        let code = HMAC<SHA256>.authenticationCode(for: message, using: $0)
        let nonce = try AES.CTR.Nonce(data: message[..<16])
        return try Array(code) + AES.CTR.encrypt(message, using: $0, nonce: nonce) + [$0 == key ? 1 : 0]
      },
      SharedInstance(try AES.expand(key)) {
        let nonce = try AES.GCM.Nonce(data: message[..<12])
        let box = try AES.GCM.seal(message, using: $0, nonce: nonce)
        return try box.tag + AES.GCM.open(box, using: $0)
      },
      SharedInstance(function) {
        var copy = $0
        copy.update(data: message)
        return Array(copy.finalize()) + Array($0.finalize())
      },
      SharedInstance(function.finalize()) { Array($0) + Array($0.description.utf8) },
      SharedInstance(SHA256.hash(data: message).makeIterator()) { IteratorSequence($0) },
    ]
  }

  private static func keyAgreement() throws -> [SharedInstance] {
    let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key)
    let secret = try own.sharedSecretFromKeyAgreement(with: own.publicKey)
    return [
      SharedInstance(own) {
        try $0.publicKey.rawRepresentation
          + $0.sharedSecretFromKeyAgreement(with: own.publicKey).withUnsafeBytes(Array.init)
      },
      SharedInstance(own.publicKey) { $0.rawRepresentation },
      SharedInstance(secret) {
        $0.hkdfDerivedSymmetricKey(using: SHA256.self, salt: message, sharedInfo: message, outputByteCount: 32)
          .withUnsafeBytes(Array.init)
      },
      SharedInstance(try NoiseProtocol(name: "Noise_NN_25519_AESGCM_SHA256")) {
        // The prologue is hashed. A message is random.
        try NoiseHandshake($0, role: .initiator, prologue: message).handshakeHash
      },
    ]
  }

  private static func feedback() throws -> [SharedInstance] {
    let iv = try AES.IV(data: message[16..<32])
    var encryptor = try AES.CFB.Encryptor(using: key, iv: iv)
    _ = encryptor.update(message[..<100])
    var function = try AES.CMAC(key: key)
    function.update(data: message)
    return [
      SharedInstance(encryptor) {
        var copy = $0
        return copy.update(message) + copy.update(message)
      },
      SharedInstance(function) {
        var copy = $0
        copy.update(data: message)
        return Array(copy.finalize()) + Array($0.finalize())
      },
      SharedInstance(function.finalize()) { Array($0) + Array($0.description.utf8) },
    ]
  }

  private static func ciphers() throws -> [SharedInstance] {
    let iv = try AES.IV(data: message[16..<32])
    let nonce = try AES.CTR.Nonce(data: message[16..<32])
    let gcmNonce = try AES.GCM.Nonce(data: message[16..<28])
    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    _ = encryptor.update(message[..<100])
    var decryptor = try AES.CBC.Decryptor(using: key, iv: iv)
    _ = decryptor.update(try AES.CBC.encrypt(message, using: key, iv: iv)[..<1000])
    return [
      SharedInstance(iv) { try AES.CBC.encrypt(message, using: key, iv: $0) + $0.bytes },
      SharedInstance(gcmNonce) { try AES.GCM.seal(message, using: key, nonce: $0).ciphertext + $0.bytes },
      SharedInstance(try AES.GCM.seal(message, using: key, nonce: gcmNonce)) {
        try AES.GCM.open($0, using: key) + $0.tag
      },
      SharedInstance(nonce) { try AES.CTR.encrypt(message, using: key, nonce: $0) + $0.bytes },
      SharedInstance(try AES.CTR.Cipher(using: key, nonce: nonce)) {
        var copy = $0
        copy.seek(to: 12_345)
        return try copy.update(message) + copy.update(message)
      },
      SharedInstance(encryptor) {
        var copy = $0
        return try copy.update(message) + copy.update(message) + copy.finalize()
      },
      SharedInstance(decryptor) {
        var copy = $0
        let last = try AES.CBC.encrypt(message, using: key, iv: iv)[1000...]
        return try copy.update(last) + copy.finalize()
      },
    ]
  }

  private static func derivations() throws -> [SharedInstance] {
    let stretching = try PasswordStretching(rounds: .exactly(3))
    let blocked = Set(["a password of the company"])
    return [
      SharedInstance(
        try PBKDF2<SHA512>.Request(
          password: message, salt: .init(unchecked: message), rounds: .exactly(5),
          outputByteCounts: [60, 40])
      ) { request in
        PBKDF2<SHA512>.deriveKeys([request, request, request]).flatMap { $0.withUnsafeBytes(Array.init) }
      },
      SharedInstance(PasswordSalt()) { $0.bytes },
      SharedInstance(try Argon2id(memoryByteCount: 16384, passes: 2, lanes: 2)) {
        try $0.deriveKey(password: message, salt: PasswordSalt(unchecked: message), outputByteCount: 40)
          .withUnsafeBytes(
            Array.init)
      },
      SharedInstance(try Scrypt(cost: 4, blockSize: 2, parallelization: 2)) {
        try $0.deriveKey(password: message, salt: PasswordSalt(unchecked: message), outputByteCount: 40)
          .withUnsafeBytes(
            Array.init)
      },
      SharedInstance(PBKDF2<SHA256>.calibrate(for: .milliseconds(1))) { "\($0)".utf8 },
      SharedInstance(
        try EncryptThenMAC<SHA256>(.cbc, authenticationKey: key, encryptionKey: SymmetricKey(data: message[32..<64]))
      ) {
        let sealed = $0.seal(message, authenticating: "header".utf8, iv: try AES.IV(data: message[..<16]))
        return try sealed + $0.open(sealed, authenticating: "header".utf8)
      },
      SharedInstance(stretching) { "\($0) \($0.meets(.recommended)) \($0.hashValue)".utf8 },
      SharedInstance(PasswordPolicy(isBlocked: { blocked.contains($0) })) { policy in
        ["short", "a password of the company", "a password of mine", "correct horse battery staple"].map {
          (try? policy.check(utf8: $0.utf8)) == nil ? 0 : 1
        }
      },
      SharedInstance(try Credential(password: message, stretching: stretching)) {
        let right = try $0.verify(message, stretching: stretching).isValid
        let wrong = try !$0.verify(message[1...], stretching: stretching).isValid
        return Array("\($0) \(right) \(wrong) ".utf8) + Array("\(try Credential($0.description) == $0)".utf8)
      },
      SharedInstance(try Credential(password: message, stretching: stretching).verify(message, stretching: stretching))
      {
        "\($0)".utf8
      },
      // A thread of a test must not wait for a task; `CredentialVerifierTests` verifies from many tasks.
      SharedInstance(CredentialVerifier(stretching: stretching)) { "\($0.waitingCount)".utf8 },
      SharedInstance(SelfTest.run()) { $0.description.utf8 },
      SharedInstance(SelfTest.run().checks[0]) { "\($0)".utf8 },
    ]
  }

  private static func vaults() throws -> [SharedInstance] {
    let content = Array(repeatElement(message, count: 200).joined())
    let stretching = try PasswordStretching(rounds: .exactly(3))
    let vault = try Vault.seal(content, under: .password(message), stretching: stretching)
    return [
      SharedInstance(Vault.Limits(maximumRounds: 3, maximumContentByteCount: content.count)) {
        try Vault.open(vault, with: .password(message), limits: $0, cores: 2)
      },
      SharedInstance(try RecoveryKey(key: key)) { recovery in
        recovery.withText { Array($0) } + (try RecoveryKey(text: recovery.text.utf8).key == recovery.key ? [1] : [0])
      },
      SharedInstance(try RecipientKey(key: key)) { key in
        key.withText { Array($0) } + (try RecipientKey(text: key.text.utf8).key == key.key ? [1] : [0])
      },
      SharedInstance(try RecipientKey(key: key).recipient) { recipient in
        let sealed = try Vault.seal(content, under: .recipient(recipient))
        return try recipient.publicKey + recipient.text.utf8
          + Vault.open(sealed, with: .recipientKey(RecipientKey(key: key)))
      },
      SharedInstance(AgeFile.Identity()) { identity in
        try AgeFile.open(AgeFile.seal(content, for: [identity.recipient]), identities: [identity])
      },
      SharedInstance(AgeFile.Identity().recipient) { Array($0.text.utf8) },
      SharedInstance(VaultSecret.password(message)) { try Vault.open(vault, with: $0) },
      SharedInstance(VaultContext(message)) { context in
        let vault = try Vault.seal(content, under: .key(key), context: context)
        return try Vault.open(vault, with: .key(key), context: context)
      },
      SharedInstance(try Vault.inspect(vault)) { "\($0)".utf8 },
      SharedInstance(try VaultSealer(under: .password(message), stretching: stretching)) {
        try $0.header + $0.seal(message, unit: 0, isLast: true)
      },
      SharedInstance(VaultOpener(try UnlockedVault(header: vault, with: .password(message)))) {
        try $0.open(vault[Vault.headerByteCount...], unit: 0, isLast: true)
      },
      SharedInstance(try UnlockedVault(header: vault, with: .password(message))) { unlocked in
        let part = try unlocked.read(at: 60_000, count: 100_000, ofVault: UInt64(vault.count)) {
          Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
        }
        var copy = unlocked
        let slot = try copy.add(.password("another".utf8), stretching: stretching)
        let opened = try UnlockedVault(header: copy.header, with: .password("another".utf8)).openedSlots
        return part + unlocked.header + Array("\(slot) \(opened) \(copy.generation) \(unlocked.slots)".utf8)
      },
    ]
  }

  private static func files() -> [SharedInstance] {
    let path: VaultFilePath = "a folder/a vault"
    return [
      SharedInstance(path) { "\($0)".utf8 + $0.bytes },
      SharedInstance(VaultFileError(.locked, path)) { "\($0)".utf8 },
    ]
  }

  private static func interop() throws -> [SharedInstance] {
    let password = "open sesame".utf8
    let file = try OpenSSLFile.seal(message, password: password, rounds: 2)
    let digest = try IteratedDigest(salt: String(repeating: " a0b", count: 8).utf8, digest: SHA512.hash(data: message))
    return [
      SharedInstance("django" as Credential.Form) { Array($0.description.utf8) },
      SharedInstance(try PasswordCheck(password: password, rounds: 2, knownData: "Fuzzy Aliens".utf8)) { check in
        let results = try [password, "another".utf8].map {
          try "\(check.rounds(of: $0, generations: [2], knownData: "Fuzzy Aliens".utf8) ?? 0)"
        }
        return Array(results.joined().utf8) + check.salt + check.check
      },
      SharedInstance(try OpenSSLFile.Encryptor(password: password, rounds: 2)) {
        var copy = $0
        return try copy.update(message) + copy.finalize()
      },
      SharedInstance(
        try OpenSSLFile.Decryptor(password: password, derivation: .pbkdf2(.sha256, rounds: 2))
      ) {
        var copy = $0
        return try copy.update(file) + copy.finalize()
      },
      SharedInstance(digest) { Array("\(try $0.verify(password))".utf8) },
    ]
  }
}
