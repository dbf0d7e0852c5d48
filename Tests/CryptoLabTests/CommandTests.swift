import Foundation
import SwiftVaultTestSupport
import Testing

@Suite("crypto-lab: one operation at a time")
struct CryptoLabCommandTests {
  private static let lab = Command("crypto-lab")

  /// Published vectors: the arguments, and the line that must be printed.
  static let answers: [(arguments: [String], answer: String)] = [
    // FIPS 180-4 examples.
    (
      ["digest", "--hash", "sha256", "--text", "abc"],
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (["digest", "--hash=sha1", "--hex=616263", "--split=1,1"], "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (["digest", "--hash", "sha1", "--text", ""], "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    (
      ["digest", "--hash", "sha512_224", "--kernel", "portable", "--text", "abc"],
      "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"
    ),
    // RFC 4231, test case 2.
    (
      ["hmac", "--hash", "sha256", "--key", "4a656665", "--text", "what do ya want for nothing?"],
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      ["hmac", "--hash", "sha256", "--key-text", "Jefe", "--text", "what do ya want for nothing?", "--split", "9"],
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    // RFC 5869, test case 1.
    (
      [
        "hkdf", "--hash", "sha256", "--ikm", String(repeating: "0b", count: 22), "--salt",
        "000102030405060708090a0b0c", "--info", "f0f1f2f3f4f5f6f7f8f9", "--length", "42",
      ],
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    // RFC 6070.
    (
      [
        "pbkdf2", "--hash", "sha1", "--password", "password", "--salt-text", "salt", "--rounds", "4096", "--length",
        "20",
      ],
      "4b007901b765489abead49d926f721d065a429c1"
    ),
    (
      [
        "pbkdf2", "--hash", "sha1", "--password-hex", "7061737300776f7264", "--salt", "7361006c74", "--rounds", "4096",
        "--length", "16", "--kernel", "portable",
      ],
      "56fa6aa75548099dcc37d7f03425e0c3"
    ),
    // SP 800-38A, F.2.1 and F.5.1.
    (
      [
        "aes", "--mode", "cbc", "--encrypt", "--padding", "none", "--key", "2b7e151628aed2a6abf7158809cf4f3c", "--iv",
        "000102030405060708090a0b0c0d0e0f", "--hex", "6bc1bee22e409f96e93d7e117393172a",
      ],
      "7649abac8119b246cee98e9b12e9197d"
    ),
    (
      [
        "aes", "--mode", "ctr", "--decrypt", "--key", "2b7e151628aed2a6abf7158809cf4f3c", "--iv",
        "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "--hex", "874d6191b620e3261bef6864990db6ce", "--split", "5",
      ],
      "6bc1bee22e409f96e93d7e117393172a"
    ),
    // SP 800-38A, F.3.7 and F.4.1.
    (
      [
        "aes", "--mode", "cfb8", "--encrypt", "--key", "2b7e151628aed2a6abf7158809cf4f3c", "--iv",
        "000102030405060708090a0b0c0d0e0f", "--hex", "6bc1bee22e409f96e93d7e117393172aae2d",
      ],
      "3b79424c9c0dd436bace9e0ed4586a4f32b9"
    ),
    (
      [
        "aes", "--mode", "ofb", "--decrypt", "--key", "2b7e151628aed2a6abf7158809cf4f3c", "--iv",
        "000102030405060708090a0b0c0d0e0f", "--hex", "3b3fd92eb72dad20333449f8e83cfb4a",
      ],
      "6bc1bee22e409f96e93d7e117393172a"
    ),
    // SP 800-38B, D.1, example 1.
    (
      ["cmac", "--key", "2b7e151628aed2a6abf7158809cf4f3c", "--text", "", "--split", "0,0"],
      "bb1d6929e95937287fa37d129b756746"
    ),
    // RFC 5649, section 6, and back.
    (
      [
        "keyunwrap", "--padding", "--key", "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8", "--hex",
        "afbeb0f07dfbf5419200f2ccb50bb24f", "--kernel", "portable",
      ],
      "466f7250617369"
    ),
    // RFC 3394, section 4.1.
    (
      [
        "keywrap", "--key", "000102030405060708090a0b0c0d0e0f", "--hex", "00112233445566778899aabbccddeeff",
      ],
      "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"
    ),
  ]

  @Test("published vectors come out", arguments: answers.indices)
  func vectors(index: Int) throws {
    let (arguments, answer) = Self.answers[index]
    let outcome = try Self.lab.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.text == answer + "\n")
  }

  private static let zeros = String(repeating: "00", count: 16)

  /// Arguments that are refused, with the exit status and a word of the message.
  static let refused: [(arguments: [String], status: Int32, word: String)] = [
    (["sing"], 2, "'sing'"), (["digest"], 2, "--hash"), (["digest", "--hash"], 2, "--hash"),
    (["digest", "--hash", "md4", "--text", ""], 2, "'md4'"), (["digest", "--hash", "sha1"], 2, "--text"),
    (["digest", "--hash", "sha1", "--text", "", "--colour"], 2, "'--colour'"),
    (["digest", "--hash", "sha1", "file"], 2, "'file'"), (["digest", "--hash", "sha1", "--raw=1"], 2, "--raw"),
    (["digest", "--hash", "sha1", "--text", "", "--hex", ""], 2, "exclude"),
    (["digest", "--hash", "sha1", "--hash", "sha1", "--text", ""], 2, "twice"),
    (["digest", "--hash", "sha1", "--text", "", "--kernel", "abacus"], 2, "'abacus'"),
    (["digest", "--hash", "sha1", "--hex", "0"], 1, "--hex"),
    (["digest", "--hash", "sha1", "--hex", "zz"], 1, "--hex"),
    (["digest", "--hash", "sha1", "--text", "abc", "--split", "4"], 1, "--split"),
    (["digest", "--hash", "sha1", "--text", "abc", "--split", "x"], 2, "'x'"),
    (["digest", "--hash", "sha1", "--file", "/nonexistent/file"], 1, "/nonexistent/file"),
    (["digest", "--hash", "sha1", "--file", "/"], 1, "irectory"),
    (["digest", "--hash", "sha1", "--text", "", "-o", "/nonexistent/file"], 1, "/nonexistent/file"),
    (["digest", "--hash", "sha1", "--text", "", "-o", "/"], 1, "exists"),
    (["hmac", "--hash", "sha1", "--text", ""], 2, "--key"),
    (["hkdf", "--hash", "sha1", "--ikm", "00", "--length", "5101"], 1, "5100"),
    (["hkdf", "--hash", "sha1", "--ikm", "00", "--length", "many"], 2, "'many'"),
    (["hkdf", "--hash", "sha1", "--ikm", "00", "--length", "99999999999999999999"], 2, "--length"),
    (
      ["pbkdf2", "--hash", "sha1", "--password", "", "--salt", "", "--rounds", "0", "--length", "1"], 1, "--rounds"
    ),
    (
      ["pbkdf2", "--hash", "sha1", "--password", "", "--salt", "", "--rounds", "1", "--length", "99999999999"], 1,
      "--length"
    ),
    (["aes", "--mode", "xts", "--encrypt", "--key", zeros, "--text", ""], 2, "'xts'"),
    (["aes", "--mode", "ecb", "--key", zeros, "--text", ""], 2, "--encrypt or --decrypt"),
    (["aes", "--mode", "ecb", "--encrypt", "--decrypt", "--key", zeros, "--text", ""], 2, "exclude"),
    (["aes", "--mode", "ecb", "--encrypt", "--key", zeros, "--iv", zeros, "--text", ""], 2, "IV"),
    (
      ["aes", "--mode", "ctr", "--encrypt", "--key", zeros, "--iv", zeros, "--padding", "zero", "--text", ""], 2, "CTR"
    ),
    (["aes", "--mode", "cbc", "--encrypt", "--key", zeros, "--text", ""], 2, "--iv"),
    (["aes", "--mode", "ecb", "--encrypt", "--key", "00", "--text", ""], 1, "1"),
    (["aes", "--mode", "cbc", "--encrypt", "--key", zeros, "--iv", "00", "--text", ""], 1, "1"),
    (["aes", "--mode", "ecb", "--encrypt", "--padding", "none", "--key", zeros, "--text", "x"], 1, "1"),
    (["aes", "--mode", "ecb", "--encrypt", "--padding", "oaep", "--key", zeros, "--text", "x"], 2, "'oaep'"),
    (["aes", "--mode", "ecb", "--decrypt", "--key", zeros, "--hex", zeros], 1, ""),
    (
      ["aes", "--mode", "ofb", "--encrypt", "--key", zeros, "--iv", zeros, "--padding", "pkcs7", "--text", ""], 2, "OFB"
    ),
    (["cmac", "--text", ""], 2, "--key"), (["cmac", "--key", "00", "--text", ""], 1, "1"),
    (["keywrap", "--key", zeros, "--text", "x"], 1, "multiple of 8"),
    (["keyunwrap", "--key", zeros, "--padding", "--hex", zeros], 1, "damaged"),
    (["kernels", "--all"], 2, "'--all'"), (["batch", "file"], 2, "'file'"),
  ]

  @Test("bad arguments and bad data have a message and an exit status", arguments: refused.indices)
  func errors(index: Int) throws {
    let (arguments, status, word) = Self.refused[index]
    let outcome = try Self.lab.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("crypto-lab: "))
    #expect(word.isEmpty || outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.errors.contains("see crypto-lab") == (status == 2))
  }

  @Test("a mistake names the help of its command")
  func helpToRead() throws {
    for (arguments, help) in [
      (["modes", "--nosuch"], "crypto-lab modes --help"), (["aes"], "crypto-lab aes --help"),
      (["nosuch"], "crypto-lab --help"),
    ] {
      #expect(try Self.lab.run(arguments).errors.hasSuffix("crypto-lab: see \(help)\n"), "\(arguments)")
    }
  }

  @Test("a mistake at a primitive names the lesson that was perhaps meant")
  func meantLesson() throws {
    for (arguments, said) in [
      (["pbkdf2"], "--hash is missing; the lesson is crypto-lab pbkdf2-rounds"),
      (["pbkdf2", "--seed", "1"], "pbkdf2 knows no option '--seed'; the lesson is crypto-lab pbkdf2-rounds"),
      (["aes", "--lines"], "; the lesson is crypto-lab aes-rounds"),
      (["hmac"], "; the lesson is crypto-lab hmac-passes"),
      (["cmac"], "--key is missing"),
    ] {
      let run = try Self.lab.run(arguments)
      #expect(run.status == 2 && run.errors.contains("\(said)\n"), "\(run.errors)")
    }
    #expect(!(try Self.lab.run(["modes", "--nosuch"]).errors.contains("the lesson is")))
  }

  @Test("data from standard input and from a file, results as bytes and into a file")
  func inputAndOutput() throws {
    let folder = TestFolder()
    let data = Data(testContent(300_000))
    folder.write("plain", data)
    folder.write("key", Data(0..<32))
    let cipher = ["aes", "--mode", "cbc", "--key-file", "key", "--iv", Self.zeros]

    let fromFile = try Self.lab.run(cipher + ["--encrypt", "--file", "plain", "--raw"], in: folder)
    let fromInput = try Self.lab.run(cipher + ["--encrypt", "-", "--raw"], input: data, in: folder)
    #expect(fromFile.status == 0 && fromFile.output.count == 300_000 / 16 * 16 + 16)
    #expect(fromFile.output == fromInput.output)

    let opened = cipher + ["--decrypt", "-", "-o", "opened"]
    #expect(try Self.lab.run(opened, input: fromFile.output, in: folder).status == 0)
    #expect(folder.read("opened") == data)

    // An existing file is replaced only with --force, and stays unchanged after an error.
    #expect(try Self.lab.run(opened, input: fromFile.output, in: folder).status == 1)
    #expect(try Self.lab.run(opened + ["--force"], input: [1, 2, 3], in: folder).status == 1)
    #expect(folder.read("opened") == data)
    let digest = ["digest", "--hash", "sha1", "--text", "", "-o", "opened", "--force"]
    #expect(try Self.lab.run(digest, in: folder).status == 0)
    #expect(folder.read("opened")?.count == 20)
  }

  @Test("help describes every command, within 80 columns and with an example that works")
  func help() throws {
    let list = try Self.lab.run(["--help"])
    #expect(list.status == 0)
    #expect(list.lines.allSatisfy { $0.count <= 80 })
    for command in ["digest", "hmac", "hkdf", "pbkdf2", "aes", "cmac", "keywrap", "keyunwrap", "batch", "kernels"] {
      #expect(list.text.contains("  \(command) "))
      let help = try Self.lab.run([command, "--help"])
      #expect(help.status == 0 && help.text.contains("Example"))
      #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(command)")
      let example = try #require(help.text.components(separatedBy: "  crypto-lab \(command)").last)
      let words = example.replacingOccurrences(of: "\\\n", with: "").split { $0 == " " || $0 == "\n" }.map(String.init)
      if command != "batch", !example.contains("'") {
        #expect(try Self.lab.run([command] + words.prefix { $0 != "crypto-lab" }).status == 0, "\(words)")
      }
    }
  }

  @Test("kernels: portable everywhere, one of each in use")
  func kernels() throws {
    let lines = try Self.lab.run(["kernels"]).lines
    let names = lines.map { $0.prefix { $0 != " " } }
    #expect(names == ["md5", "sha1", "sha256", "sha512", "aes", "chacha20", "argon2id"])
    #expect(lines.allSatisfy { $0.contains(" portable") && $0.filter { $0 == "*" }.count == 1 })
  }

  /// The results of the examples, by the sources named beside them.
  static let results = [
    "digest": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "hmac": "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    "hkdf": "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    "pbkdf2": "4b007901b765489abead49d926f721d065a429c1", "aes": "7649abac8119b246cee98e9b12e9197d",
    "cmac": "070a16b46b4d4144f79bdd9dd04a287c", "keywrap": "afbeb0f07dfbf5419200f2ccb50bb24f",
    "keyunwrap": "00112233445566778899aabbccddeeff",
    "batch": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  ]

  @Test("an example of a primitive gives the result of the source that it names", arguments: results.keys.sorted())
  func exampleResult(command: String) throws {
    let help = try Self.lab.run([command, "--help"]).text
    let example = try #require(help.components(separatedBy: "Example").last).split(separator: "\n").dropFirst()
    let shell = Command(path: "/bin/sh")
    let script = example.joined(separator: "\n")
      .replacing("crypto-lab", with: "'\(Self.lab.executable.path)'")
    let run = try shell.run(["-c", script])
    let result = try #require(Self.results[command])
    #expect(run.status == 0 && run.text.contains(result), "\(run.text) \(run.errors)")
  }
}
