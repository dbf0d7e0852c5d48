"""What the scripts of this folder share: the package's builds, and options."""

import argparse
import functools
import hashlib
import os
import pathlib
import re
import subprocess
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def build(product, configuration="release"):
    """Builds an executable, and returns its path."""
    command = ["swift", "build", "--package-path", PACKAGE, "-c", configuration, "--product", product]
    print(" ".join(command), file=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)
    shown = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), product)


def git_object(kind, content):
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content)


def git_tree(folder):
    """The name that git gives to the files of a folder, committed or not."""
    content = b""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name + "/" * entry.is_dir()):
        if entry.is_dir():
            mode, found = "40000", git_tree(entry.path)
        else:
            with open(entry.path, "rb") as file:
                mode, found = "100755" if os.access(entry.path, os.X_OK) else "100644", git_object("blob", file.read())
        content += f"{mode} {entry.name}\0".encode() + found.digest()
    return git_object("tree", content)


@functools.cache
def tree_of_sources():
    """The name that git gives to Sources as it is now. Needs no repository."""
    return git_tree(os.path.join(PACKAGE, "Sources")).hexdigest()


def age(report):
    """Whether a report was measured from these sources. One that does not name them was not."""
    return "these sources" if report.get("sources") == tree_of_sources() else "older sources"


MARKS = "<!-- {} -->\n", "<!-- end of {} -->\n"


def with_tables(text, name, lines):
    """The text of a document with these lines between the marks of that name, which it must have."""
    begin, end = (mark.format(name) for mark in MARKS)
    before, began, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not (began and ended):
        raise ValueError(f"no marks '{begin.strip()}' and '{end.strip()}'")
    return before + begin + "\n".join(lines) + "\n" + end + after


def processor():
    fields = dict(re.findall(r"(.+?)\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0]))
    return f"{fields['model name']} (family {fields['cpu family']}, model {fields['model']})"


def rounded(number):
    """Three digits."""
    return f"{number:.{2 if number < 9.995 else 1 if number < 99.95 else 0}f}"


def speed_text(nanoseconds, size, is_time):
    if is_time:
        return f"{rounded(nanoseconds)} ns" if nanoseconds < 999.5 else f"{rounded(nanoseconds / 1000)} µs"
    rate = 1000 * size / nanoseconds
    return f"{rounded(rate)} MB/s" if rate < 999.5 else f"{rounded(rate / 1000)} GB/s"


def positive(text):
    """The value of an option that counts something."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not positive")
    return number


def file_options(description, rounds):
    """The options of a script that measures swift-vault on files."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=positive, default=1 << 30, help="bytes of the file (1 GiB)")
    parser.add_argument("--rounds", type=positive, default=rounds, help=f"how often each command is run ({rounds})")
    parser.add_argument("--folder", default="/dev/shm" if os.path.isdir("/dev/shm") else None, help="the folder of the files")
    parser.add_argument("--tool", help="the path of a swift-vault (default: builds it)")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    return parser


def tool_of(options):
    """The path of swift-vault, which these options name or which is built."""
    if options.tool and not os.access(options.tool, os.X_OK):
        raise SystemExit(f"no executable file: {options.tool}")
    return os.path.abspath(options.tool) if options.tool else build("swift-vault")
