"""Kills a process at calls and at moments, and makes calls fail."""

import shutil
import signal
import time

import operations
import tool

TRANSFERS = ("read", "pread", "write", "pwrite")
#: Calls that write, sync, lock, or change names.
CHANGING = ("write", "pwrite", "fsync", "linkat", "renameat", "renameat2", "unlinkat", "flock", "fchmod")


class Failure(Exception):
    pass


def expect(condition, sentence):
    if not condition:
        raise Failure(sentence)


def chosen(calls, names, every):
    """With `every`, each call of these names, otherwise the first, the middle one and the last of each name. Leaves out
    writes to standard error, and the reads of 4096 bytes in which the runtime gets the number of cores."""
    points = []
    for call_name in names:
        of_name = [
            call for call in calls if call.name == call_name and call.descriptor != 2
            and not (call.name == "read" and call.byte_count == 4096)]
        places = range(len(of_name)) if every else {0, len(of_name) // 2, len(of_name) - 1}
        points += [of_name[place] for place in sorted(places) if 0 <= place < len(of_name)]
    return points


def course(operation):
    """The calls of a run that succeeds. Their order must keep the old content until the new one is stored."""
    folder = operation.folder()
    run = operation.run(folder, "")
    expect(not run.hangs, "hangs")
    expect(run.status == 0, f"exit {run.status}: {run.errors}")
    expect(all(state == "new" for state in operation.states(folder)), f"is {operation.states(folder)}")
    shutil.rmtree(folder)
    # Which thread makes the first call depends on chance. This does not matter, because every thread makes several.
    count = lambda name: sum(call.name == name for call in run.made)
    expect(operation.is_edit or max(map(count, TRANSFERS)) >= 24 and count("thread") >= 1, "the pipeline is not at work")
    if operation.is_edit:
        order = [call.name for call in run.made if call.name in ("pwrite", "fsync")]
        expect(order[0] == "fsync" and "pwrite" in order, "what is there is not stored before it is changed")
        steps = zip(order, order[1:] + ["nothing"])
        expect(all(after == "fsync" for step, after in steps if step == "pwrite"), "a copy is not stored before the next step")
    elif operation.targets and not operation.is_recursive:
        order = [call.name for call in run.made]
        last_write = max(place for place, name in enumerate(order) if name == "pwrite")
        naming = min(place for place, name in enumerate(order) if name in ("linkat", "renameat", "renameat2"))
        expect("fsync" in order[last_write:naming], "the content is not stored before it gets its name")
        expect("fsync" in order[naming:], "the name is not stored")
    return run.made


def check_streamed(operation, folder, is_whole, comment, may_be_whole=False):
    """The output stream must have all of the content, or a beginning that cannot be mistaken for all of it. A sealed
    one `may_be_whole` if the process may have written its last bytes before it failed."""
    out = folder / operation.output
    if "seal" in operation.words:
        is_all = operations.opens(out, "password")
        expect(is_all == is_whole or is_all and may_be_whole,
               f"{comment}: the vault that came out {'opens' if is_all else 'does not open'}")
        expect(is_all or not operations.is_intact(out, "password"), f"{comment}: a part that came out is taken for all")
    else:
        content = operations.content("large")
        came = out.read_bytes()
        expect(content.startswith(came), f"{comment}: something else came out")
        expect((len(came) == len(content)) or not is_whole, f"{comment}: not all came out")


def check_state(operation, folder, comment, names=0):
    """Each target must be old or new. There must be at most `names` temporary names, and they must be private."""
    states = operation.states(folder)
    expect("neither" not in states, f"{comment}: {states}")
    damaged = operation.damaged_inputs(folder)
    expect(not damaged, f"{comment}: written to: {damaged}")
    others = operation.names(folder)
    expect(len(others) <= names, f"{comment}: left behind: {others}")
    for other in others:
        mode = (folder / other).stat().st_mode & 0o777
        expect(".swift-vault-" in other and mode == 0o600, f"{comment}: {other} has mode {mode:o}")
    return states


def check_next(operation, folder, states, comment):
    """The same command must succeed on what a killed one left."""
    if operation.is_edit and states == ["new"] or operation.words.startswith("reseal") and states == ["new"]:
        return
    words = operation.words.split()
    if any(state == "new" for state in states) and "--force" not in words:
        words.append("--force")
    again = tool.run(words, folder, piped=operation.piped, output=operation.output)
    expect(again.status == 0, f"{comment}, and the next run: {again.errors}")
    expect(all(state == "new" for state in operation.states(folder)), f"{comment}, and the next run")


def dies(operation, folder, run, comment, can_clean, may_be_whole):
    """Checks what a process left after a signal ended it, whether it could handle the signal or not. See
    `check_streamed`."""
    # On a disk with nameless files, a temporary name exists only between two calls.
    renames = any("--force" in word or word == "reseal" for word in operation.words.split())
    states = check_state(operation, folder, comment, 0 if can_clean else int(bool(operation.disk) or renames))
    if operation.is_stream:
        check_streamed(operation, folder, run.status == 0, comment, may_be_whole)
    check_next(operation, folder, states, comment)


def kill_at_calls(operation, made, every):
    """Sends SIGKILL before a call, and SIGTERM before one transfer or before each."""
    for call in chosen(made, CHANGING + ("pread", "read"), every):
        for number in (signal.SIGKILL, signal.SIGTERM) if every or call.name in TRANSFERS else (signal.SIGKILL,):
            yield f"{tool.name(number)} before {call}", lambda call=call, number=number: kill_at(operation, call, number)


def kill_at(operation, call, number):
    folder = operation.folder()
    comment = f"{tool.name(number)} before {call}"
    run = operation.run(folder, f"{call.name}:{call.number}:signal={int(number)}")
    # A signal is held back while a file gets its name. Then the work is complete.
    expect(run.status == -number or number != signal.SIGKILL and run.status == 0, f"{comment}: exit {run.status}")
    # SIGKILL ends the process before the call. Any thread may handle another signal, while this one continues.
    dies(operation, folder, run, comment, number != signal.SIGKILL, may_be_whole=number != signal.SIGKILL)
    shutil.rmtree(folder)


def kill_at_moments(operation, count):
    """Sends SIGKILL and SIGTERM at moments that are evenly spaced over the time of a run. Nothing is preloaded."""
    for moment in range(count):
        number = (signal.SIGKILL, signal.SIGTERM)[moment % 2]
        yield f"{tool.name(number)} at {moment}/{count}", lambda moment=moment, number=number: kill_at_moment(
            operation, moment / count, number)


def seconds_of(operation):
    """How long a run takes that nothing disturbs."""
    if not hasattr(operation, "seconds"):
        folder = operation.folder()
        start = time.monotonic()
        expect(operation.run(folder).status == 0, "it fails")
        operation.seconds = time.monotonic() - start
        shutil.rmtree(folder)
    return operation.seconds


def kill_at_moment(operation, moment, number):
    seconds = seconds_of(operation)
    folder = operation.folder()
    run = operation.start(folder)
    time.sleep(seconds * moment)
    run.process.send_signal(number)
    run.finish()
    expect(run.status in (-number, 0), f"exit {run.status}: {run.errors}")
    comment = f"{tool.name(number)} at {moment:.2f} of the time"
    dies(operation, folder, run, comment, number != signal.SIGKILL, may_be_whole=True)
    shutil.rmtree(folder)


def interrupts(operation, made, moments):
    """Sends SIGINT before every call of a change of passwords, before some of reseal, and at moments. What the command
    then says must be true."""
    if not operation.is_edit and not operation.words.startswith("reseal"):
        return
    calls = made[next(place for place, call in enumerate(made) if call.name == "flock"):]
    for call in calls if operation.is_edit else chosen(calls, CHANGING + ("pread",), False):
        yield f"before {call}", lambda call=call: interrupt(operation, call=call)
    for moment in range(moments):
        yield f"at {moment}/{moments}", lambda moment=moment: interrupt(operation, moment=moment / moments)


def interrupt(operation, call=None, moment=0):
    folder = operation.folder()
    comment = f"SIGINT before {call}" if call else f"SIGINT at {moment:.2f} of the time"
    if call:
        run = operation.run(folder, f"{call.name}:{call.number}:signal={int(signal.SIGINT)}")
    else:
        seconds = seconds_of(operation)
        run = operation.start(folder)
        time.sleep(seconds * moment)
        run.process.send_signal(signal.SIGINT)
        run.finish()
    expect(run.status == -signal.SIGINT or run.status == 0 and not call, f"{comment}: exit {run.status}: {run.errors}")
    [state] = check_state(operation, folder, comment)
    said = [line.rpartition(": interrupted: ")[2] for line in run.errors.splitlines() if ": interrupted: " in line]
    # At a moment, it may have come too early to be handled, or too late.
    expect(len(said) == 1 or not call and not said, f"{comment}: {run.errors}")
    for sentence in said:
        expect(sentence == ("it was changed" if state == "new" else "it was not changed"), f"{comment}: {sentence}: {state}")
    expect(said or state == "old" or run.status == 0 or "now:" in run.errors, f"{comment}: nothing is said, and it was changed")
    shutil.rmtree(folder)


#: The faults for each call. `read` has no early end, because that is how a pipe ends.
FAILURES = {
    "read": ("error=5", "error=4", "short"),
    "pread": ("error=5", "error=4", "short", "end"),
    "write": ("error=28", "error=5", "error=4", "short"),
    "pwrite": ("error=28", "error=5", "error=4", "short"),
    **dict.fromkeys(("fsync", "linkat", "renameat", "unnamed"), ("error=28", "error=5", "error=4"))}


def fail_calls(operation, made, every):
    """Replaces a call by an error, an interruption, a short transfer or an early end. Without `every`, each fault comes
    at one of the chosen calls, and at another one in the next operation."""
    for call_name, actions in FAILURES.items():
        points = chosen(made, (call_name,), every)
        for index, action in enumerate(actions if points else ()):
            for call in points if every else [points[(operation.number + index) % len(points)]]:
                yield f"{action} at {call}", lambda call=call, action=action: fail_at(operation, call, action)
    for call_name in TRANSFERS:
        if any(call.name == call_name for call in made):
            for action in ("error=4", "short"):
                yield f"{action} at every other {call_name}", lambda call_name=call_name, action=action: fail_at(
                    operation, tool.Call(call_name, "odd", -1, 0, False), action)


def survives(operation, call, action):
    """Whether the command must succeed in spite of the fault; None if it may."""
    if call.name in TRANSFERS:
        return action in ("error=4", "short")
    if call.name == "fsync":
        return True if action == "error=4" else None
    return None


def fail_at(operation, call, action):
    folder = operation.folder()
    comment = f"{action} at {call}"
    run = operation.run(folder, f"{call.name}:{call.number}:{action}")
    expect(not run.hangs, f"{comment}: hangs")
    expect(any(made.is_disturbed for made in run.made), f"{comment}: did not come to be")
    wanted = survives(operation, call, action)
    expect(wanted is None or (run.status == 0) == wanted, f"{comment}: exit {run.status}: {run.errors}")
    states = check_state(operation, folder, comment)
    if operation.is_stream:
        check_streamed(operation, folder, run.status == 0, comment)
    if run.status == 0:
        expect(action != "end", f"{comment}: a cut file is taken for whole")
        expect(all(state == "new" for state in states), f"{comment}: exit 0, and {states}")
    else:
        check_failure(operation, run, call, action, states, comment)
    shutil.rmtree(folder)


def check_failure(operation, run, call, action, states, comment):
    """The message must be one sentence that names a file and the reason. The output must be unchanged, unless the
    sentence says otherwise."""
    expect(len(run.complaints) == 1, f"{comment}: {run.errors}")
    sentence = run.complaints[0]
    subjects = [word for word in operation.words.split() if not word.startswith("-")]
    names = [target.name for target in operation.targets] + list(operation.inputs) + subjects
    expect(sentence.startswith("swift-vault: ") and any(name in sentence for name in names + ["standard "]),
           f"{comment}: {sentence}")
    if action == "end":
        return
    reasons = {28: ("the disk is full", "no space left on device"), 5: ("input/output error",)}.get(
        int(action.partition("=")[2]), ("",))
    expect(run.status == 1 and any(map(sentence.__contains__, reasons)), f"{comment}: exit {run.status}: {sentence}")
    is_partly_written = "was written" in sentence or "one of its two header copies" in sentence
    if not is_partly_written and not operation.is_recursive:
        expect(all(state == "old" for state in states), f"{comment}: {sentence} And it is {states}")
