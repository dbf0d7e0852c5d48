"""The inner loop of a program for arm64: found by running it under QEMU, and analysed by llvm-mca."""

import array
import collections
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile

# The instructions that llvm-mca knows on every model, whether that processor has them or not.
EXTENSIONS = "+aes,+sha2,+sha3,+sve,+pauth,+lse"
# In bytes.
LONGEST_TURN = 2048
MOST_LOOPS = 4
# Enough for a steady state, in instructions.
SHORT_RUN, LONG_RUN = 4_000, 12_000


class Program:
    """A program for arm64 and the libraries that it loads."""

    def __init__(self, path, libraries, system="/usr/aarch64-linux-gnu"):
        text = subprocess.run(["qemu-aarch64", "--help"], check=True, capture_output=True, text=True).stdout
        step = "-one-insn-per-tb" if "-one-insn-per-tb" in text else "-singlestep"
        self.path, self.system = path, system
        self.command = [
            "qemu-aarch64", "-cpu", "max,sve=off", "-L", system, "-E", f"LD_LIBRARY_PATH={':'.join(libraries)}", step,
            "-d", "exec,nochain"]
        self.images = {}

    def run(self, *arguments):
        """The loop and the result of each operation that the arguments name. See arm64.c."""
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "trace")
            os.mkfifo(pipe)
            process = subprocess.Popen([*self.command, "-D", pipe, self.path, *map(str, arguments)], stdout=subprocess.PIPE)
            with open(pipe, "rb") as lines:
                addresses = array.array("Q", (int(line.split(b"/", 2)[1], 16) for line in lines if line.startswith(b"Trace")))
            output = process.stdout.read().decode()
            if process.wait():
                raise SystemExit(f"arm64: {' '.join(map(str, arguments))} ended with {process.returncode}")
        bases = [(int(base, 16), self.file(path)) for base, path in re.findall(r"^object (\w+) ?(\S*)$", output, re.M)]
        bases = [(base, path) for base, path in bases if path]
        marker = int(re.search(r"^marker (\w+)$", output, re.M)[1], 16)
        ends = [place for place, address in enumerate(addresses) if address == marker]
        runs = [addresses[start:end] for start, end in zip(ends[::2], ends[1::2])]
        results = re.findall(r"^result (\w+)$", output, re.M)
        return [
            (Loop(self, bases, few, many, arguments[1]), result)
            for few, many, result in zip(runs[::2], runs[1::2], results[1::2])]

    def file(self, name):
        """The file of an object, if it has one. QEMU looks among those of the system first."""
        paths = [self.system + name, name] if name else [self.path]
        return next((path for path in paths if os.path.isfile(path)), None)

    def words(self, addresses, bases):
        """The code at these addresses."""
        segments = []
        for base, path in bases:
            if path not in self.images:
                with open(path, "rb") as file:
                    self.images[path] = file.read()
            image = self.images[path]
            start, = struct.unpack_from("<Q", image, 0x20)
            size, count = struct.unpack_from("<HH", image, 0x36)
            for at in range(start, start + size * count, size):
                kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", image, at)
                if kind == 1:  # PT_LOAD
                    segments.append((base + address, length, offset, image))
        found = []
        for address in addresses:
            start, _, offset, image = next(s for s in segments if s[0] <= address < s[0] + s[1])
            found.append(image[offset + address - start:][:4])
        return found


class Loop:
    """What a program executes for each byte of its input."""

    def __init__(self, program, bases, few, many, size):
        """From the traces of runs with `size` bytes and twice as many. The difference is the work for `size` bytes."""
        before, after = collections.Counter(few), collections.Counter(many)
        # What is executed less often depends on chance, such as addresses.
        counts = {a: after[a] - before[a] for a in after if after[a] - before[a] >= size / LONGEST_TURN}
        self.instructions = sum(counts.values()) / size
        self.turns = [(count / size, assembly(program.words(turn, bases))) for count, turn in turns(many, counts)]

    def cycles(self, model):
        """Cycles a byte on a model of llvm-mca, or None if that processor has not these instructions."""
        shares = [(share, cycles_of_turn(text, model)) for share, text in self.turns]
        return None if any(cycles is None for _, cycles in shares) else sum(share * cycles for share, cycles in shares)


def turns(trace, counts):
    """One turn of each loop, with how often it is executed for the input: a count, and addresses.

    An instruction that is executed least begins a turn, and of its turns one of the most frequent length is taken. The next
    loop is among the instructions that are not in this one. What is executed more rarely than a loop, such as the call of
    a function for part of the input, is left out if the turns then have all the instructions but two in a hundred.
    """
    total = sum(counts.values())
    places = collections.defaultdict(list)
    for place, address in enumerate(trace):
        places[address].append(place)
    for least in sorted(set(counts.values())):
        left, found = {address: count for address, count in counts.items() if count >= least}, []
        while left and len(found) < MOST_LOOPS:
            first = min(left, key=left.get)
            spans = list(zip(places[first], places[first][1:]))
            lengths = collections.Counter(end - start for start, end in spans)
            start, end = next(span for span in spans if span[1] - span[0] == lengths.most_common(1)[0][0])
            found.append((left[first], trace[start:end]))
            for address in set(trace[start:end]):
                left.pop(address, None)
        if abs(sum(count * len(turn) for count, turn in found) / total - 1) < 0.02:
            return found
    raise SystemExit("arm64: no loop was found")


def cycles_of_turn(text, model):
    """Cycles of a turn that others precede and follow."""
    lines = text.count("\n")
    runs = [max(least, count // lines) for least, count in ((2, SHORT_RUN), (6, LONG_RUN))]
    cycles = [total_cycles(text, model, count) for count in runs]
    return None if None in cycles else (cycles[1] - cycles[0]) / (runs[1] - runs[0])


def tool(name):
    """The command of a tool of LLVM: version 19 if it is there, because models change from version to version."""
    return next((found for found in (name + "-19", name) if shutil.which(found)), None)


def assembly(words):
    """The instructions, one a line."""
    distinct = sorted(set(words))
    text = "\n".join(" ".join(f"0x{byte:02x}" for byte in word) for word in distinct)
    done = subprocess.run(
        [tool("llvm-mc"), "--disassemble", "--triple=aarch64", "--mattr=+all"], input=text, check=True,
        capture_output=True, text=True)
    lines = [line.strip() for line in done.stdout.splitlines() if line.startswith("\t") and not line.startswith("\t.")]
    if len(lines) != len(distinct):
        raise SystemExit(f"arm64: not all instructions are known: {done.stderr[:500]}")
    names = dict(zip(distinct, lines))
    return "".join(names[word] + "\n" for word in words)


def total_cycles(text, model, iterations):
    """The cycles of so many turns, or None if the model lacks an instruction."""
    done = subprocess.run(
        [tool("llvm-mca"), "-mtriple=aarch64", f"-mcpu={model}", f"-mattr={EXTENSIONS}", f"-iterations={iterations}", "--json"],
        input=text, capture_output=True, text=True)
    if done.returncode:
        if "unsupported instruction" in done.stderr:
            return None
        raise SystemExit(f"arm64: llvm-mca: {done.stderr[:500]}")
    report = json.loads(done.stdout)
    return report["CodeRegions"][0]["SummaryView"]["TotalCycles"]
