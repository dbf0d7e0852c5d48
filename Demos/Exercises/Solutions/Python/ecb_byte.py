"""ECB byte at a time: the unknown byte is moved to the end of a block, and compared with each possible byte there."""

from oracle import main


def solve(oracle):
    def encrypt(message):
        return bytes.fromhex(oracle.ask("encrypt", message.hex())[1])

    empty = len(encrypt(b""))
    # The ciphertext grows when the padding has become a whole block.
    length = next(empty - added for added in range(1, 17) if len(encrypt(bytes(added))) > empty)
    secret = b""
    while len(secret) < length:
        filling = bytes(15 - len(secret) % 16)
        end = len(filling) + len(secret) + 1
        wanted = encrypt(filling)[end - 16:end]
        secret += next(bytes([byte]) for byte in range(256)
                       if encrypt(filling + secret + bytes([byte]))[end - 16:end] == wanted)
    return secret.decode()


main("ecb-byte", solve)
