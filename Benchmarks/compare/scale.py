#!/usr/bin/env python3
"""Measures what swift-vault gains from more cores: 1, 2, 4 … as far as the machine has them, in turns, in one run.

The work: a table of credentials verified in batches, a file sealed and opened, and a folder of files sealed and opened,
each with a key, so that no derivation is in the figures of the files. The files are in the page cache, by default in
/dev/shm, so that no disk is measured. A process may run only on the cores of its turn. A figure is the median of the
rounds; the share of linear is the rate on n cores to n times the rate on one.

--save writes the figures, with those of `vault-bench calibrate --logins` for --logins logins a second, as a JSON file
that scaleplot.py draws.
"""

import base64
import datetime
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile

from files import Step, write_random
from shared import build, file_options, positive, processor, tool_of, tree_of_sources

PASSWORD = "correct horse battery staple"


def core_counts(available):
    """1, 2, 4 … and all."""
    counts = [1]
    while counts[-1] * 2 < available:
        counts.append(counts[-1] * 2)
    return sorted({*counts, available})


def credential(rounds):
    """One in the form of passlib."""
    salt = os.urandom(16)
    digest = hashlib.pbkdf2_hmac("sha512", PASSWORD.encode(), salt, rounds)
    texts = [base64.b64encode(part).decode().rstrip("=").replace("+", ".") for part in (salt, digest)]
    return f"$pbkdf2-sha512${rounds}${texts[0]}${texts[1]}"


def steps(tool, folder, options):
    """Each command, with the amount of work that it does and its unit."""
    def at(name):
        return os.path.join(folder, name)

    # Each derivation is made for itself, though the lines are alike.
    line = credential(options.credential_rounds)
    with open(at("users.csv"), "w") as users, open(at("known.csv"), "w") as known:
        users.write("id,password\n" + "".join(f"{number},{line}\n" for number in range(options.credentials)))
        known.write("id,password\n" + "".join(f"{number},{PASSWORD}\n" for number in range(options.credentials)))
    write_random(at("plain"), options.size)
    os.mkdir(at("folder"))
    for number in range(options.files):
        write_random(at(f"folder/{number}"), options.file_size)
    plain, sealed, key = at("plain"), at("plain.vault"), ["--key-file", at("key")]
    Step("key create", [tool, "key", "create", "-o", at("key")]).run()
    verify = [tool, "credential", "verify", at("users.csv"), "--passwords", at("known.csv"), "--rounds", str(options.credential_rounds)]
    mebibytes, in_folder = options.size / (1 << 20), options.files * options.file_size / (1 << 20)
    return [
        (Step(f"{options.credentials:,} credentials of {options.credential_rounds:,} rounds", verify),
         options.credentials * options.credential_rounds / 1e6, "million rounds/s"),
        (Step("seal a file", [tool, "seal", plain, "-o", sealed, *key], sealed, is_input=True), mebibytes, "MiB/s"),
        (Step("open it", [tool, "open", sealed, "-o", at("opened"), *key], at("opened"), gives=plain), mebibytes, "MiB/s"),
        (Step("seal a folder", [tool, "seal", "-r", at("folder"), "--force", *key]), in_folder, "MiB/s"),
        (Step("open it", [tool, "open", "-r", at("folder"), "--force", *key]), in_folder, "MiB/s"),
    ]


def report(work, counts, seconds, markdown):
    line = "| {} | {} | {} | {} |" if markdown else "{:<40}{:>7}{:>26}{:>12}"
    print(line.format("work", "cores", "rate", "of linear"))
    if markdown:
        print("|---|---:|---:|---:|")
    for index, (step, amount, unit) in enumerate(work):
        rates = {count: amount / statistics.median(seconds[index, count]) for count in counts}
        for count in counts:
            share = f"{100 * rates[count] / (count * rates[1]):.0f} %" if count > 1 else ""
            print(line.format(step.name if count == 1 else "", count, f"{rates[count]:,.0f} {unit}", share))


def saved(work, counts, seconds, options):
    """What --save writes."""
    command = [build("vault-bench"), "calibrate", "--logins", f"{options.logins}/s", "--budget", "500ms", "--json"]
    logins = subprocess.run(command, capture_output=True, text=True)
    if logins.returncode:
        raise SystemExit(f"scale: {' '.join(command)}: {logins.stderr.strip() or 'no decision, the machine is busy'}")
    works = [{"name": step.name, "unit": unit,
              "rates": {count: amount / statistics.median(seconds[index, count]) for count in counts}}
             for index, (step, amount, unit) in enumerate(work)]
    return {"date": datetime.date.today().isoformat(), "processor": processor(), "sources": tree_of_sources(),
            "works": works, "logins": json.loads(logins.stdout)}


def main():
    parser = file_options(__doc__, rounds=5)
    parser.add_argument("--files", type=positive, default=1000, help="files in the folder (1,000)")
    parser.add_argument("--file-size", type=positive, default=1 << 18, help="bytes of each (256 KiB)")
    parser.add_argument("--credentials", type=positive, default=1024, help="credentials in the table (1,024)")
    parser.add_argument("--credential-rounds", type=positive, default=20_000, help="their rounds of PBKDF2 (20,000)")
    parser.add_argument("--save", help="a JSON file for scaleplot.py; replaces it")
    parser.add_argument("--logins", type=positive, default=20, help="logins a second, for --save (20)")
    options = parser.parse_args()
    tool = tool_of(options)
    cores = sorted(os.sched_getaffinity(0))
    counts = core_counts(len(cores))
    seconds = {}
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        work = steps(tool, folder, options)
        for number in range(options.rounds + 1):
            for count in counts:
                os.sched_setaffinity(0, cores[:count])
                for index, (step, _, _) in enumerate(work):
                    step.run()
                    if number:  # the first round made the inputs, and is not counted
                        seconds.setdefault((index, count), []).append(step.seconds[-1])
    os.sched_setaffinity(0, cores)
    print(f"{options.size:,} bytes; {options.files:,} files of {options.file_size:,} bytes; medians of {options.rounds} rounds\n")
    report(work, counts, seconds, options.markdown)
    if options.save:
        found = json.dumps(saved(work, counts, seconds, options), indent=2)
        with open(options.save, "w") as file:
            file.write(found + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
