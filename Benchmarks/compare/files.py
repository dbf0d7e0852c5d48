#!/usr/bin/env python3
"""Measures whole files with swift-vault, `openssl enc`, `age` and `cp`, in turns, in one run.

Each round runs every command once, on a file in the page cache. A figure is the median of the rounds. By default the
files are in /dev/shm, so that no disk is measured. Peers that are not installed are left out. Exit status: 0 if every
target is reached, 1 if some are missed.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from shared import file_options, tool_of


class Step:
    """A command that runs once in each round, with its times and its peak memory."""

    def __init__(self, name, command, output=None, prepare=None, gives=None, is_input=False):
        self.name, self.command, self.output, self.prepare = name, command, output, prepare
        self.gives, self.is_input = gives, is_input
        self.seconds, self.peak = [], 0

    def run(self):
        if self.output and os.path.exists(self.output):
            os.remove(self.output)
        if self.prepare:
            self.prepare()
        start = time.perf_counter()
        process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds.append(time.perf_counter() - start)
        self.peak = max(self.peak, usage.ru_maxrss * 1024)
        if status != 0:
            raise SystemExit(f"files: {self.name}: {errors.decode(errors='replace')}")
        if self.gives and subprocess.run(["cmp", "-s", self.output, self.gives]).returncode != 0:
            raise SystemExit(f"files: {self.name}: {self.output} differs from what was encrypted")
        # Free the memory for the next command, so that no command pays for the first use of a page.
        if self.output and not self.is_input:
            os.remove(self.output)

    @property
    def median(self):
        return statistics.median(self.seconds)


def write_random(path, size):
    with open(path, "wb") as file:
        while size > 0:
            file.write(os.urandom(min(size, 1 << 20)))
            size -= 1 << 20


def steps(tool, folder):
    """The commands by name, in an order in which each finds its input."""
    def at(name):
        return os.path.join(folder, name)

    plain, sealed = at("plain"), at("plain.vault")
    with open(at("password"), "w") as file:
        file.write("correct horse battery staple\n")
    with open(at("new-password"), "w") as file:
        file.write("battery staple correct horse\n")
    with open(at("small"), "w") as file:
        file.write("small\n")
    password = ["--password-file", at("password")]
    found = [
        Step("swift-vault seal", [tool, "seal", plain, "-o", sealed, *password], sealed, is_input=True),
        Step("swift-vault open", [tool, "open", sealed, "-o", at("opened"), *password], at("opened"), gives=plain),
        Step("swift-vault verify", [tool, "verify", sealed, *password]),
        Step("cp", ["cp", plain, at("copy")], at("copy")),
        # Sealing and opening six bytes costs only the derivation.
        Step("seal of 6 bytes", [tool, "seal", at("small"), *password], at("small.vault"), is_input=True),
        Step("open of 6 bytes", [tool, "open", at("small.vault"), "-o", at("small.opened"), *password], at("small.opened")),
        Step(
            "swift-vault password change",
            [tool, "password", "change", at("changed.vault"), *password, "--new-password-file", at("new-password")],
            at("changed.vault"), prepare=lambda: shutil.copyfile(sealed, at("changed.vault"))),
    ]
    if shutil.which("openssl"):
        enc = ["openssl", "enc", "-aes-256-cbc", "-pbkdf2", "-pass", f"file:{at('password')}"]
        found.append(Step("openssl enc", [*enc, "-in", plain, "-out", at("openssl.enc")], at("openssl.enc"), is_input=True))
        found.append(
            Step(
                "openssl enc -d", [*enc, "-d", "-in", at("openssl.enc"), "-out", at("openssl.dec")], at("openssl.dec"),
                gives=plain))
    if shutil.which("age"):
        subprocess.run(["age-keygen", "-o", at("age.key")], check=True, stderr=subprocess.DEVNULL)
        with open(at("age.key")) as file:
            recipient = next(line.split()[-1] for line in file if line.startswith("# public key"))
        found.append(Step("age", ["age", "-r", recipient, "-o", at("plain.age"), plain], at("plain.age"), is_input=True))
        found.append(Step("age -d", ["age", "-d", "-i", at("age.key"), "-o", at("age.dec"), at("plain.age")], at("age.dec"), gives=plain))
    return {step.name: step for step in found}


# The comparisons: the step, the peer, and the factor that must be reached.
TARGETS = [
    ("swift-vault seal", "openssl enc", 2.5),
    ("swift-vault open", "openssl enc -d", 2.5),
    ("swift-vault seal", "age", 1.3),
    ("swift-vault open", "age -d", 1.3),
    ("swift-vault seal", "cp", 1 / 2.5),
    ("swift-vault open", "cp", 1 / 2.5),
]


def report(found, size, markdown):
    """Prints both tables, and returns whether every target was reached."""
    line = "| {} | {} | {} | {} |" if markdown else "{:<30}{:>10}{:>14}{:>10}"
    print(line.format("command", "median", "rate", "peak"))
    if markdown:
        print("|---|---:|---:|---:|")
    for step in found.values():
        rate = "" if "6 bytes" in step.name or "change" in step.name else f"{size / step.median / 1e9:.2f} GB/s"
        print(line.format(step.name, f"{step.median * 1000:.0f} ms", rate, f"{step.peak / (1 << 20):.0f} MiB"))
    print()
    line = "| {} | {} | {} | {} |" if markdown else "{:<30}{:<18}{:>8}{:>10}"
    print(line.format("is as fast as", "", "times", "target"))
    if markdown:
        print("|---|---|---:|---:|")
    reached = True
    for name, peer, target in TARGETS:
        if peer not in found:
            continue
        ratio = statistics.median(b / a for a, b in zip(found[name].seconds, found[peer].seconds))
        reached = reached and ratio >= target
        below = "" if ratio >= target else " **below**" if markdown else " BELOW"
        print(line.format(name, peer, f"{ratio:.2f}{below}", f"{target:.2f}"))
    derivation = found["open of 6 bytes"].median
    change = found["swift-vault password change"].median
    peak = max(found["swift-vault seal"].peak, found["swift-vault open"].peak)
    # Sealing and opening six bytes takes one derivation each. A change of passwords takes two.
    allowed = derivation + found["seal of 6 bytes"].median
    print()
    print(f"password change: {change * 1000:.0f} ms; two commands of one derivation each: {allowed * 1000:.0f} ms")
    print(f"peak memory: {peak / (1 << 20):.0f} MiB; limit 64 MiB")
    return reached and change <= allowed and peak < 64 << 20


def main():
    options = file_options(__doc__, rounds=7).parse_args()
    tool = tool_of(options)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        write_random(os.path.join(folder, "plain"), options.size)
        found = steps(tool, folder)
        for number in range(options.rounds + 1):
            for step in found.values():
                step.run()
            if number == 0:  # this round made the inputs, and is not counted
                for step in found.values():
                    step.seconds.clear()
        print(f"{options.size:,} bytes in {options.folder}, medians of {options.rounds} rounds\n")
        return 0 if report(found, options.size, options.markdown) else 1


if __name__ == "__main__":
    sys.exit(main())
