/** Key agreement: two private keys, the messages, and the secret at both ends; then an attacker in between. */
{
  const MALLORY = Bytes.seeded(7, 32);
  /** The private keys of Alice and Bob. Source: RFC 7748, section 6.1. */
  const RFC = {
    phone: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
    server: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
  };
  const BETWEEN = { nobody: "Eve listens", mallory: "Mallory swaps keys", low: "Low-order key" };
  /** Public keys with which every secret is zero. Source: RFC 7748, section 7; draft-irtf-cfrg-cpace-21, B.1.10. */
  const LOW = [
    ["zero", "0", "00".repeat(32)], ["one", "1", `01${"00".repeat(31)}`], ["minus", "−1", `ec${"ff".repeat(30)}7f`],
    ["eight", "order 8", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"],
  ];

  /** A labelled key of 32 bytes, in groups of eight. */
  const key = (label, bytes, { mark = "", result } = {}) => h("div", { class: "key" },
    h("span", { class: "label" }, label),
    h("code", { class: mark, "data-result": result, "data-value": result && Bytes.hex(bytes) },
      Bytes.blocks(bytes, 8).map((group) => [h("span", {}, Bytes.hex(group)), " "])));

  /** `{secret}`, or `{refusal}`. */
  function agree(privateKey, publicKey) {
    try {
      return { secret: Library.sharedSecret(privateKey, publicKey) };
    } catch (error) {
      if (!(error instanceof LibraryError)) throw error;
      return { refusal: error.message };
    }
  }

  /** The paths of the two public keys, from their owners above to the receivers below. */
  function way(between) {
    const line = (x1, y1, x2, y2, properties) => svg("line", { x1, y1, x2, y2, class: "wire-line", ...properties });
    const arrow = { "marker-end": "url(#arrow)" }, swapped = { class: "wire-line swapped", ...arrow };
    const lines = between === "nobody"
      ? [line("25%", 2, "75%", 58, arrow), line("75%", 2, "25%", 58, arrow)]
      : [line("25%", 2, "50%", 30), line("75%", 2, "50%", 30), line("50%", 30, "25%", 58, swapped),
        line("50%", 30, "75%", 58, swapped)];
    const name = between === "nobody" ? "Eve listens" : "Mallory";
    return svg("svg", { class: "way", height: 62, role: "img", "aria-label": between === "nobody"
      ? "Each public key goes to the other side, and Eve hears both"
      : "Mallory keeps both public keys, and sends another one to each side" },
    Wires.arrowHead(), lines,
    svg("svg", { x: "50%", y: 18, overflow: "visible" },
      svg("rect", { x: -48, y: 0, width: 96, height: 24, rx: 4, class: "node" }),
      svg("text", { x: 0, y: 16, "text-anchor": "middle", class: "node-label" }, name)));
  }

  /** The question about what happens next; `null` if there is nothing to ask. */
  function question(between, flip, hasEffect) {
    if (between === "mallory") {
      return { id: "agreement mallory", question: "Each side multiplies the key that arrives by its private key. Who "
        + "has which secret?",
        options: ["phone and server have one secret, and Mallory has none",
          "phone and server have one secret, and Mallory has it too",
          "phone and server have different secrets, and Mallory has both"], right: [2],
        explanation: "Mallory agrees on one secret with each side. She decrypts what comes from one side, reads it, "
          + "and encrypts it for the other. Neither side notices." };
    }
    if (between === "low") {
      return { id: "agreement low", question: "Mallory sends a point of low order. Its product is zero, whatever the "
        + "private key is. What do phone and server do?",
        options: ["they refuse the key", "they agree on a secret of zeros, and Mallory knows it",
          "they agree on a secret that Mallory does not know"], right: [0],
        explanation: "The library looks whether the product is zero, and gives no secret then. RFC 7748, section 6.1, "
          + "permits the check; protocols such as TLS 1.3 require it (RFC 8446, section 7.4.2)." };
    }
    return flip && { id: `agreement bit ${hasEffect}`,
      question: t`Bit ${flip.bit} of byte ${flip.index} of the ${flip.target}'s private key is flipped. What about the
        two secrets?`,
      options: ["they are equal, and as before", "they are equal, and other than before", "they differ"],
      right: [hasEffect ? 1 : 0],
      explanation: hasEffect ? "The public key changes with the private key, so both sides compute with the new number."
        : "This bit does not count. X25519 sets five bits of each private key itself: the lowest three of byte 0 to 0, "
          + "and the highest two of byte 31 to 0 and 1 (RFC 7748, section 5)." };
  }

  Playground.page({
    id: "agreement", group: "Two parties", title: "Key agreement",
    summary: "A phone and a server make a secret in public. Who else can have it?",
    first: ["[data-focus='On the way mallory']", "[data-result='agreement verdict']"],
    defaults: { between: "nobody", low: "zero", change: "", ...RFC },
    render(root, state) {
      const between = state.choice("between", Object.keys(BETWEEN));
      const [low, , lowKey] = LOW.find(([name]) => name === state.choice("low", LOW.map(([each]) => each)));
      const given = { phone: state.bytes("phone", 32), server: state.bytes("server", 32) };
      const { flip, changed, cells } = Parts.oneFlip(state, given);
      const publicKeys = { phone: Library.publicKey(changed.phone), server: Library.publicKey(changed.server),
        mallory: Library.publicKey(MALLORY) };
      const hasEffect = flip !== null && !Bytes.equal(publicKeys[flip.target], Library.publicKey(given[flip.target]));
      const swapped = between === "mallory" ? publicKeys.mallory : between === "low" ? Bytes.fromHex(lowKey) : null;
      const arrives = { phone: swapped ?? publicKeys.server, server: swapped ?? publicKeys.phone };
      const ofFlip = (name) => (flip?.target === name && hasEffect ? "changed" : "");
      const arrived = { mark: swapped ? "changed" : "" };

      root.append(h("div", {},
        Parts.choice("On the way", Object.entries(BETWEEN), between, (value) => state.update({ between: value })),
        between === "low" && Parts.choice("Mallory's key", LOW.map(([name, text]) => [name, text]), low,
          (value) => state.update({ low: value })),
        h("div", { class: "ends" },
          h("strong", {}, "Phone"), h("strong", {}, "Server"),
          key("private key, stays here", changed.phone), key("private key, stays here", changed.server),
          key("public key, is sent", publicKeys.phone, { mark: ofFlip("phone"), result: "agreement public" }),
          key("public key, is sent", publicKeys.server, { mark: ofFlip("server") }),
          way(between),
          key("public key, arrives", arrives.phone, arrived), key("public key, arrives", arrives.server, arrived))));

      const result = h("div", {});
      const reveal = () => result.replaceChildren(...secrets(changed, publicKeys, arrives, between));
      const asked = question(between, flip, hasEffect);
      const outcome = h("div", {}, asked && Prediction.ask({ ...asked, reveal }), result);
      if (!asked) reveal();
      // The effect of a flipped bit is shown where the bit was flipped.
      const isBelow = between === "nobody" && flip !== null;
      root.append(isBelow ? h("p", { class: "label" }, "The secrets stand below the private keys.") : outcome,
        Parts.section("1. The private keys",
          h("p", {}, "Choose a byte, then a bit of it, and watch the public key. With the keyboard, arrows move and "
            + "the keys 7 to 0 flip a bit. Five bits of each key have no effect: can you find one?"),
          ["phone", "server"].map((name) => [cells(name, t`Private key of the ${name}`),
            key(t`public key of the ${name}`, publicKeys[name], { mark: ofFlip(name) })]),
          isBelow && outcome,
          h("div", { class: "buttons" },
            Parts.button("New random keys", () => state.update({ change: "", ...Object.fromEntries(
              ["phone", "server"].map((name) => [name, Bytes.hex(crypto.getRandomValues(new Uint8Array(32)))])) })),
            Parts.button("Alice and Bob of RFC 7748",
              () => state.update({ change: "", ...RFC })))),
        ...explanations(),
        Parts.section("In Swift", Parts.swift(
          "let own = Curve25519.KeyAgreement.PrivateKey()", "send(own.publicKey.rawRepresentation)",
          "let secret = try own.sharedSecretFromKeyAgreement(with: received)  // throws for zero",
          "let key = secret.hkdfDerivedSymmetricKey(", "  using: SHA256.self, salt: [], sharedInfo: purpose, "
            + "outputByteCount: 32)"),
        h("p", {}, "An app does not have to do this itself: ", h("code", {}, "Session"),
          " of the library Sessions agrees on keys, checks who the other is, and encrypts.")));
    },
  });

  /** The results of both sides, and of Mallory if she takes part. */
  function secrets(privateKeys, publicKeys, arrives, between) {
    const phone = agree(privateKeys.phone, arrives.phone), server = agree(privateKeys.server, arrives.server);
    if (phone.refusal || server.refusal) {
      const side = ({ secret, refusal }) => (secret ? key("secret", secret)
        : h("p", { class: "complaint" }, t`The library says: “${refusal}”.`));
      return [h("div", { class: "ends" }, side(phone), side(server)),
        h("p", { role: "status" }, h("strong", { "data-result": "agreement verdict" }, "refused"),
          ". No secret, and so nothing that Mallory could know.")];
    }
    const isSame = Bytes.equal(phone.secret, server.secret);
    const mark = isSame ? "right" : "changed";
    const shown = [key("secret of the phone", phone.secret, { mark, result: "agreement phone" }),
      key("secret of the server", server.secret, { mark, result: "agreement server" })];
    if (between === "mallory") {
      shown.push(
        key("Mallory, with the phone", agree(MALLORY, publicKeys.phone).secret, { result: "agreement mallory phone" }),
        key("Mallory, with the server", agree(MALLORY, publicKeys.server).secret,
          { result: "agreement mallory server" }));
    }
    return [h("p", { role: "status" },
      h("strong", { "data-result": "agreement verdict" }, isSame ? "the same secret" : "two different secrets"),
      isSame ? " at both ends. Eve has heard both public keys, and does not have it."
        : ". Mallory has both. Compare the columns: each side shares its secret with her."),
    h("div", { class: "ends" }, shown)];
  }

  function explanations() {
    return [
      Parts.section("2. Why listening is not enough",
        Parts.formula("phone:  a, sends a · B", "server: b, sends b · B", "secret: a · (b · B) = b · (a · B)"),
        h("p", {}, "The private keys a and b are numbers, and B is a point of Curve25519 that everybody knows. The "
          + "order of the numbers does not matter, so both products are the same point. Eve has neither number. To "
          + "find one from its public key takes about 2¹²⁸ steps, unless she has a large quantum computer."),
        h("p", {}, "If both throw their private keys and the secret away afterwards, nobody can compute it again. Such "
          + "keys are called ephemeral. What was recorded stays secret even if phone and server are stolen tomorrow. "
          + "Source: RFC 7748, sections 5 to 7.")),
      Parts.section("3. What helps against Mallory",
        h("p", {}, "An agreed secret does not say who has it. The phone must know something of the server beforehand:"),
        h("ul", {},
          h("li", {}, "a pinned public key: the app brings the server's along, and accepts no other;"),
          h("li", {}, "a signature of the server, and a certificate for it from an authority that the phone trusts, "
            + "as in TLS;"),
          h("li", {}, "a short secret that both know, compared so that nobody can test guesses: the page ",
            h("a", { href: "#proof?way=cpace" }, "Proving a PIN"), ".")),
        h("p", {}, "A signature is made with a private key, and everybody who has the public key can check it. This "
          + "package has none. Read on: RFC 8032 for Ed25519, and RFC 8446, section 4.4, for its place in TLS.")),
    ];
  }
}
