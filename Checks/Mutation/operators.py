"""Swift source of operators that call one of two others, depending on the active mutant."""

import kinds

PRECEDENCE = {
    "+": "Addition", "-": "Addition", "*": "Multiplication", "/": "Multiplication", "%": "Multiplication",
    "&+": "Addition", "&-": "Addition", "&*": "Multiplication", "&": "Multiplication", "|": "Addition", "^": "Addition",
    "<<": "BitwiseShift", ">>": "BitwiseShift", "&<<": "BitwiseShift", "&>>": "BitwiseShift", "&&": "LogicalConjunction",
    "||": "LogicalDisjunction", "..<": "RangeFormation", "...": "RangeFormation",
}


def name(number):
    """A name of mathematical characters, a different one for each number."""
    return "∴" + chr(0x2200 + number // 200 + 1) + chr(0x2200 + number % 200 + 1)


def declaration(number, old, new):
    operator = name(number)
    assigns = old in kinds.SWAPPED["arithmetic"] and old.endswith("=")
    precedence = "Assignment" if assigns else PRECEDENCE.get(old, "Comparison")
    lines = [f"infix operator {operator}: {precedence}Precedence"]
    for disfavored, generics, parameters, result, condition, mutated, original in forms(old, new):
        lines.append(
            f"{'@_disfavoredOverload ' if disfavored else ''}@inlinable @inline(__always)\n"
            f"func {operator} {generics}({parameters}) {result} {condition} "
            f"{{ mutant({number}) ? ({mutated}) : ({original}) }}")
    return "\n".join(lines) + "\n"


def forms(old, new):
    """The types that an operator is declared for: (whether it is the last choice, generics, parameters, result,
    condition, what the mutant computes, what the original computes)."""
    plain = (f"a {new} b", f"a {old} b")
    if old in kinds.SWAPPED["logic"]:
        yield False, "", "_ a: Bool, _ b: @autoclosure () throws -> Bool", "rethrows -> Bool", "", \
            f"try a {new} (b())", f"try a {old} (b())"
    elif old in ("==", "!="):
        yield False, "<T: Equatable>", "_ a: T, _ b: T", "-> Bool", "", *plain
        yield True, "<T>", "_ a: T?, _ b: _OptionalNilComparisonType", "-> Bool", "", *plain
    elif old in kinds.SWAPPED["compare"]:
        yield False, "<T: Comparable>", "_ a: T, _ b: T", "-> Bool", "", *plain
    elif old == "..<":
        yield False, "<T: Strideable>", "_ a: T, _ b: T", "-> Range<T>", "where T.Stride: SignedInteger", \
            "a..<b.advanced(by: 1)", "a..<b"
    elif old == "...":
        yield False, "<T: Strideable>", "_ a: T, _ b: T", "-> ClosedRange<T>", "where T.Stride: SignedInteger", \
            "a...b.advanced(by: -1)", "a...b"
    elif old.endswith("="):
        yield False, "<T: FixedWidthInteger>", "_ a: inout T, _ b: T", "", "", *plain
        if old[0] in "+-":
            yield False, "<T: FloatingPoint>", "_ a: inout T, _ b: T", "", "", *plain
        else:
            yield False, "<T: SIMD>", "_ a: inout T, _ b: T", "", "where T.Scalar: FixedWidthInteger", *plain
        if old == "+=":
            yield True, "<C: RangeReplaceableCollection, S: Sequence>", "_ a: inout C, _ b: S", "", \
                "where C.Element == S.Element", "()", "a += b"
    elif ">>" in old or "<<" in old:
        amount = ("T", "T: FixedWidthInteger") if "&" in old else ("S", "T: FixedWidthInteger, S: BinaryInteger")
        yield False, f"<{amount[1]}>", f"_ a: T, _ b: {amount[0]}", "-> T", "", *plain
        if "&" in old:
            yield False, "<T: SIMD>", "_ a: T, _ b: T", "-> T", "where T.Scalar: FixedWidthInteger", *plain
    else:
        yield False, "<T: FixedWidthInteger>", "_ a: T, _ b: T", "-> T", "", *plain
        if old[0] in "&|^":
            yield False, "<T: SIMD>", "_ a: T, _ b: T", "-> T", "where T.Scalar: FixedWidthInteger", *plain
        elif old != "%":
            yield False, "<T: FloatingPoint>", "_ a: T, _ b: T", "-> T", "", *plain
        if old in "+-":
            yield True, "<T: Strideable>", "_ a: T, _ b: Int", "-> T", "where T.Stride == Int", \
                f"a.advanced(by: {new}b)", f"a.advanced(by: {old}b)"
        if old == "+":
            yield True, "<C: RangeReplaceableCollection, S: Sequence>", "_ a: C, _ b: S", "-> C", \
                "where C.Element == S.Element", "a", "a + b"
