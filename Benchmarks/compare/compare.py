#!/usr/bin/env python3
"""Compares this package with other libraries, in turns, in one run, on one core.

For each row, `vault-bench serve` and the peers (see peers.c) run in turns, in slices of some milliseconds. The result
is the median of the ratios of neighbouring slices, from five processes of each. After a turn of each process, peers that
are far behind are left out, and a row that is clearly above its floor ends. A row holds if it is at or above its floor, which is a ratio to the
best peer, or at 95 % or more of the limit. That is what the processor's instructions allow, by `vault-bench limits` of
the same run; or for a call of AES that returns a new array, what allocating and releasing one takes, measured in turns
with the row. A row that does not hold is below; its reason on this processor, if there is one in rows.py, is printed
with it.

Exit status: 0 if every row holds or has a reason, 1 if some are below without one.
"""

import argparse
import datetime
import json
import math
import os
import statistics
import subprocess
import sys

import peers
from rows import debug_rows, limits, main_rows, portable_rows, reason
from shared import build, tree_of_sources

HERE = os.path.dirname(os.path.abspath(__file__))
# This hides AVX, AES-NI, SSSE3, PCLMULQDQ and everything in leaf 7, so that no table is in vector registers either.
NO_HARDWARE_HELP = "~0x12000a0200000000:0"
PEER_NAMES = {
    "openssl-3": "OpenSSL 3", "openssl-3-direct": "OpenSSL 3", "openssl-4": "OpenSSL 4", "ipsec-mb": "intel-ipsec-mb",
    "ipsec-mb-sha-ni": "intel-ipsec-mb"}
# Peers that are another way into a library that is a peer already.
SECOND_WAYS = ("openssl-3-direct", "ipsec-mb-sha-ni")
# The share of the limit at which a row holds whatever the peers do.
AT_THE_LIMIT = 0.95
# How many processes of each side take turns. Code and data are at other addresses in each, and in some processes on AMD
# Zen 5 a call that releases an array takes 15 to 20 ns longer than in others.
PROCESSES = 5
# Of the best peer's time: a peer that takes more in the first turns is not measured in the others.
FAR_BEHIND = 1.1
# Of the floor: a row ends after the first turns if the ratio is higher in each of them.
CLEARLY_ABOVE = 1.05
# What must be the same in the two parts of a run that was interrupted.
CIRCUMSTANCES = ("sources", "processor", "family", "toolchain", "versions", "pairs", "slice_seconds", "planned")


class Server:
    """A process that answers requests, one a line."""

    def __init__(self, command, environment=None):
        self.name = command[0]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment,
            start_new_session=True)  # so that Ctrl-C ends this script alone, and the process when its input ends

    def ask(self, request):
        """The answer, or None if the process does not have the operation."""
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            raise SystemExit(f"compare: {self.name} ended at '{request}'")
        return None if answer.startswith("error") else answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Servers:
    """Processes of one kind that take turns."""

    def __init__(self, start):
        self.all = [start() for _ in range(PROCESSES)]
        self.turn(0)

    def turn(self, number):
        self.current = self.all[number % PROCESSES]

    def ask(self, request):
        return self.current.ask(request)

    def close(self):
        for server in self.all:
            server.close()


def environment(ia32cap=None):
    """The environment, in which OpenSSL sees only these CPU features. Without `ia32cap` the variable is unset, because
    an empty value would hide all of them."""
    variables = dict(os.environ)
    variables.pop("OPENSSL_ia32cap", None)
    if ia32cap:
        variables["OPENSSL_ia32cap"] = ia32cap
    return variables


def peer_server(ia32cap=None):
    return Server([sys.executable, os.path.join(HERE, "peers.py")], environment(ia32cap))


def check_results(rows, ours, server, names):
    """All must compute the same, or the figures would not be comparable."""
    for row in rows:
        results = {name: server.ask(f"{name} {row.peer_operation} {row.peer_size} check") for name in names}
        # Side by side and in batches there is no single result. Every other operation has one, ours always.
        if not row.operation.endswith(("-x2", "-x16", "-x32", "-batch")):
            results["ours"] = ours.ask(f"{row.operation} {row.size} check") or "no result"
        if len(set(results.values()) - {None}) > 1:
            raise SystemExit(f"compare: not all agree on '{row.title}': {results}")


def fastest(times):
    return min(times, key=lambda name: statistics.median(times[name]))


def measure(row, ours, other, request, pairs, seconds, limit=None):
    """Measures one row. `request` is what `other` is asked for a peer, an operation and a size, or None. `limit` is the
    fewest cycles of a call or round, if they are known."""
    names = list(row.peers)
    own, theirs, ratios, cycle, arrays = [], {}, {}, [], []
    for turn in range(pairs):
        if turn == PROCESSES and own:
            best = fastest(theirs)
            if min(ratios[best]) > CLEARLY_ABOVE * row.floor:
                break
            names = [name for name in theirs if statistics.median(theirs[name]) <= FAR_BEHIND * statistics.median(theirs[best])]
        ours.turn(turn)
        other.turn(turn)
        # Each peer has its own slice of ours beside it. The order changes from turn to turn.
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            if turn and name not in theirs:
                continue

            def ask_ours():
                answer = ours.ask(f"{row.operation} {row.size} {seconds}")
                return float(answer) if answer else None

            def ask_theirs():
                asked = request(name, f"{row.peer_operation} {row.peer_size} {seconds}")
                answer = other.ask(asked) if asked else None
                return float(answer) if answer else None

            if turn % 2:
                left, right = ask_ours(), ask_theirs()
            else:
                right = ask_theirs()
                left = ask_ours() if right else None
            if left is None or right is None:
                continue
            own.append(left)
            theirs.setdefault(name, []).append(right)
            ratios.setdefault(name, []).append(right / left)
        if row.returns_array and own:
            arrays.append((float(ours.ask(f"array {row.size} {seconds}")), own[-1]))
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
        return result | {"ratio": None, "best_peer": None, "holds_by": None}
    best = fastest(theirs)
    ratio = statistics.median(ratios[best])
    quarters = statistics.quantiles(ratios[best], n=4) if len(ratios[best]) > 1 else [ratio] * 3
    result |= {
        "ours_ns": statistics.median(own),
        "peers": {
            name: {"ns": statistics.median(theirs[name]), "ratio": statistics.median(ratios[name])} for name in theirs},
        "best_peer": best,
        "ratio": ratio,
        "ratio_quartiles": [quarters[0], quarters[2]],
        "clock_ghz": 1 / statistics.median(cycle) if cycle else None,
    }
    bounds = []
    if arrays:
        bounds.append((statistics.median(array for array, _ in arrays), statistics.median(array / call for array, call in arrays)))
    if limit and cycle:
        least = limit * statistics.median(cycle)
        bounds.append((least, least / result["ours_ns"]))
    if bounds:
        result["limit_ns"], result["share_of_limit"] = max(bounds)
    return result | {"holds_by": holds_by(ratio, row.floor, result.get("share_of_limit", 0))}


def holds_by(ratio, floor, share):
    """Why a row holds: by its ratio to the best peer, or else by its share of the limit. None if it does not."""
    if ratio >= floor:
        return "ratio"
    return "limit" if share >= AT_THE_LIMIT else None


def with_reasons(results, processor):
    """The results; each that is below has its reason on that processor, or None."""
    return [
        result | {"reason": None if result["holds_by"] else reason(result["row"], processor, result["ratio"])}
        for result in results]


def figure(result, nanoseconds):
    """A time for short messages and rounds, and a throughput for the rest."""
    if nanoseconds is None:
        return "-"
    if result["by_time"]:
        return f"{nanoseconds:.1f} ns" if nanoseconds < 100 else f"{nanoseconds:.0f} ns"
    speed = result["size"] / nanoseconds
    return f"{speed:.2f} GB/s" if speed >= 1 else f"{1000 * speed:.0f} MB/s"


def verdict(result):
    return {"ratio": "ok", "limit": "limit", None: "below"}[result["holds_by"]]


def hundredths(number):
    """Rounded down, so that what is printed reaches a floor only if the number does. 1e-9 is for 1.14 * 100."""
    return math.floor(100 * number + 1e-9)


def ratio_text(result):
    return f"{hundredths(result['ratio']) / 100:.2f}" if result["ratio"] is not None else "-"


def share_text(result):
    return f"{hundredths(result['share_of_limit'])} %" if "share_of_limit" in result else ""


def peer_text(result):
    others = sorted(result["peers"].items(), key=lambda item: item[1]["ns"])
    return [(name, figure(result, peer["ns"])) for name, peer in others]


def print_row(result):
    text = ", ".join(f"{name} {value}" for name, value in peer_text(result)) or "no peer has it"
    text += f"; below because {result['reason']}" if result["reason"] else ""
    print(
        f"{result['row']:<61} {figure(result, result['ours_ns']):>10}  {ratio_text(result):>5} of {result['floor']:<4}"
        f" {verdict(result):<5}  {share_text(result) or '-':>5} of the limit  {text}", flush=True)


def summary(report):
    below = sum(result["holds_by"] is None for result in report["rows"])
    explained = sum(result["reason"] is not None for result in report["rows"])
    by_limit = sum(result["holds_by"] == "limit" for result in report["rows"])
    return (f"{report['date']}, {report['processor']}: {len(report['rows'])} rows, {below} below "
            f"({explained} for a reason), {by_limit} held by the limit alone. Peers: {'; '.join(report['versions'].values())}.")


def row_table(report):
    yield "| row | ours | best peer | ours to it | floor | of the limit |"
    yield "|---|---:|---:|---:|---:|---:|"
    for result in report["rows"]:
        name, value = (peer_text(result) or [("", "-")])[0]
        peer = f"{value} ({PEER_NAMES.get(name, name)})" if name else value
        mark = ", **below**" if result["holds_by"] is None else ""
        mark += f": {result['reason']}" if result["reason"] else ""
        yield (
            f"| {result['row']} | {figure(result, result['ours_ns'])} | {peer} | {ratio_text(result)} | "
            f"{result['floor']:g}{mark} | {share_text(result)} |")


def instruction_table(report):
    yield "| instruction | bits | latency | a cycle |"
    yield "|---|---:|---:|---:|"
    for entry in report["limits"]["instructions"]:
        latency, rate = (f"{entry[key]:.2f}" if entry[key] else "" for key in ("latency_cycles", "per_cycle"))
        yield f"| `{entry['name']}` | {entry['bits']} | {latency} | {rate} |"


def markdown(report):
    """The rows and the instructions, as tables."""
    if report["rows"]:
        yield from row_table(report)
        yield ""
    yield from instruction_table(report)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--portable", action="store_true", help="only the rows without hardware help")
    parser.add_argument("--debug-ratio", action="store_true", help="only the rows of a debug build against a release build")
    parser.add_argument("--all", action="store_true", help="the main rows, the rows without hardware help and the rows of a debug build")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only rows with TEXT in their name")
    parser.add_argument("--pairs", type=int, default=15, help="pairs of slices a row at most (default 15)")
    parser.add_argument("--slice", type=float, default=0.008, metavar="SECONDS", help="length of a slice (default 0.008)")
    parser.add_argument("--cpu", type=int, help="the core to run on (default: the last one)")
    parser.add_argument("--bench", metavar="PATH", help="vault-bench of a release build (default: builds it)")
    parser.add_argument("--debug-bench", metavar="PATH", help="vault-bench of a debug build (default: builds it)")
    parser.add_argument(
        "--save", metavar="FILE",
        help="write the report to FILE after each row; the rows that an interrupted run left there are not measured again")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown instead of lines")
    parser.add_argument("--read", metavar="FILE", help="show a report that --save or vault-bench limits --json has written")
    options = parser.parse_args()
    if options.pairs < 1 or not 1e-4 <= options.slice <= 10:
        parser.error("--pairs must be at least 1, --slice from 0.0001 to 10 seconds")
    if options.save and not os.access(os.path.dirname(os.path.abspath(options.save)), os.W_OK):
        parser.error(f"--save '{options.save}': no folder that can be written to")
    return options


def show(report, options):
    """Prints a report as the options say, and returns the exit status."""
    if options.markdown:
        print("\n".join(markdown(report)))
    else:
        print(f"\n{summary(report)}")
    return 1 if any(result["holds_by"] is None and result["reason"] is None for result in report["rows"]) else 0


def said_by(*command):
    """The standard output of a command that must succeed."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def commit():
    """The commit of this working copy, with a mark if it has changes; None without one."""
    git = ["git", "-C", HERE]
    try:
        return said_by(*git, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*").strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def read(path):
    """The report in a file, its rows judged by the rules of today."""
    with open(path) as file:
        report = json.load(file)
    if "instructions" in report:  # from vault-bench limits
        report = report | {"versions": {}, "limits": report, "rows": []}
    for result in report["rows"]:
        if result["ratio"] is not None:
            result["holds_by"] = holds_by(result["ratio"], result["floor"], result.get("share_of_limit", 0))
    report["rows"] = with_reasons(report["rows"], report["family"] or report["processor"])
    return report


def earlier_rows(path, report):
    """The rows that an interrupted run has saved, by their names."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        try:
            earlier = json.load(file)
        except ValueError:
            raise SystemExit(f"compare: '{path}' is no report; name another file")
    for key in CIRCUMSTANCES:
        if not isinstance(earlier, dict) or earlier.get(key) != report[key]:
            raise SystemExit(f"compare: '{path}' was measured with other {key}; remove it, or name another file")
    return {result["row"]: result for result in earlier["rows"]}


def save(path, report):
    """Replaces a file, so that there is always a whole report."""
    with open(path + ".new", "w") as file:
        json.dump(report, file, indent=2)
        file.write("\n")
    os.replace(path + ".new", path)


def main():
    options = arguments()
    if options.read:
        report = read(options.read)
        if not options.markdown:
            for result in report["rows"]:
                print_row(result)
        return show(report, options)
    wants_main = options.all or not (options.portable or options.debug_ratio)
    chosen = {
        "main": main_rows() if wants_main else [],
        "portable": portable_rows() if options.all or options.portable else [],
        "debug": debug_rows() if options.all or options.debug_ratio else [],
    }
    chosen = {kind: [row for row in rows if options.filter in row.title] for kind, rows in chosen.items()}
    if not any(chosen.values()):
        raise SystemExit("compare: no row has the text of --filter in its name")
    release = options.bench or build("vault-bench")
    debug = (options.debug_bench or build("vault-bench", "debug")) if chosen["debug"] else None
    versions = peers.versions()
    peers.build()

    cpu = options.cpu if options.cpu is not None else max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cpu})  # inherited by everything started from here on
    processor = json.loads(said_by(release, "cpu", "--json"))
    measured = json.loads(said_by(release, "limits", "--json"))
    cycles = limits(measured)
    report = {
        "date": datetime.date.today().isoformat(),
        "processor": processor["processor"],
        "family": processor["family"],
        "clock_ghz": None,
        "load": None,
        "kernels": {name: kernel["chosen"] for name, kernel in processor["kernels"].items()},
        "commit": commit(),
        "sources": tree_of_sources(),
        "toolchain": said_by("swift", "--version").splitlines()[0],
        "versions": {name: text for name, text in versions.items() if name not in SECOND_WAYS},
        "peer_arrays": True,
        "pairs": options.pairs,
        "slice_seconds": options.slice,
        "planned": sum(map(len, chosen.values())),
        "limits": measured,
        "rows": [],
    }
    earlier = earlier_rows(options.save, report) if options.save else {}

    def run(rows, ours, other, request, cycles={}):
        for row in rows:
            result = earlier.get(row.title) or measure(
                row, ours, other, request, options.pairs, options.slice, cycles.get((row.operation, row.size)))
            report["rows"] += with_reasons([result], processor["family"] or processor["processor"])
            clocks = [result["clock_ghz"] for result in report["rows"] if result.get("clock_ghz")]
            report.update(clock_ghz=statistics.median(clocks) if clocks else None, load=os.getloadavg()[0])
            if options.save:
                save(options.save, report)
            if not options.markdown:
                print_row(report["rows"][-1])
        ours.close()
        other.close()

    for kind, extra, ia32cap in (("main", [], None), ("portable", ["--kernel", "portable"], NO_HARDWARE_HELP)):
        if not chosen[kind]:
            continue
        ours = Servers(lambda: Server([release, "serve"] + extra))
        other = Servers(lambda: peer_server(ia32cap))
        check_results(chosen[kind], ours, other, list(versions))
        run(chosen[kind], ours, other, lambda name, request: f"{name} {request}" if name in versions else None,
            cycles if kind == "main" else {})
    if chosen["debug"]:
        ours, other = Servers(lambda: Server([debug, "serve"])), Servers(lambda: Server([release, "serve"]))
        run(chosen["debug"], ours, other, lambda _, request: request)
    return show(report, options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("compare: interrupted")
