"""The cases of the kit of vaults. Each has one feature or one fault."""

import hashlib

from kit_draft import OTHER, PASSWORD, Case, Draft, damaged, flipped, opens, refused, truncated, with_bytes
from vault import ARGON2ID, CHUNK_SIZE, CHUNKS_OFFSET, HEADER_SIZE, KEY, PRIME, RECIPIENT, TAG_SIZE
from vault import Key, Recipient, RecipientKey, hkdf, key_wrap, number, public_key, recovery_text, x25519

WHOLE = CHUNK_SIZE + TAG_SIZE


def cases():
    for make in (passwords, argon2id, keys, recovery_keys, recipients, slots, beginnings, headers, changes, copies,
                 foreign_copies, generations, forks, unusable, interruptions, sizes, chunks, ends, limits):
        yield from make()


def passwords():
    draft = Draft("password")
    yield opens("password", "The simplest vault: one password, one chunk.", draft)
    yield refused("password-wrong", "Another password.", draft, password=OTHER)
    yield refused("password-zero-byte", "HMAC takes a key, and the key with a zero byte behind it, for the same.",
                  draft, password=PASSWORD + b"\0")
    for name, comment, password in (
        ("empty", "The password is empty.", b""),
        ("binary", "The password is no text.", bytes([0, 0xFF, 0x80, 0])),
        ("long", "The password is longer than a block of SHA-512.", bytes(range(129))),
    ):
        draft = Draft(f"password {name}", slots=[(0, 1, 10, password)])
        yield opens(f"password-{name}", comment, draft, password=password)
    for stretching, function, size in ((1, "sha512", 129), (2, "sha256", 65)):
        password = bytes(range(size))
        draft = Draft(f"password {function}", slots=[(0, stretching, 10, password)])
        yield refused(f"password-digest-{function}", "HMAC takes a long key, and its digest, for the same.",
                      draft, password=hashlib.new(function, password).digest())
    yield opens("stretching-sha256", "PBKDF2-HMAC-SHA256.", Draft("sha256", slots=[(0, 2, 10, PASSWORD)]))
    yield opens("rounds-1", "The fewest rounds.", Draft("rounds", slots=[(0, 1, 1, PASSWORD)]))
    draft = Draft("context", context=b"context")
    yield opens("context", "With a context.", draft, context=b"context")
    yield refused("context-wrong", "Another context.", draft, context=b"contexts")
    yield refused("context-missing", "The context is not given.", draft)
    draft = Draft("surplus")
    yield refused("context-surplus", "The vault has no context, the reader gives one.", draft, context=b"context")


def argon2id():
    """Slots of Argon2id: memory in KiB, passes, lanes."""
    for name, comment, parameters in (
        ("argon2id", "Argon2id with the least memory.", (8, 1, 1)),
        ("argon2id-lanes", "Argon2id with three passes and four lanes.", (128, 3, 4)),
        ("argon2id-memory", "Argon2id with a memory that is no multiple of four blocks for each lane.", (45, 2, 3)),
        ("argon2id-many-passes", "Argon2id with more passes than a byte counts.", (8, 257, 1)),
        ("argon2id-many-lanes", "Argon2id with more than 127 lanes.", (1024, 1, 128)),
    ):
        draft = Draft(name, slots=[(0, ARGON2ID, parameters, PASSWORD)])
        yield opens(name, comment, draft)
    draft = Draft("argon2id wrong", slots=[(0, ARGON2ID, (8, 1, 1), PASSWORD)])
    yield refused("argon2id-wrong", "Argon2id, and another password.", draft, password=OTHER)
    yield refused("argon2id-zero-byte", "Argon2id, and the password with a zero byte behind it.", draft,
                  password=PASSWORD + b"\0")
    key = Key(range(32))
    mixed = Draft("argon2id mixed", slots=[(0, 1, 10, OTHER), (2, ARGON2ID, (16, 2, 2), PASSWORD), (3, KEY, 0, key),
                                           (7, ARGON2ID, (8, 1, 1), PASSWORD)])
    for name, password, slots in (("password", PASSWORD, [2, 7]), ("pbkdf2", OTHER, [0]), ("key", key, [3])):
        yield opens(f"argon2id-mixed-{name}", "Slots of each kind.", mixed, password=password, slots=slots)
    for name, comment, head in (
        ("lanes-0", "No lane.", bytes([4, 0, 0, 1, 0, 0, 0, 8])),
        ("passes-0", "No pass.", bytes([4, 1, 0, 0, 0, 0, 0, 8])),
        ("memory-0", "No memory.", bytes([4, 1, 0, 1, 0, 0, 0, 0])),
        ("memory-small", "Fewer than 8 KiB for each lane.", bytes([4, 2, 0, 1, 0, 0, 0, 15])),
    ):
        yield Case(f"slot-argon2id-{name}", f"{comment} Both copies; the header tag covers it.",
                   draft.vault(draft.tagged(48, head)), "invalid header")
    two = Draft("argon2id limits", slots=[(0, ARGON2ID, (16, 2, 1), PASSWORD), (1, ARGON2ID, (24, 1, 1), OTHER),
                                          (2, 1, 10, OTHER)])
    yield opens("limit-memory", "As much memory as the limit in one slot.", two, limit_memory=24576)
    yield Case("over-limit-memory", "One byte of memory more than the limit.", two.vault(), "over limit",
               quantity="memory", found=24576, limit_memory=24575)
    yield opens("limit-argon2id-rounds", "Blocks that are filled count as rounds: as many as the limit.", two,
                limit_rounds=66)
    yield Case("over-limit-argon2id-rounds", "One more than the limit.", two.vault(), "over limit", quantity="rounds",
               found=66, limit_rounds=65)
    yield Case("over-limit-memory-and-rounds", "The memory is compared before the rounds.", two.vault(), "over limit",
               quantity="memory", found=24576, limit_memory=24575, limit_rounds=65)
    yield Case("over-limit-slots-and-memory", "The slots are counted before the memory.", two.vault(), "over limit",
               quantity="slots", found=3, limit_memory=24575, limit_slots=2)
    for name, comment, memory in (("4-tib", "All memory that a slot can state.", 0xFFFFFFFF),
                                  ("default", "1 KiB more than 1 GiB, the default limit.", (1 << 20) + 1)):
        yield Case(f"over-limit-memory-{name}", comment,
                   draft.vault(draft.tagged(48, bytes([4, 1, 0, 1]) + number(memory, 4))), "over limit",
                   quantity="memory", found=1024 * memory)


def keys():
    key, other = Key(range(32)), Key(range(1, 33))
    draft = Draft("key", slots=[(0, KEY, 0, key)])
    yield opens("key", "A key of 32 bytes opens it.", draft, password=key)
    yield opens("key-over-no-rounds", "Its slot counts as 0 rounds.", draft, password=key, limit_rounds=0)
    yield refused("key-wrong", "Another key.", draft, password=other)
    yield refused("key-as-password", "The bytes of the key, as a password.", draft, password=bytes(key))
    yield refused("key-for-password", "The bytes of the password, as a key.",
                  Draft("key for password", slots=[(0, 1, 10, bytes(key))]), password=key)
    draft = Draft("key with context", slots=[(7, KEY, 0, key)], context=b"context")
    yield opens("key-context", "With a context, in slot 7.", draft, password=key, context=b"context", slot=7)
    yield refused("key-context-wrong", "A key, and another context.", draft, password=key, context=b"contexts")
    draft = Draft("mixed", slots=[(0, 1, 10, PASSWORD), (1, KEY, 0, key), (2, 2, 10, OTHER), (5, KEY, 0, other),
                                  (6, KEY, 0, key)])
    for name, password, slots in (("password", PASSWORD, [0]), ("key", key, [1, 6]), ("sha256", OTHER, [2]),
                                  ("other-key", other, [5])):
        yield opens(f"keys-mixed-{name}", "Slots of passwords and of keys.", draft, password=password, slots=slots)
    yield refused("keys-mixed-none", "Slots of passwords and of keys, and another key.", draft,
                  password=Key(bytes(32)))


def recovery_keys():
    key, other = Key(hashlib.sha256(b"recovery key 1").digest()), Key(hashlib.sha256(b"another recovery key").digest())
    text = recovery_text(key).replace("\n", " ")
    draft = Draft("recovery key", slots=[(0, 1, 10, PASSWORD), (1, KEY, 0, key)], context=b"context")
    typed = text.lower().replace("0", "o").replace("1", "l").replace("-", " ")
    for name, comment, text in (
        ("", "A recovery key opens it, as it is printed.", text),
        ("-typed", "A recovery key in small letters, with o for 0 and l for 1, and with spaces.", typed),
        ("-plain", "A recovery key without separators.", text.replace("-", "").replace(" ", "").replace("1", "I")),
    ):
        yield opens(f"recovery-key{name}", comment, draft, password=key, context=b"context", slot=1, recovery=text)
    yield refused("recovery-key-wrong", "Another recovery key.", draft, password=other, context=b"context",
                  recovery=recovery_text(other).replace("\n", " "))


def recipients():
    """Slots of recipients."""
    key, other = (RecipientKey(hashlib.sha256(b"recipient key %d" % i).digest()) for i in range(2))
    recipient, another = (Recipient(public_key(private)) for private in (key, other))
    draft = Draft("recipient", slots=[(0, RECIPIENT, 0, recipient)])
    yield opens("recipient", "The private key of its recipient opens it.", draft, password=key)
    yield opens("recipient-over-no-rounds", "Its slot counts as 0 rounds.", draft, password=key, limit_rounds=0)
    yield opens("recipient-unclamped", "The private key, with the five bits inverted that have no effect.", draft,
                password=RecipientKey(bytes([key[0] ^ 7]) + key[1:31] + bytes([key[31] ^ 0xC0])))
    yield refused("recipient-wrong", "The private key of another recipient.", draft, password=other)
    yield refused("recipient-as-key", "The bytes of the private key, as a key.", draft, password=Key(key))
    yield refused("recipient-as-password", "The bytes of the private key, as a password.", draft, password=bytes(key))
    yield refused("recipient-public-as-key", "The bytes of the public key, as a key.", draft, password=Key(recipient))
    yield refused("recipient-for-key", "The slot of a key with the bytes of the private key.",
                  Draft("recipient for key", slots=[(0, KEY, 0, Key(key))]), password=key)
    yield refused("recipient-for-password", "The slot of a password with the bytes of the private key.",
                  Draft("recipient for password", slots=[(0, 1, 10, bytes(key))]), password=key)
    draft = Draft("recipient with context", slots=[(7, RECIPIENT, 0, recipient)], context=b"context")
    yield opens("recipient-context", "With a context, in slot 7.", draft, password=key, context=b"context", slot=7)
    yield refused("recipient-context-wrong", "The private key, and another context.", draft, password=key)
    mixed = Draft("recipients mixed", slots=[
        (0, RECIPIENT, 0, another), (1, RECIPIENT, 0, recipient), (2, 1, 10, PASSWORD), (3, KEY, 0, Key(key)),
        (4, ARGON2ID, (8, 1, 1), OTHER), (6, RECIPIENT, 0, recipient)])
    for name, password, slots in (("key", key, [1, 6]), ("other-key", other, [0]), ("password", PASSWORD, [2]),
                                  ("argon2id", OTHER, [4]), ("master-key", Key(key), [3])):
        yield opens(f"recipients-mixed-{name}", "Slots of each kind; one recipient has two.", mixed, password=password,
                    slots=slots)
    yield refused("recipients-mixed-none", "Slots of each kind, and the private key of nobody.", mixed,
                  password=RecipientKey(bytes(32)))
    eight = Draft("eight recipients", slots=[
        (place, RECIPIENT, 0, Recipient(public_key(hashlib.sha256(b"recipient %d" % place).digest()))) for place in range(8)])
    yield opens("recipients-eight", "Eight recipients; the private key is that of slot 5.", eight, slot=5,
                password=RecipientKey(hashlib.sha256(b"recipient 5").digest()))
    yield from ephemeral_keys(key, recipient)
    draft = Draft("recipient head", slots=[(0, RECIPIENT, 0, recipient), (1, 1, 10, PASSWORD)])
    for place in (1, 3, 4, 7):
        yield Case(f"slot-recipient-reserved-{place}", f"Byte {place} of the slot of a recipient is not zero. Both copies; "
                   "the header tag covers it.", draft.vault(draft.tagged(48 + place, b"\1")), "invalid header", password=key)


def ephemeral_keys(key, recipient):
    """Slots of recipients with ephemeral keys that a writer would not make."""
    draft = Draft("ephemeral", slots=[(0, 1, 10, OTHER), (1, RECIPIENT, 0, recipient), (3, RECIPIENT, 0, recipient)])

    def slot(ephemeral):
        info = b"swift-vault v1 recipient slot" + ephemeral + recipient
        kek = hkdf("sha256", x25519(key, ephemeral), b"", info, 32)
        return bytes([RECIPIENT]) + bytes(7) + ephemeral + key_wrap(kek, draft.data_key)

    def with_slot(ephemeral):
        draft.slots[1] = slot(ephemeral)
        return draft.vault()

    good = draft.slots[1][8:40]
    for name, comment, ephemeral in (
        ("high-bit", "The highest bit of the ephemeral key is set, and it is in the info as it is stored.",
         good[:31] + bytes([good[31] | 0x80])),
        ("over-p", "The ephemeral key is 9 in the form of p + 9, and it is in the info as it is stored.",
         (PRIME + 9).to_bytes(32, "little")),
    ):
        yield opens(f"recipient-ephemeral-{name}", comment, draft, with_slot(ephemeral), password=key, slots=[1, 3])
    draft.slots[1] = with_bytes(slot(good), 39, bytes([good[31] | 0x80]))
    yield opens("recipient-ephemeral-high-bit-set", "The highest bit of the ephemeral key was set afterwards: the shared "
                "secret is the same, but not the info, so the slot does not unwrap.", draft, password=key, slot=3)
    order_8 = bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")
    for name, point in (("0", bytes(32)), ("1", number(1, 1) + bytes(31)), ("order-8", order_8),
                        ("p", PRIME.to_bytes(32, "little")), ("minus-1", (PRIME - 1).to_bytes(32, "little"))):
        yield opens(f"recipient-ephemeral-{name}", "The shared secret of the first slot is zero, whatever the private key "
                    "is: anybody can write that slot for anybody, and it does not unwrap.", draft, with_slot(point),
                    password=key, slot=3)
    zero = Draft("ephemeral zero", slots=[(1, RECIPIENT, 0, recipient)])
    draft.data_key = zero.data_key
    zero.slots[1] = slot(order_8)
    yield refused("recipient-ephemeral-zero", "The shared secret of the only slot is zero.", zero, password=key)


def slots():
    for place in range(1, 8):
        draft = Draft(f"place {place}", slots=[(place, 1, 10, PASSWORD)])
        yield opens(f"slot-alone-in-{place}", f"The one slot in use is slot {place}.", draft, slot=place)
    draft = Draft("eight", slots=[(place, 1 + place % 2, 10 + place, b"password %d" % place) for place in range(8)])
    for place in range(8):
        yield opens(f"slots-eight-{place}", f"Eight passwords, both functions; the password is that of slot {place}.",
                    draft, password=b"password %d" % place, slot=place)
    yield refused("slots-eight-none", "Eight slots, and a ninth password.", draft, password=b"password 8")
    draft = Draft("twice", slots=[(2, 1, 10, PASSWORD), (5, 2, 20, PASSWORD)])
    yield opens("slots-one-password", "Two slots with one password: it opens both.", draft, slots=[2, 5])
    draft.slots[2] = flipped(draft.slots[2], 79)
    yield opens("slots-first-does-not-unwrap", "Two slots with one password; the first does not unwrap. "
                "The header tag covers it.", draft, slot=5)
    foreign = Draft("foreign", slots=[(2, 1, 10, PASSWORD)]).slots[2]
    draft.slots[6] = foreign
    yield opens("slots-last-has-foreign-key", "Slots with one password: the first does not unwrap, the second opens, "
                "and the third, which unwraps another vault's key, is not one that it opens.", draft, slot=5)
    del draft.slots[6]
    draft.slots[2] = foreign
    yield refused("slots-first-has-foreign-key", "Two slots with one password; the first unwraps another vault's key, "
                  "with which the header tag differs, and no further slot is tried.", draft)


def beginnings():
    vault = Draft("beginning").vault()
    header, rest = vault[:HEADER_SIZE], vault[CHUNKS_OFFSET:]
    for name, comment, start in (
        ("empty-file", "No bytes at all.", b""),
        ("cut-in-magic", "The first 7 bytes of a vault.", vault[:7]),
        ("magic-first-byte", "The magic lacks its high bit, both copies.", 2 * with_bytes(header, 0, b"\x0b") + rest),
        ("magic-last-byte", "The magic's last byte changed, both copies.", 2 * flipped(header, 7) + rest),
        ("magic-newlines", "Line ends were translated, so that the magic lacks a byte.", vault.replace(b"\r\n", b"\n")),
        ("cut-at-1000-and-magic", "The first 1000 bytes; the first copy's magic changed.", flipped(vault[:1000], 0)),
    ):
        yield Case(name, comment, start, "not a vault")
    yield Case("cut-after-version-2", "The first 9 bytes, of version 2.", vault[:8] + b"\2",
               "unsupported version", version=2)
    for size in (8, 9, 719, 720, 1000, 1439):
        yield truncated(f"cut-at-{size}", f"The first {size} bytes of a vault.", vault[:size])


def headers():
    draft = Draft("header")
    for version in (0, 2, 255):
        yield Case(f"version-{version}", f"Version {version} in both copies.",
                   draft.vault(draft.tagged(8, bytes([version]))), "unsupported version", version=version)
    for suite in (0, 2):
        yield Case(f"suite-{suite}", f"Suite {suite} in both copies.", draft.vault(draft.tagged(9, bytes([suite]))),
                   "unsupported suite", suite=suite)
    for name, comment, offset, change, stretching in (
        ("6", "Stretching 6.", 48, b"\6", 6),
        ("255-without-rounds", "Stretching 255 with reserved bytes that are not zero and 0 rounds: its manner is "
         "unknown.", 48, bytes([255, 1, 1, 1, 0, 0, 0, 0]), 255),
        ("6-behind", "Stretching 6 in slot 7, behind a slot that is known.", 608, b"\6", 6),
    ):
        yield Case(f"slot-stretching-{name}", f"{comment} Both copies; the header tag covers it.",
                   draft.vault(draft.tagged(offset, change)), "unsupported stretching", stretching=stretching)
    for name, comment, offset, change in (
        ("reserved-first", "The first reserved byte of the header is not zero.", 10, b"\1"),
        ("reserved-last", "The last reserved byte of the header is not zero.", 11, b"\x80"),
        ("slot-stretching-0", "Stretching 0 in a slot that is not all zeros.", 48, b"\0"),
        ("slot-reserved-first", "The first reserved byte of a slot is not zero.", 49, b"\1"),
        ("slot-reserved-last", "The last reserved byte of a slot is not zero.", 51, b"\1"),
        ("slot-rounds-0", "0 rounds.", 52, bytes(4)),
        ("slot-key-with-rounds", "The slot of a key with rounds.", 48, bytes([3, 0, 0, 0, 0, 0, 0, 1])),
        ("slot-key-with-many-rounds", "The slot of a key with rounds.", 48, bytes([3, 0, 0, 0, 1, 0, 0, 0])),
        ("slot-key-reserved", "A reserved byte of the slot of a key is not zero.", 48,
         bytes([3, 0, 1, 0, 0, 0, 0, 0])),
        ("slot-7-not-zero", "The last byte of a slot not in use is not zero.", 687, b"\1"),
        ("slots-none", "No slot is in use.", 48, bytes(80)),
    ):
        vault = draft.vault(draft.tagged(offset, change))
        yield Case(name, f"{comment} Both copies; the header tag covers it.", vault, "invalid header")


def changes():
    draft = Draft("changed", slots=[(0, 1, 10, PASSWORD), (1, 1, 10, OTHER)])
    header = draft.header()
    for name, changed in (
        ("generation-first-byte", flipped(header, 12)),
        ("generation-last-byte", flipped(header, 15)),
        ("salt-first-byte", flipped(header, 16)),
        ("salt-last-byte", flipped(header, 47)),
        ("stretching", with_bytes(header, 48, b"\2")),
        ("rounds", flipped(header, 55)),
        ("slot-salt-first-byte", flipped(header, 56)),
        ("slot-salt-last-byte", flipped(header, 87)),
        ("wrapped-first-byte", flipped(header, 88)),
        ("wrapped-last-byte", flipped(header, 127)),
        ("other-slot", flipped(header, 150)),
        ("slot-removed", with_bytes(header, 128, bytes(80))),
        ("slot-added", with_bytes(header, 208, draft.slots[0])),
        ("tag-first-byte", flipped(header, 688)),
        ("tag-last-byte", flipped(header, 719)),
    ):
        comment = f"Changed in both copies: {name.replace('-', ' ')}. The header tag does not cover it."
        yield refused(f"changed-{name}", comment, draft, draft.vault(changed))


def copies():
    draft = Draft("copies")
    good = draft.header()
    bad = {
        "magic": ("a changed magic", flipped(good, 0)),
        "version": ("version 2", with_bytes(good, 8, b"\2")),
        "suite": ("suite 3", with_bytes(good, 9, b"\3")),
        "reserved": ("a reserved byte that is not zero", flipped(good, 10)),
        "generation": ("a higher generation that the tag does not cover", flipped(good, 15)),
        "salt": ("a changed salt", flipped(good, 20)),
        "slot": ("a slot that does not unwrap", flipped(good, 100)),
        "tag": ("a changed tag", flipped(good, 719)),
        "zeros": ("only zeros", bytes(HEADER_SIZE)),
        "rounds": ("rounds over the default limit", with_bytes(good, 52, b"\xff")),
    }
    for name, (comment, header) in bad.items():
        yield opens(f"first-{name}", f"The first copy has {comment}.", draft, draft.vault(header, good))
        yield opens(f"second-{name}", f"The second copy has {comment}.", draft, draft.vault(good, header))
    over_limit = {"quantity": "rounds", "found": 0xFF00000A}
    for first, second, error_of, expect, fields in (
        ("magic", "version", "first", "not a vault", {}),
        ("suite", "magic", "first", "unsupported suite", {"suite": 3}),
        ("version", "magic", "first", "unsupported version", {"version": 2}),
        ("reserved", "magic", "first", "invalid header", {}),
        ("magic", "tag", "second, which is in order", "wrong password or context", {}),
        ("tag", "magic", "first", "wrong password or context", {}),
        ("tag", "rounds", "first, which is within the limits", "wrong password or context", {}),
        ("rounds", "tag", "second, which is within the limits", "wrong password or context", {}),
        ("rounds", "magic", "first", "over limit", over_limit),
        ("magic", "rounds", "second, which is in order", "over limit", over_limit),
    ):
        comment = f"The first copy has {bad[first][0]}, the second {bad[second][0]}: the error of the {error_of}."
        yield Case(f"both-{first}-{second}", comment, draft.vault(bad[first][1], bad[second][1]), expect, **fields)


def foreign_copies():
    """One copy is a whole header of another vault, and the secret opens both."""
    one, two = Draft("data key 1"), Draft("data key 2")
    yield opens("data-keys-first", "The second copy is that of another vault with the same password.",
                one, one.vault(one.header(), two.header()))
    yield opens("data-keys-second", "The first copy is that of another vault with the same password: chunk 0 is not "
                "its own, and the second copy counts.", one, one.vault(two.header(), one.header()))
    yield opens("data-keys-second-generation", "The first copy is another vault's, of a higher generation, which says "
                "nothing here.", one, one.vault(two.header(7), one.header()))
    key = Key(range(32))
    keyed = Draft("data key, key", CHUNK_SIZE + 13, slots=[(3, KEY, 0, key), (5, 1, 10, PASSWORD)], generation=4)
    foreign = Draft("data key 2, key", slots=[(0, KEY, 0, key)])
    yield opens("data-keys-second-key", "The first copy is that of another vault with the same key.", keyed,
                keyed.vault(foreign.header(), keyed.header()), password=key, slot=3, generation=4)
    empty = Draft("data key, empty", 0)
    yield opens("data-keys-second-empty", "The first copy is another vault's; the content is empty.", empty,
                empty.vault(two.header(), empty.header()))
    long = Draft("data key, long", CHUNK_SIZE + 13)
    other = Draft("data key 2, long", CHUNK_SIZE + 13)
    first, second = long.header(), other.header()
    (c0, c1), (d0, d1) = long.chunks(), other.chunks()
    yield truncated("data-keys-second-cut", "The first copy is another vault's, and the vault is cut between two "
                    "chunks: the tag of chunk 0 is right with last = 0.", long.vault(second, first, [c0]))
    for name, comment, chunks, chunk in (
        ("damaged-0", "Chunk 0 changed: it is right under neither.", [flipped(c0, 0), c1], 0),
        ("damaged-1", "Chunk 1 changed.", [c0, flipped(c1, 0)], 1),
        ("mixed-0", "Chunk 0 is the first copy's, and chunk 1 the second's.", [d0, c1], 1),
        ("mixed-1", "Chunk 0 is the second copy's, and chunk 1 the first's.", [c0, d1], 1),
    ):
        comment = f"The first copy is another vault's with the same password. {comment}"
        yield damaged(f"data-keys-second-{name}", comment, long.vault(second, first, chunks), chunk)
    for name, comment, changed in (
        ("rounds", "has rounds over the limit", with_bytes(one.header(), 52, b"\xff")),
        ("tag", "has a changed tag", flipped(one.header(), 719)),
        ("magic", "has a changed magic", flipped(one.header(), 0)),
        ("password", "has another password", Draft("data key 1", slots=[(0, 1, 10, OTHER)]).header()),
    ):
        yield damaged(f"data-keys-second-{name}", f"The first copy is another vault's with the same password, and the "
                      f"vault's own copy {comment}: the chunks are not those of the copy that opens.",
                      one.vault(two.header(), changed), 0)
    same = Draft("data key 3")
    same.salt = one.salt
    yield damaged("data-keys-second-same-salt", "The first copy has another data key and the same salt, which no "
                  "writer makes: it counts.", one.vault(same.header(), one.header()), 0)


def generations():
    """The copies differ, and both have a right tag."""
    both = Draft("generations", slots=[(0, 1, 10, PASSWORD), (1, 2, 10, OTHER)])
    without = {1: both.slots[1]}  # one password was removed, the other one stayed
    for name, older, newer in (("1", 0, 1), ("256", 255, 256), ("2-to-the-31", 2**31 - 1, 2**31),
                               ("most", 2**32 - 2, 2**32 - 1)):
        old, new = both.header(older), both.header(newer, without)
        for place, first, second in (("first", new, old), ("second", old, new)):
            vault = both.vault(first, second)
            comment = f"The {place} copy is newer, of generation {newer} to {older}, and has one password less"
            yield refused(f"generation-{name}-{place}-removed", f"{comment}: the one given.", both, vault)
            yield opens(f"generation-{name}-{place}", f"{comment}: not the one given.", both, vault,
                        password=OTHER, slot=1, generation=newer)
    yield opens("generation-most-alike", "The highest generation, in both copies.", both,
                both.vault(both.header(2**32 - 1)), generation=2**32 - 1)
    old, new = both.header(4), both.header(4, without)
    for name, comment, first, second, password, slot in (
        ("first", "the first counts, and the password opens it", old, new, PASSWORD, 0),
        ("second", "the first counts, and the password opens only the second", new, old, PASSWORD, None),
        ("either", "the first counts, though the password opens both", new, old, OTHER, 1),
    ):
        comment, vault = f"Two copies of one generation with different slots: {comment}.", both.vault(first, second)
        yield (refused(f"generation-equal-{name}", comment, both, vault, password=password) if slot is None else
               opens(f"generation-equal-{name}", comment, both, vault, password=password, slot=slot, generation=4))
    old, new = both.header(1), both.header(2, without)
    for name, changed in (("tag", flipped(new, 719)), ("slot", flipped(new, 150)), ("salt", flipped(new, 30)),
                          ("generation", flipped(new, 12))):
        yield opens(f"generation-newer-{name}", f"The newer copy comes first and has a changed {name}: it is damaged, "
                    "and the older one counts.", both, both.vault(changed, old), generation=1)


def forks():
    """A backup of generation 4 was restored and changed: two lines of changes, with one data key."""
    both = Draft("forks", slots=[(0, 1, 10, PASSWORD), (1, 2, 10, OTHER)])
    backup, line, restored = both.header(4), both.header(6), both.header(5, {1: both.slots[1]})
    for place, first, second in (("first", line, restored), ("second", restored, line)):
        yield opens(f"fork-higher-{place}", f"The {place} copy is of another line of changes, and of a higher "
                    "generation: it counts, with the password that this line has removed.",
                    both, both.vault(first, second), generation=6)
    for place, first, second in (("first", backup, restored), ("second", restored, backup)):
        yield refused(f"fork-backup-{place}", f"The {place} copy is from before the backup was changed: it does not "
                      "count, and the removed password opens nothing.", both, both.vault(first, second))
    resealed = Draft("fork resealed", slots=[(0, 1, 10, OTHER)])
    yield damaged("fork-resealed-removed", "The content was sealed anew, and the first copy is put back from before: "
                  "its password opens no chunk.", resealed.vault(line, resealed.header()), 0)
    yield opens("fork-resealed", "The same vault, and the password of both: chunk 0 belongs to the new copy.", resealed,
                resealed.vault(line, resealed.header()), password=OTHER, slot=0)


def unusable():
    """The copies differ, both have a right tag, and the reader cannot use one of them."""
    draft = Draft("unusable")
    for name, which, change, expect, fields in (
        ("rounds", "rounds over the default limit", b"\1\0\0\0\xff\0\0\x0a", "over limit",
         {"quantity": "rounds", "found": 0xFF00000A}),
        ("stretching", "an unknown stretching", b"\6", "unsupported stretching", {"stretching": 6}),
        ("slot-reserved", "a slot that breaks a rule", b"\1\1", "invalid header", {}),
    ):
        newer, older, good = draft.tagged(48, change, 2), draft.tagged(48, change, 0), draft.header(1)
        for place, vault in (("first", draft.vault(newer, good)), ("second", draft.vault(good, newer))):
            yield Case(f"newer-{place}-{name}", f"The {place} copy is newer, its tag is right, and it has {which}: it "
                       "counts.", vault, expect, **fields)
        for place, vault in (("first", draft.vault(older, good)), ("second", draft.vault(good, older))):
            yield opens(f"older-{place}-{name}", f"The {place} copy is older, its tag is right, and it has {which}.",
                        draft, vault, generation=1)
    for name, comment, offset, change in (
        ("version", "version 2", 8, b"\2"), ("suite", "suite 2", 9, b"\2"),
        ("reserved", "a reserved byte that is not zero", 11, b"\1"), ("salt", "another salt", 16, b"other"),
    ):
        newer, good = draft.tagged(offset, change, 2), draft.header()
        for place, vault in (("first", draft.vault(newer, good)), ("second", draft.vault(good, newer))):
            yield opens(f"preamble-{place}-{name}", f"The {place} copy has a higher generation and {comment}, and its "
                        "tag is right with the keys of the other: it is no copy of that one and does not count.",
                        draft, vault)
    slots = {0: draft.slots[0], 1: Draft("more", slots=[(1, 1, 10, OTHER)]).slots[1]}
    yield Case("newer-slots", "The first copy is newer and has more slots than the limit.",
               draft.vault(draft.header(1, slots), draft.header()), "over limit", quantity="slots", found=2,
               limit_slots=1)


def interruptions():
    """One password is changed into another, and the power fails."""
    draft = Draft("change")
    old = draft.header()
    draft.fill(0, 1, 10, OTHER)
    new = draft.header(1)
    for name, comment, first, second, openers in (
        ("first-torn", "Of the first copy, bytes 0 ..< 512 were written", new[:512] + old[512:], old, "old"),
        ("first-torn-later", "Of the first copy, bytes 512 ..< 720 were written", old[:512] + new[512:], old, "old"),
        ("between", "The first copy was written, the second not", new, old, "new"),
        ("second-torn", "Of the second copy, bytes 0 ..< 304 were written", new, new[:304] + old[304:], "new"),
        ("second-torn-later", "Of the second copy, bytes 304 ..< 720 were written", new, old[:304] + new[304:], "new"),
        ("second-first", "The second copy was written, the first not", old, new, "new"),
    ):
        for which, password in (("old", PASSWORD), ("new", OTHER)):
            make = opens if which in openers else refused
            fields = {"generation": 1} if make is opens and which == "new" else {}
            yield make(f"change-{name}-{which}", f"{comment}; the password is the {which} one.",
                       draft, draft.vault(first, second), password=password, **fields)
    for place, first, second in (("first", old, new), ("second", new, old)):
        yield refused(f"put-back-{place}", f"A password was changed, and the header from before is put back in the "
                      f"{place} place: it opens nothing.", draft, draft.vault(first, second))


def sizes():
    for size in (0, 1, CHUNK_SIZE - 1, CHUNK_SIZE, CHUNK_SIZE + 1, 2 * CHUNK_SIZE, 2 * CHUNK_SIZE + 1,
                 16 * CHUNK_SIZE, 16 * CHUNK_SIZE + 1, 33 * CHUNK_SIZE):
        yield opens(f"size-{size}", f"{size} bytes of content.", Draft(f"size {size}", size))


def chunks():
    draft = Draft("chunks", 2 * CHUNK_SIZE + 13)
    foreign = Draft("foreign chunk", 2 * CHUNK_SIZE + 13).chunks()
    short = Draft("short chunk", 2 * CHUNK_SIZE + 13)
    short.pieces[1] = short.pieces[1][:100]
    c0, c1, c2 = draft.chunks()
    for name, comment, parts, chunk in (
        ("chunk-first-byte", "The first byte of chunk 1 changed.", [c0, flipped(c1, 0), c2], 1),
        ("chunk-last-byte", "The last byte before chunk 1's tag changed.", [c0, flipped(c1, CHUNK_SIZE - 1), c2], 1),
        ("chunk-tag-first-byte", "The first byte of chunk 1's tag changed.", [c0, flipped(c1, CHUNK_SIZE), c2], 1),
        ("chunk-tag-last-byte", "The last byte of chunk 1's tag changed.", [c0, flipped(c1, WHOLE - 1), c2], 1),
        ("chunk-2-first-byte", "The first byte of the last chunk changed.", [c0, c1, flipped(c2, 0)], 2),
        ("chunks-1-and-2", "Chunks 1 and 2 changed: the first counts.", [c0, flipped(c1, 0), flipped(c2, 0)], 1),
        ("chunks-swapped", "Chunks 0 and 1 in each other's place.", [c1, c0, c2], 0),
        ("chunks-duplicated", "Chunk 0 is there twice.", [c0, c0, c1, c2], 1),
        ("chunks-replaced", "Chunk 0 in the place of chunk 1, too.", [c0, c0, c2], 1),
        ("chunks-first-dropped", "Chunk 0 is missing.", [c1, c2], 0),
        ("chunks-middle-dropped", "Chunk 1 is missing.", [c0, c2], 1),
        ("chunks-tags-swapped", "Two tags swapped.", [c0[:-32] + c1[-32:], c1[:-32] + c0[-32:], c2], 0),
        ("chunks-foreign", "Chunk 1 is another vault's, with the same password.", [c0, foreign[1], c2], 1),
        ("index-one-less", "The tag of chunk 1 was made with index 0.", [c0, draft.chunk(1, index=0), c2], 1),
        ("index-one-more", "The tag of chunk 0 was made with index 1.", [draft.chunk(0, index=1), c1, c2], 0),
        ("index-byte-order", "Chunk 1's index is little-endian.", [c0, draft.chunk(1, index=1 << 56), c2], 1),
        ("last-too-early", "Chunk 0 says that it is the last.", [draft.chunk(0, last=True), c1, c2], 0),
        ("last-is-2", "The tag of the last chunk was made with last = 2.", [c0, c1, draft.chunk(2, last=2)], 2),
        ("chunk-short", "Chunk 1 has 100 bytes and its own tag, but is not the last.", short.chunks(), 1),
    ):
        yield damaged(name, comment, (short if name == "chunk-short" else draft).vault(chunks=parts), chunk)
    yield truncated("last-nowhere", "No chunk says that it is the last.",
                    draft.vault(chunks=[c0, c1, draft.chunk(2, last=False)]))
    empty = Draft("empty", 0)
    yield truncated("last-nowhere-empty", "Empty content that says it is not the end.",
                    empty.vault(chunks=[empty.chunk(0, last=False)]))


def ends():
    vault, whole = Draft("ends", CHUNK_SIZE + 100).vault(), Draft("whole", CHUNK_SIZE).vault()
    sixteen, start = Draft("sixteen", 16 * CHUNK_SIZE + 1).vault(), CHUNKS_OFFSET
    for name, comment, end in (
        ("nothing", "Nothing follows the header.", vault[:start]),
        ("31", "31 bytes follow the header.", vault[: start + 31]),
        ("empty", "The last byte of a vault of empty content is missing.", Draft("empty", 0).vault()[:-1]),
        ("chunk", "Cut between two chunks.", vault[: start + WHOLE]),
        ("chunk-and-1", "Cut 1 byte into chunk 1.", vault[: start + WHOLE + 1]),
        ("chunk-and-31", "Cut 31 bytes into chunk 1.", vault[: start + WHOLE + 31]),
        ("chunk-and-32", "Cut 32 bytes into chunk 1.", vault[: start + WHOLE + 32]),
        ("16-chunks", "Cut between chunks 15 and 16.", sixteen[: start + 16 * WHOLE]),
        ("16-chunks-and-32", "Cut 32 bytes into chunk 16.", sixteen[: start + 16 * WHOLE + 32]),
    ):
        yield truncated(f"cut-{name}", comment, end)
    for size in (1, 32):
        yield truncated(f"trailing-{size}", f"Zeros behind a whole last chunk, {size}.", whole + bytes(size))
    for count in (1, 16):
        draft = Draft(f"empty chunk behind {count}", count * CHUNK_SIZE)
        draft.pieces.append(b"")
        yield truncated(f"empty-chunk-behind-{count}", f"Whole chunks, {count}, then an empty one; all tags are right.",
                        draft.vault())
    for name, comment, end, chunk in (
        ("cut-32", "32 bytes follow the header, which could be empty content.", vault[: start + 32], 0),
        ("cut-chunk-and-33", "Cut 33 bytes into chunk 1: a byte and a tag?", vault[: start + WHOLE + 33], 1),
        ("cut-last-byte", "The last byte is missing.", vault[:-1], 1),
        ("cut-last-byte-of-whole", "The last byte of one whole chunk is missing.", whole[:-1], 0),
        ("trailing-33", "Zeros behind a whole last chunk, 33.", whole + bytes(33), 0),
        ("trailing-byte", "A zero byte behind a last chunk that is not whole.", vault + b"\0", 1),
        ("trailing-chunk", "A whole chunk of zeros follows.", vault + bytes(WHOLE), 1),
        ("trailing-vault", "The vault is there twice.", vault + vault, 1),
    ):
        yield damaged(name, comment, end, chunk)


def limits():
    draft = Draft("limits", 100, slots=[(0, 1, 10, PASSWORD), (3, 2, 20, OTHER)])
    yield opens("limit-rounds", "As many rounds as the limit, in two slots.", draft, limit_rounds=30)
    yield opens("limit-slots", "As many slots as the limit.", draft, limit_slots=2)
    yield opens("limit-content", "As much content as the limit.", draft, limit_content=100)
    yield opens("limit-content-0", "Empty content, and a limit of 0.", Draft("limit 0", 0), limit_content=0)
    for quantity, found, comment in (
        ("rounds", 30, "One round more than the limit, in two slots."),
        ("slots", 2, "One slot more than the limit."),
        ("content", 100, "One byte of content more than the limit."),
    ):
        yield Case(f"over-limit-{quantity}", comment, draft.vault(), "over limit",
                   quantity=quantity, found=found, **{f"limit_{quantity}": found - 1})
    yield Case("over-limit-both", "One round and one slot more than the limits: the slots are counted first.",
               draft.vault(), "over limit", quantity="slots", found=2, limit_slots=1, limit_rounds=29)
    slot = draft.slots[0]
    for name, comment, rounds in (
        ("default", "One round more than 10,000,000, the default limit.", [10_000_001]),
        ("most", "The most rounds a slot can have.", [2**32 - 1]),
        ("wrapping", "Two slots whose rounds are 10 modulo 2^32.", [2**32 - 1, 11]),
        ("eight", "The most rounds a vault can have.", [2**32 - 1] * 8),
    ):
        draft.slots = {place: with_bytes(slot, 4, number(count, 4)) for place, count in enumerate(rounds)}
        yield Case(f"over-limit-rounds-{name}", comment, draft.vault(), "over limit",
                   quantity="rounds", found=sum(rounds))
