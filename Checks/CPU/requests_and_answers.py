"""Requests for `crypto-lab batch` and the answers of Python's hashlib, hmac and `cryptography`."""

import hashlib
import hmac
import pathlib
import sys

from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests/VaultTests"), str(ROOT / "Checks/Wiping")]
from ciphers import encrypted
import vault as vault_format

# Each hash, with the algorithm whose kernels compute it.
HASHES = {
    "md5": "md5", "sha1": "sha1", "sha224": "sha256", "sha256": "sha256", "sha384": "sha512", "sha512": "sha512",
    "sha512_224": "sha512", "sha512_256": "sha512",
}
PASSWORD, CONTEXT = b"correct horse", b"masked"


class Question:
    """A request and a test of its result. `algorithm` is the one whose kernel the request may name, or None."""

    def __init__(self, algorithm, request, is_right):
        self.algorithm, self.request = algorithm, request
        self.is_right = is_right if callable(is_right) else lambda result: result == is_right

    def naming(self, kernel):
        return dict(self.request, kernel=kernel)


def some_bytes(count, seed=""):
    """Bytes without a pattern, the same in each run."""
    return hashlib.shake_128(f"{seed} {count}".encode()).digest(count)


def request(op, **fields):
    return {"op": op} | {name: value.hex() if isinstance(value, bytes) else value for name, value in fields.items()}


def block_size(name):
    return hashlib.new(name).block_size


def digests():
    for name, algorithm in HASHES.items():
        block = block_size(name)
        border = block - block // 8  # from here on the length needs another block
        lengths = [
            0, 1, border - 1, border, border + 1, block - 1, block, block + 1, block + border - 1, block + border,
            2 * block - 1, 2 * block, 2 * block + 1, 3 * block, 4 * block, 5 * block + 7, 17 * block - 1, 3001]
        for length in lengths:
            data = some_bytes(length, name)
            yield Question(algorithm, request("digest", hash=name, data=data), hashlib.new(name, data).digest())
        data = some_bytes(9 * block + 5, name)
        for split in ([1, block - 1, 0, 3 * block], [block + 1, 2 * block], [5 * block]):
            yield Question(
                algorithm, request("digest", hash=name, data=data, split=split), hashlib.new(name, data).digest())


def codes():
    for name, algorithm in HASHES.items():
        block = block_size(name)
        lengths = [(0, 0), (1, 1), (20, block), (block - 1, 63), (block, 64), (block + 1, 1000), (200, 8)]
        for key_length, length in lengths:
            key, data = some_bytes(key_length, "key"), some_bytes(length, name)
            yield Question(
                algorithm, request("hmac", hash=name, key=key, data=data), hmac.new(key, data, name).digest())


def derivations():
    for name, algorithm in HASHES.items():
        size = hashlib.new(name).digest_size
        for length in (1, size, 3 * size + 1):
            secret, salt, info = some_bytes(32, "ikm"), some_bytes(13, "salt"), some_bytes(10, "info")
            yield Question(
                algorithm, request("hkdf", hash=name, ikm=secret, salt=salt, info=info, length=length),
                vault_format.hkdf(name, secret, salt, info, length))
        # Blocks of the output are computed in lanes: as many blocks as lanes, more and fewer.
        shapes = [
            (1, 1), (2, 1), (50, 1), (3, 2), (5, 3), (2, 4), (4, 5), (3, 7), (2, 8), (3, 9), (2, 16), (3, 17)]
        for rounds, blocks in shapes:
            password, salt = some_bytes(rounds + 8, "password"), some_bytes(16, "salt")
            length = blocks * size - rounds % 2
            yield Question(
                algorithm, request("pbkdf2", hash=name, password=password, salt=salt, rounds=rounds, length=length),
                hashlib.pbkdf2_hmac(name, password, salt, rounds, length))


def ciphers():
    def both_ways(mode, key, iv, padding, data, **more):
        ciphertext = encrypted(mode, key, iv, data, padding)
        fields = dict(mode=mode, key=key, iv=iv, padding=padding, **more)
        yield Question("aes", request("aes", direction="encrypt", data=data, **fields), ciphertext)
        yield Question("aes", request("aes", direction="decrypt", data=ciphertext, **fields), data)

    for mode in ("ecb", "cbc", "ctr"):
        for key_length in (16, 24, 32):
            key, iv = some_bytes(key_length, "aes"), some_bytes(16, mode)
            for blocks in (0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65):
                yield from both_ways(mode, key, iv, "none", some_bytes(16 * blocks, mode))
            for length in (1, 15, 17, 127, 129, 515):
                yield from both_ways(mode, key, iv, "pkcs7", some_bytes(length, mode))
            yield from both_ways(mode, key, iv, "pkcs7", some_bytes(700, mode), split=[1, 15, 33, 0, 256, 300])
        for padding in ("iso7816-4", "ansi-x9.23", "zero"):
            for length in (0, 1, 15, 16, 31):
                data = (some_bytes(length, padding)[:-1] + b"\x07")[:length]
                yield from both_ways(mode, key, iv, padding, data)
    # Counters that overflow at 32, 64 and 128 bits.
    for counter in (2**32 - 3, 2**64 - 9, 2**128 - 17, 2**128 - 1):
        yield from both_ways("ctr", key, counter.to_bytes(16, "big"), "none", some_bytes(16 * 40 + 5, "carry"))


def sealed():
    """GCM: lengths around the kernels' widths, associated data, and nonces that are hashed."""
    for key_length in (16, 24, 32):
        for length in (0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 511, 512, 513, 1040, 3001):
            key, data, text = (some_bytes(count, "gcm") for count in (key_length, length % 71, length))
            nonce = some_bytes(16 if length % 5 == 0 else 12, "nonce")
            box = AESGCM(key).encrypt(nonce, text, data)
            fields = dict(mode="gcm", key=key, iv=nonce, aad=data)
            yield Question("aes", request("aes", direction="encrypt", data=text, **fields), box)
            yield Question("aes", request("aes", direction="decrypt", data=box, **fields), text)


def streams():
    """ChaCha20-Poly1305: lengths around the kernels' widths, and associated data."""
    for length in (0, 1, 63, 64, 65, 191, 192, 193, 447, 448, 449, 959, 960, 961, 1984, 1985, 2559, 2560, 3001, 5000):
        key, nonce, data, text = (some_bytes(count, "chacha") for count in (32, 12, length % 71, length))
        yield Question("chacha20", request("chachapoly", key=key, nonce=nonce, aad=data, data=text),
                       ChaCha20Poly1305(key).encrypt(nonce, text, data))


def vaults():
    def opens_to(content):
        return lambda vault: vault_format.open_vault(vault, PASSWORD, CONTEXT, vault_format.Limits(1000)) == content

    for number, size in enumerate((0, 1, 1000, 65536 + 100)):
        content = some_bytes(size, "content")
        slot = vault_format.Slot(0, 1 + number % 2, 30, PASSWORD, some_bytes(32, "slot"))
        vault = vault_format.join(
            *vault_format.seal(content, some_bytes(32, "data key"), some_bytes(32, "salt"), [slot], CONTEXT))
        fields = dict(password=PASSWORD, context=CONTEXT)
        yield Question(None, request("open", data=vault, **fields), content)
        yield Question(None, request("seal", data=content, rounds=30, **fields), opens_to(content))


def all_questions():
    for family in (digests, codes, derivations, ciphers, sealed, streams, vaults):
        yield from family()
