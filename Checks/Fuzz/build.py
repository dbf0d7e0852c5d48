"""Compiles the package's modules and the fuzz targets with coverage and AddressSanitizer, and links them into one
program."""

import concurrent.futures
import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Platforms"))
import package  # noqa: E402

COMMANDS = ["SwiftVaultVaultTool", "SwiftVaultCryptoLab", "SwiftVaultBenchmarks"]
# Optimised, like the product. Preconditions and overflow checks remain. Testable, so that a target reaches parsers that
# are not public.
OPTIONS = ["-wmo", "-gline-tables-only", "-enable-testing", "-swift-version", "6", "-parse-as-library",
           "-sanitize=fuzzer,address", "-package-name", "swift-vault"]


def targets():
    """The names of the fuzz targets: one file each."""
    return sorted(path.stem for path in (HERE / "Targets").glob("*.swift"))


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"fuzz: {command[0]} failed:\n{done.stdout}{done.stderr}")


class Build:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        manifest = package.manifest()
        self.modules = package.modules(manifest, COMMANDS)
        # The targets spend their time in the libraries and in their own loops. Optimising the commands would take 80 s.
        self.optimized = {"Harness", "SwiftVaultOperations", *(module.name for module in package.modules(manifest))}

    def program(self, *options, name="fuzz"):
        """The program with all targets, linked with these options. Modules that are unchanged since the last build are
        not compiled again."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            stamps = {}
            for module in self.modules:
                needs = [stamps[name] for name in module.dependencies]
                stamps[module.name] = pool.submit(self.compile, module, needs)
            stamps = [stamp.result() for stamp in stamps.values()]
        harness = self.compile_harness(stamps)
        return self.link(name, harness, options=options)

    def compile(self, module, needs):
        """Compiles a module after those that it needs. Returns a text that changes when its compilation does."""
        stamp = digest([need.result() for need in needs], module.options, module.sources)
        object_file, stamp_file = self.folder / f"{module.name}.o", self.folder / f"{module.name}.stamp"
        if not (object_file.exists() and stamp_file.exists() and stamp_file.read_text() == stamp):
            interface = ["-emit-module", "-emit-module-path", self.folder / f"{module.name}.swiftmodule"]
            self.swiftc(module.name, module.sources, object_file, *interface, *module.options)
            stamp_file.write_text(stamp)
        return stamp

    def swiftc(self, name, sources, output, *options):
        # libFuzzer has a `main` of its own.
        entry = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", f"{name}_main"] if name in COMMANDS else []
        optimization = "-O" if name in self.optimized else "-Onone"
        run("swiftc", optimization, *OPTIONS, "-I", self.folder, "-module-name", name, *options, *entry, "-c", "-o", output, *sources)

    def compile_harness(self, stamps):
        registry = self.folder / "Registry.swift"
        listed = ", ".join(f'"{name}": {name}.self' for name in targets())
        registry.write_text(f"let targets: [String: any Target.Type] = [{listed}]\n")
        sources = [*sorted((HERE / "Harness").glob("*.swift")), *sorted((HERE / "Targets").glob("*.swift")), registry,
                   package.ROOT / "Tests/TestSupport/SplitMix64.swift"]
        stamp, stamp_file = digest(stamps, [], sources), self.folder / "harness.stamp"
        if not (stamp_file.exists() and stamp_file.read_text() == stamp):
            self.swiftc("Harness", sources, self.folder / "Harness.o")
            stamp_file.write_text(stamp)
        return self.folder / "Harness.o"

    def link(self, name, harness, replaced=None, options=()):
        """Links the program. `replaced` is a module and the object file that is used instead of its own."""
        objects = [self.folder / f"{module.name}.o" for module in self.modules]
        if replaced:
            objects = [replaced[1] if path.stem == replaced[0] else path for path in objects]
        program = self.folder / name
        run("swiftc", "-sanitize=fuzzer,address", *options, "-o", program, harness, *objects)
        return program

    @staticmethod
    def source(plant):
        """The source that a bug is planted in, which must have its line once."""
        text = (package.ROOT / plant.file).read_text()
        if text.count(plant.line) != 1:
            sys.exit(f"fuzz: {plant.file} does not contain the line of a planted bug exactly once: {plant.line}")
        # Only the bug's own module is compiled again, so other modules would keep the right code.
        if "@inlinable" in text[:text.index(plant.line)].rpartition("\n\n")[2]:
            sys.exit(f"fuzz: a planted bug is in inlinable code: {plant.line}")
        return text

    def planted(self, plant):
        """The program with one line of the sources changed."""
        module = next(module for module in self.modules if package.ROOT / plant.file in module.sources)
        original = self.source(plant)
        folder = self.folder / "planted" / plant.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        changed = folder / pathlib.Path(plant.file).name
        changed.write_text(original.replace(plant.line, plant.instead))
        sources = [changed if path == package.ROOT / plant.file else path for path in module.sources]
        self.swiftc(module.name, sources, folder / "module.o", *module.options)
        return self.link(f"planted/{plant.name}/fuzz", self.folder / "Harness.o", (module.name, folder / "module.o"))


def digest(needs, options, sources):
    content = [path.read_bytes() for path in sources]
    return hashlib.sha256(repr([needs, OPTIONS, options, content]).encode()).hexdigest()
