"""CTR with a checksum: the difference of the checksums follows from the difference of the texts."""

import zlib

from oracle import main, xor


def solve(oracle):
    token, offset = oracle.given_bytes("token"), int(oracle.given("offset"))
    length = len(token) - 4
    difference = (bytes(offset) + xor(b"user", b"root")).ljust(length, b"\0")
    checksum = zlib.crc32(difference) ^ zlib.crc32(bytes(length))
    return xor(token, difference + checksum.to_bytes(4, "big")).hex()


main("ctr-checksum", solve)
