"""The public symbols of the libraries, as swift-symbolgraph-extract lists them, for docc and
Checks/Interface/check.py."""

import functools
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Each library may link to the libraries before it.
LIBRARIES = ["SwiftVaultCryptoBytes", "SHA", "HMAC", "PBKDF2", "MemoryHard", "Credentials", "AES", "ChaCha20Poly1305", "Curve25519", "Sessions", "SecretComparison", "Vault", "VaultFiles", "VaultInterop", "SwiftVault", "SwiftVaultFoundation"]


def run(*command, output=subprocess.PIPE):
    """The output of a command. Prints its errors. Ends the program if the command fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=output, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout or ''}{' '.join(command[:3])} failed")
    return done.stdout


def swift_build(options):
    """Compiles the libraries, and returns the folder of their modules."""
    for target in ("SwiftVaultFoundation", "Sessions", "SecretComparison"):
        run("swift", "build", "-c", "release", "--target", target, *options, output=None)
    return run("swift", "build", "-c", "release", "--show-bin-path", *options).strip() + "/Modules"


def is_inherited(symbol):
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"]


def own_symbols(symbols):
    """The symbols, without those that come from the standard library and without defaults that a type replaces."""
    declared = {tuple(symbol["pathComponents"]) for symbol in symbols if not is_inherited(symbol)}
    return [
        symbol for symbol in symbols
        if not is_inherited(symbol)
        or symbol.get("docComment", {}).get("module") in LIBRARIES and tuple(symbol["pathComponents"]) not in declared
    ]


@functools.cache
def triple():
    """The platform of the compiler."""
    return json.loads(run("swift", "-print-target-info"))["target"]["triple"]


def write_graphs(module, modules, folder):
    """Writes the symbol graphs of a module with only its own symbols, and returns them."""
    run("swift-symbolgraph-extract", "-module-name", module, "-I", modules, "-target", triple(),
        "-minimum-access-level", "public", "-emit-extension-block-symbols", "-output-dir", str(folder))
    symbols = []
    for path in folder.glob("*.symbols.json"):
        graph = json.loads(path.read_text())
        graph["symbols"] = own_symbols(graph["symbols"])
        kept = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
        graph["relationships"] = [
            relationship for relationship in graph["relationships"]
            if "::SYNTHESIZED::" not in relationship["source"] or relationship["source"] in kept
        ]
        path.write_text(json.dumps(graph))
        symbols += graph["symbols"]
    return symbols
