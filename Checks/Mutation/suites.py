"""The test suites, each in a process of its own: which mutants each reaches, how long it takes, and whether it
fails."""

import concurrent.futures
import hashlib
import json
import os
import re
import selectors
import signal
import struct
import subprocess
import time

from tree import TREE, WORK

PROGRAM = TREE / ".build/debug/swift-vaultPackageTests.xctest"
# Tests of lessons, benchmarks, documents and other things that no mutant can change. They are not run.
OTHERS = re.compile(r"Lessons|CryptoLab|VaultBench|Documentation|VectorFile")
# The limits for a mutant that does not end: 4 GiB of memory, and as much disk for a file.
LIMITS = ["prlimit", "--data=4294967296", "--fsize=4294967296"]


def listed():
    """Every suite: the tests of one type, or the functions of one file."""
    listing = subprocess.run(
        [PROGRAM, "--testing-library", "swift-testing", "--list-tests"], check=True, stdout=subprocess.PIPE, text=True)
    names = {line.split("/")[0] for line in listing.stdout.splitlines() if "." in line.split("/")[0]}
    return sorted(name for name in names if not OTHERS.search(name))


def run(suite, timeout, environment):
    """Runs a suite up to its first failure. Returns (what failed or None, seconds)."""
    begin = time.monotonic()
    pattern = "^" + re.escape(suite) + ("/" if "(" not in suite else "")
    process = subprocess.Popen(
        ["nice", "-n", "10", *LIMITS, PROGRAM, "--testing-library", "swift-testing", "--filter", pattern], cwd=TREE,
        env={**os.environ, "CI": "1", "SWIFT_BACKTRACE": "enable=no", **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, process_group=0)
    failure = None
    try:
        failure = watch(process, begin + timeout)
        if failure is None and process.wait(timeout=60) != 0:
            failure = f"ends with {process.returncode}"
    except subprocess.TimeoutExpired:
        failure = "does not end"
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        process.stdout.close()
    return failure, time.monotonic() - begin


def watch(process, end):
    """The line in which a suite reports a failure, or None at its end."""
    output, tests = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0, end - time.monotonic())):
                return "takes too long"
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                return None if b" passed after" in output[-400:] else "crashes"
            output += piece
            if found := re.search("✘(?:\x1b\\[0m)? (.*)".encode(), output):
                return found.group(1).decode(errors="replace")[:150]
            output = output[-(1 << 14):]


def survey(names, jobs):
    """Runs each suite once without a mutant: {suite: (seconds, the numbers of the mutants that it reaches)}. Results
    for the same sources and the same tests are reused."""
    WORK.chmod(0o755)
    file = WORK / "survey.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    builds = {module: fingerprint(module) for module in {name.split(".")[0] for name in names}}
    known = {suite: entry for suite, entry in known.items() if entry["build"] == builds.get(suite.split(".")[0])}
    missing = [name for name in names if name not in known]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for suite, entry in zip(missing, pool.map(reach, missing)):
            known[suite] = {"build": builds[suite.split(".")[0]], **entry}
            file.write_text(json.dumps(known))
    return {suite: (entry["seconds"], set(entry["reached"])) for suite, entry in known.items()
            if entry["failure"] is None and suite in names}


def fingerprint(module):
    """A value that changes with the mutants, and with the tests of a module."""
    folder = TREE / "Tests" / module.removeprefix("SwiftVault")
    texts = [path.read_bytes() for path in sorted([*TREE.glob("Sources/**/*.swift"), *folder.rglob("*.swift")])]
    return hashlib.sha256(b"".join(texts)).hexdigest()


def reach(suite):
    file = WORK / f"reached-{suite}"
    file.write_bytes(b"")
    file.chmod(0o666)  # Some tests run the command as another user.
    failure, seconds = run(suite, 900, {"MUTANTS_REACHED": str(file)})
    if failure is not None:  # the notes may be the cause, because they are system calls too
        failure, seconds = run(suite, 900, {})
    numbers = file.read_bytes()
    reached = sorted({number for number, in struct.iter_unpack("<i", numbers[:len(numbers) // 4 * 4])})
    print(f"{suite}: {seconds:.1f} s, {len(reached)} mutants{'; FAILS: ' + failure if failure else ''}", flush=True)
    return {"failure": failure, "seconds": seconds, "reached": reached}
