#!/usr/bin/env python3
"""Checks what is written about the code: the doc comment of each public symbol, and each citation.

    Tests/Interface/check.py [OPTION OF swift build ...]

A public symbol declared in a library has a doc comment, inherited from this package at most. Its first paragraph ends in
a full stop. A function that throws says what and when, in a paragraph `- Throws:`; a list of parameters names them all,
in their order, and nothing else; `- Returns:` stands where something is returned. A new library is found through LIBRARIES
in Documentation/symbols.py.

The form of citations, and the table of documents, are in citations.py. Each source file of an algorithm cites its
standard, but for those in UNCITED.

Before that, both parts have to refuse what is wrong: a module made up here, and citations. The libraries are built in
release mode, because the extractor takes a comment from where the module says it stands in the source.
"""

import argparse
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Documentation"))

import citations  # noqa: E402
import symbols  # noqa: E402

# Files of kernels, or named after an algorithm, that hold no step of it: types, choice of a kernel, layout in registers.
UNCITED = {
    "SHA/SHA1Kernel", "SHA/SHA256Kernel", "SHA/SHA512Kernel", "SHA/SHADigests", "AES/AESKernel",
    "AES/Portable/AESPortableWord", "PBKDF2/PBKDF2+Async", "PBKDF2/PBKDF2+Calibrate", "PBKDF2/PBKDF2SHA",
    "Kernels/SHA2Lanes/Wipe", "Kernels/X86AES/Blocks", "Kernels/X86VAES/Blocks", "Kernels/X86VAES512/Blocks",
    "Kernels/ARM64Crypto/AESBlocks",
}

# What is wrong with the module, symbol by symbol; the check has to say exactly this.
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
/// An error.
public enum Refusal: Error {
  case undocumented
}
/// A protocol.
public protocol Requiring {
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
    """Whether a function throws errors of its own: `throws(Failure)` hands on those of its argument."""
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    # What stands behind the parameters; those of function type end before it.
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
    """The parameters that a doc comment names; nil without a list."""
    single = re.findall(r"^- Parameter (\w+):", text, re.MULTILINE)
    found = re.search(r"^- Parameters:\n((?:  .*\n?)+)", text, re.MULTILINE)
    if not found:
        return single or None
    return single + re.findall(r"^  - (\w+):", found[1], re.MULTILINE)


def faults(symbol):
    """What is wrong with a symbol's doc comment."""
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


def undocumented(module, modules):
    """The public symbols declared in a module, and the complaints about their doc comments."""
    with tempfile.TemporaryDirectory() as folder:
        graph = symbols.write_graphs(module, modules, pathlib.Path(folder))
    # What the compiler makes has no place in a file.
    declared = [symbol for symbol in graph
                if "location" in symbol and not symbols.is_inherited(symbol)
                and symbol["kind"]["identifier"] != "swift.extension"]
    # Several may have one name.
    return len(declared), [(".".join(symbol["pathComponents"]), found) for symbol in declared if (found := faults(symbol))]


def control():
    """What the check of doc comments gets wrong of the module made up above."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "Control.swift")
        source.write_text(CONTROL)
        symbols.run("swiftc", "-emit-module", "-parse-as-library", "-module-name", "Control", "-o",
                    f"{folder}/Control.swiftmodule", str(source))
        found = {name: "; ".join(texts) for name, texts in undocumented("Control", folder)[1]}
    return [f"{name}: {found.get(name)}, not {EXPECTED.get(name)}"
            for name in sorted(found.keys() | EXPECTED.keys()) if found.get(name) != EXPECTED.get(name)]


def uncited():
    """The files of algorithms without a citation, and those of the list that are gone or cite by now."""
    files = {str(path.relative_to(ROOT / "Sources").with_suffix("")): path.read_text()
             for folder in ("SHA", "HMAC", "PBKDF2", "AES", "Kernels") for path in (ROOT / "Sources" / folder).rglob("*.swift")
             if re.match("AES|SHA|HMAC|HKDF|PBKDF2", path.name)
             or path.parent.parent.name == "Kernels" and path.parent.name != "CPU"}
    without = {name for name, text in files.items() if "Spec: " not in text}
    return [f"Sources/{name}.swift: no citation" for name in sorted(without - UNCITED)] \
        + [f"{name} need not be in UNCITED" for name in sorted(UNCITED - without)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options = parser.parse_known_args()[1]
    mistakes = control() + citations.control()
    if mistakes:
        sys.exit("interface: the check itself is wrong:\n" + "\n".join(mistakes))
    modules = symbols.swift_build(options)
    complaints, count = [], 0
    for library in symbols.LIBRARIES:
        symbol_count, found = undocumented(library, modules)
        count += symbol_count
        complaints += [f"{library}: {name}: {text}" for name, texts in found for text in texts]
    files = [path for folder in ("Sources", "Benchmarks", "Demos") for suffix in ("swift", "md")
             for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))]
    wrong, cited = citations.check(files + sorted(ROOT.glob("*.md")))
    complaints += wrong + uncited()
    for complaint in complaints:
        print(complaint)
    print(f"interface: {count} public symbols in {len(symbols.LIBRARIES)} libraries, {cited} citations in "
          f"{len(files)} files, {len(complaints)} complaints; control: {len(EXPECTED)} symbols and "
          f"{len(citations.WRONG)} citations refused")
    sys.exit(bool(complaints))


main()
