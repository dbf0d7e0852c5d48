import Testing
import Vault

@testable import VaultInterop

/// The reader of DER, and encrypted private keys put together by hand, each with one fault.
@Suite struct DERTests {
  private static let salt = DERWriter.value(.octetString, [1, 2, 3, 4, 5, 6, 7, 8])
  private static let pbkdf2 = DERWriter.objectIdentifier(.pbkdf2)
  private static let aes = DERWriter.sequence(
    DERWriter.objectIdentifier(EncryptedPrivateKey.Cipher.aes128CBC.identifier),
    DERWriter.value(.octetString, [UInt8](repeating: 9, count: 16)))

  /// A key with given PBKDF2 fields and an empty password.
  private static func key(_ fields: [UInt8]..., cipher: [UInt8] = aes, function: [UInt8] = pbkdf2) -> [UInt8] {
    let algorithm = DERWriter.sequence(
      DERWriter.objectIdentifier(.pbes2),
      DERWriter.sequence(
        DERWriter.sequence(function, DERWriter.value(.sequence, fields.flatMap { $0 })), cipher))
    return DERWriter.sequence(algorithm, DERWriter.value(.octetString, [UInt8](repeating: 7, count: 32)))
  }

  private func error(_ file: [UInt8], _ maximumRounds: Int = 10_000_000) -> InteropError? {
    do throws(InteropError) {
      _ = try EncryptedPrivateKey.open(file, password: [], maximumRounds: maximumRounds)
      return nil
    } catch {
      return error
    }
  }

  @Test func aFieldOutOfRangeIsNamed() {
    let prf = { DERWriter.sequence(DERWriter.value(.objectIdentifier, $0), DERWriter.value(.null, [])) }
    let hmac = OpenSSLHash.sha256.identifier.bytes
    let table: [([UInt8], InteropError)] = [
      (Self.key(Self.salt, [2, 1, 1]), .invalidPadding),
      (Self.key(Self.salt, [2, 1, 1], [2, 1, 16], prf(hmac)), .invalidPadding),
      (Self.key(Self.salt, [2, 1, 0]), .malformed("the rounds: 0; there is at least 1")),
      (Self.key(Self.salt, [2, 0]), .malformed("the rounds: an integer of no byte")),
      (Self.key(Self.salt, [2, 1, 0x80]), .malformed("the rounds: a negative integer")),
      (Self.key(Self.salt, [2, 2, 0xff, 0xff]), .malformed("the rounds: a negative integer")),
      (Self.key(Self.salt, [2, 2, 0, 1]), .malformed("the rounds: an integer that is not in its shortest form")),
      (Self.key(Self.salt, [2, 4, 0x7f, 0xff, 0xff, 0xff]), .overLimit(rounds: 0x7fff_ffff, limit: 10_000_000)),
      (Self.key(Self.salt, [2, 5, 0, 0x80, 0, 0, 0]), .malformed("the rounds: an integer of more than 31 bits")),
      (
        Self.key(Self.salt, [2, 65, 1] + [UInt8](repeating: 0, count: 64)),
        .malformed("the rounds: an integer of more than 31 bits")
      ),
      (Self.key(Self.salt, [2, 1, 1], [2, 1, 15]), .malformed("the size of the key: 15 bytes; aes-128-cbc has 16")),
      (Self.key(Self.salt, [2, 1, 1], [2, 1, 0xf0]), .malformed("the size of the key: a negative integer")),
      (Self.key(Self.salt, [2, 1, 1], [5, 0]), .malformed("the parameters of PBKDF2: 2 bytes after its end")),
      (Self.key(Self.salt), .malformed("the rounds: it is missing")),
      (Self.key([2, 1, 1]), .malformed("the salt: a value with the tag 2; its tag is 4")),
      (Self.key(Self.salt, [2, 1, 1], prf([0x2a])), .unsupported("the pseudorandom function 1.2")),
      (
        Self.key(Self.salt, [2, 1, 1], prf([0x2a, 0x80, 1])),
        .malformed("the pseudorandom function: an object identifier that is not in its shortest form")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], prf([0x2a, 0x81])),
        .malformed("the pseudorandom function: an object identifier without an end")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], prf([])),
        .malformed("the pseudorandom function: an object identifier without an end")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], prf([UInt8](repeating: 1, count: 65))),
        .malformed("the pseudorandom function: an object identifier of 65 bytes")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], DERWriter.sequence(DERWriter.value(.objectIdentifier, hmac), [5, 1, 0])),
        .malformed("the pseudorandom function: a null with content")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], DERWriter.sequence(DERWriter.value(.objectIdentifier, hmac), [4, 0])),
        .malformed("the pseudorandom function: 2 bytes after its end")
      ),
      (
        Self.key(
          Self.salt, [2, 1, 1], cipher: DERWriter.sequence(DERWriter.value(.objectIdentifier, [0x2a, 3]), [5, 0])),
        .unsupported("the cipher 1.2.3; there is AES in CBC")
      ),
      (
        Self.key(
          Self.salt, [2, 1, 1],
          cipher: DERWriter.sequence(
            DERWriter.objectIdentifier(EncryptedPrivateKey.Cipher.aes256CBC.identifier), [4, 1, 0])),
        .malformed("the IV: 1 byte; it has 16")
      ),
      (
        Self.key(Self.salt, [2, 1, 1], function: DERWriter.value(.objectIdentifier, [0x2a, 3])),
        .unsupported("the key derivation function 1.2.3; there is PBKDF2")
      ),
    ]
    for (file, expected) in table { #expect(error(file) == expected, "\(file)") }
    let many = Self.key(Self.salt, [2, 1, 100])
    #expect(error(many, 99) == .overLimit(rounds: 100, limit: 99))
    #expect(error(many, 100) == .invalidPadding)
  }

  /// Each sequence ends with its last field, and the file with the key.
  @Test func nothingFollowsTheLastField() {
    func file(_ place: Int?) -> [UInt8] {
      func more(_ number: Int) -> [UInt8] { number == place ? [5, 0] : [] }
      let function = DERWriter.sequence(
        Self.pbkdf2, DERWriter.sequence(Self.salt, [2, 1, 1], more(5)), more(4))
      let cipher = DERWriter.sequence(
        DERWriter.objectIdentifier(EncryptedPrivateKey.Cipher.aes128CBC.identifier),
        DERWriter.value(.octetString, [UInt8](repeating: 9, count: 16)), more(3))
      let algorithm = DERWriter.sequence(
        DERWriter.objectIdentifier(.pbes2), DERWriter.sequence(function, cipher, more(2)), more(1))
      let ciphertext = DERWriter.value(.octetString, [UInt8](repeating: 7, count: 32))
      return DERWriter.sequence(algorithm, ciphertext, more(6)) + more(0)
    }
    #expect(error(file(nil)) == .invalidPadding)
    let names = [
      "the encrypted key", "the encryption scheme", "the parameters of PBES2", "the cipher",
      "the key derivation function", "the parameters of PBKDF2", "the ciphertext",
    ]
    for (place, name) in names.enumerated() {
      #expect(error(file(place)) == .malformed("\(name): 2 bytes after its end"))
    }
  }

  @Test func aCiphertextIsWholeBlocks() {
    for count in [0, 1, 15, 17] {
      let algorithm = DERWriter.sequence(
        DERWriter.objectIdentifier(.pbes2),
        DERWriter.sequence(
          DERWriter.sequence(Self.pbkdf2, DERWriter.sequence(Self.salt, [2, 1, 1])), Self.aes))
      let ciphertext = DERWriter.value(.octetString, [UInt8](repeating: 7, count: count))
      guard case .malformed = error(DERWriter.sequence(algorithm, ciphertext)) else {
        Issue.record("\(count) bytes")
        continue
      }
      #expect(
        error(DERWriter.sequence(algorithm, ciphertext, [0])) == .malformed("the ciphertext: 1 byte after its end"))
    }
  }

  @Test func lengthsAreDefiniteAndShort() throws {
    func read(_ bytes: [UInt8]) throws(InteropError) -> [UInt8] {
      var reader = DERReader(bytes[...])
      let content = try reader.read(.octetString, "x")
      try reader.end("x")
      return Array(content)
    }
    let long = [UInt8](repeating: 3, count: 0x80)
    #expect(try read([4, 0]) == [])
    #expect(try read([4, 2, 1, 2]) == [1, 2])
    #expect(try read([4, 0x81, 0x80] + long) == long)
    let huge = [UInt8](repeating: 0xff, count: 8)
    for bad: [UInt8] in [
      [], [4], [5, 0], [4, 1], [4, 0, 0], [4, 0x80, 0, 0], [4, 0xff], [4, 0x81], [4, 0x81, 0x7f] + long,
      [4, 0x82, 0, 0x80] + long, [4, 0x82, 1], [4, 0x88] + huge, [4, 0x89, 1] + huge,
      [4, 0x81, 0x80] + long.dropLast(),
      [4, 0x81, 0x80] + long + [0], [4, 0x84, 0xff, 0xff, 0xff, 0xff], [4, 0x88, 0x7f] + huge.dropLast(),
      [0x24, 2, 4, 0],
    ] { #expect(throws: InteropError.self, "\(bad)") { try read(bad) } }
    #expect(throws: InteropError.malformed("x: an indefinite length, or one of more than 8 bytes")) {
      try read([4, 0x80, 0, 0])
    }
    #expect(throws: InteropError.malformed("x: a length that is not in its shortest form")) {
      try read([4, 0x81, 0x7f] + long)
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    for number in [0, 1, 127, 128, 255, 256, 32767, 32768, 65_535, 65_536, 8_388_607, 8_388_608, 0x7fff_ffff] {
      var reader = DERReader(DERWriter.integer(number)[...])
      #expect(try reader.integer("x") == number)
      try reader.end("x")
    }
    for count in [0, 127, 128, 255, 256, 65_535, 65_536] {
      let content = [UInt8](repeating: 1, count: count)
      var reader = DERReader(DERWriter.value(.octetString, content)[...])
      #expect(try reader.read(.octetString, "x").elementsEqual(content))
      try reader.end("x")
    }
  }
}
