"""Solves the exercises of the playground as a pupil would: with a program, with hints, and with wrong programs. Takes
the quiz, gives the workbench a file, copies a link, and shows a page in a frame."""

import json

UNSOLVED = "is not solved"
UNSTOPPED = "a program that never ends is not stopped"
NO_LINE = "an error does not name its line"
NETWORK = "a program reaches for the network"
EARLY = "a hint or a code is shown too early"
UNCOUNTED = "the quiz counts"
UNREAD = "the workbench does not read a file"
UNCOPIED = "the link of a situation is not copied"
FRAMED = "a page in a frame shows more than itself"
UNKEPT = "the menu does not lead back to the exercise"
TALL = "the output of a program is taller than its box"
MISCOUNTED = "the questions of a program"
STALE = "the workbench shows a result of a wrong field"
UNREADABLE = "the workbench shows a hash as text"
TOO_EARLY = "a rule of padding is shown before its prediction"
LOST = "what was typed in an exercise is lost on another page"

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
    ("letter(given.get(question.id)) === question.right;", "true;", UNCOUNTED),
    ("file ?? read(", "read(", UNREAD),
    ("value: location.href,", "value: location.pathname,", UNCOPIED),
    (".embedded > :is(header, nav, footer), ", "", FRAMED),
    ("forget: Exercises.stop,", "forget() { typed = {}; },", LOST),
    ('document.querySelector("[data-page=exercise]").href =', "task.address =", UNKEPT),
    ("pre.output { max-height: 20rem;", "pre.output {", TALL),
    ('reply("given", name)[1]', 'ask("given", name)[1]', MISCOUNTED),
    ("if (isWrong()) show();", "", STALE),
    ('!READABLE.includes(value) ? "hex" : out', 'false ? "hex" : out', UNREADABLE),
    ("{ most: 48 }), question, result);", "{ most: 48 }), question, result, RULES_IN_WORDS[scheme]);", TOO_EARLY),
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
    run(page, "for (let line = 0; line < 200; line += 1) show(line);")
    if page.browser.evaluate("document.querySelector('[data-result=output]').clientHeight > 400"):
        yield TALL
    page.open("exercise?task=keystream-seek&seed=3")
    said = run(page, 'given("ciphertext");\nask("edit", "0", bytes("00"));\nask("edit", "0", [0, 255]);')
    if said != "The program has ended after 2 questions.":
        yield f"{MISCOUNTED}: {said}"
    yield from page.complaints()
    yield from (*tool_faults(page), *workbench_faults(page), *rule_faults(page))


def workbench_faults(page):
    """No result of a value before a wrong one, and no hash as text."""
    browser, worked = page.browser, "document.querySelector('[data-result=worked]')?.textContent ?? ''"
    said = "document.querySelector('[data-focus=key]').closest('label').querySelector('.complaint').textContent"
    browser.show_on((1280, 800))
    page.open("workbench")
    if browser.evaluate("[...document.querySelectorAll('main .hex')].some((each) => each.scrollWidth > each.clientWidth)"):
        yield "the workbench cuts a key or an IV of 32 digits off"
    before = browser.evaluate(worked)
    for key, complaint in [("abc", "3 hexadecimal digits; each byte has two."), ("zz", "These are not hexadecimal bytes."),
                           ("2b7e151628aed2a6abf7158809cf4f3c", "")]:
        browser.evaluate(f"""
          (([key, input]) => {{
            key.value = {json.dumps(key)};
            key.dispatchEvent(new InputEvent("input", {{ bubbles: true }}));
            if (key.value === "zz") input.dispatchEvent(new InputEvent("input", {{ bubbles: true }}));
          }})(["key", "input"].map((name) => document.querySelector(`[data-focus=${{name}}]`)))""")
        if browser.evaluate(said) != complaint or browser.evaluate(worked) != ("" if complaint else before):
            yield f"{STALE}: key {key}: {browser.evaluate(said)} {browser.evaluate(worked)}"
    page.open("workbench?work=decrypt&out=text&form=hex&text=" + "00" * 16)
    browser.evaluate("document.querySelector('[data-focus=\"Work digest\"]').click()")
    if not browser.evaluate(worked).startswith("374708fff7719dd5"):
        yield f"{UNREADABLE}: {browser.evaluate(worked)}"
    if browser.evaluate("document.querySelector('main').innerText.includes('New random key')"):
        yield "the workbench offers a key for a hash"


def rule_faults(page):
    """The rules of padding answer the predictions of sections 1 and 3, so they follow both."""
    rules = "document.querySelectorAll('main section:nth-of-type(-n+3)')"
    page.open("padding")
    for form, is_shown in ((None, False), ("padding add pkcs7", False), ("padding zeros 2", True)):
        if form:
            page.browser.evaluate(f"document.querySelector('[data-question=\"{form}\"] button[type=button]').click()")
        text = page.browser.evaluate(f"[...{rules}].map((each) => each.innerText).join()")
        if (form is None and "each of the value n" in text) or ("none if the message already fits" in text) != is_shown:
            yield f"{TOO_EARLY}: {form}"


def tool_faults(page):
    browser = page.browser
    page.open("quiz?topic=padding&seed=4")
    for place in range(3):
        right = browser.evaluate("""
          (() => {
            const form = document.querySelector(".prediction"), id = form.dataset.question.slice(5);
            const question = JSON.parse(document.getElementById("quiz").textContent).find((each) => each.id === id);
            return "abcd".indexOf(question.right);
          })()""")
        chosen = right if place < 2 else (right + 1) % 4
        browser.evaluate(f"""
          document.querySelector(".prediction input[value='{chosen}']").click();
          document.querySelector("[data-focus='quiz answer']").click();
          document.querySelector("[data-focus='quiz next']").click();""")
    if (score := browser.evaluate("document.querySelector('[data-result=\"quiz score\"]').textContent")) != "2 of 3 right":
        yield f"{UNCOUNTED} {score}"
    page.open("workbench?work=digest")
    browser.evaluate("""
      (() => {
        const field = document.querySelector("[data-focus=file]"), chosen = new DataTransfer();
        chosen.items.add(new File(["abc"], "three.bin"));
        field.files = chosen.files;
        field.dispatchEvent(new Event("change"));
      })()""")
    if not browser.awaits("document.querySelector('[data-result=worked]')?.textContent.startsWith('ba7816bf8f01cfea')"):
        yield UNREAD
    page.open("modes?mode=cbc")
    # A page that is not asked for a permission, as here, shows the link instead.
    browser.evaluate("document.querySelector('[data-focus=\"copy link\"]').click()")
    if not browser.awaits("document.querySelector('.more').textContent.includes('Copied') || "
                          "document.querySelector('.link')?.value === location.href"):
        yield UNCOPIED
    browser.open(f"{page.file.as_uri()}?language=en&embed#modes?mode=cbc")
    browser.awaits("document.querySelector('main h1') !== null")
    if browser.evaluate("[...document.querySelectorAll('nav, header, footer, .more')].some((each) => each.checkVisibility())"):
        yield FRAMED
    page.open("exercise?task=keystream-seek")
    browser.evaluate("document.querySelector('[data-focus=ask]').click(); location.hash = '#workbench';")
    browser.awaits("document.querySelector('[data-focus=input]') !== null")
    browser.evaluate("location.hash = '#exercise?task=keystream-seek';")
    browser.awaits("document.querySelector('[data-focus=ask]') !== null")
    if browser.evaluate("document.querySelectorAll('[data-result=replies] li').length") != 1:
        yield LOST
    browser.evaluate("location.hash = '#exercise?task=cbc-key-iv&seed=5'")
    browser.awaits("document.querySelector('[data-focus=task]').value === 'cbc-key-iv'")
    browser.evaluate("location.hash = '#workbench'")
    browser.awaits("document.querySelector('[data-focus=input]') !== null")
    browser.evaluate("document.querySelector('[data-page=exercise]').click()")
    if not browser.awaits("location.hash === '#exercise?task=cbc-key-iv&seed=5'"):
        yield UNKEPT
    yield from page.complaints()
