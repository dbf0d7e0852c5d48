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
    ("if slot[0] > KEY:", "if slot[0] > KEY and not any(slot[1:4]):"),
    ("if slot[0] > KEY:", "if slot[0] > 4:"),
    ("if slot[0] == 0 or any(slot[1:4])", "if any(slot[1:4])"),
    ("or any(slot[1:4])", "or any(slot[1:3])"),
    ("or any(slot[1:4])", "or any(slot[2:4])"),
    ("or (slot[4:8] == bytes(4)) != (slot[0] == KEY)", ""),
    ("(slot[4:8] == bytes(4)) != (slot[0] == KEY)", "slot[4:8] == bytes(4) and slot[0] != KEY"),
    ("if (slot[0] == KEY) != isinstance(password, Key):", "if slot[0] == KEY and not isinstance(password, Key):"),
    ("if (slot[0] == KEY) != isinstance(password, Key):", "if slot[0] != KEY and isinstance(password, Key):"),
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
     "sum(int.from_bytes(slot[4:8], 'big') for slot in slots.values()) <= limits.rounds:"),
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


def readers():
    """Each mutant, as its description and a module."""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    for old, new in MUTANTS:
        if source.count(old) != 1:
            raise ValueError(f"vault.py has {source.count(old)} times: {old}")
        module = types.ModuleType("mutant")
        exec(compile(source.replace(old, new), SOURCE, "exec"), module.__dict__)
        module.hashlib = Impatient()
        yield f"{old} -> {new}", module
