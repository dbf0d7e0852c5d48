"""Readers with one mistake each. For every one of them the kit must have a vault with another result."""

import hashlib
import os
import types

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "VaultTests", "vault.py")

# A text of vault.py, and the text that replaces it.
MUTANTS = [
    # Step 1: the copies.
    ("if copy[:8] != MAGIC:", "if copy[1:4] != MAGIC[1:4]:"),
    ("if len(copy) < 9:", "if len(copy) < 10:"),
    ("if copy[8] != 1:", "if copy[8] > 1:"),
    ("if copy[9] != 1:", "if copy[9] > 1:"),
    ('VaultError("unsupported suite"', 'VaultError("invalid header"'),
    ("if any(copy[10:12]):", "if any(copy[10:11]):"),
    ("if any(copy[10:12]):", "if any(copy[11:12]):"),
    ("if any(copy[10:12]):", "if any(copy[10:16]):"),
    ("range(SLOT_COUNT):\n            slot = copy", "range(SLOT_COUNT - 1):\n            slot = copy"),
    ("if any(slot):", "if slot[0]:"),
    ('VaultError("unsupported stretching"', 'VaultError("invalid header"'),
    ("if slot[0] > RECIPIENT:", "if slot[0] > RECIPIENT and not any(slot[1:4]):"),
    ("if slot[0] > RECIPIENT:", "if slot[0] > 6:"),
    ("if slot[0] > RECIPIENT:", "if slot[0] > ARGON2ID:"),
    ("return head[0] != 0 and not any(head[1:4])", "return not any(head[1:4])"),
    ("and not any(head[1:4])", "and not any(head[1:3])"),
    ("and not any(head[1:4])", "and not any(head[2:4])"),
    ("and (head[4:8] == bytes(4)) == (head[0] in (KEY, RECIPIENT))", ""),
    ("(head[4:8] == bytes(4)) == (head[0] in (KEY, RECIPIENT))", "(head[4:8] != bytes(4) or head[0] in (KEY, RECIPIENT))"),
    ("(head[4:8] == bytes(4)) == (head[0] in (KEY, RECIPIENT))",
     "((head[4:8] == bytes(4)) == (head[0] == KEY) or head[0] == RECIPIENT)"),
    ("return passes > 0 and lanes > 0", "return lanes > 0"),
    ("return passes > 0 and lanes > 0", "return passes > 0"),
    ("and memory >= 8 * lanes", "and memory > 0"),
    ("and memory >= 8 * lanes", "and memory > 8 * lanes"),
    ('int.from_bytes(head[2:4], "big"), head[1]', 'head[3], head[1]'),
    ('int.from_bytes(head[2:4], "big"), head[1]', 'int.from_bytes(head[2:4], "big"), head[1] & 127'),
    ("passes, memory, lanes, 64)", "passes, memory, lanes, 32)"),
    ("(*parameters, Type.ID)", "(*parameters, Type.I)"),
    ("return memory * passes if", "return memory if"),
    ("if memory > limits.memory:", "if memory >= limits.memory:"),
    ("if memory > limits.memory:", "if False:"),
    ("max((1024 * argon2id(slot)[0] for slot in slots.values()), default=0)",
     "sum(1024 * argon2id(slot)[0] for slot in slots.values())"),
    ("(slot[0] if slot[0] in (KEY, RECIPIENT) else 0) != kind_of(password)",
     "slot[0] in (KEY, RECIPIENT) and slot[0] != kind_of(password)"),
    ("(slot[0] if slot[0] in (KEY, RECIPIENT) else 0) != kind_of(password)",
     "kind_of(password) and slot[0] != kind_of(password)"),
    ("(slot[0] if slot[0] in (KEY, RECIPIENT) else 0) != kind_of(password)",
     "(slot[0] in (KEY, RECIPIENT)) != (kind_of(password) != 0)"),
    ("if slot[0] == RECIPIENT and secret == bytes(32):", "if False:"),
    ('b"swift-vault v1 recipient slot" + ephemeral + recipient', 'b"swift-vault v1 recipient slot" + ephemeral'),
    ('b"swift-vault v1 recipient slot" + ephemeral + recipient', 'b"swift-vault v1 recipient slot" + recipient'),
    ('b"swift-vault v1 recipient slot" + ephemeral + recipient', 'b"swift-vault v1 recipient slot" + recipient + ephemeral'),
    ('b"swift-vault v1 recipient slot"', 'b"swift-vault v1 key slot"'),
    ("ephemeral, recipient, shared = salt, public_key(password)", "ephemeral, recipient, shared = salt[:31] + bytes([salt[31] & 127]), public_key(password)"),
    ("ephemeral, recipient, shared = salt, public_key(password)",
     'ephemeral, recipient, shared = (int.from_bytes(salt, "little") % PRIME).to_bytes(32, "little"), public_key(password)'),
    ('hkdf("sha256", shared, b"", info, 32)', 'hkdf("sha512", shared, b"", info, 32)'),
    ('hkdf("sha256", shared, b"", info, 32)', 'hkdf("sha256", shared, salt, info, 32)'),
    ('int.from_bytes(scalar, "little") & ~7 &', 'int.from_bytes(scalar, "little") &'),
    ("& (1 << 255) - 1 | 1 << 254", "& (1 << 255) - 1"),
    ("& (1 << 255) - 1) % PRIME", "& (1 << 256) - 1) % PRIME"),
    ('b"swift-vault v1 key slot"', 'b"swift-vault v1 slot"'),
    ('hkdf("sha256", password, salt, info, 32)', 'hkdf("sha256", password, b"", info, 32)'),
    ('hkdf("sha256", password, salt, info, 32)', 'hkdf("sha512", password, salt, info, 32)'),
    ('b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"', 'b"0123456789ABCDEFGHIJKLMNOPQRSTUV"'),
    ("bytes([character]).upper()", "bytes([character])"),
    ('maketrans(b"OIL", b"011")', 'maketrans(b"OI", b"01")'),
    ("if len(run) >= 2 * GROUP_SIZE else", "if False else"),
    ("if not self.slots:", "if False:"),
    ("raise errors[0]\n    if len(vault)", "raise errors[-1]\n    if len(vault)"),
    ("if len(errors) == len(copies):", "if errors:"),
    # Steps 2 and 3: the length and the content's limit.
    ("if chunks_size < TAG_SIZE or", "if"),
    ("or 1 <= last < TAG_SIZE", ""),
    ("or (last == TAG_SIZE and whole > 0)", ""),
    ("or (last == TAG_SIZE and whole > 0)", "or last == TAG_SIZE"),
    ("if size > limits.content:", "if size >= limits.content:"),
    ("if size > limits.content:", "if False:"),
    # Step 4: a password and a copy.
    ("if len(slots) > limits.slots:", "if len(slots) >= limits.slots + (limits.slots < 8):"),
    ("if len(slots) > limits.slots:", "if False:"),
    ("if len(slots) > limits.slots:",
     "if len(slots) > limits.slots and "
     "sum(slot_rounds(slot) for slot in slots.values()) <= limits.rounds:"),
    ("if rounds > limits.rounds:", "if rounds >= limits.rounds:"),
    ("if rounds > limits.rounds:", "if False:"),
    ("if rounds > limits.rounds:", "if rounds % 2**32 > limits.rounds:"),
    ("rounds = sum(", "rounds = max("),
    ('info = b"swift-vault v1 slot" + number(len(password), 8)', 'info = b"swift-vault v1 slot" + number(8, 8)'),
    ("if data_key is not None:", "if data_key is not None or True:"),
    ("for place, key in keys.items() if hmac.compare_digest(key, self.data_key)", "for place in keys"),
    ("for place, key in keys.items() if hmac.compare_digest(key, self.data_key)", "for place in list(keys)[:1]"),
    ("next(iter(keys.values()))", "list(keys.values())[-1]"),
    ("hmac.compare_digest(header_tag(self.header_key, copy, context), copy[TAG_OFFSET:])", "True"),
    ("header[:TAG_OFFSET] + context", "header[:TAG_OFFSET]"),
    ("header[:TAG_OFFSET] + context", "header[:12] + bytes(4) + header[16:TAG_OFFSET] + context"),
    ("check_limits(header.slots, limits)\n        keys", "keys"),
    ("max(errors, key=lambda error: error.progress)", "errors[0]"),
    ("max(errors, key=lambda error: error.progress)", "errors[-1]"),
    ('{"over limit": 1, "wrong password or context": 2}', '{"over limit": 2, "wrong password or context": 1}'),
    ("in copies:\n        try:\n            unlocked", "in copies[:1]:\n        try:\n            unlocked"),
    # Step 5: the copy that counts.
    ("if other != copy and is_authentic(other, unlocked, context):", "if False:"),
    ("if other != copy and is_authentic(other, unlocked, context):", "if other != copy:"),
    ("and hmac.compare_digest(header_tag(unlocked.header_key, other, context), other[TAG_OFFSET:])", ""),
    ("other[:12] == copy[:12]\n", "other[:8] == copy[:8] and other[10:12] == copy[10:12]\n"),
    ("other[:12] == copy[:12]\n", "other[:10] == copy[:10]\n"),
    ("and other[16:48] == copy[16:48]", ""),
    ("generation(other) >= generation(copy)", "generation(other) > generation(copy)"),
    ("generation(other) >= generation(copy)", "False"),
    ("if errors and generation(other)", "if errors and errors[0].progress == 2 and generation(other)"),
    ("generation(other) > generation(copy)", "generation(other) >= generation(copy)"),
    ("if not errors and generation(other) > generation(copy)", "if False"),
    ("return Unlocked(other, password, context, limits)\n    elif", "return unlocked\n    elif"),
    # Step 5: a copy of another vault.
    ("    elif not errors and other", "    elif False and other"),
    ("elif not errors and other[16:48] != copy[16:48] and", "elif not errors and other != copy and"),
    ("copy[16:48] and not has_first_chunk(unlocked, chunks):",
     "copy[16:48] and not has_first_chunk(unlocked, chunks) and generation(other) >= generation(copy):"),
    ("except VaultError:\n            return unlocked", "except VaultError:\n            raise"),
    ("for last in (0, 1))", "for last in (1,))"),
    ("for last in (0, 1))", "for last in (0,))"),
    ("chunks[: CHUNK_SIZE + TAG_SIZE]\n", "chunks\n"),
    ("chunk_tag(key, piece, 0, last), tag) for", "chunk_tag(key, piece, 0, last)[:0], tag[:0]) for"),
    ('int.from_bytes(copy[12:16], "big")', 'int.from_bytes(copy[12:16], "little")'),
    ('int.from_bytes(copy[12:16], "big")', 'int.from_bytes(copy[12:16], "big", signed=True)'),
    ('int.from_bytes(copy[12:16], "big")', "copy[15]"),
    # Step 6: the chunks.
    ("if not hmac.compare_digest(chunk_tag(authentication_key, piece, index, last), tag):", "if False:"),
    ("if last and hmac.compare_digest(chunk_tag(authentication_key, piece, index, False), tag):", "if False:"),
    ("if last and hmac.compare_digest(chunk_tag(authentication_key, piece, index, False), tag):", "if last:"),
    ("if last and hmac.compare_digest(chunk_tag(authentication_key, piece, index, False), tag):",
     "if hmac.compare_digest(chunk_tag(authentication_key, piece, index, not last), tag):"),
    ("number(index, 8) + number(last, 1)", "number(last, 1)"),
    ("number(index, 8) + number(last, 1)", "number(index, 8)"),
    ("ctr(encryption_key, 4096 * index, piece)", "ctr(encryption_key, 0, piece)"),
    ("piece = authentic_chunk(chunks, index, authentication_key)",
     "piece = authentic_chunk(chunks, index % 32, authentication_key)"),
]


class Impatient:
    """hashlib for readers that may lack a limit."""

    def __getattr__(self, name):
        return getattr(hashlib, name)

    def pbkdf2_hmac(self, name, password, salt, rounds):
        if rounds > 10_000:
            raise OverflowError(f"{rounds} rounds")
        return hashlib.pbkdf2_hmac(name, password, salt, rounds)


def impatient(fill_memory):
    """Argon2id for readers that may lack a limit."""

    def fill_little(password, salt, passes, memory, lanes, byte_count):
        if memory * passes > 1_000_000:
            raise OverflowError(f"{memory} KiB, {passes} passes")
        return fill_memory(password, salt, passes, memory, lanes, byte_count)

    return fill_little


def old_reader():
    """The reader of an edition of the format without slots of recipients."""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    module = types.ModuleType("old")
    exec(compile(source.replace("if slot[0] > RECIPIENT:", "if slot[0] > ARGON2ID:"), SOURCE, "exec"), module.__dict__)
    return module


def readers():
    """Each mutant, as its description and a module."""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    for old, new in MUTANTS:
        if source.count(old) != 1:
            raise ValueError(f"vault.py has {source.count(old)} times: {old}")
        module = types.ModuleType("mutant")
        exec(compile(source.replace(old, new), SOURCE, "exec"), module.__dict__)
        module.hashlib, module.fill_memory = Impatient(), impatient(module.fill_memory)
        yield f"{old} -> {new}", module
