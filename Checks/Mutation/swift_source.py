"""Swift source as text with a mask: which characters are code, which lines are compiled here, where a statement
ends."""

import re

# The conditions of `#if` that hold where the mutants run: x86-64 Linux with glibc, in a debug build.
TRUE = ("arch(x86_64)", "canImport(Glibc)", "os(Linux)", "DEBUG")


class Source:
    """A file: its text, and `code`, in which comments and string literals are replaced by blanks."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.code = blanked(text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.lines = self.code.split("\n")
        self.active = compiled(self.lines)

    def line_number(self, place):
        """The line of a place, from 0."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= place else (low, middle)
        return low

    def line(self, place):
        """The text of the line that a place is in, without its indentation."""
        return self.text.split("\n")[self.line_number(place)].strip()

    def closing(self, place):
        """The place of the bracket that closes the one at `place`, or None."""
        depth = 0
        for index in range(place, len(self.code)):
            if self.code[index] in "([{":
                depth += 1
            elif self.code[index] in ")]}":
                depth -= 1
                if depth == 0:
                    return index
        return None

    def statement_end(self, start):
        """The end of the statement that begins at `start`: the end of the first line after which all brackets are
        closed and the next line does not continue it. None if that is not clear."""
        depth, index = 0, start
        while index < len(self.code):
            character = self.code[index]
            if character in "([{":
                depth += 1
            elif character in ")]}":
                depth -= 1
                if depth < 0:
                    return None
            elif character == "\n" and depth == 0:
                following = self.code[index:].lstrip()
                if not re.match(r"[.?:{&|=*/%<>+^-]|else\b|catch\b|where\b|while\b", following):
                    return index
            index += 1
        return None


def blanked(text):
    """The text with blanks in place of comments and string literals, including interpolations."""
    result, index = [], 0
    while index < len(text):
        end = index + 1
        if text.startswith("//", index):
            end = text.find("\n", index) % (len(text) + 1)
        elif text.startswith("/*", index):
            end = text.find("*/", index) + 2
        elif match := re.compile('(#*)"("")?').match(text, index):
            end = string_end(text, match)
        if end > index + 1:
            result.append(re.sub("[^\n]", " ", text[index:end]))
        else:
            result.append(text[index])
        index = end
    return "".join(result)


def string_end(text, opening):
    """The end of the string literal that begins at `opening`."""
    hashes, quotes = opening.group(1), '"' + (opening.group(2) or "")
    index = opening.end()
    while index < len(text):
        if text.startswith("\\" + hashes, index):
            index += 1 + len(hashes)
            if text[index] == "(":
                index = interpolation_end(text, index)
            else:
                index += 1
        elif text.startswith(quotes + hashes, index):
            return index + len(quotes + hashes)
        else:
            index += 1
    return index


def interpolation_end(text, index):
    depth = 0
    while True:
        if text[index] == '"':
            index = string_end(text, re.compile('(#*)"("")?').match(text, index))
            continue
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            return index


def compiled(lines):
    """For each line, whether it is compiled on this platform."""
    result, stack = [], []
    for line in lines:
        word = line.strip()
        if word.startswith("#if"):
            value = holds(word[3:])
            stack.append([value, value])
        elif word.startswith("#elseif"):
            value = not stack[-1][1] and holds(word[7:])
            stack[-1] = [value, stack[-1][1] or value]
        elif word.startswith("#else"):
            stack[-1] = [not stack[-1][1], True]
        elif word.startswith("#endif"):
            stack.pop()
        result.append(all(value for value, _ in stack) and not word.startswith("#"))
    return result


def holds(condition):
    words = re.sub(r"\w+(\([^)]*\))?", lambda match: str(match.group() in TRUE), condition)
    return eval(words.replace("!", " not ").replace("&&", " and ").replace("||", " or ").strip())
