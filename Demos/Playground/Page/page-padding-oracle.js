/** Padding oracle: a message read by asking whether a padding is right, and the same questions to a vault.
 * Source: S. Vaudenay, "Security Flaws Induced by CBC Padding", EUROCRYPT 2002. */
{
  const { number, counted } = Words;
  const two = (byte) => Bytes.hex([byte]);
  const MOST_QUESTIONS = 20_000;
  /** A byte in digits, and as a character if it is printable. */
  const shown = (byte) => (byte >= 32 && byte < 127 ? t`${two(byte)} (“${String.fromCharCode(byte)}”)` : two(byte));
  const isHex = (count) => (text) =>
    (Bytes.fromHex(text)?.length === count ? null : t`Give ${counted(count, "byte")}: two hexadecimal digits each.`);

  // MARK: - Messages

  const KNOWN = Language.text("The key is under the doormat.");
  /** The parts of hidden messages: one of each, chosen by the seed. */
  const PARTS = [["Meet Nora", "Call Ben", "Ask Lena", "Wait for Omar", "Look for Ida", "Follow Tom", "Trust Eva",
    "Pay Mr. Lee"], ["at noon", "at dawn", "at two", "on Friday", "in May", "before six", "after lunch", "tonight"],
  ["in the attic", "by the well", "at gate 4", "in the zoo", "on deck", "at the bank", "in Rome", "by the mill"]];
  /** Whether the message was made from the seed. Its address does not show it. */
  const isHidden = (text, seed) => text === KNOWN && seed !== 1;
  const hiddenMessage = (seed) => {
    const chosen = Bytes.seeded(seed, 35).slice(32);  // Key and IV come before.
    return `${PARTS.map((part, index) => Language.text(part[chosen[index] % part.length])).join(" ")}.`;
  };

  // MARK: - The receiver and the attack

  /** A message in transit to a receiver that has the key. `blocks` are the IV and the ciphertext. */
  function situation(text, seed) {
    const secret = Bytes.seeded(seed, 32);
    const message = Bytes.of(text), key = secret.slice(0, 16), iv = secret.slice(16);
    const blocks = [iv, ...Bytes.blocks(Library.encrypt("cbc", key, iv, message, { padding: "pkcs7" }))];
    /** All that the receiver reveals: whether the padding was right. */
    const isRight = (forged, block) => {
      try {
        Library.decrypt("cbc", key, forged, block, { padding: "pkcs7" });
        return true;
      } catch {
        return false;
      }
    };
    return { message, blocks, key, isRight };
  }

  /** The attack: a generator of questions. `found` gets each byte that is read, the last one first. */
  function* questions({ blocks, isRight }, found) {
    for (let block = blocks.length - 1; block > 0; block -= 1) {
      const decrypted = [];  // The end of D, as far as it is known.
      for (let offset = 15; offset >= 0; offset -= 1) {
        const padding = 16 - offset, falseFinds = [];
        const forged = Bytes.join(blocks[block - 1].slice(0, offset), [0], decrypted.map((byte) => byte ^ padding));
        let asked = 0, isKnown = false;
        for (let guess = 0; guess < 256 && !isKnown; guess += 1) {
          forged[offset] = guess;
          const answer = isRight(forged, blocks[block]);
          asked += 1;
          // At the last byte, "right" may mean a longer padding, such as 02 02. Changing byte 14 decides.
          const needsCheck = answer && offset === 15;
          const keep = () => {
            isKnown = true;
            decrypted.unshift(guess ^ padding);
            found.push({ block, offset, padding, guess, decrypted: guess ^ padding,
              plaintext: guess ^ padding ^ blocks[block - 1][offset], asked, falseFinds });
          };
          if (answer && !needsCheck) keep();
          yield { block, offset, padding, forged: forged.slice(), isRight: answer, isCheck: false, needsCheck };
          if (needsCheck) {
            const changed = Bytes.flip(forged, 14, 0), stays = isRight(changed, blocks[block]);
            asked += 1;
            if (stays) keep();
            else falseFinds.push(guess);
            yield { block, offset, padding, forged: changed, isRight: stays, isCheck: true, needsCheck: false };
          }
        }
      }
    }
  }

  /** The attack after some questions. It is kept, so that only the next question is asked. */
  let attack = { id: null };
  let ownQuestions = [];

  function attackAt(text, seed, count) {
    const id = `${seed} ${text}`;
    if (attack.id !== id) ownQuestions = [];
    if (attack.id !== id || attack.asked > count) {
      const found = [], given = situation(text, seed);
      attack = { id, ...given, found, asked: 0, last: null, recent: [], isDone: false, run: questions(given, found) };
    }
    while (attack.asked < count && !attack.isDone) ask();
    return attack;
  }

  /** One more question. */
  function ask() {
    const next = attack.run.next();
    if (!next.done) {
      attack.asked += 1;
      attack.last = next.value;
      attack.recent = [...attack.recent.slice(-7), { ...next.value, number: attack.asked }];
    }
    attack.isDone = attack.found.length === 16 * (attack.blocks.length - 1);
  }

  // MARK: - Drawing

  const blockName = (index) => (index === 0 ? "IV" : `C${index}`);

  /** Cells of a block in which bytes may be unknown (`null`). */
  const row = (label, bytes, mark = () => "", text = false) =>
    h("div", { class: "bytes" }, h("span", { class: "label" }, label),
      h("div", { class: "cells", role: "group", "aria-label": label }, Array.from(bytes, (byte, index) => {
        const shown = byte === null ? "??" : two(byte), kind = byte === null ? "unknown" : mark(index);
        return h("span", { class: `cell ${kind}`, role: "img",
          "aria-label": t`byte ${index}: ${byte === null ? "unknown" : kind ? t`${shown}, ${kind}` : shown}` },
          h("span", { class: "hex" }, shown),
          text && h("span", { class: "text", "aria-hidden": "true" }, byte === null ? "" : Bytes.printable([byte])));
      })));

  /** The meaning of the last answer. */
  function meaning(last, found) {
    const { offset, padding, forged } = last, F = two(forged[offset]);
    const read = found.at(-1);
    const sums = () => t`So byte ${offset} of D is ${two(read.guess)} ⊕ ${two(padding)} = ${two(read.decrypted)}, and
      the message's is ${two(read.decrypted)} ⊕ ${two(read.decrypted ^ read.plaintext)} = ${shown(read.plaintext)}.`;
    if (last.isCheck) {
      return last.isRight ? t`Byte 14 was changed, and the padding is still right. So it is 01 alone. ${sums()}`
        : "Byte 14 was changed, and the padding is no longer right. So the receiver had seen a longer padding than 01, "
          + "such as 02 02 or that of the message itself. This was a false find: go on.";
    }
    if (last.needsCheck) {
      return t`Right! With F ending in ${F} the receiver sees a padding. Is it 01, or a longer one such as 02 02? The
        next question changes byte 14: 01 stays right, and a longer padding breaks.`;
    }
    if (last.isRight) return t`Right! The receiver sees ${padding} × ${two(padding)}. ${sums()}`;
    return t`Wrong: with ${F} in byte ${offset} the receiver sees no padding. Try the next value.`;
  }

  // MARK: - The page

  Playground.page({
    id: "padding-oracle", group: "Attacks", title: "Padding oracle",
    summary: "A padding oracle is a receiver that tells whether a padding is right: enough to read a message without "
      + "its key.",
    first: ["[data-focus='One question']", "[data-result='oracle answer']"],
    defaults: { text: KNOWN, seed: "1", asked: "0", hand: "", target: "4", place: "15",
      ways: "8" },
    render(root, state) {
      const seed = state.number("seed", 0, 999_999_999), hides = isHidden(state.get("text"), seed);
      const text = hides ? hiddenMessage(seed) : state.text("text", 63);
      const now = attackAt(text, seed, state.number("asked", 0, MOST_QUESTIONS));
      const { blocks } = now, count = blocks.length - 1;
      const restart = { asked: 0, hand: "", target: "4" };
      const field = Parts.input("Secret message (up to 63 bytes)", text,
        (value) => state.update({ text: value, ...restart }), { most: 63 });
      const travels = Parts.section("2. What travels",
        h("p", {}, "The message is encrypted in CBC with PKCS#7 padding. Everyone on the way sees the IV and the "
          + "blocks, and nobody there has the key."),
        hides ? h("details", { "data-result": "hidden" }, h("summary", {}, "Show the message, or take another"), field)
          : field,
        Parts.number("Seed of key and IV; but for 1, of a hidden message too", seed, 0, 999_999_999,
          (value) => state.update({ seed: value, ...restart })),
        blocks.map((block, index) => Parts.bytes(block, { label: blockName(index) })),
        h("p", {}, "The receiver decrypts whatever comes, and answers everyone. So the attacker sends forged blocks:"),
        Parts.formula("D = AES⁻¹(K, Cᵢ)             the same, whatever is sent before Cᵢ",
          "message block i = D ⊕ Cᵢ₋₁", "the receiver sees D ⊕ F       if F is sent in place of Cᵢ₋₁"));

      const steps = h("div", {});
      const show = () => steps.replaceChildren(...attackParts(state, now, count, hides).filter((part) => part));
      root.append(Parts.section("1. The attack",
        now.asked === 0 || Prediction.isAnswered("oracle byte")
        ? Prediction.ask({
          id: "oracle byte", options: ["about 2", "about 8", "about 128", "2¹²⁷, as many as half of the keys"],
          right: [2], reveal: show,
          question: "How many questions does the attacker need for one byte, on average?",
          explanation: "A byte has 256 values. They are tried one after the other, and the right one comes half way on "
            + "average. The key does not matter, and a longer one would not help.",
        }) : null, steps));
      if (!steps.childNodes.length && now.asked > 0) show();
      root.append(travels, handSection(state, now, count), vaultSection(state, now.message),
        Parts.section("In Swift", Parts.swift(
          ...["let isRight = (try? AES.CBC.decrypt(block, using: key, iv: forged)) != nil  // never tell anyone",
            "let content = try Vault.open(vault, password: password)  // an HMAC is checked before anything "
              + "is decrypted"].map(Language.text))));
    },
  });

  /** A button that becomes disabled loses the focus. */
  const focusOn = (name) =>
    (document.querySelector(`[data-focus="${name}"]`) ?? document.querySelector(".prediction input")).focus();

  /** `isSecret` says that the message is to be found: it is read block by block. */
  function attackParts(state, now, count, isSecret) {
    const { blocks, found, last } = now;
    const block = last?.block ?? count, offset = last?.offset ?? 15;
    const ofBlock = found.filter((byte) => byte.block === block), known = (name) => {
      const bytes = Array(16).fill(null);
      for (const byte of ofBlock) bytes[byte.offset] = byte[name];
      return bytes;
    };
    const decrypted = known("decrypted"), forged = last?.forged ?? Bytes.join(blocks[block - 1].slice(0, 15), [0]);
    const advance = (until) => {
      const before = found.length;
      do ask(); while (!now.isDone && !until(before));
      state.update({ asked: now.asked });
      if (now.isDone) focusOn("From the start");
      announce(t`${counted(now.asked, "question")}. ${now.last.isRight ? "Padding right" : "Padding wrong"}.
        ${counted(found.length, "byte")} known.`);
    };
    const off = { disabled: now.isDone };
    const blockWaits = found.length > 0 && found.length < 16 && !Prediction.isAnswered("oracle block");
    const onwards = () => [
      Parts.button("The rest of the block", () => advance((before) => found.length > before && found.length % 16 === 0),
        off),
      !isSecret && Parts.button("All", () => advance(() => false), off),
      Motion.buttons("Questions", { left: now.isDone ? 0 : Infinity, advance(steps) {
        const last = now.asked + steps;
        advance(() => now.asked >= last);
      } }),
    ];
    const buttons = h("div", { class: "buttons" },
      Parts.button("One question", () => advance(() => true), off),
      Parts.button("To the next byte", () => advance((before) => found.length > before), off),
      !blockWaits && onwards(),
      Parts.button("From the start", () => {
        state.update({ asked: 0 });
        focusOn("One question");
      }, { disabled: now.asked === 0 }));
    const read = found.map((byte) => byte.plaintext).reverse();
    const unread = 16 * count - read.length;
    const ofByte = now.asked - found.reduce((sum, byte) => sum + byte.asked, 0);
    const isFalse = found.some((byte) => byte.falseFinds.length) || last?.needsCheck || last?.isCheck;
    const mark = (index) => (index === offset ? "marked" : "");
    return [
      buttons,
      blockWaits && Prediction.ask({
        id: "oracle block", options: ["about 128, all bytes at once", "about 16 × 128 = 2,048", "about 128¹⁶", "2¹²⁷"],
        right: [1],
        question: t`The first byte took ${counted(found[0].asked, "question")}. How many does a block of 16 bytes
          take, on average?`,
        explanation: "Each byte is found by itself, one after the other. The numbers add up, they do not multiply.",
        reveal: () => buttons.lastChild.before(...onwards().flat().filter(Boolean)),
      }),
      row(last ? t`F, the forged block: question ${number(now.asked)}`
        : "F, the forged block, before the first question", forged, mark),
      h("p", { role: "status", "data-result": "oracle answer" }, !last ? "The receiver was asked nothing yet."
        : [h("strong", {}, last.isRight ? "The receiver: padding right. " : "The receiver: padding wrong. "),
          meaning(last, found)]),
      row(t`D of ${blockName(block)}, as far as known`, decrypted, () => "known"),
      row("D ⊕ F, what the receiver sees, as far as known",
        decrypted.map((byte, index) => (byte === null ? null : byte ^ forged[index])), mark),
      row(t`${blockName(block - 1)} as it was sent`, blocks[block - 1]),
      row(t`Message block ${block} = D ⊕ ${blockName(block - 1)}`, known("plaintext"), () => "known", true),
      h("p", {}, t`The attacker reads ${blockName(count)} first, from its last byte. F is sent before
        ${blockName(block)} in place of ${blockName(block - 1)}. A byte of F is tried with all values until the
        receiver sees the padding 01, then the byte before it until it sees 02 02, and so on. The cell with a dashed
        border is the byte in question.`),
      isFalse && Parts.note("A false find can occur only at the last byte of a block, and at most once there: two "
        + "different paddings longer than 01 would need two different values in byte 14. In the last block, the value "
        + "as it was sent is one if the padding of the message is longer than 01."),
      h("p", {}, "The message so far: ",
        h("strong", { class: "mono", "data-result": "oracle message", "data-value": Bytes.hex(read) },
          `${"░".repeat(unread)}${Bytes.printable(read)}`),
        now.isDone && t` All ${16 * count} bytes are read. The padding has ${counted(read.at(-1), "byte")}.`),
      Parts.table("Questions", ["What", "Asked", "Expected"], [
        ...(now.isDone ? []
          : [["For the next byte, so far", number(ofByte),
            "about 128; at most 256, or 258 for the last byte of a block"]]),
        [t`For the ${counted(found.length, "byte")} read`, number(now.asked - ofByte),
          t`about ${number(128 * found.length)}`],
        ["In all", h("span", { "data-result": "oracle questions" }, number(now.asked)),
          t`about ${number(128 * 16 * count)} for all ${16 * count} bytes`]]),
      now.recent.length > 0 && Parts.table("The last questions", ["Question", "F", "Answer"],
        now.recent.map((question) => [number(question.number), h("code", {}, Bytes.hex(question.forged)),
          t`${question.isRight ? "right" : "wrong"}${question.isCheck ? " (with byte 14 changed)" : ""}`])),
      now.isDone && Parts.agreement(Bytes.equal(Uint8Array.from(read), Bytes.pad(now.message)),
        "What was read is the message with its padding. Each answer came from AES.CBC.decrypt of the library, and the "
        + "attacker used nothing else."),
    ];
  }

  // MARK: - By hand

  function handSection(state, now, count) {
    const { blocks } = now, target = state.number("target", 1, count), place = state.number("place", 0, 15);
    const typed = Bytes.fromHex(state.fitting("hand", Bytes.fromHex(state.get("hand"))?.length === 16));
    const forged = typed.length === 16 ? typed : blocks[target - 1];
    const set = (bytes) => state.update({ hand: Bytes.hex(bytes) });
    const changed = (value) => forged.map((byte, index) => (index === place ? value & 255 : byte));
    const put = (bytes) => {
      const isRight = now.isRight(bytes, blocks[target]);
      ownQuestions = [...ownQuestions, { number: ownQuestions.length + 1, target, forged: bytes, isRight }];
      set(bytes);
      announce(isRight ? "Padding right" : "Padding wrong");
    };
    const latest = ownQuestions.at(-1);
    const padding = 16 - place, value = forged[place] ^ padding;
    const isAnswered = latest && latest.target === target && Bytes.equal(latest.forged, forged);
    const isOriginal = Bytes.equal(forged, blocks[target - 1]);
    return Parts.section("3. By hand",
      h("p", {}, "Choose a block, change F yourself, and ask. Flip bits of a byte, or give one byte a value and "
        + "count it up."),
      Parts.choice("Read block", Array.from({ length: count }, (_, index) => [String(index + 1), blockName(index + 1)]),
        String(target), (value) => state.update({ target: value, hand: "" })),
      Parts.bytes(forged, { label: t`F, sent in place of ${blockName(target - 1)}`, focus: "hand",
        marks: (index) => (forged[index] !== blocks[target - 1][index] ? "changed" : ""),
        flip: (index, bit) => set(Bytes.flip(forged, index, bit)) }),
      h("div", { class: "columns" },
        Parts.number("Byte (0 to 15)", place, 0, 15, (text) => state.update({ place: text })),
        Parts.input("Its value in F (hexadecimal)", two(forged[place]), (text) => set(changed(parseInt(text, 16))),
          { class: "hex", check: isHex(1) })),
      h("div", { class: "buttons" },
        Parts.button("Ask", () => put(forged)),
        Parts.button("Add 1 and ask", () => put(changed(forged[place] + 1))),
        Parts.button(t`F as ${blockName(target - 1)}`, () => state.update({ hand: "" }))),
      isAnswered && h("p", { role: "status" },
        h("strong", { "data-result": "own answer" }, latest.isRight ? "Padding right. " : "Padding wrong. "),
        !latest.isRight ? "" : isOriginal && target === count
          ? "F is the block as it was sent, so the receiver sees the padding of the message."
          : t`If the receiver saw ${padding} × ${two(padding)}, byte ${place} of D is ${two(forged[place])} ⊕
            ${two(padding)} = ${two(value)}, and the message's is ${two(value)} ⊕ ${two(blocks[target - 1][place])} =
            ${shown(value ^ blocks[target - 1][place])}. It may have seen another padding: change the byte before it,
            and ask again.`),
      ownQuestions.length > 0 && Parts.table(t`Your own questions: ${ownQuestions.length}`,
        ["Question", "Block", "F", "Answer"],
        ownQuestions.slice(-8).map((question) => [String(question.number), blockName(question.target),
          h("code", {}, Bytes.hex(question.forged)), question.isRight ? "right" : "wrong"])));
  }

  // MARK: - The vault

  const HEADERS = 2 * VaultFields.HEADER, PASSWORD = Bytes.of("a password"), NO_CONTEXT = new Uint8Array();

  /** The questions to the vault of a message. They go on when the page is drawn again. */
  let trial = { id: null };

  /** `ways` is the number of changes of each byte: 8, its bits one by one, or 255, all other values. */
  function trialOf(message, ways) {
    const id = `${ways} ${Bytes.hex(message)}`;
    if (trial.id !== id) {
      const vault = Library.sealVault(message, PASSWORD, NO_CONTEXT, 1);
      trial = { id, ways, vault, changed: vault.slice(), asked: 0, total: ways * (vault.length - HEADERS),
        answers: new Map(), isStopped: false };
    }
    return trial;
  }

  /** Changes one byte of the chunk, and opens the vault. */
  function askVault(now) {
    const place = HEADERS + Math.floor(now.asked / now.ways), way = now.asked % now.ways;
    now.changed[place] = now.vault[place] ^ (now.ways === 8 ? 1 << way : way + 1);
    let answer = "opened";
    try {
      Library.openVault(now.changed, PASSWORD, NO_CONTEXT);
    } catch (error) {
      answer = t`“${error.message}”`;
    }
    now.changed[place] = now.vault[place];
    now.answers.set(answer, (now.answers.get(answer) ?? 0) + 1);
    now.asked += 1;
  }

  function vaultSection(state, message) {
    const ways = state.choice("ways", ["8", "255"]);
    const now = trialOf(message, Number(ways)), { vault, total } = now;
    const result = h("div", {}), progress = h("div", {});
    const stop = Parts.button("Stop", () => { now.isStopped = true; });
    const buttons = h("div", { class: "buttons" }, stop,
      Parts.button("Ask again from the first", () => {
        Object.assign(now, { asked: 0, isStopped: false, answers: new Map() });
        work();
      }));
    const draw = () => {
      const isDone = now.asked === total;
      stop.hidden = isDone;
      progress.replaceChildren(
        h("p", {}, h("progress", { max: total, value: now.asked, "aria-label": "Questions asked" }),
          t` ${number(now.asked)} of ${number(total)} questions`),
        Parts.table("The answers", ["Answer", "How often"], [...now.answers]
          .map(([answer, count]) => [h("span", { "data-result": isDone && "vault answer" }, answer), number(count)])));
      if (!isDone) return;
      progress.append(now.answers.size === 1 && !now.answers.has("opened")
        ? Parts.note("Every answer is the same error, so the attacker learns nothing from it. A vault keeps an HMAC "
          + "over the ciphertext, which is a check value made with a key. A reader checks it before it decrypts "
          + "anything (FORMAT.md, section 5, step 6). "
          + "There is no padding either: the content is encrypted in CTR (section 4).")
        : Parts.note("Not all answers are the same."));
    };
    const work = () => {
      const end = performance.now() + 30;
      while (now.asked < total && !now.isStopped && performance.now() < end) askVault(now);
      draw();
      if (now.asked === total) announce(now.answers.size === 1 ? "Done. 1 different answer."
        : t`Done. ${number(now.answers.size)} different answers.`);
      else if (!now.isStopped) setTimeout(() => progress.isConnected && work(), 0);
    };
    const run = () => {
      result.replaceChildren(progress, buttons);
      draw();
      if (now.asked < total && !now.isStopped) setTimeout(() => progress.isConnected && work(), 0);
    };
    return Parts.section("4. The same questions to a vault",
      h("p", {}, t`The message is now sealed in a vault of ${counted(vault.length, "byte")}, with one round of PBKDF2,
        since nobody guesses the password here. The vault has new random keys each time. Its header takes
        ${number(HEADERS)} bytes. Its only chunk takes ${vault.length - HEADERS}: ciphertext and HMAC. The attacker
        changes one byte of the chunk at a time, each byte in ${ways} ways, and hears every word of the receiver's
        error.`),
      Parts.choice("Changes", [["8", "Each bit of each byte"], ["255", "Each byte to its 255 other values"]], ways,
        (value) => state.update({ ways: value })),
      Prediction.ask({
        id: "oracle vault", options: ["One", "Two: padding right and padding wrong",
          "One for each byte that was changed", t`${number(total)}, one for each question`], right: [0], reveal: run,
        question: t`How many different answers will there be to ${number(total)} questions?`,
        explanation: "The HMAC does not fit, whichever byte was changed. So the answer does not depend on what the "
          + "content would decrypt to.",
      }), result);
  }
}
