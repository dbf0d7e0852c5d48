import AES
import HMAC
import PBKDF2
import SHA
import Testing
import Vault

/// Runs the examples of the libraries' pages and articles. The documents quote them line for line.
@Suite struct SnippetTests {
  @Test func hashes() {
    let digest = SHA256.hash(data: "abc".utf8)  // prints as SHA256 digest: ba7816bf…

    var function = SHA256()
    function.update(data: "a".utf8)
    function.update(data: "bc".utf8)
    let same = function.finalize()

    #expect(same == digest)
    #expect(digest.description.hasPrefix("SHA256 digest: ba7816bf"))
  }

  @Test func tagsAndKeys() {
    let key = SymmetricKey(size: .bits256)
    let tag = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)
    let isValid = HMAC<SHA256>.isValidAuthenticationCode(
      tag, authenticating: "message".utf8, using: key)

    let other = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: "other purpose".utf8, outputByteCount: 32)

    #expect(isValid)
    #expect(other != key && other.bitCount == 256)
  }

  @Test func derivation() throws {
    let salt = PasswordSalt()  // store salt.bytes, and the rounds
    let key = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt, outputByteCount: 64)
    let again = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: .init(data: salt.bytes),
      rounds: .exactly(220_000), outputByteCount: 64)  // equal to key

    #expect(key.bitCount == 512 && again == key)
  }

  @Test func severalKeys() throws {
    let salt = PasswordSalt()
    // One digest of SHA-512 has 64 bytes: two keys of 32 bytes take the rounds once.
    let keys = try PBKDF2<SHA512>.deriveKeys(
      [.init(password: "correct horse battery staple".utf8, salt: salt, outputByteCounts: [32, 32])])

    // For more keys, expand one digest.
    let master = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt, outputByteCount: 64)
    let names = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: master, info: "names".utf8, outputByteCount: 64)
    let contents = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: master, info: "contents".utf8, outputByteCount: 64)

    #expect(keys.count == 2 && names != contents)
    #expect(keys.flatMap { $0.withUnsafeBytes(Array.init) } == master.withUnsafeBytes(Array.init))
  }

  @Test func calibration() {
    let calibration = PBKDF2<SHA512>.calibrate(for: .milliseconds(250))
    let rounds = calibration.rounds  // never below SHA512.recommendedPBKDF2Rounds

    #expect(rounds >= 220_000)
  }

  @Test func encryption() throws {
    let key = SymmetricKey(size: .bits256)
    let (nonce, ciphertext) = try AES.CTR.encrypt("message".utf8, using: key)
    let plaintext = try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce)

    #expect(plaintext.elementsEqual("message".utf8))
  }

  @Test func authenticatedEncryption() throws {
    let key = SymmetricKey(size: .bits256)
    let sealedBox = try AES.GCM.seal("message".utf8, using: key)
    let plaintext = try AES.GCM.open(sealedBox, using: key)
    #expect(plaintext.elementsEqual("message".utf8))

    let message = plaintext
    let box = try AES.GCM.seal(message, using: key, authenticating: "order 17".utf8)
    let opened = try AES.GCM.open(box, using: key, authenticating: "order 17".utf8)
    #expect(opened == message)
  }

  @Test func manyMessages() throws {
    let records = ["one", "two"].map { Array($0.utf8) }
    var boxes: [AES.GCM.SealedBox] = []

    let key = try AES.expand(SymmetricKey(size: .bits256))
    for record in records { boxes.append(try AES.GCM.seal(record, using: key)) }

    #expect(try boxes.map { try AES.GCM.open($0, using: key) } == records)
  }

  @Test func streaming() throws {
    let (key, iv) = (SymmetricKey(size: .bits256), AES.IV())
    let (firstPiece, lastPiece) = (Array("the first piece, ".utf8), Array("the last".utf8))

    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    var ciphertext = encryptor.update(firstPiece)
    ciphertext += encryptor.update(lastPiece)
    ciphertext += try encryptor.finalize()

    #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == firstPiece + lastPiece)
  }

  @Test func authentication() throws {
    let message = Array("Pay 100 to Alice".utf8)
    let encryptionKey = SymmetricKey(size: .bits256)
    let authenticationKey = SymmetricKey(size: .bits256)

    let cipher = try EncryptThenMAC<SHA256>(
      .ctr, authenticationKey: authenticationKey, encryptionKey: encryptionKey)
    let sealed = cipher.seal(message, authenticating: "order 17".utf8)
    let opened = try cipher.open(sealed, authenticating: "order 17".utf8)

    #expect(opened == message)
  }

  @Test func padding() throws {
    let key = SymmetricKey(size: .bits128)
    let message = Array("attack at dawn".utf8)  // 14 bytes
    let padded = try AES.ECB.encrypt(message, using: key)  // 16 bytes: PKCS#7 unless said otherwise
    let whole = try AES.ECB.encrypt(message + [0, 0], using: key)  // 32 bytes
    let strict = try? AES.ECB.encrypt(message, using: key, padding: .none)  // nil: not whole blocks

    #expect(padded.count == 16 && whole.count == 32 && strict == nil)
  }
}
