#!/usr/bin/env python3
"""Writes the texts of recovery keys that the tests read, from FORMAT.md, section 10, with Tests/VaultTests/vault.py.

    recovery.py write FILE      Recovery/recovery.txt, the same bytes each time
    recovery.py check FILE      reads them all with vault.py
    recovery.py mutants FILE    reads them with readers that have one mistake each, which the file must reveal

A record has TEXT, in quotes, where \\n, \\r and \\t stand for LF, CR and a tab, and EXPECT: the key in hexadecimal, or
the error, such as `group 7`, `character 3 of group 7`, `character count 4 of group 7`, `group count 13`, `checksum` and
`recipient key`.
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

COMMENT = """Texts of recovery keys, and what a reader must make of them. FORMAT.md, section 10; the first is its example.
recovery.py says how a record is read."""
KEYS = [bytes(range(32)), bytes(32), b"\xff" * 32] + [hashlib.sha256(b"key %d" % i).digest() for i in range(6)]

# A text of vault.py, and the text that replaces it.
MUTANTS = [
    ('b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"', 'b"ABCDEFGHJKMNPQRSTVWXYZ0123456789"'),
    ('b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"', 'b"0123456789ABCDEFGHIJKLMNOPQRSTUV"'),
    ("0b100101 <<", "0b101001 <<"),
    ("zip((4, 3, 2, 1), values)", "zip((1, 2, 3, 4), values)"),
    ("zip((4, 3, 2, 1), values)", "zip((1, 1, 1, 1), values)"),
    ("check = power(place)", "check = 0"),
    ("check = power(place)", "check = power(place - 1)"),
    ("check = power(place)", "check = place"),
    ('b"swift-vault v1 recovery key"', 'b""'),
    ("digest()[:3]", "digest()[-3:]"),
    ('key_of_text(text, recovery_checksum, recipient_key_checksum, "recipient key")',
     'key_of_text(text, recovery_checksum, lambda key: b"", "recipient key")'),
    ('b"swift-vault v1 recipient key"', 'b"swift-vault v1 recipient"'),
    ('bytes([character]).upper()', 'bytes([character])'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OI", b"01")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OL", b"01")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"IL", b"11")'),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OILU", b"011V")'),
    ('re.split(rb"[\\r\\n]", text)', 're.split(rb"\\n", text)'),
    ('re.split(rb"[\\r\\n]", text)', 're.split(rb"\\r", text)'),
    ('if not line.startswith(b"#")', ""),
    ('if not line.startswith(b"#")', 'if b"#" not in line'),
    ('if not line.startswith(b"#")', 'if not line.lstrip().startswith(b"#")'),
    ('b"\\n".join(lines)', 'b"".join(lines)'),
    ('rb"[ \\t\\n-]+"', 'rb"[\\t\\n-]+"'),
    ('rb"[ \\t\\n-]+"', 'rb"[ \\n-]+"'),
    ('rb"[ \\t\\n-]+"', 'rb"[ \\t\\n]+"'),
    ('rb"[ \\t\\n-]+"', 'rb"[ \\t\\n_-]+"'),
    ("if len(run) >= 2 * GROUP_SIZE else", "if len(run) > 2 * GROUP_SIZE else"),
    ("if len(run) >= 2 * GROUP_SIZE else", "if len(run) >= 2 * GROUP_SIZE - 1 else"),
    ("if len(run) >= 2 * GROUP_SIZE else", "if True else"),
    ("if len(run) >= 2 * GROUP_SIZE else", "if False else"),
    ("groups[:GROUP_COUNT], 1)", "groups, 1)"),
    ("if -1 in values:\n            raise Recovery", "if False:\n            raise Recovery"),
    ("if group_check(values[:4], place) != values[4]:", "if False:"),
    ("if len(groups) != GROUP_COUNT:", "if len(groups) < GROUP_COUNT:"),
    ("if len(groups) != GROUP_COUNT:", "if len(groups) > GROUP_COUNT:"),
    ("if not hmac.compare_digest(checksum(data[:32]), data[32:]):", "if False:"),
    ("if not hmac.compare_digest(checksum(data[:32]), data[32:]):", "if checksum(data[:32])[:2] != data[32:34]:"),
    ("if not hmac.compare_digest(checksum(data[:32]), data[32:]):", "if checksum(data[:32])[1:] != data[33:]:"),
]


def changed(group, place, shift=1):
    """The group with another character in one place."""
    value = (vault.ALPHABET.index(group[place].encode()) + shift) % 32
    return group[:place] + chr(vault.ALPHABET[value]) + group[place + 1 :]


def put(groups, place, group):
    return groups[:place] + [group] + groups[place + 1 :]


def cases():
    """The texts and their results."""
    for key in KEYS:
        yield vault.recovery_text(key), key.hex()
    yield from layouts()
    yield from characters()
    yield from mistakes()
    yield from counts()
    yield from checksums()


def layouts():
    key = KEYS[4]
    text, groups = vault.recovery_text(key), list(vault.recovery_groups(key + vault.recovery_checksum(key)))
    plain = "".join(groups)
    comments = "# A recovery key of notes.txt.\n# Keep it: - 0 x 000G7\n"
    for other in (
        text + "\n", text.replace("\n", "\r\n") + "\r\n", text.replace("\n", "\r") + "\r", plain, plain + "\n",
        plain[:35] + "\n" + plain[35:], text.replace("\n", "-"), text.replace("\n", " "), " ".join(groups),
        "\n".join(groups), "\t".join(groups), text.replace("-", " - "), text.replace("-", "--"), f"\n\n \t-{text}- \r\n\n",
        "-".join(map("".join, zip(groups[::2], groups[1::2]))), groups[0] + " " + "".join(groups[1:]),
        "".join(groups[:12]) + "-" + groups[12] + "\n" + groups[13],
        comments + text, (comments + text + "\n").replace("\n", "\r\n"), (comments + text).replace("\n", "\r"),
        text.replace("\n", "\n# 000G7\n") + "\n#", "#\n" + text, "#" + text.replace("\n", "-") + "\n" + text, text + "\n#" + groups[0],
        "\n".join(f"#\n{group}" for group in groups), text + "\n" + 100 * "#",
    ):
        yield other, key.hex()
    yield " " + comments + text, "character count 1 of group 1"
    yield "x" + text + "# end", "character count 6 of group 1"
    yield text + " # end", "group count 16"
    yield text + "#", "character count 6 of group 14"


def characters():
    key = hashlib.sha256(b"characters 76").digest()
    text = vault.recovery_text(key)
    if not ("0" in text and "1" in text and "V" in text):
        raise ValueError("a key whose text shows what its characters stand for")
    for other in (text.lower(), text.replace("0", "O"), text.replace("0", "o"), text.replace("1", "I"), text.replace("1", "i"),
                  text.replace("1", "L"), text.replace("1", "l"), text.replace("0", "o").replace("1", "l").lower(),
                  "".join(c.lower() if i % 3 else c for i, c in enumerate(text)),
                  "".join("1lLiI"[i % 5] if c == "1" else c for i, c in enumerate(text)).replace("-", "")):
        yield other, key.hex()
    groups = re.split("[-\n]", text)
    for i, wrong in enumerate("Uu#!@[`{/:._*=?~+"):
        place = i * 5 % 14
        group = groups[place][: i % 5] + wrong + groups[place][i % 5 + 1 :]
        yield "-".join(put(groups, place, group)), f"character {i % 5 + 1} of group {place + 1}"
    place = text.index("V") // 6
    yield "-".join(put(groups, place, groups[place].replace("V", "U", 1))), (
        f"character {groups[place].index('V') + 1} of group {place + 1}")
    yield "-".join(put(groups, 3, "é" + groups[3][2:])), "character 1 of group 4"
    yield "-".join(put(groups, 3, groups[3][:4] + "é")), "character count 6 of group 4"
    yield "-".join(put(groups, 3, groups[3][:1] + "U" + groups[3][2:4] + "!")), "character 2 of group 4"
    yield text.replace("-", "\u2013"), "character 1 of group 2"
    yield text.replace("-", "_"), "character 1 of group 2"


def mistakes():
    for i, key in enumerate(KEYS[3:]):
        groups = re.split("[-\n]", vault.recovery_text(key))
        for place in range(14):
            shift = 1 + (7 * i + 3 * place) % 31
            yield "-".join(put(groups, place, changed(groups[place], (i + place) % 5, shift))), f"group {place + 1}"
        for place in range(i, 14, 4):
            shorter = groups[place][: place % 5] + groups[place][place % 5 + 1 :]
            yield "-".join(put(groups, place, shorter)), f"character count 4 of group {place + 1}"
            longer = groups[place][: place % 5] + "7" + groups[place][place % 5 :]
            yield "-".join(put(groups, place, longer)), f"character count 6 of group {place + 1}"
            other = (place + 1 + i) % 14
            swapped = put(put(groups, place, groups[other]), other, groups[place])
            if place != other:
                yield "-".join(swapped), f"group {min(place, other) + 1}"
            at = place % 4
            group = groups[place][:at] + groups[place][at + 1] + groups[place][at] + groups[place][at + 2 :]
            if group != groups[place]:
                yield "\n".join(put(groups, place, group)), f"group {place + 1}"
    yield "-".join(put(put(groups, 2, changed(groups[2], 0)), 9, changed(groups[9], 4))), "group 3"
    yield "-".join(put(put(groups, 2, changed(groups[2], 0)), 1, groups[1][1:])), "character count 4 of group 2"
    yield "-".join(put(groups, 5, groups[5][:2] + " " + groups[5][2:])), "character count 2 of group 6"
    yield "-".join(put(groups, 5, groups[5] + groups[5][:4])), "character count 9 of group 6"
    yield "-".join(groups[:5] + [groups[5] + groups[6][:4]] + groups[7:]), "character count 9 of group 6"
    yield "-".join(groups[:5] + [groups[5] + groups[6] + "7"] + groups[7:]), "character count 1 of group 8"
    yield "".join(groups)[:-1], "character count 4 of group 14"
    plain = "".join(groups)
    yield plain[:33] + plain[34:], "group 7"
    yield plain[:33] + "7" + plain[33:], "group 7"
    yield plain + "7", "group count 15"


def counts():
    groups = re.split("[-\n]", vault.recovery_text(KEYS[5]))
    following = [vault.ALPHABET[vault.group_check([0] * 4, place)] for place in (15, 16)]
    for count in (0, 1, 7, 13):
        yield "-".join(groups[:count]), f"group count {count}"
    yield "", "group count 0"
    yield " \r\n\t---\n", "group count 0"
    yield "# a comment alone", "group count 0"
    yield "#" + "-".join(groups), "group count 0"
    yield "-".join(groups + groups[:1]), "group count 15"
    yield "-".join(groups + ["0000" + chr(following[0])]), "group count 15"
    yield "-".join(groups + ["0000" + chr(following[0]), "0000" + chr(following[1])]), "group count 16"
    yield "-".join(groups + groups), "group count 28"
    yield "-".join(groups) + "\n!", "group count 15"
    yield "-".join(groups[1:]), "group 1"
    yield "-".join(groups[:4] + groups[5:]), "group 5"
    yield "-".join(groups[:5] + groups[4:]), "group 6"


def checksums():
    for key in KEYS[:6]:
        data = key + vault.recovery_checksum(key)
        for bit in (0, 7, 128, 255, 256, 263, 264, 271, 272, 279):
            wrong = vault.number(int.from_bytes(data, "big") ^ 1 << (279 - bit), 35)
            yield "-".join(vault.recovery_groups(wrong)), "checksum"
    groups, others = (re.split("[-\n]", vault.recovery_text(key)) for key in KEYS[6:8])
    yield "-".join(groups[:7] + others[7:]), "checksum"
    for key in KEYS[:4]:
        yield vault.recovery_text(key, vault.recipient_key_checksum), "recipient key"


def outcome(reader, text):
    try:
        return reader.recovery_key(text.encode()).hex()
    except reader.RecoveryKeyError as error:
        return str(error)


def escaped(text):
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def read(path):
    """The texts and results of a file."""
    with open(path, encoding="utf-8", newline="\n") as file:
        records = re.findall(r'TEXT = "(.*)"\nEXPECT = (.*)\n', file.read())
    for text, expected in records:
        yield text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t"), expected


def write(path):
    lines = ["# " + line for line in COMMENT.splitlines()]
    for text, expected in cases():
        lines += ["", f'TEXT = "{escaped(text)}"', f"EXPECT = {expected}"]
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def check(path):
    records = list(read(path))
    wrong = [(text, expected) for text, expected in records if outcome(vault, text) != expected]
    for text, expected in wrong:
        print(f"{escaped(text)}: {outcome(vault, text)}; expected {expected}")
    print(f"{len(records)} texts, {len(wrong)} not as expected")
    return wrong


def mutants(path):
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    missed = 0
    for old, new in MUTANTS:
        if source.count(old) != 1:
            raise ValueError(f"vault.py has {source.count(old)} times: {old}")
        reader = types.ModuleType("mutant")
        exec(compile(source.replace(old, new), SOURCE, "exec"), reader.__dict__)
        if not any(differs(reader, *record) for record in read(path)):
            print(f"not noticed: {old} -> {new}")
            missed += 1
    print(f"{len(MUTANTS)} mutants, {missed} not noticed")
    return missed


def differs(reader, text, expected):
    try:
        return outcome(reader, text) != expected
    except Exception:  # a mutant may do anything
        return True


if __name__ == "__main__":
    commands = {"write": write, "check": check, "mutants": mutants}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(1 if commands[sys.argv[1]](sys.argv[2]) else 0)
