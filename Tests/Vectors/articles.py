#!/usr/bin/env python3
"""Writes what the programs of three published articles would have stored, for the tests of VaultInterop.

    python3 articles.py

Each article's code is followed here with Python's hashlib, hmac and plistlib, and with the package cryptography. Every
run writes the same bytes. SOURCES.md names the articles.
"""

import base64
import hashlib
import hmac
import plistlib

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from datafile import write

PASSWORDS = [b"never tell", b"", b"p", "pässword ☃ 𝄞".encode(), b"x" * 64, b"x" * 65, b"y" * 128, b"y" * 129]


def pattern(count, seed):
    """`count` bytes that repeat only after 251."""
    return bytes((seed + 7 * i) % 251 for i in range(count))


def pkcs7(text):
    count = 16 - len(text) % 16
    return text + bytes([count]) * count


def unpadded(text):
    count = text[-1]
    return text[:-count] if 1 <= count <= 16 and text.endswith(bytes([count]) * count) else None


def cipher(key, iv, mode):
    return Cipher(algorithms.AES(key), modes.ECB() if mode == "ECB" else modes.CBC(iv))


def encrypted(key, iv, mode, text):
    encryptor = cipher(key, iv, mode).encryptor()
    return encryptor.update(text) + encryptor.finalize()


def decrypted(key, iv, mode, data):
    decryptor = cipher(key, iv, mode).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def item(salt, iv, data, extra=()):
    return dict([("EncryptionData", data), ("EncryptionIV", iv), ("EncryptionSalt", salt), *extra])


def keychain():
    """Both modes, in binary and XML. The options 3 in the keychain article's code are ECB; its text says CBC."""
    extras = [("account", "ada"), ("Nested", {"EncryptionIV": [1, {"EncryptionData": b"no"}]}), ("é", 2.5), ("on", True)]
    records = []

    def add(mode, form, password, text, salt, iv, extra=(), ambiguous=False):
        key = hashlib.pbkdf2_hmac("sha512", password, salt, 14271, 32)
        data = encrypted(key, iv, mode, pkcs7(text))
        other = unpadded(decrypted(key, iv, "CBC" if mode == "ECB" else "ECB", data))
        assert (other is not None) == ambiguous, "another IV is needed"
        page = plistlib.dumps(item(salt, iv, data, extra), fmt=form)
        records.append({
            "PLIST_HEX": page.hex(), "PASSWORD_HEX": password.hex(), "MODE": mode, "CONTENT_HEX": text.hex(),
            "OTHER_HEX": other.hex() if ambiguous else "none"})
        return key

    lengths = [0, 1, 15, 16, 17, 31, 32, 300]
    for number, password in enumerate(PASSWORDS):
        for mode in ("ECB", "CBC"):
            form = (plistlib.FMT_BINARY, plistlib.FMT_XML)[(number + (mode == "CBC")) % 2]
            text = (b"equal blocks 16!" * 20)[:lengths[number]]
            add(mode, form, password, text, pattern(8, 3 + number), pattern(16, 90 + number),
                extras if number % 3 == 0 else ())
    # One block whose IV makes the padding valid in the other mode too: of one byte, of as many, and of more.
    password, salt = b"never tell", pattern(8, 50)
    key = hashlib.pbkdf2_hmac("sha512", password, salt, 14271, 32)
    for mode in ("ECB", "CBC"):
        for length, added in ((10, 1), (10, 6), (10, 16), (0, 16)):
            text = pattern(length, 60)
            wanted = pattern(16 - added, 130) + bytes([added]) * added
            iv = bytes(a ^ b for a, b in zip(pkcs7(text), wanted))
            add(mode, plistlib.FMT_BINARY, password, text, salt, iv, ambiguous=True)
    write("Articles/keychain.txt", "The keychain article's dictionary. OTHER_HEX is what the other mode gives, if its padding is valid.",
          records)


def checks():
    """The known data of the article on password checks, and others."""
    records = []
    for number, password in enumerate(PASSWORDS):
        for known in (b"Fuzzy Aliens", b"", pattern(100, 9)):
            salt, rounds = pattern((16, 8, 1, 64)[number % 4], 20 + number), (1000, 1, 2, 10000)[number % 4]
            key = hashlib.pbkdf2_hmac("sha256", password, salt, rounds, 16)
            records.append({
                "SALT": salt.hex(), "ROUNDS": rounds, "KNOWN_HEX": known.hex(), "PASSWORD_HEX": password.hex(),
                "CHECK": hmac.new(key, known, "sha256").hexdigest()})
    write("Articles/checks.txt", "The password-check article: HMAC-SHA256 of known data under a key of 16 bytes.", records)


def digests():
    """Salts as %2x and as %02x print them."""
    records = []
    for number, password in enumerate(PASSWORDS):
        salt = pattern(16, number) if number % 2 else bytes(range(number, 240 + number, 15))
        for form in ("%2x", "%02x"):
            text = "".join(form % byte for byte in salt).encode()
            assert len(text) == 32 and (form == "%02x" or b" " in text)
            digest = hashlib.sha512(text + password).digest()
            for _ in range(4999):
                digest = hashlib.sha512(digest).digest()
            records.append({"SALT_HEX": text.hex(), "PASSWORD_HEX": password.hex(), "DIGEST": digest.hex()})
    write("Articles/digests.txt", "The older article: SHA-512 of salt and password, and 4,999 times of the digest.", records)


keychain()
checks()
digests()
