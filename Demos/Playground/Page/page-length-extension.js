/** Length extension: SHA-256(secret ‖ message) is continued without the secret. */
{
  const CONSTRUCTIONS = ["hash", "hmac"];
  const MOST = 64;
  /** The bytes of the state. Spec: FIPS 180-4, sections 5.3.1, 5.3.3, 5.3.4 and 5.3.5. */
  const STATES = [["sha1", "SHA-1", 20], ["sha256", "SHA-256", 32], ["sha384", "SHA-384", 64],
    ["sha512", "SHA-512", 64]];

  /** SHA-256's padding after `count` bytes: 80, zeros, and the length in bits in 8 bytes.
   * Spec: FIPS 180-4, section 5.1.1. */
  function paddingAfter(count) {
    const padding = new Uint8Array(1 + ((119 - (count % 64)) % 64) + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setUint32(padding.length - 4, 8 * count);
    return padding;
  }

  /** The lengths in a text such as "3,5-9". */
  const lengthsOf = (text) => [...new Set(text.split(",").flatMap((item) => {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(item) ?? [];
    return first === undefined ? []
      : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(first) + index);
  }))].filter((count) => count >= 1 && count <= MOST);

  /** The server: it tags messages with its secret, and recognises them by the tag. */
  function serverOf(construction, seed) {
    const secret = Bytes.seeded(seed, 6 + (Bytes.seeded(seed + 5000, 1)[0] % 35));
    const tag = (message) => (construction === "hmac" ? Library.hmac("sha256", secret, message)
      : Library.digest("sha256", Bytes.join(secret, message)));
    return { secret, tag, accepts: (message, given) => Bytes.equal(tag(message), given) };
  }

  /** A longer message and its tag, from a message and its tag, for a secret of `count` bytes. */
  function forge(message, tag, count, suffix) {
    const padding = paddingAfter(count + message.length);
    return {
      padding, message: Bytes.join(message, padding, suffix),
      tag: Library.extendSHA256(tag, count + message.length + padding.length, suffix),
    };
  }

  /** The fields of `name=value&name=value`; the last of one name wins. */
  const fieldsOf = (message) =>
    [...new Map(Bytes.text(message).split("&").filter((field) => field.includes("="))
      .map((field) => field.split(/=(.*)/s).slice(0, 2)))];

  Playground.page({
    id: "length-extension", group: "Attacks", title: "Length extension",
    summary: "A server recognises its own messages by a tag: make one that it never sent, without its secret.",
    first: ["[data-focus='Guessed length of the secret +']", "[data-result='length-extension-hashed']"],
    defaults: { construction: "hash", seed: "1", message: "user=carol&role=guest", suffix: "&role=admin", guess: "1",
      asked: "" },
    render(root, state) {
      const construction = state.choice("construction", CONSTRUCTIONS);
      const server = serverOf(construction, state.number("seed", 1, 999));
      const message = Bytes.of(state.text("message", 64)), suffix = Bytes.of(state.text("suffix", 64));
      const tag = server.tag(message);
      const guess = state.number("guess", 1, MOST);
      const listed = /^\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*$/.test(state.get("asked"));
      state.fitting("asked", listed && lengthsOf(state.get("asked")).length > 0);
      const forged = forge(message, tag, guess, suffix);
      const whole = Bytes.join(new Uint8Array(guess), message, forged.padding);
      const isPadding = (index) => index >= guess + message.length;

      root.append(
        Parts.choice("Tag", [["hash", "SHA-256(secret ‖ message)"], ["hmac", "HMAC-SHA-256"]], construction,
          (value) => state.update({ construction: value, asked: "" })),
        Parts.stepper("Server, each with its own secret", state.number("seed", 1, 999), 1, 999,
          (value) => state.update({ seed: value, asked: "" })));
      const given = Parts.section("The message of the server, and its tag",
        Parts.input("Message (up to 64 bytes)", state.get("message"),
          (value) => state.update({ message: value, asked: "" }), { most: 64 }),
        Parts.bytes(tag, { label: "Its tag" }),
        h("p", {}, construction === "hash"
          ? "The tag is SHA-256 of the secret with the message behind it. That is SHA-256’s state after the last "
            + "block: eight words of four bytes, and nothing is left out (FIPS 180-4, section 6.2.2)."
          : "HMAC hashes twice: H(K ⊕ opad ‖ H(K ⊕ ipad ‖ message)) (FIPS 198-1, section 4). The tag is the state "
            + "after the second, outer hash."));
      root.append(Parts.section("1. What SHA-256 added",
        Parts.stepper("Guessed length of the secret", guess, 1, MOST, (value) => state.update({ guess: value })),
        Parts.bytes(whole, {
          label: t`secret (${Words.counted(guess, "byte")}, unknown) ‖ message (${message.length}) ‖ padding
            (${forged.padding.length}, dashed) = ${Words.counted(whole.length / 64, "block")}`,
          text: true, result: "length-extension-hashed", hides: (index) => index < guess,
          marks: (index) => (index < guess ? "unknown" : isPadding(index) ? "padding" : ""),
        }),
        h("p", {}, "SHA-256 works on blocks of 64 bytes. It adds one byte 80, zeros, and the length in bits as 8 "
          + "bytes (FIPS 180-4, section 5.1.1). The length depends on the secret’s, which only the server knows. "
          + "Guess one, and see the padding."),
        construction === "hmac"
          && h("p", {}, "In HMAC, 64 bytes made from the secret stand before the message, so this is not what is "
            + "hashed. The attacker tries all the same."),
        h("p", {}, t`The length in bits: 8 · (${guess} + ${message.length}) = ${8 * (guess + message.length)}, in
          hexadecimal digits ${(8 * (guess + message.length)).toString(16)}.`)));

      const result = h("div", {});
      const formula = Parts.section("The attack as a formula", Parts.formula(
        "tag′ = SHA-256(secret ‖ message ‖ padding ‖ suffix)", "     = SHA-256 from the state “tag”, with suffix"));
      root.append(question(construction, () => result.replaceChildren(...attack(), formula)), result);

      function attack() {
        const end = message.length + forged.padding.length;
        const shown = [Parts.section("2. Hash on from the tag",
          Parts.input("Suffix (1 to 64 bytes)", state.get("suffix"),
            (value) => state.update({ suffix: value, asked: "" }), {
              most: 64, check: (value) => (value === "" ? "A suffix has at least one byte." : null) }),
          h("p", {}, "The message to send is the old message, the padding that was hashed after it, and the suffix. "
            + "The secret goes in front at the server."),
          Parts.bytes(forged.message, {
            label: "Message to send: message ‖ padding (dashed) ‖ suffix (underlined)", text: true,
            marks: (index) => (index >= end ? "changed" : index >= message.length ? "padding" : "") }),
          Parts.bytes(forged.tag, { label: "Its tag: SHA-256 continued from the old tag, with the suffix",
            result: "length-extension-tag" }),
          h("div", { class: "buttons" },
            Parts.button("Send to the server", () => {
              const asked = lengthsOf(state.get("asked")).filter((count) => count !== guess);
              state.update({ asked: [...asked, guess].join(",") });
              announce(server.accepts(forged.message, forged.tag) ? "accepted" : "refused");
            }, { class: "main" }),
            Parts.button(t`Try 1 to ${MOST} in turn`, () => {
              let count = 1;
              const isAccepted = () => {
                const made = forge(message, tag, count, suffix);
                return server.accepts(made.message, made.tag);
              };
              while (count < MOST && !isAccepted()) count += 1;
              state.update({ asked: `1-${count}`, guess: count });
              announce(isAccepted() ? t`accepted with ${Words.counted(count, "byte")}` : "all refused");
            }),
            Parts.button("Forget the answers", () => state.update({ asked: "" }))))];
        return [...shown, ...answers()];
      }

      function answers() {
        const asked = lengthsOf(state.get("asked")).map((count) => {
          const made = forge(message, tag, count, suffix);
          return { count, made, isAccepted: server.accepts(made.message, made.tag) };
        });
        if (asked.length === 0) return [];
        const accepted = asked.find(({ isAccepted }) => isAccepted);
        const rows = asked.filter((_, index) => asked.length <= 8 || index < 2 || index >= asked.length - 3)
          .map(({ count, made, isAccepted }) => [String(count), h("code", {}, `${Bytes.hex(made.tag.slice(0, 8))}…`),
            h("strong", {}, isAccepted ? "accepted" : "refused")]);
        const shown = [Parts.section("3. The server’s answers",
          Parts.table(asked.length > 8 ? t`${asked.length} questions, the first two and the last three`
            : Words.counted(asked.length, "question"), ["guessed length", "tag sent", "answer"], rows),
          h("p", { class: "note" }, h("strong", { "data-result": "length-extension-outcome" },
            accepted ? t`accepted: the secret has ${Words.counted(accepted.count, "byte")}`
              : t`${asked.length} refused`), ". ",
            accepted ? "The server hashes its secret and this message, and gets the same tag."
              : construction === "hmac" ? "Hashing on continues the outer hash, where no message stands."
                : "With another length the server’s padding is another one. Next length!"))];
        if (accepted) {
          const hashed = Bytes.join(server.secret, message);
          const agrees = Bytes.equal(Library.sha256Padded(hashed).slice(hashed.length), accepted.made.padding)
            && Bytes.equal(Library.digest("sha256", Bytes.join(server.secret, accepted.made.message)),
              accepted.made.tag);
          shown.push(Parts.table("What is read", ["name", "value"],
            fieldsOf(accepted.made.message)
              .map((field) => field.map((item) => h("code", {}, Bytes.printable(Bytes.of(item)))))),
          h("p", {}, "In this server, the last of several fields with one name counts."),
          Parts.agreement(agrees, "The page also knows the secret, and has compared: the library pads secret ‖ message "
            + "in this way, and SHA-256 of secret ‖ the sent message is the sent tag."),
          Parts.note("The tag is the same for all lengths that give the same number of blocks. Only the padding inside "
            + "the message differs, and there one length is right."));
        }
        return shown;
      }

      root.append(given, hashes(message),
        Parts.section("Formula", Parts.formula("tag = SHA-256(secret ‖ message)")),
        Parts.section("In Swift: what to do instead",
        Parts.swift("let tag = HMAC<SHA256>.authenticationCode(for: message, using: key)",
          "HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: message, using: key)")));
    },
  });

  function question(construction, reveal) {
    return Prediction.ask(construction === "hash" ? {
      id: "length-extension hash", question: "The attacker loads the tag into SHA-256 as its state, and hashes the "
        + "suffix. Of which bytes is the result the SHA-256?",
      options: ["suffix", "message ‖ suffix", "secret ‖ message ‖ suffix", "secret ‖ message ‖ padding ‖ suffix"],
      right: [3],
      explanation: "The state holds all that was hashed: the secret, the message, and the padding that was added to "
        + "them. The attacker needs none of it, only the number of bytes.", reveal,
    } : {
      id: "length-extension hmac", question: t`The same against HMAC: the attacker hashes on from its tag, for each
        length of the secret from 1 to ${MOST}. How many does the server accept?`,
      options: ["none", "one", "all"], right: [0],
      explanation: "HMAC hashes the message first, and then the key and that digest. The state after the message goes "
        + "into the second hash, and is never handed out.", reveal,
    });
  }

  /** Which hash functions hand out their whole state. */
  function hashes(message) {
    const shown = h("div", {});
    const reveal = () => shown.replaceChildren(
      ...STATES.map(([name, title, count]) => {
        const digest = Library.digest(name, message);
        const missing = count - digest.length;
        return Parts.bytes(Bytes.join(digest, new Uint8Array(missing)), {
          label: t`${title}: ${digest.length} bytes of digest, ${count} of
            state${missing ? t`, ${missing} are left out` : ""}`,
          hides: (index) => index >= digest.length, marks: (index) => (index >= digest.length ? "unknown" : "") });
      }),
      h("span", { hidden: true, "data-result": "length-extension-sha384",
        "data-value": Bytes.hex(Library.digest("sha384", message)) }),
      Parts.note("SHA-384 computes like SHA-512 from other initial values, and hands out the first 384 of 512 bits "
        + "(FIPS 180-4, section 6.5). Whoever wants to hash on has to guess the other 16 bytes: 2¹²⁸ possibilities. "
        + "That is no reason to build a tag this way; HMAC is made for it."));
    return Parts.section("Which hash functions can be continued?", Prediction.ask({
      id: "length-extension hashes", multiple: true, question: "From which digests can the whole state be read?",
      options: STATES.map(([, title]) => title), right: [0, 1, 3],
      explanation: "These three hand out all words of their state. Below are the digests of the message.", reveal,
    }), shown);
  }
}
