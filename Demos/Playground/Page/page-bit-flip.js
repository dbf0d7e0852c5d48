/** Bit flip: an attacker without the key changes an encrypted token. */
{
  const MODES = ["ctr", "cbc", "gcm"];
  const RECEIVERS = ["any", "text"];
  const SWIFT = {
    ctr: ["try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce)"],
    cbc: ["try AES.CBC.decrypt(ciphertext, using: key, iv: iv)"],
    gcm: ["try AES.GCM.open(sealedBox, using: key)"],
  };
  const FORMULAS = {
    ctr: ["Pᵢ = Cᵢ ⊕ AES(K, nonce + i − 1)"],
    cbc: ["C₀ = IV", "Pᵢ = AES⁻¹(K, Cᵢ) ⊕ Cᵢ₋₁"],
    gcm: ["T = GHASH(H, C ‖ lengths) ⊕ AES(K, J): is it equal?", "only then: Pᵢ = Cᵢ ⊕ AES(K, J + i)"],
  };
  /** The tasks that were solved since the page was loaded. */
  const solved = new Set();

  /** Bytes in quotes. They are data, so no text to translate. */
  const quoted = (bytes) => t`“…”`.replace("…", () => Bytes.text(bytes));

  const ivCount = (mode) => (mode === "gcm" ? 12 : 16);
  const padding = (mode) => (mode === "cbc" ? "pkcs7" : "none");

  /** What is sent: the IV or nonce, the ciphertext, and in GCM the tag. */
  function send(mode, key, iv, text) {
    return Bytes.join(iv, Library.encrypt(mode, key, iv, text, { padding: padding(mode) }));
  }

  /** The parts of what is sent: `{name, label, start, count}`. */
  function partsOf(mode, sent) {
    const first = ivCount(mode), end = sent.length - (mode === "gcm" ? 16 : 0);
    const blocks = Array.from({ length: Math.ceil((end - first) / 16) }, (_, index) => {
      const start = first + 16 * index;
      return { name: `c${index + 1}`, label: `C${index + 1}`, start, count: Math.min(16, end - start) };
    });
    return [
      { name: "iv", label: mode === "cbc" ? "IV" : "nonce", start: 0, count: first }, ...blocks,
      ...(mode === "gcm" ? [{ name: "tag", label: "tag", start: end, count: 16 }] : []),
    ];
  }

  /** What the receiver does with what was sent: `{text}` or `{refusal}`. */
  function receive(mode, key, sent, receiver) {
    let text;
    try {
      text = Library.decrypt(mode, key, sent.slice(0, ivCount(mode)), sent.slice(ivCount(mode)),
        { padding: padding(mode) });
    } catch (error) {
      return { refusal: t`The library says: “${error.message}”.` };
    }
    if (receiver === "text") {
      try {
        const decoded = new TextDecoder("utf-8", { fatal: true }).decode(text);
        if (/\p{Cc}/u.test(decoded)) throw new TypeError("control characters");
      } catch {
        return { refusal: "The receiver decrypted it, and found bytes that are no text.", text };
      }
    }
    return { text };
  }

  /** The fields of `name=value;name=value`. */
  const fieldsOf = (text) => Bytes.text(text).split(";").filter((field) => field.includes("="))
    .map((field) => field.split(/=(.*)/s).slice(0, 2));
  const roleOf = (text) => fieldsOf(text).find(([name]) => name === "role")?.[1];

  /** The state of each block of the text: "same", "flipped" or "garbage". A block is flipped if it differs in just the
   * bits that were changed in its own ciphertext block or in the one before. Another CTR nonce gives another keystream,
   * even where a byte stays the same by chance. */
  function fates(mode, key, sent, forged) {
    const decrypt = (bytes) => Library.decrypt(mode, key, bytes.slice(0, ivCount(mode)), bytes.slice(ivCount(mode)));
    let before, after;
    try { [before, after] = [decrypt(sent), decrypt(forged)]; } catch { return null; }
    const changes = Bytes.blocks(Bytes.xor(sent, forged).slice(ivCount(mode)));
    const previous = [Bytes.xor(sent, forged).slice(0, 16), ...changes];
    return Bytes.blocks(Bytes.xor(before, after)).map((difference, index) => {
      if (mode === "ctr" && previous[0].some((byte) => byte !== 0)) return "garbage";
      if (difference.every((byte) => byte === 0)) return "same";
      const is = (change) => Bytes.equal(difference, change.slice(0, difference.length));
      return is(changes[index]) || is(previous[index]) ? "flipped" : "garbage";
    });
  }

  function explanation(mode, changesIV) {
    if (mode === "gcm") {
      return "The tag covers the nonce and each bit of the ciphertext. The receiver computes it first, and it does not "
        + "fit. So nothing is decrypted, and the receiver learns that something was changed.";
    }
    if (mode === "ctr") {
      return changesIV ? "Another nonce gives another keystream: all blocks are garbage."
        : "In CTR the ciphertext is the text ⊕ a keystream, bytes that look random. A bit that is flipped in the "
          + "ciphertext is flipped in the text, and nothing else changes.";
    }
    return changesIV ? "The IV never goes through AES. It is added to block 1, so there the same bits flip. A changed "
      + "IV makes nothing garbage."
      : "A changed block of ciphertext goes through AES⁻¹: its own block of the text is garbage. It is also added to "
        + "the next block of the text, so there the same bits flip.";
  }

  /** How many of the tokens with one flipped bit the receiver accepts. */
  function acceptedCount(mode, key, sent, receiver) {
    let count = 0;
    for (let bit = 0; bit < 8 * sent.length; bit += 1) {
      if (!receive(mode, key, Bytes.flip(sent, bit >> 3, bit & 7), receiver).refusal) count += 1;
    }
    return count;
  }

  Playground.page({
    id: "bit-flip", group: "Attacks", title: "Bit flip",
    summary: "Change an encrypted token, without the key, until the server that made it reads role=admin.",
    first: ["[data-focus='c1 0']", "[data-result='bit-flip-read 1']"],
    defaults: {
      mode: "ctr", receiver: "any", text: "user=alice;id=17;role=guest;lang=en",
      key: "2b7e151628aed2a6abf7158809cf4f3c",
      iv: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfe00", change: "", old: "guest", new: "admin", part: "c1", at: "0", counted: "",
    },
    render(root, state) {
      const mode = state.choice("mode", MODES), receiver = state.choice("receiver", RECEIVERS);
      const key = state.bytes("key", 16), iv = state.bytes("iv", 16).slice(0, ivCount(mode));
      const text = Bytes.of(state.text("text", 48));
      const sent = send(mode, key, iv, text);
      const parts = partsOf(mode, sent);
      const given = Bytes.fromHex(state.fitting("change", Bytes.fromHex(state.get("change"))?.length <= sent.length));
      const change = Bytes.join(given, new Uint8Array(sent.length)).slice(0, sent.length);
      const forged = Bytes.xor(sent, change);
      const isChanged = change.some((byte) => byte !== 0);
      const keep = (bytes) => Bytes.hex(bytes).replace(/(00)+$/, "");
      const reset = { change: "", counted: "" };
      const old = Bytes.of(state.text("old", 16)), wanted = Bytes.of(state.text("new", 16));
      const fits = old.length === wanted.length;
      const place = Bytes.hex(text).match(new RegExp(`^((?:..)*?)${Bytes.hex(old)}`))?.[1].length / 2;
      state.fitting("part", parts.some(({ name }) => name === state.get("part")));
      const part = parts.find(({ name }) => name === state.get("part")) ?? parts[1] ?? parts[0];
      const at = Math.min(state.number("at", 0, 15), part.count - 1);

      root.append(
        Parts.choice("Mode", MODES.map((name) => [name, name.toUpperCase()]), mode,
          (value) => state.update({ mode: value, ...reset })),
        Parts.choice("Receiver", [["any", "takes any bytes"], ["text", "refuses what is no text"]], receiver,
          (value) => state.update({ receiver: value })));
      const token = Parts.section("4. The token",
        h("p", {}, "A server encrypts a token, gives it to a user, and reads it again later."),
        Parts.input("Text of the token (up to 48 bytes)", state.get("text"),
          (value) => state.update({ text: value, ...reset }), { most: 48 }),
        Bytes.blocks(text)
          .map((block, index) => Parts.bytes(block, { label: t`Block ${index + 1} of the text`, text: true })),
        h("p", {}, "The attacker has no key and cannot read the token, but can guess what it says."));
      root.append(Parts.section("1. Change what is sent",
        parts.map(({ name, label, start, count }) => Parts.bytes(forged.slice(start, start + count), {
          label, focus: name, marks: (index) => (change[start + index] ? "changed" : ""),
          flip: (index, bit) => {
            state.update({ change: keep(Bytes.flip(change, start + index, bit)), counted: "" });
            announce(t`Bit ${bit} of byte ${index} of ${label} flipped`);
          },
        }))));
      const computing = Parts.section("3. Compute the change",
        Parts.input("The text says", state.get("old"), (value) => state.update({ old: value }),
          { most: 16 }),
        Parts.input("It shall say", state.get("new"), (value) => state.update({ new: value }),
          { most: 16 }),
        fits ? Parts.bytes(Bytes.xor(old, wanted),
          { label: t`The difference: ${quoted(old)} ⊕ ${quoted(wanted)}` })
          : h("p", { class: "complaint" }, t`The first has ${old.length} bytes and the second ${wanted.length}. They
            must have the same number: no byte moves.`),
        h("p", { "data-result": "bit-flip-place" }, Number.isInteger(place) && old.length
          ? t`It stands in block ${(place >> 4) + 1}, from byte ${place & 15} (the first is byte 0).`
          : "The text does not contain this."),
        Parts.choice("Add it to", parts.map(({ name, label }) => [name, label]), part.name,
          (value) => state.update({ part: value })),
        Parts.stepper("from byte", at, 0, part.count - 1, (value) => state.update({ at: value })),
        h("div", { class: "buttons" },
          Parts.button("Add the difference", () => {
            const from = part.start + at;
            const added = new Uint8Array(sent.length);
            added.set(Bytes.xor(old, wanted).slice(0, sent.length - from), from);
            state.update({ change: keep(Bytes.xor(change, added)), counted: "" });
          }, { disabled: !fits }),
          Parts.button("Undo all changes", () => state.update(reset), { disabled: !isChanged })),
        Parts.note("⊕ adds bit by bit without carry. So adding the difference twice takes it away again."));

      // What the receiver does.
      const answer = receive(mode, key, forged, receiver);
      const role = answer.refusal ? undefined : roleOf(answer.text);
      if (isChanged && role === "admin" && roleOf(text) !== "admin") solved.add(`${mode} ${receiver}`);
      const result = h("div", {});
      const results = () => {
        const shown = [];
        if (answer.text) {
          shown.push(...Bytes.blocks(answer.text).map((block, index) => Parts.bytes(block, {
            label: t`Block ${index + 1} that the receiver reads`, text: true, focus: `read ${index}`,
            result: `bit-flip-read ${index + 1}`,
            marks: (byte) => (block[byte] !== text[16 * index + byte] ? "changed" : ""),
          })));
        }
        shown.push(h("p", { class: "note" }, h("strong", { "data-result": "bit-flip-outcome" },
          answer.refusal ? "refused" : role === undefined ? "accepted, no role"
            : t`accepted, ${`role=${Bytes.printable(Bytes.of(role))}`}`), ". ",
          h("span", { "data-result": "bit-flip-refusal" }, answer.refusal ?? "")));
        if (answer.text && !answer.refusal) {
          shown.push(Parts.table("What is read", ["name", "value"],
            fieldsOf(answer.text).map((field) => field.map((item) =>
              h("code", {}, document.createTextNode(Bytes.printable(Bytes.of(item))))))));
          shown.push(h("span", { hidden: true, "data-result": "bit-flip-text", "data-value": Bytes.hex(answer.text) }));
        }
        return shown;
      };
      const touched = parts.filter(({ start, count }) => change.slice(start, start + count).some((byte) => byte !== 0));
      const section = Parts.section("2. What the receiver does");
      if (isChanged) {
        const fate = fates(mode, key, sent, forged);
        const blockCount = Math.ceil(text.length / 16);
        section.append(Prediction.ask({
          id: ["bit-flip", mode, blockCount, ...touched.map(({ name }) => name)].join(" "), multiple: true,
          question: t`${touched.map(({ label }) => Language.text(label)).join(", ")} changed. Which blocks of the text
            become garbage? Leave all empty if none: then only the flipped bits flip.`,
          options: [...Array.from({ length: blockCount }, (_, index) => t`block ${index + 1}`),
            "the tag is wrong, and nothing is decrypted"],
          right: fate === null ? [blockCount]
            : fate.flatMap((name, index) => (name === "garbage" && index < blockCount ? [index] : [])),
          explanation: t`${explanation(mode, touched.some(({ name }) => name === "iv"))}${mode === "cbc" && !answer.text
            ? " Here the change reaches the padding (PKCS#7) behind the text too. The receiver checks it after "
              + "decryption, finds it wrong, and refuses." : ""}`,
          reveal: () => result.replaceChildren(...results()),
        }));
      } else {
        result.append(...results());
      }
      section.append(result, h("p", {}, "Choose a byte above, then a bit of it. With the keyboard, arrows move and the "
        + "keys 7 to 0 flip a bit."));

      const counts = state.choice("counted", ["", "1"]) === "1" && MODES.map((name) => {
        const token = send(name, key, state.bytes("iv", 16).slice(0, ivCount(name)), text);
        const count = acceptedCount(name, key, token, receiver);
        return [name.toUpperCase(),
          h("span", { "data-result": `bit-flip-${name}` }, t`${count} of ${8 * token.length}`)];
      });
      if (counts && mode === "gcm") solved.add("gcm");
      const task = (id, words, changes) => h("li", {}, words, " ", solved.has(id) && h("strong", {}, "✓ done "),
        Parts.button("Begin", () => state.update({ change: "", counted: "", ...changes }),
          { "data-focus": `begin ${id}`, "aria-label": t`Begin: ${words}` }));
      root.append(section, computing, token,
        Parts.section("5. Each bit in turn",
          h("p", {}, "Flip one bit of the unchanged token, ask the receiver, and do so for each bit, of the "
            + "nonce or IV too."),
          h("div", { class: "buttons" }, Parts.button("Try each bit", () => state.update({ counted: "1" }))),
          counts && Parts.table("Accepted tokens", ["mode", "accepted"], counts)),
        Parts.section("Tasks", h("ol", {},
          task("ctr any", "CTR: make the receiver read role=admin.",
            { mode: "ctr", receiver: "any", text: "user=alice;id=17;role=guest;lang=en" }),
          task("cbc any", "CBC: the same. One block becomes garbage, and the receiver does not care.",
            { mode: "cbc", receiver: "any", text: "user=alice;id=17;role=guest;lang=en" }),
          task("cbc text", "CBC, and the receiver refuses garbage. Here the role stands in block 1. What is added "
            + "to block 1?", { mode: "cbc", receiver: "text", text: "role=guest;user=alice;id=17;lang=en" }),
          task("gcm", "GCM: look for a change that is accepted. Then let the page try each bit.",
            { mode: "gcm", receiver: "any", text: "user=alice;id=17;role=guest;lang=en" }))),
        h("div", { class: "columns" },
          Parts.section("Formula", Parts.formula(...FORMULAS[mode]), h("p", {}, mode === "gcm"
            ? "Source: NIST SP 800-38D, section 7.2."
            : t`Source: NIST SP 800-38A, section ${mode === "ctr" ? "6.5" : "6.2"}; on changed bits, appendix D.`)),
        Parts.section("In Swift", Parts.swift(...SWIFT[mode]))));
    },
  });
}
