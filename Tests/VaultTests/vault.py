#!/usr/bin/env python3
"""Reads and writes vaults of version 1, written from FORMAT.md alone; it shares nothing with the Swift code.

It needs Python's standard library and, for AES, the module `cryptography` (Debian: python3-cryptography).
It is there to prove the format. It knows no minimum of rounds and wipes no secrets: do not use it for yours.

  vault.py open FILE --password P [--context C] [--limit N]           content to standard output
  vault.py seal FILE --password P [--password Q …] [--context C]      vault to standard output
           [--rounds N …] [--stretching N …] [--slot N …] [--seed S]
  vault.py example [FILE]                                             section 7 of FORMAT.md; FILE gets the vault

FILE may be - for standard input. --password-hex and --context-hex take bytes. With several passwords, --rounds,
--stretching and --slot are given once for all of them, or once for each, in the same order.
"""

import argparse
import hashlib
import hmac
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
CHUNK_SIZE, TAG_SIZE = 65536, 32
HASHES = {1: "sha512", 2: "sha256"}
DEFAULT_LIMIT = 10_000_000


class VaultError(Exception):
    """An error of FORMAT.md, section 5."""

    def __init__(self, name, detail=""):
        super().__init__(f"{name}: {detail}" if detail else name)
        self.status = {
            "not a vault": 10,
            "unsupported version": 11,
            "invalid header": 12,
            "over limit": 13,
            "wrong password or context": 14,
            "damaged": 15,
            "truncated": 16,
        }[name]


# The algorithms that Python's library lacks.


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


def slot_keys(stretching, password, salt, rounds):
    """The stretched password, the info and the key encryption key of a slot."""
    name = HASHES[stretching]
    stretched = hashlib.pbkdf2_hmac(name, password, salt, rounds)
    info = b"swift-vault v1 slot" + number(len(password), 8)
    return stretched, info, hkdf(name, stretched, b"", info, 32)


def content_keys(data_key, salt):
    """The header key, the encryption key and the authentication key."""
    keys = hkdf("sha256", data_key, salt, b"swift-vault v1 keys", 96)
    return keys[:32], keys[32:64], keys[64:]


def chunk_tag(key, ciphertext, index, last):
    return hmac.new(key, ciphertext + number(index, 8) + number(last, 1), "sha256").digest()


class Slot:
    """A password's place in the header."""

    def __init__(self, place, stretching, rounds, password, salt):
        self.place, self.stretching, self.rounds = place, stretching, rounds
        self.password, self.salt = password, salt

    def wrap(self, data_key):
        self.stretched, self.info, self.kek = slot_keys(self.stretching, self.password, self.salt, self.rounds)
        self.wrapped = key_wrap(self.kek, data_key)
        return number(self.stretching, 1) + bytes(3) + number(self.rounds, 4) + self.salt + self.wrapped


def seal(content, data_key, salt, slots, context):
    """The header without its tag, the tag, and the chunks as pairs of ciphertext and tag."""
    places = {slot.place: slot.wrap(data_key) for slot in slots}
    header = MAGIC + bytes([1, 1]) + bytes(6) + salt
    header += b"".join(places.get(place, bytes(SLOT_SIZE)) for place in range(SLOT_COUNT))
    header_key, encryption_key, authentication_key = content_keys(data_key, salt)
    ciphertext = ctr(encryption_key, 0, content)
    count = max(1, -(-len(content) // CHUNK_SIZE))
    chunks = []
    for index in range(count):
        piece = ciphertext[index * CHUNK_SIZE : (index + 1) * CHUNK_SIZE]
        chunks.append((piece, chunk_tag(authentication_key, piece, index, index == count - 1)))
    return header, hmac.new(header_key, header + context, "sha256").digest(), chunks


def join(header, tag, chunks):
    return header + tag + b"".join(piece + tag for piece, tag in chunks)


# FORMAT.md, section 5, step by step.


def parse(vault):
    """The salt and the slots in use: steps 1 to 3."""
    if vault[:8] != MAGIC:
        raise VaultError("not a vault")
    if len(vault) < 9:
        raise VaultError("truncated")
    if vault[8] != 1:
        raise VaultError("unsupported version", str(vault[8]))
    if len(vault) < HEADER_SIZE:
        raise VaultError("truncated")
    if vault[9] != 1:
        raise VaultError("invalid header", "suite")
    if any(vault[10:16]):
        raise VaultError("invalid header", "reserved bytes")
    slots = []
    for place in range(SLOT_COUNT):
        slot = vault[48 + place * SLOT_SIZE :][:SLOT_SIZE]
        if not any(slot):
            continue
        rounds = int.from_bytes(slot[4:8], "big")
        if slot[0] not in HASHES or any(slot[1:4]) or rounds < 1:
            raise VaultError("invalid header", f"slot {place}")
        slots.append((slot[0], rounds, slot[8:40], slot[40:80]))
    if not slots:
        raise VaultError("invalid header", "no slot in use")
    return vault[16:48], slots


def open_vault(vault, password, context, limit):
    salt, slots = parse(vault)
    rounds = sum(slot[1] for slot in slots)
    if rounds > limit:
        raise VaultError("over limit", f"{rounds} rounds, {limit} allowed")
    rest = vault[HEADER_SIZE:]
    last_size = len(rest) % (CHUNK_SIZE + TAG_SIZE)
    if len(rest) < TAG_SIZE or 1 <= last_size < TAG_SIZE or (last_size == TAG_SIZE and len(rest) > TAG_SIZE):
        raise VaultError("truncated")
    data_key = None
    for stretching, rounds, slot_salt, wrapped in slots:
        data_key = key_unwrap(slot_keys(stretching, password, slot_salt, rounds)[2], wrapped)
        if data_key is not None:
            break
    if data_key is None:
        raise VaultError("wrong password or context")
    header_key, encryption_key, authentication_key = content_keys(data_key, salt)
    tag = hmac.new(header_key, vault[:TAG_OFFSET] + context, "sha256").digest()
    if not hmac.compare_digest(tag, vault[TAG_OFFSET:HEADER_SIZE]):
        raise VaultError("wrong password or context")
    content = b""
    for index in range(-(-len(rest) // (CHUNK_SIZE + TAG_SIZE))):
        chunk = rest[index * (CHUNK_SIZE + TAG_SIZE) :][: CHUNK_SIZE + TAG_SIZE]
        piece, tag = chunk[:-TAG_SIZE], chunk[-TAG_SIZE:]
        last = (index + 1) * (CHUNK_SIZE + TAG_SIZE) >= len(rest)
        if not hmac.compare_digest(chunk_tag(authentication_key, piece, index, last), tag):
            if last and hmac.compare_digest(chunk_tag(authentication_key, piece, index, False), tag):
                raise VaultError("truncated")
            raise VaultError("damaged", f"chunk {index}")
        content += ctr(encryption_key, 4096 * index, piece)
    return content


# FORMAT.md, section 7.


def example():
    """The worked example, as a block of Markdown, and its vault."""
    data_key, salt, slot_salt = bytes(range(0x00, 0x20)), bytes(range(0x20, 0x40)), bytes(range(0x40, 0x60))
    password, context, content = b"correct horse", b"example", b"hello, vault\n"
    slot = Slot(0, 1, 1000, password, slot_salt)
    header, tag, chunks = seal(content, data_key, salt, [slot], context)
    keys = content_keys(data_key, salt)
    vault = join(header, tag, chunks)
    lines = []

    def show(name, value):
        for start in range(0, max(1, len(value)), 32):
            lines.append(f"{name:<20}{value[start:start + 32].hex()}".rstrip())
            name = ""

    lines.append("content             \"hello, vault\\n\"")
    lines.append("password            \"correct horse\"")
    lines.append("context             \"example\"")
    lines.append("stretching, rounds  1 (PBKDF2-HMAC-SHA512), 1000")
    show("data key", data_key)
    show("salt", salt)
    show("slot salt", slot_salt)
    lines.append("")
    show("stretched", slot.stretched)
    show("info", slot.info)
    show("kek", slot.kek)
    show("wrapped", slot.wrapped)
    lines.append("")
    show("header key", keys[0])
    show("encryption key", keys[1])
    show("authentication key", keys[2])
    lines.append("")
    show("header 0 ..< 48", header[:48])
    show("slot 0", header[48:128])
    lines.append("slots 1 to 7        560 zero bytes")
    show("header tag", tag)
    show("ciphertext", chunks[0][0])
    show("chunk tag", chunks[0][1])
    lines.append("")
    lines.append(f"vault               {len(vault)} bytes, whose SHA-256 is")
    show("", hashlib.sha256(vault).digest())
    return "```\n" + "\n".join(lines) + "\n```\n", vault


# The command line.


class Randomness:
    """The system's random bytes, or with a seed the same ones each time."""

    def __init__(self, seed):
        self.seed, self.count = seed, 0

    def bytes(self, size):
        if self.seed is None:
            return secrets.token_bytes(size)
        self.count += 1
        return hkdf("sha256", self.seed.encode(), b"", number(self.count, 8), size)


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
    if len(set(places)) != count or not all(0 <= place < SLOT_COUNT for place in places):
        parser.error("slots are 0 to 7, each for one password")
    if not all(1 <= number_of_rounds < 1 << 32 for number_of_rounds in rounds):
        parser.error("rounds are 1 to 4294967295")
    random = Randomness(options.seed)
    data_key, salt = random.bytes(32), random.bytes(32)
    slots = [Slot(*values, random.bytes(32)) for values in zip(places, stretchings, rounds, options.passwords)]
    return join(*seal(read(options.file), data_key, salt, slots, options.context))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("open", "seal"):
        command = commands.add_parser(name)
        command.add_argument("file")
        command.add_argument("--password", dest="passwords", action="append", type=person_text)
        command.add_argument("--password-hex", dest="passwords", action="append", type=bytes.fromhex)
        command.add_argument("--context", dest="context", default=b"", type=str.encode)
        command.add_argument("--context-hex", dest="context", type=bytes.fromhex)
        if name == "open":
            command.add_argument("--limit", type=int, default=DEFAULT_LIMIT)
        else:
            command.add_argument("--rounds", action="append", type=int)
            command.add_argument("--stretching", action="append", type=int, choices=sorted(HASHES))
            command.add_argument("--slot", action="append", type=int)
            command.add_argument("--seed")
    commands.add_parser("example").add_argument("file", nargs="?")
    options = parser.parse_args()
    if options.command != "example":
        passwords = len(options.passwords or [])
        if passwords == 0 or (options.command == "open" and passwords > 1):
            parser.error("open takes one password, seal takes one or more")
    return options, parser


def main():
    options, parser = parse_arguments()
    try:
        if options.command == "open":
            output = open_vault(read(options.file), options.passwords[0], options.context, options.limit)
        elif options.command == "seal":
            output = seal_command(options, parser)
        else:
            text, vault = example()
            output = text.encode()
            if options.file:
                with open(options.file, "wb") as file:
                    file.write(vault)
    except VaultError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.status)
    except OSError as error:
        sys.stderr.write(f"vault.py: {error}\n")
        sys.exit(1)
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
