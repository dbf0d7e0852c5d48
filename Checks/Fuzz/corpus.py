"""The committed corpora are text, with one input a line.

A line is a string in quotes, written as in libFuzzer's dictionaries: \\\\, \\" and \\xNN stand for bytes.
Or it is one of

    @file PATTERN     each file of the repository that matches, unchanged, if it has at most 4,096 bytes
    @kit PATTERN      the same, with the vault in a file of the kit of Tests/Vectors/Vault
    @fields NAME PATTERN   each value of `NAME = …` in such a vector file

An empty line, or one that begins with #, is a comment.
"""

import re
import shutil

import build

FOLDER = build.HERE / "Corpus"
# The size of the longest input that is tried, and of the longest that is kept in a corpus, in bytes.
LONGEST = 4096
LONGEST_KEPT = 200


def names():
    return {path.stem for path in FOLDER.glob("*.txt")}


def read(target):
    """The inputs of a target's corpus."""
    path = FOLDER / f"{target}.txt"
    inputs = []
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        if not line or line.startswith("#"):
            continue
        found = quoted(line) if line.startswith('"') else from_files(line)
        if not found:
            raise SystemExit(f"fuzz: {path.name}:{number}: no input: {line}")
        inputs += [data for data in found if len(data) <= LONGEST]
    return inputs


def quoted(line):
    if not re.fullmatch(r'"(?:[^"\\]|\\\\|\\"|\\x[0-9a-f]{2})*"', line):
        return []
    data = re.sub(rb'\\(?:x([0-9a-f]{2})|(.))', lambda m: bytes.fromhex(m[1].decode()) if m[1] else m[2],
                  line[1:-1].encode())
    return [data]


def from_files(line):
    kind, *words = line.split()
    paths = sorted(build.package.ROOT.glob(words[-1]))
    if kind == "@file":
        return [path.read_bytes() for path in paths]
    if kind == "@kit":
        return [vault(path.read_text()) for path in paths]
    if kind == "@fields":
        return [value.encode() for path in paths for value in re.findall(rf"(?m)^{words[0]} = ?(.*)$", path.read_text())]
    return []


def vault(text):
    """The bytes of a file of the kit. After an empty line there are hexadecimal digits, or a byte and a count."""
    data = b""
    for line in text.split("\n\n", 1)[1].split("\n"):
        repeated = re.fullmatch(r"([0-9a-f]{2}) x (\d+)", line)
        data += bytes.fromhex(repeated[1]) * int(repeated[2]) if repeated else bytes.fromhex(line)
    return data


def write(data):
    """An input as a line."""
    return '"' + "".join(
        chr(byte) if 0x20 <= byte < 0x7f and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data) + '"'


def keep(target, fuzz, folder):
    """Adds to a corpus the smallest set of found inputs that reaches all code which the corpus does not reach."""
    seeds, grown, merged = folder / "seeds" / target, folder / "corpus" / target, folder / "merged" / target
    shutil.rmtree(merged, ignore_errors=True)
    shutil.copytree(seeds, merged)
    known = {path.name for path in merged.iterdir()}
    output, passed = fuzz("-set_cover_merge=1", "-use_counters=0", merged, grown)
    if not passed:
        raise SystemExit(f"fuzz: merging the corpus of {target} failed:\n{output[-2000:]}")
    found = sorted(path.read_bytes() for path in merged.iterdir() if path.name not in known)
    lines = [write(data) for data in sorted(found, key=lambda data: (len(data), data)) if len(data) <= LONGEST_KEPT]
    with open(FOLDER / f"{target}.txt", "a") as file:
        file.writelines(line + "\n" for line in lines)
    print(f"{target}: {len(lines)} inputs kept, {len(found) - len(lines)} too long")
