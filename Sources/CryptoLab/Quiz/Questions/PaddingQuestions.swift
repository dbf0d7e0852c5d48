extension QuizQuestion {
  static let padding = [
    QuizQuestion(
      "pkcs7-13", .padding,
      "A message has 13 bytes. Which bytes does PKCS#7 add, for blocks of 16?",
      right: "03 03 03",
      wrong: [
        "00 00 03": "That is ANSI X9.23 with zeros.",
        "80 00 00": "That is ISO/IEC 7816-4.",
        "01 02 03": "In PKCS#7 all added bytes are equal.",
      ],
      because: "Three bytes are missing, so three bytes 03 are added: the value is the number."),
    QuizQuestion(
      "pkcs7-16", .padding,
      "A message has exactly 16 bytes. What does PKCS#7 add?",
      right: "16 bytes 10 (hexadecimal)",
      wrong: [
        "nothing": "Then a message that ends in 01 would lose that byte.",
        "15 bytes 00, and one byte 10": "That is ANSI X9.23 with zeros. In PKCS#7 all added bytes are the same.",
        "16 bytes 16 (hexadecimal)": "Each byte must be the number of bytes added: 16 is hexadecimal 10.",
      ],
      because: """
        There must always be a padding, or the receiver could not tell it from a message that happens to end like one. \
        So a whole block is added.
        """),
    QuizQuestion(
      "pkcs7-32", .padding,
      "A message of 32 bytes is encrypted in CBC with PKCS#7. How long is the ciphertext, without IV?",
      right: "48 bytes",
      wrong: [
        "32 bytes": "A message that fits gets a whole block of padding.",
        "33 bytes": "CBC gives whole blocks: 33 is no multiple of 16.",
        "64 bytes": "One block of padding is added, not two.",
      ],
      because: "The message fills two blocks, and the padding a third one."),
    QuizQuestion(
      "pkcs7-valid", .padding,
      "The last block of a decrypted message ends like this. Which ending is a valid PKCS#7 padding?",
      right: "61 03 03 03",
      wrong: [
        "61 01 02 03": "The last byte 03 claims three bytes of 03. The two before it are others.",
        "61 02 03 03": "The last byte 03 claims three bytes of 03, and one of them is 02.",
        "61 03 03 00": "00 is no number of added bytes: at least one is added.",
      ],
      because: "The last byte says how many bytes belong to the padding, and all of these must have its value."),
    QuizQuestion(
      "pkcs7-01", .padding,
      "A decrypted block ends with 04 04 04 01. How many bytes are taken off as PKCS#7 padding?",
      right: "1 byte",
      wrong: [
        "3 bytes": "Three is the number of the bytes 04. The last byte decides, and it is 01.",
        "4 bytes": "The value 04 stands before the last byte, which alone says how many.",
        "none: it is invalid": "A last byte 01 is always a valid padding.",
      ],
      because: "The last byte alone decides: 01 is a padding of one byte. The 04 before it are message."),
    QuizQuestion(
      "pkcs7-17", .padding,
      "The last byte of a decrypted block is 11 in hexadecimal, which is 17. What does a receiver do who expects PKCS#7?",
      right: "it refuses the padding as invalid",
      wrong: [
        "it takes off 17 bytes": "A block has 16 bytes, so no padding has 17.",
        "it takes off 11 bytes": "11 is hexadecimal here, so it is 17, and 17 is too many.",
        "it takes off nothing and accepts": "With PKCS#7 there is always padding. A block without one is wrong.",
      ],
      because: "A PKCS#7 padding has 1 to 16 bytes, since a block has 16. 00 is invalid for the same reason."),
    QuizQuestion(
      "zero-padding", .padding,
      "What is wrong with filling the last block up with zero bytes, and taking zeros off again?",
      right: "a message that ends with zero bytes loses them",
      wrong: [
        "zero bytes show the key": "The padding goes through AES like the message, and says nothing of the key.",
        "AES cannot encrypt zeros": "AES encrypts any block.",
        "the ciphertext gets longer than with PKCS#7":
          "It is never longer: PKCS#7 adds a byte at least, zeros may add none.",
      ],
      because: """
        Nothing tells the zeros of the message from those of the padding. PKCS#7 writes down how many it added.
        """),
    QuizQuestion(
      "random-valid", .padding,
      "16 random bytes are taken for a decrypted block. How likely do they end in a valid PKCS#7 padding?",
      right: "about 1 in 256",
      wrong: [
        "about 1 in 2": "A last byte has 256 values, and two do not make half of them valid.",
        "about 1 in 16": "1 in 16 would need 16 values of the last byte to be enough by themselves. Only 01 is.",
        "never": "A last byte 01 comes by chance, once in 256 blocks.",
      ],
      because: """
        A last byte of 01 is enough, which is 1 in 256. The longer paddings add very little. So a wrong key is not \
        always noticed by its padding.
        """),
    QuizQuestion(
      "oracle-needs", .padding,
      "What does an attacker need to read a CBC message through a padding oracle?",
      right: "answers, right or wrong, to forged ciphertexts",
      wrong: [
        "another message together with its ciphertext":
          "Known messages are not needed. Yes or no from the receiver is.",
        "the first bytes of the key": "Nothing of the key is needed, and nothing of it is found.",
        "a very fast computer, or a great number of them": "About 128 questions a byte is no work for any computer.",
      ],
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
      right: "F's last byte ⊕ 01",
      wrong: [
        "01": "01 is D ⊕ F, what the receiver sees. F has to be taken away again.",
        "F's last byte": "F's last byte is what was sent. The receiver sees it added to D.",
        "the key's last byte ⊕ 01": "The attacker has nothing of the key, and needs nothing.",
      ],
      because: """
        The receiver sees D ⊕ F, and its last byte is 01. The last byte of the message's block is then the last byte \
        of D, added to that of the block that really came before.
        """),
    QuizQuestion(
      "oracle-cost", .padding,
      "How many questions does a padding oracle take for each byte, on average?",
      right: "about 128",
      wrong: [
        "about 8": "8 is the number of bits, but a question tells of one value, not of one bit.",
        "about 65,536": "That would be all values of two bytes. Each byte is found by itself.",
        "about 2^128": "That is a search for a key. The oracle is asked about one byte at a time.",
      ],
      because: """
        There are 256 values for the byte, and the right one comes half way on average. Sixteen bytes take about 2,000 \
        questions, not 2^128.
        """),
    QuizQuestion(
      "oracle-key", .padding,
      "AES-256 instead of AES-128: how many more questions does a padding oracle take?",
      right: "no more: the key does not matter",
      wrong: [
        "twice as many": "The time of a question may be longer, but not their number.",
        "2^128 times as many, one for each further key": "The key is not searched. The receiver has it, and decrypts.",
        "14/10 as many": "14 rounds in place of 10 make each decryption slower, and the questions no more.",
      ],
      because: "The attacker lets the receiver decrypt, and never looks for the key."),
    QuizQuestion(
      "oracle-remedy", .padding,
      "What stops padding oracles for good?",
      right: "a MAC over IV and ciphertext, checked first",
      wrong: [
        "the same error message, whatever the cause may be": "The time of the answer can still tell.",
        "a longer key": "The attack does not look for the key.",
        "a random IV for each message": "The attacker takes the IV as it comes, and sends blocks of their own.",
      ],
      because: """
        A forgery is then refused before its padding is looked at. Without the IV under the MAC, each block could still \
        be sent as the first one, after a forged IV. One message for all errors is not enough: the time that the answer \
        takes can tell them apart.
        """),
  ]
}
