"""Too little memory, no threads, and a clock that goes back."""

import functools
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import threading

import operations
import tool
from calls import check_state, check_streamed, expect

KIB = 1 << 10
IN_A_GROUP = r"needs 512 MiB of memory; 2\d\d MiB are available in this container of 300 MiB"
NOT_GIVEN = "of memory; see ulimit -v, or the limit of the container"


def tells_of_memory(line):
    return "cannot allocate memory" in line or "the system has not given" in line and NOT_GIVEN in line


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
    elif run.status == 1 and run.complaints and all(map(tells_of_memory, run.complaints)):
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
        expect(run.complaints and all(map(tells_of_memory, run.complaints)), f"{comment}: {run.errors}")
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


#: Commands that stretch a password with 512 MiB of memory. Under a limit of 300 MiB, each says so and ends with 1.
ARGON2ID = "--stretch argon2id --memory 512MiB"
OF_512_MIB = [
    "credential verify argon2id",
    "credential verify scrypt",
    f"credential verify pbkdf2 {ARGON2ID}",
    f"credential create --force {ARGON2ID}",
    f"credential create --force --time 1s {ARGON2ID}",
    f"seal old {ARGON2ID}",
    f"seal old --time 1s {ARGON2ID}",
    "open a.vault",
    "verify a.vault",
    "password change a.vault --rounds 1 --new-password-file new",
    f"password change v.vault {ARGON2ID} --new-password-file new",
    f"password add v.vault {ARGON2ID} --new-password-file new",
    f"password raise v.vault {ARGON2ID}",
    "password remove a.vault --slot 1",
    "reseal a.vault --rounds 1 --new-password-file new",
    f"reseal v.vault {ARGON2ID} --new-password-file new",
    "export a.vault --format openssl",
    f"import v.jwe -o new.vault {ARGON2ID}",
]
#: The others whose memory grows with a file, and which of the formats are sealed and opened as a whole.
FORMATS = {"openssl": "", "rncryptor": "", "themis": "", "ansible": "", "jwe": "", "fernet": "key"}
TABLES = ["credential convert table.csv --form phc", "credential convert realm.json --form phc",
          "credential verify table.csv --passwords passwords.csv --rounds 1"]
SALT, KEY = "A" * 22, "A" * 43


SCARCE = threading.Lock()


def scarce():
    """A folder with small files for `OF_512_MIB` and large ones for the others, which the first call makes."""
    with SCARCE:
        return make_scarce()


@functools.cache
def make_scarce():
    folder = pathlib.Path(tempfile.mkdtemp(dir=tool.SCRATCH))
    for name in ("password", "new", "old", "large.vault"):
        shutil.copy(operations.POOL / name, folder / name)
    row = f"$pbkdf2-sha256$1${SALT}${KEY}"
    users = range(50_000)
    files = {
        "argon2id": f"$argon2id$v=19$m=524288,t=1,p=1${SALT}${KEY}", "scrypt": f"$scrypt$ln=19,r=8,p=1${SALT}${KEY}",
        "key": os.urandom(32).hex(), "few": "id,hash\na,\"{argon2id}\"\nb,{pbkdf2}\n",
        "two": "id,password\na,x\nb,open sesame\n",
        "table.csv": "id,hash\n" + "".join(f"{user},{row}\n" for user in users),
        "passwords.csv": "id,password\n" + "".join(f"{user},x\n" for user in users),
        "realm.json": '{"users":[' + ",".join(
            f'{{"username":"{user}","credentials":[{{"type":"password","secretData":"{{\\"value\\":\\"{"A" * 43}=\\",'
            f'\\"salt\\":\\"{SALT}==\\"}}","credentialData":"{{\\"hashIterations\\":1,\\"algorithm\\":'
            f'\\"pbkdf2-sha256\\"}}"}}]}}' for user in users) + "]}",
    }
    made = [
        "credential create --force --rounds 1 > pbkdf2", "seal old -o v.vault --rounds 1",
        f"seal old -o a.vault {ARGON2ID}", "export v.vault --format jwe -o v.jwe --iter 1", *(
            f"export large.vault --format {name} -o large.{name}{' --new-key-file key' if key else ''}"
            for name, key in FORMATS.items())]
    for name in ("argon2id", "scrypt", "key", "table.csv", "passwords.csv", "realm.json"):
        (folder / name).write_text(files[name])
    for words in made:
        words, _, output = words.partition(" > ")
        done = tool.run(f"{words} --password-file password".split(), folder, output=output or None)
        assert done.status == 0, done.errors
    pbkdf2 = (folder / "pbkdf2").read_text().strip()
    (folder / "few").write_text(files["few"].format(argon2id=files["argon2id"], pbkdf2=pbkdf2))
    (folder / "two").write_text(files["two"])
    return folder


class Group:
    """A control group of Linux with a limit on memory, as a container has: the system kills whoever writes to more."""

    def __init__(self, mebibytes):
        version1 = pathlib.Path("/sys/fs/cgroup/memory")
        parent, file = (version1, "memory.limit_in_bytes") if version1.exists() else (version1.parent, "memory.max")
        self.folder = parent / f"swift-vault-faults-{os.getpid()}-{threading.get_ident()}"
        self.folder.mkdir()
        try:
            (self.folder / file).write_text(str(mebibytes << 20))
        except OSError:
            self.folder.rmdir()
            raise

    def enter(self):
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.rmdir()


def has_groups():
    try:
        with Group(300):
            return True
    except OSError as error:
        print(f"Faults: no control group with a limit on memory can be made here, so none is tried: {error}")
        return False


def under(words, limited, comment):
    """A run in a copy of the folder."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=tool.SCRATCH))
    for file in scarce().iterdir():
        if file.name in words.split():
            shutil.copy(file, folder)
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    run = tool.run(words.split(), folder, before=limited)
    after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    shutil.rmtree(folder)
    expect(not run.hangs, f"{comment}: hangs")
    expect(run.status == 0 or before == after, f"exit {run.status}, and changed: {before.items() ^ after.items()}")
    return run


def refused(words):
    run = under(f"{words} --password-file password", limit(300 << 10), "300 MiB")
    told = [line for line in run.complaints if "has not given 512 MiB " + NOT_GIVEN in line]
    expect(run.status == 1 and told == run.complaints and len(told) == 1, f"exit {run.status}: {run.errors}")


def refused_in_a_group(words):
    """The command says what it needs and what there is."""
    with Group(300) as group:
        run = under(f"{words} --password-file password", group.enter, "a group of 300 MiB")
    told = [line for line in run.complaints if re.search(IN_A_GROUP, line)]
    expect(run.status == 1 and told == run.complaints and len(told) == 1, f"exit {run.status}: {run.errors}")


def one_row():
    """A row whose memory is refused does not end the check of the others."""
    run = under("credential verify few --passwords two", limit(300 << 10), "300 MiB")
    rows = run.output.decode().splitlines()
    expect(run.status == 1 and len(rows) == 2, f"exit {run.status}: {rows} {run.errors}")
    expect("a\tnot checked: the system has not given 512 MiB " + NOT_GIVEN in rows[0], rows[0])
    expect("\tb\tmatch" in rows[1], rows[1])


def scarcer(words, every):
    """From a limit at which the command just starts to one at which it succeeds, it succeeds or says what it lacks."""
    step, outcomes = 1_000 if every else 8_000, []
    for more in [2_000, 3_000, 5_000, *range(8_000, 2_000_000, step)]:
        run = under(words, limit(least_to_start() + more), f"{more} KiB more than --version takes")
        outcomes.append(0 if run.status == 3 else run.status)  # no password of the table matches
        expect(outcomes[-1] == 0 or run.status == 1 and run.complaints and tells_of_memory(run.complaints[-1]),
               f"with {more} KiB more than --version takes: exit {run.status}: {run.errors}")
        if outcomes[-4:] == [0] * 4:
            break
    expect({0, 1} == set(outcomes), f"no limit was met: {outcomes}")


def cases(every):
    for words in OF_512_MIB:
        yield words, lambda words=words: refused(words)
    for words in OF_512_MIB if has_groups() else []:
        yield f"{words}, in a group", lambda words=words: refused_in_a_group(words)
    yield "credential verify few --passwords two", one_row
    password = "--password-file password"
    for name, key in FORMATS.items():
        new = " --new-key-file key" if key else ""
        yield f"export --format {name}", lambda name=name, new=new: scarcer(
            f"export large.vault --format {name} -o out {password}{new}", every)
        old = "--key-file key --new-password-file password" if key else password
        yield f"import --format {name}", lambda name=name, old=old: scarcer(
            f"import large.{name} --format {name} -o out --rounds 1 {old}", every)
    for words in TABLES:
        yield words, lambda words=words: scarcer(words, every)
