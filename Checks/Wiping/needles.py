"""The secrets of each algorithm, computed from its standard, and the forms in which memory may contain them."""

import hashlib
import hmac
import math
import os
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/Vectors"))

from fips197 import expand, mix_columns

PIECE = 8  # bytes; a piece of a secret that no other content has by chance


# Forms.


def swapped(secret, size):
    """The words of `size` bytes, each with its bytes in reverse order."""
    whole = len(secret) // size * size
    return b"".join(secret[i : i + size][::-1] for i in range(0, whole, size))


def forms(secret):
    """A secret as bytes, and as the words that a hash or a cipher loads from it."""
    return {secret, swapped(secret, 4), swapped(secret, 8)}


def pieces(secret):
    """Pieces at every fourth byte of every form. Any 11 consecutive bytes of a form contain one of them."""
    found = set()
    for form in forms(secret):
        if len(form) < PIECE:
            continue
        for start in list(range(0, len(form) - PIECE + 1, 4)) + [len(form) - PIECE]:
            piece = form[start : start + PIECE]
            if len(set(piece)) > 4:  # zeros, padding and lengths are not secrets
                found.add(piece)
    return found


def blocks(data):
    """The blocks of 16 bytes, the last one perhaps shorter."""
    return [data[i : i + 16] for i in range(0, len(data), 16)]


def broadcast(words, size):
    """Words of `size` bytes as kernels with several lanes store those of a single message: each a few times in a
    row."""
    return [word * (PIECE // size) for word in (swapped(words, size)[i : i + size] for i in range(0, len(words), size))]


# MD5, SHA-1 and SHA-2: the chaining value after whole blocks, as in the digest. Spec: RFC 1321; FIPS 180-4.


def primes(count):
    found, number = [], 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def fraction(number, root, bits):
    """The first bits of the fractional part of a root, exactly."""
    scaled = number << root * bits
    low, high = 0, 1 << (bits + 12)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**root <= scaled else (low, middle)
    return low & ((1 << bits) - 1)


class SHA2:
    def __init__(self, bits, rounds, rotations, start):
        self.bits, self.size, self.mask = bits, bits // 8, (1 << bits) - 1
        self.rounds, self.rotations, self.start = rounds, rotations, start
        self.constants = [fraction(prime, 3, bits) for prime in primes(rounds)]

    def rotate(self, word, places):
        return (word >> places | word << (self.bits - places)) & self.mask

    def schedule(self, block):
        """The words of a block, and the words of the message schedule."""
        _, _, (s1, s2, s3), (t1, t2, t3) = self.rotations
        w = [int.from_bytes(block[i * self.size : (i + 1) * self.size], "big") for i in range(16)]
        for i in range(16, self.rounds):
            x, y = w[i - 15], w[i - 2]
            low = self.rotate(x, s1) ^ self.rotate(x, s2) ^ x >> s3
            high = self.rotate(y, t1) ^ self.rotate(y, t2) ^ y >> t3
            w.append((w[i - 16] + low + w[i - 7] + high) & self.mask)
        return w

    def chaining(self, blocks):
        """The chaining value after blocks."""
        state = list(self.start)
        (a1, a2, a3), (e1, e2, e3), _, _ = self.rotations
        for begin in range(0, len(blocks), 16 * self.size):
            w = self.schedule(blocks[begin : begin + 16 * self.size])
            a, b, c, d, e, f, g, h = state
            for i in range(self.rounds):
                sum1 = self.rotate(e, e1) ^ self.rotate(e, e2) ^ self.rotate(e, e3)
                first = h + sum1 + (g ^ e & (f ^ g)) + self.constants[i] + w[i]
                sum0 = self.rotate(a, a1) ^ self.rotate(a, a2) ^ self.rotate(a, a3)
                second = sum0 + (a & b ^ a & c ^ b & c)
                a, b, c, d, e, f, g, h = (first + second) & self.mask, a, b, c, (d + first) & self.mask, e, f, g
            state = [(x + y) & self.mask for x, y in zip(state, (a, b, c, d, e, f, g, h))]
        return b"".join(word.to_bytes(self.size, "big") for word in state)


class SHA1:
    size, bits, mask = 4, 32, 0xFFFFFFFF
    constants = [word for word in (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6) for _ in range(20)]
    start = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]

    def rotate(self, word, places):
        return (word << places | word >> (32 - places)) & 0xFFFFFFFF

    def schedule(self, block):
        w = list(struct.unpack(">16I", block))
        for i in range(16, 80):
            w.append(self.rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        return w

    def chaining(self, blocks):
        rotate, state = self.rotate, self.start
        for begin in range(0, len(blocks), 64):
            w = self.schedule(blocks[begin : begin + 64])
            a, b, c, d, e = state
            for i in range(80):
                f = [d ^ b & (c ^ d), b ^ c ^ d, b & c | b & d | c & d, b ^ c ^ d][i // 20]
                a, b, c, d, e = (rotate(a, 5) + f + e + self.constants[i] + w[i]) & 0xFFFFFFFF, a, rotate(b, 30), c, d
            state = [(x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d, e))]
        return struct.pack(">5I", *state)


class MD5(SHA1):
    constants = [int(abs(math.sin(i + 1)) * 2**32) for i in range(64)]
    shifts = [(7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21)]

    def schedule(self, block):
        """The words of a block in the order of the steps."""
        w = struct.unpack("<16I", block)
        return [w[[i, 5 * i + 1, 3 * i + 5, 7 * i][i // 16] % 16] for i in range(64)]

    def chaining(self, blocks):
        state = self.start[:4]
        for begin in range(0, len(blocks), 64):
            w = self.schedule(blocks[begin : begin + 64])
            a, b, c, d = state
            for i in range(64):
                f = [b & c | ~b & d, d & b | ~d & c, b ^ c ^ d, c ^ (b | ~d & 0xFFFFFFFF)][i // 16]
                step = (a + f + self.constants[i] + w[i]) & 0xFFFFFFFF
                a, b, c, d = d, (b + self.rotate(step, self.shifts[i // 16][i % 4])) & 0xFFFFFFFF, b, c
            state = [(x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d))]
        return struct.pack("<4I", *state)


ROTATIONS_32 = (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)
ROTATIONS_64 = (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)


def roots(bits, first, count):
    return [fraction(prime, 2, bits) for prime in primes(first + count)[first:]]


def truncated(name):
    """The initial value of SHA-512/t. Spec: FIPS 180-4, section 5.3.6."""
    words = [word ^ 0xA5A5A5A5A5A5A5A5 for word in roots(64, 0, 8)]
    padded = name.encode() + b"\x80" + bytes(111 - len(name)) + (8 * len(name)).to_bytes(16, "big")
    digest = SHA2(64, 80, ROTATIONS_64, words).chaining(padded)
    return list(struct.unpack(">8Q", digest))


FUNCTIONS = {
    "md5": MD5(),
    "sha1": SHA1(),
    "sha224": SHA2(32, 64, ROTATIONS_32, [word & 0xFFFFFFFF for word in roots(64, 8, 8)]),
    "sha256": SHA2(32, 64, ROTATIONS_32, roots(32, 0, 8)),
    "sha384": SHA2(64, 80, ROTATIONS_64, roots(64, 8, 8)),
    "sha512": SHA2(64, 80, ROTATIONS_64, roots(64, 0, 8)),
    "sha512_224": SHA2(64, 80, ROTATIONS_64, truncated("SHA-512/224")),
    "sha512_256": SHA2(64, 80, ROTATIONS_64, truncated("SHA-512/256")),
}


def check_functions():
    """Checks the chaining values against hashlib's digests, for one block that is padded here."""
    for name, function in FUNCTIONS.items():
        block = 16 * function.size
        message = os.urandom(block // 4)
        length = (8 * len(message)).to_bytes(8, "little" if name == "md5" else "big")
        padded = message + b"\x80" + bytes(block - len(message) - 9) + length
        digest = hashlib.new(name, message).digest()
        if function.chaining(padded)[: len(digest)] != digest:
            raise SystemExit(f"needles: {name} is computed wrongly here")


def expanded(name, blocks, label):
    """The end of each block's message schedule, as words of the machine: 16 words, from which the block can be
    computed. They are alone, and with the round constants added, which is how some kernels store them."""
    function, secrets = FUNCTIONS[name], {}
    for number in range(len(blocks) // (16 * function.size)):
        words = function.schedule(blocks[16 * function.size * number :][: 16 * function.size])[-16:]
        sums = [word + constant & function.mask for word, constant in zip(words, function.constants[-16:])]
        for form, chosen in (("", words), (" and constants", sums)):
            secrets[f"{label}: schedule{form} of block {number}"] = b"".join(
                word.to_bytes(function.size, "little") for word in chosen)
    return secrets


# HMAC, HKDF, PBKDF2. Each function returns the secrets by name.


def hmac_secrets(name, key, label="key", message=None):
    """Spec: FIPS 198-1. The padded key, both midstates and, for a message, the inner digest."""
    function = FUNCTIONS[name]
    block = 16 * function.size
    used = hashlib.new(name, key).digest() if len(key) > block else key
    padded = used.ljust(block, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in padded) for pad in (0x36, 0x5C))
    secrets = {f"{label}": key, f"{label} ^ ipad": inner[: len(used)], f"{label} ^ opad": outer[: len(used)]}
    if used != key:
        secrets[f"{label}, hashed"] = used
    for place, pad in (("inner", inner), ("outer", outer)):
        secrets[f"{label}: {place} midstate"] = function.chaining(pad)
        secrets |= expanded(name, pad, f"{label}: {place}")
    if message is not None:
        secrets[f"{label}: inner digest"] = hashlib.new(name, inner + message).digest()
    return secrets


def tag_secrets(key, ciphertext):
    """The inner state of a chunk's tag in HMAC-SHA-256 after whole blocks of ciphertext."""
    pad = bytes(byte ^ 0x36 for byte in key.ljust(64, b"\0"))
    return {"inner state of the first chunk's tag": FUNCTIONS["sha256"].chaining(pad + ciphertext)}


def hkdf_secrets(name, secret, salt, info, size, label="input"):
    """Spec: RFC 5869."""
    key = hmac.new(salt or bytes(hashlib.new(name).digest_size), secret, name).digest()
    expanded_secrets = expand_secrets(name, key, info, size, f"{label}: pseudorandom key")
    return {f"{label}": secret, f"{label}: output key": expanded_secrets.pop("output key")} | expanded_secrets


def expand_secrets(name, key, info, size, label):
    """The secrets of the second step of HKDF. Spec: RFC 5869, section 2.3."""
    block, output = b"", b""
    for number in range(1, -(-size // len(key)) + 1):
        block = hmac.new(key, block + info + bytes([number]), name).digest()
        output += block
    return {"output key": output[:size]} | hmac_secrets(name, key, label, info + b"\1")


def pbkdf2_secrets(name, password, salt, rounds, size, label="password"):
    """Spec: RFC 8018, section 5.2: every U of every block, and the sums."""
    secrets = hmac_secrets(name, password, label)
    output = b""
    for block in range(1, -(-size // hashlib.new(name).digest_size) + 1):
        u = hmac.new(password, salt + block.to_bytes(4, "big"), name).digest()
        total = int.from_bytes(u, "big")
        secrets[f"{label}: U_1 of block {block}"] = u
        for count in range(2, rounds + 1):
            u = hmac.new(password, u, name).digest()
            total ^= int.from_bytes(u, "big")
            secrets[f"{label}: U_{count} of block {block}"] = u
        output += total.to_bytes(len(u), "big")
    secrets[f"{label}: stretched"] = output[:size]
    return secrets


# AES. Spec: FIPS 197.


def round_keys(key):
    """The expanded key, 16 bytes a round. Spec: FIPS 197, section 5.2."""
    words = expand(key)
    return [b"".join(words[i : i + 4]) for i in range(0, len(words), 4)]


def inverse_mix(key):
    """A round key as the equivalent inverse cipher has it. Spec: FIPS 197, section 5.3.5."""
    return mix_columns(key, (14, 11, 13, 9))


def aes_secrets(key, label="key"):
    """The key, and the rest of its round keys, which begin with the key itself."""
    expanded = round_keys(key)
    return {label: key} | {
        f"{label}: round key {number}": words for number, words in enumerate(expanded) if number * 16 >= len(key)}


def inverse_secrets(key, label="key"):
    """The round keys of decryption in the form for AES instructions."""
    return {f"{label}: inverse round key {number}": inverse_mix(words)
            for number, words in enumerate(round_keys(key)[1:-1], 1)}
