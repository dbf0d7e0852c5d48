/** Nonce reuse: two messages with one keystream, read by guessing words. */
{
  /** Sentences for the prepared pairs. */
  const SENTENCES = [
    "Meet me at the old bridge at noon, bring the map.", "The transfer of the money will be made on Friday.",
    "The train to the north leaves from the third track.", "We found the letter in the drawer of the old desk.",
    "Please send the answer before the end of this week.", "The key to the garden is under the stone by the well.",
    "All the plans of the new ship are in the blue folder.", "The captain will wait for the signal until midnight.",
    "Nobody in the village has seen the doctor since May.", "They will change the guards at the gate after dinner.",
    "In the morning the fog hides the road to the harbour.", "Our friend at the bank has opened the second account.",
  ];
  const NONCES = ["same", "different"];
  const MOST = 80;
  const isLowercase = (byte) => byte >= 97 && byte <= 122;

  /** Whether bytes could be a piece of a sentence: letters and spaces, a capital where a word begins, a comma, full
   * stop or question mark where one ends. The same rule as in `crypto-lab nonce-reuse`. */
  function looksLikeText(bytes) {
    return bytes.every((byte, index) => {
      if (isLowercase(byte) || byte === 32) return true;
      if (byte >= 65 && byte <= 90) return index === 0 || bytes[index - 1] === 32;
      return ",.?".includes(String.fromCharCode(byte)) && (index === bytes.length - 1 || bytes[index + 1] === 32);
    });
  }

  const visible = (byte) => (byte === undefined ? "░" : byte === 32 ? "␣" : Bytes.printable([byte]));
  /** Bytes in quotes. They are data, so no text to translate. */
  const quoted = (bytes) => t`“…”`.replace("…", () => Bytes.printable(bytes));

  /** The two messages: the user's own in hexadecimal digits, so that a link does not show them at a glance, or prepared
   * ones. */
  function messagesOf(state) {
    const own = ["first", "second"].map((name) => Bytes.fromHex(
      state.fitting(name, Bytes.fromHex(state.get(name))?.length <= MOST)));
    if (own[0].length && own[1].length) return own;
    const seed = state.number("seed", 1, 999) - 1;
    const [first, second] = [seed % 12, (seed + 1 + Math.floor(seed / 12) % 11) % 12];
    return [first, second].map((index) => Bytes.of(Language.text(SENTENCES[index])));
  }

  /** The guesses that were kept: `{message, place, bytes}`. In the address they are "1.15.20616e64" and so on, with
   * commas. */
  function guessesOf(text, count) {
    return text.split(",").flatMap((item) => {
      const [, message, place, digits] = /^([12])\.(\d{1,3})\.((?:[0-9a-f]{2})+)$/.exec(item) ?? [];
      const bytes = digits && Bytes.fromHex(digits);
      return bytes && Number(place) + bytes.length <= count
        ? [{ message: Number(message) - 1, place: Number(place), bytes }] : [];
    });
  }

  Playground.page({
    id: "nonce-reuse", group: "Attacks", title: "Nonce reuse",
    summary: "Two messages were encrypted in CTR with one key and one nonce: read both, without the key.",
    first: ["[data-focus=place]", "[data-result='nonce-reuse-said']"],
    defaults: { seed: "1", first: "", second: "", nonces: "same", crib: Language.text(" the "), at: "0", message: "1",
      kept: "", compared: "" },
    render(root, state) {
      const nonces = state.choice("nonces", NONCES);
      const messages = messagesOf(state);
      const random = Bytes.seeded(state.number("seed", 1, 999), 48);
      const key = random.slice(0, 16), nonce = random.slice(16, 32);
      const otherNonce = nonces === "same" ? nonce : random.slice(32, 48);
      const ciphertexts = [Library.encrypt("ctr", key, nonce, messages[0]),
        Library.encrypt("ctr", key, otherNonce, messages[1])];
      const sum = Bytes.xor(...(ciphertexts[0].length < ciphertexts[1].length ? ciphertexts
        : ciphertexts.toReversed()));
      const truth = Bytes.xor(...(messages[0].length < messages[1].length ? messages : messages.toReversed()));
      const restart = { kept: "", compared: "", at: "0" };

      const seen = [
        Parts.choice("Nonces", [["same", "one for both messages"], ["different", "each message its own"]], nonces,
          (value) => state.update({ nonces: value, ...restart })),
        Parts.stepper("Prepared pair", state.number("seed", 1, 999), 1, 999,
          (value) => state.update({ seed: value, first: "", second: "", ...restart })),
        ownMessages(state, restart),
        Parts.section("4. What the attacker sees",
          h("p", {}, "From the key and the nonce, a number used once, CTR makes the keystream S: bytes that look "
            + "random, and are added to the message."),
          ciphertexts.map((ciphertext, index) => Parts.bytes(ciphertext,
            { label: t`C${index + 1}, the ciphertext of message ${index + 1}
              (${Words.counted(ciphertext.length, "byte")})` })))];

      const result = h("div", {});
      const formula = Parts.section("Formula", Parts.formula("C1 = P1 ⊕ S      C2 = P2 ⊕ S", "C1 ⊕ C2 = P1 ⊕ P2",
        "P2 = C1 ⊕ C2 ⊕ P1"),
      h("p", {}, "Source: NIST SP 800-38A, section 6.5; each counter block only once under a key: appendix B."));
      const results = () => [
        ...drag(state, sum, messages, nonces),
        Parts.section("3. The sum",
          Parts.bytes(sum, { label: "C1 ⊕ C2, which everybody can compute", result: "nonce-reuse-sum" }),
          nonces === "same"
            ? Parts.agreement(Bytes.equal(sum, truth),
              "The page knows the messages, and has compared: C1 ⊕ C2 = P1 ⊕ P2. The keystream is gone.")
            : h("p", {}, t`The page knows the messages, and has compared: C1 ⊕ C2 and P1 ⊕ P2 differ in
              ${Bytes.distance(sum, truth)} of ${8 * sum.length} bits. What is left is the sum of two keystreams.`)),
        formula,
      ];
      root.append(Prediction.ask({
        id: `nonce-reuse ${nonces}`,
        question: "The attacker adds the two ciphertexts, bit by bit and without carry (⊕). What comes out?",
        options: ["the keystream", "the sum of the two messages, P1 ⊕ P2",
          "the sum of the messages and of two different keystreams"],
        right: [nonces === "same" ? 1 : 2],
        explanation: nonces === "same"
          ? "Both messages were added to the same keystream: C1 ⊕ C2 = (P1 ⊕ S) ⊕ (P2 ⊕ S) = P1 ⊕ P2. Equal bits give "
            + "0, so S falls away."
          : "Each nonce has a keystream of its own: C1 ⊕ C2 = P1 ⊕ P2 ⊕ S1 ⊕ S2. Nothing falls away.",
        reveal: () => result.replaceChildren(...results()),
      }), result, ...seen, Parts.section("In Swift", Parts.swift(t`// A new nonce for each message.`,
        "let nonce = AES.CTR.Nonce()", "try AES.CTR.encrypt(message, using: key, nonce: nonce)")));
    },
  });

  /** A form for the user's own messages. It is closed, so that whoever opens a link does not see them. */
  function ownMessages(state, restart) {
    const fields = ["First message", "Second message"]
      .map((label, index) => [label,
        Bytes.text(Bytes.fromHex(state.get(["first", "second"][index])) ?? new Uint8Array())]);
    const form = h("form", {
      onsubmit: (event) => {
        event.preventDefault();
        const [first, second] = [...form.querySelectorAll("input")]
          .map(({ value }) => Bytes.hex(Bytes.of(value)));
        if (form.querySelector("[aria-invalid=true]")) return;
        if (first && second) state.update({ first, second, ...restart });
        else announce("Both messages need at least one letter");
      },
    }, fields.map(([label, value]) =>
      Parts.input(label, value, () => {}, { most: MOST, required: true })),
    h("div", { class: "buttons" }, h("button", { type: "submit", "data-focus": "own" }, "Encrypt my messages")),
    h("p", {}, "The address then holds them in hexadecimal digits: a link to an exercise for somebody else."));
    return h("details", {}, h("summary", {}, "Own messages"), form);
  }

  /** The crib, its place, and the result. Only parts of it are redrawn, so that sliding does not stop. */
  function drag(state, sum, messages, nonces) {
    const strip = h("div", { class: "strip", "aria-hidden": "true" });
    const said = h("p", { class: "note", role: "status", "data-result": "nonce-reuse-said" });
    const finds = h("div", {});
    const kept = h("div", {});
    const slider = h("input", { type: "range", min: 0, "data-focus": "place", "aria-label": "Place of the word" });
    // Only the default can be longer, than a message of few bytes.
    const crib = () => Bytes.of(state.text("crib", sum.length)).slice(0, sum.length);
    const last = () => Math.max(0, sum.length - crib().length);
    const place = () => Math.min(state.number("at", 0, MOST), last());
    const guesses = () => guessesOf(state.get("kept"), sum.length);
    state.fitting("kept", guesses().length === state.get("kept").split(",").length);
    const message = () => Number(state.choice("message", ["1", "2"])) - 1;
    const reveal = (at) => Bytes.xor(crib(), sum.slice(at));

    /** The parts of both messages that are known from the guesses. */
    function known() {
      const found = [new Array(sum.length), new Array(sum.length)];
      for (const guess of guesses()) {
        guess.bytes.forEach((byte, index) => {
          found[guess.message][guess.place + index] = byte;
          found[1 - guess.message][guess.place + index] = byte ^ sum[guess.place + index];
        });
      }
      return found;
    }

    const move = (to) => {
      state.set({ at: Math.min(last(), Math.max(0, to)) });
      draw();
    };

    function draw() {
      const [word, at, side, found] = [crib(), place(), message(), known()];
      slider.max = last();
      slider.value = at;
      const revealed = reveal(at);
      slider.setAttribute("aria-valuetext", t`byte ${at}: ${quoted(revealed)}`);
      const column = (index) => {
        const isHere = index >= at && index < at + word.length;
        const cell = (row) => {
          const byte = isHere ? (row === side ? word : revealed)[index - at] : found[row][index];
          return h("span", { class: isHere ? (row === side ? "crib" : "revealed") : byte === undefined ? "unknown"
            : "known" }, visible(byte));
        };
        return h("span", { class: "column", onclick: () => move(index) },
          h("small", {}, index % 5 === 0 ? String(index) : "\u00a0"), cell(0), cell(1));
      };
      strip.replaceChildren(...Array.from(sum, (_, index) => column(index)));
      said.replaceChildren(t`If message ${side + 1} says ${quoted(word)} from byte ${at}, message ${2 - side} says
        there: `,
        h("strong", { "data-result": "nonce-reuse-reveals", "data-value": Bytes.hex(revealed) }, quoted(revealed)));
      const places = word.length ? Array.from({ length: last() + 1 }, (_, index) => index) : [];
      const textual = places.filter((index) => looksLikeText(reveal(index)));
      finds.replaceChildren(
        h("p", {}, "Places that give something that looks like text (letters, spaces, capitals and points where they "
          + "belong): ",
          h("span", { "data-result": "nonce-reuse-finds" }, t`${textual.length} of ${places.length}`), "."),
        h("div", { class: "buttons" }, textual.slice(0, 12).map((index) =>
          h("button", { type: "button", "aria-pressed": String(index === at), onclick: () => {
            move(index);
            finds.querySelector('[aria-pressed="true"]')?.focus();
          } }, `${index}: ${quoted(reveal(index))}`))),
        textual.length > 12
          ? h("p", {}, t`and ${textual.length - 12} more. A longer word leaves less to chance.`) : "");
      kept.replaceChildren(...drawKept(found));
    }

    function drawKept(found) {
      const count = found[0].filter((byte) => byte !== undefined).length;
      const list = guesses();
      const shown = [
        ...found.map((bytes, index) =>
          h("pre", { class: "reading", tabindex: "0", "aria-label": t`Message ${index + 1} so far` },
            `P${index + 1}  `,
            document.createTextNode(
              Array.from(bytes, (byte) => (byte === undefined ? "░" : Bytes.printable([byte]))).join("")))),
        h("p", {}, h("span", { "data-result": "nonce-reuse-known" }, t`${count} of ${sum.length}`),
          " bytes read in each message.",
          messages[0].length !== messages[1].length
            && t` One message goes on for ${Words.counted(Math.abs(messages[0].length - messages[1].length), "byte")}:
              no other message lies over them, so they stay secret.`),
      ];
      if (list.length) {
        shown.push(h("p", {}, "Kept: ",
          list.map((guess) => t`${quoted(guess.bytes)} at ${guess.place} of message ${guess.message + 1}`).join(", "),
          "."));
      }
      if (state.choice("compared", ["", "1"]) === "1") shown.push(comparison(found, messages, sum.length));
      return shown;
    }

    const change = (values, words) => {
      state.set({ compared: "", ...values });
      draw();
      announce(words);
    };
    slider.addEventListener("input", () => move(Number(slider.value)));
    const sides = h("div", {});
    const drawSides = () => sides.replaceChildren(
      Parts.choice("The word stands in", [["1", "message 1"], ["2", "message 2"]], String(message() + 1), (value) => {
        state.set({ message: value });
        drawSides();
        sides.querySelector(`[data-focus="The word stands in ${value}"]`).focus();
        draw();
      }));
    drawSides();
    draw();
    return [
      Parts.section("1. Drag a word",
        h("p", { class: "label" }, "Guess a word, slide it along, and see what the other message would say there."),
        Parts.input("A word that may stand in one of the messages (spaces count)", state.get("crib"), (value) => {
          state.set({ crib: value });
          draw();
        }, { most: sum.length, class: "hex" }),
        h("div", { class: "slide" },
          Parts.button("◀", () => move(place() - 1), { "aria-label": "One place to the left" }), slider,
          Parts.button("▶", () => move(place() + 1), { "aria-label": "One place to the right" })),
        said, sides, h("span", { class: "label" }, "Above message 1, below message 2"), strip,
        h("div", { class: "buttons" },
          Parts.button("Keep this guess", () => {
            const word = crib();
            if (!word.length) return;
            const item = `${message() + 1}.${place()}.${Bytes.hex(word)}`;
            change({ kept: [...state.get("kept").split(",").filter((text) => text), item].join(",") },
              t`Kept. Message ${2 - message()} says ${Bytes.printable(reveal(place()))}`);
          }, { class: "main" }),
          Parts.button("Undo the last guess",
            () => change({ kept: state.get("kept").split(",").slice(0, -1).join(",") }, "The last guess is gone")),
          Parts.button("Start again", () => change({ kept: "" }, "Nothing is known")),
          Parts.button("Compare with what was sent", () => change({ compared: "1" }, "Compared"))),
        h("h3", {}, "Places to look at"), finds),
      Parts.section("2. What is read", kept,
        Parts.note(nonces === "same"
          ? "A piece of a word asks to be completed: type the longer word, slide it to the same place, and the other "
            + "message grows too. A word that makes nonsense there is wrong, or stands in the other message."
          : "With different nonces, what comes out is as good as random. Anything that looks like text is chance, and "
            + "completing it leads nowhere.")),
    ];
  }

  /** How much was read correctly. The sum does not show which message is the first, so both orders count. */
  function comparison(found, messages, count) {
    const rightly = (order) => Array.from({ length: count }, (_, index) => index)
      .filter((index) => found[0][index] === messages[order][index]
        && found[1][index] === messages[1 - order][index]).length;
    const [straight, crossed] = [rightly(0), rightly(1)];
    const best = Math.max(straight, crossed);
    return h("p", { class: "note" },
      h("strong", { "data-result": "nonce-reuse-read" }, t`${best} of ${count} bytes are right`),
      best === count ? ": both messages are read, without the key." : ".",
      crossed > straight ? " The two are exchanged. No attacker can see this: P1 ⊕ P2 is the same as P2 ⊕ P1." : "");
  }
}
