import SwiftVaultExerciseLogic

extension ExerciseTask {
  /// Tasks without an attack: a choice and a repair.
  static let engineering = [
    ExerciseTask(
      exercise: .init(RoundsBudget.self), title: "the most PBKDF2 rounds that a login server can afford",
      goal: [
        """
        A login server stretches each password with PBKDF2, on one core. A user shall wait for it at most as long as \
        the limit says. At the busiest time the logins must not pile up: all cores together must do as many as arrive. \
        The oracle measures how long a derivation takes on this server (it is a model, without noise). How many rounds \
        can the server afford at most?
        """
      ],
      given: [
        ("limit", "how long a user may wait, in milliseconds"), ("cores", "the cores of the server"),
        ("logins", "the logins that arrive in a second at the busiest time"),
      ],
      requests: [("time ROUNDS", "ok MICROSECONDS, the time of one derivation, rounded up")],
      answer: "the number of rounds, at most 1 % below the largest that fits",
      hints: [
        "How many milliseconds of a core are there for each login, if all cores work all the time?",
        "The budget is the smaller of two times: the limit, and 1000 · cores / logins milliseconds.",
        "The time is a fixed part plus a part for each round: two measurements give both.",
      ],
      lesson: "stretch"),
    ExerciseTask(
      exercise: .init(HeaderRepair.self), title: "a vault with two damaged headers: make it open again",
      goal: [
        """
        A vault begins with two copies of its header, 720 bytes each, which are equal in a whole vault (FORMAT.md, \
        section 2). In this one both are damaged, each in two places, and no place is damaged in both. Its password is \
        known. Put the header together.
        """,
        "With --write the vault is a file too, and swift-vault open shows whether a repaired one opens.",
      ],
      given: [("vault", "the vault with its damaged copies"), ("password", "its password")],
      requests: [("open HEADER", "ok SIZE of the content, or no and why, with this header in both places")],
      answer: "the header, 720 bytes in hexadecimal",
      hints: [
        "Compare the two copies. Where they are equal, both are whole.",
        "They differ in four places, and in each of them one copy is right. How many headers are possible?",
        """
        Sixteen, and the oracle tells which one opens. Without it: a slot that is not in use has only zeros, and in a \
        slot in use the salt and the wrapped key are at offsets 8 and 40.
        """,
      ],
      lesson: "commitment"),
  ]
}
