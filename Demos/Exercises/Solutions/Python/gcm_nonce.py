"""GCM with a nonce used twice: the sum of the tags is (C1 + C2) * H^2 (A. Joux, 2006)."""

from oracle import main, xor


def multiplied(x, y):
    """The product in GF(2^128), whose first bit is the coefficient of 1 (SP 800-38D, 6.3)."""
    product = 0
    for bit in range(127, -1, -1):
        if x >> bit & 1:
            product ^= y
        y = y >> 1 ^ (0xe1 << 120 if y & 1 else 0)
    return product


def squared(x, times):
    for _ in range(times):
        x = multiplied(x, x)
    return x


def inverse(x):
    """x to the power 2^128 - 2: the product of all its repeated squares except x itself."""
    product, power = 1 << 127, x
    for _ in range(127):
        power = multiplied(power, power)
        product = multiplied(product, power)
    return product


def solve(oracle):
    c1, c2, t1, t2 = (int(oracle.given(name), 16) for name in ("ciphertext1", "ciphertext2", "tag1", "tag2"))
    square = multiplied(t1 ^ t2, inverse(c1 ^ c2))
    key = squared(square, 127)
    ending = multiplied(128, key)  # the block of the lengths: no associated data, 128 bits of ciphertext
    mask = t1 ^ multiplied(c1, square) ^ ending
    keystream = xor(oracle.given("known").encode(), oracle.given_bytes("ciphertext1"))
    ciphertext = xor(oracle.given("demanded").encode(), keystream)
    tag = mask ^ multiplied(int.from_bytes(ciphertext, "big"), square) ^ ending
    return f"{ciphertext.hex()} {tag:032x}"


main("gcm-nonce", solve)
