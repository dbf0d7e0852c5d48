extension QuizQuestion {
  static let aead = [
    QuizQuestion(
      "gcm-length", .aead,
      "A message of 20 bytes is sealed with AES-GCM. How long are ciphertext and tag together?",
      right: "36 bytes",
      wrong: [
        "20 bytes": "That is the ciphertext alone: the tag has another 16 bytes.",
        "32 bytes": "GCM pads nothing: 20 and 16 are not rounded to 32.",
        "48 bytes": "That would be two padded blocks and a tag. GCM does not pad.",
      ],
      because: """
        GCM encrypts like CTR, without padding, and adds a tag of 16 bytes. The nonce of 12 bytes travels beside it.
        """),
    QuizQuestion(
      "gcm-flip", .aead,
      "One bit of a GCM ciphertext flips on the way. What does the receiver read?",
      right: "nothing: the message is refused",
      wrong: [
        "the message with one bit changed": "That is CTR without a tag. GCM checks the tag first.",
        "the message with one block destroyed": "That is ECB or CBC. GCM gives out nothing at all.",
        "random bytes": "The receiver would have to decrypt for that, and the tag is checked before.",
      ],
      because: "The tag no longer fits, and GCM gives out no message without a right tag."),
    QuizQuestion(
      "gcm-aad", .aead,
      "What does GCM do with associated data?",
      right: "it authenticates them, and does not encrypt them",
      wrong: [
        "it encrypts them, and does not authenticate them":
          "It is the other way round: everybody can read them, and nobody can change them unnoticed.",
        "it does both": "They travel in the clear, so they are not encrypted.",
        "it appends them to the ciphertext":
          "They are not part of the ciphertext. Sender and receiver both have them.",
      ],
      because: """
        They can be read by everyone, such as an address, but a change of them is noticed like one of the ciphertext.
        """),
    QuizQuestion(
      "gcm-reuse", .aead,
      """
      Two messages are sealed with GCM under the same key and nonce. What does this cost, besides the sum of the two \
      messages?
      """,
      right: "the key of the tags: messages can be forged",
      wrong: [
        "the AES key: every message can be decrypted":
          "AES hides its key even so. What is found is H, the key of the tags.",
        "nothing: the tags still refuse each forgery": "The tags fall first: two of them give an equation for H.",
        "only these two tags: all later messages are safe":
          "H is the same for all messages under this key, so every later tag falls too.",
      ],
      because: """
        The sum of the two tags is an equation for the hash key H. With it, tags can be made for messages that nobody \
        sealed.
        """),
    QuizQuestion(
      "gcm-random", .aead,
      "How many messages may be sealed under one GCM key with random nonces of 12 bytes (SP 800-38D)?",
      right: "2^32",
      wrong: [
        "2^64": "That many nonces of 96 bits very likely have two equal ones: see the birthday paradox at 2^48.",
        "2^96": "There are 2^96 nonces, but random ones repeat long before all are used.",
        "as many as one likes": "Each message raises the chance of two equal nonces, and a single pair is fatal.",
      ],
      because: "With more of them, the chance that two nonces are equal would exceed 2^-32 (section 8.3)."),
    QuizQuestion(
      "gcm-commit", .aead,
      "Can one GCM ciphertext with its tag open under two different keys, to two messages?",
      right: "yes, if whoever made it chose both keys",
      wrong: [
        "no, the tag fits no key but the one that made it":
          "GHASH is a sum of products: whoever knows both keys can choose a block so that one tag fits both.",
        "only with a tag of 4 bytes": "It works with the whole tag of 16 bytes.",
        "only if the nonce is used twice": "One nonce, used once, is enough: the ciphertext is made, not sealed.",
      ],
      because: """
        GCM does not commit to its key. Where keys come from passwords, such a ciphertext tests many passwords at \
        once; a vault uses HMAC with keys of 32 bytes, which does commit.
        """),
    QuizQuestion(
      "etm-order", .aead,
      "A cipher and a MAC are to be combined. In which order?",
      right: "encrypt, then MAC the ciphertext and the IV",
      wrong: [
        "MAC the message, then encrypt both":
          "Then the receiver has to decrypt before checking, and its errors are an oracle.",
        "encrypt, and MAC the message beside it":
          "The MAC of a message may give something of it away: equal messages have equal tags.",
        "the order does not matter": "It does: only one order refuses a forgery before anything is decrypted.",
      ],
      because: """
        Then the receiver refuses a forgery before decrypting anything. The other orders let a receiver decrypt bytes \
        that an attacker chose, as for a padding oracle.
        """),
    QuizQuestion(
      "etm-iv", .aead,
      "A MAC covers the ciphertext of CBC, but not the IV. What can an attacker change?",
      right: "the first block of the message",
      wrong: [
        "nothing": "Whatever is not under the MAC can be changed, and the IV goes into the first block.",
        "the last block": "The last block depends on ciphertext blocks, which the MAC covers.",
        "every block of the message, one by one":
          "Only block 1 has the IV as its neighbour. The others have ciphertext blocks, which the MAC covers.",
      ],
      because: "The IV is added to the first block, so each bit of it flips a bit there, and the tag still fits."),
  ]
}
