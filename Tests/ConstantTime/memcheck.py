#!/usr/bin/env python3
"""Runs the rows of Tests/ConstantTime/Rows under Valgrind's memcheck, with every secret marked as never written.

    memcheck.py PROGRAM [--processes N] [--places]

Memcheck reports each conditional jump and each address that depends on a secret. Held against `verdicts`, the list of
source lines that may: where a comparison has its outcome, where a padding has its length, and what follows from them.

  - a report on any other line is a leak;
  - a line that no row reports any more is out of date, as is one that is not in its file;
  - a row without a report has not processed a secret: `observe` branches on the outcome of each on purpose;
  - a twin, a row that leaks on purpose, has to be reported in Twins.swift;
  - every kernel that Valgrind can run has to have run.

A report counts unless memcheck traces the value to the stack: secrets are marked on the heap alone, while optimised code
compares the unused bytes of an enum on the stack along with the used ones.

--places prints every place with the rows that reach it. Exit status: 0 all of it holds; 1 something does not; 69 no
Valgrind.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
PROGRAM = "SwiftVaultConstantTime"
GENERATED = "<compiler-generated>"
ROWS = "Tests/ConstantTime/Rows/"
KERNELS = ["portable", "x86avx2", "x86aes"]
LEAKS = ("Conditional jump or move depends on uninitialised", "Use of uninitialised value")
PUBLISHED = ("Syscall param write(buf) points to uninitialised byte(s)", ROWS + "Secret.swift")

Place = collections.namedtuple("Place", "file text")


Frame = collections.namedtuple("Frame", "address function file line")


class Report:
    """One report of memcheck: what it complains about, and the frames in the program, innermost first."""

    def __init__(self, kind):
        self.kind, self.frames, self.is_open, self.innermost, self.is_of_stack = kind, [], True, None, False

    def add(self, address, function, file, line):
        self.innermost = self.innermost or function
        if file.startswith(("Sources/", ROWS)):
            self.frames.append(Frame(address, function, file, int(line)))
        elif file.endswith(PROGRAM):  # the optimiser has merged functions, and dropped their lines
            self.frames.append(Frame(address, function, "", 0))
        elif file.endswith(GENERATED):
            self.frames.append(Frame(address, function, file, 0))

    def place(self):
        """The innermost line. A function without lines stands for itself, unless it is the standard library's or was
        generated: then its caller does."""
        for frame in self.frames:
            if frame.line:
                return Place(frame.file, (PACKAGE / frame.file).read_text().splitlines()[frame.line - 1].strip())
            inlined_into = [other for other in self.frames if other.address == frame.address]
            is_of_library = inlined_into[-1].function.startswith(("$ss", "$sS"))
            if not (is_of_library or frame.file.endswith(GENERATED) or any(other.line for other in inlined_into)):
                return Place("", demangled(frame.function))
        return Place("", self.innermost)

    def description(self):
        frames = [f"{frame.file}:{frame.line} in {demangled(frame.function)}" for frame in self.frames[:4]]
        return "\n".join([f"    {self.kind}", *(f"      {frame}" for frame in frames or [self.innermost])])


class Row:
    """What memcheck said while a row ran."""

    def __init__(self, name):
        self.name, self.reports, self.status, self.said = name, [], None, []

    def is_twin(self):
        return self.name.startswith("twin: ")

    def places(self):
        return {report.place() for report in self.reports if not report.is_of_stack}


def is_of_twins(place):
    return place.file == ROWS + "Twins.swift" or not place.file and "variable initialization expression of twins" in place.text


def can_run(name):
    """Whether Valgrind has the kernel that a row names."""
    return all(word in KERNELS for word in name.split() if word.startswith("x86"))


def demangled(function):
    if not function.startswith("$s"):
        return function
    command = ["swift", "demangle", "--compact", "--simplified", function]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or function


def run(program, shard, count, text):
    """What is said while one share of the rows runs."""
    command = [
        "valgrind", "-q", "--track-origins=yes", "--malloc-fill=00", "--num-callers=40", f"--fullpath-after={PACKAGE}/", program,
        str(shard), str(count), text]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr


def parse(text):
    """The rows, in the order they ran in."""
    rows, report = [], None
    for line in text.splitlines():
        if line.startswith("ROW "):
            rows.append(Row(line[4:]))
            continue
        if line.startswith("END "):
            rows[-1].status = int(line[4:])
            continue
        valgrind = re.match(r"==\d+== ?(.*)", line)
        if not valgrind:
            (rows[-1].said if rows else []).append(line)
            continue
        text = valgrind.group(1)
        frame = re.match(r"   (?:at|by) (0x[0-9A-F]+): (.*?)(?: \((?:in )?(.*?)(?::(\d+))?\))?$", text)
        if frame and report and report.is_open:
            report.add(frame.group(1), frame.group(2), frame.group(3) or "", frame.group(4) or 0)
        elif text.strip() and not text.startswith(" "):
            report = Report(text)
            rows[-1].reports.append(report)
        elif report:
            report.is_open = False  # what follows says where memory came from
            report.is_of_stack |= "was created by a stack allocation" in text
    return rows


def verdicts():
    """The places that may branch, each with its reason."""
    listed, place = {}, None
    for line in (HERE / "verdicts").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            file, text = line.split(": ", 1)
            place = Place(file, text)
            listed[place] = ""
        else:
            listed[place] += line.strip() + " "
    return listed


def judge(rows, listed, is_part):
    """What is wrong, and for each listed place the rows that reach it."""
    problems, reached, found = [], collections.defaultdict(list), collections.defaultdict(list)
    for row in rows:
        if row.status != 0:
            problems.append(f"{row.name}: ended with status {row.status}: {' '.join(row.said)}")
        leaks = []
        for report in row.reports:
            if report.is_of_stack or report.kind == PUBLISHED[0] and any(
                    frame.file == PUBLISHED[1] for frame in report.frames):
                continue
            place = report.place()
            if report.kind.startswith(LEAKS) and place in listed:
                reached[place].append(row.name)
            elif not (report.kind.startswith(LEAKS) and place.file == ROWS + "Observation.swift"):
                leaks.append(report)
        observed = any(
            place in listed or place.file == ROWS + "Observation.swift" for place in row.places())
        if row.is_twin():
            if not any(is_of_twins(leak.place()) for leak in leaks):
                problems.append(f"{row.name}: this leak was not found")
            leaks = [leak for leak in leaks if not is_of_twins(leak.place())]
        elif not observed:
            problems.append(f"{row.name}: dead, its outcome does not depend on a secret")
        for leak in leaks:
            found[leak.place()].append((row.name, leak))
    for place, rows_and_leaks in found.items():
        names = sorted({name for name, _ in rows_and_leaks})
        problems.insert(
            0,
            f"depends on a secret, in {len(names)} rows: {place.file}: {place.text}\n"
            f"{rows_and_leaks[0][1].description()}\n      rows: {'; '.join(names[:4])}")
    if not is_part:
        problems += missing(rows, reached, listed)
    return problems, reached


def missing(rows, reached, listed):
    """What should have run or been reached, and has not."""
    names = {row.name for row in rows}
    problems = [f"no row ran on the kernel {kernel}" for kernel in KERNELS
                if not any(kernel in name.split() for name in names)]
    problems += [f"verdicts: no row reaches '{place.file}: {place.text}'" for place in listed if not reached[place]]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--filter", default="", help="only rows whose name contains this")
    parser.add_argument("--places", action="store_true")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.stderr.write("memcheck.py: no valgrind (Debian: apt-get install valgrind)\n")
        sys.exit(69)
    expected = subprocess.run([options.program, "--list"], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    with concurrent.futures.ThreadPoolExecutor(options.processes) as pool:
        shares = pool.map(lambda shard: run(options.program, shard, options.processes, options.filter), range(options.processes))
        rows = [row for share in shares for row in parse(share)]
    listed = verdicts()
    problems, reached = judge(rows, listed, bool(options.filter))
    # Valgrind has another processor than `--list`: rows of kernels it cannot run do not run there.
    absent = {name for name in expected if can_run(name) and options.filter in name} - {row.name for row in rows}
    problems += [f"{name}: did not run" for name in sorted(absent)]
    twins = sum(row.is_twin() for row in rows)
    if options.places:
        for place, names in reached.items():
            print(f"{place.file}: {place.text}\n    {len(names)} rows: {', '.join(sorted(set(names))[:6])}")
    print(
        f"memcheck: {len(rows) - twins} rows on marked secrets, {twins} leaky twins, "
        f"{len(listed)} places that may branch, {len(problems)} problems")
    for problem in problems[:60]:
        print(f"  {problem}")
    sys.exit(1 if problems or not rows else 0)


main()
