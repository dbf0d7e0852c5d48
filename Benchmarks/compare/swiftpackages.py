#!/usr/bin/env python3
"""Compares this package with the packages that Swift users choose between, swift-crypto and CryptoSwift, in one run.

    swiftpackages.py --swift-crypto DIR --swift-asn1 DIR --crypto-swift DIR
    swiftpackages.py --check | --tables

The folders are clones; swift-crypto's product CryptoExtras needs swift-asn1. For each package, an app that depends on
it by path is built: clean for debugging and for release, which gives the CPU seconds, and for release with the Swift
libraries linked statically. Then the apps' programs take turns on one core. A time is the fastest of its samples. All
three must compute the same.

Writes Benchmarks/results/swift-packages.json, and from it the tables in Benchmarks/SwiftPackages.md and README.md.
--tables writes only the tables, --check compares them with the file. Linux only. It takes about ten minutes.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from compare import Server, Servers
from shared import age, processor, rounded, speed_text, with_tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = HERE / "SwiftPackages"
RESULT = ROOT / "Benchmarks/results/swift-packages.json"
OURS, APPLE, OTHER = PACKAGES = "swift-vault", "swift-crypto", "CryptoSwift"
# What an app imports: for the clean build and the sizes, and for the measured calls.
MODULES = {OURS: ["SwiftVault"], APPLE: ["Crypto"], OTHER: ["CryptoSwift"]}
ROW_MODULES = {OURS: ["SwiftVault", "SwiftVaultFoundation"], APPLE: ["Crypto", "CryptoExtras"], OTHER: ["CryptoSwift"]}
HASH = {
    OURS: "print(SHA256.hash(data: Array(text.utf8)))",
    APPLE: "print(SHA256.hash(data: Array(text.utf8)))",
    OTHER: "print(text.sha256())",
}
SEAL = {
    OURS: "print(try AES.GCM.seal(Array(text.utf8), using: SymmetricKey(size: .bits256)).ciphertext.count)",
    APPLE: "print(try AES.GCM.seal(Array(text.utf8), using: SymmetricKey(size: .bits256)).ciphertext.count)",
    OTHER: "print(try AES(key: AES.randomIV(32), blockMode: GCM(iv: AES.randomIV(12), mode: .combined), "
           "padding: .noPadding).encrypt(Array(text.utf8)).count)",
}
# Title, operation, bytes (for PBKDF2 its rounds), whether the figure is a time.
ROWS = [
    ("SHA-256, 16 B", "sha256", 16, True),
    ("SHA-256, 1 KiB", "sha256", 1024, False),
    ("SHA-256, 16 KiB", "sha256", 16384, False),
    ("HMAC-SHA256, 1 KiB", "hmac-sha256", 1024, False),
    ("AES-256-GCM sealing `[UInt8]`, 1 KiB", "gcm-bytes", 1024, False),
    ("AES-256-GCM sealing `[UInt8]`, 16 KiB", "gcm-bytes", 16384, False),
    ("AES-256-GCM sealing `Data`, 1 KiB", "gcm-data", 1024, False),
    ("AES-256-GCM sealing `Data`, 16 KiB", "gcm-data", 16384, False),
    ("AES-256-CBC encryption, 16 KiB", "cbc-encrypt", 16384, False),
    ("AES-256-CBC decryption, 16 KiB", "cbc-decrypt", 16384, False),
    ("PBKDF2-HMAC-SHA256, a round", "pbkdf2-sha256", 1000, True),
]
# The rows of README.md.
BRIEF_ROWS = [
    "SHA-256, 16 KiB", "HMAC-SHA256, 1 KiB", "AES-256-GCM sealing `Data`, 16 KiB", "PBKDF2-HMAC-SHA256, a round"]
BRIEF_FACTS = ["clean build for release, CPU time", "program that seals, static", "lines of C, C++ and assembler"]
TURNS, SECONDS = 20, 0.02
CONFIGURATIONS = "release", "debug"
STATIC = "--static-swift-stdlib"
# swift-crypto takes swift-asn1 from the folder beside it, and nothing is downloaded.
LOCAL = {"SWIFTCI_USE_LOCAL_DEPS": "1"}


def said_by(*command):
    done = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | LOCAL)
    if done.returncode:
        raise SystemExit(f"swiftpackages: {' '.join(map(str, command))}\n{done.stdout[-3000:]}")
    return done.stdout.strip()


def git(folder, *arguments):
    return said_by("git", "-C", folder, *arguments)


class App:
    """A package in a temporary folder that depends on one of the three by path, with its three programs."""

    def __init__(self, name, dependency, folder):
        self.name, self.folder = name, folder / "apps" / f"app-with-{name}"
        products = {"Hash": MODULES[name], "Seal": MODULES[name], "Rows": ROW_MODULES[name]}
        for program, code in (("Hash", HASH[name]), ("Seal", SEAL[name])):
            self.write(program, f'import {MODULES[name][0]}\nlet text = "{"swift" * 4}"\n{code}\n')
        rows = self.folder / "Sources/Rows"
        rows.mkdir(parents=True)
        shutil.copy(SOURCES / "Serve.swift", rows / "main.swift")
        for file in SOURCES.glob(f"{''.join(word[0].upper() + word[1:] for word in name.split('-'))}*.swift"):
            shutil.copy(file, rows)
        targets = [
            f'.executableTarget(name: "{program}", dependencies: [' + ", ".join(
                f'.product(name: "{module}", package: "{dependency.name}")' for module in modules) + "])"
            for program, modules in products.items()]
        (self.folder / "Package.swift").write_text(
            "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(\n"
            f'  name: "app", dependencies: [.package(path: "{dependency}")],\n  targets: [{", ".join(targets)}])\n')

    def write(self, program, code):
        folder = self.folder / "Sources" / program
        folder.mkdir(parents=True)
        (folder / "main.swift").write_text(code)

    def build(self, program, configuration, *options):
        """Builds a program. Returns its path, and the CPU seconds."""
        command = [
            "swift", "build", "--package-path", self.folder, "--build-system", "native", "-c", configuration,
            "--product", program, "--scratch-path", self.folder / f"build{''.join(options)}", *options]
        print(f"{self.name}: {program}, {configuration} {' '.join(options)}", file=sys.stderr, flush=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said_by(*command)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return pathlib.Path(said_by(*command, "--show-bin-path")) / program, seconds

    def stripped(self, path):
        """The bytes of a program without symbols, which must still run."""
        small = path.with_name(path.name + ".stripped")
        said_by("strip", "-o", small, path)
        said_by(small)
        return small.stat().st_size


def needed_targets(manifest, product):
    """The targets of a package that a product of it needs on Linux."""
    targets = {target["name"]: target for target in manifest["targets"]}
    left = list(next(each["targets"] for each in manifest["products"] if each["name"] == product))
    found = {}
    while left:
        name = left.pop()
        if name not in found:
            found[name] = targets[name]
            # A dependency is {"byName" or "target": [name, condition]}; these products need no other package.
            for [(other, condition)] in map(dict.values, targets[name]["dependencies"]):
                if "linux" in ((condition or {}).get("platformNames") or ["linux"]):
                    left.append(other)
    return found.values()


def extent(name, folder):
    """The targets that an app gets with the package, their lines in C, C++ and assembler, and the packages it needs."""
    manifest = json.loads(said_by("swift", "package", "--package-path", folder, "dump-package"))
    targets = needed_targets(manifest, MODULES[name][0])
    lines = 0
    for target in targets:
        for path in (folder / (target.get("path") or f"Sources/{target['name']}")).rglob("*"):
            if path.suffix in (".c", ".cc", ".h", ".inc", ".S"):
                lines += len(path.read_bytes().splitlines())
    return {"packages it depends on": len(manifest["dependencies"]), "targets": len(targets), "lines of C, C++ and assembler": lines}


def copy_of(clone, folder):
    """A copy of a clone's manifest and sources, with no build of its own."""
    target = folder / "packages" / folder_name(clone)
    target.mkdir(parents=True)
    shutil.copy(clone / "Package.swift", target)
    shutil.copytree(clone / "Sources", target / "Sources")
    return target


def folder_name(clone):
    manifest = (clone / "Package.swift").read_text()
    return re.search(r'let package = Package\(\s*name: "([^"]+)"', manifest)[1]


def version(folder):
    return {"version": git(folder, "describe", "--tags", "--always"), "commit": git(folder, "rev-parse", "HEAD")}


def measured(servers):
    """Nanoseconds of a call (for PBKDF2 of a round) by row, configuration and package."""
    found = {}
    for title, operation, size, _ in ROWS:
        results = {each: server.ask(f"{operation} {size} check") for each, server in servers.items()}
        if len(set(results.values())) > 1:
            raise SystemExit(f"swiftpackages: not all agree on '{title}': {results}")
        samples = {each: [] for each in servers}
        for turn in range(TURNS):
            for each, server in servers.items():
                server.turn(turn)
                samples[each].append(float(server.ask(f"{operation} {size} {SECONDS}")))
        calls = size if operation.startswith("pbkdf2") else 1
        found[title] = {
            configuration: {name: min(samples[name, configuration]) / calls for name in PACKAGES}
            for configuration in CONFIGURATIONS}
        print(title, file=sys.stderr, flush=True)
    return found


def measure(options):
    if git(ROOT, "status", "--porcelain", "--", "Sources", "Package.swift"):
        raise SystemExit("swiftpackages: Sources or Package.swift has changes that are not committed")
    clones = {APPLE: options.swift_crypto, OTHER: options.crypto_swift, "swift-asn1": options.swift_asn1}
    report = {
        "date": datetime.date.today().isoformat(), "processor": processor(), "load": os.getloadavg()[0],
        "toolchain": said_by("swift", "--version").splitlines()[0], "sources": git(ROOT, "rev-parse", "HEAD:Sources"),
        "packages": {OURS: version(ROOT)} | {name: version(clone) for name, clone in clones.items()}, "facts": {},
    }
    facts, programs = report["facts"], {}

    def fact(title, name, value):
        facts.setdefault(title, {})[name] = value

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        copies = {OURS: ROOT} | {name: copy_of(clone, folder) for name, clone in clones.items()}
        for name in PACKAGES:
            app = App(name, copies[name], folder)
            for configuration in CONFIGURATIONS:
                path, seconds = app.build("Hash", configuration)
                fact(f"clean build for {configuration}, CPU time", name, seconds)
                if configuration == "release":
                    fact("program that hashes", name, app.stripped(path))
                    fact("program that seals", name, app.stripped(app.build("Seal", configuration)[0]))
                programs[name, configuration] = str(app.build("Rows", configuration)[0])
            for program, verb in (("Hash", "hashes"), ("Seal", "seals")):
                fact(f"program that {verb}, static", name, app.stripped(app.build(program, "release", STATIC)[0]))
            for title, value in extent(name, copies[name]).items():
                fact(title, name, value)
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        servers = {each: Servers(lambda path=path: Server([path])) for each, path in programs.items()}
        report["speed"] = measured(servers)
        for server in servers.values():
            server.close()
    RESULT.write_text(json.dumps(report, indent=2) + "\n")


def speeds_text(times, size, is_time):
    """The speeds of several builds. A unit that they share is written once."""
    *first, last = [speed_text(time, size, is_time) for time in times]
    return ", ".join([text.removesuffix(last[last.index(" "):]) for text in first] + [last])


def fact_text(title, value):
    if title.startswith("clean"):
        return f"{value:.0f} s"
    if title.startswith("program"):
        return f"{value / 1e3:,.0f} kB" if value < 999_500 else f"{rounded(value / 1e6)} MB"
    return f"{value:,}"


def heading(report):
    names = [f"{name} {report['packages'][name]['version']}" for name in (APPLE, OTHER)]
    return [f"| | {OURS} | {' | '.join(names)} |", "|---|---:|---:|---:|"]


def speed_rows(report, configurations, titles):
    for title, _, size, is_time in ROWS:
        if title in titles:
            times = [[report["speed"][title][each][name] for each in configurations] for name in PACKAGES]
            cells = [speeds_text(each, size, is_time) for each in times]
            yield f"| {title} | {' | '.join(cells)} |"


def fact_rows(report, titles):
    for title in titles:
        cells = [fact_text(title, report["facts"][title][name]) for name in PACKAGES]
        yield f"| {title} | {' | '.join(cells)} |"


def circumstances(report):
    packages = report["packages"]
    others = ", ".join(f"{name} {packages[name]['version']} ({packages[name]['commit'][:10]})" for name in packages if name != OURS)
    return [
        f"**Measured on {report['date']} from {age(report)}**, on one core of an {report['processor']}, with {report['toolchain']}.",
        f"The load of the machine was {report['load']:.2f} at the start.",
        f"This package: Sources with the tree {report['sources'][:10]}. The others: {others}."]


def documents(report):
    """Each document that has tables, and the lines between its marks."""
    every = [title for title, *_ in ROWS]
    yield ROOT / "Benchmarks/SwiftPackages.md", [
        *circumstances(report), "", *heading(report),
        *speed_rows(report, ["release"], every), *fact_rows(report, report["facts"]), "",
        "The same calls in debug builds:", "", *heading(report), *speed_rows(report, ["debug"], every)]
    yield ROOT / "README.md", [
        f"On one core of an {report['processor']}, {report['date']}, from {age(report)}, in a release build and in a debug build:", "",
        *heading(report), *speed_rows(report, CONFIGURATIONS, BRIEF_ROWS), *fact_rows(report, BRIEF_FACTS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    clones = [parser.add_argument(f"--{name}", type=pathlib.Path, metavar="DIR") for name in ("swift-crypto", "swift-asn1", "crypto-swift")]
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tables", action="store_true")
    options = parser.parse_args()
    if not (options.check or options.tables):
        if not all(getattr(options, clone.dest) for clone in clones):
            parser.error("name the three clones")
        measure(options)
    if not RESULT.exists():
        raise SystemExit(f"swiftpackages: no {RESULT.relative_to(ROOT)}: measure first")
    report = json.loads(RESULT.read_text())
    is_wrong = False
    for path, lines in documents(report):
        text = path.read_text()
        try:
            expected = with_tables(text, "swift packages", lines)
        except ValueError as error:
            raise SystemExit(f"swiftpackages: {path.name} has {error}")
        if expected != text:
            is_wrong = True
            if not options.check:
                path.write_text(expected)
    if options.check and is_wrong:
        raise SystemExit("swiftpackages: a table differs from the results; run swiftpackages.py --tables")
    print("\n".join(circumstances(report)))
    print(f"the tables are those of {RESULT.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
