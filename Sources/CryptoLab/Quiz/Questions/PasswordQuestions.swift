extension QuizQuestion {
  static let passwords = [
    QuizQuestion(
      "salt-why", .passwords,
      "Two users have the same password, and each entry of the table has a random salt. What does a thief see?",
      right: "two different hashes",
      wrong: [
        "two equal hashes": "That is so without a salt.",
        "the same salt twice": "The salts are random, so they differ.",
        "that the passwords are equal": "Both hashes differ, so nothing shows that the passwords agree.",
      ],
      because: """
        The salt goes into the hash. So equal passwords do not show, each has to be guessed by itself, and no table \
        can be made in advance.
        """),
    QuizQuestion(
      "salt-secret", .passwords,
      "Must a salt be kept secret?",
      right: "no: it must only be different each time",
      wrong: [
        "yes, or it is useless": "It is as useful when it is known: each entry has to be guessed by itself.",
        "yes, but only for short passwords": "The length does not matter: a salt is no secret part of the password.",
        "no, and it may be the same for all users":
          "A salt that all share lets one guess be compared with all entries.",
      ],
      because: """
        It stands beside the hash. Its purpose is that one guess cannot be compared with many entries, and knowing it \
        makes no guess cheaper.
        """),
    QuizQuestion(
      "rounds-double", .passwords,
      "The rounds of PBKDF2 are doubled. What does this do to an attacker?",
      right: "each guess costs twice as much",
      wrong: [
        "the guesses are squared": "Twice the rounds are twice the work for a guess, and not more.",
        "nothing": "Each guess needs all the rounds, so each costs twice as much.",
        "the table gets twice as long": "The table has one entry a user, whatever the rounds.",
      ],
      because: "It costs the owner twice as much too, but once per login. The attacker pays for each guess."),
    QuizQuestion(
      "rounds-word", .passwords,
      "A passphrase of random words from a list of 7,776 gets one more word. By how much does the search grow?",
      right: "7,776 times",
      wrong: [
        "twice": "A bit more would double it. A word has 12.9 bits.",
        "by 7,776 guesses": "7,776 more guesses would be one word alone. The number is multiplied.",
        "about 13 times": "12.9 is the number of bits: 2^12.9 is 7,776.",
      ],
      because: """
        Each of the old passphrases continues in 7,776 ways: 12.9 bits more. To get the same from rounds, they would \
        have to be 7,776 times as many.
        """),
    QuizQuestion(
      "entropy-six", .passwords,
      "Six words are drawn at random from a list of 7,776. How many bits of entropy have they?",
      right: "about 78 bits",
      wrong: [
        "about 36 bits": "That is six random letters or digits. A word of this list has 12.92 bits.",
        "about 48 bits": "48 would be 8 bits a word. A word of 7,776 has 12.92.",
        "about 256 bits": "256 bits are a random key. Six words have fewer.",
      ],
      because: "Six times log2(7,776) = 6 · 12.92 = 77.5. It counts how they were drawn, not how they look."),
    QuizQuestion(
      "owasp", .passwords,
      "How many rounds of PBKDF2-HMAC-SHA256 are the least that this package accepts without being told to take fewer?",
      right: "600,000",
      wrong: [
        "1,000":
          "That was the least in the year 2000. A graphics card tries thousands of millions of rounds a second.",
        "10,000": "That is a sixtieth of it.",
        "100,000": "That is a sixth of it.",
      ],
      because: """
        It is what OWASP recommends; for SHA-512 it is 220,000, whose rounds take longer on the attacker's hardware.
        """),
    QuizQuestion(
      "fast-hash", .passwords,
      "Why is one SHA-256 of a salted password not enough?",
      right: "SHA-256 is fast, so guesses are cheap",
      wrong: [
        "SHA-256 can be inverted with enough memory": "It cannot. The thief guesses, and compares.",
        "its digests are too short": "256 bits are enough. The password is what is short.",
        "it has collisions": "No collision is known, and one would not help to find a password.",
      ],
      because: """
        A graphics card makes thousands of millions of SHA-256 a second. A password hash must be slow on purpose.
        """),
    QuizQuestion(
      "one-block", .passwords,
      "PBKDF2-HMAC-SHA256 shall give 64 bytes. What is wrong with this?",
      right: "an attacker needs only one of the two blocks",
      wrong: [
        "PBKDF2 with SHA-256 gives at most 32 bytes in all": "It gives as many blocks as are asked for.",
        "the second half is always zero": "Both halves look random.",
        "the two halves are equal": "Each block has its own number in its input, so they differ.",
      ],
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
      right: "384",
      wrong: [
        "64": "64 is the memory of a guess in MiB, not their number.",
        "1,536": "1,536 times 64 MiB are 96 GiB.",
        "16,384": "So many cores there are, but not so much memory: 16,384 times 64 MiB are 1 TiB.",
      ],
      because: """
        24 GiB are 384 times 64 MiB. With PBKDF2, which needs a few hundred bytes, every core has a guess of its own.
        """),
    QuizQuestion(
      "memory-reads", .passwords,
      "Somebody observes which blocks of memory Argon2id reads. From where on do they depend on the password?",
      right: "from the second half of the first pass on",
      wrong: [
        "from the first block on": "That is Argon2d. Argon2id begins without the password.",
        "from the first block of the second pass on": "Already in the first pass, from its second half on.",
        "nowhere": "That is Argon2i. Argon2id uses it only in the first half of the first pass.",
      ],
      because: """
        In the first half the place of a block alone chooses what is read for it, and afterwards the block before. So \
        observed reads are a way to test guesses (RFC 9106, section 3.4.1.3).
        """),
  ]
}
