#!/usr/bin/env python3
"""This package against other libraries: one run, in turns, on one core.

Each row takes turns between `vault-bench serve` and the peers (see peers.c) in slices of some milliseconds and prints
the median of the ratios of neighbouring slices. Exit status: 0 every row at or above its floor; 1 some below.
"""

import argparse
import datetime
import json
import os
import re
import statistics
import subprocess
import sys

import peers
from rows import debug_rows, main_rows, portable_rows, size_text

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
# Without AVX, AES-NI, SSSE3, PCLMULQDQ and everything in leaf 7, so no table in vector registers either.
NO_HARDWARE_HELP = "~0x12000a0200000000:0"


class Server:
    """A process that answers one request a line."""

    def __init__(self, command, environment=None):
        self.name = command[0]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment)

    def ask(self, request):
        """The answer; None when the operation is not there."""
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            raise SystemExit(f"compare: {self.name} ended at '{request}'")
        return None if answer.startswith("error") else answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def environment(ia32cap=None):
    """The environment, with OpenSSL's view of the processor cut down, or as it is: an empty value would cut all."""
    variables = dict(os.environ)
    variables.pop("OPENSSL_ia32cap", None)
    if ia32cap:
        variables["OPENSSL_ia32cap"] = ia32cap
    return variables


def peer_server(ia32cap=None):
    return Server([sys.executable, os.path.join(HERE, "peers.py")], environment(ia32cap))


def build(configuration):
    """Builds vault-bench; its path."""
    command = ["swift", "build", "--package-path", PACKAGE, "-c", configuration, "--product", "vault-bench"]
    print(f"compare: {' '.join(command)}", file=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)
    shown = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), "vault-bench")


def check_peers(rows, server, names):
    """All peers must compute the same, or a figure would be of something else."""
    for operation, size in sorted({(row.peer_operation, row.peer_size) for row in rows}):
        results = {name: server.ask(f"{name} {operation} {size} check") for name in names}
        if len(set(results.values()) - {None}) > 1:
            raise SystemExit(f"compare: the peers do not agree on {operation} {size}: {results}")


def measure(row, ours, theirs, pairs, seconds):
    """One row: `theirs` is a function from a peer's name, an operation and a size to the answer, or None."""
    names = list(row.peers)
    own, other, ratios, cycle = [], {}, {}, []
    for turn in range(pairs):
        # Each peer has its own slice of ours next to it; who goes first changes.
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            if turn and name not in other:
                continue

            def ask_ours():
                answer = ours.ask(f"{row.operation} {row.size} {seconds}")
                return float(answer) if answer else None

            def ask_theirs():
                answer = theirs(name, f"{row.peer_operation} {row.peer_size} {seconds}")
                return float(answer) if answer else None

            if turn % 2:
                left, right = ask_ours(), ask_theirs()
            else:
                right = ask_theirs()
                left = ask_ours() if right else None
            if left is None or right is None:
                continue
            own.append(left)
            other.setdefault(name, []).append(right)
            ratios.setdefault(name, []).append(right / left)
        clock = ours.ask("clock 0 0.0005")
        if clock:
            cycle.append(float(clock))
    result = {
        "row": row.title,
        "operation": row.operation,
        "size": row.size,
        "floor": row.floor,
        "by_time": row.by_time,
        "ours_ns": None,
        "peers": {},
    }
    if not own:
        return result | {"ratio": None, "best_peer": None, "is_ok": False}
    best = min(other, key=lambda name: statistics.median(other[name]))
    ratio = statistics.median(ratios[best])
    quarters = statistics.quantiles(ratios[best], n=4) if pairs > 1 else [ratio] * 3
    result |= {
        "ours_ns": statistics.median(own),
        "peers": {name: {"ns": statistics.median(other[name]), "ratio": statistics.median(ratios[name])} for name in other},
        "best_peer": best,
        "ratio": ratio,
        "ratio_quartiles": [quarters[0], quarters[2]],
        "is_ok": round(ratio, 2) >= row.floor,
        "clock_ghz": 1 / statistics.median(cycle) if cycle else None,
    }
    if row.limit and cycle and is_zen_5():
        result["limit_ns"] = row.limit * statistics.median(cycle)
        result["share_of_limit"] = result["limit_ns"] / result["ours_ns"]
    return result


def is_zen_5():
    """Whether the latencies behind the limits are those of this processor."""
    try:
        text = open("/proc/cpuinfo").read()
    except OSError:
        return False
    flags = set(re.search(r"^flags\s*:(.*)$", text, re.M)[1].split()) if "flags" in text else set()
    family = re.search(r"^cpu family\s*: (\d+)", text, re.M)
    return "AuthenticAMD" in text and family and family[1] == "26" and {"sha_ni", "vaes", "avx512f"} <= flags


def figure(result, nanoseconds):
    """A time for short messages and rounds, else a throughput."""
    if nanoseconds is None:
        return "-"
    if result["by_time"]:
        return f"{nanoseconds:.1f} ns" if nanoseconds < 100 else f"{nanoseconds:.0f} ns"
    speed = result["size"] / nanoseconds
    return f"{speed:.2f} GB/s" if speed >= 1 else f"{1000 * speed:.0f} MB/s"


def verdict(result):
    return "ok" if result["is_ok"] else "below"


def ratio_text(result):
    return f"{result['ratio']:.2f}" if result["ratio"] is not None else "-"


def limit_text(result):
    if "limit_ns" not in result:
        return "-"
    return f"{figure(result, result['limit_ns'])} ({100 * result['share_of_limit']:.0f} %)"


def peer_text(result):
    others = sorted(result["peers"].items(), key=lambda item: item[1]["ns"])
    return [(name, figure(result, peer["ns"])) for name, peer in others]


def print_row(result):
    text = ", ".join(f"{name} {value}" for name, value in peer_text(result)) or "no peer has it"
    print(
        f"{result['row']:<47} {figure(result, result['ours_ns']):>10}  {ratio_text(result):>5} of {result['floor']:<4}"
        f" {verdict(result):<5}  limit {limit_text(result):<18} {text}", flush=True)


def markdown(report):
    yield f"{report['date']}, {report['processor']}" + (
        f" at {report['clock_ghz']:.2f} GHz" if report["clock_ghz"] else "") + ", one core, in turns: "
    yield f"medians of {report['pairs']} pairs. Peers: {'; '.join(report['versions'].values())}."
    yield ""
    yield "| row | ours | best peer | others | ratio | floor | limit (reached) |"
    yield "|---|---|---|---|---|---|---|"
    for result in report["rows"]:
        texts = [f"{value} ({name})" for name, value in peer_text(result)] or ["-"]
        mark = "" if result["is_ok"] else " **below**"
        yield (
            f"| {result['row']} | {figure(result, result['ours_ns'])} | {texts[0]} | {', '.join(texts[1:])} | "
            f"{ratio_text(result)}{mark} | {result['floor']:g} | {limit_text(result)} |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--portable", action="store_true", help="only the rows without hardware help")
    parser.add_argument("--debug-ratio", action="store_true", help="only the rows of a debug build against a release build")
    parser.add_argument("--all", action="store_true", help="the main rows, those without hardware help and those of a debug build")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only rows with TEXT in their name")
    parser.add_argument("--pairs", type=int, default=15, help="pairs of slices a row (default 15)")
    parser.add_argument("--slice", type=float, default=0.008, metavar="SECONDS", help="length of a slice (default 0.008)")
    parser.add_argument("--cpu", type=int, help="the core to run on (default: the last there is)")
    parser.add_argument("--bench", metavar="PATH", help="vault-bench of a release build (default: it is built)")
    parser.add_argument("--debug-bench", metavar="PATH", help="vault-bench of a debug build (default: it is built)")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    output.add_argument("--markdown", action="store_true", help="a table for Benchmarks/README.md instead of lines")
    options = parser.parse_args()
    if options.pairs < 1 or not 1e-4 <= options.slice <= 10:
        parser.error("--pairs must be at least 1, --slice from 0.0001 to 10 seconds")
    return options


def main():
    options = arguments()
    wants_main = options.all or not (options.portable or options.debug_ratio)
    chosen = {
        "main": main_rows() if wants_main else [],
        "portable": portable_rows() if options.all or options.portable else [],
        "debug": debug_rows() if options.all or options.debug_ratio else [],
    }
    chosen = {kind: [row for row in rows if options.filter in row.title] for kind, rows in chosen.items()}
    if not any(chosen.values()):
        raise SystemExit("compare: no row has that --filter in its name")
    release = options.bench or build("release")
    debug = (options.debug_bench or build("debug")) if chosen["debug"] else None
    versions = peers.versions()
    peers.build()

    cpu = options.cpu if options.cpu is not None else max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cpu})  # inherited by everything started from here on
    processor = json.loads(subprocess.run([release, "cpu", "--json"], check=True, capture_output=True).stdout)
    results = []

    def run(rows, ours, theirs):
        for row in rows:
            results.append(measure(row, ours, theirs, options.pairs, options.slice))
            if not (options.json or options.markdown):
                print_row(results[-1])

    for kind, extra, ia32cap in (("main", [], None), ("portable", ["--kernel", "portable"], NO_HARDWARE_HELP)):
        if not chosen[kind]:
            continue
        ours, other = Server([release, "serve"] + extra), peer_server(ia32cap)
        check_peers(chosen[kind], other, list(versions))
        run(chosen[kind], ours, lambda name, request: other.ask(f"{name} {request}") if name in versions else None)
        ours.close()
        other.close()
    if chosen["debug"]:
        ours, other = Server([debug, "serve"]), Server([release, "serve"])
        run(chosen["debug"], ours, lambda _, request: other.ask(request))
        ours.close()
        other.close()

    clocks = [result["clock_ghz"] for result in results if result.get("clock_ghz")]
    report = {
        "date": datetime.date.today().isoformat(),
        "processor": processor["processor"],
        "clock_ghz": statistics.median(clocks) if clocks else None,
        "kernels": processor["kernels"],
        "versions": {name: text for name, text in versions.items() if name != "openssl-3-direct"},
        "pairs": options.pairs,
        "slice_seconds": options.slice,
        "rows": results,
    }
    if options.json:
        print(json.dumps(report, indent=2))
    elif options.markdown:
        print("\n".join(markdown(report)))
    below = [result for result in results if not result["is_ok"]]
    if not (options.json or options.markdown):
        print(f"\n{report['date']}, {report['processor']}: {len(results) - len(below)} rows at or above their floor, "
              f"{len(below)} below. Peers: {'; '.join(report['versions'].values())}.")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
