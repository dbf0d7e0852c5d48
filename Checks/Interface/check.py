#!/usr/bin/env python3
"""Checks the doc comment of each public symbol, the listing of the public interface, and each citation.

    Checks/Interface/check.py [--write] [OPTION OF swift build ...]

Every public symbol that a library declares has a doc comment, which may be inherited only from this package. Its first
paragraph ends in a full stop. A function that throws says what and when, in a paragraph `- Throws:`. A list of
parameters names all of them in their order, and nothing else. `- Returns:` is used only where something is returned.
The script finds a new library through LIBRARIES in Documentation/symbols.py.

The declaration of each public symbol is a line in api.txt, which is what a release promises. Behind the declaration of a
type are its conformances, without those that follow from others (IMPLIES, and the libraries' own protocols), and its
cases without values. A declaration that a listed conformance requires has no line, unless it determines an associated
type (ASSOCIATED). The three conformances that keep a secret from being printed are listed as one, `Redacted`. What is
missing or new is a complaint. `--write` writes the file. CONTRIBUTING.md says when something may be removed.

citations.py defines the form of citations, and lists the documents. Each source file of an algorithm cites its
standard, except those in UNCITED. package_index.py compares .spi.yml with the libraries.
privacy.py looks for calls that would need a privacy manifest.

First, both parts must refuse faulty input: a module that the script makes, and wrong citations. The libraries are built
in release mode, because the extractor takes a comment from the place in the source that the module names.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Documentation"))

import citations  # noqa: E402
import package_index  # noqa: E402
import privacy  # noqa: E402
import symbols  # noqa: E402

# Conformances that the compiler adds.
IMPLIED = ("SendableMetatype", "Copyable", "Escapable")
# Protocols of the standard library, and those that they refine.
IMPLIES = {
    "Swift.Error": {"Swift.Sendable"}, "Swift.Hashable": {"Swift.Equatable"},
    "Swift.ExpressibleByStringInterpolation": {"Swift.ExpressibleByStringLiteral"},
    "Swift.ExpressibleByStringLiteral": {"Swift.ExpressibleByExtendedGraphemeClusterLiteral"},
    "Swift.ExpressibleByExtendedGraphemeClusterLiteral": {"Swift.ExpressibleByUnicodeScalarLiteral"},
}
# Requirements whose declaration in a type decides what an associated type is.
ASSOCIATED = {"Sequence.makeIterator()", "IteratorProtocol.next()", "HashFunction.finalize()",
              "ExpressibleByIntegerLiteral.init(integerLiteral:)", "ExpressibleByStringLiteral.init(stringLiteral:)"}
REDACTION = {"Swift.CustomStringConvertible", "Swift.CustomDebugStringConvertible", "Swift.CustomReflectable"}
LISTING = pathlib.Path(__file__).with_name("api.txt")

# Files in kernel folders, or named after an algorithm, that contain no step of it: types, selection of a kernel, layout
# in registers.
UNCITED = {
    "SHA/SHA1Kernel", "SHA/SHA256Kernel", "SHA/SHA512Kernel", "AES/AESKernel+Registers", "AES/AESPlan",
    "Kernels/AESBlocks/AESPortableWord", "PBKDF2/PBKDF2+Async", "PBKDF2/PBKDF2+Calibrate",
    "PBKDF2/PBKDF2KernelFunction", "Kernels/SHABlocks/Wipe", "Kernels/SHABlocks/WordBits",
    "Kernels/AESBlocks/VectorGroup",
}

# The faults of the module, symbol by symbol. The check must report exactly these.
CONTROL = '''
/// A type.
public struct Documented {
  public init() {}
  /// No full stop
  public var property: Int { 1 }
  /// Refuses.
  public func refuse(_ number: Int) throws(Refusal) {}
  /// Names.
  ///
  /// - Parameters:
  ///   - other: not there.
  /// - Returns: nothing.
  public func name(first: Int, second: Int) {}
  /// Fine: hands on what `body` throws.
  public func pass<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) { try body() }
  /// Says too much.
  ///
  /// - Throws: never.
  public func silent() {}
  public static func + (left: Documented, right: Documented) -> Documented { left }
  public typealias Alias = Int
}
/// A secret, and a value.
public struct Secret: Hashable, Requiring, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A requirement.
  public func requirement() {}
  /// Not the requirement.
  public func requirement(_ number: Int) {}
  /// A type.
  public typealias Associated = Int
  /// Hidden.
  public var description: String { "" }
  /// Hidden.
  public var debugDescription: String { "" }
  /// Hidden.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
/// An error.
public enum Refusal: Error {
  case undocumented
}
/// A protocol.
public protocol Requiring: Sendable {
  func requirement()
  associatedtype Associated
}
extension Int {
  public var extended: Int { self }
}
public func global() {}
'''
EXPECTED = {
    "Documented.init()": "no doc comment", "Documented.property": "the first paragraph does not end in a full stop",
    "Documented.refuse(_:)": "throws, and has no “- Throws:”", "Documented.silent()": "does not throw",
    "Documented.name(first:second:)": "the parameters are first, second, not other; returns nothing",
    "Documented.+(_:_:)": "no doc comment", "Documented.Alias": "no doc comment", "Refusal.undocumented": "no doc comment",
    "Requiring.requirement()": "no doc comment", "Requiring.Associated": "no doc comment", "Int.extended": "no doc comment",
    "global()": "no doc comment",
}


def throws(symbol):
    """Whether a function throws errors of its own. `throws(Failure)` rethrows the errors of its argument."""
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    # The text after the parameters. A parameter of function type may contain `throws`, too.
    behind, depth = "", 0
    for character in declaration:
        depth += (character == "(") - (character == ")")
        if depth == 0:
            behind += character
        elif depth == 1 and character == "(":
            behind += "("
    found = re.search(r"\bthrows\b", behind)
    return bool(found) and not re.search(r"\) (async )?throws\(Failure\)", declaration)


def listed_parameters(text):
    """The parameters that a doc comment names, or None if it has no list."""
    single = re.findall(r"^- Parameter (\w+):", text, re.MULTILINE)
    found = re.search(r"^- Parameters:\n((?:  .*\n?)+)", text, re.MULTILINE)
    if not found:
        return single or None
    return single + re.findall(r"^  - (\w+):", found[1], re.MULTILINE)


def faults(symbol):
    """The faults of a symbol's doc comment."""
    text = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    if not text.strip() or symbol["docComment"].get("module") not in symbols.LIBRARIES + ["Control"]:
        return ["no doc comment"]
    found = []
    if not text.split("\n\n")[0].rstrip().endswith("."):
        found.append("the first paragraph does not end in a full stop")
    says = bool(re.search(r"^- Throws: \S", text, re.MULTILINE))
    if throws(symbol) and not says:
        found.append("throws, and has no “- Throws:”")
    if says and not throws(symbol):
        found.append("does not throw")
    signature = symbol.get("functionSignature", {})
    names = [part.get("internalName", part["name"]) for part in signature.get("parameters", [])]
    listed = listed_parameters(text)
    if listed is not None and listed != names:
        found.append(f"the parameters are {', '.join(names)}, not {', '.join(listed)}")
    returned = "".join(part["spelling"] for part in signature.get("returns", []))
    if "- Returns:" in text and returned in ("", "()", "Void"):
        found.append("returns nothing")
    return found


def listing(module, declared, relationships):
    """A line for each symbol that a module declares, and for each conformance that is declared there or follows from
    one."""
    lines = set()
    required = {one["source"] for one in relationships
                if one.get("sourceOrigin", {}).get("displayName", "") not in ASSOCIATED | {""}}
    for symbol in declared:
        if symbol["identifier"]["precise"] in required:
            continue
        declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
        # The constraints of the extension around it.
        constraints = [f"{one['lhs']} {'==' if one['kind'] == 'sameType' else ':'} {one['rhs']}"
                       for one in symbol.get("swiftExtension", {}).get("constraints", [])]
        if constraints and " where " not in declaration:
            declaration += " where " + ", ".join(constraints)
        lines.add(f"{module}  {'.'.join(symbol['pathComponents'])}  {declaration}")
    types = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in declared}
    conformances = {}
    for relationship in relationships:
        if relationship["kind"] == "conformsTo" and relationship["source"] in types:
            protocol = relationship.get("targetFallback") or types.get(relationship["target"], relationship["target"])
            if not protocol.endswith(IMPLIED):
                conformances.setdefault(types[relationship["source"]], set()).add(protocol)
    protocols = {".".join(symbol["pathComponents"]) for symbol in declared
                 if symbol["kind"]["identifier"] == "swift.protocol"}
    for name in protocols:
        OWN[name] = OWN[f"{module}.{name}"] = conformances.get(name, set())
    for name, found in conformances.items():
        if REDACTION <= found:
            found = found - REDACTION | {"Redacted"}
        implied = {weaker for protocol in found for weaker in refined(protocol)}
        lines |= {f"{module}  {name}  : {protocol}" for protocol in found - implied}
    return lines


# The protocols of the libraries that were listed so far, and those that they refine.
OWN = {}


def refined(protocol):
    """The protocols that a protocol refines, directly or not."""
    direct = IMPLIES.get(protocol, set()) | OWN.get(protocol, set())
    return direct | {weaker for one in direct for weaker in refined(one)}


def folded(lines):
    """The lines of the file: behind a type's declaration stand its conformances and its cases without values."""
    kept, behind = [], {}
    for line in sorted(lines):
        module, name, text = line.split("  ")
        owner, _, last = name.rpartition(".")
        if text.startswith(": "):
            behind.setdefault((module, name, ": "), []).append(text.removeprefix(": "))
        elif text == f"case {last}":
            behind.setdefault((module, owner, "case "), []).append(last)
        else:
            kept.append((module, name, text))
    for entry in kept:
        found = {sign: behind.get((*entry[:2], sign)) for sign in (": ", "case ")}
        yield "  ".join([*entry, *(sign + ", ".join(names) for sign, names in found.items() if names)])


def unfolded(lines):
    """A line for each declaration and each conformance in the lines of the file."""
    for module, name, text, *behind in (line.split("  ") for line in lines):
        yield f"{module}  {name}  {text}"
        for part in behind:
            is_case = part.startswith("case ")
            for one in part.removeprefix(": ").removeprefix("case ").split(", "):
                yield f"{module}  {name}.{one}  case {one}" if is_case else f"{module}  {name}  : {one}"


def compare(listed):
    """The differences between the listing in the file and that of the sources."""
    stored = set(unfolded(LISTING.read_text().splitlines())) if LISTING.exists() else set()
    return [f"{LISTING.name}: gone: {line}" for line in sorted(stored - listed)] \
        + [f"{LISTING.name}: new, to be written with --write: {line}" for line in sorted(listed - stored)]


def undocumented(module, modules):
    """The public symbols that a module declares, the complaints about their doc comments, and the lines of the
    listing."""
    with tempfile.TemporaryDirectory() as folder:
        graph = symbols.write_graphs(module, modules, pathlib.Path(folder))
        relationships = [one for path in pathlib.Path(folder).glob("*.symbols.json")
                         for one in json.loads(path.read_text())["relationships"]]
    # A symbol that the compiler makes has no place in a file.
    declared = [symbol for symbol in graph
                if "location" in symbol and not symbols.is_inherited(symbol)
                and symbol["kind"]["identifier"] != "swift.extension"]
    # Several symbols may have the same name.
    found = [(".".join(symbol["pathComponents"]), found) for symbol in declared if (found := faults(symbol))]
    return len(declared), found, listing(module, declared, relationships)


def control():
    """The mistakes that the check of doc comments makes on the module above."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "Control.swift")
        source.write_text(CONTROL)
        symbols.run("swiftc", "-emit-module", "-parse-as-library", "-module-name", "Control", "-o",
                    f"{folder}/Control.swiftmodule", str(source))
        _, complaints, lines = undocumented("Control", folder)
        found = {name: "; ".join(texts) for name, texts in complaints}
    expected = "Control  Documented.name(first:second:)  func name(first: Int, second: Int)"
    if expected not in lines or "Control  Refusal  : Swift.Error" not in lines:
        return ["the listing lacks a declaration or a conformance: " + "\n".join(sorted(lines))]
    secret = {line for line in lines if line.startswith("Control  Secret  :")}
    if secret != {f"Control  Secret  : {one}" for one in ("Redacted", "Swift.Hashable", "Requiring")}:
        return ["the listing of conformances: " + "\n".join(sorted(secret))]
    required = {line for line in lines if "Secret.requirement" in line or "Secret.description" in line}
    if required != {"Control  Secret.requirement(_:)  func requirement(_ number: Int)"}:
        return ["the listing of what a conformance requires: " + "\n".join(sorted(required))]
    return [f"{name}: {found.get(name)}, not {EXPECTED.get(name)}"
            for name in sorted(found.keys() | EXPECTED.keys()) if found.get(name) != EXPECTED.get(name)]


def uncited():
    """The files of algorithms without a citation, and the files in UNCITED that are gone or have a citation."""
    files = {str(path.relative_to(ROOT / "Sources").with_suffix("")): path.read_text()
             for folder in ("SHA", "HMAC", "PBKDF2", "AES", "Kernels") for path in (ROOT / "Sources" / folder).rglob("*.swift")
             if re.match("AES|SHA|HMAC|HKDF|PBKDF2", path.name)
             or path.parent.parent.name == "Kernels" and path.parent.name != "CPU"}
    without = {name for name, text in files.items() if "Spec: " not in text}
    return [f"Sources/{name}.swift: no citation" for name in sorted(without - UNCITED)] \
        + [f"{name} need not be in UNCITED" for name in sorted(UNCITED - without)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the listing of the public API")
    arguments, options = parser.parse_known_args()
    mistakes = control() + citations.control()
    if mistakes:
        sys.exit("interface: the check itself is wrong:\n" + "\n".join(mistakes))
    modules = symbols.swift_build(options)
    complaints, count, listed = package_index.check() + privacy.check(), 0, set()
    for library in symbols.LIBRARIES:
        symbol_count, found, lines = undocumented(library, modules)
        count += symbol_count
        listed |= lines
        complaints += [f"{library}: {name}: {text}" for name, texts in found for text in texts]
    files = [path for folder in ("Sources", "Benchmarks", "Demos") for suffix in ("swift", "md")
             for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))]
    wrong, cited = citations.check(files + sorted(ROOT.glob("*.md")))
    if arguments.write:
        LISTING.write_text("".join(f"{line}\n" for line in folded(listed)))
    complaints += wrong + uncited() + compare(listed)
    for complaint in complaints:
        print(complaint)
    print(f"interface: {count} public symbols in {len(symbols.LIBRARIES)} libraries, {cited} citations in "
          f"{len(files)} files, {len(complaints)} complaints; control: {len(EXPECTED)} symbols and "
          f"{len(citations.WRONG)} citations refused")
    sys.exit(bool(complaints))


main()
