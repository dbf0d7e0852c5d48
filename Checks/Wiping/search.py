"""Finds secrets in the memory of a program that has ended, and shows that the program had them."""

import sys

import needles
from libraries import MARK


LARGE = 1 << 19  # bytes


class Finding:
    def __init__(self, secret, kind, address, count):
        self.secret, self.kind, self.address, self.count = secret, kind, address, count


class Search:
    """The pieces of all secrets of a run."""

    def __init__(self, secrets, public=b""):
        self.public = public
        self.pieces = {}
        self.owners = {MARK: []}
        for name, secret in secrets.items():
            if len(secret) > 500:  # a content, which the mark identifies
                self.pieces[name] = {MARK}
            else:
                self.pieces[name] = {piece for piece in needles.pieces(secret) if piece not in public}
                # Sixteen lanes of one message.
                size = 8 if len(secret) > 40 else 4
                if "midstate" in name or ": U_" in name or "stretched" in name:
                    self.pieces[name] |= {word for word in needles.broadcast(secret, size) if word not in public}

        for name, pieces in self.pieces.items():
            for piece in pieces:
                self.owners.setdefault(piece, []).append(name)
        self.numbers = {int.from_bytes(piece, sys.byteorder) for piece in self.owners if len(piece) == needles.PIECE}

    def pieces_in(self, content):
        """The pieces in a memory, each with its first place."""
        size = needles.PIECE
        found = {}
        for shift in range(size):  # as numbers, because they are compared faster than slices
            whole = memoryview(content)[shift : shift + max(0, len(content) - shift) // size * size]
            for number in self.numbers.intersection(whole.cast("Q")):
                piece = number.to_bytes(size, sys.byteorder)
                found[piece] = content.find(piece)
        if MARK in content:
            found[MARK] = content.find(MARK)
        return found

    def remains(self, run):
        """The secrets of which a piece is left: name, kind of memory, address of the first piece, number of pieces."""
        found = []
        for region in run.memory:
            places = {}
            for piece, place in self.pieces_in(region.content).items():
                for name in self.owners[piece]:
                    places.setdefault(name, []).append(place)
            found += [Finding(name, region.kind, region.start + min(at), len(at)) for name, at in places.items()]
        return found

    def is_left_out(self, run):
        """Whether a piece is at a place where a wipe was left out."""
        for region in run.memory:
            for start, size in run.left_out:
                part = region.content[max(0, start - region.start) : max(0, start + size - region.start)]
                if self.pieces_in(part):
                    return True
        return False

    def unseen(self, run):
        """The secrets of which no piece was in memory while the program ran. It may not have had them at all."""
        contents = dict.fromkeys([content for _, content in run.wiped] + run.seen)
        # Of a large buffer with a content, only the mark is required.
        seen = {MARK} if any(MARK in content for content in contents) else set()
        seen |= set(self.pieces_in(bytes(needles.PIECE).join(content for content in contents if len(content) < LARGE)))
        seen = {name for piece in seen for name in self.owners[piece]}
        return [name for name in self.pieces if name not in seen]
