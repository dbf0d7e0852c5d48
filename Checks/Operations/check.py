#!/usr/bin/env python3
"""Checks that every operation of the public interface is in a row: a call of Checks/Operations, Checks/ConstantTime or
Checks/Wiping.

    Checks/Operations/check.py BUILD      BUILD is a debug build: .build/debug

An operation is a public function of a library whose name is in NAMES. Overloads count as one, because many rows call the
one that takes a kernel. What a row calls is read from object files that were compiled without optimisation: there each
call refers to its function by name. `exceptions.txt` has the operations that need no row, each with the reason; one that
has a row, or that is gone, is out of date. Exit status: 0 all passed; 1 something failed.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "Documentation"), str(ROOT / "Checks/Platforms")]

import package  # noqa: E402
import symbols  # noqa: E402

LIBRARIES = ["SHA", "HMAC", "PBKDF2", "MemoryHard", "Credentials", "AES", "ChaCha20Poly1305", "Curve25519", "Sessions", "SecretComparison",
             "Vault", "VaultInterop"]
NAMES = set("""
    encrypt decrypt seal open reseal wrap wrapPadded unwrap unwrapPadded hash update finalize authenticationCode
    isValidAuthenticationCode verify deriveKey deriveKeys extract expand sharedSecretFromKeyAgreement
    hkdfDerivedSymmetricKey x963DerivedSymmetricKey send receive read write writeMessage readMessage rekeySending
    rekeyReceiving secret add remove replaceSecret withText rounds
    """.split())


def operations(modules):
    """The operations of the libraries, such as AES.CBC.encrypt."""
    found = set()
    for library in LIBRARIES:
        with tempfile.TemporaryDirectory() as folder:
            for symbol in symbols.write_graphs(library, modules, pathlib.Path(folder)):
                *path, name = symbol["pathComponents"]
                if (symbol["kind"]["identifier"] in ("swift.method", "swift.type.method") and "location" in symbol
                        and not symbols.is_inherited(symbol) and name.split("(")[0] in NAMES):
                    found.add(".".join([*path, name.split("(")[0]]))
    return found


def called(build):
    """The functions that the rows call."""
    objects = [file for module in ("SwiftVaultOperations", "SwiftVaultConstantTime") for file in package.objects(build, module)]
    with tempfile.TemporaryDirectory() as folder:
        wiping = f"{folder}/wiping.o"
        sources = sorted((ROOT / "Checks/Wiping/Library").glob("*.swift"))
        description = (ROOT / ".build/debug.yaml").read_text()
        name = re.search(r'"-package-name","([^"]*)"', description)[1]
        symbols.run("swiftc", "-c", "-Onone", "-wmo", "-swift-version", "6", "-package-name", name, "-module-name", "Wiping",
                    "-I", f"{build}/Modules", *map(str, sources), "-o", wiping)
        names = symbols.run("nm", "-P", *map(str, objects), wiping)
    words = "\n".join(line.split()[0] for line in names.splitlines() if line.startswith("$s"))
    text = subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input=words, capture_output=True, text=True, check=True).stdout
    return {re.sub(r"<[^<>]*>", "", name) for name in re.findall(r"([A-Z][\w.<>, ]*\.\w+)(?:<[^()]*>)?\(", text)}


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    known = operations(f"{build}/Modules")
    without = known - called(build)
    lines = [line for line in (HERE / "exceptions.txt").read_text().splitlines() if line and not line.startswith("#")]
    patterns = [line.split("|")[0].strip() for line in lines]
    problems = [f"{name}: in no row" for name in sorted(without) if not any(fnmatch.fnmatch(name, one) for one in patterns)]
    problems += [f"exceptions.txt: nothing without a row is like this any more: {one}" for one in patterns
                 if not fnmatch.filter(without, one)]
    for problem in problems:
        print(problem)
    print(f"operations: {len(known)} in {len(LIBRARIES)} libraries, {len(without)} of them exceptions, {len(problems)} problems")
    sys.exit(bool(problems))


main()
