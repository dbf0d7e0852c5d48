#!/usr/bin/env python3
"""Checks that no library for iOS, tvOS, watchOS and visionOS calls what Apple requires a privacy manifest for.

    Checks/Interface/privacy.py

The list is Apple's page "Describing use of required reason API", for these systems alone. VaultFiles asks for the state
of files, and is for Linux and macOS. So the package has no PrivacyInfo.xcprivacy. It would be a resource, and SwiftPM
adds a file that imports Foundation to a target with resources. First the check must find each name in a planted line.
Checks/Interface/check.py runs it too.
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Documentation"))
sys.dont_write_bytecode = True

import symbols  # noqa: E402

NAMES = """
    creationDate modificationDate fileModificationDate contentModificationDateKey creationDateKey getattrlist
    getattrlistbulk fgetattrlist getattrlistat stat fstat fstatat lstat
    systemUptime mach_absolute_time
    volumeAvailableCapacityKey volumeAvailableCapacityForImportantUsageKey
    volumeAvailableCapacityForOpportunisticUsageKey volumeTotalCapacityKey systemFreeSize systemSize statfs statvfs
    fstatfs fstatvfs
    activeInputModes
    UserDefaults
""".split()
CALL = re.compile(rf"\b({'|'.join(NAMES)})\b")
ELSEWHERE = {"VaultFiles"}


def calls(text):
    """The names in the code of a Swift file, without its comments."""
    return set(CALL.findall(re.sub(r"//.*", "", text)))


def modules(manifest):
    """The targets that the library products are made of on iOS, with their folders."""
    targets = {target["name"]: target for target in manifest["targets"]}
    waiting = [name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]]
    found = {}
    while waiting:
        name = waiting.pop()
        if name in found or name in ELSEWHERE:
            continue
        found[name] = ROOT / (targets[name].get("path") or f"Sources/{name}")
        for dependency in targets[name]["dependencies"]:
            other, condition = next(iter(dependency.values()))
            if not condition or "ios" in condition["platformNames"]:
                waiting.append(other)
    return found


def check():
    """The complaints about calls. Ends the program if the check itself is wrong."""
    missed = [name for name in NAMES if calls(f"let x = {name}(1)") != {name} or calls(f"// {name}(1)")]
    files = [file for folder in modules(json.loads(symbols.run("swift", "package", "dump-package"))).values()
             for file in folder.rglob("*.swift")]
    if missed or not calls((ROOT / "Sources/VaultFiles/FileState.swift").read_text()) or len(files) < 100:
        sys.exit(f"privacy: the check itself is wrong: {missed}, {len(files)} files")
    return [f"{file.relative_to(ROOT)} calls {', '.join(sorted(names))}, for which Apple requires a reason"
            for file in sorted(files) if (names := calls(file.read_text()))]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    complaints = check()
    print("\n".join(complaints) if complaints else "no library for iOS calls what Apple requires a reason for")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
