#!/usr/bin/env python3
"""Shows whether `vault-bench calibrate` hits its budgets beside a busy neighbour.

A neighbour for each core computes and rests for random spells. Beside them, calibrate runs several times. After each run,
another process times rounds anew, and this script multiplies them with the rounds that calibrate found. A run hits a
budget if both times differ from it by at most 5 %: the one that calibrate measured itself, and the later one. Exit
status: 0 if each budget is hit in at least nine tenths of the runs, 1 if one is not.
"""

import argparse
import json
import multiprocessing
import os
import random
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


def later(bench, hashes):
    """The nanoseconds of a round of each hash, timed in turns by another process: the fastest of nine."""
    requests = [f"pbkdf2-{name} {32 if name == 'sha256' else 64} 0.1" for name in hashes] * 9
    answers = subprocess.run(
        [bench, "serve"], input="\n".join(requests), check=True, capture_output=True, text=True).stdout.split()
    return {name: min(map(float, answers[index::len(hashes)])) for index, name in enumerate(hashes)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", help="a built vault-bench; otherwise it is built")
    parser.add_argument("--runs", type=positive, default=10)
    parser.add_argument("--neighbours", type=int, default=os.cpu_count(), help="one for each core")
    parser.add_argument("--budget", default="100ms,250ms,500ms,1s")
    arguments = parser.parse_args()
    bench = arguments.bench or build("vault-bench")

    errors = {}
    neighbours = [
        multiprocessing.Process(target=neighbour, args=(seed,), daemon=True) for seed in range(arguments.neighbours)]
    for process in neighbours:
        process.start()
    try:
        for _ in range(arguments.runs):
            output = subprocess.run(
                [bench, "calibrate", "--json", "--hash", "sha256,sha512", "--budget", arguments.budget],
                check=True, capture_output=True).stdout
            nanoseconds = later(bench, ["sha256", "sha512"])
            for result in json.loads(output)["results"]:
                again = result["rounds"] * nanoseconds[result["hash"]] * 1e-6
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
