/** Padding: how the last block is filled up, and what the receiver accepts. */
{
  const NAMES = { pkcs7: "PKCS#7", ansiX923: "ANSI X9.23", iso7816_4: "ISO 7816-4", zero: "Zeros" };
  const SCHEMES = Object.keys(NAMES);
  const inSentence = (scheme) => (scheme === "zero" ? "padding with zeros" : NAMES[scheme]);
  const RULES_IN_WORDS = {
    pkcs7: "n bytes are added, 1 to 16, each of the value n (RFC 5652, section 6.3).",
    ansiX923: "The last byte added is the number n of all bytes added, 1 to 16 (ANSI X9.23). The standard lets the "
      + "bytes before it be random. This library adds zeros, and refuses any others.",
    iso7816_4: "One byte 80 is added, and then zeros to the end of the block (ISO/IEC 7816-4).",
    zero: "Zeros are added to the end of the block, and none if the message already fits. The receiver removes the "
      + "zeros at the end, at most 15, since more are never added.",
  };
  const START = Bytes.of("attack at dawn!!");
  /** The ends of blocks to try. */
  const ENDS = ["01", "0202", "02", "030202", "0002", "00", "11", "10".repeat(16), "800000", "00".repeat(16)];
  const RANDOM_COUNT = 4096;
  /** Why so many random blocks are accepted. */
  const CHANCES = {
    pkcs7: "One random block in 256 ends in 01, and that is enough. A few more end in 02 02 and so on.",
    ansiX923: "One random block in 256 ends in 01, and that is enough. A few more end in 00 02 and so on.",
    iso7816_4: "One random block in 256 ends in 80, and that is enough. A few more end in 80 00 and so on.",
    zero: "Nothing is ever refused: a block without zeros at its end is a message of 16 bytes.",
  };
  /** The name of the first prediction. */
  const addedID = (scheme) => t`padding add ${scheme}`;
  const two = (byte) => Bytes.hex([byte]);
  /** Bytes in quotes. They are data, so no text to translate. */
  const quoted = (bytes) => t`“…”`.replace("…", () => Bytes.printable(bytes));
  const bytesCount = (count) => Words.counted(count, "byte");

  /** Bytes in digits; three or more equal bytes are shown once, with their count. */
  function runs(bytes) {
    const words = [];
    for (let index = 0; index < bytes.length;) {
      let end = index;
      while (end < bytes.length && bytes[end] === bytes[index]) end += 1;
      words.push(end - index > 2 ? `${two(bytes[index])} ×${end - index}` : Array(end - index).fill(two(bytes[index]))
        .join(" "));
      index = end;
    }
    return words.join(" ");
  }

  // MARK: - The rules, to explain what the library answers: `{added, why}` or `{wrong, why}`, the index of a byte

  /** PKCS#7 and ANSI X9.23: the last byte is the number of bytes, and the others have one value. */
  function ofCount(block, name, fillerOf) {
    const count = block[15];
    if (count === 0) {
      return { wrong: 15, why: t`The last byte is 00. ${name} always adds at least one byte, so 00 is no number of
        bytes.` };
    }
    if (count > 16) {
      return { wrong: 15, why: t`The last byte is ${two(count)}, in decimal ${count}. ${name} adds at most 16 bytes
        (hexadecimal 10).` };
    }
    const filler = fillerOf(count);
    for (let index = 14; index >= 16 - count; index -= 1) {
      if (block[index] !== filler) {
        return { wrong: index, why: count === 2
          ? t`The last byte says that 2 bytes were added, so the one before it must be ${two(filler)}. But byte ${index}
            is ${two(block[index])}.`
          : t`The last byte says that ${count} bytes were added, so the ${count - 1} before it must be ${two(filler)}.
            But byte ${index} is ${two(block[index])}.` };
      }
    }
    return { added: count, why: count === 1 ? "The last byte is 01: it alone is padding."
      : count === 2 ? t`The last byte says that 2 bytes were added, and the one before it is ${two(filler)}.`
      : t`The last byte says that ${count} bytes were added, and the ${count - 1} before it are ${two(filler)}.` };
  }

  const RULES = {
    pkcs7: (block) => ofCount(block, "PKCS#7", (count) => count),
    ansiX923(block) {
      const found = ofCount(block, "ANSI X9.23", () => 0);
      return found.wrong < 15
        ? { ...found, why: t`${found.why} The standard lets it be random; this library does not.` } : found;
    },
    iso7816_4(block) {
      let index = 15;
      while (index >= 0 && block[index] === 0) index -= 1;
      if (index < 0) return { wrong: 15, why: "The block has zeros alone. ISO 7816-4 needs a byte 80 before them." };
      return block[index] === 0x80
        ? { added: 16 - index, why: t`The last byte that is not 00 is byte ${index}, and it is 80: the padding begins
          there.` }
        : { wrong: index, why: t`The last byte that is not 00 is byte ${index}. It must be 80, but it is
          ${two(block[index])}.` };
    },
    zero(block) {
      let count = 0;
      while (count < 15 && block[15 - count] === 0) count += 1;
      return { added: count, why: "All zeros at the end count as padding, at most 15, wherever they come from. Nothing "
        + "is ever refused." };
    },
  };

  // MARK: - What the library answers

  const KEY = Bytes.fromHex("2b7e151628aed2a6abf7158809cf4f3c"), IV = Bytes.fromHex("000102030405060708090a0b0c0d0e0f");

  /** The message with its padding: what the library encrypts. */
  const added = (scheme, message) =>
    Library.decrypt("ecb", KEY, IV, Library.encrypt("ecb", KEY, IV, message, { padding: scheme }));

  /** Removes the padding from blocks, as a receiver does after decryption: `{message}` or `{refusal}`. */
  function removed(scheme, blocks, mode = "ecb") {
    try {
      return { message: Library.decrypt(mode, KEY, IV, Library.encrypt(mode, KEY, IV, blocks), { padding: scheme }) };
    } catch (error) {
      return { refusal: error.message };
    }
  }

  /** The rule and the library agree about a block. */
  function agree(scheme, block) {
    const rule = RULES[scheme](block), answer = removed(scheme, block);
    return rule.added === undefined ? answer.refusal !== undefined : answer.message?.length === 16 - rule.added;
  }

  // MARK: - The page

  Playground.page({
    id: "padding", group: "Modes and padding", title: "Padding",
    summary: "ECB and CBC work on blocks of 16 bytes: padding fills the last one up, and the receiver removes it.",
    first: ["[data-focus='Message (up to 48 bytes)']", "[data-result='last block']"],
    defaults: { scheme: "pkcs7", text: "sixteen letters.",
      block: Bytes.hex(Bytes.join(START.slice(0, 13), Uint8Array.of(3, 2, 2))), mode: "cbc", zeros: "2" },
    render(root, state) {
      const scheme = state.choice("scheme", SCHEMES);
      const message = () => Bytes.of(state.text("text", 48));
      root.append(Parts.choice("Padding", Object.entries(NAMES), scheme, (value) => state.update({ scheme: value })));
      const others = othersSection(state, scheme, message);
      root.append(fillSection(state, scheme, message, others.fill), removeSection(state, scheme), others.section,
        chanceSection(scheme),
        Parts.section("In Swift", Parts.swift(
          t`let ciphertext = try AES.CBC.encrypt(message, using: key, iv: iv, padding: ${`.${scheme}`})`,
          t`let received = try AES.CBC.decrypt(ciphertext, using: key, iv: iv, padding:
            .${scheme})${scheme === "zero" ? "" : "  // throws AESError.invalidPadding"}`)));
    },
  });

  /** 1. Filling up, while the message is typed. `changed` is called when the message or what may be shown changes. */
  function fillSection(state, scheme, message, changed) {
    const question = h("div", {}), result = h("div", {}), id = addedID(scheme);
    const fill = () => {
      const text = message(), padded = added(scheme, text), count = padded.length - text.length;
      const show = () => result.replaceChildren(
        ...Bytes.blocks(padded).map((block, number) => Parts.bytes(block, {
          label: `Block ${number + 1}`, text: true,
          result: 16 * (number + 1) === padded.length ? "last block" : null,
          marks: (index) => (16 * number + index >= text.length ? "padding" : "") })),
        h("p", { role: "status" }, t`${bytesCount(text.length)} of message and `,
          h("strong", {}, t`${bytesCount(count)} of padding`), count ? `: ${runs(padded.slice(text.length))}. ` : ". ",
          `${Words.counted(padded.length / 16, "block")}.`, count ? " Padding has a dashed border." : ""),
        text.length % 16 === 0 && count === 16 ? Parts.note(
          text.length ? t`The message fits, and still a whole block is added. If nothing were added, the receiver
            would take the end of a message for padding, such as a last byte ${scheme === "iso7816_4" ? "80" : "01"},
            and remove it. So every message gets padding, and exactly the padding is removed.`
            : "Even the empty message gets padding, so its ciphertext has one block.") : "",
        scheme === "zero" && text.length && text.length % 16 === 0
          ? Parts.note("The message fits, so nothing is added. What the receiver then cannot know is in section 3.")
          : "",
        Parts.agreement(scheme !== "pkcs7" || Bytes.equal(padded, Bytes.pad(text)),
          "The library encrypts with this padding. The page decrypts without removing it, to show the blocks."),
        h("p", { "data-result": "rule" }, RULES_IN_WORDS[scheme]),
        h("code", { hidden: true, "data-result": "padded", "data-value": Bytes.hex(padded) }));
      if (Prediction.isAnswered(id)) return show();
      const rest = text.length % 16;
      const options = [...new Set([0, 1, rest, 16 - rest, 16, count])].sort((left, right) => left - right);
      question.replaceChildren(Prediction.ask({
        id, options: options.map(String), right: [options.indexOf(count)],
        reveal: () => {
          show();
          changed();
        },
        question: t`How many bytes does ${inSentence(scheme)} add to the message of ${bytesCount(text.length)}?`,
        explanation: "Now change the message, and watch the last block.",
      }));
    };
    const typed = (value) => {
      state.set({ text: value });
      if (Prediction.isAnswered(id)) question.replaceChildren();
      fill();
      changed();
    };
    const section = Parts.section("1. Fill the last block up",
      Parts.input("Message (up to 48 bytes)", state.get("text"), typed, { most: 48 }), question, result);
    fill();
    return section;
  }

  /** 2. Removing, from a block whose bits can be flipped. */
  function removeSection(state, scheme) {
    const block = state.bytes("block", 16), mode = state.choice("mode", ["ecb", "cbc"]);
    const rule = RULES[scheme](block), answer = removed(scheme, block, mode);
    const isPadding = (index) => (rule.added === undefined ? block[15] >= 1 && block[15] <= 16
      && index >= 16 - block[15] : index >= 16 - rule.added);
    const ends = ENDS.map((end) => Bytes.fromHex(end))
      .map((end) => [Bytes.hex(Bytes.join(START.slice(0, 16 - end.length), end)),
        `${end.length < 16 ? "… " : ""}${runs(end)}`]);
    const show = (marked) => Parts.bytes(block, {
      label: "The last block after decryption", text: true, focus: "block",
      marks: (index) => (!marked ? "" : index === rule.wrong ? "wrong" : isPadding(index)
        && (scheme === "pkcs7" || rule.added !== undefined) ? "padding" : ""),
      flip: (index, bit) => {
        state.update({ block: Bytes.hex(Bytes.flip(block, index, bit)) });
        announce(t`Bit ${bit} of byte ${index} flipped`);
      },
    });
    const cells = h("div", {}, show(false)), result = h("div", {});
    const claims = SCHEMES.map((name) => RULES[name](block).added).filter((count) => count);
    const options = [...new Set([1, 2, ...claims, ...(block[15] >= 1 && block[15] <= 16 ? [block[15]] : []),
      ...(scheme === "zero" ? [0] : [])])].sort((left, right) => left - right);
    const right = answer.refusal !== undefined ? options.length : options.indexOf(16 - answer.message.length);
    const form = Prediction.ask({
      id: `padding remove ${scheme} ${Bytes.hex(block)}`, right: [right],
      options: [...options.map((count) => t`It removes ${bytesCount(count)} and keeps ${bytesCount(16 - count)} of
        message`), "It refuses the block: the padding is wrong"],
      question: t`What does a receiver who expects ${inSentence(scheme)} do with this block?`, explanation: rule.why,
      reveal: () => {
        cells.replaceChildren(show(true));
        const holds = SCHEMES.every((name) => agree(name, block));
        result.replaceChildren(
          answer.refusal !== undefined
            ? h("p", {}, h("strong", { "data-result": "removed", "data-value": answer.refusal }, "Refused. "),
              t`The library says: “${answer.refusal}”.`)
            : h("p", {}, h("strong", { "data-result": "removed", "data-value": Bytes.hex(answer.message) },
              t`Accepted: ${bytesCount(16 - answer.message.length)} removed. `),
              t`The message is ${quoted(answer.message)}, ${bytesCount(answer.message.length)}.`),
          Parts.table("The same block, to a receiver who expects another padding", ["Padding", "Answer", "Why"],
            SCHEMES.map((name) => {
              const found = removed(name, block);
              return [NAMES[name], found.refusal !== undefined ? "refused"
                : t`${bytesCount(16 - found.message.length)} removed`, RULES[name](block).why];
            })),
          Parts.agreement(holds, "The answers are the library's. The reasons are the page's, and they fit the answers "
            + "for this block."));
      },
    });
    return Parts.section("2. Remove it again",
      h("p", {}, "This is the last block that a receiver gets when the decryption is done. It may come from anyone. "
        + "Flip bits of it: choose a byte, then a bit, or use the keys 7 to 0 on a byte. Bytes count from 0."),
      Parts.choice("Try an end", ends, Bytes.hex(block), (value) => state.update({ block: value })),
      Parts.input("Block (16 bytes)", Bytes.hex(block), (value) => state.update({ block: value }), {
        class: "hex", check: (text) =>
          (Bytes.fromHex(text)?.length === 16 ? null : "Give 16 bytes: two hexadecimal digits each.") }),
      Parts.choice("Mode", [["ecb", "ECB"], ["cbc", "CBC"]], mode, (value) => state.update({ mode: value })),
      cells, h("p", {}, t`It arrives encrypted in ${mode.toUpperCase()}: `,
        h("code", { "data-result": "ciphertext", "data-value": Bytes.hex(Library.encrypt(mode, KEY, IV, block)) },
          Bytes.hex(Library.encrypt(mode, KEY, IV, block)))),
      form, result);
  }

  /** 3. Other paddings, and the message that zeros make shorter: `{section, fill}`. `fill` must be called when the
   * message of section 1 has changed, and when its prediction has been made: before, the table would reveal the answer.
   * The rules, which answer both questions, follow both. */
  function othersSection(state, scheme, message) {
    const zeros = state.number("zeros", 0, 8);
    const sent = Bytes.join(Bytes.of("abc"), new Uint8Array(zeros));
    const received = SCHEMES.map((name) => removed(name, added(name, sent)).message ?? new Uint8Array());
    const options = [...new Set([3, sent.length, 16, received[3].length])].sort((left, right) => left - right);
    const result = h("div", {}), matrix = h("div", {});
    const form = Prediction.ask({
      id: `padding zeros ${zeros}`, options: options.map(bytesCount), right: [options.indexOf(received[3].length)],
      question: t`The message has ${bytesCount(sent.length)}: ${Bytes.hex(sent).replace(/../g, "$& ").trim()}. It is
        padded with zeros, sent, and the padding is removed. How long is it now?`,
      explanation: zeros ? "Zeros of the message and zeros of the padding look alike. The receiver removes them all."
        : "This message does not end in 00, so nothing is lost. Add zeros to it.",
      reveal: () => {
        result.replaceChildren(Parts.table("What comes back of this message",
          ["Padding", "Padded", "Received"], SCHEMES.map((name, index) => [
            NAMES[name], h("code", {}, runs(added(name, sent))),
            t`${bytesCount(received[index].length)}: ${Bytes.equal(received[index], sent) ? "the message"
              : "not the message"}`])));
        fill();
      },
    });
    function fill() {
      if (!Prediction.isAnswered(addedID(scheme))) {
        matrix.replaceChildren(Parts.note("After the prediction of section 1, a table here shows what happens to its "
          + "message if sender and receiver use different paddings."));
        return;
      }
      const text = message();
      const cell = (sender, receiver) => {
        const found = removed(receiver, added(sender, text));
        return found.refusal !== undefined ? "refused" : Bytes.equal(found.message, text) ? "the message"
          : t`${bytesCount(found.message.length)}, not the message`;
      };
      matrix.replaceChildren(Parts.table(t`The message of section 1, ${bytesCount(text.length)}: sent with one padding
        (rows), removed with another (columns)`, ["Sent", ...SCHEMES.map((name) => NAMES[name])],
        SCHEMES.map((sender) => [h("strong", {}, NAMES[sender]),
          ...SCHEMES.map((receiver) =>
            h("span", { "data-result": `${sender} to ${receiver}` }, cell(sender, receiver)))])),
        result.hasChildNodes() ? h("ul", { "data-result": "rules" },
          SCHEMES.map((name) => h("li", {}, h("strong", {}, t`${NAMES[name]}: `), RULES_IN_WORDS[name]))) : "");
    }
    fill();
    const section = Parts.section("3. Other paddings",
      Parts.number("Zeros at the end of the message (0 to 8)", zeros, 0, 8, (value) => state.update({ zeros: value })),
      form, result, matrix,
      h("p", {}, "Sender and receiver must agree on one padding: a message carries no note which one was used. OFB, "
        + "CTR and GCM add no padding: there the message does not go through AES. It is added to a keystream, which is "
        + "cut to the message's length. CFB adds a keystream too. SP 800-38A, appendix A, asks for whole segments "
        + "there; a shorter last one, as in this library, is common practice."));
    return { section, fill };
  }

  /** 4. Random blocks: a padding is not a check. */
  function chanceSection(scheme) {
    const result = h("div", {});
    const random = () => {
      const blocks = Bytes.blocks(Bytes.seeded(4, 16 * RANDOM_COUNT));
      return SCHEMES.map((name) => blocks.filter((block) => removed(name, block).refusal === undefined).length);
    };
    return Parts.section("4. Is padding a check?",
      h("p", {}, "A block of ciphertext that was changed decrypts to bytes that look random. How many such blocks does "
        + "the receiver accept?"),
      Prediction.ask({
        id: `padding random ${scheme}`, right: [scheme === "zero" ? 3 : 1], explanation: CHANCES[scheme],
        options: ["none", t`about ${RANDOM_COUNT / 256}`, t`about ${RANDOM_COUNT / 2}`, "all"],
        question: t`Of ${RANDOM_COUNT} random blocks, how many does a receiver accept who expects
          ${inSentence(scheme)}?`,
        reveal: () => {
          const counts = random();
          result.replaceChildren(Parts.table(t`Accepted of ${RANDOM_COUNT} random blocks, the same in each run`,
            ["Padding", "Accepted"],
            SCHEMES.map((name, index) =>
              [NAMES[name], h("span", { "data-result": `random ${name}` }, String(counts[index]))])),
          h("p", { "data-result": "by chance" }, t`By chance, the first three counts can be a little lower or higher
            than ${RANDOM_COUNT} / 256 = ${RANDOM_COUNT / 256}.`),
          Parts.note("So padding does not tell that a ciphertext was changed. And who may ask a receiver “is this "
            + "padding right?” can read a message without its key, with about 128 questions for each byte, half of the "
            + "256 values it may have. A receiver who answers this is called a padding oracle. In CBC a receiver adds "
            + "(⊕, bit by bit) the block before to what AES⁻¹ gives, which is AES backwards. An attacker sends a block "
            + "F of their own there; if the padding is 01, AES⁻¹ gave F's last byte ⊕ 01. The key is never looked for, "
            + "so a longer one does not help. What helps is a MAC (a check value made with a key) over IV and "
            + "ciphertext, or GCM's tag, that is checked before anything is decrypted. See ",
            h("a", { href: "#padding-oracle" }, "Padding oracle"), "."));
        },
      }), result);
  }
}
