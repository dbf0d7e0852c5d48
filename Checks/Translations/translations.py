"""Texts in the sources, and the tables of their translations.

A table has two lines for an entry: the text, and its translation. A text that stays the same has one line: "== " and
the text.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = ROOT / "Sources/CryptoLab"
PAGE = ROOT / "Demos/Playground/Page"
#: Calls that put texts on a page of the lab. What is in the markup of another program comes from the questions.
LAB_SOURCES = [LAB / "Lesson.swift", LAB / "BitPlace.swift",
               *sorted(path for folder in ("Lessons", "Pages", "Quiz", "Exercises/Tasks") for path in (LAB / folder).rglob("*.swift")
                       if path.name not in ("QTIPackage.swift", "QuizExport.swift")),
               *(LAB / f"Exercises/Exercise{name}.swift" for name in ("Command", "Page"))]
#: Errors that lessons quote, verdicts, and a sheet: their texts may have a translation.
LAB_QUOTED = [ROOT / "Sources/Vault/VaultError.swift", ROOT / "Sources/Sessions/NoiseProtocol.swift",
              LAB / "Exercises/ResultsCommand.swift", *sorted((ROOT / "Sources/ExerciseLogic").glob("*.swift"))]
LAB_VERDICTS = LAB / "Languages/German+Verdicts.swift"
LAB_TABLES = sorted((LAB / "Languages").glob("German+*.swift"))
PAGE_SOURCES = sorted(PAGE.glob("*.js")) + [PAGE / "index.html"]
PAGE_TABLES = sorted((PAGE / "Languages").glob("*/*.txt"))
#: Texts for --help, for errors, or for readers of the source, such as the name of a question; and commands.
UNSHOWN = re.compile(r"(static (let|var) (help|\w+Help|summary|list)\b|\bhelp: |\bsummary: |throw |fatalError\("
                     r"|precondition\(|\.usage\(|\.data\(|QuizQuestion\(\n|\bnext: |\bVariation\(\n?)[^\n\"]*$")


#: Strings of a script that are not texts: a selector, or the value of a property that nobody reads.
UNREAD = re.compile(r"(\b(class|id|role|type|focus|result|name|address|points|d|transform)|[\"']data-[\w-]+[\"']): *$")


def has_words(key):
    """Whether a text has two words or more, so that it is not a name or a sign."""
    return " " in key and len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\d+\}", " ", key))) > 1


class SwiftTexts:
    """The literals of a Swift source, with their parts numbered: those that are shown, and all of them."""

    def __init__(self, text):
        self.text, self.shown, self.all, self.faults = text, [], set(), []
        self.code(0, None)

    def code(self, place, end):
        """Reads code up to an unmatched `end`, and gives the place after it."""
        depth = 0
        while place < len(self.text):
            rest = self.text[place:place + 3]
            if rest.startswith("//"):
                place = self.text.find("\n", place)
                if place < 0:
                    return len(self.text)
            elif match := re.match(r'#+"{1,3}|#/', self.text[place:]):
                closing = match[0][::-1]
                place = self.text.index(closing, place + len(match[0])) + len(closing)
            elif rest.startswith('"'):
                place = self.literal(place)
            elif end and rest[0] == end and depth == 0:
                return place + 1
            else:
                depth += (rest[0] == "(") - (rest[0] == ")") if end else 0
                place += 1
        return place

    def literal(self, start):
        isLong = self.text.startswith('"""', start)
        quote = '"""' if isLong else '"'
        place, parts, key = start + len(quote), 0, ""
        while not self.text.startswith(quote, place):
            if self.text.startswith("\\(", place):
                parts += 1
                key += f"{{{parts}}}"
                place = self.code(place + 2, ")")
            elif self.text[place] == "\\":
                escape = self.text[place + 1]
                key += "\0" if escape == "\n" else {"n": "\n", "t": "\t"}.get(escape, escape)
                place += 2
            else:
                key += self.text[place]
                place += 1
        if isLong:
            indent = re.search(r"[ ]*$", key)[0]
            key = re.sub(rf"(^|\n|\0){indent}", r"\1", key).replace("\0", "").strip("\n")
        key = key.strip(" ")
        self.all.add(key)
        if has_words(key) and not UNSHOWN.search(self.text[:start]):
            self.shown.append(key)
        return place + len(quote)


class ScriptTexts:
    """The same for a script. Strings that are added are one text. A text with parts is t`…`."""

    def __init__(self, text):
        self.text, self.shown, self.all, self.faults = text, [], set(), []
        self.found = []  # Literals: the kind, start, end and key of each, at one depth after another.
        self.code(0, None)
        self.found.sort(key=lambda literal: literal[1])
        self.chains = []
        for literal in self.found:
            last = self.chains[-1][-1] if self.chains else None
            if last and re.fullmatch(r"\s*\+\s*", text[last[2]:literal[1]]):
                self.chains[-1].append(literal)
            else:
                self.chains.append([literal])
        for chain in self.chains:
            self.take(chain)

    def take(self, chain):
        key = re.sub(r"\s+", " ", "".join(part[3] for part in chain)).strip()
        kinds = {part[0] for part in chain}
        self.all.update([key, *(re.sub(r"\s+", " ", part[3]).strip() for part in chain)])
        start, end = chain[0][1], chain[-1][2]
        if not has_words(key) or key[0] in "[.#:" or UNREAD.search(self.text[max(0, start - 40):start]):
            return
        isSum = re.search(r"[^+]\+\s*$", self.text[:start]) or re.match(r"\s*\+[^+]", self.text[end:])
        if kinds != {"t"} and (kinds != {"text"} or isSum) or kinds == {"t"} and len(chain) > 1:
            self.faults.append(f"a text with parts that is not one t`…`: {key[:70]}")
        self.shown.append(key)

    def code(self, place, end):
        depth = 0
        while place < len(self.text):
            text = self.text
            if text.startswith("//", place):
                place = (text.find("\n", place) + 1 or len(text) + 1) - 1
            elif text.startswith("/*", place):
                place = text.index("*/", place) + 2
            elif text[place] == "/" and re.search(r"(^|[(,=:\[!&|?{};]|=>|return)\s*$", text[max(0, place - 60):place]):
                place += re.match(r"/(\\.|\[(\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*", text[place:]).end()
            elif text[place] in "\"'":
                match = re.match(r"([\"'])((?:\\.|(?!\1).)*)\1", text[place:])
                self.found.append(("text", place, place + match.end(), unescaped(match[2])))
                place += match.end()
            elif text[place] == "`":
                place = self.template(place)
            elif end and text[place] == end and depth == 0:
                return place + 1
            else:
                depth += (text[place] == "{") - (text[place] == "}") if end else 0
                place += 1
        return place

    def template(self, start):
        isText = re.search(r"(?<![\w.])t$", self.text[:start])
        place, parts, key = start + 1, 0, ""
        while self.text[place] != "`":
            if self.text.startswith("${", place):
                parts += 1
                key += f"{{{parts}}}"
                place = self.code(place + 2, "}")
            elif self.text[place] == "\\":
                key += unescaped(self.text[place:place + 2])
                place += 2
            else:
                key += self.text[place]
                place += 1
        kind = "t" if isText else "text" if parts == 0 else "parts"
        self.found.append((kind, start - (1 if isText else 0), place + 1, key))
        return place + 1


def unescaped(text):
    return re.sub(r"\\(u([0-9a-f]{4})|.)", lambda match: chr(int(match[2], 16)) if match[2] else
                  {"n": "\n", "t": "\t"}.get(match[1], match[1]), text)


class DocumentTexts:
    """The same for a document: the texts of elements with the mark."""

    def __init__(self, text):
        self.faults = []
        self.shown = [re.sub(r"\s+", " ", found).strip() for found in re.findall(r"<[^>]*\bdata-text>(.*?)<", text, re.DOTALL)]
        self.all = set(self.shown)


def texts(path):
    kind = {".swift": SwiftTexts, ".js": ScriptTexts, ".html": DocumentTexts}[path.suffix]
    return kind(path.read_text())


def entries(path):
    """The entries of a table, and whether it ends with a text that has no translation."""
    text = path.read_text()
    if path.suffix == ".swift":
        found = re.search(r'#"""\n(.*?)\n? *"""#', text, re.DOTALL)
        text = found[1] if found else ""
    lines = [part for line in text.splitlines() if line.strip()
             for part in ([line.strip()[3:], "="] if line.strip().startswith("== ") else [line.strip()])]
    return list(zip(lines[::2], lines[1::2])), len(lines) % 2 != 0


def page_languages():
    """The translations of the playground, by the codes of their languages, with those of the exercises and the quiz,
    whose texts come from the lab."""
    shared = [path for path in LAB_TABLES if re.search(r"Exercises|Tasks|Verdicts|Quiz", path.name)]
    tables = {"de": {text: translation for path in shared for text, translation in entries(path)[0] if translation != "="}}
    for path in PAGE_TABLES:
        tables.setdefault(path.parent.name, {}).update(
            (text, translation) for text, translation in entries(path)[0] if translation != "=")
    return tables
