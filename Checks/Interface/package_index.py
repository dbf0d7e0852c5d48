"""Compares .spi.yml, the manifest for the Swift Package Index, with the package's manifest.

Every library that the documentation has is a documentation target, every library product of the package is one of them,
and each platform other than Linux and macOS has a scheme of its own that is the name of a library product. First the
check must refuse manifests with a planted fault each.
"""

import json
import pathlib
import re
import sys

import symbols

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# The index reads no larger file.
MAXIMUM = 1500
# SwiftPM's names of platforms that the index builds with Xcode alone.
PLATFORMS = {"ios", "tvos", "watchos", "visionos"}


def configurations(text):
    """The entries of `configs`, from the part of YAML that .spi.yml uses: a key, and a word or a list in brackets."""
    entries = []
    for line in text.splitlines():
        if found := re.fullmatch(r"    (?P<new>- |  )(?P<key>\w+): (?P<value>.*)", line):
            if found["new"] == "- ":
                entries.append({})
            value = found["value"]
            entries[-1][found["key"]] = re.findall(r"\w+", value) if value.startswith("[") else value
        elif not re.fullmatch(r"\s*#.*|version: 1|builder:|  configs:|", line):
            raise ValueError(f".spi.yml: not understood: {line}")
    return entries


def faults(text, products):
    """What is wrong with a manifest for the index, given the library products."""
    if len(text.encode()) > MAXIMUM:
        yield f".spi.yml is larger than {MAXIMUM} bytes"
    try:
        entries = configurations(text)
    except (ValueError, IndexError) as error:
        yield str(error)
        return
    documented = [name for entry in entries if "platform" not in entry
                  for name in entry.get("documentation_targets", [])]
    for name in sorted((products | set(symbols.LIBRARIES)) - set(documented)):
        yield f".spi.yml: {name} is not a documentation target"
    for name in sorted(set(documented) - set(symbols.LIBRARIES)):
        yield f".spi.yml: {name} is not a library"
    if len(set(documented)) < len(documented):
        yield ".spi.yml: a documentation target is named twice"
    schemes = {entry["platform"]: entry.get("scheme") for entry in entries if "platform" in entry}
    for platform in sorted(PLATFORMS - set(schemes)):
        yield f".spi.yml: {platform} has no scheme"
    for platform, scheme in schemes.items():
        if scheme not in products:
            yield f".spi.yml: {platform}: the scheme {scheme} is no library product"


def control(text, products):
    """What the check accepts and must not."""
    planted = {
        "a documentation target left out": text.replace(" Sessions,", ""),
        "a documentation target that does not exist": text.replace("[", "[Nothing, "),
        "a scheme that is no library product": text.replace("scheme: SwiftVaultFoundation", "scheme: swift-vault", 1),
        "a platform left out": text.replace("platform: tvos", "platform: linux"),
        "a key that is not understood": text + "    - platform\n",
        "a file that is too large": text + "#" * MAXIMUM + "\n",
    }
    for fault, wrong in planted.items():
        if wrong == text or not list(faults(wrong, products)):
            yield f"{fault} in .spi.yml is accepted"
    if not list(faults(text, products | {"New"})):
        yield "a new library is accepted that is not in .spi.yml"


def check():
    """The complaints about .spi.yml. Ends the program if the check itself is wrong."""
    manifest = json.loads(symbols.run("swift", "package", "dump-package"))
    products = {product["name"] for product in manifest["products"] if "library" in product["type"]}
    text = (ROOT / ".spi.yml").read_text()
    found = list(faults(text, products))
    # The faults are planted in a manifest that has none.
    if not found and (mistakes := list(control(text, products))):
        sys.exit("package index: the check itself is wrong:\n" + "\n".join(mistakes))
    return found
