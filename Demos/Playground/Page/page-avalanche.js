/** Avalanche: one flipped bit as a picture of the bits that differ, by round, and the sums over many flips. */
{
  const KINDS = {
    aes: {
      /** The states after each round, of 16 bytes; after round 0 is after the first round key. */
      states: ({ block, key }) => Library.aesStates(key, block)
        .filter(({ name }) => name === "start" || name === "output").map(({ state }) => state),
      output: ({ block, key }) => Library.encrypt("ecb", key, new Uint8Array(), block),
      swift: "try AES.ECB.encrypt(block, using: key, padding: .none)",
    },
    sha256: {
      /** The registers after each round, of 32 bytes, and the digest. */
      states: ({ message }) => [
        ...Library.sha256Rounds(message)
          .map(({ variables }) => Uint8Array.from({ length: 32 },
            (_, index) => variables[index >> 2] >>> (24 - 8 * (index & 3)))),
        Library.digest("sha256", message)],
      output: ({ message }) => Library.digest("sha256", message),
      swift: "SHA256.hash(data: message)",
    },
  };
  /** Rounds by name, and within and at the beginning of a sentence. Round 64 is the digest. */
  const roundName = (index) => (index === 64 ? "the digest" : t`round ${index}`);
  const afterRound = (index) => (index === 64 ? "after the digest" : t`after round ${index}`);
  const roundTitle = (index) => (index === 64 ? "After the digest" : t`After round ${index}`);
  const OF = { block: "of the block", key: "of the key", message: "of the message" };
  const percent = (part, whole) => `${(100 * part / whole).toLocaleString(Language.code,
    { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
  const bitOf = (bytes, index) => (bytes[index >> 3] >> (7 - (index & 7))) & 1;

  /** A path of the cells that are set, a row for each of some bytes: a run of bits is one rectangle. */
  function cellPath(rows, width, height) {
    let path = "";
    rows.forEach((bytes, row) => {
      for (let index = 0; index < 8 * bytes.length; index += 1) {
        if (!bitOf(bytes, index)) continue;
        const start = index;
        while (index + 1 < 8 * bytes.length && bitOf(bytes, index + 1)) index += 1;
        path += `M${start * width} `
          + `${row * height}h${(index - start + 1) * width}v${height}h${-(index - start + 1) * width}z`;
      }
    });
    return path;
  }

  /** A picture of rows of bits. `choose` gets the row of a click. */
  function picture(rows, rowHeight, label, { chosen, choose } = {}) {
    const width = 768 / (8 * rows[0].length), height = rowHeight * rows.length;
    const drawing = svg("svg", { viewBox: `0 0 768 ${height}`, role: "img", "aria-label": label },
      svg("path", { d: cellPath(rows, width, rowHeight), class: "on" }),
      chosen === undefined ? []
        : svg("rect", { x: 1, y: chosen * rowHeight + 1, width: 766, height: rowHeight - 2, class: "chosen" }));
    if (choose) {
      drawing.addEventListener("click", (event) => {
        const frame = drawing.getBoundingClientRect();
        choose(Math.min(rows.length - 1,
          Math.max(0, Math.floor((event.clientY - frame.top) / frame.height * rows.length))));
      });
    }
    return h("div", { class: "picture" }, drawing);
  }

  /** The bits of some bytes, 16 in a row, with those that differ filled. */
  function bitGrid(bytes, difference, label) {
    const rows = bytes.length / 2;
    return h("div", { class: "picture flat" },
      svg("svg", { viewBox: `0 0 352 ${22 * rows}`, role: "img", "aria-label": label },
        Array.from({ length: 8 * bytes.length }, (_, index) => {
          const [x, y, differs] = [22 * (index % 16), 22 * (index >> 4), bitOf(difference, index)];
          return [svg("rect", { x: x + 1, y: y + 1, width: 20, height: 20, class: differs ? "on" : "off" }),
            svg("text", { x: x + 11, y: y + 15, "text-anchor": "middle", class: differs ? "on-text" : "" },
              String(bitOf(bytes, index)))];
        })));
  }

  /** How many flips changed how many bits. */
  function histogram(counts, bitCount) {
    const size = bitCount / 32;
    const bins = Array.from({ length: 33 },
      (_, bin) => counts.filter((count) => Math.floor(count / size) === bin).length);
    const most = Math.max(...bins);
    const label = bins.map((flips, bin) => (flips ? t`${flips} flips ${bin * size} to ${bin * size + size - 1}` : ""))
      .filter(Boolean).join(", ");
    return h("div", { class: "scroll bars", tabindex: "0", role: "group",
      "aria-label": "Flips by the number of bits they changed" },
      svg("svg", { width: 640, height: 175, viewBox: "0 0 640 175", role: "img",
        "aria-label": t`Changed bits: ${label}` },
        svg("path", { d: "M20 140H630M320 10V140", class: "axis" }),
        [0, 0.25, 0.5, 0.75, 1]
          .map((share) => svg("text", { x: 20 + 600 * share, y: 155, "text-anchor": "middle" }, `${100 * share} %`)),
        svg("text", { x: 20, y: 171 }, "share of the bits that changed"),
        bins.map((flips, bin) => svg("rect", { x: 20 + 600 * bin / 32, y: 140 - 125 * flips / most, width: 600 / 32 - 1,
          height: 125 * flips / most, class: "bar" }))));
  }

  /** For each flip of one bit of `target`, the differences by round, and for each round their numbers of bits. Kept,
   * because each step renders the page again. */
  const kept = new Map();
  function everyFlip(kind, parts, target) {
    const id = [kind, target, ...Object.values(parts).map(Bytes.hex)].join(" ");
    if (!kept.has(id)) {
      const plain = KINDS[kind].states(parts);
      kept.clear();
      const none = new Uint8Array(plain[0].length);
      const flips = Array.from({ length: 8 * parts[target].length }, (_, index) =>
        KINDS[kind].states({ ...parts, [target]: Bytes.flip(parts[target], index >> 3, 7 - (index & 7)) })
          .map((state, round) => Bytes.xor(state, plain[round])));
      kept.set(id,
        { flips, counted: plain.map((_, round) => flips.map((rounds) => Bytes.distance(rounds[round], none))) });
    }
    return kept.get(id);
  }

  function sumSection(kind, parts, target, round, state, choose) {
    const flipCount = 8 * parts[target].length;
    const section = Parts.section("3. Many flips");
    section.append(h("p", {},
      t`One flip may be luck. This flips each of the ${flipCount} bits ${OF[target]}, one at a time, and counts.`));
    if (state.choice("all", ["0", "1"]) === "0") {
      section.append(h("div", { class: "buttons" },
        Parts.button(t`Flip each of the ${flipCount} bits`, () => state.update({ all: 1 }), { class: "main" })));
      return section;
    }
    const { flips, counted } = everyFlip(kind, parts, target);
    const bitCount = 8 * flips[0][0].length, last = counted.length - 1;
    const mean = (counts) => counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const least = Math.min(...counted[last]) / bitCount;
    const shown = h("div", {});
    section.append(Prediction.ask({
      id: ["avalanche many", kind, target, ...Object.values(parts).map(Bytes.hex)].join(" "),
      question: "On average about half of the output bits change. How many change in the flip that changes the fewest?",
      options: ["less than a quarter", "from a quarter up to 49 %", "more than 49 %, as in every flip"],
      right: [least < 0.25 ? 0 : least < 0.49 ? 1 : 2],
      explanation: t`${percent(least, 1)}. The counts scatter around one half, like the heads of as many coin tosses.`,
      reveal: () => {
        const differences = flips.map((rounds) => rounds[round]);
        shown.replaceChildren(
          h("p", {}, t`All ${flipCount} flips, ${roundName(round)}: on average `,
            h("strong", {}, percent(mean(counted[round]), bitCount)), t` of the bits differ, at least
              ${percent(Math.min(...counted[round]), bitCount)}, at most
              ${percent(Math.max(...counted[round]), bitCount)}. Choose another round above.`),
          histogram(counted[round], bitCount),
          h("h3", {}, "Which input bit reaches which output bit"),
          h("p", {}, t`A row for each flipped bit ${OF[target]}, a column for each bit
            ${afterRound(round)}. A gap is a bit that this flip does not reach yet, or left as it was by
            chance.`),
          picture(differences, flipCount > 128 ? 2 : 3,
            t`${flipCount} flips and ${bitCount} bits; ${percent(mean(counted[round]), bitCount)} are filled`),
          h("details", {}, h("summary", {}, "Every round as a table"),
            Parts.table("Share of the bits that differ", ["after", "average", "least", "most"],
              counted.map((counts, index) =>
                [h("button", { type: "button", "data-focus": `row ${index}`, onclick: () => choose(index) },
                  roundName(index)),
                  percent(mean(counts), bitCount), percent(Math.min(...counts), bitCount),
                  percent(Math.max(...counts), bitCount)]))),
          h("p", {}, "Bits that changed in all flips, after the last step: ",
            h("span", { class: "mono", "data-result": "sum" },
              String(counted[last].reduce((sum, count) => sum + count, 0))), t` of ${flipCount * bitCount}.`));
      },
    }), shown);
    return section;
  }

  Playground.page({
    id: "avalanche", group: "Inside", title: "Avalanche",
    summary: "Flip one bit of the input, and watch the difference grow from round to round.",
    first: ["[data-focus='block 0']", "[data-result=avalanche]"],
    defaults: { kind: "aes", key: "2b7e151628aed2a6abf7158809cf4f3c", block: "3243f6a8885a308d313198a2e0370734",
      text: "Pay 100 to Bob", change: "", round: "99", all: "0", target: "block" },
    render(root, state) {
      const kind = state.choice("kind", ["aes", "sha256"]);
      const { states, output, swift } = KINDS[kind];
      const message = Bytes.of(state.text("text", 32));
      const parts = kind === "aes" ? { block: state.bytes("block", 16), key: state.bytes("key", [16, 24, 32]) }
        : { message: message.length ? message : Uint8Array.of(32) };
      const { flip, changed, cells } = Parts.oneFlip(state, parts);
      const names = Object.keys(parts);
      const anyBit = () => {
        const [which, index] = crypto.getRandomValues(new Uint32Array(2));
        const name = names[which % names.length];
        state.update({ change: `${name}.${(index >>> 3) % parts[name].length}.${index & 7}` });
      };
      root.append(
        Parts.choice("Algorithm", [["aes", "AES"], ["sha256", "SHA-256"]], kind,
          (value) => state.update({ kind: value, change: "", round: 99, all: 0 })),
        Parts.section("1. Flip a bit",
          kind === "aes" ? [cells("block", "Block"), cells("key", "Key")]
            : [Parts.input("Message (up to 32 bytes)", state.get("text"),
              (value) => state.update({ text: value, change: "", all: 0 }), { most: 32 }),
              cells("message", "Message", { text: true })],
          h("div", { class: "buttons" }, Parts.button("Flip a random bit", anyBit),
            Parts.button("Undo", () => state.update({ change: "" }), { disabled: flip === null }))));

      const plain = states(parts), last = plain.length - 1;
      const round = state.number("round", 0, last);
      const choose = (index) => {
        state.update({ round: index });
        announce(roundTitle(index));
      };
      const bitCount = 8 * plain[0].length;
      const section = Parts.section("2. What differs");
      const rows = h("div", { "data-result": "avalanche" }), shown = h("div", {});
      if (flip === null) rows.append(Parts.note("Flip a bit first."));
      else {
        const now = states(changed);
        const differences = now.map((bytes, index) => Bytes.xor(bytes, plain[index]));
        const counts = now.map((bytes, index) => Bytes.distance(bytes, plain[index]));
        const direct = Bytes.distance(output(changed), output(parts));
        const share = direct / bitCount;
        section.append(Prediction.ask({
          id: ["avalanche", kind, ...Object.values(parts).map(Bytes.hex), state.get("change")].join(" "),
          question: t`One bit ${OF[flip.target]} is flipped. How many of the ${bitCount} bits
            ${kind === "aes" ? "of the ciphertext" : "of the digest"} will differ?`,
          options: ["1", t`about an eighth, ${bitCount / 8}`, t`about half, ${bitCount / 2}`,
            t`nearly all, ${bitCount - 4}`],
          right: [share < 0.02 ? 0 : share < 0.3 ? 1 : share < 0.7 ? 2 : 3],
          explanation: t`${direct}. Two values that have nothing to do with each other differ in half of their bits on
            average.`,
          reveal() {
            rows.replaceChildren(picture(differences, kind === "aes" ? 14 : 6,
              t`Differing bits after each round: ${counts.join(" ")}`, { chosen: round, choose }));
            shown.replaceChildren(Parts.steps("Round", round, now.length, choose),
              h("p", {}, t`A row for each round, from the first at the top; a column for each of the ${bitCount} bits.
                Filled bits differ. A click chooses a row, and so do the buttons.`),
            h("h3", {}, t`${roundTitle(round)}: ${counts[round]} of ${bitCount} bits differ,
              ${percent(counts[round], bitCount)}`),
            bitGrid(now[round], differences[round], t`${counts[round]} of ${bitCount} bits differ`),
            h("p", {}, "Bits that differ, by round: ",
              h("span", { class: "mono", "data-result": "differs" }, counts.join(" "))),
            Parts.agreement(direct === counts[last], t`The last row was counted twice: in the states of the library's
              step-by-step ${kind === "aes" ? "AES" : "SHA-256"}, and in the results of its fast one.`,
            { "data-result": "output", "data-value": Bytes.hex(output(changed)) }));
          },
        }));
      }
      section.append(rows, shown);
      const flipped = kind === "aes" ? state.choice("target", ["block", "key"]) : "message";
      root.append(section);
      if (kind === "aes") {
        root.append(Parts.choice("Many flips of", [["block", "the block"], ["key", "the key"]], flipped,
          (value) => state.update({ target: value })));
      }
      root.append(sumSection(kind, parts, flipped, round, state, choose), Parts.section("In Swift", Parts.swift(swift),
        h("p", {}, "In a terminal, ", h("code", {}, "crypto-lab avalanche"),
          " counts the bits of one flip by round.")));
    },
  });
}
