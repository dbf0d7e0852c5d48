"""Length extension: SHA-256, started from a digest. hashlib cannot do this, so here is the hash (FIPS 180-4, 6.2.2)."""

from oracle import main


def root_bits(number, degree):
    """The first 32 bits of the fraction of a root."""
    scaled, low, high = number << 32 * degree, 0, number << 32
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle - 1)
    return low & 0xffffffff


PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
CONSTANTS = [root_bits(prime, 3) for prime in PRIMES]


def rotated(word, count):
    return (word >> count | word << 32 - count) & 0xffffffff


def compress(state, block):
    w = [int.from_bytes(block[i:i + 4], "big") for i in range(0, 64, 4)]
    for t in range(16, 64):
        s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3
        s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10
        w.append((w[t - 16] + s0 + w[t - 7] + s1) & 0xffffffff)
    a, b, c, d, e, f, g, h = state
    for t in range(64):
        s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        t1 = h + s1 + (e & f ^ ~e & g) + CONSTANTS[t] + w[t]
        s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        t2 = s0 + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & 0xffffffff, a, b, c, (d + t1) & 0xffffffff, e, f, g
    return [(old + new) & 0xffffffff for old, new in zip(state, (a, b, c, d, e, f, g, h))]


def padding(length):
    return b"\x80" + bytes((55 - length) % 64) + (8 * length).to_bytes(8, "big")


def solve(oracle):
    message, suffix = oracle.given("message").encode(), oracle.given("suffix").encode()
    start = oracle.given_bytes("tag")
    for secret in range(8, 25):
        glue = padding(secret + len(message))
        hashed = secret + len(message) + len(glue)
        state = [int.from_bytes(start[i:i + 4], "big") for i in range(0, 32, 4)]
        rest = suffix + padding(hashed + len(suffix))
        for i in range(0, len(rest), 64):
            state = compress(state, rest[i:i + 64])
        forged = (message + glue + suffix).hex(), b"".join(word.to_bytes(4, "big") for word in state).hex()
        if oracle.ask("send", *forged)[0]:
            return " ".join(forged)


main("length-extension", solve)
