import SwiftVaultExerciseLogic

extension ExerciseTask {
  /// Hashes, MACs and GCM.
  static let authentication = [
    ExerciseTask(
      exercise: .init(ForgedExtension.self), title: "SHA-256(secret, message): extend a signed message",
      goal: [
        """
        A server tags messages with SHA-256 of a secret followed by the message. The secret has 8 to 24 bytes. Make a \
        message that begins with the given one and ends with the given suffix, and its tag.
        """
      ],
      given: [
        ("message", "a message that the server has tagged"), ("tag", "its tag"),
        ("suffix", "what your message ends with"),
      ],
      requests: [("send MESSAGE TAG", "ok if the tag is right, no if it is wrong; both in hexadecimal")],
      answer: "your message and its tag, both in hexadecimal, with a space between them",
      hints: [
        "A SHA-256 digest is the state of the hash after the last block. What was the last block?",
        """
        SHA-256 pads with 80, zeros, and the length in bits as eight bytes. A message that contains this padding, and \
        goes on after it, passes through the state that you know.
        """,
        """
        Write SHA-256 so that it can start from a state and a length. Start from the tag, hash the suffix, and try \
        each length of the secret.
        """,
      ],
      lesson: "length-extension"),
    ExerciseTask(
      exercise: .init(TimingModel.self), title: "a compare that stops early: the tag from modelled times",
      goal: [
        """
        A server compares a tag of six bytes with yours, byte by byte, and stops at the first difference. The oracle \
        tells how long that took, in nanoseconds of a model: a fixed part, 16 for each byte compared, and noise from 0 \
        to 63. Find the tag.
        """
      ],
      requests: [("compare TAG", "ok NANOSECONDS if the tag is right, no NANOSECONDS if it is wrong")],
      answer: "the tag, six bytes in hexadecimal",
      hints: [
        "Which guesses take longer than the others? What do they have in common?",
        "Noise only adds. Of many times of the same guess, the smallest is nearest to the truth.",
        """
        For each byte, measure all 256 values four times. The smallest time of all then belongs to a wrong one, all \
        but surely. Drop every value that was once less than 16 above it, and measure the others again until one is \
        left.
        """,
      ],
      lesson: "timing"),
    ExerciseTask(
      exercise: .init(TimingClock.self), title: "the same on a real clock: the code of a slow lock",
      goal: [
        """
        A lock compares a code of six digits with yours, and stops at the first difference. It waits at least 5 ms for \
        each digit that it compares, so that you can measure its time from outside, with the clock of your program. \
        Real comparisons take nanoseconds; the way to the code is the same, with more questions. Find the code.
        """
      ],
      requests: [("compare CODE", "ok if the code is right, no if it is wrong, after a while")],
      answer: "the code, six digits",
      hints: [
        "Measure from before you send a line until after you have read the reply.",
        "A busy machine only adds time. A guess that was once fast cannot be the right one.",
        """
        A guess whose first n digits are right takes at least 5 · (n + 1) ms. Drop each digit that was once faster \
        than that, and measure the others again.
        """,
      ],
      lesson: "timing"),
    ExerciseTask(
      exercise: .init(GCMNonceReuse.self), title: "GCM with a nonce used twice: seal a message of your own",
      goal: [
        """
        Two messages of 16 bytes were sealed with AES-GCM under the same key and nonce, without associated data. You \
        know one of them. Seal the demanded message under the same nonce.
        """,
        """
        For one block C of ciphertext the tag is C · H² + L · H + mask, in GF(2^128): + is ⊕, and · is GHASH's \
        product. H depends only on the key. The mask depends on key and nonce. The block L has the lengths: 64 zero \
        bits, and 128 as 64 bits.
        """,
      ],
      given: [
        ("nonce", "the nonce of both"), ("known", "the first message"), ("ciphertext1", "its ciphertext"),
        ("tag1", "its tag"), ("ciphertext2", "the ciphertext of the second message"), ("tag2", "its tag"),
        ("demanded", "the message to seal"),
      ],
      requests: [("open CIPHERTEXT TAG", "ok if the tag is right, no if it is wrong")],
      answer: "ciphertext and tag, both in hexadecimal, with a space between them",
      hints: [
        "The ciphertext is CTR's: one message that is known gives the keystream. The tag is what takes work.",
        "Add the two tags: the mask is the same in both, and so is L · H. What is left of the formula?",
        """
        T1 + T2 = (C1 + C2) · H². Divide, and take the root: squaring 127 times gives it. Then the mask is \
        T1 + C1 · H² + L · H.
        """,
      ],
      lesson: "gcm"),
    ExerciseTask(
      exercise: .init(TruncatedTag.self), title: "a tag of two bytes: get a message accepted",
      goal: [
        """
        A server checks only the first two bytes of an HMAC-SHA-256, and refuses as often as you like. Find the tag \
        with which it accepts the given message.
        """
      ],
      given: [("message", "the message that the server shall accept, as text")],
      requests: [("send MESSAGE TAG", "ok if the tag is right, no if it is wrong; both in hexadecimal")],
      answer: "the tag, two bytes in hexadecimal",
      hints: [
        "How many tags of two bytes are there? How long does the oracle take for one?",
        "Send many requests before you read the first reply: a pipe is faster that way. Only one is answered with ok.",
      ],
      lesson: "length-extension"),
  ]
}
