/** The language of the page. Texts are in English where they are used, and are looked up when they are shown. A text
 * with parts is written t`…${part}…`; its parts are numbered in the tables: "{1} of {2}". A translation has them in its
 * own order, and `{1|one|other}` for one of two words: the first if part 1 is empty, such as the ending of a plural. */
const Language = (() => {
  const NAMES = { en: "English", de: "Deutsch" };
  const tables = JSON.parse(document.getElementById("languages").textContent);
  const asked = new URLSearchParams(location.search).get("language");
  const code = [asked, navigator.language.slice(0, 2)].find((each) => each === "en"
    || Object.hasOwn(tables, each ?? "")) ?? "en";
  const table = new Map(Object.entries(tables[code] ?? {}));
  document.documentElement.lang = code;

  /** The translation of a text, with the spaces around it; the text itself if there is none. */
  function text(english) {
    if (table.size === 0) return english;
    const [, before, bare, after] = /^(\s*)(.*?)(\s*)$/s.exec(english);
    const found = table.get(bare.replace(/\s+/g, " "));
    return found === undefined ? english : before + found + after;
  }

  /** A sentence of the library by its text with parts, one of `patterns`; by itself if it has none. */
  function sentence(english, patterns) {
    for (const pattern of patterns) {
      const parts = pattern.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const found = new RegExp(`^${parts.join("(.+?)")}$`, "s").exec(english);
      if (!found) continue;
      return text(pattern).replace(/\{(\d)\}/g, (_, number) => text(found[number])
        .replace(/^(\d+) (\w+)$/, (whole, count, noun) => `${count} ${text(noun)}`));
    }
    return text(english);
  }

  /** A text that is data, such as typed text: it is shown unchanged, even if it is a word of the tables. */
  const data = (shown) => ({ toString: () => shown });

  /** Translates the text that is in the document at the start. */
  function begin() {
    for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.textContent);
    for (const element of document.querySelectorAll("[aria-label]")) {
      element.setAttribute("aria-label", text(element.getAttribute("aria-label")));
    }
  }

  /** Buttons for the other languages. The address keeps its situation. */
  const choice = () => h("p", { class: "language" }, Object.entries(NAMES).filter(([other]) => other !== code)
    .map(([other, name]) => h("button", {
      type: "button", lang: other, onclick: () => { location.search = `?language=${other}`; },
    }, name)));

  return { code, text, data, sentence, begin, choice };
})();

/** A text with parts in the language of the page. */
function t(literals, ...parts) {
  const given = parts.map((part) => (typeof part === "object" ? String(part) : Language.text(String(part))));
  const key = literals.map((literal, index) => (index === 0 ? "" : `{${index}}`) + literal.replace(/\s+/g, " "))
    .join("");
  return Language.text(key).replace(/\{(\d+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (place, number, none, some) => (none === undefined ? given[number - 1] : given[number - 1] === "" ? none : some));
}
