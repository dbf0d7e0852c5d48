"""The manual page of swift-vault as an article for docc, from the roff text that the command prints."""

import re

HEAD = """# The manual

Every command of swift-vault with its options, as `man swift-vault` shows it.

## Overview
"""
ESCAPES = {r"\-": "-", r"\e": "\\", r"\(aq": "'", r"\&": "", r"\fB": "", r"\fI": "", r"\fR": ""}


def plain(line):
    line = re.sub(r"\\\[u([0-9A-F]{4,6})\]", lambda found: chr(int(found[1], 16)), line)
    return re.sub(r"\\(\(aq|f[BIR]|[-e&])", lambda found: ESCAPES[found[0]], line)


def prose(line):
    """A line of roff as Markdown that shows the same characters."""
    return re.sub(r"([\\`*_<>\[\]#|~]|-(?=-)|(?<=-)-)", r"\\\1", plain(line))


def options(page):
    """The options of the manual: what stands first in an item, with the commands that have it."""
    found, command = {}, None
    lines = page.splitlines()
    for line, following in zip(lines, lines[1:]):
        if line.startswith(".SS "):
            command = " ".join(re.match(r"swift-vault ([a-z]+(?: [a-z]+)?)", plain(line[4:]))[1].split())
        elif line.startswith(".SH "):
            command = None
        elif line == ".TP" and following.startswith(r"\fB\-") and command:
            commands = found.setdefault(plain(following), [])
            commands.append(command)
    return found


def article(page):
    """The article for a manual page. Its last section lists each option by name, so that the search finds it."""
    lines, code, item = [HEAD], False, False
    # The name and the synopsis are in the headings of the commands.
    for line in page[page.index(".SH DESCRIPTION"):].splitlines():
        macro, _, rest = line.partition(" ")
        if macro == ".fi":
            code = False
            lines.append("```\n")
        elif macro in (".RS", ".RE"):
            continue
        elif code:
            lines.append(plain(line))
        elif macro == ".nf":
            code = True
            lines.append("\n```")
        elif macro == ".SH":
            lines.append(f"\n### {prose(rest).capitalize()}\n")
        elif macro == ".SS":
            lines.append(f"\n#### {prose(rest)}\n")
        elif macro == ".PP":
            lines.append("")
        elif macro == ".TP":
            item = True
        elif item:
            lines.append(f"- `{plain(rest if macro == '.B' else line)}`:")
            item = False
        else:
            lines.append(("  " if lines[-1].startswith(("- ", "  ")) else "") + prose(line))
    lines.append("\n### Options by name\n")
    for option, commands in sorted(options(page).items(), key=lambda entry: entry[0].rpartition(", ")[2]):
        lines += [f"\n#### {prose(option)}\n", "Of " + ", ".join(f"`{command}`" for command in commands) + "."]
    return "\n".join(lines) + "\n"
