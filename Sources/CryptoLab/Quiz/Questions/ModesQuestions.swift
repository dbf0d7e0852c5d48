extension QuizQuestion {
  /// A message of four blocks, where nothing else is said.
  static let modes = [
    QuizQuestion(
      "ecb-flip-decrypt", .modes,
      """
      A message of four blocks travels in ECB. One bit of ciphertext block 2 flips. Which blocks of the decrypted \
      message change?
      """,
      right: "block 2", wrong: ["blocks 2 and 3", "blocks 2, 3 and 4", "every block"],
      because: "ECB decrypts each block by itself. Block 2 turns into random bytes, and the others do not see it."),
    QuizQuestion(
      "cbc-flip-decrypt", .modes,
      """
      A message of four blocks travels in CBC. One bit of ciphertext block 2 flips. Which blocks of the decrypted \
      message change?
      """,
      right: "blocks 2 and 3", wrong: ["block 2", "blocks 2, 3 and 4", "every block"],
      because: """
        Block 2 goes through AES and turns into random bytes. It is also added to block 3, where exactly the same bit \
        flips. Block 4 depends only on ciphertext blocks 3 and 4.
        """),
    QuizQuestion(
      "cbc-flip-bits", .modes,
      "In CBC, one bit of ciphertext block 2 flips. What happens to block 3 of the decrypted message?",
      right: "1 bit of it changes", wrong: ["about half of its bits change", "nothing", "all of its bits change"],
      because: """
        Ciphertext block 2 is added to what AES makes of block 3, bit by bit and without carry. So an attacker can \
        flip chosen bits there, at the price of a destroyed block 2.
        """),
    QuizQuestion(
      "cfb-flip-decrypt", .modes,
      """
      A message of four blocks travels in CFB (full blocks). One bit of ciphertext block 2 flips. Which blocks of \
      the decrypted message change?
      """,
      right: "blocks 2 and 3", wrong: ["block 2", "blocks 2, 3 and 4", "block 3"],
      because: """
        In block 2 the same bit flips. The ciphertext block is also the input of AES for block 3, which turns into \
        random bytes. CBC does it the other way round.
        """),
    QuizQuestion(
      "ofb-flip-decrypt", .modes,
      """
      A message of four blocks travels in OFB. One bit of ciphertext block 2 flips. Which blocks of the decrypted \
      message change?
      """,
      right: "block 2", wrong: ["blocks 2 and 3", "blocks 2, 3 and 4", "every block"],
      because: """
        OFB's keystream depends on key and IV alone, not on the message. One bit of the ciphertext is one bit of the \
        message.
        """),
    QuizQuestion(
      "ctr-flip-bits", .modes,
      "One bit of a ciphertext in CTR flips. How many bits of the decrypted message change?",
      right: "1 bit", wrong: ["about half of a block", "a whole block", "everything from there on"],
      because: """
        CTR adds a keystream, so each bit of the ciphertext is one bit of the message. Whoever knows what stands there \
        can change it into anything.
        """),
    QuizQuestion(
      "cbc-flip-encrypt", .modes,
      """
      One bit of block 2 of a message of four blocks changes, and it is encrypted again in CBC with the same key and \
      IV. Which blocks of the ciphertext change?
      """,
      right: "blocks 2, 3 and 4", wrong: ["block 2", "blocks 2 and 3", "every block"],
      because: """
        Each ciphertext block is added to the next block of the message before AES, so a change goes on to the end. \
        Block 1 comes before it.
        """),
    QuizQuestion(
      "ecb-flip-encrypt", .modes,
      """
      One bit of block 2 of a message of four blocks changes, and it is encrypted again in ECB with the same key. \
      Which blocks of the ciphertext change?
      """,
      right: "block 2", wrong: ["blocks 2 and 3", "blocks 2, 3 and 4", "every block"],
      because: "ECB encrypts each block by itself. An observer sees which blocks of two messages are equal."),
    QuizQuestion(
      "cbc-iv-flip", .modes,
      "One bit of the IV of a CBC message flips on the way. Which blocks of the decrypted message change?",
      right: "block 1", wrong: ["every block", "blocks 1 and 2", "none"],
      because: """
        The IV is added to the first block only, so exactly one bit of that block changes, and an attacker chooses which.
        """),
    QuizQuestion(
      "ctr-nonce-flip", .modes,
      """
      One bit of the first counter block (the nonce) of a CTR message flips on the way. Which blocks of the \
      decrypted message change?
      """,
      right: "every block", wrong: ["block 1", "blocks 1 and 2", "none"],
      because: "Every counter is counted from the first one, so the whole keystream is another one."),
    QuizQuestion(
      "equal-blocks", .modes,
      "All four blocks of a message are equal. In which of these modes are the ciphertext blocks equal too?",
      right: "ECB", wrong: ["CBC", "CTR", "OFB"],
      because: """
        Only in ECB does a ciphertext block depend on nothing but the key and its block. That is why one still sees a \
        picture that was encrypted in ECB.
        """),
    QuizQuestion(
      "ecb-swap", .modes,
      "Somebody exchanges blocks 2 and 3 of a ciphertext in ECB. What does the receiver get?",
      right: "the message with blocks 2 and 3 exchanged",
      wrong: ["an error", "a message with blocks 2 and 3 destroyed", "a message destroyed from block 2 on"],
      because: "ECB has no order: each block decrypts by itself, wherever it stands, and nothing notices."),
    QuizQuestion(
      "cbc-drop", .modes,
      """
      Ciphertext block 2 of four is lost on the way, in CBC. Which blocks of the message does the receiver read \
      correctly?
      """,
      right: "1 and 4", wrong: ["1", "1, 3 and 4", "none"],
      because: """
        Block 3 is now added to the wrong neighbour and comes out damaged. Block 4 still follows ciphertext block 3, \
        so it is right.
        """),
    QuizQuestion(
      "needs-padding", .modes,
      "Which of these modes cannot encrypt 13 bytes without a padding?",
      right: "ECB and CBC", wrong: ["CTR and OFB", "OFB and GCM", "all of them"],
      because: """
        ECB and CBC pass the message itself through AES, in whole blocks. CTR, OFB and GCM add a keystream, of \
        which any number of bytes can be used.
        """),
    QuizQuestion(
      "ctr-length", .modes,
      "A message has 13 bytes. How long is its ciphertext in CTR, without the nonce?",
      right: "13 bytes", wrong: ["16 bytes", "29 bytes", "32 bytes"],
      because: "CTR adds a keystream and needs no padding, so a ciphertext shows the exact length of the message."),
    QuizQuestion(
      "ctr-reuse", .modes,
      """
      Two messages were encrypted in CTR under the same key and nonce. What does someone learn who has only the two \
      ciphertexts?
      """,
      right: "the sum (exclusive or) of the two messages",
      wrong: ["the key", "nothing", "only which of the messages is longer"],
      because: """
        The keystream is the same and cancels in the sum of the ciphertexts. With guessed words, both messages can \
        then be read.
        """),
    QuizQuestion(
      "cbc-iv-rule", .modes,
      "What must hold for the IV of CBC?",
      right: "nobody can predict it before the message is chosen",
      wrong: ["it must be kept secret", "it must be a counter", "it must be the same for a key"],
      because: """
        Who can predict the IV can have a chosen block encrypted that equals a guess of an earlier one, and see whether \
        the ciphertext does too (SP 800-38A, appendix C). It travels with the \
        ciphertext, so it is no secret.
        """),
    QuizQuestion(
      "nonce-rule", .modes,
      "What must hold for the counter blocks of CTR under one key?",
      right: "no counter block is ever used twice",
      wrong: ["they must be secret", "they must be random", "they must begin with zero"],
      because: """
        Two uses of a counter block are two uses of a keystream. A counter that never repeats is enough: it may be \
        known and predictable (SP 800-38A, appendix B).
        """),
  ]
}
