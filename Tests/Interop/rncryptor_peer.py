"""Seals and opens files with the package rncryptor of PyPI, which .ci/run installs in .build/rncryptor.

Each line of standard input is `seal PASSWORD CONTENT` or `open PASSWORD FILE` in hexadecimal digits, with - for no bytes.
Each line of standard output is the result, or `refused`.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / ".build/rncryptor"))
import rncryptor  # noqa: E402


class Bytes(rncryptor.RNCryptor):
    """Contents that are not text."""

    def post_decrypt_data(self, data):
        return data[: -data[-1]]


def answer(operation, password, data):
    password, data = (bytes.fromhex(part.replace("-", "")) for part in (password, data))
    try:
        return {"seal": Bytes().encrypt, "open": Bytes().decrypt}[operation](data, password).hex() or "-"
    except rncryptor.DecryptionError:
        return "refused"


for line in sys.stdin:
    print(answer(*line.split()))
