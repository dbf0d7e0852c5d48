import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool

/// Each example of `--help` is run as it stands, and its result is checked.
@Suite struct VaultToolExampleTests {
  /// A shell in which `swift-vault` does not ask for a password on the terminal, and `pass` prints one.
  private static let shell = """
    set -e -o pipefail
    v=notes.txt.vault
    pass() { cat secret; }
    lpr() { cat > page; }
    swift-vault() {
      local more=()
      case "$*" in inspect*|selftest|"key create"*|"credential convert"*|*--passwords*|*--key-file*|"key recipient"*|"seal "*--generate*) ;;
        "seal "*--recipient*) ;;
        *--password-f*|*--password-env*) ;; *) more=(--password-file secret) ;;
      esac
      case "$*" in *--new-password-*|*--recovery*|*--generate*|*--recipient*) ;;
        "password add"*|"password change"*|reseal*) more+=(--new-password-file other) ;;
      esac
      "$TOOL" "$@" "${more[@]}"
    }
    content() { "$TOOL" open -o - --password-file "$1" "$2"; }
    content_by_key() { "$TOOL" open -o - --key-file "$1" "$2"; }
    shown() { grep -A 1 'the passphrase for' complaints | tail -n 1 > shown; }
    slots() { "$TOOL" inspect "$1" --json | grep -c '"slot" :'; }
    rounds() { "$TOOL" inspect "$1" --json | sed -n 's/.*"rounds" : *\\([0-9]*\\).*/\\1/p' | sort -n | tail -n 1; }

    """

  /// The conditions after an example, as shell code. `secret` and `other` are the passwords of `notes.txt.vault`, 1
  /// round each.
  static let outcomes = [
    "swift-vault seal notes.txt": "content secret $v | cmp - notes.txt",
    "swift-vault seal notes.txt --generate --time 500ms":
      "shown; content shown $v | cmp - notes.txt && test $(rounds $v) -ge 220000",
    "swift-vault seal notes.txt --stretch argon2id --memory 256MiB --passes 3":
      "content secret $v | cmp - notes.txt && \"$TOOL\" inspect $v | grep -q 'Argon2id, 256 MiB, 3 passes, 4 lanes'",
    "tar c photos | swift-vault seal - -o photos.tar.vault":
      "content secret photos.tar.vault | tar t | grep -q photos/cat",
    "swift-vault seal notes.txt --password-fd 3 3< <(pass show notes)":
      "content secret $v | cmp - notes.txt",
    "swift-vault seal notes.txt --key-file backup.key": "content_by_key backup.key $v | cmp - notes.txt",
    "swift-vault key create -o backup.key": "test $(grep -c . backup.key) = 3 && test $(stat -c %a backup.key) = 600",
    "swift-vault key create --recipient backup.key > backup.recipient":
      "test $(stat -c %a backup.key) = 600 && grep -qx 'swift-vault-recipient-[0-9a-z]*' backup.recipient",
    "swift-vault key recipient backup.key": "cmp output backup.recipient",
    "swift-vault seal -r photos --recipient backup.recipient":
      "content_by_key backup.key photos/cat.vault | cmp - photos/cat && ! content secret photos/cat.vault",
    "swift-vault password add notes.txt.vault --recipient backup.recipient":
      "test $(slots $v) = 3 && content_by_key backup.key $v | cmp - notes.txt && content secret $v",
    "swift-vault key create | lpr": "test $(grep -c . page) = 3",
    "swift-vault password add notes.txt.vault --recovery | lpr":
      "test $(slots $v) = 3 && content_by_key page $v | cmp - notes.txt",
    "swift-vault open x.vault --key-file backup.key": "cmp x backup/original",
    "swift-vault seal -r photos --skip-existing": "content secret photos/cat.vault | cmp - photos/cat",
    "swift-vault selftest": "grep -q '^AES-256-CBC .*portable' output && grep -q '^ChaCha20-Poly1305 ' output"
      + " && grep -q ' passed, 0 failed$' output",
    "swift-vault open notes.txt.vault": "cmp notes.txt backup/original",
    "swift-vault open photos.tar.vault -o - | tar x": "cmp photos/cat backup/cat",
    "swift-vault open notes.txt.vault -o draft.txt --password-file secret": "cmp draft.txt backup/original",
    "swift-vault verify notes.txt.vault": "grep -qx 'notes.txt.vault: intact, 12 bytes' output",
    "swift-vault verify -r backup --password-file secret": "grep -qx 'backup/notes.txt.vault: intact, 12 bytes' output",
    "swift-vault inspect notes.txt.vault": "grep -q 'key slot 2  PBKDF2' output",
    "swift-vault inspect notes.txt.vault --json": "grep -q '\"rounds\" : 1' output",
    "swift-vault inspect -r backup --json":
      "test $(grep -c '^{\"file\":\"backup/notes.txt.vault\",' output) = 1 && test $(wc -l < output) = 1",
    "swift-vault password add notes.txt.vault": "test $(slots $v) = 3",
    "swift-vault password add x.vault --password-file me --new-password-file you":
      "content you x.vault && content me x.vault",
    "swift-vault password change notes.txt.vault": "! content secret $v && content other $v",
    "swift-vault password change notes.txt.vault --generate": "shown; ! content secret $v && content shown $v",
    "swift-vault password change x.vault --password-file p --new-password-file q":
      "! content p x.vault && content q x.vault",
    "swift-vault password change -r backup --password-file p --new-password-file q":
      "! content p backup/notes.txt.vault && content q backup/notes.txt.vault",
    "swift-vault password remove notes.txt.vault": "! content secret $v && content other $v",
    "swift-vault password remove notes.txt.vault --slot 2": "! content other $v && content secret $v",
    "swift-vault password raise notes.txt.vault": "\"$TOOL\" inspect $v | grep -q 220,000",
    "swift-vault password raise notes.txt.vault --rounds 1000000": "\"$TOOL\" inspect $v | grep -q 1,000,000",
    "swift-vault password raise notes.txt.vault --time 1s": "test $(rounds $v) -ge 220000",
    "swift-vault password raise notes.txt.vault --stretch argon2id":
      "content secret $v && \"$TOOL\" inspect $v | grep -q 'Argon2id, 64 MiB, 3 passes, 4 lanes'",
    "swift-vault password repair notes.txt.vault":
      "\"$TOOL\" inspect $v --json | grep -q '\"headerCopiesAlike\" : true'",
    "swift-vault reseal notes.txt.vault": "! content secret $v && test $(slots $v) = 1",
    "swift-vault reseal notes.txt.vault --password-file old --new-password-file new":
      "! content old $v && content new $v | cmp - notes.txt",
    "swift-vault import notes.enc": "content secret notes.vault | cmp - notes.txt",
    "swift-vault import letter.enc --iter 20000 --digest sha512": "content secret letter.vault | cmp - notes.txt",
    "swift-vault import notes.age --key-file identities.txt --new-password-file new":
      "content new notes.vault | cmp - notes.txt",
    "swift-vault import -r cells --password-file old --new-password-file new":
      "content new cells/one.vault | cmp - notes.txt",
    "swift-vault export notes.txt.vault --format openssl":
      "\"$TOOL\" import notes.txt.enc --iter 600000 -o again --password-file secret --rounds 1 "
      + "&& content secret again | cmp - notes.txt",
    "swift-vault export notes.txt.vault --format themis --new-password-file new":
      "\"$TOOL\" import notes.txt.cell -o again --password-file new --rounds 1 && content new again | cmp - notes.txt",
    "swift-vault export notes.txt.vault --format age --armor":
      "\"$TOOL\" import notes.txt.age -o again --password-file secret --rounds 1 && content secret again | cmp - notes.txt",
    "swift-vault credential create --blocklist common.txt": "grep -q '^$swift-vault-pbkdf2-sha512' output",
    "swift-vault credential create --hash sha256 --password-file secret > row":
      "grep -q '^$swift-vault-pbkdf2-sha256' row",
    "swift-vault credential create --stretch argon2id --memory 128MiB":
      "grep -q '^$argon2id$v=19$m=131072,t=3,p=4' output",
    "swift-vault credential verify row": "grep -q 'i=220000' output",
    "swift-vault credential verify row --stretch argon2id": "grep -q '^$argon2id$v=19$m=65536,t=3,p=4' output",
    "swift-vault credential verify row > new && test -s new && mv new row": "grep -q 'i=220000' row && test ! -e new",
    "swift-vault credential verify users.csv --passwords known.csv > results":
      "grep -qx '1\tada\tmatch, upgrade: 1 round of PBKDF2-HMAC-SHA256' results",
    "swift-vault credential convert users.csv --form ldap > new.csv":
      "test \"$(cat new.csv)\" = 'ada,{PBKDF2-SHA256}1$c2FsdA$kbetH8pvQW2woEDkqwW3lBiusahaNsvlbcMnQlA1Qxc'",
    "swift-vault credential convert people.ldif --form passlib":
      "test \"$(tail -n 1 output)\" = 'userPassword: $pbkdf2$1$c2FsdA$Y2hlY2tjaGVja2NoZWNrY2hlY2s'",
  ]

  /// The examples of `completion` and `manual` are for other programs: shells and `man` are tested elsewhere.
  static let examples = Subcommand.all.filter { !["completion", "manual"].contains($0.name) }.flatMap(\.examples)

  /// The files that every example finds, as an archive.
  private static let furnished: Result<Data, any Error> = Result {
    let script = """
      set -e -o pipefail
      mkdir photos backup; echo 'My own cat.' | tee photos/cat > backup/cat
      echo 'Plain notes' | tee notes.txt > backup/original
      for name in secret me p old; do echo 'correct horse battery' > $name; done
      for name in other you q new; do echo 'another horse entirely' > $name; done
      echo 'something else' > common.txt
      "$TOOL" seal notes.txt --password-file secret --rounds 1; cp notes.txt.vault x.vault
      "$TOOL" password add notes.txt.vault --password-file secret --new-password-file other --rounds 1
      tar c photos | "$TOOL" seal - -o photos.tar.vault --password-file secret --rounds 1
      mkdir cells; export() { "$TOOL" export x.vault --password-file secret "$@"; }
      export --format openssl --iter 10000 -o notes.enc; export --format themis --iter 10 -o cells/one
      export --format openssl --iter 20000 --digest sha512 -o letter.enc
      export --format age --recipient age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj -o notes.age; unset -f export
      echo AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX > identities.txt
      echo 'ada,sha256:1:c2FsdA==:kbetH8pvQW2woEDkqwW3lBiusahaNsvlbcMnQlA1Qxc=' > users.csv
      printf 'id,password\nada,correct horse battery\n' > known.csv
      printf 'dn: cn=ada\nuserPassword: {PBKDF2}1$c2FsdA$Y2hlY2tjaGVja2NoZWNrY2hlY2s\n' > people.ldif
      "$TOOL" key create -o backup.key; "$TOOL" password add x.vault --password-file secret --new-key-file backup.key
      "$TOOL" credential create --password-file secret --rounds 1 > row; cp notes.txt.vault backup
      tar c *
      """
    let run = try Command.shell(script, in: TestFolder())
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test(arguments: examples)
  func achieves(example: String) throws {
    let outcome = try #require(Self.outcomes[example], "say what the example achieves")
    let folder = TestFolder()
    let isNew = example.contains(" seal notes.txt")
    let before =
      (isNew ? "rm notes.txt.vault\n" : "") + (example.contains("| swift-vault seal") ? "rm photos.tar.vault\n" : "")
      + (example.contains(" open notes.txt.vault") ? "rm notes.txt\n" : "")
      + (example.contains("tar x") ? "rm -r photos\n" : "") + (example.contains("> new") ? "rm new\n" : "")
      + (example.contains("-o backup.key") || example.contains("recipient") ? "rm backup.key\n" : "")
      + (example.contains("recipient") && !example.contains("create")
        ? "\"$TOOL\" key create --recipient backup.key > backup.recipient\n" : "")
      + (["password add notes", "password change notes"].contains { example.contains($0) }
        ? "echo 'a third horse altogether' > other\n" : "")
      + (example.contains("change -r backup") ? "echo 'a third horse altogether' > q\n" : "")
      // The second copy of the header is damaged.
      + (example.contains("repair") ? "printf X | dd of=notes.txt.vault bs=1 seek=1000 conv=notrunc 2> dd\n" : "")
    folder.write("furnished", try Self.furnished.get())
    let steps = "{ tar x < furnished; rm furnished\n\(before)} 2> furnishing\n{ \(example)\n} > output 2> complaints\n"
    let run = try Command.shell(Self.shell + steps + "( \(outcome) ) > outcome 2>&1", in: folder)
    func told(_ name: String) -> String { String(decoding: folder.read(name) ?? Data(), as: UTF8.self) }
    #expect(run.status == 0, "\(run.errors) \(told("furnishing")) \(told("complaints")) \(told("outcome"))")
  }

  @Test func theHelpOfVerifySaysWhatItPrintsAndHowItEnds() throws {
    let run = try Command.shell("\"$TOOL\" verify --help", in: TestFolder())
    let text = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("prints a line for each intact vault") && !text.contains("and writes nothing"))
    #expect(text.contains("The exit status is 0 if every vault is intact"))
    #expect(text.contains("Several vaults are verified with the same password"))
    #expect(text.contains("- is standard input"))
  }
}
