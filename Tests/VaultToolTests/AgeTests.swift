import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// `swift-vault import` and `export` of files of age.
@Suite struct VaultToolAgeTests {
  private let folder = TestFolder.furnished()
  private let identities = [AgeFile.Identity(), AgeFile.Identity()]
  private static let password = Array(TestFolder.password.utf8)

  init() {
    let texts = identities.map { $0.withText { String(decoding: $0, as: UTF8.self) } }
    folder.write("identities", "# two of them\n\(texts[1])\n\n\(texts[0])\n")
    folder.write("new", "another password of the vault")
  }

  private func run(_ words: String, _ status: Int32, _ text: String = "") throws {
    let run = try Command.shell("exec \"$TOOL\" \(words)", in: folder)
    let isRight = run.status == status && (text.isEmpty || run.errors.contains(text))
    #expect(isRight, "\(words): \(run.status) \(run.errors)")
  }

  private func checkContent(of vault: String, _ content: Data, password: String) throws {
    let opened = try Command.shell("exec \"$TOOL\" open \(vault) -o - --password-file \(password)", in: folder)
    #expect(opened.output == content, "\(opened.errors)")
  }

  @Test(arguments: [0, 65_536, 200_001], ["", "--armor"])
  func forRecipients(byteCount: Int, armor: String) throws {
    let content = Data(testContent(byteCount))
    folder.write("file", content)
    try run("seal file --rounds 1 --password-file password", 0)
    let recipients = identities.map { "--recipient \($0.recipient.text)" }.joined(separator: " ")
    try run("export file.vault --format age \(armor) \(recipients) --password-file password", 0)
    let file = try #require(folder.read("file.age"))
    #expect(file.starts(with: armor == "" ? "age-encryption.org/v1\n".utf8 : "-----BEGIN AGE".utf8))
    for identity in identities { #expect(try AgeFile.open(file, identities: [identity]) == Array(content)) }
    try run(
      "import file.age -o v --key-file identities --new-password-file new --rounds 1", 0)
    try checkContent(of: "v", content, password: "new")
    let piped = "import - -o w --key-file identities --new-password-file new --rounds 1 < file.age"
    try run(piped, 0)
    try checkContent(of: "w", content, password: "new")
  }

  @Test func underAPassword() throws {
    try run("export sealed.vault --format age --password-file password", 0)
    let file = try #require(folder.read("sealed.age"))
    #expect(String(decoding: file.prefix(70), as: UTF8.self).contains(" 18\n"))
    #expect(try AgeFile.open(file, password: Self.password) == Array(TestFolder.notes))
    try FileManager.default.removeItem(at: folder.file("sealed.vault"))
    try run("import sealed.age --password-file password --rounds 1", 0)
    try checkContent(of: "sealed.vault", TestFolder.notes, password: "password")
    try run("export sealed.vault --format age --armor -o - --password-file password --new-password-file new > out", 0)
    let text = try #require(folder.read("out"))
    #expect(try AgeFile.open(text, password: "another password of the vault".utf8) == Array(TestFolder.notes))
  }

  @Test func refusals() throws {
    let file = try AgeFile.seal(TestFolder.notes, password: Self.password, workFactor: 5)
    folder.write("p.age", Data(file))
    folder.write("r.age", Data(try AgeFile.seal(TestFolder.notes, for: [identities[0].recipient])))
    let other = "age-encryption.org/v1\n-> ssh-rsa abc\n\n--- \(String(repeating: "A", count: 43))\n"
    folder.write("ssh.age", Data(other.utf8))
    let key = "--key-file identities --new-password-file new --rounds 1"
    let password = "--password-file password --rounds 1"
    try run("import p.age --password-file new --rounds 1", 3, "the password is wrong")
    try run("import p.age \(key)", 3, "no identity opens it, only a password does")
    try run("import r.age \(password)", 3, "no password opens it")
    try run("import ssh.age \(key)", 3, "it is for 1 recipient of the kind ssh-rsa (not supported)")
    try run("import ssh.age \(password)", 3, "no password opens it")
    try run(
      "import r.age --key-file identities", 2,
      "the identities of age cannot open a vault; give it a secret with --generate, --new-password-file or "
        + "--new-key-file")
    try run(
      "import p.age \(password) --max-memory 16KiB", 4, "asks for 32 KiB of memory, more than the limit of 16 KiB")
    try run("import p.age \(password) --max-memory 32KiB", 0)
    folder.write("cut.age", Data(file.dropLast()))
    try run("import cut.age \(password)", 5, "the content is damaged")
    folder.write("tag.age", Data(file.map { $0 == UInt8(ascii: "5") ? UInt8(ascii: "4") : $0 }))
    try run("import tag.age \(password)", 3)
    for name in ["ssh", "cut", "tag", "r"] { #expect(folder.read("\(name).vault") == nil, "\(name)") }
    let export = "export sealed.vault --password-file password --format"
    let recipient = "--recipient \(identities[0].recipient.text)"
    try run("\(export) age --recipient age1pq1xyz", 2, "age1pq1xyz: unsupported: a post-quantum recipient")
    try run("\(export) age \(recipient.dropLast())", 2, "\(identities[0].recipient.text.prefix(20))…: malformed")
    try run("\(export) age --recipient identities", 2, "of age: malformed: a recipient begins with age1")
    try run("\(export) age \(recipient) --new-password-file new", 2, "not both")
    try run("\(export) openssl \(recipient)", 2, "--recipient is not for openssl enc")
    try run("\(export) jwe --armor", 2, "--armor is not for JSON Web Encryption")
    try run("\(export) age --new-key-file identities", 2)
    try run("\(export) age --iter 5", 2, "--iter is not for age")
    let texts = identities.map(\.recipient.text)
    try run(
      "\(export) age -r \(texts[0])", 2, "\(texts[0]) is a recipient of age; write --recipient \(texts[0])")
    try run(
      "\(export) age -r \(texts.joined(separator: " "))", 2,
      "2 words are recipients of age; write --recipient \(texts[0]) --recipient \(texts[1])")
    #expect(folder.read("sealed.age") == nil)
  }

  /// The message names the file of identities, not the file that they should open.
  @Test func filesThatAreNoIdentities() throws {
    folder.write("r.age", Data(try AgeFile.seal(TestFolder.notes, for: [identities[0].recipient])))
    folder.write("id.age", Data(try AgeFile.seal(folder.read("identities")!, password: Self.password, workFactor: 1)))
    folder.write("short", "# x\nAGE-SECRET-KEY-1QQ\n")
    folder.write("word", "# x\nidentity\n")
    folder.write("ssh", "-----BEGIN OPENSSH PRIVATE KEY-----\n")
    for (name, text) in [
      ("short", "short: line 2: a text of 18 characters, too short for Bech32"),
      ("word", "word: line 2: an identity begins with AGE-SECRET-KEY-1"),
      ("ssh", "ssh: unsupported: line 1: an SSH key"),
      ("id.age", "id.age: is encrypted; open it with age -d first"),
    ] {
      try run("import r.age --key-file \(name) --new-password-file new", 2, "swift-vault: \(text)\n")
    }
  }

  /// The header is read before anything is asked for.
  @Test func headersThatNoPasswordOpens() throws {
    let recipients = [identities[0], identities[0], identities[1]].map(\.recipient)
    folder.write("r.age", Data(try AgeFile.seal(TestFolder.notes, for: recipients)))
    let sealed = try AgeFile.seal(TestFolder.notes, password: Self.password, workFactor: 1, isArmored: false)
    folder.write("work.age", Data(sealed.replacing(" 1\n".utf8, with: " 23\n".utf8, maxReplacements: 1)))
    folder.write("far.age", Data(sealed.replacing(" 1\n".utf8, with: " 60\n".utf8, maxReplacements: 1)))
    folder.write("next.age", Data(sealed.replacing("/v1\n".utf8, with: "/v2\n".utf8, maxReplacements: 1)))
    let long = "age-encryption.org/v1\n-> a \(String(repeating: "b", count: 1 << 20))\n\n"
    folder.write("long.age", Data(long.utf8))
    for (name, status, text) in [
      ("r", Int32(3), "it is for 3 recipients of the kind X25519; --key-file names a file of identities"),
      ("work", 4, "asks for 8 GiB of memory, more than the limit of 4 GiB; if you trust its source, --max-memory"),
      ("far", 4, "of memory, more than the limit of 4 GiB"),
      ("next", 4, "is not read: it is of a newer version of age"),
    ] {
      let terminal = try Command.onTerminal("import", "\(name).age", in: folder)
      #expect(try terminal.finish().status == status)
      #expect(terminal.transcript.contains(text) && !terminal.transcript.contains("Password"), "\(terminal.transcript)")
    }
    try run(
      "import next.age --format age --password-file password", 4,
      "is not read as age: it is of a newer version of age")
    try run("import long.age --password-file password", 4, "is not read as age: its header has more than 1048576 bytes")
  }

  @Test func questions() throws {
    folder.write("r.age", Data(try AgeFile.seal(TestFolder.notes, for: [identities[0].recipient])))
    folder.write("p.age", Data(try AgeFile.seal(TestFolder.notes, password: Self.password, workFactor: 1)))
    let new = try Command.onTerminal("import", "r.age", "--key-file", "identities", "--rounds", "1", in: folder)
    for question in ["New password for r.age: ", "Repeat the password: "] {
      try new.expect(question)
      new.type("another password of the vault\n")
    }
    #expect(try new.finish().status == 0, "\(new.transcript)")
    try checkContent(of: "r.vault", TestFolder.notes, password: "new")
    let again = try Command.onTerminal("import", "p.age", "--rounds", "1", in: folder)
    try again.expect("Password for p.age: ")
    again.type("wrong\n")
    try again.expect("Wrong password (2 tries left). Password for p.age: ")
    again.type("\(TestFolder.password)\n")
    #expect(try again.finish().status == 0, "\(again.transcript)")
  }
}
