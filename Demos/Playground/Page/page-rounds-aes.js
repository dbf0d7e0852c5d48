/** AES, round by round: every named step of FIPS 197, forwards and backwards, the key schedule, and how a change
 * spreads. */
{
  const EXAMPLES = {
    B: ["2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734"],
    "C.1": ["000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff"],
    "C.2": ["000102030405060708090a0b0c0d0e0f1011121314151617", "00112233445566778899aabbccddeeff"],
    "C.3": ["000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "00112233445566778899aabbccddeeff"],
  };
  const hex = (byte) => Bytes.hex([byte]);
  const row = (index) => index % 4;
  const column = (index) => index >> 2;
  const place = (index) => t`row ${row(index)}, column ${column(index)}`;

  /** The product of two bytes as elements of GF(2⁸), FIPS 197, section 4.2: shifts and additions. */
  function product(factor, byte) {
    let sum = 0;
    for (let rest = factor, power = byte; rest; rest >>= 1) {
      if (rest & 1) sum ^= power;
      power = (power << 1) ^ (power & 0x80 ? 0x11b : 0);
    }
    return sum;
  }

  /** The kinds of steps: their name in the standard, what they do, from which bytes a byte is made, and how. */
  const KINDS = {
    fill: { title: () => "The state", says: () => "The 16 bytes fill the state column by column: byte i stands in row "
      + "i mod 4, column ⌊i / 4⌋. FIPS 197, section 3.4." },
    key: {
      title: () => "The round key",
      says: () => "Four words of the key schedule, a column each. The next step adds them to the state.",
      formula: (key, before, index) =>
        t`byte ${row(index)} of word ${column(index)} of this round key: ${hex(key[index])}`,
    },
    add: {
      title: () => "ADDROUNDKEY", says: () => "Each byte of the round key is added to the byte in its place. Addition "
        + "is XOR, so adding the same key once more takes it off again. Section 5.1.4.",
      sources: (index) => [index], computes: (before, key, index) => before[index] ^ key[index],
      formula: (after, before, index, key) => `${hex(before[index])} ⊕ ${hex(key[index])} = ${hex(after[index])}`,
    },
    box: {
      title: (inverse) => (inverse ? "INVSUBBYTES" : "SUBBYTES"), sources: (index) => [index],
      says: (inverse) => (inverse
        ? "Each byte is replaced by the one whose substitute it is: SUBBYTES backwards. Section 5.3.2. No byte moves, "
          + "and none depends on another."
        : "Each byte is replaced by its substitute in the S-box. It is the only step that is not linear. Section "
          + "5.1.1, table 4. No byte moves, and none depends on another."),
      formula: (after, before, index, key, inverse) =>
        t`${inverse ? "INVSBOX" : "SBOX"}(${hex(before[index])}) = ${hex(after[index])}: row
          ${(before[index] >> 4).toString(16)}, column ${(before[index] & 15).toString(16)} of the table`,
    },
    shift: {
      title: (inverse) => (inverse ? "INVSHIFTROWS" : "SHIFTROWS"),
      says: (inverse) => (inverse
        ? "Row r moves r places to the right, and what leaves comes in on the other side. Row 0 stays. No byte gets "
          + "another value: section 5.3.1. So each column passes its bytes on to all four columns."
        : "Row r moves r places to the left, and what leaves comes in on the other side. Row 0 stays. No byte gets "
          + "another value: section 5.1.2. So each column passes its bytes on to all four columns."),
      sources: (index, inverse) => [row(index) + 4 * ((column(index) + (inverse ? 4 - row(index) : row(index))) % 4)],
      computes: (before, key, index, inverse) => before[KINDS.shift.sources(index, inverse)[0]],
      formula: (after, before, index, key, inverse) => {
        const from = KINDS.shift.sources(index, inverse)[0];
        return from === index ? t`${hex(after[index])} stays: row 0 does not move`
          : t`${hex(after[index])} comes from ${place(from)}`;
      },
    },
    mix: {
      title: (inverse) => (inverse ? "INVMIXCOLUMNS" : "MIXCOLUMNS"),
      says: (inverse) => t`Each column is multiplied by a fixed matrix in GF(2⁸): every new byte depends on all four
        bytes of its column, and on no other. ${inverse ? "Section 5.3.3" : "Section 5.1.3"}.`,
      sources: (index) => [0, 1, 2, 3].map((other) => 4 * column(index) + other),
      factors: (index, inverse) => [0, 1, 2, 3]
        .map((other) => (inverse ? [14, 11, 13, 9] : [2, 3, 1, 1])[(other - row(index) + 4) % 4]),
      computes: (before, key, index, inverse) => KINDS.mix.sources(index)
        .reduce((sum, source, other) => sum ^ product(KINDS.mix.factors(index, inverse)[other], before[source]), 0),
      formula: (after, before, index, key, inverse) => {
        const factors = KINDS.mix.factors(index, inverse);
        const terms = KINDS.mix.sources(index).map((source, other) => [factors[other], before[source]]);
        return `${terms.map(([factor, byte]) => `${hex(factor)}·${hex(byte)}`).join(" ⊕ ")} = `
          + `${terms.map(([factor, byte]) => hex(product(factor, byte))).join(" ⊕ ")} = ${hex(after[index])}`;
      },
    },
  };

  /** A step as the page shows it: its kind, the state before, the round key that is added, and what it gives. */
  function view(steps, index) {
    const { name, state } = steps[index];
    const earlier = (count) => steps[index - count]?.state;
    const inverse = name.startsWith("i") && name !== "input";
    if (name.endsWith("input")) return { kind: "fill", after: state, inverse };
    if (name.endsWith("k_sch")) return { kind: "key", before: earlier(1), after: state, inverse };
    if (name.endsWith("s_box") || name === "is_box") return { kind: "box", before: earlier(1), after: state, inverse };
    if (name.endsWith("s_row") || name === "is_row") {
      return { kind: "shift", before: earlier(1), after: state, inverse };
    }
    if (name === "m_col" || steps[index - 1].name === "ik_add") {
      return { kind: "mix", before: earlier(1), after: state, inverse };
    }
    return { kind: "add", before: earlier(2), key: earlier(1), after: state, inverse };
  }

  /** Whether additions, moves and products of this page give the library's states. */
  const agrees = (steps) => steps.every((_, index) => {
    const { kind, before, key, after, inverse } = view(steps, index);
    return !KINDS[kind].computes
      || after.every((byte, cell) => KINDS[kind].computes(before, key, cell, inverse) === byte);
  });

  /** A state as four rows and columns. With `choose`, its cells are buttons. */
  function grid(label, bytes, { differs = () => false, isSource = () => false, chosen, choose, result } = {}) {
    const cells = Array.from(bytes, (byte, index) => {
      const kind = `cell ${differs(index) ? "changed" : ""} ${isSource(index) ? "source" : ""}`;
      const name = t`${place(index)}: ${hex(byte)}${differs(index) ? ", differs" : ""}${isSource(index)
        ? ", a source of the chosen byte" : ""}`;
      if (!choose) return h("span", { class: kind, role: "img", "aria-label": name }, hex(byte));
      return h("button", {
        type: "button", class: kind, "aria-pressed": String(index === chosen), "aria-label": name,
        "data-focus": `cell ${index}`,
        tabindex: index === chosen ? "0" : "-1", onclick: () => choose(index),
        onkeydown: (event) => {
          const move = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 4, ArrowLeft: -4 }[event.key];
          const next = move && event.currentTarget.parentElement.children[index + move];
          if (!next) return;
          event.preventDefault();
          next.focus();
          next.click();
        },
      }, hex(byte));
    });
    return h("div", { "data-result": result, "data-value": result && Bytes.hex(bytes) },
      h("span", { class: "label" }, label), h("div", { class: "grid4", role: "group", "aria-label": label }, cells));
  }

  /** The states at the end of each round, after the first round key in round 0. */
  const ends = (steps) => steps.map((step, index) => index)
    .filter((index) => steps[index].name.endsWith("start") || steps[index].name.endsWith("output"));

  function stepSection(steps, plain, state, decrypts) {
    const index = state.number("step", 0, steps.length - 1);
    const cell = state.number("cell", 0, 15);
    const { name, round } = steps[index];
    const { kind, before, key, after, inverse } = view(steps, index);
    const old = view(plain, index);
    const { title, says, sources, formula } = KINDS[kind];
    const from = sources?.(cell, inverse) ?? [];
    const different = (now, then) => ({ differs: (place) => now[place] !== then[place] });
    const go = (target) => {
      state.update({ step: target });
      const to = steps[target];
      announce(t`Round ${to.round}, ${to.name}, ${KINDS[view(steps, target).kind].title(decrypts)}:
        ${Bytes.hex(to.state)}`);
    };
    return Parts.section(t`1. ${decrypts ? "Decrypt" : "Encrypt"}, step by step`,
      Parts.steps("Step", index, steps.length, go),
      h("h3", {}, `round[${round}].${name}: `, title(inverse)),
      h("div", { class: "grids" },
        before && grid(kind === "key" ? "State" : "Before", before,
          { ...different(before, old.before ?? before), isSource: (place) => from.includes(place) }),
        kind === "add" && h("span", { class: "operator" }, "⊕"),
        kind === "add" && grid("Round key", key,
          { ...different(key, old.key), isSource: (place) => from.includes(place) }),
        before && h("span", { class: "operator" }, kind === "key" ? "" : kind === "add" ? "=" : "→"),
        grid(kind === "key" ? "Round key" : kind === "fill" ? "State" : "After", after, {
          ...different(after, old.after), chosen: cell, choose: (chosen) => state.update({ cell: chosen }),
          result: "state" })),
      h("p", {}, says(inverse)),
      h("p", {}, "Choose a byte (click, or the arrow keys) to see what it is made of. ",
        h("strong", {}, t`Byte ${cell}, ${place(cell)}: `),
        h("code", {}, formula ? formula(after, before, cell, key, inverse)
          : t`${hex(after[cell])}, byte ${cell} of the block`)),
      Bytes.equal(after, old.after) ? null : h("p", {}, "Underlined bytes differ from the run without the change."));
  }

  /** The states at the end of each round as small pictures, with the bytes that differ. */
  function spreadSection(steps, plain, state) {
    const counts = ends(steps).map((index, round) => {
      const differing = Array.from(steps[index].state, (byte, place) => byte !== plain[index].state[place]);
      return { index, round, differing, bytes: differing.filter(Boolean).length,
        bits: Bytes.distance(steps[index].state, plain[index].state) };
    });
    return Parts.section("How the change spreads",
      h("p", {}, "Each picture is the state at the end of a round (round 0: after the first round key). Filled squares "
        + "differ from the run without the change. A click goes to that step."),
      h("div", { class: "spread" }, counts.map(({ index, round, differing, bytes, bits }) => h("button", {
        type: "button", "data-focus": `spread ${round}`, onclick: () => state.update({ step: index }),
        "aria-label": t`Round ${round}: ${bytes} of 16 bytes and ${bits} of 128 bits differ. Go to this step`,
      }, svg("svg", { width: 44, height: 44, viewBox: "0 0 44 44", "aria-hidden": "true" },
      differing.map((isOn, place) =>
        svg("rect", { x: 11 * column(place) + 1, y: 11 * row(place) + 1, width: 9, height: 9, class: isOn ? "on"
          : "off" }))),
      t`round ${round}`, h("br"), Words.counted(bytes, "byte"), h("br"), Words.counted(bits, "bit")))),
      h("p", {}, "Bytes that differ, by round: ",
        h("span", { class: "mono", "data-result": "spread" }, counts.map(({ bytes }) => bytes).join(" "))));
  }

  // MARK: - The key schedule

  /** SUBWORD with the library's S-box: the first SUBBYTES of a run under a key of zeros. */
  const substituted = (word) => Library.aesStates(new Uint8Array(16), Bytes.join(word, new Uint8Array(12)))
    .find(({ name }) => name === "s_box").state.slice(0, 4);

  /** The words that make word `index`: `[name, word]` in order, of which the last is the sum. */
  function origin(words, index, keyWordCount) {
    if (index < keyWordCount) {
      return { lines: [[t`w[${index}], bytes ${4 * index} to ${4 * index + 3} of the key`, words[index]]], sources: [],
        sum: words[index] };
    }
    let temp = words[index - 1];
    const lines = [[`w[${index - 1}]`, temp]];
    if (index % keyWordCount === 0) {
      temp = Bytes.join(temp.slice(1), temp.slice(0, 1));
      lines.push(["ROTWORD: the first byte goes to the end", temp]);
      temp = substituted(temp);
      lines.push(["SUBWORD: each byte through the S-box", temp]);
      let constant = 1;
      for (let power = 1; power < index / keyWordCount; power += 1) constant = product(2, constant);
      temp = Bytes.xor(temp, Uint8Array.of(constant, 0, 0, 0));
      lines.push([`⊕ Rcon[${index / keyWordCount}], ${hex(constant)}000000`, temp]);
    } else if (keyWordCount > 6 && index % keyWordCount === 4) {
      temp = substituted(temp);
      lines.push(["SUBWORD: each byte through the S-box", temp]);
    }
    const sum = Bytes.xor(temp, words[index - keyWordCount]);
    lines.push([`⊕ w[${index - keyWordCount}], ${Bytes.hex(words[index - keyWordCount])}`, sum]);
    return { lines, sources: [index - 1, index - keyWordCount], sum };
  }

  function scheduleSection(key, plainKey, state) {
    const words = Bytes.blocks(Library.aesKeyExpansion(key), 4);
    const plainWords = Bytes.blocks(Library.aesKeyExpansion(plainKey), 4);
    const keyWordCount = key.length / 4;
    const chosen = state.number("word", 0, words.length - 1);
    const { lines, sources } = origin(words, chosen, keyWordCount);
    const isRight = words.every((word, index) => Bytes.equal(word, origin(words, index, keyWordCount).sum));
    const isChanged = (index) => !Bytes.equal(words[index], plainWords[index]);
    return Parts.section("The key schedule",
      h("p", {}, t`The key of ${key.length} bytes is the first ${keyWordCount} words. Each further word is the sum of
        the word before it and the word ${keyWordCount} places before it; every ${keyWordCount}th time the word before
        it goes through ROTWORD, SUBWORD and a round constant
        first${keyWordCount > 6 ? ", and with a key of 32 bytes halfway between through SUBWORD" : ""}. FIPS 197,
        section 5.2. Choose a word: its two sources get a dashed frame.`),
      Parts.table("Four words for each round, and four before the first", ["round", "words"],
        Array.from({ length: words.length / 4 },
          (_, round) => [String(round), h("div", { class: "words", style: "flex-wrap: nowrap" },
            [0, 1, 2, 3].map((place) => 4 * round + place).map((index) => h("button", {
              type: "button", "aria-pressed": String(index === chosen), "data-focus": `word ${index}`,
              "data-index": index,
              class: `${sources.includes(index) ? "source" : ""} ${isChanged(index) ? "changed" : ""}`,
              "aria-label": t`w ${index}: ${Bytes.hex(words[index])}${isChanged(index) ? ", differs" : ""}${
                sources.includes(index) ? ", a source of the chosen word" : ""}`,
              onclick: () => state.update({ word: index }),
            }, h("span", { class: "place" }, `w[${index}]`), Bytes.hex(words[index]))))])),
      Parts.table(t`What w[${chosen}] is made of`, ["step", "word"], lines.map(([name, word], index) =>
        [name, h("code", { class: "word", ...(index === lines.length - 1 ? { "data-result": "word" } : {}) },
          Bytes.hex(word))])),
      Parts.agreement(isRight, "Each word was made here from its sources, with the library's S-box, and is the "
        + "word of the "
        + "library's key expansion."));
  }

  // MARK: - The page

  /** Pairs of counts to choose from: a right one, each of its counts with a neighbour of the other, and two extremes.
   * Random bytes choose the neighbours, so that only the counts themselves show which pair is right. */
  function pairsWith([one, two], random) {
    const neighbour = (count, byte) => {
      const step = (1 + (byte >> 1) % 3) * (byte & 1 ? 1 : -1);
      return count + step < 1 || count + step > 16 ? count - step : count + step;
    };
    const [otherOne, otherTwo] = [neighbour(one, random[0]), neighbour(two, random[1])];
    const pairs = [[one, two], [one, otherTwo], [otherOne, two], [otherOne, otherTwo], [1, 1], [16, 16]];
    return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()]
      .sort((left, right) => 17 * left[0] + left[1] - 17 * right[0] - right[1]);
  }

  let isTyping = false;  // Whether the fields for another block and key are open.

  Playground.page({
    id: "aes-rounds", group: "Inside", title: "AES, round by round",
    summary: "One block on its way through AES: step through it, and choose a byte to see what it is made of.",
    first: ["[data-focus='Step forward']", "[data-result=state]"],
    defaults: { direction: "encrypt", key: EXAMPLES.B[0], block: EXAMPLES.B[1], change: "", step: "0", cell: "0",
      word: "4" },
    render(root, state) {
      const decrypts = state.choice("direction", ["encrypt", "decrypt"]) === "decrypt";
      const key = state.bytes("key", [16, 24, 32]);
      const plaintext = state.bytes("block", 16);
      const none = new Uint8Array();
      const block = decrypts ? Library.encrypt("ecb", key, none, plaintext) : plaintext;
      const blockName = decrypts ? "Ciphertext" : "Plaintext";

      const { flip, changed, cells } = Parts.oneFlip(state, { block, key });
      const digits = (name, label, counts) => Parts.input(label, Bytes.hex(name === "key" ? key : plaintext),
        (value) => state.update({ [name]: value.replace(/\s/g, ""), change: "", step: 0 }), {
          class: "hex", check: (value) => (counts.includes(Bytes.fromHex(value)?.length)
            ? null : t`Type ${counts.map((count) => 2 * count).join(", ")} hexadecimal digits.`) });

      const example = Object.keys(EXAMPLES)
        .find((name) => EXAMPLES[name][0] === Bytes.hex(key) && EXAMPLES[name][1] === Bytes.hex(plaintext));
      const given = [
        Parts.choice("Direction", [["encrypt", "Encrypt"], ["decrypt", "Decrypt"]], decrypts ? "decrypt" : "encrypt",
          (value) => state.update({ direction: value, change: "", step: 0 })),
        Parts.choice("Example of FIPS 197",
          [["B", "B: AES-128"], ["C.1", "C.1: AES-128"], ["C.2", "C.2: AES-192"], ["C.3", "C.3: AES-256"]], example,
          (name) => state.update({ key: EXAMPLES[name][0], block: EXAMPLES[name][1], change: "", step: 0,
            word: EXAMPLES[name][0].length / 8 })),
        Parts.section("2. The block and the key",
          h("p", {}, "Flip a bit of either: choose a byte, then a bit. With the keyboard: arrows move, the keys 7 to 0 "
            + "flip a bit."),
          cells("block", blockName), cells("key", t`Key, AES-${8 * key.length}: ${key.length / 4 + 6} rounds`),
          h("div", { class: "buttons" },
            Parts.button("Undo the change", () => state.update({ change: "" }), { disabled: flip === null })),
          h("details", { open: isTyping, ontoggle: (event) => { isTyping = event.currentTarget.open; } },
            h("summary", {}, "Type another block and key"),
            digits("block", "Plaintext, 32 hexadecimal digits", [16]),
            digits("key", "Key, 32, 48 or 64 hexadecimal digits", [16, 24, 32])))];

      const plain = Library.aesStates(key, block, decrypts);
      const steps = flip ? Library.aesStates(changed.key, changed.block, decrypts) : plain;
      const output = steps[steps.length - 1].state;
      const library = Library[decrypts ? "decrypt" : "encrypt"]("ecb", changed.key, none, changed.block);
      const isRight = agrees(steps) && Bytes.equal(output, library);
      const results = () => [
        ...(flip ? [spreadSection(steps, plain, state)]
          : [Parts.note("Flip a bit in section 2: then the page also shows how the change spreads from "
            + "round to round.")]),
        scheduleSection(changed.key, key, state),
        Parts.section("The result",
          Parts.bytes(output, { label: decrypts ? "Plaintext that comes out" : "Ciphertext", result: "output",
            focus: "output",
            marks: (index) => (output[index] !== plain[plain.length - 1].state[index] ? "changed" : "") }),
          Parts.agreement(isRight, "This page moves, adds and multiplies the bytes of each step once more and gets "
            + "the states "
            + "of AESReference. The last one is what AES.ECB, the library's fast and constant-time AES, gives.")),
      ];
      const result = h("div", { id: "result" }), inside = h("div", {});
      const show = () => {
        inside.replaceChildren(stepSection(steps, plain, state, decrypts));
        result.replaceChildren(...results());
      };
      root.append(inside);
      if (flip) {
        const rounds = ends(steps).slice(1, 3)
          .map((index) => Array.from(steps[index].state)
            .filter((byte, place) => byte !== plain[index].state[place]).length);
        const id = ["aes-rounds", decrypts, Bytes.hex(key), Bytes.hex(block), state.get("change")].join(" ");
        const pairs = pairsWith(rounds, Library.digest("sha256", Bytes.of(id)));
        root.append(Prediction.ask({
          id,
          question: "One bit differs. In how many of the 16 bytes does the state differ at the end of round 1, and "
            + "of round 2?",
          options: pairs.map(([one, two]) => t`${one}, then ${two}`),
          right: [pairs.findIndex((pair) => pair.join() === rounds.join())],
          explanation: flip.target === "block"
            ? t`One byte enters the substitution. ${decrypts ? "INVMIXCOLUMNS" : "MIXCOLUMNS"} makes a whole column of
              it, 4 bytes. In the next round ${decrypts ? "INVSHIFTROWS" : "SHIFTROWS"} moves them into four
              columns, and all 16 bytes differ.`
            : t`A changed key changes the round keys, so new differences come in with each round.
              ${decrypts ? "Decryption begins with the last round key, which differs in many bytes." : ""}`,
          reveal: show,
        }));
      } else show();
      root.append(...given, result, Parts.section("In Swift",
        Parts.swift(decrypts ? "try AES.ECB.decrypt(block, using: SymmetricKey(data: key), padding: .none)"
          : "try AES.ECB.encrypt(block, using: SymmetricKey(data: key), padding: .none)"),
        h("p", {}, "In a terminal, ", h("code", {}, "crypto-lab aes-rounds --lines"),
          " prints the states with the same names.")));
    },
  });
}
