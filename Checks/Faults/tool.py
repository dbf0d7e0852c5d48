"""A run of the command under a fault, and what it left."""

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 60  # seconds; a run that takes longer hangs


def program():
    """The command as `swift build -c release` made it."""
    path = pathlib.Path(os.environ.get("TOOL", ROOT / ".build/release/swift-vault")).resolve()
    if not path.exists():
        raise SystemExit(f"Faults: no {path}; swift build -c release makes it")
    return path


TOOL = program()
SCRATCH = pathlib.Path(tempfile.mkdtemp(
    prefix="swift-vault-faults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
LIBRARY = SCRATCH / "libDisturb.so"


def compile_library():
    subprocess.run(
        ["swiftc", "-O", "-parse-as-library", "-emit-library", "-module-name", "Disturb", "-swift-version", "6",
         "-warnings-as-errors", "-o", LIBRARY, ROOT / "Checks/Faults/Disturb.swift"], check=True)


@dataclasses.dataclass
class Call:
    """A call of a run, with its number among the calls of the same name."""
    name: str
    number: int
    descriptor: int
    byte_count: int
    is_disturbed: bool

    def __str__(self):
        return f"{self.name} {self.number}"


class Run:
    """A process of the command in a folder. `rules` are those of Disturb.swift; without rules nothing is preloaded."""

    def __init__(self, words, folder, *rules, piped=None, output=None, before=None):
        self.folder = folder
        self.notes = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH))
        environment = {**os.environ, "LC_ALL": "C"}
        if rules:
            os.mkfifo(self.notes / "fifo")
            environment |= {
                "LD_PRELOAD": str(LIBRARY), "DISTURB": ",".join(rule for rule in rules if rule),
                "DISTURB_LOG": str(self.notes / "log"), "DISTURB_FIFO": str(self.notes / "fifo")}
        feeder = None
        if piped:
            feeder = subprocess.Popen(["cat", piped], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with open(self.notes / "out" if output is None else folder / output, "wb") as out, \
                open(self.notes / "err", "wb") as err:
            self.process = subprocess.Popen(
                [TOOL, *words], cwd=folder, stdin=feeder.stdout if feeder else subprocess.DEVNULL, stdout=out, stderr=err,
                env=environment, preexec_fn=before, start_new_session=True)
        if feeder:
            feeder.stdout.close()
        self.feeder = feeder

    def calls(self):
        """The calls that the process has made so far."""
        log = self.notes / "log"
        lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
        return [Call(line[0], *map(int, line[1:4]), len(line) > 4) for line in lines if len(line) >= 4]

    def until_held(self):
        """Waits until the run is held before a call. Returns false if the run ended without reaching it."""
        while self.process.poll() is None:
            try:
                self.gate = os.open(self.notes / "fifo", os.O_WRONLY | os.O_NONBLOCK)
                return True
            except OSError:  # nothing reads it yet
                time.sleep(0.002)
        return False

    def go_on(self):
        """Releases a call that is held."""
        os.close(self.gate)

    def finish(self):
        """Waits for the end. `status` is the exit status, or the negated number of the signal."""
        try:
            self.status = self.process.wait(LONGEST)
            self.hangs = False
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status, self.hangs = self.process.wait(), True
        if self.feeder:
            self.feeder.wait()
        self.errors = (self.notes / "err").read_text(errors="replace")
        self.output = (self.notes / "out").read_bytes() if (self.notes / "out").exists() else b""
        self.made = self.calls()
        shutil.rmtree(self.notes)
        return self

    @property
    def complaints(self):
        """The lines on standard error that report a failure."""
        def is_report(line):
            return line.startswith("swift-vault: warning: ") or not line.startswith("swift-vault: ") and (
                line.startswith("  key slot ") or ", before:" in line or ", now:" in line
                or ": password" in line or ": key slot" in line or ": the two copies" in line)
        # If memory is short, the Swift runtime prints that there will be no backtraces.
        lines = [line for line in self.errors.splitlines()
                 if not is_report(line) and not line.startswith("swift runtime: crash handler")]
        return [line for line in lines if not (line.startswith("swift-vault: ") and line.split(" ", 2)[1].isdigit())]


def run(words, folder, *rules, **options):
    return Run(words, folder, *rules, **options).finish()


def name(number):
    return signal.Signals(number).name
