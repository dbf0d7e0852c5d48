import Vault
import VaultInterop

/// RNCryptor: a sealed file follows the specification's formula and opens; an edited file does not. A ciphertext with a
/// right tag is refused, or opens to its AES-CBC decryption. For any bytes, a stream in any pieces ends as one call
/// does.
enum RNCryptorFiles: Target {
  private static let keys = (SymmetricKey(data: 0..<32), SymmetricKey(data: 100..<132))
  private static let underKeys = RNCryptorSecret.keys(
    try! RNCryptorKeys(encryption: keys.0, authentication: keys.1))
  private static let password = Array("pässword".utf8)
  private static let underPassword = RNCryptorSecret.password(
    SymmetricKey(data: password), maximumRounds: 1000, rounds: 1)

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let isPassword = input.flag()
    let secret = isPassword ? underPassword : underKeys
    let (salts, iv) = (input.bytes(16), try! AES.IV(data: input.bytes(16)))

    // A file, by the formula.
    let content = input.sample(below: 100)
    let version: UInt8 = input.flag() ? 2 : 3
    let header = [version] + (isPassword ? [1] + salts : [0]) + iv.bytes
    let fileKeys = isPassword ? stretched(salts, version) : keys
    func sealed(_ ciphertext: [UInt8]) -> [UInt8] {
      header + ciphertext + HMAC<SHA256>.authenticationCode(for: header + ciphertext, using: fileKeys.1)
    }
    let file = sealed(try! AES.CBC.encrypt(content, using: fileKeys.0, iv: iv))
    expect(RNCryptor.recognizes(file), "the file is recognised")
    expect(try! RNCryptor.open(file, secret) == content, "the content comes back")
    if version == 3 {
      var encryptor =
        isPassword
        ? RNCryptor.Encryptor(password: password, salts: salts, iv: iv, rounds: 1)
        : RNCryptor.Encryptor(
          try! RNCryptorKeys(encryption: keys.0, authentication: keys.1), RNCryptorHeader(salts: nil, iv: iv))
      var made: [UInt8] = []
      for piece in input.pieces(of: content) { made += encryptor.update(piece) }
      made += encryptor.finalize()
      expect(made == file, "sealed by the formula")
    }

    // Any ciphertext, sealed by another program.
    let foreign = input.sample(below: 70)
    let decrypted = try? AES.CBC.decrypt(foreign, using: fileKeys.0, iv: iv)
    expect(open(sealed(foreign), secret, &input) == decrypted, "\(foreign.count) bytes of another program")

    // Edits, and finally any bytes.
    var edited = file
    for _ in 0..<input.number(below: 4) { input.edit(&edited) }
    expect((open(edited, secret, &input) != nil) == (edited == file), "an edited file")
    expect(open(input.remaining(), secret, &input) == nil, "any bytes")
  }

  /// What bytes open to, in one call and in pieces.
  private static func open(_ bytes: [UInt8], _ secret: RNCryptorSecret, _ input: inout FuzzInput) -> [UInt8]? {
    opened(bytes, in: input.pieces(of: bytes)) { () throws(InteropError) in
      try RNCryptor.open(bytes, secret)
    } by: { (pieces) throws(InteropError) in
      var decryptor = RNCryptor.Decryptor(secret)
      var content: [UInt8] = []
      for piece in pieces { content += try decryptor.update(piece) }
      return content + (try decryptor.finalize())
    }
  }

  /// The keys of the password, which version 2 truncates to as many bytes as it has characters.
  private static func stretched(_ salts: [UInt8], _ version: UInt8) -> (SymmetricKey, SymmetricKey) {
    func key(_ salt: ArraySlice<UInt8>) -> SymmetricKey {
      try! PBKDF2<Insecure.SHA1>.deriveKey(
        password: version == 2 ? password[..<8] : password[...], salt: PasswordSalt(unchecked: salt),
        rounds: .exactly(1), outputByteCount: 32)
    }
    return (key(salts[..<8]), key(salts[8...]))
  }
}
