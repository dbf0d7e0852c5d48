"""The languages of the kit. A text is in English where it is used. For another language, its folder has the pages, and
words.txt has the other texts: two lines for each, the text and its translation."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
NAMES = {"en": "English", "de": "Deutsch"}


class Language:
    def __init__(self, code):
        self.code = code
        self.folder = HERE if code == "en" else HERE / code
        lines = [] if code == "en" else [line for line in (self.folder / "words.txt").read_text().splitlines() if line]
        self.table = dict(zip(lines[::2], lines[1::2]))
        self.unused = set(self.table)

    def text(self, english, *parts):
        """A text in this language, with its parts."""
        if self.code == "en":
            return english.format(*parts)
        self.unused.discard(english)
        return self.table[english].format(*parts)

    def page(self, name):
        """The source of a page."""
        return (self.folder / f"{name}.md").read_text()

    def drawing(self, svg):
        """A drawing with the texts of this language; signs and numbers have no translation."""
        for english, translation in self.table.items():
            if f">{english}<" in svg:
                self.unused.discard(english)
                svg = svg.replace(f">{english}<", f">{translation}<")
        return svg
