"""The tasks of the worksheet: their data come from a seed, and crypto-lab computes data and answers."""

import random

from lab import request
from words import table

MODES = ("ecb", "cbc", "ctr")


#: A space, and the small letters.
LETTERS = b" abcdefghijklmnopqrstuvwxyz"


class Words:
    """What the messages of a language are made of: ASCII alone, because a letter is a byte in the tasks."""

    def __init__(self, payment, names, people, verbs, ends, words):
        self.payment, self.names, self.people = payment, names, (*people, *names)
        self.verbs, self.ends, self.words = verbs, ends, words


#: A payment has 16 bytes, and each of the words six.
WORDS = {
    "en": Words(
        "Pay {0}00 to {1}", ("Alice", "Carol", "Erwin", "Grete", "Heidi", "Oscar", "Peggy", "Wendy"),
        ("Bo", "Ann", "Omar"), ("Ask", "Call", "Meet", "Trust", "Follow"),
        ("now", "today", "at noon", "tonight", "at the well", "on Friday"),
        ("anchor", "bridge", "castle", "desert", "forest", "garden", "harbor", "island", "jungle", "market", "nature",
         "office", "planet", "silver", "temple", "window")),
    "de": Words(
        "{0}00 Euro an {1}", ("Anna", "Emil", "Hugo", "Karl", "Lena", "Otto", "Paul", "Rosa"),
        ("Bo", "Tom", "Heidi"), ("Frag", "Ruf", "Triff", "Besuche", "Warte auf"),
        ("bald", "jetzt", "heute", "um neun", "am Abend", "am Brunnen", "am Freitag"),
        ("abende", "garten", "hafens", "himmel", "inseln", "kamera", "koffer", "messer", "nachts", "orange", "palast",
         "planet", "silber", "sommer", "wasser", "winter")),
}


def digits(data):
    """Bytes as two hexadecimal digits each."""
    return data.hex(" ")


def code(byte):
    return f"<code>{byte:02x}</code>"


def short(block):
    """A block as the lessons of crypto-lab show it."""
    return f"<code>{block.hex()[:6]}…{block.hex()[-6:]}</code>"


def split(data):
    return [data[start:start + 16] for start in range(0, len(data), 16)]


def xor(left, right):
    return bytes(one ^ other for one, other in zip(left, right))


def distance(left, right):
    return sum(byte.bit_count() for byte in xor(left, right))


class Tasks:
    """Each method is a task that the worksheet's text names."""

    def __init__(self, lab, seed, shows_answers, language):
        self.lab, self.seed, self.shows_answers = lab, seed, shows_answers
        self.text, self.words = language.text, WORDS[language.code]

    def chance(self, name):
        """The random numbers of a task. Sheet and key have the same."""
        return random.Random(f"{self.seed} {name}")

    def answer(self, text):
        """A cell to fill in."""
        return f'<td class="answer">{text if self.shows_answers else ""}</td>'

    # MARK: - Modes

    def payments(self, chance):
        """Four blocks of a message, two of them equal."""
        blocks = [self.words.payment.format(chance.randrange(2, 10), name).encode()
                  for name in chance.sample(self.words.names, 3)]
        first, second = sorted(chance.sample(range(4), 2))
        order = iter(blocks[1:])
        return b"".join(blocks[0] if place in (first, second) else next(order) for place in range(4))

    def equal(self):
        chance = self.chance("equal")
        message, key, iv = self.payments(chance), chance.randbytes(16), chance.randbytes(16)
        modes = chance.sample(("ecb", "cbc", "ctr"), 3)
        texts = [split(self.lab.aes(mode, "encrypt", key, message, iv)) for mode in modes]
        rows = []
        for name, blocks in zip("XYZ", texts):
            twice = [str(number) for number, block in enumerate(blocks, 1) if blocks.count(block) > 1]
            rows.append([f"<strong>{name}</strong>", *map(short, blocks),
                         self.answer(self.text("ECB: {0} and {1}", *twice) if twice else self.text("not ECB"))])
        headings = ["", *(self.text("Block {0}", number) for number in range(1, 5)), self.text("If ECB: equal blocks")]
        return table(headings, rows, "wide blocks")

    def effects(self, direction, chance):
        """What a bit that is flipped does to each block, by mode."""
        message, key, iv = self.payments(chance), chance.randbytes(16), chance.randbytes(16)
        number, bit = chance.choice((1, 2)), chance.randrange(128)
        rows = []
        for mode in MODES:
            data = message if direction == "encrypt" else self.lab.aes(mode, "encrypt", key, message, iv)
            changed = bytearray(data)
            changed[16 * number + bit // 8] ^= 1 << bit % 8
            before, after = (split(self.lab.aes(mode, direction, key, each, iv)) for each in (data, bytes(changed)))
            counts = [distance(*pair) for pair in zip(before, after)]
            rows.append([f"<strong>{mode.upper()}</strong>", *(
                self.answer("–" if count == 0 else "1" if count == 1 else "✗") for count in counts)])
        return number + 1, table(["", "1", "2", "3", "4"], rows, "squares")

    def changes(self):
        chance = self.chance("changes")
        received, left = self.effects("decrypt", chance)
        sent, right = self.effects("encrypt", chance)
        received = self.text("One bit of <em>ciphertext</em> block {0} is flipped. The message that is received, "
                             "block by block:", received)
        sent = self.text("One bit of <em>message</em> block {0} is flipped. The ciphertext, block by block:", sent)
        return (f'<div class="beside"><div><p><strong>a)</strong> {received}</p>{left}</div>'
                f"<div><p><strong>b)</strong> {sent}</p>{right}</div></div>")

    def nonce(self):
        chance = self.chance("nonce")
        first, second = (word.encode() for word in chance.sample(self.words.words, 2))
        key, iv = chance.randbytes(16), chance.randbytes(16)
        one, other = (self.lab.aes("ctr", "encrypt", key, word, iv) for word in (first, second))
        found = xor(xor(one, other), first)
        assert found == second
        rows = [["C1", *map(code, one)], ["C2", *map(code, other)],
                ["C1 ⊕ C2", *(self.answer(code(byte)) for byte in xor(one, other))],
                [self.text("P1, letters"), *first.decode()],
                [self.text("P1, digits"), *(self.answer(code(byte)) for byte in first)],
                ["P2 = C1 ⊕ C2 ⊕ P1", *(self.answer(code(byte)) for byte in found)],
                [self.text("P2, letters"), *map(self.answer, found.decode())]]
        return table([], rows, "bytes")

    # MARK: - Padding

    def message(self, chance, counts):
        """A message of one of these lengths."""
        return chance.choice([text for verb in self.words.verbs for name in self.words.people
                              for end in self.words.ends
                              if len(text := f"{verb} {name} {end}.") in counts]).encode()

    def pad(self):
        chance = self.chance("pad")
        key, rows = chance.randbytes(16), []
        for counts in chance.sample(([16], [15], range(11, 14), range(17, 21)), 4):
            message = self.message(chance, counts)
            padded = self.lab.aes("ecb", "decrypt", key, self.lab.aes("ecb", "encrypt", key, message, padding="pkcs7"))
            added = padded[len(message):]
            bytes_added = self.text("16 times {0}", digits(added[:1])) if len(added) == 16 else digits(added)
            rows.append([f"<code>{message.decode()}</code>", self.answer(str(len(added))),
                         self.answer(f"<code>{bytes_added}</code>"), self.answer(str(len(padded) // 16))])
        headings = ("Message", "Bytes added", "Which, in hexadecimal digits", "Blocks")
        return table(list(map(self.text, headings)), rows, "wide")

    def valid(self):
        chance = self.chance("valid")
        count, wrong = chance.randrange(3, 7), chance.randrange(4, 8)
        broken = bytearray([wrong] * wrong)
        broken[chance.randrange(wrong - 1)] ^= 1 << chance.randrange(3)
        ends = [b"\x01", bytes([count] * count), bytes(broken), bytes([chance.randrange(3, 9), 2, 2]), bytes([16] * 16),
                chance.choice((b"\x00", b"\x11"))]
        key, rows = chance.randbytes(16), []
        for end in chance.sample(ends, len(ends)):
            text = "".join(chance.choices("aeinorst", k=16)).encode()
            block = text[:16 - len(end)] + end
            left = self.lab.aes("ecb", "decrypt", key, self.lab.aes("ecb", "encrypt", key, block), padding="pkcs7")
            rows.append([f"<code>{digits(block)}</code>",
                         self.answer(self.text("refused") if left is None else self.text("{0} bytes", len(left)))])
        return table([self.text("The last block, after decryption"), self.text("Refused, or how many bytes are left?")],
                     rows, "wide")

    def oracle(self):
        """The last two bytes of a block of letters, each from an answer of a receiver who was really asked."""
        chance = self.chance("oracle")
        # The letters of the solution are those of the table below the task.
        message = b""
        while len(message) < 32 or not set(message[30:32]) <= set(LETTERS):
            message = b" ".join(self.message(chance, range(17, 21)) for _ in range(2))
        key, iv = chance.randbytes(16), chance.randbytes(16)
        _, before, block = split(iv + self.lab.aes("cbc", "encrypt", key, message, iv, "pkcs7"))[:3]
        start = chance.randbytes(14)

        def accepted(forgeries):
            """Those of the blocks sent before with which the receiver finds a padding."""
            answers = self.lab.batch([request("cbc", "decrypt", key, block, forged, "pkcs7") for forged in forgeries])
            return [forged for forged, left in zip(forgeries, answers) if left is not None]

        lasts = [forged[15] for forged in accepted([start + bytes([0, value]) for value in range(256)])]
        # A longer padding than 01 breaks when byte 14 is changed.
        last = next(value for value in lasts if accepted([start + bytes([1, value])]))
        decrypted = last ^ 1
        [two] = accepted([start + bytes([value, decrypted ^ 2]) for value in range(256)])
        pairs = [(15, last, 1), (14, two[14], 2)]
        rows = []
        for place, value, padding in pairs:
            found = value ^ padding
            letter = found ^ before[place]
            assert letter == message[16 + place]
            rows.append([str(place), code(value), f"<code>{digits(bytes([padding] * padding))}</code>",
                         self.answer(code(found)), code(before[place]), self.answer(code(letter)),
                         self.answer(chr(letter) if letter != 32 else self.text("space"))])
        following = table([], [[self.text("The last byte of F, for the padding 02 02: D ⊕ 02 ="),
                                self.answer(code(decrypted ^ 2))]], "line")
        headings = [*map(self.text, ("Byte", "F", "Padding seen", "D = F ⊕ padding")), "C1", "P = D ⊕ C1",
                    self.text("Letter")]
        return table(headings, rows[:1], "wide") + following + table(headings, rows[1:], "wide")

    # MARK: - To look up

    def digits(self):
        """The hexadecimal digits as bits."""
        cells = [f"<code>{value:x}&nbsp;{value:04b}</code>" for value in range(16)]
        return table([], [cells[:8], cells[8:]], "small")

    def letters(self):
        """The codes of the small letters, and of the space."""
        cells = [f"<code>{chr(code)}&nbsp;{code:02x}</code>" for code in LETTERS[1:]]
        space = f"<code>{self.text('space')}&nbsp;{LETTERS[0]:02x}</code>"
        return table([], [cells[:13] + ["&nbsp;"], cells[13:] + [space]], "small")
