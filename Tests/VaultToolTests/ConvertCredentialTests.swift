import Foundation
import SwiftVaultTestSupport
import Testing
import Credentials
import Vault

/// `swift-vault credential convert`: tables of credentials in the form of another program.
@Suite struct VaultToolConvertCredentialTests {
  private let folder = TestFolder()
  private static let check = "XacIUioViH9TPXkMmUulwDZnP+38y0c8qW5z4fyg6Vs"
  private static let dotted = check.replacing("+", with: ".")
  private static let hashcat = "sha256:1000:c2FsdA==:\(check)="
  private static let ldap = "{PBKDF2-SHA256}1000$c2FsdA$\(dotted)"
  private static let phc = "$pbkdf2-sha256$i=1000,l=32$c2FsdA$\(check)"
  private static let django = "pbkdf2_sha256$1000$salt$\(check)="
  private static let directoryServer = "{PBKDF2-SHA256}1000$c2FsdA==$\(check)="
  private static let werkzeug =
    "pbkdf2:sha256:1000$salt$5da708522a15887f533d790c994ba5c036673fedfccb473ca96e73e1fca0e95b"
  private static let argon2id = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$\(check)"
  private static let kanidm = #"{"PBKDF2":{"cost":1000,"salt":"c2FsdA","hash":"\#(check.replacing("+", with: "-"))"}}"#

  private func convert(_ table: String, _ form: String) throws -> Command.Outcome {
    folder.write("table", table)
    return try Command.swiftVault("credential", "convert", "table", "--form", form, in: folder)
  }

  private static let tables: [(table: String, form: String, result: String)] = [
    (hashcat, "ldap", ldap),
    ("\(hashcat)\r\n\r\n\(ldap)\n", "ldap", "\(ldap)\r\n\r\n\(ldap)\n"),
    (ldap + "\n" + phc + "\n", "hashcat", hashcat + "\n" + hashcat + "\n"),
    // Lines with PHC strings, which have a comma; and rows, where they need quotation marks.
    (django, "phc", phc), (directoryServer, "passlib", "$pbkdf2-sha256$1000$c2FsdA$\(dotted)"),
    ("argon2" + argon2id, "argon2id", argon2id), (argon2id, "django-argon2id", "argon2" + argon2id),
    ("\"argon2\(argon2id)\",ada", "argon2id", "\"\(argon2id)\",ada"),
    (django, "389ds", directoryServer), (django, "werkzeug", werkzeug), (werkzeug, "django", django),
    // One column with a name.
    ("password\n\(django)\n", "ldap", "password\n\(ldap)\n"),
    ("\"Password Hash\"\r\n\(ldap)", "ldap", "\"Password Hash\"\r\n\(ldap)"),
    ("\u{FEFF}credential_text\n\(ldap)\n", "hashcat", "\u{FEFF}credential_text\n\(hashcat)\n"),
    // JSON, whose quotation marks are doubled in a field.
    (django, "kanidm", kanidm), (kanidm, "django", django),
    ("ada,\(django)\n", "kanidm", "ada,\"\(kanidm.replacing("\"", with: "\"\""))\"\n"),
    ("\"\(kanidm.replacing("\"", with: "\"\""))\",ada", "django", "\(django),ada"),
    // A column with another name is no column of credentials, whatever is in it.
    (
      "digest,password\n5f4dcc3b5aa765d61d8327deb882cf99,\(ldap)\n\(hashcat),\(ldap)\n", "hashcat",
      "digest,password\n5f4dcc3b5aa765d61d8327deb882cf99,\(hashcat)\n\(hashcat),\(hashcat)\n"
    ),
    // Semicolons, tabs and `user:hash`, also with further fields; columns of a fixed width.
    ("name;bio;hash\nada;\(phc);\(ldap)\n", "hashcat", "name;bio;hash\nada;\(phc);\(hashcat)\n"),
    ("ada;\(django)\neve;\(django)\n", "phc", "ada;\(phc)\neve;\(phc)\n"),
    ("ada\t\(django)\n", "kanidm", "ada\t\"\(kanidm.replacing("\"", with: "\"\""))\"\n"),
    ("ada:\(django)\neve:\(ldap):1000:x\n", "phc", "ada:\(phc)\neve:\(phc):1000:x\n"),
    ("ada:\(werkzeug)\n", "hashcat", "ada:\"\(hashcat)\"\n"),
    ("7  ,\(ldap)   \n", "hashcat", "7  ,\(hashcat)\n"), ("  \(ldap)  \n", "hashcat", "\(hashcat)\n"),
    ("ada,\(django),x", "phc", "ada,\"\(phc)\",x"), ("\"\(phc)\",ada", "django", "\(django),ada"),
    ("name,password\nada,\(ldap)\n", "passlib", "name,password\nada,$pbkdf2-sha256$1000$c2FsdA$\(dotted)\n"),
    ("\"a \"\"b\"\", c\",\(ldap)", "hashcat", "\"a \"\"b\"\", c\",\(hashcat)"),
    // Everything else stays unchanged: unnecessary quotation marks, and a comma that is part of a character.
    ("\"ada\",a\"b, ,\(ldap),\"\"\r\n", "hashcat", "\"ada\",a\"b, ,\(hashcat),\"\"\r\n"),
    ("\"a,\u{301}\",\(ldap)", "hashcat", "\"a,\u{301}\",\(hashcat)"),
    // A salt with a comma and a quotation mark.
    ("ada,sha256:1000:YSwi:\(check)=", "django", "ada,\"pbkdf2_sha256$1000$a,\"\"$\(check)=\""),
    // A byte order mark.
    ("\u{FEFF}\(ldap)\n", "hashcat", "\u{FEFF}\(hashcat)\n"),
    ("\u{FEFF}\"\(phc)\",ada\n", "ldap", "\u{FEFF}\(ldap),ada\n"),
    ("\u{FEFF}DN: a\nuserPassword: \(ldap)\n", "hashcat", "\u{FEFF}DN: a\nuserPassword: \(hashcat)\n"),
    // LDIF: folded lines, base 64, other attributes.
    (
      "# people\nversion: 1\ndn: cn=ada\nuserpassword: \(ldap.prefix(30))\n \(ldap.dropFirst(30))\ncn: a\n da\n", "phc",
      "# people\nversion: 1\ndn: cn=ada\nuserPassword: \(phc)\ncn: a\n da\n"
    ),
    (
      "dn: cn=ada\r\nuserPassword:: \(Data(hashcat.utf8).base64EncodedString())\r\n", "ldap",
      "dn: cn=ada\r\nuserPassword: \(ldap)\r\n"
    ),
    (
      "dn: a\nUserPassword;x-opt;lang-en: \(ldap)\nuserPassword;b:: \(Data(ldap.utf8).base64EncodedString())\n",
      "hashcat",
      "dn: a\nuserPassword;x-opt;lang-en: \(hashcat)\nuserPassword;b: \(hashcat)\n"
    ),
  ]

  @Test func tablesAreWritten() throws {
    for (table, form, result) in Self.tables {
      let run = try convert(table, form)
      #expect(run.status == 0 && run.errors.isEmpty, "\(table): \(run.errors)")
      #expect(run.text == result, "\(table)")
    }
  }

  /// What credential verify would refuse is converted only with the limits that it would need.
  @Test func limits() throws {
    let slow = Self.ldap.replacing("}1000$", with: "}10000001$")
    let large = Self.argon2id.replacing("m=65536", with: "m=1048580")
    for (text, form, options, reason) in [
      (slow, "passlib", ["--max-rounds", "10000001"], "verifying takes 10000001 rounds; the limit is 10000000"),
      (
        large, "django-argon2id", ["--max-memory", "2GiB"],
        "verifying takes 1073745920 bytes of memory; the limit is 1073741824"
      ),
    ] {
      let refused = try convert(text, form)
      #expect(refused.status == 4 && refused.text.isEmpty && refused.errors.contains("no credential: \(reason)"))
      let words = ["credential", "convert", "table", "--form", form] + options
      let accepted = try Command.swiftVault(words, in: folder)
      #expect(accepted.status == 0 && accepted.text.contains(text == slow ? "$10000001$" : "m=1048580"), "\(accepted)")
    }
  }

  /// Bytes that are not UTF-8 stay as they are.
  @Test func namesInOtherEncodings() throws {
    let name = Data([0x5A, 0x6F, 0xEB])
    folder.write("table", name + Data(",\(Self.ldap)\n".utf8))
    let run = try Command.swiftVault("credential", "convert", "table", "--form", "hashcat", in: folder)
    #expect(run.status == 0 && run.output == name + Data(",\(Self.hashcat)\n".utf8))
  }

  private static let refusals: [(table: String, form: String, line: Int, reason: String)] = [
    ("hunter2", "ldap", 1, "no credential of a known form"), ("a,b\nc,d", "ldap", 2, "no credential of a known form"),
    (ldap + "\n" + ldap.dropLast(), "phc", 2, "no credential: the check field is malformed"),
    (
      ldap + "\n\nx,\(ldap),\(ldap)", "phc", 3,
      "more than one credential, in the columns 2 and 3; --column names the column of the credentials"
    ),
    // bcrypt and a text that somebody wrote into another column; a digest may be the password's, too.
    (
      "admin,\(phc.replacing(",l=32", with: "")),$2b$12$R9h/cIPz0gi.URNNX3kh2O\n", "phc", 1,
      "more than one credential, in the columns 2 and 3; --column names the column of the credentials"
    ),
    (
      "5f4dcc3b5aa765d61d8327deb882cf99,\(ldap)\n", "phc", 1,
      "more than one credential, in the columns 1 and 2; --column names the column of the credentials"
    ),
    (
      "ada,\(ldap),\neve,x,\(ldap)\n", "phc", 2,
      "the credential is in column 3, and in the rows before in column 2; --column names the column of the credentials"
    ),
    (
      "id,hash,password\nada,x,\(ldap)\n", "phc", 1,
      "hash and password may both be the column of the credentials; --column names the column of the credentials"
    ),
    ("id,bio,password_hash\nada,\(ldap),$2b$12$x\n", "phc", 2, "no credential of a known form: this is bcrypt"),
    ("id,bio,password_hash\nada,\(ldap),\n", "phc", 2, "no credential of a known form"),
    ("id,bio,password_hash\nada,\(ldap)\n", "phc", 2, "2 fields; there is no column 3"),
    ("ada:$2b$12$x\n", "phc", 1, "no credential of a known form: this is bcrypt"),
    (ldap + "\n\"a,\(ldap)", "phc", 2, "a quotation mark that is never closed"),
    ("\"a\" ,\(ldap)", "phc", 1, "text after the closing quotation mark of a field"),
    ("ada,$2b$12$bcrypt\n", "phc", 1, "no credential of a known form: this is bcrypt"),
    ("ada,{SSHA}x\n", "phc", 1, "no credential of a known form: this is salted SHA"),
    ("ada,$argon2i$v=19$m=8,t=1,p=1$x$y\n", "phc", 1, "no credential of a known form: this is Argon2i"),
    (
      "scrypt:32768:8:1$a$" + String(repeating: "00", count: 64), "phc", 1,
      "the function of this credential has no place in the form PHC"
    ),
    ("\(ldap)\n5f4dcc3b5aa765d61d8327deb882cf99\n", "phc", 2, "no credential of a known form: this is MD5 or NTLM"),
    // A single name marks a column of credentials, but only in the first line.
    ("username\n\(ldap)", "phc", 1, "no credential of a known form"),
    ("my passw0rd\n\(ldap)", "phc", 1, "no credential of a known form"),
    ("\(ldap)\npassword\n", "phc", 2, "no credential of a known form"),
    (
      hashcat, "grub", 1, "the function of this credential has no place in the form GRUB"
    ),
    (hashcat, "cisco8", 1, "the rounds of this credential have no place in the form Cisco type 8"),
    (hashcat, "aspnet3", 1, "the salt of this credential has no place in the form ASP.NET Identity 3"),
    (
      "$swift-vault-pbkdf2-sha256$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw$\(check)", "phc", 1,
      "the check of this credential has no place in the form PHC"
    ),
    (
      "dn: a\n\nuserPassword:\n {SSHA}x\n", "phc", 3,
      "no credential: not a credential of a known form: this is salted SHA"
    ),
    (#"{"secretData":"{}","credentialData":"{}"}"#, "phc", 1, "no credential: the function field is malformed"),
    (#"{"secretData":"x","credentialData":"y"}"#, "phc", 1, "no credential: not a credential of a known form"),
    ("dn: a\nuserPassword: x\n", "phc", 2, "no credential: not a credential of a known form"),
    ("dn: a\nuserPassword:: *\n", "phc", 2, "the value is not base 64"),
    ("dn: a\nuserPassword::: YQ==\n", "phc", 2, "the value is not base 64"),
    ("dn: a\nuserPassword:: YQ==\r\r\n", "phc", 2, "the value is not base 64"),
    ("dn: a\nuserPassword:: YR==\n", "phc", 2, "the value is not base 64"),
    ("dn: a\nuserPassword:: YQ=======\n", "phc", 2, "the value is not base 64"),
    ("dn: a\n\n userPassword: \(ldap)\n", "phc", 3, "a continuation without a line before it"),
    ("dn: a\ncn: b\n c\nuserPassword: \(ldap.dropLast())\n", "phc", 4, "no credential: the check field is malformed"),
  ]

  @Test func aWrongLineIsNamedAndNothingIsWritten() throws {
    for (table, form, line, reason) in Self.refusals {
      let run = try convert(table, form)
      #expect(run.status == 4 && run.text.isEmpty, "\(table)")
      let isOther = ["known form", "no place in the form"].contains { reason.contains($0) }
      let advice = isOther ? " (--keep-others keeps such lines)" : ""
      #expect(
        run.complaints == "swift-vault: table: line \(line): \(reason); nothing is written\(advice)\n", "\(table)")
    }
    for table in ["", "\n", "name,password\n", "password\n", "dn: a\ncn: b\n"] {
      let run = try convert(table, "phc")
      #expect(run.status == 4 && run.text.isEmpty && run.complaints == "swift-vault: table: has no credential\n")
    }
  }

  /// Each form of the library is a word of the command, and each is written and read again without an option.
  @Test func everyForm() throws {
    let check = [UInt8](repeating: 7, count: 32)
    let salt = "fourteenbytes!"
    let credential = try Credential(
      "sha256:20000:\(Data(salt.utf8).base64EncodedString()):\(Data(check).base64EncodedString())")
    var written = 0
    for form in Credential.Form.allCases where form != .swiftVault {
      guard let text = try? credential.text(as: form) else { continue }
      let run = try convert("\(credential)\n", form.rawValue)
      #expect(run.status == 0 && run.text == text + "\n", "\(form): \(run.errors)")
      #expect(try convert(text, "hashcat").text == "\(credential)")
      written += 1
    }
    #expect(written == 13)
    let help = try Command.swiftVault("credential", "convert", "--help", in: folder).text
    for form in Credential.Form.allCases where form != .swiftVault {
      #expect(help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("\(form.rawValue) (\(form))"))
    }
  }

  /// Lines with credentials of other programs stay. Malformed lines are refused as without the option.
  @Test func othersAreKept() throws {
    let own = "$swift-vault-pbkdf2-sha256$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw$\(Self.check)"
    let bcrypt = "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"
    for (table, result, counts) in [
      (
        "name,stored\nada,{SSHA}x\neve,\(Self.ldap)\r\nbob,\(bcrypt)\nme,\(own)\n",
        "name,stored\nada,{SSHA}x\neve,\(Self.hashcat)\r\nbob,\(bcrypt)\nme,\(own)\n",
        "1 credential converted, 3 lines kept"
      ),
      (
        "dn: a\nuserPassword:\n {SSHA}x\nuserPassword: \(Self.ldap)\n",
        "dn: a\nuserPassword:\n {SSHA}x\nuserPassword: \(Self.hashcat)\n", "1 credential converted, 1 line kept"
      ),
      ("{SSHA}x", "{SSHA}x", "0 credentials converted, 1 line kept"),
      (
        "password\n\(bcrypt)\n\(Self.directoryServer)\n", "password\n\(bcrypt)\n\(Self.hashcat)\n",
        "1 credential converted, 1 line kept"
      ),
      (Self.ldap, Self.hashcat, "1 credential converted, 0 lines kept"),
    ] {
      folder.write("table", table)
      let run = try Command.swiftVault(
        "credential", "convert", "table", "--form", "hashcat", "--keep-others", in: folder)
      #expect(run.status == 0 && run.text == result && run.errors == "swift-vault: \(counts)\n", "\(run.errors)")
    }
    for table in [
      "ada,\(Self.ldap.dropLast())\n", "\(Self.ldap),\(Self.ldap)\n", "\"a,\(Self.ldap)\n", "dn: a\nuserPassword:: *\n",
      "",
    ] {
      folder.write("table", table)
      let run = try Command.swiftVault(
        "credential", "convert", "table", "--form", "hashcat", "--keep-others", in: folder)
      #expect(run.status == 4 && run.text.isEmpty && !run.errors.contains("--keep-others"), "\(table): \(run.errors)")
    }
  }

  @Test func theColumnThatIsNamed() throws {
    let table = "id,Bio,c\nada,\(Self.hashcat),\(Self.ldap)\n"
    for (column, result) in [
      ("c", "id,Bio,c\nada,\(Self.hashcat),\(Self.hashcat)\n"),
      ("3", "id,Bio,c\nada,\(Self.hashcat),\(Self.hashcat)\n"),
      ("bio", table),
    ] {
      folder.write("table", table)
      let run = try Command.swiftVault(
        "credential", "convert", "table", "--form", "hashcat", "--column", column, in: folder)
      #expect(run.status == 0 && run.text == result && run.errors.isEmpty, "\(column): \(run.errors)")
    }
    // Without names in the first line, a number; a line that is a credential as a whole is in column 1.
    for (text, column, result) in [
      ("\(Self.hashcat),\(Self.ldap)\n", "2", "\(Self.hashcat),\(Self.hashcat)\n"),
      ("\(Self.phc)\n", "1", "\(Self.hashcat)\n"),
    ] {
      folder.write("table", text)
      let run = try Command.swiftVault(
        "credential", "convert", "table", "--form", "hashcat", "--column", column, in: folder)
      #expect(run.status == 0 && run.text == result && run.errors.isEmpty, "\(column): \(run.errors)")
    }
    folder.write("table", table)
    for (column, exitCode, sentence) in [
      ("hash", Int32(4), "table: line 1: no column is called hash: there are id, bio, c"),
      ("4", 4, "table: line 2: 3 fields; there is no column 4"), ("", 2, "--column is given an empty name"),
    ] {
      let run = try Command.swiftVault(
        "credential", "convert", "table", "--form", "hashcat", "--column", column, in: folder)
      #expect(run.status == exitCode && run.text.isEmpty && run.complaints.contains(sentence), "\(run.errors)")
    }
    let alone = try Command.swiftVault("credential", "verify", "table", "--column", "c", in: folder)
    #expect(alone.status == 2 && alone.complaints.contains("--column goes with --passwords"), "\(alone.errors)")
  }

  /// The export of a realm, and two columns of Keycloak's database.
  @Test func keycloak() throws {
    let value = Self.check + "="
    let secret = #"{"value":"\#(value)","salt":"c2FsdA==","additionalParameters":{}}"#
    let data = #"{"hashIterations":1000,"algorithm":"pbkdf2-sha256"}"#
    func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
    let realm = """
      {
        "realm": "r", "roles": [1, 2],
        "users": [
          {
            "username": "ada, \\"a\\"",
            "credentials": [{"type": "otp", "secretData": "{}", "credentialData": "{}"},
              {"type": "password", "secretData": \(quoted(secret)),
               "credentialData": \(data.replacing(",", with: ",\n"))}]
          },
          {"username": "bob"}, {"username": "eve", "credentials": [{"secretData": \(secret), "credentialData": \(data)}]}
        ]
      }
      """
    let table = "username,credential\n\"ada, \"\"a\"\"\",\(Self.hashcat)\neve,\(Self.hashcat)\n"
    #expect(try convert(realm, "hashcat").text == table)
    let users = realm.split(separator: "\"users\":")[1].dropLast(1)
    #expect(try convert(String(users), "hashcat").text == table)
    func field(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    let columns = "user_id,SECRET_DATA,x,CREDENTIAL_DATA\n"
    let run = try convert(columns + "u1,\(field(secret)),y,\(field(data))\n", "hashcat")
    #expect(run.text == columns + "u1,\(Self.hashcat),y,\n" && run.errors.isEmpty, "\(run.errors)")
    for text in ["{\"users\": [}", "{\"users\": 1}", "[1]", "{}", "[", "{\n"] {
      let run = try convert(text, "hashcat")
      #expect(run.status == 4 && run.text.isEmpty, "\(text)")
    }
  }

  @Test func textInUTF16() throws {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      folder.write("table", ("\u{FEFF}ada,\(Self.ldap)\n").data(using: encoding)!)
      let run = try Command.swiftVault("credential", "convert", "table", "--form", "phc", in: folder)
      #expect(run.status == 4 && run.complaints == "swift-vault: table: is text in UTF-16; save it in UTF-8\n")
    }
  }

  @Test func arguments() throws {
    let named = try Command.swiftVault("credential", "convert", "table", in: folder)
    #expect(named.status == 2 && named.complaints.contains("credential convert needs --form"))
    let unknown = try convert(Self.ldap, "swift-vault")
    #expect(unknown.status == 2)
    #expect(
      unknown.complaints.contains(
        "--form takes phc, vapor, passlib, django, hashcat, opendj, 389ds, spring, spring58, ldap, ")
    )
    let large = try Command.shell(
      "head -c 67108865 /dev/zero | \"$TOOL\" credential convert - --form ldap", in: folder)
    #expect(large.status == 4 && large.text.isEmpty && large.complaints.contains("has more than 64 MiB"))
    let all = try Command.shell("\"$TOOL\" credential convert - --form ldap < table", in: folder)
    #expect(all.status == 0 && all.text == Self.ldap)
  }
}
