"""The files of Tests/Vectors."""

import pathlib
import re

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Vectors"


def records(path):
    """The records of a vector file. A record ends where a key appears for the second time."""
    section, record = "", {}
    for line in (VECTORS / path).read_text().splitlines():
        line = line.strip()
        if line.startswith("["):
            if record:
                yield section, record
            section, record = line.strip("[]"), {}
        elif match := re.match(r"([\w.\[\]]+) *= ?(.*)", line):
            if match[1] in record:
                yield section, record
                record = {}
            record[match[1]] = match[2].strip()
        elif line == "FAIL":
            record[line] = ""
    if record:
        yield section, record
