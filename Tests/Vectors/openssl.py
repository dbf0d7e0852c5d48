#!/usr/bin/env python3
"""Writes the files of Tests/Vectors/OpenSSL with the command `openssl`.

    python3 openssl.py

Needs OpenSSL 3 and the package `cryptography`. The files of `openssl enc` have fixed salts, keys and IVs, so every run
writes the same bytes. The private keys have random salts, IVs and, for RSA, primes: every run writes others.
"""

import base64
import hashlib
import os
import subprocess
import tempfile

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

HERE = os.path.dirname(os.path.abspath(__file__))
CIPHERS = [f"aes-{bits}-{mode}" for bits in (128, 192, 256) for mode in ("cbc", "ctr", "cfb", "cfb8", "ofb", "ecb")]
HASHES = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"]
PASSWORDS = ["secret", "x", "correct horse battery staple", "Zoë — пароль", "long " * 40]
SIZES = [0, 1, 15, 16, 17, 31, 32, 33, 48, 95, 200]


def run(arguments, data=b"", status=0):
    outcome = subprocess.run(["openssl", *arguments], input=data, capture_output=True)
    if outcome.returncode != status:
        raise SystemExit(f"openssl {' '.join(arguments)}: {outcome.returncode}\n{outcome.stderr.decode()}")
    return outcome.stdout


def pattern(count, seed):
    return bytes((seed + 7 * i) % 251 for i in range(count))


def write(name, comment, records):
    lines = ["# " + line for line in comment.splitlines()] + [""]
    for record in records:
        lines += [f"{key} = {value}".rstrip() for key, value in record.items()] + [""]
    with open(os.path.join(HERE, "OpenSSL", name), "w", newline="\n") as file:
        file.write("\n".join(lines[:-1]) + "\n")
    print(f"{name}: {len(records)}")


def enc_files():
    records = []

    def add(cipher, md, rounds, is_salted, encoding, options=None):
        number = len(records)
        password = PASSWORDS[number % len(PASSWORDS)]
        content, salt = pattern(SIZES[number % len(SIZES)], number), pattern(8, 5 * number)
        if options is None:
            options = [f"-{cipher}", "-md", md] + (["-pbkdf2", "-iter", str(rounds)] if rounds else [])
        salting = ["-S", salt.hex()] if is_salted else ["-nosalt"]
        with tempfile.NamedTemporaryFile() as file:
            file.write(password.encode() + b"\n")
            file.flush()
            ciphertext = run(["enc", *options, *salting, "-pass", f"file:{file.name}"], content)
        # With -S, OpenSSL 3 leaves the header out.
        data = (b"Salted__" + salt if is_salted else b"") + ciphertext
        if encoding != "binary":
            data = run(["base64"] + (["-A"] if encoding == "line" else []), data)
        records.append({
            "CIPHER": cipher, "MD": md, "ITER": rounds or "none", "SALTED": "yes" if is_salted else "no",
            "ENCODING": encoding, "PASSWORD": password.encode().hex(), "CONTENT": content.hex(), "FILE": data.hex()})

    for cipher in CIPHERS:
        for md in HASHES:
            add(cipher, md, 2, True, "binary")
            add(cipher, md, None, True, "binary")
        for encoding in ("binary", "lines", "line"):
            add(cipher, "sha256", 1, False, encoding)
            add(cipher, "md5", None, False, encoding)
            if encoding != "binary":
                add(cipher, "sha512", 3, True, encoding)
                add(cipher, "md5", None, True, encoding)
    add("aes-256-cbc", "sha256", 10_000, True, "binary", ["-aes-256-cbc", "-pbkdf2"])
    add("aes-256-cbc", "sha256", None, True, "binary", ["-aes-256-cbc"])
    write("enc.txt",
          "Files of `openssl enc`. ITER none: without -pbkdf2. ENCODING lines: -a; line: -a -A.\n"
          "The last two name neither -md nor -iter.", records)


def parameter_files():
    """Files that do not show their parameters: the reader must be given a key, a salt or an IV."""
    records = []

    def add(cipher, options, known, content=None, prefix=b""):
        content = pattern(SIZES[len(records) % len(SIZES)], len(records)) if content is None else content
        encoding = ("binary", "lines", "line")[len(records) % 3] if not prefix else "binary"
        data = prefix + run(["enc", f"-{cipher}", *options], content)
        if encoding != "binary":
            data = run(["base64"] + (["-A"] if encoding == "line" else []), data)
        empty = dict.fromkeys(("KEY", "PASSWORD", "SALT", "SALTLEN", "IV"), "none")
        records.append({
            "CIPHER": cipher, "ENCODING": encoding, **empty, **known, "CONTENT": content.hex(), "FILE": data.hex()})

    for cipher in CIPHERS:
        key = pattern(int(cipher.split("-")[1]) // 8, 130 + len(records))
        iv = None if cipher.endswith("ecb") else pattern(16, len(records)).hex()
        for content in (None, b"", pattern(70, 3)):
            add(cipher, ["-K", key.hex()] + (["-iv", iv] if iv else []), {"KEY": key.hex(), "IV": iv or "none"}, content)
    password = ["-pbkdf2", "-pass", "pass:secret"]
    known = {"PASSWORD": b"secret".hex()}
    for count in range(1, 9):
        salt = pattern(count, 40).hex()
        # OpenSSL fills a short salt with zeros.
        add("aes-256-cbc", [*password, "-S", salt], known | {"SALT": salt.ljust(16, "0")})
    for count in range(1, 17):
        # What -saltlen of OpenSSL 3.2 writes.
        salt = pattern(count, 20 + count)
        derived = hashlib.pbkdf2_hmac("sha256", b"secret", salt, 10_000, 48)
        add("aes-256-cbc", ["-K", derived[:32].hex(), "-iv", derived[32:].hex()], known | {"SALTLEN": count}, None,
            b"Salted__" + salt)
    for cipher in ("aes-256-cbc", "aes-128-ctr"):
        iv, salt = pattern(16, 77).hex(), pattern(8, 3).hex()
        add(cipher, [*password, "-iv", iv, "-S", salt], known | {"IV": iv, "SALT": salt})
    write("enc-parameters.txt",
          "Files of `openssl enc` with -K, with -S, of -saltlen (composed by openssl.py) and with -iv. Passwords: -pbkdf2.\n"
          "KEY, PASSWORD, SALT, IV: the bytes. SALTLEN: the number. none: the option is absent.", records)


def der(tag, *contents):
    content = b"".join(contents)
    size = bytes([len(content)])
    if len(content) > 127:
        size = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
        size = bytes([0x80 | len(size)]) + size
    return bytes([tag]) + size + content


def encrypted(key, password, bits, md, rounds, key_size=None, prf=None):
    """An encrypted private key whose optional fields are chosen. `prf` is the field's DER."""
    salt, iv = pattern(5, bits), pattern(16, rounds)
    derived = hashlib.pbkdf2_hmac(md, password.encode(), salt, rounds, bits // 8)
    cipher = Cipher(algorithms.AES(derived), modes.CBC(iv)).encryptor()
    added = 16 - len(key) % 16
    ciphertext = cipher.update(key + bytes([added]) * added) + cipher.finalize()
    last = {128: 2, 192: 22, 256: 42}[bits]
    stated = der(2, bytes([key_size])) if key_size else b""
    return der(0x30, der(0x30, der(6, bytes.fromhex("2a864886f70d01050d")), der(
        0x30, der(0x30, der(6, bytes.fromhex("2a864886f70d01050c")), der(
            0x30, der(4, salt), der(2, bytes([rounds])), stated, prf or b"")),
        der(0x30, der(6, bytes.fromhex("6086480165030401") + bytes([last])), der(4, iv)))), der(4, ciphertext))


def private_keys():
    keys = [bytes.fromhex("302e020100300506032b657004220420") + pattern(32, 9),
            run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-outform", "DER"]),
            run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-outform", "DER"])]
    keys[1:] = [run(["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER"], key) for key in keys[1:]]
    records = []

    def add(key, password, data, cipher, md, rounds, form):
        opened = run(["pkcs8", "-inform", form, "-outform", "DER", "-passin", f"pass:{password}"], data)
        plain = run(["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER"], opened)
        if plain != key:
            raise SystemExit(f"openssl opens another key: {plain.hex()}")
        records.append({
            "CIPHER": cipher, "MD": md, "ITER": rounds, "FORM": form.lower(), "PASSWORD": password.encode().hex(),
            "CONTENT": key.hex(), "FILE": data.hex()})

    for bits in (128, 192, 256):
        for md in HASHES:
            number = len(records)
            key, password = keys[0 if number % 4 else 1], PASSWORDS[number % len(PASSWORDS)]
            form = "PEM" if number % 2 else "DER"
            data = run(["pkcs8", "-topk8", "-inform", "DER", "-outform", form, "-v2", f"aes-{bits}-cbc", "-v2prf",
                        "hmacWith" + md.upper(), "-iter", str(1 + number), "-passout", f"pass:{password}"], key)
            add(key, password, data, f"aes-{bits}-cbc", md, 1 + number, form)
    for form in ("DER", "PEM"):
        data = run(["pkcs8", "-topk8", "-inform", "DER", "-outform", form, "-passout", "pass:secret"], keys[2])
        add(keys[2], "secret", data, "aes-256-cbc", "sha256", 2048, form)
    sha1, sha256 = (bytes.fromhex("2a864886f70d02") + bytes([last]) for last in (7, 9))
    for bits in (128, 192, 256):
        for md, prf in (("sha1", None), ("sha1", der(0x30, der(6, sha1), der(5))), ("sha256", der(0x30, der(6, sha256))),
                        ("sha256", der(0x30, der(6, sha256), der(5)))):
            for key_size in (None, bits // 8):
                add(keys[0], "secret", encrypted(keys[0], "secret", bits, md, 3, key_size, prf), f"aes-{bits}-cbc", md, 3,
                    "DER")
    write("private-keys.txt",
          "Encrypted private keys. All of MD and CIPHER, then the defaults, of `openssl pkcs8 -topk8`. Then those of\n"
          "openssl.py with the size of the key absent and stated, and with the function absent, and with and without null.",
          records)
    others = [(["-v1", "PBE-SHA1-3DES"], "1.2.840.113549.1.12.1.3"), (["-scrypt"], "1.3.6.1.4.1.11591.4.11"),
              (["-v2", "des3"], "1.2.840.113549.3.7"), (["-v2", "camellia-256-cbc"], "1.2.392.200011.61.1.1.1.4")]
    write("other-private-keys.txt", "Encrypted private keys of `openssl pkcs8 -topk8` that are not supported, and why.", [
        {"OID": identifier, "FILE": run(
            ["pkcs8", "-topk8", "-inform", "DER", "-outform", "DER", *options, "-passout", "pass:secret"], keys[0]).hex()}
        for options, identifier in others])


def traditional_keys():
    """Private keys in the traditional form from before PKCS #8, and two kinds of files that are refused by name."""
    records = []
    sources = {
        "rsa": run(["genrsa", "-traditional", "1024"]),
        "ec": run(["ecparam", "-name", "prime256v1", "-genkey", "-noout"]),
        "dsa": run(["gendsa", "/dev/stdin"], run(["dsaparam", "1024"]))}
    for kind, key in sources.items():
        traditional = ["-traditional"] if kind == "rsa" else []
        content = run([kind, "-outform", "DER", *traditional], key)
        for bits in (128, 192, 256):
            password = PASSWORDS[len(records) % len(PASSWORDS)]
            data = run([kind, *traditional, f"-aes{bits}", "-passout", f"pass:{password}"], key)
            records.append({"CIPHER": f"aes-{bits}-cbc", "PASSWORD": password.encode().hex(), "CONTENT": content.hex(),
                            "FILE": data.hex()})
    write("traditional-private-keys.txt", "Private keys of `openssl rsa`, `ec` and `dsa`, whose key of AES is derived by MD5.",
          records)
    certificate = run(["req", "-x509", "-newkey", "rsa:1024", "-nodes", "-keyout", "-", "-subj", "/CN=x"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "key")
        subprocess.run(["ssh-keygen", "-q", "-t", "ecdsa", "-N", "secret", "-f", path], check=True)
        open_ssh = open(path, "rb").read()
    write("other-key-files.txt", "Files with keys that are not supported, and a word of what is said of them.", [
        {"WORD": "PKCS #12", "FILE": run(["pkcs12", "-export", "-passout", "pass:secret"], certificate).hex()},
        {"WORD": "ssh-keygen", "FILE": open_ssh.hex()},
        {"WORD": "not encrypted", "FILE": sources["rsa"].hex()},
        {"WORD": "not encrypted", "FILE": run(["pkcs8", "-topk8", "-nocrypt"], sources["rsa"]).hex()},
        {"WORD": "DES-EDE3-CBC", "FILE": run(
            ["rsa", "-traditional", "-des3", "-passout", "pass:secret"], sources["rsa"]).hex()}])


if __name__ == "__main__":
    enc_files()
    parameter_files()
    private_keys()
    traditional_keys()
