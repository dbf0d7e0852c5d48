import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// Files that `openssl` writes with options that they do not show, and private keys of several programs.
@Suite(.enabled(if: VaultToolShellTests.installed("openssl"), "openssl is not installed"))
struct VaultToolImportOptionTests {
  private let folder = TestFolder.furnished()

  /// Runs a script of bash, which may have several lines.
  private func shell(_ script: String) throws {
    let run = try Command.shell("set -e; \(script)", in: folder)
    #expect(run.status == 0, "\(script): \(run.errors)")
  }

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words) --force --rounds 1", in: folder)
  }

  /// Imports `file` with options, and compares the content with that of `notes.txt`.
  private func check(_ options: String, _ file: String = "file", content: Data = TestFolder.notes) throws {
    let imported = try run("import \(file) -o v --new-password-file password \(options)")
    #expect(imported.status == 0, "\(options): \(imported.errors)")
    #expect(try folder.content(of: "v") == content, "\(options)")
    try? FileManager.default.removeItem(at: folder.file("v"))
  }

  private func refused(_ options: String, _ status: Int32, _ words: String, _ file: String = "file") throws {
    let run = try run("import \(file) -o v \(options)")
    #expect(run.status == status && run.complaints.contains(words), "\(options): \(run.errors)")
    #expect(folder.read("v") == nil, "\(options)")
  }

  /// OpenSSL 3 fills a short salt with zeros, and does not write it.
  @Test func saltsThatAreNotInTheFile() throws {
    for (salt, options) in [("aabbccddeeff0011", ""), ("AAbbC", ""), ("00", "-md sha512 -iter 77"), ("0102", "-a")] {
      try shell(
        "openssl enc -aes-256-cbc -pbkdf2 -S \(salt) \(options) -pass file:password -in notes.txt -out file 2> /dev/null"
      )
      if folder.read("file")?.starts(with: "Salted__".utf8) == true { return }  // before OpenSSL 3
      let ours = options.replacing("-md", with: "--digest").replacing("-iter", with: "--iter")
        .replacing("-a", with: "--base64")
      try check("--salt \(salt) \(ours) --password-file password")
      try check("--salt \(salt) \(ours) --format openssl --password-file password")
      try refused("--salt 99 \(ours) --password-file password", 3, "read as openssl enc")
    }
    try refused("--password-file password", 4, "--salt (-S)")
    for (options, words) in [
      ("--salt xy", "--salt takes up to 16 hexadecimal digits"), ("--salt ''", "up to 16 hexadecimal digits"),
      ("--salt aabbccddeeff001122", "up to 16 hexadecimal digits"), ("--salt 00 --nosalt", "not both"),
      ("--nosalt --saltlen 9", "not both"), ("--saltlen 0", "--saltlen"), ("--saltlen 17", "--saltlen"),
      ("--salt 00 --format themis", "--salt is for openssl, not for themis"),
      ("--base64", "goes with --nosalt, --salt"),
      ("--salt 00 --saltlen 9 --iter 0", "without -pbkdf2 it has 8"),
    ] { try refused("\(options) --password-file password", 2, words) }
    try shell("openssl enc -aes-256-cbc -pbkdf2 -pass file:password -in notes.txt -out file")
    for option in ["--salt 00", "--nosalt"] {
      try refused("\(option) --password-file password", 4, "begins as a salted file of openssl enc; leave out")
    }
  }

  /// Files of `openssl enc -saltlen`, an option of OpenSSL 3.2: the test composes them.
  @Test func saltsOfOtherSizes() throws {
    for count in [1, 7, 9, 15, 16] {
      let salt = (0..<count).map { UInt8(truncatingIfNeeded: 16 * $0 + 1) }
      try shell(
        "openssl enc -aes-256-cbc -pbkdf2 -nosalt -K \(try keys(salt)[0]) -iv \(try keys(salt)[1]) -in notes.txt -out file"
      )
      folder.write("file", Data("Salted__".utf8) + salt + (try #require(folder.read("file"))))
      try check("--saltlen \(count) --password-file password")
      let wrong = try run("import file -o v --password-file password")
      #expect([3, 5].contains(wrong.status) && wrong.complaints.contains("saltlen"), "\(count): \(wrong.errors)")
    }
  }

  /// The key and the IV of OpenSSL's default, in hexadecimal digits.
  private func keys(_ salt: [UInt8]) throws -> [String] {
    let derived = try PBKDF2<SHA256>.deriveKey(
      password: TestFolder.password.utf8, salt: PasswordSalt(unchecked: salt), rounds: .exactly(10_000),
      outputByteCount: 48
    ).withUnsafeBytes { Array($0) }
    return [Hex.encode(derived[..<32]), Hex.encode(derived[32...])]
  }

  @Test func keysAndIVs() throws {
    let iv = "000102030405060708090a0b0c0d0e0f"
    for (cipher, count) in [("aes-256-cbc", 32), ("aes-192-ctr", 24), ("aes-128-cfb8", 16), ("aes-128-ecb", 16)] {
      let key = (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + 131) }
      let digits = Hex.encode(key)
      let theirIV = cipher.hasSuffix("ecb") ? "" : "-iv \(iv)"
      try shell("openssl enc -\(cipher) -K \(digits) \(theirIV) -in notes.txt -out file")
      let ourIV = cipher.hasSuffix("ecb") ? "--format openssl" : "--iv \(iv)"
      for (name, text) in [
        ("raw", Data(key)), ("hex", Data((digits + "\n").utf8)), ("line", Data(digits.uppercased().utf8)),
        ("base64", Data(Data(key).base64EncodedString().utf8)),
      ] {
        folder.write(name, text)
        try check("--key-file \(name) \(ourIV) --cipher \(cipher)")
      }
      folder.write("other", Data((key + [1]).prefix(count + 1)))
      try refused(
        "--key-file other \(ourIV) --cipher \(cipher) --new-password-file password", 2,
        "needs a key of \(count) bytes, and the key file has none")
    }
    // The key becomes the vault's key, if it can.
    try refused("--key-file hex --format openssl --cipher aes-128-ecb", 2, "the key has")
    try shell("openssl enc -aes-256-cbc -K \(String(repeating: "a7b1", count: 16)) -iv 01 -a -in notes.txt -out file")
    folder.write("hex", String(repeating: "a7b1", count: 16))
    try check("--key-file hex --iv 01 --base64")
    try refused("--key-file hex --iv 01 --base64", 2, "the key is not random: it is one byte or a few bytes")
    try refused("--key-file hex --format openssl --base64 --new-password-file password", 2, "no IV (-iv)")
    try refused("--key-file hex --iv 01 --salt 00", 2, "--salt goes with a password")
    try refused("--key-file hex --iv 01 --format themis", 2, "--iv is for openssl, not for themis")
    // With a password, the IV replaces the one that is derived.
    try shell("openssl enc -aes-256-cbc -pbkdf2 -pass file:password -iv \(iv) -in notes.txt -out file")
    try check("--iv \(iv) --password-file password")
    try refused("--key-file hex --iv \(iv) --new-password-file password", 4, "begins as a salted file")
  }

  /// As the command `openssl` reads it.
  @Test func base64WithWhiteSpace() throws {
    try shell("openssl enc -aes-256-cbc -pbkdf2 -a -pass file:password -in notes.txt -out plain")
    for (name, script) in [
      ("line before", "(echo; cat plain) > file"), ("lines before", "(printf '\\n \\r\\n\\t\\n'; cat plain) > file"),
      ("indented", "sed 's/^/  /' plain > file"), ("space behind", "sed 's/$/ /' plain > file"),
      ("tab behind", "sed 's/$/\\t/' plain > file"), ("CR LF", "sed 's/$/\\r/' plain > file"),
      ("one a line", "fold -w 1 plain > file"), ("76 a line", "(tr -d '\\n' < plain | fold -w 76; echo) > file"),
    ] {
      try shell(script)
      try shell("openssl enc -d -aes-256-cbc -pbkdf2 -a -pass file:password -in file | cmp - notes.txt")
      let imported = try run("import file -o v --password-file password")
      #expect(imported.status == 0, "\(name): \(imported.errors)")
      #expect(try folder.content(of: "v") == TestFolder.notes, "\(name)")
    }
  }

  /// Keys in the traditional form, whose cipher is derived by MD5.
  @Test func traditionalKeys() throws {
    for (script, kind) in [("genrsa 2048", "rsa"), ("ecparam -name prime256v1 -genkey -noout", "ec")] {
      try shell(
        "openssl \(script) > plain.pem 2> /dev/null; openssl \(kind) -in plain.pem -outform DER > der 2> /dev/null")
      let traditional = kind == "rsa" ? "-traditional" : ""
      try shell("openssl \(kind) -in plain.pem \(traditional) -outform DER > der 2> /dev/null")
      let der = try #require(folder.read("der"))
      for cipher in ["aes128", "aes192", "aes256"] {
        try shell(
          "openssl \(kind) -in plain.pem \(traditional) -\(cipher) -passout file:password -out file 2> /dev/null")
        #expect(String(decoding: try #require(folder.read("file")), as: UTF8.self).contains("Proc-Type: 4,ENCRYPTED"))
        try check("--password-file password", content: der)
        try shell("sed -i 's/$/\\r/; 1s/^/\\xef\\xbb\\xbf/' file")
        try check("--password-file password --format pkcs8", content: der)
        folder.write("wrong", "another password")
        try refused("--password-file wrong", 3, "the password is wrong")
      }
    }
    try shell("openssl rsa -in plain.pem 2> /dev/null || openssl genrsa -traditional 2048 > plain.pem 2> /dev/null")
    try shell("openssl rsa -in plain.pem -traditional -des3 -passout file:password -out file 2> /dev/null")
    try refused("--password-file password", 4, "the cipher DES-EDE3-CBC of DEK-Info; there is AES in CBC")
    try refused("--password-file password", 4, "a private key that is not encrypted", "plain.pem")
  }

  /// As Python's package `cryptography` and node write them.
  @Test func traditionalKeysOfOtherPrograms() throws {
    try shell(
      """
      python3 - > file 2> der.txt <<'END'
      import sys
      from cryptography.hazmat.primitives import serialization as s
      from cryptography.hazmat.primitives.asymmetric import ec
      key = ec.generate_private_key(ec.SECP384R1())
      password = open("password", "rb").read().rstrip()
      pem = key.private_bytes(
          s.Encoding.PEM, s.PrivateFormat.TraditionalOpenSSL, s.BestAvailableEncryption(password))
      sys.stdout.buffer.write(pem)
      sys.stdout.flush()
      sys.stderr.buffer.write(
          key.private_bytes(s.Encoding.DER, s.PrivateFormat.TraditionalOpenSSL, s.NoEncryption()))
      END
      """)
    try check("--password-file password", content: try #require(folder.read("der.txt")))
    guard VaultToolShellTests.installed("node") else { return }
    try shell(
      """
      node -e '
      const { generateKeyPairSync, createPrivateKey } = require("crypto"), fs = require("fs");
      const passphrase = fs.readFileSync("password", "utf8").trim();
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      fs.writeFileSync("der", privateKey.export({ type: "pkcs1", format: "der" }));
      fs.writeFileSync("file", privateKey.export({ type: "pkcs1", format: "pem", cipher: "aes-192-cbc", passphrase }));'
      """)
    try check("--password-file password", content: try #require(folder.read("der")))
  }

  /// A key behind a byte order mark, or behind more text than the beginning that is read at first.
  @Test func keysBehindOtherText() throws {
    try shell(
      "openssl genpkey -algorithm ed25519 -outform DER > der; "
        + "openssl pkcs8 -topk8 -inform DER -in der -passout file:password -out key.pem; "
        + "(printf '\\xef\\xbb\\xbf'; cat key.pem) > file")
    let der = try #require(folder.read("der"))
    try check("--password-file password", content: der)
    try shell("openssl pkey -in file -passin file:password -noout")
    try shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -subj /CN=x -out cert.pem 2> /dev/null; "
        + "(for n in 1 2 3 4 5 6 7 8; do cat cert.pem; done; cat key.pem) > file")
    #expect(try #require(folder.read("file")).count > 8192)
    try check("--password-file password", content: der)
    try check("--password-file password", "- < file", content: der)
    // A file without a key, and one larger than a key file may be.
    try shell("yes text | head -c 20000000 > file")
    try refused("--password-file password", 4, "does not begin like any format")
  }

  /// An unsupported format is named, with the command that converts it.
  @Test func otherKeysAreNamed() throws {
    try shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -subj /CN=x -out cert.pem 2> /dev/null; "
        + "openssl pkcs12 -export -in cert.pem -inkey key.pem -passout file:password -out file")
    for option in ["", "--format pkcs8"] {
      try refused("--password-file password \(option)", 4, "PKCS #12; openssl pkcs12 -in FILE -nocerts -out KEY")
    }
    try shell(
      "cp password again; openssl pkcs12 -in file -nocerts -out key -passin file:password -passout file:again")
    let key = try run("import key -o v --password-file password")
    #expect(key.status == 0, "\(key.errors)")
    try? FileManager.default.removeItem(at: folder.file("v"))
    try refused("--password-file password", 4, "a private key that is not encrypted", "key.pem")
    guard VaultToolShellTests.installed("ssh-keygen") else { return }
    try shell("rm key; ssh-keygen -q -t ecdsa -N \"$(cat password)\" -f key; cp key copy")
    for option in ["", "--format pkcs8"] {
      try refused("--password-file password \(option)", 4, "ssh-keygen -p -m PKCS8 -f COPY", "key")
    }
    try shell("ssh-keygen -q -p -m PKCS8 -f copy -P \"$(cat password)\" -N \"$(cat password)\"")
    let copy = try run("import copy -o v --password-file password")
    #expect(copy.status == 0, "\(copy.errors)")
  }
}
