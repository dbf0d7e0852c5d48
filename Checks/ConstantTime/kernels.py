#!/usr/bin/env python3
"""Follows secrets through the machine code of the kernels that Valgrind cannot run.

    kernels.py BUILD [--list] [--module NAME …]      BUILD is a release build: .build/release

A value that a function loads from memory counts as secret, with three exceptions: constants, the stack protector, and
bytes of the function's own stack, which count as what was last stored there. Arguments count as public, because kernels
take only pointers, counts, structures of both, witnesses and blocks, which is checked against their declarations. A
function that is called inside the module gets what its callers pass. A secret spreads through every instruction that
reads it, into the registers and the flags that the instruction writes. A vector register always holds a secret.

A finding is a conditional jump on secret flags, an address or a jump's target computed from a secret, a gather or a
scatter, a division of a secret, and PDEP or PEXT of a secret, which are slow on some processors. Each finding is named
by its function and by the place that the secret was loaded from: `qword@rsi` are eight bytes at an address that the
second argument gives (the registers of arguments are rdi, rsi, rdx, rcx, r8, r9), and `dword@[qword@rsi]` four bytes at
an address that is one of those eight-byte values. `addresses` lists the findings that are not secrets: a finding that
is not in the list fails, and so does an entry without a finding. In each run, the functions of Leaks.swift that leak
must be found, and the others must not.

The kernels are those of the manifest with instructions that Valgrind does not have, except NOT_ANALYSED. --list prints every finding in the
form of `addresses`, and the number of conditional jumps and of indexed accesses in each function. Exit status: 0 all
passed; 1 something failed; 69 no llvm-objdump.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
sys.path[:0] = [str(HERE), str(PACKAGE / "Checks/Platforms")]
import lists  # noqa: E402
import package  # noqa: E402
from machine import Function  # noqa: E402

# This module is inlined into them, apart from a few functions.
SHARED = "SHABlocks"
UNKNOWN_TO_VALGRIND = {"sha", "vaes", "avx512f"}
# Its functions find keys, sizes and addresses in one structure in memory, which this analysis does not tell apart. The
# rounds are the source of X86AVX2Stream, which Valgrind runs; Poly1305X86IFMA has neither a branch nor an index.
NOT_ANALYSED = {"X86AVX512Stream"}
MODULES = [module.folder.name for module in package.x86_kernels()
           if module.x86_features & UNKNOWN_TO_VALGRIND and module.folder.name not in NOT_ANALYSED]
# KeySchedule and TextSegments have pointers and counts, GaloisMessage a direction too.
PUBLIC_TYPES = re.compile(
    r"encrypts: Bool|(_?[A-Za-z]+|_) *[a-zA-Z0-9]*: *(Has\w+|KeySchedule|TextSegments|GaloisMessage|Int|Unsafe(Mutable)?RawPointer\??|Unsafe(Mutable)?Pointer<\w+(<\w+>)?>|inout SIMD8<U?Int\d+>|SIMD2<Int64>\??)")


def functions(objects, objdump):
    """Every function of the object files."""
    found = []
    for file in objects:
        command = [objdump, "-d", "-r", "--no-show-raw-insn", "--x86-asm-syntax=intel", file]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        for line in lines:
            if label := re.match(r"[0-9a-f]+ <(.*)>:$", line):
                found.append(Function(label.group(1)))
            elif code := re.match(r" +([0-9a-f]+): +\t(.*)$", line):
                found[-1].add(int(code.group(1), 16), code.group(2))
            elif relocation := re.match(r"\t\t[0-9a-f]+: +R_X86_64_(?:PLT32|PC32)\t(\S+)-0x4$", line):
                found[-1].relocate(relocation.group(1))
    return found


def analysed(found):
    """The findings and the uses of each function, once no function changes what another one gets."""
    by_name = {function.name: function for function in found}
    changed = True
    while changed:
        changed = False
        for function in found:
            changed |= function.analyse(by_name)
    return found


def demangled(names):
    """The names in Swift's spelling, without what the optimiser added."""
    text = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(names), capture_output=True, text=True)
    return [re.sub(r"^(specialized |partial apply for |merged )+", "", name) for name in text.stdout.splitlines()]


def parameters_problems():
    """Functions that other modules can call with a parameter that is not a pointer, a count, a witness or a direction."""
    problems = []
    for module in MODULES:
        for file in sorted((PACKAGE / "Sources/Kernels" / module).glob("*.swift")):
            for name, parameters in re.findall(r"package static func (\w+)\(([^)]*)\)", file.read_text()):
                for parameter in filter(None, (part.strip() for part in parameters.split(","))):
                    if not PUBLIC_TYPES.fullmatch(parameter):
                        problems.append(f"{module}.{name}: a parameter '{parameter}' that may be a secret")
    return problems


def control_problems(objdump):
    """Functions of Leaks.swift that leak without a finding, and those that do not leak but have one."""
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "Leaks.o"
        command = ["swiftc", "-O", "-wmo", "-parse-as-library", "-enable-experimental-feature", "BuiltinModule",
                   "-c", HERE / "Leaks.swift", "-o", file]
        subprocess.run(command, check=True)
        found = analysed(functions([file], objdump))
    names = demangled([function.name for function in found])
    leaky = {name for name in names if name.startswith("leaks")}
    with_findings = {name for name, function in zip(names, found) if function.findings}
    if len(leaky) != len(re.findall(r"func leaks", (HERE / "Leaks.swift").read_text())):
        return leaky, ["Leaks.swift: a function is missing in its object file"]
    problems = [f"Leaks.swift: nothing is found in {name}" for name in sorted(leaky - with_findings)]
    problems += [f"Leaks.swift: something is found in {name}" for name in sorted(with_findings - leaky)]
    return leaky, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--module", action="append", help="only this module; does not look for outdated entries")
    options = parser.parse_args()
    objdump = shutil.which("llvm-objdump", path=str(pathlib.Path(shutil.which("swift")).resolve().parent))
    objdump = objdump or shutil.which("llvm-objdump")
    if not objdump:
        sys.stderr.write("kernels.py: no llvm-objdump; it comes with the Swift toolchain\n")
        sys.exit(69)
    listed, findings, count, jumps, accesses = lists.places("addresses")[0], collections.Counter(), 0, 0, 0
    leaky, problems = control_problems(objdump)
    problems += parameters_problems()
    for module in options.module or MODULES:
        objects = package.objects(options.build, f"SwiftVault{module}")
        found = functions(objects, objdump)
        shared = functions(package.objects(options.build, f"SwiftVault{SHARED}"), objdump)
        analysed(found + shared)
        if len(found) < 3:
            problems.append(f"{module}: {len(found)} functions in {len(objects)} object files")
        for function, name in zip(found, demangled([function.name for function in found])):
            count, jumps, accesses = count + 1, jumps + function.jumps(), accesses + function.indexed()
            findings.update({f"{module} {name}: {finding}" for finding in function.findings})
            if options.list:
                print(f"# {module} {name}: {function.jumps()} conditional jumps, {function.indexed()} indexed accesses")
        called = {instruction.callee for function in found for instruction in function.code}
        called = [function for function in shared if function.name in called]
        for function, name in zip(called, demangled([function.name for function in called])):
            findings.update({f"{SHARED} {name}: {finding}" for finding in function.findings})
            if options.list:
                print(f"# {module} calls {name}")
    if options.list:
        print("\n".join(sorted(findings)))
    problems += [f"a secret that is not in the list: {finding}" for finding in sorted(findings) if finding not in listed]
    if not options.module:
        problems += [f"addresses: nothing is found any more of '{entry}'" for entry in listed if entry not in findings]
    print(
        f"kernels: {count} functions of {', '.join(options.module or MODULES)}; {jumps} conditional jumps and {accesses} "
        f"indexed accesses, {len(findings)} of memory's contents, {len(leaky)} leaky "
        f"functions, {len(problems)} problems")
    for problem in problems:
        print(f"  {problem}")
    sys.exit(1 if problems else 0)


main()
