#!/usr/bin/env python3
"""Compares batches of PBKDF2 with hashcat on the processor, in turns, on one core.

hashcat first finds a password, so that it is known to compute the same. Then it searches for one that is not there, once
among few and once among more. The difference of the two CPU times is that of the guesses between, so that starting and
tuning are not counted. Ours is the CPU time by `vault-bench serve`, in
calls of 32 derivations. Both are pinned to the same core, and a figure is the median of the rounds. hashcat needs an OpenCL
for processors (Debian: hashcat, pocl-opencl-icd, ocl-icd-libopencl1), and compiles its code for the processor the first
time.

Exit status: 0 if ours is at least as fast with every hash, 1 if it is not.
"""

import argparse
import base64
import hashlib
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

from compare import Server
from shared import build, positive

# The iterations of a guess, as in derivations of vault-bench.
ROUNDS = 1000
MODES = {"sha256": (10900, 32), "sha512": (12100, 64)}
SALT = bytes([90]) * 16
# Passwords of so many digits.
FEW, MANY = 4, 5


def search(name, digest, digits, folder, is_there=False):
    """The CPU seconds of hashcat for passwords of so many digits: for all, or until it finds the one that is there."""
    texts = [base64.b64encode(part).decode() for part in (SALT, digest)]
    command = [
        "hashcat", "--quiet", "-m", str(MODES[name][0]), "-a", "3", "-D", "1", "--potfile-disable", "--restore-disable",
        "--logfile-disable", "--hwmon-disable", "--self-test-disable", f"{name}:{ROUNDS}:{':'.join(texts)}", "?d" * digits]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != (0 if is_there else 1):  # 0: found, 1: all were tried
        raise SystemExit(f"guesses: hashcat ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=positive, default=5, help="how often each is run (5)")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the core (default: the last one)")
    parser.add_argument("--bench", help="a built vault-bench (default: builds it)")
    options = parser.parse_args()
    if not shutil.which("hashcat"):
        raise SystemExit("guesses: hashcat is not installed")
    bench = options.bench or build("vault-bench")
    version = subprocess.run(["hashcat", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    os.sched_setaffinity(0, {options.cpu})  # inherited by everything started from here on
    server = Server([bench, "serve"])
    is_behind = False
    with tempfile.TemporaryDirectory() as folder:
        for name, (_, size) in MODES.items():
            search(name, hashlib.pbkdf2_hmac(name, b"7", SALT, ROUNDS), 1, folder, is_there=True)  # compiles too
            ours, theirs, absent = [], [], bytes(size)
            for _ in range(options.rounds):
                seconds = search(name, absent, MANY, folder) - search(name, absent, FEW, folder)
                theirs.append(seconds / (10 ** MANY - 10 ** FEW) / ROUNDS)
                ours.append(1e-9 * float(server.ask(f"pbkdf2-{name}-batch {size} 1")))
            ratio = statistics.median(their / our for our, their in zip(ours, theirs))
            is_behind |= ratio < 1
            rates = [1e-6 / statistics.median(times) for times in (ours, theirs)]
            print(f"PBKDF2-HMAC-{name.upper()}: ours {rates[0]:.1f} million rounds/s on one core, "
                  f"hashcat {version} {rates[1]:.1f}, ours to it {ratio:.2f}", flush=True)
    server.close()
    return 1 if is_behind else 0


if __name__ == "__main__":
    sys.exit(main())
