import Foundation
import SwiftVaultTestSupport
import Testing

/// One file or stream given for two purposes is refused, under whatever names it is given.
@Suite struct VaultToolSourceTests {
  private let folder: TestFolder

  init() throws {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    let made = try Command.shell("ln -s notes.txt link; ln notes.txt hard; mkfifo pipe", in: folder)
    #expect(made.status == 0)
  }

  @Test(
    arguments: [
      ("seal /dev/stdin -o x --password-fd 0 < notes.txt", "standard input cannot give both the content"),
      ("seal /dev/stdin -o x --password-fd 0 < <(cat notes.txt)", "standard input cannot give both the content"),
      ("seal - -o x --password-file /dev/stdin < notes.txt", "standard input cannot give both the content"),
      ("seal - -o x --password-file /dev/stdin < <(cat notes.txt)", "standard input cannot give both the content"),
      ("seal - -o x --password-fd 3 < notes.txt 3<&0", "file descriptor 3 cannot give both the content"),
      ("seal - -o x --password-fd 3 < <(cat notes.txt) 3<&0", "file descriptor 3 cannot give both the content"),
      ("seal /dev/fd/3 -o x --password-fd 3 3< notes.txt", "file descriptor 3 cannot give both the content"),
      ("seal pipe -o x --password-file ./pipe", "./pipe cannot give both the content"),
      ("seal notes.txt --password-file notes.txt", "notes.txt cannot give both the content"),
      ("seal notes.txt --password-file link", "link cannot give both the content"),
      ("seal hard --password-fd 3 3< link", "file descriptor 3 cannot give both the content"),
      ("open - -o x --password-file /dev/stdin < sealed.vault", "standard input cannot give both the content"),
      ("verify password sealed.vault --password-file password", "password cannot give both the content"),
      ("password remove sealed.vault --password-file ./sealed.vault", "./sealed.vault cannot give both the content"),
      ("credential verify password --password-file password", "password cannot give both the content"),
      ("credential create --blocklist - --password-fd 0 < new", "standard input cannot give both the blocklist"),
      ("credential create --blocklist /dev/stdin --password-fd 0 < new", "standard input cannot give both the block"),
      ("credential create --blocklist new --password-file ./new", "./new cannot give both the blocklist"),
      (
        "password add sealed.vault --password-fd 3 --new-password-fd 4 3< <(cat password) 4<&3",
        "file descriptor 3 cannot give both passwords"
      ),
      (
        "password add sealed.vault --password-fd 3 --new-password-file /dev/fd/3 3< <(cat password)",
        "file descriptor 3 cannot give both passwords"
      ),
      (
        "reseal sealed.vault --password-file pipe --new-password-file ./pipe",
        "pipe cannot give both passwords"
      ),
      (
        "reseal sealed.vault --password-fd 3 --new-password-fd 3 3< password",
        "file descriptor 3 cannot give both passwords"
      ),
      ("seal notes.txt -o password --force --password-fd 3 3< password", "password: is read by this command"),
      ("seal notes.txt -o - --password-file password >> password", "password: is the target of standard output"),
      (
        "open sealed.vault -o - --password-fd 3 3< password >> password",
        "file descriptor 3: is the target of standard output"
      ),
    ])
  func isRefused(words: String, sentence: String) throws {
    let names = folder.names.filter { $0 != "pipe" }
    let before = names.map(folder.read)
    let run = try Command.shell("timeout 20 \"$TOOL\" \(words)", in: folder)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.complaints.contains("swift-vault: \(sentence)"), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(folder.names.filter { $0 != "pipe" } == names && names.map(folder.read) == before)
  }

  /// The number of a descriptor that is not open may become that of the file to seal.
  @Test(arguments: 3...6)
  func aDescriptorThatIsNotOpen(number: Int) throws {
    let before = folder.names
    for words in ["seal notes.txt -o x", "seal notes.txt hard", "open sealed.vault -o x", "verify sealed.vault"] {
      let run = try Command.shell("\"$TOOL\" \(words) --password-fd \(number)", in: folder)
      #expect(run.status == 1, "\(words): \(run.errors)")
      #expect(run.complaints.contains("file descriptor \(number): the password cannot be read: bad file descriptor"))
    }
    #expect(folder.names == before)
  }

  /// A file can be read twice, and a user can type the password and then the content.
  @Test func whatIsLegitimate() throws {
    let same = try Command.shell(
      """
      "$TOOL" reseal sealed.vault --rounds 1 --password-file password --new-password-file password &&
      "$TOOL" reseal sealed.vault --rounds 1 --password-fd 3 --new-password-file password 3< password &&
      "$TOOL" verify sealed.vault --password-file password
      """, in: folder)
    #expect(same.status == 0, "\(same.errors)")
    let typing = try Command.onTerminal("seal", "-", "-o", "typed", "--rounds", "1", in: folder)
    try typing.expect("Password for standard input: ")
    typing.type("open sesame\n")
    try typing.expect("Repeat the password: ")
    typing.type("open sesame\n")
    try typing.expect("\r\n", occurrence: 3)
    typing.type("typed here\n\u{4}")
    #expect(try typing.finish().status == 0, "\(typing.transcript)")
    let opened = try Command.swiftVault("open", "typed", "-o", "-", "--password-file", "password", in: folder)
    #expect(opened.output == Data("typed here\n".utf8))
  }
}
