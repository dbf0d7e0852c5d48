extension QuizQuestion {
  static let padding = [
    QuizQuestion(
      "pkcs7-13", .padding,
      "A message has 13 bytes. Which bytes does PKCS#7 add, for blocks of 16?",
      right: "03 03 03", wrong: ["00 00 03", "80 00 00", "01 02 03"],
      because: "Three bytes are missing, so three bytes 03 are added: the value is the number."),
    QuizQuestion(
      "pkcs7-16", .padding,
      "A message has exactly 16 bytes. What does PKCS#7 add?",
      right: "16 bytes 10 (hexadecimal)", wrong: ["nothing", "one byte 00", "16 bytes 00"],
      because: """
        There must always be a padding, or the receiver could not tell it from a message that happens to end like one. \
        So a whole block is added.
        """),
    QuizQuestion(
      "pkcs7-32", .padding,
      "A message of 32 bytes is encrypted in CBC with PKCS#7. How long is the ciphertext, without IV?",
      right: "48 bytes", wrong: ["32 bytes", "33 bytes", "64 bytes"],
      because: "The message fills two blocks, and the padding a third one."),
    QuizQuestion(
      "pkcs7-valid", .padding,
      "The last block of a decrypted message ends like this. Which ending is a valid PKCS#7 padding?",
      right: "61 03 03 03", wrong: ["61 01 02 03", "61 02 03 03", "61 03 03 00"],
      because: "The last byte says how many bytes belong to the padding, and all of these must have its value."),
    QuizQuestion(
      "pkcs7-01", .padding,
      "A decrypted block ends with 04 04 04 01. How many bytes are taken off as PKCS#7 padding?",
      right: "1 byte", wrong: ["3 bytes", "4 bytes", "none: it is invalid"],
      because: "The last byte alone decides: 01 is a padding of one byte. The 04 before it are message."),
    QuizQuestion(
      "pkcs7-17", .padding,
      "The last byte of a decrypted block is 11 in hexadecimal, which is 17. What does a receiver do who expects PKCS#7?",
      right: "it refuses the padding as invalid",
      wrong: ["it takes off 17 bytes", "it takes off 11 bytes", "it takes off nothing and accepts"],
      because: "A PKCS#7 padding has 1 to 16 bytes, since a block has 16. 00 is invalid for the same reason."),
    QuizQuestion(
      "zero-padding", .padding,
      "What is wrong with filling the last block up with zero bytes, and taking zeros off again?",
      right: "a message that ends with zero bytes loses them",
      wrong: ["zero bytes show the key", "AES cannot encrypt zeros", "the ciphertext gets longer than with PKCS#7"],
      because: """
        Nothing tells the zeros of the message from those of the padding. PKCS#7 writes down how many it added.
        """),
    QuizQuestion(
      "random-valid", .padding,
      "16 random bytes are taken for a decrypted block. How likely do they end in a valid PKCS#7 padding?",
      right: "about 1 in 256", wrong: ["about 1 in 2", "about 1 in 16", "never"],
      because: """
        A last byte of 01 is enough, which is 1 in 256. The longer paddings add very little. So a wrong key is not \
        always noticed by its padding.
        """),
    QuizQuestion(
      "oracle-needs", .padding,
      "What does an attacker need to read a CBC message through a padding oracle?",
      right: "to learn, for ciphertexts of their own, whether the padding was right",
      wrong: ["one message and its ciphertext", "the first bytes of the key", "a very fast computer"],
      because: """
        Every answer, right or wrong, says something about a byte of the decrypted block. Neither key nor message is \
        needed to begin.
        """),
    QuizQuestion(
      "oracle-sum", .padding,
      """
      The attacker sends a forged block F before a ciphertext block, and the receiver finds the padding 01. What is \
      the last byte of D, the output of AES decryption?
      """,
      right: "F's last byte ⊕ 01", wrong: ["01", "F's last byte", "the key's last byte ⊕ 01"],
      because: """
        The receiver sees D ⊕ F, and its last byte is 01. The last byte of the message's block is then the last byte \
        of D, added to that of the block that really came before.
        """),
    QuizQuestion(
      "oracle-cost", .padding,
      "How many questions does a padding oracle take for each byte, on average?",
      right: "about 128", wrong: ["about 8", "about 65,536", "about 2^128"],
      because: """
        There are 256 values for the byte, and the right one comes half way on average. Sixteen bytes take about 2,000 \
        questions, not 2^128.
        """),
    QuizQuestion(
      "oracle-key", .padding,
      "AES-256 instead of AES-128: how many more questions does a padding oracle take?",
      right: "no more: the key does not matter", wrong: ["twice as many", "2^128 times as many", "14/10 as many"],
      because: "The attacker lets the receiver decrypt, and never looks for the key."),
    QuizQuestion(
      "oracle-remedy", .padding,
      "What stops padding oracles for good?",
      right: "a MAC over the ciphertext, checked before anything is decrypted",
      wrong: ["the same error message for every failure", "a longer key", "a random IV for each message"],
      because: """
        A forged ciphertext is then refused before its padding is looked at. One message for all errors is not enough: \
        the time that the answer takes can tell them apart.
        """),
  ]
}
