import Vault

extension PasswordCommand {
  /// `password add` and its siblings.
  static let subcommands = [
    subcommand(
      .add, summary: "gives a vault a further password",
      "Gives the vault FILE one more password, of 8 at most. Each opens it by itself.",
      options: Option.newPassword + [.newRounds, .hash],
      examples: [
        "swift-vault password add notes.txt.vault",
        "swift-vault password add x.vault --password-file me --new-password-file you",
      ]),
    subcommand(
      .change, summary: "replaces a password",
      "Replaces the password that is given by a new one; other passwords stay.",
      options: Option.newPassword + [.newRounds, .hash],
      examples: [
        "swift-vault password change notes.txt.vault",
        "swift-vault password change x.vault --password-file p --new-password-file q",
      ]),
    subcommand(
      .remove, summary: "removes a password",
      """
      Removes the password that is given, or with --slot that of another key slot, as inspect numbers them. The last \
      one cannot be removed. Whoever had it may have kept the vault's data key: to be sure, use reseal.
      """,
      options: [.slot.explained("remove the password of key slot N, 1 to 8")],
      examples: [
        "swift-vault password remove notes.txt.vault",
        "swift-vault password remove notes.txt.vault --slot 2",
      ]),
    subcommand(
      .raise, summary: "raises the rounds of a password",
      "Stretches the password that is given anew, with more rounds; the password stays the same.",
      options: [
        .newRounds, .hash.explained("stretch with PBKDF2 of HASH, sha512 or sha256 (if not given, the one it has)"),
      ],
      examples: [
        "swift-vault password raise notes.txt.vault",
        "swift-vault password raise notes.txt.vault --rounds 1000000",
      ]),
    subcommand(
      .repair, summary: "makes the two copies of the header alike",
      """
      Writes the copy of the header that the password opened over the other one, after a change of passwords that was \
      cut off, or when one copy was damaged. A change that was cut off is undone with the old password, completed with \
      the new one. Every other change of a password does this first.
      """,
      options: [], examples: ["swift-vault password repair notes.txt.vault"]),
  ]

  private static func subcommand(
    _ change: Change, summary: String, _ description: String, options: [Option], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: "password \(change.rawValue)", operand: Value("FILE", .vault), summary: summary,
      description: [description],
      options: Option.password + options + [
        .context.explained("the TEXT that the vault was sealed with"),
        .readMaximumRounds,
      ],
      notes: [
        """
        FILE is changed in place; its content is not touched, however long it is. Interrupted at any moment, it opens \
        with the passwords it had, with those it was to have, or with both. Copies made before keep the passwords they had.
        """
      ],
      examples: examples,
      run: { try PasswordCommand(change, $0).run() })
  }
}
