"""Vaudenay's attack: each block is read from its last byte to its first."""

from oracle import blocks, main, xor


def decrypted(oracle, block):
    """The block after AES decryption, before the one in front of it is added."""
    def is_right(forged):
        return oracle.ask("decrypt", forged.hex(), block.hex())[0]

    known = b""
    while len(known) < 16:
        padding = len(known) + 1
        end = bytes(byte ^ padding for byte in known)
        for byte in range(256):
            forged = bytes(16 - padding) + bytes([byte]) + end
            # A padding longer than 01 becomes invalid when the byte before is changed.
            if is_right(forged) and (padding > 1 or is_right(forged[:14] + bytes([forged[14] ^ 1]) + forged[15:])):
                known = bytes([byte ^ padding]) + known
                break
    return known


def solve(oracle):
    sent = [oracle.given_bytes("iv")] + blocks(oracle.given_bytes("ciphertext"))
    message = b"".join(xor(decrypted(oracle, block), before) for before, block in zip(sent, sent[1:]))
    return message[:-message[-1]].decode()


main("padding-oracle", solve)
