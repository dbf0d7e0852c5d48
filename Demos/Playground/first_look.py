"""What somebody meets who opens a page for the first time, with a mouse or with a finger.

A field that silently cuts what is typed; a link whose values do not exist and are not named; Back, which must undo a
change, and a reload, which must keep the score; a target too small for a finger; a menu that does not fit; the page on
modes, which must open at its first step, play slowly, and show its explanation on the first screen; a hidden message
that one click reads.
"""

import json

from browser import SCREENS

CUT_TEXT = "takes more than it has room for, and does not say so"
UNNAMED = "is no value, and the page does not say so"
NOT_BACK = "Back does not undo"
FORGOTTEN = "the score is lost when the page is loaded again"
SMALL = "is too small for a finger"
MENU = "the menu does not fit on a screen of"
LATE = "modes does not open at its first step"
FAST = "modes plays too fast"
BELOW = "an explanation is below the first screen"
AT_ONCE = "one click reads a hidden message"

LAPTOP = (1280, 800)
FINGER = 24  # CSS pixels. Source: WCAG 2.2, success criterion 2.5.8.
FIELDS = "[...document.querySelectorAll('main input:is([type=text], [type=password])')]"
UNFOLD = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
SKIP = "document.querySelectorAll('.prediction button[type=button]:not([hidden])').forEach((button) => button.click())"
PAUSE = "new Promise((done) => setTimeout(done, 30))"
SAID = "document.querySelector('[data-result=unknown]')?.textContent ?? ''"
#: No number, no digits, no choice, and longer than any text may be.
NO_VALUE = "zz.9" * 6000
#: What makes a page use values that it does not use when it is opened.
USED = {("gcm-nonce", "other"): "nonces=different&", **{("vault", name): "source=made&" for name in (
    "text", "password", "context", "rounds")}, ("memory", "pass"): "kind=argon2id&", **{("workbench", name):
    "work=pbkdf2&" for name in ("salt", "rounds", "count")}}
#: Targets that are smaller than a finger.
TARGETS = f"""
[...document.querySelectorAll("header button, nav a, main :is(button, select, .column, label:has(input))")]
  .filter((each) => each.checkVisibility()).filter((each) => {{
    const {{ width, height }} = each.getBoundingClientRect();
    return width < {FINGER} - .5 || height < {FINGER} - .5;
  }}).map((each) => `${{each.getAttribute("aria-label") ?? each.textContent}} ${{each.className}}`.slice(0, 60))
  .slice(0, 3)
"""
OUTSIDE = """
[...document.querySelectorAll("header .language button, nav a")].filter((each) => {
  const { left, right, bottom } = each.getBoundingClientRect();
  return left < 0 || right > innerWidth || bottom > innerHeight;
}).map((each) => each.textContent)
"""

COMPLAINTS = (CUT_TEXT, UNNAMED, NOT_BACK, FORGOTTEN, SMALL, MENU, LATE, FAST, BELOW, AT_ONCE)
#: What is replaced in a copy of the playground, and a complaint that must follow.
PLANTED = [
    ("const wrong = count > most ?", "const wrong = false ?", CUT_TEXT),
    ("Bytes.of(values[name]).length <= most", "true", UNNAMED),
    ('state.fitting("change", found !== null || isOther);', "", UNNAMED),
    ('"replaceState" : "pushState"', '"replaceState" : "replaceState"', NOT_BACK),
    ("changedLast === names && (", "false && (", NOT_BACK),
    ("sessionStorage.setItem(", "String(", FORGOTTEN),
    ("position: absolute; width: 24px;", "position: absolute; width: 20px;", SMALL),
    ("font-size: .85rem; line-height: 1.35;", "font-size: .85rem; line-height: 2;", MENU),
    ("isChanged ? last : 0;", "last;", LATE),
    ("(count > FEW ? 4 : .5)", "4", FAST),
    ("          explanation: why,\n", "", BELOW),
    ('!isSecret && Parts.button("All"', 'Parts.button("All"', AT_ONCE),
]


def limit_faults(page, name):
    """Each text that is typed must be taken as a whole, or complained about."""
    page.open(name)
    page.browser.evaluate(f"{SKIP}; {UNFOLD}")
    for number in range(page.browser.evaluate(f"{FIELDS}.length")):
        label, words = page.browser.evaluate(f"""
          ((field) => {{
            field.value = "ä".repeat(20000);
            field.dispatchEvent(new InputEvent("input"));
            return [field.dataset.focus, field.closest("label").querySelector(".complaint")?.textContent];
          }})({FIELDS}[{number}])""")
        if not words:
            yield f"“{label}” {CUT_TEXT}"


def value_faults(page, name, defaults):
    """A link must name each of its values that the page does not have."""
    page.open(name)
    for key in defaults:
        fragment = f"{name}?{USED.get((name, key), '')}{key}={NO_VALUE}"
        page.browser.evaluate(f"location.hash = {json.dumps(fragment)}; {PAUSE}")
        for _ in range(2):  # One prediction may follow another.
            page.browser.evaluate(f"{SKIP}; {PAUSE}")
        if f"{key} " not in page.browser.evaluate(SAID):
            yield f"{key}=zz.9… {UNNAMED}"


def link_faults(page):
    page.open("modes?change=ciphertext.999.9")
    if "change “ciphertext.999.9”" not in page.browser.evaluate(SAID):
        yield f"change=ciphertext.999.9 {UNNAMED}"


def back_faults(page):
    """Back undoes a click, and what was typed as a whole."""
    browser = page.browser
    page.open("modes")
    browser.call("Page.resetNavigationHistory")  # A full history, after 50 pages, would forget the first changes.
    browser.evaluate("document.querySelector('[data-focus=\"Mode ctr\"]').click()")
    browser.evaluate("document.querySelector('[data-focus=\"plaintext 0\"]')"
                     ".dispatchEvent(new KeyboardEvent('keydown', { key: '0' }))")
    field = "document.querySelector('main input[data-focus^=Message]')"
    browser.evaluate(f"{field}.focus()")
    for text in ("A", "AB", "ABC"):
        browser.evaluate(f"{field}.value = '{text}'; {field}.dispatchEvent(new InputEvent('input'))")
    for left in ("#modes?mode=ctr&change=plaintext.0.0", "#modes?mode=ctr", "#modes"):
        browser.evaluate("history.back()")
        if not browser.awaits(f"location.hash === {json.dumps(left)}"):
            yield f"{NOT_BACK}: {browser.evaluate('location.hash')}, not {left}"
            return
    if browser.evaluate("document.querySelector('[data-focus=\"Mode cbc\"]').getAttribute('aria-pressed')") != "true":
        yield f"{NOT_BACK}: the page is not drawn again"


def reload_faults(page):
    score = "document.querySelector('[data-result=score]').textContent"
    page.open("modes?change=plaintext.0.0")
    page.browser.evaluate("document.querySelector('.prediction button[type=submit]').click()")
    before = page.browser.evaluate(score)
    page.load("modes?change=plaintext.0.0")
    if not before or page.browser.evaluate(score) != before:
        yield FORGOTTEN


def finger_faults(page, name):
    page.browser.show_on(SCREENS["phone"])
    page.open(name)
    page.browser.evaluate(f"{SKIP}; {UNFOLD}")
    yield from (f"{each} {SMALL}" for each in page.browser.evaluate(TARGETS))
    page.browser.show_on(SCREENS["desktop"])


def menu_faults(page):
    page.browser.show_on(LAPTOP)
    for page.language in ("en", "de"):
        page.open("modes")
        if found := page.browser.evaluate(OUTSIDE):
            yield f"{MENU} {LAPTOP[0]} × {LAPTOP[1]}, {page.language}: {', '.join(found)}"
    page.language = "en"
    page.browser.show_on(SCREENS["desktop"])


def mode_faults(page):
    """The page on modes: where it begins, how fast it plays, and its explanations."""
    browser = page.browser
    browser.show_on(LAPTOP)
    page.open("modes")
    if not browser.evaluate("document.querySelector('.steps > .label').textContent").startswith("1 of"):
        yield LATE
    if browser.evaluate("Number(document.querySelector('[data-focus=\"Step speed\"]').value)") > 1:
        yield FAST
    about = "document.querySelector('[data-result=about]')?.getBoundingClientRect().bottom <= innerHeight"
    if not browser.evaluate(about):
        yield f"{BELOW}: what the mode does"
    for page.language in ("en", "de"):
        for mode in ("ecb", "cbc", "cfb", "ofb", "ctr", "gcm"):
            for direction, text in (("encrypt", "plaintext"), ("decrypt", "ciphertext")):
                address = f"modes?mode={mode}&direction={direction}&change={text}.3.0"
                page.open(address)
                browser.evaluate(SKIP)
                words, bottom = browser.evaluate("""
                  (({ childNodes: [, text] }) => {
                    const range = document.createRange();
                    if (text) range.selectNodeContents(text);
                    return [text?.textContent ?? "", range.getBoundingClientRect().bottom];
                  })(document.querySelector(".verdict"))""")
                if not words or bottom > LAPTOP[1]:
                    yield f"{BELOW}: {address} in {page.language}, at {bottom:.0f}"
    page.language = "en"
    browser.show_on(SCREENS["desktop"])


def hidden_faults(page):
    page.open("padding-oracle?seed=7&asked=400")
    for _ in range(2):
        page.browser.evaluate(f"{SKIP}; {PAUSE}")
    buttons = page.browser.evaluate("[...document.querySelectorAll('main button')].map((each) => each.textContent)")
    if "All" in buttons:
        yield AT_ONCE


def faults(page):
    """Complaints that do not belong to a single page."""
    yield from (*link_faults(page), *back_faults(page), *reload_faults(page), *menu_faults(page), *mode_faults(page),
                *hidden_faults(page))


def faults_of(page, name, defaults):
    yield from (*limit_faults(page, name), *value_faults(page, name, defaults), *finger_faults(page, name))


def planted_faults(page):
    """Complaints about the planted faults, on the pages that they are planted in."""
    yield from faults(page)
    yield from faults_of(page, "modes", ["text", "change"])
