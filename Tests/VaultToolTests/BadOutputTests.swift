import Foundation
import SwiftVaultTestSupport
import Testing

/// Output that cannot be written: each command of each tool reports it and ends with exit status 1, and never with a
/// signal.
@Suite struct BadOutputTests {
  private let folder = TestFolder.furnished()

  /// The command lines of each tool, with every command that its help lists.
  static let words: [String: [String]] = [
    "swift-vault": [
      "--help", "seal --help", "--version", "manual", "completion bash", "selftest", "inspect sealed.vault",
      "verify sealed.vault --password-file password", "open sealed.vault -o - --password-file password",
      "seal notes.txt -o - --rounds 1 --password-file password", "key create",
      "export sealed.vault -o - --format openssl --password-file password",
      "import exported -o - --rounds 1 --iter 600000 --password-file password",
      "password add sealed.vault --recovery --password-file password",
      "credential create --force --rounds 1 --password-file password",
      "credential convert users --form phc --keep-others",
      "credential verify --passwords table users",
    ],
    "vault-bench": [
      "--help", "cpu --help", "--version", "cpu", "cpu --json", "limits --time 0.00001", "limits --time 0.00001 --json",
      "throughput --filter 'sha256' --time 0.0001", "throughput --filter 'sha1' --time 0.0001 --json",
      "timing --filter 'key-comparison' --time 0.01", "timing --filter 'key-comparison' --time 0.01 --json",
      "calibrate --budget 1ms --hash sha256", "calibrate --budget 1ms --hash sha256 --json", "calibrate --watch 1s",
      "serve < request", "vault notes.txt --rounds 1 --runs 1", "vault notes.txt --rounds 1 --runs 1 --json",
    ],
    "crypto-lab": [
      "--help", "modes --help", "", "--version", "kernels", "digest --hash sha256 --text abc", "batch < batch",
      "hmac --hash sha256 --key 00 --text abc", "hkdf --hash sha256 --ikm 00 --length 16",
      "pbkdf2 --hash sha256 --password a --salt 00 --rounds 1 --length 16", "exercise",
      "exercise ecb-byte", "exercise ecb-byte --oracle < request", "quiz --list", "quiz < request", "results --help",
    ] + lessons,
  ]
  private static let lessons = [
    "modes", "ecb-picture", "padding", "padding-oracle", "bit-flip", "nonce-reuse", "options-trap", "aes-rounds",
    "sha-rounds", "avalanche", "length-extension", "hmac-passes", "gcm", "commitment", "entropy", "pbkdf2-rounds",
    "stretch", "salt", "memory-hard", "timing", "key-agreement",
  ]
  /// Commands whose output is that of the rows above, or which print nothing.
  private static let others = ["reseal", "aes", "cmac", "keywrap", "keyunwrap"]

  static let cases = words.flatMap { tool, rows in rows.map { (tool, $0) } }.sorted { $0 < $1 }

  init() throws {
    folder.write("request", "clock 1 0.001\n")
    folder.write("batch", "{\"op\":\"digest\",\"hash\":\"sha256\",\"data\":\"00\"}\n")
    folder.write("table", "id,password\na,open sesame\n")
    let line = try folder.run("credential", "create", "--force", "--rounds", "1").text
    folder.write("users", "id,credential\na,\(line)")
    try folder.shell("\"$TOOL\" export sealed.vault --format openssl -o exported --password-file password")
  }

  @Test(arguments: cases) func fails(tool: String, words: String) throws {
    let before = folder.snapshot
    for place in [">/dev/full", ">&-"] {
      let run = try run("timeout 60 \"$T\" \(words) \(place)", tool)
      #expect(run.status == 1, "\(place): \(run.errors)")
      #expect(run.errors.contains("\(tool): standard output: cannot be written: "), "\(place): \(run.errors)")
    }
    // The reader is gone when the command begins.
    let piped = try run("trap '' PIPE; (sleep 0.1; \"$T\" \(words); echo $? > status) | true", tool)
    #expect(folder.read("status") == Data("1\n".utf8), "\(piped.errors)")
    #expect(!piped.errors.contains("standard output"), "\(piped.errors)")
    try folder.shell("rm status")
    #expect(folder.snapshot == before)
  }

  /// These would be signals, if they were not ignored.
  @Test(arguments: words.keys) func aClosedPipeAndALimitAreErrors(tool: String) throws {
    try #require(try run("(sleep 0.1; \"$T\" --help; echo $? > status) | true", tool).errors.isEmpty)
    #expect(folder.read("status") == Data("1\n".utf8))
    // Standard error is a pipe, on which the limit has no effect.
    let limited = try run(
      "(export LLVM_PROFILE_FILE=/dev/null; ulimit -f 0; \"$T\" --help 2>&1 >limited; echo $?) | cat", tool)
    #expect(limited.text == "\(tool): standard output: cannot be written: file too large\n1\n")
  }

  @Test(arguments: words.keys, [">/dev/full", ">&-"]) func standardError(tool: String, place: String) throws {
    for words in ["nonsense", "--nonsense"] {
      #expect(try run("\"$T\" \(words) 2\(place)", tool).status == 2)
    }
  }

  /// The rows name every command of the tool.
  @Test(arguments: words.keys) func everyCommandIsThere(tool: String) throws {
    let known = Set(try #require(Self.words[tool]).flatMap { $0.split(separator: " ").prefix(2).map(String.init) })
    let help = try run("\"$T\" --help", tool).text
    let names = help.matches(of: /(?m)^  (?:swift-vault )?([a-z][a-z-]*)(?: [a-z]+)?(?: [A-Z]+)?  +[a-z]/).map {
      String($0.1)
    }
    #expect(names.count > 5)
    #expect(names.filter { !known.contains($0) && !Self.others.contains($0) } == [])
  }

  @Test(arguments: [
    ("swift-vault", "saal notes.txt", "seal"), ("swift-vault", "opne x", "open"),
    ("swift-vault", "pasword add", "password"), ("swift-vault", "password ad notes.txt", "add"),
    ("swift-vault", "credential verfy", "verify"),
    ("vault-bench", "calibrat", "calibrate"), ("crypto-lab", "mode", "modes"),
    ("crypto-lab", "paddin-oracle", "padding-oracle"),
    ("crypto-lab", "exercise ecb-byt", "ecb-byte"), ("crypto-lab", "digest --hash sah256 --text a", "sha256"),
  ]) func aMistypedWordGetsASuggestion(tool: String, words: String, meant: String) throws {
    let run = try run("\"$T\" \(words)", tool)
    #expect(run.status == 2 && run.errors.contains("(did you mean \(meant)?)"), "\(run.errors)")
    #expect(try !self.run("\"$T\" xyzzy", tool).errors.contains("did you mean"))
  }

  /// A line of output would change the file that is being read.
  @Test(
    arguments: [
      ("vault-bench", "vault notes.txt --rounds 1 --runs 1"), ("vault-bench", "calibrate --compare notes.txt password"),
      ("crypto-lab", "digest --hash sha256 --file notes.txt"), ("crypto-lab", "ecb-picture --image notes.txt"),
      ("swift-vault", "inspect notes.txt"),
    ], [">>", "2>>"])
  func noLineGoesIntoAnInput(row: (tool: String, words: String), redirection: String) throws {
    let (tool, words) = row
    try folder.shell("cp notes.txt kept")
    let run = try run("\"$T\" \(words) \(redirection) notes.txt; echo $? > status", tool)
    #expect(folder.read("status") != Data("0\n".utf8))
    if redirection == ">>" {
      #expect(run.errors.contains("standard output"), "\(run.errors)")
      #expect(folder.read("notes.txt") == folder.read("kept"))
    }
  }

  private func run(_ script: String, _ tool: String) throws -> Command.Outcome {
    try Command.shell("T=\"$(dirname \"$TOOL\")/\(tool)\"; \(script)", in: folder)
  }
}
