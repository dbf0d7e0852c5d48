#!/usr/bin/env python3
"""Writes the vectors of RNCryptor and of Themis's Secure Cell; SOURCES.md names their sources.

    cells.py SPEC      SPEC has the files password, key and kdf-short of RNCryptor-Spec's vectors/v3

Each file and cell is opened here before it is written, by readers that are made from the specifications alone, with
Python's hashlib and hmac and the package cryptography. Every run writes the same bytes.
"""

import base64
import hashlib
import hmac
import pathlib
import sys

from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from datafile import write


# RNCryptor: RNCryptor-Spec-v3.md, RNCryptor-Spec-v2.md.

def stretch(password, salt, rounds):
    return hashlib.pbkdf2_hmac("sha1", password, salt, rounds, 32)


def truncated(password):
    """The password of version 2: as many bytes as the text has UTF-16 code units."""
    return password[:len(password.decode().encode("utf-16-le")) // 2]


def rncryptor_seal(header, keys, content):
    padder = padding.PKCS7(128).padder()
    cipher = Cipher(algorithms.AES(keys[0]), modes.CBC(header[-16:])).encryptor()
    file = header + cipher.update(padder.update(content) + padder.finalize()) + cipher.finalize()
    return file + hmac.digest(keys[1], file, "sha256")


def records_of(path):
    """The records of a file of RNCryptor-Spec."""
    records = []
    for line in path.read_text().splitlines():
        if ":" in line and not line.startswith("#"):
            name, value = (part.strip() for part in line.split(":", 1))
            if name == "title":
                records.append({})
            records[-1][name] = value.replace(" ", "").lower() if name.endswith("_hex") else value
    return records


def rncryptor(spec):
    for name in ("password", "key", "kdf-short"):
        records = [record for record in records_of(spec / name) if record.get("ciphertext_hex", record.get("key_hex"))]
        for record in records:
            field = {key: bytes.fromhex(value) for key, value in record.items() if key.endswith("_hex")}
            if name == "kdf-short":
                made = stretch(record["password"].encode(), field["salt_hex"], int(record["iterations"]))
                check(record, made, field["key_hex"])
                continue
            if name == "key":
                keys, header = (field["enc_key_hex"], field["hmac_key_hex"]), b"\3\0" + field["iv_hex"]
            else:
                salts = field["enc_salt_hex"], field["hmac_salt_hex"]
                keys = [stretch(record["password"].encode(), salt, 10_000) for salt in salts]
                header = b"\3\1" + b"".join(salts) + field["iv_hex"]
            check(record, rncryptor_seal(header, keys, field["plaintext_hex"]), field["ciphertext_hex"])
        write(f"RNCryptor/v3-{name}.txt", f"RNCryptor-Spec, vectors/v3/{name}, see SOURCES.md.", records)
    rncryptor_version_2()


# RNCryptor-php, tests: files of version 2 that the program for iOS made, under one password.
VERSION_2 = [
    (b"Lorem ipsum dolor sit amet, cons",
     "AgEjDKHOcviYJbHBiZ4l0sku8Dd+0EZIUEz69uTtQI/yJorbiCu3mxpbTVrM6Kj4/vywmOdXdwSR0ov2S/oJ1rVtA8gJ2ulKyrYOOySfDS0/YioWKe21"
     "zJMfizK8PHveyjBoKmIJdPhT5/caF3l/+JCs"),
    (b"Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do...",
     "AgG8X+ixN6HN9zFnuK1NMJAPntIuC0+WPsmFhGL314zLuq1T9xWDHYzpnzW8EqDz81Amj36+EqrjazQ1gO9ao6bpMwUKdT2xY4ZUrhtCQm3LD2okbEIG"
     "jj5dtMJtB3i759WdnmNf8K0ULDWNzNQHPzdNDcEE2BPh+2kRaqVzWyBOzJppJoD5n+WdglS7BEBU+4U="),
]


def rncryptor_version_2():
    def record(title, password, file, content):
        keys = [stretch(truncated(password), file[start:start + 8], 10_000) for start in (2, 10)]
        check(title, rncryptor_seal(file[:34], keys, content), file)
        return {"title": title, "version": 2, "password_hex": password.hex(), "plaintext_hex": content.hex(),
                "ciphertext_hex": file.hex()}

    records = [record("Made on iOS", b"mypassword123$!", base64.b64decode(text), content) for content, text in VERSION_2]
    # Characters of one to four bytes; the last two are longer than HMAC's block, before and after the cut.
    for number, text in enumerate(["中文密码", "pässword", "a☃𝄞b", "é" * 40, "é" * 80]):
        header = b"\2\1" + bytes(range(number, number + 32))
        keys = [stretch(truncated(text.encode()), header[start:start + 8], 10_000) for start in (2, 10)]
        file = rncryptor_seal(header, keys, b"content")
        records.append(record(f"Generated, {len(text.encode())} bytes of password", text.encode(), file, b"content"))
    header, key, other = b"\2\0" + bytes(16), bytes(range(32)), bytes(range(32, 64))
    records.append({"title": "Generated, keys", "version": 2, "enc_key_hex": key.hex(), "hmac_key_hex": other.hex(),
                    "plaintext_hex": b"content".hex(),
                    "ciphertext_hex": rncryptor_seal(header, (key, other), b"content").hex()})
    write("RNCryptor/v2.txt", "RNCryptor version 2: two files made on iOS; generated, see SOURCES.md.", records)


# Themis: Secure Cell, Seal mode, and Soter KDF.

def themis_open(cell, secret, context):
    number = [int.from_bytes(cell[start:start + 4], "little") for start in range(0, 20, 4)]
    is_password = number[0] >> 24 == 0x41
    assert number[0] & ~0xfff in (0x40010000, 0x41010000) and number[1:3] == [12, 16]
    start = 20 if is_password else 16
    iv, tag, rest = cell[start:start + 12], cell[start + 12:start + 28], cell[start + 28:]
    if is_password:
        salt_size = int.from_bytes(rest[4:6], "little")
        assert number[4] == 6 + salt_size
        secret = hashlib.pbkdf2_hmac("sha256", secret, rest[6:6 + salt_size], int.from_bytes(rest[:4], "little"), 32)
        rest = rest[6 + salt_size:]
    assert len(rest) == number[3]
    return AESGCM(themis_key(secret, number[0], number[3], context)).decrypt(iv, rest + tag, context)


def themis_key(secret, algorithm, size, context):
    message = b"\0\0\0\1Themis secure cell message key\0" + size.to_bytes(4, "little") + context
    return hmac.digest(secret, message, "sha256")[:(algorithm & 0xfff) // 8]


def themis_seal(content, secret, context, algorithm, iv, rounds=0, salt=b""):
    sizes = [algorithm, 12, 16, len(content)]
    stretching = b""
    if rounds:
        secret = hashlib.pbkdf2_hmac("sha256", secret, salt, rounds, 32)
        stretching = rounds.to_bytes(4, "little") + len(salt).to_bytes(2, "little") + salt
        sizes.append(len(stretching))
    sealed = AESGCM(themis_key(secret, algorithm, len(content), context)).encrypt(iv, content, context)
    header = b"".join(size.to_bytes(4, "little") for size in sizes)
    return header + iv + sealed[-16:] + stretching + sealed[:-16]


SEAL, BASE = b"Would you show me your... seal?", b"All your base are belong to us!"
DRUZHBA, SECRET = "дружбомагия", "secret".encode("utf-16-be")
# Origin, secret, context, content if it is published, cell.
PUBLISHED = [
    ("documentation, key", b"au6aimoa8Pee8wahxi4Aique6eaxai2a", b"additional context", b"encrypted message",
     "AAEBQAwAAAAQAAAAEQAAAM5da3KkReYC7++OPbrI13UycoVi3s01Ji64WQ/KIe+3oF8cgLle19WC+tnaCg=="),
    ("documentation, passphrase", b"correct horse battery staple", b"additional context", b"encrypted message",
     "AAEBQQwAAAAQAAAAEQAAABYAAACM/x16YGKwIuBTawsFRQGgiBsJjuw8nHwShTmmQA0DABAA1a5WowtWsVhDAh/ZChtv+NKLyNk7N4KUsEd+6wvDl5rO"),
    ("documentation, older, passphrase", b"au6aimoa8Pee8wahxi4Aique6eaxai2a", b"additional context", b"encrypted message",
     "AAEBQQwAAAAQAAAAEQAAABYAAAALWhQwD5hn1LRK75ueKvVydPXPtIBKujPHEutHQA0DABAAxAsov0/Zr0HIVdLQ0T99Fc9Hj4qCpIBLJ2cWU1dZMhlI"),
    ("gothemis, UTF-8", DRUZHBA.encode(), b"", SEAL,
     "AAEBQQwAAAAQAAAAHwAAABYAAABnwwTrIwAUgrvzeuBmgIXw8GaiYqD1yshnGbolQA0DABAA/5SaUH31a/xYUXiDzRj3W2Lv4hwcbSymrFpbVuIoG7+D"
     "DNbo1yh2p2slIwZnMPU="),
    ("gothemis, UTF-16", DRUZHBA.encode("utf-16-le"), b"", SEAL,
     "AAEBQQwAAAAQAAAAHwAAABYAAABdqqUqnoJqMrmbZeG2Ga11qg8ilWPikSdfraNEQA0DABAAF5hJlGmZGcjxZUDmq1rMb6jnv8pk+6lc8MpMd84QCWv/"
     "WI/LcZ+murJrsZmTAsw="),
    ("JavaThemis", SECRET, b"", BASE,
     "AAEBQQwAAAAQAAAAHwAAABYAAAAZzELB2A0q/vzRB0FVP664QBPjKA/AER9v5oxAQA0DABAAuidXTI+22ukcDOfifuHCtP7PGu73GI7Ga7hlZfUrczMY"
     "rg9/LdV22vdRwfYbdIU="),
    ("ObjCThemis", SECRET, b"", BASE,
     "AAEBQQwAAAAQAAAAHwAAABYAAADd7pTPG8qgEZEl+P44uql6d3bIIrVV8+OCTZOVQA0DABAAu+6OAvFZuj6nfd40hsLMyJiu+yObBmb5De7ZOsHL3j3S"
     "RZqKIoEGX0e1iAApBFQ="),
    ("SwiftThemis", SECRET, b"", BASE,
     "AAEBQQwAAAAQAAAAHwAAABYAAAB1n+2bNaaCXaILGSYz9+eYfr36pZ41ItCd3ShbQA0DABAAGEDx++sRQd2IQfIyiToDl7No5mPoKYigCL3HyQedivZ4"
     "tMYrFx3FyTZLExiqeJw="),
    ("KotlinThemis", SECRET, b"", BASE,
     "AAEBQQwAAAAQAAAAHwAAABYAAADy+4zWeqGQjLNlN3EVreeo2dnnL9UyFSFCLeOmQA0DABAAtVl1a5G5CDLNxZ/kOxErxj6xgu+0f5m+HBLgzcdLvbgc"
     "vO93buExyghbOmGBXoA="),
    ("jsthemis, key", base64.b64decode("bm8sIHRoaXMgaXMgbm90IGEgdmFsaWQgbWFzdGVyIGtleQ=="), b"", None,
     "AAEBQAwAAAAQAAAAEQAAAC0fCd2mOIxlDUORXz8+qCKuHCXcDii4bMF8OjOCOqsKEdV4+Ga2xTHPMupFvg=="),
    ("react-native-themis, key from Java", base64.b64decode("Z7BY52XyuM0ss1Ma/O+4Fy9mal5lvMDRyK2nZpuA4U0="), b"Java context",
     None, "AAEBQAwAAAAQAAAAEwAAAFQFGDh5JAJFNzoXDi3SGSWqNfccYlWc/RiBf3QL8YtaT3gRlj8whlx2umdrsFE1"),
    ("react-native-themis, key from Python", base64.b64decode("pGFN54NKRpF53bpf5YtO5PmDVT9N/Ep9Hm0N0w8UXnU="),
     b"Python context", None, "AAEBQAwAAAAQAAAAEAAAAEIBP7ow0hZg7j1mv0P+S9mYC+H0AJ172CiBOTj1Sqlxzz9wboZCtTnnNwi9"),
    ("react-native-themis, passphrase from Java", b"a password", b"Java context", None,
     "AAEBQQwAAAAQAAAAEwAAABYAAAADLKbW7aho9FeDMqy0iRukfGpZAGnEcYqpfAX2QA0DABAAk2Vk0xoTQzLLUoujO2L39JcNyl6AMSHF3o/V9itzchX/"
     "7PA="),
    ("react-native-themis, passphrase from Python", b"a password", b"Python context", None,
     "AAEBQQwAAAAQAAAAEAAAABYAAACqaCdlWERyzPeFEWJbPP+fqksXKvYAUVWSb4caQA0DABAApYwgn2Kt+WKXtP3X3lL0lJ5gA4+b+vo7VWiJjmtf4d8="),
    ("react-native-themis, passphrase from Objective-C", b"test", b"test", None,
     "AAEBQQwAAAAQAAAAFAAAABYAAAASUGtcrR36rVjhVPkbJRNFOXfP5DrmL0g41K3kQA0DABAAwDRJ9q4LtOtf2D2jRkZcIgy8rQU61NHu69wFdvKAfNPL"
     "1OdU"),
    ("react-native-themis, key from Objective-C", base64.b64decode("B+L00zvIOBh/qSTI0hAE2S2unSHhS+0EHspVCToi3oA="), b"test",
     None, "AAEBQAwAAAAQAAAAEAAAACd7hM2MWqiWu5SDNtzvgjcvN3PBY+VBg9kJQB8R1cwcXfOy8sY75+3pRCe0"),
]


def themis():
    def record(title, secret, context, cell, content):
        opened = themis_open(cell, secret, context)
        if content is not None:
            check(title, opened, content)
        return {"title": title, "secret_hex": secret.hex(), "context_hex": context.hex(), "plaintext_hex": opened.hex(),
                "cell_hex": cell.hex()}

    write("Themis/published.txt", "Secure Cells that Themis made, see SOURCES.md.",
          [record(title, secret, context, base64.b64decode(cell), content)
           for title, secret, context, content, cell in PUBLISHED])
    generated = []
    for bits in (128, 192, 256):
        for size, context in ((1, b""), (16, b"context"), (33, bytes(70))):
            content, iv, secret = bytes(range(size)), bytes(range(size, size + 12)), bytes(range(1, size + 1))
            for algorithm, stretching in ((0x40010000, ()), (0x41010000, (7 * size, bytes(range(8, 8 + size))))):
                cell = themis_seal(content, secret, context, algorithm | bits, iv, *stretching)
                generated.append(record(f"AES-{bits}, {size} bytes", secret, context, cell, content))
    write("Themis/generated.txt", "Secure Cells by cells.py, see SOURCES.md.", generated)


def check(title, made, published):
    if made != published:
        sys.exit(f"{title}: {made.hex()}, published {published.hex()}")


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
rncryptor(pathlib.Path(sys.argv[1]))
themis()
