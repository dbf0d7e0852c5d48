extension QuizQuestion {
  static let hashes = [
    QuizQuestion(
      "sha256-length", .hashes,
      "How long is the SHA-256 digest of a file of 5 GB?",
      right: "32 bytes",
      wrong: [
        "256 bytes": "256 is the number of bits, which are 32 bytes.",
        "64 bytes": "64 bytes is the digest of SHA-512, or the block that SHA-256 reads at a time.",
        "it depends on the file": "The file is of any length, the digest is not.",
      ],
      because: "A digest always has the same length: 256 bits, whatever is hashed."),
    QuizQuestion(
      "avalanche", .hashes,
      "One bit of a message changes. How many of the 256 bits of its SHA-256 digest change?",
      right: "about 128",
      wrong: [
        "exactly one":
          "That would be a checksum that lets differences through. A hash function mixes each bit into all.",
        "about 8": "Eight bits are a byte. After a few rounds every byte is reached.",
        "all 256": "If all changed, the new digest would be the old one inverted, and could be told in advance.",
      ],
      because: """
        Each bit of the digest changes with a probability of one half. So two digests do not show whether their \
        messages are alike.
        """),
    QuizQuestion(
      "collisions", .hashes,
      "About how many hashes does a search for two messages with the same SHA-256 digest take?",
      right: "2^128",
      wrong: [
        "2^256": "That is the search for a message with one given digest. Any two that agree are found much earlier.",
        "2^64": "That would do for a digest of 128 bits, such as MD5's.",
        "2^32": "A computer does that in seconds. No collision of SHA-256 is known.",
      ],
      because: """
        Among n digests there are about n²/2 pairs, so the square root of the number of digests is enough (the \
        birthday paradox).
        """),
    QuizQuestion(
      "broken", .hashes,
      "For which of these hashes can two files with the same digest be made today?",
      right: "MD5 and SHA-1",
      wrong: [
        "SHA-256 and SHA-512": "No collision is known for either.",
        "only SHA-224": "SHA-224 is SHA-256 with another start and a cut digest: none is known.",
        "none of them": "Files with the same MD5 are made in seconds, and with the same SHA-1 since 2017.",
      ],
      because: "Collisions of MD5 take seconds, and one of SHA-1 was published in 2017. None of SHA-2 is known."),
    QuizQuestion(
      "extension", .hashes,
      "A server tags messages with SHA-256(secret ‖ message). What can someone make from one message and its tag?",
      right: "a longer message with a right tag",
      wrong: [
        "the secret": "Hashing goes on from the tag. The secret is not needed, and is not found.",
        "a shorter message with a right tag": "A state can be continued, and not wound back.",
        "any message of their own, with a right tag": "The new message must begin with the old one and its padding.",
      ],
      because: """
        The tag is the state of SHA-256, and hashing can go on from there. HMAC hashes twice, so its tag is no state \
        that can be continued.
        """),
    QuizQuestion(
      "extension-resists", .hashes,
      "With which of these hashes does hash(secret ‖ message) resist length extension?",
      right: "SHA-512/256",
      wrong: [
        "SHA-256": "Its digest is its whole state, so hashing goes on from there.",
        "SHA-512": "Its digest too is its whole state, of 512 bits.",
        "SHA-1": "Its digest of 160 bits is its whole state.",
      ],
      because: """
        Its digest is only a half of the state, so an attacker would have to guess the other 256 bits. HMAC is still \
        the right construction.
        """),
    QuizQuestion(
      "crc", .hashes,
      "A message in CTR contains its CRC-32. Does this detect deliberate changes?",
      right: "no: the checksum can be changed so that it fits",
      wrong: [
        "yes: whoever has no key cannot make a checksum that fits":
          "A CRC finds accidents. Whoever changes the text can compute the change of the CRC.",
        "yes, but only for long messages":
          "The length does not matter: the change of the CRC follows from the change of the text.",
        "only if the key is long enough":
          "The key makes the keystream, which the attacker need not know to add to a ciphertext.",
      ],
      because: """
        CRC-32 is linear: the difference of two checksums depends on the difference of the messages alone, and CTR \
        lets an attacker add it.
        """),
    QuizQuestion(
      "compare", .hashes,
      "A server compares tags byte by byte and stops at the first difference. What does this give away?",
      right: "how many bytes at the beginning are right",
      wrong: [
        "nothing, if the tag is long enough": "A long tag takes more bytes, but each is still found by itself.",
        "the key of the MAC, one byte after the other":
          "The key is not read in this comparison. What is found is a tag for one message.",
        "the length of the message": "The length is known anyway. The time tells of the tag.",
      ],
      because: """
        A comparison that stops later takes longer. So a tag can be found byte by byte, with at most 256 guesses each, \
        instead of all at once.
        """),
    QuizQuestion(
      "truncated", .hashes,
      "A server checks only 16 bits of an HMAC. How many tries does a forgery take at most?",
      right: "65,536",
      wrong: [
        "256": "256 would be 8 bits.",
        "2^32": "2^32 would be 32 bits.",
        "2^128": "That is the strength of a whole key of 128 bits. A tag of 16 bits has 2^16 values.",
      ],
      because: """
        There are 2^16 tags of 16 bits, and one of them is right. The strength of the hash behind it does not matter.
        """),
    QuizQuestion(
      "hmac-proof", .hashes,
      "Two parties share an HMAC key. What does a right tag not prove to a third party?",
      right: "which of the two made it",
      wrong: [
        "that the message is whole": "It proves that to whoever has the key and checks.",
        "that somebody with the key made it":
          "It does prove that to whoever has the key. The question is which of the two it was.",
        "that the tag fits the message": "That is just what the check shows.",
      ],
      because: "Whoever can check an HMAC can also make one. A proof for others needs a signature."),
    QuizQuestion(
      "hmac-key", .hashes,
      """
      Two HMAC-SHA-256 keys: one has 10 bytes, the other is the same with a zero byte at its end. How do their tags \
      differ?
      """,
      right: "not at all",
      wrong: [
        "in about half of the bits":
          "Different keys should do that. But HMAC makes one key of both before it hashes.",
        "in one byte": "A hash never changes in one byte alone. Here nothing changes.",
        "they have different lengths": "The tag of HMAC-SHA-256 always has 32 bytes.",
      ],
      because: """
        HMAC fills a key up with zeros to a block of 64 bytes. That is why a vault has the password's length in its \
        key derivation.
        """),
  ]
}
