"""Two commands on one file: the first is held before a call until the second has ended.

A new pair is a line of `PAIRS`.
"""

import shutil

import operations
import tool
from calls import expect
from operations import opens, refuses, same
from others import held

BUSY = "is locked by another program"
CHANGED = "was changed while it was read"

change = "password change v.vault --rounds 1 --password-file password --new-password-file new"
add = "password add v.vault --rounds 1 --password-file second --new-password-file new"
reseal = "reseal v.vault --rounds 1 --password-file second --new-password-file new"
open_ = "open v.vault -o opened --password-file second"
verify = "verify v.vault --password-file second"
seal = "seal large --rounds 1 --password-file password"
seal_new = "seal large --rounds 1 --password-file new"


def files(**targets):
    """Conditions on the files at the end."""
    return lambda folder: all(is_right(folder / name.replace("_", ".")) for name, is_right in targets.items())


changed = files(v_vault=lambda path: opens(path, "new") and opens(path, "second") and refuses(path, "password"))
added = files(v_vault=lambda path: opens(path, "new") and opens(path, "second") and opens(path, "password"))
resealed = files(v_vault=lambda path: opens(path, "new") and refuses(path, "second") and refuses(path, "password"))
was_opened = files(opened=lambda path: same(path, "large"))
both = lambda *conditions: lambda folder: all(condition(folder) for condition in conditions)
sealed_with = lambda password: files(large_vault=lambda path: opens(path, password))

#: The first command and the call at which it is held, the second command, the exit status of each with a word of its
#: message, and the files at the end.
PAIRS = [
    (seal, "pwrite 12", seal_new, (6, "exists already"), (0, ""), sealed_with("new")),
    (seal, "linkat 1", seal_new, (6, "exists already"), (0, ""), sealed_with("new")),
    (seal + " --force", "pwrite 12", seal_new + " --force", (0, ""), (0, ""), sealed_with("password")),
    (seal + " --force", "linkat 1", seal_new, (0, ""), (0, ""), sealed_with("password")),
    (change, "fsync 1", change, (0, ""), (1, BUSY), changed),
    (change, "pwrite 1", add, (0, ""), (1, BUSY), changed),
    (change, "pwrite 2", reseal, (0, ""), (1, BUSY), changed),
    (change, "pwrite 2", "password repair v.vault --password-file new", (0, ""), (1, BUSY), changed),
    (change, "fsync 1", open_, (0, ""), (0, ""), both(changed, was_opened)),
    (change, "pwrite 2", open_, (0, ""), (0, ""), both(changed, was_opened)),
    (change, "pwrite 2", verify, (0, ""), (0, ""), changed),
    (change, "fsync 3", verify, (0, ""), (0, ""), changed),
    (reseal, "pwrite 12", change, (0, ""), (1, BUSY), resealed),
    (reseal, "pread 12", reseal, (0, ""), (1, BUSY), resealed),
    (reseal, "renameat 1", add, (0, ""), (1, BUSY), resealed),
    (reseal, "pwrite 12", open_, (0, ""), (0, ""), both(resealed, was_opened)),
    (reseal, "renameat 1", verify, (0, ""), (0, ""), resealed),
    (open_, "pread 12", change, (0, ""), (0, ""), both(changed, was_opened)),
    (open_, "pread 12", reseal, (0, ""), (0, ""), both(resealed, was_opened)),
    (open_, "pwrite 12", open_, (6, "exists already"), (0, ""), was_opened),
    (verify, "pread 12", change, (1, CHANGED), (0, ""), changed),
    (verify, "pread 12", reseal, (1, CHANGED), (0, ""), resealed),
    (verify, "pread 12", verify, (0, ""), (0, ""), files(v_vault=lambda path: same(path, "large.vault"))),
]


def cases():
    for first, call, second, *outcome in PAIRS:
        yield f"{first} | at {call} | {second}", lambda pair=(first, call, second, *outcome): meet(*pair)
    for call in ("pwrite 12", "linkat 1", "pread 26"):
        yield f"seal -r twice, at {call}", lambda call=call: walk_twice(call)
    for words in ("seal -r tree --rounds 1", "open -r tree", "verify -r tree"):
        yield f"{words}, twice at once", lambda words=words: race(words)


def meet(first, call, second, first_outcome, second_outcome, is_right):
    inputs = {"large": "large"} if first.startswith("seal") else {}
    target = [] if inputs else [operations.Target("v.vault", "large.vault", lambda path: True)]
    operation = operations.Operation(first, first, target, inputs)
    name, number = call.split()
    folder, run = held(operation, tool.Call(name, int(number), -1, 0, False))
    other = tool.run(second.split(), folder)
    run.go_on()
    run.finish()
    for done, (status, word), who in ((run, first_outcome, "the first"), (other, second_outcome, "the second")):
        said = " ".join(done.complaints)
        expect(done.status == status and word in said, f"{who}: exit {done.status}: {done.errors}")
        expect(status == 0 or len(done.complaints) == 1, f"{who}: {done.errors}")
    expect(is_right(folder), f"what is there in the end is wrong: {run.errors} {other.errors}")
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    expect(not left, f"left behind: {left}")
    shutil.rmtree(folder)


def recursive(words):
    return next(operation for operation in operations.operations() if operation.words.startswith(words))


def walk_twice(call):
    """The command that is held finds the other's vaults, and leaves them unchanged."""
    operation = recursive("seal -r")
    name, number = call.split()
    folder, run = held(operation, tool.Call(name, int(number), -1, 0, False))
    other = tool.run(operation.words.split(), folder)
    run.go_on()
    run.finish()
    statuses = {run.status, other.status}
    expect(statuses <= {0, 6}, f"exit {run.status}: {run.errors} exit {other.status}: {other.errors}")
    check_tree(operation, folder)


def race(words):
    operation = recursive(words)
    for _ in range(5):
        folder = operation.folder()
        runs = [operation.start(folder) for _ in range(2)]
        for run in runs:
            run.finish()
            expect(run.status in (0, 6), f"exit {run.status}: {run.errors}")
        check_tree(operation, folder)


def check_tree(operation, folder):
    states = operation.states(folder)
    expect(all(state == "new" for state in states), f"{states}")
    expect(not operation.names(folder), f"left behind: {operation.names(folder)}")
    expect(not operation.damaged_inputs(folder), f"written to: {operation.damaged_inputs(folder)}")
    shutil.rmtree(folder)
