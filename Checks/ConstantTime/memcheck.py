#!/usr/bin/env python3
"""Runs the rows of Checks/ConstantTime/Rows under Valgrind's memcheck, with every secret marked as never written.

    memcheck.py PROGRAM [--processes N] [--places]

Memcheck reports each conditional jump and each address that depends on a secret. `verdicts` lists the source lines that
may have a report, such as the outcome of a comparison or the length of a padding.

  - a report on any other line is a leak;
  - a line that no row reports any more is out of date, and so is a line that is not in its file;
  - a row without a report has not processed a secret: `observe` branches on every outcome on purpose;
  - a twin, which is a row that leaks on purpose, must be reported in Twins.swift;
  - every kernel that Valgrind can run must have run.

Every row runs twice, the second time without marks. Reports in that run are unrelated to secrets, and do not count in
this row: optimised code compares the unused bytes of an enum with the used ones.

--places prints every place with the rows that reach it. Exit status: 0 all passed; 1 something failed; 69 no Valgrind.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

import lists

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
PROGRAM = "SwiftVaultConstantTime"
GENERATED = "<compiler-generated>"
ROWS = "Checks/ConstantTime/Rows/"
OPERATIONS = "Checks/Operations/"
KERNELS = ["portable", "x86avx2", "x86aes"]
LEAKS = ("Conditional jump or move depends on uninitialised", "Use of uninitialised value")
PUBLISHED = ("Syscall param write(buf) points to uninitialised byte(s)", ROWS + "Secret.swift")

Place = collections.namedtuple("Place", "file text")


Frame = collections.namedtuple("Frame", "address function file line")


class Report:
    """One report of memcheck: the complaint, and the frames in the program, innermost first."""

    def __init__(self, kind):
        self.kind, self.frames, self.is_open, self.innermost = kind, [], True, None

    def add(self, address, function, file, line):
        self.innermost = self.innermost or function
        if file.startswith(("Sources/", ROWS, OPERATIONS)):
            self.frames.append(Frame(address, function, file, int(line)))
        elif file.endswith(PROGRAM):  # the optimiser has merged functions, and dropped their lines
            self.frames.append(Frame(address, function, "", 0))
        elif file.endswith(GENERATED):
            self.frames.append(Frame(address, function, file, 0))

    def place(self):
        """The innermost line. A function without lines stands for itself. For one that was generated or is in the
        standard library, the caller stands."""
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
    """The output of memcheck while a row ran."""

    def __init__(self, name):
        self.name, self.reports, self.status, self.said = name, [], None, []

    def is_twin(self):
        return self.name.startswith("twin: ")

    def places(self):
        return {report.place() for report in self.reports}


def is_of_twins(place):
    return place.file == ROWS + "Twins.swift" or not place.file and "variable initialization expression of twins" in place.text


def can_run(name):
    """Whether Valgrind has the kernel in the name of a row."""
    return all(word in KERNELS for word in name.split() if word.startswith("x86"))


def demangled(function):
    if not function.startswith("$s"):
        return function
    command = ["swift", "demangle", "--compact", "--simplified", function]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or function


def run(program, shard, count, text, *unmarked):
    """The output while one shard of the rows runs."""
    command = [
        "valgrind", "-q", "--malloc-fill=00", "--num-callers=40", f"--fullpath-after={PACKAGE}/", program,
        str(shard), str(count), text, *unmarked]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr


def parse(text):
    """The rows in the order in which they ran."""
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
            report.is_open = False
    return rows


def judge(rows, unmarked, listed, is_part):
    """The problems, and for each place in the list the rows that reach it. `unmarked` has the places that each row
    reports without marks."""
    problems, reached, found = [], collections.defaultdict(list), collections.defaultdict(list)
    for row in rows:
        if row.status != 0:
            problems.append(f"{row.name}: ended with status {row.status}: {' '.join(row.said)}")
        leaks = []
        for report in row.reports:
            place = report.place()
            if place in unmarked[row.name] or report.kind == PUBLISHED[0] and any(
                    frame.file == PUBLISHED[1] for frame in report.frames):
                continue
            if report.kind.startswith(LEAKS) and place in listed:
                reached[place].append(row.name)
            elif not (report.kind.startswith(LEAKS) and place.file == ROWS + "Observation.swift"):
                leaks.append(report)
        observed = any(
            place in listed or place.file == ROWS + "Observation.swift"
            for place in row.places() - unmarked[row.name])
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
    """What should have run or should have been reached, but was not."""
    names = {row.name for row in rows}
    problems = [f"no row ran on the kernel {kernel}" for kernel in KERNELS
                if not any(kernel in name.split() for name in names)]
    problems += [f"verdicts: no row reaches '{place.file}: {place.text}'" for place in sorted(listed) if not reached[place]]
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
        def rows_of(*unmarked):
            shares = pool.map(
                lambda shard: run(options.program, shard, options.processes, options.filter, *unmarked),
                range(options.processes))
            return [row for share in shares for row in parse(share)]

        rows = rows_of()
        unmarked = collections.defaultdict(set, {row.name: row.places() for row in rows_of("unmarked")})
    listed = {Place(*line.split(": ", 1)) for line in lists.places("verdicts")[0]}
    problems, reached = judge(rows, unmarked, listed, bool(options.filter))
    # Valgrind's processor differs from the one that `--list` ran on: rows of kernels that it lacks do not run there.
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
