extension QuizQuestion {
  static let vault = [
    QuizQuestion(
      "vault-size", .vault,
      "13 bytes are sealed in a vault. How long is it?",
      right: "1,485 bytes",
      wrong: [
        "13 bytes": "The header and a tag come with the content.",
        "45 bytes": "That is the content and one tag. The header is missing.",
        "65,536 bytes": "64 KiB is the most that a chunk holds. A smaller one is not filled up.",
      ],
      because: """
        Two copies of the header have 1,440 bytes, the content stays as long as it is, and each chunk of up to 64 KiB \
        has a tag of 32. So a vault shows the size of its content.
        """),
    QuizQuestion(
      "vault-flip", .vault,
      "One bit of the content of a vault flips on the disk. What does opening give?",
      right: "an error, and no content",
      wrong: [
        "the content with one bit changed": "That is CTR without a tag. The HMAC refuses the chunk first.",
        "the content up to that bit":
          "One call gives all or nothing. A stream gives out whole chunks that were checked.",
        "the content with one block destroyed": "That is ECB. A chunk with a wrong tag is not decrypted.",
      ],
      because: """
        Each chunk has an HMAC, which is checked before the chunk is decrypted. One call returns the whole content or \
        nothing.
        """),
    QuizQuestion(
      "vault-copy", .vault,
      "A byte of the first copy of a vault's header is damaged, and the second copy is whole. Does the vault open?",
      right: "yes",
      wrong: [
        "no: the header tag is wrong": "The other copy has a header tag of its own, and that is right.",
        "only with the recovery key": "A recovery key is one more secret in a slot. The password is enough.",
        "only the first chunk": "The content is whole, and the second copy has the same data key.",
      ],
      because: """
        Each whole copy opens the vault. It is written twice, one after the other, so that a power cut leaves one \
        whole.
        """),
    QuizQuestion(
      "vault-errors", .vault,
      "Why do a wrong password and a wrong context give the same error?",
      right: "telling which it was would help whoever guesses",
      wrong: [
        "it is a mistake of the format": "It is on purpose.",
        "a context is never checked": "It is checked with the header tag.",
        "the context is a second password for the same vault":
          "The context is not secret: it says what the vault is for.",
      ],
      because: """
        An error that names one of them would confirm the other to whoever guesses. The key comes from the password, \
        and the header tag covers the context.
        """),
    QuizQuestion(
      "vault-context", .vault,
      "Where is a vault's context stored?",
      right: "nowhere in the vault",
      wrong: [
        "in the header, in the clear": "Then nobody would have to know it, and a swapped vault would not be noticed.",
        "in the header, encrypted": "It is not in the header in any form.",
        "in each chunk": "Chunks have an index and a final flag, and no context.",
      ],
      because: """
        It is authenticated with the header, and whoever opens the vault must know it: the name of a record, for \
        example. So a vault cannot be put in the place of another.
        """),
    QuizQuestion(
      "vault-password", .vault,
      "The password of a vault is changed. What is written anew?",
      right: "the header only",
      wrong: [
        "the whole vault": "The content is under the data key, which stays.",
        "the header and the first chunk": "The first chunk is under the data key, like the others.",
        "every tag": "The tags of the content are under the data key. Only the header's is made anew.",
      ],
      because: "The content is encrypted under a random data key, and the password only wraps that key."),
    QuizQuestion(
      "vault-old", .vault,
      "A colleague leaves, and the password they knew is removed from a vault. Which of these still opens for them?",
      right: "a copy of the file from before",
      wrong: [
        "the changed vault": "The header that counts has no slot for that password any more.",
        "every vault with that context": "Each vault has its own slots. A context opens nothing.",
        "nothing at all": "What was copied before still has the old header.",
      ],
      because: """
        Nobody can change old copies, and they may even have kept the data key. swift-vault reseal makes a new data \
        key for the file as it is now.
        """),
    QuizQuestion(
      "vault-slots", .vault,
      "Eight passwords open one vault. How many times is the content stored?",
      right: "once",
      wrong: [
        "8 times": "The slots share one data key, and so one content.",
        "twice": "Two is the number of the header's copies.",
        "9 times": "Neither slots nor copies of the header repeat the content.",
      ],
      because: """
        Each password has a slot of 80 bytes in the header, with the data key wrapped under it. A vault has eight \
        slots.
        """),
  ]
}
