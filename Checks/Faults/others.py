"""Other processes act during a run: an input changes, the process is stopped, or two commands work on one file.

Each run is held inside a call until the other action is done, so the order is always the same.
"""

import os
import pathlib
import shutil
import signal
import time

import operations
import tool
from calls import TRANSFERS, chosen, check_state, check_streamed, expect

CHANGED = "was changed while it was read"


def held(operation, call, *rules):
    """A run that is held before a call."""
    folder = operation.folder()
    run = operation.start(folder, f"{call.name}:{call.number}:wait", *rules)
    if not run.until_held():
        run.finish()
        expect(False, f"ended before {call}: exit {run.status}: {run.errors}")
    return folder, run


def reads_of_first(operation):
    """The number of reads of the first file in a folder, in the order of the names: each unit, and the header of a vault."""
    return operations.LARGE // operations.UNIT + 1 + operation.reads_vaults


def headers(operation):
    """The numbers of the reads of headers. The first read of a file without one is left out with them."""
    return {1, reads_of_first(operation) + 1} if operation.is_recursive and operation.reads_vaults else {1}


# MARK: a process that is stopped

def stops(operation, made, every):
    """SIGSTOP and SIGCONT before a transfer, and one thread that is late."""
    for call in chosen(made, ("pread", "pwrite", "write"), every):
        yield f"stopped before {call}", lambda call=call: stop(operation, call)
    for call in chosen(made, ("pread",), every)[1:-1]:
        # During the read of a header, and the last one before it, no thread has anything else to do.
        if not operation.is_edit and not {call.number, call.number + 1} & headers(operation):
            yield f"a thread is late at {call}", lambda call=call: be_late(operation, call, made)


def wait_until(condition, complaint):
    end = time.monotonic() + 20
    while not condition():
        expect(time.monotonic() < end, complaint)
        time.sleep(0.005)


def thread_states(process):
    return {path.read_text().rpartition(")")[2].split()[0] for path in pathlib.Path(f"/proc/{process}/task").glob("*/stat")}


def stop(operation, call):
    folder, run = held(operation, call)
    run.process.send_signal(signal.SIGSTOP)
    wait_until(lambda: thread_states(run.process.pid) == {"T"}, "not every thread is stopped")
    run.go_on()
    done = len(run.calls())
    time.sleep(0.1)
    expect(len(run.calls()) == done, "it goes on while it is stopped")
    run.process.send_signal(signal.SIGCONT)
    finish(operation, folder, run, f"stopped before {call}")


def be_late(operation, call, made):
    """While one thread waits, the others read the rest of a file. They write at most one more unit, because output is
    in order."""
    folder, run = held(operation, call)
    reads = lambda calls: sum(call.name == "pread" for call in calls)

    def others_went_on():
        calls = run.calls()
        if operation.is_stream or operation.is_recursive:
            place = next(place for place, other in enumerate(calls) if other.is_disturbed)
            return any(other.name in TRANSFERS for other in calls[place + 1:])
        return reads(calls) == reads(made)

    wait_until(others_went_on, f"while one thread waits at {call}, the others do too")
    run.go_on()
    finish(operation, folder, run, f"late at {call}")


def finish(operation, folder, run, comment):
    run.finish()
    expect(not run.hangs, f"{comment}: hangs")
    expect(run.status == 0, f"{comment}: exit {run.status}: {run.errors}")
    expect(all(state == "new" for state in check_state(operation, folder, comment)), f"{comment}: is not new")
    if operation.is_stream:
        check_streamed(operation, folder, True, comment)
    shutil.rmtree(folder)


# MARK: a file that changes

def replace(path):
    shutil.copy(path, path.with_name("next"))
    os.replace(path.with_name("next"), path)


def grow(path):
    with open(path, "ab") as file:
        file.write(b"more")


def write_inside(path):
    """Changes a byte that the command may or may not have read. The size and the time stay the same."""
    before = path.stat()
    with open(path, "r+b") as file:
        file.seek(before.st_size - 10)
        file.write(b"x")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def set_back(path):
    """Changes the times as if the file had been written after the clock was set back."""
    os.utime(path, (1, 1))


CHANGES = {
    "grows": grow, "is cut": lambda path: os.truncate(path, 9 * operations.UNIT), "is emptied": lambda path: os.truncate(path, 0),
    "is replaced": replace, "is removed": os.remove, "is written to": write_inside, "gets an older time": set_back}


def changes(operation, made, every):
    """The input changes before the first, the middle and the last unit is read."""
    if operation.is_edit or operation.piped:
        return
    # The first read of a vault is that of its header. After it, the size counts.
    points = chosen([call for call in made if call.number not in headers(operation)], ("pread",), every)
    for index, (name, change) in enumerate(CHANGES.items()):
        for place, call in enumerate(points):
            if every or place == index % len(points):
                yield f"{name} before {call}", lambda name=name, change=change, call=call: changed(
                    operation, name, change, call)


def changed(operation, name, change, call):
    subject = {"seal": "large", "open": "large.vault", "verify": "large.vault", "reseal": "v.vault"}[operation.words.split()[0]]
    if operation.is_recursive:
        subject = f"tree/{'a' if call.number <= reads_of_first(operation) else 'b'}{'.vault' * operation.reads_vaults}"
    comment = f"{subject} {name} before {call}"
    folder, run = held(operation, call)
    change(folder / subject)
    theirs = (folder / subject).read_bytes() if (folder / subject).exists() else None
    run.go_on()
    run.finish()
    expect(not run.hangs, f"{comment}: hangs")
    said = [line for line in run.complaints if CHANGED in line]
    # A vault opens as long as it is whole and authentic, that is, until a unit changes.
    may_succeed = operation.words.startswith("open")
    expect(run.status == 1 and len(said) == 1 and len(run.complaints) == 1 or run.status == 0 and may_succeed,
           f"{comment}: exit {run.status}: {run.errors}")
    expect((folder / subject).exists() == (theirs is not None), f"{comment}: theirs is not what it was")
    expect(theirs is None or (folder / subject).read_bytes() == theirs, f"{comment}: theirs is overwritten")
    for target in operation.targets:
        if target.name == subject:
            continue
        state = target.state(folder)
        of_subject = not operation.is_recursive or target.name.split(".")[0] == subject.split(".")[0]
        wanted = "old" if of_subject and run.status == 1 else "new"
        expect(state == wanted, f"{comment}: {target.name} is {state}: {run.errors}")
    if operation.is_stream:
        check_streamed(operation, folder, run.status == 0, comment)
    others = operation.names(folder)
    expect(not others, f"{comment}: left behind: {others}")
    shutil.rmtree(folder)
