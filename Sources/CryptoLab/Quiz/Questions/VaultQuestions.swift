extension QuizQuestion {
  static let vault = [
    QuizQuestion(
      "vault-size", .vault,
      "13 bytes are sealed in a vault. How long is it?",
      right: "1,485 bytes", wrong: ["13 bytes", "45 bytes", "65,536 bytes"],
      because: """
        Two copies of the header have 1,440 bytes, the content stays as long as it is, and each chunk of up to 64 KiB \
        has a tag of 32. So a vault shows the size of its content.
        """),
    QuizQuestion(
      "vault-flip", .vault,
      "One bit of the content of a vault flips on the disk. What does opening give?",
      right: "an error, and no content",
      wrong: [
        "the content with one bit changed", "the content up to that bit", "the content with one block destroyed",
      ],
      because: """
        Each chunk has an HMAC, which is checked before the chunk is decrypted. One call returns the whole content or \
        nothing.
        """),
    QuizQuestion(
      "vault-copy", .vault,
      """
      A byte of the first copy of a vault's header is damaged, and the second copy is whole. Does the vault open?
      """,
      right: "yes", wrong: ["no: the header tag is wrong", "only with the recovery key", "only the first chunk"],
      because: """
        Each whole copy opens the vault. It is written twice, one after the other, so that a power cut leaves one \
        whole.
        """),
    QuizQuestion(
      "vault-errors", .vault,
      "Why do a wrong password and a wrong context give the same error?",
      right: "they cannot be told apart without helping whoever guesses",
      wrong: ["it is a mistake of the format", "a context is never checked", "the context is a second password"],
      because: """
        An error that names one of them would confirm the other to whoever guesses. The key comes from the password, \
        and the header tag covers the context.
        """),
    QuizQuestion(
      "vault-context", .vault,
      "Where is a vault's context stored?",
      right: "nowhere in the vault",
      wrong: ["in the header, in the clear", "in the header, encrypted", "in each chunk"],
      because: """
        It is authenticated with the header, and whoever opens the vault must know it: the name of a record, for \
        example. So a vault cannot be put in the place of another.
        """),
    QuizQuestion(
      "vault-password", .vault,
      "The password of a vault is changed. What is written anew?",
      right: "the header only", wrong: ["the whole vault", "the header and the first chunk", "every tag"],
      because: "The content is encrypted under a random data key, and the password only wraps that key."),
    QuizQuestion(
      "vault-old", .vault,
      """
      A colleague leaves, and the password they knew is removed from a vault. Which of these still opens for them?
      """,
      right: "a copy of the file from before",
      wrong: ["the changed vault", "every vault with that context", "nothing at all"],
      because: """
        Nobody can change old copies, and they may even have kept the data key. swift-vault reseal makes a new data \
        key for the file as it is now.
        """),
    QuizQuestion(
      "vault-slots", .vault,
      "Eight passwords open one vault. How many times is the content stored?",
      right: "once", wrong: ["8 times", "twice", "9 times"],
      because: """
        Each password has a slot of 80 bytes in the header, with the data key wrapped under it. A vault has eight \
        slots.
        """),
  ]
}
