#!/usr/bin/env python3
"""Shows whether the rounds of `vault-bench calibrate --engine` take their budget in another program of that language.

Each run calibrates anew. Then a new process of a few lines, which share nothing with the engine's own, derives three
keys with the rounds of the decision. The fastest counts, by CPU time, as in calibrate. First the machine is left as it
is, then endless loops run beside. A calibration that ends without a decision (status 3) is repeated. Exit status: 0 if
each time differs from the budget by at most 10 %, 1 if one does not.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

from shared import build, positive

TOLERANCE = 10

PYTHON = """
import hashlib, sys, time
for _ in range(3):
    start = time.thread_time()
    hashlib.pbkdf2_hmac(sys.argv[1], b"Tr0ub4dor&3", b"0123456789abcdef", int(sys.argv[2]))
    print(time.thread_time() - start)
"""

NODE = """
const crypto = require("crypto"), [hash, rounds, size] = process.argv.slice(1)
for (let key = 0; key < 3; key++) {
  const before = process.cpuUsage()
  crypto.pbkdf2Sync("Tr0ub4dor&3", "0123456789abcdef", +rounds, +size, hash)
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1e6)
}
"""

JAVA = """
import java.lang.management.*;
import java.security.spec.KeySpec;
import javax.crypto.*;
import javax.crypto.spec.*;
class Later {
  public static void main(String[] words) throws Exception {
    SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmac" + words[0].toUpperCase());
    char[] password = "Tr0ub4dor&3".toCharArray();
    byte[] salt = "0123456789abcdef".getBytes();
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    for (int key = 0; key < 3; key++) {
      long start = bean.getCurrentThreadCpuTime();
      KeySpec spec = new PBEKeySpec(password, salt, Integer.parseInt(words[1]), 8 * Integer.parseInt(words[2]));
      factory.generateSecret(spec).getEncoded();
      System.out.println((bean.getCurrentThreadCpuTime() - start) / 1e9);
    }
  }
}
"""


def printed(command):
    """The seconds that a program prints, one for each key."""
    return [float(line) for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()]


def openssl(name, rounds, size):
    """The CPU seconds of three processes."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            ["openssl", "kdf", "-keylen", size, "-kdfopt", f"digest:{name}", "-kdfopt", "pass:Tr0ub4dor&3", "-kdfopt",
             "salt:0123456789abcdef", "-kdfopt", f"iter:{rounds}", "PBKDF2"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return times


def java(*words):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Later.java")
        with open(path, "w") as file:
            file.write(JAVA)
        return printed(["java", path, *words])


ENGINES = {
    "python": lambda *words: printed(["python3", "-c", PYTHON, *words]),
    "node": lambda *words: printed(["node", "-e", NODE, *words]),
    "java": java,
    "openssl": openssl,
}


def ratio(bench, engine, name, budget):
    """The time of the decided rounds, relative to the budget; None if calibrate says that it cannot decide."""
    run = subprocess.run(
        [bench, "calibrate", "--json", "--engine", engine, "--hash", name, "--budget", budget], capture_output=True)
    if run.returncode == 3:
        return None
    run.check_returncode()
    decision = json.loads(run.stdout)["decision"]
    if not decision["within_budget"]:
        raise SystemExit(f"{engine}: {budget} buys less than OWASP recommends; give a longer --budget")
    size = "32" if name == "sha256" else "64"
    return min(ENGINES[engine](name, str(decision["rounds"]), size)) * 1000 / decision["budget_ms"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", help="a built vault-bench; otherwise it is built")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--hash", default="sha512", choices=["sha256", "sha512"])
    parser.add_argument("--budget", default="250ms")
    parser.add_argument("--runs", type=positive, default=5)
    parser.add_argument("--loops", type=positive, default=os.cpu_count(), help="one for each core")
    arguments = parser.parse_args()
    engines = arguments.engines.split(",")
    if unknown := set(engines) - set(ENGINES):
        parser.error(f"no engine {', '.join(sorted(unknown))}; there is {', '.join(ENGINES)}")
    bench = arguments.bench or build("vault-bench")

    is_missed = False
    for count in (0, arguments.loops):
        loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(count)]
        try:
            for engine in engines:
                ratios, refused = [], 0
                while len(ratios) < arguments.runs and refused < 3 * arguments.runs:
                    number = ratio(bench, engine, arguments.hash, arguments.budget)
                    refused += number is None
                    ratios += [] if number is None else [number]
                hits = sum(abs(number - 1) <= TOLERANCE / 100 for number in ratios)
                is_missed |= hits < arguments.runs
                print(f"{engine:10}{count} loops  load {os.getloadavg()[0]:4.1f}  {hits} of {len(ratios)}, {refused} without a decision  time/budget "
                      + " ".join(f"{number:.3f}" for number in ratios), flush=True)
        finally:
            for process in loops:
                process.kill()
                process.wait()
    sys.exit(1 if is_missed else 0)


if __name__ == "__main__":
    main()
