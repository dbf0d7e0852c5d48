#!/usr/bin/env python3
"""Lists the source lines whose machine code has an instruction that takes longer for some operands.

    variable_time.py FOLDER     object files with debug information: .build/release, or .build/hosted/Linux-arm64, which
                                Checks/Platforms/hosted.py --code fills

These are divisions of integers, on x86-64 also PDEP and PEXT, which AMD's processors before Zen 3 run in microcode.
Neither Valgrind nor a mark on secrets finds them, so each line of the libraries that has one is listed in `divisions`
with the reason why its operands are public; those below `# On arm64` have one on arm64 alone. A line that is not listed
fails, and so does a listed one that has none any more.

A division by a constant is a multiplication in optimised code. Modules that are only inlined into others count there.
Where the compiler names no line, the entry is the file with `no line`.

In each run, a division that is planted must be found, for x86-64 and for arm64.

Not covered: divisions of floating-point numbers, which no secret is; multiplications, which take the same time for all
operands on every processor that these kernels were written for, but not on some small ones, such as Cortex-M3; and
instructions whose time the power management changes with their operands.

Exit status: 0 all listed; 1 something is not.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
sys.path.insert(0, str(PACKAGE / "Checks/Platforms"))
import lists  # noqa: E402
import package  # noqa: E402

INSTRUCTIONS = re.compile(r" +([0-9a-f]+): +\t(i?div[bwlq]?|[us]div|pdep[lq]?|pext[lq]?)\t")
PLANTED = "public func planted(_ secret: UInt32, _ bound: UInt32) -> UInt32 {\n  secret % bound\n}\n"


def said_by(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def places(objects, root, scratch):
    """The source lines of the instructions, as paths below root with the text of the line; and their number."""
    # One file, in which every address belongs to one section.
    linked = scratch / "linked"
    said_by("ld.lld", "-shared", "-z", "undefs", "-o", linked, *objects)
    code = said_by("llvm-objdump", "-d", "--no-show-raw-insn", linked)
    addresses = [f"0x{match.group(1)}" for match in map(INSTRUCTIONS.match, code.splitlines()) if match]
    found = set()
    for frames in said_by("llvm-symbolizer", "-i", f"--obj={linked}", input="\n".join(addresses)).split("\n\n"):
        own = [match for match in re.findall(r"(?m)^(.*):(\d+):\d+$", frames) if match[0].startswith(f"{root}/")]
        named = [match for match in own if match[1] != "0"]
        if own:
            path, line = (named or own)[0]
            text = pathlib.Path(path).read_text().splitlines()[int(line) - 1].strip() if named else "no line"
            found.add(f"{pathlib.Path(path).relative_to(root)}: {text}")
        elif frames.strip():
            found.add("no source: " + " ".join(frames.split()))
    return found, len(addresses)


def planted_problems(scratch):
    source, problems = scratch / "Planted.swift", []
    source.write_text(PLANTED)
    for target in ("x86_64-unknown-none-elf", "aarch64-none-none-elf"):
        said_by(
            "swiftc", "-target", target, "-enable-experimental-feature", "Embedded", "-wmo", "-O", "-g", "-parse-as-library",
            "-c", source, "-o", scratch / "Planted.o")
        if places([scratch / "Planted.o"], scratch, scratch)[0] != {"Planted.swift: secret % bound"}:
            problems.append(f"the planted division was not found for {target}")
    return problems


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    modules = [module for module in package.modules(package.manifest()) if "-Onone" not in module.options]
    is_build = bool(package.built(folder))
    objects = [path for module in modules for path in (
        package.objects(folder, module.name) if is_build else [folder / f"{module.name}.o"])]
    if missing := [path.name for path in objects if not path.exists()] or not objects:
        sys.exit(f"variable_time: '{folder}' lacks {', '.join(missing) if objects else 'object files'}: build the package first")
    with tempfile.TemporaryDirectory() as scratch:
        problems = planted_problems(pathlib.Path(scratch))
        found, count = places(objects, PACKAGE, pathlib.Path(scratch))
    both, arm64 = map(set, lists.places("divisions"))
    problems += [f"not listed: {place}" for place in sorted(found - both - (set() if is_build else arm64))]
    problems += [f"listed, but not there any more: {place}" for place in sorted((both if is_build else arm64) - found)]
    print(f"variable_time: {count} instructions of {len(found)} lines in {len(modules)} modules, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}")
    sys.exit(1 if problems else 0)


main()
