extension QuizQuestion {
  static let aead = [
    QuizQuestion(
      "gcm-length", .aead,
      "A message of 20 bytes is sealed with AES-GCM. How long are ciphertext and tag together?",
      right: "36 bytes", wrong: ["20 bytes", "32 bytes", "48 bytes"],
      because: """
        GCM encrypts like CTR, without padding, and adds a tag of 16 bytes. The nonce of 12 bytes travels beside it.
        """),
    QuizQuestion(
      "gcm-flip", .aead,
      "One bit of a GCM ciphertext flips on the way. What does the receiver read?",
      right: "nothing: the message is refused",
      wrong: ["the message with one bit changed", "the message with one block destroyed", "random bytes"],
      because: "The tag no longer fits, and GCM gives out no message without a right tag."),
    QuizQuestion(
      "gcm-aad", .aead,
      "What does GCM do with associated data?",
      right: "it authenticates them, and does not encrypt them",
      wrong: ["it encrypts them, and does not authenticate them", "it does both", "it appends them to the ciphertext"],
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
      wrong: ["the AES key", "nothing, the tags still hold", "only these two tags"],
      because: """
        The sum of the two tags is an equation for the hash key H. With it, tags can be made for messages that nobody \
        sealed.
        """),
    QuizQuestion(
      "gcm-random", .aead,
      "How many messages may be sealed under one GCM key with random nonces of 12 bytes (SP 800-38D)?",
      right: "2^32", wrong: ["2^64", "2^96", "as many as one likes"],
      because: "With more of them, the chance that two nonces are equal would exceed 2^-32 (section 8.3)."),
    QuizQuestion(
      "gcm-commit", .aead,
      "Can one GCM ciphertext with its tag open under two different keys, to two messages?",
      right: "yes, if whoever made it chose both keys",
      wrong: ["no, the tag fits one key only", "only with a tag of 4 bytes", "only if the nonce is used twice"],
      because: """
        GCM does not commit to its key. Where keys come from passwords, such a ciphertext tests many passwords at \
        once; a vault uses HMAC, which does commit.
        """),
    QuizQuestion(
      "etm-order", .aead,
      "A cipher and a MAC are to be combined. In which order?",
      right: "encrypt, then MAC the ciphertext and the IV",
      wrong: [
        "MAC the message, then encrypt both", "encrypt, and MAC the message beside it", "the order does not matter",
      ],
      because: """
        Then the receiver refuses a forgery before decrypting anything. The other orders let a receiver decrypt bytes \
        that an attacker chose, as for a padding oracle.
        """),
    QuizQuestion(
      "etm-iv", .aead,
      "A MAC covers the ciphertext of CBC, but not the IV. What can an attacker change?",
      right: "the first block of the message", wrong: ["nothing", "the last block", "every block"],
      because: "The IV is added to the first block, so each bit of it flips a bit there, and the tag still fits."),
  ]
}
