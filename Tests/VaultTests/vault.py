#!/usr/bin/env python3
"""Reads, writes and changes vaults of version 1. It is made from FORMAT.md alone, and shares nothing with the Swift
code.

It needs Python's standard library and, for AES, the module `cryptography` (Debian: python3-cryptography). It is a proof
of the format. It has no minimum of rounds, takes any new password or key, and wipes no secrets: do not use it for your
own vaults.

  vault.py open FILE --password P [--context C]                       content to standard output
           [--limit-rounds N] [--limit-slots N] [--limit-content N]
  vault.py seal FILE --password P [--password Q …] [--context C]      vault to standard output
           [--rounds N …] [--stretching N …] [--slot N …] [--seed S]
  vault.py password FILE --password P [--context C]                   changes the passwords of FILE in its place
           add|change --new Q [--rounds N] [--stretching N]           --new-key-hex K for a key
           remove [--slot N]
  vault.py recovery text --key-hex K                                  the recovery key of a key
           read FILE                                                  the key of a recovery key, in hexadecimal
           example                                                    section 10 of FORMAT.md
  vault.py recipient text --key-hex K                                 the text of a private key, and its recipient
           read FILE                                                  the public key of a recipient, in hexadecimal
           read-key FILE                                              the private key of a text, in hexadecimal
           example                                                    section 11 of FORMAT.md
  vault.py example [FILE]                                             section 7.1 of FORMAT.md; FILE gets the vault
  vault.py slot-example                                               section 7.2, which needs argon2-cffi
  vault.py chunk-example [FILE]                                       section 7.3; FILE gets the vault

FILE may be - for standard input, except for `password`. --password-hex, --new-hex and --context-hex take bytes,
--key-hex a key of 32 bytes in place of a password, and --recovery the text of a key. --recipient seals for the text of a
recipient, and --recipient-key-hex opens with its private key; `password` has --new-recipient. Only a password has --rounds
and --stretching. With several passwords, --rounds, --stretching and --slot are given once for all of them, or once for
each, in the same order. `change` and `remove` change every slot that P opens, and `remove --slot` only that one.
"""

import argparse
import hashlib
import hmac
import os
import re
import secrets
import sys
import unicodedata

try:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
except ImportError as error:
    sys.stderr.write(f"vault.py: no AES module: {error} (Debian: apt-get install python3-cryptography)\n")
    sys.exit(69)

MAGIC = bytes.fromhex("8b53564c540d0a1a")
SLOT_COUNT, SLOT_SIZE = 8, 80
TAG_OFFSET, HEADER_SIZE = 688, 720
CHUNKS_OFFSET = 2 * HEADER_SIZE
CHUNK_SIZE, TAG_SIZE = 65536, 32
HASHES = {1: "sha512", 2: "sha256", 4: "sha512"}
KEY, ARGON2ID, RECIPIENT = 3, 4, 5


class Key(bytes):
    """A key of 32 bytes, in place of a password."""


class RecipientKey(bytes):
    """The private key of a recipient, in place of a password."""


class Recipient(bytes):
    """The public key of a recipient, in place of a new password."""


def kind_of(password):
    """The mark of the slots that it opens, or 0 for those of passwords."""
    return {Key: KEY, RecipientKey: RECIPIENT, Recipient: RECIPIENT}.get(type(password), 0)


class Limits:
    """The most that a reader spends."""

    def __init__(self, rounds=10_000_000, slots=SLOT_COUNT, content=1 << 63, memory=1 << 30):
        self.rounds, self.slots, self.content, self.memory = rounds, slots, content, memory


class VaultError(Exception):
    """An error of FORMAT.md, sections 5 and 6. `progress` is how far the reader came in step 4."""

    def __init__(self, name, detail=""):
        super().__init__(f"{name}: {detail}" if detail else name)
        self.name = name
        self.status = {
            "not a vault": 10,
            "unsupported version": 11,
            "invalid header": 12,
            "over limit": 13,
            "wrong password or context": 14,
            "damaged": 15,
            "truncated": 16,
            "unsupported suite": 17,
            "unsupported stretching": 18,
            "no further change": 19,
            "no free slot": 20,
            "no password": 21,
            "last slot": 22,
            "password in use": 23,
        }[name]
        self.progress = {"over limit": 1, "wrong password or context": 2}.get(name, 0)


# Algorithms that Python's standard library lacks.


def number(value, size):
    return value.to_bytes(size, "big")


def hkdf(name, secret, salt, info, size):
    """RFC 5869."""
    key = hmac.new(salt or bytes(hashlib.new(name).digest_size), secret, name).digest()
    output, block, counter = b"", b"", 1
    while len(output) < size:
        block = hmac.new(key, block + info + bytes([counter]), name).digest()
        output += block
        counter += 1
    return output[:size]


PRIME = 2**255 - 19


def x25519(scalar, point):
    """RFC 7748, section 5."""
    k = int.from_bytes(scalar, "little") & ~7 & (1 << 255) - 1 | 1 << 254
    x1 = (int.from_bytes(point, "little") & (1 << 255) - 1) % PRIME
    x2, z2, x3, z3 = 1, 0, x1, 1
    for bit in reversed(range(255)):
        if k >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        x3, z3 = (d * a + c * b) ** 2 % PRIME, x1 * (d * a - c * b) ** 2 % PRIME
        x2, z2 = (a * b) ** 2 % PRIME, (a * a - b * b) * (a * a + 121665 * (a * a - b * b)) % PRIME
        if k >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little")


def public_key(private_key):
    return x25519(private_key, number(9, 1) + bytes(31))


def key_wrap(kek, key):
    """RFC 3394, section 2.2.1."""
    aes = Cipher(algorithms.AES(kek), modes.ECB()).encryptor()
    check = b"\xa6" * 8
    registers = [key[i : i + 8] for i in range(0, len(key), 8)]
    count = len(registers)
    for j in range(6):
        for i in range(count):
            block = aes.update(check + registers[i])
            check = number(int.from_bytes(block[:8], "big") ^ (count * j + i + 1), 8)
            registers[i] = block[8:]
    return check + b"".join(registers)


def key_unwrap(kek, wrapped):
    """RFC 3394, section 2.2.2; None when the check fails."""
    aes = Cipher(algorithms.AES(kek), modes.ECB()).decryptor()
    check = wrapped[:8]
    registers = [wrapped[i : i + 8] for i in range(8, len(wrapped), 8)]
    count = len(registers)
    for j in reversed(range(6)):
        for i in reversed(range(count)):
            block = aes.update(number(int.from_bytes(check, "big") ^ (count * j + i + 1), 8) + registers[i])
            check, registers[i] = block[:8], block[8:]
    return b"".join(registers) if hmac.compare_digest(check, b"\xa6" * 8) else None


def ctr(key, first_block, data):
    """AES-CTR, which is its own inverse."""
    cipher = Cipher(algorithms.AES(key), modes.CTR(number(first_block, 16))).encryptor()
    return cipher.update(data) + cipher.finalize()


# FORMAT.md, sections 3 and 4.


def slot_head(stretching, rounds):
    """The first 8 bytes of a slot. For Argon2id, `rounds` are its memory in KiB, its passes and its lanes."""
    if stretching == ARGON2ID:
        memory, passes, lanes = rounds
        return number(stretching, 1) + number(lanes, 1) + number(passes, 2) + number(memory, 4)
    return number(stretching, 1) + bytes(3) + number(rounds, 4)


def argon2id(head):
    """The memory in KiB, the passes and the lanes of a slot of Argon2id; of another one, none."""
    if head[0] != ARGON2ID:
        return 0, 0, 0
    return int.from_bytes(head[4:8], "big"), int.from_bytes(head[2:4], "big"), head[1]


def slot_rounds(head):
    """What a slot counts as against the limit of rounds."""
    memory, passes, _ = argon2id(head)
    return memory * passes if head[0] == ARGON2ID else int.from_bytes(head[4:8], "big")


def is_valid(head):
    """Whether the first 8 bytes keep the rules of section 3."""
    memory, passes, lanes = argon2id(head)
    if head[0] == ARGON2ID:
        return passes > 0 and lanes > 0 and memory >= 8 * lanes
    return head[0] != 0 and not any(head[1:4]) and (head[4:8] == bytes(4)) == (head[0] in (KEY, RECIPIENT))


def fill_memory(*parameters):
    """Argon2id."""
    from argon2.low_level import Type, hash_secret_raw  # PyPI argon2-cffi; Debian: python3-argon2

    return hash_secret_raw(*parameters, Type.ID)


def slot_keys(head, password, salt):
    """The stretched password, the key or the shared secret, the info and the key encryption key of a slot.

    `salt` is that of the slot; for a recipient, its ephemeral key: the public one for the recipient's private key, and the
    private one for the recipient.
    """
    if head[0] == RECIPIENT:
        if isinstance(password, Recipient):
            ephemeral, recipient, shared = public_key(salt), password, x25519(salt, password)
        else:
            ephemeral, recipient, shared = salt, public_key(password), x25519(password, salt)
        info = b"swift-vault v1 recipient slot" + ephemeral + recipient
        return shared, info, hkdf("sha256", shared, b"", info, 32)
    if head[0] == KEY:
        info = b"swift-vault v1 key slot"
        return password, info, hkdf("sha256", password, salt, info, 32)
    name = HASHES[head[0]]
    if head[0] == ARGON2ID:
        memory, passes, lanes = argon2id(head)
        stretched = fill_memory(password, salt, passes, memory, lanes, 64)
    else:
        stretched = hashlib.pbkdf2_hmac(name, password, salt, slot_rounds(head))
    info = b"swift-vault v1 slot" + number(len(password), 8)
    return stretched, info, hkdf(name, stretched, b"", info, 32)


def content_keys(data_key, salt):
    """The header key, the encryption key and the authentication key."""
    keys = hkdf("sha256", data_key, salt, b"swift-vault v1 keys", 96)
    return keys[:32], keys[32:64], keys[64:]


def app_key(data_key, salt, info):
    """A key that an app derives."""
    return hkdf("sha256", data_key, salt, b"swift-vault v1 app key" + info, 32)


def chunk_tag(key, ciphertext, index, last):
    return hmac.new(key, ciphertext + number(index, 8) + number(last, 1), "sha256").digest()


class Slot:
    """The place of a password, a key or a recipient in the header. For a recipient, `salt` is the ephemeral private key."""

    def __init__(self, place, stretching, rounds, password, salt):
        if kind_of(password):
            stretching, rounds = kind_of(password), 0
        self.place, self.head = place, slot_head(stretching, rounds)
        self.password, self.salt = password, salt

    def wrap(self, data_key):
        self.stretched, self.info, self.kek = slot_keys(self.head, self.password, self.salt)
        self.wrapped = key_wrap(self.kek, data_key)
        if self.head[0] == RECIPIENT and self.stretched == bytes(32):
            raise RecipientError("key")
        salt = public_key(self.salt) if self.head[0] == RECIPIENT else self.salt
        return self.head + salt + self.wrapped


def header_tag(header_key, header, context):
    return hmac.new(header_key, header[:TAG_OFFSET] + context, "sha256").digest()


def header_bytes(data_key, salt, slots, context, generation=0):
    """One copy of a header. `slots` has the bytes of the slots in use, by their places."""
    header = MAGIC + bytes([1, 1, 0, 0]) + number(generation, 4) + salt
    header += b"".join(slots.get(place, bytes(SLOT_SIZE)) for place in range(SLOT_COUNT))
    return header + header_tag(content_keys(data_key, salt)[0], header, context)


def seal(content, data_key, salt, slots, context):
    """One copy of the header, and the chunks as pairs of ciphertext and tag."""
    header = header_bytes(data_key, salt, {slot.place: slot.wrap(data_key) for slot in slots}, context)
    _, encryption_key, authentication_key = content_keys(data_key, salt)
    ciphertext = ctr(encryption_key, 0, content)
    count = max(1, -(-len(content) // CHUNK_SIZE))
    chunks = []
    for index in range(count):
        piece = ciphertext[index * CHUNK_SIZE : (index + 1) * CHUNK_SIZE]
        chunks.append((piece, chunk_tag(authentication_key, piece, index, index == count - 1)))
    return header, chunks


def join(header, chunks):
    return header + header + b"".join(piece + tag for piece, tag in chunks)


# FORMAT.md, section 5, step by step.


class Header:
    """One copy of the header, by step 1."""

    def __init__(self, copy):
        if copy[:8] != MAGIC:
            raise VaultError("not a vault")
        if len(copy) < 9:
            raise VaultError("truncated")
        if copy[8] != 1:
            raise VaultError("unsupported version", str(copy[8]))
        if len(copy) < HEADER_SIZE:
            raise VaultError("truncated")
        if copy[9] != 1:
            raise VaultError("unsupported suite", str(copy[9]))
        if any(copy[10:12]):
            raise VaultError("invalid header", "reserved bytes")
        self.copy, self.generation, self.salt, self.slots = copy, generation(copy), copy[16:48], {}
        for place in range(SLOT_COUNT):
            slot = copy[48 + place * SLOT_SIZE :][:SLOT_SIZE]
            if any(slot):
                if slot[0] > RECIPIENT:
                    raise VaultError("unsupported stretching", str(slot[0]))
                if not is_valid(slot[:8]):
                    raise VaultError("invalid header", f"slot {place}")
                self.slots[place] = slot
        if not self.slots:
            raise VaultError("invalid header", "no slot in use")

    def data_keys(self, password):
        """The data keys that the password or the key unwraps, by the places of their slots."""
        keys = {}
        for place, slot in self.slots.items():
            if (slot[0] if slot[0] in (KEY, RECIPIENT) else 0) != kind_of(password):
                continue
            secret, _, kek = slot_keys(slot[:8], password, slot[8:40])
            if slot[0] == RECIPIENT and secret == bytes(32):
                continue
            data_key = key_unwrap(kek, slot[40:])
            if data_key is not None:
                keys[place] = data_key
        return keys


def generation(copy):
    return int.from_bytes(copy[12:16], "big")


class Unlocked:
    """A copy of the header that a password opens: step 4 for one copy."""

    def __init__(self, copy, password, context, limits):
        header = Header(copy)
        check_limits(header.slots, limits)
        keys = header.data_keys(password)
        if not keys:
            raise VaultError("wrong password or context")
        self.header, self.data_key = header, next(iter(keys.values()))
        self.header_key = content_keys(self.data_key, header.salt)[0]
        if not hmac.compare_digest(header_tag(self.header_key, copy, context), copy[TAG_OFFSET:]):
            raise VaultError("wrong password or context")
        self.places = [place for place, key in keys.items() if hmac.compare_digest(key, self.data_key)]


def check_limits(slots, limits):
    if len(slots) > limits.slots:
        raise VaultError("over limit", f"{len(slots)} slots, {limits.slots} allowed")
    memory = max((1024 * argon2id(slot)[0] for slot in slots.values()), default=0)
    if memory > limits.memory:
        raise VaultError("over limit", f"{memory} bytes of memory, {limits.memory} allowed")
    rounds = sum(slot_rounds(slot) for slot in slots.values())
    if rounds > limits.rounds:
        raise VaultError("over limit", f"{rounds} rounds, {limits.rounds} allowed")


def copies_of(vault):
    """The copies of the header, or one if they are equal. Raises the errors of step 1."""
    copies = [vault[:HEADER_SIZE], vault[HEADER_SIZE:CHUNKS_OFFSET]]
    if copies[0] == copies[1]:
        del copies[1]
    errors = []
    for copy in copies:
        try:
            Header(copy)
        except VaultError as error:
            errors.append(error)
    if len(errors) == len(copies):
        raise errors[0]
    if len(vault) < CHUNKS_OFFSET:
        raise VaultError("truncated")
    return copies


def unlock(copies, password, context, limits, chunks):
    """The copy that counts, unlocked: steps 4 and 5."""
    errors = []
    for copy in copies:
        try:
            unlocked = Unlocked(copy, password, context, limits)
            break
        except VaultError as error:
            errors.append(error)
    else:
        raise max(errors, key=lambda error: error.progress)  # the first of those that came furthest
    other = copies[0] if errors else copies[-1]
    if other != copy and is_authentic(other, unlocked, context):
        if errors and generation(other) >= generation(copy):
            raise errors[0]
        if not errors and generation(other) > generation(copy):
            return Unlocked(other, password, context, limits)
    elif not errors and other[16:48] != copy[16:48] and not has_first_chunk(unlocked, chunks):
        try:
            another = Unlocked(other, password, context, limits)
        except VaultError:
            return unlocked
        if has_first_chunk(another, chunks):
            return another
    return unlocked


def is_authentic(other, unlocked, context):
    """Whether a copy was written under the keys of the copy that the password opened. The password need not open it."""
    copy = unlocked.header.copy
    return (
        other[:12] == copy[:12]
        and other[16:48] == copy[16:48]
        and hmac.compare_digest(header_tag(unlocked.header_key, other, context), other[TAG_OFFSET:])
    )


def has_first_chunk(unlocked, chunks):
    """Whether chunk 0 belongs to a copy, whether it is the last chunk or not."""
    key = content_keys(unlocked.data_key, unlocked.header.salt)[2]
    chunk = chunks[: CHUNK_SIZE + TAG_SIZE]
    piece, tag = chunk[:-TAG_SIZE], chunk[-TAG_SIZE:]
    return any(hmac.compare_digest(chunk_tag(key, piece, 0, last), tag) for last in (0, 1))


def content_size(chunks_size):
    """Step 2."""
    whole, last = divmod(chunks_size, CHUNK_SIZE + TAG_SIZE)
    if chunks_size < TAG_SIZE or 1 <= last < TAG_SIZE or (last == TAG_SIZE and whole > 0):
        raise VaultError("truncated")
    return chunks_size - TAG_SIZE * (whole + (last > 0))


def open_vault(vault, password, context, limits):
    copies = copies_of(vault)
    chunks = vault[CHUNKS_OFFSET:]
    size = content_size(len(chunks))
    if size > limits.content:
        raise VaultError("over limit", f"{size} bytes of content, {limits.content} allowed")
    unlocked = unlock(copies, password, context, limits, chunks)
    _, encryption_key, authentication_key = content_keys(unlocked.data_key, unlocked.header.salt)
    content = b""
    for index in range(-(-len(chunks) // (CHUNK_SIZE + TAG_SIZE))):
        piece = authentic_chunk(chunks, index, authentication_key)
        content += ctr(encryption_key, 4096 * index, piece)
    return content


def authentic_chunk(chunks, index, authentication_key):
    chunk = chunks[index * (CHUNK_SIZE + TAG_SIZE) :][: CHUNK_SIZE + TAG_SIZE]
    piece, tag = chunk[:-TAG_SIZE], chunk[-TAG_SIZE:]
    last = (index + 1) * (CHUNK_SIZE + TAG_SIZE) >= len(chunks)
    if not hmac.compare_digest(chunk_tag(authentication_key, piece, index, last), tag):
        if last and hmac.compare_digest(chunk_tag(authentication_key, piece, index, False), tag):
            raise VaultError("truncated")
        raise VaultError("damaged", f"chunk {index}")
    return piece


# FORMAT.md, section 6.


def write(file, copy, offset):
    file.seek(offset)
    file.write(copy)
    file.flush()
    os.fsync(file.fileno())


def change_passwords(file, password, context, limits, change):
    """`change` gets the slots, the unlocked header and the limits."""
    vault = file.read()
    copies = copies_of(vault)
    content_size(len(vault) - CHUNKS_OFFSET)
    unlocked = unlock(copies, password, context, limits, vault[CHUNKS_OFFSET:])
    header = unlocked.header
    os.fsync(file.fileno())
    if len(copies) > 1:
        authentic_chunk(vault[CHUNKS_OFFSET:], 0, content_keys(unlocked.data_key, header.salt)[2])
        write(file, header.copy, HEADER_SIZE if copies[0] == header.copy else 0)
    if header.generation == 2**32 - 1:
        raise VaultError("no further change")
    slots = dict(header.slots)
    change(slots, unlocked, limits)
    copy = header_bytes(unlocked.data_key, header.salt, slots, context, header.generation + 1)
    write(file, copy, 0)
    write(file, copy, HEADER_SIZE)


def places_of(password, unlocked):
    """The slots that a password opens."""
    keys = unlocked.header.data_keys(password)
    return [place for place, key in keys.items() if hmac.compare_digest(key, unlocked.data_key)]


def fill(slots, unlocked, limits, slot, emptied):
    """Gives a slot a password that opens no other slot. The slots in `emptied` had the password that it replaces."""
    for place in emptied:
        del slots[place]
    check_limits(slots | {slot.place: slot.head}, limits)
    # A public key cannot be tried.
    tried = [] if isinstance(slot.password, Recipient) else places_of(slot.password, unlocked)
    others = [place for place in tried if place in slots]
    if others:
        raise VaultError("password in use", f"slot {others[0]}")
    slots[slot.place] = slot.wrap(unlocked.data_key)


def remove(slots, places):
    for place in places:
        if place not in slots:
            raise VaultError("no password", f"slot {place}")
        del slots[place]
    if not slots:
        raise VaultError("last slot")


# FORMAT.md, section 7.


class Block:
    """A block of Markdown with a name and a value in each line."""

    def __init__(self):
        self.lines = []

    def say(self, name="", text=""):
        self.lines.append(f"{name:<20}{text}".rstrip())

    def show(self, name, value):
        """Bytes in hexadecimal, 32 in a line."""
        for start in range(0, len(value), 32):
            self.say("" if start else name, value[start : start + 32].hex())

    def show_vault(self, vault):
        self.say("vault", f"{len(vault)} bytes, whose SHA-256 is")
        self.show("", hashlib.sha256(vault).digest())

    def text(self):
        return "```\n" + "\n".join(self.lines) + "\n```\n"


def example():
    """The example as a block of Markdown, and its vault."""
    data_key, salt, slot_salt = bytes(range(0x00, 0x20)), bytes(range(0x20, 0x40)), bytes(range(0x40, 0x60))
    slot = Slot(0, 1, 1000, b"correct horse", slot_salt)
    header, chunks = seal(b"hello, vault\n", data_key, salt, [slot], b"example")
    keys = content_keys(data_key, salt)
    vault = join(header, chunks)
    block = Block()
    block.say("content", '"hello, vault\\n"')
    block.say("password", '"correct horse"')
    block.say("context", '"example"')
    block.say("stretching, rounds", "1 (PBKDF2-HMAC-SHA512), 1000")
    block.show("data key", data_key)
    block.show("salt", salt)
    block.show("slot salt", slot_salt)
    block.say()
    block.show("stretched", slot.stretched)
    block.show("info", slot.info)
    block.show("kek", slot.kek)
    block.show("wrapped", slot.wrapped)
    block.say()
    for name, key in zip(("header key", "encryption key", "authentication key"), keys):
        block.show(name, key)
    block.show("app key of \"notes\"", app_key(data_key, salt, b"notes"))
    block.say()
    block.show("header 0 ..< 48", header[:48])
    block.show("slot 0", header[48:128])
    block.say("slots 1 to 7", "560 zero bytes")
    block.show("header tag", header[TAG_OFFSET:])
    block.say("header again", "the same 720 bytes")
    block.show("ciphertext", chunks[0][0])
    block.show("chunk tag", chunks[0][1])
    block.say()
    block.show_vault(vault)
    return block.text(), vault


def slot_example():
    """Slots with the stretchings that the example does not have. Section 11 has that of a recipient."""
    data_key, salt, key = bytes(range(0x00, 0x20)), bytes(range(0x40, 0x60)), Key(range(0x80, 0xA0))
    block = Block()
    block.show("data key", data_key)
    block.show("slot salt", salt)
    for title, text, slot in (
        ("stretching, rounds", "2 (PBKDF2-HMAC-SHA256), 1000", Slot(0, 2, 1000, b"correct horse", salt)),
        ("stretching", "3 (a key)", Slot(0, KEY, 0, key, salt)),
        ("stretching", "4 (Argon2id), 256 blocks of 1,024 bytes, 3 passes, 4 lanes",
         Slot(0, ARGON2ID, (256, 3, 4), b"correct horse", salt)),
    ):
        wrapped = slot.wrap(data_key)
        block.say()
        block.say(title, text)
        block.show("key", key) if slot.password is key else block.show("stretched", slot.stretched)
        block.show("info", slot.info)
        block.show("kek", slot.kek)
        block.show("slot", wrapped)
    return block.text()


def chunk_example():
    """A vault of two chunks under a key as a block of Markdown, and the vault."""
    key, slot_salt = Key(range(0x80, 0xA0)), bytes(range(0x60, 0x80))
    data_key, salt = bytes(range(0xA0, 0xC0)), bytes(range(0xC0, 0xE0))
    content = (bytes(range(256)) * 257)[: CHUNK_SIZE + 1]
    slot = Slot(0, KEY, 0, key, slot_salt)
    header, chunks = seal(content, data_key, salt, [slot], b"")
    vault = join(header, chunks)
    block = Block()
    block.say("content", "65537 bytes: 00 01 02 and so on to ff, 256 times, then 00")
    block.say("context", "none")
    block.show("key", key)
    block.show("data key", data_key)
    block.show("salt", salt)
    block.show("slot 0", header[48:128])
    block.show("header tag", header[TAG_OFFSET:])
    for index, (piece, tag) in enumerate(chunks):
        block.say()
        offset = CHUNKS_OFFSET + index * (CHUNK_SIZE + TAG_SIZE)
        block.say(f"chunk {index}", f"at {offset}, {len(piece) + TAG_SIZE} bytes")
        block.show("first counter block", number(4096 * index, 16))
        if len(piece) > 32:
            block.show("ciphertext begins", piece[:32])
            block.show("SHA-256 of it all", hashlib.sha256(piece).digest())
        else:
            block.show("ciphertext", piece)
        block.show("tagged after it", number(index, 8) + number(index == len(chunks) - 1, 1))
        block.show("chunk tag", tag)
    block.say()
    block.show_vault(vault)
    return block.text(), vault


# FORMAT.md, section 10.

ALPHABET = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUP_COUNT, GROUP_SIZE = 14, 5


class RecoveryKeyError(ValueError):
    """An error of FORMAT.md, section 10, with the numbers of the group and the character."""


def times(left, right):
    """The product in GF(2^5), by shifts and additions."""
    product = 0
    for bit in range(5):
        if right >> bit & 1:
            product ^= left << bit
    for bit in reversed(range(5, 9)):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - 5)
    return product


def power(exponent):
    return 1 if exponent == 0 else times(2, power(exponent - 1))


def group_check(values, place):
    """The fifth value of a group of four."""
    check = power(place)
    for exponent, value in zip((4, 3, 2, 1), values):
        check ^= times(power(exponent), value)
    return check


def checksum(label, key):
    return hashlib.sha256(label + key).digest()[:3]


def recovery_checksum(key):
    return checksum(b"swift-vault v1 recovery key", key)


def recipient_key_checksum(key):
    return checksum(b"swift-vault v1 recipient key", key)


def recovery_groups(data):
    """The groups of 35 bytes. The last three bytes need not be the checksum."""
    digits = int.from_bytes(data, "big")
    values = [digits >> shift & 31 for shift in reversed(range(0, 280, 5))]
    for place in range(1, GROUP_COUNT + 1):
        four = values[4 * place - 4 : 4 * place]
        yield "".join(chr(ALPHABET[value]) for value in [*four, group_check(four, place)])


def recovery_text(key, checksum=recovery_checksum):
    groups = list(recovery_groups(key + checksum(key)))
    return "-".join(groups[:7]) + "\n" + "-".join(groups[7:])


def character_value(character):
    """The value of a byte, or -1."""
    return ALPHABET.find(bytes([character]).upper().translate(bytes.maketrans(b"OIL", b"011")))


def recovery_runs(text):
    """The characters between separators, outside of comments: the groups of steps 1 and 2."""
    lines = [line for line in re.split(rb"[\r\n]", text) if not line.startswith(b"#")]
    for run in re.split(rb"[ \t\n-]+", b"\n".join(lines)):
        size = GROUP_SIZE if len(run) >= 2 * GROUP_SIZE else max(1, len(run))
        yield from (run[start : start + size] for start in range(0, len(run), size))


def recovery_key(text):
    """The key of the text of a recovery key, in bytes."""
    return Key(key_of_text(text, recovery_checksum, recipient_key_checksum, "recipient key"))


def recipient_key(text):
    """The private key of a text in bytes."""
    return RecipientKey(key_of_text(text, recipient_key_checksum, recovery_checksum, "recovery key"))


def key_of_text(text, checksum, other_checksum, other_kind):
    groups, digits = list(recovery_runs(text)), 0
    for place, group in enumerate(groups[:GROUP_COUNT], 1):
        if len(group) != GROUP_SIZE:
            raise RecoveryKeyError(f"character count {len(group)} of group {place}")
        values = [character_value(character) for character in group]
        if -1 in values:
            raise RecoveryKeyError(f"character {values.index(-1) + 1} of group {place}")
        if group_check(values[:4], place) != values[4]:
            raise RecoveryKeyError(f"group {place}")
        for value in values[:4]:
            digits = digits << 5 | value
    if len(groups) != GROUP_COUNT:
        raise RecoveryKeyError(f"group count {len(groups)}")
    data = number(digits, 35)
    if hmac.compare_digest(other_checksum(data[:32]), data[32:]):
        raise RecoveryKeyError(other_kind)
    if not hmac.compare_digest(checksum(data[:32]), data[32:]):
        raise RecoveryKeyError("checksum")
    return data[:32]


def recovery_example():
    key = bytes(range(32))
    return (
        "```\n"
        f"key                 {key.hex()}\n"
        f"checksum            {recovery_checksum(key).hex()}\n"
        + "recovery key        " + recovery_text(key).replace("\n", "\n" + 20 * " ") + "\n"
        "```\n"
    )


# FORMAT.md, section 11.

RECIPIENT_PREFIX = b"swift-vault-recipient-"


class RecipientError(ValueError):
    """An error of FORMAT.md, section 11."""


def recipient_text(public_key):
    digits = int.from_bytes(public_key + checksum(b"swift-vault v1 recipient", public_key), "big")
    characters = bytes(ALPHABET[digits >> shift & 31] for shift in reversed(range(0, 280, 5)))
    return (RECIPIENT_PREFIX + characters.lower()).decode()


def recipient(text):
    """The public key of a text in bytes."""
    if text[: len(RECIPIENT_PREFIX)].lower() != RECIPIENT_PREFIX:
        raise RecipientError("prefix")
    characters = text[len(RECIPIENT_PREFIX) :]
    if len(characters) != 56:
        raise RecipientError(f"character count {len(characters)}")
    values = [character_value(character) for character in characters]
    if -1 in values:
        raise RecipientError(f"character {values.index(-1) + 1}")
    data = number(sum(value << 5 * place for place, value in enumerate(reversed(values))), 35)
    if checksum(b"swift-vault v1 recipient", data[:32]) != data[32:]:
        raise RecipientError("checksum")
    if int.from_bytes(data[:32], "little") >= PRIME or x25519(bytes(32), data[:32]) == bytes(32):
        raise RecipientError("key")
    return Recipient(data[:32])


def recipient_example():
    """The examples of section 11: the texts, and a slot for the recipient."""
    private, ephemeral, data_key = bytes(range(0x60, 0x80)), bytes(range(0x40, 0x60)), bytes(range(32))
    slot = Slot(0, 0, 0, Recipient(public_key(private)), ephemeral)
    wrapped = slot.wrap(data_key)
    block = Block()
    block.show("private key", private)
    block.show("checksum", recipient_key_checksum(private))
    block.say("text of the key", recovery_text(private, recipient_key_checksum).replace("\n", "\n" + 20 * " "))
    block.show("public key", public_key(private))
    block.show("checksum", checksum(b"swift-vault v1 recipient", public_key(private)))
    block.say("recipient", recipient_text(public_key(private)))
    block.say()
    block.show("data key", data_key)
    block.show("ephemeral private", ephemeral)
    block.show("ephemeral public", public_key(ephemeral))
    block.show("shared", slot.stretched)
    block.show("info", slot.info)
    block.show("kek", slot.kek)
    block.show("slot", wrapped)
    return block.text()


# The command line.


class Randomness:
    """The system's random bytes, or, with a seed, the same bytes in each run."""

    def __init__(self, seed):
        self.seed, self.count = seed, 0

    def bytes(self, size):
        if self.seed is None:
            return secrets.token_bytes(size)
        self.count += 1
        return hkdf("sha256", self.seed.encode(), b"", number(self.count, 8), size)


def key(digits):
    """A key in hexadecimal."""
    if len(digits) != 64:
        raise ValueError
    return Key(bytes.fromhex(digits))


def typed_recovery_key(text):
    return recovery_key(text.encode())


def private_key(digits):
    """The private key of a recipient in hexadecimal."""
    return RecipientKey(key(digits))


def typed_recipient(text):
    return recipient(text.encode())


def recipient_command(options, parser):
    if options.action == "example":
        return recipient_example().encode()
    if options.action == "text" and options.key:
        texts = recovery_text(options.key, recipient_key_checksum), recipient_text(public_key(options.key))
        return "\n".join([*texts, ""]).encode()
    if options.action in ("read", "read-key") and options.file:
        reader = recipient if options.action == "read" else recipient_key
        return reader(read(options.file)).hex().encode() + b"\n"
    parser.error("recipient text takes --key-hex, and recipient read and read-key take FILE")


def recovery_command(options, parser):
    if options.action == "example":
        return recovery_example().encode()
    if options.action == "text" and options.key:
        return recovery_text(options.key).encode() + b"\n"
    if options.action == "read" and options.file:
        return recovery_key(read(options.file)).hex().encode() + b"\n"
    parser.error("recovery text takes --key-hex, and recovery read takes FILE")


def person_text(text):
    return unicodedata.normalize("NFC", text).encode()


def read(name):
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def for_each(values, default, count, parser, option):
    values = values or default
    if len(values) == 1 and option != "--slot":
        values = values * count
    if len(values) != count:
        parser.error(f"{option} is given {len(values)} times for {count} passwords")
    return values


def seal_command(options, parser):
    count = len(options.passwords)
    places = for_each(options.slot, list(range(count)), count, parser, "--slot")
    stretchings = for_each(options.stretching, [1], count, parser, "--stretching")
    rounds = for_each(options.rounds, [220_000], count, parser, "--rounds")
    rounds = [options.argon2id if stretching == ARGON2ID else number_of_rounds
              for stretching, number_of_rounds in zip(stretchings, rounds)]
    if len(set(places)) != count or not all(0 <= place < SLOT_COUNT for place in places):
        parser.error("slots are 0 to 7, each for one password")
    if not all(isinstance(one, list) or 1 <= one < 1 << 32 for one in rounds):
        parser.error("rounds are 1 to 4294967295")
    random = Randomness(options.seed)
    data_key, salt = random.bytes(32), random.bytes(32)
    slots = [Slot(*values, random.bytes(32)) for values in zip(places, stretchings, rounds, options.passwords)]
    return join(*seal(read(options.file), data_key, salt, slots, options.context))


def password_command(options, parser):
    if (options.change == "remove") != (options.new is None) or (options.slot is not None and options.new is not None):
        parser.error("add and change take --new, remove may take --slot")

    def change(slots, unlocked, limits):
        if options.change == "remove":
            remove(slots, unlocked.places if options.slot is None else [options.slot])
            return
        places = unlocked.places
        if options.change == "add":
            places = [place for place in range(SLOT_COUNT) if place not in slots]
            if not places:
                raise VaultError("no free slot")
        rounds = options.argon2id if options.stretching == ARGON2ID else options.rounds
        slot = Slot(places[0], options.stretching, rounds, options.new, secrets.token_bytes(32))
        fill(slots, unlocked, limits, slot, places if options.change == "change" else [])

    with open(options.file, "r+b") as file:
        change_passwords(file, options.passwords[0], options.context, Limits(), change)


def add_file_arguments(command):
    command.add_argument("file")
    command.add_argument("--password", dest="passwords", action="append", type=person_text)
    command.add_argument("--password-hex", dest="passwords", action="append", type=bytes.fromhex)
    command.add_argument("--key-hex", dest="passwords", action="append", type=key)
    command.add_argument("--recovery", dest="passwords", action="append", type=typed_recovery_key)
    command.add_argument("--recipient", dest="passwords", action="append", type=typed_recipient)
    command.add_argument("--recipient-key-hex", dest="passwords", action="append", type=private_key)
    command.add_argument("--context", dest="context", default=b"", type=person_text)
    command.add_argument("--context-hex", dest="context", type=bytes.fromhex)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    opening, sealing, changing = [commands.add_parser(name) for name in ("open", "seal", "password")]
    for command in (opening, sealing, changing):
        add_file_arguments(command)
    limits = Limits()
    opening.add_argument("--limit-rounds", type=int, default=limits.rounds)
    opening.add_argument("--limit-slots", type=int, default=limits.slots)
    opening.add_argument("--limit-content", type=int, default=limits.content)
    opening.add_argument("--limit-memory", type=int, default=limits.memory)
    sealing.add_argument("--rounds", action="append", type=int)
    sealing.add_argument("--stretching", action="append", type=int, choices=sorted(HASHES))
    for command in (sealing, changing):
        command.add_argument("--argon2id", nargs=3, type=int, default=[65536, 3, 4], metavar=("KIB", "PASSES", "LANES"))
    sealing.add_argument("--slot", action="append", type=int)
    sealing.add_argument("--seed")
    changing.add_argument("change", choices=["add", "change", "remove"])
    changing.add_argument("--new", type=person_text)
    changing.add_argument("--new-hex", dest="new", type=bytes.fromhex)
    changing.add_argument("--new-key-hex", dest="new", type=key)
    changing.add_argument("--new-recipient", dest="new", type=typed_recipient)
    changing.add_argument("--rounds", type=int, default=220_000)
    changing.add_argument("--stretching", type=int, default=1, choices=sorted(HASHES))
    changing.add_argument("--slot", type=int)
    commands.add_parser("example").add_argument("file", nargs="?")
    commands.add_parser("slot-example")
    commands.add_parser("chunk-example").add_argument("file", nargs="?")
    recovering = commands.add_parser("recovery")
    recovering.add_argument("action", choices=["text", "read", "example"])
    recovering.add_argument("file", nargs="?")
    recovering.add_argument("--key-hex", dest="key", type=key)
    recipients = commands.add_parser("recipient")
    recipients.add_argument("action", choices=["text", "read", "read-key", "example"])
    recipients.add_argument("file", nargs="?")
    recipients.add_argument("--key-hex", dest="key", type=key)
    options = parser.parse_args()
    if options.command in ("open", "seal", "password"):
        passwords = len(options.passwords or [])
        if passwords == 0 or (options.command != "seal" and passwords > 1):
            parser.error("seal takes one --password or more, open and password take one")
    return options, parser


def main():
    options, parser = parse_arguments()
    output = b""
    try:
        if options.command == "open":
            limits = Limits(
                options.limit_rounds, options.limit_slots, options.limit_content, options.limit_memory)
            output = open_vault(read(options.file), options.passwords[0], options.context, limits)
        elif options.command == "seal":
            output = seal_command(options, parser)
        elif options.command == "password":
            password_command(options, parser)
        elif options.command == "recovery":
            output = recovery_command(options, parser)
        elif options.command == "recipient":
            output = recipient_command(options, parser)
        elif options.command == "slot-example":
            output = slot_example().encode()
        else:
            text, vault = example() if options.command == "example" else chunk_example()
            output = text.encode()
            if options.file:
                with open(options.file, "wb") as file:
                    file.write(vault)
    except VaultError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.status)
    except (RecoveryKeyError, RecipientError) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(24)
    except OSError as error:
        sys.stderr.write(f"vault.py: {error}\n")
        sys.exit(1)
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
