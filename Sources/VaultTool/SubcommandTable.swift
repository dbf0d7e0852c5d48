import Vault

extension Subcommand {
  /// Every command, in the order of `--help`.
  static let all =
    [seal, open, verify, inspect] + PasswordCommand.subcommands + [reseal] + credentials
    + [SelfTestCommand.subcommand, completion, manual]

  private static let seal = Subcommand(
    name: "seal", operand: Value("FILE", .file), isRepeatable: true, summary: "encrypts a file: makes FILE.vault",
    description: [
      """
      Makes a vault of FILE: encrypted and protected against change. FILE itself stays as it is. If somebody changes it \
      meanwhile, no vault is made; a pipe is sealed as it comes. Without the password nobody can open the vault, you \
      included.
      """,
      """
      Several files become a vault each, under the same password; with -r so does each file below a folder, except links \
      and files named *.vault. Each vault has a salt of its own, so each takes the time of its rounds.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE.vault (- is standard output)")
    ] + Option.password + [
      .context.explained(
        "bind the vault to TEXT: it opens only with the same TEXT, which is neither stored nor secret"),
      .newRounds, .hash, .newMaximumRounds,
      .recursive.explained("FILE may be a folder: seal each file below it"),
      .preserve.explained("give the vault FILE's mode and times; open --preserve gives them back"),
      .skipExisting.explained("pass over a file whose OUT exists"),
      .force.explained("replace OUT if it exists; write to a terminal"),
    ],
    notes: [
      """
      The vault's mode is 0600: only you may read it. A file that is replaced keeps its owner, group and mode, as far as \
      you may set them.
      """
    ],
    examples: [
      "swift-vault seal notes.txt",
      "swift-vault seal -r photos --skip-existing",
      "tar c photos | swift-vault seal - -o photos.tar.vault",
      "swift-vault seal notes.txt --password-fd 3 3< <(pass show notes)",
    ],
    run: { try SealCommand($0).run() })

  private static let open = Subcommand(
    name: "open", operand: Value("FILE", .vault), isRepeatable: true, summary: "decrypts a vault: makes FILE again",
    description: [
      """
      Verifies the vault FILE and writes what was sealed in it. A file appears when all of it has been verified; \
      standard output gets each part as soon as that is verified, so it is complete only if the exit code is 0. FILE \
      itself stays as it is.
      """,
      """
      Several vaults are opened with the same password; with -r so is each file named *.vault below a folder, except links.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE without its .vault (- is standard output)")
    ] + Option.password + [
      .context.explained("the TEXT that the vault was sealed with"),
      .readMaximumRounds,
      .recursive.explained("FILE may be a folder: open each vault below it"),
      .preserve.explained("give OUT the mode and times of FILE, which has them from seal --preserve"),
      .skipExisting.explained("pass over a vault whose OUT exists"),
      .force.explained("replace OUT if it exists; write binary to a terminal"),
    ],
    notes: [
      """
      The opened file's mode is 0600: only you may read it. A file that is replaced keeps its owner, group and mode, as \
      far as you may set them.
      """
    ],
    examples: [
      "swift-vault open notes.txt.vault",
      "swift-vault open photos.tar.vault -o - | tar x",
      "swift-vault open notes.txt.vault -o draft.txt --password-file secret",
    ],
    run: { try OpenCommand($0).run() })

  private static let verify = Subcommand(
    name: "verify", operand: Value("FILE", .vault), isRepeatable: true, summary: "tells whether a vault is intact",
    description: [
      """
      Reads and verifies all of the vault FILE (- is standard input), as open does, and keeps nothing of it: it prints a \
      line for each vault that is intact, with the size of its content. Exit code 0 says that every vault is intact; \
      otherwise it is that of the first that is not.
      """,
      """
      Several vaults are verified with the same password; one that is damaged, or has another password, does not keep \
      the others from their turn.
      """,
    ],
    options: Option.password + [
      .context.explained("the TEXT that the vault was sealed with"),
      .readMaximumRounds,
      .recursive.explained("FILE may be a folder: verify each vault below it"),
    ],
    examples: ["swift-vault verify notes.txt.vault", "swift-vault verify -r backup --password-file secret"],
    run: { try VerifyCommand($0).run() })

  private static let inspect = Subcommand(
    name: "inspect", operand: Value("FILE", .vault), summary: "tells what a vault says about itself",
    description: [
      """
      Prints what the vault FILE says about itself: version, key slots, size. It needs no password, and so verifies \
      nothing: a forger could write the same.
      """
    ],
    options: [.json.explained("one JSON object, for scripts")],
    examples: ["swift-vault inspect notes.txt.vault", "swift-vault inspect notes.txt.vault --json"],
    run: { try InspectCommand($0).run() })

  private static let reseal = Subcommand(
    name: "reseal", operand: Value("FILE", .vault), summary: "seals a vault anew under one password",
    description: [
      """
      Opens the vault FILE and seals its content anew, under a new data key and the new password alone, in place of \
      the old vault. Whoever had another password, and may have kept the old data key, cannot open the new vault. \
      Copies made before stay as they are.
      """
    ],
    options: Option.password + Option.newPassword + [
      .context.explained("the TEXT that the vault was sealed with, and is sealed with again"),
      .newRounds, .hash,
      .maximumRounds.explained(
        "accept a vault of up to N rounds, and give it as many (\(Vault.Limits().maximumRounds) if not given)"),
    ],
    notes: [
      """
      Interrupted at any moment, it leaves the old vault or the new one. The vault keeps its owner, group and mode, as \
      far as you may set them.
      """
    ],
    examples: [
      "swift-vault reseal notes.txt.vault",
      "swift-vault reseal notes.txt.vault --password-file old --new-password-file new",
    ],
    run: { try ResealCommand($0).run() })

  private static let completion = Subcommand(
    name: "completion", operand: Value("SHELL", .words(Shell.allCases.map(\.rawValue))),
    summary: "prints the completion script of a shell",
    description: [
      """
      Prints a script with which the shell, bash, zsh or fish, completes the commands, options and file names of \
      swift-vault.
      """
    ],
    examples: [
      "source <(swift-vault completion bash)     # in ~/.bashrc",
      "source <(swift-vault completion zsh)      # in ~/.zshrc, after compinit",
      "swift-vault completion fish | source      # in config.fish",
    ],
    run: { try Shell($0).printCompletion() })

  private static let manual = Subcommand(
    name: "manual", summary: "prints the manual page",
    description: ["Prints what --help says of every command as one page for man (roff)."],
    examples: [
      "swift-vault manual | man -l -",
      "swift-vault manual > /usr/local/share/man/man1/swift-vault.1",
    ],
    run: { _ in try StandardStream.writeOutput(Array(Manual.page.utf8)) })
}
