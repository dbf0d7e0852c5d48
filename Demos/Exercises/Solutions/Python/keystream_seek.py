"""Keystream with seek: zeros over the whole document give the keystream."""

from oracle import main, xor


def solve(oracle):
    ciphertext = oracle.given_bytes("ciphertext")
    _, keystream = oracle.ask("edit", 0, bytes(len(ciphertext)).hex())
    return xor(ciphertext, bytes.fromhex(keystream)).decode()


main("keystream-seek", solve)
