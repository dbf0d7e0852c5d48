/** Modes: what a changed bit does, encrypting and decrypting. */
{
  const MODES = ["ecb", "cbc", "cfb", "ofb", "ctr", "gcm"];
  const isStream = (mode) => mode !== "ecb" && mode !== "cbc";

  const FORMULAS = {
    ecb: { encrypt: ["Cᵢ = AES(K, Pᵢ)"], decrypt: ["Pᵢ = AES⁻¹(K, Cᵢ)"] },
    cbc: { encrypt: ["C₀ = IV", "Cᵢ = AES(K, Pᵢ ⊕ Cᵢ₋₁)"], decrypt: ["C₀ = IV", "Pᵢ = AES⁻¹(K, Cᵢ) ⊕ Cᵢ₋₁"] },
    cfb: { encrypt: ["C₀ = IV", "Cᵢ = Pᵢ ⊕ AES(K, Cᵢ₋₁)"], decrypt: ["C₀ = IV", "Pᵢ = Cᵢ ⊕ AES(K, Cᵢ₋₁)"] },
    ofb: { encrypt: ["O₀ = IV", "Oᵢ = AES(K, Oᵢ₋₁)", "Cᵢ = Pᵢ ⊕ Oᵢ"],
      decrypt: ["O₀ = IV", "Oᵢ = AES(K, Oᵢ₋₁)", "Pᵢ = Cᵢ ⊕ Oᵢ"] },
    ctr: { encrypt: ["Oᵢ = AES(K, nonce + i − 1)", "Cᵢ = Pᵢ ⊕ Oᵢ"],
      decrypt: ["Oᵢ = AES(K, nonce + i − 1)", "Pᵢ = Cᵢ ⊕ Oᵢ"] },
    gcm: {
      encrypt: ["H = AES(K, 0)      J = nonce ‖ 1", "Cᵢ = Pᵢ ⊕ AES(K, J + i)", "T = GHASH(H, C ‖ lengths) ⊕ AES(K, J)"],
      decrypt: ["H = AES(K, 0)      J = nonce ‖ 1", "T = GHASH(H, C ‖ lengths) ⊕ AES(K, J): is it equal?",
        "only then: Pᵢ = Cᵢ ⊕ AES(K, J + i)"],
    },
  };
  const SWIFT = {
    ecb: ["AES.ECB.encrypt(plaintext, using: key, padding: .none)",
      "AES.ECB.decrypt(ciphertext, using: key, padding: .none)"],
    cbc: ["AES.CBC.encrypt(plaintext, using: key, iv: iv, padding: .none)",
      "AES.CBC.decrypt(ciphertext, using: key, iv: iv, padding: .none)"],
    cfb: ["AES.CFB.encrypt(plaintext, using: key, iv: iv)", "AES.CFB.decrypt(ciphertext, using: key, iv: iv)"],
    ofb: ["AES.OFB.encrypt(plaintext, using: key, iv: iv)", "AES.OFB.decrypt(ciphertext, using: key, iv: iv)"],
    ctr: ["AES.CTR.encrypt(plaintext, using: key, nonce: nonce)",
      "AES.CTR.decrypt(ciphertext, using: key, nonce: nonce)"],
    gcm: ["AES.GCM.seal(plaintext, using: key, nonce: nonce)", "AES.GCM.open(sealedBox, using: key)"],
  };

  /** What the mode does in each direction, and what must hold for its IV. */
  const NEIGHBOUR = "Decryption needs only a ciphertext block and the one before it.";
  const ABOUT = {
    ecb: {
      encrypt: "Electronic codebook: each block is encrypted by itself.",
      decrypt: "Electronic codebook: each block is decrypted by itself, with AES⁻¹, which is AES backwards.",
    },
    cbc: {
      encrypt: "Cipher block chaining: each block is added to the ciphertext block before it, and then encrypted. The "
        + "first has none before it and is added to the IV (initialization vector).",
      decrypt: t`Cipher block chaining: each ciphertext block goes through AES⁻¹, which is AES backwards, and the
        ciphertext block before it is added to what comes out. The first has none before it, so the IV (initialization
        vector) is added. ${NEIGHBOUR}`,
      iv: "The IV is sent in the open, before the ciphertext. It must be new for each message, and nobody may be able "
        + "to predict it; 00 01 … 0f is only an example.",
    },
    cfb: {
      encrypt: "Cipher feedback: AES of the ciphertext block before makes the keystream of a block. The first has none "
        + "before it, so AES takes the IV (initialization vector).",
      decrypt: t`Cipher feedback: AES of the ciphertext block before makes the keystream of a block, the same as in
        encryption. The first has none before it, so AES takes the IV (initialization vector). ${NEIGHBOUR}`,
      iv: "The IV is sent in the open. It must be new for each message, and nobody may be able to predict it.",
    },
    ofb: {
      encrypt: "Output feedback: AES of the IV (initialization vector), and then of its own output, makes the "
        + "keystream.",
      decrypt: "Output feedback: AES of the IV (initialization vector), and then of its own output, makes the same "
        + "keystream as in encryption. No ciphertext goes through AES.",
      iv: "The IV is sent in the open, and must never be used twice under one key: the same keystream twice gives "
        + "C ⊕ C′ = P ⊕ P′, the sum of the two messages.",
    },
    ctr: {
      encrypt: "Counter mode: AES of a counter makes the keystream. The counter begins with the nonce, a number used "
        + "once, and is one more for each block.",
      decrypt: "Counter mode: AES of a counter makes the same keystream as in encryption. The counter begins with the "
        + "nonce, a number used once, and is one more for each block. No ciphertext goes through AES.",
      iv: "The nonce may be public, but no counter block may be used twice under one key: the same keystream twice "
        + "gives C ⊕ C′ = P ⊕ P′, the sum of the two messages.",
    },
    gcm: {
      encrypt: "Galois/counter mode: AES of a counter makes the keystream, as in counter mode, and a tag of 16 bytes "
        + "covers the ciphertext. It is computed with GHASH, which adds one block after the other to a sum, and "
        + "multiplies the sum by a key H each time.",
      decrypt: "Galois/counter mode: first the tag of the ciphertext is computed with GHASH, which adds one block "
        + "after the other to a sum, and multiplies the sum by a key H each time. Only if the tag that came is the "
        + "same, the ciphertext is decrypted as in counter mode: AES of a counter makes the keystream.",
      iv: "The nonce, a number used once, may be public, and must never be used twice under one key. The counter 1 is "
        + "for the tag, so the first block of the message has 2.",
    },
  };
  const KEYSTREAM = {
    encrypt: "The keystream is bytes that look random. They are added to the message.",
    decrypt: "The keystream is bytes that look random. They are added to the ciphertext, so what encryption added "
      + "falls away.",
  };

  /** Why the blocks change that change. `block` is the number of the changed one, from 1, of `count`. */
  function explanation(mode, decrypts, target, block, count) {
    if (target === "key") {
      return mode === "gcm" && decrypts
        ? "Another key gives another tag. GCM compares it first, and releases nothing."
        : "Each output of AES depends on each bit of the key: every block is different.";
    }
    if (target === "tag") {
      return "The nonce and the ciphertext are as they were, but the tag that came is not theirs. So GCM releases "
        + "nothing.";
    }
    if (mode === "gcm" && decrypts) {
      return "The tag covers the nonce and every bit of the ciphertext, in its order. It does not fit, so GCM releases "
        + "nothing: no block can be damaged unseen.";
    }
    if (!decrypts && target === "drop" && block === count) {
      return mode === "gcm" ? "No block depends on a later one. The tag depends on all, so it changes."
        : "No block depends on a later one.";
    }
    if (!decrypts && (target === "swap" || target === "drop")) {
      const position = "The keystream goes on by position. A block that moved meets another part of it, so its "
        + "ciphertext is new.";
      const chain = "The first block that moved comes after another one than before, and each ciphertext block goes "
        + "into the next: all from there on are new.";
      return { ecb: "Each block is encrypted by itself, so the blocks of the ciphertext move as those of the message.",
        cbc: chain, cfb: chain, ofb: position, ctr: position, gcm: t`${position} The tag changes too.` }[mode];
    }
    if (!decrypts) {
      if (target === "iv") {
        return { cbc: "The IV is added to the first block, and each ciphertext block is added to the next: all blocks "
          + "change. So the same message never looks the same.",
          cfb: "The IV goes through AES, and each ciphertext block goes into the next AES: all blocks change.",
          ofb: "The keystream is AES of AES of … the IV: all of it changes.",
          ctr: "Every counter block changes, and with it the whole keystream. A counter that another block had before "
            + "gives that block's keystream again.",
          gcm: "Every counter block changes, and with it the keystream, the ciphertext and the tag." }[mode];
      }
      return { ecb: "Each block is encrypted by itself. Equal blocks of a message give equal blocks of ciphertext, and "
        + "everyone sees it.",
        cbc: "The changed ciphertext block is added to the next block before AES, and so on to the end. The blocks "
          + "before it stay.",
        cfb: "In its own block the bit flips the same bit of the ciphertext. That block goes through AES for the next "
          + "one, so all blocks after it change wholly.",
        ofb: "The keystream does not depend on the message: only the same bit changes.",
        ctr: "The keystream does not depend on the message: only the same bit changes.",
        gcm: "In the ciphertext only the same bit changes, as in CTR. The tag covers the ciphertext, so it "
          + "changes too." }[mode];
    }
    if (target === "iv") {
      return { cbc: "The IV is added to the first block after AES, so in the first plaintext block exactly the same "
        + "bit flips. Nothing else depends on the IV.",
        cfb: "The IV goes through AES for the first block only: that block is garbage. The next ones are computed from "
          + "the ciphertext.",
        ofb: "The whole keystream changes: every block is garbage.",
        ctr: "The whole keystream changes: every block is garbage." }[mode];
    }
    if (target === "drop" && block === count) {
      return "The last block is gone. The others come out whole, and nothing shows that one is missing.";
    }
    if (target === "swap" || target === "drop") {
      return { ecb: "Blocks are independent: they come out whole, in the new order. ECB does not notice that blocks "
        + "were moved, dropped or repeated.",
        cbc: "A block comes out right if the ciphertext block before it is the one it was encrypted after. Every block "
          + "with a new neighbour in front is garbage, and after that CBC has recovered.",
        cfb: "A block comes out right if the ciphertext block before it is the one it was encrypted after. Every block "
          + "with a new neighbour in front is garbage, and after that CFB has recovered.",
        ofb: "The keystream goes on by position. A block that moved meets another part of the keystream: garbage.",
        ctr: "The counter goes on by position. A block that moved meets another part of the keystream: garbage.",
      }[mode];
    }
    const last = "It is the last one, so no other block depends on it.";
    return { ecb: "AES turns one flipped bit into a whole block of garbage. The other blocks are not concerned.",
      cbc: t`Block ${block} is garbage, because it goes through AES. ${block === count ? last
        : t`Block ${block + 1} is added to the changed ciphertext: there exactly the same bit flips. An attacker who
          knows the text chooses what block ${block + 1} says.`}`,
      cfb: t`In block ${block} exactly the same bit flips. ${block === count ? last
        : t`Block ${block + 1} is garbage, because the changed ciphertext goes through AES for it. Then CFB has
          recovered.`}`,
      ofb: "Exactly the same bit of the plaintext flips, and nothing tells the receiver.",
      ctr: "Exactly the same bit of the plaintext flips, and nothing tells the receiver." }[mode];
  }

  /** The wires of each block: what goes in, through AES, and out. Computed with AES on single blocks and addition. */
  function wires(mode, decrypts, key, iv, data) {
    const none = new Uint8Array(16);
    const aes = (block) => Library.encrypt("ecb", key, none, block);
    const inverse = (block) => Library.decrypt("ecb", key, none, block);
    let register = mode === "gcm" ? Bytes.increment(Bytes.join(iv, Uint8Array.of(0, 0, 0, 1)), 4) : iv;
    return Bytes.blocks(data).map((block) => {
      let wire;
      if (isStream(mode)) {
        const output = aes(register);
        wire = { register, output, from: block, to: Bytes.xor(block, output) };
      } else if (decrypts) {
        const output = inverse(block);
        wire = { from: block, output, register, to: mode === "cbc" ? Bytes.xor(output, register) : output };
      } else {
        const input = mode === "cbc" ? Bytes.xor(block, register) : block;
        wire = { from: block, register, input, to: aes(input) };
      }
      const ciphertext = decrypts ? wire.from : wire.to;
      register = mode === "ofb" ? wire.output : mode === "ctr" ? Bytes.increment(register)
        : mode === "gcm" ? Bytes.increment(register, 4) : Bytes.join(ciphertext, none).slice(0, 16);
      return wire;
    });
  }

  /** The wires of GCM's tag, without associated data: GHASH of the ciphertext and its length, and the mask. */
  function tagWires(key, nonce, ciphertext) {
    const none = new Uint8Array(16), aes = (block) => Library.encrypt("ecb", key, none, block);
    const factor = aes(none), mask = aes(Bytes.join(nonce, Uint8Array.of(0, 0, 0, 1)));
    const lengths = none.slice();
    new DataView(lengths.buffer).setUint32(12, 8 * ciphertext.length);
    const hash = [...Bytes.blocks(ciphertext), lengths].reduce((sum, block) =>
      Library.ghashProduct(Bytes.xor(sum, Bytes.join(block, none).slice(0, 16)), factor), none);
    return { factor, lengths, hash, mask, tag: Bytes.xor(hash, mask) };
  }

  // MARK: - The diagram

  const WIDTH = 248, CELL = 24;  // Four blocks fit beside the menu on a screen of 1280.

  /** Two lines of eight bytes; those that differ from `before` are highlighted. `null` stands for bytes that are not
   * shown. */
  function byteText(x, y, bytes, before, label, properties = {}) {
    const shown = Array.from(bytes ?? new Uint8Array(16), (byte) => (bytes ? Bytes.hex([byte]) : "··"));
    return svg("g", { role: "img", "aria-label": t`${label}: ${bytes ? shown.join("") : "not shown"}`, ...properties },
      svg("text", { x, y, class: "wire-label" }, label),
      [0, 1].map((row) => svg("text", { x, y: y + 15 + 15 * row, class: "wire" },
        shown.slice(8 * row, 8 * row + 8).map((digits, place) => [svg("tspan", {
          class: bytes && before && before[8 * row + place] !== bytes[8 * row + place] ? "changed" : "" }, digits),
        " "]))));
  }

  /** The name of bytes whose cells lie over the drawing. */
  const inputName = (x, y, label) => svg("text", { x, y, class: "wire-label" }, label);
  /** Where byte `index` of the cells below such a name stands. */
  const cellAt = (x, y, index) => [x + 4 + CELL * (index & 7), y + 5 + CELL * (index >> 3)];
  const inputAt = (mode) => (index) =>
    cellAt((index >> 4) * WIDTH + (isStream(mode) ? 34 : 0), isStream(mode) ? 180 : 14, index & 15);
  const nameOf = (letter, index, bytes) =>
    `${letter}${index + 1}${letter === "P" && bytes ? `  ${Bytes.printable(bytes)}` : ""}`;

  const { line, arrow, sum } = Wires;
  const cipher = (x, y, text) => [svg("rect", { x: x - 60, y, width: 120, height: 30, rx: 5, class: "node" }),
    svg("text", { x, y: y + 20, "text-anchor": "middle", class: "node-label" }, text)];

  /** ECB and CBC: the text goes through AES. */
  function drawBlockMode(mode, decrypts, wire, before, index, last, ivName) {
    const left = index * WIDTH, middle = left + 60;
    const [inName, outName] = decrypts ? ["C", "P"] : ["P", "C"];
    const parts = [inputName(left, 14, nameOf(inName, index, wire.from))];
    const output = () => byteText(left, 208, wire.to, before?.to, nameOf(outName, index, wire.to),
      { "data-result": `block ${index + 1}` });
    const chained = mode === "cbc";
    if (!decrypts) {
      parts.push(arrow([middle, 67], [middle, chained ? 76 : 136]));
      if (chained) {
        parts.push(sum(middle, 88), arrow([middle, 98], [middle, 136]),
          arrow([left - 10 + (index ? 0 : 10), 88], [middle - 12, 88]));
        if (!index) parts.push(svg("text", { x: left, y: 82, class: "wire-label" }, ivName));
        parts.push(byteText(left + 76, 92, wire.input, before?.input, "into AES"));
      }
      parts.push(cipher(middle, 138, "AES, K"), arrow([middle, 168], [middle, 194]),
        output());
      if (chained && !last) parts.push(line([left + 178, 220], [left + WIDTH - 10, 220], [left + WIDTH - 10, 88]));
      return parts;
    }
    parts.push(arrow([middle, 67], [middle, 76]), cipher(middle, 78, "AES⁻¹, K"),
      byteText(left + 76, 122, wire.output, before?.output, "out of AES⁻¹"));
    parts.push(arrow([middle, 108], [middle, chained ? 164 : 194]));
    if (chained) {
      parts.push(sum(middle, 176), arrow([middle, 186], [middle, 194]),
        arrow([left - 10 + (index ? 0 : 10), 176], [middle - 12, 176]));
      if (!index) parts.push(svg("text", { x: left, y: 170, class: "wire-label" }, ivName));
      if (!last) parts.push(line([left + 198, 43], [left + WIDTH - 10, 43], [left + WIDTH - 10, 176]));
    }
    parts.push(output());
    return parts;
  }

  /** CFB, OFB, CTR and GCM: AES makes a keystream, and the text is added to it. */
  function drawStreamMode(mode, decrypts, wire, before, index, last, ivName) {
    const left = index * WIDTH, middle = left + 60, added = left + 18;
    const [inName, outName] = decrypts ? ["C", "P"] : ["P", "C"];
    const counts = mode === "ctr" || mode === "gcm";
    const name = counts ? t`counter ${index + (mode === "gcm" ? 2 : 1)}` : index === 0 ? ivName : mode === "ofb"
      ? `O${index}` : `C${index}`;
    const parts = [index === 0 && mode !== "gcm" ? inputName(left, 14, name)
      : byteText(left, 14, wire.register, before?.register, name),
      arrow([middle, index === 0 && mode !== "gcm" ? 67 : 52], [middle, 76]),
      cipher(middle, 78, "AES, K"),
      byteText(left, 126, wire.output, before?.output, mode === "ofb" ? t`O${index + 1}, keystream` : "keystream"),
      arrow([added, 160], [added, 234]), sum(added, 246),
      inputName(left + 34, 180, nameOf(inName, index, wire.from)),
      arrow([left + 100, 233], [left + 100, 246], [added + 12, 246]), arrow([added, 256], [added, 274]),
      byteText(left, 288, wire.to, before?.to, nameOf(outName, index, wire.to),
        { "data-result": `block ${index + 1}` })];
    if (!last && mode === "ofb") parts.push(arrow([left + 178, 144], [left + WIDTH - 12, 144], [left + WIDTH - 12, 26],
      [left + WIDTH - 4, 26]));
    if (!last && mode === "cfb") {
      const y = decrypts ? 209 : 306, x = left + (decrypts ? 230 : 178);
      parts.push(arrow([x, y], [left + WIDTH - 12, y], [left + WIDTH - 12, 26], [left + WIDTH - 4, 26]));
    }
    return parts;
  }

  const TAG_WIDTH = 694;

  /** GCM's tag, below the `count` blocks. Each ciphertext block goes to GHASH through a wire between the two. */
  function drawTag(decrypts, wire, before, count) {
    const wires = 324, top = 338, middle = top + 59;
    const [x, y] = decrypts ? [230, 209] : [160, 306];
    const down = (index) => index * WIDTH + 236;
    return [
      Array.from({ length: count }, (_, index) => line([index * WIDTH + x, y], [down(index), y], [down(index), wires])),
      line([down(0), wires], [down(count - 1), wires]), arrow([down(0), wires], [250, wires], [250, middle - 17]),
      byteText(0, top + 14, wire.factor, before.factor, "H = AES(K, 0)"),
      arrow([160, top + 34], [174, top + 34], [174, middle - 7], [188, middle - 7]),
      byteText(0, top + 70, wire.lengths, before.lengths, "lengths in bits"),
      arrow([160, top + 90], [174, top + 90], [174, middle + 7], [188, middle + 7]),
      cipher(250, middle - 15, "GHASH, H"),
      byteText(330, top + 14, wire.hash, before.hash, "GHASH"), arrow([310, middle], [488, middle]), sum(500, middle),
      byteText(330, top + 78, wire.mask, before.mask, "AES(K, J)"),
      arrow([486, top + 99], [500, top + 99], [500, middle + 12]), arrow([510, middle], [528, middle]),
      byteText(534, top + 38, wire.tag, before.tag, decrypts ? "T, the tag that came" : "T, the tag"),
    ];
  }

  // MARK: - Step by step

  /** The stages of the computation of a block, in order. */
  const stagesOf = (mode, decrypts) => (isStream(mode) ? [["register", "output"], ["to"]]
    : decrypts ? [["output"], ["to"]] : mode === "cbc" ? [["input"], ["to"]] : [["to"]]);

  /** The number of steps for so many blocks. GCM has one more, for the tag. */
  const stepCount = (mode, decrypts, count) => stagesOf(mode, decrypts).length * count + (mode === "gcm" ? 1 : 0);

  /** What is known after so many steps: `wires` and `hasTag`. The rest is `null`. */
  function known(mode, decrypts, wires, step) {
    const stages = stagesOf(mode, decrypts), isTagFirst = mode === "gcm" && decrypts;
    const done = step - (isTagFirst ? 1 : 0);
    return {
      hasTag: isTagFirst ? step > 0 : step === stepCount(mode, decrypts, wires.length),
      wires: wires.map((wire, index) => {
        const left = stages.slice(Math.max(0, done - stages.length * index)).flat();
        return { ...wire, ...Object.fromEntries(left.map((name) => [name, null])) };
      }),
    };
  }

  /** The block, from 1, that the last of so many steps was about, and the stage in it. */
  function lastStep(mode, decrypts, step) {
    const stages = stagesOf(mode, decrypts), done = step - 1 - (mode === "gcm" && decrypts ? 1 : 0);
    return { block: Math.floor(done / stages.length) + 1, stage: stages.at(done % stages.length)[0] };
  }

  /** What the last of so many steps did. */
  function stepText(mode, decrypts, step, count, ivName) {
    if (step === 0) return "In the drawing nothing is computed yet. Play computes it step by step.";
    if (mode === "gcm" && decrypts && step === 1) {
      return "GHASH of the ciphertext ⊕ AES(K, J) is the tag that came. So the ciphertext may be decrypted.";
    }
    if (mode === "gcm" && !decrypts && step === stepCount(mode, decrypts, count)) {
      return "GHASH of the ciphertext ⊕ AES(K, J) is the tag.";
    }
    const { block, stage } = lastStep(mode, decrypts, step);
    const [from, to] = decrypts ? [`C${block}`, `P${block}`] : [`P${block}`, `C${block}`];
    const before = block === 1 ? ivName : mode === "ofb" ? `O${block - 1}` : `C${block - 1}`;
    const register = mode === "ctr" || mode === "gcm" ? t`counter ${block + (mode === "gcm" ? 1 : 0)}` : before;
    if (stage === "register") return t`AES of ${register} is the keystream of block ${block}.`;
    if (stage === "input") return t`${from} ⊕ ${before} is what goes into AES.`;
    if (stage === "output") return t`${from} goes through AES⁻¹.`;
    if (isStream(mode)) return t`${from} ⊕ the keystream is ${to}.`;
    if (!decrypts) return mode === "cbc" ? t`AES of it is ${to}.` : t`AES of ${from} is ${to}.`;
    return mode === "cbc" ? t`What comes out ⊕ ${before} is ${to}.` : t`What comes out is ${to}.`;
  }

  /** `inputs` are the cells that lie over it. */
  function diagram(mode, decrypts, now, before, ivName, tags, inputs) {
    const draw = isStream(mode) ? drawStreamMode : drawBlockMode;
    const height = tags ? 454 : isStream(mode) ? 326 : 248;
    const width = 4 + Math.max(now.length * WIDTH, tags ? TAG_WIDTH : 0);
    return h("div", { class: "scroll diagram", tabindex: "0", role: "group",
      "aria-label": t`Diagram of ${mode.toUpperCase()}` },
      h("div", { class: "drawing" }, svg("svg", { viewBox: `-4 0 ${width} ${height}`, width, height },
        Wires.arrowHead(),
        now.map((wire, index) => draw(mode, decrypts, wire, before[index], index, index === now.length - 1, ivName)),
        tags ? drawTag(decrypts, tags.now, tags.before, now.length) : []), inputs));
  }

  // MARK: - The page

  Playground.page({
    id: "modes", group: "Modes and padding", title: "Modes of operation",
    summary: "A mode of operation says how a message of many blocks of 16 bytes is encrypted with AES.",
    first: ["[data-focus='plaintext 0']", "[data-result='block 1']"],
    defaults: {
      mode: "cbc", direction: "encrypt", text: Language.text("ATTACK AT DAWN! ATTACK AT DAWN! RETREAT AT DUSK"),
      key: "2b7e151628aed2a6abf7158809cf4f3c", iv: "000102030405060708090a0b0c0d0e0f", change: "",
      step: "",
    },
    render(root, state) {
      const mode = state.choice("mode", MODES);
      const decrypts = state.choice("direction", ["encrypt", "decrypt"]) === "decrypt";
      const key = state.bytes("key", 16);
      const iv = state.bytes("iv", 16).slice(0, mode === "gcm" ? 12 : 16);
      const ivName = mode === "ctr" ? "first counter" : mode === "gcm" ? "nonce" : "IV";
      const typed = Bytes.of(state.text("text", 64));
      // ECB and CBC take whole blocks only. An empty message becomes one block of spaces.
      const fill = typed.length === 0 ? 16 : isStream(mode) ? 0 : (16 - (typed.length % 16)) % 16;
      const plaintext = Bytes.join(typed, new Uint8Array(fill).fill(32));
      const whole = Library.encrypt(mode, key, iv, plaintext);
      const ciphertext = whole.slice(0, plaintext.length);
      const from = decrypts ? ciphertext : plaintext;
      const [inName, direction] = decrypts ? ["ciphertext", "decrypt"] : ["plaintext", "encrypt"];

      // The change is a flipped bit, or "swap.0" to swap blocks 0 and 1, or "drop.1" to drop block 1.
      const blockCount = Math.ceil(from.length / 16);
      // An incomplete last block stays the last.
      const canSwap = (index) => (index + 2) * 16 <= from.length;
      const [, move, first] = /^(swap|drop)\.(\d+)$/.exec(state.get("change")) ?? [];
      const moved = Number(first);
      const moves = move === "swap" ? canSwap(moved) : blockCount > 1 && moved < blockCount;
      let origins = Array.from({ length: blockCount }, (_, index) => index);
      if (moves && move === "swap") [origins[moved], origins[moved + 1]] = [moved + 1, moved];
      else if (moves) origins = origins.filter((index) => index !== moved);
      const blocks = Bytes.blocks(from);
      const sent = Bytes.join(...origins.map((index) => blocks[index]));
      // A block that equals the block previously in its place has not moved.
      origins = origins.map((origin, index) => (Bytes.equal(blocks[origin], blocks[index]) ? index : origin));
      const isSame = moves && Bytes.equal(sent, from);
      const tag = whole.slice(plaintext.length);
      const { flip, changed, cells } = Parts.oneFlip(state, { [inName]: sent, key, ...(mode === "ecb" ? {} : { iv }),
        ...(mode === "gcm" && decrypts ? { tag } : {}) }, { isOther: moves, resets: { step: "" } });
      const isChanged = flip !== null || moves;
      const isIVDrawn = mode === "cfb" || mode === "ofb" || mode === "ctr";
      const ivTitle = mode === "ctr" ? "First counter block (the nonce)" : mode === "gcm" ? "Nonce" : "IV";

      root.append(
        Parts.choice("Mode", MODES.map((name) => [name, name.toUpperCase()]), mode,
          (value) => state.update({ mode: value, change: "", step: "" })),
        Parts.choice("Direction", [["encrypt", "Encrypt"], ["decrypt", "Decrypt"]], direction,
          (value) => state.update({ direction: value, change: "", step: "" })));

      const changing = [Parts.section("Change something else",
        h("p", {}, "There is one change at a time. Try at least, in Decrypt: a bit of the ciphertext in each mode, a "
          + "bit of the IV or nonce, and Drop block 1 in CBC."),
        Parts.input(t`Message (up to 64 bytes${isStream(mode) ? "" : "; spaces fill the last block"})`,
          state.get("text"), (value) => state.update({ text: value, change: "", step: "" }), {
            most: 64 }),
        mode !== "ecb" && !isIVDrawn && cells("iv", ivTitle),
        cells("key", "Key (AES-128)"), mode === "gcm" && decrypts && cells("tag", "Tag"),
        h("div", { class: "buttons" },
          Array.from({ length: blockCount - 1 }, (_, index) =>
            Parts.button(t`Swap blocks ${index + 1} and ${index + 2}`,
              () => state.update({ change: `swap.${index}`, step: "" }),
              { disabled: !canSwap(index), "aria-describedby": canSwap(index) ? null : "no-swap" })),
          blockCount > 1 && Array.from({ length: blockCount }, (_, index) =>
            Parts.button(t`Drop block ${index + 1}`, () => state.update({ change: `drop.${index}`, step: "" }))),
          Parts.button("Undo the change", () => state.update({ change: "", step: "" }), { disabled: !isChanged })),
        blockCount > 1 && !canSwap(blockCount - 2) && h("p",
          { class: "label", id: "no-swap", "data-result": "no swap" }, t`Block ${blockCount} has only
            ${Words.counted(from.length % 16, "byte")}, so it must stay the last one and cannot be swapped.`)),
      Parts.section("What is drawn",
        h("p", {}, "The plaintext P is the message, and the ciphertext C is what is sent. Sender and receiver share "
          + "the key K, which nobody else knows. Each cell is a byte, as two hexadecimal digits. AES makes a block "
          + "that looks random of each block: if one bit of it is another, about half of the bits of the result are "
          + "others."),
        h("p", {}, [ABOUT[mode].iv, "The sign ⊕ is addition bit by bit, without carry (XOR): 1 ⊕ 1 = 0. Adding the "
          + "same thing a second time takes it away again."].filter(Boolean).map(Language.text).join(" ")))];
      const about = h("p", { "data-result": "about" }, [ABOUT[mode][direction], isStream(mode) && KEYSTREAM[direction]]
        .filter(Boolean).map(Language.text).join(" "));

      const before = wires(mode, decrypts, key, iv, from);
      const newKey = changed.key, newIV = changed.iv ?? iv;
      const now = wires(mode, decrypts, newKey, newIV, changed[inName]);
      const compared = moves ? origins.map((index) => ({ from: before[index].from, to: before[index].to })) : before;

      // The library's own answer for the whole message.
      let refusal = null, answer;
      if (!decrypts) answer = Library.encrypt(mode, newKey, newIV, changed[inName]);
      else if (mode !== "gcm") answer = Library.decrypt(mode, newKey, newIV, changed[inName]);
      else {
        try {
          answer = Library.decrypt(mode, newKey, newIV, Bytes.join(changed[inName], changed.tag));
        } catch (error) {
          refusal = error.message;
        }
      }
      const ciphertextOf = (wires) => Bytes.join(...wires.map((wire) => (decrypts ? wire.from : wire.to)));
      const tags = mode === "gcm" && { before: tagWires(key, iv, ciphertext),
        now: tagWires(newKey, newIV, ciphertextOf(now)) };
      const agrees = refusal !== null
        || (Bytes.equal(Bytes.join(...now.map((wire) => wire.to)), answer.slice(0, changed[inName].length))
          && (!tags || Bytes.equal(tags.now.tag, decrypts ? tag : answer.slice(-16))));

      // Another keystream can give the same short last block by chance.
      const damaged = refusal !== null ? [] : now.map((wire, index) => index)
        .filter((index) => !Bytes.equal(now[index].to, compared[index].to)
          || (isStream(mode) && !Bytes.equal(now[index].output, before[origins[index]].output)));

      const results = () => {
        const shown = [];
        if (refusal !== null) {
          shown.push(Parts.note(h("strong", { "data-result": "refusal" }, "Nothing is released. "),
            t`The library says: “${refusal}”. No caller ever gets a plaintext, so there is none to show. (“Its data”
              is what GCM can cover with the tag besides the ciphertext, such as an address. Here there is none.)`));
        } else {
          shown.push(
            Parts.bytes(answer.slice(0, changed[inName].length),
              { label: decrypts ? "Plaintext that comes out" : "Ciphertext", text: decrypts, numbered: true,
                focus: "result", result: "modes",
                marks: (index) => (compared[index >> 4].to[index & 15] !== answer[index] ? "changed" : "") }));
          if (mode === "gcm" && !decrypts) {
            shown.push(Parts.bytes(answer.slice(-16),
              { label: "Tag", result: "tag",
                marks: (index) => (answer.slice(-16)[index] !== tag[index] ? "changed" : "") }));
          }
          // A block with one changed byte has one flipped bit; one with more is new or garbage.
          const isMixed = (bytes, old) => {
            const kept = bytes.filter((byte, index) => byte === old[index]).length;
            return kept > 0 && kept < bytes.length - 1;
          };
          if (now.some((wire, index) => isMixed(wire.to, compared[index].to))
            || (mode === "gcm" && !decrypts && isMixed(answer.slice(-16), tag))) {
            shown.push(h("p", { class: "label", "data-result": "chance byte" },
              "Changed bytes are underlined. In a block that is new or garbage, a byte may stay the same by chance."));
          }
        }
        for (const index of damaged.filter((index) => Bytes.equal(now[index].to, compared[index].to))) {
          shown.push(Parts.note(h("span", { "data-result": "chance" }, t`Block ${index + 1} has another keystream. By
            chance its ${Words.counted(now[index].to.length, "byte")} came out as before.`)));
        }
        if (refusal === null) {
          shown.push(Parts.agreement(agrees, mode === "gcm"
            ? "The diagram computes each block with AES of single blocks and ⊕. AES.GCM of the library gives the same "
              + "bytes and the same tag."
            : t`The diagram computes each block with AES of single blocks and ⊕. AES.${mode.toUpperCase()} of the
              library gives the same bytes.`));
        }
        return shown;
      };

      // Before the prediction, and when nothing is released, only the input is shown.
      const given = h("div", {}), walk = h("div", {}), result = h("div", { id: "result" });
      const inputs = [cells(inName, decrypts ? "Ciphertext" : "Plaintext",
        { text: !decrypts, numbered: true, at: inputAt(mode) }),
      isIVDrawn && cells("iv", ivTitle, { at: (index) => cellAt(0, 14, index) })];
      const none = { factor: null, lengths: null, hash: null, mask: null, tag: null };
      const last = stepCount(mode, decrypts, now.length), asked = state.number("step", 0, last);
      // The page opens before the first step; the effect of a change is shown in the whole drawing.
      const step = state.get("step") !== "" ? asked : isChanged ? last : 0;
      const draw = (step) => {
        const { wires, hasTag } = known(mode, decrypts, now, step);
        given.replaceChildren(diagram(mode, decrypts, wires, compared, ivName,
          tags && (hasTag ? tags : { ...tags, now: none }), inputs));
      };
      const reveal = () => {
        draw(refusal === null ? step : 0);
        if (refusal === null) {
          walk.replaceChildren(
            Parts.steps("Step", step, last + 1, (target) => {
              state.update({ step: target });
              announce(stepText(mode, decrypts, target, now.length, ivName));
              // On a narrow screen the drawing follows.
              document.querySelector("main .diagram").scrollLeft = WIDTH * (lastStep(mode, decrypts, target).block - 1);
            }),
            h("p", { "data-result": "step" }, stepText(mode, decrypts, step, now.length, ivName)));
        }
        result.replaceChildren(...results());
      };
      const section = h("section", {},
        h("p", { class: "label" }, decrypts
          ? "Choose a byte of the ciphertext C in the drawing, then a bit of it. With the keyboard: arrows move, the "
            + "keys 7 to 0 flip a bit."
          : "Choose a byte of the plaintext P in the drawing, then a bit of it. With the keyboard: arrows move, the "
            + "keys 7 to 0 flip a bit."), given);
      const id = ["modes", mode, direction, Bytes.hex(plaintext), Bytes.hex(key), Bytes.hex(iv),
        state.get("change")].join(" ");
      const why = isChanged && (isSame ? "The two blocks are equal, so nothing was changed."
        : explanation(mode, decrypts, moves ? move : flip.target, (moves ? moved : flip.index >> 4) + 1, blockCount));
      if (isChanged && !Prediction.isAnswered(id)) {
        const options = origins.map((origin, index) => (origin === index ? t`block ${index + 1}`
          : t`block ${index + 1} (it was block ${origin + 1})`));
        const right = [...damaged];
        if (mode === "gcm" && !decrypts) {
          options.push("the tag");
          if (!Bytes.equal(answer.slice(-16), tag)) right.push(options.length - 1);
        }
        if (decrypts) {
          options.push("nothing comes out at all");
          if (refusal !== null) right.push(options.length - 1);
        }
        const moving = moves && !isSame, question = decrypts
          ? (moving ? "Which blocks of the plaintext will be damaged, not only moved? Leave all empty if none."
            : "Which blocks of the plaintext will be damaged? Leave all empty if none.")
          : tags ? (moving ? "What will be new, not only moved? Leave all empty if none."
            : "What will change? Leave all empty if none.")
          : moving ? "Which blocks of the ciphertext will be new, not only moved? Leave all empty if none."
            : "Which blocks of the ciphertext will change? Leave all empty if none.";
        section.append(Prediction.ask({
          id, multiple: true, options, right,
          question: isSame ? t`Blocks ${moved + 1} and ${moved + 2} are equal. ${question}` : question, reveal,
          explanation: why,
        }));
        draw(0);
      } else {
        if (isChanged) section.append(Parts.note(why));
        reveal();
      }
      section.append(walk, isChanged ? "" : about, result);
      root.append(section, ...changing, h("div", { class: "columns" },
        Parts.section("Formula", Parts.formula(...FORMULAS[mode][direction])),
        Parts.section("In Swift", Parts.swift(`try ${SWIFT[mode][decrypts ? 1 : 0]}`))));
    },
  });
}
