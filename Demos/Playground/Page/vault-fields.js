/** The fields of a vault, from FORMAT.md: where they are and what they are for. */
const VaultFields = (() => {
  const HEADER = 720, FIRST_SLOT = 48, SLOT = 80, CHUNK = 65_536, TAG = 32;
  /** The limit of a reader for the rounds of a copy's slots together: FORMAT.md, section 5, step 4. */
  const MOST_ROUNDS = 10_000_000;
  const number = (bytes) => bytes.reduce((sum, byte) => 256 * sum + byte, 0);

  /** The fields of one copy of the header, at `base`. */
  function ofCopy(vault, base) {
    const copy = base === 0 ? 1 : 2;
    const fields = [];
    const add = (offset, size, name, says, value) =>
      fields.push({ offset: base + offset, size, name, says, value, copy });
    add(0, 8, "magic", "Says that this is a vault. It is not text: its line ends reveal a file whose newlines were "
      + "converted. Section 2.");
    add(8, 1, "version", "1. Another version is another format.", number);
    add(9, 1, "suite", "1: AES-256-CTR with HMAC-SHA-256, chunks of 65,536 bytes. There is nothing to choose, so "
      + "nothing can be chosen badly.", number);
    add(10, 2, "reserved", "Must be zero.");
    add(12, 4, "generation", "0 in a new vault, one more with each change of the passwords. Of two whole copies the "
      + "one with the higher number counts, so a removed password stays removed, unless both old copies are put "
      + "back.", number);
    add(16, 32, "salt", "Random, new for each vault. It goes into the keys for header and content.");
    for (let slot = 0; slot < 8; slot += 1) {
      const start = FIRST_SLOT + SLOT * slot;
      const bytes = vault.subarray(base + start, base + start + SLOT);
      if (bytes.every((byte) => byte === 0)) {
        add(start, SLOT, t`slot ${slot}: free`, "80 zero bytes: a free place for one more password. The "
          + "header has room for eight, so its size never changes. Section 3.");
        continue;
      }
      const kind = { 1: "PBKDF2-HMAC-SHA512", 2: "PBKDF2-HMAC-SHA256", 3: "a key, without stretching" }[bytes[0]]
        ?? "unknown";
      add(start, 1, t`slot ${slot}: stretching`,
        "How the password becomes a key: 1 is PBKDF2-HMAC-SHA512, 2 PBKDF2-HMAC-SHA256, 3 is a key of 32 bytes that "
        + "needs none. Section 3.", (byte) => t`${byte[0]}, ${kind}`);
      add(start + 1, 3, t`slot ${slot}: reserved`, "Must be zero.");
      add(start + 4, 4, t`slot ${slot}: rounds`,
        "The rounds of PBKDF2. A reader checks a limit on them before it derives: otherwise a file could keep it "
        + "busy for days.", number);
      add(start + 8, 32, t`slot ${slot}: salt`,
        "Random, new each time the slot is written. Equal passwords give different keys, and lists computed before "
        + "are useless.");
      add(start + 40, 40, t`slot ${slot}: wrapped key`,
        "The data key of 32 bytes, encrypted under the password's key with AES key wrap (RFC 3394). A wrong password "
        + "is noticed here.");
    }
    add(688, 32, "header tag", "HMAC-SHA-256 over the 688 bytes before it and the context. Whoever changes the header "
      + "without the data key breaks it. Section 4.");
    return fields;
  }

  /** The slots of a header. */
  const slots = (header) => Bytes.blocks(header.subarray(FIRST_SLOT, FIRST_SLOT + 8 * SLOT), SLOT);

  /** The rounds of a header's slots together. */
  const rounds = (header) => slots(header).filter(([kind]) => kind === 1 || kind === 2)
    .reduce((sum, slot) => sum + number(slot.subarray(4, 8)), 0);

  /** All fields of a vault in order. Of many chunks, the first three and the last; `skipped` counts those between. */
  function of(vault) {
    const fields = [...ofCopy(vault, 0), ...ofCopy(vault, HEADER)];
    const rest = vault.length - 2 * HEADER;
    const count = rest > 0 ? Math.ceil(rest / (CHUNK + TAG)) : 0;
    let skipped = 0;
    for (let index = 0; index < count; index += 1) {
      if (index >= 3 && index < count - 1) {
        skipped += 1;
        continue;
      }
      const offset = 2 * HEADER + (CHUNK + TAG) * index;
      const size = Math.max(0, Math.min(CHUNK, vault.length - offset - TAG));
      if (size > 0) {
        fields.push({ offset, size, chunk: index, name: t`chunk ${index}: ciphertext`,
          says: t`The content's bytes ${CHUNK * index} to ${CHUNK * index + size - 1}, encrypted with AES-256-CTR. A
            ciphertext is as long as its content.` });
      }
      fields.push({ offset: offset + size, size: TAG, chunk: index, name: t`chunk ${index}: tag`,
        says: "HMAC-SHA-256 over the ciphertext of the chunk, its number, and whether it is the last. So no chunk can "
          + "be changed, moved or dropped unseen. Nothing is decrypted before its tag fits." });
    }
    return { fields: fields.filter(({ offset }) => offset < vault.length)
      .map((field) => ({ ...field, size: Math.min(field.size, vault.length - field.offset) })), skipped };
  }

  /** 16 bytes a row: filled cells are not zero, marked ones are in the chosen field, and crossed ones changed. */
  function map(vault, original, from, to, chosen, choose, title) {
    const cell = 10, count = to - from;
    const path = (test) => Array.from({ length: count }, (_, index) => index).filter((index) => test(from + index))
      .map((index) => `M${cell * (index % 16) + 1} ${cell * Math.floor(index / 16) + 1}h8v8h-8z`).join("");
    const crosses = Array.from({ length: count }, (_, index) => index)
      .filter((index) => vault[from + index] !== original[from + index])
      .map((index) => `M${cell * (index % 16) + 1} ${cell * Math.floor(index / 16) + 1}l8 8m0 -8l-8 8`).join("");
    const height = cell * Math.ceil(count / 16);
    const drawing = svg("svg", { width: 162, height: height + 2, viewBox: `-1 -1 162 ${height + 2}`, role: "img",
      "aria-label": t`${title}: a map of ${count} bytes; the buttons below choose the same fields` },
      svg("path", { d: path((place) => vault[place] === 0), class: "zero" }),
      svg("path", { d: path((place) => vault[place] !== 0), class: "full" }),
      svg("path", { d: path((place) => place >= chosen.offset && place < chosen.offset + chosen.size),
        class: "chosen-field" }), svg("path", { d: crosses, class: "cross" }));
    drawing.addEventListener("click", (event) => {
      const frame = drawing.getBoundingClientRect();
      const column = Math.floor((event.clientX - frame.left - 1) / cell),
      row = Math.floor((event.clientY - frame.top - 1) / cell);
      if (column >= 0 && column < 16 && row >= 0 && 16 * row + column < count) choose(from + 16 * row + column);
    });
    return h("div", { class: "byte-map" }, h("span", { class: "label" }, title), drawing);
  }

  // FORMAT.md, section 7: 13 bytes of content, the password "correct horse", the context "example".
  const EXAMPLE_HEADER = "8b53564c540d0a1a0101000000000000"
    + "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
    + "01000000000003e8404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
    + "c78af6630697232ddea02a59a0e53499ab52f140a0f51176262c769cee5ae84841aa30f9bd99adc8"
    + "00".repeat(560) + "36eebea0c8fbcbb9d4034b3da2f9aecf07facb9a73b50c6c8391b31c40920496";
  const EXAMPLE = Bytes.fromHex(EXAMPLE_HEADER + EXAMPLE_HEADER + "8872480069262850954c6c0af6"
    + "042724f343a8302550a4ec3a9cd8968c872fffc4ca9e22a6e045b32578a28f7a");

  return { of, map, number, slots, rounds, EXAMPLE, HEADER, CHUNK, TAG, MOST_ROUNDS };
})();
