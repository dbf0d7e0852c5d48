extension QuizQuestion {
  /// A message of four blocks, unless the question says otherwise.
  static let modes = [
    QuizQuestion(
      "ecb-flip-decrypt", .modes,
      """
      A message of four blocks travels in ECB. One bit of ciphertext block 2 flips. Which blocks of the decrypted \
      message change?
      """,
      right: "block 2",
      wrong: [
        "blocks 2 and 3": "That is CBC, where a ciphertext block is added to the next.",
        "blocks 2, 3 and 4": "No block is handed on in ECB, so the damage stays in its block.",
        "every block": "In ECB blocks 1, 3 and 4 are decrypted without block 2.",
      ],
      because: "ECB decrypts each block by itself. Block 2 turns into random bytes, and the others do not see it."),
    QuizQuestion(
      "cbc-flip-decrypt", .modes,
      """
      A message of four blocks travels in CBC. One bit of ciphertext block 2 flips. Which blocks of the decrypted \
      message change?
      """,
      right: "blocks 2 and 3",
      wrong: [
        "block 2": "That is ECB. In CBC ciphertext block 2 is also added to block 3.",
        "blocks 2, 3 and 4": "Block 4 is made of ciphertext blocks 3 and 4, and both are whole.",
        "every block": "Block 1 comes before, and block 4 does not use ciphertext block 2.",
      ],
      because: """
        Block 2 goes through AES and turns into random bytes. It is also added to block 3, where exactly the same bit \
        flips. Block 4 depends only on ciphertext blocks 3 and 4.
        """),
    QuizQuestion(
      "cbc-flip-bits", .modes,
      "A message of four blocks travels in CBC, and one bit of ciphertext block 2 flips. What happens to block 3?",
      right: "1 bit of it changes",
      wrong: [
        "about half of its bits change":
          "That happens in block 2, which goes through AES. To block 3 it is only added.",
        "nothing": "Ciphertext block 2 is added to block 3, so a bit changes there.",
        "all of its bits change": "One bit was flipped, and adding hands on exactly that bit.",
      ],
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
      right: "blocks 2 and 3",
      wrong: [
        "block 2": "Ciphertext block 2 also makes the keystream of block 3.",
        "blocks 2, 3 and 4": "The keystream of block 4 is made of ciphertext block 3, which is whole.",
        "block 3": "Block 2 changes too: the flipped bit itself is there.",
      ],
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
      right: "block 2",
      wrong: [
        "blocks 2 and 3": "That is CBC or CFB. In OFB no ciphertext goes into the keystream.",
        "blocks 2, 3 and 4": "The keystream does not depend on the ciphertext, so nothing goes on.",
        "every block": "The keystream is the same, so all other bits are right.",
      ],
      because: """
        OFB's keystream depends on key and IV alone, not on the message. One bit of the ciphertext is one bit of the \
        message.
        """),
    QuizQuestion(
      "ctr-flip-bits", .modes,
      "One bit of a ciphertext in CTR flips. How many bits of the decrypted message change?",
      right: "1 bit",
      wrong: [
        "about half of a block": "That would be so if the block went through AES. In CTR it is only added.",
        "a whole block": "A whole block is lost in ECB. In CTR a bit is a bit.",
        "everything from there on": "Nothing is handed on in CTR: each block has its own counter.",
      ],
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
      right: "blocks 2, 3 and 4",
      wrong: [
        "block 2": "That is ECB. In CBC ciphertext block 2 goes into block 3.",
        "blocks 2 and 3": "Block 3 changes, and so its change goes on into block 4.",
        "every block": "Block 1 is encrypted before block 2, and does not change.",
      ],
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
      right: "block 2",
      wrong: [
        "blocks 2 and 3": "In ECB nothing goes from block 2 into block 3.",
        "blocks 2, 3 and 4": "That is CBC, where a change goes on to the end.",
        "every block": "Each block is encrypted by itself, so the other three stay.",
      ],
      because: "ECB encrypts each block by itself. An observer sees which blocks of two messages are equal."),
    QuizQuestion(
      "cbc-iv-flip", .modes,
      "One bit of the IV of a CBC message of four blocks flips on the way. Which blocks of the message change?",
      right: "block 1",
      wrong: [
        "every block": "In decryption the IV is added to block 1 alone. In encryption its change would go on.",
        "blocks 1 and 2": "Block 2 has ciphertext block 1 as its neighbour, not the IV.",
        "none": "The IV is added to block 1, so a bit of that changes.",
      ],
      because: """
        The IV is added to the first block only, so exactly one bit of that block changes, and an attacker chooses which.
        """),
    QuizQuestion(
      "ctr-nonce-flip", .modes,
      """
      One bit of the first counter block (the nonce) of a CTR message of four blocks flips on the way. Which blocks of \
      the decrypted message change?
      """,
      right: "every block",
      wrong: [
        "block 1": "The counter of every block is counted from the changed one, not only that of block 1.",
        "blocks 1 and 2": "All counters differ, so the damage does not end after block 2.",
        "none": "Another counter makes another keystream.",
      ],
      because: "Every counter is counted from the first one, so the whole keystream is another one."),
    QuizQuestion(
      "equal-blocks", .modes,
      "All four blocks of a message are equal. In which of these modes are the ciphertext blocks equal too?",
      right: "ECB",
      wrong: [
        "CBC": "In CBC each block is first added to the ciphertext before it, which differs.",
        "CTR": "In CTR each block has another counter, and so another keystream.",
        "OFB": "In OFB each block has another piece of the keystream.",
      ],
      because: """
        Only in ECB does a ciphertext block depend on nothing but the key and its block. That is why one still sees a \
        picture that was encrypted in ECB.
        """),
    QuizQuestion(
      "ecb-swap", .modes,
      "Somebody exchanges blocks 2 and 3 of a ciphertext of four in ECB. What does the receiver get?",
      right: "the message with blocks 2 and 3 exchanged",
      wrong: [
        "an error": "ECB checks nothing, so there is nothing to fail.",
        "a message with blocks 2 and 3 destroyed": "No block was changed. Both decrypt as before, in another order.",
        "a message destroyed from block 2 on": "No block depends on an earlier one in ECB.",
      ],
      because: "ECB has no order: each block decrypts by itself, wherever it stands, and nothing notices."),
    QuizQuestion(
      "cbc-drop", .modes,
      """
      Ciphertext block 2 of four is lost on the way, in CBC. Which blocks of the message does the receiver read \
      correctly?
      """,
      right: "1 and 4",
      wrong: [
        "1": "Block 4 still has ciphertext block 3 before it, so it is right too.",
        "1, 3 and 4": "Block 3 now has ciphertext block 1 before it, which is the wrong one.",
        "none": "Block 1 has the IV and ciphertext block 1, and both arrived.",
      ],
      because: """
        Block 3 is now added to the wrong neighbour and comes out damaged. Block 4 still follows ciphertext block 3, \
        so it is right.
        """),
    QuizQuestion(
      "needs-padding", .modes,
      "Which of these modes cannot encrypt 13 bytes without a padding?",
      right: "ECB and CBC",
      wrong: [
        "CTR and OFB": "Both add a keystream, and cut it to the length of the message.",
        "OFB and GCM": "Both add a keystream, and cut it to the length of the message.",
        "all of them": "The modes that add a keystream need none.",
      ],
      because: """
        ECB and CBC pass the message itself through AES, in whole blocks. CTR, OFB and GCM add a keystream, of \
        which any number of bytes can be used.
        """),
    QuizQuestion(
      "ctr-length", .modes,
      "A message has 13 bytes. How long is its ciphertext in CTR, without the nonce?",
      right: "13 bytes",
      wrong: [
        "16 bytes": "That would be padded to a block. CTR does not pad.",
        "29 bytes": "29 is 13 and a tag of 16. CTR has no tag.",
        "32 bytes": "That would be two blocks. CTR does not pad.",
      ],
      because: "CTR adds a keystream and needs no padding, so a ciphertext shows the exact length of the message."),
    QuizQuestion(
      "ctr-reuse", .modes,
      """
      Two messages were encrypted in CTR under the same key and nonce. What does someone learn who has only the two \
      ciphertexts?
      """,
      right: "the sum (exclusive or) of the two messages",
      wrong: [
        "the key, and with it both of the messages": "AES does not give its key away, even for known messages.",
        "nothing": "The keystream cancels, and the sum of the messages is much.",
        "only which of the two messages is the longer one":
          "Lengths are always visible. Here the sum of the messages is visible too.",
      ],
      because: """
        The keystream is the same and cancels in the sum of the ciphertexts. With guessed words, both messages can \
        then be read.
        """),
    QuizQuestion(
      "cbc-iv-rule", .modes,
      "What must hold for the IV of CBC?",
      right: "nobody can predict it",
      wrong: [
        "it must be as secret as the key": "It travels beside the ciphertext. The receiver needs it.",
        "it must be a counter": "A counter can be predicted, and that is what must not be.",
        "it must be the same for a key": "Then equal messages have equal ciphertexts.",
      ],
      because: """
        Who can predict the IV can have a chosen block encrypted that equals a guess of an earlier one, and see \
        whether the ciphertext does too (SP 800-38A, appendix C). It travels with the ciphertext, so it is no secret.
        """),
    QuizQuestion(
      "nonce-rule", .modes,
      "What must hold for the counter blocks of CTR under one key?",
      right: "no counter block is ever used twice",
      wrong: [
        "they must be as secret as the key itself": "They may be known. What they make under the key is secret.",
        "they must be random": "Random ones do, if none is used twice. A plain counter does too.",
        "they must begin with zero": "They may begin anywhere. Only repeating is forbidden.",
      ],
      because: """
        Two uses of a counter block are two uses of a keystream. A counter that never repeats is enough: it may be \
        known and predictable (SP 800-38A, appendix B).
        """),
  ]
}
