"""Solves the exercises of the playground as a pupil would: with a program, with hints, and with wrong programs."""

import json

UNSOLVED = "is not solved"
UNSTOPPED = "a program that never ends is not stopped"
NO_LINE = "an error does not name its line"
NETWORK = "a program reaches for the network"
EARLY = "a hint or a code is shown too early"

VERDICT = "document.querySelector('[data-result=\"exercise verdict\"]').textContent"
STATE = "document.querySelector('[data-result=\"program state\"]').textContent"
#: Programs, and the beginning of what must be said at their end.
PROGRAMS = [
    ("for (;;);", "The program was stopped after 10 seconds", UNSTOPPED),
    ("show(1);\nundefinedName();", "The program stopped: ReferenceError: undefinedName is not defined (line 2)", NO_LINE),
    ("show(1);\nlet = ;", "The program cannot run: ", NO_LINE),
    ("ask('nothing');", "The program stopped: the oracle says: error a request begins with encrypt or given (line 1)",
     NO_LINE),
    ("for (;;) show('x');", "The program stopped: more than 1000 lines (line 1)", UNSTOPPED),
    ("fetch('http://127.0.0.1:9/');", "The program stopped: TypeError: fetch is not a function", NETWORK),
    ("new XMLHttpRequest();", "The program stopped: TypeError: XMLHttpRequest is not a constructor", NETWORK),
    ("importScripts('http://127.0.0.1:9/');", "The program stopped: TypeError: importScripts is not a function", NETWORK),
]

#: Faults that are planted in a copy of the page, and a complaint that must follow.
PLANTED = [
    ("1000 * SECONDS);", "1e9);", UNSTOPPED),
    ("found > offset ?", "found > 1e9 ?", NO_LINE),
    ("Object.defineProperty(globalThis, name, { value: undefined });", "", NETWORK),
    ("answer(text(secret));", "answer(hex(secret));", UNSOLVED),
    ("task.hints.slice(0, typed.hints)", "task.hints", EARLY),
]


def run(page, program):
    page.browser.evaluate(f"""
      (() => {{
        const area = document.querySelector("[data-focus=program]");
        area.value = {json.dumps(program)};
        area.dispatchEvent(new InputEvent("input"));
        document.querySelector("[data-focus=run]").click();
      }})()""")
    page.browser.awaits(f"{STATE}.startsWith('The program')")
    return page.browser.evaluate(STATE)


def faults(page):
    page.open("exercise")
    names = page.browser.evaluate("Exercises.tasks.map(({ name }) => name)")
    for name in names:
        page.open(f"exercise?task={name}&seed=6")
        if page.browser.evaluate("document.querySelectorAll('[data-result=hints] li, [data-result=code]').length"):
            yield f"{name}: {EARLY}"
        said = run(page, page.browser.evaluate(f"Exercises.solutions[{json.dumps(name)}]"))
        if not page.browser.evaluate(VERDICT).startswith("Right: "):
            yield f"{name} {UNSOLVED}: {page.browser.evaluate(VERDICT)} {said}"
        elif not page.browser.evaluate("document.querySelector('[data-result=code]') !== null"):
            yield f"{name} gives no code"
        page.browser.evaluate("document.querySelector('[data-focus=hint]').click()")
        if page.browser.evaluate("document.querySelectorAll('[data-result=hints] li').length") != 1:
            yield f"{name}: {EARLY}"
        yield from (f"{name}: {complaint}" for complaint in page.complaints())
    page.open("exercise")
    for program, wanted, complaint in PROGRAMS:
        if not (said := run(page, program)).startswith(wanted):
            yield f"{complaint}: {said}"
    yield from page.complaints()
