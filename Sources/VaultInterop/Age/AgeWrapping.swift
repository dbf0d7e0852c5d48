internal import ChaCha20Poly1305
import Credentials
internal import Curve25519
import MemoryHard
import Vault

/// The key of one file, 16 bytes, and what is derived from it. Spec: C2SP age: file key, header MAC, payload.
struct AgeFileKey {
  static let byteCount = 16

  private let key: SymmetricKey

  init() { key = SymmetricKey(size: .bits128) }

  fileprivate init(_ key: SymmetricKey) { self.key = key }

  fileprivate func tag(of header: [UInt8]) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: header, using: derived("header", salt: []))
  }

  /// The header for stanzas, with its tag.
  fileprivate func header(_ stanzas: [UInt8]) -> [UInt8] {
    let header = AgeHeader.versionLine + [UInt8(ascii: "\n")] + stanzas + AgeHeader.end
    return header + " \(Base64.unpadded.encode(Array(tag(of: header))))\n".utf8
  }

  /// The key of the chunks.
  func payloadKey(nonce: [UInt8]) -> SymmetricKey { derived("payload", salt: nonce) }

  private func derived(_ purpose: String, salt: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: purpose.utf8, outputByteCount: 32)
  }

  // The wrapping key is used once, so the nonce is constant.
  private static let nonce = try! ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
  /// The size in bytes of a wrapped key.
  private static let wrappedByteCount = byteCount + 16

  fileprivate func wrapped(using wrappingKey: SymmetricKey) -> [UInt8] {
    unsafe key.withUnsafeBytes { key in
      let box = unsafe try! ChaChaPoly.seal(key, using: wrappingKey, nonce: Self.nonce)
      return box.ciphertext + box.tag
    }
  }

  /// The key in the body of a stanza; nil if the wrapping key is not the one of the stanza.
  ///
  /// The size is checked first: a longer body could be decrypted with more than one key.
  fileprivate init?(_ stanza: AgeStanza, using wrappingKey: SymmetricKey) throws(InteropError) {
    guard stanza.body.count == Self.wrappedByteCount else {
      throw stanza.fault("a body of \(stanza.body.count.units("byte")); it has \(Self.wrappedByteCount)")
    }
    do {
      let box = try ChaChaPoly.SealedBox(
        nonce: Self.nonce, ciphertext: stanza.body.prefix(Self.byteCount), tag: stanza.body.dropFirst(Self.byteCount))
      var key = try ChaChaPoly.open(box, using: wrappingKey)
      defer { wipe(&key) }
      self.key = SymmetricKey(data: key)
    } catch {
      return nil
    }
  }
}

/// The recipients or the password that a file is sealed with.
struct AgeSealing {
  var recipients: [AgeFile.Recipient] = []
  var password: (bytes: SymmetricKey, workFactor: Int)?

  /// The header of a file, whose key is new.
  func header(_ fileKey: AgeFileKey) throws(InteropError) -> [UInt8] {
    var stanzas: [UInt8] = []
    if let password {
      let salt = SystemRandom.bytes(count: AgeScrypt.saltByteCount)
      let key = try AgeScrypt.key(password.bytes, salt: salt, workFactor: password.workFactor)
      stanzas = AgeStanza.text(
        [AgeScrypt.type, Base64.unpadded.encode(salt), "\(password.workFactor)"], body: fileKey.wrapped(using: key))
    }
    for recipient in recipients {
      let ephemeral = Curve25519.KeyAgreement.PrivateKey()
      let share = ephemeral.publicKey
      guard let key = AgeX25519.key(ephemeral, recipient.publicKey, share: share, recipient: recipient.publicKey) else {
        throw .argument("the recipient \(recipient.text) is no public key: with it, every shared secret is zero")
      }
      stanzas += AgeStanza.text(
        [AgeX25519.type, Base64.unpadded.encode(share.rawRepresentation)], body: fileKey.wrapped(using: key))
    }
    return fileKey.header(stanzas)
  }
}

/// The identities or the password that open a file.
struct AgeSecret {
  var identities: [AgeFile.Identity] = []
  var password: (bytes: SymmetricKey, maximumWorkFactor: Int)?

  /// The key of the file with a header, whose tag is checked.
  func fileKey(of header: AgeHeader) throws(InteropError) -> AgeFileKey {
    let stanzas = header.stanzas
    guard stanzas.count == 1 || !stanzas.contains(where: { $0.type == AgeScrypt.type }) else {
      throw .age(.header("a stanza of scrypt beside others; a password alone opens a file, or none does"))
    }
    guard let key = try unwrap(stanzas) else {
      let kinds = stanzas.map { $0.type }
      throw .age(.noMatch(kinds: kinds))
    }
    guard key.tag(of: header.authenticated) == header.tag else { throw .age(.headerTag) }
    return key
  }

  private func unwrap(_ stanzas: [AgeStanza]) throws(InteropError) -> AgeFileKey? {
    if let password, let stanza = stanzas.first(where: { $0.type == AgeScrypt.type }) {
      let key = try AgeScrypt.key(password.bytes, stanza, maximumWorkFactor: password.maximumWorkFactor)
      return try AgeFileKey(stanza, using: key)
    }
    for identity in identities {
      for stanza in stanzas where stanza.type == AgeX25519.type {
        if let key = try AgeFileKey(stanza, using: try AgeX25519.key(identity, stanza)) { return key }
      }
    }
    return nil
  }
}

/// Spec: C2SP age: X25519.
enum AgeX25519 {
  static let type = "X25519"

  /// The wrapping key, from either side; nil if the shared secret is zero.
  static func key(
    _ privateKey: Curve25519.KeyAgreement.PrivateKey, _ publicKey: Curve25519.KeyAgreement.PublicKey,
    share: Curve25519.KeyAgreement.PublicKey, recipient: Curve25519.KeyAgreement.PublicKey
  ) -> SymmetricKey? {
    let secret = try? privateKey.sharedSecretFromKeyAgreement(with: publicKey)
    return secret?.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: share.rawRepresentation + recipient.rawRepresentation,
      sharedInfo: "age-encryption.org/v1/X25519".utf8, outputByteCount: 32)
  }

  static func key(_ identity: AgeFile.Identity, _ stanza: AgeStanza) throws(InteropError) -> SymmetricKey {
    guard stanza.arguments.count == 1, let argument = stanza.arguments.first,
      let share = Base64.unpadded.decode(Array(argument.utf8)[...]),
      let share = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: share)
    else { throw stanza.fault("it has one argument, 32 bytes in base 64") }
    let privateKey = identity.privateKey
    guard let key = key(privateKey, share, share: share, recipient: privateKey.publicKey) else {
      throw stanza.fault("a share that makes the shared secret zero")
    }
    return key
  }
}

/// Spec: C2SP age: scrypt.
enum AgeScrypt {
  static let type = "scrypt"
  static let saltByteCount = 16

  static func key(_ password: SymmetricKey, salt: [UInt8], workFactor: Int) throws(InteropError) -> SymmetricKey {
    do throws(MemoryHardError) {
      let scrypt = try Scrypt(cost: 1 << workFactor, blockSize: 8, parallelization: 1)
      return try unsafe password.withUnsafeBytes { password throws(MemoryHardError) in
        try unsafe scrypt.deriveKey(
          password: password, salt: PasswordSalt(unchecked: Array("age-encryption.org/v1/scrypt".utf8) + salt),
          outputByteCount: 32, memoryLimit: .max)
      }
    } catch {
      throw .unsupported("scrypt's work factor \(workFactor): \(error)")
    }
  }

  /// The work factor is at most `Int.max`.
  static func parameters(of stanza: AgeStanza) throws(InteropError) -> (salt: [UInt8], workFactor: Int) {
    let arguments = Array(stanza.arguments)
    guard arguments.count == 2, let salt = Base64.unpadded.decode(Array(arguments[0].utf8)[...]),
      salt.count == saltByteCount
    else { throw stanza.fault("it has two arguments, a salt of \(saltByteCount) bytes in base 64 and a work factor") }
    let digits = arguments[1].utf8
    guard digits.first != UInt8(ascii: "0"), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw stanza.fault("a work factor that is no number without leading zeros")
    }
    return (salt, Int(arguments[1]) ?? .max)
  }

  static func key(
    _ password: SymmetricKey, _ stanza: AgeStanza, maximumWorkFactor: Int
  ) throws(InteropError) -> SymmetricKey {
    let (salt, workFactor) = try parameters(of: stanza)
    guard workFactor <= maximumWorkFactor else {
      throw stanza.fault("the work factor \(workFactor); the limit is \(maximumWorkFactor)")
    }
    return try key(password, salt: salt, workFactor: workFactor)
  }
}

extension AgeStanza {
  fileprivate func fault(_ text: String) -> InteropError { .age(.header("the stanza of \(type): \(text)")) }
}
