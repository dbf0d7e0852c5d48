import SwiftVaultExerciseLogic

extension ExerciseTask {
  /// ECB and CBC.
  static let blockModes = [
    ExerciseTask(
      exercise: .init(ECBByteAtATime.self), title: "ECB: read a secret that a server appends, byte by byte",
      goal: [
        """
        A server takes your bytes, appends a secret text, pads both together (PKCS#7) and encrypts them with AES in \
        ECB, always under the same key. Read the secret. It is a few words, and you are done when you have as many \
        bytes as it has: the first hint tells how to count them.
        """
      ],
      requests: [("encrypt HEX", "ok CIPHERTEXT, of your bytes and the secret; HEX may be absent")],
      answer: "the secret, as text",
      hints: [
        """
        Send nothing, one byte, two bytes. When your n bytes make the ciphertext grow, the padding has become a whole \
        block: the secret has n bytes fewer than the ciphertext had before.
        """,
        """
        Equal blocks have equal ciphertexts. Send 15 known bytes: the first block then ends with the first byte of the \
        secret. Send the same 15 bytes and each possible 16th byte, and compare.
        """,
        """
        For byte n send 15 - n % 16 bytes, so that byte n is the last of its block. Then send the same bytes, the n \
        bytes that you know, and each possible byte, until that block is the same. Stop at the length of the first \
        hint: what follows is padding.
        """,
      ],
      lesson: "modes"),
    ExerciseTask(
      exercise: .init(CBCKeyAsIV.self), title: "CBC with the key as the IV: read the key",
      goal: [
        """
        A receiver decrypts CBC, without padding, and uses its AES key as the IV too. If the message is not ASCII, its \
        error shows the decrypted bytes. You have recorded a ciphertext. Find the key.
        """
      ],
      given: [("ciphertext", "whole blocks, as they were sent")],
      requests: [
        ("receive CIPHERTEXT", "ok if the message is ASCII, or no MESSAGE with the bytes in hexadecimal")
      ],
      answer: "the key, 16 bytes in hexadecimal",
      hints: [
        """
        The first block of the message is AES⁻¹(C1) ⊕ IV, and the IV is what you want. AES⁻¹ is AES backwards. How \
        else can you get AES⁻¹(C1)?
        """,
        "After a block of zeros, a block C decrypts to AES⁻¹(C) itself.",
        "Send C1, a block of zeros, and C1 again. The first block of the message ⊕ the third is the IV.",
      ],
      lesson: "modes"),
    ExerciseTask(
      exercise: .init(PredictableIV.self), title: "CBC with an IV that can be predicted: confirm a guess",
      goal: [
        """
        A server encrypts with AES in CBC (PKCS#7), and the IV of each message is that of the message before, plus \
        one, as an integer of 128 bits. Somebody else's message was "PIN " and four digits. You have seen its IV and \
        its ciphertext, and may let the server encrypt what you like. Find the PIN. Each run of the oracle begins just \
        after that message.
        """
      ],
      given: [("iv", "the IV of the message with the PIN"), ("ciphertext", "its ciphertext, one block")],
      requests: [("encrypt HEX", "ok IV CIPHERTEXT, of your bytes under the next IV")],
      answer: "the PIN, four digits",
      hints: [
        "AES saw the padded message ⊕ its IV. Can you make it see the same block again?",
        "You know the next IV before you choose your message, so you can cancel it.",
        """
        For each PIN send (the padded guess ⊕ the old IV ⊕ the next IV), and compare the first block of the \
        ciphertext. The padding of eight bytes is eight bytes 08.
        """,
      ],
      lesson: "modes"),
    ExerciseTask(
      exercise: .init(PaddingOracle.self), title: "CBC: read a message by asking whether its padding is right",
      goal: [
        """
        A receiver decrypts CBC with PKCS#7 padding, and tells everyone whether the padding was right, and nothing \
        else. You have recorded a message. Read it.
        """
      ],
      given: [("iv", "the IV that was sent"), ("ciphertext", "the blocks after it")],
      requests: [("decrypt IV CIPHERTEXT", "ok if the padding is right, no if it is wrong")],
      answer: "the message, as text and without its padding",
      hints: [
        "Send one block of the ciphertext, and an IV of your own. Which last byte of the IV gives a padding of 01?",
        """
        When the padding is 01, the block decrypts to D with D's last byte = your byte ⊕ 01. The message is D ⊕ the \
        block that really came before. For the next byte aim at 02 02.
        """,
        """
        For the last byte, a longer padding such as 02 02 can be right by chance: change the byte before and ask \
        again. About 128 questions a byte are needed.
        """,
      ],
      lesson: "padding-oracle"),
  ]
}
