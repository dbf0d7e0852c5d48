import OtherCrypto
import SwiftVault

@main struct Consumer {
  static var wrong: [String] = []

  @MainActor static func main() async throws {
    try check()
    let names = try await keptTheActorToThemselves()
    guard names.isEmpty else { fatalError("these kept the main actor to themselves: \(names)") }
  }

  static func check() throws {
    checkHashes()
    try checkKeys()
    try checkCiphers()
    try checkVault()
    try checkText()
    checkTheOther()
    guard wrong.isEmpty else { fatalError("wrong: \(wrong)") }
    print("types of the same names in one file: right")
  }

  static func checkHashes() {
    let message = "what do ya want for nothing?".utf8
    let key = SwiftVault.SymmetricKey(data: "Jefe".utf8)
    expect(
      "SHA-256", SwiftVault.SHA256.hash(data: "abc".utf8),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect("SHA-1", SwiftVault.Insecure.SHA1.hash(data: "abc".utf8), "a9993e364706816aba3e25717850c26c9cd0d89d")
    // Spec: RFC 4231, section 4.3.
    let tag = SwiftVault.HMAC<SwiftVault.SHA256>.authenticationCode(for: message, using: key)
    expect("HMAC", tag, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    var streamed = SwiftVault.HMAC<SwiftVault.SHA384>(key: key)
    streamed.update(data: message)
    expect(
      "HMAC, streamed", streamed.finalize(),
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649")
    expect(
      "generic", digest(of: SwiftVault.SHA384.self),
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
        + "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
  }

  static func digest<H: SwiftVault.HashFunction>(of _: H.Type) -> H.Digest { H.hash(data: "abc".utf8) }

  static func checkKeys() throws {
    // Spec: RFC 5869, appendix A.1.
    let expanded = SwiftVault.HKDF<SwiftVault.SHA256>.deriveKey(
      inputKeyMaterial: SwiftVault.SymmetricKey(data: [UInt8](repeating: 0x0b, count: 22)), salt: [UInt8](0...12),
      info: [UInt8](0xf0...0xf9), outputByteCount: 42)
    expect("HKDF", expanded, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    // Spec: RFC 7914, section 11.
    let stretched = try SwiftVault.PBKDF2<SwiftVault.SHA256>.deriveKey(
      password: "passwd".utf8, salt: .init(unchecked: "salt".utf8), rounds: .exactly(1), outputByteCount: 64)
    expect(
      "PBKDF2", stretched,
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
  }

  static func checkCiphers() throws {
    // Spec: SP 800-38A, sections F.2.1 and F.5.1.
    let key = SwiftVault.SymmetricKey(data: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
    let block = bytes("6bc1bee22e409f96e93d7e117393172a")
    let iv = try SwiftVault.AES.IV(data: [UInt8](0...15))
    let ciphertext = try SwiftVault.AES.CBC.encrypt(block, using: key, iv: iv, padding: .none)
    expect("AES-CBC", ciphertext, "7649abac8119b246cee98e9b12e9197d")
    let nonce = try SwiftVault.AES.CTR.Nonce(data: [UInt8](0xf0...0xff))
    let streamed = try SwiftVault.AES.CTR.encrypt(block, using: key, nonce: nonce)
    expect("AES-CTR", streamed, "874d6191b620e3261bef6864990db6ce")
    // Spec: RFC 3394, section 4.1.
    let wrapped = try SwiftVault.AES.KeyWrap.wrap(
      SwiftVault.SymmetricKey(data: bytes("00112233445566778899aabbccddeeff")),
      using: SwiftVault.SymmetricKey(data: [UInt8](0...15)))
    expect("AES-KW", wrapped, "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5")
    do {
      _ = try SwiftVault.AES.CBC.encrypt([1], using: key, iv: iv, padding: .none)
      expect("an error", [], "01")
    } catch {
      let typed: SwiftVault.AESError = error
      expect("an error", typed.description.isEmpty ? [] : [1], "01")
    }
  }

  static func checkVault() throws {
    let password = "correct horse battery staple".utf8
    let sealed = try SwiftVault.Vault.seal("my notes".utf8, under: .password(password))
    expect("Vault", try SwiftVault.Vault.open(sealed, with: .password(password)), "6d79206e6f746573")
    expect("SelfTest", SwiftVault.SelfTest.run().passed ? [1] : [], "01")
  }

  /// The other library's types keep their names, too.
  static func checkTheOther() {
    let key = OtherCrypto.SymmetricKey(data: [])
    expect("another SHA-256", OtherCrypto.SHA256.hash(data: "abc".utf8), "00")
    expect(
      "another HMAC", OtherCrypto.HMAC<OtherCrypto.SHA256>.authenticationCode(for: "abc".utf8, using: key), "01")
    expect("another AES-GCM", (try? OtherCrypto.AES.GCM.seal("abc".utf8, using: key)) ?? [], "02")
  }

  static func expect(_ name: String, _ key: SwiftVault.SymmetricKey, _ answer: String) {
    expect(name, key.withUnsafeBytes { Array($0) }, answer)
  }

  static func expect(_ name: String, _ result: some Sequence<UInt8>, _ answer: String) {
    if Array(result) != bytes(answer) { wrong.append(name) }
  }

  static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16)! }
  }
}
