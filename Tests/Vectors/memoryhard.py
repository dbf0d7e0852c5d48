#!/usr/bin/env python3
"""Writes the vectors of BLAKE2b, Argon2 and scrypt. SOURCES.md names them.

    python3 memoryhard.py

Needs argon2-cffi 25.1, which has the reference implementation of Argon2 in C. Every run writes the same bytes. Values that a
standard prints are included here and compared with the computed ones. A difference stops the program.
"""

import hashlib
import random
import struct
import sys

from argon2.low_level import Type, core, error_to_str, ffi

import datafile

TYPES = {"d": Type.D, "i": Type.I, "id": Type.ID}


def check(computed, published, what):
    if computed != published:
        sys.exit(f"{what}: computed {computed.hex()}, published {published.hex()}")


def argon2(kind, password, salt, secret, data, kibibytes, passes, lanes, length):
    """The reference implementation's result."""
    output = ffi.new("uint8_t[]", length)
    inputs = [ffi.new("uint8_t[]", value or b"\0") for value in (password, salt, secret, data)]
    sizes = [len(value) for value in (password, salt, secret, data)]
    context = ffi.new("argon2_context*", {
        "out": output, "outlen": length, "pwd": inputs[0], "pwdlen": sizes[0], "salt": inputs[1], "saltlen": sizes[1],
        "secret": inputs[2], "secretlen": sizes[2], "ad": inputs[3], "adlen": sizes[3], "t_cost": passes,
        "m_cost": kibibytes, "lanes": lanes, "threads": 1, "version": 0x13, "allocate_cbk": ffi.NULL,
        "free_cbk": ffi.NULL, "flags": 0})
    result = core(context, TYPES[kind].value)
    if result:
        sys.exit(error_to_str(result))
    return bytes(ffi.buffer(output, length))


def argon2_record(kind, password, salt, secret, data, kibibytes, passes, lanes, key):
    return {"TYPE": kind, "PASSWORD": password.hex(), "SALT": salt.hex(), "SECRET": secret.hex(), "DATA": data.hex(),
            "KIBIBYTES": kibibytes, "PASSES": passes, "LANES": lanes, "KEY": key.hex()}


def argon2_files():
    published = [
        ("d", "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
        ("i", "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
        ("id", "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659")]
    inputs = b"\1" * 32, b"\2" * 16, b"\3" * 8, b"\4" * 12, 32, 3, 4
    records = []
    for kind, key in published:
        check(argon2(kind, *inputs, 32), bytes.fromhex(key), f"Argon2{kind}")
        records.append(argon2_record(kind, *inputs, bytes.fromhex(key)))
    datafile.write("MemoryHard/RFC9106.txt", "RFC 9106, sections 5.1 to 5.3.", records)

    records = []
    for kind, passes, exponent, lanes, password, salt, key in REFERENCE:
        inputs = password, salt, b"", b"", 1 << exponent, passes, lanes
        check(argon2(kind, *inputs, 32), bytes.fromhex(key), f"Argon2{kind}")
        records.append(argon2_record(kind, *inputs, bytes.fromhex(key)))
    datafile.write(
        "MemoryHard/reference-Argon2.txt", "src/test.c of the reference implementation, version 0x13.", records)

    choice = random.Random(9106)
    records = []
    for number in range(1000):
        kind, lanes = choice.choice(["id", "id", "i", "d"]), choice.choice([1, 1, 1, 2, 3, 4, 5, 8])
        kibibytes = 8 * lanes + choice.choice([0, 1, choice.randrange(64), choice.randrange(1200)])
        length = choice.choice([4, 16, 31, 32, 33, 63, 64, 65, 96, 97, choice.randrange(4, 300)])
        sizes = (choice.choice([0, 1, 8, 127, 128, 129, choice.randrange(300)]), choice.choice([8, 16, 17, 64]),
                 choice.choice([0, 0, 1, 32]), choice.choice([0, 0, 1, 130]))
        inputs = *(choice.randbytes(size) for size in sizes), kibibytes, choice.choice([1, 1, 2, 3, 5]), lanes
        records.append(argon2_record(kind, *inputs, argon2(kind, *inputs, length)))
    datafile.write("MemoryHard/generated-Argon2.txt", "Results of the reference implementation.", records)


REFERENCE = [
    ("i", 2, 16, 1, b"password", b"somesalt", "c1628832147d9720c5bd1cfd61367078729f6dfb6f8fea9ff98158e0d7816ed0"),
    ("i", 2, 8, 1, b"password", b"somesalt", "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
    ("i", 2, 8, 2, b"password", b"somesalt", "4ff5ce2769a1d7f4c8a491df09d41a9fbe90e5eb02155a13e4c01e20cd4eab61"),
    ("i", 1, 16, 1, b"password", b"somesalt", "d168075c4d985e13ebeae560cf8b94c3b5d8a16c51916b6f4ac2da3ac11bbecf"),
    ("i", 4, 16, 1, b"password", b"somesalt", "aaa953d58af3706ce3df1aefd4a64a84e31d7f54175231f1285259f88174ce5b"),
    ("i", 2, 16, 1, b"differentpassword", b"somesalt",
     "14ae8da01afea8700c2358dcef7c5358d9021282bd88663a4562f59fb74d22ee"),
    ("i", 2, 16, 1, b"password", b"diffsalt", "b0357cccfbef91f3860b0dba447b2348cbefecadaf990abfe9cc40726c521271"),
    ("id", 2, 16, 1, b"password", b"somesalt", "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
    ("id", 2, 8, 1, b"password", b"somesalt", "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
    ("id", 2, 8, 2, b"password", b"somesalt", "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
    ("id", 1, 16, 1, b"password", b"somesalt", "f6a5adc1ba723dddef9b5ac1d464e180fcd9dffc9d1cbf76cca2fed795d9ca98"),
    ("id", 4, 16, 1, b"password", b"somesalt", "9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c"),
    ("id", 2, 16, 1, b"differentpassword", b"somesalt",
     "0b84d652cf6b0c4beaef0dfe278ba6a80df6696281d7e0d2891b817d8c458fde"),
    ("id", 2, 16, 1, b"password", b"diffsalt", "bdf32b05ccc42eb15d58fd19b1f856b113da1e9a5874fdcc544308565aa8141c"),
    ("id", 2, 18, 1, b"password", b"somesalt", "78fe1ec91fb3aa5657d72e710854e4c3d9b9198c742f9616c2f085bed95b2e8c"),
]


def blake2b():
    published = ("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                 "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923")
    check(hashlib.blake2b(b"abc").digest(), bytes.fromhex(published), "BLAKE2b")
    records = [{"MESSAGE": b"abc".hex(), "HASH": published}]
    choice = random.Random(7693)
    for size in [0, 1, 2, 3, *range(126, 131), *range(254, 259), 384, 1000, 1024]:
        for length in (1, 20, 32, 33, 48, 63, 64):
            message = choice.randbytes(size)
            records.append({"MESSAGE": message.hex(), "HASH": hashlib.blake2b(message, digest_size=length).hexdigest()})
    for length in range(1, 65):
        message = choice.randbytes(150)
        records.append({"MESSAGE": message.hex(), "HASH": hashlib.blake2b(message, digest_size=length).hexdigest()})
    datafile.write("MemoryHard/BLAKE2b.txt", "RFC 7693, appendix A, and results of OpenSSL's and Python's BLAKE2b.", records)


def salsa(block):
    """RFC 7914, section 3."""
    x = list(struct.unpack("<16I", block))
    start = list(x)

    def quarter(a, b, c, d):
        for target, left, right, count in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
            total = (x[left] + x[right]) & 0xffffffff
            x[target] ^= (total << count | total >> 32 - count) & 0xffffffff

    for _ in range(4):
        for column in ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11)):
            quarter(*column)
        for row in ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)):
            quarter(*row)
    return struct.pack("<16I", *((a + b) & 0xffffffff for a, b in zip(x, start)))


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def block_mix(b):
    """RFC 7914, section 4."""
    blocks = [b[i:i + 64] for i in range(0, len(b), 64)]
    x, y = blocks[-1], []
    for block in blocks:
        x = salsa(xor(x, block))
        y.append(x)
    return b"".join(y[::2] + y[1::2])


def ro_mix(x, n):
    """RFC 7914, section 5."""
    v = []
    for _ in range(n):
        v.append(x)
        x = block_mix(x)
    for _ in range(n):
        x = block_mix(xor(x, v[int.from_bytes(x[-64:-56], "little") % n]))
    return x


def scrypt_files():
    h = bytes.fromhex
    salsa_in = h("7e879a214f3ec9867ca940e641718f26baee555b8c61c1b50df846116dcd3b1d"
                 "ee24f319df9b3d8514121e4b5ac5aa3276021d2909c74829edebc68db8b8c25e")
    salsa_out = h("a41f859c6608cc993b81cacb020cef05044b2181a2fd337dfd7b1c6396682f29"
                  "b4393168e3c9e6bcfe6bc5b7a06d96bae424cc102c91745c24ad673dc7618f81")
    mix_in = h("f7ce0b653d2d72a4108cf5abe912ffdd777616dbbb27a70e8204f3ae2d0f6fad"
               "89f68f4811d1e87bcc3bd7400a9ffd29094f0184639574f39ae5a1315217bcd7"
               "894991447213bb226c25b54da86370fbcd984380374666bb8ffcb5bf40c254b0"
               "67d27c51ce4ad5fed829c90b505a571b7f4d1cad6a523cda770e67bceaaf7e89")
    mix_out = salsa_out + h("20edc975323881a80540f64c162dcd3c21077cfe5f8d5fe2b1a4168f953678b7"
                            "7d3b3d803b60e4ab920996e59b4d53b65d2a225877d5edf5842cb9f14eefe425")
    ro_out = h("79ccc193629debca047f0b70604bf6b62ce3dd4a9626e355fafc6198e6ea2b46"
               "d58413673b99b029d665c357601fb426a0b2f4bba200ee9f0a43d19b571a9c71"
               "ef1142e65d5a266fddca832ce59faa7cac0b9cf1be2bffca300d01ee387619c4"
               "ae12fd4438f203a0e4e1c47ec314861f4e9087cb33396a6873e8f9d2539a4b8e")
    check(salsa(salsa_in), salsa_out, "Salsa20/8")
    check(block_mix(mix_in), mix_out, "scryptBlockMix")
    check(ro_mix(mix_in, 16), ro_out, "scryptROMix")
    # Further ones are computed from the standard's definitions, for block sizes and costs beside the published ones.
    choice = random.Random(7914)
    mixes = [{"STEP": "blockMix", "COST": 0, "INPUT": mix_in.hex(), "OUTPUT": mix_out.hex()},
             {"STEP": "ROMix", "COST": 16, "INPUT": mix_in.hex(), "OUTPUT": ro_out.hex()}]
    for size in (2, 3, 8):
        block = choice.randbytes(128 * size)
        mixes.append({"STEP": "blockMix", "COST": 0, "INPUT": block.hex(), "OUTPUT": block_mix(block).hex()})
        for cost in (2, 4, 32):
            mixes.append({"STEP": "ROMix", "COST": cost, "INPUT": block.hex(), "OUTPUT": ro_mix(block, cost).hex()})
    mixes.append({"STEP": "salsa", "COST": 0, "INPUT": salsa_in.hex(), "OUTPUT": salsa_out.hex()})
    datafile.write("MemoryHard/scrypt-steps.txt", "RFC 7914, sections 8 to 10, and results by its definitions.", mixes)

    published = [
        (b"", b"", 16, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                             "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
        (b"password", b"NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                                            "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
        (b"pleaseletmein", b"SodiumChloride", 16384, 8, 1,
         "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
         "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
        (b"pleaseletmein", b"SodiumChloride", 1048576, 8, 1,
         "2101cb9b6a511aaeaddbbe09cf70f881ec568d574a2ffd4dabe5ee9820adaa47"
         "8e56fd8f4ba5d09ffa1c6d927c40f4c337304049e8a952fbcbf45c6fa77a41a4")]
    records = []
    for password, salt, n, r, p, key in published:
        check(scrypt(password, salt, n, r, p, 64), h(key), "scrypt")
        records.append(scrypt_record(password, salt, n, r, p, h(key)))
    datafile.write("MemoryHard/RFC7914.txt", "RFC 7914, section 12.", records)

    records = []
    for _ in range(1000):
        size = choice.choice([1, 1, 2, 3, 4, 7, 8, 8, 9, 16, 33])
        cost = 1 << choice.choice([1, 2, 3, 4, 5, 6, 7, 8])
        inputs = (choice.randbytes(choice.choice([0, 1, 16, 63, 64, 65, 200])), choice.randbytes(choice.choice([0, 8, 16, 51, 52, 64])),
                  cost, size, choice.choice([1, 1, 1, 2, 3, 5]))
        length = choice.choice([1, 16, 31, 32, 33, 64, 65, 100])
        records.append(scrypt_record(*inputs, scrypt(*inputs, length)))
    datafile.write("MemoryHard/generated-scrypt.txt", "Results of OpenSSL.", records)


def scrypt(password, salt, n, r, p, length):
    return hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=length, maxmem=(1 << 31) - 1)


def scrypt_record(password, salt, n, r, p, key):
    return {"PASSWORD": password.hex(), "SALT": salt.hex(), "N": n, "R": r, "P": p, "KEY": key.hex()}


blake2b()
argon2_files()
scrypt_files()
