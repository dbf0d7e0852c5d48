"""Compares the kernels of Checks/ARM64/run with every vector and, on random data, with Python's modules.

    check.py DRIVER
"""

import hashlib
import hmac
import pathlib
import random
import re
import sys

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.keywrap import aes_key_wrap

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Wiping"))
import needles  # noqa: E402  the plain hash functions
from ciphers import decrypted, encrypted  # noqa: E402
from driver import Driver, PORTABLE, ARM64  # noqa: E402
from vectors import VECTORS, records  # noqa: E402

# The modes of the driver by their numbers, as ciphers.py names them.
NAMES = "ecb", "ecb", "cbc", "cbc", "ctr", "cfb", "cfb", "ofb", "cfb8"
ECB_ENCRYPT, ECB_DECRYPT, CBC_ENCRYPT, CBC_DECRYPT, CTR, CFB_DECRYPT, CFB_ENCRYPT, OFB, CFB8_ENCRYPT = range(9)
# The operations of a kernel. Decryption in CFB8 runs on encryption in ECB.
MODES = {"ECB": (ECB_ENCRYPT, ECB_DECRYPT), "CBC": (CBC_ENCRYPT, CBC_DECRYPT), "CTR": (CTR, CTR),
         "CFB128": (CFB_ENCRYPT, CFB_DECRYPT), "OFB": (OFB, OFB), "CFB8": (CFB8_ENCRYPT, None)}
compared = mismatched = 0
random.seed(0)


def same(found, expected, place):
    global compared, mismatched
    compared += 1
    if found != expected:
        mismatched += 1
        print(f"MISMATCH {place}\n  found    {found.hex()}\n  expected {expected.hex()}")


unhex = bytes.fromhex


# Hash functions: the number of the function in the driver, and Python's name.
HASHES = {
    "SHA1": (1, "sha1"), "SHA224": (256, "sha224"), "SHA256": (256, "sha256"), "SHA384": (512, "sha384"),
    "SHA512": (512, "sha512"), "SHA512_224": (512, "sha512_224"), "SHA512_256": (512, "sha512_256")}


class Hash:
    """A hash function on a kernel."""

    def __init__(self, driver, kernel, name):
        self.driver, self.kernel, self.name = driver, kernel, name
        self.function, self.python = HASHES[name]
        self.size = hashlib.new(self.python).digest_size
        self.word = 8 if self.function == 512 else 4
        start = needles.FUNCTIONS[self.python].start
        self.initial = b"".join(word.to_bytes(self.word, sys.byteorder) for word in start).ljust(8 * self.word, b"\0")
        self.block = 16 * self.word

    def ask(self, kind, *parts):
        return self.driver.ask(kind, self.kernel, self.function, self.size, *parts)

    def digest(self, message, blocks_per_call=0, misalignment=0):
        return self.ask(1, blocks_per_call, misalignment, self.initial, message)

    def messages(self):
        count = 0
        for file in (f"SHA/{self.name}ShortMsg.rsp", f"SHA/{self.name}LongMsg.rsp"):
            for _, record in records(file):
                if "Msg" not in record:
                    continue
                message = unhex(record["Msg"])[:int(record["Len"]) // 8]
                same(self.digest(message), unhex(record["MD"]), f"{file} Len {record['Len']}")
                count += 1
        return count

    def monte_carlo(self):
        count, seed = 0, None
        for _, record in records(f"SHA/{self.name}Monte.rsp"):
            seed = unhex(record["Seed"]) if "Seed" in record else seed
            if "MD" in record:
                seed = self.ask(2, self.initial, seed)
                same(seed, unhex(record["MD"]), f"{self.name} Monte Carlo {record['COUNT']}")
                count += 1
        return count

    def differential(self, generator):
        for length in [*range(0, 300), *(generator.randrange(300, 9000) for _ in range(100))]:
            message = generator.randbytes(length)
            found = self.digest(message, generator.randrange(5), generator.randrange(16))
            same(found, hashlib.new(self.python, message).digest(), f"{self.name} of {length} bytes")
        return 400

    def native(self, digest):
        """The digest as words of the machine, followed by zeros."""
        padded = digest.ljust(8 * self.word, b"\0")
        return b"".join(padded[i:i + self.word][::-1] for i in range(0, len(padded), self.word))

    def pbkdf2(self, password, salt, rounds):
        """One block. The kernel under test runs all rounds except the first. The bytes after u and t are noise."""
        key = password if len(password) <= self.block else hashlib.new(self.python, password).digest()
        key = key.ljust(self.block, b"\0")
        inner = self.ask(4, self.initial, bytes(byte ^ 0x36 for byte in key))
        outer = self.ask(4, self.initial, bytes(byte ^ 0x5C for byte in key))
        first = hmac.digest(password, salt + b"\0\0\0\1", self.python)
        states = 2 * [self.native(first + random.randbytes(8 * self.word - self.size))]
        sums = self.ask(3, rounds - 1, inner, outer, *states)[8 * self.word:]
        return self.native(sums)[:self.size]

    def iterations(self, generator):
        count = skipped = 0
        for file in sorted((VECTORS / "PBKDF2").glob(f"*-{self.name}.txt")):
            for _, record in records(file):
                rounds = int(record["ITERATIONS"])
                if rounds > 100_000:
                    skipped += 1
                    continue
                password, salt = (
                    unhex(record[key + "_HEX"]) if key + "_HEX" in record else
                    record[key].encode().decode("unicode_escape").encode("latin-1") for key in ("PASSWORD", "SALT"))
                expected = unhex(record["DERIVED_KEY"])[:self.size]
                same(self.pbkdf2(password, salt, rounds)[:len(expected)], expected, f"{file.name} {rounds} rounds")
                count += 1
        for _ in range(60):
            password, salt = generator.randbytes(generator.randrange(200)), generator.randbytes(generator.randrange(40))
            rounds = generator.randrange(1, 40)
            expected = hashlib.pbkdf2_hmac(self.python, password, salt, rounds)
            same(self.pbkdf2(password, salt, rounds), expected, f"PBKDF2 {self.name} {rounds} rounds")
        return count, skipped


# AES

class AES:
    """AES on a kernel."""

    def __init__(self, driver, kernel):
        self.driver, self.kernel = driver, kernel

    def process(self, mode, key, iv, data, misalignment=0, in_place=0):
        """The new IV and the output. CTR may end within a block."""
        padded = data + bytes(-len(data) % 16)
        reply = self.driver.ask(
            5, self.kernel, mode, len(key), key, misalignment, in_place, iv or bytes(16), padded)
        return reply[:16], reply[16:16 + len(data)]

    def vectors(self):
        count = 0
        files = [file for pattern in ("ECB*.rsp", "CBC*.rsp", "CFB128*.rsp", "CFB8*.rsp", "OFB*.rsp", "aes-*-ctr.txt", "SP800-38A.txt", "FIPS197-[BC].txt")
                 for file in sorted((VECTORS / "AES").glob(pattern)) if "MCT" not in file.name]
        for file in files:
            for section, record in records(file):
                if "PLAINTEXT" not in record:
                    continue
                start = re.match("ECB|CBC|CFB128|CFB8|OFB|aes|", file.name)[0]
                name = record.get("MODE") or {"aes": "CTR", "": "ECB"}.get(start, start)
                if name not in MODES:
                    continue
                key, iv = unhex(record["KEY"]), unhex(record.get("IV", ""))
                plain, secret = unhex(record["PLAINTEXT"]), unhex(record["CIPHERTEXT"])
                encrypt, decrypt = MODES[name]
                place = f"{file.name} {section} {record.get('COUNT', record.get('SECTION'))}"
                same(self.process(encrypt, key, iv, plain)[1], secret, place + " encryption")
                if decrypt is not None:
                    same(self.process(decrypt, key, iv, secret)[1], plain, place + " decryption")
                count += 1
        return count

    def key_schedules(self):
        count = 0
        for _, record in records("AES/FIPS197-A.txt"):
            key = unhex(record["KEY"])
            found = self.driver.ask(7, self.kernel, ECB_ENCRYPT, len(key), key)
            same(found, unhex(record["WORDS"]), f"FIPS 197 {record['SECTION']}")
            count += 1
        return count

    def monte_carlo(self):
        """Computes all records from the first record of each section. Spec: AESAVS, section 6.4."""
        count = 0
        for name, bits in ((name, bits) for name in ("ECBMCT{}.txt", "CBCMCT{}.rsp") for bits in (128, 192, 256)):
            state = None
            for section, record in records("AES/" + name.format(bits)):
                source, target = ("PLAINTEXT", "CIPHERTEXT")[::1 if section == "ENCRYPT" else -1]
                if state is None or state[0] != section:
                    state = section, unhex(record["KEY"]), unhex(record.get("IV", "")), unhex(record[source])
                _, key, iv, data = state
                place = f"{name.format(bits)} {section} {record['COUNT']}"
                same(key + iv + data, unhex(record["KEY"] + record.get("IV", "") + record[source]), place)
                mode = (ECB_ENCRYPT if not iv else CBC_ENCRYPT) + (section == "DECRYPT")
                last_two = self.driver.ask(6, self.kernel, mode, len(key), key, iv or bytes(16), data)
                same(last_two[16:], unhex(record[target]), place)
                key = bytes(a ^ b for a, b in zip(key, last_two[-len(key):]))
                state = section, key, last_two[16:] if iv else b"", last_two[:16] if iv else last_two[16:]
                count += 1
        return count

    def differential(self, generator):
        count = 0
        for bits in (128, 192, 256):
            for blocks in [*range(0, 40), *(generator.randrange(40, 400) for _ in range(20))]:
                key, iv, data = (generator.randbytes(size) for size in (bits // 8, 16, 16 * blocks))
                counters = [iv, b"\xff" * 16, generator.randbytes(8) + b"\xff" * 7 + generator.randbytes(1),
                            b"\xff" * 15 + generator.randbytes(1)]
                for mode in range(9):
                    for start in counters if mode == CTR else [iv]:
                        work = decrypted if mode in (ECB_DECRYPT, CBC_DECRYPT, CFB_DECRYPT) else encrypted
                        expected = work(NAMES[mode], key, start, data)
                        after = start
                        if mode in (CBC_ENCRYPT, CBC_DECRYPT, CFB_DECRYPT, CFB_ENCRYPT, CFB8_ENCRYPT) and blocks > 0:
                            after = (expected if mode in (CBC_ENCRYPT, CFB_ENCRYPT, CFB8_ENCRYPT) else data)[-16:]
                        if mode == OFB and blocks > 0:
                            after = bytes(a ^ b for a, b in zip(data[-16:], expected[-16:]))
                        if mode == CTR:
                            after = ((int.from_bytes(start, "big") + blocks) % (1 << 128)).to_bytes(16, "big")
                        found = self.process(mode, key, start, data, generator.randrange(16), generator.randrange(2))
                        if mode < CBC_ENCRYPT:
                            found = start, found[1]  # ECB has no IV
                        same(found[0] + found[1], after + expected, f"AES-{bits} mode {mode}, {blocks} blocks")
                        count += 1
        return count


    def key_wrap(self, generator):
        """The loops of key wrap, of 2 to 100 registers. The first is the check: a constant before. Spec: RFC 3394."""
        count = 0
        for bits in (128, 192, 256):
            for registers in [*range(2, 12), *(generator.randrange(12, 100) for _ in range(10))]:
                key, data = generator.randbytes(bits // 8), generator.randbytes(8 * registers)
                start, wrapped = b"\xa6" * 8 + data, aes_key_wrap(key, data)
                for is_unwrapping, given, expected in (0, start, wrapped), (1, wrapped, start):
                    found = self.driver.ask(
                        9, self.kernel, is_unwrapping, len(key), key, generator.randrange(16), generator.randrange(2), given)
                    same(found, expected, f"AES-{bits} key wrap, {registers} registers, unwrapping {is_unwrapping}")
                    count += 1
        return count


class GCM:
    """GCM on a kernel."""

    def __init__(self, driver, kernel):
        self.driver, self.kernel = driver, kernel

    def process(self, is_encryption, key, nonce, data, text, limit=32, misalignment=0, in_place=0):
        """The output and the tag. Each call of the kernel has at most `limit` blocks, with 32 any number."""
        reply = self.driver.ask(
            8, self.kernel, ECB_ENCRYPT, len(key), key, limit, is_encryption, misalignment, in_place, len(nonce), nonce,
            len(data), data, text)
        return reply[16:], reply[:16]

    def vectors(self):
        """A record that must be refused has a wrong tag."""
        count = 0
        for file in sorted((VECTORS / "GCM").glob("*.txt")):
            for _, record in records(file):
                key, nonce, data, secret, tag = (unhex(record[name]) for name in ("Key", "IV", "AAD", "CT", "Tag"))
                if not nonce:
                    continue
                place = f"{file.name} {record.get('TcId', count)}"
                text, own = self.process(0, key, nonce, data, secret)
                same(bytes([own[:len(tag)] == tag]), bytes(["FAIL" not in record]), place + " tag")
                if "FAIL" not in record:
                    same(text, unhex(record["PT"]), place + " decryption")
                    text, own = self.process(1, key, nonce, data, unhex(record["PT"]))
                    same(text + own[:len(tag)], secret + tag, place + " encryption")
                count += 1
        return count

    def differential(self, generator):
        count = 0
        for bits in (128, 192, 256):
            for size in [*range(0, 70), *(generator.randrange(70, 3000) for _ in range(60))]:
                key, nonce = generator.randbytes(bits // 8), generator.randbytes(generator.choice([12, 12, 8, 16, 60]))
                data, text = generator.randbytes(generator.randrange(200)), generator.randbytes(size)
                expected = AESGCM(key).encrypt(nonce, text, data)
                for is_encryption in (1, 0):
                    output, tag = self.process(
                        is_encryption, key, nonce, data, text if is_encryption else expected[:-16],
                        generator.choice([1, 2, 3, 4, 8, 31, 32, 32, 32]), generator.randrange(16), generator.randrange(2))
                    same(output + tag, (expected[:-16] if is_encryption else text) + expected[-16:],
                         f"AES-{bits}-GCM, {size} bytes, encryption {is_encryption}")
                    count += 1
        return count


def check_key_agreement(driver, label, generator):
    """There is one kernel, the portable one."""
    def agree(scalar, point, expected, place):
        same(driver.ask(10, PORTABLE, scalar, point), expected + bytes([any(expected)]), place)

    count = 0
    for name in ("RFC7748", "wycheproof", "generated"):
        for number, (_, record) in enumerate(records(f"Curve25519/{name}.txt"), 1):
            agree(*(unhex(record[key]) for key in ("SCALAR", "U", "RESULT")), f"X25519, record {number} of {name}")
            count += 1
    for _ in range(200):
        scalar, point = generator.randbytes(32), generator.randbytes(32)
        shared = X25519PrivateKey.from_private_bytes(scalar).exchange(X25519PublicKey.from_public_bytes(point))
        agree(scalar, point, shared, "X25519, random")
    print(f"{label} X25519: {count} vectors, random: 200")


def check_chachapoly(driver, label, generator):
    """The portable kernel: the compiler makes its vectors those of NEON."""
    def agree(key, nonce, data, text, sealed, place):
        for is_encryption, source, expected in ((1, text, sealed), (0, sealed[:-16], text + sealed[-16:])):
            answer = driver.ask(11, PORTABLE, bytes([is_encryption]), key, nonce, len(data), data, source)
            same(answer, expected, f"{place}, encryption {is_encryption}")

    count = 0
    for number, (_, record) in enumerate(records("Wycheproof/chacha20_poly1305.txt"), 1):
        if record["result"] == "valid":
            key, nonce, data, text, ciphertext, tag = (
                unhex(record[field]) for field in ("key", "iv", "aad", "msg", "ct", "tag"))
            agree(key, nonce, data, text, ciphertext + tag, f"ChaCha20-Poly1305, record {number}")
            count += 1
    sizes = [*range(0, 700), *(generator.randrange(700, 5000) for _ in range(60))]
    for size in sizes:
        key, nonce = generator.randbytes(32), generator.randbytes(12)
        data, text = generator.randbytes(generator.randrange(100)), generator.randbytes(size)
        agree(key, nonce, data, text, ChaCha20Poly1305(key).encrypt(nonce, text, data), f"{size} bytes")
    print(f"{label} ChaCha20-Poly1305: {count} vectors, random: {len(sizes)}, both ways")


def check(driver, kernel, label, has_sha512, seed):
    generator = random.Random(seed)
    for name in HASHES:
        if kernel == ARM64 and HASHES[name][0] == 512 and not has_sha512:
            continue
        tested = Hash(driver, kernel, name)
        iterated, skipped = tested.iterations(generator)
        print(f"{label} {name}: {tested.messages()} messages, {tested.monte_carlo()} Monte Carlo checkpoints, "
              f"{iterated} PBKDF2 vectors ({skipped} of over 100,000 rounds skipped); random: "
              f"{tested.differential(generator)} messages, 60 PBKDF2")
    tested = AES(driver, kernel)
    schedules = ""
    if kernel == ARM64:
        schedules = f"{tested.key_schedules()} key schedules, {tested.key_wrap(generator)} key wraps, "
    print(f"{label} AES: {schedules}{tested.vectors()} vectors both ways (CFB8: encryption), {tested.monte_carlo()} Monte Carlo "
          f"checkpoints; random: {tested.differential(generator)} in ECB, CBC, CTR, CFB, CFB8 and OFB")
    tested = GCM(driver, kernel)
    print(f"{label} GCM: {tested.vectors()} vectors, random: {tested.differential(generator)}", flush=True)


def check_bits():
    """QEMU's models do not separate every bit of AT_HWCAP from every other bit. Linux's header does."""
    header = pathlib.Path("/usr/aarch64-linux-gnu/include/asm/hwcap.h").read_text()
    bits = dict(re.findall(r"#define HWCAP_(\w+)\s+\(1 << (\d+)\)", header))
    source = (VECTORS.parent.parent / "Sources/Kernels/CPU/ARM64Features.swift").read_text()
    cases = re.findall(r"case (\w+) = (\d+)", source)
    for name, bit in cases:
        same(bit.encode(), bits[name.upper()].encode(), f"bit of {name}")
    print(f"AT_HWCAP: {len(cases)} bits as in Linux's header")


check_bits()

# The models of QEMU, and whether they have AES, SHA-1 and SHA-256, SHA-512 and SHA-3.
MODELS = {"max": (1, 1, 1), "cortex-a53": (1, 1, 0), "neoverse-n1": (1, 1, 0)}

for cpu, expected in MODELS.items():
    driver = Driver(sys.argv[1], cpu)
    found = driver.ask(0)
    same(found, bytes(expected), f"the witnesses on {cpu}")
    print(f"{cpu}: witnesses AES {found[0]}, SHA-2 {found[1]}, SHA-512 {found[2]}")
    if cpu == "max":
        check(driver, ARM64, f"{cpu} arm64crypto", True, 1)
        check(driver, PORTABLE, f"{cpu} portable", True, 2)
        check_key_agreement(driver, f"{cpu} portable", random.Random(4))
        check_chachapoly(driver, f"{cpu} portable", random.Random(5))
    elif cpu == "cortex-a53":
        check(driver, ARM64, f"{cpu} arm64crypto", False, 3)
    driver.close()

print(f"ARM64: {compared} comparisons, {mismatched} mismatches")
sys.exit(1 if mismatched else 0)
