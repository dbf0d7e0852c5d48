"""The parts from which the cases of the kit are made."""

import hashlib

from vault import CHUNK_SIZE, CHUNKS_OFFSET, HEADER_SIZE, TAG_OFFSET
from vault import Key, Randomness, RecipientKey, Slot, chunk_tag, content_keys, ctr, header_bytes, header_tag

PASSWORD, OTHER = b"password", b"another password"


class Case:
    """A file of the kit. `draft` is given if the vault opens."""

    def __init__(self, name, comment, vault, expect, password=PASSWORD, context=b"", draft=None, **fields):
        self.name, self.comment, self.vault, self.expect = name, comment, vault, expect
        self.password, self.context, self.draft, self.more = password, context, draft, fields

    def fields(self):
        fields = {"comment": self.comment, "expect": self.expect}
        if self.draft:
            alike = self.vault[:HEADER_SIZE] == self.vault[HEADER_SIZE:CHUNKS_OFFSET]
            fields["size"] = len(self.draft.content)
            fields["sha256"] = hashlib.sha256(self.draft.content).hexdigest()
            slots = self.more.pop("slots", [self.more.pop("slot", 0)])
            fields |= {"slots": " ".join(map(str, slots)), "copies": "alike" if alike else "differ"}
            fields["generation"] = self.more.pop("generation", 0)
        fields |= {key.replace("_", "-"): value for key, value in self.more.items()}
        if "recovery" not in fields:
            fields[{Key: "key", RecipientKey: "recipient-key"}.get(type(self.password), "password")] = self.password.hex()
        return (fields | {"context": self.context.hex()}).items()


def opens(name, comment, draft, vault=None, **fields):
    return Case(name, comment, vault or draft.vault(), "success", draft=draft, **fields)


def refused(name, comment, draft, vault=None, **fields):
    """A valid header that this password and context do not unlock."""
    return Case(name, comment, vault or draft.vault(), "wrong password or context", **fields)


def damaged(name, comment, vault, chunk):
    return Case(name, comment, vault, "damaged", chunk=chunk)


def truncated(name, comment, vault):
    return Case(name, comment, vault, "truncated")


class Draft:
    """A vault in parts, which a case can change before they are joined.

    The content is such that the ciphertext of chunk 0 has only the byte 11, that of chunk 1 only the byte 22, and so
    on. So a file of the kit stays short, and a chunk in the wrong place is visible.
    """

    def __init__(self, seed, size=13, slots=((0, 1, 10, PASSWORD),), context=b"", generation=0):
        self.random, self.context, self.generation = Randomness(seed), context, generation
        self.data_key, self.salt = self.random.bytes(32), self.random.bytes(32)
        self.slots = {}
        for slot in slots:
            self.fill(*slot)
        self.header_key, encryption_key, self.authentication_key = content_keys(self.data_key, self.salt)
        ciphertext = b"".join(bytes([17 * (index % 15 + 1)]) * CHUNK_SIZE for index in range(size // CHUNK_SIZE + 1))
        ciphertext = ciphertext[:size]
        self.pieces = [ciphertext[start : start + CHUNK_SIZE] for start in range(0, max(1, size), CHUNK_SIZE)]
        self.content = ctr(encryption_key, 0, ciphertext)

    def fill(self, place, stretching, rounds, password):
        self.slots[place] = Slot(place, stretching, rounds, password, self.random.bytes(32)).wrap(self.data_key)

    def header(self, generation=None, slots=None):
        """One copy, with the generation and the slots of the vault or with others."""
        generation = self.generation if generation is None else generation
        return header_bytes(self.data_key, self.salt, slots or self.slots, self.context, generation)

    def tagged(self, offset, change, generation=None):
        """A header with a change that its tag covers."""
        header = with_bytes(self.header(generation), offset, change)
        return header[:TAG_OFFSET] + header_tag(self.header_key, header, self.context)

    def chunk(self, place, index=None, last=None):
        """A chunk. Its tag can be the tag for another place."""
        piece = self.pieces[place]
        index = place if index is None else index
        last = place == len(self.pieces) - 1 if last is None else last
        return piece + chunk_tag(self.authentication_key, piece, index, last)

    def chunks(self):
        return [self.chunk(place) for place in range(len(self.pieces))]

    def vault(self, first=None, second=None, chunks=None):
        """The vault. If only one header is given, both copies are equal to it."""
        first = first or self.header()
        return first + (second or first) + b"".join(self.chunks() if chunks is None else chunks)


def with_bytes(data, offset, change):
    return data[:offset] + change + data[offset + len(change) :]


def flipped(data, offset):
    """The data with the lowest bit of one byte changed."""
    return with_bytes(data, offset, bytes([data[offset] ^ 1]))
