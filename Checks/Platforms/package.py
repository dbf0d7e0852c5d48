"""The modules of the package, from its manifest, so that no check has a list of its own."""

import hashlib
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UMBRELLA = "SwiftVault"
#: The libraries that compile for every platform, with their dependencies.
PORTABLE = (UMBRELLA, "VaultInterop", "Sessions", "SecretComparison")
#: The commands, and what only they use.
COMMANDS = tuple(f"SwiftVault{name}" for name in ("VaultTool", "Benchmarks", "CryptoLab"))
#: The loops of instructions that vault-bench measures.
LOOPS = tuple(f"SwiftVaultInstruction{name}" for name in ("X86SSE", "X86AVX2", "X86AVX512", "ARM64Crypto", "ARM64SHA512"))


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
        #: The instructions beyond the x86-64 baseline for which it is compiled, as in clang's `-m` options.
        self.x86_features = {
            feature.removeprefix("-m") for option, feature in zip(self.options, self.options[2:])
            if option == "-Xarch_x86_64"}


class Embedded:
    """Compiles modules in Embedded Swift for a target, each after those it depends on. A module that is in the folder is
    kept if neither it, nor one before it, nor the compiler and its options have changed."""

    def __init__(self, run, target, optimization, *options):
        self.run = run
        self.folder = ROOT / ".build/embedded" / f"{target}{optimization}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.options = [
            "-target", target, "-enable-experimental-feature", "Embedded", "-wmo", optimization, "-Xfrontend",
            "-disable-stack-protector", "-Xfrontend", "-function-sections", "-swift-version", "6",
            # Otherwise each object has a hash for incremental builds, which differs between folders.
            "-Xfrontend", "-disable-incremental-llvm-codegen",
            "-warnings-as-errors", *options, "-I", self.folder]
        self.state = hashlib.sha256(run("swiftc", "--version").encode())

    def compile(self, module, sources, *options):
        """The object file of a program."""
        output, stamp = self.folder / f"{module}.o", self.folder / f"{module}.stamp"
        command = [*self.options, "-module-name", module, "-c", "-o", output, *options, *sources]
        self.state.update(repr(command).encode())
        for path in sources:
            self.state.update(path.read_bytes())
        if not output.exists() or not stamp.exists() or stamp.read_text() != self.state.hexdigest():
            stamp.unlink(missing_ok=True)
            self.run("swiftc", *command)
            stamp.write_text(self.state.hexdigest())
        return output

    def library(self, module, sources, *options):
        """The object file of a module that those after it may import."""
        interface = ["-emit-module", "-emit-module-path", self.folder / f"{module}.swiftmodule"]
        return self.compile(module, sources, "-parse-as-library", *interface, *options)


def options(setting):
    """The options of the compiler for a setting of the manifest. A setting that is only for debug builds or for one
    operating system has none."""
    kind = setting["kind"]
    if "condition" in setting:
        return []
    if "unsafeFlags" in kind:
        return kind["unsafeFlags"]["_0"]
    if "enableExperimentalFeature" in kind:
        return ["-enable-experimental-feature", kind["enableExperimentalFeature"]["_0"]]
    if "enableUpcomingFeature" in kind:
        return ["-enable-upcoming-feature", kind["enableUpcomingFeature"]["_0"]]
    if "strictMemorySafety" in kind:
        return ["-strict-memory-safety"]
    raise SystemExit(f"platforms: a setting that is not known here: {setting}")


def manifest():
    """Package.swift as SwiftPM reads it, from a folder of its own, so that it does not wait for a build."""
    return json.loads(subprocess.run(
        ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)


def built(build):
    """The modules in a folder of products, each with its build's own list of its files: SwiftPM's native build system keeps
    them beside the products, Swift Build in a tree of its own."""
    build = pathlib.Path(build).resolve()
    lists = [*build.glob("*.build/output-file-map.json"), *(build.parent.parent / "Intermediates.noindex").glob(
        f"*.build/{build.name}/*.build/Objects-normal/*/*-OutputFileMap.json")]
    return {next(folder.stem for folder in path.parents if folder.suffix == ".build"): path for path in lists}


def objects(build, module):
    """The object files of a module in a folder of products, from the build's own list: the folder may also contain those of
    files that were renamed."""
    path = built(build).get(module)
    listed = json.loads(path.read_text()) if path else {}
    return sorted(path.parent / pathlib.Path(outputs["object"]).name for source, outputs in listed.items() if source)


def x86_kernels(loops=()):
    """The modules compiled for instructions beyond the x86-64 baseline that the compiler may choose by itself. It never
    chooses those that save registers. With `loops`, those of vault-bench too."""
    found = [module for module in modules(manifest(), PORTABLE + loops) if module.x86_features - {"xsave", "xsavec"}]
    folders = {path for name in ("Sources/Kernels", "Benchmarks/Instructions")[:2 if loops else 1]
               for path in (ROOT / name).glob("X86*")}
    if different := folders ^ {module.folder for module in found}:
        names = ", ".join(sorted(str(path.relative_to(ROOT)) for path in different))
        raise SystemExit(f"x86 by its folder or by its options, but not by both: {names}")
    return found


def modules(manifest, roots=PORTABLE):
    """Every module that the roots depend on, and the roots themselves, each after its dependencies."""
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
    # The playground has no use for some libraries.
    if missing and set(roots) >= set(PORTABLE):
        raise SystemExit(f"platforms: no library depends on {', '.join(sorted(missing))}")
    return ordered
