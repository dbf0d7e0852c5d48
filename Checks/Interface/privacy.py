"""Checks that each library for iOS, tvOS, watchOS and visionOS has a privacy manifest for what Apple requires a reason
for, and none without need.

The list is Apple's page "Describing use of required reason API", for these systems alone. A target that calls one of
its functions has a PrivacyInfo.xcprivacy in its folder, which names the function's category with a reason, and
Package.swift names the file: a resource on a Mac, left out elsewhere. First the check must find each name in a planted
line, and refuse planted manifests.
"""

import json
import pathlib
import plistlib
import re
import sys

import symbols

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

MANIFEST = "PrivacyInfo.xcprivacy"
CATEGORIES = {
    "FileTimestamp": "creationDate modificationDate fileModificationDate contentModificationDateKey creationDateKey "
                     "getattrlist getattrlistbulk fgetattrlist getattrlistat stat fstat fstatat lstat",
    "SystemBootTime": "systemUptime mach_absolute_time",
    "DiskSpace": "volumeAvailableCapacityKey volumeAvailableCapacityForImportantUsageKey "
                 "volumeAvailableCapacityForOpportunisticUsageKey volumeTotalCapacityKey systemFreeSize systemSize "
                 "statfs statvfs fstatfs fstatvfs",
    "ActiveKeyboards": "activeInputModes",
    "UserDefaults": "UserDefaults",
}
CATEGORY = {name: category for category, names in CATEGORIES.items() for name in names.split()}
# A name at the end of a string is no call.
CALL = re.compile(rf"\b({'|'.join(CATEGORY)})\b(?!\")")


def calls(text):
    """The names in the code of a Swift file, without its comments."""
    return set(CALL.findall(re.sub(r"//.*", "", text)))


def declared(manifest):
    """The categories for which a manifest gives a reason."""
    entries = plistlib.loads(manifest)["NSPrivacyAccessedAPITypes"]
    return {entry["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory")
            for entry in entries if entry["NSPrivacyAccessedAPITypeReasons"]}


def targets(manifest):
    """The targets that the library products are made of on iOS."""
    named = {target["name"]: target for target in manifest["targets"]}
    waiting = [name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]]
    found = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = named[name]
        for dependency in named[name]["dependencies"]:
            other, condition = next(iter(dependency.values()))
            if not condition or "ios" in condition["platformNames"]:
                waiting.append(other)
    return found


def complaints(name, texts, manifest, is_named):
    """What is wrong with a target: `texts` has the names that each of its files calls."""
    needed = {CATEGORY[call] for found in texts.values() for call in found}
    given = declared(manifest) if manifest else set()
    for file, found in sorted(texts.items()):
        if missing := sorted(call for call in found if CATEGORY[call] not in given):
            yield f"{file} calls {', '.join(missing)}, for which Apple requires a reason in a {MANIFEST}"
    for category in sorted(given - needed):
        yield f"{name}: {MANIFEST} has a reason for {category}, which no file needs"
    if bool(manifest) != is_named:
        yield f"{name}: Package.swift and the folder differ about {MANIFEST}"


def check():
    """The complaints about calls. Ends the program if the check itself is wrong."""
    missed = [name for name in CATEGORY if calls(f"let x = {name}(1)") != {name} or calls(f"// {name}(1)")]
    listed, count, found = [], 0, targets(json.loads(symbols.run("swift", "package", "dump-package")))
    for name, target in found.items():
        folder = ROOT / (target.get("path") or f"Sources/{name}")
        texts = {str(file.relative_to(ROOT)): calls(file.read_text()) for file in folder.rglob("*.swift")}
        count += len(texts)
        path = folder / MANIFEST
        manifest = path.read_bytes() if path.exists() else None
        is_named = MANIFEST in str(target["exclude"]) + str(target["resources"])
        listed += complaints(name, texts, manifest, is_named)
        if manifest and not listed:
            without = re.sub(rb"<string>[0-9A-F]{4}[.]1</string>", b"", manifest)
            missed += [plant for plant in ((texts, None, True), (texts, without, True), ({}, manifest, True),
                                           (texts, manifest, False)) if not list(complaints(name, *plant))]
    if missed or "VaultFiles" not in found or count < 100:
        sys.exit(f"privacy: the check itself is wrong: {missed}, {count} files")
    return listed
