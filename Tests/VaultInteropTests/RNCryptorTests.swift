import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// RNCryptor: the specification's vectors and files made on iOS, and input that must be refused.
@Suite struct RNCryptorTests {
  private static let keys = try! RNCryptorKeys(
    encryption: SymmetricKey(data: 0..<32), authentication: SymmetricKey(data: 32..<64))
  private static let password = Array("the pässword".utf8)
  private static let salts = [UInt8](100..<116)
  private static let iv = try! AES.IV(data: 0..<16)

  private static func secret(_ password: [UInt8] = password, limit: Int = 1000, rounds: Int = 2) -> RNCryptorSecret {
    .password(SymmetricKey(data: password), maximumRounds: limit, rounds: rounds)
  }

  /// A file under the keys, and one under the password with few rounds.
  private static func files(_ content: [UInt8]) -> [(file: [UInt8], secret: RNCryptorSecret)] {
    [
      (RNCryptor.seal(content, .init(keys, RNCryptorHeader(salts: nil, iv: iv))), .keys(keys)),
      (RNCryptor.seal(content, .init(password: password, salts: salts, iv: iv, rounds: 2)), secret()),
    ]
  }

  /// The result of a decryptor for a file in pieces.
  private static func streamed(
    _ file: [UInt8], _ secret: RNCryptorSecret, _ sizes: [Int]
  ) -> Result<[UInt8], InteropError> {
    do throws(InteropError) {
      var decryptor = RNCryptor.Decryptor(secret)
      var content: [UInt8] = []
      for piece in file.pieces(of: sizes) { content += try decryptor.update(piece) }
      content += try decryptor.finalize()
      return .success(content)
    } catch {
      return .failure(error)
    }
  }

  private static func opened(_ file: [UInt8], _ secret: RNCryptorSecret) -> Result<[UInt8], InteropError> {
    do throws(InteropError) {
      return .success(try RNCryptor.open(file, secret))
    } catch {
      return .failure(error)
    }
  }

  /// A file put together from the specification.
  private static func file(
    version: UInt8, password: [UInt8], content: [UInt8], padding: AES.Padding = .pkcs7
  ) throws -> [UInt8] {
    let stretched = try [salts[..<8], salts[8...]].map {
      try PBKDF2<Insecure.SHA1>.deriveKey(
        password: password, salt: PasswordSalt(unchecked: $0), rounds: .exactly(2), outputByteCount: 32)
    }
    let ciphertext = try AES.CBC.encrypt(content, using: stretched[0], iv: iv, padding: padding)
    let authenticated = [version, 1] + salts + iv.bytes + ciphertext
    return authenticated + HMAC<SHA256>.authenticationCode(for: authenticated, using: stretched[1])
  }

  // MARK: - Vectors

  @Test func passwordVectors() throws {
    let vectors = try VectorFile("RNCryptor/v3-password.txt", expecting: 6)
    for record in vectors.records {
      let password = try record.characters("password")
      let (content, file) = try (record.bytes("plaintext_hex"), record.bytes("ciphertext_hex"))
      let salts = try record.bytes("enc_salt_hex") + record.bytes("hmac_salt_hex")
      let iv = try AES.IV(data: record.bytes("iv_hex"))
      let made = RNCryptor.seal(
        content, RNCryptor.Encryptor(password: password, salts: salts, iv: iv, rounds: RNCryptor.rounds))
      #expect(made == file)
      #expect(try RNCryptor.open(file, password: password) == content)
      var decryptor = RNCryptor.Decryptor(password: password)
      let first = try decryptor.update(file)
      #expect(try first + decryptor.finalize() == content)
      #expect(RNCryptor.recognizes(file))
    }
    try vectors.report(6, kernel: "best")
  }

  @Test func keyVectors() throws {
    let vectors = try VectorFile("RNCryptor/v3-key.txt", expecting: 4)
    for record in vectors.records {
      let (content, file) = try (record.bytes("plaintext_hex"), record.bytes("ciphertext_hex"))
      let keys = try ["enc_key_hex", "hmac_key_hex"].map { SymmetricKey(data: try record.bytes($0)) }
      let header = try RNCryptorHeader(salts: nil, iv: AES.IV(data: record.bytes("iv_hex")))
      #expect(
        RNCryptor.seal(content, .init(try RNCryptorKeys(encryption: keys[0], authentication: keys[1]), header)) == file)
      #expect(try RNCryptor.open(file, encryptionKey: keys[0], authenticationKey: keys[1]) == content)
      var decryptor = try RNCryptor.Decryptor(encryptionKey: keys[0], authenticationKey: keys[1])
      let first = try decryptor.update(file)
      #expect(try first + decryptor.finalize() == content)
      #expect(RNCryptor.recognizes(file))
    }
    try vectors.report(4, kernel: "best")
  }

  @Test func version2Vectors() throws {
    let vectors = try VectorFile("RNCryptor/v2.txt", expecting: 8)
    for record in vectors.records {
      let (content, file) = try (record.bytes("plaintext_hex"), record.bytes("ciphertext_hex"))
      #expect(RNCryptor.recognizes(file))
      if record.has("password_hex") {
        let password = try record.bytes("password_hex")
        #expect(try RNCryptor.open(file, password: password) == content, "\(record.place)")
        var decryptor = RNCryptor.Decryptor(password: password)
        let first = try decryptor.update(file)
        #expect(try first + decryptor.finalize() == content, "\(record.place)")
      } else {
        let keys = try ["enc_key_hex", "hmac_key_hex"].map { SymmetricKey(data: try record.bytes($0)) }
        #expect(try RNCryptor.open(file, encryptionKey: keys[0], authenticationKey: keys[1]) == content)
      }
    }
    try vectors.report(8, kernel: "best")
  }

  @Test func stretchingVectors() throws {
    let vectors = try VectorFile("RNCryptor/v3-kdf-short.txt", expecting: 6)
    for record in vectors.records {
      let key = try PBKDF2<Insecure.SHA1>.deriveKey(
        password: record.characters("password"), salt: PasswordSalt(unchecked: record.bytes("salt_hex")),
        rounds: .exactly(record.integer("iterations")), outputByteCount: 32)
      #expect(try key == record.bytes("key_hex"))
    }
    try vectors.report(6, kernel: "best")
  }

  // MARK: - Forms

  @Test func everySizeRoundTrips() throws {
    var beginnings: Set<[UInt8]> = []
    for count in 0...50 {
      let content = (0..<count).map { UInt8($0) }
      let file = try RNCryptor.seal(
        AnySequence(content), encryptionKey: Self.keys.encryption, authenticationKey: Self.keys.authentication)
      #expect(file.count == 18 + count / 16 * 16 + 16 + 32)
      #expect(beginnings.insert(Array(file[..<18])).inserted, "an IV again")
      let opened = try RNCryptor.open(
        AnySequence(file), encryptionKey: Self.keys.encryption, authenticationKey: Self.keys.authentication)
      #expect(opened == content)
      for (file, secret) in Self.files(content) { #expect(try RNCryptor.open(file, secret) == content) }
    }
    let files = [0, 1].map { _ in RNCryptor.seal("content".utf8, password: Self.password) }
    #expect(files[0].count == 34 + 16 + 32)
    for part in [2..<10, 10..<18, 18..<34] { #expect(files[0][part] != files[1][part]) }
    #expect(files[0][2..<10] != files[0][10..<18])
    #expect(try RNCryptor.open(files[0], password: Self.password) == Array("content".utf8))
  }

  /// Streams in pieces of every size give what one call gives, for whole files, changed ones and the beginning of each.
  @Test func streamsAgree() throws {
    for (file, secret) in Self.files([UInt8](0..<40)) {
      var cases = [file] + (0..<file.count).map { Array(file[..<$0]) }
      for place in [0, 1, 5, 20, file.count - 40, file.count - 1] {
        cases.append(file)
        cases[cases.count - 1][place] ^= 1
      }
      for bytes in cases {
        let expected = Self.opened(bytes, secret)
        for sizes in [[1], [7, 2], [16], [33, 1], [1000]] { #expect(Self.streamed(bytes, secret, sizes) == expected) }
      }
      for split in 0...file.count {
        var decryptor = RNCryptor.Decryptor(secret)
        var content = try decryptor.update(file[..<split])
        // Everything except a tag and a block has been returned.
        let headerByteCount = file[1] == 1 ? 34 : 18
        #expect(content.count == max(0, split - headerByteCount - 32 - 1) / 16 * 16)
        content += try decryptor.update(file[split...])
        #expect(try content + decryptor.finalize() == Array(0..<40))
      }
    }
  }

  @Test func encryptorsAgree() throws {
    let content = [UInt8](0..<40)
    let whole = Self.files(content).map(\.file)
    for split in 0...content.count {
      var first = RNCryptor.Encryptor(Self.keys, RNCryptorHeader(salts: nil, iv: Self.iv))
      var file = first.update(content[..<split])
      file += first.update(content[split...])
      #expect(file + first.finalize() == whole[0])
      var second = RNCryptor.Encryptor(password: Self.password, salts: Self.salts, iv: Self.iv, rounds: 2)
      file = second.update(content[..<split])
      file += second.update(content[split...])
      #expect(file + second.finalize() == whole[1])
    }
    var encryptor = try RNCryptor.Encryptor(
      encryptionKey: Self.keys.encryption, authenticationKey: Self.keys.authentication)
    #expect(encryptor.update([]).count == 18)
    #expect(encryptor.finalize().count == 48)
    #expect(RNCryptor.Encryptor(password: [1]).finalize().count == 34 + 48)
  }

  // MARK: - Refusals

  @Test func everyChangeIsRefused() throws {
    for (file, secret) in Self.files(Array("the content, of more than a block".utf8)) {
      for bit in 0..<8 * file.count {
        var changed = file
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: InteropError.self) { try RNCryptor.open(changed, secret) }
      }
      for count in 0..<file.count { #expect(throws: InteropError.self) { try RNCryptor.open(file[..<count], secret) } }
      for added in [[0], [UInt8](repeating: 0, count: 16)] {
        #expect(throws: InteropError.self) { try RNCryptor.open(file + added, secret) }
      }
    }
  }

  @Test func otherSecretsAreRefused() throws {
    let files = Self.files([1, 2, 3])
    let others = [
      try RNCryptorKeys(encryption: Self.keys.encryption, authentication: SymmetricKey(data: 1...32)),
      try RNCryptorKeys(encryption: Self.keys.authentication, authentication: Self.keys.encryption),
    ]
    for keys in others {
      #expect(throws: InteropError.authenticationFailure) { try RNCryptor.open(files[0].file, .keys(keys)) }
    }
    for password in ["the password", "the pässwor", "the pässword "] {
      #expect(throws: InteropError.authenticationFailure) {
        try RNCryptor.open(files[1].file, Self.secret(Array(password.utf8)))
      }
    }
    #expect(throws: InteropError.argument("this file is under two keys, not under a password")) {
      try RNCryptor.open(files[0].file, password: Self.password)
    }
    #expect(throws: InteropError.argument("this file is under a password, not under two keys")) {
      try RNCryptor.open(files[1].file, .keys(Self.keys))
    }
    #expect(throws: InteropError.argument("a key of 31 bytes for encryption; it has 32")) {
      try RNCryptor.open([], encryptionKey: SymmetricKey(data: 0..<31), authenticationKey: Self.keys.authentication)
    }
    #expect(throws: InteropError.argument("a key of 33 bytes for authentication; it has 32")) {
      try RNCryptor.seal([], encryptionKey: Self.keys.encryption, authenticationKey: SymmetricKey(data: 0..<33))
    }
  }

  @Test func otherBeginningsAreRefused() throws {
    let file = Self.files([])[0].file
    func expect(_ beginning: [UInt8], _ error: InteropError) {
      #expect(throws: error) { try RNCryptor.open(beginning + file[2...], .keys(Self.keys)) }
      #expect(!RNCryptor.recognizes(beginning + file[2...]))
    }
    expect([0, 0], .unsupported("RNCryptor, version 0; versions 2 and 3 are read"))
    expect([1, 1], .unsupported("RNCryptor, version 1; versions 2 and 3 are read"))
    expect([4, 0], .notThisFormat)
    expect([3, 2], .notThisFormat)
    for count in 0...1 {
      #expect(throws: InteropError.notThisFormat) { try RNCryptor.open(file[..<count], .keys(Self.keys)) }
      #expect(!RNCryptor.recognizes(file[..<count]))
    }
    #expect(RNCryptor.recognizes(file[..<2]) && RNCryptor.recognizes([2, 1]))
    #expect(throws: InteropError.malformed("65 bytes; there are at least 66")) {
      try RNCryptor.open(file[..<65], .keys(Self.keys))
    }
    #expect(throws: InteropError.malformed("5 bytes; there are at least 82")) {
      try RNCryptor.open([3, 1, 0, 0, 0], Self.secret())
    }
    #expect(throws: InteropError.malformed("a ciphertext of 17 bytes; it has a multiple of 16")) {
      try RNCryptor.open(file + [0], .keys(Self.keys))
    }
  }

  /// Two keys, each of this number of rounds; in version 2 there are three passwords.
  @Test func roundsAreLimited() throws {
    let content: [UInt8] = [1, 2, 3]
    let (new, old) = try (
      Self.file(version: 3, password: [97], content: content), Self.file(version: 2, password: [97], content: content)
    )
    #expect(try RNCryptor.open(new, Self.secret([97], limit: 4)) == content)
    #expect(try RNCryptor.open(old, Self.secret([97], limit: 12)) == content)
    for (file, limit) in [(new, 3), (old, 11)] {
      let error = InteropError.overLimit(rounds: limit + 1, limit: limit)
      #expect(throws: error) { try RNCryptor.open(file, Self.secret([97], limit: limit)) }
      #expect(Self.streamed(file, Self.secret([97], limit: limit), [1]) == .failure(error))
    }
    let maximum = 19_999
    #expect(throws: InteropError.overLimit(rounds: 20_000, limit: 19_999)) {
      try RNCryptor.open(new, password: [97], maximumRounds: maximum)
    }
    var decryptor = RNCryptor.Decryptor(password: [97], maximumRounds: maximum)
    #expect(throws: InteropError.overLimit(rounds: 20_000, limit: 19_999)) { try decryptor.update(new) }
    // 2 rounds; the file does not state them.
    #expect(try RNCryptor.open(new, password: [97], rounds: 2) == content)
    #expect(throws: InteropError.authenticationFailure) { try RNCryptor.open(new, password: [97], rounds: 3) }
    for rounds in [0, -1, Int.min] {
      let error = InteropError.argument("\(rounds) rounds; there is at least 1")
      #expect(throws: error) { try RNCryptor.open(new, password: [97], rounds: rounds, maximumRounds: .max) }
    }
    for rounds in [1 << 32, Int.max] {
      for file in [new, old] {
        #expect(throws: InteropError.self) {
          try RNCryptor.open(file, password: [97], rounds: rounds, maximumRounds: .max)
        }
      }
    }
  }

  /// A file with a right tag that does not follow the format: the error reveals nothing.
  @Test func wrongPaddingIsAFailureOfAuthentication() throws {
    let file = try Self.file(
      version: 3, password: Self.password, content: [UInt8](repeating: 17, count: 16), padding: .none)
    #expect(Self.opened(file, Self.secret()) == .failure(.authenticationFailure))
    #expect(Self.streamed(file, Self.secret(), [5]) == .failure(.authenticationFailure))
  }

  /// In version 2, some programs used the beginning of the password and others all of it.
  @Test func version2TakesBothPasswords() throws {
    for (text, characters) in [("中文密码", 4), ("pässword", 8), ("a☃𝄞b", 5), ("ascii", 5)] {
      let (password, content) = (Array(text.utf8), Array("content".utf8))
      let short = try Self.file(version: 2, password: Array(password[..<characters]), content: content)
      let whole = try Self.file(version: 2, password: password, content: content)
      // As PHP counts.
      let points = try Self.file(version: 2, password: Array(password[..<text.unicodeScalars.count]), content: content)
      for file in [short, whole, points] { #expect(try RNCryptor.open(file, Self.secret(password)) == content) }
      #expect(Self.streamed(short, Self.secret(password), [9]) == .success(content))
      let outcome: Result<[UInt8], InteropError> =
        characters == password.count ? .success(content) : .failure(.authenticationFailure)
      #expect(Self.streamed(whole, Self.secret(password), [9]) == outcome)
      let new = try Self.file(version: 3, password: Array(password[..<characters]), content: content)
      #expect(Self.opened(new, Self.secret(password)) == outcome)
    }
    // Bytes that are no text are cut at their end at the latest.
    #expect(SymmetricKey(data: [0xff, 0xff]).asInVersion2(unitsBeyond16Bits: 2) == [0xff, 0xff] as [UInt8])
    #expect(SymmetricKey(data: [0xf0, 0x9f, 0x94, 0x92]).asInVersion2(unitsBeyond16Bits: 2).bitCount == 16)
    #expect(SymmetricKey(data: [0xf0, 0x9f, 0x94, 0x92]).asInVersion2(unitsBeyond16Bits: 1).bitCount == 8)
    #expect(SymmetricKey(data: [0x80, 0x80]).asInVersion2(unitsBeyond16Bits: 2).bitCount == 0)
  }
}
