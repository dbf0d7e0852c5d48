"""The files beside this one that list places, each place with a reason below it, or below those after it."""

import pathlib


def places(name):
    """The places, each as the text of its line, by the parts of the file that a line `# On arm64` divides."""
    text = pathlib.Path(__file__).with_name(name).read_text()
    return [[line for line in part.splitlines() if line.strip() and not line.startswith(("#", " "))]
            for part in text.split("# On arm64")]
