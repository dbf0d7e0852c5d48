import Foundation
import SwiftVaultTestSupport
import Testing

/// The password prompt, on a real terminal device.
@Suite struct VaultToolPromptTests {
  private let folder = TestFolder.furnished()
  private static let question = "Password for "

  private func seal(typing passwords: String...) throws -> RunningCommand {
    let terminal = try Command.onTerminal("seal", "notes.txt", "--rounds", "1", in: folder)
    for (index, password) in passwords.enumerated() {
      try terminal.expect(index == 0 ? "Password for notes.txt: " : "Repeat the password: ")
      #expect(!terminal.echoes)
      terminal.type(password)
    }
    return terminal
  }

  @Test func asksTwiceToSealAndOnceToOpen() throws {
    let sealing = try seal(typing: "tell nobody\n", "tell nobody\n")
    #expect(try sealing.finish().status == 0)
    #expect(sealing.transcript.contains("sealed notes.txt → notes.txt.vault (25 bytes, 1 round)"))
    #expect(!sealing.transcript.contains("tell"), "a secret is never shown")
    #expect(sealing.echoes)

    let opening = try Command.onTerminal("open", "notes.txt.vault", "-o", "copy", in: folder)
    try opening.expect("Password for notes.txt.vault: ")
    opening.type("tell nobody\n")
    #expect(try opening.finish().status == 0)
    #expect(opening.transcript.contains("opened notes.txt.vault → copy (25 bytes)"))
    #expect(folder.read("copy") == TestFolder.notes)

    folder.write("ascii", "tell nobody\n")
    let file = try Command.swiftVault(
      "open", "notes.txt.vault", "-o", "-", "--password-file", "ascii", in: folder)
    #expect(file.output == TestFolder.notes, "an ASCII password is the same, typed or from a file")
  }

  @Test func asksOnceToVerify() throws {
    let terminal = try Command.onTerminal("verify", "sealed.vault", in: folder)
    try terminal.expect("Password for sealed.vault: ")
    terminal.type("open sesame\n")
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    #expect(!terminal.transcript.contains("Repeat the password"))
  }

  @Test func whatIsTypedIsComposed() throws {
    let sealing = try seal(typing: "cafe\u{301}\n", "caf\u{E9}\n")
    #expect(try sealing.finish().status == 0)
    folder.write("composed", "caf\u{E9}")
    folder.write("decomposed", "cafe\u{301}")
    for (name, code) in [("composed", Int32(0)), ("decomposed", 3)] {
      let run = try Command.swiftVault(
        "open", "notes.txt.vault", "-o", "-", "--password-file", name, in: folder)
      #expect(run.status == code)
    }
  }

  @Test(arguments: [
    (["\n"], "the password is empty"),
    (["\u{4}"], "no password was typed"),
    (["one\n", "\u{4}"], "the password was not repeated; nothing was done"),
    ([String(repeating: "x", count: 1001) + "\n"], "cannot be typed; use --password-file"),
  ])
  func noVaultWithoutAPassword(lines: [String], sentence: String) throws {
    let before = folder.snapshot
    let terminal =
      lines.count == 2 ? try seal(typing: lines[0], lines[1]) : try seal(typing: lines[0])
    #expect(try terminal.finish().status == 2)
    #expect(terminal.transcript.contains(sentence), "\(terminal.transcript)")
    #expect(terminal.echoes)
    #expect(folder.snapshot == before)
  }

  /// A repetition that was mistyped is asked for again, three times in all.
  @Test func aMistypedRepetitionIsAskedAgain() throws {
    let terminal = try seal(typing: "one\n", "two\n")
    try terminal.expect("The two passwords differ (2 tries left). Password for notes.txt: ")
    terminal.type("three\n")
    try terminal.expect("Repeat the password: ", occurrence: 2)
    terminal.type("three\n")
    #expect(try terminal.finish().status == 0)
    #expect(folder.opens("notes.txt.vault", "three"))
    let before = folder.snapshot
    let other = try Command.onTerminal("seal", "notes.txt", "-o", "x", "--rounds", "1", in: folder)
    for occurrence in 1...3 {
      try other.expect("Password for notes.txt: ", occurrence: occurrence)
      other.type("one\n")
      try other.expect("Repeat the password: ", occurrence: occurrence)
      other.type("two\n")
    }
    #expect(try other.finish().status == 2)
    #expect(other.transcript.contains("the two passwords differ; nothing was done") && other.echoes)
    #expect(folder.snapshot == before)
  }

  @Test(
    arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)]
      + [
        SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP, SIGSYS, SIGTERM, SIGHUP, SIGALRM, SIGVTALRM, SIGPROF,
        SIGXCPU, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT, 34, 64,
      ].map { ("", $0) })
  func aSignalGivesTheEchoBack(key: String, signal: Int32) throws {
    let before = folder.snapshot
    let terminal = try seal(typing: "half a pass")
    key.isEmpty ? terminal.send(signal) : terminal.type(key)
    #expect(try terminal.finish().status == -signal)
    #expect(terminal.echoes)
    #expect(folder.snapshot == before)
  }

  /// Without a shell that could resume it, the system does not stop the process, which must continue normally.
  @Test func suspensionAsksAgain() throws {
    let terminal = try seal(typing: "\u{1A}")
    try terminal.expect("Password for notes.txt: ", occurrence: 2)
    #expect(!terminal.echoes)
    terminal.type("one\n")
    try terminal.expect("Repeat the password: ")
    terminal.type("one\n")
    #expect(try terminal.finish().status == 0)
    #expect(terminal.echoes)
  }

  /// SIGSTOP cannot be handled, and the shell switches on the echo meanwhile.
  @Test func afterAStopNothingTypedIsShown() throws {
    let terminal = try seal(typing: "")
    try terminal.expect("Password for notes.txt: ")
    terminal.send(SIGSTOP)
    terminal.echo()
    terminal.send(SIGCONT)
    try terminal.expect("Password for notes.txt: ", occurrence: 2)
    #expect(!terminal.echoes)
    terminal.type("zebra\n")
    try terminal.expect("Repeat the password: ")
    terminal.type("zebra\n")
    #expect(try terminal.finish().status == 0)
    #expect(terminal.echoes && !terminal.transcript.contains("zebra"))
  }

  /// While a key is derived, Swift's runtime would print registers and memory.
  @Test(
    .enabled(if: Sanitizer.current == nil, "a sanitizer handles these signals"),
    arguments: [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP, SIGSYS])
  func aCrashShowsNoMemory(signal: Int32) throws {
    let run = try Command.startSwiftVault(
      ["seal", "notes.txt", "--rounds", "4294967295", "--max-rounds", "4294967295", "--password-file", "password"],
      in: folder)
    Thread.sleep(forTimeInterval: 0.2)
    run.send(signal)
    let outcome = try run.finish()
    #expect(outcome.status == -signal && outcome.complaints.isEmpty, "\(outcome.errors)")
    #expect(folder.names == ["notes.txt", "password", "sealed.vault"])
  }

  @Test func withoutATerminalItSaysSo() throws {
    let before = folder.snapshot
    let run = try Command.onTerminal("seal", "notes.txt", in: folder, streams: .foreignTerminal)
    #expect(try run.finish().status == 2)
    #expect(
      run.transcript
        == "swift-vault: no terminal to ask for a password; use --password-file or --password-fd\r\n")
    #expect(folder.snapshot == before)
  }

  /// The new password has options of its own.
  @Test(arguments: ["password add", "password change", "reseal"])
  func withoutATerminalTheNewPasswordIsNamed(command: String) throws {
    let word = command.replacing("password ", with: "")
    let run =
      try word == command
      ? Command.onTerminal(
        "reseal", "sealed.vault", "--password-file", "password", in: folder, streams: .foreignTerminal)
      : Command.onTerminal(
        "password", word, "sealed.vault", "--password-file", "password", in: folder, streams: .foreignTerminal)
    #expect(try run.finish().status == 2)
    let sentence = "no terminal to ask for the new password; use --new-password-file or --new-password-fd"
    #expect(run.transcript.contains(sentence), "\(run.transcript)")
  }

  @Test func aVaultIsNotShown() throws {
    let sealing = try Command.onTerminal("seal", "notes.txt", "-o", "-", "--password-file", "password", in: folder)
    #expect(try sealing.finish().status == 2)
    #expect(sealing.transcript.contains("a vault is binary and would garble the terminal; use -o FILE, or --force"))

    let text = try Command.onTerminal("open", "sealed.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(try text.finish().status == 0)
    #expect(text.transcript == "What only I should read.\r\n")

    folder.write("binary", "\u{1B}[31m")
    _ = try Command.swiftVault("seal", "binary", "--rounds", "1", "--password-file", "password", in: folder)
    let binary = try Command.onTerminal("open", "binary.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(try binary.finish().status == 2)
    #expect(binary.transcript.contains("the content is not text and would garble the terminal"))
  }

  @Test func aPasswordIsNotReadWithEcho() throws {
    let terminal = try Command.onTerminal("seal", "notes.txt", "--password-fd", "0", in: folder)
    #expect(try terminal.finish().status == 2)
    #expect(terminal.transcript.contains("is a terminal; leave out --password-file and --password-fd"))
  }

  /// The old password once, the new one twice.
  @Test(arguments: ["password add", "password change", "reseal"])
  func asksForTheNewPassword(command: String) throws {
    let terminal = try Command.onTerminal(
      ["sh", "-c", "exec \(Command.swiftVault.executable.path) \(command) sealed.vault --rounds 1"], in: folder)
    let lines = [
      ("Password for sealed.vault: ", TestFolder.password),
      ("New password for sealed.vault: ", TestFolder.newPassword),
      ("Repeat the password: ", TestFolder.newPassword),
    ]
    for (question, answer) in lines {
      try terminal.expect(question)
      #expect(!terminal.echoes)
      terminal.type(answer + "\n")
    }
    #expect(try terminal.finish().status == 0)
    let remarks = [
      "password add": "sealed.vault: password added as key slot 2",
      "password change": "sealed.vault: password of key slot 1 changed",
      "reseal": "sealed.vault: resealed under one password (25 bytes)",
    ]
    #expect(terminal.transcript.contains(remarks[command]!), "\(terminal.transcript)")
    #expect(!terminal.transcript.contains("open "), "a secret is never shown")
    #expect(folder.opens("sealed.vault", TestFolder.newPassword))
    #expect(folder.opens("sealed.vault", TestFolder.password) == (command == "password add"))
  }

  @Test(
    arguments: [
      (["open sesame\n", "open barley\n", "\u{4}"], 2, "the password was not repeated; nothing was done"),
      (["open sesame\n", "\n"], 2, "the password is empty"),
    ] as [([String], Int32, String)])
  func nothingIsChangedWithoutANewPassword(lines: [String], exitCode: Int32, sentence: String) throws {
    for command in [["password", "change"], ["reseal"]] {
      let terminal = try Command.onTerminal(
        [Command.swiftVault.executable.path] + command + ["sealed.vault", "--rounds", "1"], in: folder)
      for (question, line) in zip(["Password for ", "New password for ", "Repeat the password: "], lines) {
        try terminal.expect(question)
        terminal.type(line)
      }
      #expect(try terminal.finish().status == exitCode)
      #expect(terminal.transcript.contains(sentence), "\(terminal.transcript)")
      #expect(folder.read("sealed.vault") == TestFolder.sealedNotes)
    }
  }
}
