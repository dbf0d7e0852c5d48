#!/usr/bin/env python3
"""Shows whether `vault-bench calibrate` hits its budgets beside a busy neighbour.

A neighbour for each core computes and rests for random spells. Beside them, calibrate runs several times. After each
run, crypto-lab derives keys with the rounds that calibrate found. The later time of a budget is the CPU time of such a
process, the fastest of five, less that of a process that does one round. A run hits a budget if both times differ from
it by at most 5 %: the one that calibrate measured itself, and the later one. Exit status: 0 if each budget is hit in at
least nine tenths of the runs, 1 if one is not.
"""

import argparse
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import time

from shared import build, positive

TOLERANCE = 5


def neighbour(seed):
    """Computes and rests in turns, for 0.1 to 2 seconds each."""
    spells = random.Random(seed)
    data = list(range(200_000))
    while True:
        end = time.perf_counter() + spells.uniform(0.1, 2)
        while time.perf_counter() < end:
            data.sort(key=lambda number: number * 2654435761 % 4294967296)
        time.sleep(spells.uniform(0.1, 2))


def seconds(lab, name, rounds):
    """The CPU time of a process that derives a key of one digest."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [lab, "pbkdf2", "--hash", name, "--password", "correct horse battery staple", "--salt", "5a" * 16, "--rounds",
         str(rounds), "--length", "32" if name == "sha256" else "64"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def later(lab, points):
    """The milliseconds that the rounds of each point take: the fastest of five, timed in turns."""
    fastest = [[float("inf"), float("inf")] for _ in points]
    for _ in range(5):
        for found, (name, rounds) in zip(fastest, points):
            found[0] = min(found[0], seconds(lab, name, rounds))
            found[1] = min(found[1], seconds(lab, name, 1))
    return [1000 * (whole - start) for whole, start in fastest]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", help="a built vault-bench; otherwise it is built")
    parser.add_argument("--lab", help="a built crypto-lab; otherwise it is built")
    parser.add_argument("--runs", type=positive, default=10)
    parser.add_argument("--neighbours", type=int, default=os.cpu_count(), help="one for each core")
    parser.add_argument("--budget", default="100ms,250ms,500ms,1s")
    arguments = parser.parse_args()
    for path in filter(None, (arguments.bench, arguments.lab)):
        if not os.access(path, os.X_OK):
            parser.error(f"no executable file: {path}")
    bench = arguments.bench or build("vault-bench")
    lab = arguments.lab or build("crypto-lab")

    errors = {}
    neighbours = [
        multiprocessing.Process(target=neighbour, args=(seed,), daemon=True) for seed in range(arguments.neighbours)]
    for process in neighbours:
        process.start()
    try:
        for _ in range(arguments.runs):
            run = subprocess.run(
                [bench, "calibrate", "--json", "--hash", "sha256,sha512", "--budget", arguments.budget],
                capture_output=True)
            if run.returncode != 3:  # disturbed: results without a decision
                run.check_returncode()
            results = json.loads(run.stdout)["results"]
            times = later(lab, [(result["hash"], result["rounds"]) for result in results])
            for result, again in zip(results, times):
                errors.setdefault((result["hash"], result["budget_ms"]), []).append(
                    (result["error_percent"], 100 * (again / result["budget_ms"] - 1)))
    finally:
        for process in neighbours:
            process.kill()

    print(f"{'hash':8}{'budget':>10}{'hits':>10}{'worst':>10}{'worst later':>13}")
    is_missed = False
    for (name, budget), pairs in errors.items():
        hits = sum(all(abs(error) <= TOLERANCE for error in pair) for pair in pairs)
        worst = [max((pair[index] for pair in pairs), key=abs) for index in (0, 1)]
        is_missed |= 10 * hits < 9 * len(pairs)
        print(f"{name:8}{budget:>7g} ms{hits:>5} of {len(pairs):<3}{worst[0]:>8.1f} %{worst[1]:>11.1f} %")
    sys.exit(1 if is_missed else 0)


if __name__ == "__main__":
    main()
