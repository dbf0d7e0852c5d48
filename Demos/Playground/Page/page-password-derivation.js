/** PBKDF2 drawn: blocks, rounds, and the sum of the results of all rounds. */
{
  const WIDTH = 236;
  const { line, arrow } = Wires;
  const value = (x, y, bytes, label) => svg("g", { role: "img", "aria-label": `${label}: ${Bytes.hex(bytes)}` },
    svg("text", { x, y, class: "wire-label" }, label),
    Bytes.blocks(bytes, 8).map((row, index) => svg("text", { x, y: y + 15 + 15 * index, class: "wire" },
      Bytes.hex(row).replace(/..(?=.)/g, "$& "))));

  /** The chain of a block up to round `step`. `chain` is U1, U2 …; `sums` are their sums. */
  function diagram(chain, sums, step, block) {
    const height = 15 * Math.ceil(chain[0].length / 8);
    const [top, sumY] = [104, 104 + height + 44];
    const total = chain.length * WIDTH;
    return h("div", { class: "scroll diagram", tabindex: "0", role: "group",
      "aria-label": t`Rounds 1 to ${step + 1} of block ${block}` },
      svg("svg", { width: total, height: sumY + height + 46, viewBox: `-4 0 ${total} ${sumY + height + 46}` },
        Wires.arrowHead(),
        chain.slice(0, step + 1).map((bytes, index) => {
          const x = WIDTH * index, middle = x + 60, isLast = index === step;
          return [index === 0 ? svg("text", { x, y: 14, class: "wire-label" }, t`salt ‖ 000000${Bytes.hex([block])}`)
            : [],
            arrow([middle, index === 0 ? 20 : 26], [middle, 40]),
            svg("rect", { x: middle - 60, y: 42, width: 120, height: 30, rx: 5, class: "node" }),
            svg("text", { x: middle, y: 62, "text-anchor": "middle", class: "node-label" }, "HMAC, key pw"),
            line([middle, 72], [middle, 90]), value(x, top, bytes, `U${index + 1}`),
            isLast ? [] : line([x + 180, top + 10], [x + WIDTH - 18, top + 10], [x + WIDTH - 18, 26],
              [x + WIDTH + 60, 26]),
            arrow([middle, top + height + 6], [middle, index === 0 ? sumY + 2 : sumY - 24]),
            index === 0 ? [] : [Wires.sum(middle, sumY - 12), line([middle, sumY - 2], [middle, sumY + 4])],
            isLast ? [] : arrow([x + 180, sumY + 28], [x + WIDTH - 18, sumY + 28], [x + WIDTH - 18, sumY - 12],
              [x + WIDTH + 48, sumY - 12]),
            value(x, sumY + 16, sums[index], index === 0 ? "U1" : `U1 ⊕ … ⊕ U${index + 1}`)];
        })));
  }

  Playground.page({
    id: "pbkdf2", group: "Passwords", title: "PBKDF2",
    summary: "How a key is made of a password: HMAC again and again, and the sum of all results.",
    first: ["[data-focus='Round forward']", "main .diagram"],
    defaults: { hash: "sha256", password: "correct horse", salt: "NaCl-or-other-salt", rounds: "4", length: "40",
      block: "1", step: "0" },
    render(root, state) {
      const hash = state.choice("hash", ["sha256", "sha512", "sha1"]);
      const { name, byteCount } = Passwords.HASHES[hash];
      const [password, salt] = [Bytes.of(state.text("password", 128)), Bytes.of(state.text("salt", 64))];
      const rounds = state.number("rounds", 1, 12), length = state.number("length", 1, 96);
      const blockCount = Math.ceil(length / byteCount);
      const block = state.number("block", 1, blockCount), step = state.number("step", 0, rounds - 1);
      const chains = Array.from({ length: blockCount }, (_, index) => {
        const chain = [Library.hmac(hash, password, Bytes.join(salt, Uint8Array.of(0, 0, 0, index + 1)))];
        while (chain.length < rounds) chain.push(Library.hmac(hash, password, chain[chain.length - 1]));
        return chain;
      });
      const sums = chains.map((chain) =>
        chain.map((_, index) => chain.slice(1, index + 1).reduce(Bytes.xor, chain[0])));
      const key = Bytes.join(...sums.map((sum) => sum[rounds - 1])).slice(0, length);
      const agrees = Bytes.equal(key, Library.pbkdf2(hash, password, salt, rounds, length));
      const number = (label, which, least, most) => Parts.number(label, state.number(which, least, most), least, most,
        (text) => state.update({ [which]: text, step: 0, block: 1 }));

      const given = Parts.section("2. The values",
        Parts.choice("Hash function", Object.entries(Passwords.HASHES).map(([id, entry]) => [id, entry.name]), hash,
          (id) => state.update({ hash: id, step: 0, block: 1 })),
        Parts.input("Password (none of yours: it stands in the address)", state.get("password"),
          (text) => state.update({ password: text }), { most: 128 }),
        Parts.input("Salt, as text", state.get("salt"), (text) => state.update({ salt: text }),
          { most: 64 }),
        h("div", { class: "columns" }, number("Rounds, up to 12 in this drawing", "rounds", 1, 12),
          number("Bytes of the key, up to 96", "length", 1, 96)),
        h("div", { class: "buttons" },
          Parts.button("Example of RFC 6070",
            () => state.update({
              hash: "sha1", password: "password", salt: "salt", rounds: 2, length: 20, step: 0, block: 1 }))));

      const shown = h("div", {});
      const options = [...new Set([rounds, blockCount * rounds, blockCount + rounds, length * rounds,
        rounds * byteCount])].sort((left, right) => left - right);
      root.append(Parts.section("1. Block by block, round by round", Prediction.ask({
        id: ["pbkdf2", hash, rounds, length].join(" "),
        question: t`A key of ${Words.counted(length, "byte")}, ${Words.counted(rounds, "round")}. ${name} gives
          ${byteCount} bytes at a time. How many times is HMAC computed?`,
        options: options.map(String), right: [options.indexOf(blockCount * rounds)],
        explanation: t`${Words.counted(blockCount, "block")} of ${byteCount} bytes are enough for ${length}, and each
          takes ${Words.counted(rounds, "round")}. RFC 8018, section 5.2.`,
        reveal: () => shown.replaceChildren(...[
          Parts.steps("Round", step, rounds, (index) => {
            state.update({ step: index });
            announce(t`Round ${index + 1}: U is ${Bytes.hex(chains[block - 1][index])}, the sum
              ${Bytes.hex(sums[block - 1][index])}`);
          }),
          diagram(chains[block - 1], sums[block - 1], step, block),
          blockCount > 1 && Parts.choice("Block", chains.map((_, index) => [index + 1, `Block ${index + 1}`]), block,
            (index) => state.update({ block: index })),
          h("p", {}, step === 0
            ? t`Round 1: HMAC of the salt and the number of the block, ${block}, as four bytes. The password (pw) is
              HMAC's key.`
            : t`Round ${step + 1}: HMAC of what round ${step} gave. The result is added (XOR) to the sum. So no round
              can be left out, and none can begin before the one before it has ended.`),
          step === rounds - 1 ? Parts.note(t`The last sum is block ${block} of the key.`) : null,
          Parts.bytes(key,
            { label: t`The key: ${blockCount === 1 ? "block 1" : t`blocks 1 to ${blockCount}`}, cut to ${length} bytes`,
              result: "key",
              marks: (index) => (Math.floor(index / byteCount) === block - 1 ? "marked" : "") }),
          Parts.agreement(agrees, "The drawing computes HMAC with the library, and the sums here. "
            + "PBKDF2 of the library gives the same key."),
          blockCount > 1 && Parts.note(t`The owner computes all ${blockCount} blocks. Whoever guesses the password can
            compare block 1 alone, and so has 1/${blockCount} of the work. A vault therefore takes one block, and HKDF
            makes more keys of it (FORMAT.md, sections 3 and 8).`),
        ].filter(Boolean)),
      }), shown), given);
      root.append(h("div", { class: "columns" },
        Parts.section("Formula", Parts.formula("U1 = HMAC(password, salt ‖ INT(i))", "Uj = HMAC(password, Uj-1)",
          "Ti = U1 ⊕ U2 ⊕ … ⊕ Uc", "key = T1 ‖ T2 ‖ …, cut")),
        Parts.section("In Swift",
          Parts.swift(t`try PBKDF2<${hash === "sha1" ? "Insecure.SHA1" : name.replace("-", "")}>.deriveKey(`,
            "  password: password, salt: salt, rounds: .exactly(rounds),", `  outputByteCount: ${length})`),
          h("p", {}, "The library refuses so few rounds, unless they are given as ",
            h("code", {}, ".unchecked"), ", as this page does."))));
    },
  });
}
