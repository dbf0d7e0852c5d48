#!/usr/bin/env python3
"""Writes the texts of recipients and of their keys with the results of reading them, and runs the reader in Python over
them.

    recipients.py write FILE      Recovery/recipients.txt, the same bytes each time
    recipients.py check FILE      reads them all with vault.py
    recipients.py mutants FILE    reads them with readers that have one mistake each, which the file must reveal

A record has KIND, `recipient` or `key`, TEXT, in quotes, where \\n stands for LF, and EXPECT: the public or the private
key in hexadecimal, or the error, such as `prefix`, `character 3`, `character count 55`, `checksum`, `key` and, for a
private key, `recovery key` and the errors of recovery.py.
"""

import hashlib
import os
import re
import sys
import types

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "VaultTests", "vault.py")
sys.path.insert(0, os.path.dirname(SOURCE))

import vault

COMMENT = """Texts of recipients and of their keys, and what a reader must make of them. FORMAT.md, sections 10 and 11; the
first two are its example. recipients.py says how a record is read."""
KEYS = [bytes(range(0x60, 0x80))] + [hashlib.sha256(b"recipient key %d" % i).digest() for i in range(8)]
PREFIX = vault.RECIPIENT_PREFIX.decode()
# The points of order 1, 2, 4 and 8, and integers that are p or more.
NOBODY = [(number % 2**256).to_bytes(32, "little") for number in (
    0, 1, vault.PRIME - 1, vault.PRIME, vault.PRIME + 1, vault.PRIME + 9, 2**255 - 1, 2**255, 2**256 - 1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823)]

# A text of vault.py, and the text that replaces it.
MUTANTS = [
    ('text[: len(RECIPIENT_PREFIX)].lower() != RECIPIENT_PREFIX', 'text[: len(RECIPIENT_PREFIX)] != RECIPIENT_PREFIX'),
    ('text[: len(RECIPIENT_PREFIX)].lower() != RECIPIENT_PREFIX', 'text[:11].lower() != RECIPIENT_PREFIX[:11]'),
    ('text[: len(RECIPIENT_PREFIX)].lower() != RECIPIENT_PREFIX', 'False'),
    ('text[len(RECIPIENT_PREFIX) :]\n', 'text[len(RECIPIENT_PREFIX) :].strip()\n'),
    ('if len(characters) != 56:', 'if len(characters) < 56:'),
    ('if len(characters) != 56:', 'if len(characters) > 56:'),
    ('b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"', 'b"ABCDEFGHJKMNPQRSTVWXYZ0123456789"'),
    ('bytes([character]).upper()', 'bytes([character])'),
    ('bytes([character]).upper()', 'bytes([character]).lower()'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OI", b"01")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OL", b"01")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"IL", b"11")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OILU", b"011V")'),
    ('enumerate(reversed(values))), 35)', 'enumerate(values)), 35)'),
    ('if checksum(b"swift-vault v1 recipient", data[:32]) != data[32:]:', 'if False:'),
    ('if checksum(b"swift-vault v1 recipient", data[:32]) != data[32:]:',
     'if checksum(b"swift-vault v1 recipient", data[:32])[:2] != data[32:34]:'),
    ('if checksum(b"swift-vault v1 recipient", data[:32]) != data[32:]:',
     'if checksum(b"swift-vault v1 recipient", data[:32])[1:] != data[33:]:'),
    ('if checksum(b"swift-vault v1 recipient", data[:32]) != data[32:]:',
     'if checksum(b"swift-vault v1 recipient key", data[:32]) != data[32:]:'),
    ('int.from_bytes(data[:32], "little") >= PRIME or', ''),
    ('int.from_bytes(data[:32], "little") >= PRIME or', 'data[31] > 127 or'),
    ('int.from_bytes(data[:32], "little") >= PRIME or', 'int.from_bytes(data[:32], "big") >= PRIME or'),
    (' or x25519(bytes(32), data[:32]) == bytes(32)', ''),
    ('key_of_text(text, recipient_key_checksum, recovery_checksum, "recovery key")',
     'key_of_text(text, recovery_checksum, recipient_key_checksum, "recovery key")'),
    ('key_of_text(text, recipient_key_checksum, recovery_checksum, "recovery key")',
     'key_of_text(text, recipient_key_checksum, recipient_key_checksum, "recovery key")'),
    ('key_of_text(text, recipient_key_checksum, recovery_checksum, "recovery key")',
     'key_of_text(text, recipient_key_checksum, lambda key: b"", "recovery key")'),
    ('b"swift-vault v1 recipient key"', 'b"swift-vault v1 recipient"'),
]


def key_text(key):
    return vault.recovery_text(key, vault.recipient_key_checksum)


def text_of(data):
    """The text of 35 bytes, whose checksum may be wrong."""
    digits = int.from_bytes(data, "big")
    return PREFIX + "".join(chr(vault.ALPHABET[digits >> shift & 31]) for shift in reversed(range(0, 280, 5))).lower()


def cases():
    """The kinds, the texts and their results."""
    for key in KEYS:
        yield "key", key_text(key), key.hex()
        yield "recipient", vault.recipient_text(vault.public_key(key)), vault.public_key(key).hex()
    yield from recipients()
    yield from keys()


def recipients():
    public = vault.public_key(hashlib.sha256(b"characters 0").digest())
    text = vault.recipient_text(public)
    characters = text[len(PREFIX) :]
    if not all(character in characters for character in "01v"):
        raise ValueError("a recipient whose text shows what its characters stand for")
    for other in (characters.replace("0", "o"), characters.replace("0", "O"), characters.replace("1", "i"),
                  characters.replace("1", "I"), characters.replace("1", "l"), characters.replace("1", "L"),
                  characters.upper(), "".join(c.upper() if i % 3 else c for i, c in enumerate(characters))):
        yield "recipient", PREFIX + other, public.hex()
    for prefix in (PREFIX.upper(), PREFIX.title(), "SWIFT-vault-Recipient-"):
        yield "recipient", prefix + characters, public.hex()
    for other in ("", PREFIX[:-1], characters, PREFIX[:-1] + characters, " " + text, "\n" + text, "-" + text,
                  text.replace("-", "_"), PREFIX.replace("recipient", "recipjent") + characters, "swift-vault-recovery-" + characters,
                  PREFIX.replace("i", "1") + characters, key_text(KEYS[0]), vault.recovery_text(KEYS[0]), characters + text,
                  "\u017fwift-vault-recipient-" + characters):
        yield "recipient", other, "prefix"
    for other, count in (("", 0), (characters[:-1], 55), (characters[1:], 55), (characters + "0", 57), (characters + "\n", 57),
                         (characters + " ", 57), (characters[:8] + "-" + characters[8:], 57), (characters + characters, 112),
                         (characters[:-1] + "\u00e9", 57), ("!" * 55, 55)):
        yield "recipient", PREFIX + other, f"character count {count}"
    for i, wrong in enumerate("Uu#!@[`{/:._*=?~+- "):
        place = 3 * i
        yield "recipient", PREFIX + characters[:place] + wrong + characters[place + 1 :], f"character {place + 1}"
    yield "recipient", PREFIX + characters.replace("v", "u", 1), f"character {characters.index('v') + 1}"
    yield "recipient", PREFIX + characters[:7] + "u" + characters[8:55] + "!", "character 8"
    yield "recipient", PREFIX + characters[:54] + "\u00e9", "character 55"
    data = public + vault.checksum(b"swift-vault v1 recipient", public)
    for bit in (0, 7, 128, 248, 255, 256, 263, 264, 271, 272, 279):
        yield "recipient", text_of(vault.number(int.from_bytes(data, "big") ^ 1 << (279 - bit), 35)), "checksum"
    yield "recipient", PREFIX + characters[1] + characters[0] + characters[2:], "checksum"
    for label in (b"swift-vault v1 recipient key", b"swift-vault v1 recovery key", b""):
        yield "recipient", text_of(public + vault.checksum(label, public)), "checksum"
    for point in NOBODY:
        yield "recipient", vault.recipient_text(point), "key"
    for number in (2, 9, vault.PRIME - 2):
        yield "recipient", vault.recipient_text(number.to_bytes(32, "little")), number.to_bytes(32, "little").hex()


def keys():
    text = key_text(KEYS[1])
    comments = f"# The private key of a recipient of swift-vault.\n# {vault.recipient_text(vault.public_key(KEYS[1]))}\n"
    for other in (text.lower(), text.replace("0", "o"), text.replace("-", "").replace("\n", ""), comments + text + "\n"):
        yield "key", other, KEYS[1].hex()
    groups = re.split("[-\n]", text)
    yield "key", "-".join(groups[:6] + groups[5:6] + groups[7:]), "group 7"
    yield "key", "-".join(groups[:13]), "group count 13"
    yield "key", vault.recipient_text(vault.public_key(KEYS[1])), "group 1"
    for key in KEYS[2:5]:
        yield "key", vault.recovery_text(key), "recovery key"
        data = key + vault.recipient_key_checksum(key)
        for bit in (0, 255, 256, 279):
            wrong = vault.number(int.from_bytes(data, "big") ^ 1 << (279 - bit), 35)
            yield "key", "-".join(vault.recovery_groups(wrong)), "checksum"


def outcome(reader, kind, text):
    read_text = {"recipient": reader.recipient, "key": reader.recipient_key}[kind]
    try:
        return read_text(text.encode()).hex()
    except (reader.RecoveryKeyError, reader.RecipientError) as error:
        return str(error)


def escaped(text):
    return text.replace("\n", "\\n")


def read(path):
    """The kinds, texts and results of a file."""
    with open(path, encoding="utf-8", newline="\n") as file:
        records = re.findall(r'KIND = (.*)\nTEXT = "(.*)"\nEXPECT = (.*)\n', file.read())
    for kind, text, expected in records:
        yield kind, text.replace("\\n", "\n"), expected


def write(path):
    lines = ["# " + line for line in COMMENT.splitlines()]
    for kind, text, expected in cases():
        lines += ["", f"KIND = {kind}", f'TEXT = "{escaped(text)}"', f"EXPECT = {expected}"]
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def check(path):
    records = list(read(path))
    wrong = [(kind, text, expected) for kind, text, expected in records if outcome(vault, kind, text) != expected]
    for kind, text, expected in wrong:
        print(f"{escaped(text)}: {outcome(vault, kind, text)}; expected {expected}")
    print(f"{len(records)} texts, {len(wrong)} not as expected")
    return wrong


def mutants(path):
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    missed = 0
    for old, new in MUTANTS:
        if source.count(old) < 1:
            raise ValueError(f"vault.py does not have: {old}")
        reader = types.ModuleType("mutant")
        exec(compile(source.replace(old, new), SOURCE, "exec"), reader.__dict__)
        if not any(differs(reader, *record) for record in read(path)):
            print(f"not noticed: {old} -> {new}")
            missed += 1
    print(f"{len(MUTANTS)} mutants, {missed} not noticed")
    return missed


def differs(reader, kind, text, expected):
    try:
        return outcome(reader, kind, text) != expected
    except Exception:  # a mutant may do anything
        return True


if __name__ == "__main__":
    commands = {"write": write, "check": check, "mutants": mutants}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(1 if commands[sys.argv[1]](sys.argv[2]) else 0)
