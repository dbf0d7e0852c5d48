/** Four modes side by side: one plaintext, one flipped bit. */
{
  const THIRD = ["ctr", "ofb", "cfb"];
  const SWIFT = {
    ecb: "AES.ECB.encrypt(plaintext, using: key, padding: .none)",
    cbc: "AES.CBC.encrypt(plaintext, using: key, iv: iv, padding: .none)",
    cfb: "AES.CFB.encrypt(plaintext, using: key, iv: iv)", ofb: "AES.OFB.encrypt(plaintext, using: key, iv: iv)",
    ctr: "AES.CTR.encrypt(plaintext, using: key, nonce: nonce)",
    gcm: "AES.GCM.seal(plaintext, using: key, nonce: nonce)",
  };

  /** "2", "1, 2 and 3" of indexes from 0. */
  const numbersOf = (indexes) => {
    const numbers = indexes.map((index) => index + 1), last = numbers.pop();
    return numbers.length === 0 ? String(last) : t`${numbers.join(", ")} and ${last}`;
  };

  /** Which blocks occur more than once. */
  const equalBlocks = (bytes) => {
    const blocks = Bytes.blocks(bytes).map((block) => block.join());
    return [...blocks.keys()].filter((index) => blocks.indexOf(blocks[index]) !== index
      || blocks.lastIndexOf(blocks[index]) !== index);
  };

  /** The input and output of a mode, without the change and with it: `{before, after, tags}`. In decryption
   * `after` is `null` if nothing is released. */
  function run(mode, decrypts, key, iv, plaintext, flip) {
    const used = mode === "gcm" ? iv.slice(0, 12) : iv, count = plaintext.length;
    const flipped = (bytes) => (flip ? Bytes.flip(bytes, flip.index, flip.bit) : bytes);
    const whole = Library.encrypt(mode, key, used, plaintext);
    if (!decrypts) {
      const changed = Library.encrypt(mode, key, used, flipped(plaintext));
      return { before: whole.slice(0, count), after: changed.slice(0, count),
        tags: mode === "gcm" ? { before: whole.slice(count), after: changed.slice(count) } : null };
    }
    const input = flipped(whole.slice(0, count));
    try {
      const after = Library.decrypt(mode, key, used, Bytes.join(input, whole.slice(count)));
      return { input, before: plaintext, after };
    } catch (error) {
      return { input, before: plaintext, after: null, refusal: error.message };
    }
  }

  /** The numbers of bits that differ, block by block. */
  const differences = ({ before, after }) =>
    Bytes.blocks(before).map((block, index) => Bytes.distance(block, after.slice(16 * index)));

  /** The result in a sentence. */
  function sentence({ before, after, tags, refusal }, decrypts, flip) {
    if (refusal) return t`Nothing comes out. The library says: “${refusal}”.`;
    const equal = equalBlocks(after);
    const equality = equal.length > 0 && t`Blocks ${numbersOf(equal)} are equal.`;
    if (!flip) return decrypts ? "The plaintext comes out." : equality || "No two blocks are equal.";
    const bits = differences({ before, after });
    const those = (test) => [...bits.keys()].filter((index) => test(bits[index]));
    const many = those((count) => count > 1), one = those((count) => count === 1);
    const same = those((count) => count === 0);
    const changed = numbersOf(many), kept = numbersOf(same);
    return [
      many.length === 1 && (decrypts ? t`Block ${changed} is garbage.` : t`Block ${changed} is new.`),
      many.length > 1 && (decrypts ? t`Blocks ${changed} are garbage.` : t`Blocks ${changed} are new.`),
      one.length > 0 && t`One bit of block ${one[0] + 1} differs.`,
      same.length === 1 && t`Block ${kept} is as before.`, same.length > 1 && t`Blocks ${kept} are as before.`,
      tags && !Bytes.equal(tags.before, tags.after) && "The tag is new.", !decrypts && equality,
    ].filter(Boolean).map(Language.text).join(" ");
  }

  Playground.page({
    id: "compare", group: "Modes and padding", title: "Four modes, one bit",
    summary: "One message, one key and one IV in four modes: flip a bit, and compare what it changes.",
    first: ["[data-focus='plaintext 0']", "[data-result='compare ecb']", "[data-result='compare cbc']",
      "[data-result='compare third']", "[data-result='compare gcm']"],
    defaults: {
      third: "ctr", direction: "encrypt", text: Language.text("ATTACK AT DAWN! ATTACK AT DAWN! RETREAT AT DUSK"),
      key: "2b7e151628aed2a6abf7158809cf4f3c", iv: "000102030405060708090a0b0c0d0e0f", change: "",
    },
    render(root, state) {
      const third = state.choice("third", THIRD), modes = ["ecb", "cbc", third, "gcm"];
      const direction = state.choice("direction", ["encrypt", "decrypt"]), decrypts = direction === "decrypt";
      const key = state.bytes("key", 16), iv = state.bytes("iv", 16);
      const typed = Bytes.of(state.text("text", 48));
      const count = Math.max(2, Math.ceil(typed.length / 16));
      const plaintext = Bytes.join(typed, new Uint8Array(16 * count - typed.length).fill(32));
      const flip = Bytes.bitNamed(state.get("change"), plaintext.length);
      state.fitting("change", flip !== null);
      const runs = modes.map((mode) => run(mode, decrypts, key, iv, plaintext, flip));

      /** The bytes that go in, as cells whose bits can be flipped. The same bit is flipped in every mode. */
      const input = (name, label, bytes) => Parts.bytes(bytes, {
        label, focus: name, numbered: true, text: !decrypts,
        marks: (index) => (index === flip?.index ? "changed" : ""),
        flip: (index, bit) => {
          const change = `${index}.${bit}`, isBack = state.get("change") === change;
          state.update({ change: isBack ? "" : change });
          announce(isBack ? "The bit is as it was" : t`Bit ${bit} of byte ${index} flipped in every mode`);
        },
      });
      const lane = (mode, index, isShown) => {
        const { input: ciphertext, before, after, tags, refusal } = runs[index];
        const title = mode.toUpperCase();
        const isKnown = isShown && !refusal;
        const output = (label, bytes, old, properties) => Parts.bytes(bytes, { label, ...properties,
          hides: () => !isKnown, marks: (byte) => (isKnown && bytes[byte] !== old[byte] ? "changed" : "") });
        return h("div", { class: "lane" },
          h("p", {}, h("strong", {}, title), " ", isShown && h("span", { "data-result": `compare ${mode} says` },
            sentence(runs[index], decrypts, flip))),
          decrypts && input(`${mode} ciphertext`, t`Ciphertext of ${title}`, ciphertext),
          h("div", { "data-result": `compare ${mode === third ? "third" : mode}` },
            output(decrypts ? t`Plaintext of ${title}` : t`Ciphertext of ${title}`, after ?? before, before,
              { numbered: true, text: decrypts, result: isKnown ? ["compare", mode, "bytes"].join(" ") : null })),
          tags && h("div", { class: "tag" }, h("span", { class: "label" }, "Tag"),
            output("Tag of GCM", tags.after, tags.before, { result: isShown ? "compare tag" : null })));
      };
      const lanes = h("div", { class: "lanes" });
      const show = (isShown) => lanes.replaceChildren(
        ...(decrypts ? [] : [h("div", { class: "lane" }, h("p", {}, h("strong", {}, "Plaintext"), " the same for all"),
          input("plaintext", "Plaintext", flip ? Bytes.flip(plaintext, flip.index, flip.bit) : plaintext))]),
        ...modes.map((mode, index) => lane(mode, index, isShown)));

      root.append(
        Parts.choice("Direction", [["encrypt", "Encrypt"], ["decrypt", "Decrypt"]], direction,
          (value) => state.update({ direction: value, change: "" })),
        Parts.choice("Third mode", THIRD.map((name) => [name, name.toUpperCase()]), third,
          (value) => state.update({ third: value })),
        h("p", { class: "label" }, decrypts
          ? "Choose a byte of a ciphertext, then a bit of it: it flips in every mode. Bytes that differ are underlined."
          : "Choose a byte of the plaintext, then a bit of it: it flips in every mode. Bytes that differ are "
            + "underlined."), lanes);
      if (flip === null) show(true);
      else {
        const damaged = ({ after, before }) => after !== null
          && differences({ before, after }).filter((bits) => bits > 0).length > 1;
        show(false);
        root.append(Prediction.ask({
          id: ["compare", third, direction, Bytes.hex(plaintext), flip.index >> 4].join(" "), multiple: true,
          options: modes.map((mode) => mode.toUpperCase()),
          right: [...modes.keys()].filter((index) => damaged(runs[index])),
          question: decrypts
            ? t`A bit of block ${(flip.index >> 4) + 1} of ${count} is flipped. In which modes does a plaintext come
              out in which more than one block is damaged? Leave all empty if in none.`
            : t`A bit of block ${(flip.index >> 4) + 1} of ${count} is flipped. In which modes does more than one
              block of the ciphertext change? Leave all empty if in none.`,
          explanation: decrypts ? "CBC and CFB use each ciphertext block for the next block of the plaintext, too. GCM "
            + "finds that the tag is wrong, and releases nothing."
            : "CBC and CFB use each ciphertext block for the next one. The last block has none after it.",
          reveal: () => show(true),
        }));
      }
      root.append(Parts.section("What is compared",
        h("p", {}, "ECB encrypts each block by itself, so equal blocks stay equal. CBC adds to each block the "
          + "ciphertext block before it. CFB, OFB, CTR and GCM add a keystream. GCM also computes a tag, "
          + "and a receiver checks it before anything is decrypted."),
        h("p", {}, "With the keyboard: arrows move, the keys 7 to 0 flip a bit."),
        Parts.input("Message (up to 48 bytes; spaces fill the last block)", state.get("text"),
          (value) => state.update({ text: value, change: "" }), { most: 48 }),
        h("div", { class: "buttons" },
          Parts.button("Undo the change", () => state.update({ change: "" }), { disabled: flip === null })),
        h("p", {}, "One mode, drawn with its wires: ", h("a", { href: "#modes" }, "Modes of operation"), ".")),
      Parts.section("In Swift", Parts.swift(...modes.map((mode) => `try ${SWIFT[mode]}`))));
    },
  });
}
