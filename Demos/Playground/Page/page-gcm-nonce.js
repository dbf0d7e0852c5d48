/** GCM nonce reuse: two messages under one nonce reveal the hash key. The learner computes it, and forges. */
{
  const NAMES = ["C1", "T1", "C2", "T2", "L", "M1", "M3"];
  const OPERATIONS = { xor: "⊕", mul: "·", inv: "⁻¹", sqrt: "√" };
  const isUnary = (operation) => operation === "inv" || operation === "sqrt";
  const ZERO = new Uint8Array(16);
  const MOST = 40;
  const isZero = (block) => block.every((byte) => byte === 0);
  const NONCES = ["same", "different"];

  /** A message of one block: 16 bytes, filled with spaces. */
  const blockOf = (text) => Bytes.join(Bytes.of(text), new Uint8Array(16).fill(32)).slice(0, 16);

  /** The attack, step by step: what is computed, how, and why. Operands are names. */
  const PLAN = [
    ["C1 ⊕ C2", "xor", "C1", "C2",
      "Under one nonce the keystream falls away. What GHASH got in the two messages differs by this sum."],
    ["T1 ⊕ T2", "xor", "T1", "T2",
      "Under one nonce the masks are the same and fall away, and so does L · H. What is left is (C1 ⊕ C2) · H²."],
    ["(C1 ⊕ C2)⁻¹", "inv", "C1 ⊕ C2", "", "To divide by C1 ⊕ C2, multiply by its inverse."],
    ["H²", "mul", "T1 ⊕ T2", "(C1 ⊕ C2)⁻¹", "One equation with one unknown."],
    ["H", "sqrt", "H²", "", "In this field each element has exactly one square root."],
    ["C1 · H", "mul", "C1", "H", "GHASH of the first message: multiply its block by H …"],
    ["C1 · H ⊕ L", "xor", "C1 · H", "L", "… add the block of the lengths …"],
    ["GHASH of C1", "mul", "C1 · H ⊕ L", "H", "… and multiply by H."],
    ["mask", "xor", "T1", "GHASH of C1", "The tag is GHASH ⊕ mask, so the mask is the tag ⊕ GHASH."],
    ["keystream", "xor", "C1", "M1", "The attacker knows message 1, for example because they sent it."],
    ["C3", "xor", "keystream", "M3", "The keystream encrypts any other message of this length."],
    ["C3 · H", "mul", "C3", "H", "GHASH of the forged message, as above."],
    ["C3 · H ⊕ L", "xor", "C3 · H", "L", "Then the lengths …"],
    ["GHASH of C3", "mul", "C3 · H ⊕ L", "H", "… and H again."],
    ["T3", "xor", "GHASH of C3", "mask", "GHASH and the mask make the tag."],
  ];

  function compute(operation, left, right) {
    switch (operation) {
    case "xor": return Bytes.xor(left, right);
    case "mul": return Library.ghashProduct(left, right);
    case "inv": return isZero(left) ? null : Library.ghashInverse(left);
    default: return Library.ghashSquareRoot(left);
    }
  }

  const written = (operation, left, right) => (operation === "inv" ? t`${left}⁻¹` : operation === "sqrt" ? t`√${left}`
    : t`${left} ${OPERATIONS[operation]} ${right}`);

  /** The values of the plan by name, computed from public values. Those of `given` are not computed. */
  function planned(seen, given = {}) {
    const values = { ...seen };
    for (const [name, operation, left, right] of PLAN) {
      if (given[name]) {
        values[name] = given[name];
        continue;
      }
      if (!values[left] || (right && !values[right])) break;
      const value = compute(operation, values[left], values[right]);
      if (value === null) break;
      values[name] = value;
    }
    return values;
  }

  /** The steps in the address, such as "xor.C1.C2,inv.R1": `{name, words, value}`. Invalid steps are skipped. */
  function tapeOf(text, seen) {
    const values = { ...seen }, tape = [];
    for (const item of text.split(",").slice(0, MOST)) {
      const [operation, left, right] = item.split(".");
      if (!Object.hasOwn(OPERATIONS, operation) || !Object.hasOwn(values, left)
        || (!isUnary(operation) && !Object.hasOwn(values, right))) continue;
      const value = compute(operation, values[left], values[right]);
      const name = `R${tape.length + 1}`;
      tape.push({ item, name, words: written(operation, left, right), value });
      if (value) values[name] = value;
    }
    return { tape, values };
  }

  Playground.page({
    id: "gcm-nonce", group: "Attacks", title: "GCM nonce reuse",
    summary: "Two messages were sealed with GCM under one nonce: make a third, without the key.",
    first: ["[data-focus='Do the next step']", "[data-result='gcm-nonce-bench']"],
    defaults: {
      nonces: "same", first: "Pay 100 to Alice", second: "See you at noon!", third: "Pay 999 to Mally",
      key: "2b7e151628aed2a6abf7158809cf4f3c",
      nonce: "f0f1f2f3f4f5f6f7f8f9fafb", other: "000102030405060708090a0b", steps: "", ciphertext: "", tag: "",
      sent: "",
    },
    render(root, state) {
      const nonces = state.choice("nonces", NONCES);
      const key = state.bytes("key", 16), nonce = state.bytes("nonce", 12);
      const otherNonce = nonces === "same" ? nonce : state.bytes("other", 12);
      const [m1, m2, m3] = ["first", "second", "third"].map((name) => blockOf(state.text(name, 16)));
      const [first, second] = [Library.encrypt("gcm", key, nonce, m1), Library.encrypt("gcm", key, otherNonce, m2)];
      const lengths = Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? 128 : 0));
      const seen = { C1: first.slice(0, 16), T1: first.slice(16), C2: second.slice(0, 16), T2: second.slice(16),
        L: lengths, M1: m1, M3: m3 };
      const plan = planned(seen);
      const { tape, values } = tapeOf(state.get("steps"), seen);
      state.fitting("steps", tape.map(({ item }) => item).join(",") === state.get("steps"));
      const restart = { steps: "", ciphertext: "", tag: "", sent: "" };

      // What only the owner of the key can compute.
      const secret = { H: Library.encrypt("ecb", key, ZERO, ZERO), masks: [nonce, otherNonce]
        .map((bytes) => Library.encrypt("ecb", key, ZERO, Bytes.join(bytes, Uint8Array.of(0, 0, 0, 1)))) };
      const tagOf = (ciphertext, mask) =>
        Bytes.xor(Library.ghashProduct(Bytes.xor(Library.ghashProduct(ciphertext, secret.H), lengths), secret.H), mask);
      const truth = planned(seen, { H: secret.H, "H²": Library.ghashProduct(secret.H, secret.H) });
      const agrees = Bytes.equal(tagOf(seen.C1, secret.masks[0]), seen.T1)
        && Bytes.equal(tagOf(seen.C2, secret.masks[1]), seen.T2);

      const text = (label, name) => Parts.input(label, state.get(name),
        (value) => state.update({ [name]: value, ...restart }), { most: 16 });
      const given = [
        Parts.choice("Nonces", [["same", "one for both messages"], ["different", "each message its own"]], nonces,
          (value) => state.update({ nonces: value, ...restart })),
        Parts.section("What the attacker has",
          h("p", {}, "From the key and the nonce, a number used once, GCM makes the keystream, bytes that look random "
            + "and are added to the message, and the mask of the tag."),
          text("M1, a message that the attacker knows (16 bytes; spaces fill it)", "first"),
          text("M2, a message that the attacker does not know", "second"), text("M3, the message to forge", "third"),
          Parts.bytes(seen.C1, { label: "C1, ciphertext of M1" }), Parts.bytes(seen.T1, { label: "T1, its tag" }),
          Parts.bytes(seen.C2, { label: "C2, ciphertext of M2" }), Parts.bytes(seen.T2, { label: "T2, its tag" }),
          Parts.bytes(lengths, { label: "L, the lengths in bits: 0 of associated data, 128 of ciphertext" }),
          Parts.agreement(agrees, "The page knows the key, and has computed both tags by this formula. "
            + "AES.GCM of the library gives the same."))];

      const result = h("div", {});
      const same = (left, right) => Bytes.equal(left, right);
      const remains = [
        same(secret.masks[0], secret.masks[1]), true,
        isZero(Library.ghashProduct(Bytes.xor(seen.C1, seen.C2), secret.H)),
      ];
      // The terms of the question come before it; later the calculator is what must be seen first.
      const id = ["gcm-nonce", nonces, ...(remains[2] ? ["equal"] : [])].join(" ");
      const formula = h("div", {}, Parts.formula("T = (C · H ⊕ L) · H ⊕ mask = C · H² ⊕ L · H ⊕ mask",
        "H = AES(K, 0)      mask = AES(K, nonce ‖ 1)"),
      h("p", { class: "label" }, "The tag T of one ciphertext block C. H is a secret of the key, the mask one of key "
        + "and nonce, and L says how long the data are. The product is that of a field with 2¹²⁸ elements, and ⊕ is "
        + "its addition (NIST SP 800-38D, sections 6.3, 6.4 and 7.1)."));
      root.append(Prediction.isAnswered(id) ? "" : formula, Prediction.ask({
        id, multiple: true,
        question: "The attacker adds the tags: T1 ⊕ T2. Which terms fall away?",
        options: ["the masks", "L · H", "C1 · H² and C2 · H²"],
        right: remains.flatMap((falls, index) => (falls ? [index] : [])),
        explanation: remains[2] ? "The two ciphertexts are equal: the same message was sealed twice under one nonce, "
          + "and nothing is learned. Choose another M2."
          : nonces === "same" ? "The mask depends on key and nonce, and L on the lengths: both are the same. What is "
            + "left is T1 ⊕ T2 = (C1 ⊕ C2) · H², with one unknown, H."
            : "The lengths are the same, so L · H falls away. The nonces differ, so the masks differ and stay: T1 ⊕ T2 "
              + "= (C1 ⊕ C2) · H² ⊕ mask 1 ⊕ mask 2. Try the attack all the same.",
        reveal: () => result.replaceChildren(bench(state, tape, values, plan, truth),
          receiver(state, key, nonce, values, plan),
          Parts.section("The equation", Parts.formula("T1 ⊕ T2 = (C1 ⊕ C2) · H²", "H = √((T1 ⊕ T2) · (C1 ⊕ C2)⁻¹)"),
            h("p", {}, "Source: A. Joux, “Authentication failures in NIST version of GCM”, comment to NIST, 2006. With "
              + "longer messages the polynomial has a higher degree, and a few roots to try. ",
              "H belongs to the key, not to the nonce: it is the same in all messages under this key.")), formula),
      }), result, ...given, Parts.section("In Swift", Parts.swift(t`// A new nonce for each message, 12 random bytes.`,
        "let box = try AES.GCM.seal(message, using: key)", "let opened = try AES.GCM.open(box, using: key)"),
        h("p", {}, "In a terminal: ", h("code", {}, "crypto-lab gcm"), ".")));
    },
  });

  /** The calculator: the learner chooses an operation and its operands. `plan` holds the attack's values, and `truth`
   * the right values, which are computed with the key. */
  function bench(state, tape, values, plan, truth) {
    const nameOf = (value) => {
      const name = Object.keys(plan)
        .find((candidate) => !NAMES.includes(candidate) && Bytes.equal(plan[candidate], value));
      return name && (isTrue(name) ? t`is ${name}` : t`would be ${name}, had the masks fallen away`);
    };
    const isTrue = (name) => Bytes.equal(plan[name], truth[name] ?? plan[name]);
    const labelOf = (value) => Object.keys(values).find((name) => Bytes.equal(values[name], value));
    const next = PLAN.find(([name]) => !plan[name] || !labelOf(plan[name]));
    const isPossible = next !== undefined && [next[2], next[3]]
      .every((name) => !name || (plan[name] && labelOf(plan[name])));
    const add = (operation, left, right) => {
      const item = isUnary(operation) ? `${operation}.${left}` : `${operation}.${left}.${right}`;
      if (tape.length >= MOST) return announce("The list is full. Take back some lines");
      state.update({ steps: [...tape.map((line) => line.item), item].join(","), sent: "" });
      const value = compute(operation, values[left], values[right]), meaning = value && nameOf(value);
      announce(value === null ? "0 has no inverse"
        : meaning ? t`R${tape.length + 1} is ${Bytes.hex(value)}, that ${meaning}`
          : t`R${tape.length + 1} is ${Bytes.hex(value)}`);
    };
    const select = (label, names) => {
      const last = names.at(-1);
      const field = h("select", { "data-focus": label, "aria-label": label },
        names.map((name) => h("option",
          { value: name, selected: name === last && label === "left operand" && tape.length > 0 }, name)));
      return field;
    };
    const left = select("left operand", Object.keys(values)), right = select("right operand", Object.keys(values));
    const operation = h("select", { "aria-label": "operation", "data-focus": "operation" },
      [["xor", "⊕ plus"], ["mul", "· times"], ["inv", "⁻¹ inverse"], ["sqrt", "√ square root"]]
        .map(([value, words]) => h("option", { value }, words)));
    operation.addEventListener("change", () => { right.disabled = isUnary(operation.value); });
    const line = ({ name, words, value }) => {
      if (value === null) return h("li", {}, h("p", { class: "complaint" }, t`${name} = ${words}: 0 has no inverse.`));
      const meaning = nameOf(value);
      const label = meaning && meaning !== t`is ${words}` ? t`${name} = ${words}, that ${meaning}`
        : `${name} = ${words}`;
      return h("li", {}, Parts.bytes(value, { label }));
    };
    const goal = (words, name) => {
      const label = plan[name] && labelOf(plan[name]);
      return h("li", {}, words, ": ", !label ? "to do" : isTrue(name) ? h("strong", {}, `${label} ✓`)
        : h("strong", { class: "complaint" },
          t`${label}? The page knows the key, and has compared: it is another value.`));
    };
    const hint = h("p", { class: "hint" });
    const goals = [["H, the key of the tags", "H"], ["the mask of this nonce", "mask"],
      ["C3, the ciphertext of M3", "C3"], ["T3, its tag", "T3"]];
    return Parts.section("1. Compute",
      h("div", { "data-result": "gcm-nonce-bench" },
        h("ul", { class: "goals" }, goals.map(([words, name]) => goal(words, name))),
        tape.length > 0
          && h("ul", { class: "tape", "data-result": "gcm-nonce-last",
            "data-value": Bytes.hex(tape.at(-1).value ?? []) }, tape.map(line))),
      h("form", { class: "choice", onsubmit: (event) => {
        event.preventDefault();
        add(operation.value, left.value, right.value);
      } }, left, operation, right, h("button", { type: "submit", class: "main", "data-focus": "compute" }, "Compute")),
      h("div", { class: "buttons" },
        Parts.button("Hint", () => {
          hint.textContent = !next ? t`All is computed. Send C3 and T3.`
            : t`${next[4]} Compute ${written(next[1], next[2], next[3])}.`;
          announce(hint.textContent);
        }),
        Parts.button("Do the next step", () => {
          add(next[1], labelOf(plan[next[2]]), next[3] && labelOf(plan[next[3]]));
        }, { disabled: !isPossible }),
        Parts.button("Take back the last",
          () => state.update({ steps: tape.slice(0, -1).map(({ item }) => item).join(","), sent: "" }),
          { disabled: tape.length === 0 }),
        Parts.button("Begin again", () => state.update({ steps: "", ciphertext: "", tag: "", sent: "" }),
          { disabled: tape.length === 0 })),
      hint);
  }

  /** The receiver, who has the key and the first message's nonce. */
  function receiver(state, key, nonce, values, plan) {
    const names = Object.keys(values);
    const chosen = (name, standard) => state.choice(name, ["", ...names]) || standard;
    const labelOf = (name, otherwise) => (plan[name] && names.find((label) => Bytes.equal(values[label], plan[name])))
      ?? otherwise;
    const ciphertext = chosen("ciphertext", labelOf("C3", "C1")), tag = chosen("tag", labelOf("T3", "T1"));
    const select = (label, name, value) => h("label", { class: "field" }, h("span", { class: "label" }, label),
      h("select",
        { "data-focus": name, onchange: (event) => state.update({ [name]: event.currentTarget.value, sent: "" }) },
        names.map((item) => h("option", { value: item, selected: item === value },
          `${item}: ${Bytes.hex(values[item])}`))));
    const shown = [];
    if (state.choice("sent", ["", "1"]) === "1") {
      let opened = null, refusal;
      try {
        opened = Library.decrypt("gcm", key, nonce, Bytes.join(values[ciphertext], values[tag]));
      } catch (error) {
        refusal = error.message;
      }
      const isForged = opened && !Bytes.equal(values[ciphertext], values.C1);
      shown.push(h("p", { class: "note", role: "status" },
        h("strong", { "data-result": "gcm-nonce-outcome" }, opened ? t`accepted: ${Bytes.printable(opened)}`
          : "refused"), ". ",
        opened === null ? t`The library says: “${refusal}”.` : isForged
          ? "The owner of the key never sealed this message." : "This is message 1 itself."),
      h("span", { hidden: true, "data-result": "gcm-nonce-sent",
        "data-value": Bytes.hex(Bytes.join(values[ciphertext], values[tag])) }));
      if (opened && !isForged) shown.push(h("p", {}, "Now send a ciphertext that is your own."));
    }
    return Parts.section("2. Send it to the receiver",
      h("p", {}, "The receiver takes the first message’s nonce, checks the tag, and only then decrypts."),
      select("Ciphertext", "ciphertext", ciphertext), select("Tag", "tag", tag),
      h("div", { class: "buttons" }, Parts.button("Send", () => state.update({ sent: "1" }), { class: "main" })),
      shown);
  }
}
