import Foundation
import Testing
import Vault

/// `swift-vault` as its users meet it: the built command, real files.
@Suite struct VaultToolTests {
  @Test func sealsAndOpensAFile() throws {
    let folder = VaultToolFolder.furnished()
    let sealing = try VaultToolRun.swiftVault(
      "seal", "notes.txt", "--password-file", "password", "--rounds", "1001", in: folder)
    #expect(sealing.exitCode == 0)
    #expect(sealing.output.isEmpty)
    #expect(
      sealing.errors == "swift-vault: warning: 1,001 rounds, fewer than the recommended 220,000, "
        + "let the password be guessed sooner\n")
    #expect(folder.mode("notes.txt.vault") == 0o600)
    #expect(folder.read("notes.txt") == VaultToolFolder.notes)

    try FileManager.default.removeItem(at: folder.file("notes.txt"))
    let opening = try VaultToolRun.swiftVault("open", "notes.txt.vault", "--password-file", "password", in: folder)
    #expect(opening.exitCode == 0)
    #expect(opening.errors.isEmpty)
    #expect(folder.read("notes.txt") == VaultToolFolder.notes)
    #expect(folder.mode("notes.txt") == 0o600)
    #expect(folder.names == ["notes.txt", "notes.txt.vault", "password", "sealed.vault"])
  }

  @Test func recommendedRoundsNeedNoOption() throws {
    let folder = VaultToolFolder.furnished()
    let sealing = try VaultToolRun.swiftVault("seal", "notes.txt", "--password-file", "password", in: folder)
    #expect(sealing.exitCode == 0 && sealing.errors.isEmpty)
    let inspection = try VaultToolRun.swiftVault("inspect", "notes.txt.vault", in: folder)
    #expect(String(decoding: inspection.output, as: UTF8.self).contains("220,000 rounds"))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 1_000_003])
  func everySizeComesBack(byteCount: Int) throws {
    let folder = VaultToolFolder.furnished()
    let content = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    folder.write("file", content)
    let sealing = try VaultToolRun.swiftVault(
      "seal", "file", "--password-file", "password", "--rounds", "1", in: folder)
    #expect(sealing.exitCode == 0)
    let opening = try VaultToolRun.swiftVault(
      "open", "file.vault", "-o", "copy", "--password-file", "password", in: folder)
    #expect(opening.exitCode == 0)
    #expect(folder.read("copy") == content)
  }

  @Test func streams() throws {
    let folder = VaultToolFolder.furnished()
    let pipe = try VaultToolRun.shell(
      """
      cat notes.txt | "$TOOL" seal - --password-file password --rounds 1 | "$TOOL" open --password-file password -
      """, in: folder)
    #expect(pipe.output == VaultToolFolder.notes)

    let passwordFromInput = try VaultToolRun.swiftVault(
      "open", "sealed.vault", "-o", "-", "--password-file", "-", in: folder, input: Data("open sesame\r\n".utf8))
    #expect(passwordFromInput.output == VaultToolFolder.notes)

    let substitution = try VaultToolRun.shell(
      "\"$TOOL\" open <(cat sealed.vault) -o - --password-fd 7 7< <(cat password)", in: folder)
    #expect(substitution.output == VaultToolFolder.notes)
    #expect(folder.names == ["notes.txt", "password", "sealed.vault"])
  }

  @Test func optionsStandAnywhere() throws {
    let folder = VaultToolFolder.furnished()
    folder.write("-strange", "content")
    let lines = [
      "--password-file=password open sealed.vault -o a", "open --output=b --password-file password sealed.vault",
      "open -oc --password-file=password -- sealed.vault", "--password-file password -o=d open sealed.vault",
    ]
    for line in lines {
      let run = try VaultToolRun.shell("\"$TOOL\" \(line)", in: folder)
      #expect(run.exitCode == 0, "\(line): \(run.errors)")
    }
    for name in ["a", "b", "c", "d"] { #expect(folder.read(name) == VaultToolFolder.notes) }
    let dash = try VaultToolRun.swiftVault(
      "seal", "--rounds=1", "--password-file", "password", "--", "-strange", in: folder)
    #expect(dash.exitCode == 0)
    #expect(folder.read("-strange.vault") != nil)
  }

  @Test func namesOfAnyBytes() throws {
    let folder = VaultToolFolder.furnished()
    let run = try VaultToolRun.shell(
      #"""
      name=$(printf 'line\nend \377 \033[31m')
      cp notes.txt "$name" && "$TOOL" seal "$name" --password-file password --rounds 1 2>/dev/null &&
      rm "$name" && "$TOOL" open "$name.vault" --password-file password && cmp "$name" notes.txt &&
      "$TOOL" open "$name.vault" --password-file password
      """#, in: folder)
    #expect(run.exitCode == 6)
    #expect(run.errors.contains(#"line\n"#) && !run.errors.contains("\u{1B}"), "a name must not play with the terminal")
  }

  @Test func contextBinds() throws {
    let folder = VaultToolFolder.furnished()
    let sealing = try VaultToolRun.swiftVault(
      "seal", "notes.txt", "--password-file", "password", "--rounds", "1", "--context", "Tagebuch für 2026", in: folder)
    #expect(sealing.exitCode == 0)
    for (context, code) in [("Tagebuch für 2026", Int32(0)), ("Tagebuch für 2027", 3), ("", 3)] {
      let opening = try VaultToolRun.swiftVault(
        "open", "notes.txt.vault", "-o", "-", "--password-file", "password", "--context", context, in: folder)
      #expect(opening.exitCode == code)
      #expect(opening.output == (code == 0 ? VaultToolFolder.notes : Data()))
    }
  }

  /// A context typed on another system may be decomposed.
  @Test func contextIsComposed() throws {
    let folder = VaultToolFolder.furnished()
    let sealing = try VaultToolRun.swiftVault(
      "seal", "notes.txt", "--password-file", "password", "--rounds", "1", "--context", "cafe\u{301}", in: folder)
    #expect(sealing.exitCode == 0)
    let context = Array("caf\u{E9}".utf8)
    #expect(try Vault.open(folder.read("notes.txt.vault")!, password: "open sesame".utf8, context: context).count == 25)
    let reseal = "reseal --rounds 1 --new-password-file password"
    for command in ["open -o -", "verify", "password raise --rounds 2", reseal] {
      let run = try VaultToolRun.shell(
        #""$TOOL" \#(command) notes.txt.vault --password-file password --context $'caf\xC3\xA9'"#, in: folder)
      #expect(run.exitCode == 0, "\(command): \(run.errors)")
    }
    let before = folder.snapshot
    for command in ["seal notes.txt -o new", "verify notes.txt.vault"] {
      let run = try VaultToolRun.shell(
        #""$TOOL" \#(command) --password-file password --context $'caf\xE9'"#, in: folder)
      #expect(run.exitCode == 2 && run.errors == "swift-vault: --context takes text in UTF-8, which this is not\n")
    }
    #expect(folder.snapshot == before)
  }

  @Test func inspectsWithoutAPassword() throws {
    let folder = VaultToolFolder.furnished()
    let text = try VaultToolRun.swiftVault("inspect", "sealed.vault", in: folder)
    let lines = String(decoding: text.output, as: UTF8.self).split(separator: "\n")
    #expect(text.exitCode == 0)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for part in ["version 1", "PBKDF2-HMAC-SHA512, 1,001 rounds", "25 bytes in 1 chunk", "Nothing here was verified"] {
      #expect(lines.contains { $0.contains(part) }, "\(part)")
    }
    let json = try VaultToolRun.swiftVault("inspect", "--json", "sealed.vault", in: folder)
    let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(object["verified"] as? Bool == false)
    #expect(object["formatVersion"] as? Int == 1)
    #expect(object["contentBytes"] as? Int == VaultToolFolder.notes.count)
    let slot = try #require((object["slots"] as? [[String: Any]])?.first)
    #expect(slot["rounds"] as? Int == 1001)
  }

  @Test func inspectsSeveralSlotsAndCopiesThatDiffer() throws {
    let folder = VaultToolFolder.furnished()
    folder.write("new", "open barley")
    let adding = try VaultToolRun.shell(
      """
      cp sealed.vault before && "$TOOL" password add sealed.vault --password-file password --new-password-file new &&
      "$TOOL" password remove sealed.vault --password-file password && tail -c +721 before > end &&
      head -c 720 sealed.vault | cat - end > half.vault && head -c 720 before | cat - <(tail -c +721 sealed.vault) > other
      """, in: folder)
    #expect(adding.exitCode == 0, "\(adding.errors)")
    struct Report: Decodable, Equatable {
      struct Slot: Decodable, Equatable {
        let slot: Int
        let keyDerivation: String
        let rounds: Int
        let isRecommended: Bool
      }
      let slots: [Slot]
      let generation: Int
      let headerCopiesAlike: Bool
      let headerBytes: Int
    }
    let first = Report.Slot(slot: 1, keyDerivation: "PBKDF2-HMAC-SHA512", rounds: 1001, isRecommended: false)
    // Of two copies the newer one counts.
    let second = Report.Slot(slot: 2, keyDerivation: "PBKDF2-HMAC-SHA512", rounds: 220_000, isRecommended: true)
    let expected = [
      ("before", [first], 0, true), ("sealed.vault", [second], 2, true), ("half.vault", [second], 2, false),
      ("other", [second], 2, false),
    ]
    for (name, slots, generation, areAlike) in expected {
      let json = try VaultToolRun.swiftVault("inspect", name, "--json", in: folder)
      let report = try JSONDecoder().decode(Report.self, from: json.output)
      let counted = Report(slots: slots, generation: generation, headerCopiesAlike: areAlike, headerBytes: 1440)
      #expect(report == counted, "\(name)")
      let text = String(decoding: try VaultToolRun.swiftVault("inspect", name, in: folder).output, as: UTF8.self)
      #expect(text.contains("its two copies differ: swift-vault password repair puts that right") != areAlike)
      #expect(text.contains("  generation  \(generation) (how often its passwords were changed)\n"))
      #expect(text.contains("fewer than recommended") == (slots == [first]))
    }
  }

  @Test(arguments: ["open sesame", "open sesame\n"])
  func passwordFromTheEnvironment(value: String) throws {
    let folder = VaultToolFolder.furnished()
    let run = try VaultToolRun.shell(
      "PASS='\(value)' exec \"$TOOL\" open sealed.vault -o - --password-env PASS", in: folder)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output == VaultToolFolder.notes)
  }

  /// Other programs can no longer see the password once it was read.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/environ")))
  func theEnvironmentForgets() throws {
    let folder = VaultToolFolder.furnished()
    let run = try VaultToolRun.shell(
      """
      mkfifo pipe
      PASS='open sesame' "$TOOL" seal - -o x --rounds 1 --password-env PASS < pipe & exec 3> pipe
      seen() { tr '\\0' '\\n' < /proc/$!/environ | grep -c "$1"; }
      for ((i = 0; i < 200; i++)); do
        [ "$(seen ^PASS=)$(seen 'open sesame')" = 10 ] && break; sleep 0.05
      done
      seen ^PASS=; seen 'open sesame'; echo a >&3; exec 3>&-; wait $!
      """, in: folder)
    #expect(run.exitCode == 0)
    #expect(String(decoding: run.output, as: UTF8.self) == "1\n0\n", "the name is left alone")
  }

  @Test func severalFilesUnderOnePassword() throws {
    let folder = VaultToolFolder.furnished()
    folder.write("other", "Something else.\n")
    let sealing = try VaultToolRun.shell(
      "\"$TOOL\" seal notes.txt other --password-file password --rounds 1 && rm notes.txt other", in: folder)
    #expect(sealing.exitCode == 0 && sealing.complaints.isEmpty)
    folder.write("notes.txt.vault", folder.read("notes.txt.vault")! + [0])
    let opening = try VaultToolRun.swiftVault(
      "open", "notes.txt.vault", "other.vault", "--password-file", "password", in: folder)
    #expect(opening.exitCode == 5, "the exit code of the first failure")
    #expect(opening.errors.hasPrefix("swift-vault: notes.txt.vault: is damaged in chunk 0"))
    #expect(opening.errors.split(separator: "\n").count == 1)
    #expect(folder.read("other") == Data("Something else.\n".utf8), "one failure does not keep the others closed")
    #expect(folder.names == ["notes.txt.vault", "other", "other.vault", "password", "sealed.vault"])
  }

  @Test func tellsItsVersion() throws {
    let run = try VaultToolRun.swiftVault("--version", in: VaultToolFolder())
    #expect(run.exitCode == 0)
    #expect(String(decoding: run.output, as: UTF8.self).hasPrefix("swift-vault "))
  }
}
