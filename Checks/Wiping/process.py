"""Runs a program to its end under ptrace, records what it overwrites, and copies its memory at exit.

Linux on x86-64. The program needs no hook: each of its functions that overwrite memory has a breakpoint, and the system
stops the program (PTRACE_EVENT_EXIT) after it calls exit, while its memory still exists.

The copy contains every page that the program can write: the heap, all stacks, anonymous memory and the data of the
program and its libraries. It leaves out pages that are all zeros, or equal to a page of a run without secrets. It does
not contain the kernel's memory: pipes, the terminal's line, the page cache, swap.
"""

import bisect
import ctypes
import os
import re
import signal
import struct
import subprocess

TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS, GETEVENTMSG = 0, 7, 12, 13, 0x4200, 0x4201
OPTION_CLONE, OPTION_EXIT, OPTION_EXITKILL = 0x08, 0x40, 0x100000
EVENT_CLONE, EVENT_EXIT, EVENT_STOP = 3, 6, 128
WALL = 0x40000000
ADDRESSES_AS_THEY_COME = 0x0040000
PAGE = 4096
AROUND = 2048  # looked at each way from the stack pointer
# What this overwrites ends 24 bytes below the stack pointer at its first instruction, after two registers and a canary. The
# size is its argument.
STACK = "wipeStack(byteCount:)"
STACK_OFFSET = 24
STACK_BEGINNING = bytes.fromhex("55 4889e5 53 50")  # push rbp; mov rbp, rsp; push rbx; push rax
STACK_AREA = bytes.fromhex("4889e3 4829c3 4889dc")  # mov rbx, rsp; sub rbx, rax; mov rsp, rbx

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Registers(ctypes.Structure):
    """`struct user_regs_struct` of <sys/user.h>."""

    _fields_ = [
        (name, ctypes.c_ulong)
        for name in (
            "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss "
            "fs_base gs_base ds es fs gs"
        ).split()
    ]


PUSHES = {b"\x55": "rbp", b"\x53": "rbx", b"\x50": "rax"} | {
    bytes([0x41, 0x50 + number - 8]): f"r{number}" for number in range(8, 16)}
TEST_SIZE = b"\x48\x85\xf6"  # test rsi, rsi
CARRY, PARITY, ZERO, SIGN, OVERFLOW = 1 << 0, 1 << 2, 1 << 6, 1 << 7, 1 << 11


class Instruction:
    """The first instruction of a function that overwrites memory. The breakpoint replaces it."""

    def __init__(self, code):
        self.length = next(
            (len(known) for known in [TEST_SIZE, *PUSHES] if code.startswith(known)), 0)
        self.code = code[: self.length]

    def perform(self, memory, registers):
        """Emulates the instruction on a thread that has passed the breakpoint's byte."""
        registers.rip += self.length - 1
        if self.code == TEST_SIZE:
            size = registers.rsi
            registers.eflags &= ~(CARRY | PARITY | ZERO | SIGN | OVERFLOW)
            registers.eflags |= ZERO if size == 0 else 0
            registers.eflags |= SIGN if size >> 63 else 0
            registers.eflags |= PARITY if (size & 0xFF).bit_count() % 2 == 0 else 0
        else:
            registers.rsp -= 8
            os.pwrite(memory, struct.pack("<Q", getattr(registers, PUSHES[self.code])), registers.rsp)


def ptrace(request, pid, address=0, data=0):
    ctypes.set_errno(0)
    if libc.ptrace(request, pid, address, data) == -1 and ctypes.get_errno():
        raise OSError(ctypes.get_errno(), f"ptrace({request:#x}): {os.strerror(ctypes.get_errno())}")


class Program:
    """An executable, and the functions in it that overwrite memory."""

    def __init__(self, path):
        self.path = str(path)
        listing = subprocess.run(
            f"nm -n -S --defined-only '{self.path}' | swift demangle --simplified", shell=True, check=True,
            stdout=subprocess.PIPE, text=True).stdout
        self.symbols, self.ends = [], []
        for line in listing.splitlines():
            address, size, kind, name = re.fullmatch(r"(\w{16}) (\w{16} )?(\w) (.*)", line).groups()
            if kind in "tTwW":
                self.symbols.append((int(address, 16), name))
                self.ends.append(int(address, 16) + int(size, 16) if size else float("inf"))
        self.addresses = [address for address, _ in self.symbols]
        self.wipes = [address for address, name in self.symbols if name.endswith("wipe(_:byteCount:)")]
        # And the function that overwrites memory below the stack pointer.
        self.stacks = [address for address, name in self.symbols if name == STACK]
        self.wipes += self.stacks
        # Functions that call them for others. The wipe belongs to their callers.
        self.wrappers = {"?"} | {
            name for _, name in self.symbols
            if re.search(r"\bwipe(<\w+>)?\(_:\)$", name) or name.startswith("withUnsafeMutablePointer<")}
        if not self.wipes:
            raise SystemExit(f"{self.path}: no function that overwrites memory")
        # Pages that a run without secrets has, too.
        self.known = {bytes(PAGE)}

    def learn(self, run):
        """Adds the pages of a run without secrets to the known ones."""
        for region in run.memory:
            self.known |= {region.content[i : i + PAGE] for i in range(0, len(region.content), PAGE)}

    def name(self, address):
        """The function that contains an address. Some thunks have no name."""
        place = bisect.bisect_right(self.addresses, address) - 1
        return self.symbols[place][1] if 0 <= place and address <= self.ends[place] else "?"


class Region:
    """Consecutive pages that are not all zeros."""

    def __init__(self, kind, start, content):
        self.kind, self.start, self.content = kind, start, content


class Run:
    """The results of a run: the exit status, the (call site, content) of everything that was overwritten, the memory at
    the first wipe and the stack at each wipe, and the memory at exit."""

    def __init__(self):
        self.status = None
        self.wiped = []
        self.seen = []
        self.left_out = []
        self.memory = []
        self.scanned = {}
        self.output = b""


class Process:
    def __init__(self, program, arguments, environment=None, prepare=lambda: None, skip=(), skips_stacks=False):
        """The child runs `prepare`. Wipes that are called from the addresses in `skip` are left out, and with
        `skips_stacks` those of the stack."""
        self.program, self.skip, self.skips_stacks = program, skip, skips_stacks
        self.run = Run()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                prepare()
                libc.personality(ADDRESSES_AS_THEY_COME)  # if this is not permitted, more pages differ, and the run takes longer
                ptrace(TRACEME, 0)
                os.execve(program.path, [program.path] + arguments, environment or {})
            finally:
                os._exit(127)
        _, status = os.waitpid(self.pid, 0)
        if not os.WIFSTOPPED(status):
            raise SystemExit(f"{program.path}: did not start")
        ptrace(SETOPTIONS, self.pid, 0, OPTION_CLONE | OPTION_EXIT | OPTION_EXITKILL)
        self.memory = os.open(f"/proc/{self.pid}/mem", os.O_RDWR)
        # The addresses of a position-independent executable count from its first mapping.
        with open(f"/proc/{self.pid}/maps") as maps:
            self.base = next(
                int(line.split("-")[0], 16) for line in maps if os.path.realpath(program.path) in line)
        self.instructions = {}
        for address in program.wipes:
            place = self.base + address
            instruction = Instruction(os.pread(self.memory, 4, place))
            if not instruction.length:
                code = os.pread(self.memory, 4, place).hex()
                raise SystemExit(f"{program.name(address)} begins with {code}, which is not known here")
            if address in program.stacks and not self.has_area(place):
                raise SystemExit(f"{program.name(address)} does not overwrite what it did; see STACK_AREA")
            self.instructions[place] = instruction
            os.pwrite(self.memory, b"\xcc", place)

    def has_area(self, place):
        """Whether a function takes an area of the stack that ends at STACK_OFFSET."""
        code = os.pread(self.memory, 64, place)
        return code.startswith(STACK_BEGINNING) and STACK_AREA in code

    def to_exit(self):
        """Runs the program to its end. Copies its memory when its first thread exits."""
        ptrace(CONT, self.pid)
        while True:
            tid, status = os.waitpid(-1, WALL)
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                if tid == self.pid:
                    self.run.status = os.waitstatus_to_exitcode(status)
                    os.close(self.memory)
                    return self.run
                continue
            deliver = 0
            event = status >> 16
            if os.WSTOPSIG(status) == signal.SIGTRAP and event == 0:
                self.breakpoint(tid)
            elif event == EVENT_EXIT and tid == self.pid:
                self.run.memory, self.run.scanned = self.pages()
            elif event == 0 and os.WSTOPSIG(status) != signal.SIGSTOP:
                deliver = os.WSTOPSIG(status)
            try:
                ptrace(CONT, tid, 0, deliver)
            except ProcessLookupError:
                pass

    def breakpoint(self, tid):
        registers = Registers()
        ptrace(GETREGS, tid, 0, ctypes.addressof(registers))
        instruction = self.instructions[registers.rip - 1]
        caller, frame = struct.unpack("<Q", os.pread(self.memory, 8, registers.rsp))[0], registers.rbp
        site = caller - self.base
        while self.program.name(site) in self.program.wrappers:
            frame, address = struct.unpack("<QQ", os.pread(self.memory, 16, frame))
            site = address - self.base
        if not self.run.seen:
            self.run.seen = [region.content for region in self.pages()[0]]
        self.run.seen.append(os.pread(self.memory, 2 * AROUND, registers.rsp - AROUND))
        below = registers.rdi if registers.rip - 1 - self.base in self.program.stacks else 0
        if below:
            content = os.pread(self.memory, below, registers.rsp - STACK_OFFSET - below)
        else:
            content = os.pread(self.memory, registers.rsi, registers.rdi) if registers.rsi else b""
        self.run.wiped.append((site, content))
        if site in self.skip or (below and self.skips_stacks):
            place, size = (registers.rsp - STACK_OFFSET - below, below) if below else (registers.rdi, registers.rsi)
            if site in self.skip:
                self.run.left_out.append((place, size))
            registers.rip = caller
            registers.rsp += 8
        else:
            instruction.perform(self.memory, registers)
        ptrace(SETREGS, tid, 0, ctypes.addressof(registers))

    def pages(self):
        """The pages that the program can write, without known pages, as regions; and their size by kind."""
        regions, scanned = [], {}
        with open(f"/proc/{self.pid}/maps") as maps:
            lines = [line.split(maxsplit=5) for line in maps]
        for fields in lines:
            if "w" not in fields[1]:
                continue
            start, end = (int(part, 16) for part in fields[0].split("-"))
            name = fields[5].strip() if len(fields) > 5 else ""
            kind = name.strip("[]") if name.startswith("[") else "data" if name else "anonymous"
            scanned[kind] = scanned.get(kind, 0) + end - start
            content = os.pread(self.memory, end - start, start)
            if len(content) != end - start:
                raise SystemExit(f"{self.program.path}: {kind} memory that cannot be read")
            begin = None
            for offset in range(0, len(content) + PAGE, PAGE):
                used = offset < len(content) and content[offset : offset + PAGE] not in self.program.known
                if used and begin is None:
                    begin = offset
                elif not used and begin is not None:
                    regions.append(Region(kind, start + begin, content[begin:offset]))
                    begin = None
        return regions, scanned
