import Vault

extension Subcommand {
  /// `credential create` and `credential verify`.
  static let credentials = [
    Subcommand(
      name: "credential create", summary: "makes a credential of a password",
      description: [
        """
        Prints what a server stores of a password to check it at login: one line of text, another \
        one each time. Whoever gets hold of it can only guess passwords, and each guess costs all the rounds.
        """,
        """
        A password of fewer than 15 characters is refused (NIST SP 800-63B-4), and so is one that attackers try first: \
        a common one, runs such as 12345 or qwerty, or one piece again and again. The list of common ones that is built \
        in is short.
        """,
      ],
      options: Option.password + [
        .blocklist.explained("also refuse the passwords that FILE lists, one a line"),
        .rounds.explained("rounds of PBKDF2; if not given \(Option.recommendedRounds)"), .hash,
        .maximumRounds.explained(
          "allow up to N rounds (\(Vault.Limits().maximumRounds) if not given); verify needs it too"
        ),
        .force.explained("take any password that is not empty"),
      ],
      examples: [
        "swift-vault credential create --blocklist common.txt",
        "swift-vault credential create --hash sha256 --password-file secret > row",
      ],
      run: { try CreateCredentialCommand($0).run() }),
    Subcommand(
      name: "credential verify", operand: Value("FILE", .file), substitute: .credential,
      summary: "checks a password by its credential",
      description: [
        """
        Checks the password against the credential in FILE, the only line there (- is standard input). Right is exit \
        code 0, wrong is 3. Credentials of swift-vault are read, and PBKDF2 in the forms of PHC, passlib and Django.
        """,
        """
        Nothing is printed, unless the password is right and the credential has another hash or fewer rounds than \
        those asked for here, or another form: then a new credential, to be stored in place of the old.
        """,
      ],
      options: [
        .credential.explained("the credential itself in place of FILE; other users can see it meanwhile")
      ] + Option.password + [
        .rounds.explained("the fewest rounds of PBKDF2; if not given \(Option.recommendedRounds)"), .hash,
        .maximumRounds.explained(
          "accept a credential of up to N rounds (\(Vault.Limits().maximumRounds) if not given)"),
      ],
      examples: [
        "swift-vault credential verify row",
        "swift-vault credential verify row > new && test -s new && mv new row",
      ],
      run: { try VerifyCredentialCommand($0).run() }),
  ]
}
