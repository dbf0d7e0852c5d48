import Foundation
import Vault
import VaultInterop

/// Encrypted private keys: any bytes are refused, or open to a key that is not longer; sealed again, this key opens. A
/// sealed and edited key is refused, or opens to a key of the same size.
enum EncryptedKeys: Target {
  private static let password = Array("secret".utf8)
  private static let maximumRounds = 50

  static func run(_ input: [UInt8]) {
    _ = EncryptedPrivateKey.refusal(of: input)
    if let key = open(input) {
      expect(key.count < input.count && key.first == 0x30, "\(key.count) bytes from \(input.count)")
      expect(EncryptedPrivateKey.recognizes(input), "it is known")
      let again = try! EncryptedPrivateKey.seal(key, password: password, rounds: 1)
      expect(open(again) == key, "it opens again")
    }

    var input = FuzzInput(input)
    let size = input.number(below: 300)
    let head: [UInt8] = size < 128 ? [] : size < 256 ? [0x81] : [0x82, UInt8(size >> 8)]
    let key = [0x30] + head + [UInt8(truncatingIfNeeded: size)] + (0..<size).map { UInt8(truncatingIfNeeded: 7 * $0) }
    let cipher = input.choice(EncryptedPrivateKey.Cipher.allCases)
    let hash = input.choice(OpenSSLHash.allCases)
    let encoding = input.choice(EncryptedPrivateKey.Encoding.allCases)
    var file = try! EncryptedPrivateKey.seal(
      key, password: password, keySize: cipher.keySize, hash: hash, rounds: 1 + input.number(below: 50),
      encoding: encoding,
      maximumRounds: maximumRounds)
    expect(EncryptedPrivateKey.recognizes(file), "what is sealed is known")
    expect(open(file) == key, "\(key.count) bytes")
    if encoding == .pem {
      let text = [input.sample(below: 40), input.sample(below: 40)].map { $0.filter { $0 != 0x2d } }
      let standing = text[0] + [10] + file + text[1]
      expect(EncryptedPrivateKey.recognizes(standing) && open(standing) == key, "a key in text")
    }
    expect(EncryptedPrivateKey.refusal(of: file) == nil, "what is sealed is read")
    var text = traditional(key, &input)
    expect(EncryptedPrivateKey.recognizes(text) && open(text) == key, "a traditional key")
    text[input.number(below: text.count)] ^= input.byte()
    if let opened = open(text) { expect(opened.count <= text.count, "an edited traditional key") }
    for _ in 0..<1 + input.number(below: 3) {
      let place = input.number(below: file.count)
      if input.flag() { file[place] ^= input.byte() } else { file.remove(at: place) }
    }
    if let opened = open(file) { expect(opened.count <= file.count, "an edited file") }
  }

  /// A key as OpenSSL writes it with `-traditional`, by the formula: MD5 once for each 16 bytes of the key.
  private static func traditional(_ key: [UInt8], _ input: inout FuzzInput) -> [UInt8] {
    let cipher = input.choice(EncryptedPrivateKey.Cipher.allCases)
    let label = input.choice(["RSA", "EC", "DSA"])
    let iv = (0..<16).map { _ in input.byte() }
    let byteCount = [16, 24, 32][EncryptedPrivateKey.Cipher.allCases.firstIndex(of: cipher)!]
    var derived: [UInt8] = []
    while derived.count < byteCount { derived += Insecure.MD5.hash(data: derived.suffix(16) + password + iv[..<8]) }
    let ciphertext = try! AES.CBC.encrypt(
      key, using: SymmetricKey(data: derived[..<byteCount]), iv: AES.IV(data: iv))
    let end = input.choice(["\n", "\r\n"])
    let lines = [
      "-----BEGIN \(label) PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED",
      "DEK-Info: \(cipher.rawValue.uppercased()),\(Hex.encode(iv))", "", Data(ciphertext).base64EncodedString(),
      "-----END \(label) PRIVATE KEY-----", "",
    ]
    return Array(lines.joined(separator: end).utf8)
  }

  private static func open(_ file: [UInt8]) -> [UInt8]? {
    attempt(InteropError.self) {
      try EncryptedPrivateKey.open(file, password: password, maximumRounds: maximumRounds)
    }
  }
}
