/** Properties that are texts for the reader. */
const SAID = new Set(["aria-label", "alt", "placeholder", "title"]);

/** A child, in the language of the page. */
const inLanguage = (child) => (typeof child === "string" ? Language.text(child) : child);

const setProperty = (element, name, value) =>
  element.setAttribute(name, SAID.has(name) ? Language.text(String(value)) : value);

/** A DOM element: `h("p", {class: "note"}, "text", otherElement)`. Properties that begin with `on` are listeners;
 * `null`, `undefined` and `false` children are left out. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) setProperty(element, name, value);
  }
  element.append(...children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false).map(inLanguage));
  return element;
}

/** An element of SVG. */
function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  element.append(...children.flat(Infinity).map(inLanguage));
  return element;
}

/** The parts of a drawing of wires. Points are `[x, y]`. */
const Wires = {
  line: (...points) => svg("polyline", { points: points.map((point) => point.join()).join(" "), class: "wire-line" }),

  /** A line that ends in an arrow; its drawing needs `arrowHead`. */
  arrow(...points) {
    const line = Wires.line(...points);
    line.setAttribute("marker-end", "url(#arrow)");
    return line;
  },

  arrowHead: () => svg("defs", {}, svg("marker", {
    id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto",
  }, svg("path", { d: "M0 0L10 5L0 10z", class: "wire-head" }))),

  /** The sign ⊕ around a point. */
  sum: (x, y) => [svg("circle", { cx: x, cy: y, r: 10, class: "node" }),
    svg("path", { d: `M${x - 10} ${y}h20M${x} ${y - 10}v20`, class: "wire-line" })],
};

/** Numbers in texts. */
const Words = {
  /** What several pages count. */
  PLURALS: { bit: "bits", block: "blocks", byte: "bytes", question: "questions", round: "rounds" },
  number: (count) => count.toLocaleString(Language.code === "en" ? "en-US" : Language.code),
  /** "1 byte", "1,440 bytes". */
  counted(count, noun) {
    const plural = Words.PLURALS[noun] ?? `${noun}s`;
    return `${Words.number(count)} ${Language.text(count === 1 ? noun : plural)}`;
  },
};

/** Announces something to a screen reader without moving the focus. When steps play, only the last one is announced. */
function announce(text) {
  if (Motion.keeps(text)) return;
  const region = document.getElementById("announcement");
  region.textContent = "";
  setTimeout(() => { region.textContent = Language.text(text); }, 30);
}

/** Plays steps that are otherwise taken one by one. It goes on when the page is drawn again, and ends when its buttons
 * are gone. */
const Motion = (() => {
  const SPEEDS = [.5, 1, 4, 16, 64];  // Steps a second.
  const FEW = 24;  // So many steps are explained one by one: they play slowly.
  const MOST_DRAWN = 16;  // Times a second: at a higher speed several steps are taken at a time.
  let playing = null, timer = null, isStepping = false, unsaid = null;
  const shown = new Map();  // The buttons on the page, by their labels.
  const speeds = new Map();  // What was chosen, by the same labels.

  function tick() {
    const player = shown.get(playing);
    if (player?.element.isConnected && player.left > 0) {
      isStepping = true;
      player.advance(Math.min(player.left, Math.ceil(player.speed() / MOST_DRAWN)));
      isStepping = false;
    }
    const next = shown.get(playing);
    if (!next?.element.isConnected || next.left === 0) stop();
    else wait();
  }

  function wait() { timer = setTimeout(tick, 1000 / Math.min(shown.get(playing).speed(), MOST_DRAWN)); }

  /** Draws the button of the one that was playing again. */
  function stop() {
    clearTimeout(timer);
    const player = shown.get(playing);
    playing = null;
    player?.name();
    if (unsaid !== null) announce(unsaid);
    unsaid = null;
  }

  function keeps(text) {
    if (isStepping) unsaid = text;
    return isStepping;
  }

  /** A button that plays and pauses, and the speed. `left` steps of `count` are left; `advance` takes some of them.
   * `again`, if there is one, goes back to the first step, to play from there when none is left. */
  function buttons(label, { left, count = left, advance, again }) {
    const isOff = left === 0 && !again;
    const speed = () => speeds.get(label) ?? (count > FEW ? 4 : .5);
    const play = h("button", { type: "button", "data-focus": `${label} play`, onclick: () => {
      if (playing === label) return stop();
      if (isOff) return;
      stop();
      playing = label;
      if (left === 0) again();
      shown.get(label).name();
      wait();
    } });
    const name = () => {
      const isPlaying = playing === label;
      play.textContent = Language.text(isPlaying ? "❚❚ Pause" : "▶ Play");
      play.setAttribute("aria-label", t`${label}: ${isPlaying ? "pause" : "play"}`);
      play.setAttribute("aria-disabled", String(!isPlaying && isOff));
    };
    const choice = h("select", { "data-focus": `${label} speed`, "aria-label": t`${label}: steps a second`,
      onchange: () => { speeds.set(label, Number(choice.value)); } },
    SPEEDS.map((each) => h("option", { value: each, selected: each === speed() },
      each < 1 ? t`every ${1 / each} seconds` : t`${each} a second`)));
    shown.set(label, { element: play, left, advance, name, speed });
    name();
    return [play, choice];
  }

  return { buttons, stop, keeps, isStepping: () => isStepping };
})();

/** The pages and the state in the address: `#page?name=value&…`. */
const Playground = (() => {
  const pages = [];
  const narrow = matchMedia("(max-width: 60rem)");  // As in the style: the menu opens and closes there.
  const related = {};
  let current;
  let values = {};
  let unknown = [];  // Parts of the address that no page knows.
  let noted = "";  // What the page says of the address, until something is changed.
  let given = new Set();  // The names of the values that are still those of the address that was opened.
  let changedLast = "";  // The values that the last entry of the history changed.

  /** Adds a page: `{id, group, title, summary, first, defaults, render(root, state)}`. `summary` is one sentence.
   * `first` are the selectors of the page's main control and of its results, which must be seen on the first screen.
   * `defaults` are the state's names, with texts as values. A page must render any text for a value without an error:
   * addresses are typed by hand. `forget()`, if there is one, discards typed values that are not in the address, when
   * another address is opened. */
  function page(description) { pages.push(description); }

  function address(id, chosen) {
    const described = pages.find((candidate) => candidate.id === id);
    const query = Object.entries(chosen)
      .filter(([name, value]) => value !== described.defaults[name])
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `#${id}${query.length ? "?" + query.join("&") : ""}`;
  }

  /** A valid value, or else the default; the page then says so if an address gave the value. */
  function fitting(name, fits) {
    if (fits) return values[name];
    if (values[name] !== current.defaults[name]) {
      if (given.delete(name)) unknown.push(`${name} ${t`“${values[name].slice(0, 40)}”`}`);
      values[name] = current.defaults[name];
      queueMicrotask(complain);
    }
    return values[name];
  }

  /** Names the parts of the address that no page knows. Some are found only when a prediction has been made. */
  function complain() {
    if (unknown.length === 0) return;
    const words = t`The address names what does not exist here: ${[...new Set(unknown)].join(", ")}. The default is
      shown instead.`;
    unknown = [];
    announce(words);
    noted = h("p", { class: "note", "data-result": "unknown" }, words);
    document.querySelector(".summary").after(noted);
  }

  /** Changes the address. Back undoes the change; what is typed, slid or played is one change. */
  function record(changes) {
    const names = [current.id, ...Object.keys(changes)].join(" "), next = address(current.id, values);
    if (next === location.hash) return;
    const goesOn = changedLast === names && (Motion.isStepping() || document.activeElement?.matches("input"));
    history[goesOn ? "replaceState" : "pushState"](null, "", next);
    changedLast = names;
  }

  /** The state of the page on the screen. `set` changes the address; `update` also renders the page again. */
  const state = {
    get: (name) => values[name],
    /** The value if it is valid, or else the default. */
    fitting,
    set(changes) {
      noted = "";
      for (const [name, value] of Object.entries(changes)) {
        values[name] = String(value);
        given.delete(name);
      }
      record(changes);
    },
    update(changes) {
      state.set(changes);
      render();
    },
    /** A whole number from `least` to `most`; if the value is none, the one that is nearest to the default. */
    number(name, least, most) {
      const fits = /^-?\d+$/.test(values[name]) && Number(values[name]) >= least && Number(values[name]) <= most;
      return Math.min(most, Math.max(least, Number(fitting(name, fits))));
    },
    /** One of some texts; the default if it is another. */
    choice: (name, choices) => fitting(name, choices.includes(values[name])),
    /** A text of at most `most` bytes in UTF-8; the default if it is longer. */
    text: (name, most) => fitting(name, Bytes.of(values[name]).length <= most),
    /** Bytes from hexadecimal digits; the default's if there are none or not `count`. */
    bytes(name, count) {
      const found = Bytes.fromHex(values[name]);
      const fits = found !== null && (count === undefined || [count].flat().includes(found.length));
      return Bytes.fromHex(fitting(name, fits));
    },
  };

  /** Renders the page again, and keeps the focus on the element with the same `data-focus`, and the caret in a line. If
   * that element is gone, the heading of its section gets the focus. */
  function render() {
    const main = document.getElementById("main");
    const active = document.activeElement;
    const focused = active?.closest?.("[data-focus]")?.dataset.focus;
    const wasInside = main !== active && main.contains(active);
    const place = [...main.querySelectorAll("section")].indexOf(active?.closest?.("section"));
    const hasCaret = (field) => ["text", "password"].includes(field?.type);
    const caret = hasCaret(active) ? [active.selectionStart, active.selectionEnd] : null;
    const asked = new Set([...main.querySelectorAll(".prediction")].map((form) => form.dataset.question));
    const root = h("div", { class: "page" });
    root.append(h("h1", {}, current.title), h("p", { class: "summary" }, current.summary), noted);
    current.render(root, state);
    root.append(more());
    main.replaceChildren(root);
    const next = focused && main.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    next?.focus();
    if (wasInside && !next) {
      const heading = main.querySelectorAll("section")[place]?.querySelector("h2") ?? main;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    if (hasCaret(next) && caret) next.setSelectionRange(...caret);
    // A question that a button below it asks must be visible.
    const form = [...main.querySelectorAll(".prediction")].find((each) => !asked.has(each.dataset.question)
      && !each.querySelector("input").disabled);
    if (wasInside && active.matches("button") && form?.getBoundingClientRect().top < 0) form.scrollIntoView();
  }

  /** Where to continue: links if the playground is on the documentation's site. */
  function more() {
    const [command, article, library] = related[current.id];
    const site = document.documentElement.dataset.documentation;
    const page = (path) => {
      const name = h("code");
      name.textContent = path.split("/").pop();
      return site ? h("a", { href: `${site}${path.toLowerCase()}/` }, name) : name;
    };
    return h("p", { class: "more" }, "In a terminal: ", h("code", {}, command),
      ". In the documentation: the page ", page(article), " and the library ", page(library), ". ", copying());
  }

  /** Copies the link of the page with its state. Where the browser does not allow it, the link is shown selected. */
  function copying() {
    const place = h("span", {});
    return [Parts.button("Copy the link of this situation", async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        announce("Copied");
        place.replaceChildren(t`Copied`);
      } catch {
        const field = h("input", { class: "link", readonly: true, value: location.href, "aria-label": "Link" });
        place.replaceChildren(field);
        field.select();
      }
    }, { "data-focus": "copy link" }), " ", place];
  }

  function open() {
    const [id, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
    // The name of its lesson leads to a page too.
    const found = pages.find((candidate) => candidate.id === id)
      ?? pages.find((candidate) => related[candidate.id][0] === ["crypto-lab", id].join(" "));
    const changed = current && (found ?? pages[0]) !== current;
    current = found ?? pages[0];
    values = { ...current.defaults };
    given = new Set();
    noted = "";
    unknown = id === "" || found ? [] : [t`a page “${Bytes.decoded(id).slice(0, 40)}”`];
    for (const [name, value] of new URLSearchParams(query)) {
      if (Object.hasOwn(values, name)) {
        values[name] = value;
        given.add(name);
      } else if (found) unknown.push(t`“${name.slice(0, 40)}”`);
    }
    current.forget?.();
    changedLast = "";
    Motion.stop();
    document.title = t`${current.title} · swift-vault playground`;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.dataset.page === current.id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const menu = document.querySelector("nav details");
    if (menu && narrow.matches) menu.open = false;
    render();
    complain();
    if (changed) {
      scrollTo(0, 0);
      document.getElementById("main").focus({ preventScroll: true });
    }
  }

  /** Shows the menu in this order of pages, and the page of the address. `about` has the command, the article and the
   * library of each page. */
  function start(about) {
    Object.assign(related, about);
    // A frame of a learning platform shows one page, without the way to the others.
    document.body.classList.toggle("embedded", new URLSearchParams(location.search).has("embed"));
    const order = Object.keys(about);
    if (pages.map(({ id }) => id).sort().join() !== [...order].sort()
      .join()) throw new Error("the menu does not list every page once");
    pages.sort((left, right) => order.indexOf(left.id) - order.indexOf(right.id));
    const groups = [...new Set(pages.map((candidate) => candidate.group))];
    const menu = h("details", { open: !narrow.matches }, h("summary", {}, "Pages"),
      groups.map((group) => h("div", { class: "group" }, h("h2", {}, group), h("ul", {}, pages
        .filter((candidate) => candidate.group === group)
        .map((candidate) => h("li", {},
          h("a", { href: `#${candidate.id}`, "data-page": candidate.id }, candidate.title)))))));
    document.getElementById("navigation").append(menu);
    document.querySelector("header").append(Language.choice());
    narrow.addEventListener("change", () => { menu.open = !narrow.matches; });
    // The fragment names the page, so this link cannot lead there by its own.
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById("main").focus();
    });
    addEventListener("hashchange", open);
    open();
  }

  return { page, start, pages, related, render };
})();

/** Parts of pages. */
const Parts = {
  section: (title, ...children) => h("section", {}, h("h2", {}, title), children),

  note: (...children) => h("p", { class: "note" }, children),

  /** Whether what the page computed is what the library gives. */
  agreement: (agrees, text, properties = {}) =>
    h("p", { class: "agreement", "data-agrees": String(agrees), ...properties },
      agrees ? text : "The page and the library disagree. This is an error of the playground."),

  /** A line of Swift that does what the page shows. */
  swift: (...lines) => h("pre", { class: "code", "aria-label": "Swift", tabindex: "0" },
    h("code", {}, lines.join("\n"))),

  /** Formulas, and what their signs mean. */
  formula: (...lines) => [
    h("pre", { class: "formula", "aria-label": "Formula", tabindex: "0" },
      lines.map(Language.text).join("\n")),
    h("p", { class: "label", "data-result": "signs" }, Object.entries(Parts.signs)
      .filter(([sign]) => lines.join().includes(sign))
      .map(([sign, meaning]) => `${sign} ${Language.text(meaning)}.`).join(" ")),
  ],

  signs: { "⊕": "adds bit by bit, without carry (XOR): 1 ⊕ 1 = 0", "‖": "puts two things one behind the other",
    "AES⁻¹": "is AES backwards, the decryption of one block" },

  /** A labelled row of buttons, of which one is chosen. `choices` are `[value, label]`. */
  choice(label, choices, chosen, choose, focus = label) {
    return h("div", { class: "choice", role: "group", "aria-label": label },
      h("span", { class: "label" }, label),
      choices.map(([value, text]) => h("button", {
        type: "button", "aria-pressed": String(value === chosen), "data-focus": `${focus} ${value}`,
        onclick: () => choose(value),
      }, text)));
  },

  /** A button. While it is `disabled` it does nothing, but it keeps the focus. */
  button: (text, action, { disabled = false, ...properties } = {}) => h("button", {
    type: "button", "data-focus": text, "aria-disabled": disabled ? "true" : null,
    onclick: () => { if (!disabled) action(); }, ...properties,
  }, text),

  /** Buttons and a slider that step through `count` states, of which `chosen` is shown, or play them; `choose` gets
   * another. */
  steps(label, chosen, count, choose) {
    const go = (target) => { if (target >= 0 && target < count && target !== chosen) choose(target); };
    const button = (text, target, hint) => h("button", {
      type: "button", "data-focus": `${label} ${hint}`, "aria-label": t`${label}: ${hint}`,
      "aria-disabled": String(target < 0 || target >= count || target === chosen), onclick: () => go(target),
    }, text);
    return h("div", { class: "buttons steps", role: "group", "aria-label": label },
      button("First", 0, "first"), button("◀ Back", chosen - 1, "back"), button("Forward ▶", chosen + 1, "forward"),
      button("Last", count - 1, "last"),
      Motion.buttons(label, {
        left: count - 1 - chosen, count, advance: (steps) => go(chosen + steps), again: () => go(0) }),
      h("input", { type: "range", min: 0, max: count - 1, value: chosen,
        "aria-label": t`${label}, ${chosen + 1} of ${count}`,
        "data-focus": `${label} slider`, onchange: (event) => go(Number(event.currentTarget.value)) }),
      h("span", { class: "label" }, t`${chosen + 1} of ${count}`));
  },

  /** A labelled line of text of at most `most` bytes. `change` gets its value after each key that leaves nothing to
   * complain about for `check`. When the line is left, nothing happens: the button that is being clicked must stay
   * where it is. */
  input(label, value, change, { check = () => null, most = 200, type = "text", ...properties } = {}) {
    const complaint = h("span", { class: "complaint", role: "alert" });
    const take = (event) => {
      if (event.isComposing) return;
      const count = Bytes.of(field.value).length;
      const wrong = count > most ? t`${count} bytes in UTF-8; there is room for ${most}.` : check(field.value);
      const words = Language.text(wrong ?? "");
      if (complaint.textContent !== words) complaint.textContent = words;
      field.setAttribute("aria-invalid", String(wrong !== null));
      if (wrong === null) change(field.value);
    };
    const field = h("input", {
      type, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-focus": label,
      oninput: take, oncompositionend: take, ...properties,
    });
    return h("label", { class: "field" }, h("span", { class: "label" }, label), field, complaint);
  },

  /** A labelled line for a whole number from `least` to `most`. */
  number(label, value, least, most, change) {
    const isFit = (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    return Parts.input(label, String(value), change, {
      inputmode: "numeric",
      check: (text) => (isFit(text) ? null
        : t`Give a whole number from ${Words.number(least)} to ${Words.number(most)}.`),
    });
  },

  /** A labelled whole number between two buttons. */
  stepper: (label, value, least, most, change) => h("div", { class: "choice", role: "group", "aria-label": label },
    h("span", { class: "label" }, label),
    [["−", -1, "one less"], ["+", 1, "one more"]].map(([sign, step, name]) => h("button", {
      type: "button", "aria-label": t`${label}: ${name}`, "data-focus": `${label} ${sign}`,
      onclick: () => {
        const next = Math.min(most, Math.max(least, value + step));
        change(next);
        announce(t`${label}: ${next}`);
      },
    }, sign)).toSpliced(1, 0, h("output", { class: "number" }, String(value)))),

  /** Bytes as cells. Options:
   * - `label`: what they are, for the screen reader and above the cells
   * - `marks`: a function of the index that returns a class, such as "changed"; a changed byte is also underlined
   * - `flip`: called with index and bit. Cells are then buttons; a click opens the bits, and the keys 7 to 0 flip one
   * - `text`: whether the bytes stand below as text too
   * - `numbered`: whether blocks of 16 bytes are numbered, if there are several
   * - `hides`: a function of the index: whether nobody here knows the byte, which then shows as dots
   * - `at`: a function of the index: where the cell stands in the drawing that it lies over, `[x, y]`, 8 bytes a row
   * - `focus`: the name under which the focus is kept
   * - `result`: the name under which a test finds the bytes
   */
  bytes(bytes, options = {}) {
    const { label, marks = () => "", flip, text = false, numbered = false, hides = () => false } = options;
    const { focus = label, result, at } = options;
    const hasBlocks = numbered && bytes.length > 16, across = at ? 8 : 16;
    const place = (index) => at && `left:${at(index)[0]}px;top:${at(index)[1]}px`;
    const cells = Array.from(bytes, (byte, index) => {
      const hex = hides(index) ? "··" : Bytes.hex([byte]);
      const mark = marks(index) ?? "";
      const content = [h("span", { class: "hex" }, hex),
        text && h("span", { class: "text", "aria-hidden": "true" }, hides(index) ? "·" : Bytes.printable([byte]))];
      const character = text && !hides(index) ? Bytes.printable([byte]) : "·";
      const name = (hasBlocks ? t`byte ${index}, block ${(index >> 4) + 1}` : t`byte ${index}`) + `: ${hex}`
        + (character === "·" ? "" : `, ${character === " " ? Language.text("space") : character}`)
        + (mark ? `, ${Language.text(mark)}` : "");
      if (!flip) {
        return h("span", { class: `cell ${mark}`, "data-index": index, role: "img", "aria-label": name }, content);
      }
      return h("button", {
        type: "button", class: `cell ${mark}`, style: place(index), "data-index": index,
        "data-focus": `${focus} ${index}`, "aria-label": t`${name}. Enter shows its bits; keys 7 to 0 flip one`,
        tabindex: index === 0 ? "0" : "-1",
        "aria-expanded": "false", onclick: (event) => Parts.openBits(event.currentTarget, byte, index, flip, focus),
        onkeydown: (event) => {
          if (/^[0-7]$/.test(event.key)) flip(index, Number(event.key));
          const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, Home: -index,
            End: bytes.length - 1 - index }[event.key];
          const next = step !== undefined
            && event.currentTarget.parentElement.querySelector(`[data-index="${index + step}"]`);
          if (next) {
            event.preventDefault();
            event.currentTarget.tabIndex = -1;
            next.tabIndex = 0;
            next.focus();
          }
        },
      }, content);
    });
    return h("div", { class: "bytes", "data-result": result, "data-value": result && Bytes.hex(bytes) },
      label && !at && h("span", { class: "label" }, label),
      h("div", { class: "cells", role: "group", "aria-label": label }, cells.map((cell, index) => [
        hasBlocks && !at && index % 16 === 0
          && h("span", { class: "label block", "aria-hidden": "true" }, t`Block ${(index >> 4) + 1}`), cell])),
      h("div", { class: "bits" }));
  },

  /** One bit of the bytes in `parts` can be flipped. The state `change` holds it: "block.3.7" is bit 7 of byte 3 of
   * `parts.block`. Gives the bit, `{target, index, bit}` or `null`; the parts with it flipped; and `cells` to flip
   * another. `isOther` says that the state holds another change, which is the page's own; `resets` goes with a flip. */
  oneFlip(state, parts, { isOther = false, resets = {} } = {}) {
    const [, target, place] = /^(\w+)\.(.*)$/.exec(state.get("change")) ?? [];
    const found = Object.hasOwn(parts, target) ? Bytes.bitNamed(place, parts[target].length) : null;
    state.fitting("change", found !== null || isOther);
    const changed = found ? { ...parts, [target]: Bytes.flip(parts[target], found.index, found.bit) } : parts;
    const cells = (name, label, options = {}) => Parts.bytes(changed[name], {
      label, focus: name, marks: (index) => (found && target === name && index === found.index ? "changed" : ""),
      flip: (index, bit) => {
        const change = `${name}.${index}.${bit}`, isBack = state.get("change") === change;
        state.update({ change: isBack ? "" : change, ...resets });
        announce(isBack ? "The bit is as it was" : t`Bit ${bit} of byte ${index} of the ${name} flipped`);
      },
      ...options });
    return { flip: found && { target, ...found }, changed, cells };
  },

  /** Shows the eight bits of a cell below its row, or hides them. */
  openBits(cell, byte, index, flip, focus) {
    const place = cell.closest(".bytes").querySelector(".bits");
    const wasOpen = cell.getAttribute("aria-expanded") === "true";
    for (const other of cell.parentElement.querySelectorAll(".cell")) other.setAttribute("aria-expanded", "false");
    place.replaceChildren();
    if (wasOpen) return;
    cell.setAttribute("aria-expanded", "true");
    place.append(h("span", { class: "label" }, t`Bits 7 to 0 of byte ${index}: flip one`), ...[7, 6, 5, 4, 3, 2, 1, 0]
      .map((bit) =>
        h("button", {
          type: "button", class: "bit", "data-focus": `${focus} ${index}`,
          "aria-label": t`bit ${bit} of byte ${index}, now ${(byte >> bit) & 1}`,
          onclick: () => flip(index, bit),
        }, h("small", {}, String(bit)), String((byte >> bit) & 1))));
    const seen = cell.closest(".drawing")?.parentElement;
    if (seen) {  // They stand below their cell, where they can be seen.
      const least = seen.scrollLeft, most = least + seen.clientWidth - place.offsetWidth;
      place.style.left = `${Math.max(least, Math.min(cell.offsetLeft, most))}px`;
      place.style.top = `${cell.offsetTop + cell.offsetHeight + 4}px`;
    }
    place.querySelector("button").focus({ preventScroll: seen !== undefined });
  },

  /** A table of `[heading, …]` and rows. */
  table: (caption, headings, rows) => h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", {}, h("caption", {}, h("span", {}, caption)),
      h("thead", {}, h("tr", {}, headings.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))))),
};
