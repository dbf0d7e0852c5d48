#!/usr/bin/env python3
"""Writes the vectors of X25519; SOURCES.md names them.

    curve25519.py WYCHEPROOF     WYCHEPROOF is its x25519_test.json

Every run writes the same bytes. Values that the RFC prints are included here and compared with OpenSSL's results. A difference
stops the program.
"""

import json
import pathlib
import random
import sys

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

import datafile

P = 2**255 - 19
BASE = (9).to_bytes(32, "little")


def x25519(scalar, point):
    """OpenSSL's result, which it refuses to give if it is zero."""
    return X25519PrivateKey.from_private_bytes(scalar).exchange(X25519PublicKey.from_public_bytes(point))


def record(scalar, point, result):
    return {"SCALAR": scalar.hex(), "U": point.hex(), "RESULT": result.hex()}


def check(scalar, point, printed):
    if x25519(scalar, point) != printed:
        sys.exit(f"X25519({scalar.hex()}, {point.hex()}) is not {printed.hex()}")
    return record(scalar, point, printed)


def rfc():
    a, b = (bytes.fromhex(key) for key in (
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    public_a, public_b = (bytes.fromhex(key) for key in (
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    shared = bytes.fromhex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    printed = [[bytes.fromhex(value) for value in values] for values in (
        ("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
         "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
         "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
        ("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
         "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
         "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"))]
    records = [check(*values) for values in printed]
    records += [check(a, BASE, public_a), check(b, BASE, public_b), check(a, public_b, shared), check(b, public_a, shared)]
    datafile.write("Curve25519/RFC7748.txt", "RFC 7748, sections 5.2 and 6.1.", records)

    # Section 5.2, the second form: k and u begin as 9; k becomes the result, and u what k was.
    iterations = [(1, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
                  (1000, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"),
                  (1000000, "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424")]
    k = u = BASE
    for count in range(1000):
        k, u = x25519(k, u), k
        for number, printed in iterations:
            if number == count + 1 and k.hex() != printed:
                sys.exit(f"{number} iterations: {k.hex()}")
    datafile.write(
        "Curve25519/RFC7748-iterations.txt", "RFC 7748, section 5.2. The last is for .ci/long.",
        [{"COUNT": count, "RESULT": result} for count, result in iterations])


def wycheproof(path):
    tests = [test for group in json.loads(path.read_text())["testGroups"] for test in group["tests"]]
    datafile.write(
        "Curve25519/wycheproof.txt", "Wycheproof, x25519_test.json. A result of zero has to be refused.",
        [{"NUMBER": test["tcId"], **{name: test[key] for name, key in
         (("SCALAR", "private"), ("U", "public"), ("RESULT", "shared"))}} for test in tests])


def generated():
    """Random scalars with random points, and each limb of 51 bits of a point at its ends."""
    rng = random.Random(25519)
    points = [rng.randbytes(32) for _ in range(200)]
    for limb in range(5):
        for value in (1, 2**51 - 1):
            points.append((value << 51 * limb).to_bytes(32, "little"))
            points.append((2**255 - 1 ^ value << 51 * limb).to_bytes(32, "little"))
    points += [((P + n) % 2**255).to_bytes(32, "little") for n in (-19, -3, -2, 2, 3, 18)]
    records = []
    for point in points:
        scalar = rng.randbytes(32)
        try:
            records.append(record(scalar, point, x25519(scalar, point)))
        except ValueError:
            records.append(record(scalar, point, bytes(32)))
    for scalar in (bytes(32), b"\xff" * 32):
        records.append(record(scalar, BASE, x25519(scalar, BASE)))
    datafile.write("Curve25519/generated.txt", "OpenSSL's results. Zero stands for a point that it refuses.", records)


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
rfc()
wycheproof(pathlib.Path(sys.argv[1]))
generated()
