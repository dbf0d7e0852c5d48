"""The rows of the comparison: the operation and the required ratio; and the physical limits."""

import fnmatch
from dataclasses import dataclass, field

KIB = 1024
MIB = 1024 * KIB
# The sizes of one-shot calls.
SHORT = (16, 64, 256, KIB)
# The sizes of calls in place: few, since the calls that return an array have all.
FEW = (16, 256, KIB)
EVERYONE = ("openssl-3", "openssl-3-direct", "openssl-4", "libgcrypt", "nettle", "ipsec-mb", "ipsec-mb-sha-ni")
# Those that have functions which need memory.
MEMORY_HARD = ("openssl-3", "openssl-4", "libargon2", "libsodium")


@dataclass
class Reason:
    """Why rows are below their floor on one kind of processor, down to a ratio. Below that ratio it is no reason."""

    # The rows' titles and the processor, as `vault-bench cpu` names its family and model: patterns of the shell.
    rows: str
    processor: str
    least: float
    text: str


# A row that is below without a reason here makes the exit status of compare.py 1. A reason is a fact about the processor,
# the peer or our call that was measured, and stands in the table beside the ratio.
ZEN_3 = "AuthenticAMD family 25 model 1 *"
ZEN_5 = "AuthenticAMD family 26 model 2 *"
REASONS = [
    Reason(
        "AES-*in place*", ZEN_3, 0.3,
        "of 48 ns for 16 B in CTR, 17 are in the kernel; the rest checks sizes, finds kernel and key, and wipes the stack"),
    Reason(
        "AES-*, one-shot, *", ZEN_3, 0.4,
        "as in place; and allocating and releasing the array, the row's limit, takes 33 to 58 ns"),
    Reason(
        "AES-*, one-shot, *", ZEN_5, 0.64,
        "allocating and releasing the array, the row's limit, takes 17 ns, and 29 to 34 for 1 KiB; in place, the row holds"),
    Reason(
        "AES-128-ECB * in place, expanded key, 16 B", ZEN_5, 0.92,
        "a call waits for the block of the call before: ten rounds of four cycles and a load of a stored block, 12 ns in four "
        "libraries; CTR, which does not wait, takes 5.4 ns"),
    Reason(
        "AES-*-GCM in place, expanded key, 1 KiB", ZEN_5, 0.93,
        "of 882 instructions 77 are VPCLMULQDQ of 512 bits, one in two cycles: 154 of 263 cycles, and the first 256 B are "
        "encrypted before any product"),
    Reason(
        "HKDF-SHA256, one-shot, *", ZEN_5, 0.92,
        "of 371 ns, 231 are in the compression function, 44 allocate, wipe and release the new key, and 17 overwrite the "
        "stack; nettle writes into the caller's memory and overwrites nothing"),
]


def reason(title, processor, ratio):
    """The first reason of a row that is below its floor with that ratio; None if there is none."""
    if ratio is None:
        return None
    return next((
        found.text for found in REASONS
        if fnmatch.fnmatchcase(title, found.rows) and fnmatch.fnmatchcase(f"{processor} ", found.processor)
        and ratio >= found.least), None)


@dataclass
class Row:
    """One operation at one size, here and in the peers."""

    title: str
    operation: str
    size: int
    # The ratio to the best peer at which it holds on any processor. What is more than that is no requirement.
    floor: float = 1.0
    # The peers' operation, if it differs.
    peer_operation: str = ""
    peer_size: int = 0
    peers: tuple = EVERYONE
    # Whether ours returns a new array of that size, so that allocating and releasing one is a limit. In CFB8 it does too, but
    # there the limit is far away.
    returns_array: bool = False
    # Messages of at most 64 bytes, short single calls and rounds are in nanoseconds, the rest in bytes per second.
    by_time: bool = field(init=False)

    def __post_init__(self):
        self.peer_operation = self.peer_operation or self.operation
        self.peer_size = self.peer_size or self.size
        is_call = "one-shot" in self.title or self.operation.endswith(("-inplace", "-expanded"))
        self.by_time = self.operation.startswith("pbkdf2") or self.size <= 64 or is_call and self.size <= KIB


def size_text(size):
    return f"{size >> 20} MiB" if size >= MIB else f"{size >> 10} KiB" if size >= KIB else f"{size} B"


class Instructions:
    """The instructions in a report of `vault-bench limits --json`."""

    def __init__(self, report):
        self.figures = {(entry["name"], entry["bits"]): entry for entry in report["instructions"]}

    def __contains__(self, key):
        return key in self.figures

    def latency(self, name, bits=128):
        """The cycles from one instruction to the next that waits for it."""
        return self.figures[name, bits]["latency_cycles"]

    def cycles(self, count, name, bits=128):
        """The cycles in which that many instructions start."""
        return count / self.figures[name, bits]["per_cycle"]

    def widths(self, name):
        return [bits for other, bits in self.figures if other == name]


def limits(report):
    """The fewest cycles of the core by operation and size, from the instructions of `vault-bench limits --json`. An
    operation whose instructions were not measured is not in the dictionary. See Benchmarks/PhysicalLimits.md.
    """
    instructions = Instructions(report)
    return sha256_limits(instructions) | sha512_limits(instructions) | aes_limits(instructions)


def lane_cycles(instructions, count, rotations, word_bits):
    """The cycles of a round in one of the parallel lanes of AVX-512: so many vector instructions, of which some rotate.
    None without AVX-512."""
    return min((
        max(rotations / instructions.figures["vector rotate", bits]["per_cycle"],
            min(instructions.cycles(count, name, bits) for name in ("vector add", "ternary logic")))
        / (bits / word_bits)
        for bits in instructions.widths("ternary logic")), default=None)


def sha256_limits(instructions):
    if ("sha256rnds2", 128) in instructions:
        # Two rounds each, one after the other; and those of independent blocks.
        latency, busy = 32 * instructions.latency("sha256rnds2"), instructions.cycles(32, "sha256rnds2")
    elif ("sha256h", 128) in instructions:
        # Four rounds each, one after the other; SHA256H2 is as many again in the same unit.
        latency, busy = 16 * instructions.latency("sha256h"), instructions.cycles(32, "sha256h")
    else:
        return {}
    # Messages of 64 bytes have two blocks, and those that follow each other overlap.
    found = {("sha256", 64): 2 * busy, ("hmac-sha256", KIB): 19 * latency}
    found |= {("sha256", size): size / 64 * latency for size in (16 * KIB, MIB)}
    found |= {("sha256-x2", size): size / 64 * max(busy, latency / 2) for size in (16 * KIB, MIB)}
    found |= {("pbkdf2-sha256", 32): 2 * latency, ("pbkdf2-sha256", 64): max(4 * busy, 2 * latency)}
    if lane := lane_cycles(instructions, 25.25, 9, 32):
        block = min(64 * lane, busy)
        found |= {(f"sha256-x{lanes}", size): size / 64 * block for lanes in (16, 32) for size in (16 * KIB, MIB)}
        found["pbkdf2-sha256-batch", 32] = 2 * block
    return found


def sha512_limits(instructions):
    if ("rorx", 64) in instructions:
        # One after the other: a rotation, two exclusive ors and an addition. A round has 22 scalar instructions, of which
        # 6 rotate.
        block = 80 * max(
            instructions.latency("rorx", 64) + 3, instructions.cycles(6, "rorx", 64),
            instructions.cycles(22, "add, xor", 64))
    elif ("sha512h", 128) in instructions:
        # Two rounds each, one after the other, with an addition between them.
        block = 40 * (instructions.latency("sha512h") + instructions.latency("vector add"))
    else:
        return {}
    found = {("sha512", size): size / 128 * block for size in (16 * KIB, MIB)}
    found["pbkdf2-sha512", 64] = 2 * block
    if lane := lane_cycles(instructions, 25.8, 9.2, 64):
        found["pbkdf2-sha512-batch", 64] = 2 * 80 * lane
    return found


def aes_limits(instructions):
    name, product = ("aesenc", "pclmulqdq") if ("aesenc", 128) in instructions else ("aese, aesmc", "pmull")
    if (name, 128) not in instructions:
        return {}

    def fastest(name):
        return min(instructions.cycles(128 / bits, name, bits) for bits in instructions.widths(name))

    found = {}
    for bits, rounds in ((128, 10), (256, 14)):
        for size in (KIB, 16 * KIB, MIB):
            blocks = size / 16
            for form in ("ecb-encrypt", "ecb-decrypt", "cbc-decrypt", "ctr"):
                found[f"aes-{bits}-{form}", size] = blocks * rounds * fastest(name)
            # The exclusive ors are folded into the round keys.
            found[f"aes-{bits}-cbc-encrypt", size] = blocks * rounds * instructions.latency(name)
            if size > KIB and instructions.widths(product):  # the key set-up of short messages is not counted
                found[f"aes-{bits}-gcm-encrypt-inplace", size] = blocks * max(rounds * fastest(name), 3 * fastest(product))
        for size in SHORT:
            # In place there is none: the next message begins before the rounds of the last have ended.
            for form in ("cbc-encrypt", "cfb-encrypt", "ofb"):
                found[f"aes-{bits}-{form}-oneshot", size] = size / 16 * rounds * instructions.latency(name)
    return found


def main_rows():
    """The rows beside the best peers."""
    rows = []

    def add(title, operation, sizes, **more):
        for size in sizes:
            rows.append(Row(f"{title}, {size_text(size)}", operation, size, **more))

    bulk = (16 * KIB, MIB)
    add("SHA-256", "sha256", bulk)
    add("SHA-256, two messages side by side", "sha256-x2", bulk)
    add("SHA-256, 16 messages side by side", "sha256-x16", bulk)
    add("SHA-256, 32 messages side by side", "sha256-x32", bulk)
    add("SHA-512", "sha512", bulk)
    rows += [
        Row("PBKDF2-HMAC-SHA256, one, 32 B out", "pbkdf2-sha256", 32),
        Row("PBKDF2-HMAC-SHA512, one, 64 B out", "pbkdf2-sha512", 64),
        Row("PBKDF2-HMAC-SHA256, one, 64 B out", "pbkdf2-sha256", 64),
    ]
    add("HMAC-SHA256, key set up each time", "hmac-sha256", (KIB,))
    rows += [
        Row("PBKDF2-HMAC-SHA256, batch of 32", "pbkdf2-sha256-batch", 32),
        Row("PBKDF2-HMAC-SHA512, batch of 32", "pbkdf2-sha512-batch", 64),
    ]
    # The size is that of the memory, which each derivation allocates and fills once.
    add("Argon2id, 1 pass, 1 lane", "argon2id", (19 * MIB, 64 * MIB, 1024 * MIB), peers=MEMORY_HARD)
    add("scrypt, r 8, p 1", "scrypt", (16 * MIB, 128 * MIB, 1024 * MIB), peers=MEMORY_HARD)
    for bits in (128, 256):
        add(f"AES-{bits}-CTR", f"aes-{bits}-ctr", (KIB,) + bulk)
        add(f"AES-{bits}-CBC decryption", f"aes-{bits}-cbc-decrypt", bulk)
        add(f"AES-{bits}-ECB encryption", f"aes-{bits}-ecb-encrypt", bulk)
        add(f"AES-{bits}-ECB decryption", f"aes-{bits}-ecb-decrypt", bulk)
        add(f"AES-{bits}-CBC encryption", f"aes-{bits}-cbc-encrypt", bulk)
        add(f"AES-{bits}-GCM in place, key set up each time", f"aes-{bits}-gcm-encrypt-inplace", SHORT + bulk)
        add(f"AES-{bits}-GCM in place, expanded key", f"aes-{bits}-gcm-encrypt-expanded", SHORT)
    # The same calls in the other modes and directions.
    for title, form in (
            ("ECB encryption", "ecb-encrypt"), ("ECB decryption", "ecb-decrypt"), ("CBC encryption", "cbc-encrypt"),
            ("CBC decryption", "cbc-decrypt"), ("CFB encryption", "cfb-encrypt"), ("CFB decryption", "cfb-decrypt"),
            ("CTR", "ctr"), ("OFB", "ofb"), ("GCM decryption", "gcm-decrypt")):
        add(f"AES-128-{title} in place, key set up each time", f"aes-128-{form}-inplace", FEW)
        add(f"AES-128-{title} in place, expanded key", f"aes-128-{form}-expanded", FEW)
    title, peers = "ChaCha20-Poly1305 in place, key given each time", ("openssl-3", "openssl-4", "libsodium")
    add(title, "chachapoly", (16, 64, 256), peers=peers)
    # After the first 15 blocks, the last takes as long as sixteen.
    add(title, "chachapoly", (KIB,), floor=0.8, peers=peers)
    add(title, "chachapoly", bulk, floor=0.9, peers=peers)
    # One-shot calls, in which the key is set up, and ours returns a new array.
    add("SHA-256, one-shot", "sha256", SHORT)
    add("SHA-512, one-shot", "sha512", SHORT)
    add("HMAC-SHA256, one-shot", "hmac-sha256", SHORT, peer_operation="hmac-sha256-oneshot")
    for bits in (128, 256):
        for mode in ("ECB", "CBC", "CFB", "CFB8", "GCM"):
            for direction in ("encrypt", "decrypt"):
                add(f"AES-{bits}-{mode} {direction}ion, one-shot", f"aes-{bits}-{mode.lower()}-{direction}-oneshot", SHORT,
                    returns_array=mode != "CFB8")
        for mode in ("CTR", "OFB", "CMAC"):
            add(f"AES-{bits}-{mode}, one-shot", f"aes-{bits}-{mode.lower()}-oneshot", SHORT, returns_array=mode != "CMAC")
        add(f"AES-{bits} key wrap, one-shot", f"aes-{bits}-key-wrap", (32,))
        add(f"AES-{bits} key unwrap, one-shot", f"aes-{bits}-key-unwrap", (32,))
    add("HKDF-SHA256, one-shot", "hkdf-sha256", (32,))
    rows.append(Row("X25519, a shared secret", "x25519", 32, 0.9, peers=("openssl-3", "openssl-4", "libsodium")))
    return rows


def portable_rows():
    """Rows without hardware help on either side."""
    only = ("openssl-3",)
    return [
        Row("no hardware help: AES-128-CTR, 16 KiB", "aes-128-ctr", 16 * KIB, 1.0, peers=only),
        Row("no hardware help: SHA-256, 16 KiB", "sha256", 16 * KIB, 0.85, peers=only),
        Row("no hardware help: SHA-512, 16 KiB", "sha512", 16 * KIB, 0.85, peers=only),
    ]


def debug_rows():
    """Rows of a debug build against a release build."""
    only = ("release build",)
    return [
        Row("debug build: SHA-256, 16 KiB", "sha256", 16 * KIB, 0.9, peers=only),
        Row("debug build: SHA-512, 16 KiB", "sha512", 16 * KIB, 0.9, peers=only),
        Row("debug build: HMAC-SHA256, 1 KiB", "hmac-sha256", KIB, 0.9, peers=only),
        Row("debug build: AES-128-CTR, 16 KiB", "aes-128-ctr", 16 * KIB, 0.9, peers=only),
        Row("debug build: AES-128-CBC decryption, 16 KiB", "aes-128-cbc-decrypt", 16 * KIB, 0.9, peers=only),
        Row("debug build: PBKDF2-HMAC-SHA256", "pbkdf2-sha256", 32, 0.9, peers=only),
        Row("debug build: PBKDF2-HMAC-SHA512", "pbkdf2-sha512", 64, 0.9, peers=only),
    ]
