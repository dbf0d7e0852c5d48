import ChaCha20Poly1305
import Credentials
import Curve25519
import MemoryHard
import Vault

/// Writes files of age from their parts, so that a test can break one of them.
struct AgeKit {
  static let fileKey = SymmetricKey(data: Array("YELLOW SUBMARINE".utf8))
  static let identity = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
  static let otherIdentity = "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SWRYDWG"
  static let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
  static let password = Array("password".utf8)
  private static let privateKey = [UInt8](repeating: 0x42, count: 32)

  var version = "age-encryption.org/v1"
  /// The lines of the stanzas.
  var stanzas = x25519()
  /// What follows `---` in place of the right tag.
  var end: String?
  var nonce = [UInt8](repeating: 7, count: 16)
  var chunks: [(content: [UInt8], isLast: Bool)] = [(Array("age".utf8), true)]
  var trailing: [UInt8] = []

  var bytes: [UInt8] {
    let header = "\(version)\n\(stanzas)---"
    let key = Self.key("header")
    let tag = HMAC<SHA256>.authenticationCode(for: header.utf8, using: key)
    var file = Array(header.utf8) + (end ?? " \(Self.base64(Array(tag)))\n").utf8 + nonce
    let payloadKey = Self.key("payload", salt: nonce)
    for (number, chunk) in chunks.enumerated() {
      let nonce = [UInt8](repeating: 0, count: 3) + UInt64(number).bigEndianBytes + [chunk.isLast ? 1 : 0]
      file += Self.sealed(chunk.content, payloadKey, nonce)
    }
    return file + trailing
  }

  private static func key(_ purpose: String, salt: [UInt8] = []) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: fileKey, salt: salt, info: purpose.utf8, outputByteCount: 32)
  }

  private static func sealed(
    _ content: [UInt8], _ key: SymmetricKey, _ nonce: [UInt8] = Array(repeating: 0, count: 12)
  ) -> [UInt8] {
    let box = try! ChaChaPoly.seal(content, using: key, nonce: try! ChaChaPoly.Nonce(data: nonce))
    return box.ciphertext + box.tag
  }

  static func base64(_ bytes: [UInt8]) -> String { Base64.unpadded.encode(bytes) }

  /// The lines of a stanza for the identity.
  static func x25519(
    type: String = "X25519", share: [UInt8]? = nil, more: String = "", fileKey: [UInt8] = fileKeyBytes
  ) -> String {
    let ephemeral = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 9, count: 32))
    let identity = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
    let own = ephemeral.publicKey.rawRepresentation as [UInt8]
    let key = try! ephemeral.sharedSecretFromKeyAgreement(with: identity.publicKey).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: own + (identity.publicKey.rawRepresentation as [UInt8]),
      sharedInfo: "age-encryption.org/v1/X25519".utf8, outputByteCount: 32)
    return "-> \(type) \(base64(share ?? own))\(more)\n\(base64(sealed(fileKey, key)))\n"
  }

  /// The lines of a stanza for the password.
  static func scrypt(
    type: String = "scrypt", salt: [UInt8] = Array(repeating: 5, count: 16), workFactor: String = "1",
    more: String = "", fileKey: [UInt8] = fileKeyBytes
  ) -> String {
    let scrypt = try! Scrypt(cost: 2, blockSize: 8, parallelization: 1)
    let key = try! scrypt.deriveKey(
      password: password, salt: PasswordSalt(unchecked: Array("age-encryption.org/v1/scrypt".utf8) + salt),
      outputByteCount: 32)
    return "-> \(type) \(base64(salt)) \(workFactor)\(more)\n\(base64(sealed(fileKey, key)))\n"
  }

  static var fileKeyBytes: [UInt8] { fileKey.withUnsafeBytes { Array($0) } }
}
