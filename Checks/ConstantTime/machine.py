"""Which registers, flags and bytes of the stack of a function in x86-64 hold values loaded from memory."""

import re

ARGUMENTS = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"]
RESULTS = ["rax", "rdx", "rcx", "r8"]
CLOBBERED = ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"]
REGISTERS = {}
for _letter in "abcd":
    for _name in (f"r{_letter}x", f"e{_letter}x", f"{_letter}x", f"{_letter}l", f"{_letter}h"):
        REGISTERS[_name] = f"r{_letter}x"
for _pair in ("si", "di", "bp", "sp"):
    for _name in (f"r{_pair}", f"e{_pair}", _pair, f"{_pair}l"):
        REGISTERS[_name] = f"r{_pair}"
for _number in range(8, 16):
    for _suffix in ("", "d", "w", "b"):
        REGISTERS[f"r{_number}{_suffix}"] = f"r{_number}"
SIZES = {"byte": 1, "word": 2, "dword": 4, "qword": 8, "xmmword": 16, "ymmword": 32, "zmmword": 64}
VECTOR = frozenset({"a vector register"})
PUBLIC = (frozenset(), frozenset())

# Integer instructions that compute their first operand from it and the others.
READ_AND_WRITE = {
    "add", "sub", "and", "or", "xor", "adc", "sbb", "shl", "shr", "sar", "rol", "ror", "sal", "not", "neg", "inc", "dec",
    "bswap", "imul", "shld", "shrd", "btr", "bts", "btc", "xadd"}
# Integer instructions that compute their first operand from the others alone.
WRITE = {
    "mov", "movzx", "movsx", "movsxd", "movabs", "movbe", "rorx", "sarx", "shlx", "shrx", "andn", "bextr", "bzhi", "blsr",
    "blsi", "blsmsk", "popcnt", "lzcnt", "tzcnt", "bsf", "bsr", "pdep", "pext", "lea"}
WITHOUT_FLAGS = {
    "mov", "movzx", "movsx", "movsxd", "movabs", "movbe", "rorx", "sarx", "shlx", "shrx", "lea", "not", "bswap", "pdep",
    "pext", "push", "pop", "nop", "endbr64", "leave", "cqo", "cdq", "cdqe", "cwde", "xchg", "mulx"}


def union(*values):
    """A value computed from others: the arguments that it depends on, and the secrets in it."""
    return (frozenset().union(*(value[0] for value in values)), frozenset().union(*(value[1] for value in values)))


def operands(text):
    return [part.strip() for part in re.split(r",(?![^\[{]*[\]}])", text)] if text else []


class Memory:
    """An operand in memory."""

    def __init__(self, text):
        self.size = next((SIZES[word] for word in text.split() if word in SIZES), 8)
        self.size_name = next((word for word in text.split() if word in SIZES), "qword")
        inside = re.search(r"\[(.*?)\]", text).group(1)
        self.is_thread_local = "fs:" in text
        self.is_constant = "rip" in inside
        self.registers, self.offset, self.is_vector = [], 0, False
        for sign, term in re.findall(r"([+-]?) *([^+\- ]+)", inside):
            name = term.split("*")[-1]
            if name in REGISTERS:
                self.registers.append(REGISTERS[name])
            elif name.startswith(("xmm", "ymm", "zmm")):
                self.is_vector = True
            elif re.fullmatch(r"0x[0-9a-f]+|\d+", term):
                self.offset += int(term, 0) * (-1 if sign == "-" else 1)
        self.is_indexed = len(self.registers) > 1 or self.is_vector or "*" in inside

    def slot(self):
        """Its place in the frame, or None."""
        if len(self.registers) == 1 and self.registers[0] in ("rbp", "rsp") and not self.is_vector:
            return self.registers[0]
        return None


class Instruction:
    def __init__(self, address, text):
        text = re.sub(r"\s+#.*", "", text)
        text = re.sub(r"^(lock|rep|repne|notrack|data16)\s+", lambda match: match.group(1) + "_", text)
        self.address, self.target = address, None
        mnemonic, _, rest = text.partition("\t")
        self.mnemonic, self.text = mnemonic.strip(), text.replace("\t", " ")
        target = re.match(r"0x([0-9a-f]+) <", rest)
        if target and (self.mnemonic.startswith("j") or self.mnemonic == "call"):
            self.target, rest = int(target.group(1), 16), ""
        rest = re.sub(r" *\{[^}]*\}", "", rest)
        self.operands = operands(rest.strip())
        self.memory = [Memory(operand) for operand in self.operands if "[" in operand]
        self.callee = None

    def is_jump(self):
        return self.mnemonic.startswith("j") and self.mnemonic != "jmp"

    def ends(self):
        return self.mnemonic in ("jmp", "ret", "ud2", "int3", "hlt")


def low(register):
    """The name of a register's lowest byte, which has a value of its own because it is often written alone."""
    return register + " low"


def is_low(operand):
    return operand.endswith(("l", "b"))


class State:
    """The values in registers, in their lowest bytes, in flags and in bytes of the frame."""

    def __init__(self, registers, frame=None, flags=PUBLIC):
        self.registers, self.frame, self.flags = registers, frame or {}, flags

    def copy(self):
        return State(dict(self.registers), dict(self.frame), self.flags)

    def joined(self, other):
        """The state after either of two paths. A byte of the frame that one path has not written is unknown."""
        registers = {name: union(value, other.registers[name]) for name, value in self.registers.items()}
        frame = {place: union(value, other.frame[place]) for place, value in self.frame.items() if place in other.frame}
        return State(registers, frame, union(self.flags, other.flags))

    def same(self, other):
        return (self.registers, self.frame, self.flags) == (other.registers, other.frame, other.flags)


class Function:
    """A function, the values that its callers pass, and its findings."""

    def __init__(self, name):
        self.name, self.code, self.findings = name, [], set()
        self.given = {name: frozenset() for name in set(REGISTERS.values())}
        self.results = {name: PUBLIC for name in RESULTS}

    def add(self, address, text):
        self.code.append(Instruction(address, text))

    def relocate(self, symbol):
        if self.code[-1].mnemonic in ("call", "jmp"):
            self.code[-1].callee = symbol

    def jumps(self):
        return sum(instruction.is_jump() for instruction in self.code)

    def indexed(self):
        return sum(
            memory.is_indexed for instruction in self.code if instruction.mnemonic not in ("lea", "nop")
            for memory in instruction.memory)

    def analyse(self, functions):
        """Finds what jumps and addresses depend on. Returns whether the values for other functions have changed."""
        before = [(function.given.copy(), function.results.copy()) for function in functions.values()]
        place = {instruction.address: number for number, instruction in enumerate(self.code)}
        registers = {name: (frozenset({name}), secrets) for name, secrets in self.given.items()}
        registers |= {low(name): value for name, value in registers.items()}
        states, waiting = {0: State(registers)}, [0]
        self.findings = set()
        while waiting:
            number = waiting.pop()
            state = states[number].copy()
            while True:
                instruction = self.code[number]
                self.step(instruction, state, functions)
                follow = [] if instruction.ends() else [number + 1]
                if instruction.target in place and instruction.mnemonic != "call" and not instruction.callee:
                    follow.append(place[instruction.target])
                follow = [next_number for next_number in follow if next_number < len(self.code)]
                if len(follow) == 1 and follow[0] == number + 1 and follow[0] not in states and not self.is_target(follow[0], place):
                    number += 1
                    continue
                for next_number in follow:
                    known = states.get(next_number)
                    joined = known.joined(state) if known else state.copy()
                    if not known or not joined.same(known):
                        states[next_number] = joined
                        waiting.append(next_number)
                break
        return before != [(function.given, function.results) for function in functions.values()]

    def is_target(self, number, place):
        if not hasattr(self, "targets"):
            self.targets = {place.get(instruction.target) for instruction in self.code if instruction.target is not None}
        return number in self.targets

    # One instruction

    def found(self, what, secrets):
        self.findings |= {f"{what} {secret}" for secret in secrets}

    def value(self, operand, state):
        if "[" in operand:
            return self.loaded(Memory(operand), state)
        if operand in REGISTERS:
            name = REGISTERS[operand]
            return state.registers[low(name) if is_low(operand) else name]
        if re.match(r"[xyz]mm|k[0-7]|mm", operand):
            return (frozenset(), VECTOR)
        return PUBLIC

    def loaded(self, memory, state):
        if memory.is_thread_local or memory.is_constant:
            return PUBLIC
        base = memory.slot()
        if base:
            unknown = PUBLIC if base == "rbp" and memory.offset >= 16 else (frozenset(), frozenset({"the frame"}))
            places = range(memory.offset, memory.offset + memory.size)
            return union(*(state.frame.get((base, place), unknown) for place in places))
        address = union(*(state.registers[name] for name in memory.registers), PUBLIC)
        secrets = {secret for secret in address[1]}
        sources = {f"[{secret}]" if "[" not in secret else "[memory]" for secret in secrets}
        sources |= {name for name in address[0] if name in ARGUMENTS} if not sources else set()
        return (frozenset(), frozenset(f"{memory.size_name}@{source}" for source in sources or {"memory"}))

    def store(self, operand, value, state, lowest=None):
        if "[" in operand:
            memory = Memory(operand)
            base = memory.slot()
            if base:
                for place in range(memory.offset, memory.offset + memory.size):
                    state.frame[(base, place)] = value
                state.frame[(base, memory.offset)] = lowest or value
            elif {"rsp", "rbp"} & union(PUBLIC, *(state.registers[name] for name in memory.registers))[0]:
                # The place in the frame is unknown, so it may be any byte.
                state.frame = {place: union(known, value) for place, known in state.frame.items()}
        elif operand in REGISTERS:
            name = REGISTERS[operand]
            is_part = operand.endswith(("l", "h", "b", "w")) or operand in ("ax", "bx", "cx", "dx", "si", "di")
            state.registers[name] = union(state.registers[name], value) if is_part else value
            if not operand.endswith("h"):
                state.registers[low(name)] = lowest or value

    def step(self, instruction, state, functions):
        mnemonic, parts = instruction.mnemonic, instruction.operands
        if mnemonic in ("nop", "endbr64", "ud2", "int3", "hlt"):
            return
        for memory in instruction.memory:
            secrets = frozenset().union(*(state.registers[name][1] for name in memory.registers))
            if mnemonic != "lea":
                self.found("address from", secrets)
                if memory.is_vector:
                    self.found("address from", VECTOR)
        if mnemonic.startswith("prefetch"):
            return
        if instruction.is_jump():
            return self.found("jump on", state.registers["rcx"][1] if mnemonic.endswith("cxz") else state.flags[1])
        if mnemonic == "jmp" and not instruction.callee:
            if parts:
                self.found("jump to", self.value(parts[0], state)[1])
            return
        if mnemonic == "call" or mnemonic == "jmp":
            return self.call(instruction, state, functions)
        if mnemonic == "ret":
            for name in RESULTS:
                secrets = state.registers[name][1]
                self.results[name] = union(self.results[name], (frozenset(), secrets))
            return
        self.compute(mnemonic, parts, state)

    def compute(self, mnemonic, parts, state):
        values = [self.value(part, state) for part in parts]
        if mnemonic == "lea":
            memory = Memory(parts[1])
            values[1] = union(PUBLIC, *(state.registers[name] for name in memory.registers))
        if mnemonic == "mov" and parts[1] in REGISTERS and not parts[1].endswith("h"):
            return self.store(parts[0], values[1], state, state.registers[low(REGISTERS[parts[1]])])
        is_zero = mnemonic in ("xor", "sub") and len(parts) == 2 and parts[0] == parts[1]
        if mnemonic in ("div", "idiv"):
            values += [state.registers["rax"], state.registers["rdx"]]
            self.found("division of", union(*values)[1])
        if mnemonic in ("pdep", "pext"):
            self.found(f"{mnemonic} of", union(*values[1:])[1])
        if mnemonic.startswith("rep_"):
            self.found("address from", union(*(state.registers[name] for name in ("rcx", "rdi", "rsi")))[1])
        elif mnemonic in ("cmp", "test", "bt", "ucomisd", "comisd"):
            state.flags = union(*values)
        elif mnemonic.startswith("set"):
            self.store(parts[0], state.flags, state)
        elif mnemonic.startswith("cmov"):
            self.store(parts[0], union(*values, state.flags), state)
        elif mnemonic == "push":
            pass
        elif mnemonic == "pop":
            self.store(parts[0], (frozenset(), frozenset({"the frame"})), state)
        elif mnemonic == "leave":
            pass
        elif mnemonic in ("cqo", "cdq"):
            state.registers["rdx"] = state.registers[low("rdx")] = state.registers["rax"]
        elif mnemonic in ("cdqe", "cwde"):
            pass
        elif mnemonic == "xchg":
            self.store(parts[0], values[1], state)
            self.store(parts[1], values[0], state)
        elif mnemonic == "mulx":
            self.store(parts[0], union(values[2], state.registers["rdx"]), state)
            self.store(parts[1], union(values[2], state.registers["rdx"]), state)
        elif mnemonic in ("mul", "imul", "div", "idiv") and len(parts) == 1:
            result = union(*values, state.registers["rax"], state.registers["rdx"])
            for name in ("rax", "rdx"):
                state.registers[name] = state.registers[low(name)] = result
            state.flags = result
        else:
            self.write(mnemonic, parts, values, state, is_zero)

    def write(self, mnemonic, parts, values, state, is_zero):
        if mnemonic in READ_AND_WRITE or mnemonic in WRITE:
            sources = values if mnemonic in READ_AND_WRITE and not (mnemonic == "imul" and len(parts) == 3) else values[1:]
            sources = sources + ([state.flags] if mnemonic in ("adc", "sbb") else [])
            result = PUBLIC if is_zero else union(PUBLIC, *sources)
        else:
            # This is a vector instruction, or one that the table does not have. Whatever it writes counts as secret.
            result = union((frozenset(), VECTOR), *values)
        if parts:
            self.store(parts[0], result, state)
        if mnemonic not in WITHOUT_FLAGS and not self.leaves_flags(mnemonic):
            state.flags = result

    @staticmethod
    def leaves_flags(mnemonic):
        """Whether a vector instruction leaves the flags unchanged: all do, except tests and comparisons of scalars."""
        is_vector = mnemonic.startswith(("v", "p", "mov", "sha", "aes", "punpck", "kmov", "xorps", "andps", "unpck", "shuf"))
        return is_vector and not re.match(r"v?ptest|v?u?comis|vtestp|kortest|ktest|popcnt", mnemonic)

    def call(self, instruction, state, functions):
        if instruction.operands:
            self.found("jump to", self.value(instruction.operands[0], state)[1])
        callee = functions.get(instruction.callee)
        if callee:
            for name, value in state.registers.items():
                if name in callee.given and name not in ("rsp", "rbp"):
                    callee.given[name] |= value[1]
        for name in CLOBBERED:
            state.registers[name] = state.registers[low(name)] = (frozenset(), frozenset({"a result"}))
        for name in RESULTS if callee else []:
            state.registers[name] = state.registers[low(name)] = callee.results[name]
        state.flags = (frozenset(), frozenset({"a result"}))
