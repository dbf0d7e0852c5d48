import Foundation
import SwiftVaultTestSupport
import Testing
import VaultInterop

/// The command `openssl` opens what is written here, and what it writes is opened here.
@Suite(.enabled(if: VaultToolShellTests.installed("openssl"), "openssl is not installed"))
struct OpenSSLTests {
  private static let password = "correct horse battery staple"

  /// The output of the command, or nil when it fails. The password is a file, because arguments are visible.
  private func openssl(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8]? {
    let folder = TestFolder()
    folder.write("password", Self.password + "\n")
    let words = ["openssl"] + arguments
    let outcome = try Command(path: "/usr/bin/env").run(words, input: input, in: folder)
    return outcome.status == 0 ? Array(outcome.output) : nil
  }

  @Test func opensslOpensWhatIsSealed() throws {
    for (index, cipher) in OpenSSLFile.Cipher.allCases.enumerated() {
      for (number, hash) in OpenSSLHash.allCases.enumerated() {
        let encoding = OpenSSLFile.Encoding.allCases[(index + number) % 3]
        let content = (0..<(17 * number + index)).map { UInt8(truncatingIfNeeded: 3 * $0) }
        let file = try OpenSSLFile.seal(
          content, password: Self.password.utf8, mode: cipher.mode, keySize: cipher.keySize, hash: hash, rounds: 3,
          encoding: encoding)
        let encodingOptions = [[], ["-a"], ["-a", "-A"]][(index + number) % 3]
        let options = ["enc", "-d", "-\(cipher.rawValue)", "-md", hash.rawValue, "-pbkdf2", "-iter", "3"]
        let opened = try openssl(options + encodingOptions + ["-pass", "file:password"], file)
        #expect(opened == content, "\(cipher.rawValue), \(hash.rawValue), \(encoding)")
      }
    }
  }

  @Test func whatOpensslEncryptsOpens() throws {
    for (index, cipher) in OpenSSLFile.Cipher.allCases.enumerated() {
      for (number, hash) in OpenSSLHash.allCases.enumerated() {
        let content = (0..<(17 * number + index)).map { UInt8(truncatingIfNeeded: 3 * $0) }
        let (isSalted, isStretched) = ((index + number) % 3 > 0, (index / 2 + number) % 2 > 0)
        let (isBase64, isOneLine) = ((index + number) % 2 > 0, (index + number) % 4 > 2)
        let options =
          ["enc", "-\(cipher.rawValue)", "-md", hash.rawValue] + (isSalted ? [] : ["-nosalt"])
          + (isStretched ? ["-pbkdf2", "-iter", "7"] : []) + (isBase64 ? ["-a"] : []) + (isOneLine ? ["-A"] : [])
        let file = try #require(try openssl(options + ["-pass", "file:password"], content))
        let opened = try OpenSSLFile.open(
          file, password: Self.password.utf8, mode: cipher.mode, keySize: cipher.keySize,
          derivation: isStretched ? .pbkdf2(hash, rounds: 7) : .bytesToKey(hash), salt: isSalted ? .header() : .none,
          encoding: isBase64 ? .base64 : .binary)
        #expect(opened == content, "\(options)")
        #expect(OpenSSLFile.recognizes(file) == isSalted)
      }
    }
  }

  @Test func opensslOpensSealedKeys() throws {
    let key = try #require(
      try openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-outform", "DER"], []))
    let pkcs8 = try #require(
      try openssl(["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER"], key))
    let plain = try #require(try openssl(["pkey", "-inform", "DER", "-outform", "DER"], pkcs8))
    for cipher in EncryptedPrivateKey.Cipher.allCases {
      for hash in OpenSSLHash.allCases {
        for (encoding, form) in [(EncryptedPrivateKey.Encoding.pem, "PEM"), (.der, "DER")] {
          let file = try EncryptedPrivateKey.seal(
            pkcs8, password: Self.password.utf8, keySize: cipher.keySize, hash: hash, rounds: 5, encoding: encoding)
          let opened = try openssl(["pkey", "-inform", form, "-outform", "DER", "-passin", "file:password"], file)
          #expect(opened == plain)
        }
        let file = try #require(
          try openssl(
            [
              "pkcs8", "-topk8", "-inform", "DER", "-v2", cipher.rawValue, "-v2prf",
              "hmacWith\(hash.rawValue.uppercased())", "-iter", "5", "-passout", "file:password",
            ], pkcs8))
        #expect(try EncryptedPrivateKey.open(file, password: Self.password.utf8) == pkcs8)
      }
    }
  }

  /// Only files that are opened with the right password.
  @Test func opensslRefusesAnotherPassword() throws {
    let file = try EncryptedPrivateKey.seal([0x30, 0], password: "another".utf8, rounds: 1)
    #expect(try openssl(["pkey", "-passin", "file:password"], file) == nil)
  }
}
