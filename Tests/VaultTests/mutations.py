#!/usr/bin/env python3
"""Changes vaults at random, and compares the results of swift-vault with those of vault.py in this folder.

mutations.py COMMAND COUNT [SEED]      COMMAND is the path of swift-vault; the same SEED makes the same vaults

They must agree about the error and its numbers, or about the content, and about whether the copies of the header
differ. What a failing command wrote must be the start of the content. Every fifth vault is also repaired with `password
repair`. A vault that opened then opens with two equal copies, and a vault whose header did not open is unchanged.
"""

import concurrent.futures
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import vault as reader
from vault import CHUNK_SIZE, CHUNKS_OFFSET, HEADER_SIZE, SLOT_SIZE, TAG_OFFSET, TAG_SIZE, Slot, number

PASSWORDS = [b"one", b"two", b"gone"]
CONTEXTS = [b"", b"context"]
LIMITS = reader.Limits(rounds=5000)
WHOLE = CHUNK_SIZE + TAG_SIZE
GENERATIONS = [0, 1, 4, 5, 6, 255, 256, 2**31 - 1, 2**31, 2**32 - 1]
# For each error, the exit code of the command and a word of its message.
ERRORS = {
    "not a vault": (4, "not a vault"),
    "unsupported version": (4, "version"),
    "unsupported suite": (4, "suite"),
    "unsupported stretching": (4, "stretching"),
    "over limit": (4, "rounds"),
    "wrong password or context": (3, "password"),
    "invalid header": (5, "header"),
    "damaged": (5, "chunk"),
    "truncated": (5, ""),
}


class Base:
    """A vault with known keys: a header of generation 5, a header of generation 4 with one more password, and the
    chunks."""

    def __init__(self, random, size, context, place):
        self.context, self.content = context, random.randbytes(size)
        self.data_key, self.salt = random.randbytes(32), random.randbytes(32)
        slots = {}
        for index, password in enumerate(PASSWORDS):
            slot = Slot((place + 3 * index) % 8, 1 + index % 2, 10 + index, password, random.randbytes(32))
            slots[slot.place] = slot.wrap(self.data_key)
        self.old = reader.header_bytes(self.data_key, self.salt, slots, context, 4)
        del slots[slot.place]
        self.new = reader.header_bytes(self.data_key, self.salt, slots, context, 5)
        chunks = reader.seal(self.content, self.data_key, self.salt, [], context)[1]
        self.chunks = b"".join(piece + tag for piece, tag in chunks)

    def tagged(self, copy):
        key = reader.content_keys(self.data_key, copy[16:48])[0]
        return copy[:TAG_OFFSET] + reader.header_tag(key, copy, self.context)


class Mutation:
    """A vault changed in one to three ways."""

    def __init__(self, random, bases):
        self.random, self.base, self.other = random, *random.sample(bases, 2)
        old, new = self.base.old, self.base.new
        self.copies = list(random.choice([(new, new), (new, old), (old, new)]))
        self.chunks, self.steps, self.length = self.base.chunks, [], None
        steps = [self.field, self.field, self.field, self.generation, self.slot, self.copy, self.body, self.end]
        for _ in range(random.choice([1, 1, 2, 3])):
            random.choice(steps)()
        self.vault = (b"".join(self.copies) + self.chunks)[: self.length]
        self.password = random.choice(PASSWORDS)
        self.context = self.base.context if random.random() < 0.9 else random.choice(CONTEXTS)

    def change(self, change):
        """Changes the bytes of one copy, or of both in the same way. May then give them a right tag."""
        places, is_tagged = self.random.choice([[0], [1], [0, 1]]), self.random.random() < 0.5
        for place in places:
            copy = change(self.copies[place])
            self.copies[place] = self.base.tagged(copy) if is_tagged else copy
        self.steps[-1] += f" in {places}{', tagged' if is_tagged else ''}"

    def field(self):
        slot = 48 + SLOT_SIZE * self.random.randrange(8)
        offset = self.random.choice([
            *range(0, 17), 47, slot, slot, slot + 1, slot + 3, slot + 4, slot + 5, slot + 6, slot + 7, slot + 7, slot + 8,
            slot + 39, slot + 40, slot + 79, TAG_OFFSET, HEADER_SIZE - 1, self.random.randrange(HEADER_SIZE)])
        value = self.random.choice([None, 0, 1, 2, 3, 255])
        bit = 1 << self.random.randrange(8)
        self.steps.append(f"byte {offset} {'^ ' + str(bit) if value is None else '= ' + str(value)}")

        def change(copy):
            return copy[:offset] + bytes([copy[offset] ^ bit if value is None else value]) + copy[offset + 1 :]

        self.change(change)

    def generation(self):
        value = self.random.choice(GENERATIONS)
        self.steps.append(f"generation {value}")
        self.change(lambda copy: copy[:12] + number(value, 4) + copy[16:])

    def slot(self):
        source, target = self.random.randrange(8), self.random.randrange(8)
        header = self.random.choice([None, self.base.old, self.base.new, self.other.new])
        self.steps.append(f"slot {target} is {'empty' if header is None else f'slot {source} of another header'}")
        start, end = 48 + SLOT_SIZE * target, 48 + SLOT_SIZE * (target + 1)
        slot = bytes(SLOT_SIZE) if header is None else header[48 + SLOT_SIZE * source :][:SLOT_SIZE]
        self.change(lambda copy: copy[:start] + slot + copy[end:])

    def copy(self):
        kind, place = self.random.randrange(5), self.random.randrange(2)
        self.steps.append(f"copy {place}, {kind}")
        if kind == 0:
            self.copies.reverse()
        else:
            self.copies[place] = [self.base.old, self.base.new, self.other.new, bytes(HEADER_SIZE)][kind - 1]

    def body(self):
        pieces = [self.chunks[start : start + WHOLE] for start in range(0, len(self.chunks), WHOLE)]
        kind = self.random.randrange(4)
        self.steps.append(f"chunks, {kind}")
        if kind == 0 and self.chunks:
            offset = self.random.randrange(len(self.chunks))
            self.chunks = self.chunks[:offset] + bytes([self.chunks[offset] ^ 1]) + self.chunks[offset + 1 :]
            return
        if kind == 1:
            self.random.shuffle(pieces)
        elif kind == 2 and pieces:
            pieces.insert(self.random.randrange(len(pieces) + 1), self.random.choice(pieces))
        elif pieces:
            pieces.pop(self.random.randrange(len(pieces)))
        self.chunks = b"".join(pieces)

    def end(self):
        if self.random.random() < 0.4:
            self.chunks += self.random.randbytes(self.random.choice([1, 31, 32, 33, WHOLE]))
            self.steps.append("appended")
            return
        length = CHUNKS_OFFSET + len(self.chunks)
        self.length = self.random.choice([
            0, 7, 8, 9, 719, 720, 721, 1000, 1439, 1440, 1471, 1472, 1473, length - 1, length - 32, length - 33,
            CHUNKS_OFFSET + WHOLE, CHUNKS_OFFSET + WHOLE + 1, CHUNKS_OFFSET + WHOLE + 32,
            self.random.randrange(length)])
        self.steps.append(f"cut at {self.length}")

    def expected(self):
        """The result of vault.py: the error, or the content."""
        try:
            return None, reader.open_vault(self.vault, self.password, self.context, LIMITS)
        except reader.VaultError as error:
            return error, None


class Comparison:
    """Runs the command in a folder."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        for password in PASSWORDS:
            with open(os.path.join(folder, password.decode()), "wb") as file:
                file.write(password)

    def run(self, mutation, name, *words):
        options = ["--password-file", os.path.join(self.folder, mutation.password.decode()), "--max-rounds",
                   str(LIMITS.rounds), "--context", mutation.context.decode()]
        line = [self.command, *words, *options, "--", name]
        return subprocess.run(line, capture_output=True, timeout=60, check=False)

    def differences(self, number_, mutation):
        """The differences between the two results."""
        name = os.path.join(self.folder, f"{number_}.vault")
        with open(name, "wb") as file:
            file.write(mutation.vault)
        error, content = mutation.expected()
        run = self.run(mutation, name, "open", "-o", "-")
        sentence = run.stderr.decode()
        differences = list(self.of_outcome(mutation, error, content, run.returncode, run.stdout, sentence))
        if number_ % 5 == 0:
            differences += self.of_repair(mutation, error, content, name)
        os.remove(name)
        return [f"{number_}: {', '.join(mutation.steps)}: {difference}; vault.py: {error or 'opened'}; the command: "
                f"{run.returncode} {sentence}" for difference in differences]

    def of_outcome(self, mutation, error, content, status, output, sentence):
        if error is None:
            if status != 0 or output != content:
                yield "the content"
            differ = mutation.vault[:HEADER_SIZE] != mutation.vault[HEADER_SIZE:CHUNKS_OFFSET]
            if ("the two copies of its header differ" in sentence) != differ:
                yield "whether the copies differ"
            return
        code, word = ERRORS[error.name]
        if status != code or word not in sentence:
            yield "the error"
        chunk = re.search(r"chunk (\d+)", str(error))
        if chunk and not re.search(rf"chunk,? {int(chunk[1]) + 1}\b", sentence):
            yield "the chunk"
        if not mutation.base.content.startswith(output) and not mutation.other.content.startswith(output):
            yield "what was written"

    def of_repair(self, mutation, error, content, name):
        run = self.run(mutation, name, "password", "repair")
        with open(name, "rb") as file:
            vault = file.read()
        if error is None:
            is_alike = vault[:HEADER_SIZE] == vault[HEADER_SIZE:CHUNKS_OFFSET]
            opened = reader.open_vault(vault, mutation.password, mutation.context, LIMITS)
            if run.returncode != 0 or not is_alike or opened != content:
                yield f"the repair: {run.stderr.decode()}"
        elif error.name not in ("damaged", "truncated") and vault != mutation.vault:
            yield f"a header that does not open was changed: {run.stderr.decode()}"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    command, count = sys.argv[1], int(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else secrets.token_hex(8)
    generator = random.Random(seed)
    sizes = [0, 13, CHUNK_SIZE, CHUNK_SIZE + 1, 2 * CHUNK_SIZE + 100]
    bases = [Base(generator, size, CONTEXTS[index % 2], index) for index, size in enumerate(sizes)]
    mutations = [Mutation(generator, bases) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        comparison = Comparison(os.path.abspath(command), folder)
        found = [line for lines in pool.map(comparison.differences, range(count), mutations) for line in lines]
    names = [error.name if error else "opened" for error, _ in (mutation.expected() for mutation in mutations)]
    print("".join(f"{line}\n" for line in found), end="")
    print(f"{count} mutations, seed {seed}: " + ", ".join(f"{names.count(name)} {name}" for name in sorted(set(names))))
    print(f"{len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
