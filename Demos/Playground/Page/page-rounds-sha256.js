/** SHA-256, round by round: padding, schedule, registers, the last addition, and how a changed bit spreads. */
{
  const NAMES = [..."abcdefgh"];
  const hex = (word) => word.toString(16).padStart(8, "0");
  const add = (...words) => words.reduce((sum, word) => (sum + word) >>> 0, 0);
  const rotate = (word, count) => (word >>> count) | (word << (32 - count));
  const upper0 = (a) => (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) >>> 0;
  const upper1 = (e) => (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) >>> 0;
  const lower0 = (w) => (rotate(w, 7) ^ rotate(w, 18) ^ (w >>> 3)) >>> 0;
  const lower1 = (w) => (rotate(w, 17) ^ rotate(w, 19) ^ (w >>> 10)) >>> 0;
  const choose = (e, f, g) => ((e & f) ^ (~e & g)) >>> 0;
  const majority = (a, b, c) => ((a & b) ^ (a & c) ^ (b & c)) >>> 0;

  /** The first 32 bits of the fraction of a prime's root. FIPS 180-4, sections 4.2.2 and 5.3.3. */
  function rootFraction(prime, degree) {
    let low = 0n, high = 1n << 40n;
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** degree <= BigInt(prime) << (32n * degree)) low = middle;
      else high = middle - 1n;
    }
    return Number(low & 0xffffffffn);
  }
  const PRIMES = Array.from({ length: 311 }, (_, index) => index + 1)
    .filter((number) => number > 1 && !Array.from({ length: number }, (_, factor) => factor)
      .some((factor) => factor > 1 && number % factor === 0));
  const K = PRIMES.map((prime) => rootFraction(prime, 3n));
  const START = PRIMES.slice(0, 8).map((prime) => rootFraction(prime, 2n));

  /** The library's rounds of a message by blocks: `{hash, rounds}`, with the hash value before each block. */
  function run(message) {
    const all = Library.sha256Rounds(message);
    let hash = START;
    const blocks = Array.from({ length: all.length / 64 }, (_, number) => {
      const block = { hash, rounds: all.slice(64 * number, 64 * number + 64) };
      hash = hash.map((word, place) => add(word, block.rounds[63].variables[place]));
      return block;
    });
    return { blocks, digest: hash };
  }

  const registersBefore = (block, round) => (round === 0 ? block.hash : block.rounds[round - 1].variables);

  /** A round in its parts. FIPS 180-4, section 6.2.2, step 3. */
  function parts(before, round, word) {
    const [a, b, c, d, e, f, g, h_] = before;
    const terms1 = [["h", h_], ["Σ1(e)", upper1(e)], ["Ch(e, f, g)", choose(e, f, g)], [`K[${round}]`, K[round]],
      [`W[${round}]`, word]];
    const terms2 = [["Σ0(a)", upper0(a)], ["Maj(a, b, c)", majority(a, b, c)]];
    const [t1, t2] = [terms1, terms2].map((terms) => add(...terms.map(([, value]) => value)));
    return { terms1, terms2, t1, t2, after: [add(t1, t2), a, b, c, add(d, t1), e, f, g] };
  }

  const sources = (index) => (index < 16 ? [] : [index - 2, index - 7, index - 15, index - 16]);
  const scheduled = (words, index) => add(lower1(words[index - 2]), words[index - 7], lower0(words[index - 15]),
    words[index - 16]);
  const bitCount = (word) => word.toString(2).replaceAll("0", "").length;
  const distance = (left, right) => left.reduce((sum, word, place) => sum + bitCount((word ^ right[place]) >>> 0), 0);

  const inWords = (registers) => registers.map((value, place) => `${NAMES[place]} ${hex(value)}`).join(", ");

  /** The registers before and after a round. Arrows are moves; the frames of new values are thick. */
  function drawRound(before, after, plainBefore, plainAfter) {
    const x = (place) => 92 * place;
    const box = (values, plain, y, isNew) => values.map((value, place) => svg("g", {},
      svg("rect", { x: x(place), y, width: 84, height: 40, rx: 4, class: `box ${isNew(place) ? "new" : ""}` }),
      svg("text", { x: x(place) + 6, y: y + 16, class: "name" }, NAMES[place]),
      svg("text", { x: x(place) + 6, y: y + 33, class: `value ${value === plain[place] ? "" : "changed"}` },
        hex(value))));
    const label = t`Before: ${inWords(before)}. After: ${inWords(after)}.`;
    return h("div", { class: "scroll registers", tabindex: "0", role: "group",
      "aria-label": "The registers before and after the round" },
      svg("svg", { width: 732, height: 200, viewBox: "-2 0 736 200", role: "img", "aria-label": label },
        Wires.arrowHead(),
        box(before, plainBefore, 18, () => false),
        [0, 1, 2, 3, 4, 5, 6].map((place) => Wires.arrow([x(place) + 42, 60], [x(place + 1) + 42, 136])),
        svg("text", { x: x(0) + 4, y: 128, class: "node-label" }, "T1 + T2"),
        svg("text", { x: x(4) - 6, y: 128, class: "node-label" }, "+ T1"),
        box(after, plainAfter, 140, (place) => place === 0 || place === 4)));
  }

  /** Bars of the bits that differ after each round. */
  function drawSpread(counts, chosen, go) {
    return h("div", { class: "scroll bars", tabindex: "0", role: "group",
      "aria-label": "Register bits that differ after each round" },
      svg("svg", { width: 700, height: 190, viewBox: "0 0 700 190", role: "img",
        "aria-label": t`Bits of 256 that differ after rounds 0 to 63: ${counts.join(" ")}` },
        svg("path", { d: "M40 20H690M40 90H690M40 160H690", class: "axis" }),
        [[256, 24], [128, 94], [0, 164]].map(([text, y]) => svg("text", { x: 4, y }, String(text))),
        [0, 8, 16, 24, 32, 40, 48, 56, 63].map((round) => svg("text", { x: 42 + 10 * round, y: 180 }, String(round))),
        counts.map((count, round) => {
          const bar = svg("rect", { x: 42 + 10 * round, y: 160 - count * 140 / 256, width: 8, height: count * 140 / 256,
            class: `bar ${round === chosen ? "chosen" : ""}` });
          bar.addEventListener("click", () => go(round));
          return bar;
        })));
  }

  Playground.page({
    id: "sha256-rounds", group: "Inside", title: "SHA-256, round by round",
    summary: "A message on its way through SHA-256: padding, 64 words of the schedule, 64 rounds, one addition.",
    first: ["[data-focus='Message (up to 100 bytes)']", "[data-result=padded]"],
    defaults: { text: "abc", change: "", block: "0", word: "16", round: "0" },
    render(root, state) {
      const typed = Bytes.of(state.text("text", 100));
      const flip = Bytes.bitNamed(state.get("change"), typed.length);
      state.fitting("change", flip !== null);
      const message = flip ? Bytes.flip(typed, flip.index, flip.bit) : typed;
      const now = run(message), plain = run(typed);
      const number = state.number("block", 0, now.blocks.length - 1);
      const [block, plainBlock] = [now.blocks[number], plain.blocks[number]];
      const round = state.number("round", 0, 63);
      const chosen = state.number("word", 0, 63);
      const words = block.rounds.map(({ word }) => word);
      const goTo = (target) => {
        state.update({ round: target });
        announce(t`Round ${target}: ${inWords(block.rounds[target].variables)}`);
      };

      const padded = Library.sha256Padded(message);
      root.append(
        Parts.section("1. The message and its padding",
          Parts.input("Message (up to 100 bytes)", state.get("text"),
            (value) => state.update({ text: value, change: "" }), { most: 100 }),
          message.length === 0 ? null : Parts.bytes(message, {
            label: "Message: flip a bit of it", text: true, focus: "message",
            marks: (index) => (index === flip?.index ? "changed" : ""),
            flip: (index, flipped) => {
              const same = state.get("change") === `${index}.${flipped}`;
              state.update({ change: same ? "" : `${index}.${flipped}`, block: index >> 6 });
              announce(same ? "The bit is as it was" : t`Bit ${flipped} of byte ${index} of the message flipped`);
            } }),
          h("div", { class: "buttons" },
            Parts.button("Undo the change", () => state.update({ change: "" }), { disabled: flip === null })),
          Parts.bytes(padded,
            { label: t`Padded: ${message.length} + ${padded.length - message.length} bytes, whole blocks of 64`,
              focus: "padded", result: "padded",
              marks: (index) => (index < message.length ? (index === flip?.index ? "changed" : "")
                : index === message.length || index >= padded.length - 8 ? "marked" : "unknown") }),
          h("p", {}, t`Byte ${message.length}, 80, is the bit 1 that ends the message. The last 8 bytes are its length
            in bits, ${8 * message.length}. Zeros fill the space between. FIPS 180-4, section 5.1.1.`)));
      if (now.blocks.length > 1) {
        root.append(Parts.choice("Block", now.blocks.map((_, index) => [index, `Block ${index + 1}`]), number,
          (value) => state.update({ block: value })));
      }

      const wordsAgree = now.blocks.every(({ rounds }, index) => rounds.every(({ word }, t) => word === (t < 16
        ? new DataView(padded.buffer, padded.byteOffset + 64 * index + 4 * t).getUint32(0)
        : scheduled(rounds.map((entry) => entry.word), t))));
      const from = sources(chosen);
      const terms = chosen < 16 ? []
        : [[`σ1(W[${chosen - 2}])`, lower1(words[chosen - 2])], [`W[${chosen - 7}]`, words[chosen - 7]],
          [`σ0(W[${chosen - 15}])`, lower0(words[chosen - 15])], [`W[${chosen - 16}]`, words[chosen - 16]]];
      root.append(Parts.section("2. The schedule",
        h("p", {}, "The 16 words of the block become 64, one for each round. Choose a word: those it is made of get a "
          + "dashed frame. FIPS 180-4, section 6.2.2, step 1."),
        h("div", { class: "words", role: "group", "aria-label": "Words of the schedule" }, words.map((word, index) => {
          const isChanged = word !== plainBlock.rounds[index].word;
          return h("button", {
            type: "button", "aria-pressed": String(index === chosen), "data-focus": `word ${index}`,
            "data-index": index,
            class: `${from.includes(index) ? "source" : ""} ${isChanged ? "changed" : ""}`,
            onclick: () => state.update({ word: index }),
            "aria-label": t`W ${index}: ${hex(word)}${isChanged ? ", differs" : ""}${from.includes(index)
              ? ", a source of the chosen word" : ""}`,
          }, h("span", { class: "place" }, `W[${index}]`), hex(word));
        })),
        chosen < 16
          ? h("p", {}, t`W[${chosen}] is bytes ${4 * chosen} to ${4 * chosen + 3} of the block: `,
            h("code", { "data-result": "word" }, hex(words[chosen])))
          : Parts.table(t`W[${chosen}] is a sum modulo 2³²`, ["term", "value"],
            [...terms.map(([name, value]) => [name, h("code", {}, hex(value))]),
              [h("strong", {}, `W[${chosen}]`), h("code", { "data-result": "word" }, hex(words[chosen]))]]),
        h("p", {}, "σ0 is the sum (XOR) of the word rotated right by 7 and 18 and shifted right by 3; σ1 by 17 and 19, "
          + "shifted by 10. Section 4.1.2, equations 4.6 and 4.7."),
        Parts.agreement(wordsAgree, "All 64 words were made here from the block, and are the library's.")));

      const before = registersBefore(block, round), { variables } = block.rounds[round];
      const step = parts(before, round, words[round]);
      const roundsAgree = now.blocks.every((entry) => entry.rounds.every(({ word, variables: after }, t) =>
        parts(registersBefore(entry, t), t, word).after.every((value, index) => value === after[index])));
      const roundView = () => [
        Parts.steps("Round", round, 64, goTo),
        h("h3", {}, t`Round ${round}`),
        drawRound(before, variables, registersBefore(plainBlock, round), plainBlock.rounds[round].variables),
        h("p", {}, "Six registers only take over their neighbour's value. ", h("strong", {}, "a"), " and ",
          h("strong", {}, "e"), " are new: a = T1 + T2, e = d + T1, modulo 2³². Section 6.2.2, step 3."),
        h("div", { class: "columns" },
          Parts.table(t`T1 of round ${round}`, ["term", "value"],
            [...step.terms1.map(([name, value]) => [name, h("code", {}, hex(value))]),
              [h("strong", {}, "T1"), h("code", {}, hex(step.t1))]]),
          Parts.table(t`T2 of round ${round}`, ["term", "value"],
            [...step.terms2.map(([name, value]) => [name, h("code", {}, hex(value))]),
              [h("strong", {}, "T2"), h("code", {}, hex(step.t2))]])),
        h("p", {}, t`K[${round}] is the first 32 bits of the fraction of the cube root of ${PRIMES[round]}, prime
          number ${round + 1}. `, "Ch takes each bit from f where e is 1, and from g where it is 0; Maj is the bit "
          + "that two of a, b and c have."),
        Parts.agreement(roundsAgree,
          "Every round was computed here from the registers before it, and gives the library's.",
          { "data-result": "registers", "data-value": variables.map(hex).join("") }),
      ];
      const rounds = h("div", {});
      root.append(Parts.section("3. The rounds", Prediction.ask({
        id: "sha256-rounds new registers", question: "How many of the eight registers get a new value in a round, and "
          + "not just that of another register?",
        options: ["1", "2", "4", "8"], right: [1], reveal: () => rounds.replaceChildren(...roundView()),
        explanation: "a and e. The others move on by one, so each new value stays in the registers for four rounds.",
      }), rounds));

      const library = Library.digest("sha256", message);
      const sum = block.hash.map((word, index) => add(word, block.rounds[63].variables[index]));
      const digestAgrees = now.digest.map(hex).join("") === Bytes.hex(library);
      root.append(Parts.section("4. The last addition",
        h("p", {}, "After round 63 the registers are added to the hash value before the block. Section 6.2.2, step 4."),
        Parts.table(t`Block ${number + 1} of ${now.blocks.length}`, ["registers", ...NAMES], [
          ["before the block", ...block.hash.map((word) => h("code", { class: "word" }, hex(word)))],
          ["+ after round 63", ...block.rounds[63].variables.map((word) => h("code", { class: "word" }, hex(word)))],
          [number === now.blocks.length - 1 ? "= digest" : "= before the next block",
            ...sum.map((word) => h("code", { class: "word" }, hex(word)))]]),
        h("p", {}, "SHA-256: ", h("code", { "data-result": "sha256" }, Bytes.hex(library))),
        Parts.agreement(digestAgrees, "The sums of the last block are what SHA256.hash of the library gives.")));

      if (flip) {
        const counts = block.rounds.map(({ variables: after }, index) =>
          distance(after, plainBlock.rounds[index].variables));
        const word = (flip.index & 63) >> 2, own = flip.index >> 6;
        const ownCounts = now.blocks[own].rounds.map(({ variables: after }, index) =>
          distance(after, plain.blocks[own].rounds[index].variables));
        const reached = ownCounts.findIndex((count) => count >= 96) - word + 1;
        const spread = h("div", {});
        root.append(Parts.section("5. How the change spreads", Prediction.ask({
          id: ["sha256-rounds", Bytes.hex(typed), state.get("change")].join(" "),
          question: t`The flipped bit is in W[${word}], so round ${word} is the first with a difference. After how
            many rounds from there do at least 96 of the 256 register bits differ?`,
          options: ["1 to 3", "4 to 12", "13 to 30", "more than 30"],
          right: [reached <= 3 ? 0 : reached <= 12 ? 1 : reached <= 30 ? 2 : 3],
          explanation: t`After ${reached}. Each round puts the difference into a and e, and after four more every
            register has it. From then on each bit differs about as often as not.`,
          reveal: () => spread.replaceChildren(drawSpread(counts, round, goTo),
            h("p", {}, t`Bits of 256 that differ after each round of block ${number + 1}; a click on a bar goes to its
              round. After round ${round}: `, h("strong", {}, Words.counted(counts[round], "bit")), "."),
            h("p", {}, t`Of the digest, ${Bytes.distance(library, Library.digest("sha256", typed))} of 256 bits
              differ.`),
            h("p", { class: "mono", "data-result": "spread" }, counts.join(" "))),
        }), spread));
      } else {
        root.append(Parts.note("Flip a bit of the message in section 1: then the page also shows how the change "
          + "spreads from round to round."));
      }
      root.append(Parts.section("In Swift", Parts.swift("SHA256.hash(data: message)"),
        h("p", {}, "In a terminal, ", h("code", {}, "crypto-lab sha-rounds --all"), " prints every round.")));
    },
  });
}
