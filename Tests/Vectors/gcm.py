#!/usr/bin/env python3
"""Writes the vectors of GCM from two packages of PyPI; SOURCES.md names them.

    gcm.py NIST WYCHEPROOF     NIST has gcmEncryptExtIV128.rsp and its siblings, WYCHEPROOF is aes_gcm_test.json

NIST's files are extracts: they have 15 records for each combination of sizes. With a tag of 128 bits, the first of each
combination is kept; with a shorter tag, the first of those whose IV has 96 bits. gcmDecrypt keeps the first record that
is authentic and the first that is not. Wycheproof's tests are all kept.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent / "GCM"


def nist(path):
    """The records of a file, by combination of sizes."""
    sizes, sections, record = {}, [], None
    for line in path.read_text().splitlines():
        if header := re.fullmatch(r"\[(\w+) = (\d+)\]", line):
            sizes[header[1]] = int(header[2])
            if header[1] == "Taglen":
                sections.append((dict(sizes), []))
        elif line.startswith("Count"):
            record = []
            sections[-1][1].append(record)
        elif line and not line.startswith("#"):
            record.append(line.rstrip())
    return sections


def extract(folder, name):
    kept = []
    for sizes, records in nist(folder / f"{name}.rsp"):
        if sizes["Taglen"] < 128 and sizes["IVlen"] != 96:
            continue
        for refused in (False, True):
            kept += [record for record in records if ("FAIL" in record) == refused][:1]
    write(f"{name}.txt", "Extract of NIST's file of this name, see SOURCES.md.", kept)


def wycheproof(path):
    tests = [test for group in json.loads(path.read_text())["testGroups"] for test in group["tests"]]
    write("wycheproof.txt", "All tests of Wycheproof's aes_gcm_test.json, see SOURCES.md.", [
        [f"TcId = {test['tcId']}", f"Key = {test['key']}", f"IV = {test['iv']}", f"AAD = {test['aad']}",
         f"PT = {test['msg']}", f"CT = {test['ct']}", f"Tag = {test['tag']}"]
        + (["FAIL"] if test["result"] == "invalid" else []) for test in tests])


def write(name, comment, records):
    text = f"# {comment}\n\n" + "\n".join("".join(line + "\n" for line in record) for record in records)
    (HERE / name).write_text(text)
    print(f"{name}: {len(records)} records, {sum('FAIL' in record for record in records)} to be refused, {len(text)} bytes")


if len(sys.argv) != 3:
    sys.exit(__doc__)
HERE.mkdir(exist_ok=True)
for bits in (128, 192, 256):
    extract(pathlib.Path(sys.argv[1]), f"gcmEncryptExtIV{bits}")
    extract(pathlib.Path(sys.argv[1]), f"gcmDecrypt{bits}")
wycheproof(pathlib.Path(sys.argv[2]))
