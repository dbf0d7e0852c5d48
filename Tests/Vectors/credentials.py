#!/usr/bin/env python3
"""Writes the stored credentials that the tests read. Each is made by the system that defines its form; SOURCES.md names
them.

    python3 credentials.py            the files in Credential
    python3 credentials.py example    the example of CREDENTIALS.md

Needs passlib 1.7.4, Django 5.2, Werkzeug 3.1 and argon2-cffi 25.1. Every run writes the same bytes. This library's own form is made here from CREDENTIALS.md
alone, with Python's hashlib and hmac.
"""

import base64
import hashlib
import hmac
import json
import sys

import datafile

PASSWORDS = [  # lengths around the hash functions' blocks, and passwords that are equal for HMAC
    b"", b"password", b"correct horse battery staple", "pässword ☃ 𝄞".encode(), b" spaces ", b"pw", b"pw\0",
    b"x" * 64, b"x" * 65, hashlib.sha256(b"x" * 65).digest(), b"y" * 128, b"y" * 129,
    hashlib.sha512(b"y" * 129).digest(), b"z" * 1000]
EXAMPLE = b"correct horse battery", bytes(range(16)), 1000  # password, salt, rounds
TEXTS = [password for password in PASSWORDS if password.isascii() or password.startswith(b"p\xc3")]


def write(name, comment, records):
    """One file: credentials and their passwords."""
    datafile.write(f"Credential/{name}", comment, [
        {"CREDENTIAL": credential, "PASSWORD_HEX": password.hex()} for credential, password in records])


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
    """CREDENTIALS.md, section 2: the stretched password, the info, the check and the credential."""
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
    write("swift-vault.txt", "This library's form. CREDENTIALS.md, whose example the first two are.", records)


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
    for hasher in (pbkdf2_sha1, pbkdf2_sha256, pbkdf2_sha512):
        records.append((hasher.using(salt=b"", rounds=3).hash("password"), b"password"))
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
    records.append((ldap_pbkdf2_sha256.using(salt=b"", rounds=3).hash("password"), b"password"))
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


def pbkdf2(name, password, salt, rounds, size=None):
    return hashlib.pbkdf2_hmac(name, password, salt, rounds, size)


def padded(data):
    return base64.b64encode(data).decode()


def series(texts, *names):
    """A password, the name of a hash, a salt of 16 bytes and few rounds, for each password and hash."""
    for i, password in enumerate(texts):
        for name in names:
            yield i, password, name, pattern(16, 17 + 3 * i), (1, 2, 5, 1000)[i % 4]


def directory_server():
    records = [  # 389 Directory Server, src/plugins/pwdchan/src/lib.rs
        ("{PBKDF2-SHA256}36000$eElFb3p1WlZBb1lt$uW1b35DUKyhvQAf1mBqMvoBDcqSD06juzyO/nmyV0+w=", b"eicieY7ahchaoCh0eeTa")]
    check(padded(pbkdf2("sha256", records[0][1], b"xIEozuZVAoYm", 36000)), records[0][0].rpartition("$")[2])
    for i, password, name, _, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        salt = pattern((24, 16, 7)[i % 3], 90 + i)
        value = padded(pbkdf2(name, password, salt, rounds))
        records.append((f"{{PBKDF2-{name.upper()}}}{rounds}${padded(salt)}${value}", password))
    records.append((records[4][0].replace("-SHA1", ""), PASSWORDS[1]))
    write("389ds.txt", "The first is of 389 Directory Server, src/plugins/pwdchan/src/lib.rs. The others are OpenSSL's results.",
          records)


def directory_server_binary():
    def text(password, salt, rounds):
        value = pbkdf2("sha256", password, salt, rounds, 256)
        return "{PBKDF2_SHA256}" + padded(rounds.to_bytes(4, "big") + salt + value)

    published = (  # github.com/thesubtlety/389-ds-password-check, README.md
        "{PBKDF2_SHA256}AAAnEGTxXtnR/oox922/jZyjH6fmiIdW4AwIYZE2LfCVL/SUz5GbAHfjRj4NbN2u8ul0/j/dUzJ4gQSawGALGHZV74nOAtPt"
        "toZDTsh7BeGCLD/Ps7vRugwDdz9uPARXzF3bD/8qCpumvRGb4pehzfQsk+FnGgTwi0rUeVaN8a7Kbv8ZpRfU2sd+208F/YL42BWAh/2tv0I4vY7Z"
        "srCZcrUJtgKWy5Nr+t78zmPkrZsX/kgfnGdXhr50kN10cmkLQ0/cZOXo9CAkpeZyFu+wQ5vQdUaES2Vd5kBjJYPCkr4b2ocr4ETQi3IGO2GGCoCe"
        "tmMIETsudRVSxUNBbva+Vgxin5Apu4wIP/0ZyuGK6TuWLqLnNpmK3RkRx0xjqJ4nN2Ok0ul0XYBJcYIBt4UoaVM2uSa/Etw28Uy+zAsUv2AOiRo5")
    check(text(b"Password123", base64.b64decode(published[15:])[4:68], 10000), published)
    records = [(published, b"Password123")]
    for i, password, _, _, rounds in series(PASSWORDS, "sha256"):
        records.append((text(password, pattern(64, 33 + i), rounds), password))
    write("389ds-binary.txt", "The first is an example of a program for such values, whose README.md has it. The others are\n"
          "OpenSSL's results.", records)


def opendj():
    def text(name, scheme, password, salt, rounds):
        return f"{{{scheme}}}{rounds}:" + padded(pbkdf2(name, password, salt, rounds) + salt)

    published = "{PBKDF2-HMAC-SHA256}10000:xKsMmlzVLRYdYzcgBuD3ZIAeSj8tNhjDHGFDqhth8Kcbw5qjL5UZxaiS2awL1HjO"  # ForgeRock
    salt = base64.b64decode(published.partition(":")[2])[32:]
    check(text("sha256", "PBKDF2-HMAC-SHA256", b"password", salt, 10000), published)
    records = [(published, b"password")]
    for i, password, name, salt, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        scheme = "PBKDF2" if name == "sha1" else f"PBKDF2-HMAC-{name.upper()}"
        records.append((text(name, scheme, password, salt[:8] if i % 3 == 0 else salt, rounds), password))
    write("opendj.txt", "The first is in a script of ForgeRock for OpenDJ, make-users.sh. The others are OpenSSL's results.", records)


def spring():
    def text(password, salt):
        return "{pbkdf2}" + (salt + pbkdf2("sha1", password, salt, 185000, 32)).hex()

    def text58(password, salt):
        return "{pbkdf2@SpringSecurity_v5_8}" + (salt + pbkdf2("sha256", password, salt, 310000)).hex()

    # Spring Security, Pbkdf2PasswordEncoderTests: with the secret "secret", which is behind the salt. Shows the order.
    passivity = bytes.fromhex("ab1146a8458d4ce4e65789e5a3f60e423373cfa10b01abd23739e5ae2fdc37f8e9ede4ae6da65264")
    check(pbkdf2("sha1", b"password", passivity[:8] + b"secret", 185000, 32), passivity[8:])
    published = ("{pbkdf2}5d923b44a6d129f3ddf3e3c8d29412723dcbde72445e8ef6bf3b508fbf17fa4ed4d6b99ca763d8dc")  # its manual
    check(text(b"password", bytes.fromhex(published[8:24])), published)
    records = [(published, b"password")] + [(text(p, pattern(8, 5)), p) for p in (PASSWORDS[0], PASSWORDS[3])]
    write("spring.txt", "The first is in Spring Security's manual, Password Storage. The others are OpenSSL's results.", records)
    records = [(text58(p, pattern(16, 6)), p) for p in (PASSWORDS[1], PASSWORDS[3])]
    write("spring58.txt", "OpenSSL's results, with the settings of Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8.", records)


def atlassian():
    from passlib.hash import atlassian_pbkdf2_sha1

    records = [  # passlib 1.7's documentation; hashcat's mode 12001
        ("{PKCS5S2}DQIXJU038u4P7FdsuFTY/+35bm41kfjZa57UrdxHp2Mu3qF2uy+ooD+jF5t1tb8J", b"password"),
        ("{PKCS5S2}NzIyNzM0NzY3NTIwNjI3MdDDis7wPxSbSzfFqDGf7u/L00kSEnupbz36XCL0m7wa", b"hashcat")]
    check([atlassian_pbkdf2_sha1.verify(password, text) for text, password in records], [True, True])
    for i, password in enumerate(PASSWORDS):
        records.append((atlassian_pbkdf2_sha1.using(salt=pattern(16, 40 + i)).hash(password), password))
    write("atlassian.txt", "The first two are examples of passlib's documentation and of hashcat's mode 12001. The others are of\n"
          "passlib.hash.atlassian_pbkdf2_sha1.", records)


def werkzeug():
    from werkzeug.security import _hash_internal, check_password_hash

    records = []
    for i, password, name, _, rounds in series(TEXTS, "sha1", "sha256", "sha512"):
        salt = ("Wd8mQTKHcXk2lyUz", "s", "lobster.,/+=: ~!")[i % 3]
        value, method = _hash_internal(f"pbkdf2:{name}:{rounds}", salt, password.decode())
        records.append((f"{method}${salt}${value}", password))
        check(check_password_hash(records[-1][0], password.decode()), True)
    write("werkzeug.txt", "werkzeug.security: what generate_password_hash writes, with these salts.", records)


def grub():
    from passlib.hash import grub_pbkdf2_sha512

    records = [(  # hashcat's mode 7200
        "grub.pbkdf2.sha512.10000.7d391ef48645f626b427b1fae06a7219b5b54f4f02b2621f86b5e36e83ae492bd1db60871e45bc07925cecb46f"
        "f8ba3db31c723c0c6acbd4f06f60c5b246ecbf.26d59c52b50df90d043f070bd9cbcd92a74424da42b3666fdeb08f1a54b8f1d2f4f56cf436f93"
        "82419c26798dc2c209a86003982b1e5a9fcef905f4dfaa4c524", b"hashcat")]
    check(grub_pbkdf2_sha512.verify("hashcat", records[0][0]), True)
    for i, password in enumerate(PASSWORDS):
        hasher = grub_pbkdf2_sha512.using(salt=pattern((64, 8)[i % 2], 50 + i), rounds=(1, 2, 5, 1000)[i % 4])
        records.append((hasher.hash(password), password))
    write("grub.txt", "The first is the example of hashcat's mode 7200. The others are of passlib.hash.grub_pbkdf2_sha512.", records)


def p5k2():
    from passlib.hash import cta_pbkdf2_sha1, dlitz_pbkdf2_sha1

    cta = [("$p5k2$2710$oX9ZZOcNgYoAsYL-8bqxKg==$AU2JLf2rNxWoZxWxRCluY0u6h6c=", b"password")]  # passlib's documentation
    dlitz = [("$p5k2$2710$.pPqsEwHD7MiECU0$b8TQ5AMQemtlaSgegw5Je.JBE3QQhLbO", b"password"),  # passlib's documentation
             ("$p5k2$d$tUsch7fU$nqDkaxMDOFBeJsTSfABsyn.PYUXilHwL", b"dcl"),  # Dwayne Litzenberger's PBKDF2.py
             ("$p5k2$c$u9HvcT4d$Sd1gwSVCLZYAuqZ25piRnbBEoAesaa/g", b"gnu")]
    check(cta_pbkdf2_sha1.verify(cta[0][1], cta[0][0]), True)
    check([dlitz_pbkdf2_sha1.verify(password, text) for text, password in dlitz], 3 * [True])
    for i, password in enumerate(PASSWORDS):
        rounds = (1, 11, 400, 1000)[i % 4]
        cta.append((cta_pbkdf2_sha1.using(salt=pattern((16, 10, 0)[i % 3], 60 + i), rounds=rounds).hash(password), password))
        salt = ("gN1nLCY8PzlMQ1Vq", "s", "./09AZaz")[i % 3]
        dlitz.append((dlitz_pbkdf2_sha1.using(salt=salt, rounds=rounds).hash(password), password))
    write("cta.txt", "passlib.hash.cta_pbkdf2_sha1. The first is an example of passlib's documentation.", cta)
    write("dlitz.txt", "passlib.hash.dlitz_pbkdf2_sha1. The first is an example of passlib's documentation, the second\n"
          "and the third of Dwayne Litzenberger's PBKDF2.py.", dlitz)


def macos():
    def text(password, salt, rounds, size):
        return f"$ml${rounds}${salt.hex()}${pbkdf2('sha512', password, salt, rounds, size).hex()}"

    published = (  # hashcat's mode 7100
        "$ml$35460$93a94bd24b5de64d79a5e49fa372827e739f4d7b6975c752c9a0ff1e5cf72e05$752351df64dd2ce9dc9c64a72ad91de6581a15c1"
        "9176266b44d98919dfa81f0f96cbcb20a1ffb400718c20382030f637892f776627d34e021bad4f81b7de8222")
    check(text(b"hashcat", bytes.fromhex(published.split("$")[3]), 35460, 64), published)
    records = [(published, b"hashcat")]
    for i, password, _, _, rounds in series(PASSWORDS, "sha512"):
        records.append((text(password, pattern(32, 70 + i), rounds, (128, 64)[i % 2]), password))
    write("macos.txt", "The first is the example of hashcat's mode 7100. The others are OpenSSL's results.", records)


def cisco():
    standard = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    crypt = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    def text(password, salt):
        value = base64.b64encode(pbkdf2("sha256", password, salt, 20000)).rstrip(b"=")
        return f"$8${salt.decode()}${value.translate(bytes.maketrans(standard, crypt)).decode()}"

    published = "$8$TnGX/fE4KGHOVU$pEhnEvxrvaynpi8j4f.EMHr6M.FzU8xnZnBr/tJdFWk"  # hashcat's mode 9200
    check(text(b"hashcat", b"TnGX/fE4KGHOVU"), published)
    records = [(published, b"hashcat")]
    for i, password in enumerate(PASSWORDS):
        records.append((text(password, bytes(crypt[(5 * i + 11 * j) % 64] for j in range(14))), password))
    write("cisco8.txt", "The first is the example of hashcat's mode 9200. The others are OpenSSL's results.", records)


def vapor():
    records = []
    for _, password, name, salt, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        records.append((f"$pbkdf2-{name}${rounds}${padded(salt)}${padded(pbkdf2(name, password, salt, rounds))}", password))
    write("vapor.txt", "OpenSSL's results as vapor/authentication writes them, Passwords/PBKDF2Hasher.swift.", records)


def mosquitto():
    records = []
    for i, password, name, salt, rounds in series(PASSWORDS, "sha256", "sha512"):
        value = pbkdf2(name, password, salt, rounds, (32, 64, 24)[i % 3])
        records.append((f"PBKDF2${name}${rounds}${padded(salt)}${padded(value)}", password))
    write("mosquitto.txt", "OpenSSL's results in the form of mosquitto-go-auth, hashing/pbkdf2.go.", records)


def aspnet():
    def text(name, password, salt, rounds, size):
        head = [("sha1", "sha256", "sha512").index(name), rounds, len(salt)]
        return padded(b"\1" + b"".join(n.to_bytes(4, "big") for n in head) + salt + pbkdf2(name, password, salt, rounds, size))

    def text2(password, salt):
        return padded(b"\0" + salt + pbkdf2("sha1", password, salt, 1000, 32))

    records = [(text, b"my password") for text in (  # ASP.NET Core, PasswordHasherTest.cs
        "AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==",
        "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw",
        "AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+Zfhj"
        "CcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==",
        "AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M",
        "AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=")]
    check(text("sha256", b"my password", bytes(range(16)), 10000, 32), records[0][0])
    for i, password, name, salt, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        records.append((text(name, password, salt, rounds, (32, 16, 64)[i % 3]), password))
    write("aspnet3.txt", "The first five are of ASP.NET Core, PasswordHasherTest.cs. The others are OpenSSL's results.", records)
    records = [(text, b"my password") for text in (  # the same file
        "AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==",
        "ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A==")]
    check(text2(b"my password", bytes(range(16))), records[0][0])
    records += [(text2(password, pattern(16, 80 + i)), password) for i, password in enumerate(PASSWORDS)]
    write("aspnet2.txt", "The first two are of ASP.NET Core, PasswordHasherTest.cs. The others are OpenSSL's results.", records)


def keycloak():
    def text(name, password, salt, rounds, size):
        value = pbkdf2(name, password, salt, rounds, size)
        algorithm = "pbkdf2" if name == "sha1" else "pbkdf2-" + name
        secret, data = ({"value": padded(value), "salt": padded(salt)}, {"hashIterations": rounds, "algorithm": algorithm})
        return json.dumps({"type": "password", "secretData": compact(secret), "credentialData": compact(data)})

    def compact(value):
        return json.dumps(value, separators=(",", ":"))

    published = (  # Strimzi, the realm of an example, exported by Keycloak
        r'{ "type" : "password", "secretData" : "{\"value\":\"KqABIiReBuRWbP4pBct3W067pNvYzeN7ILBV+8vT8nuF5cgYs2fdl2QikJT/7'
        r'bGTW/PBXg6CYLwJQFYrBK9MWg==\",\"salt\":\"EPgscX9CQz7UnuZDNZxtMw==\"}", "credentialData" : "{\"hashIterations\":'
        r'27500,\"algorithm\":\"pbkdf2-sha256\"}" }')
    salt = base64.b64decode("EPgscX9CQz7UnuZDNZxtMw==")
    check(json.loads(text("sha256", b"alice-password", salt, 27500, 64)), json.loads(published))
    records = [(published, b"alice-password")]
    for i, password, name, salt, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        records.append((text(name, password, salt, rounds, 64 if i % 2 else 32), password))
    for text, password in argon2id_texts((16, 8, 48), (32, 16, 64)):
        _, _, _, numbers, salt, value = text.split("$")
        memory, passes, lanes = [number[2:] for number in numbers.split(",")]
        salt, value = padded(unpadded(salt)), padded(unpadded(value))
        parameters = {"hashLength": [str(len(unpadded(value.rstrip("="))))], "memory": [memory], "type": ["id"],
                      "version": ["1.3"], "parallelism": [lanes]}
        data = {"hashIterations": int(passes), "algorithm": "argon2", "additionalParameters": parameters}
        records.append((json.dumps({"type": "password", "secretData": compact({"value": value, "salt": salt}),
                                    "credentialData": compact(data)}), password))
    write("keycloak.txt", "The first is of an example realm of Strimzi, which Keycloak exported. The others are OpenSSL's results, "
          "and argon2-cffi's.", records)


def kanidm():
    def url(data):
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    records = []
    for i, password, name, salt, rounds in series(PASSWORDS, "sha1", "sha256", "sha512"):
        kind = {"sha1": "PBKDF2_SHA1", "sha256": "PBKDF2", "sha512": "PBKDF2_SHA512"}[name]
        value = pbkdf2(name, password, salt, rounds, (None, 64)[i % 2])
        data = json.dumps({kind: {"cost": rounds, "salt": url(salt), "hash": url(value)}}, separators=(",", ":"))
        records.append((data, password))
    write("kanidm.txt", "OpenSSL's results as kanidm's ReplPasswordV1, libs/crypto/src/lib.rs.", records)


MEMORIES = [(8, 1, 1), (64, 3, 1), (16, 1, 2), (1024, 2, 4)]  # of Argon2id: blocks, passes, lanes


def unpadded(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def argon2id_texts(salt_sizes, sizes):
    """PHC strings of argon2-cffi."""
    from argon2.low_level import Type, hash_secret

    for i, password in enumerate(PASSWORDS):
        memory, passes, lanes = MEMORIES[i % 4]
        salt = pattern(salt_sizes[i % len(salt_sizes)], 33 + 5 * i)
        yield hash_secret(password, salt, passes, memory, lanes, sizes[i % len(sizes)], Type.ID).decode(), password


def argon2id_after_names():
    for word, name, program in [("ldap", "{ARGON2}", "OpenLDAP's module argon2"), ("dovecot", "{ARGON2ID}", "Dovecot"),
                                ("spring", "{argon2@SpringSecurity_v5_8}", "Spring Security's DelegatingPasswordEncoder")]:
        records = [(name + text, password) for text, password in argon2id_texts((16, 8), (32, 16, 64))]
        write(f"{word}-argon2id.txt", f"argon2-cffi's texts after the name that {program} writes.", records)


def argon2id():
    from argon2.low_level import Type, hash_secret, verify_secret

    records = [  # the reference implementation of Argon2, src/test.c: m = 256, and p = 2
        ("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", b"password"),
        ("$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc", b"password")]
    check([verify_secret(text.encode(), password, Type.ID) for text, password in records], 2 * [True])
    for i, password in enumerate(PASSWORDS):
        for j in range(2):
            memory, passes, lanes = MEMORIES[(i + j) % 4]
            salt, size = pattern((16, 8, 48)[(i + j) % 3], 21 + 5 * i), (32, 16, 4, 64, 65)[(i + 2 * j) % 5]
            records.append((hash_secret(password, salt, passes, memory, lanes, size, Type.ID).decode(), password))
    write("argon2id.txt", "The first two are of the reference implementation of Argon2, src/test.c. The others are of argon2-cffi.",
          records)


def django_argon2id():
    from django.contrib.auth.hashers import Argon2PasswordHasher

    records = []
    for i, password in enumerate(TEXTS):
        hasher = Argon2PasswordHasher()
        hasher.memory_cost, hasher.time_cost, hasher.parallelism = MEMORIES[i % 4]
        salt = ("seasalts", "gXW8Yk0C3GvVvr4oWyqkQm", "lobster.,/+= ~!")[i % 3]
        records.append((hasher.encode(password.decode(), salt), password))
        check(hasher.verify(password.decode(), records[-1][0]), True)
    write("django-argon2id.txt", "django.contrib.auth.hashers: Argon2PasswordHasher, with less memory.", records)


COSTS = [(1, 8, 1), (4, 8, 2), (7, 4, 3), (10, 8, 1)]  # of scrypt: the logarithm of N, r, p


def scrypt():
    from passlib.hash import scrypt as passlib_scrypt

    # Of its documentation, passlib.hash.scrypt.
    records = [("$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E", b"password")]
    check(passlib_scrypt.verify(b"password", records[0][0]), True)
    for i, password in enumerate(PASSWORDS):
        for j in range(2):
            cost, size, count = COSTS[(i + j) % 4]
            salt = pattern((16, 8, 0, 48)[(i + j) % 4], 31 + 5 * i)
            hasher = passlib_scrypt.using(salt=salt, rounds=cost, block_size=size, parallelism=count)
            records.append((hasher.hash(password), password))
    write("scrypt.txt", "passlib.hash.scrypt. The first is an example of its documentation.", records)


def django_scrypt():
    from django.contrib.auth.hashers import ScryptPasswordHasher

    records = []
    for i, password in enumerate(TEXTS):
        hasher = ScryptPasswordHasher()
        cost, hasher.block_size, hasher.parallelism = COSTS[i % 4]
        hasher.work_factor = 1 << cost
        salt = ("seasalt", "gXW8Yk0C3GvVvr4oWyqkQm", "lobster.,/+= ~!")[i % 3]
        records.append((hasher.encode(password.decode(), salt), password))
        check(hasher.verify(password.decode(), records[-1][0]), True)
    write("django-scrypt.txt", "django.contrib.auth.hashers: ScryptPasswordHasher, with other costs.", records)


def werkzeug_scrypt():
    from werkzeug.security import _hash_internal, check_password_hash

    records = []
    for i, password in enumerate(TEXTS):
        method = ("scrypt:128:8:1", "scrypt:16:8:2", "scrypt:1024:4:3")[i % 3]
        salt = ("Wd8mQTKHcXk2lyUz", "s", "lobster.,/+=: ~!")[i % 3]
        value, method = _hash_internal(method, salt, password.decode())
        records.append((f"{method}${salt}${value}", password))
        check(check_password_hash(records[-1][0], password.decode()), True)
    write("werkzeug-scrypt.txt", "werkzeug.security: what generate_password_hash writes, with these salts and costs.", records)


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
    for make in (directory_server, directory_server_binary, opendj, spring, atlassian, werkzeug, grub, p5k2, macos, cisco,
                 mosquitto, aspnet, keycloak, kanidm, argon2id, argon2id_after_names, vapor, django_argon2id, scrypt,
                 django_scrypt, werkzeug_scrypt):
        make()
