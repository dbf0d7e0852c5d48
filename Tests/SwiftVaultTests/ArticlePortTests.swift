import Foundation
import SwiftVaultFoundation
import Testing

/// The systems of the published articles that this project grew from, as a user ports them: each is written only with
/// the public interface. Tests/Vectors/SOURCES.md names three of them.
@Suite struct ArticlePortTests {
  /// A stored check is an HMAC of known data under a key that the password gives. The rounds rise over the years.
  /// Nobody is locked out, because older generations are tried too.
  struct PasswordCheck {
    struct Stored: Equatable {
      let salt: PasswordSalt
      let check: Data
    }

    private static let known = Data("Fuzzy Aliens".utf8)
    /// The rounds of each year, the newest first.
    let generations: [Int]

    private func check(_ password: String, _ salt: PasswordSalt, rounds: Int) throws -> HMAC<SHA256>.MAC {
      let key = try PBKDF2<SHA256>.deriveKey(
        password: password, salt: salt, rounds: .exactly(rounds), outputByteCount: 16)
      return HMAC<SHA256>.authenticationCode(for: Self.known, using: key)
    }

    func store(_ password: String) throws -> Stored {
      let salt = PasswordSalt()
      return Stored(salt: salt, check: Data(try check(password, salt, rounds: generations[0])))
    }

    /// Nil for a wrong password; otherwise what to store from now on.
    func verify(_ password: String, _ stored: Stored) throws -> Stored? {
      for rounds in generations where try check(password, stored.salt, rounds: rounds) == stored.check {
        return rounds == generations[0] ? stored : try store(password)
      }
      return nil
    }
  }

  @Test func passwordCheckOfSeveralGenerations() throws {
    let old = try PasswordCheck(generations: [1000]).store("never tell")
    let now = PasswordCheck(generations: [3000, 1000])
    let upgraded = try #require(try now.verify("never tell", old))
    #expect(upgraded != old)
    #expect(try now.verify("never tell", upgraded) == upgraded)
    #expect(try now.verify("never tel", upgraded) == nil)
    #expect(try PasswordCheck(generations: [3000]).verify("never tell", old) == nil)
  }

  @Test func roundsForATime() throws {
    let calibration = PBKDF2<SHA256>.calibrate(for: .milliseconds(20))
    #expect(calibration.rounds >= SHA256.recommendedPBKDF2Rounds || calibration.rounds == calibration.budgetRounds)
    let key = try PBKDF2<SHA256>.deriveKey(
      password: "p", salt: .init(), rounds: .exactly(calibration.rounds), outputByteCount: 32)
    #expect(key.bitCount == 256)
  }

  /// A credential states its own rounds. It is replaced at a login if they are too few.
  @Test func credentialsRiseWithoutALockout() throws {
    let old = try Credential(password: "never tell", stretching: .init(rounds: .exactly(1000)))
    var table = try JSONDecoder().decode([String: Credential].self, from: JSONEncoder().encode(["ada": old]))
    #expect(table == ["ada": old])
    let upgrade = try #require(try table["ada"]!.verify("never tell").upgrade)
    let new = try Credential(password: "never tell", stretching: upgrade)
    table["ada"] = new
    #expect(try new.verify("never tell").isValid && !new.verify("never tel").isValid)
  }

  /// A keychain item: salt, IV and ciphertext in a dictionary.
  struct KeychainItem {
    var dictionary: [String: Data]

    private static func key(_ password: String, _ salt: some Sequence<UInt8>) throws -> SymmetricKey {
      try PBKDF2<SHA512>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(14271), outputByteCount: 32)
    }

    init(_ secret: Data, password: String) throws {
      let salt = SystemRandom.bytes(count: 8)
      let (iv, ciphertext) = try AES.CBC.encrypt(secret, using: Self.key(password, salt))
      dictionary = ["EncryptionSalt": Data(salt), "EncryptionIV": Data(iv), "EncryptionData": Data(ciphertext)]
    }

    func secret(password: String) throws -> Data {
      guard let salt = dictionary["EncryptionSalt"], let iv = dictionary["EncryptionIV"],
        let ciphertext = dictionary["EncryptionData"]
      else { throw CocoaError(.coderValueNotFound) }
      return Data(
        try AES.CBC.decrypt(ciphertext, using: Self.key(password, salt), iv: AES.IV(data: iv)))
    }
  }

  @Test func keychainItem() throws {
    let item = try KeychainItem(Data("a token".utf8), password: "never tell")
    let page = try PropertyListEncoder().encode(item.dictionary)
    var read = item
    read.dictionary = try PropertyListDecoder().decode([String: Data].self, from: page)
    #expect(try read.secret(password: "never tell") == Data("a token".utf8))
  }

  /// A data key, wrapped under a key from the password: a new password does not require new encryption of the data.
  struct KeyChest {
    let salt: PasswordSalt
    let wrapped: [UInt8]

    init(_ dataKey: SymmetricKey, password: String) throws {
      salt = PasswordSalt()
      wrapped = try AES.KeyWrap.wrap(dataKey, using: Self.kek(password, salt))
    }

    func dataKey(password: String) throws -> SymmetricKey {
      try AES.KeyWrap.unwrap(wrapped, using: Self.kek(password, salt))
    }

    private static func kek(_ password: String, _ salt: PasswordSalt) throws -> SymmetricKey {
      try PBKDF2<SHA512>.deriveKey(password: password, salt: salt, outputByteCount: 32)
    }
  }

  @Test func anotherPasswordForTheSameKey() throws {
    let dataKey = SymmetricKey(size: .bits256)
    let first = try KeyChest(dataKey, password: "never tell")
    let second = try KeyChest(first.dataKey(password: "never tell"), password: "tell nobody")
    #expect(try second.dataKey(password: "tell nobody") == dataKey)
    #expect(throws: AESError.self) { try second.dataKey(password: "never tell") }
  }

  /// User-centric security: the key comes from the user's password alone, and a record opens only in its context.
  @Test func recordsOfAUser() throws {
    var rows: [String: Data] = [:]
    for name in ["blood group", "address"] {
      rows[name] = Data(
        try Vault.seal(Data("of \(name)".utf8), under: .password("never tell"), context: "user 7, \(name)"))
    }
    let opened = try Vault.open(rows["address"]!, with: .password("never tell"), context: "user 7, address")
    #expect(Data(opened) == Data("of address".utf8))
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(rows["blood group"]!, with: .password("never tell"), context: "user 7, address")
    }
  }
}
