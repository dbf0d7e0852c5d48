extension QuizQuestion {
  static let hashes = [
    QuizQuestion(
      "sha256-length", .hashes,
      "How long is the SHA-256 digest of a file of 5 GB?",
      right: "32 bytes", wrong: ["256 bytes", "64 bytes", "it depends on the file"],
      because: "A digest always has the same length: 256 bits, whatever is hashed."),
    QuizQuestion(
      "avalanche", .hashes,
      "One bit of a message changes. How many of the 256 bits of its SHA-256 digest change?",
      right: "about 128", wrong: ["1", "about 8", "all 256"],
      because: """
        Each bit of the digest changes with a probability of one half. So two digests do not show whether their \
        messages are alike.
        """),
    QuizQuestion(
      "collisions", .hashes,
      "About how many hashes does a search for two messages with the same SHA-256 digest take?",
      right: "2^128", wrong: ["2^256", "2^64", "2^32"],
      because: """
        Among n digests there are about n²/2 pairs, so the square root of the number of digests is enough (the \
        birthday paradox).
        """),
    QuizQuestion(
      "broken", .hashes,
      "For which of these hashes can two files with the same digest be made today?",
      right: "MD5 and SHA-1", wrong: ["SHA-256 and SHA-512", "only SHA-224", "none of them"],
      because: "Collisions of MD5 take seconds, and one of SHA-1 was published in 2017. None of SHA-2 is known."),
    QuizQuestion(
      "extension", .hashes,
      """
      A server tags messages with SHA-256(secret ‖ message). What can someone make from one message and its tag?
      """,
      right: "a longer message with a right tag",
      wrong: ["the secret", "a shorter message with a right tag", "any message with a right tag"],
      because: """
        The tag is the state of SHA-256, and hashing can go on from there. HMAC hashes twice, so its tag is no state \
        that can be continued.
        """),
    QuizQuestion(
      "extension-resists", .hashes,
      "With which of these hashes does hash(secret ‖ message) resist length extension?",
      right: "SHA-512/256", wrong: ["SHA-256", "SHA-512", "SHA-1"],
      because: """
        Its digest is only a half of the state, so an attacker would have to guess the other 256 bits. HMAC is still \
        the right construction.
        """),
    QuizQuestion(
      "crc", .hashes,
      "A message in CTR contains its CRC-32. Does this detect deliberate changes?",
      right: "no: the change of the checksum can be computed without the message",
      wrong: ["yes, always", "yes, but only for long messages", "only if the key is long enough"],
      because: """
        CRC-32 is linear: the difference of two checksums depends on the difference of the messages alone, and CTR \
        lets an attacker add it.
        """),
    QuizQuestion(
      "compare", .hashes,
      "A server compares tags byte by byte and stops at the first difference. What does this give away?",
      right: "how many bytes at the beginning are right",
      wrong: ["nothing, if the tag is long enough", "the key of the MAC", "the length of the message"],
      because: """
        A comparison that stops later takes longer. So a tag can be found byte by byte, with at most 256 guesses each, \
        instead of all at once.
        """),
    QuizQuestion(
      "truncated", .hashes,
      "A server checks only 16 bits of an HMAC. How many tries does a forgery take at most?",
      right: "65,536", wrong: ["256", "2^32", "2^128"],
      because: """
        There are 2^16 tags of 16 bits, and one of them is right. The strength of the hash behind it does not matter.
        """),
    QuizQuestion(
      "hmac-proof", .hashes,
      "Two parties share an HMAC key. What does a right tag not prove to a third party?",
      right: "which of the two made it",
      wrong: ["that the message is whole", "that somebody with the key made it", "that the tag fits the message"],
      because: "Whoever can check an HMAC can also make one. A proof for others needs a signature."),
    QuizQuestion(
      "hmac-key", .hashes,
      """
      Two HMAC-SHA-256 keys: one has 10 bytes, the other is the same with a zero byte at its end. How do their tags \
      differ?
      """,
      right: "not at all", wrong: ["in about half of the bits", "in one byte", "they have different lengths"],
      because: """
        HMAC fills a key up with zeros to a block of 64 bytes. That is why a vault has the password's length in its \
        key derivation.
        """),
  ]
}
