extension QuizQuestion {
  static let passwords = [
    QuizQuestion(
      "salt-why", .passwords,
      """
      Two users have the same password, and each entry of the table has a random salt. What does a thief see?
      """,
      right: "two different hashes",
      wrong: ["two equal hashes", "the same salt twice", "that the passwords are equal"],
      because: """
        The salt goes into the hash. So equal passwords do not show, each has to be guessed by itself, and no table \
        can be made in advance.
        """),
    QuizQuestion(
      "salt-secret", .passwords,
      "Must a salt be kept secret?",
      right: "no: it stands beside the hash, and must only be different each time",
      wrong: [
        "yes, or it is useless", "yes, but only for short passwords", "no, and it may be the same for all users",
      ],
      because: """
        Its purpose is that one guess cannot be compared with many entries. Knowing it does not make guessing cheaper.
        """),
    QuizQuestion(
      "rounds-double", .passwords,
      "The rounds of PBKDF2 are doubled. What does this do to an attacker?",
      right: "each guess costs twice as much",
      wrong: ["the guesses are squared", "nothing", "the table gets twice as long"],
      because: "It costs the owner twice as much too, but once per login. The attacker pays for each guess."),
    QuizQuestion(
      "rounds-word", .passwords,
      """
      A passphrase of random words from a list of 7,776 gets one more word. By how much does the search grow?
      """,
      right: "7,776 times", wrong: ["twice", "by 7,776 guesses", "about 13 times"],
      because: """
        Each of the old passphrases continues in 7,776 ways: 12.9 bits more. To get the same from rounds, they would \
        have to be 7,776 times as many.
        """),
    QuizQuestion(
      "entropy-six", .passwords,
      "Six words are drawn at random from a list of 7,776. How many bits of entropy have they?",
      right: "about 78 bits", wrong: ["about 36 bits", "about 48 bits", "about 256 bits"],
      because: "Six times log2(7,776) = 6 · 12.92 = 77.5. It counts how they were drawn, not how they look."),
    QuizQuestion(
      "owasp", .passwords,
      """
      How many rounds of PBKDF2-HMAC-SHA256 are the least that this package accepts without being told to take \
      fewer?
      """,
      right: "600,000", wrong: ["1,000", "10,000", "100,000"],
      because: """
        It is what OWASP recommends; for SHA-512 it is 220,000, whose rounds take longer on the attacker's hardware.
        """),
    QuizQuestion(
      "fast-hash", .passwords,
      "Why is one SHA-256 of a salted password not enough?",
      right: "SHA-256 is fast, so guesses are cheap",
      wrong: ["SHA-256 can be inverted", "its digests are too short", "it has collisions"],
      because: """
        A graphics card makes thousands of millions of SHA-256 a second. A password hash must be slow on purpose.
        """),
    QuizQuestion(
      "one-block", .passwords,
      "PBKDF2-HMAC-SHA256 shall give 64 bytes. What is wrong with this?",
      right: "the owner computes two blocks, and an attacker needs only one",
      wrong: ["PBKDF2 gives at most 32 bytes", "the second half is always zero", "the two halves are equal"],
      because: """
        Each block of output takes all the rounds again, but one is enough to test a guess. Derive one block and \
        expand it with HKDF.
        """),
    QuizQuestion(
      "memory-room", .passwords,
      """
      A graphics card has 16,384 cores and 24 GiB of memory. Passwords are stretched with Argon2id at 64 MiB. How many \
      guesses has the card room for at once?
      """,
      right: "384", wrong: ["64", "1,536", "16,384"],
      because: """
        24 GiB are 384 times 64 MiB. With PBKDF2, which needs a few hundred bytes, every core has a guess of its own.
        """),
    QuizQuestion(
      "memory-reads", .passwords,
      "Somebody observes which blocks of memory Argon2id reads. From where on do they depend on the password?",
      right: "from the second half of the first pass on",
      wrong: ["from the first block on", "from the second pass on", "nowhere"],
      because: """
        In the first half the place of a block alone chooses what is read for it, and afterwards the block before. So \
        observed reads are a way to test guesses (RFC 9106, section 3.4.1.3).
        """),
  ]
}
