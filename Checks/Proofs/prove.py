#!/usr/bin/env python3
"""Proves two parts of the sources for all inputs with z3, an SMT solver (PyPI: z3-solver).

    Checks/Proofs/prove.py

It reads the statements of the Swift sources and runs them on symbols; a source of another form stops it.

- A round of the portable AES: the circuit of the S-box is the affine map of the inverse in GF(2^8), and MixColumns under
  each drift that stands for ShiftRows is that of FIPS 197, section 5.1.3, for every state.
- The arithmetic of X25519: sums, differences, products and squares are those of the integers modulo 2^255 - 19, no
  integer overflows its width, and the results have the bounds that `FieldElement` states, for all elements within them.

It takes the meaning of shuffles, of shifts and of wide integers from their documentation. A product of two words, or of
an element and a word, is any number that is small enough: how products add up is proved, not that the processor
multiplies. `times` and `canonical` are left to `Tests/Curve25519Tests/FieldBoundsTests.swift`.

Its last result, with z3 5.4.1, in a second:

    AES, the S-box: proved
    AES, MixColumns under a drift of 0: proved
    AES, MixColumns under a drift of 1: proved
    AES, MixColumns under a drift of 2: proved
    AES, MixColumns under a drift of 3: proved
    X25519, sum: proved
    X25519, difference: proved
    X25519, product: proved
    X25519, square: proved
"""

import pathlib
import re
import sys
import textwrap

if len(sys.argv) > 1:
    sys.exit(__doc__)

import z3

ROOT = pathlib.Path(__file__).resolve().parents[2]


def body(path, head):
    """The statements of a function as Python's: without comments, `let` and the signs for wrapping operators."""
    source = (ROOT / "Sources" / path).read_text()
    match = re.search(r"^( *)(?:@\S+ )*[^\n]*" + re.escape(head) + r"[^\n]*\{\n(.*?)^\1\}", source, re.M | re.S)
    if not match:
        sys.exit(f"{path} has no function {head}")
    text = re.sub(r"^ *//.*\n", "", match[2], flags=re.M)
    text = re.sub(r"\blet ", "", text)
    text = re.sub(r"&([*+-]|<<|>>)", r"\1", text)
    text = re.sub(r"\b(\w+): (?=\w)", r"\1=", text)
    text = re.sub(r" *=\n *", " = ", text)
    return textwrap.dedent(re.sub(r"\n *([+|]) ", r" \1 ", text))


def prove(name, claims, *facts):
    """Proves each claim from the facts, which must not contradict each other."""
    possible = z3.Solver()
    possible.add(*facts)
    if possible.check() != z3.sat:
        sys.exit(f"{name}: the facts contradict each other")
    for claim in claims:
        solver = z3.Solver()
        solver.set(timeout=60_000)
        solver.add(*facts, z3.Not(claim))
        if (result := solver.check()) != z3.unsat:
            sys.exit(f"{name}: not proved, {solver.model() if result == z3.sat else 'no answer in a minute'}")
    print(f"{name}: proved")


# MARK: AES

class Word:
    """A bit of each of the 16 bytes of a state: the place is 4 * row + column."""

    def __init__(self, bits):
        self.bits = bits

    def __and__(self, other):
        return Word([x & y for x, y in zip(self.bits, other.bits)])

    def __xor__(self, other):
        return Word([x ^ y for x, y in zip(self.bits, other.bits)])

    def below(self, rows, drift):
        """At each byte, the byte `rows` below and `rows * drift` columns to the right."""
        return Word([self.bits[4 * ((p // 4 + rows) % 4) + (p + rows * drift) % 4] for p in range(16)])

    def nextRow(self, drift):
        return self.below(1, drift)

    def oppositeRow(self, drift):
        return self.below(2, drift)


def run(statements, words, **names):
    names |= {f"b{bit}": word for bit, word in enumerate(words)}
    exec(statements, names)
    return [names[f"b{bit}"] for bit in range(8)]


def times_x(byte):
    return (byte << 1) ^ z3.If(z3.Extract(7, 7, byte) == 1, z3.BitVecVal(0x1b, 8), z3.BitVecVal(0, 8))


def times(x, y):
    """The product in GF(2^8). Spec: FIPS 197, section 4.2."""
    product = z3.BitVecVal(0, 8)
    for bit in range(8):
        product ^= z3.If(z3.Extract(bit, bit, y) == 1, x, z3.BitVecVal(0, 8))
        x = times_x(x)
    return product


def byte_of(words, place):
    return z3.Concat(*(words[bit].bits[place] for bit in reversed(range(8))))


def words_of(values):
    return [Word([z3.Extract(bit, bit, value) for value in values]) for bit in range(8)]


def substituted(inverse):
    """The affine map of the S-box without its constant 0x63. Spec: FIPS 197, section 5.1.1."""
    result = inverse
    for count in range(1, 5):
        result ^= z3.RotateLeft(inverse, count)
    return result


def aes_round():
    x, inverse = z3.BitVecs("x inverse", 8)
    circuit = body("Kernels/AESBlocks/AESPortableSBox.swift", "func substituteWithoutConstant()")
    output = byte_of(run(circuit, words_of([x])), 0)
    is_inverse = z3.If(x == 0, inverse == 0, times(x, inverse) == 1)
    prove("AES, the S-box", [output == substituted(inverse)], is_inverse)
    # The circuit works on each place by itself, so the bytes that it leaves may be any.
    state = z3.BitVecs([f"s{place}" for place in range(16)], 8)
    mix = body("Kernels/AESBlocks/AESPortableState.swift", "func mixColumns(drift: UInt32)")
    for drift in range(4):
        mixed = run(mix.replace("drift=drift", str(drift)), words_of(state))
        # What lies in row r and column c of the state is stored in column c + r * drift.
        stored = lambda row, column: 4 * row + (column + row * drift) % 4
        claims = []
        for place in range(16):
            row, column = divmod(place, 4)
            a = [state[stored((row + below) % 4, column)] for below in range(4)]
            claims.append(byte_of(mixed, stored(row, column)) == times_x(a[0]) ^ times_x(a[1]) ^ a[1] ^ a[2] ^ a[3])
        prove(f"AES, MixColumns under a drift of {drift}", claims)


# MARK: X25519

P = 2**255 - 19
facts, claims, divisions = [], [], {}


def unknown(largest):
    """A new integer from 0 to a bound."""
    value = z3.Int(f"v{len(facts)}")
    facts.append(z3.And(value >= 0, value <= largest))
    return value


def split(value, bit):
    """The quotient and the remainder of a division by a power of 2."""
    key = (value.get_id(), bit)
    if key not in divisions:
        quotient, remainder = z3.Int(f"q{len(facts)}"), unknown(2**bit - 1)
        facts.append(value == quotient * 2**bit + remainder)
        # The value is kept, so that its number is not given to another.
        divisions[key] = value, quotient, remainder
    return divisions[key][1:]


def fits(value, bits):
    """The value, which has to be proved to be an integer of that width."""
    claims.append(z3.And(value >= 0, value < 2**bits))
    return value


def masked(mask, number):
    """A number if a word is all ones, and 0 if it is 0. No other word may occur."""
    claims.append(z3.Or(mask == 0, mask == 2**64 - 1))
    return z3.If(mask == 0, 0, number)


class Word64:
    def __init__(self, value):
        self.value, self.products = value, {}

    def multipliedFullWidth(self, by):
        if by not in self.products:
            self.products[by] = FullWidth(unknown((2**64 - 1)**2))
        return self.products[by]


class FullWidth:
    def __init__(self, value):
        self.value = value
        self.high, self.low = split(value, 64)


class Natural:
    def __init__(self, value):
        self.value = fits(value, self.bits)

    def __add__(self, other):
        return type(self).of(self.value + other.value)

    @classmethod
    def of(cls, value):
        result = cls.__new__(cls)
        Natural.__init__(result, value)
        return result

    def word(self, at):
        # But for the lowest word, the sources take the highest alone.
        return split(self.value, 64)[1] if at == 0 else fits(split(self.value, at)[0], 64)

    @property
    def lower256Bits(self):
        result = UInt256.of(split(self.value, 256)[1])
        result.whole = self.value
        return result


class UInt256(Natural):
    bits = 256

    def __init__(self, *words):
        super().__init__(sum(fits(word, 64) * 2**(64 * place) for place, word in enumerate(words)))

    def __sub__(self, other):
        return UInt256.of(self.value - other.value)

    @property
    def lower255Bits(self):
        # The remainder of an integer's lower 256 bits is that of the integer.
        return UInt256.of(split(getattr(self, "whole", self.value), 255)[1])

    @property
    def words(self):
        if not hasattr(self, "parts"):
            self.parts = [Word64(unknown(2**64 - 1)) for _ in range(4)]
            facts.append(self.value == sum(part.value * 2**(64 * place) for place, part in enumerate(self.parts)))
        return self.parts

    def addingToLowestWord(self, word):
        fits(split(self.value, 64)[1] + word, 64)
        return UInt256.of(self.value + word)


class UInt320(Natural):
    bits = 320

    def __init__(self, integer=None, times=1, upper=None):
        if isinstance(times, Word64):
            times.multiple = unknown((2**256 - 1) * (2**64 - 1))
            super().__init__(times.multiple)
        else:
            super().__init__(upper.value * 2**64 if upper else integer.value * times)

    def __sub__(self, other):
        # Modulo 2^320.
        return UInt320.of(split(self.value - other.value, 320)[1])

    @property
    def upper256Bits(self):
        return UInt256.of(split(self.value, 64)[0])


class UInt512(Natural):
    bits = 512

    def __init__(self, integer, at):
        super().__init__(integer.value * 2**at)

    def __or__(self, other):
        # The bits are not in both, as the first is below a power of 2 of which the second is a multiple.
        fits(self.value, 256)
        claims.append(split(other.value, 256)[1] == 0)
        return self + other

    doubled = property(lambda self: self + self)
    upper256Bits = property(lambda self: UInt256.of(split(self.value, 256)[0]))


class Element:
    def __init__(self, largest):
        self.integer = UInt256.of(unknown(largest))


def execute(head, names):
    statements = body("Curve25519/X25519.swift", head)
    statements = re.sub(r"return Self\(reducing=(.*)\)", r"reducing = \1", statements)
    statements = re.sub(r"(?:return Self|self\.init)\((.*)\)", r"result = \1", statements)
    statements = re.sub(r"(\w+\.word\(at=256\)) & (\d+)", r"masked(\1, \2)", statements)
    exec(statements, names)


def element(name, head, largest, expected, quotient):
    """Proves an operation on all elements up to a bound: nothing overflows, and the result has its bound and is what is
    expected less a multiple of p."""
    for notes in (facts, claims, divisions):
        notes.clear()
    x, y = Element(largest), Element(largest)
    names = {"masked": masked, "UInt256": UInt256, "UInt320": UInt320, "UInt512": UInt512, "x": x, "y": y,
             "integer": x.integer}
    execute(head, names)
    bound, multiple = 2**256, quotient(names)
    if "reducing" in names:
        names["integer"] = names["reducing"]
        claims.append(names["integer"].value < 2**275)
        execute("init(reducing integer: UInt320)", names)
        bound = 2**255 + 2**25
        multiple += split(names["integer"].value, 255)[0]
    result = names["result"].value
    claims.extend((result < bound, expected(x, y) == result + P * multiple))
    prove(f"X25519, {name}", claims, *facts)


def product(x, y):
    return sum(word.multiple * 2**(64 * place) for place, word in enumerate(y.integer.words))


def square(x, _):
    words = x.integer.words
    return sum(a.multipliedFullWidth(b).value * 2**(64 * (i + j)) * (1 if i == j else 2)
               for i, a in enumerate(words) for j, b in enumerate(words) if j >= i)


def x25519():
    loaded, largest = 2**255 + 2**25 - 1, 2**256 - 1
    element("sum", "static func + (x: Self, y: Self)", loaded, lambda x, y: x.integer.value + y.integer.value,
            lambda names: 2 * split(names["sum"].value, 256)[0])
    element("difference", "static func - (x: Self, y: Self)", loaded, lambda x, y: x.integer.value - y.integer.value,
            lambda names: z3.If(names["x"].integer.value < names["y"].integer.value, -2, 0))
    element("product", "static func * (x: Self, y: Self)", largest, product,
            lambda names: 2 * names["row3"].upper256Bits.value)
    element("square", "var squared: Self", largest, square, lambda names: 2 * names["square"].upper256Bits.value)


if __name__ == "__main__":
    aes_round()
    x25519()
