"""Predictable IV: the next IV is cancelled, so that AES sees the padded guess + the old IV."""

from oracle import main, xor


def solve(oracle):
    iv, wanted = oracle.given_bytes("iv"), oracle.given("ciphertext")
    number = int.from_bytes(iv, "big")
    for pin in range(10_000):
        guess = f"PIN {pin:04}".encode() + bytes([8] * 8)
        following = ((number + 1 + pin) % 2**128).to_bytes(16, "big")
        _, reply = oracle.ask("encrypt", xor(xor(guess, iv), following).hex())
        if reply.split()[1][:32] == wanted:
            return f"{pin:04}"


main("predictable-iv", solve)
