"""The operations on large files. Every fault of `run` is tested on each of them.

A new subcommand is an entry in `operations()`: its words, the files that it may change, and how to tell the new state
from the old one. All important files have a little more than 24 units of the pipeline, so each of its threads has
several.
"""

import dataclasses
import functools
import os
import pathlib
import shutil
import tempfile
from typing import Callable, Optional

import tool

UNIT = 1 << 20
LARGE = 24 * UNIT + 12_345
HEADER = 1440
OLD = b"what was there before\n"
PASSWORDS = {"password": b"open sesame\n", "second": b"open barley\n", "new": b"open wheat\n"}
POOL = tool.SCRATCH / "pool"


def make_pool():
    """The files that every run gets copies of."""
    POOL.mkdir()
    for name, content in {**PASSWORDS, "old": OLD}.items():
        (POOL / name).write_bytes(content)
    (POOL / "large").write_bytes(os.urandom(LARGE))
    (POOL / "smaller").write_bytes(os.urandom(3 * UNIT))
    for words in (
            "seal large smaller --rounds 1 --password-file password",
            "password add large.vault --rounds 1 --password-file password --new-password-file second"):
        made = tool.run(words.split(), POOL)
        assert made.status == 0, made.errors
    shutil.copy(POOL / "large.vault", POOL / "differing.vault")
    with open(POOL / "differing.vault", "r+b") as vault:  # an interrupted change: the second copy is damaged
        vault.seek(HEADER // 2 + 700)
        vault.write(b"damage")
    for file in POOL.iterdir():
        file.chmod(0o600)


@functools.cache
def content(name):
    """A file of the pool."""
    return (POOL / name).read_bytes()


def opens(vault, password, original="large"):
    """Whether the password opens the vault to the content of a file of the pool."""
    with tempfile.NamedTemporaryFile(dir=tool.SCRATCH) as opened:
        done = tool.run(["open", vault, "-o", opened.name, "--force", "--password-file", POOL / password], vault.parent)
        return done.status == 0 and same(pathlib.Path(opened.name), original)


def refuses(vault, password):
    return tool.run(["verify", vault, "--password-file", POOL / password], vault.parent).status == 3


def is_intact(vault, password):
    return tool.run(["verify", vault, "--password-file", POOL / password], vault.parent).status == 0


def same(path, name):
    return path.exists() and path.stat().st_size == len(content(name)) and path.read_bytes() == content(name)


def is_edited(path, from_vault="large.vault"):
    """Whether a vault's chunks are unchanged, byte for byte, whatever its header."""
    return path.exists() and path.read_bytes()[HEADER:] == content(from_vault)[HEADER:]


@dataclasses.dataclass
class Target:
    """A file that may be changed. `old` is the file of the pool that it is before, or None if it does not exist."""
    name: str
    old: Optional[str]
    is_new: Callable[[pathlib.Path], bool]
    is_old: Optional[Callable[[pathlib.Path], bool]] = None

    def state(self, folder):
        path = folder / self.name
        if self.is_old and path.exists() and self.is_old(path):
            return "old"
        if self.old is None and not path.exists() or self.old and same(path, self.old):
            return "old"
        return "new" if path.exists() and self.is_new(path) else "neither"


@dataclasses.dataclass
class Operation:
    name: str
    words: str
    targets: list
    #: Other files in the folder: their names, and the files of the pool that they are copies of.
    inputs: dict
    #: The file that is passed through a pipe, and the file that gets standard output.
    piped: Optional[str] = None
    output: Optional[str] = None
    #: A fault that is always present: what the file system lacks.
    disk: str = ""
    #: The number of the operation.
    number: int = 0

    def __post_init__(self):
        self.inputs = {**{name: name for name in PASSWORDS}, **self.inputs}

    @property
    def is_edit(self):
        return self.words.startswith("password")

    @property
    def is_recursive(self):
        return " -r " in self.words

    @property
    def reads_vaults(self):
        return not self.words.startswith("seal")

    @property
    def is_stream(self):
        return self.output is not None

    def folder(self):
        """A folder in its state before the command runs."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=tool.SCRATCH))
        for name, original in self.inputs.items():
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(POOL / original, folder / name)
        for target in self.targets:
            if target.old:
                shutil.copy(POOL / target.old, folder / target.name)
        return folder

    def start(self, folder, *rules, **options):
        rules = [*rules, self.disk] if rules or self.disk else []
        return tool.Run(self.words.split(), folder, *rules, piped=self.piped, output=self.output, **options)

    def run(self, folder, *rules, **options):
        return self.start(folder, *rules, **options).finish()

    def names(self, folder):
        """The names that are new and not targets."""
        there = {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}
        return there - {self.output, *self.inputs, *(target.name for target in self.targets)}

    def damaged_inputs(self, folder):
        """The input files that have changed."""
        return [name for name, original in self.inputs.items() if not same(folder / name, original)]

    def states(self, folder):
        return [target.state(folder) for target in self.targets]


def operations():
    password = "--password-file password"
    sealed = lambda path: opens(path, "password")
    opened = lambda path: same(path, "large")
    resealed = lambda path: opens(path, "new") and refuses(path, "password") and refuses(path, "second")
    reseal = f"reseal v.vault --rounds 1 {password} --new-password-file new"

    def edit(words, is_new, is_old, old="large.vault"):
        change = lambda path: is_edited(path, old) and is_new(path)
        before = lambda path: is_edited(path, old) and is_old(path)
        return Operation(
            words.split(" v.vault")[0], f"{words} {password}", [Target("v.vault", old, change, before)], {})

    with_old = lambda path: opens(path, "password") and refuses(path, "new")
    with_both = lambda path: opens(path, "password") and opens(path, "second")
    unnamed = "unnamed:*:error=95"
    result = [
        Operation("verify", f"verify large.vault {password}", [], {"large.vault": "large.vault"}),
        Operation("reseal", reseal, [Target("v.vault", "large.vault", resealed)], {}),
        Operation("reseal, named", reseal, [Target("v.vault", "large.vault", resealed)], {}, disk=unnamed),
        Operation("seal to a stream", f"seal - -o - --rounds 1 {password}", [], {"large": "large"},
                  piped="large", output="out"),
        Operation("open to a stream", f"open large.vault -o - {password}", [], {"large.vault": "large.vault"},
                  output="out"),
        Operation("open a stream", f"open - -o - {password}", [], {"large.vault": "large.vault"},
                  piped="large.vault", output="out"),
        Operation("seal -r", f"seal -r tree --rounds 1 {password}",
                  [Target("tree/a.vault", None, sealed),
                   Target("tree/b.vault", None, lambda path: opens(path, "password", "smaller"))],
                  {"tree/a": "large", "tree/b": "smaller"}),
        Operation("open -r", f"open -r tree {password}",
                  [Target("tree/a", None, opened), Target("tree/b", None, lambda path: same(path, "smaller"))],
                  {"tree/a.vault": "large.vault", "tree/b.vault": "smaller.vault"}),
        Operation("verify -r", f"verify -r tree {password}", [],
                  {"tree/a.vault": "large.vault", "tree/b.vault": "smaller.vault"}),
        edit("password change v.vault --rounds 1 --new-password-file new",
             lambda path: opens(path, "new") and opens(path, "second") and refuses(path, "password"), with_old),
        edit("password add v.vault --rounds 1 --new-password-file new",
             lambda path: opens(path, "new") and with_both(path), with_old),
        edit("password remove v.vault --slot 2",
             lambda path: opens(path, "password") and refuses(path, "second"), with_both),
        edit("password raise v.vault --rounds 2",
             lambda path: with_both(path) and b"2 rounds" in tool.run(["inspect", path], path.parent).output,
             lambda path: with_both(path) and b"2 rounds" not in tool.run(["inspect", path], path.parent).output),
        edit("password repair v.vault", lambda path: with_both(path) and same(path, "large.vault"),
             lambda path: False, old="differing.vault"),
    ]
    for force in (False, True):
        old, option, how = ("old", " --force", ", --force") if force else (None, "", "")
        for disk in ("", unnamed):
            where = ", named" if disk else ""
            result += [
                Operation(f"seal{how}{where}", f"seal large --rounds 1 {password}{option}",
                          [Target("large.vault", old, sealed)], {"large": "large"}, disk=disk),
                Operation(f"open{how}{where}", f"open large.vault -o opened {password}{option}",
                          [Target("opened", old, opened)], {"large.vault": "large.vault"}, disk=disk)]
    return [dataclasses.replace(operation, number=number) for number, operation in enumerate(result)]
