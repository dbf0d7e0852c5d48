"""What a page must not show, and what it must.

An answer under its unanswered prediction; a right option that was missed and looks like a hit; a page on paper that
cannot be read; an address that does not show what it names; a hidden message that is shown; on a phone a formula that
is cut and a menu that looks like a field; steps that do not play, or play where they should not; a question that is out
of sight.
"""

import json
import re

from browser import SCREENS

GIVEN_AWAY = "stands under its unanswered prediction"
MISSED = "a missed option looks like a hit"
ON_PAPER = "cannot be read on paper"
SILENT = "shows a default and does not say so"
CUT_FORMULA = "a formula is cut off on a phone"
MENU = "the menu looks like a field on a phone"
HIDDEN = "the hidden message is shown"
NEAREST = "the nearest number is not the one that differs least"
UNSEEN = "a question is above what is seen"
UNPLAYED = "does not play as it should"

#: Addresses of pages with steps, the label of the steps, and the address after the last.
PLAYED = [("sha256-rounds", "Round", "sha256-rounds?round=63"), ("aes-rounds", "Step", "aes-rounds?step=51"),
          ("modes", "Step", "modes?step=6"), ("modes?mode=gcm&direction=decrypt", "Step",
                                             "modes?mode=gcm&direction=decrypt&step=7"),
          ("pbkdf2", "Round", "pbkdf2?step=3"),
          ("avalanche?change=block.0.0", "Round", "avalanche?change=block.0.0&round=10"),
          ("padding-oracle?text=Hi&asked=2180", "Questions", "padding-oracle?text=Hi&asked=2194")]

#: Skips the predictions that a page shows.
SKIP = "document.querySelectorAll('.prediction button[type=button]').forEach((each) => each.click())"

#: Skips the predictions of a page one after the other, and gives those whose answer stood in the page before: an
#: equation of the explanation, between any two of its sides, or a right option in so many words. Numbers, and options
#: of a few letters, are said for other reasons.
GIVEN = """
(async () => {
  const wait = () => new Promise((done) => setTimeout(done, 20));
  const bare = (text) => text.replace(/\\s+/g, "");
  const found = [];
  for (let count = 0; count < 20; count += 1) {
    const forms = [...document.querySelectorAll("main .prediction")];
    const form = forms.find((each) => !each.querySelector("input").disabled && each.checkVisibility());
    if (form === undefined) break;
    forms.forEach((each) => { each.style.display = "none"; });
    const before = document.querySelector("main").innerText;
    forms.forEach((each) => { each.style.display = ""; });
    form.querySelector(".buttons button[type=button]").click();
    await wait();
    const now = document.querySelector(`.prediction[data-question="${CSS.escape(form.dataset.question)}"]`);
    if (now === null) continue;
    const equations = (now.querySelector(".verdict")?.innerText ?? "").split(/[.,:;]\\s/).flatMap((sentence) => {
      const sides = sentence.split("=").map(bare);
      return sides.flatMap((left, index) => sides.slice(index + 1).map((right) => `${left}=${right}`));
    }).filter((equation) => /[⊕·]/.test(equation));
    const options = [...now.querySelectorAll("label:is(.right, .missed)")].map((label) => label.innerText.trim())
      .filter((text) => text.replace(/[^a-z]/gi, "").length >= 12);
    const given = equations.find((equation) => bare(before).includes(equation))
      ?? options.find((option) => before.includes(option));
    if (given !== undefined) found.push(`${form.dataset.question}: “${given}”`);
  }
  return found;
})()
"""

#: What is light, or stands on a dark ground, in the colours of paper: neither may depend on a ground that is not
#: printed, and what is not chosen must not be black.
PAPER = """
(() => {
  const light = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return alpha === 0 ? 1 : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  };
  return [document.body, ...document.querySelectorAll("main *")].filter((each) => each.checkVisibility()).filter((each) => {
    const style = getComputedStyle(each), ground = light(style.backgroundColor);
    const isText = [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    return (isText && light(style.color) > 0.6 && style.printColorAdjust !== "exact")
      || (ground < 0.5 && each.getAttribute("aria-pressed") !== "true" && !each.matches(".main, .crib, .bit"));
  }).map((each) => each.outerHTML.slice(0, 80));
})()
"""

COMPLAINTS = (GIVEN_AWAY, MISSED, ON_PAPER, SILENT, CUT_FORMULA, MENU, HIDDEN, NEAREST, UNPLAYED, UNSEEN)
#: What is replaced in a copy of the playground, and a complaint that must follow.
PLANTED = [
    ("const results = () => [\n        ...drag(", "root.append(formula); const results = () => [\n        ...drag(",
     GIVEN_AWAY),
    ('(isChosen ? "right" : "missed")', '"right"', MISSED),
    ("print-color-adjust: exact; }", "}", ON_PAPER),
    (":root { color-scheme: light; print", ":root { color-scheme: dark; print", ON_PAPER),
    ("unknown = id === \"\" || found ?", "unknown = id ?", SILENT),
    ("unknown.push(`${name} ${t`“", "[].push(`${name} ${t`“", SILENT),
    ("var(--line); white-space: pre-wrap; }", "var(--line); }", CUT_FORMULA),
    ('nav summary::after { content: "▾"; }', "", MENU),
    ('h("details", { "data-result": "hidden" }', 'h("details", { "data-result": "hidden", open: true }', HIDDEN),
    ("hides ? hiddenMessage(seed) : state.text(\"text\", 63);",
     "hides ? hiddenMessage(seed) : state.text(\"text\", 63); state.set({ text });", HIDDEN),
    ("Math.abs(number - to) <", "Math.abs(Math.log(number / to)) <", NEAREST),
    ("if (playing === label) return stop();", "", UNPLAYED),
    ("changedLast = \"\";\n    Motion.stop();", "changedLast = \"\";", UNPLAYED),
    ("if (isStepping) unsaid = text;", "", UNPLAYED),
    ("!blockWaits && onwards()", "onwards()", UNPLAYED),
    ("?.getBoundingClientRect().top < 0) form.scrollIntoView();", ") {}", UNSEEN),
    ("if (left === 0) again();", "", UNPLAYED),
    (".scrollLeft = WIDTH *", ".scrollTop = WIDTH *", UNPLAYED),
]


def given_faults(page, address):
    page.open(address)
    yield from (f"{GIVEN_AWAY}: {given}" for given in page.browser.evaluate(GIVEN))


def missed_faults(page):
    """Of several right options one is chosen: the others must differ from it, by more than colour."""
    page.open("gcm-nonce")
    found = page.browser.evaluate("""
      (async () => {
        const form = document.querySelector(".prediction");
        form.querySelectorAll("input")[0].click();
        form.requestSubmit();
        await new Promise((done) => setTimeout(done, 20));
        return [...form.querySelectorAll("label")].slice(0, 2).map((label) =>
          `${getComputedStyle(label.querySelector("span"), "::after").content} ${getComputedStyle(label).borderStyle}`);
      })()""")
    if found[0] == found[1]:
        yield f"{MISSED}: {found[0]}"


def paper_faults(page, name):
    for scheme in ("light", "dark"):
        page.browser.call("Emulation.setEmulatedMedia", media="print",
                          features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.open(name)
        yield from (f"{scheme}: {each} {ON_PAPER}" for each in page.browser.evaluate(PAPER)[:3])
    page.browser.call("Emulation.setEmulatedMedia", media="", features=[])


def address_faults(page):
    """An address that names what does not exist, and one that names what does."""
    said = "document.querySelector('[data-result=unknown]')?.textContent ?? ''"
    for fragment, words in [("nosuch", "a page “nosuch”"), ("no%20such?mode=cbc", "a page “no such”"), ("%ZZ", "“%ZZ”"),
                            ("modes?mode=nosuch", "mode “nosuch”"), ("modes?nosuch=1", "“nosuch”"),
                            ("rounds?budget=soon", "budget “soon”"), ("aes-rounds?key=zz", "key “zz”")]:
        page.open(fragment)
        if words not in page.browser.evaluate(said):
            yield f"#{fragment} {SILENT}"
    for fragment in ("", "modes", "modes?mode=cbc", "avalanche?round=2"):
        page.open(fragment)
        if found := page.browser.evaluate(said):
            yield f"#{fragment} says “{found}”"
    # A page has its own name and that of its lesson, which leads to the first of its pages.
    first = {}
    for name, (command, _, _) in page.browser.evaluate("Playground.related").items():
        first.setdefault(command, name)
    for command, name in first.items():
        page.open(command.removeprefix("crypto-lab "))
        if (found := page.browser.evaluate("document.querySelector('nav [aria-current]').dataset.page")) != name:
            yield f"#{command} leads to {found}, not to {name}"


def phone_faults(page, name):
    page.browser.show_on(SCREENS["phone"])
    page.open(name)
    cut = page.browser.evaluate("""
      [...document.querySelectorAll("main pre")].filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => each.textContent.slice(0, 60))""")
    yield from (f"{CUT_FORMULA}: {each}" for each in cut)
    same = page.browser.evaluate("""
      (() => {
        const menu = document.querySelector("nav summary"), sign = getComputedStyle(menu, "::after").content;
        return getComputedStyle(menu).backgroundColor === getComputedStyle(document.body).backgroundColor
          || !/[▾▴]/.test(sign);
      })()""")
    if same:
        yield MENU
    page.browser.show_on(SCREENS["desktop"])


def nearest_faults(page):
    for numbers, to, index in [([25_000, 250_000], 100_000, 0), ([25_000, 250_000], 200_000, 1), ([7], 1, 0)]:
        if page.browser.evaluate(f"Passwords.nearest({json.dumps(numbers)}, {to})") != index:
            yield NEAREST


def play_faults(page):
    """Steps play to the last, which is announced, and then from the first again. They pause, and they end with their
    page and where a prediction waits."""
    browser = page.browser

    def ready(fragment, label):
        page.open(fragment)
        for _ in range(2):  # One prediction may follow another.
            browser.evaluate(SKIP)
        browser.evaluate("((choice) => { choice.value = 64; choice.dispatchEvent(new Event('change')); })"
                         f"(document.querySelector('[data-focus=\"{label} speed\"]'))")
        return f"document.querySelector('[data-focus=\"{label} play\"]')"

    def stays():
        return browser.evaluate("""
          new Promise((done) => setTimeout(done, 100)).then(() => location.hash)
            .then((before) => new Promise((done) => setTimeout(done, 200)).then(() => before === location.hash))""")

    for fragment, label, last in PLAYED:
        button = ready(fragment, label)
        browser.evaluate(f"{button}.focus(); {button}.click()")
        if not browser.awaits(f"location.hash === {json.dumps('#' + last)} && {button}.textContent.includes('Play')"):
            yield f"#{fragment} {UNPLAYED}: it ends at {browser.evaluate('location.hash')}"
        elif not browser.awaits("document.getElementById('announcement').textContent !== ''"):
            yield f"#{fragment} {UNPLAYED}: nothing is said at the end"
    button = ready("sha256-rounds?round=63", "Round")
    browser.evaluate(f"{button}.click()")
    if not browser.awaits("location.hash !== '#sha256-rounds?round=63'"):
        yield f"{UNPLAYED}: after the last step it does not begin again"
    browser.evaluate(f"{button}.click()")
    if not stays():
        yield f"{UNPLAYED}: it does not pause"
    browser.evaluate(f"{button}.click(); location.hash = '#avalanche?kind=sha256&change=message.0.0&round=0';"
                     f"new Promise((done) => setTimeout(done, 20)).then(() => {SKIP})")
    if not stays():
        yield f"{UNPLAYED}: it goes on on another page"
    button = ready("padding-oracle?text=Hi", "Questions")
    browser.evaluate(f"{button}.click()")
    if not browser.awaits(f"{button} === null"):
        yield f"{UNPLAYED}: it goes on while a prediction waits"
    # On a phone the drawing of a mode is wider than the screen.
    browser.show_on(SCREENS["phone"])
    for address, block in [("modes?mode=cbc&step=5", 3), ("modes?mode=gcm&direction=decrypt&step=3", 2)]:
        ready(address, "Step")
        browser.evaluate("document.querySelector('[data-focus=\"Step forward\"]').click()")
        place = browser.evaluate(
            f"document.querySelector('[data-result=\"block {block}\"]').getBoundingClientRect().toJSON()")
        if not 0 <= place["left"] < place["right"] <= SCREENS["phone"][0]:
            yield f"{UNPLAYED}: block {block} of #{address} is not seen after the step: from {place['left']}"
    browser.show_on(SCREENS["desktop"])


def hidden_faults(page):
    """A message that the seed has made: the reader sees it when the attack has found it, and the address never has it."""
    page.open("padding-oracle?seed=7")
    field = page.browser.evaluate("document.querySelector('[data-result=hidden]')?.checkVisibility() && "
                                  "document.querySelector('[data-result=hidden] input').checkVisibility()")
    if field is not False:
        yield f"{HIDDEN} before the attack"
    page.browser.evaluate("""
      document.querySelectorAll(".prediction .buttons button[type=button]").forEach((each) => each.click());
      [...document.querySelectorAll("main button")].find((each) => each.textContent === "To the next byte").click();
    """)
    if not re.fullmatch(r"#padding-oracle\?seed=7&asked=\d+", found := page.browser.evaluate("location.hash")):
        yield f"{HIDDEN} in the address {found}"


def question_faults(page):
    """A button far below the drawing asks a question beside it."""
    page.browser.show_on(SCREENS["phone"])
    page.open("modes?mode=cbc&direction=decrypt")
    top = page.browser.evaluate("""
      (() => {
        const button = document.querySelector("[data-focus='Drop block 1']");
        button.scrollIntoView();
        button.focus();
        button.click();
        return document.querySelector(".prediction").getBoundingClientRect().top;
      })()""")
    if not 0 <= top < SCREENS["phone"][1]:
        yield f"{UNSEEN}: at {top}"
    page.browser.show_on(SCREENS["desktop"])


def text_faults(page):
    """What the standards leave open and the library decides must be said on the page about paddings."""
    page.open("padding?scheme=ansiX923")
    for _ in range(2):  # The rules follow the predictions.
        page.browser.evaluate(SKIP)
    text = page.browser.evaluate("document.querySelector('main').innerText")
    for words in ("The standard lets the bytes before it be random", "SP 800-38A, appendix A, asks for whole segments"):
        if words not in text:
            yield f"padding does not say “{words}”"


def faults(page):
    """Complaints that do not belong to a single page."""
    yield from (*missed_faults(page), *address_faults(page), *nearest_faults(page), *text_faults(page),
                *hidden_faults(page), *play_faults(page), *question_faults(page))


def planted_faults(page):
    """Complaints about the planted faults, on the pages that they are planted in."""
    yield from faults(page)
    for name in ("nonce-reuse", "gcm-nonce", "modes"):
        yield from faults_of(page, name)


def faults_of(page, name):
    yield from (*given_faults(page, name), *paper_faults(page, name), *phone_faults(page, name))
