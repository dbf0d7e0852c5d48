"""Too little memory, no threads, and a clock that goes back."""

import functools
import os
import resource
import shutil
import subprocess

import tool
from calls import check_state, check_streamed, expect

KIB = 1 << 10
NO_MEMORY = "cannot allocate memory"


def limit(kibibytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (kibibytes * KIB, kibibytes * KIB))


@functools.cache
def least_to_start():
    """The smallest address space, in KiB, in which the command prints its version."""
    low, high = 8_000, 4_000_000
    while high - low > 50:
        middle = (low + high) // 2
        done = subprocess.run([tool.TOOL, "--version"], preexec_fn=limit(middle), capture_output=True)
        low, high = (low, middle) if done.returncode == 0 else (middle, high)
    return high


def limits_of_memory(operation, every):
    """Limits from too little memory to start to enough for all threads."""
    fine, coarse = (50, 500) if every else (250, 4000)
    steps = [*range(-1_500, 3_000, fine), *range(3_000, 40_000, coarse)]
    yield f"limits of memory, {len(steps)} of them", lambda: sweep(operation, steps)


def sweep(operation, steps):
    outcomes = [under_limit(operation, least_to_start() + step) for step in steps]
    counts = {outcome: outcomes.count(outcome) for outcome in outcomes}
    expect(outcomes[-1] == "done", f"with the most memory: {outcomes[-1]}")
    expect({"told", "not loaded"} <= counts.keys(), f"no limit was met: {counts}")
    # In about 100 KiB above the loader's limit, the Swift runtime traps before `main`.
    width = abs(steps[1] - steps[0]) + 200
    traps = [step for step, outcome in zip(steps, outcomes) if outcome == "trapped"]
    expect(not traps or traps[-1] - traps[0] <= width, f"traps at {traps} KiB beyond what --version takes")


def under_limit(operation, kibibytes):
    comment = f"with {kibibytes} KiB"
    folder = operation.folder()
    run = operation.run(folder, before=limit(kibibytes))
    expect(not run.hangs, f"{comment}: hangs")
    states = check_state(operation, folder, comment)
    if operation.is_stream:
        check_streamed(operation, folder, run.status == 0, comment)
    if run.status == 0:
        outcome = "done"
        expect(all(state == "new" for state in states), f"{comment}: exit 0, and {states}")
    elif run.status == 1 and run.complaints and all(NO_MEMORY in line for line in run.complaints):
        outcome = "told"
    else:
        # The loader names what it lacks, and a trap prints nothing. In neither case was any work done or a warning
        # printed.
        outcome = "not loaded" if run.status == 127 else "trapped"
        expect(run.status in (127, -4, -5, -6, -11) and "warning" not in run.errors,
               f"{comment}: exit {run.status}: {run.errors}")
    expect(run.status == 0 or operation.is_recursive or all(state == "old" for state in states),
           f"{comment}: exit {run.status}, and {states}")
    shutil.rmtree(folder)
    return outcome


def refusals(operation, made, every):
    """The system refuses memory or a thread, once or every time."""
    for name, number in (("memory", 12), ("thread", 11)):
        calls = [call.number for call in made if call.name == name]
        for when in (*(calls if every else calls[:1] + calls[-1:]), *(["*"] if calls else [])):
            yield f"no {name} {when}", lambda name=name, number=number, when=when: refuse(operation, name, number, when)


def refuse(operation, name, number, when):
    comment = f"no {name} {when}"
    folder = operation.folder()
    run = operation.run(folder, f"{name}:{when}:error={number}")
    expect(any(call.is_disturbed for call in run.made), f"{comment}: did not come to be")
    states = check_state(operation, folder, comment)
    if operation.is_stream:
        check_streamed(operation, folder, run.status == 0, comment)
    if run.status == 0:
        expect(all(state == "new" for state in states), f"{comment}: exit 0, and {states}")
    else:
        expect(name == "memory" and run.status == 1, f"{comment}: exit {run.status}: {run.errors}")
        expect(run.complaints and all(NO_MEMORY in line for line in run.complaints), f"{comment}: {run.errors}")
    expect(run.status == 0 or when == "*" or "reseal" in operation.words, f"{comment}: the others do not do the work")
    shutil.rmtree(folder)


def clock(operation, made, _):
    """The time of day goes back by an hour at every reading."""
    yield "the clock goes back", lambda: clock_goes_back(operation)


def clock_goes_back(operation):
    folder = operation.folder()
    for name in operation.inputs:
        os.utime(folder / name, (4_000_000_000, 4_000_000_000))  # a time in the future
    run = operation.run(folder, "wall:*:back=3600")
    expect(run.status == 0, f"exit {run.status}: {run.errors}")
    expect(all(state == "new" for state in check_state(operation, folder, "the clock goes back")), "is not new")
    asked = [str(call) for call in run.made if call.name == "wall"]
    expect(not asked, f"the command asks for the time of day: {asked}")
    shutil.rmtree(folder)
