"""Writes the data files of test vectors, for the scripts beside it."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def write(name, comment, records):
    """One file: a comment, then records of key = value lines, with an empty line between each two. A key whose value is
    None is a line by itself."""
    comments = "".join(f"# {line}".rstrip() + "\n" for line in comment.strip().splitlines())
    texts = ("".join((key if value is None else f"{key} = {value}".rstrip()) + "\n" for key, value in record.items())
             for record in records)
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(comments + "\n" + "\n".join(texts))
    print(f"{name}: {len(records)} records")
