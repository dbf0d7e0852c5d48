#!/usr/bin/env python3
"""Writes the fuzz targets into a folder in the form of OSS-Fuzz, or of any other service with libFuzzer.

    Checks/Fuzz/OSSFuzz/export.py FOLDER

For each target, FOLDER gets a program NAME that needs no library of Swift, its corpus as NAME_seed_corpus.zip, and its
dictionary as NAME.dict if it has one. Then each program runs its corpus.
"""

import os
import pathlib
import subprocess
import shutil
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import build  # noqa: E402
import corpus  # noqa: E402

# The driver's own list of static libraries lacks some that others of its libraries need. Only lld takes them in any order.
STATIC = ["-static-stdlib", "-use-ld=lld", *(f"-l{name}" for name in (
    "Foundation", "FoundationInternationalization", "FoundationEssentials", "_FoundationICU", "_FoundationCShims",
    "_FoundationCollections", "CoreFoundation", "swiftSynchronization", "stdc++"))]


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    program = build.Build(build.package.ROOT / ".build/fuzz").program(*STATIC, name="exported")
    for name in build.targets():
        shutil.copy2(program, folder / name)
        with zipfile.ZipFile(folder / f"{name}_seed_corpus.zip", "w", zipfile.ZIP_DEFLATED) as seeds:
            for number, data in enumerate(corpus.read(name)):
                seeds.writestr(f"{number:04}", data)
        dictionary = build.HERE / f"Dictionaries/{name}.dict"
        if dictionary.exists():
            shutil.copy2(dictionary, folder)
        with tempfile.TemporaryDirectory() as scratch:
            with zipfile.ZipFile(folder / f"{name}_seed_corpus.zip") as seeds:
                seeds.extractall(scratch)
            environment = {key: value for key, value in os.environ.items() if key != "FUZZ_TARGET"}
            subprocess.run(
                [(folder / name).resolve(), "-runs=0", scratch], cwd=scratch, env=environment, check=True,
                stderr=subprocess.DEVNULL)
    print(f"export: {len(build.targets())} targets ran their corpora")


main()
