"""What crypto-lab says: the kit writes no result that it has not from there."""

import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile


class Lab:
    def __init__(self, command, language):
        self.language = language
        self.command = str(pathlib.Path(command).resolve())
        if not pathlib.Path(self.command).is_file():
            sys.exit(f"teaching-kit: there is no {command}: swift build -c release --product crypto-lab makes it")

    def run(self, *arguments, text=""):
        # A lesson may write a file.
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run([self.command, *arguments], input=text, capture_output=True, text=True, check=True,
                                  cwd=folder).stdout

    @functools.cache
    def lesson(self, command):
        """The parts between empty lines of each section of a lesson."""
        said = self.run(*command.split(), "--plain", "--language", self.language.code)
        _, *sections = re.split(r"^── (.*?) ─+$", said, flags=re.MULTILINE)
        return {name: [part.strip("\n") for part in text.split("\n\n") if part.strip()]
                for name, text in zip(sections[::2], sections[1::2])}

    def excerpt(self, command, section, *beginnings):
        """Parts of a section of a lesson, each named by the words that it begins with."""
        parts = self.lesson(command)[section]
        return "\n\n".join(next(part for part in parts if part.split()[:len(words.split())] == words.split())
                           for words in beginnings)

    def points(self, command):
        """What a lesson says to remember."""
        [said] = self.lesson(command)[self.language.text("What to remember")]
        _, *points = re.split(r"^  \* ", said, flags=re.MULTILINE)
        return [" ".join(point.split()) for point in points]

    def batch(self, requests):
        """The answers to requests of AES: bytes, or None for an error."""
        lines = [json.dumps({name: value.hex() if isinstance(value, bytes) else value for name, value in each.items()})
                 for each in requests]
        answers = map(json.loads, self.run("batch", text="\n".join(lines)).splitlines())
        return [bytes.fromhex(answer["result"]) if "result" in answer else None for answer in answers]

    def aes(self, mode, direction, key, data, iv=bytes(16), padding="none"):
        return self.batch([request(mode, direction, key, data, iv, padding)])[0]

    def quiz(self, topic, count, seed):
        """Questions of a topic, without those on the two modes that the lesson leaves out."""
        lines = self.run("quiz", "--json", "--topic", topic, "--seed", str(seed), "--language", self.language.code)
        asked = [json.loads(line) for line in lines.splitlines() if not re.search("CFB|OFB", line)]
        return asked[:int(count)]


def request(mode, direction, key, data, iv=bytes(16), padding="none"):
    return {"op": "aes", "mode": mode, "direction": direction, "key": key, "iv": iv, "padding": padding, "data": data}
