import SwiftVaultFoundation
import Testing

import class Foundation.JSONEncoder
import class Foundation.JSONDecoder
import struct Foundation.Data

/// Code as programs with CryptoKit and swift-crypto have it: that it compiles as it stands is half of each test.
@Suite struct PortedCodeTests {
  private let key = SymmetricKey(data: 0..<32)
  private let data = Data("attack at dawn".utf8)

  // MARK: AES-GCM

  private func seal(_ text: String) throws -> String {
    try AES.GCM.seal(Data(text.utf8), using: key).combined!.base64EncodedString()
  }

  private func open(_ text: String) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: Data(base64Encoded: text)!)
    return try AES.GCM.open(box, using: key)
  }

  @Test func textInBase64() throws {
    #expect(String(data: try open(try seal("grüße")), encoding: .utf8) == "grüße")
    #expect(try open(try seal("")).isEmpty)
  }

  private struct Row: Codable, Equatable {
    var nonce, ciphertext, tag: Data
  }

  @Test func partsInARecord() throws {
    let box = try AES.GCM.seal(data, using: key, authenticating: Data("row 1".utf8))
    let row = Row(nonce: Data(box.nonce), ciphertext: box.ciphertext, tag: box.tag)
    let stored = try JSONDecoder().decode(Row.self, from: JSONEncoder().encode(row))
    #expect(stored == row)
    let read = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: stored.nonce), ciphertext: stored.ciphertext, tag: stored.tag)
    let plaintext = try AES.GCM.open(read, using: key, authenticating: Data("row 1".utf8))
    #expect(plaintext == data)
    #expect(read.combined == box.combined)
  }

  /// What the type of a result is where nothing asks for one, and where an array is asked for.
  @Test func resultsAreDataUnlessAnArrayIsAskedFor() throws {
    let box = try AES.GCM.seal(data, using: key)
    let opened = try AES.GCM.open(box, using: key)
    let (ciphertext, tag) = (box.ciphertext, box.tag)
    let combined = try #require(box.combined)
    let wrapped = try AES.KeyWrap.wrap(key, using: key)
    let pair = Curve25519.KeyAgreement.PrivateKey()
    let (secretKey, publicKey) = (pair.rawRepresentation, pair.publicKey.rawRepresentation)
    let all: [Data] = [opened, ciphertext, tag, combined, wrapped, secretKey, publicKey]
    #expect(all.map(\.count) == [14, 14, 16, 42, 40, 32, 32])
    let arrays: [[UInt8]] = [
      try AES.GCM.open(box, using: key), Array(box.ciphertext), [UInt8](box.tag), box.combined.map { Array($0) } ?? [],
      try AES.KeyWrap.wrap(key, using: key), Array(pair.rawRepresentation), Array(pair.publicKey.rawRepresentation),
    ]
    #expect(arrays.map { Data($0) } == all)
  }

  @Test(arguments: [0, 1, 14, 15, 16, 17, 4096, 100_000]) func messagesOfEverySize(count: Int) throws {
    let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    let box = try AES.GCM.seal(message, using: key)
    #expect(try AES.GCM.open(box, using: key) == message)
    let wrong = SymmetricKey(size: .bits256)
    #expect(throws: CryptoKitError.authenticationFailure) { _ = try AES.GCM.open(box, using: wrong) as Data }
    #expect(box.ciphertext.count == count && box.combined?.count == count + 28)
  }

  @Test func errorsUnderTheirNames() throws {
    let box = try AES.GCM.seal(data, using: key)
    do {
      _ = try AES.GCM.open(box, using: SymmetricKey(size: .bits256)) as Data
      Issue.record("opened under another key")
    } catch CryptoKitError.authenticationFailure {
      // As it should be.
    } catch {
      Issue.record("\(error)")
    }
    func name(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "none"
      } catch let error as CryptoKitError {
        switch error {
        case .incorrectKeySize: return "key size"
        case .incorrectParameterSize: return "parameter size"
        case .authenticationFailure: return "authentication"
        case .unwrapFailure: return "unwrap"
        default: return "other"
        }
      } catch {
        return "foreign"
      }
    }
    #expect(name { _ = try AES.GCM.seal(data, using: SymmetricKey(data: [1])) } == "key size")
    #expect(name { _ = try AES.GCM.Nonce(data: Data(count: 11)) } == "parameter size")
    #expect(name { _ = try AES.GCM.SealedBox(combined: Data(count: 27)) } == "parameter size")
    #expect(name { _ = try AES.KeyWrap.unwrap(Data(count: 24), using: key) } == "unwrap")
    #expect(name { _ = try AES._CBC.encrypt(data, using: key, iv: .init(), noPadding: true) } == "parameter size")
    if case .incorrectKeySize = AESError.incorrectKeySize(byteCount: 3) {} else { Issue.record("no match") }
  }

  // MARK: Hashes, HMAC and HKDF

  @Test func hashesThroughTheProtocols() {
    func hex<D: Digest>(_ digest: D) -> String { digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    func digest<H: HashFunction>(_: H.Type) -> any Digest { H.hash(data: data) }
    #expect(
      hex(SHA256.hash(data: data)) == SHA256.hash(data: data).description.split(separator: " ").last.map(String.init))
    let erased = digest(SHA384.self)
    #expect(Data(erased) == erased.withUnsafeBytes { Data($0) } && Data(erased).count == 48)
    let digest = SHA512.hash(data: data)
    #expect(Array(digest.makeIterator()) == Array(digest))
    #expect(SymmetricKey(data: digest).bitCount == 512)
    var other = digest
    other = SHA512.hash(data: Data())
    #expect(other != digest)
  }

  @Test func tags() {
    let tag = HMAC<SHA256>.authenticationCode(for: data, using: key)
    #expect(HMAC.isValidAuthenticationCode(tag, authenticating: data, using: key))
    #expect(HMAC<SHA256>.isValidAuthenticationCode(Data(tag), authenticating: data, using: key))
    #expect(Array(tag.makeIterator()) == Array(tag))
    var function = HMAC<SHA512>(key: key)
    function.update(data: data)
    #expect(Data(function.finalize()) == Data(HMAC<SHA512>.authenticationCode(for: data, using: key)))
  }

  @Test func derivedKeys() {
    let none: Data? = nil
    let prk = HKDF<SHA256>.extract(inputKeyMaterial: key, salt: none)
    #expect(prk == HKDF<SHA256>.extract(inputKeyMaterial: key, salt: Data()))
    #expect(
      HKDF<SHA256>.expand(pseudoRandomKey: prk, info: none, outputByteCount: 32)
        == HKDF<SHA256>.deriveKey(inputKeyMaterial: key, outputByteCount: 32))
  }

  /// A hash function of a program's own, whose state is in memory of its own.
  private struct Twice: HashFunction {
    static var blockByteCount: Int { 64 }
    private var message = Data()

    mutating func update(bufferPointer: UnsafeRawBufferPointer) { unsafe message.append(contentsOf: bufferPointer) }

    func finalize() -> SHA256Digest { SHA256.hash(data: Data(SHA256.hash(data: message))) }
  }

  @Test func aHashFunctionOfOnesOwn() {
    #expect(Twice.hash(data: data) == SHA256.hash(data: Data(SHA256.hash(data: data))))
    func pad(_ byte: UInt8) -> Data {
      Data(key.withUnsafeBytes { Array($0) } + [UInt8](repeating: 0, count: 32)).map { $0 ^ byte }.reduce(into: Data())
      {
        $0.append($1)
      }
    }
    let inner = Twice.hash(data: pad(0x36) + data)
    let expected = Twice.hash(data: pad(0x5c) + Data(inner))
    #expect(Data(HMAC<Twice>.authenticationCode(for: data, using: key)) == Data(expected))
    #expect(
      HMAC.isValidAuthenticationCode(
        HMAC<Twice>.authenticationCode(for: data, using: key), authenticating: data, using: key))
    #expect(HKDF<Twice>.deriveKey(inputKeyMaterial: key, info: data, outputByteCount: 70).bitCount == 560)
  }

  // MARK: Key agreement

  @Test func keyAgreementOverTheWire() throws {
    let (ours, theirs) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
    let wire = ours.publicKey.rawRepresentation.base64EncodedString()
    let received = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Data(base64Encoded: wire)!)
    #expect(received.rawRepresentation == ours.publicKey.rawRepresentation)
    let secrets = (
      try ours.sharedSecretFromKeyAgreement(with: theirs.publicKey),
      try theirs.sharedSecretFromKeyAgreement(with: received)
    )
    #expect(
      secrets.0.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: data, outputByteCount: 32)
        == secrets.1.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: data, outputByteCount: 32))
    #expect(
      secrets.0.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: data, outputByteCount: 48)
        == secrets.1.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: data, outputByteCount: 48))
    let restored = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ours.rawRepresentation)
    #expect(restored.publicKey.rawRepresentation == ours.publicKey.rawRepresentation)
  }

  @Test func wrappedKeysInADictionary() throws {
    let wrapped: [String: Data] = ["device": try AES.KeyWrap.wrap(key, using: key)]
    #expect(try AES.KeyWrap.unwrap(wrapped["device"]!, using: key) == key)
  }

  // MARK: CryptoExtras

  @Test func modes() throws {
    let (iv, nonce) = (AES._CBC.IV(), AES._CTR.Nonce())
    let cbc = try AES._CBC.encrypt(data, using: key, iv: iv)
    #expect(cbc.count == 16)
    #expect(try AES._CBC.decrypt(cbc, using: key, iv: AES._CBC.IV(ivBytes: Array(iv))) == data)
    let block = Data(0..<16)
    let bare = try AES._CBC.encrypt(block, using: key, iv: iv, noPadding: true)
    #expect(bare.count == 16)
    #expect(try AES._CBC.decrypt(bare, using: key, iv: iv, noPadding: true) == block)
    let cfb = try AES._CFB.encrypt(data, using: key, iv: AES._CFB.IV(ivBytes: Data(iv)))
    #expect(try AES._CFB.decrypt(cfb, using: key, iv: iv) == data && cfb != data)
    let ctr = try AES._CTR.encrypt(data, using: key, nonce: nonce)
    #expect(try AES._CTR.decrypt(ctr, using: key, nonce: AES._CTR.Nonce(nonceBytes: Array(nonce))) == data)
    var code = try AES.CMAC(key: key, outputSize: 12)
    code.update(data: data)
    #expect(Data(code.finalize()) == Data(try AES.CMAC.authenticationCode(for: data, using: key)).prefix(12))
  }

  /// FIPS 197, appendix C.1.
  @Test func oneBlock() throws {
    var block = [UInt8](0..<16).map { $0 &* 0x11 }
    let key = SymmetricKey(data: 0..<16)
    try AES.permute(&block, key: key)
    #expect(Hex.encode(block) == "69c4e0d86a7b0430d8cdb78070b4c55a")
    try AES.inversePermute(&block, key: key)
    #expect(block == (0..<16).map { $0 * 0x11 })
    var slice = Data(0..<40)[8..<24]
    try AES.permute(&slice, key: key)
    try AES.inversePermute(&slice, key: key)
    #expect(slice == Data(8..<24))
  }

  @Test func derivationFromAPassword() throws {
    typealias KDF2 = KDF.Insecure.PBKDF2
    let salt = Data(0..<16)
    // RFC 6070 and RFC 7914, section 11.
    #expect(
      try KDF2.deriveKey(
        from: Data("password".utf8), salt: Data("salt".utf8), using: .insecureSHA1, outputByteCount: 20,
        unsafeUncheckedRounds: 2) == SymmetricKey(data: Hex.decode("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957")))
    #expect(
      try KDF2.deriveKey(
        from: Data("passwd".utf8), salt: Data("salt".utf8), using: .sha256, outputByteCount: 4,
        unsafeUncheckedRounds: 1) == SymmetricKey(data: Hex.decode("55ac046e")))
    for hash in [KDF2.HashFunction.insecureMD5, .insecureSHA224, .sha384, .sha512] {
      #expect(
        try KDF2.deriveKey(from: data, salt: salt, using: hash, outputByteCount: 16, unsafeUncheckedRounds: 3).bitCount
          == 128)
    }
    // RFC 7914, section 12, the first vector.
    #expect(
      try KDF.Scrypt.deriveKey(
        from: Data(), salt: Data(), outputByteCount: 8, rounds: 16, blockSize: 1, parallelism: 1)
        == SymmetricKey(data: Hex.decode("77d6576238657b20")))
  }

  @Test func namesOfOtherTypes() {
    #expect(Hex.encode(SHA512256.hash(data: Data("abc".utf8))).hasPrefix("53048e2681941ef99b2e29b76b4c7dab"))
    let digest: SHA512256Digest = SHA512256.hash(data: data)
    #expect(digest == SHA512_256.hash(data: data))
  }
}

extension Sequence<UInt8> {
  /// A property that many programs have: it is the program's that counts, on digests too.
  fileprivate var hexString: String { "ours" }
}

extension SymmetricKey {
  /// As is this one.
  fileprivate var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

@Suite struct OwnNamesTests {
  @Test func theProgramsOwnExtensionsCount() {
    #expect(SHA256.hash(data: [1]).hexString == "ours")
    #expect(Data([1]).hexString == "ours")
    let bytes = SymmetricKey(data: [1, 2]).bytes
    #expect(bytes == [1, 2])
  }
}
