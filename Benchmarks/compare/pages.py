#!/usr/bin/env python3
"""Writes the pages in Benchmarks/results, each from its result file, and their summaries in two READMEs.

    pages.py            writes them; a result file without a page gets one, whose title and findings are for you to write
    pages.py --check    whether they are what the result files say; the exit status is 1 if not

A result file is what `compare.py --save` wrote. What it says stands between marks in a page; the rest is written by
hand. A page whose file was measured from other sources than these says so.
"""

import argparse
import pathlib
import sys

from compare import figure, instruction_table, ratio_text, read, row_table
from shared import MARKS, PACKAGE, age, with_tables

RESULTS = pathlib.Path(PACKAGE, "Benchmarks/results")
SUMMARY, FRONT = pathlib.Path(PACKAGE, "Benchmarks/README.md"), pathlib.Path(PACKAGE, "README.md")
OTHER_RESULTS = "languages.json", "scale.json", "swift-packages.json"  # other scripts read these
NEW_PAGE = "\n".join("".join(mark.format(name) for mark in MARKS) for name in ("circumstances", "tables"))
# The columns of the summary: the name of the row, and what it is called there.
BRIEF_ROWS = {
    "SHA-256, 16 KiB": "SHA-256", "SHA-512, 16 KiB": "SHA-512", "AES-128-CTR, 16 KiB": "AES-128-CTR",
    "AES-256-GCM in place, key set up each time, 16 KiB": "AES-256-GCM",
    "PBKDF2-HMAC-SHA512, one, 64 B out": "PBKDF2-HMAC-SHA512"}
# The processor and the rows in the README of the package.
FRONT_PAGE = "AMD Zen 5"
FRONT_ROWS = ("SHA-256, 16 KiB", "PBKDF2-HMAC-SHA512, one, 64 B out", "AES-128-CTR, 16 KiB")


def counts(report):
    """How many rows are below, and how many of these have a reason; how many hold by the limit alone."""
    rows = report["rows"]
    below = [row for row in rows if row["holds_by"] is None]
    return len(below), sum(row["reason"] is not None for row in below), sum(row["holds_by"] == "limit" for row in rows)


def circumstances(report):
    below, explained, by_limit = counts(report)
    commit, changes, _ = (report["commit"] or "unknown").partition("-dirty")
    kernels = ", ".join(f"{name} {kernel}" for name, kernel in report["kernels"].items())
    yield (f"**Measured on {report['date']} from {age(report)}** (commit {commit[:10]}{' with changes' if changes else ''}), on "
           "one core of an")
    yield f"{report['processor']} ({report['family'] or report['limits']['architecture']}) at {report['clock_ghz']:.2f} GHz, by `compare.py`."
    yield ""
    yield f"- Compiler: {report['toolchain']}. Load of the machine at the end: {report['load']:.2f}."
    yield f"- Kernels: {kernels}."
    yield f"- Peers: {', '.join(report['versions'].values())}."
    most = "at most " if "planned" in report else ""
    yield f"- Medians of {most}{report['pairs']} pairs of slices of {1000 * report['slice_seconds']:g} ms."
    yield (f"- Of {len(report['rows'])} rows, {below} are below ({explained} with a reason in `rows.py`), and {by_limit} hold "
           "by the limit alone.")
    yield ""
    yield "[How to read a table](../README.md#how-to-read-a-table) explains the columns."


def tables(report):
    yield "## Rows"
    yield ""
    yield from row_table(report)
    yield ""
    yield "## Instructions"
    yield ""
    yield from instruction_table(report)


def brief(report, title):
    """One figure, with its ratio to the best peer."""
    for row in report["rows"]:
        if row["row"] == title:
            return f"{figure(row, row['ours_ns'])}, {ratio_text(row)}"
    return ""


def summary(reports):
    yield f"| processor | measured | rows | below | {' | '.join(BRIEF_ROWS.values())} |"
    yield "|---|---|---:|---:|" + "---:|" * len(BRIEF_ROWS)
    for page, title, report in reports:
        cells = " | ".join(brief(report, row) for row in BRIEF_ROWS)
        yield (f"| [{title}](results/{page.name}) | {report['date']}, {age(report)} | {len(report['rows'])} | "
               f"{counts(report)[0]} | {cells} |")


def front(page, title, report):
    yield f"Beside libraries in C and assembler, on one core of an {title}, {report['date']}, from {age(report)}. The last"
    yield "column is the share of what the instructions' latency or throughput allows:"
    yield ""
    rows = [row for row in report["rows"] if row["row"] in FRONT_ROWS]
    for line in row_table(report | {"rows": rows}):
        cells = line.replace("ours to it", "ours ÷ best peer").split("|")
        yield "|".join(cells[:5] + cells[6:])
    yield ""
    yield (f"[All {len(report['rows'])} rows](Benchmarks/results/{page.name}), {counts(report)[0]} of which reach neither their "
           "peer nor the limit.")


def filled(page, text, blocks):
    """The text of a page with the lines of each block between its marks."""
    for name, lines in blocks.items():
        try:
            text = with_tables(text, name, lines)
        except ValueError as error:
            raise SystemExit(f"pages: {page.relative_to(PACKAGE)} has {error}")
    return text


def documents():
    """Each page that there must be, with its text."""
    reports = []
    for file in sorted(RESULTS.glob("*.json")):
        if file.name in OTHER_RESULTS:
            continue
        report, page = read(file), file.with_suffix(".md")
        if len(report["rows"]) < report.get("planned", 0):
            raise SystemExit(f"pages: {file.name} is of an interrupted run; compare.py --save goes on with it")
        text = page.read_text() if page.exists() else f"# {report['processor']}\n\n" + NEW_PAGE
        title = text.partition("\n")[0].removeprefix("# ")
        yield page, filled(page, text, {"circumstances": circumstances(report), "tables": tables(report)})
        reports.append((page, title, report))
        if title == FRONT_PAGE:
            yield FRONT, filled(FRONT, FRONT.read_text(), {"libraries": front(page, title, report)})
    yield SUMMARY, filled(SUMMARY, SUMMARY.read_text(), {"summary": summary(reports)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for path, text in documents():
        name = path.relative_to(PACKAGE)
        if options.check and (not path.exists() or path.read_text() != text):
            raise SystemExit(f"pages: {name} is not what the result files say; run Benchmarks/compare/pages.py")
        if not options.check:
            path.write_text(text)
    print("the pages are those of the result files")


if __name__ == "__main__":
    sys.exit(main())
