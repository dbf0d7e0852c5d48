/** The one-time pad: why it cannot be broken, what it costs, and what its second use gives away. */
{
  const MOST = 32;
  const KEY = "2b7e151628aed2a6abf7158809cf4f3c";
  /** A text as long as another, with dots at its end; the default of a shorter message is cut. */
  const fitted = (text, count) => {
    const bytes = new Uint8Array(count).fill(0x2e);
    bytes.set(Bytes.of(text).slice(0, count));
    return bytes;
  };

  Playground.page({
    id: "one-time-pad", group: "Keys", title: "One-time pad",
    summary: "A random key as long as the message, used once.",
    first: ["[data-focus='Message']", "[data-result=sum]"],
    defaults: { text: "Meet me at nine", guess: "Stay away today", second: "Bring the money", seed: "1" },
    render(root, state) {
      const seed = state.number("seed", 0, 999_999);
      const message = Bytes.of(state.text("text", MOST)), pad = Bytes.seeded(seed, MOST).slice(0, message.length);
      const ciphertext = Bytes.xor(message, pad);
      const line = (label, bytes, result) => Parts.bytes(bytes, { label, result, text: true });
      root.append(
        Parts.input("Message", state.get("text"), (text) => state.update({ text }), { most: MOST }),
        line("Message ⊕", message), line("pad: random, and used once", pad, "pad"),
        line("= ciphertext", ciphertext, "sum"),
        h("div", { class: "buttons" },
          Parts.button("Another pad", () => state.update({ seed: (seed + 1) % 1_000_000 }))),
        any(state, ciphertext, line), twice(state, message, pad, ciphertext, line), stream(message));
    },
  });

  /** Every message of this length has a pad that fits. */
  function any(state, ciphertext, line) {
    const guess = fitted(state.text("guess", ciphertext.length), ciphertext.length);
    const place = h("div", {});
    return Parts.section("1. Which message was it?", Prediction.ask({
      id: "pad search", question: "Eve has the ciphertext, and tries every possible pad. What does she find?",
      options: ["the message, and nothing else that makes sense", "every message of this length", "no message"],
      right: [1],
      explanation: "For every message there is exactly one pad that makes it, and all pads are equally likely. The "
        + "ciphertext tells nothing but the length.",
      reveal: () => place.replaceChildren(
        Parts.input("Another message", state.get("guess"), (text) => state.update({ guess: text }),
          { most: ciphertext.length }),
        line("the pad with which the ciphertext is this message", Bytes.xor(ciphertext, guess), "candidate"),
        Parts.agreement(Bytes.equal(Bytes.xor(ciphertext, Bytes.xor(ciphertext, guess)), guess),
          "Nothing distinguishes this pad from the real one. Source: C. Shannon, “Communication Theory of Secrecy "
          + "Systems”, 1949, section 10.")),
    }), place);
  }

  /** The same pad for a second message. */
  function twice(state, message, pad, ciphertext, line) {
    const second = fitted(state.text("second", message.length), message.length), place = h("div", {});
    return Parts.section("2. The pad is used again", h("p", {}, t`A second message of ${Words.counted(message.length,
      "byte")} is encrypted with the same pad. Eve adds the two ciphertexts.`),
    Prediction.ask({
      id: "pad twice", question: "What is the sum of the two ciphertexts?",
      options: ["the sum of the two messages", "the pad", "random bytes"], right: [0],
      explanation: "(M1 ⊕ pad) ⊕ (M2 ⊕ pad) = M1 ⊕ M2: the pad is gone. Who knows or guesses one message reads "
        + "the other.",
      reveal: () => place.replaceChildren(
        Parts.input("Second message", state.get("second"), (text) => state.update({ second: text }),
          { most: message.length }),
        line("sum of the ciphertexts", Bytes.xor(ciphertext, Bytes.xor(second, pad)), "twice"),
        line("sum ⊕ first message", Bytes.xor(Bytes.xor(ciphertext, Bytes.xor(second, pad)), message), "read"),
        h("p", {}, "How two messages are read without knowing either: ",
          h("a", { href: "#nonce-reuse" }, "Nonce reuse"), ".")),
    }), place);
  }

  /** A stream cipher in place of the pad. */
  const stream = (message) => Parts.section("3. A short key instead",
    h("p", {}, "A pad as long as all messages must be carried to the receiver, and thrown away after use. AES in CTR "
      + "makes a keystream from a key of 16 bytes and a nonce, and adds it like a pad:"),
    h("p", {}, h("code", { class: "mono", "data-result": "stream" },
      Bytes.hex(Library.encrypt("ctr", Bytes.fromHex(KEY), new Uint8Array(16), message)))),
    h("p", {}, "That is not proven secure, but nobody knows a way to tell the keystream from random bytes without the "
      + "key. A second use of key and nonce is as bad as a second use of a pad. Neither protects against changes: a "
      + "flipped bit of the ciphertext flips a bit of the message."));
}
