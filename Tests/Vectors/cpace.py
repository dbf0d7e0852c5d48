#!/usr/bin/env python3
"""Writes the vectors of CPACE-X25519-SHA512; SOURCES.md names them.

    cpace.py TESTVECTORS     the draft's testvectors.json, or an extract of it

The records beyond the draft come from the plain computation in this file, with Python's integers and `hashlib`. It must
give the draft's values first: a difference stops the program.
"""

import hashlib
import hmac
import json
import pathlib
import random
import sys

import datafile

P = 2**255 - 19
A = 486662


def decode(data):
    return int.from_bytes(data, "little") % 2**255


def x25519(scalar, point):
    """RFC 7748, section 5."""
    k = int.from_bytes(scalar, "little") & ~7 & ~(1 << 255) | 1 << 254
    x1 = decode(point) % P
    x2, z2, x3, z3 = 1, 0, x1, 1
    for t in reversed(range(255)):
        swap = k >> t & 1
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        x3, z3 = (da + cb) ** 2 % P, x1 * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, (aa - bb) * (aa + 121665 * (aa - bb)) % P
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def elligator2(data):
    """RFC 9380, section 6.7.1, with Z = 2."""
    v = -A * pow(1 + 2 * decode(data) ** 2, P - 2, P) % P
    if pow(v**3 + A * v**2 + v, (P - 1) // 2, P) != 1:
        v = (-v - A) % P
    return v.to_bytes(32, "little")


def lv_cat(*strings):
    result = b""
    for string in strings:
        length = len(string)
        while length >= 128:
            result += bytes([length & 127 | 128])
            length >>= 7
        result += bytes([length]) + string
    return result


def generator(prs, ci, sid):
    zeros = max(0, 128 - 1 - len(lv_cat(prs)) - len(lv_cat(b"CPace255")))
    return elligator2(hashlib.sha512(lv_cat(b"CPace255", prs, bytes(zeros), ci, sid)).digest()[:32])


def record(prs, ci, sid, ya, ada, yb, adb):
    g = generator(prs, ci, sid)
    point_a, point_b = x25519(ya, g), x25519(yb, g)
    k = x25519(ya, point_b)
    if k != x25519(yb, point_a):
        sys.exit("the parties differ")
    isk = hashlib.sha512(lv_cat(b"CPace255_ISK", sid, k) + lv_cat(point_a, ada) + lv_cat(point_b, adb)).digest()
    mac = hashlib.sha512(b"CPaceMac" + sid + isk).digest()
    tags = [hmac.digest(mac, lv_cat(*parts), "sha512") for parts in ((point_a, ada), (point_b, adb))]
    values = {"PRS": prs, "CI": ci, "SID": sid, "G": g, "SCALAR_A": ya, "DATA_A": ada, "POINT_A": point_a, "SCALAR_B": yb,
              "DATA_B": adb, "POINT_B": point_b, "K": k, "ISK": isk, "TAG_A": tags[0], "TAG_B": tags[1]}
    return {key: value.hex() for key, value in values.items()}


def draft(vector):
    inputs = [bytes.fromhex(vector[name]) for name in ("PRS", "CI", "sid", "ya", "ADa", "yb", "ADb")]
    computed = record(*inputs)
    for name, printed in (("G", "g"), ("POINT_A", "Ya"), ("POINT_B", "Yb"), ("K", "K"), ("ISK", "ISK_IR")):
        if computed[name].upper() != vector[printed]:
            sys.exit(f"{name}: computed {computed[name]}, printed {vector[printed]}")
    # The draft prints no tags.
    datafile.write(
        "SecretComparison/CPace.txt", "draft-irtf-cfrg-cpace-21, appendix B.1. The tags are computed.", [computed])


def points(vector):
    """Appendix B.1.10: the points with the scalar s, and whether a message with one has to be refused."""
    scalar = bytes.fromhex("af46e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449aff")
    results = {6: "d8e2c776bbacd510d09fd9278b7edcd25fc5ae9adfba3b6e040e8d3b71b21806",
               8: "c85c655ebe8be44ba9c0ffde69f2fe10194458d137f09bbff725ce58803cdb38",
               9: "db64dafa9b8fdd136914e61461935fe92aa372cb056314e1231bc4ec12417456",
               10: "e062dcd5376d58297be2618c7498f55baa07d7e03184e8aada20bca28888bf7a",
               11: "993c6ad11c4c29da9a56f7691fd0ff8d732e49de6250b6c2e80003ff4629a175"}
    records = []
    for number in range(12):
        point = bytes.fromhex(vector[f"Invalid Y{number}"])
        result = x25519(scalar, point).hex()
        if result != results.get(number, "00" * 32):
            sys.exit(f"u{number}: {result}")
        records.append({"SCALAR": scalar.hex(), "U": point.hex(), "RESULT": result})
    datafile.write(
        "SecretComparison/CPace-points.txt", "draft-irtf-cfrg-cpace-21, appendix B.1.10. Zero has to be refused.", records)


def generated():
    """Sizes of the secret around the first block of the hash function and around lengths of one byte, and random inputs."""
    rng = random.Random(255)
    records = []
    for size in (0, 1, 16, 108, 109, 116, 117, 118, 119, 120, 127, 128, 129, 300):
        for other in (0, 1, 127, 128, 200):
            values = [rng.randbytes(count) for count in (size, other, other, 32, other, 32, 200 - other)]
            records.append(record(*values))
    datafile.write("SecretComparison/generated-CPace.txt", "Computed by cpace.py.", records)
    maps = [bytes(32), b"\xff" * 32] + [
        ((P + n) % 2**255).to_bytes(32, "little") for n in (-2, -1, 0, 1, 18)] + [
        (2 ** (51 * n) - 1).to_bytes(32, "little") for n in range(1, 5)] + [rng.randbytes(32) for _ in range(100)]
    datafile.write("SecretComparison/generated-Elligator2.txt", "Computed by cpace.py.", [
        {"INPUT": data.hex(), "POINT": elligator2(data).hex()} for data in maps])


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    vectors = json.loads(pathlib.Path(sys.argv[1]).read_text())["vectors"]
    draft(vectors["G_25519"])
    points(vectors["X25519_points"])
    generated()
