import Sessions
import SwiftVault
import Testing

/// A type that holds a secret shows nothing of it when it is printed. `VaultReader` and `VaultWriter` cannot be copied,
/// so the compiler refuses to print or reflect them.
@Suite struct RedactionTests {
  /// A value that holds ``secret``, and the name it prints under.
  struct Holder: Sendable, CustomTestStringConvertible {
    let name: String
    let value: any Sendable
    var testDescription: String { name }

    init(_ name: String, _ value: any Sendable) { (self.name, self.value) = (name, value) }
  }

  /// No two adjacent characters of the secret are adjacent in a name.
  static let secret = Array("{|}~{}|~|{~}|~{}~|{}~{|}{~|}{}~|".utf8)

  /// Every public type that holds a secret; a new one is a line here. The state of a hash function is one, because HMAC
  /// and callers hash secrets.
  static func holders() throws -> [Holder] {
    let key = SymmetricKey(data: secret)
    let stretching = try PasswordStretching(rounds: .exactly(1))
    let vault = try Vault.seal(secret, under: .password(secret), context: VaultContext(secret), stretching: stretching)
    let iv = AES.IV()
    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    _ = encryptor.update(secret[..<20])
    var decryptor = try AES.CBC.Decryptor(using: key, iv: iv)
    _ = decryptor.update(secret[..<20])
    var cipher = try AES.CTR.Cipher(using: key, nonce: AES.CTR.Nonce())
    _ = try cipher.update(secret[..<20])
    var feedback = try AES.CFB.Decryptor(using: key, iv: iv)
    _ = feedback.update(secret[..<20])
    var cmac = try AES.CMAC(key: key)
    cmac.update(data: secret)
    let privateKey = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)
    return [
      Holder("SymmetricKey", key),
      Holder("PrivateKey", privateKey), Holder("SharedSecret", SharedSecret(ss: key)),
      hash(Insecure.MD5()), hash(Insecure.SHA1()), hash(SHA224()), hash(SHA256()), hash(SHA384()), hash(SHA512()),
      hash(SHA512_224()), hash(SHA512_256()),
      Holder("HMAC<SHA1>", HMAC<Insecure.SHA1>(key: key)),
      Holder("HMAC<SHA256>", HMAC<SHA256>(key: key)),
      Holder("HMAC<SHA512>", HMAC<SHA512>(key: key)),
      Holder("BlockModeCipher<Encryption>", encryptor),
      Holder("BlockModeCipher<Encryption>", try AES.ECB.Encryptor(using: key)),
      Holder("BlockModeCipher<Decryption>", decryptor),
      Holder("BlockModeCipher<Decryption>", try AES.ECB.Decryptor(using: key)),
      Holder("Cipher", cipher),
      Holder("FeedbackCipher<Decryption>", feedback),
      Holder("FeedbackCipher<OFB>", try AES.OFB.Cipher(using: key, iv: iv)),
      Holder("CMAC", cmac),
      Holder(
        "Request",
        try PBKDF2<SHA512>.Request(
          password: secret, salt: .init(unchecked: [1]), rounds: .exactly(1), outputByteCounts: [1])),
      Holder("RecoveryKey", try RecoveryKey(key: key)), Holder("RecipientKey", try RecipientKey(key: key)),
      Holder("VaultSecret", VaultSecret.password(secret)), Holder("VaultContext", VaultContext(secret)),
      Holder("UnlockedVault", try UnlockedVault(header: vault, with: .password(secret), context: VaultContext(secret))),
      Holder(
        "VaultSealer", try VaultSealer(under: .password(secret), context: VaultContext(secret), stretching: stretching)),
      Holder(
        "VaultOpener",
        VaultOpener(try UnlockedVault(header: vault, with: .password(secret), context: VaultContext(secret)))),
    ]
  }

  private static func hash<H: HashFunction>(_ empty: H) -> Holder {
    var function = empty
    function.update(data: secret)
    return Holder("\(H.self)", function)
  }

  /// Whether a text shows a part of the secret: two bytes of it, as text, in hexadecimal, or in decimal as an array
  /// prints them.
  private static func isShown(in text: String) -> Bool {
    let text = text.lowercased()
    return zip(secret, secret.dropFirst()).contains { first, second in
      [
        String(decoding: [first, second], as: UTF8.self), Hex.encode([first, second]), "\(first), \(second)",
        "\(first)\n- \(second)", "0x\(Hex.encode([first]))",
      ].contains { text.replacing("  ", with: "").contains($0) }
    }
  }

  /// Every text that can be made from a value of unknown type.
  private static func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let mirror = Mirror(reflecting: value)
    return [
      "\(value)", String(describing: value), String(reflecting: value), dumped, "\(mirror.children.map { $0 })",
      "\([value])", String(reflecting: ["key": value]), "\(value as Any?)",
    ]
  }

  @Test(arguments: try holders()) func nothingOfASecretIsPrinted(holder: Holder) {
    let name = "\(holder.name) (redacted)"
    #expect(String(describing: holder.value).hasSuffix(name))
    #expect("\(holder.value)" == String(describing: holder.value))
    #expect(String(reflecting: holder.value) == String(describing: holder.value))
    var dumped = ""
    dump(holder.value, to: &dumped)
    #expect(dumped == "- \(holder.value)\n")
    let mirror = Mirror(reflecting: holder.value)
    #expect(mirror.children.isEmpty)
    #expect(mirror.superclassMirror == nil)
    for text in Self.texts(of: holder.value) + Self.texts(of: Wrapper(value: holder.value)) {
      #expect(!Self.isShown(in: text), "\(text)")
    }
  }

  /// A type of the caller's.
  private struct Wrapper { let value: any Sendable }

  /// The same search finds the secret in a type that is not redacted.
  @Test func aSecretThatIsPrintedIsFound() {
    for text in Self.texts(of: Wrapper(value: Self.secret)) { #expect(Self.isShown(in: text), "\(text)") }
    #expect(Self.isShown(in: "\(Hex.encode(SHA256.hash(data: [])))\(Hex.encode(Self.secret))"))
    #expect(Self.isShown(in: "the password is ~{}|~|"))
  }
}
