#!/usr/bin/env python3
"""Writes the vectors of ACVP, NIST's automated validation, from BoringSSL's source; SOURCES.md names it.

    acvp.py BORINGSSL     its folder util/fipstools/acvp/acvptool/test, with `vectors` and `expected`

The questions are those of NIST's server, of which BoringSSL keeps one of each kind; the answers are BoringSSL's. A record
has the fields of a question and of its answer, and FAIL for an answer that refuses. Records of Monte Carlo tests have the
names of CAVP's files.
"""

import bz2
import json
import pathlib
import sys

import datafile

CIPHERS = ("ECB", "CBC", "CTR", "GCM", "GMAC", "KW", "KWP")
HASHES = {"SHA-1": "SHA1", "SHA2-224": "SHA224", "SHA2-256": "SHA256", "SHA2-384": "SHA384", "SHA2-512": "SHA512"}


def tests(folder, name):
    """Each question with its group and its answer."""
    questions, answers = (
        json.loads(bz2.decompress((folder / side / f"{name}.bz2").read_bytes()))[-1]["testGroups"]
        for side in ("vectors", "expected"))
    for group, answered in zip(questions, answers, strict=True):
        for question, answer in zip(group["tests"], answered["tests"], strict=True):
            if question["tcId"] != answer["tcId"]:
                sys.exit(f"{name}: test {question['tcId']} has the answer to {answer['tcId']}")
            yield group, question, answer


def record(group, question, answer):
    fields = {"tcId": question["tcId"]}
    fields |= {name: group[name] for name in ("direction", "kwCipher", "tagLen", "macLen") if name in group}
    if group.get("payloadLen") == 0:
        fields |= {"pt": "", "ct": ""}
    fields |= {name: value.lower() if isinstance(value, str) else value for name, value in (question | answer).items()}
    if fields.pop("testPassed", True):
        return fields
    return fields | {"FAIL": None}


def write(name, records):
    datafile.write(f"ACVP/{name}.txt", "ACVP: NIST's questions, BoringSSL's answers. See SOURCES.md.", records)


def functional(folder, source, name):
    write(name, [record(*test) for test in tests(folder, source) if test[0]["testType"] != "MCT"])


def monte_carlo(folder, mode):
    """Files in the form of CAVP's: a hundred encryptions, then a hundred decryptions."""
    files = {}
    for group, _, answer in tests(folder, f"ACVP-AES-{mode}"):
        if group["testType"] == "MCT":
            files.setdefault(group["keyLen"], {})[group["direction"]] = [
                {"COUNT": count} | {name: step[key] for name, key in (
                    ("KEY", "key"), ("IV", "iv"), ("PLAINTEXT", "pt"), ("CIPHERTEXT", "ct")) if key in step}
                for count, step in enumerate(answer["resultsArray"])]
    for bits, directions in files.items():
        encrypt, decrypt = directions["encrypt"], directions["decrypt"]
        write(f"{mode}MCT{bits}", [{"[ENCRYPT]": None} | encrypt[0]] + encrypt[1:] + [{"[DECRYPT]": None} | decrypt[0]]
              + decrypt[1:])


def hashes(folder):
    for source, name in HASHES.items():
        for group, question, answer in tests(folder, source):
            message = question["msg"].lower()
            if group["testType"] == "MCT":
                steps = [{"COUNT": count, "MD": step["md"]} for count, step in enumerate(answer["resultsArray"])]
                write(f"{name}Monte", [{"Seed": message} | steps[0]] + steps[1:])
            else:
                write(f"{name}ShortMsg", [{"Len": question["len"], "Msg": message, "MD": answer["md"]}])


if len(sys.argv) != 2:
    sys.exit(__doc__)
boringssl = pathlib.Path(sys.argv[1])
for cipher in CIPHERS:
    functional(boringssl, f"ACVP-AES-{cipher}", f"AES-{cipher}")
functional(boringssl, "CMAC-AES", "AES-CMAC")
for source, name in (HASHES | {"SHA2-512-256": "SHA512_256"}).items():
    functional(boringssl, f"HMAC-{source}", f"HMAC-{name}")
for mode in ("ECB", "CBC"):
    monte_carlo(boringssl, mode)
hashes(boringssl)
