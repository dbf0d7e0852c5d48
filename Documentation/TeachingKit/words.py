"""Markdown as HTML, as far as the kit uses it, and what is quoted from the guide's pages."""

import base64
import html
import pathlib
import re

GUIDE = pathlib.Path(__file__).resolve().parent.parent / "swift-vault.docc"
LESSON_MINUTES = 45
ORDINALS = ("first", "second", "third")


# MARK: - The guide


def page(name):
    return (GUIDE / f"{name}.md").read_text()


def joined(text):
    """A paragraph on one line."""
    return " ".join(text.split())


def title(name):
    return re.search(r"^# (?:Lesson: )?(.*)", page(name))[1]


def goal(name):
    return joined(re.search(r"\*\*Goal\.\*\* (.*?)\n\n", page(name), re.DOTALL)[1])


def question(name):
    """What the course asks before a lesson."""
    return re.search(rf"^\|[^|]*\| <doc:{name}> \| ([^|]*?) \|", page("Course"), re.MULTILINE)[1]


def beliefs(topic):
    """What students believe of a topic, and what disproves it."""
    section = re.search(rf"^### {topic}\n(.*?)(?=^### )", page("Teaching"), re.MULTILINE | re.DOTALL)[1]
    listed = section.split("What students believe, and what disproves it:\n\n")[1]
    return [re.fullmatch(r"\*(.*?)\* (.*)", joined(item)).groups() for item in re.split(r"^- ", listed, flags=re.M)[1:]]


def variation(number, name):
    """A variation of a lesson, with its answer."""
    text = re.search(rf"^\*\*{number}\.\*\*(.*?)(?=^\*\*|^### )", page(name), re.MULTILINE | re.DOTALL)[1]
    return f"**{title(name)}, variation {number}.**{text}"


def variations(text):
    """The variations that a text names."""
    named = re.findall(r"[Tt]he (\w+) variation of <doc:([\w-]+)>", text)
    return "\n\n".join(variation(ORDINALS.index(ordinal) + 1, name) for ordinal, name in named)


def drawing(name, language):
    """A lesson's drawing, inside the page: the style of one drawing must not reach another."""
    svg = language.drawing((GUIDE / f"Resources/{name}.svg").read_text())
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


# MARK: - Markdown


def inline(text):
    """Code, emphasis and references. An address of the playground is a link."""
    def code(match):
        words = html.escape(match[1])
        if not words.startswith("playground.html"):
            return f"<code>{words}</code>"
        shown = re.sub("[?]|&amp;", r"<wbr>\g<0>", words)  # Where a long address may go on on the next line.
        return f'<a href="{words}"><code>{shown}</code></a>'
    pieces = re.split(r"(`[^`]+`)", text)
    for index, piece in enumerate(pieces):
        if index % 2:
            pieces[index] = code(re.fullmatch(r"`(.*)`", piece))
            continue
        piece = re.sub(r"<doc:([\w-]+)>", lambda match: f"“{title(match[1])}”", piece)
        piece = html.escape(piece, quote=False)
        piece = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", piece)
        piece = re.sub(r"\*(.+?)\*", r"<em>\1</em>", piece)
        pieces[index] = re.sub(r"\[(.+?)\]\((.+?)\)", r'<a href="\2">\1</a>', piece)
    return "".join(pieces)


#: What stands out in the output of a lesson: letters that name blocks, what is wrong, and what is as before.
STANDING_OUT = re.compile(r"(?P<letters>^(?: +[A-D])+$)|(?P<wrong>\b\d+ [bB]its?\b|\brefused\b|\babgelehnt\b"
                          r"|\bpadding wrong\b|\bPadding falsch\b)|(?P<same>(?<=  )(?:same|gleich)\b)", re.MULTILINE)


def figure(text):
    """Lines of a command's output, which are as large as there is room. A sign that a font may lack keeps the width of
    one letter."""
    lines = text.split("\n")
    shown = html.escape(text, quote=False)
    shown = STANDING_OUT.sub(lambda found: f'<i class="{found.lastgroup}">{found[0]}</i>', shown)
    shown = re.sub(r"[^\x00-\x7f]", r"<b>\g<0></b>", shown)
    return f'<pre style="--columns: {max(map(len, lines))}; --rows: {len(lines)}">{shown}</pre>'


def table(headings, rows, kind=""):
    """A table of cells that are HTML."""
    def row(tag, cells):
        return "<tr>" + "".join(
            cell if cell.startswith("<td") else f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"
    head = f"<thead>{row('th', headings)}</thead>" if headings else ""
    return f'<table class="{kind}">{head}<tbody>{"".join(row("td", cells) for cells in rows)}</tbody></table>'


def timed(rows):
    """The rows of a plan, which begin with their minutes: with the clock in their place."""
    clock, shown = 0, []
    for minutes, *cells in rows:
        shown.append([f"{clock}–{clock + int(minutes)}", *cells])
        clock += int(minutes)
    if clock != LESSON_MINUTES:
        raise ValueError(f"a lesson of {clock} minutes, not {LESSON_MINUTES}")
    return shown


def markdown_table(lines):
    headings, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    is_plan = headings[0] in ("Minutes", "Minuten")
    if is_plan:
        rows = timed(rows)
    return table([inline(cell) for cell in headings], [[inline(cell) for cell in row] for row in rows],
                 "plan" if is_plan else "")


def blocks(text):
    """The parts of a text between empty lines, with fenced code as one."""
    for part in re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL):
        yield from [part] if part.startswith("```") else filter(None, (each.strip("\n") for each in part.split("\n\n")))


def html_of(text, insert, language=None):
    """The HTML of Markdown. `insert` gives that of a line such as {{name: one | another}}."""
    done = []
    for block in blocks(text):
        lines = block.split("\n")
        if block.startswith("```"):
            done.append(figure("\n".join(lines[1:-1])))
        elif found := re.fullmatch(r"\{\{(\w+)(?:: (.*))?\}\}", block):
            done.append(insert(found[1], *(found[2] or "").split(" | ")))
        elif found := re.fullmatch(r"(#+) (.*)", block):
            done.append(f"<h{len(found[1])}>{inline(found[2])}</h{len(found[1])}>")
        elif found := re.fullmatch(r"!\[(.*)\]\((.*)\)", block):
            done.append(f'<img alt="{html.escape(found[1])}" src="{drawing(found[2], language)}">')
        elif block.startswith("|"):
            done.append(markdown_table(lines))
        elif found := re.match(r"- |\d\. ", block):
            items = re.split(r"^(?:- |\d\. )", block, flags=re.MULTILINE)[1:]
            tag = "ul" if found[0] == "- " else "ol"
            done.append(f"<{tag}>" + "".join(f"<li>{inline(joined(item))}</li>" for item in items) + f"</{tag}>")
        else:
            done.append(f"<p>{inline(joined(block))}</p>")
    return "\n".join(done)
