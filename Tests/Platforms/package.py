"""The modules of the package, as its manifest has them: no check below chooses for itself what it compiles."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UMBRELLA = "SwiftVault"


class Module:
    """A target of the package."""

    def __init__(self, target):
        self.name = target["name"]
        self.folder = ROOT / (target.get("path") or f"Sources/{self.name}")
        self.dependencies = [(entry.get("byName") or entry["target"])[0] for entry in target["dependencies"]]
        excluded = [self.folder / name for name in target["exclude"]]
        self.sources = sorted(
            path for path in self.folder.rglob("*.swift") if not any(map(path.is_relative_to, excluded)))
        self.options = ["-package-name", "swift-vault"]
        for setting in target["settings"]:
            self.options += options(setting)
        #: The instructions beyond the x86-64 baseline that it is compiled for, as in clang's `-m` options.
        self.x86_features = {
            feature.removeprefix("-m") for option, feature in zip(self.options, self.options[2:])
            if option == "-Xarch_x86_64"}


def options(setting):
    """What a setting of the manifest is on the compiler's command line; those for debug builds or for one operating system
    alone are none."""
    kind = setting["kind"]
    if "condition" in setting:
        return []
    if "unsafeFlags" in kind:
        return kind["unsafeFlags"]["_0"]
    if "enableExperimentalFeature" in kind:
        return ["-enable-experimental-feature", kind["enableExperimentalFeature"]["_0"]]
    if "strictMemorySafety" in kind:
        return ["-strict-memory-safety"]
    raise SystemExit(f"platforms: a setting that is not known here: {setting}")


def manifest():
    """Package.swift as SwiftPM reads it; in a folder of its own, so that it does not wait for a build."""
    return json.loads(subprocess.run(
        ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)


def x86_kernels():
    """The modules compiled for instructions beyond the x86-64 baseline that the compiler may use of its own accord: it
    never uses those that save registers."""
    found = [module for module in modules(manifest()) if module.x86_features - {"xsave", "xsavec"}]
    folders = {path.name for path in (ROOT / "Sources/Kernels").glob("X86*")}
    if different := folders ^ {module.folder.name for module in found}:
        raise SystemExit(f"a kernel by its folder or by its options, but not by both: {', '.join(sorted(different))}")
    return found


def modules(manifest, roots=(UMBRELLA,)):
    """Every module that the umbrella, or others, are built on, and they themselves, each behind those it depends on."""
    targets = {target["name"]: Module(target) for target in manifest["targets"]}
    ordered = []

    def add(name):
        for dependency in targets[name].dependencies:
            add(dependency)
        if targets[name] not in ordered:
            ordered.append(targets[name])

    for root in roots:
        add(root)
    kernels = {path.name for path in (ROOT / "Sources/Kernels").iterdir() if path.is_dir()}
    missing = kernels - {module.folder.name for module in ordered}
    if missing:
        raise SystemExit(f"platforms: no library depends on {', '.join(sorted(missing))}")
    return ordered
