import Foundation
import SwiftVaultTestSupport
import Testing
import Credentials
import Vault

/// `swift-vault credential`: what a server stores for a password, and its verification.
@Suite struct VaultToolCredentialTests {
  private let folder = TestFolder()
  private static let password = "correct horse battery"

  /// From CREDENTIALS.md, section 5: the password above and 1,000 rounds.
  private static let sha512 =
    "$swift-vault-pbkdf2-sha512$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw$WZ3RUFvp5cX1z3aj3ZH9gQznC9XDZXs1DmHpCcWBjNiXY+IkMf+6tF"
    + "fV7A1d6QKwfnUrwVKu7wcIa8lrp+WDkg"
  private static let argon2id = "$argon2id$v=19$m=1024,t=2,p=4$AAECAwQFBgcICQoLDA0ODw$AAAAAAAAAAAAAAAAAAAAAA"
  private static let sha256 =
    "$swift-vault-pbkdf2-sha256$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw$XacIUioViH9TPXkMmUulwDZnP+38y0c8qW5z4fyg6Vs"

  init() {
    folder.write("password", Self.password + "\n")
    folder.write("row", Self.sha512 + "\n")
  }

  private func credential(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" credential \(words)", in: folder)
  }

  @Test(arguments: [
    ("", "$swift-vault-pbkdf2-sha512$v=1$i=220000$"),
    ("--hash sha256", "$swift-vault-pbkdf2-sha256$v=1$i=600000$"),
    ("--hash=sha512 --rounds 5", "$swift-vault-pbkdf2-sha512$v=1$i=5$"),
    ("--stretch argon2id", "$argon2id$v=19$m=65536,t=3,p=4$"),
    ("--stretch=argon2id --memory 1MiB --passes 2", "$argon2id$v=19$m=1024,t=2,p=4$"),
    ("--passes 1", "$argon2id$v=19$m=65536,t=1,p=4$"), ("--stretch pbkdf2", "$swift-vault-pbkdf2-sha512$v=1$i=220000$"),
  ])
  func creates(options: String, start: String) throws {
    let run = try credential("create --password-file password \(options)")
    #expect(run.status == 0 && run.errors.contains("fewer than the recommended") == options.contains("rounds"))
    #expect(run.text.hasPrefix(start) && run.text.hasSuffix("\n"))
    let made = try Credential(String(run.text.dropLast()))
    #expect(try made.verify(Self.password.utf8).isValid)
    let second = try credential("create --password-file password \(options)").text
    #expect(second != run.text, "the salt is another")
  }

  /// Each password is refused with its reason, and accepted with `--force`.
  @Test(arguments: [
    ("short pass\u{E9}", "11 characters; a password needs 15"),
    (String(repeating: "x", count: 1025), "1025 characters; a password has at most 1024"),
    ("passwordpassword", "this password is among those that attackers try first"),
    ("Qwertyuiop123456", "this password is among those that attackers try first"),
    ("correct horse battery", "this password is among those that attackers try first"),
    ("last without a line end", "this password is among those that attackers try first"),
    ("caf\u{E9} au lait, th\u{E9} vert", "this password is among those that attackers try first"),
  ])
  func refusesABadPassword(password: String, reason: String) throws {
    folder.write("password", password)
    folder.write(
      "list",
      "password\ncorrect horse battery\r\ncafe\u{301} au lait, the\u{301} vert\nlast without a line end")
    let run = try credential("create --password-file password --rounds 1 --blocklist list")
    #expect(run.status == 2 && run.text.isEmpty)
    #expect(
      run.complaints == "swift-vault: the password is refused: \(reason); choose another, or use --force\n")
    let forced = try credential("create --password-file password --rounds 1 --blocklist list --force")
    #expect(forced.status == 0 && forced.text.hasPrefix("$swift-vault"))
  }

  /// For example an image that was given by mistake. It is not held in memory as a whole.
  @Test func aBlocklistWithoutLines() throws {
    folder.write("password", "correct horse battery")
    folder.write("list", "")
    truncate(folder.file("list").path, 1 << 30)
    let run = try credential("create --password-file password --rounds 1 --blocklist list")
    #expect(run.status == 4 && run.text.isEmpty)
    #expect(run.complaints == "swift-vault: list: line 1 has more than 64 MiB\n")
  }

  /// NIST SP 800-63B-4 requires a blocklist. There is one even without `--blocklist`.
  @Test(arguments: ["123456789012345", "aaaaaaaaaaaaaaaa", "1qaz2wsx3edc4rfv", "password12345678"])
  func refusesACommonPasswordWithoutAList(password: String) throws {
    folder.write("password", password)
    let run = try credential("create --password-file password --rounds 1")
    #expect(run.status == 2 && run.text.isEmpty && run.complaints.contains("attackers try first"), "\(run.errors)")
  }

  /// Only whole lines count, even if the list is read in pieces that end anywhere.
  @Test(arguments: [262_144 - 40, 262_144 - 22, 262_144 - 21, 262_144 - 10, 262_144, 600_000])
  func theListIsReadToItsEnd(offset: Int) throws {
    let filling = String(repeating: "another password\n", count: offset / 17 + 1).prefix(offset - 1) + "\n"
    for (line, exitCode) in [(Self.password, Int32(2)), (Self.password + "x", 0), ("x" + Self.password, 0)] {
      folder.write("list", filling + line + "\nend\n")
      let run = try credential("create --password-file password --rounds 1 --blocklist list")
      #expect(run.status == exitCode, "\(line): \(run.errors)")
    }
  }

  /// The last line counts with and without a newline, and only if it is the password.
  @Test(arguments: ["", "\n"]) func theLastLineIsALine(end: String) throws {
    for (line, exitCode) in [(Self.password, Int32(2)), (Self.password + "x", 0), ("x", 0), ("", 0)] {
      folder.write("list", "first\n" + line + end)
      let run = try credential("create --password-file password --rounds 1 --blocklist list")
      #expect(run.status == exitCode, "\(line): \(run.errors)")
    }
  }

  @Test func verifies() throws {
    let policy = "--rounds 1000 --password-file password"
    for (words, exitCode) in [
      ("row", Int32(0)), ("--credential '\(Self.sha512)'", 0), ("- < row", 0),
      ("- < <(printf '%s\\r\\n' \"$(<row)\")", 0),
    ] {
      let run = try credential("verify \(policy) \(words)")
      #expect(run.status == exitCode && run.text.isEmpty && run.complaints.isEmpty, "\(words): \(run.errors)")
    }
    folder.write("password", "correct horse batterx")
    let wrong = try credential("verify \(policy) row")
    #expect(wrong.status == 3 && wrong.text.isEmpty && wrong.complaints == "swift-vault: row: the password is wrong\n")
  }

  /// More rounds, another hash, or another program's form (made with Python's hashlib). The new text verifies and is
  /// current.
  @Test(arguments: [
    (sha512, "--rounds 1001"), (sha256, "--rounds 1000"), (sha512, "--rounds 3000 --hash sha256"),
    ("$pbkdf2-sha256$i=1000,l=32$AAECAwQFBgcICQoLDA0ODw$AhaeZ02AwPxykuhhDI8XvhQN8GKvmqM+qF6qvs/98I0", "--rounds 1"),
    ("$pbkdf2$1000$AAECAwQFBgcICQoLDA0ODw$yr.bZKkEnTtGf3f18VjXM5CIxT8", "--rounds 1"),
    ("pbkdf2_sha256$1000$saltsalt$2vLrmxK8YFROnGTL6oinO4bfT02gvTppeFbz7HWz5X0=", "--rounds 1"),
  ])
  func upgrades(text: String, policy: String) throws {
    folder.write("row", text)
    let run = try credential("verify row --password-file password \(policy)")
    #expect(run.status == 0, "\(run.errors)")
    // A hash whose rounds cost the same stays.
    let hash = policy.contains("sha256") || policy == "--rounds 1" && text.contains("sha256") ? "sha256" : "sha512"
    #expect(run.text.hasPrefix("$swift-vault-pbkdf2-\(hash)$v=1$i="), "\(run.text)")
    folder.write("row", run.text)
    let again = try credential("verify row --password-file password \(policy)")
    #expect(again.status == 0 && again.text.isEmpty)
    folder.write("row", text)
    folder.write("password", "wrong horse battery")
    let wrong = try credential("verify row --password-file password \(policy)")
    #expect(wrong.status == 3 && wrong.text.isEmpty)
  }

  /// From PBKDF2 to Argon2id, and to higher parameters of it. Without an option for Argon2id, a credential that costs
  /// enough stays.
  @Test func upgradesToArgon2id() throws {
    let policy = "--stretch argon2id --memory 1MiB --passes 2"
    folder.write("row", Self.sha512)
    for (options, start) in [
      (policy, "$argon2id$v=19$m=1024,t=2,p=4$"), ("--memory 2MiB --passes 1", "$argon2id$v=19$m=2048,t=1,p=4$"),
      ("--rounds 1000000", "$swift-vault-pbkdf2-sha512$v=1$i=1000000$"),
    ] {
      let run = try credential("verify row --password-file password \(options)")
      #expect(run.status == 0 && run.text.hasPrefix(start), "\(options): \(run.errors)")
      folder.write("row", run.text)
      for options in [options, "--rounds 1000"] {
        let again = try credential("verify row --password-file password \(options)")
        #expect(again.status == 0 && again.text.isEmpty, "\(options): \(again.errors)")
      }
    }
  }

  /// A vector of each form is recognised without an option.
  @Test(arguments: Credential.Form.allCases) func everyFormIsRecognised(form: Credential.Form) throws {
    let file = VectorFile.directory.appendingPathComponent("Credential/\(form.rawValue).txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    // The last one has few rounds, if the form lets them be chosen.
    let text = lines[lines.count - 2].dropFirst("CREDENTIAL = ".count)
    folder.write("row", text + "\n")
    folder.write("password", try Data(Hex.decode(lines[lines.count - 1].dropFirst("PASSWORD_HEX = ".count))))
    let start = text.contains("argon2") ? "$argon2id$" : "$swift-vault-"
    let run = try credential("verify row --password-file password --rounds 1")
    #expect(run.status == 0 && (run.text.isEmpty || run.text.hasPrefix(start)), "\(run.errors)")
    folder.write("password", "wrong")
    #expect(try credential("verify row --password-file password --rounds 1").status == 3)
  }

  @Test(
    arguments: [
      ("verify", 2, "credential verify needs the name of a file"),
      ("verify row --credential x", 2, "give --credential or row, not both"),
      ("verify row row", 2, "one argument too many: row"),
      ("verify - --password-file -", 2, "standard input cannot give both the content and the password"),
      ("create --blocklist - --password-fd 0", 2, "standard input cannot give both the blocklist and the password"),
      ("create --hash md5", 2, "--hash takes sha512 or sha256, not md5"),
      ("create --stretch scrypt", 2, "--stretch takes pbkdf2 or argon2id, not scrypt"),
      ("create --hash sha256 --passes 2", 2, "--hash is for pbkdf2, and --passes for argon2id"),
      ("create --memory 2GiB", 2, "2 GiB of memory is more than 1 GiB; more need --max-memory"),
      (
        "verify argon --max-memory 1023KiB", 4,
        "argon: asks for 1 MiB of memory, more than the limit of 1,023 KiB; if you"
      ),
      ("verify --credential '$argon2id$v=19$m=4294967295,t=1,p=1$c2FsdHNhbHQ$AAAAAA'", 4, "--credential: asks for 4,"),
      ("create --password-file password --hash", 2, "--hash needs a value"),
      ("create row", 2, "one argument too many: row (credential create takes none)"),
      ("create --blocklist nowhere", 1, "nowhere: there is no such file"),
      ("create --password-file empty", 2, "the password is empty"),
      ("create --password-file latin1", 2, "the password is refused: it is not UTF-8"),
      ("verify nowhere", 1, "nowhere: there is no such file"),
      ("verify empty", 4, "empty: is not a credential of a known form"),
      ("verify --credential ''", 4, "--credential: is not a credential of a known form"),
      ("verify --credential '$2b$12$x'", 4, "--credential: is not a credential of a known form: this is bcrypt"),
      ("verify two", 4, "two: is not a credential: 11 fields; this form has 6"),
      ("verify version", 4, "version: is not a credential: the version field is malformed"),
      ("verify salt", 4, "salt: is not a credential: a salt of 12 bytes; it has 16"),
      ("verify long", 4, "long: is not a credential: 2049 bytes of text; a credential has at most 2048"),
      ("verify row --max-rounds 999", 4, "row: asks for 1,000 rounds, more than the limit of 999; if you trust"),
      ("verify hungry", 4, "hungry: asks for 10,000,001 rounds, more than the limit of 10,000,000"),
    ] as [(String, Int32, String)])
  func isRefused(words: String, exitCode: Int32, sentence: String) throws {
    folder.write("empty", "")
    folder.write("latin1", Data("caf\u{E9} caf\u{E9} caf\u{E9} caf\u{E9}".unicodeScalars.map { UInt8($0.value) }))
    folder.write("two", "\(Self.sha512)\n\(Self.sha512)\n")
    folder.write("version", Self.sha512.replacing("v=1", with: "v=2"))
    folder.write("salt", Self.sha512.replacing("AAECAwQFBgcICQoLDA0ODw", with: "AAECAwQFBgcICQoL"))
    folder.write("long", "$" + String(repeating: "x", count: 2048))
    folder.write("argon", Self.argon2id)
    folder.write("hungry", Self.sha512.replacing("i=1000", with: "i=10000001"))
    let password = words.contains("--password") ? "" : " --password-file password"
    let run = try credential(words + password)
    #expect(run.status == exitCode && run.text.isEmpty, "\(run.errors)")
    #expect(run.complaints.hasPrefix("swift-vault: \(sentence)"), "\(run.errors)")
    #expect(run.complaints.split(separator: "\n").count == 1)
  }

  @Test func onATerminal() throws {
    let creating = try Command.onTerminal("credential", "create", "--rounds", "1", in: folder)
    for question in ["Password for the credential: ", "Repeat the password: "] {
      try creating.expect(question)
      #expect(!creating.echoes)
      creating.type("cafe\u{301} is a password\n")
    }
    #expect(try creating.finish().status == 0)
    let line = try #require(creating.transcript.split(whereSeparator: \.isNewline).first { $0.hasPrefix("$") })
    folder.write("password", "caf\u{E9} is a password")
    let run = try credential("verify --credential '\(line)' --password-file password --rounds 1")
    #expect(run.status == 0, "what is typed is composed")

    let verifying = try Command.onTerminal("credential", "verify", "row", "--rounds", "1", in: folder)
    try verifying.expect("Password for row: ")
    verifying.type(Self.password + "\n")
    #expect(try verifying.finish().status == 0)
    #expect(verifying.transcript.contains("row: the password is right\r\n"))
  }
}
