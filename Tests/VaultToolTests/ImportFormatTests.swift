import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// `swift-vault import`: the requirements of single formats.
@Suite struct VaultToolImportFormatTests {
  private let folder = TestFolder.furnished()
  private static let password = Array(TestFolder.password.utf8)

  @Test func anotherCipherAndTheOldDerivation() throws {
    let file = try OpenSSLFile.seal(
      TestFolder.notes, password: Self.password, mode: .ctr, keySize: .bits128, hash: .sha512, rounds: 77)
    folder.write("file", Data(file))
    let arguments = ["--cipher", "aes-128-ctr", "--digest", "sha512", "--iter", "77", "--rounds", "1"]
    let imported = try Command.swiftVault(["import", "file", "--password-file", "password"] + arguments, in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try folder.content(of: "file.vault") == TestFolder.notes)

    // EVP_BytesToKey with MD5: 16 bytes at a time, each the digest of the previous 16 bytes, the password and the salt.
    let salt = (0..<8).map { UInt8($0) }
    var derived: [UInt8] = []
    for _ in 0..<3 { derived += Insecure.MD5.hash(data: derived.suffix(16) + Self.password + salt) }
    let ciphertext = try AES.CBC.encrypt(
      TestFolder.notes, using: SymmetricKey(data: derived[..<32]), iv: AES.IV(data: derived[32...]))
    folder.write("old", Data("Salted__".utf8) + salt + ciphertext)
    let old = try folder.run("import", "old", "--iter", "0", "--digest", "md5", "--rounds", "1")
    #expect(old.status == 0, "\(old.errors)")
    #expect(try folder.content(of: "old.vault") == TestFolder.notes)
    let wrong = try folder.run("import", "old", "-o", "wrong", "--iter", "0", "--rounds", "1")
    #expect(wrong.status == 3 && wrong.complaints.contains("--cipher, --digest or --iter is"), "\(wrong.errors)")
    #expect(folder.read("wrong") == nil)
  }

  /// Without padding, a wrong password gives other content. A warning says so, and a typed password is asked for twice.
  @Test func withoutPaddingNoWrongPasswordIsNoticed() throws {
    folder.write("wrong", "another password")
    for cipher in OpenSSLFile.Cipher.allCases {
      let isPadded = ["cbc", "ecb"].contains { cipher.rawValue.hasSuffix($0) }
      folder.write(
        "file",
        Data(
          try OpenSSLFile.seal(TestFolder.notes, password: Self.password, mode: cipher.mode, keySize: cipher.keySize)))
      let right = try folder.run("import", "file", "--cipher", cipher.rawValue, "--rounds", "1", "--force")
      let warning =
        isPadded
        ? "and one wrong password in 256 is not noticed; check"
        : "and with \(cipher.rawValue) no wrong password, --cipher, --digest or --iter is noticed; check"
      #expect(right.status == 0 && right.errors.contains(warning), "\(cipher): \(right.errors)")
      if isPadded { continue }
      let wrong = try Command.swiftVault(
        "import", "file", "--cipher", cipher.rawValue, "--password-file", "wrong", "--new-password-file", "password",
        "--rounds", "1", "--force", in: folder)
      #expect(wrong.status == 0 && wrong.errors.contains(warning), "\(cipher): \(wrong.errors)")
      let content = try folder.content(of: "file.vault")
      #expect(content.count == TestFolder.notes.count && content != TestFolder.notes)
    }

    let arguments = ["import", "file", "--cipher", "aes-128-ctr", "--force", "--rounds", "1"]
    let terminal = try Command.swiftVault.start(arguments, on: .terminal, in: folder)
    for question in ["Password for file: ", "Repeat the password: "] {
      try terminal.expect(question)
      terminal.type("\(TestFolder.password)\n")
    }
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    let mistyped = try Command.swiftVault.start(arguments, on: .terminal, in: folder)
    for occurrence in 1...3 {
      for (question, password) in [("Password for file: ", "open sesame"), ("Repeat the password: ", "open sesamr")] {
        try mistyped.expect(question, occurrence: occurrence)
        mistyped.type("\(password)\n")
      }
    }
    #expect(try mistyped.finish().status == 2, "\(mistyped.transcript)")
    // The tag of the other formats shows a wrong password.
    folder.write("cell", Data(try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 10)))
    let once = try Command.swiftVault.start(
      ["import", "cell", "--format", "themis", "--force", "--rounds", "1"], on: .terminal, in: folder)
    try once.expect("Password for cell: ")
    once.type("\(TestFolder.password)\n")
    #expect(try once.finish().status == 0, "\(once.transcript)")
  }

  /// Files without a salt, which the file does not show; see Tests/Vectors/openssl.py.
  @Test func filesWithoutSaltAreNamed() throws {
    let samples = try VectorFile("OpenSSL/enc.txt", expecting: 470).records
    let unsalted = try samples.filter { try $0.text("SALTED") == "no" && $0.text("CIPHER").hasSuffix("cbc") }
    var encodings: Set<String> = []
    for sample in unsalted {
      let encoding = try sample.text("ENCODING")
      guard encodings.insert(encoding).inserted else { continue }
      folder.write("file", Data(try sample.bytes("FILE")))
      folder.write("theirs", Data(try sample.bytes("PASSWORD")))
      let rounds = try sample.text("ITER")
      var arguments = ["import", "file", "--nosalt", "--cipher", try sample.text("CIPHER"), "--force"]
      arguments += ["--digest", try sample.text("MD"), "--iter", rounds == "none" ? "0" : rounds, "--rounds", "1"]
      arguments += ["--password-file", "theirs", "--new-password-file", "password"]
      if encoding != "binary" { arguments.append("--base64") }
      let run = try Command.swiftVault(arguments, in: folder)
      #expect(run.status == 0 && run.complaints.isEmpty, "\(sample.place): \(run.errors)")
      #expect(try folder.content(of: "file.vault") == Data(try sample.bytes("CONTENT")), "\(sample.place)")
    }
    #expect(encodings == ["binary", "lines", "line"])

    let salted = try folder.run("import", "file", "-o", "out", "--format", "openssl")
    #expect(salted.status == 4 && salted.complaints.contains("use --nosalt if it has no salt"), "\(salted.errors)")
    let unknown = try folder.run("import", "file", "-o", "out")
    #expect(unknown.status == 4 && unknown.complaints.contains("for openssl enc, use --nosalt"), "\(unknown.errors)")
    let other = try folder.run("import", "file", "--nosalt", "--format", "themis")
    #expect(other.status == 2 && other.complaints.contains("is for openssl, not for themis"), "\(other.errors)")
    let base64 = try folder.run("import", "file", "--base64")
    #expect(base64.status == 2 && base64.complaints.contains("goes with --nosalt"), "\(base64.errors)")
    #expect(folder.read("out") == nil)
  }

  @Test func whatOpensslNeedsIsNamed() throws {
    folder.write(
      "short", Data(try OpenSSLFile.seal("12345".utf8, password: Self.password, mode: .ctr, keySize: .bits256)))
    let short = try folder.run("import", "short")
    #expect(short.status == 5 && short.complaints.contains("or needs another --cipher"), "\(short.errors)")
    folder.write("file", Data(try OpenSSLFile.seal(TestFolder.notes, password: Self.password)))
    let old = try folder.run("import", "file", "--digest", "md5")
    #expect(old.status == 3 && old.complaints.contains("it is --iter 0, and before OpenSSL 1.1.0 --digest md5 too"))
    for (mode, keySize, name) in [
      (.cbc, .bits128, "aes128"), (.cbc, .bits192, "AES192"), (.cbc, .bits256, "aes256"),
      (.ctr, .bits256, "AES-256-CTR"),
    ] as [(OpenSSLFile.Mode, SymmetricKeySize, String)] {
      folder.write(
        "file", Data(try OpenSSLFile.seal(TestFolder.notes, password: Self.password, mode: mode, keySize: keySize)))
      let run = try folder.run("import", "file", "--cipher", name, "--digest", "SHA256", "--rounds", "1", "--force")
      #expect(try run.status == 0 && folder.content(of: "file.vault") == TestFolder.notes, "\(name): \(run.errors)")
    }
  }

  /// Dictionaries in both modes. If both fit, the mode has to be named; see Tests/Vectors/articles.py.
  @Test func dictionariesOfBothModes() throws {
    var seen: Set<String> = []
    for record in try VectorFile("Articles/keychain.txt", expecting: 24).records {
      let (mode, other) = (try record.text("MODE"), try record.text("OTHER_HEX"))
      guard seen.insert("\(mode) \(other == "none")").inserted else { continue }
      folder.write("list", Data(try record.bytes("PLIST_HEX")))
      folder.write("theirs", Data(try record.bytes("PASSWORD_HEX")))
      func run(_ arguments: String...) throws -> Command.Outcome {
        try Command.swiftVault(
          [
            "import", "list", "--password-file", "theirs", "--new-password-file", "password", "--rounds", "1",
            "--force",
          ]
            + arguments, in: folder)
      }
      func check(_ run: Command.Outcome, _ mode: String, _ content: [UInt8]) throws {
        #expect(run.status == 0, "\(record.place): \(run.errors)")
        #expect(run.complaints == "swift-vault: list: the dictionary is in AES-256-\(mode)\n", "\(record.place)")
        #expect(run.errors.contains("an encrypted keychain dictionary has no authentication: "))
        #expect(try folder.content(of: "list.vault") == Data(content), "\(record.place)")
        try? FileManager.default.removeItem(at: folder.file("list.vault"))
      }
      let content = try record.bytes("CONTENT_HEX")
      try check(run("--cipher", "aes-256-\(mode.lowercased())"), mode, content)
      let otherMode = mode == "ECB" ? "CBC" : "ECB"
      let named = try run("--cipher", "aes-256-\(otherMode.lowercased())")
      let found = try run()
      if other == "none" {
        #expect(named.status == 3, "\(record.place): \(named.errors)")
        try check(found, mode, content)
      } else {
        #expect(found.status == 2 && found.complaints.contains("both fit; name one with --cipher"), "\(found.errors)")
        try check(named, otherMode, record.bytes("OTHER_HEX"))
      }
    }
    #expect(seen.count == 4)
    let wrong = try folder.run("import", "list", "--cipher", "aes-128-cbc")
    #expect(wrong.status == 2 && wrong.complaints.contains("not in aes-128-cbc"), "\(wrong.errors)")
  }

  /// In version 2, some programs use only a part of a password with non-ASCII letters, and others use all of it.
  @Test func bothPasswordsOfRNCryptor2() throws {
    var count = 0
    for record in try VectorFile("RNCryptor/v2.txt", expecting: 8).records where record.has("password_hex") {
      folder.write("file", Data(try record.bytes("ciphertext_hex")))
      folder.write("theirs", Data(try record.bytes("password_hex")))
      let run = try Command.swiftVault(
        "import", "file", "--password-file", "theirs", "--new-password-file", "password", "--rounds", "1", "--force",
        in: folder)
      #expect(run.status == 0 && run.complaints.isEmpty, "\(record.place): \(run.errors)")
      #expect(try folder.content(of: "file.vault") == Data(record.bytes("plaintext_hex")), "\(record.place)")
      count += 1
    }
    #expect(count >= 5)

    // For the whole password.
    let (password, salts) = (Array("the pässword".utf8), (0..<16).map { UInt8($0) })
    let iv = try AES.IV(data: 16..<32)
    let keys = try [salts[..<8], salts[8...]].map {
      try PBKDF2<Insecure.SHA1>.deriveKey(
        password: password, salt: PasswordSalt(unchecked: $0), rounds: .exactly(10_000), outputByteCount: 32)
    }
    var file = [2, 1] + salts + iv.bytes + (try AES.CBC.encrypt(TestFolder.notes, using: keys[0], iv: iv))
    file += HMAC<SHA256>.authenticationCode(for: file, using: keys[1])
    folder.write("file", Data(file))
    folder.write("theirs", Data(password))
    let whole = try Command.swiftVault(
      "import", "file", "--password-file", "theirs", "--new-password-file", "password", "--rounds", "1", "--force",
      in: folder)
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(try folder.content(of: "file.vault") == TestFolder.notes)
    let wrong = try folder.run("import", "file", "-o", "out")
    #expect(wrong.status == 3 && wrong.complaints.contains("read as RNCryptor, the password is wrong"))
    folder.write("large", Data([2, 1]))
    try FileHandle(forWritingTo: folder.file("large")).truncate(atOffset: 1 << 30 + 1)
    let large = try folder.run("import", "large", "-o", "out")
    #expect(large.status == 4 && large.complaints.contains("more than 1,073,741,824 bytes"), "\(large.errors)")
    #expect(folder.read("out") == nil)
  }

  @Test func keysAreInDER() throws {
    for record in try VectorFile("OpenSSL/private-keys.txt", expecting: 50).records.suffix(4) {
      folder.write("key.pem", Data("Bag Attributes: none\n".utf8) + Data(try record.bytes("FILE")))
      if try record.text("FORM") != "pem" { folder.write("key.pem", Data(try record.bytes("FILE"))) }
      folder.write("theirs", Data(try record.bytes("PASSWORD")))
      let imported = try Command.swiftVault(
        "import", "key.pem", "--password-file", "theirs", "--new-password-file", "password", "--rounds", "1", "--force",
        in: folder)
      #expect(imported.status == 0, "\(record.place): \(imported.errors)")
      #expect(imported.complaints == "swift-vault: key.pem: the vault has the key in DER, not in PEM\n")
      #expect(imported.errors.contains("an encrypted private key has no authentication: "))
      #expect(try folder.content(of: "key.pem.vault") == Data(record.bytes("CONTENT")), "\(record.place)")
    }
  }

  @Test func contextsAndKeysOfThemis() throws {
    let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
    folder.write("key", Data((0..<32).map { UInt8($0) }))
    folder.write("cell", Data(try ThemisSecureCell.seal(TestFolder.notes, using: key, context: "safe".utf8)))
    let arguments = ["import", "cell", "--key-file", "key", "--context"]
    let wrong = try Command.swiftVault(arguments + ["desk"], in: folder)
    #expect(
      wrong.status == 3 && wrong.complaints.contains("read as Themis Secure Cell, the key or the context is wrong"),
      "\(wrong.errors)")
    let imported = try Command.swiftVault(arguments + ["safe"], in: folder)
    #expect(imported.status == 0, "\(imported.errors)")
    let opened = try Command.swiftVault(
      "open", "cell.vault", "-o", "-", "--key-file", "key", "--context", "safe", in: folder)
    #expect(opened.output == TestFolder.notes)

    let password = try folder.run("import", "cell", "-o", "out")
    #expect(
      password.status == 2
        && password.complaints.contains(
          "is refused as Themis Secure Cell: this cell is under a key, not under a password; it needs --key-file"),
      "\(password.errors)")
    folder.write("cell", Data(try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 10)))
    let other = try Command.swiftVault("import", "cell", "-o", "out", "--key-file", "key", in: folder)
    #expect(
      other.status == 2
        && other.complaints.contains("under a password, not under a key; it needs --password-file, or a password"),
      "\(other.errors)")

    folder.write(
      "rncryptor", Data(try RNCryptor.seal(TestFolder.notes, encryptionKey: key, authenticationKey: key)))
    let keys = try folder.run("import", "rncryptor", "-o", "out")
    #expect(
      keys.status == 2
        && keys.complaints.contains("under two keys, not under a password; import takes no keys of RNCryptor"),
      "\(keys.errors)")
    #expect(folder.read("out") == nil)
    folder.write("rncryptor", Data(RNCryptor.seal(TestFolder.notes, password: Self.password)))
    let refused = try Command.swiftVault("import", "rncryptor", "--key-file", "key", in: folder)
    #expect(refused.status == 2 && refused.complaints.contains("not with a key"), "\(refused.errors)")
  }
}
