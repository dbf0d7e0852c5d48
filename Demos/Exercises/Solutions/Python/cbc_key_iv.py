"""CBC with the key as the IV: C1, zeros, C1 decrypts to AES⁻¹(C1) + key, something, AES⁻¹(C1)."""

from oracle import main, xor


def solve(oracle):
    first = oracle.given_bytes("ciphertext")[:16]
    _, message = oracle.ask("receive", (first + bytes(16) + first).hex())
    message = bytes.fromhex(message)
    return xor(message[:16], message[32:48]).hex()


main("cbc-key-iv", solve)
