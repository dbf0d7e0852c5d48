import Foundation
import SwiftVaultTestSupport
import Testing
import VaultInterop

/// The destination of a result or a line: never a file that the same run made or reads, and never the target of
/// somebody else's link.
@Suite struct VaultToolOutputPlaceTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("timeout 20 \"$TOOL\" \(words) --password-file password", in: folder)
  }

  /// Two inputs whose outputs have the same name, or are one file under two names. The first output stays.
  @Test(
    arguments: [
      "import -r tree", "import tree/notes.txt.enc tree/notes.txt.rncryptor", "seal notes.txt ./notes.txt",
      "seal notes.txt same/notes.txt", "open sealed.vault same/sealed.vault",
      "export --format openssl sealed.vault same/sealed.vault",
    ], ["--force", "--skip-existing", ""])
  func anOutputOfThisRunStays(words: String, option: String) throws {
    try folder.shell("mkdir tree; ln -s . same; rm -f sealed")
    let password = Array(TestFolder.password.utf8)
    folder.write("tree/notes.txt.enc", Data(try OpenSSLFile.seal(Data("first".utf8), password: password)))
    folder.write("tree/notes.txt.rncryptor", Data(RNCryptor.seal(Data("second".utf8), password: password)))
    let run = try run("\(words) \(option) \(words.hasPrefix("open") || words.hasPrefix("export") ? "" : "--rounds 1")")
    #expect(run.status == 6, "\(run.errors)")
    let source =
      words.hasPrefix("import") ? "tree/notes.txt.enc" : words.hasPrefix("seal") ? "notes.txt" : "sealed.vault"
    #expect(run.complaints.contains("was just made from \(source); it is kept"), "\(run.errors)")
    if words.hasPrefix("import") {
      let opened = try self.run("open tree/notes.txt.vault -o -")
      #expect(opened.text == "first", "\(opened.errors)")
      if words.hasPrefix("import -r") {
        #expect(run.errors.contains("1 imported, 0 skipped, 1 failed"), "\(run.errors)")
      }
    }
  }

  /// Every command that reads files, with standard output or error leading to one of them.
  @Test(
    arguments: [
      "verify sealed.vault", "inspect sealed.vault", "inspect - < sealed.vault", "password add sealed.vault --recovery",
      "password repair sealed.vault", "password remove sealed.vault", "reseal sealed.vault", "open sealed.vault -o x",
      "seal sealed.vault -o x", "import sealed.vault -o x", "export sealed.vault --format openssl -o x",
      "credential verify sealed.vault", "credential verify --passwords sealed.vault password",
      "credential convert sealed.vault --form phc", "credential create --blocklist sealed.vault",
      "verify notes.txt --key-file sealed.vault",
    ], [">>", "2>>"])
  func noLineGoesIntoAnInput(words: String, redirection: String) throws {
    let takesPassword = !["inspect", "credential convert", "verify notes.txt"].contains { words.hasPrefix($0) }
    let password = takesPassword ? "--password-file password" : ""
    let run = try Command.shell(
      "\"$TOOL\" \(words) \(password) \(redirection) sealed.vault; status=$?; cmp sealed.vault kept && exit $status",
      in: try keeping("sealed.vault"))
    #expect(run.status == (redirection == ">>" ? 2 : 1), "\(run.errors)")
    #expect(redirection == "2>>" || run.errors.contains(": is the target of standard output"), "\(run.errors)")
  }

  private func keeping(_ name: String) throws -> TestFolder {
    try folder.shell("cp \(name) kept")
    return folder
  }

  @Test func noLineGoesIntoAFileBelowAFolder() throws {
    try folder.shell("mkdir tree; cp sealed.vault tree/a.vault; cp sealed.vault tree/b.vault")
    let run = try run("verify -r tree >> tree/b.vault")
    #expect(run.status == 2 && run.errors.contains("tree/b.vault: is the target of standard output"), "\(run.errors)")
    #expect(run.errors.contains("1 verified, 0 skipped, 1 failed"))
  }

  /// Names of descriptors are the streams themselves.
  @Test func namesOfDescriptors() throws {
    let sealing = [
      "seal /dev/stdin < notes.txt", "seal - -o /dev/stdout < notes.txt",
      "seal /proc/self/fd/0 -o /dev/fd/1 < notes.txt",
      "seal notes.txt -o >(cat)", "seal notes.txt -o /dev/fd/3 3>&1",
      "seal notes.txt -o link", "seal <(cat notes.txt) -o -",
    ]
    try folder.shell("ln -s /dev/stdout link")
    let names = folder.names
    for words in sealing {
      let run = try Command.shell(
        "\"$TOOL\" \(words) --rounds 600000 --hash sha256 --password-file password; status=$?; sleep 0.2; exit $status",
        in: folder)
      #expect(run.status == 0, "\(words): \(run.errors)")
      folder.write("piped.vault", run.output)
      #expect(try self.run("open piped.vault -o /dev/stdout").output == TestFolder.notes, "\(words)")
      try folder.shell("rm piped.vault")
      #expect(folder.names == names, "\(words)")
    }
    let key = try Command.shell("\"$TOOL\" key create -o >(cat); sleep 0.2", in: folder)
    #expect(key.status == 0 && key.text.hasPrefix("# A key of swift-vault."), "\(key.errors)")
  }

  @Test func aVaultNamedLikeAStream() throws {
    try folder.shell("cp sealed.vault ./-.vault")
    let run = try run("open -- -.vault")
    // An option after -- is a name, too.
    #expect(run.status == 2)
    let opened = try Command.shell("\"$TOOL\" open --password-file password -- -.vault", in: folder)
    #expect(opened.status == 0 && opened.output.isEmpty, "\(opened.errors)")
    #expect(folder.read("-") == TestFolder.notes)
  }

  /// Somebody else may have made a link in a folder that others can write to.
  @Test(arguments: ["0777", "1777", "0775"]) func aLinkInASharedFolder(mode: String) throws {
    try folder.shell(
      "mkdir shared; chmod \(mode) shared; cp sealed.vault theirs.vault; cp notes.txt theirs"
        + "; ln -s ../theirs shared/o; ln -s ../theirs.vault shared/v.vault; echo x > new")
    for words in [
      "seal notes.txt -o shared/o --force --rounds 1", "open sealed.vault -o shared/o --force",
      "export sealed.vault --format openssl -o shared/o --force", "seal notes.txt -o shared/o",
      "password add shared/v.vault --new-password-file new --rounds 1",
      "reseal shared/v.vault --new-password-file new --rounds 1",
    ] {
      let run = try run(words)
      #expect(run.status == 1, "\(words): \(run.errors)")
      #expect(
        run.complaints.contains("is a symbolic link in a folder that others can write to"), "\(words): \(run.errors)")
      #expect(folder.read("theirs") == TestFolder.notes && folder.read("theirs.vault") == TestFolder.sealedNotes)
    }
    #expect(try run("verify shared/v.vault").status == 0)
    try folder.shell("chmod 755 shared")
    #expect(try run("open sealed.vault -o shared/o --force").status == 0)
  }

  @Test func theOwnerCanReadTheOutputWhateverTheUmask() throws {
    let run = try Command.shell(
      "umask 777; \"$TOOL\" open sealed.vault -o opened --password-file password", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.mode("opened") == 0o600)
  }
}
