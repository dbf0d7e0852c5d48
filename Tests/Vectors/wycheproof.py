#!/usr/bin/env python3
"""Writes the vectors of Wycheproof from two packages; SOURCES.md names them.

    wycheproof.py PYCRYPTODOME BORINGSSL     folders with Wycheproof's JSON files

All tests of each file are kept, under its own names, without their comments. CBC and HMAC are in BoringSSL's source
alone, the others are PyCryptodome's, which are newer.
"""

import json
import pathlib
import sys

import datafile

PYCRYPTODOME = ("aes_cmac", "aes_kwp", "aes_wrap", "chacha20_poly1305", "hkdf_sha1", "hkdf_sha256", "hkdf_sha384",
                "hkdf_sha512")
BORINGSSL = ("aes_cbc_pkcs5", "hmac_sha1", "hmac_sha224", "hmac_sha256", "hmac_sha384", "hmac_sha512")


def write(folder, name):
    tests = [test for group in json.loads((folder / f"{name}_test.json").read_text())["testGroups"]
             for test in group["tests"]]
    for test in tests:
        del test["comment"]
        test["flags"] = " ".join(test["flags"])
    datafile.write(f"Wycheproof/{name}.txt", f"Wycheproof, {name}_test.json. See SOURCES.md.", tests)


if len(sys.argv) != 3:
    sys.exit(__doc__)
for folder, names in zip(sys.argv[1:], (PYCRYPTODOME, BORINGSSL)):
    for name in names:
        write(pathlib.Path(folder), name)
