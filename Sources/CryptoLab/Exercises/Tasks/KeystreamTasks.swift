import SwiftVaultExerciseLogic

extension ExerciseTask {
  /// CTR.
  static let keystreams = [
    ExerciseTask(
      exercise: .init(CTRChecksum.self), title: "CTR with a checksum: become root without the key",
      goal: [
        """
        A server hands out tokens in AES-CTR. Inside are a text of the form name=…;role=user;note=… and the CRC-32 of \
        that text (as in PNG and zlib, four bytes, the most significant first). The server takes a token only if the \
        checksum fits. You know neither the name nor the note. Change the role from user to root, and nothing else.
        """,
        "CRC-32 is linear but for a constant. For texts of one length, crc(a ⊕ b) = crc(a) ⊕ crc(b) ⊕ crc(zeros).",
      ],
      given: [
        ("token", "the ciphertext of the text and its checksum"),
        ("offset", "where the word user begins, counted from 0"),
      ],
      requests: [
        ("send TOKEN", "ok role ROLE; no checksum if that does not fit; no role if the role is neither")
      ],
      answer: "the changed token, in hexadecimal",
      hints: [
        "In CTR, a bit that flips in the ciphertext flips in the text. Which difference turns user into root?",
        """
        Let a be the text and b the difference. The checksum then changes by crc(b) ⊕ crc(zeros), which depends only on \
        the difference, not on the text that you do not know.
        """,
        """
        Let d be zeros as long as the text, with user ⊕ root at the offset. Add d to the text's bytes of the token, \
        and crc(d) ⊕ crc(zeros) to its last four.
        """,
      ],
      lesson: "bit-flip"),
    ExerciseTask(
      exercise: .init(TwoTimePad.self), title: "one keystream for two messages: read both",
      goal: [
        """
        Two messages were encrypted in CTR under the same key and nonce. Each has eight words of the given list, with \
        one space between them, and both are equally long. Read both.
        """
      ],
      given: [
        ("first", "the ciphertext of a message"), ("second", "the ciphertext of the other message"),
        ("words", "the words that the messages are made of"),
      ],
      answer: "both messages with a / between them, in either order",
      hints: [
        "Add the ciphertexts, bit by bit without carry: the keystream is gone. What is left?",
        """
        Guess the first word of one message: the sum shows the beginning of the other. Is it the beginning of a word \
        of the list?
        """,
        """
        Search: whichever message is known less far gets the next word and a space. Keep it if the bytes that it shows \
        of the other fit what is known there, or begin a word of the list.
        """,
      ],
      lesson: "nonce-reuse"),
    ExerciseTask(
      exercise: .init(KeystreamSeek.self), title: "a document in CTR that can be edited: read it",
      goal: [
        """
        A server keeps a document in AES-CTR. It changes bytes at any offset, as CTR can: it computes the keystream \
        from there, under the same key and nonce, and shows the new ciphertext. Each request starts from the same \
        document. Read it.
        """
      ],
      given: [("ciphertext", "the document as it is stored")],
      requests: [("edit OFFSET HEX", "ok CIPHERTEXT, of the whole document with these bytes at the offset")],
      answer: "the document, as text",
      hints: [
        "Which keystream encrypts what you write? Which one encrypted what stood there before?",
        "Write zeros over the whole document. The ciphertext is then the keystream.",
      ],
      lesson: "nonce-reuse"),
  ]
}
