#!/usr/bin/env python3
"""Writes the vectors of Noise; SOURCES.md names them.

    noise.py CACOPHONY     the vectors of cacophony, or an extract of them, as a file of JSON

Kept are the protocols with 25519, AESGCM, and SHA256 or SHA512. A field that a vector does not have is left out.
"""

import json
import pathlib
import re
import sys

import datafile

NAME = re.compile(r"Noise_\w+_25519_AESGCM_SHA(256|512)")
FIELDS = ("prologue", "static", "ephemeral", "remote_static")


def record(vector):
    fields = {"PROTOCOL": vector["protocol_name"]}
    for party in ("init", "resp"):
        fields |= {f"{party}_{field}".upper(): vector[f"{party}_{field}"]
                   for field in FIELDS if f"{party}_{field}" in vector}
        fields |= {f"{party}_PSK{number}".upper(): key for number, key in enumerate(vector.get(f"{party}_psks", []))}
    fields["HANDSHAKE_HASH"] = vector["handshake_hash"]
    for number, message in enumerate(vector["messages"]):
        fields |= {f"PAYLOAD{number}": message["payload"], f"CIPHERTEXT{number}": message["ciphertext"]}
    return fields


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
vectors = json.loads(pathlib.Path(sys.argv[1]).read_text())["vectors"]
datafile.write(
    "Sessions/cacophony.txt", "The vectors of cacophony with 25519, AESGCM, and SHA256 or SHA512.",
    [record(vector) for vector in vectors if NAME.fullmatch(vector["protocol_name"])])
