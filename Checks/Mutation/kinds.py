"""The kinds of mutants: the places in a source where they are possible, and the text that replaces the original.

Each function yields (edits, before, after). An edit is (start, end, text). In its text, `MUTANT` becomes the test
whether this mutant is active. `before` and `after` are for the report. A new kind is a function and a line in `SHARES`.
"""

import re

SWAPPED = {
    "compare": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "arithmetic": {
        "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&*": "&+", "&": "|", "|": "&", "^": "|",
        "<<": ">>", ">>": "<<", "&<<": "&>>", "&>>": "&<<", "+=": "-=", "-=": "+=", "|=": "&=", "^=": "|=", "&=": "|=",
    },
}
FLAGS = r"\b(?:O|AT|RENAME|SA|MAP|PROT|F|IN|LOCK)_[A-Z]+\b"
DECLARING = (
    "let|var|case|default|return|throw|if|guard|while|for|repeat|func|static|private|fileprivate|package|public|internal|"
    "mutating|nonisolated|override|final|init|deinit|convenience|typealias|struct|enum|class|extension|subscript|indirect|"
    r"unsafe let|self\.init|super"
)


def operators(source, names):
    alternatives = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    for match in re.finditer(rf"(?<= )(?:{alternatives})(?= )", source.code):
        yield [(match.start(), match.end(), None)], match.group(), names[match.group()]


def compare(source):
    return operators(source, SWAPPED["compare"])


def logic(source):
    return operators(source, SWAPPED["logic"])


def arithmetic(source):
    return operators(source, SWAPPED["arithmetic"])


def ranges(source):
    """One more element after `..<`, or one fewer after `...`."""
    for match in re.finditer(r"(?<=[\w)\]])(\.\.<|\.\.\.)(?=[\w(])", source.code):
        yield [(match.start(), match.end(), None)], match.group(), {"..<": "one more", "...": "one less"}[match.group()]


def constants(source):
    for match in re.finditer(r"(?<![\w.$#])(0x[0-9a-fA-F_]+|0o[0-7]+|\d[\d_]*|true|false)(?![\w.]|\s*:)", source.code):
        old = match.group()
        if old in ("true", "false"):
            new = "false" if old == "true" else "true"
        elif old.startswith("0o"):
            new = {"0o600": "0o644", "0o700": "0o755"}.get(old, hex(int(old, 8) ^ 1))
        else:
            number = int(old.replace("_", ""), 0)
            new = hex(number ^ 1) if old.startswith("0x") else str(number + 1)
        yield [(match.start(), match.end(), f"(MUTANT ? {new} : {old})")], old, new


def flags(source):
    for match in re.finditer(rf"{FLAGS}(?= \|)|(?<=\| ){FLAGS}", source.code):
        yield [(match.start(), match.end(), f"(MUTANT ? 0 : {match.group()})")], match.group(), "0"


def clauses(source, pattern):
    """The conditions after a keyword that are plain expressions: (keyword, start, end)."""
    for match in re.finditer(pattern, source.code):
        start = place = match.end()
        depth = 0
        while place < len(source.code):
            rest = source.code[place:]
            closes = rest[0] == "{" and depth == 0 or re.match(r"\belse\b", rest) and not source.code[place - 1].isalnum()
            if depth == 0 and (rest[0] == "," or closes):
                text = source.text[start:place]
                if text.strip() and not re.match(r"\s*(let|var|case|unsafe let|#)\b", text):
                    left = len(text) - len(text.lstrip())
                    yield match.group(1), start + left, start + len(text.rstrip())
                start = place + 1
                if closes:
                    break
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(rest[0], 0)
            if depth < 0:
                break
            place += 1


def guards(source):
    """A check that is left out."""
    for _, start, end in clauses(source, r"\b(guard) "):
        yield [(start, start, "(MUTANT || ("), (end, end, "))")], source.text[start:end], "true"
    for match in re.finditer(r"\b(?:precondition|assert)\(", source.code):
        end = match.end()
        depth = 0
        while source.code[end] != "," or depth:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(source.code[end], 0)
            end += 1
            if depth < 0:
                break
        if depth == 0:
            yield [(match.end(), match.end(), "(MUTANT || ("), (end, end, "))")], source.text[match.end():end], "true"


def conditions(source):
    """A condition that is negated."""
    for _, start, end in clauses(source, r"\b(if|while) "):
        yield [(start, start, "(MUTANT != ("), (end, end, "))")], source.text[start:end], f"!({source.text[start:end]})"


def statements(source):
    """A call or an assignment that is left out: wipes, syncs, unlocking, counting."""
    word = r"(?:try[?!]? |await |unsafe |_ = )*[\w.$\]\[()?!,:& +*/<-]*"
    pattern = rf"(?m)^( +)(?! )(?!(?:{DECLARING})\b|@)({word}(?:\(|(?: [-+|&^]?= ))|continue\b|break\b)"
    for match in re.finditer(pattern, source.code):
        start = match.start(2)
        end = source.statement_end(start)
        if end is None:
            continue
        while source.code[end - 1] == " ":
            end -= 1
        if "case " in source.code[start:end] or re.match(r"\w+ \w+ ?[(:]", source.code[start:end]):
            continue
        text = re.sub(r"\s+", " ", source.text[start:end])
        yield [(start, start, "if !MUTANT { "), (end, end, " }")], text, "(dropped)"
    for match in re.finditer(r"\bdefer \{ ([^\n{}]*) \}\n", source.code):
        start, end = match.span(1)
        yield [(start, start, "if !MUTANT { "), (end, end, " }")], source.text[start:end], "(dropped)"


# Each kind's share of a sample.
SHARES = {
    statements: 0.26, guards: 0.14, conditions: 0.12, compare: 0.14, constants: 0.12, arithmetic: 0.10, logic: 0.05,
    ranges: 0.04, flags: 0.03,
}
