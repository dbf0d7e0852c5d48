#!/usr/bin/env python3
"""Writes the stored credentials that the tests read. Each is made by the system whose form it has; SOURCES.md names
them.

    python3 credentials.py            the files in Credential
    python3 credentials.py example    the example of FORMAT.md, section 9

Needs passlib 1.7.4 and Django 5.2. Every run writes the same bytes. This library's own form is made here from FORMAT.md
alone, with Python's hashlib and hmac.
"""

import base64
import hashlib
import hmac
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORDS = [  # lengths around the hash functions' blocks, and passwords that are equal for HMAC
    b"", b"password", b"correct horse battery staple", "pässword ☃ 𝄞".encode(), b" spaces ", b"pw", b"pw\0",
    b"x" * 64, b"x" * 65, hashlib.sha256(b"x" * 65).digest(), b"y" * 128, b"y" * 129,
    hashlib.sha512(b"y" * 129).digest(), b"z" * 1000]
EXAMPLE = b"correct horse battery", bytes(range(16)), 1000  # password, salt, rounds
TEXTS = [password for password in PASSWORDS if password.isascii() or password.startswith(b"p\xc3")]


def write(name, comment, records):
    """One file: a comment, then records of key = value lines, each followed by an empty line."""
    lines = ["# " + line for line in comment.strip().splitlines()] + [""]
    for credential, password in records:
        lines += [f"CREDENTIAL = {credential}", f"PASSWORD_HEX = {password.hex()}".rstrip(), ""]
    with open(os.path.join(HERE, "Credential", name), "w", newline="\n") as file:
        file.write("\n".join(lines[:-1]) + "\n")
    print(f"Credential/{name}: {len(records)}")


def check(computed, published):
    if computed != published:
        sys.exit(f"computed {computed}, published {published}")


def pattern(count, seed):
    """`count` bytes that repeat only after 251."""
    return bytes((seed + 7 * i) % 251 for i in range(count))


def b64(data):
    return base64.b64encode(data).decode().rstrip("=")


def hkdf(name, secret, info, size):
    """RFC 5869 without a salt, for one block of output or less."""
    key = hmac.new(bytes(hashlib.new(name).digest_size), secret, name).digest()
    return hmac.new(key, info + b"\x01", name).digest()[:size]


def own_steps(name, password, salt, rounds):
    """FORMAT.md, section 9: the stretched password, the info, the check and the credential."""
    stretched = hashlib.pbkdf2_hmac(name, password, salt, rounds)
    info = b"swift-vault v1 credential" + len(password).to_bytes(8, "big")
    value = hkdf(name, stretched, info, len(stretched))
    return stretched, info, value, f"$swift-vault-pbkdf2-{name}$v=1$i={rounds}${b64(salt)}${b64(value)}"


def own():
    records = [(own_steps(name, *EXAMPLE)[3], EXAMPLE[0]) for name in ("sha512", "sha256")]
    for i, password in enumerate(PASSWORDS):
        for name in ("sha512", "sha256"):
            rounds = (1, 2, 3, 1000)[i % 4]
            records.append((own_steps(name, password, pattern(16, 3 + 5 * i), rounds)[3], password))
    write("swift-vault.txt", "This library's form. FORMAT.md, section 9, whose example the first two are.", records)


def passlib():
    from passlib.hash import pbkdf2_sha1, pbkdf2_sha256, pbkdf2_sha512

    published = [  # passlib 1.7's documentation, passlib.hash.pbkdf2_digest
        ("$pbkdf2-sha256$6400$0ZrzXitFSGltTQnBWOsdAw$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M", b"password"),
        ("$pbkdf2-sha256$8000$XAuBMIYQQogxRg$tRRlz8hYn63B9LYiCd6PRo6FMiunY9ozmMMI3srxeRE", b"password")]
    for credential, password in published:
        if not pbkdf2_sha256.verify(password, credential):
            sys.exit(f"passlib refuses {credential}")
    records = list(published)
    for i, password in enumerate(PASSWORDS):
        for hasher in (pbkdf2_sha1, pbkdf2_sha256, pbkdf2_sha512):
            salt, rounds = pattern((16, 10, 1, 64, 21)[i % 5], 200 + 11 * i), (1, 2, 7, 2000)[i % 4]
            records.append((hasher.using(salt=salt, rounds=rounds).hash(password), password))
    write("passlib.txt", "passlib.hash.pbkdf2_sha1, pbkdf2_sha256 and pbkdf2_sha512.", records)


def django():
    from django.conf import settings

    settings.configure()
    from django.contrib.auth.hashers import PBKDF2PasswordHasher, PBKDF2SHA1PasswordHasher

    records = []
    for i, password in enumerate(TEXTS):
        for hasher in (PBKDF2PasswordHasher(), PBKDF2SHA1PasswordHasher()):
            salt = ("seasalt", "gXW8Yk0C3GvVvr4oWyqkQm", "s", "lobster.,/+= ~!")[i % 4]
            records.append((hasher.encode(password.decode(), salt, (1, 2, 9, 3000)[i % 4]), password))
    write("django.txt", "django.contrib.auth.hashers: PBKDF2PasswordHasher and PBKDF2SHA1PasswordHasher.", records)


def ldap():
    from passlib.hash import ldap_pbkdf2_sha1, ldap_pbkdf2_sha256, ldap_pbkdf2_sha512

    published = [  # OpenLDAP 2.6, slapd-pw-pbkdf2(5)
        ("{PBKDF2-SHA512}10000$/oQ4xZi382mk7kvCd3ZdkA$2wqjpuyV2l0U/a1QwoQPOtlQL.UcJGNACj1O24balruqQb/NgPW6OCvvrrJP8.SzA3/"
         "5iYvLnwWPzeX8IK/bEQ", b"secret"),
        ("{PBKDF2-SHA256}10000$jq40ImWtmpTE.aYDYV1GfQ$mpiL4ui02ACmYOAnCjp/MI1gQk50xLbZ54RZneU0fCg", b"secret"),
        ("{PBKDF2-SHA1}10000$QJTEclnXgh9Cz3ChCWpdAg$9.s98jwFJM.NXJK9ca/oJ5AyoAQ", b"secret")]
    for (credential, password), name in zip(published, ("sha512", "sha256", "sha1")):
        rounds, salt, value = (field for field in credential.partition("}")[2].split("$"))
        salt = base64.b64decode(salt.replace(".", "+") + "==")
        check(b64(hashlib.pbkdf2_hmac(name, password, salt, int(rounds))).replace("+", "."), value)
    records = list(published)
    for i, password in enumerate(PASSWORDS):
        for hasher in (ldap_pbkdf2_sha1, ldap_pbkdf2_sha256, ldap_pbkdf2_sha512):
            salt, rounds = pattern((16, 10, 1, 64, 21)[i % 5], 30 + 11 * i), (1, 2, 7, 2000)[i % 4]
            records.append((hasher.using(salt=salt, rounds=rounds).hash(password), password))
    write("ldap.txt", "The first three are examples of OpenLDAP's manual. The others are of passlib.hash.ldap_pbkdf2_sha1,\n"
          "ldap_pbkdf2_sha256 and ldap_pbkdf2_sha512.", records)


def hashcat():
    records = [  # hashcat 6, the examples of its modes 10900, 12000 and 12100
        ("sha256:1000:NjI3MDM3:vVfavLQL9ZWjg8BUMq6/FB8FtpkIGWYk", b"hashcat"),
        ("sha1:1000:MzU4NTA4MzIzNzA1MDQ=:19ofiY+ahBXhvkDsp0j2ww==", b"hashcat"),
        ("sha512:1000:ODQyMDEwNjQyODY=:MKaHNWXUsuJB3IEwBHbm3w==", b"hashcat")]
    for credential, password in records:
        name, rounds, salt, value = credential.split(":")
        value = base64.b64decode(value)
        check(hashlib.pbkdf2_hmac(name, password, base64.b64decode(salt), int(rounds), len(value)), value)
    for i, password in enumerate(PASSWORDS):
        for name in ("sha1", "sha256", "sha512"):
            salt, rounds = pattern((16, 8, 48)[i % 3], 70 + i), (1, 2, 5, 1000)[i % 4]
            size = (hashlib.new(name).digest_size, 16, 20, 64, 41)[i % 5]
            value = hashlib.pbkdf2_hmac(name, password, salt, rounds, size)
            text = ":".join(base64.b64encode(data).decode() for data in (salt, value))
            records.append((f"{name}:{rounds}:{text}", password))
    write("hashcat.txt", "The first three are the examples of hashcat's modes 10900, 12000 and 12100. The others are OpenSSL's\n"
          "results.", records)


def phc():
    records = [(  # RustCrypto, crate pbkdf2, src/phc.rs: more output than one digest
        "$pbkdf2-sha256$i=4096,l=40$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0"
        "$NIyJ28vTKy8y2BS4EW6EzysXNH68GAAYHE4qH7jdU+HGNVGMfaxH6Q", b"passwordPASSWORDpassword")]
    salt = b"saltSALTsaltSALTsaltSALTsaltSALTsalt"
    value = hashlib.pbkdf2_hmac("sha256", records[0][1], salt, 4096, 40)
    check(f"$pbkdf2-sha256$i=4096,l=40${b64(salt)}${b64(value)}", records[0][0])
    for i, password in enumerate(PASSWORDS):
        for name, algorithm in (("pbkdf2", "sha1"), ("pbkdf2-sha256", "sha256"), ("pbkdf2-sha512", "sha512")):
            salt, rounds = pattern((16, 8, 48)[i % 3], 60 + i), (1, 2, 5, 1000)[i % 4]
            size = (32, 16, 20, 64, 41)[i % 5]
            value = hashlib.pbkdf2_hmac(algorithm, password, salt, rounds, size)
            records.append((f"${name}$i={rounds},l={size}${b64(salt)}${b64(value)}", password))
    write("phc.txt", "PHC strings of PBKDF2 with the names and parameters of RustCrypto's crate pbkdf2.\n"
          "The first is that crate's own; the others are OpenSSL's results.", records)


def example():
    password, salt, rounds = EXAMPLE
    for name in ("sha512", "sha256"):
        steps = own_steps(name, password, salt, rounds)
        print(f'password            "{password.decode()}"\nfunction, rounds    PBKDF2-HMAC-{name.upper()}, {rounds}')
        for label, value in zip(("salt", "stretched", "info", "check"), (salt, *steps[:3])):
            for start in range(0, len(value), 32):
                print(f"{label:<20}{value[start:start + 32].hex()}")
                label = ""
        print(f"credential          {steps[3]}\n")


if sys.argv[1:] == ["example"]:
    example()
else:
    own()
    passlib()
    django()
    phc()
    ldap()
    hashcat()
