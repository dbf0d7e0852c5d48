"""The input of the cases in Library/, and the secrets that each has in memory while it runs."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import plistlib
import re
import sys
import threading

from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.cmac import CMAC

import needles
from ciphers import decrypted, encrypted, padded
from process import Process

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/VaultTests"))
import vault as format  # noqa: E402  the reader of FORMAT.md in Python

MARK = os.urandom(12)  # in every 32 bytes of a content
ROUNDS, DIGESTS = 5, 2
BATCH = 35


class Work:
    """The fields of a case, its secrets by name, and the secrets that may stay in memory."""

    def __init__(self, fields, secrets, public=(), optional=None):
        self.fields, self.secrets, self.public = fields, secrets, b"".join(public)
        self.optional = optional or {}  # these are searched for, but not every kernel has them in memory

    def run(self, program, case, environment=(), **options):
        """Runs a case. The fields include a control, which the case leaves on the heap and on the stack."""
        self.control = os.urandom(32)
        ends = os.pipe()
        data = b"".join(len(field).to_bytes(4, "big") + field for field in [*self.fields, self.control])
        process = Process(program, [case], dict(environment), lambda: os.dup2(ends[0], 0), **options)
        os.close(ends[0])

        def feed(left):
            while left:
                left = left[os.write(ends[1], left) :]
            os.close(ends[1])

        feeder = threading.Thread(target=feed, args=(data,))
        feeder.start()
        run = process.to_exit()
        feeder.join()
        if case == "random-key":  # the key is known only when it is overwritten
            self.secrets["key"] = next((content for _, content in run.wiped if len(content) == 32), bytes(32))
        return run


def content(size):
    """Random bytes, with the mark in every 32 of them."""
    parts = b"".join(MARK + os.urandom(20) for _ in range(size // 32 + 1))
    return parts[:size]


def hash_work(operation, name):
    key = os.urandom(200 if operation in ("hmac-once", "hmac-init") else 40)
    message, salt = content(1000), os.urandom(24)
    passwords = [os.urandom(20) for _ in range(BATCH)]
    size = hashlib.new(name).digest_size
    if operation.startswith("hash"):
        # The digest is public here. The secret is the message.
        return Work([key, message, salt], {"message": message} | needles.expanded(name, message, "message"))
    if operation.startswith("hmac"):
        heard = {} if operation == "hmac-init" else {"message": message}
        secrets = needles.hmac_secrets(name, key, "key", heard.get("message")) | heard
        if operation == "hmac-once":  # which refuses another tag
            secrets["right tag"] = hmac.digest(key, message, name)
        return Work([key, message, salt], secrets)
    if operation == "hkdf-extract":  # the salt is public
        inner = needles.hmac_secrets(name, salt, "salt", key)["salt: inner digest"]
        return Work([key, message, salt], {"key": key, "inner digest": inner}, [salt])
    if operation == "hkdf-expand":
        return Work([key, message, salt], needles.expand_secrets(name, key, b"info", DIGESTS * size - 1, "key"))
    if operation == "hkdf":
        return Work([key, message, salt], needles.hkdf_secrets(name, key, salt, b"info", DIGESTS * size - 1))
    if operation == "pbkdf2-batch":
        secrets = {}
        for number, password in enumerate(passwords):
            secrets |= needles.pbkdf2_secrets(name, password, salt, ROUNDS, size, f"password {number}")
        return Work([key, message, salt] + passwords, secrets)
    return Work([key, message, salt], needles.pbkdf2_secrets(name, key, salt, ROUNDS, DIGESTS * size - 1))


def double(block):
    """Spec: NIST SP 800-38B, section 6.1."""
    number = int.from_bytes(block, "big") << 1
    return (number & (1 << 128) - 1 ^ (0x87 if number >> 128 else 0)).to_bytes(16, "big")


def cipher_work(operation, padding):
    mode = operation.split("-")[0]
    keys = [os.urandom(size) for size in (16, 24, 32)]
    plaintext, iv = content(427), os.urandom(16)
    if mode in ("ecb", "cbc"):
        plaintext = padded(plaintext, padding) if padding == "none" else plaintext
    secrets, inverse, texts = {}, {}, []
    used = keys
    if mode == "key":
        used = keys[:2] if "unwrap" in operation else keys[:1]
    for key in used:
        label = f"AES-{8 * len(key)}"
        secrets |= needles.aes_secrets(key, f"{label} key")
        inverse |= needles.inverse_secrets(key, f"{label} key")
        if mode not in ("key", "cmac"):
            text, more = cipher_text(operation, mode, key, iv, plaintext, padding)
            texts.append(text)
            secrets |= {f"{label} {name}": secret for name, secret in more.items()}
        if mode == "gcm" and not operation.endswith("forged"):
            first, more = gcm_secrets(key, iv, plaintext, label)
            secrets |= first
            inverse |= more
        if mode == "cmac":
            secrets |= {f"{label} {name}": secret for name, secret in cmac_secrets(operation, key, plaintext).items()}
    if mode == "key":
        secrets["wrapped key"] = keys[2]
    elif not operation.endswith(("refused", "forged")) or mode == "gcm" and operation.endswith("refused"):
        secrets["plaintext"] = plaintext
    public = [iv, *texts] if not operation.endswith("forged") else [plaintext, iv]
    return Work([*keys, plaintext, iv, *texts], secrets, public, inverse)


def cipher_text(operation, mode, key, iv, plaintext, padding):
    """What a case decrypts under a key, and secrets in memory then. The last byte of a refused text is wrong; a forged one
    is the plaintext with a tag of zeros."""
    if mode == "gcm" and operation.endswith("forged"):
        refused = encrypted("ctr", key, iv[:12] + (2).to_bytes(4, "big"), plaintext)
        secrets = {"refused plaintext": refused, "right tag": AESGCM(key).encrypt(iv[:12], refused, iv)[-16:]}
        return plaintext + bytes(16), secrets
    if mode == "gcm":
        text = AESGCM(key).encrypt(iv[:12], plaintext, iv)
        return text[:-1] + bytes([text[-1] ^ operation.endswith("refused")]), {}
    text = encrypted(mode, key, iv, plaintext, padding)
    if operation.endswith("refused"):
        while True:
            text = text[:-16] + os.urandom(16)
            refused = decrypted(mode, key, iv, text)
            if refused[-1] > 16 and refused[-1] != 0x80:  # not the end of a valid padding
                return text, {"refused plaintext": refused}
    secrets = {}
    if mode in ("ctr", "cfb128", "ofb"):
        stream = keystream(mode.removesuffix("128"), key, iv, plaintext)
        # The blocks in which a piece ends or begins.
        places = (16, 32, 416) if operation == "ctr-seek" else (32, 192, 416) if "streaming" in operation else (416,)
        secrets = {f"keystream from {place}": stream[place : place + 16] for place in places}
    return text, secrets


def chachapoly_work(operation):
    """The key, the two halves of the key of the tag, of which r is in limbs of 44 bits, and keystream. The nonce is the
    associated data too. Spec: RFC 8439, sections 2.4 to 2.8."""
    key, nonce, plaintext = os.urandom(32), os.urandom(12), content(2999)
    stream = Cipher(algorithms.ChaCha20(key, bytes(4) + nonce), None).encryptor().update(bytes(64 + 2999))
    sealed = ChaCha20Poly1305(key).encrypt(nonce, plaintext, nonce)
    clamped = int.from_bytes(stream[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    limbs = (clamped & (1 << 44) - 1, clamped >> 44 & (1 << 44) - 1, clamped >> 88)
    secrets = {"key": key, "plaintext": plaintext}
    optional = {"tag key": stream[16:32], "r": b"".join(limb.to_bytes(8, "little") for limb in limbs),
                "keystream": stream[64:]}
    if operation.endswith("refused"):
        # Nothing of the right tag is in the wrong one.
        secrets["right tag"], sealed = sealed[-16:], sealed[:-16] + bytes(byte ^ 0x5A for byte in sealed[-16:])
    return Work([key, plaintext, nonce, sealed], secrets, [nonce, sealed], optional)


def cmac_secrets(operation, key, message):
    if operation == "cmac-forged":
        function = CMAC(algorithms.AES(key))
        function.update(message)
        return {"right tag": function.finalize()}
    if operation == "cmac":
        return {}
    block = encrypted("ecb", key, None, bytes(16))
    chained = encrypted("cbc", key, bytes(16), message[:416])
    secrets = {f"chaining value {place}": chained[place : place + 16] for place in (0, 16, 384, 400)}
    return secrets | {"subkey": double(double(block))}


def keystream(mode, key, iv, plaintext):
    """The keystream that is added to the plaintext of 432 bytes. For CFB, with segments of a block."""
    message = (plaintext if mode == "cfb" else b"").ljust(432, b"\0")
    return bytes(a ^ b for a, b in zip(message, encrypted(mode, key, iv, message)))


def gcm_secrets(key, iv, plaintext, label):
    """The values that reveal the plaintext or allow forged tags, and the powers of the hash key, which not every kernel
    has. The nonce is the first 12 bytes of `iv`, and `iv` the associated data. Spec: NIST SP 800-38D."""
    def product(x, y):
        total = 0
        for place in range(127, -1, -1):
            total ^= y if x >> place & 1 else 0
            y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
        return total

    def stored(power):
        """Divided by x, as kernels have it."""
        return (power << 1 & (1 << 128) - 1 ^ (0xC2 << 120 | 1 if power >> 127 else 0)).to_bytes(16, "big")

    counters = b"".join(iv[:12] + number.to_bytes(4, "big") for number in range(1, 30))
    mask, *stream = needles.blocks(encrypted("ecb", key, None, counters))
    hash_key = encrypted("ecb", key, None, bytes(16))
    ciphertext = bytes(a ^ b for a, b in zip(plaintext, b"".join(stream)))
    lengths = (8 * len(iv)).to_bytes(8, "big") + (8 * len(plaintext)).to_bytes(8, "big")
    secrets = {f"{label} hash key": hash_key, f"{label} tag mask": mask}
    for place in (2, 26):  # the blocks in which a piece ends
        secrets[f"{label} keystream block {place}"] = stream[place]
    state, number = 0, int.from_bytes(hash_key, "big")
    for place, block in enumerate(needles.blocks(iv + ciphertext + bytes(-len(ciphertext) % 16) + lengths)):
        state = product(state ^ int.from_bytes(block, "big"), number)
        if place in (0, 2, 3, 26, 27, 28):
            secrets[f"{label} hash after block {place}"] = state.to_bytes(16, "big")
    power, powers = 1 << 127, {}
    for count in range(1, 33):
        power = product(power, number)
        powers[f"{label} hash key, power {count} by x"] = stored(power)
    return secrets, powers


def encrypt_then_mac_work(operation, number):
    keys, message, iv, sealed = [os.urandom(32), os.urandom(32)], content(427), os.urandom(16), []
    unpadded = padded(message, "pkcs7")[:-1] + b"\0"
    for mode, text in (("cbc", padded(message, "pkcs7")), ("ctr", message), ("cbc", unpadded)):
        ciphertext = iv + encrypted(mode, keys[1], iv, text)
        sealed.append(ciphertext + hmac.digest(keys[0], ciphertext + bytes(8), "sha256"))
    secrets, inverse = needles.hmac_secrets("sha256", keys[0], "authentication key"), {}
    if operation.endswith("refused"):
        secrets["encryption key"] = keys[1]
        data = b"\1" + sealed[number][:-32] + (8).to_bytes(8, "big")
        secrets["right tag"] = hmac.digest(keys[0], data, "sha256")
    else:
        secrets |= needles.aes_secrets(keys[1], "encryption key") | {"message": message}
        inverse = needles.inverse_secrets(keys[1], "encryption key")
    return Work(keys + [message, iv] + sealed, secrets, [iv] + sealed, inverse)


def openssl_work(operation, mode):
    password, text, salt, iv = os.urandom(24), content(427), os.urandom(8), os.urandom(16)
    text = text[:415] + b"\0" + text[416:]  # so that the blocks before the last one do not end in padding
    derived = hashlib.pbkdf2_hmac("sha256", password, salt, 3, 48)
    first = hashlib.sha256(password + salt).digest()
    old = first + hashlib.sha256(first + password + salt).digest()
    private = b"\x30\x82\x01\xab" + text
    stretched = hashlib.pbkdf2_hmac("sha256", password, salt, 3, 32)
    files = {name: b"Salted__" + salt + encrypted(name, derived[:32], derived[32:], text, "pkcs7")
             for name in ("cbc", "ctr", "cfb", "cfb8", "ofb", "ecb")}
    old_file = b"Salted__" + salt + encrypted("cbc", old[:32], old[32:48], text, "pkcs7")
    key_file = private_key(salt, iv, encrypted("cbc", stretched, iv, private, "pkcs7"))
    other_file = private_key(salt, iv, encrypted("cbc", stretched, iv, text, "pkcs7"))
    # EVP_BytesToKey with MD5, and the beginning of the IV as salt.
    half = hashlib.md5(password + iv[:8]).digest()
    traditional = half + hashlib.md5(half + password + iv[:8]).digest()
    pem = traditional_key(iv, encrypted("cbc", traditional, iv, private, "pkcs7"))
    fields = [password, text, *files.values(), old_file, private, key_file, other_file, derived[:32], derived[32:], pem]
    secrets, public = {"password": password}, [*files.values(), old_file, key_file, other_file, iv, derived[32:], pem]
    if operation == "private-key-seal":  # salt and IV are random
        return Work(fields, secrets | needles.hmac_secrets("sha256", password) | {"private key": private}, public)
    key = {"openssl-bytes-to-key": old[:32], "openssl-key": derived[:32], "private-key-traditional": traditional}.get(operation)
    is_private = operation.startswith("private-key")
    if key is None:
        key = stretched if is_private else derived[:32]
        count = 32 if is_private or mode == "aes-256-ecb" else 48
        secrets |= needles.pbkdf2_secrets("sha256", password, salt, 3, count)
        if mode in ("aes-256-ctr", "aes-256-cfb", "aes-256-ofb"):
            secrets["last block of keystream"] = keystream(mode[8:], key, derived[32:], text)[416:]
    secrets |= needles.aes_secrets(key, "key")
    name = "private key" if operation == "private-key-traditional" else "content"
    secrets[name] = private if operation in ("private-key-open", "private-key-traditional") else text
    return Work(fields, secrets, public, needles.inverse_secrets(key, "key"))


def traditional_key(iv, ciphertext):
    """A private key in PEM with the header of an encrypted one. Spec: RFC 1421, section 4.6."""
    label = b"RSA PRIVATE KEY-----\n"
    header = b"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC," + iv.hex().upper().encode() + b"\n\n"
    return b"-----BEGIN " + label + header + base64.encodebytes(ciphertext) + b"-----END " + label


def private_key(salt, iv, ciphertext):
    """An EncryptedPrivateKeyInfo with three rounds and HMAC-SHA-256. Spec: RFC 8018, appendices A.2 and A.4."""
    def der(tag, *contents):
        content = b"".join(contents)
        size = len(content).to_bytes(1, "big") if len(content) < 128 else b"\x82" + len(content).to_bytes(2, "big")
        return bytes([tag]) + size + content
    oid = lambda digits: der(6, bytes.fromhex(digits))
    function = der(0x30, oid("2a864886f70d0209"), der(5))
    derivation = der(0x30, oid("2a864886f70d01050c"), der(0x30, der(4, salt), der(2, b"\3"), function))
    cipher = der(0x30, oid("60864801650304012a"), der(4, iv))
    return der(0x30, der(0x30, oid("2a864886f70d01050d"), der(0x30, derivation, cipher)), der(4, ciphertext))


def article_work(operation, mode):
    """The published articles on passwords and the keychain, as in Tests/Vectors/articles.py."""
    password, other = os.urandom(24), os.urandom(27)
    salt, hexadecimal, iv = os.urandom(16), os.urandom(16).hex().encode(), os.urandom(16)
    key = hashlib.pbkdf2_hmac("sha256", password, salt, 3, 16)
    check = hmac.digest(key, b"Fuzzy Aliens", "sha256")
    digests = [hashlib.sha512(hexadecimal + password).digest()]
    for _ in range(4999):
        digests.append(hashlib.sha512(digests[-1]).digest())
    item_key = hashlib.pbkdf2_hmac("sha512", password, salt[:8], 14271, 32)
    is_ambiguous = True
    while is_ambiguous:
        text = content(4300)  # longer than what AES keeps the round keys of in registers alone
        made = [article_list(item_key, salt[:8], iv, text, name) for name in ("ecb", "cbc")]
        lists, is_ambiguous = [page for page, _ in made], any(1 <= other[-1] <= 16 for _, other in made)
    ambiguous = []  # with padding that is valid in the other mode too, and shorter there
    for name in ("ecb", "cbc"):
        read_otherwise = b"\0"
        while read_otherwise[-1] != 1:
            choice = content(4300)
            page, read_otherwise = article_list(item_key, salt[:8], iv, choice, name)
        ambiguous.append((page, choice, read_otherwise))
    lists += [page for page, *_ in ambiguous]
    fields = [password, other, text, salt, check, hexadecimal, digests[-1], *lists]
    public, secrets, inverse = [salt, check, hexadecimal, digests[-1], iv, *lists], {"password": password}, {}
    if operation == "article-check":
        secrets |= needles.pbkdf2_secrets("sha256", password, salt, 3, 16) | needles.hmac_secrets("sha256", key, "check key")
    elif operation == "article-digest":
        secrets |= needles.hmac_secrets("sha512", password)
        secrets |= {f"digest {number}": digests[number - 1] for number in (1, 2, 2500, 4999)}
    else:
        first = needles.pbkdf2_secrets("sha512", password, salt[:8], 2, 32)
        del first["password: stretched"]  # that of 2 rounds
        secrets |= first | needles.aes_secrets(item_key, "item key")
        secrets["content"] = text
        if operation == "article-keychain-ambiguous":
            _, secrets["content"], secrets["content in the other mode"] = ambiguous[mode == ["cbc"]]
        inverse = needles.inverse_secrets(item_key, "item key")
    return Work(fields, secrets, public, inverse)


def article_list(key, salt, iv, text, mode):
    """A property list, and what its blocks decrypt to in the other mode."""
    data = encrypted(mode, key, iv, text, "pkcs7")
    item = {"EncryptionSalt": salt, "EncryptionIV": iv, "EncryptionData": data}
    return plistlib.dumps(item, fmt=plistlib.FMT_BINARY), decrypted("cbc" if mode == "ecb" else "ecb", key, iv, data)


def cell_work(operation):
    """RNCryptor: RNCryptor-Spec-v3.md. Secure Cells: Themis's documentation."""
    # A cell that is longer than what AES keeps the round keys of in registers alone.
    password, keys, text, context, iv = os.urandom(24), [os.urandom(32), os.urandom(32)], content(2427), b"context", bytes(range(16))
    salts = bytes(range(8)), bytes(range(8, 16))
    stretched = [hashlib.pbkdf2_hmac("sha1", password, salt, 3, 32) for salt in salts]
    files = []
    for header, (encryption, authentication) in ((b"\3\1" + b"".join(salts) + iv, stretched), (b"\3\0" + iv, keys)):
        file = header + encrypted("cbc", encryption, iv, text, "pkcs7")
        files.append(file + hmac.digest(authentication, file, "sha256"))
    label = b"\0\0\0\1Themis secure cell message key\0" + len(text).to_bytes(4, "little") + context
    stretching = (3).to_bytes(4, "little") + b"\x10\0" + iv
    masters = hashlib.pbkdf2_hmac("sha256", password, iv, 3, 32), keys[0]
    cells, aes = [], [hmac.digest(master, label, "sha256") for master in masters]
    for number, fields in ((0x41010100, [22]), (0x40010100, [])):
        sealed = AESGCM(aes[len(cells)]).encrypt(iv[:12], text, context)
        sizes = b"".join(size.to_bytes(4, "little") for size in [number, 12, 16, len(text), *fields])
        cells.append(sizes + iv[:12] + sealed[-16:] + (stretching if fields else b"") + sealed[:-16])
    fields = [password, *keys, text, *files, context, *cells]
    inverse, opens = {}, operation in ("rncryptor-open", "rncryptor-stream")
    if operation.startswith("rncryptor"):
        is_under_keys = operation in ("rncryptor-stream", "rncryptor-dropped")
        used, secrets = keys if is_under_keys else stretched, {}
        if not is_under_keys:
            for salt, name in zip(salts, ("encryption", "authentication")):
                stretching = needles.pbkdf2_secrets("sha1", password, salt, 3, 32)
                secrets |= {key.replace("password:", f"password, {name}:"): value for key, value in stretching.items()}
        secrets |= needles.hmac_secrets("sha256", used[1], "authentication key")
        if operation != "rncryptor-refused":
            secrets |= needles.aes_secrets(used[0], "encryption key") | {"content": text}
        else:
            refused = files[0][:-40] + bytes([files[0][-40] ^ 1]) + files[0][-39:-32]
            secrets["right tag"] = hmac.digest(used[1], refused, "sha256")
        inverse = needles.inverse_secrets(used[0], "encryption key") if opens else {}
    else:
        secrets = {}
        if operation != "themis-seal":
            secrets = needles.pbkdf2_secrets("sha256", password, iv, 3, 32)
        if operation == "themis-refused":
            aes = [hmac.digest(masters[0], label[: -len(context)], "sha256")]
        for number, key in list(enumerate(aes))[operation == "themis-seal" :]:
                secrets |= needles.hmac_secrets("sha256", masters[number], f"master {number}")
                secrets |= needles.aes_secrets(key, f"key {number}")
        if operation != "themis-refused":
            secrets["content"] = text
    return Work(fields, secrets, [iv, *salts, *files, *cells], inverse)


def bech32(prefix, data):
    """Spec: BIP 173."""
    def checksum(values):
        state = 1
        for value in values:
            top, state = state >> 25, (state & 0x1ffffff) << 5 ^ value
            for bit, polynomial in enumerate((0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3)):
                state ^= polynomial * (top >> bit & 1)
        return state

    count = (8 * len(data) + 4) // 5
    bits = int.from_bytes(data, "big") << 5 * count - 8 * len(data)
    values = [bits >> 5 * place & 31 for place in reversed(range(count))]
    begin = [ord(digit) >> 5 for digit in prefix] + [0] + [ord(digit) & 31 for digit in prefix]
    sum_ = checksum(begin + values + [0] * 6) ^ 1
    values += [sum_ >> 5 * place & 31 for place in reversed(range(6))]
    return (prefix + "1" + "".join("qpzry9x8gf2tvdw0s3jn54khce6mua7l"[value] for value in values)).encode()


def container_work(operation):
    """Ansible Vault, Fernet, JSON Web Encryption, age: their formulas. Context Imprint: Themis's sources."""
    # A content that is longer than what AES keeps the round keys of in registers alone.
    password, key, text, iv = os.urandom(24), os.urandom(32), content(4300), bytes(range(16))

    def hkdf(secret, salt, info):
        """The key, and the secrets of its derivation."""
        derived = hmac.digest(hmac.digest(salt or bytes(32), secret, "sha256"), info + b"\1", "sha256")
        return derived, needles.hkdf_secrets("sha256", secret, salt, info, 32, info.decode())

    def base64url(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    inverse, public = {}, [iv]
    if operation.startswith("ansible"):
        salt = bytes(range(32))
        derived = hashlib.pbkdf2_hmac("sha256", password, salt, 3, 80)
        aes, authentication, counter = derived[:32], derived[32:64], derived[64:]
        data = encrypted("ctr", aes, counter, padded(text, "pkcs7"))
        tag = hmac.digest(authentication, data, "sha256")
        digits = b"\n".join(part.hex().encode() for part in (salt, tag, data)).hex().encode()
        lines = [digits[start:start + 80] for start in range(0, len(digits), 80)]
        file = b"\n".join([b"$ANSIBLE_VAULT;1.1;AES256", *lines, b""])
        secrets = needles.pbkdf2_secrets("sha256", password, salt, 3, 80)
        secrets |= needles.hmac_secrets("sha256", authentication, "authentication key")
        if operation != "ansible-refused":
            secrets |= needles.aes_secrets(aes, "encryption key") | {"counter": counter, "content": text}
    elif operation == "fernet":
        token = b"\x80" + (9).to_bytes(8, "big") + iv + encrypted("cbc", key[16:], iv, text, "pkcs7")
        file = base64.urlsafe_b64encode(token + hmac.digest(key[:16], token, "sha256"))
        secrets = needles.hmac_secrets("sha256", key[:16], "authentication key")
        secrets |= needles.aes_secrets(key[16:], "encryption key") | {"content": text}
        inverse = needles.inverse_secrets(key[16:], "encryption key")
    elif operation == "jwe":
        header = b'{"alg":"PBES2-HS512+A256KW","enc":"A128CBC-HS256","p2c":3,"p2s":"' + base64url(iv) + b'"}'
        salt = b"PBES2-HS512+A256KW\0" + iv
        wrapping = hashlib.pbkdf2_hmac("sha512", password, salt, 3, 32)
        data, first = encrypted("cbc", key[16:], iv, text, "pkcs7"), base64url(header)
        tag = hmac.digest(key[:16], first + iv + data + (8 * len(first)).to_bytes(8, "big"), "sha256")[:16]
        parts = [keywrap.aes_key_wrap(wrapping, key), iv, data, tag]
        file = b".".join([first, *map(base64url, parts)])
        secrets = needles.pbkdf2_secrets("sha512", password, salt, 3, 32)
        secrets |= needles.hmac_secrets("sha256", key[:16], "authentication key")
        secrets |= needles.aes_secrets(key[16:], "encryption key") | {"content key": key, "content": text}
        inverse = needles.inverse_secrets(key[16:], "encryption key")
        public.append(header)
    elif operation == "age":
        # Spec: C2SP age.
        own, ephemeral, file_key = X25519PrivateKey.from_private_bytes(key), X25519PrivateKey.generate(), os.urandom(16)
        share = ephemeral.public_key().public_bytes_raw()
        shared, point = ephemeral.exchange(own.public_key()), own.public_key().public_bytes_raw()
        password, unpadded = bech32("age-secret-key-", key).upper(), lambda data: base64.b64encode(data).rstrip(b"=")
        wrapping, wrap = hkdf(shared, share + point, b"age-encryption.org/v1/X25519")
        header = b"age-encryption.org/v1\n-> X25519 " + unpadded(share) + b"\n"
        header += unpadded(ChaCha20Poly1305(wrapping).encrypt(bytes(12), file_key, None)) + b"\n---"
        header_key, authentication = hkdf(file_key, b"", b"header")
        payload_key, payload = hkdf(file_key, iv, b"payload")
        chunk = ChaCha20Poly1305(payload_key).encrypt(bytes(11) + b"\1", text, None)
        file = header + b" " + unpadded(hmac.digest(header_key, header, "sha256")) + b"\n" + iv + chunk
        secrets = {"identity": key, "shared secret": shared, "file key": file_key, "wrapping key": wrapping,
                   "payload key": payload_key, "content": text} | wrap | authentication | payload
        public += [share, point]
    else:
        derive = lambda key, label, context: hmac.digest(key, b"\0\0\0\1Themis secure cell message " + label + b"\0" + context, "sha256")
        aes = derive(key, b"key", len(text).to_bytes(4, "little"))
        counter = derive(aes, b"iv", b"context")[:16]
        file = encrypted("ctr", aes, counter, text)
        secrets = needles.hmac_secrets("sha256", key, "master") | needles.hmac_secrets("sha256", aes, "key, as HMAC's")
        secrets |= needles.aes_secrets(aes, "key") | {"counter": counter, "content": text}
    return Work([password, key, text, file], secrets, [*public, file], inverse)


def slot_secrets(password, salt, stretching, rounds, label):
    """The secrets in memory when a slot is unlocked with a password. Spec: FORMAT.md, section 3."""
    name = format.HASHES[stretching]
    size = hashlib.new(name).digest_size
    stretched, info, kek = format.slot_keys(format.slot_head(stretching, rounds), password, salt)
    secrets = needles.pbkdf2_secrets(name, password, salt, rounds, size, label)
    secrets |= needles.hkdf_secrets(name, stretched, b"", info, 32, f"{label}: stretched")
    return secrets | needles.aes_secrets(kek, f"{label}: key encryption key")


def key_slot_secrets(key, salt, label):
    """The secrets in memory when the slot of a key is unlocked."""
    _, info, kek = format.slot_keys(format.slot_head(format.KEY, 0), key, salt)
    secrets = needles.hkdf_secrets("sha256", key, salt, info, 32, label)
    return secrets | needles.aes_secrets(kek, f"{label}: key encryption key")


def recipient_slot_secrets(private_key, ephemeral_key, label):
    """The secrets in memory when the slot of a recipient is unlocked. Spec: FORMAT.md, section 3."""
    shared, info, kek = format.slot_keys(format.slot_head(format.RECIPIENT, 0), private_key, ephemeral_key)
    secrets = needles.hkdf_secrets("sha256", shared, b"", info, 32, f"{label}: shared secret")
    return secrets | needles.aes_secrets(kek, f"{label}: key encryption key")


def key_secrets(data_key, salt, label="data key"):
    """The keys derived from a data key. Spec: FORMAT.md, section 4."""
    header, encryption, authentication = format.content_keys(data_key, salt)
    secrets = needles.hkdf_secrets("sha256", data_key, salt, b"swift-vault v1 keys", 96, label)
    secrets |= needles.aes_secrets(encryption, f"{label}: encryption key")
    secrets |= needles.hmac_secrets("sha256", header, f"{label}: header key")
    return secrets | needles.hmac_secrets("sha256", authentication, f"{label}: authentication key")


def make_vault(passwords, text, rounds=3, context=b""):
    """A vault, its data key, and the secrets of opening it with the first password."""
    data_key, salt = os.urandom(32), os.urandom(32)
    slots = [format.Slot(place, 1, rounds, password, os.urandom(32)) for place, password in enumerate(passwords)]
    header, chunks = format.seal(text, data_key, salt, slots, context)
    secrets = key_secrets(data_key, salt)
    return format.join(header, chunks), data_key, secrets, slots


def credential(password, name, rounds, salt):
    """Spec: CREDENTIALS.md, section 2."""
    size = hashlib.new(name).digest_size
    stretched = hashlib.pbkdf2_hmac(name, password, salt, rounds)
    info = b"swift-vault v1 credential" + len(password).to_bytes(8, "big")
    check = format.hkdf(name, stretched, b"", info, size)
    encode = lambda data: base64.b64encode(data).decode().rstrip("=")
    text = f"$swift-vault-pbkdf2-{name}$v=1$i={rounds}${encode(salt)}${encode(check)}".encode()
    secrets = needles.pbkdf2_secrets(name, password, salt, rounds, size)
    hkdf = needles.hkdf_secrets(name, stretched, b"", info, size, "password: stretched")
    del hkdf["password: stretched: output key"]  # a server stores this
    return text, check, secrets | hkdf


def argon2_work():
    """Spec: RFC 9106, section 3.2, steps 1, 3 and 4: H0, and the first blocks of both lanes, of which two words stand side by side
    on each kernel."""
    password, salt, secret = os.urandom(30), os.urandom(16), os.urandom(32)

    def le(number):
        return number.to_bytes(4, "little")

    inputs = b"".join(le(len(value)) + value for value in (password, salt, secret, b""))
    start = hashlib.blake2b(b"".join(map(le, (2, 100, 64, 1, 0x13, 2))) + inputs).digest()
    secrets = {"password": password, "secret": secret, "H0": start}
    for lane in (0, 1):
        for index in (0, 1):
            # The first half of the first hash of H' is the block's beginning: its first words.
            block = hashlib.blake2b(le(1024) + start + le(index) + le(lane)).digest()
            secrets |= {f"block {index} of lane {lane}, words {word}": block[8 * word : 8 * word + 16] for word in (0, 2)}
    return Work([password, salt, secret], secrets, [salt])


def scrypt_work():
    """Spec: RFC 7914, sections 5 and 6. The first block of the table V is B."""
    password, salt = os.urandom(30), os.urandom(16)
    secrets = needles.hmac_secrets("sha256", password, "password")
    for part in (0, 1):
        block = hashlib.pbkdf2_hmac("sha256", password, salt, 1, 2048)[1024 * part :]
        secrets[f"V, part {part}"] = block[:16]
    secrets["key"] = hashlib.scrypt(password, salt=salt, n=32, r=8, p=2, dklen=63)
    return Work([password, salt], secrets, [salt])


def session_work(operation):
    """Spec: RFC 7748, section 6.1; RFC 5869. Content of several frames is in a session, of a block and more elsewhere."""
    own, peer = X25519PrivateKey.generate(), X25519PrivateKey.generate()
    private, point = own.private_bytes_raw(), peer.public_key().public_bytes_raw()
    if operation == "x25519":
        shared = own.exchange(peer.public_key())
        secrets = needles.hkdf_secrets("sha256", shared, b"", b"", 32, "shared secret")
        secrets["X9.63 key"] = b"".join(hashlib.sha256(shared + bytes([0, 0, 0, n])).digest() for n in (1, 2, 3))[:80]
        return Work([private, point], {"private key": private, "shared secret": shared} | secrets, [point])
    if operation == "noise":
        secrets = {"private key": private, "other private key": peer.private_bytes_raw(), "pre-shared key": os.urandom(32),
                   "content": content(1007)}
        return Work(list(secrets.values()), secrets, [])
    if operation == "session":
        secrets = {"content": content(200_015), "key": os.urandom(32)}
        return Work(list(secrets.values()), secrets, [])
    secrets = {"first part": os.urandom(40), "second part": os.urandom(300)}
    return Work([*secrets.values(), point], secrets, [point])


def vault_work(operation, _):
    password, other = os.urandom(24), os.urandom(27)
    # 15 more than a multiple of 32, so that a whole mark is in the block that is not complete.
    text = content(1_200_015 if operation in ("vault-reader", "vault-writer") else 149_999)
    sealed, _, secrets, slots = make_vault([password], text)
    salt = os.urandom(16)
    first, check, first_secrets = credential(password, "sha512", 3, salt)
    second, other_check, second_secrets = credential(password, "sha256", 3, salt)
    third_check = hashlib.pbkdf2_hmac("sha1", password, salt, 3)
    encode = lambda data: base64.b64encode(data).decode().rstrip("=").replace("+", ".")
    third = f"$pbkdf2$3${encode(salt)}${encode(third_check)}".encode()
    key = format.Key(os.urandom(32))
    under_key, _, key_vault_secrets, key_slots = make_vault([key], text)
    recovery = format.recovery_text(key).encode()
    private = format.RecipientKey(key)
    recipient = format.Recipient(format.public_key(key))
    for_recipient, _, recipient_vault_secrets, _ = make_vault([recipient], text)
    private_text = format.recovery_text(key, format.recipient_key_checksum).encode()
    # The same value as Keycloak stores it.
    fourth = json.dumps({
        "secretData": json.dumps({name: base64.b64encode(data).decode() for name, data in
                                  (("value", third_check), ("salt", salt))}),
        "credentialData": json.dumps({"hashIterations": 3, "algorithm": "pbkdf2"})}).encode()
    fields = [sealed, password, other, text, first, second, third, key, under_key, recovery, fourth, for_recipient, private_text]
    public = [sealed, under_key, for_recipient, first, second, third, fourth, check, other_check, third_check, salt]
    opened = slot_secrets(password, slots[0].salt, 1, 3, "password") | secrets
    if operation in ("vault-seal", "vault-seal-async", "vault-seal-cancelled", "vault-writer"):
        return Work(fields, {"password": password} | needles.hmac_secrets("sha512", password) | {"content": text}, public)
    if operation == "vault-key":
        secrets = key_slot_secrets(key, key_slots[0].salt, "key") | key_vault_secrets
        return Work(fields, secrets | {"key": key, "content": text, "other password": other}, public)
    if operation == "vault-recipient":
        secrets = recipient_slot_secrets(private, for_recipient[56:88], "private key") | recipient_vault_secrets
        return Work(fields, secrets | {"private key": key, "content": text, "other password": other}, public)
    if operation == "recipient-key":
        lines = dict(zip(("first line", "second line"), private_text.split(b"\n")))
        return Work(fields, {"key": key, "checksum and key": key + format.recipient_key_checksum(key)} | lines, public)
    if operation == "recovery-key":
        # Each line by itself, because no piece of a secret extends over a line end.
        lines = dict(zip(("first line", "second line"), recovery.split(b"\n")))
        return Work(fields, {"key": key, "checksum and key": key + format.recovery_checksum(key)} | lines, public)
    if operation == "random-key":
        return Work(fields, {}, public)
    if operation in ("credential-create", "key-equal"):
        extra = needles.hmac_secrets("sha512", password) if operation == "credential-create" else {"other password": other}
        return Work(fields, {"key": password} | extra, public)
    if operation.startswith("credential"):
        third_secrets = needles.pbkdf2_secrets("sha1", password, salt, 3, 20)
        del third_secrets["password: stretched"]  # passlib stores this
        return Work(fields, first_secrets | second_secrets | third_secrets, public)
    secrets = dict(opened)
    if operation not in ("vault-passwords",):
        secrets["content"] = text[60_000:] if operation == "vault-range" else text
    if operation in ("vault-reseal", "vault-passwords", "vault-refused"):
        secrets["other password"] = other
    if operation in ("vault-refused", "vault-context"):
        del secrets["content"]
        header, _, authentication = (
            secrets[f"data key: {name} key"] for name in ("header", "encryption", "authentication"))
        last = sealed[1440 + 2 * ((1 << 16) + 32) : -32]
        forged = last[:-8] + bytes([last[-8] ^ 1]) + last[-7:] + (2).to_bytes(8, "big") + b"\1"
        secrets["right tag"] = hmac.digest(
            *((authentication, forged) if operation == "vault-refused" else (header, sealed[:688] + b"\1")), "sha256")
    if operation in ("vault-open", "vault-open-async"):
        secrets |= needles.tag_secrets(secrets["data key: authentication key"], sealed[1440 : 1440 + (1 << 16)])
    return Work(fields, secrets, public)


def work(case):
    """The input and secrets of a case, by its name."""
    operation, *rest = case.split("/")
    if operation.split("-")[0] in ("hash", "hmac", "hkdf", "pbkdf2"):
        return hash_work(operation, rest[0])
    if re.match("(ecb|cbc|ctr|cfb8|cfb128|ofb|gcm|cmac|key-wrap)(-|$)", operation):
        return cipher_work(operation, rest[0] if len(rest) == 2 else "pkcs7")
    if operation.startswith("chachapoly"):
        return chachapoly_work(operation)
    if operation.startswith(("openssl", "private-key")):
        return openssl_work(operation, rest[0] if rest else None)
    if operation.startswith("article"):
        return article_work(operation, rest)
    if operation.startswith("encrypt-then-mac"):
        return encrypt_then_mac_work(operation, int(rest == ["ctr"]))
    if operation.split("-")[0] in ("rncryptor", "themis"):
        return cell_work(operation)
    if operation == "argon2id":
        return argon2_work()
    if operation.startswith("scrypt"):
        return scrypt_work()
    if operation in ("x25519", "noise", "session", "comparison"):
        return session_work(operation)
    if operation.startswith("container"):
        return container_work(operation.removeprefix("container-"))
    return vault_work(operation, rest)
