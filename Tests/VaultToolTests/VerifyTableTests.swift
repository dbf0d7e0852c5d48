import Foundation
import SwiftVaultTestSupport
import Testing
import Credentials
import Vault

@testable import SwiftVaultVaultTool

/// `swift-vault credential verify --passwords`: tables of credentials with the passwords of another table.
@Suite struct VaultToolVerifyTableTests {
  private let folder = TestFolder()

  /// A credential of another program with 16 bytes of salt.
  private static func stored(_ password: String, _ form: Credential.Form, rounds: Int = 1000) throws -> String {
    let salt = Array("sixteen bytes..!".utf8)
    let key = try PBKDF2<SHA256>.deriveKey(
      password: password.utf8, salt: .init(data: salt), rounds: .exactly(rounds), outputByteCount: 32)
    let check = Data(key.withUnsafeBytes { Array($0) }).base64EncodedString()
    return try Credential("sha256:\(rounds):\(Data(salt).base64EncodedString()):\(check)").text(as: form)
  }

  private func verify(
    _ table: String, _ passwords: String, _ options: String = "--rounds 1000"
  ) throws -> Command.Outcome {
    folder.write("table", table)
    folder.write("passwords", passwords)
    return try Command.shell("\"$TOOL\" credential verify table --passwords passwords \(options)", in: folder)
  }

  /// One row in each form, with each outcome.
  @Test func everyOutcome() throws {
    let sha1 = "$pbkdf2$1000$c2FsdA$bogus"
    let old = try Credential(
      password: "ivy's".utf8, stretching: PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(999)))
    let table = """
      user,stored
      ada,\(try Self.stored("a, \"b\"", "ldap"))
      bob,\(try Self.stored("bob's", "passlib"))
      "clark, ""c""\",\(try Self.stored("clark's", "django"))\r
      dora,"\(try Self.stored("dora's", "phc"))",x
      eve,\(try Self.stored("eve's", "hashcat", rounds: 999))
      ivy,\(old)

      fay,\(try Self.stored("fay's", "ldap").replacing("}1000$", with: "}10000001$"))
      gus,$2b$12$bcrypt
      hal,\(sha1)
      jim,\(try Self.stored("jim's", "ldap"))
      ada,\(try Self.stored("another", "ldap"))
      """
    let passwords = """
      \u{FEFF}note,Password,ID\r
      "",bob's,ada2\r
      x,"a, ""b""\",ada
      x,wrong,bob\r
      x,clark's,"clark, ""c""\"\r
      x,dora's,dora

      x,eve's,eve
      x,fay's,fay
      x,hal's,hal
      "a
      b",ivy's,ivy
      """
    let run = try verify(table, passwords)
    #expect(run.status == 3)
    #expect(
      run.text == """
        2\tada\tmatch
        3\tbob\tno match
        4\tclark, "c"\tmatch
        5\tdora\tmatch
        6\teve\tmatch, upgrade: 999 rounds of PBKDF2-HMAC-SHA256
        7\tivy\tmatch, upgrade: 999 rounds of PBKDF2-HMAC-SHA512
        9\tfay\tunreadable: verifying takes 10000001 rounds; the limit is 10000000
        10\t\tunreadable: no credential of a known form: this is bcrypt
        11\thal\tunreadable: the check field is malformed
        12\tjim\tno password
        13\tada\tno match
        -\tada2\tno credential

        """)
    #expect(
      run.errors == "swift-vault: match: 3; no match: 2; match, upgrade: 2; unreadable: 3; no password: 1; "
        + "no credential: 1\n")
  }

  @Test func argon2idAndScrypt() throws {
    let argon2id = PasswordStretching(argon2id: try Argon2id(memoryByteCount: 1 << 20, passes: 2, lanes: 1))
    // Made with passlib.
    let scrypt =
      "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$OnwHgqTb31Q6zXxSL+hT2bNKu4ryelxll0iM3yKBQLU"
    let table = """
      ada,"\(try Credential(password: "ada's".utf8, stretching: argon2id))"
      bob,"\(scrypt)"
      eve,\(try Self.stored("eve's", "ldap"))

      """
    let passwords = "id,password\nada,ada's\nbob,password\neve,eve's\n"
    let (pbkdf2, old) = ("1,000 rounds of PBKDF2-HMAC-SHA256", "Argon2id, 1 MiB, 2 passes, 1 lane")
    for (options, ada, eve) in [
      ("--rounds 1000", "match", "match"), ("", "match, upgrade: \(old)", "match, upgrade: \(pbkdf2)"),
      ("--memory 1MiB --passes 2", "match", "match, upgrade: \(pbkdf2)"),
      ("--memory 1MiB --passes 3", "match, upgrade: \(old)", "match, upgrade: \(pbkdf2)"),
      (
        "--rounds 1 --max-memory 1023KiB", "unreadable: verifying takes 1048576 bytes of memory; the limit is 1047552",
        "match"
      ),
    ] {
      let run = try verify(table, passwords, options)
      let bob =
        options.contains("1023")
        ? "unreadable: verifying takes 1051648 bytes of memory; the limit is 1047552"
        : options.isEmpty ? "match, upgrade: 2,048 rounds of scrypt" : "match"
      #expect(run.text == "1\tada\t\(ada)\n2\tbob\t\(bob)\n3\teve\t\(eve)\n", "\(options): \(run.errors)")
    }
  }

  @Test func theHashAndTheRoundsAskedFor() throws {
    let table = "ada,\(try Self.stored("ada's", "ldap"))\n"
    let passwords = "id,password\nada,ada's\n"
    for (options, result) in [
      ("--rounds 1000", "match"), ("--rounds 1000 --hash sha256", "match"),
      ("--rounds 1000 --max-rounds 1000", "match"),
      ("", "match, upgrade: 1,000 rounds of PBKDF2-HMAC-SHA256"),
      ("--rounds 1001", "match, upgrade: 1,000 rounds of PBKDF2-HMAC-SHA256"),
      ("--rounds 1 --hash sha512", "match"),
      ("--rounds 400 --hash sha512", "match, upgrade: 1,000 rounds of PBKDF2-HMAC-SHA256"),
      ("--max-rounds 999", "unreadable: verifying takes 1000 rounds; the limit is 999"),
    ] {
      let run = try verify(table, passwords, options)
      #expect(run.status == (result.hasPrefix("match") ? 0 : 4) && run.text == "1\tada\t\(result)\n", "\(options)")
    }
  }

  /// A dn in base 64, folded lines, several values, and an entry without a password.
  @Test func ldif() throws {
    let (first, second) = (try Self.stored("first", "ldap"), try Self.stored("second", "ldap"))
    let dn = Data("cn=Zoë,dc=x".utf8).base64EncodedString()
    let table = """
      # people
      dn: cn=ada,
       dc=x
      userPassword:: \(Data(first.utf8).base64EncodedString().prefix(40))
       \(Data(first.utf8).base64EncodedString().dropFirst(40))
      userpassword: \(second)
      cn: ada

      dn:: \(dn)
      userPassword: {SSHA}x
      userPassword: \(second)

      """
    let result = """
      4\tcn=ada,dc=x\tmatch, upgrade: 1,000 rounds of PBKDF2-HMAC-SHA256
      6\tcn=ada,dc=x\tno match
      10\tcn=Zoë,dc=x\tunreadable: not a credential of a known form: this is salted SHA
      11\tcn=Zoë,dc=x\tmatch, upgrade: 1,000 rounds of PBKDF2-HMAC-SHA256

      """
    for text in [table, table.replacing("\n", with: "\r\n")] {
      let run = try verify(text, "id,password\n\"cn=ada,dc=x\",first\n\"cn=Zoë,dc=x\",second\n", "--rounds 1001")
      #expect(run.status == 3 && run.text == result)
    }
  }

  /// One column with a name: the ids are the numbers of the lines.
  @Test func aColumnWithAName() throws {
    let table = try "Password hash\n\(Self.stored("first", "keycloak"))\n\(Self.stored("second", "aspnet3"))\n{SSHA}x\n"
    let run = try verify(table, "id,password\n2,first\n3,other\n")
    #expect(
      run.status == 3
        && run.text == """
          2\t2\tmatch
          3\t3\tno match
          4\t\tunreadable: no credential of a known form: this is salted SHA

          """,
      "\(run.text)")
  }

  /// The printed column: `id`, or else the first one that cannot have passwords.
  @Test func theColumnOfIDs() throws {
    let stored = try Self.stored("right", "ldap")
    for (table, id) in [
      ("ada,x,\(stored)", "ada"), ("user,note,stored\nada,x,\(stored)", "ada"),
      ("note,Id,stored\nx,ada,\(stored)", "ada"), ("\u{FEFF}id,note,stored\nada,x,\(stored)", "ada"),
      ("password_hint,user,stored\nright,ada,\(stored)", "ada"),
      ("password,id\n\(stored),ada", "ada"),
    ] {
      let run = try verify(table, "id,password\nada,right\n2,right\n")
      let line = table.contains("\n") ? 2 : 1
      #expect(run.text.hasPrefix("\(line)\t\(id)\tmatch\n"), "\(table): \(run.text)")
      #expect(!run.text.contains("right") && !run.text.contains("wrong"), "\(table): \(run.text)")
    }
  }

  /// Where columns have names, the number of a line is not taken for an id.
  @Test func rowsWithoutIDs() throws {
    let stored = try Self.stored("right", "ldap")
    for table in [
      "Old Password note,password_hint,stored\nwrong,right,\(stored)", "stored,password_hint,id\n\(stored),right",
      "id,password_hint\n\(stored),right", "id,stored\n\(stored)",
    ] {
      let run = try verify(table, "id,password\nada,right\n2,right\n")
      #expect(run.text.hasPrefix("2\t\tunreadable: no id\n"), "\(table): \(run.text)")
      #expect(run.status == 4 && !run.text.contains("right") && !run.text.contains("wrong"), "\(table): \(run.text)")
    }
  }

  /// A file as spreadsheets write it: a byte order mark, quotation marks around everything, and a last line that ends
  /// with CR.
  @Test func aTableOfPasswordsInQuotationMarks() throws {
    let run = try verify(
      "ada,\(Self.stored("ada's", "ldap"))\nbob,\(Self.stored("bob\"s", "ldap"))\n",
      "\u{FEFF}\"id\",\"password\"\r\n\"ada\",\"ada's\"\r\nbob,bob\"s\r")
    #expect(run.status == 0 && run.text == "1\tada\tmatch\n2\tbob\tmatch\n", "\(run.errors)")
  }

  /// A password in LDIF belongs to the entry in whose record it is.
  @Test func ldifWithoutAName() throws {
    let stored = try Self.stored("x", "ldap")
    let table = "dn: cn=ada\n\nuserPassword: \(stored)\n\ndn: cn=ada\ndn:: *\nuserPassword: \(stored)\n"
    let run = try verify(table, "id,password\n\"cn=ada\",x\n3,x\n7,x\n")
    #expect(
      run.text == """
        3\t\tunreadable: no id
        6\t\tunreadable: the value is not base 64
        7\t\tunreadable: no id
        -\tcn=ada\tno credential
        -\t3\tno credential
        -\t7\tno credential

        """)
  }

  /// Lines with only a credential are named by their numbers, and a table may come from a pipe.
  @Test func linesWithoutIDs() throws {
    folder.write("table", try "\(Self.stored("one", "hashcat"))\n\n\(Self.stored("three", "hashcat"))")
    let run = try Command.shell(
      "\"$TOOL\" credential verify - --passwords <(printf 'id,password\\n3,three\\n1,one') --rounds 1 < table",
      in: folder)
    #expect(run.status == 0 && run.text == "1\t1\tmatch\n3\t3\tmatch\n")
    #expect(run.errors == "swift-vault: match: 2\n")
  }

  @Test(arguments: [
    ("", "the first line must name the columns id and password"),
    ("id,secret\nada,hunter2\n", "the first line must name the columns id and password"),
    ("ada,hunter2\n", "the first line must name the columns id and password"),
    ("\u{FEFF}\"\u{FEFF}id\",password\nada,hunter2\n", "the first line must name the columns id and password"),
    ("id,password\nada,hunter2\nbob\n", "line 3: 1 field; the first line has 2"),
    ("id,password\nada,hunter2,x\n", "line 2: 3 fields; the first line has 2"),
    ("id,password\nada,hunter2\n\nada,hunter3\n", "line 4: the id ada is there twice"),
    ("id,password\nada,\n", "line 2: the password is empty"),
    ("id,password\nada,\"hunter2\n", "line 2: a quotation mark that is never closed"),
    ("id,password\n\"a\nda\",x\nbob,\"hunter2\" \n", "line 4: text after the closing quotation mark of a field"),
  ])
  func wrongPasswords(passwords: String, reason: String) throws {
    let run = try verify("ada,\(Self.stored("hunter2", "ldap"))\n", passwords)
    #expect(run.status == 2 && run.text.isEmpty)
    #expect(run.errors == "swift-vault: passwords: \(reason)\n")
  }

  /// The text that a user writes into another column decides nothing.
  @Test func aTextInAnotherColumn() throws {
    let (own, bcrypt) = (
      try Self.stored("mallory", "ldap"), "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"
    )
    for (table, options, text) in [
      (
        "id,bio,password_hash\nadmin,\(own),\(bcrypt)\n", "",
        "2\t\tunreadable: no credential of a known form: this is bcrypt\n-\tadmin\tno credential\n"
      ),
      (
        "id,bio,c\nadmin,\(own),\(bcrypt)\n", "",
        "2\t\tunreadable: more than one credential, in the columns 2 and 3; --column names the column of the credentials\n"
          + "-\tadmin\tno credential\n"
      ),
      (
        "id,bio,c\nadmin,\(own),\(bcrypt)\n", "--column c",
        "2\t\tunreadable: no credential of a known form: this is bcrypt\n-\tadmin\tno credential\n"
      ),
      ("id,bio,c\nadmin,\(own),\(bcrypt)\n", "--column bio", "2\tadmin\tmatch\n"),
      ("id,bio,hash\nadmin,\(String(repeating: "x", count: 2049)),\(own)\n", "", "2\tadmin\tmatch\n"),
    ] {
      let run = try verify(table, "id,password\nadmin,mallory\n", "--rounds 1000 \(options)")
      #expect(run.text == text && run.status == (text.contains("\tmatch") ? 0 : 4), "\(run.text)")
    }
  }

  /// Semicolons and tabs, and columns of a fixed width.
  @Test func otherTables() throws {
    let stored = try Self.stored("ada's; or not", "ldap")
    for (table, passwords) in [
      ("id;hash\n7;\(stored)\n", "id;password\n7;\"ada's; or not\"\n"),
      ("id\thash\r\n7\t\(stored)\r\n", "password\tid\r\nada's; or not\t7\r\n"),
      ("id,hash\n7    ,\(stored)    \n", "id,password\n7,ada's; or not\n"),
      ("x:hash\n7:\(stored)\n", "id ,password\n7 ,ada's; or not\n"),
      ("7:\(stored)\n", "id,password\n7,ada's; or not\n"),
    ] {
      let run = try verify(table, passwords)
      let isFirst = !table.contains("hash")
      let result = "\(isFirst ? 1 : 2)\t7\tmatch\n"
      #expect(run.text.hasSuffix(result), "\(table): \(run.text) \(run.errors)")
    }
  }

  @Test func anIDThatIsNotText() throws {
    folder.write("table", "ada,\(try Self.stored("x", "ldap"))\n")
    folder.write("passwords", Data("id,password\nZo".utf8) + [0xEB] + Data(",x\n".utf8))
    let run = try Command.swiftVault("credential", "verify", "table", "--passwords", "passwords", in: folder)
    #expect(run.status == 2 && run.errors == "swift-vault: passwords: line 2: the id is not UTF-8\n")
  }

  @Test func wrongTables() throws {
    for table in ["", "\n", "user,stored\n", "dn: cn=ada\ncn: ada\n"] {
      let run = try verify(table, "id,password\nada,hunter2\n")
      #expect(run.status == 4 && run.text.isEmpty && run.errors == "swift-vault: table: has no credential\n")
    }
    folder.write("passwords", "id,password\nada,hunter2\n")
    func run(_ words: String) throws -> Command.Outcome {
      try Command.shell("\"$TOOL\" credential verify \(words) < passwords", in: folder)
    }
    try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
    #expect(try run("folder --passwords passwords").status == 1)
    #expect(try run("table --passwords folder").status == 1)
    #expect(try run("table --passwords missing").status == 1)
    let large = "head -c 67108865 /dev/zero | \"$TOOL\" credential verify"
    let line = try Command.shell("\(large) - --passwords passwords", in: folder)
    #expect(line.status == 4 && line.errors == "swift-vault: standard input: line 1 has more than 64 MiB\n")
    let all = try Command.shell("\(large) table --passwords -", in: folder)
    #expect(all.status == 2 && all.errors == "swift-vault: standard input: has more than 64 MiB; split it\n")
    for (words, reason) in [
      ("--passwords passwords", "credential verify needs the name of a file"),
      ("passwords --passwords ./passwords", "passwords cannot give both the credentials and the passwords"),
      ("- --passwords -", "- cannot give both the credentials and the passwords"),
      ("table --passwords passwords --password-file passwords", "give --passwords or --password-file, not both"),
      ("--credential x --passwords passwords", "give --passwords or --credential, not both"),
    ] {
      let run = try run(words)
      #expect(run.status == 2 && run.text.isEmpty && run.errors.contains(reason), "\(run.errors)")
    }
  }

  /// Several batches: the results are those of single checks, in the order of the table.
  @Test func aThousandRows() throws {
    let forms: [Credential.Form] = ["phc", "passlib", "django", "ldap", "hashcat"]
    var (table, passwords, results) = ("id,stored\n", "id,password\n", "")
    for number in 0..<1000 {
      let rounds = 1 + number % 7
      let stored = try Self.stored("password \(number)", forms[number % 5], rounds: rounds)
      table += "user\(number),\"\(stored)\"\n"
      passwords += "user\(number),password \(number % 10 == 3 ? number + 1 : number)\n"
      let result = number % 10 == 3 ? "no match" : rounds < 5 ? "match, upgrade: \(rounds)" : "match"
      let unit = result.contains("upgrade") ? " round\(rounds == 1 ? "" : "s") of PBKDF2-HMAC-SHA256" : ""
      results += "\(number + 2)\tuser\(number)\t\(result)\(unit)\n"
    }
    let run = try verify(table, passwords, "--rounds 5")
    #expect(run.status == 3 && run.text == results)
  }

  /// Pieces of any size give the same lines as the whole text, and the lines together are the text.
  @Test func aTableInPieces() throws {
    let credential = try Self.stored("x", "ldap")
    for text in [
      "", "\n", "a",
      "#\r\n\r\n# b\ndn: x\n y\r\n z\nuserPassword: \(credential.prefix(9))\n \(credential.dropFirst(9))\n",
      "a,\(credential)\r\n\"b,\"\"\",\(credential)\n\n \n", "#\n \n",
    ] {
      let bytes = Array(text.utf8)
      func lines(_ size: Int) throws -> [String] {
        var rest = bytes[...]
        var table = CredentialTable("text") {
          defer { rest = rest.dropFirst(size) }
          return Array(rest.prefix(size))
        }
        var lines: [String] = []
        while let line = try table.line() {
          let cell = try? table.cell(in: line)
          let source = String(decoding: line.source, as: UTF8.self)
          lines.append("\(line.number)|\(source)|\(cell?.id ?? "")|\(cell?.text ?? "")")
        }
        return lines
      }
      let whole = try lines(1000)
      #expect(whole.map { $0.split(separator: "|", omittingEmptySubsequences: false)[1] }.joined() == text)
      for size in 1...9 { #expect(try lines(size) == whole, "\(size)") }
    }
  }

  /// A run that is interrupted, while it waits for the rest of its input, has written whole lines and leaves no file.
  @Test func interrupted() throws {
    folder.write("table", String(repeating: "ada,\(try Self.stored("x", "ldap", rounds: 1))\n", count: 20_000))
    folder.write("passwords", "id,password\nada,x\n")
    let run = try Command.shell(
      """
      mkfifo pipe; exec 3<> pipe
      "$TOOL" credential verify - --passwords passwords < pipe > results 2> errors & tool=$!
      cat table >&3; until test -s results; do sleep 0.01; done; kill -TERM $tool; wait $tool; echo $?
      tail -c 1 results | tr '\\n' x; cat errors; ls
      """, in: folder)
    #expect(run.text == "143\nxerrors\npasswords\npipe\nresults\ntable\n")
  }
}
