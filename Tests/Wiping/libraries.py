"""What the cases of Library/ work on, and the secrets that each has in memory while it runs."""

import base64
import hashlib
import hmac
import os
import pathlib
import sys
import threading

import needles
from process import Process

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "VaultTests"))
import vault as format  # noqa: E402  the reader of FORMAT.md in Python

MARK = os.urandom(12)  # in every 32 bytes of a content
ROUNDS, DIGESTS = 5, 2
PADDINGS = ["pkcs7", "none", "iso7816-4", "ansi-x9.23", "zero"]
BATCH = 19


class Work:
    """The fields of a case, its secrets by name, and what may stay in memory."""

    def __init__(self, fields, secrets, public=(), optional=None):
        self.fields, self.secrets, self.public = fields, secrets, b"".join(public)
        self.optional = optional or {}  # searched for, but not every kernel has them

    def run(self, program, case, environment=(), **options):
        """Runs a case. What it finds besides its fields is a control, which it leaves on the heap and on the stack."""
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
        if case == "random-key":  # known only when it is overwritten
            self.secrets["key"] = next((content for _, content in run.wiped if len(content) == 32), bytes(32))
        return run


def content(size):
    """Random bytes, the mark in every 32 of them."""
    parts = b"".join(MARK + os.urandom(20) for _ in range(size // 32 + 1))
    return parts[:size]


def hash_work(operation, name):
    key = os.urandom(200 if operation in ("hmac-once", "hmac-init") else 40)
    message, salt = content(1000), os.urandom(24)
    passwords = [os.urandom(20) for _ in range(BATCH)]
    size = hashlib.new(name).digest_size
    if operation.startswith("hash"):
        # The digest itself is public here: what a hash hides is the message.
        return Work([key, message, salt], {"message": message} | needles.expanded(name, message, "message"))
    if operation.startswith("hmac"):
        heard = {} if operation == "hmac-init" else {"message": message}
        return Work([key, message, salt], needles.hmac_secrets(name, key, "key", heard.get("message")) | heard)
    if operation == "hkdf":
        return Work([key, message, salt], needles.hkdf_secrets(name, key, salt, b"info", DIGESTS * size - 1))
    if operation == "pbkdf2-batch":
        secrets = {}
        for number, password in enumerate(passwords):
            secrets |= needles.pbkdf2_secrets(name, password, salt, ROUNDS, size, f"password {number}")
        return Work([key, message, salt] + passwords, secrets)
    return Work([key, message, salt], needles.pbkdf2_secrets(name, key, salt, ROUNDS, DIGESTS * size - 1))


def padded(text, padding):
    added = 16 - len(text) % 16
    if padding == "none":
        return text[: len(text) // 16 * 16]
    if padding == "zero":
        return text + bytes(added % 16)
    return text + {
        "pkcs7": bytes([added] * added), "iso7816-4": b"\x80" + bytes(added - 1),
        "ansi-x9.23": bytes(added - 1) + bytes([added])}[padding]


def cipher_work(operation, padding):
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    keys = [os.urandom(size) for size in (16, 24, 32)]
    plaintext, iv = content(427), os.urandom(16)
    fields, public = keys + [plaintext, iv], []
    for key in keys:
        for kind in PADDINGS:
            for mode in (modes.ECB(), modes.CBC(iv)):
                cipher = Cipher(algorithms.AES(key), mode).encryptor()
                fields.append(cipher.update(padded(plaintext, kind)) + cipher.finalize())
        cipher = Cipher(algorithms.AES(key), modes.CTR(iv)).encryptor()
        fields.append(cipher.update(plaintext) + cipher.finalize())
    secrets, inverse = {}, {}
    used = keys[2:] if "refused" in operation else keys
    if operation == "key-wrap":
        used = keys[:2]
    for key in used:
        label = f"AES-{8 * len(key)} key"
        secrets |= needles.aes_secrets(key, label)
        inverse |= needles.inverse_secrets(key, label)
    if operation == "key-wrap":
        secrets["wrapped key"] = keys[2]
    elif "refused" in operation:
        cipher = Cipher(algorithms.AES(keys[2]), modes.CBC(iv)).decryptor()
        secrets["refused plaintext"] = cipher.update(fields[5 + 22 + 3] + iv)
    else:
        secrets["plaintext"] = plaintext[:416] if padding == "none" else plaintext
    if operation == "ctr":
        for key in keys:
            cipher = Cipher(algorithms.AES(key), modes.CTR(iv)).encryptor()
            stream = cipher.update(bytes(432))
            for place in (16, 32, 416):  # the blocks in which a piece ends or begins
                secrets[f"AES-{8 * len(key)} keystream from {place}"] = stream[place : place + 16]
    return Work(fields, secrets, fields[4:], inverse)


def slot_secrets(password, salt, stretching, rounds, label):
    """What unlocking a slot brings into memory. Spec: FORMAT.md, section 3."""
    name = format.HASHES[stretching]
    size = hashlib.new(name).digest_size
    stretched, info, kek = format.slot_keys(stretching, password, salt, rounds)
    secrets = needles.pbkdf2_secrets(name, password, salt, rounds, size, label)
    secrets |= needles.hkdf_secrets(name, stretched, b"", info, 32, f"{label}: stretched")
    return secrets | needles.aes_secrets(kek, f"{label}: key encryption key")


def key_secrets(data_key, salt, label="data key"):
    """What a data key is made into. Spec: FORMAT.md, section 4."""
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
    """Spec: FORMAT.md, section 9."""
    size = hashlib.new(name).digest_size
    stretched = hashlib.pbkdf2_hmac(name, password, salt, rounds)
    info = b"swift-vault v1 credential" + len(password).to_bytes(8, "big")
    check = format.hkdf(name, stretched, b"", info, size)
    encode = lambda data: base64.b64encode(data).decode().rstrip("=")
    text = f"$swift-vault-pbkdf2-{name}$v=1$i={rounds}${encode(salt)}${encode(check)}".encode()
    secrets = needles.pbkdf2_secrets(name, password, salt, rounds, size)
    hkdf = needles.hkdf_secrets(name, stretched, b"", info, size, "password: stretched")
    del hkdf["password: stretched: output key"]  # what a server stores
    return text, check, secrets | hkdf


def vault_work(operation, _):
    password, other = os.urandom(24), os.urandom(27)
    text = content(1_200_000 if operation in ("vault-reader", "vault-writer") else 150_000)
    sealed, _, secrets, slots = make_vault([password], text)
    salt = os.urandom(16)
    first, check, first_secrets = credential(password, "sha512", 3, salt)
    second, other_check, second_secrets = credential(password, "sha256", 3, salt)
    third_check = hashlib.pbkdf2_hmac("sha1", password, salt, 3)
    encode = lambda data: base64.b64encode(data).decode().rstrip("=").replace("+", ".")
    third = f"$pbkdf2$3${encode(salt)}${encode(third_check)}".encode()
    fields = [sealed, password, other, text, first, second, third]
    public = [sealed, first, second, third, check, other_check, third_check, salt]
    opened = slot_secrets(password, slots[0].salt, 1, 3, "password") | secrets
    if operation in ("vault-seal", "vault-writer"):
        return Work(fields, {"password": password} | needles.hmac_secrets("sha512", password) | {"content": text}, public)
    if operation == "random-key":
        return Work(fields, {}, public)
    if operation in ("credential-create", "key-equal"):
        extra = needles.hmac_secrets("sha512", password) if operation == "credential-create" else {"other password": other}
        return Work(fields, {"key": password} | extra, public)
    if operation.startswith("credential"):
        third_secrets = needles.pbkdf2_secrets("sha1", password, salt, 3, 20)
        del third_secrets["password: stretched"]  # what passlib stores
        return Work(fields, first_secrets | second_secrets | third_secrets, public)
    secrets = dict(opened)
    if operation not in ("vault-passwords",):
        secrets["content"] = text[60_000:] if operation == "vault-range" else text
    if operation in ("vault-reseal", "vault-passwords", "vault-refused"):
        secrets["other password"] = other
    if operation == "vault-open":
        secrets |= needles.tag_secrets(secrets["data key: authentication key"], sealed[1440 : 1440 + (1 << 16)])
    if operation == "vault-refused":
        del secrets["content"]
    return Work(fields, secrets, public)


def work(case):
    """The work of a case, by its name."""
    operation, *rest = case.split("/")
    if operation.split("-")[0] in ("hash", "hmac", "hkdf", "pbkdf2"):
        return hash_work(operation, rest[0])
    if operation.split("-")[0] in ("ecb", "cbc", "ctr", "in", "key") and operation != "key-equal":
        return cipher_work(operation, rest[0] if len(rest) == 2 else "pkcs7")
    return vault_work(operation, rest)
