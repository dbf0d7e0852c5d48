import Foundation
import SwiftVaultTestSupport
import Testing

/// Owner, group, mode and times of written files.
@Suite struct VaultToolAttributesTests {
  private let folder = TestFolder.furnished()

  init() { folder.write("new", TestFolder.newPassword) }

  /// The output of `stat` for a file in a format.
  private func status(_ format: String, _ name: String) throws -> String {
    let run = try Command.shell("stat -c '\(format)' '\(name)'", in: folder)
    return run.text.trimmingCharacters(in: .newlines)
  }

  /// Each command that replaces a file, and the file.
  static let replacing = [
    ("seal notes.txt --force --rounds 1", "notes.txt.vault"),
    ("seal -r tree --force --rounds 1", "tree/file.vault"),
    ("open sealed.vault --force -o opened", "opened"),
    ("open -r other --force", "other/file"),
    ("reseal sealed.vault --rounds 1 --new-password-file new", "sealed.vault"),
  ]

  private func prepare(_ target: String, _ preparation: String) throws {
    try folder.shell(
      """
      mkdir tree other; echo a > tree/file; cp sealed.vault other/file.vault
      [ -e \(target) ] || echo old > \(target); \(preparation)
      """)
  }

  /// Only the owner can access a new file. A replaced file passes on its mode, without the set-user-ID and set-group-ID
  /// bits.
  @Test(arguments: replacing, [(nil, "600"), ("640", "640"), ("604", "604"), ("6755", "755")])
  func mode(_ command: (line: String, target: String), _ mode: (old: String?, new: String)) throws {
    try prepare(command.target, mode.old.map { "chmod \($0) \(command.target)" } ?? "rm -f \(command.target)")
    if mode.old == nil, command.line.hasPrefix("reseal") { return }
    try folder.shell("\"$TOOL\" \(command.line) --password-file password 2> /dev/null")
    #expect(try status("%a", command.target) == mode.new)
    #expect(folder.read(command.target) != Data("old\n".utf8))
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser gives files away"), arguments: replacing)
  func theSuperuserKeepsTheOwner(line: String, target: String) throws {
    try prepare(target, "chown 1234:4321 \(target); chmod 640 \(target)")
    try folder.shell("\"$TOOL\" \(line) --password-file password 2> /dev/null")
    #expect(try status("%u:%g %a", target) == "1234:4321 640")
  }

  /// A user who may not give the file to its owner and group does not pass the group's rights to any other group.
  @Test(.enabled(if: geteuid() == 0 && Unprivileged.isPossible, "needs the superuser"), arguments: replacing)
  func othersKeepWhatTheyMay(line: String, target: String) throws {
    try prepare(target, "\(Unprivileged.owns(".")); chown 1234:4321 \(target); chmod 666 \(target)")
    try folder.shell("\(Unprivileged.prefix) \"$TOOL\" \(line) --password-file password 2> /dev/null")
    #expect(try status("%u:%g %a", target) == "65534:65534 606")
  }

  /// The list gives user 1234 rights and the group none, but the mode shows 660.
  private static let accessList = """
    python3 -c 'import os, struct, sys; os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack(
      "<I" + "HHI" * 5, 2, 1, 6, 2**32 - 1, 2, 6, 1234, 4, 0, 2**32 - 1, 16, 6, 2**32 - 1, 32, 0, 2**32 - 1))'
    """
  static let hasAccessLists =
    (try? Command.shell("touch file && \(accessList) file", in: TestFolder()).status) == 0

  @Test(.enabled(if: hasAccessLists, "needs Python and access control lists"), arguments: replacing)
  func anAccessListGivesTheGroupNothing(line: String, target: String) throws {
    try prepare(target, "\(Self.accessList) \(target)")
    #expect(try status("%a", target) == "660")
    try folder.shell("\"$TOOL\" \(line) --password-file password 2> /dev/null")
    #expect(try status("%a", target) == "600")
  }

  @Test(.enabled(if: hasAccessLists, "needs Python and access control lists"))
  func preservedFromAnAccessList() throws {
    try folder.shell(
      """
      \(Self.accessList) notes.txt; \(Self.accessList) sealed.vault
      "$TOOL" seal notes.txt --preserve --password-file password --rounds 1 2> /dev/null
      "$TOOL" open sealed.vault --preserve --password-file password
      """)
    for name in ["notes.txt.vault", "sealed"] { #expect(try status("%a", name) == "600") }
  }

  @Test(arguments: [("", "notes.txt"), ("-r ", "tree")])
  func preserved(option: String, name: String) throws {
    try folder.shell(
      """
      mkdir tree; echo a > tree/a; chmod 4751 notes.txt tree/a
      touch -d '2001-02-03 04:05:06.123456789 UTC' notes.txt tree/a
      "$TOOL" seal \(option)\(name) --preserve --password-file password --rounds 1 2> /dev/null
      rm notes.txt tree/a; [ -e notes.txt.vault ] || cp -p tree/a.vault notes.txt.vault
      [ -e tree/a.vault ] || cp -p notes.txt.vault tree/a.vault
      "$TOOL" open \(option)\(name)\(option.isEmpty ? ".vault" : "") --preserve --password-file password 2> /dev/null
      [ -e notes.txt ] || cp -p tree/a notes.txt
      """)
    for file in ["notes.txt.vault", "notes.txt"] {
      #expect(try status("%a %.9Y", file) == "751 981173106.123456789")
    }
  }

  /// Without the option, the time is the time of writing, for any time of the source.
  @Test func notPreserved() throws {
    try folder.shell(
      """
      chmod 644 notes.txt sealed.vault; touch -d 2001-02-03 notes.txt sealed.vault
      "$TOOL" seal notes.txt --password-file password --rounds 1 2> /dev/null
      "$TOOL" open sealed.vault --password-file password
      """)
    for file in ["notes.txt.vault", "sealed"] {
      #expect(try status("%a", file) == "600")
      #expect(try #require(Int(status("%Y", file))) > 1_700_000_000)
    }
  }

  /// The option takes precedence over the attributes of the replaced file.
  @Test func preservedOverAnother() throws {
    folder.write("notes.txt.vault", "old")
    try folder.shell(
      """
      chmod 640 notes.txt; chmod 644 notes.txt.vault
      "$TOOL" seal notes.txt --force --preserve --password-file password --rounds 1 2> /dev/null
      """)
    #expect(try status("%a", "notes.txt.vault") == "640")
  }
}
