"""A copy of the package that contains all mutants, each behind a switch. Mutants that do not compile are left out."""

import dataclasses
import pathlib
import re
import subprocess
import sys

import operators
from swift_source import Source

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / ".build/mutation"
TREE = WORK / "swift-vault"

sys.path.insert(0, str(ROOT / "Checks/Platforms"))
import package  # noqa: E402


@dataclasses.dataclass
class Mutant:
    """`edits` are (start, end, text) in the file. A text of None stands for an operator that is made for the edit."""
    file: str
    kind: str
    line: int
    text: str
    before: str
    after: str
    edits: list
    number: int = 0

    @property
    def key(self):
        """A name that does not change when lines are added above the mutant."""
        return " ".join(f"{self.file} | {self.text} | {self.before} | {self.after}".split())

    def overlaps(self, other):
        """Whether the two cannot both be in one text. A mutant that encloses another does not overlap it."""
        def points(mutant):
            return {place for start, end, _ in mutant.edits for place in range(start, end + 1)}
        if points(self) & points(other):
            return True
        (a, b), (c, d) = ((m.edits[0][0], m.edits[-1][1]) for m in (self, other))
        return a < c < b < d or c < a < d < b


def modules():
    """The targets that can have mutants, each after those that it depends on: (name, folder, options, dependencies)."""
    return package.modules(package.manifest(), (package.UMBRELLA, "SwiftVaultVaultTool", "Sessions", "SecretComparison"))


def schemata(source, mutants):
    """The text of a file with its mutants."""
    text = source.text
    edits = [(start, end, new, mutant) for mutant in mutants for start, end, new in mutant.edits]
    for start, end, new, mutant in sorted(edits, key=lambda edit: -edit[0]):
        if new is None:
            new = operators.name(mutant.number)
        text = text[:start] + new.replace("MUTANT", f"mutant({mutant.number})") + text[end:]
    return text


class Tree:
    def __init__(self):
        self.modules = modules()
        self.sources = {}
        for module in self.modules:
            for path in module.sources:
                name = str(path.relative_to(ROOT))
                self.sources[name] = Source(name, path.read_text())

    def module(self, file):
        return next(module for module in self.modules if (ROOT / file).is_relative_to(module.folder))

    def copy(self):
        """Copies everything that is not a mutant. Leaves equal files unchanged."""
        listing = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        names = [name for name in listing.stdout.splitlines() if name not in self.sources and (ROOT / name).exists()]
        for name in names:
            put(TREE / name, (ROOT / name).read_bytes(), (ROOT / name).stat().st_mode)
        keep = set(names) | set(self.sources)
        for path in [*TREE.glob("Sources/**/*.swift"), *TREE.glob("Tests/**/*.swift"), *TREE.glob("Checks/**/*.swift")]:
            if str(path.relative_to(TREE)) not in keep and path.name != "MutantSwitch.swift":
                path.unlink()

    def write(self, module, mutants):
        own = [mutant for mutant in mutants if self.module(mutant.file) is module]
        for path in module.sources:
            name = str(path.relative_to(ROOT))
            text = schemata(self.sources[name], [mutant for mutant in own if mutant.file == name])
            put(TREE / name, text.encode())
        declarations = [
            operators.declaration(mutant.number, mutant.before, mutant.after)
            for mutant in own if mutant.edits[0][2] is None]
        # All files of a module must import the C library with the same access level.
        level = re.search(r"(?m)^(private )?import Glibc", "\n".join(path.read_text() for path in module.sources))
        switch = (level and level.group(1) or "") + (HERE / "Switch.swift").read_text() + "\n" + "\n".join(declarations)
        put(TREE / module.folder.relative_to(ROOT) / "MutantSwitch.swift", switch.encode())

    def compiled(self, mutants):
        """The mutants that compile. Everything is compiled once for this, without optimisation."""
        objects = WORK / "objects"
        objects.mkdir(parents=True, exist_ok=True)
        for module in self.modules:
            while True:
                self.write(module, mutants)
                wrong = self.errors(module, objects)
                if not wrong:
                    break
                dropped = self.blamed(module, mutants, wrong)
                with (WORK / "errors.log").open("a") as log:
                    log.writelines(f"{place}\n" for place in wrong + dropped)
                print(f"{module.name}: {len(dropped)} that do not compile", flush=True)
                mutants = [mutant for mutant in mutants if mutant not in dropped]
        return mutants

    def errors(self, module, objects):
        """The places of the compiler's errors: (file, line)."""
        folder = TREE / module.folder.relative_to(ROOT)
        sources = sorted(str(path) for path in folder.rglob("*.swift"))
        command = ["swiftc", "-swift-version", "6", "-Onone", "-wmo", "-module-name", module.name,
                   "-I", str(objects), *module.options, "-emit-module-path",
                   str(objects / f"{module.name}.swiftmodule"), "-emit-sil", "-o", str(objects / "out.sil"),
                   "-suppress-warnings", "-DDEBUG", "-enable-testing"]
        if module is self.modules[-1]:
            command += ["-parse-as-library"]
        run = subprocess.run(command + sources, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        if run.returncode == 0:
            return []
        places = re.findall(rf"(?m)^{re.escape(str(TREE))}/(.*?):(\d+):\d+: error: (.*)$", run.stderr)
        if not places:
            raise SystemExit(f"{module.name} does not compile:\n{run.stderr[-4000:]}")
        return [(name, int(line), message) for name, line, message in places]

    def blamed(self, module, mutants, wrong):
        dropped = []
        for name, number, message in wrong:
            own = [mutant for mutant in mutants if mutant.file == name]
            if not own:
                raise SystemExit(f"{name}:{number}: {message}")
            source = self.sources[name]

            def lines(mutant):
                return [source.line_number(place) + 1 for start, end, _ in mutant.edits for place in (start, end)]

            at = [mutant for mutant in own if number in lines(mutant)]
            around = [mutant for mutant in own if min(lines(mutant)) <= number <= max(lines(mutant))]
            near = min(own, key=lambda mutant: min(abs(line - number) for line in lines(mutant)))
            dropped += at or around or [near]
        return dropped


def put(path, content, mode=None):
    """Writes a file, unless its content is the same already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)
    if mode:
        path.chmod(mode)
