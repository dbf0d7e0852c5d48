import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool

/// The completion scripts, tested in the shells.
@Suite struct VaultToolShellTests {
  /// The typed line, with a tab for each `⇥`, and the words that the command receives.
  struct Typed: Sendable, CustomTestStringConvertible {
    let line: String
    let words: [String]
    var testDescription: String { line }

    init(_ line: String, _ words: String...) { (self.line, self.words) = (line, words) }
  }

  @Test(arguments: ["", "a", "it's", "'", "''", "'a", "a'", "$a `b` \\"])
  func quotedForAnyShell(word: String) throws {
    for shell in ["sh", "bash", "zsh"] {
      let command = "\(shell) -c \("printf %s \(word.inShell)".inShell)"
      let process = try Command.shell(command, in: TestFolder())
      #expect(process.status == 0 && process.text == word, "\(shell): \(process.text)")
    }
  }

  static let typed = [
    Typed("sea⇥no⇥", "seal", "notes.txt"),
    Typed("seal notes.txt tw⇥", "seal", "notes.txt", "two words.vault"),
    Typed("seal true.t⇥", "seal", "true.txt"),
    Typed("open tr⇥", "open", "true.vault"),
    Typed("open tw⇥", "open", "two words.vault"),
    Typed("open fol⇥i⇥", "open", "folder/inner.vault"),
    Typed("inspect tr⇥--js⇥", "inspect", "true.vault", "--json"),
    Typed("open tr⇥--max-r⇥", "open", "true.vault", "--max-rounds"),
    Typed("seal -o no⇥", "seal", "-o", "notes.txt"),
    Typed("seal --sk⇥-r no⇥", "seal", "--skip-existing", "-r", "notes.txt"),
    Typed("open --pres⇥tr⇥", "open", "--preserve", "true.vault"),
    Typed("seal --password-file no⇥", "seal", "--password-file", "notes.txt"),
    Typed("seal --password-file=no⇥", "seal", "--password-file=notes.txt"),
    Typed("seal --context open no⇥", "seal", "--context", "open", "notes.txt"),
    Typed("seal --rounds no⇥", "seal", "--rounds", "no"),
    Typed("seal --hash no⇥", "seal", "--hash", "no"),
    Typed("completion f⇥", "completion", "fish"),
    Typed("pass⇥rem⇥tr⇥", "password", "remove", "true.vault"),
    Typed("cre⇥ver⇥no⇥--hash sha2⇥", "credential", "verify", "notes.txt", "--hash", "sha256"),
    Typed("password add --password-fi⇥", "password", "add", "--password-file"),
    Typed("import --format k⇥", "import", "--format", "keychain"),
    Typed("export --format k⇥r⇥", "export", "--format", "kr"),
    Typed("export notes --format=o⇥", "export", "notes", "--format=openssl"),
  ]

  static func installed(_ program: String) -> Bool {
    (try? Command.shell("command -v \(program)", in: TestFolder()).status) == 0
  }

  /// A folder with files to complete and the shell's script, including two-word commands.
  private static func folder(_ shell: Shell) -> TestFolder {
    let folder = TestFolder()
    for name in ["notes.txt", "true.txt", "true.vault", "two words.vault"] { folder.write(name, "") }
    try! FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
    folder.write("folder/inner.vault", "")
    folder.write("script", shell.completion)
    return folder
  }

  private static func type(_ typed: Typed, in command: [String], after preparation: String, _ shell: Shell) throws {
    let terminal = try Command.onTerminal(command, in: folder(shell))
    terminal.type(preparation + "\n")
    try terminal.expect("ready> ")
    terminal.type("swift-vault \(typed.line.replacing("⇥", with: "\t"))\n")
    try terminal.expect("got " + typed.words.map { "<\($0)>" }.joined() + ".")
    terminal.type("exit\n")
    _ = try terminal.finish()
  }

  private static let posix = "source ./script; swift-vault() { printf 'got '; printf '<%s>' \"$@\"; echo .; }"

  @Test(arguments: typed)
  func bash(_ typed: Typed) throws {
    try Self.type(
      typed, in: ["bash", "--norc", "--noprofile", "-i"], after: Self.posix + "; PS1='rea''dy> '", .bash)
  }

  @Test(.enabled(if: installed("zsh"), "zsh is not installed"), arguments: typed)
  func zsh(_ typed: Typed) throws {
    try Self.type(
      typed, in: ["zsh", "-f", "-i"], after: "autoload -Uz compinit; compinit -D -u; \(Self.posix); PS1='rea''dy> '",
      .zsh)
  }

  @Test(.enabled(if: installed("fish"), "fish is not installed"), arguments: typed)
  func fish(_ typed: Typed) throws {
    try Self.type(
      typed, in: ["fish", "--no-config", "--private", "-i"],
      after: """
        source ./script; function swift-vault; printf 'got '; printf '<%s>' $argv; echo .; end; \
        function fish_prompt; echo 'rea''dy> '; end
        """, .fish)
  }

  /// fish offers files for the value of an option only if the value is a file, and for no other option.
  @Test func fishOffersFiles() {
    let lines = Shell.fish.completion.split(separator: "\n")
    for command in Subcommand.all {
      for option in command.options {
        let isOf = "-n \("__swift_vault_in \(command.name)".inShell) "
        let found = lines.filter { $0.contains(isOf) && $0.contains(" -l \(option.spelling.dropFirst(2)) ") }
        #expect(found.count == 1, "\(command.name) \(option.spelling)")
        let isFile = option.value?.kind == .file
        let offersOnlyItsValues = found.allSatisfy { $0.contains(" -x ") && !$0.contains(" -F ") }
        #expect(offersOnlyItsValues == (option.value != nil && !isFile), "\(found)")
        #expect(found.allSatisfy { $0.contains(" -r -F ") } == isFile, "\(found)")
      }
    }
  }

  /// The command prints the script that the other tests install.
  @Test(arguments: Shell.allCases)
  func theScriptIsPrinted(shell: Shell) throws {
    let run = try Command.swiftVault("completion", shell.rawValue, in: TestFolder())
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text == shell.completion)
  }

  /// The words that bash offers if there is more than one, and no words where none can be known.
  @Test(arguments: [
    ("", "completion credential export import inspect key manual open password reseal seal selftest verify"),
    ("password ", "add change raise remove repair"),
    ("bake ", ""),
    ("completion ", "bash fish zsh"), ("completion bash ", ""), ("reseal true.vault ", ""), ("seal --rounds ", ""),
    ("credential ", "convert create verify"),
    ("import --format ", "age ansible fernet jwe keychain openssl pkcs8 rncryptor themis themis-imprint"),
    ("export --format ", "age ansible fernet jwe openssl rncryptor themis"), ("--format ", ""),
    ("credential create --hash ", "sha256 sha512"), ("credential create ", ""),
    ("inspect --", "--help --json --recursive --version"),
    ("password --password-fd = 3 ", "add change raise remove repair"),
  ])
  func bashOffers(line: String, words: String) throws {
    #expect(try Self.offers(line) == words + "\n")
  }

  /// An option may have other values in another command.
  @Test func bashOffersTheValuesOfTheCommand() throws {
    for command in Subcommand.all {
      for option in command.options {
        guard case .words(let words)? = option.value?.kind else { continue }
        let line = "\(command.name) \(option.spelling) "
        #expect(try Self.offers(line) == words.sorted().joined(separator: " ") + "\n", "\(line)")
      }
    }
  }

  private static func offers(_ line: String) throws -> String {
    let run = try Command.shell(
      """
      source ./script; COMP_WORDS=(swift-vault \(line)); [[ '\(line)' == *- ]] || COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _swift_vault; printf '%s\\n' "${COMPREPLY[@]}" | sort | paste -sd' '
      """, in: folder(.bash))
    #expect(run.errors.isEmpty)
    return run.text
  }
}
