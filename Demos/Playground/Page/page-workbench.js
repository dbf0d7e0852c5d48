/** A workbench: own bytes through the ciphers, hashes and derivations of the library. */
{
  const FORMS = { text: "text", hex: "hexadecimal", base64: "base 64" };
  const WORKS = { encrypt: "encrypt", decrypt: "decrypt", digest: "hash", hmac: "HMAC", pbkdf2: "PBKDF2", xor: "XOR" };
  const MODES = ["ecb", "cbc", "ctr", "cfb", "ofb", "gcm"];
  const PADDINGS = { pkcs7: "PKCS#7", ansiX923: "ANSI X9.23", iso7816_4: "ISO 7816-4", zero: "zeros", none: "none" };
  const HASHES = { sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512", sha1: "SHA-1 (broken)" };
  const MOST_TYPED = 2000, MOST_SHOWN = 4096;
  const MOST = { rounds: 1_000_000, count: 128 };
  /** The sentences of the library for wrong input. */
  const ERRORS = ["a key of {1}; AES needs 16, 24 or 32",
    "the padding is wrong: the ciphertext is damaged, or the key, IV or mode is another",
    "the ciphertext, its data, nonce or tag were changed, or the key is another",
    "0 bytes of ciphertext; with padding there are at least 16",
    "{1}; a ciphertext, and a message without padding, needs a multiple of 16 in ECB and CBC",
    "a nonce of {1}; CTR needs 16, or 12 before a counter of 4", "an IV of {1}; CBC, CFB and OFB need 16",
    "a nonce of 0 bytes; GCM needs at least 1, and best has 12", "a nonce of {1}; GCM needs at least 12",
    "{1}; the tag alone has 16"];
  const ABOUT = {
    ecb: "ECB encrypts each block by itself: equal blocks stay equal. There is no IV.",
    cbc: "CBC adds the ciphertext block before to each block, and the IV to the first. The IV must be random for "
      + "each message.",
    ctr: "CTR encrypts a counter that begins with the nonce, and adds the result. The text needs no padding.",
    cfb: "CFB encrypts the ciphertext block before, and adds the result. The text needs no padding.",
    ofb: "OFB encrypts its own output again and again, and adds it. The text needs no padding.",
    gcm: "GCM is CTR with a tag of 16 bytes, which is at the end here. A changed ciphertext is refused.",
    digest: "A hash is as long for every message, needs no key, and has no known way back but guessing.",
    hmac: "An HMAC is a hash with a key: only who has the key can make it or check it.",
    pbkdf2: "PBKDF2 makes a key from a password. More rounds cost you and the attacker the same factor.",
    xor: "The sum without carry of two inputs: added twice, it is gone. The shorter input sets the length.",
  };
  /** What comes after a work, with its output as the input. */
  const NEXT = { encrypt: { work: "decrypt", out: "text" }, decrypt: { work: "encrypt", out: "hex" } };
  /** The works whose output may be text. */
  const READABLE = ["decrypt", "xor"];
  /** A file that was chosen, or a long output; it is not in the address. */
  let file = null;

  const fromBase64 = (text) => {
    try {
      return Uint8Array.from(atob(text.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
    } catch {
      return null;
    }
  };
  const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

  /** What is wrong with hexadecimal digits, or `null`. */
  function complaint(text) {
    if (Bytes.fromHex(text)) return null;
    const count = text.replace(/\s/g, "").length;
    if (count % 2 === 0 || !/^[0-9a-f\s]*$/i.test(text)) return "These are not hexadecimal bytes.";
    return count === 1 ? "1 hexadecimal digit; each byte has two." : t`${count} hexadecimal digits; each byte has two.`;
  }

  /** The bytes of a text in a form, or the sentence that says what is wrong: `{bytes}` or `{wrong}`. */
  function read(text, form) {
    const bytes = form === "text" ? Bytes.of(text) : form === "hex" ? Bytes.fromHex(text) : fromBase64(text);
    if (bytes !== null) return { bytes };
    return { wrong: form === "base64" ? "The input is not base 64." : complaint(text) };
  }

  /** Bytes in a form. Text that is not UTF-8 has signs for what is missing. */
  const write = (bytes, form) => ({ text: Bytes.text, hex: Bytes.hex, base64: toBase64 })[form](bytes);

  /** The settings that a work needs: fields, and the work itself. */
  function settings(state, change) {
    const work = state.choice("work", Object.keys(WORKS)), mode = state.choice("mode", MODES);
    const hash = state.choice("hash", Object.keys(HASHES)), padding = state.choice("padding", Object.keys(PADDINGS));
    const choice = (label, name, names, chosen) => h("label", { class: "field" }, h("span", { class: "label" }, label),
      ((select) => (select.addEventListener("change", () => change({ [name]: select.value })), select))(
        h("select", { "data-focus": label }, Object.entries(names).map(([value, shown]) =>
          h("option", { value, selected: value === chosen }, shown)))));
    const digits = (label, name) => Parts.input(label, state.get(name), (text) => change({ [name]: text }, false),
      { class: "hex", most: 400, "data-focus": name, check: complaint });
    // All values of the address are read, so that the page names each that it does not have.
    ["key", "iv", "salt"].forEach((name) => state.bytes(name));
    const numberOf = (name) => state.number(name, 1, MOST[name]);
    Object.keys(MOST).forEach(numberOf);
    const number = (label, name) => Parts.number(label, numberOf(name), 1, MOST[name],
      (text) => change({ [name]: text }, false));
    if (work === "encrypt" || work === "decrypt") {
      const isPadded = mode === "ecb" || mode === "cbc";
      return { about: mode,
        fields: [choice("Mode", "mode", Object.fromEntries(MODES.map((each) => [each, each.toUpperCase()])), mode),
          isPadded && choice("Padding", "padding", PADDINGS, padding),
          digits("Key, hexadecimal (16, 24 or 32 bytes)", "key"),
          mode === "gcm" && digits("Nonce, hexadecimal (12 bytes)", "iv"),
          !["ecb", "gcm"].includes(mode) && digits("IV, hexadecimal (16 bytes)", "iv")],
        run: (input) => Library[work](mode, state.bytes("key"), state.bytes("iv"), input,
          { padding: isPadded ? padding : "none" }) };
    }
    const hashes = choice("Hash function", "hash", HASHES, hash);
    return { about: work, ...{
      digest: { fields: [hashes], run: (input) => Library.digest(hash, input) },
      hmac: { fields: [hashes, digits("Key, hexadecimal", "key")],
        run: (input) => Library.hmac(hash, state.bytes("key"), input) },
      pbkdf2: { fields: [hashes, digits("Salt, hexadecimal", "salt"), number("Rounds", "rounds"),
        number("Bytes of the key", "count")],
      run: (input) => Library.pbkdf2(hash, input, state.bytes("salt"), numberOf("rounds"), numberOf("count")) },
      xor: { fields: [digits("Other input, hexadecimal", "key")],
        run: (input) => Bytes.xor(input, state.bytes("key").slice(0, input.length)) },
    }[work] };
  }

  /** The result of the work on the input: bytes and seconds, or a sentence. */
  function result(state, run) {
    const { bytes, wrong } = file ?? read(state.text("text", MOST_TYPED), state.choice("form", Object.keys(FORMS)));
    if (wrong) return { wrong };
    const from = performance.now();
    try {
      const output = run(bytes);
      return { input: bytes, output, seconds: (performance.now() - from) / 1000 };
    } catch (error) {
      if (!(error instanceof LibraryError)) throw error;
      return { wrong: t`The library says: ${Language.data(Language.sentence(error.message, ERRORS))}.` };
    }
  }

  Playground.page({
    id: "workbench", group: "Practice", title: "Workbench",
    summary: "Your own text or file, encrypted, decrypted, hashed, stretched.",
    first: ["[data-focus=input]", "[data-result=output]"],
    defaults: { work: "encrypt", mode: "cbc", padding: "pkcs7", hash: "sha256", form: "text", out: "hex",
      text: "Attack at dawn", key: "2b7e151628aed2a6abf7158809cf4f3c", iv: "000102030405060708090a0b0c0d0e0f",
      salt: "73616c7473616c7473616c7473616c74", rounds: "220000", count: "32" },
    forget() { file = null; },
    render(root, state) {
      const out = state.choice("out", Object.keys(FORMS)), form = state.choice("form", Object.keys(FORMS));
      const place = h("div", { "data-result": "output" });
      let shown;
      /** The address still has the value before a wrong one. */
      const isWrong = () => root.querySelector("[aria-invalid=true]") !== null;
      const show = () => {
        shown = isWrong() ? { wrong: "There is no result until every field is right." } : result(state, setting.run);
        place.replaceChildren(...output(state, shown, out));
      };
      /** A typed value changes the output; a choice draws the page again. */
      const change = (changes, redraws = true) => {
        if (redraws) return state.update(changes);
        state.set(changes);
        show();
      };
      const setting = settings(state, change);
      const take = async (event) => {
        const [chosen] = event.currentTarget.files;
        if (!chosen) return;
        file = { bytes: new Uint8Array(await chosen.arrayBuffer()), name: chosen.name };
        if (root.isConnected) Playground.render();
      };
      const work = state.choice("work", Object.keys(WORKS));
      root.append(
        Parts.choice("Work", Object.entries(WORKS), work, (value) =>
          state.update({ work: value, out: out === "text" && !READABLE.includes(value) ? "hex" : out })),
        file ? h("p", {},
          t`Input: the file ${Language.data(file.name)}, ${Words.counted(file.bytes.length, "byte")}`, " ",
          Parts.button("Use the text again", () => {
            file = null;
            Playground.render();
          }))
          : Parts.input(t`Input (${FORMS[form]})`, state.text("text", MOST_TYPED), (text) => change({ text }, false),
            { most: MOST_TYPED, "data-focus": "input" }),
        place,
        Parts.choice("Input is", Object.entries(FORMS), form, (value) => state.update({ form: value })),
        Parts.choice("Output is", Object.entries(FORMS), out, (value) => state.update({ out: value })),
        h("div", { class: "columns fields" }, setting.fields),
        h("div", { class: "buttons" },
          Parts.button("The output as input", () => {
            if (!shown.output) return;
            const isLong = shown.output.length > MOST_TYPED / 2;
            file = isLong ? { bytes: shown.output, name: "output.bin" } : null;
            state.update({ ...(isLong ? {} : { text: Bytes.hex(shown.output), form: "hex" }), ...NEXT[work] });
          }),
          !["digest", "pbkdf2"].includes(work) && Parts.button("New random key and IV", () => state.update({
            key: Bytes.hex(crypto.getRandomValues(new Uint8Array(16))),
            iv: Bytes.hex(crypto.getRandomValues(new Uint8Array(state.get("mode") === "gcm" ? 12 : 16))) }))),
        Parts.note(ABOUT[setting.about]),
        h("label", { class: "field" }, h("span", { class: "label" }, "A file as input: it stays in this page"),
          h("input", { type: "file", "data-focus": "file", onchange: take })),
        h("p", {}, "Key and text stand in the address, so take none that you use."));
      root.addEventListener("input", () => { if (isWrong()) show(); });
      show();
    },
  });

  function output(state, { wrong, input, output: bytes, seconds }, form) {
    if (wrong) return [h("p", { class: "complaint", role: "alert" }, wrong)];
    const text = write(bytes.slice(0, MOST_SHOWN), form);
    const address = URL.createObjectURL(new Blob([bytes]));
    setTimeout(() => URL.revokeObjectURL(address), 600_000);
    return [h("p", {}, h("span", { class: "label" }, t`Output: ${Words.counted(bytes.length, "byte")}`),
      h("code", { class: "mono", "data-result": "worked", "data-value": form === "text" ? text : null },
        Language.data(text))),
    bytes.length > MOST_SHOWN && h("p", { class: "label" }, t`The first ${Words.number(MOST_SHOWN)} bytes are shown.`),
    h("p", { class: "label" }, t`From ${Words.counted(input.length, "byte")} in ${Passwords.duration(seconds)}.`, " ",
      h("a", { href: address, download: "output.bin" }, "Save as a file"))].filter(Boolean);
  }
}
