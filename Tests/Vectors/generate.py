#!/usr/bin/env python3
"""Writes the vector files that no standard publishes as a file. SOURCES.md names them.

    python3 generate.py                    everything but the key wrap extracts
    python3 generate.py --keywrap FOLDER   the extracts, from NIST's kwtestvectors folder

Needs the standard library and the package `cryptography` (OpenSSL's AES). Every run writes the same bytes. Values that
a standard prints are included here and compared with the computed ones. A difference stops the program.
"""

import hashlib
import hmac
import os
import re
import sys

from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.keywrap import aes_key_wrap, aes_key_wrap_with_padding

from fips197 import add, cipher_states, expand
from datafile import write

HERE = os.path.dirname(os.path.abspath(__file__))
HASHES = {"MD5": "md5", "SHA1": "sha1", "SHA224": "sha224", "SHA256": "sha256", "SHA384": "sha384",
          "SHA512": "sha512", "SHA512_224": "sha512_224", "SHA512_256": "sha512_256"}


def check(computed, published, what):
    if computed != published:
        sys.exit(f"{what}: computed {computed.hex()}, published {published.hex()}")


def pattern(count, seed):
    """`count` bytes that repeat only after 251."""
    return bytes((seed + 7 * i) % 251 for i in range(count))


def aes(key, mode):
    return Cipher(algorithms.AES(key), mode)


def fips197():
    h = bytes.fromhex
    schedules = [  # A.1, A.2, A.3: the key, the last word printed
        ("A.1", "2b7e151628aed2a6abf7158809cf4f3c", "b6630ca6"),
        ("A.2", "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "01002202"),
        ("A.3", "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "706c631e")]
    records = []
    for section, key, final in schedules:
        words = expand(h(key))
        check(words[-1], h(final), section)
        records.append({"SECTION": section, "KEY": key, "WORDS": " ".join(word.hex() for word in words)})
    write("AES/FIPS197-A.txt", "FIPS 197, appendix A: key expansion examples. WORDS is w[0], w[1], and so on.", records)
    sequence = bytes(range(32)).hex()
    examples = {
        "AES/FIPS197-B.txt": ("FIPS 197, appendix B: cipher example, in appendix C's labels.", [
            ("B", "2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734",
             "3925841d02dc09fbdc118597196a0b32")]),
        "AES/FIPS197-C.txt": ("FIPS 197, appendix C: example vectors with their round states.", [
            ("C.1", sequence[:32], "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
            ("C.2", sequence[:48], "00112233445566778899aabbccddeeff", "dda97ca4864cdfe06eaf70a0ec0d7191"),
            ("C.3", sequence, "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089")])}
    for name, (comment, rows) in examples.items():
        records = []
        for section, key, plaintext, ciphertext in rows:
            output, states = cipher_states(h(key), h(plaintext))
            check(output, h(ciphertext), section)
            record = {"SECTION": section, "KEY": key, "PLAINTEXT": plaintext, "CIPHERTEXT": ciphertext}
            records.append(record | {label: value.hex() for label, value in states.items()})
        write(name, comment, records)


# Key, first input, last output. NIST, CAVP, aesmct.zip, ECBMCT{128,192,256}.rsp, COUNT = 0 and COUNT = 99.
ECB_MONTE_CARLO = [
    (128, "ENCRYPT", "139a35422f1d61de3c91787fe0507afd", "b9145a768b7dc489a096b546f43b231f",
     "fb2649694783b551eacd9d5db6126d47"),
    (128, "DECRYPT", "0c60e7bf20ada9baa9e1ddf0d1540726", "b08a29b11a500ea3aca42c36675b9785",
     "d1d2bfdc58ffcad2341b095bce55221e"),
    (192, "ENCRYPT", "b9a63e09e1dfc42e93a90d9bad739e5967aef672eedd5da9", "85a1f7a58167b389cddc8a9ff175ee26",
     "5d1196da8f184975e240949a25104554"),
    (192, "DECRYPT", "4b97585701c03fbebdfa8555024f589f1482c58a00fdd9fd", "d0bd0e02ded155e4516be83f42d347a4",
     "b63ef1b79507a62eba3dafcec54a6328"),
    (256, "ENCRYPT", "f9e8389f5b80712e3886cc1fa2d28a3b8c9cd88a2d4a54c6aa86ce0fef944be0",
     "b379777f9050e2a818f2940cbbd9aba4", "c5d2cb3d5b7ff0e23e308967ee074825"),
    (256, "DECRYPT", "2b09ba39b834062b9e93f48373b8dd018dedf1e5ba1b8af831ebbacbc92a2643",
     "89649bd0115f30bd878567610223a59d", "e3d3868f578caf34e36445bf14cefc68")]


def ecb_monte_carlo():
    """Spec: AESAVS, section 6.4.1."""
    for bits in (128, 192, 256):
        text = [f"# AESAVS Monte Carlo test for ECB, {bits}-bit keys. Not NIST's file: see SOURCES.md.", ""]
        for _, direction, key, block, final in [row for row in ECB_MONTE_CARLO if row[0] == bits]:
            key, block = bytes.fromhex(key), bytes.fromhex(block)
            names = ("PLAINTEXT", "CIPHERTEXT") if direction == "ENCRYPT" else ("CIPHERTEXT", "PLAINTEXT")
            text += [f"[{direction}]", ""]
            for count in range(100):
                text += [f"COUNT = {count}", f"KEY = {key.hex()}", f"{names[0]} = {block.hex()}"]
                cipher = aes(key, modes.ECB())
                step = cipher.encryptor() if direction == "ENCRYPT" else cipher.decryptor()
                before = block
                for _ in range(1000):
                    before, block = block, step.update(block)
                text += [f"{names[1]} = {block.hex()}", ""]
                key = add(key, (before + block)[-len(key):])
            check(block, bytes.fromhex(final), f"ECB Monte Carlo {bits} {direction}")
        with open(os.path.join(HERE, f"AES/ECBMCT{bits}.txt"), "w", newline="\n") as file:
            file.write("\n".join(text[:-1]) + "\n")
        print(f"AES/ECBMCT{bits}.txt: 200")


def sp800_38a():
    """Appendix F's ciphertexts as printed, compared with OpenSSL's."""
    keys = {128: "2b7e151628aed2a6abf7158809cf4f3c",
            192: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
            256: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"}
    plaintext = ("6bc1bee22e409f96e93d7e117393172a" "ae2d8a571e03ac9c9eb76fac45af8e51"
                 "30c81c46a35ce411e5fbc1191a0a52ef" "f69f2445df4f9b17ad2b417be66c3710")
    iv, counter = "000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
    kinds = {"ECB": modes.ECB, "CBC": modes.CBC, "CTR": modes.CTR, "CFB128": CFB, "CFB8": CFB8, "OFB": OFB}
    rows = [
        ("F.1.1", "ECB", 128, "3ad77bb40d7a3660a89ecaf32466ef97" "f5d3d58503b9699de785895a96fdbaaf"
                              "43b1cd7f598ece23881b00e3ed030688" "7b0c785e27e8ad3f8223207104725dd4"),
        ("F.1.3", "ECB", 192, "bd334f1d6e45f25ff712a214571fa5cc" "974104846d0ad3ad7734ecb3ecee4eef"
                              "ef7afd2270e2e60adce0ba2face6444e" "9a4b41ba738d6c72fb16691603c18e0e"),
        ("F.1.5", "ECB", 256, "f3eed1bdb5d2a03c064b5a7e3db181f8" "591ccb10d410ed26dc5ba74a31362870"
                              "b6ed21b99ca6f4f9f153e7b1beafed1d" "23304b7a39f9f3ff067d8d8f9e24ecc7"),
        ("F.2.1", "CBC", 128, "7649abac8119b246cee98e9b12e9197d" "5086cb9b507219ee95db113a917678b2"
                              "73bed6b8e3c1743b7116e69e22229516" "3ff1caa1681fac09120eca307586e1a7"),
        ("F.2.3", "CBC", 192, "4f021db243bc633d7178183a9fa071e8" "b4d9ada9ad7dedf4e5e738763f69145a"
                              "571b242012fb7ae07fa9baac3df102e0" "08b0e27988598881d920a9e64f5615cd"),
        ("F.2.5", "CBC", 256, "f58c4c04d6e5f1ba779eabfb5f7bfbd6" "9cfc4e967edb808d679f777bc6702c7d"
                              "39f23369a9d9bacfa530e26304231461" "b2eb05e2c39be9fcda6c19078c6a9d1b"),
        ("F.5.1", "CTR", 128, "874d6191b620e3261bef6864990db6ce" "9806f66b7970fdff8617187bb9fffdff"
                              "5ae4df3edbd5d35e5b4f09020db03eab" "1e031dda2fbe03d1792170a0f3009cee"),
        ("F.5.3", "CTR", 192, "1abc932417521ca24f2b0459fe7e6e0b" "090339ec0aa6faefd5ccc2c6f4ce8e94"
                              "1e36b26bd1ebc670d1bd1d665620abf7" "4f78a7f6d29809585a97daec58c6b050"),
        ("F.5.5", "CTR", 256, "601ec313775789a5b7a7f504bbf3d228" "f443e3ca4d62b59aca84e990cacaf5c5"
                              "2b0930daa23de94ce87017ba2d84988d" "dfc9c58db67aada613c2dd08457941a6"),
        ("F.3.7", "CFB8", 128, "3b79424c9c0dd436bace9e0ed4586a4f" "32b9"),
        ("F.3.9", "CFB8", 192, "cda2521ef0a905ca44cd057cbf0d47a0" "678a"),
        ("F.3.11", "CFB8", 256, "dc1f1a8520a64db55fcc8ac554844e88" "9700"),
        ("F.3.13", "CFB128", 128, "3b3fd92eb72dad20333449f8e83cfb4a" "c8a64537a0b3a93fcde3cdad9f1ce58b"
                                  "26751f67a3cbb140b1808cf187a4f4df" "c04b05357c5d1c0eeac4c66f9ff7f2e6"),
        ("F.3.15", "CFB128", 192, "cdc80d6fddf18cab34c25909c99a4174" "67ce7f7f81173621961a2b70171d3d7a"
                                  "2e1e8a1dd59b88b1c8e60fed1efac4c9" "c05f9f9ca9834fa042ae8fba584b09ff"),
        ("F.3.17", "CFB128", 256, "dc7e84bfda79164b7ecd8486985d3860" "39ffed143b28b1c832113c6331e5407b"
                                  "df10132415e54b92a13ed0a8267ae2f9" "75a385741ab9cef82031623d55b1e471"),
        ("F.4.1", "OFB", 128, "3b3fd92eb72dad20333449f8e83cfb4a" "7789508d16918f03f53c52dac54ed825"
                              "9740051e9c5fecf64344f7a82260edcc" "304c6528f659c77866a510d9c1d6ae5e"),
        ("F.4.3", "OFB", 192, "cdc80d6fddf18cab34c25909c99a4174" "fcc28b8d4c63837c09e81700c1100401"
                              "8d9a9aeac0f6596f559c6d4daf59a5f2" "6d9f200857ca6c3e9cac524bd9acc92a"),
        ("F.4.5", "OFB", 256, "dc7e84bfda79164b7ecd8486985d3860" "4febdc6740d20b3ac88f6ad82a4fb08d"
                              "71ab47a086e86eedf39d1c5bba97c408" "0126141d67f37be8538f5a8be740e484")]
    records = []
    for section, mode, bits, ciphertext in rows:
        start = {"ECB": "", "CTR": counter}.get(mode, iv)
        chosen = kinds[mode](*[bytes.fromhex(start)] * bool(start))
        text = plaintext[:len(ciphertext)]
        computed = aes(bytes.fromhex(keys[bits]), chosen).encryptor().update(bytes.fromhex(text))
        check(computed, bytes.fromhex(ciphertext), f"SP 800-38A {section}")
        record = {"SECTION": section, "MODE": mode, "KEY": keys[bits]} | ({"IV": start} if start else {})
        records.append(record | {"PLAINTEXT": text, "CIPHERTEXT": ciphertext})
    write("AES/SP800-38A.txt", "NIST SP 800-38A, appendix F: ECB, CBC, CTR, CFB and OFB. The next section is the\n"
          "decryption of the same values. IV is the IV, or the initial counter block of CTR.", records)


def rfc3394():
    keys, data = bytes(range(32)), bytes.fromhex("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f")
    rows = [("4.1", 16, 16, "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"),
            ("4.2", 24, 16, "96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d"),
            ("4.3", 32, 16, "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"),
            ("4.4", 24, 24, "031d33264e15d33268f24ec260743edce1c6c7ddee725a936ba814915c6762d2"),
            ("4.5", 32, 24, "a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1"),
            ("4.6", 32, 32, "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21")]
    records = []
    for section, key_bytes, data_bytes, wrapped in rows:
        check(aes_key_wrap(keys[:key_bytes], data[:data_bytes]), bytes.fromhex(wrapped), f"RFC 3394 {section}")
        records.append({"SECTION": section, "K": keys[:key_bytes].hex(), "P": data[:data_bytes].hex(), "C": wrapped})
    write("KeyWrap/RFC3394.txt", "RFC 3394, section 4: key encryption key, key data, ciphertext.", records)


def rfc5649():
    kek = "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"
    rows = [("c37b7e6492584340bed12207808941155068f738",
             "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a"),
            ("466f7250617369", "afbeb0f07dfbf5419200f2ccb50bb24f")]
    for key, wrapped in rows:
        computed = aes_key_wrap_with_padding(bytes.fromhex(kek), bytes.fromhex(key))
        check(computed, bytes.fromhex(wrapped), "RFC 5649 6")
    write("KeyWrap/RFC5649.txt", "RFC 5649, section 6: key encryption key, key data, ciphertext.",
          [{"SECTION": "6", "K": kek, "P": key, "C": wrapped} for key, wrapped in rows])


def cmac_file():
    records = []
    for key_bytes in (16, 24, 32):
        for message_bytes in (0, 1, 15, 16, 17, 31, 32, 33, 511, 512, 513, 527, 528, 529, 1041):
            key, message = pattern(key_bytes, 5 + message_bytes), pattern(message_bytes, 40 + key_bytes)
            function = CMAC(algorithms.AES(key))
            function.update(message)
            records.append({"KEY": key.hex(), "MESSAGE": message.hex(), "OUTPUT": function.finalize().hex()})
    write("CMAC/generated-CMAC.txt", "AES-CMAC: messages around one and two blocks, and around 32 and 64.", records)


def hmac_files():
    message, key = b"Test With Truncation", b"\x0c" * 20
    published = {"SHA224": "0e2aea68a90c8d37c988bcdb9fca6fa8", "SHA256": "a3b6167473100ee06e0c796c2955552b",
                 "SHA384": "3abf34c3503b2a23a46efc619baef897", "SHA512": "415fad6271580a531d4179bc891d87a6"}
    records = []
    for name, mac in published.items():
        check(hmac.new(key, message, HASHES[name]).digest()[:16], bytes.fromhex(mac), f"RFC 4231 4.6 {name}")
        records.append({"Hash": name, "Key": key.hex(), "Msg": message.hex(), "MD": mac})
    write("HMAC/rfc-4231-truncated.txt", "RFC 4231, section 4.6 (test case 5): the first 128 bits of the output.",
          records)
    for name, block in [("MD5", 64), ("SHA1", 64), ("SHA224", 64), ("SHA256", 64), ("SHA384", 128), ("SHA512", 128),
                        ("SHA512_224", 128), ("SHA512_256", 128)]:
        records = []
        for key_bytes in (0, 1, block - 1, block, block + 1, 3 * block):
            for message_bytes in (0, 1, block - 1, block, block + 1, 300):
                key, message = pattern(key_bytes, 3), pattern(message_bytes, 11)
                mac = hmac.new(key, message, HASHES[name]).hexdigest()
                records.append({"Key": key.hex(), "Msg": message.hex(), "MD": mac})
        write(f"HMAC/generated-HMAC-{name}.txt",
              f"HMAC-{name}: keys and messages around the block of {block} bytes.", records)


def md5_files():
    published = {  # RFC 1321, appendix A.5
        "": "d41d8cd98f00b204e9800998ecf8427e", "a": "0cc175b9c0f1b6a831c399e269772661",
        "abc": "900150983cd24fb0d6963f7d28e17f72", "message digest": "f96b697d7cb7938d525a2f31aaf161d0",
        "abcdefghijklmnopqrstuvwxyz": "c3fcd3d76192e4007dfb496cca67e13b",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": "d174ab98d277d9f5a5611c2c9f419d9f",
        "1234567890" * 8: "57edf4a22be3c955ac49da2e2107b67a"}
    records = []
    for text, digest in published.items():
        check(hashlib.md5(text.encode()).digest(), bytes.fromhex(digest), f"RFC 1321 {text}")
        records.append({"Len": 8 * len(text), "Msg": text.encode().hex() or "00", "MD": digest})
    write("SHA/MD5RFC1321.txt", "RFC 1321, appendix A.5. The form is that of NIST's files.", records)
    records = [{"Len": 8 * count, "Msg": pattern(count, count).hex() or "00",
                "MD": hashlib.md5(pattern(count, count)).hexdigest()} for count in [*range(200), 1000, 4096, 10_000]]
    write("SHA/generated-MD5.txt", "MD5: messages of 0 to 199 bytes, around the first three blocks, and longer.", records)


def hkdf(name, material, salt, info, count):
    """Spec: RFC 5869, section 2."""
    size = hashlib.new(HASHES[name]).digest_size
    key, block, output = hmac.new(salt or bytes(size), material, HASHES[name]).digest(), b"", b""
    for i in range(1, -(-count // size) + 1):
        block = hmac.new(key, block + info + bytes([i]), HASHES[name]).digest()
        output += block
    return key, output[:count]


def hkdf_file():
    check(hkdf("SHA256", b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42)[1], bytes.fromhex(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"), "RFC 5869 A.1")
    cases = [(b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42),
             (bytes(range(80)), bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100)), 82),
             (b"\x0b" * 22, b"", b"", 42)]
    records = []
    for name in HASHES:
        size = hashlib.new(HASHES[name]).digest_size
        counts = (1, size - 1, size, size + 1, 3 * size)
        extra = [(pattern(200, 5), pattern(size, 9), b"vault", count) for count in counts]
        for material, salt, info, count in cases + extra:
            key, output = hkdf(name, material, salt, info, count)
            records.append({"Hash": name, "IKM": material.hex(), "salt": salt.hex(), "info": info.hex(), "L": count,
                            "PRK": key.hex(), "OKM": output.hex()})
    write("HKDF/generated-HKDF.txt",
          "HKDF with every hash: the inputs of RFC 5869, A.1 to A.3, then outputs around one block.", records)


def pbkdf2_files():
    published = [
        ("passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                              "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"),
        ("Password", "NaCl", 80000, "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                                    "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d")]
    records = []
    for password, salt, rounds, output in published:
        computed = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), rounds, 64)
        check(computed, bytes.fromhex(output), "RFC 7914 section 11")
        records.append({"PASSWORD": password, "SALT": salt, "ITERATIONS": rounds, "LENGTH": 64, "DERIVED_KEY": output})
    write("PBKDF2/rfc-7914-PBKDF2-SHA256.txt", "RFC 7914, section 11: PBKDF2-HMAC-SHA-256.", records)
    for name, algorithm in HASHES.items():
        digest, block = hashlib.new(algorithm).digest_size, hashlib.new(algorithm).block_size
        records, rounds, salts = [], (1, 2, 3, 10, 1000), (0, 8, 16, block - 5, block, 100)
        for password_bytes in (0, 1, block - 1, block, block + 1, 2 * block + 3):
            for count in (1, digest - 1, digest, digest + 1, 2 * digest, 3 * digest + 5):
                i = len(records)
                password, salt = pattern(password_bytes, 1 + i), pattern(salts[(i + i // 6) % 6], 90 + i)
                turns = rounds[i % len(rounds)]
                output = hashlib.pbkdf2_hmac(algorithm, password, salt, turns, count)
                records.append({"PASSWORD_HEX": password.hex(), "SALT_HEX": salt.hex(), "ITERATIONS": turns,
                                "LENGTH": count, "DERIVED_KEY": output.hex()})
        write(f"PBKDF2/generated-PBKDF2-{name}.txt",
              f"PBKDF2-HMAC-{name}: passwords around the block of {block} bytes, outputs\n"
              f"around the digest of {digest} bytes and of several blocks.", records)


def encrypt_then_mac(mode, algorithm, tag_bytes, key, iv, data, message):
    """RFC 7518, section 5.2.2.1. With CTR in place of CBC, there is no padding."""
    authentication_key, encryption_key = key[:len(key) // 2], key[len(key) // 2:]
    if mode == "CBC":
        message += bytes([16 - len(message) % 16]) * (16 - len(message) % 16)
    cipher = aes(encryption_key, {"CBC": modes.CBC, "CTR": modes.CTR}[mode](iv)).encryptor()
    ciphertext = cipher.update(message) + cipher.finalize()
    authenticated = data + iv + ciphertext + (8 * len(data)).to_bytes(8, "big")
    return ciphertext, hmac.new(authentication_key, authenticated, algorithm).digest()[:tag_bytes]


def encrypt_then_mac_files():
    message = (b"A cipher system must not be required to be secret, and it must be able to fall into the hands of the "
               b"enemy without inconvenience")
    data, iv = b"The second principle of Auguste Kerckhoffs", bytes.fromhex("1af38c2dc2b96ffdd86694092341bc04")
    published = [  # appendices B.1, B.2, B.3: the ciphertext E and the tag T printed
        ("SHA256", 16,
         "c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9a94ac9b47ad2655c5f10f9aef71427e2"
         "fc6f9b3f399a221489f16362c703233609d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b"
         "384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade54b8851ffb598f7f80074b9473c82e2db",
         "652c3fa36b0a7c5b3219fab3a30bc1c4"),
        ("SHA384", 24,
         "ea65da6b59e61edb419be62d19712ae5d303eeb50052d0dfd6697f77224c8edb000d279bdc14c1072654bd30944230c6"
         "57bed4ca0c9f4a8466f22b226d1746214bf8cfc2400add9f5126e479663fc90b3bed787a2f0ffcbf3904be2a641d5c21"
         "05bfe591bae23b1d7449e532eef60a9ac8bb6c6b01d35d49787bcd57ef484927f280adc91ac0c4e79c7b11efc60054e3",
         "8490ac0e58949bfe51875d733f93ac2075168039ccc733d7"),
        ("SHA512", 32,
         "4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2"
         "e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3"
         "a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6",
         "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5")]
    records = []
    for name, tag_bytes, ciphertext, tag in published:
        key = bytes(range(2 * tag_bytes))
        computed = encrypt_then_mac("CBC", HASHES[name], tag_bytes, key, iv, data, message)
        check(computed[0], bytes.fromhex(ciphertext), name)
        check(computed[1], bytes.fromhex(tag), name)
        records.append({"HASH": name, "MODE": "CBC", "KEY": key.hex(), "IV": iv.hex(), "AAD": data.hex(),
                        "PT": message.hex(), "CT": ciphertext, "TAG": tag})
    write("EncryptThenMAC/RFC7518.txt", "RFC 7518, appendices B.1 to B.3.", records)
    records = []
    for mode in ("CBC", "CTR"):
        for name, tag_bytes in (("SHA1", 16), ("SHA256", 16), ("SHA256", 32), ("SHA384", 48), ("SHA512", 17),
                                ("SHA512_256", 20)):
            for message_bytes in (0, 1, 15, 16, 17, 257):
                i = len(records)
                key, iv = pattern((32, 48, 64)[i % 3], 3 + i), pattern(16, 50 + i)
                if i % 5 == 0:  # a counter that overflows after the first block
                    iv = bytes([0xff] * 16)
                data, message = pattern((0, 1, 13, 64, 200)[i % 5], 100 + i), pattern(message_bytes, 150 + i)
                ciphertext, tag = encrypt_then_mac(mode, HASHES[name], tag_bytes, key, iv, data, message)
                records.append({"HASH": name, "MODE": mode, "KEY": key.hex(), "IV": iv.hex(), "AAD": data.hex(),
                                "PT": message.hex(), "CT": ciphertext.hex(), "TAG": tag.hex()})
    write("EncryptThenMAC/generated.txt",
          "RFC 7518, section 5.2.2.1, with AES-CBC and AES-CTR, other hashes and other sizes of tag.", records)


def keywrap_extracts(folder):
    """NIST's text, with only the first records of each length: 20 for up to 320 bits, 4 for 4096 bits."""
    for direction in ("KW_AE", "KW_AD", "KWP_AE", "KWP_AD"):
        for bits in (128, 192, 256):
            with open(os.path.join(folder, f"{direction}_{bits}.txt"), newline="") as file:
                text = file.read().replace("\r\n", "\n")
            head, *sections = re.split(r"(?=^\[PLAINTEXT LENGTH)", text, flags=re.M)
            kept = head
            for section in sections:
                title, *records = re.split(r"(?=^COUNT = )", section, flags=re.M)
                kept += title + "".join(records[:4 if "4096" in title else 20])
            name = f"KeyWrap/{direction}_{bits}.txt"
            with open(os.path.join(HERE, name), "w", newline="\n") as file:
                file.write("# Extract, see SOURCES.md.\n" + kept.rstrip("\n") + "\n")
            print(f"{name}: {kept.count('COUNT = ')}, of them to be refused: {kept.count('FAIL')}")


if sys.argv[1:2] == ["--keywrap"]:
    keywrap_extracts(sys.argv[2])
else:
    fips197()
    ecb_monte_carlo()
    sp800_38a()
    rfc3394()
    rfc5649()
    cmac_file()
    md5_files()
    hmac_files()
    hkdf_file()
    pbkdf2_files()
    encrypt_then_mac_files()
