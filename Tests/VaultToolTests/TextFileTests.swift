import Foundation
import SwiftVaultTestSupport
import Testing
import Credentials
import Vault
import VaultInterop

/// Texts as other programs write them: a byte order mark, white space around them, UTF-16, quotation marks, JSON.
@Suite struct VaultToolTextFileTests {
  private let folder = TestFolder.furnished()
  private static let mark = Data([0xEF, 0xBB, 0xBF])
  private static let key = SymmetricKey(data: (0..<32).map { UInt8(truncatingIfNeeded: 3 * $0 + 251) })
  private static let notes = Array(TestFolder.notes)

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words)", in: folder)
  }

  /// A text with each beginning and end that is ignored.
  private static func written(_ text: [UInt8]) -> [Data] {
    [Data(text), mark + text, mark + text + Data("\r\n".utf8), Data("\n \t".utf8) + text + Data("  \n\n".utf8)]
  }

  private func utf16(_ text: String) -> Data { "\u{FEFF}\(text)".data(using: .utf16LittleEndian)! }

  @Test func importedTexts() throws {
    let password = Array(TestFolder.password.utf8)
    let (keyBytes, secret) = (Self.key.withUnsafeBytes { Data($0) }, "--password-file password")
    folder.write("key", keyBytes)
    for (text, options) in [
      (try AnsibleVault.seal(Self.notes, password: password), secret),
      (try JWE.seal(Self.notes, password: password, rounds: 9), secret),
      (try Fernet.seal(Self.notes, using: Self.key, timestamp: 1_700_000_000), "--key-file key"),
    ] {
      for file in Self.written(text) {
        folder.write("file", file)
        for format in ["", "--format \(options.contains("key") ? "fernet" : text[0] == 36 ? "ansible" : "jwe")"] {
          let imported = try run(
            "import file -o v --force --rounds 1 \(format) \(options) --new-password-file password")
          #expect(imported.status == 0, "\(imported.errors)")
          #expect(try run("open v -o - \(secret)").output == TestFolder.notes)
        }
      }
      folder.write("file", utf16(String(decoding: text, as: UTF8.self)))
      let wide = try run("import file -o w --rounds 1 \(options) --new-password-file password")
      #expect(wide.status == 4 && wide.complaints.contains("is text in UTF-16"), "\(wide.errors)")
    }
    // A text of openssl, which has base 64 too.
    #expect(try run("export v --format openssl -o enc --iter 9 \(secret)").status == 0)
    folder.write("file", Self.mark + Data((try #require(folder.read("enc"))).base64EncodedString().utf8))
    #expect(try run("import file -o v --force --rounds 1 --iter 9 \(secret)").status == 0)
    #expect(try run("open v -o - \(secret)").output == TestFolder.notes)
  }

  @Test func keyFiles() throws {
    let bytes = Self.key.withUnsafeBytes { Data($0) }
    let (padded, hex) = (bytes.base64EncodedString(), Hex.encode(bytes))
    let url = padded.replacing("+", with: "-").replacing("/", with: "_")
    folder.write("key", bytes)
    #expect(try run("seal notes.txt -o v --key-file key").status == 0)
    let jwk = "{\"kty\":\"oct\",\"k\":\"\(url.replacing("=", with: ""))\",\"alg\":\"A256KW\"}"
    for text in [
      padded, url, hex, "\"\(url)\"", "'\(url)'", "b'\(url)'", "b\"\(padded)\"", jwk,
      "{\"keys\": [{\"kty\":\"RSA\"}, \(jwk)]}",
    ] {
      for content in Self.written(Array(text.utf8)) {
        folder.write("text", content)
        let run = try run("verify v --key-file text")
        #expect(run.status == 0, "\(text): \(run.errors)")
      }
    }
    #expect(try run("key create -o own").status == 0)
    let own = try #require(folder.read("own"))
    #expect(try run("seal notes.txt -o w --key-file own").status == 0)
    for content in Self.written(Array(own)) {
      folder.write("text", content)
      #expect(try run("verify w --key-file text").status == 0)
    }
    for (content, sentence) in [
      (utf16(hex), "text: is text in UTF-16; save it in UTF-8"),
      (Data("{\"kty\":\"RSA\",\"n\":\"AQAB\"}".utf8), "text: is JSON without a key of the type oct"),
      (Data("{\"kty\":\"oct\"}".utf8), "text: is JSON without a key of the type oct"),
      (Data("{".utf8), "is JSON without"),
    ] {
      folder.write("text", content)
      for words in [
        "verify v --key-file text", "import notes.txt --format jwe -o x --key-file text --new-password-file password",
      ] {
        let run = try run(words)
        #expect(run.status == 2 && run.complaints.contains(sentence), "\(words): \(run.errors)")
      }
    }
  }

  @Test func jsonWebTokens() throws {
    let token = String(decoding: try JWE.seal(Self.notes, using: Self.key, algorithm: .a256KW), as: UTF8.self)
    let p = token.split(separator: ".", omittingEmptySubsequences: false)
    folder.write(
      "json",
      "{\"ciphertext\":\"\(p[3])\",\"encrypted_key\":\"\(p[1])\",\"iv\":\"\(p[2])\",\"protected\":\"\(p[0])\",\"tag\":\"\(p[4])\"}"
    )
    folder.write(
      "jwk",
      "{\"k\":\"\(Base64.unpaddedURL.encode(Self.key.withUnsafeBytes { Array($0) }))\",\"kty\":\"oct\"}")
    let imported = try run("import json -o v --rounds 1 --key-file jwk --new-password-file password")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try run("open v -o - --password-file password").output == TestFolder.notes)
    folder.write("jws", "eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IV7pAx_Zmeo\n")
    for format in ["", "--format jwe"] {
      let signed = try run("import jws \(format) -o w --password-file password")
      #expect(signed.status == 4 && signed.complaints.contains("signed token"), "\(signed.errors)")
    }
    // jwcrypto refuses more rounds than 16,384.
    for (options, isNamed) in [
      ("", true), ("--iter 16385", true), ("--iter 16384", false), ("--new-key-file key", false),
    ] {
      folder.write("key", Self.key.withUnsafeBytes { Data($0) })
      let run = try run("export v --format jwe -o out --force --password-file password \(options)")
      #expect(run.status == 0 && run.errors.contains("jwcrypto accepts at most 16,384") == isNamed, "\(run.errors)")
    }
  }

  /// Ansible removes white space at both ends of a password file. Import tries the password as it is first.
  @Test func theSpaceAroundAPasswordOfAnsible() throws {
    let remark = "tried again without the white space at the ends of the password, as Ansible takes it"
    for (password, file, isRetried) in [
      ("correct horse", " correct horse \t\n", true), (" correct horse ", " correct horse \n", false),
      ("correct horse", "correct horse\n", false),
    ] {
      folder.write("secret", file)
      folder.write("file.yml", Data(try AnsibleVault.seal(Self.notes, password: password.utf8)))
      let imported = try run("import file.yml -o v --force --rounds 1 --password-file secret")
      #expect(imported.status == 0 && imported.errors.contains(remark) == isRetried, "\(imported.errors)")
      folder.write("secret", password)
      #expect(try run("open v -o - --password-file secret").output == TestFolder.notes)
    }
    // From a pipe, and to one.
    folder.write("file.yml", Data(try AnsibleVault.seal(Self.notes, password: "correct horse".utf8)))
    folder.write("secret", " correct horse\n")
    let piped = try run("import - -o - --rounds 1 --password-file secret > v < <(cat file.yml)")
    #expect(piped.status == 0 && piped.errors.contains(remark), "\(piped.errors)")
    folder.write("secret", "correct horse")
    #expect(try run("open v -o - --password-file secret").output == TestFolder.notes)
    folder.write("secret", " wrong ")
    let wrong = try run("import file.yml -o w --password-file secret")
    #expect(wrong.status == 3 && wrong.errors.contains(remark), "\(wrong.errors)")
    folder.write("secret", "   ")
    #expect(try run("import file.yml -o w --password-file secret").status == 3)
    // Another format takes a password as it is.
    let token = try JWE.seal(Self.notes, password: "correct horse".utf8, rounds: 9)
    folder.write("file", Data(token))
    folder.write("secret", "correct horse \n")
    let other = try run("import file -o w --password-file secret")
    #expect(other.status == 3 && !other.errors.contains(remark), "\(other.errors)")
  }

  /// A value as `ansible-vault encrypt_string` prints it.
  @Test func aValueInYAML() throws {
    let file = String(decoding: try AnsibleVault.seal(Self.notes, password: TestFolder.password.utf8), as: UTF8.self)
    let lines = file.split(separator: "\n").map { "          \($0)\n" }.joined()
    folder.write("file.yml", "db_password: !vault |\n\(lines)other: 1\n")
    let imported = try run("import file.yml -o v --rounds 1 --password-file password")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try run("open v -o - --password-file password").output == TestFolder.notes)
  }

  @Test func credentialsAndLists() throws {
    let stored = try Credential(
      password: TestFolder.password.utf8, stretching: try PasswordStretching(rounds: .exactly(5))
    ).description
    for content in Self.written(Array(stored.utf8)) {
      folder.write("row", content)
      let run = try run("credential verify row --rounds 5 --password-file password")
      #expect(run.status == 0 && run.text.isEmpty, "\(run.errors)")
    }
    folder.write("row", utf16(stored))
    let wide = try run("credential verify row --password-file password")
    #expect(wide.status == 4 && wide.complaints == "swift-vault: row: is text in UTF-16; save it in UTF-8\n")
    folder.write("list", utf16("\(TestFolder.password)\n"))
    let listed = try run("credential create --rounds 1 --blocklist list --password-file password")
    #expect(listed.status == 4 && listed.complaints.contains("list: is text in UTF-16"), "\(listed.errors)")
    folder.write("passwords", utf16("id,password\n1,x\n"))
    folder.write("row", stored)
    let table = try run("credential verify row --passwords passwords")
    #expect(table.status == 2 && table.complaints.contains("passwords: is text in UTF-16"), "\(table.errors)")
  }

  @Test func recipients() throws {
    #expect(try run("key create --recipient private > recipient").status == 0)
    let recipient = try #require(folder.read("recipient"))
    for content in Self.written(Array(recipient)) {
      folder.write("text", content)
      #expect(try run("seal notes.txt -o v --force --recipient text").status == 0)
      #expect(try run("verify v --key-file private").status == 0)
    }
    folder.write("text", utf16(String(decoding: recipient, as: UTF8.self)))
    let wide = try run("seal notes.txt -o w --recipient text")
    #expect(wide.status == 2 && wide.complaints.contains("text: is text in UTF-16"), "\(wide.errors)")
    // The recipient in the place of its key.
    for words in ["verify v --key-file recipient", "key recipient recipient"] {
      let run = try run(words)
      #expect(
        run.status == 2
          && run.complaints.contains(
            "recipient: is a recipient, for which vaults are sealed; the private key of that recipient opens them"),
        "\(words): \(run.errors)")
    }
  }

  /// A password that is wrong because of how its file was saved.
  @Test func passwordFiles() throws {
    #expect(try run("seal notes.txt -o v --rounds 1 --password-file password").status == 0)
    folder.write(
      "row",
      try Credential(password: TestFolder.password.utf8, stretching: try PasswordStretching(rounds: .exactly(1)))
        .description)
    for (content, obstacle) in [
      (Self.mark + Data(TestFolder.password.utf8), "begins with a byte order mark"),
      (utf16(TestFolder.password), "looks like UTF-16"), (Data("wrong".utf8), nil),
    ] {
      folder.write("saved", content)
      for words in [
        "verify v", "open v -o -", "password remove v", "export v --format jwe -o x", "credential verify row",
      ] {
        let run = try run("\(words) --password-file saved")
        #expect(run.status == 3 && run.text.isEmpty, "\(words): \(run.errors)")
        #expect(run.errors.contains("saved: the password \(obstacle ?? "")") == (obstacle != nil), "\(run.errors)")
      }
    }
  }
}
