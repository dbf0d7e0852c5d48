#!/usr/bin/env python3
"""Estimates the speed of the arm64 kernels by model of processor, beside OpenSSL and libgcrypt. No arm64 machine is needed.

Each operation runs under QEMU with an input of some size and of twice that size. The difference of the instructions is
instructions a byte. One turn of the inner loop is then taken from the trace and given to llvm-mca, which estimates cycles
a byte on each model. Ours are the objects of Checks/ARM64/run, the others Debian's packages for arm64, which --fetch puts
into .build. All must compute the same.

Exit status: 0; 1 if a kernel is more than 10 % behind the better of the two, by instructions or on a model, and REASONS
does not say why; 2 if something is missing.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys

from arm64_loops import Program, tool
from shared import PACKAGE, positive

BUILD = os.path.join(PACKAGE, ".build", "arm64")
PEERS = os.path.join(PACKAGE, ".build", "arm64-peers")
LIBRARIES = [os.path.join(PEERS, "root", folder, "aarch64-linux-gnu") for folder in ("usr/lib", "lib")]
DOCUMENT = os.path.join(PACKAGE, "Benchmarks", "ARM64.md")
MODELS = ["apple-m1", "neoverse-n1", "neoverse-v1", "cortex-a76"]
NAMES = ["ours", "OpenSSL", "libgcrypt"]
BEHIND = 1.1

MODES = [
    "AESARM64.encryptECB", "AESARM64.decryptECB", "AESARM64.encryptCBC", "AESARM64.decryptCBC", "AESARM64.processCTR",
    "AESARM64.decryptCFB", "AESARM64.encryptCFB", "AESARM64.processOFB", "AESARM64.encryptCFB8", "AESARM64.encryptGCM",
    "AESARM64.decryptGCM", "AESARM64.hash", "AESARM64.wrapKey", "AESARM64.unwrapKey"]
HASHES = {1: "SHA1ARM64", 256: "SHA256ARM64", 512: "SHA512ARM64"}
# A row of the table: its name, then the operation and the number for arm64.c.
ROWS = (
    [(f"{name}.compress", "hash", number) for number, name in HASHES.items()]
    + [(f"{name}.runPBKDF2Rounds", "pbkdf2", number) for number, name in HASHES.items()]
    + [("AESARM64.hash", "aes-128", MODES.index("AESARM64.hash"))]
    + [(f"{mode}, {bits}", f"aes-{bits}", number)
       for number, mode in enumerate(MODES) if mode != "AESARM64.hash" for bits in (128, 256)])

# Why rows are behind: the beginning of their names, and a note.
MEMORY = "the others' blocks go through memory, and the model lets no load wait for a store, so their chain is missing."
REASONS = {
    "AESARM64.encryptCBC": "Cycles are equal on every model: the latency of the rounds counts, and all else runs beside them.",
    "AESARM64.decryptCBC": "Cycles are equal within 4 %: AESD and AESIMC are the limit. The keys are read for each eight blocks.",
    "AESARM64.encryptCFB": f"The latency of the rounds counts, with one exclusive or. On neoverse-v1 {MEMORY}",
    "AESARM64.processOFB": f"The latency of the rounds counts. On neoverse-v1 {MEMORY}",
    "AESARM64.decryptGCM": "Not mended yet: each block takes four PMULL and a swap of halves, where three PMULL would do.",
    "AESARM64.wrapKey": f"On neoverse-v1 {MEMORY}",
    "AESARM64.unwrapKey": f"On neoverse-v1 {MEMORY}"}


def fetch():
    """Puts Debian's libraries for arm64 into .build. The lists of packages are there, too: the system stays as it is."""
    state = os.path.join(PEERS, "apt")
    os.makedirs(os.path.join(state, "lists", "partial"), exist_ok=True)
    os.makedirs(os.path.join(state, "archives", "partial"), exist_ok=True)
    options = [
        f"Dir::State={state}", f"Dir::Cache={state}", "Dir::State::status=/dev/null", "APT::Architecture=arm64",
        "APT::Architectures=arm64", "APT::Sandbox::User=root"]
    command = ["apt-get", "-q", *(word for option in options for word in ("-o", option))]
    subprocess.run([*command, "update"], check=True, stdout=sys.stderr)
    subprocess.run([*command, "download", "libssl3", "libgcrypt20", "libgpg-error0"], check=True, cwd=PEERS, stdout=sys.stderr)
    for package in glob.glob(os.path.join(PEERS, "*.deb")):
        subprocess.run(["dpkg", "-x", package, os.path.join(PEERS, "root")], check=True)


def build():
    """Builds the program with our kernels and the other libraries, and returns it."""
    subprocess.run([os.path.join(PACKAGE, "Checks", "ARM64", "run"), "--build"], check=True, stdout=sys.stderr)
    linker = shutil.which("ld.lld") or os.path.join(os.path.dirname(os.path.realpath(shutil.which("swiftc"))), "ld.lld")
    path = os.path.join(PEERS, "operations")
    objects = [os.path.join(BUILD, f"SwiftVault{name}.o") for name in ("ARM64Crypto", "ARM64SHA512", "CPU")]
    shared = [os.path.join(LIBRARIES[0], name) for name in ("libcrypto.so.3", "libgcrypt.so.20")]
    subprocess.run([
        "aarch64-linux-gnu-gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-no-pie", "-fuse-ld=lld",
        f"-B{os.path.dirname(linker)}", "-o", path, os.path.join(os.path.dirname(__file__), "arm64.c"), *objects, *shared,
        "-Wl,--unresolved-symbols=ignore-in-shared-libs", "-lm"], check=True)
    return Program(path, LIBRARIES)


def kept(size):
    """The figures of the other libraries from an earlier run: they stay the same while they and these files do."""
    path = os.path.join(PEERS, f"figures-{size}.json")
    here = os.path.dirname(os.path.abspath(__file__))
    sources = [os.path.join(here, name) for name in ("arm64.c", "arm64_loops.py")] + [*glob.glob(os.path.join(PEERS, "*.deb"))]
    if os.path.exists(path) and os.path.getmtime(path) > max(map(os.path.getmtime, sources)):
        with open(path) as file:
            return path, json.load(file)
    return path, {}


def measured(program, rows, size):
    """For each row and library: instructions a byte, and cycles a byte on each model."""
    path, figures = kept(size)
    for name in NAMES:
        new = [row for row in rows if name == "ours" or f"{name} {row[0]}" not in figures]
        words = [word for _, operation, number in new for word in (operation, number)]
        for row, (loop, result) in zip(new, program.run(name, size, *words) if new else []):
            figures[f"{name} {row[0]}"] = [result, loop.instructions, *(loop.cycles(model) for model in MODELS)]
        with open(path, "w") as file:
            json.dump(figures, file)
    found = [[figures[f"{name} {row[0]}"] for name in NAMES] for row in rows]
    for row, libraries in zip(rows, found):
        if len({result for result, *_ in libraries}) > 1:
            raise SystemExit(f"arm64: {row[0]}: the libraries differ: {[result for result, *_ in libraries]}")
    return [[figures for _, *figures in libraries] for libraries in found]


def ratios(figures):
    """Ours to the better of the others: instructions, and each model that has the instructions."""
    ours, *others = figures
    for index, mine in enumerate(ours):
        theirs = [other[index] for other in others if other[index] is not None]
        yield mine / min(theirs) if mine is not None and theirs else 0


def digits(value):
    return "–" if value is None else f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def table(rows, figures):
    """The lines of the table, and the names of the rows that are behind without a reason."""
    lines = [
        f"| kernel | instructions | {' | '.join(MODELS)} | |",
        f"|---|{'---:|' * (len(MODELS) + 1)}---|"]
    unexplained, notes = [], list(REASONS)
    for (name, _, _), row in zip(rows, figures):
        marks = ["**" if ratio > BEHIND else "" for ratio in ratios(row)]
        reason = next((start for start in notes if name.startswith(start)), None)
        if any(marks) and not reason:
            unexplained.append(name)
        cells = [" / ".join([mark + digits(ours) + mark, *map(digits, others)]) for mark, ours, *others in zip(marks, *row)]
        note = f"[{notes.index(reason) + 1}]" if any(marks) and reason else ""
        lines.append(f"| `{name.split(',')[0]}`{name[len(name.split(',')[0]):]} | {' | '.join(cells)} | {note} |")
    lines += ["", *(f"{index}. {REASONS[start]}" for index, start in enumerate(notes, 1))]
    return lines, unexplained


def write(lines):
    """Replaces what is between the two marks in the document."""
    with open(DOCUMENT) as file:
        before, _, rest = file.read().partition("<!-- table -->\n")
    after = rest.partition("<!-- end of table -->\n")[2]
    with open(DOCUMENT, "w") as file:
        file.write(f"{before}<!-- table -->\n" + "\n".join(lines).strip() + f"\n<!-- end of table -->\n{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", action="store_true", help="gets the other libraries first, with apt-get")
    parser.add_argument("--size", type=positive, default=6144, help="bytes of the smaller input, a multiple of 768 (6,144)")
    parser.add_argument("--write", action="store_true", help="writes the table into Benchmarks/ARM64.md")
    parser.add_argument("row", nargs="*", help="beginnings of names of kernels (default: all)")
    options = parser.parse_args()
    if options.write and options.row:
        parser.error("--write takes no rows")
    if options.fetch:
        fetch()
    missing = [name for name in ("qemu-aarch64", "aarch64-linux-gnu-gcc") if not shutil.which(name)]
    missing += [name for name in ("llvm-mc", "llvm-mca") if not tool(name)]
    missing += [] if os.path.exists(LIBRARIES[0]) else ["the other libraries (--fetch)"]
    if missing:
        print("\n".join(f"arm64: missing: {name}" for name in missing), file=sys.stderr)
        print("On Debian: apt-get install llvm-19 qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross", file=sys.stderr)
        return 2
    rows = [row for row in ROWS if not options.row or row[0].startswith(tuple(options.row))]
    lines, unexplained = table(rows, measured(build(), rows, options.size))
    print("\n".join(lines))
    if options.write:
        write(lines)
    for name in unexplained:
        print(f"arm64: behind without a reason: {name}", file=sys.stderr)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
