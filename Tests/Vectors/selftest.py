#!/usr/bin/env python3
"""Makes Sources/SwiftVault/SelfTestAnswers.swift with Python's hashlib and hmac and PyPI's cryptography.

selftest.py [--check]      --check: only says whether the file is up to date

Exit status: 0 made, or the same; 1 the file differs; 69 cryptography is not installed.
"""

import hashlib
import hmac
import pathlib
import sys

try:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.cmac import CMAC
except ImportError as error:
    sys.stderr.write(f"selftest.py: {error}\n")
    sys.exit(69)
try:
    from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
except ImportError:  # before version 47
    CFB, CFB8, OFB = modes.CFB, modes.CFB8, modes.OFB

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE.parent.parent / "Sources/SwiftVault/SelfTestAnswers.swift"
HASHES = {
    "md5": "MD5", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512",
    "sha512_224": "SHA-512/224", "sha512_256": "SHA-512/256"}
# The enum's cases, in their order.
PADDINGS = {
    "pkcs7": lambda message, added: message + bytes([added]) * added,
    "none": lambda message, added: message,
    "iso7816_4": lambda message, added: message + b"\x80" + bytes(added - 1),
    "ansiX923": lambda message, added: message + bytes(added - 1) + bytes([added]),
    "zero": lambda message, added: message + bytes(added % 16)}


def message(count):
    return bytes(index & 255 for index in range(count))


def encrypt(key, mode, text):
    encryptor = Cipher(algorithms.AES(key), mode).encryptor()
    return encryptor.update(text) + encryptor.finalize()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def hash_answers(case, name):
    digest = lambda data: hashlib.new(case, data).digest()
    keys = b"".join(
        hashlib.pbkdf2_hmac(case, message(number), bytes([number]) * 16, 1 + number % 3, 1 + 7 * number)
        for number in range(17))
    return {
        "abc": digest(b"abc").hex(), "ladder": digest(b"".join(digest(message(n)) for n in range(301))).hex(),
        "tag": hmac.new(b"Jefe", b"what do ya want for nothing?", case).hexdigest(), "keys": sha256(keys)}


def aes_answers(size):
    key, text = message(size), message(16 * 67)
    iv, longer = bytes(range(0xF0, 0x100)), text + message(5)
    function = CMAC(algorithms.AES(key))
    function.update(longer)
    return {
        "block": encrypt(key, modes.ECB(), bytes(0x11 * index for index in range(16))).hex(),
        "ecb": sha256(encrypt(key, modes.ECB(), text)),
        "cbc": sha256(encrypt(key, modes.CBC(bytes(range(0xF0, 0x100))), text)),
        "ctr": sha256(encrypt(key, modes.CTR(b"\xff" * 15 + b"\xf0"), longer)),
        "cfb": sha256(encrypt(key, CFB(iv), longer)), "cfb8": sha256(encrypt(key, CFB8(iv), longer)),
        "ofb": sha256(encrypt(key, OFB(iv), longer)), "cmac": function.finalize().hex()}


def padded(name):
    def text(count):
        return PADDINGS[name](message(count + 1)[1:], 16 - count % 16)
    counts = range(0, 33, 16 if name == "none" else 1)
    return sha256(b"".join(encrypt(message(32), modes.CBC(bytes(range(0xF0, 0x100))), text(n)) for n in counts))


def value(label, answers):
    """A labelled string, in pieces that fit on a line."""
    pieces = [answers[start:start + 80] for start in range(0, len(answers), 80)]
    return f"    {label}: " + "\n      + ".join(f'"{piece}"' for piece in pieces)


def source():
    yield "// Made by Tests/Vectors/selftest.py with Python's hashlib and hmac and with PyPI's cryptography."
    yield "\nextension HashAnswers {"
    for case, name in HASHES.items():
        fields = [f'    name: "{name}"'] + [value(label, text) for label, text in hash_answers(case, name).items()]
        yield f"  static let {case} = HashAnswers(\n" + ",\n".join(fields) + ")\n"
    digests = [hashlib.sha256(message(1056)[n:n + 1024]).digest() for n in range(32)]
    lanes = sha256(b"".join(digests[:16] + digests))
    yield "  /// The SHA-256 digest of the digests of 16 and of 32 messages side by side."
    yield f'  static let lanes = "{lanes}"\n}}'
    yield "\nextension AESAnswers {\n  static let all = ["
    for size in (16, 24, 32):
        fields = [f"    keyByteCount: {size}"] + [value(label, text) for label, text in aes_answers(size).items()]
        yield "    AESAnswers(\n" + ",\n".join("  " + field for field in fields) + "),"
    yield "  ]\n\n  /// The SHA-256 digest of the ciphertext of a padded message."
    yield "  static func answer(_ padding: AES.Padding) -> String {\n    switch padding {"
    for name in PADDINGS:
        yield f'    case .{name}: "{padded(name)}"'
    yield "    }\n  }\n}"
    yield "\n/// The example of FORMAT.md, section 7, in hexadecimal: key slots 1 to 7 are zeros, and the header stands twice."
    vault = (HERE / "Vault/example.vault").read_bytes()
    header, again, content = vault[:720], vault[720:1440], vault[1440:]
    assert header == again and not any(header[128:688])
    yield "enum VaultAnswers {"
    for label, part in (("headerAndSlot", header[:128]), ("headerTag", header[688:]), ("content", content)):
        text = value(label, part.hex()).replace(": ", " =\n    ", 1).strip().replace("      +", "    +")
        yield "  static let " + (text if "+" in text else " ".join(text.split()))
    yield "}"


def main():
    text = "\n".join(source()) + "\n"
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if FILE.read_text() == text else f"{FILE.name} is not what Python computes")
    FILE.write_text(text)


main()
