"""The rows of the comparison: what is measured, the ratio asked for, and the physical limit."""

from dataclasses import dataclass, field
from typing import Optional

KIB = 1024
MIB = 1024 * KIB
EVERYONE = ("openssl-3", "openssl-3-direct", "openssl-4", "libgcrypt", "nettle")


@dataclass
class Row:
    """One operation at one size, ours against theirs."""

    title: str
    operation: str
    size: int
    floor: float
    # Cycles of the core that the instructions need at least for one call (or round); see Benchmarks/README.md.
    limit: Optional[float] = None
    # What the peers do, where it is not the same.
    peer_operation: str = ""
    peer_size: int = 0
    peers: tuple = EVERYONE
    # Messages of at most 64 bytes and rounds in ns, the rest in bytes a second.
    by_time: bool = field(init=False)

    def __post_init__(self):
        self.peer_operation = self.peer_operation or self.operation
        self.peer_size = self.peer_size or self.size
        self.by_time = self.operation.startswith("pbkdf2") or self.size <= 64


def size_text(size):
    return f"{size >> 20} MiB" if size >= MIB else f"{size >> 10} KiB" if size >= KIB else f"{size} B"


def limits_of_zen_5():
    """Cycles by operation and size on AMD family 26, from latency or throughput times count."""
    sha256 = 32 * 4  # sha256rnds2: 4 cycles, two rounds each, one after the other
    sha512 = 80 * 4  # rotate, xor, xor, add
    # Short messages that follow each other overlap: two blocks, sha256rnds2 starts every 2 cycles.
    limits = {("sha256", 64): 2 * 32 * 2, ("hmac-sha256", KIB): 19 * sha256}
    limits |= {("sha256", size): size / 64 * sha256 for size in (16 * KIB, MIB)}
    # Two streams: sha256rnds2 starts every 2 cycles. Sixteen lanes: four vector instructions a cycle.
    limits |= {("sha256-x2", size): size / 64 * 32 * 2 for size in (16 * KIB, MIB)}
    limits |= {("sha256-x16", size): size / 64 * 64 * 25.25 / 4 / 16 for size in (16 * KIB, MIB)}
    limits |= {("sha512", size): size / 128 * sha512 for size in (16 * KIB, MIB)}
    limits |= {
        ("pbkdf2-sha256", 32): 2 * sha256,
        ("pbkdf2-sha256", 64): 4 * 32 * 2,  # two streams: sha256rnds2 starts every 2 cycles
        ("pbkdf2-sha512", 64): 2 * sha512,
        # Vector instructions of a round in lanes, four a cycle, over the lanes.
        ("pbkdf2-sha256-batch", 32): 2 * 64 * 25.25 / 4 / 16,
        ("pbkdf2-sha512-batch", 64): 2 * 80 * 25.8 / 4 / 8,
    }
    for bits, rounds in ((128, 10), (256, 14)):
        for size in (KIB, 16 * KIB, MIB):
            for form in ("ecb-encrypt", "ecb-decrypt", "cbc-decrypt", "ctr"):
                limits[f"aes-{bits}-{form}", size] = size * rounds / 128  # two vaesenc of 64 bytes a cycle
            limits[f"aes-{bits}-cbc-encrypt", size] = size / 16 * 4 * rounds  # aesenc: 4 cycles, the xors folded into keys
    return limits


def main_rows():
    """The table of the best peers and the floors."""
    rows = []

    def add(title, operation, sizes, floor, **more):
        for size in sizes:
            rows.append(Row(f"{title}, {size_text(size)}", operation, size, floor, **more))

    bulk = (16 * KIB, MIB)
    add("SHA-256", "sha256", bulk, 1.0)
    add("SHA-256, two messages side by side", "sha256-x2", bulk, 1.7, peer_operation="sha256")
    add("SHA-256, 16 messages side by side", "sha256-x16", bulk, 1.7, peer_operation="sha256")
    add("SHA-512", "sha512", bulk, 1.0)
    add("SHA-256, one-shot", "sha256", (64,), 1.0)
    rows += [
        Row("PBKDF2-HMAC-SHA256, one, 32 B out", "pbkdf2-sha256", 32, 1.3),
        Row("PBKDF2-HMAC-SHA512, one, 64 B out", "pbkdf2-sha512", 64, 1.25),
        Row("PBKDF2-HMAC-SHA256, one, 64 B out", "pbkdf2-sha256", 64, 1.9),
    ]
    # The floor of 1.8 was set against OpenSSL 3; against nettle it would be beyond the limit.
    add("HMAC-SHA256, key set up each time", "hmac-sha256", (KIB,), 1.0)
    add("the same against OpenSSL 3 alone", "hmac-sha256", (KIB,), 1.8, peers=("openssl-3",))
    rows += [
        Row("PBKDF2-HMAC-SHA256, batch of 16", "pbkdf2-sha256-batch", 32, 4.0, peer_operation="pbkdf2-sha256"),
        Row("PBKDF2-HMAC-SHA512, batch of 16", "pbkdf2-sha512-batch", 64, 3.0, peer_operation="pbkdf2-sha512"),
    ]
    for bits in (128, 256):
        add(f"AES-{bits}-CTR", f"aes-{bits}-ctr", (KIB,) + bulk, 1.5)
        add(f"AES-{bits}-CBC decryption", f"aes-{bits}-cbc-decrypt", bulk, 1.4)
        add(f"AES-{bits}-ECB encryption", f"aes-{bits}-ecb-encrypt", bulk, 3.0)
        add(f"AES-{bits}-ECB decryption", f"aes-{bits}-ecb-decrypt", bulk, 3.0)
        add(f"AES-{bits}-CBC encryption", f"aes-{bits}-cbc-encrypt", bulk, 1.0)
    limits = limits_of_zen_5()
    for row in rows:
        row.limit = limits.get((row.operation, row.size))
    return rows


def portable_rows():
    """No hardware help on either side."""
    only = ("openssl-3",)
    return [
        Row("no hardware help: AES-128-CTR, 16 KiB", "aes-128-ctr", 16 * KIB, 1.0, peers=only),
        Row("no hardware help: SHA-256, 16 KiB", "sha256", 16 * KIB, 0.85, peers=only),
        Row("no hardware help: SHA-512, 16 KiB", "sha512", 16 * KIB, 0.85, peers=only),
    ]


def debug_rows():
    """A debug build of an app against its release build."""
    only = ("release build",)
    return [
        Row("debug build: SHA-256, 16 KiB", "sha256", 16 * KIB, 0.9, peers=only),
        Row("debug build: SHA-512, 16 KiB", "sha512", 16 * KIB, 0.9, peers=only),
        Row("debug build: AES-128-CTR, 16 KiB", "aes-128-ctr", 16 * KIB, 0.9, peers=only),
        Row("debug build: AES-128-CBC decryption, 16 KiB", "aes-128-cbc-decrypt", 16 * KIB, 0.9, peers=only),
        Row("debug build: PBKDF2-HMAC-SHA256", "pbkdf2-sha256", 32, 0.9, peers=only),
        Row("debug build: PBKDF2-HMAC-SHA512", "pbkdf2-sha512", 64, 0.9, peers=only),
    ]
