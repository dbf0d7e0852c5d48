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
    try run("import ssh.age \(key)", 3, "1 of ssh-rsa")
    try run("import ssh.age \(password)", 3, "no password opens it")
    try run("import r.age --key-file identities", 2, "--new-password-file")
    folder.write("wrong", "# x\nAGE-SECRET-KEY-1QQ\n")
    try run(
      "import r.age --key-file wrong --new-password-file new", 2,
      "line 2: a text of 18 characters, too short for Bech32")
    try run("import p.age \(password) --max-memory 16KiB", 5, "the work factor 5; the limit is 4")
    try run("import p.age \(password) --max-memory 32KiB", 0)
    folder.write("cut.age", Data(file.dropLast()))
    try run("import cut.age \(password)", 5, "the content is damaged")
    folder.write("tag.age", Data(file.map { $0 == UInt8(ascii: "5") ? UInt8(ascii: "4") : $0 }))
    try run("import tag.age \(password)", 3)
    for name in ["ssh", "cut", "tag", "r"] { #expect(folder.read("\(name).vault") == nil, "\(name)") }
    let export = "export sealed.vault --password-file password --format"
    let recipient = "--recipient \(identities[0].recipient.text)"
    try run("\(export) age --recipient age1pq1xyz", 2, "which age has since version 1.3")
    try run("\(export) age --recipient identities", 2, "begins with age1")
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
}
