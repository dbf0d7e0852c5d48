"""Citations: their form, the documents, and the sections of each document.

    Spec: FIPS 180-4, section 4.1.2, equation 4.4.
    Spec: RFC 8018, section 5.2, step 1; NIST SP 800-132, section 5.1.
    Spec: FIPS 197, sections 5.1.1 and 5.3.2 (the substitution boxes).
    Spec: FORMAT.md, section 6, step 2.

A citation is a document, followed by places in it. Commas or "and" separate the places. Each is a kind with its
numbers, or a name in capitals as in the document (ROTR). A remark in parentheses or after a colon may follow. A
semicolon separates citations, and the last one ends in a full stop. `Source:` instead of `Spec:` is for texts that
define nothing, such as an article or a header file. Its form is free.

A document that is cited for the first time gets a line in DOCUMENTS, with numbers taken from the document, not from the
citation.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def numbers(text):
    """The words of `text`; "5.1-4" stands for 5.1, 5.2, 5.3 and 5.4."""
    found = set()
    for word in text.split():
        first, _, last = word.partition("-")
        head, dot, tail = first.rpartition(".")
        found |= {head + dot + str(number) for number in range(int(tail), int(last) + 1)} if last else {first}
    return found


def document(sections="", **kinds):
    return {kind: numbers(text) for kind, text in ({"section": sections} | kinds).items()}


def format_page(name):
    """The headings of FORMAT.md or CREDENTIALS.md, and the steps of its numbered lists."""
    lines = (ROOT / name).read_text().splitlines()
    headings = [found[1] for line in lines if (found := re.match(r"###? (\d+(?:\.\d+)?)\.? ", line))]
    steps = [found[1] for line in lines if (found := re.match(r"(\d+)\. ", line))]
    return document(" ".join(headings), step=" ".join(steps))


# The numbers in a document, by their kind. For a long document, those that were looked up.
DOCUMENTS = {
    "FORMAT.md": format_page("FORMAT.md"),
    "CREDENTIALS.md": format_page("CREDENTIALS.md"),
    "FIPS 180-4": document(
        "1-7 2.1-2 2.2.1-2 3.1-2 4.1-2 4.1.1-3 4.2.1-3 5.1-3 5.1.1-2 5.2.1-2 5.3.1-6 5.3.6.1-2 6.1-7 6.1.1-3 6.2.1-2 "
        "6.4.1-2", equation="4.1-13", step="1-4", appendix="A B C A.1-3"),
    "FIPS 197": document(
        "1-6 2.1-3 3.1-5 4.1-4 5.1-3 5.1.1-4 5.3.1-5 6.1-4", appendix="A A.1-3 B C D", algorithm="1-5", table="1-6",
        figure="1-9"),
    "FIPS 198-1": document("1-6", step="1-9", appendix="A B"),
    "NIST SP 800-38A": document(
        "1-6 4.1-2 5.1-3 6.1-5",
        appendix="A B B.1-2 C D E F F.1-5 F.1.1-6 F.2.1-6 F.3.1-18 F.4.1-6 F.5.1-6 G", figure="1-5"),
    "NIST SP 800-38B": document("1-6 4.1-3 6.1-3", step="1-7", appendix="A B C D"),
    "NIST SP 800-38D": document(
        "1-9 5.1-3 5.2.1-2 5.2.1.1-2 6.1-5 7.1-2 8.1-3 8.2.1-2 9.1-2", step="1-8", algorithm="1-5",
        appendix="A B C D E"),
    "NIST SP 800-38F": document("6 6.1-3"),
    "NIST SP 800-132": document("5 5.1-4", appendix="A"),
    "NIST SP 800-63B-4": document("3 3.1 3.1.1 3.1.1.1-2"),
    "RFC 1321": document("1-4 3.1-5", appendix="A A.1-5"),
    "RFC 1421": document("1-8 4.6 4.6.1-4"),
    "RFC 6189": document("4.5.1"),
    "RFC 7516": document("1-11 4.1-3 4.1.1-13 5.1-2 7.1-2 11.1-5", appendix="A A.1-5 B"),
    "RFC 7517": document("1-9 4.1-9 5.1", appendix="A A.1-3 B C C.1-9"),
    "RFC 1950": document("1-9 1.1-6 2.1-3 8.1-2"),
    "RFC 1951": document("1-7 1.1-6 3.1-3 3.1.1 3.2.1-7"),
    "RFC 2104": document("1-7"),
    "RFC 2202": document("1-4", **{"test case": "1-7"}),
    "RFC 3394": document("1-7 2.1-2 2.2.1-3 2.2.3.1-2 4.1-6"),
    "RFC 4231": document("1-6 4.1-8", **{"test case": "1-7"}),
    "RFC 4493": document("1-6 2.1-5"),
    "RFC 4648": document("1-14 3.1-5"),
    "RFC 5649": document("1-8 4.1-2"),
    "RFC 5652": document("1-12 5.1-6 6.1-4"),
    "RFC 5869": document("1-7 2.1-3 3.1-4", appendix="A A.1-7", **{"test case": "1-7"}),
    "RFC 6070": document("1-5"),
    "RFC 5958": document("1-8"),
    "RFC 6151": document("1-4 2.1-3"),
    "RFC 7292": document("1-6 4.1-2"),
    "RFC 7468": document("1-15 5.1-3"),
    "RFC 7515": document("1-11 3.1-3 4.1-3 5.1-3"),
    "RFC 7518": document("1-10 4.1-9 4.8.1 4.8.1.1-2 5.1-3 5.2.1-6 5.2.2.1-2 6.1-4", step="1-6", appendix="A A.1-3 B B.1-3 C"),
    "RFC 7693": document("1-7 2.1-7 3.1-3", appendix="A B C D E"),
    "RFC 7748": document("1-8 4.1-2 5.1-2 6.1-2", appendix="A"),
    "RFC 8439": document("1-6 1.1 2.1-8 2.1.1 2.2.1 2.3.1-2 2.4.1-2 2.5.1-2 2.6.1-2 2.8.1-2 6.1-2", appendix="A A.1-6 B"),
    "RFC 8725": document("1-6 2.1-8 3.1-12"),
    "SEC 1": document("1-6 2.1-3 3.1-11 3.6.1-4"),
    "RFC 9380": document("1-12 6.1-8 6.7.1-3 8.1-9"),
    "Noise revision 34": document(
        "1-19 2.1-2 4.1-3 5.1-3 7.1-8 8.1-2 9.1-4 10.1-5 11.1-5 12.1-8 15.1-3 18.1-4"),
    "draft-irtf-cfrg-cpace-21": document("1-13 6.1-4 7.1-2 8.1-4 10.1-12", appendix="A B"),
    "RFC 7914": document("1-16", step="1-4"),
    "RFC 9106": document("1-8 3.1-6 3.4.1-2 3.4.1.1-3 5.1-3 7.1-4", step="1-8"),
    "RFC 8018": document(
        "1-9 4.1-2 5.1-2 6.1-2 6.1.1-2 6.2.1-2 7.1", step="1-5",
        appendix="A A.1-5 B B.1-3 B.2.1-5 C D E"),
    "RFC 8259": document("1-13 3.1 8.1-3"),
    "ECMA-48": document("8.3.117"),
    "ITU-R BT.601-7": document("2.5.1"),
    "ITU-T X.690": document("8 8.1-19 8.1.1-5 10 10.1-3 11"),
    "ITU-T T.416": document("13.1.8"),
    "W3C PNG (Third Edition)": document("5 5.1-7 7 9 9.1-4 11 11.1-3", annex="A B C D E F"),
    "XML 1.0": document("2 2.1-12"),
    "Unicode Standard": document("3.1-14 D109"),
    "Unicode Standard Annex 15": document("9"),
    "Intel SDM": document("12.13 13.10", volume="1-4"),
    "AMD APM": document(volume="1-5", appendix="A B C D E"),
    "Arm ARM": document("C7.2"),
    "PKWARE APPNOTE 6.3.10": document("4.3.7 4.3.12 4.3.16"),
    # Those that are only cited as a whole. C2SP: https://c2sp.org/age, https://c2sp.org/age-plugin
    **dict.fromkeys((
        "NIST examples of FIPS 180-4", "RNCryptor-Spec-v2.md", "RNCryptor-Spec-v3.md", "Themis Secure Cell",
        "Ansible Vault format 1.1 and 1.2", "Fernet Spec", "C2SP age", "C2SP age-plugin", "BIP 173", "ANSI X9.23",
        "ISO/IEC 7816-4", "Win32 API", "PHC string format", "IMS QTI 2.1", "IMS Content Packaging 1.1.4",
        "passlib 1.7", "Django 5"
    ), {}),
}
# Documents without a line: manual pages and files of Linux.
FREE = re.compile(r"[a-z_]+( [a-z_]+)?\(\d\)|Linux, [\w/.-]+")
KINDS = {
    "appendices": "appendix", "annexes": "annex", **{
        kind + "s": kind for kind in ("section", "equation", "step", "table", "figure", "algorithm", "volume", "test case")
    }}
KINDS |= {kind: kind for kind in KINDS.values()}
NUMBER = r"(?:[A-Z](?:\d+)?|\d+)(?:\.\d+)*"
NUMBERS = rf"{NUMBER}(?:(?:, | and | to |, )(?:{NUMBER})(?![\w]))*"
PLACE = re.compile(rf"(?:({'|'.join(sorted(KINDS, key=len, reverse=True))}) ({NUMBERS})|[A-Z][A-Z0-9_]+\b)")
ANY_DOCUMENT = "|".join(sorted(map(re.escape, DOCUMENTS), key=len, reverse=True))


def missing(name, places):
    """The places that a document does not have."""
    for match in places:
        kind = KINDS.get(match[1])
        if kind is None:
            continue
        known = DOCUMENTS[name].get(kind, set())
        for number in re.findall(NUMBER, match[2]):
            if number not in known:
                yield f"{name} has no {kind} {number}"


def faults_of_one(text):
    """The faults of one citation, without its full stop."""
    if FREE.match(text):
        return []
    found = re.match(rf"({ANY_DOCUMENT})(?=$|,|:)", text)
    if not found:
        return [f"no document of the list begins “{text}”"]
    rest = re.sub(r" \([^()]*\)$|: .*$", "", text[found.end():], flags=re.DOTALL)
    places = []
    while rest:
        place = re.match(rf"(?:, | and ){PLACE.pattern}", rest)
        if not place:
            return [f"“{rest.lstrip(', ')}” is no place in {found[1]}"]
        places.append(PLACE.match(place[0].removeprefix(", ").removeprefix(" and ")))
        rest = rest[place.end():]
    return list(missing(found[1], places))


def faults(text):
    """The faults of the text after `Spec: `, up to the end of the comment."""
    end = re.search(r"\.(?=\s|$)", text)
    if not end:
        return ["no full stop"]
    return [fault for citation in text[:end.start()].split("; ") for fault in faults_of_one(citation)]


def comments(path):
    """Each comment of a Swift file that cites: the number of its line, and the text from there to its end."""
    lines = path.read_text().splitlines()
    for index, line in enumerate(lines):
        found = re.search(r"//.*?\bSpec:(.*)", line)
        if not found:
            continue
        text = found[1]
        for following in lines[index + 1:]:
            more = re.match(r"\s*///? ?(.*)", following)
            if not more or not more[1]:
                break
            text += " " + more[1]
        yield index + 1, text


def check(files):
    """Complaints about the citations of files: about the form of each `Spec:`, and about sections that do not exist."""
    complaints, count = [], 0
    named = re.compile(rf"(?<![\w-])({ANY_DOCUMENT})((?:, | and )(?:{PLACE.pattern}))")
    for path in files:
        name = path.relative_to(ROOT)
        for number, text in comments(path) if path.suffix == ".swift" else []:
            count += 1
            wrong = ["a space has to follow “Spec:”"] if not text.startswith(" ") else faults(text[1:])
            complaints += [f"{name}:{number}: {fault}" for fault in wrong]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for found in named.finditer(line) if "Spec:" not in line else []:
                count += 1
                place = PLACE.match(re.sub("^(, | and )", "", found[2]))
                complaints += [f"{name}:{number}: {fault}" for fault in missing(found[1], [place])]
    return complaints, count


# Each of these must be refused, or the check fails.
WRONG = [
    "FIPS 180-4 section 4.1.2.", "FIPS 180-4, section 4.1.2", "FIPS 180-4, section 4.1.4.", "FIPS 180-4, sec. 4.1.2.",
    "FIPS 180-4, sections 5.1 and 5.4.", "FIPS 180-4, section 4.1.2, equation 4.14.", "FIPS 180-5, section 4.",
    "RFC 2104, section 2; RFC 9999.", "FORMAT.md, section 99.", "FORMAT.md, section 6, step 99.", "SP 800-38A, section 6.1.",
    "FIPS 197, section 5.1.1, the affine map.", "RFC 2104,section 2.", "",
]
RIGHT = [
    "FIPS 180-4, section 4.1.2, equation 4.4.", "FIPS 180-4, section 3.2, ROTR. More.", "FIPS 198-1; RFC 2104.",
    "FIPS 198-1, section 4, steps 1 to 5 and 7 to 8.", "NIST SP 800-38A, section 6.5 and appendix B.1.",
    "FIPS 197, sections 5.2 and 5.3.5 (equivalent inverse cipher).", "FIPS 197, section 3.4: `s[r, c] = in[r + 4c]`.",
    "FORMAT.md, section 6, step 2.", "open(2), O_TMPFILE.",
]


def control():
    """The mistakes that the check makes on the citations above."""
    return [f"accepted: {text}" for text in WRONG if not faults(text)] \
        + [f"refused: {text}: {faults(text)}" for text in RIGHT if faults(text)]
