/** Kerckhoffs' principle, and the search through all keys. */
{
  const SIZES = [8, 16, 24, 40];
  const COUNTED = [8, 16, 24, 40, 56, 64, 80, 128];
  const MESSAGE = "Attack at dawn!!";
  const STEP = 2000;  // Keys in one call.
  const YEAR = 365.25 * 86_400;

  /** A key of AES-128 whose last `bits` bits are from the seed. */
  function keyOf(bits, seed) {
    const key = new Uint8Array(16), random = Bytes.seeded(seed, 16);
    for (let bit = 0; bit < bits; bit += 1) key[15 - (bit >> 3)] |= random[15 - (bit >> 3)] & (1 << (bit & 7));
    return key;
  }

  const years = (seconds) => (seconds < 1e4 * YEAR ? Passwords.duration(seconds)
    : t`${(seconds / YEAR).toExponential(0).replace("e+", " · 10^")} years`);

  /** The times for half of the keys, at a rate. */
  const times = (rate) => Parts.table("Until the key is found, on average: half of all keys", ["bits", "keys",
    "on this page", "on a million such pages"], COUNTED.map((bits) => [String(bits),
    bits <= 40 ? Words.number(2 ** bits) : `2^${bits}`, years(2 ** (bits - 1) / rate),
    years(2 ** (bits - 1) / rate / 1e6)]));

  function search(root, bits, ciphertext) {
    const status = h("p", { role: "status", "data-result": "found" }, "Not started.");
    const bar = h("progress", { max: 2 ** bits, value: 0, "aria-label": "Keys tried" });
    const table = h("div", {});
    let isRunning = false;
    const button = Parts.button("Try all keys", async () => {
      isRunning = !isRunning;
      if (!isRunning) return;
      button.textContent = t`Stop`;
      status.textContent = t`It runs.`;
      const from = performance.now();
      let count = 0, key = [];
      while (isRunning && root.isConnected && key.length === 0 && count < 2 ** Math.min(bits, 32)) {
        const end = performance.now() + 30;
        while (performance.now() < end && key.length === 0 && count < 2 ** Math.min(bits, 32)) {
          const more = Math.min(STEP, 2 ** bits - count);
          key = Library.searchKey(Bytes.of(MESSAGE), ciphertext, count, more);
          count += key.length === 0 ? more : (new DataView(key.buffer).getUint32(12) - count) + 1;
        }
        bar.value = count;
        const rate = count / ((performance.now() - from) / 1000);
        status.textContent = t`${Words.number(count)} keys, ${Words.number(Math.round(rate))} a second`;
        await Passwords.pause();
      }
      if (!root.isConnected) return;
      isRunning = false;
      button.textContent = t`Try all keys`;
      const seconds = (performance.now() - from) / 1000;
      status.textContent = key.length > 0
        ? t`Found: ${Bytes.hex(key)}, after ${Words.number(count)} keys in ${Passwords.duration(seconds)}.`
        : t`Stopped after ${Words.number(count)} of ${Words.number(2 ** bits)} keys.`;
      announce(status.textContent);
      table.replaceChildren(times(count / seconds));
    }, { class: "main", "data-focus": "search" });
    return [h("div", { class: "buttons" }, button), h("div", { "data-result": "search" }, bar, status), table];
  }

  Playground.page({
    id: "brute-force", group: "Keys", title: "Trying all keys",
    summary: "The procedure is public, and only the key is secret. How long does a key withstand a search?",
    first: ["[data-focus=search]", "[data-result=search]"],
    defaults: { bits: "16", seed: "7" },
    render(root, state) {
      const bits = Number(state.choice("bits", SIZES.map(String))), seed = state.number("seed", 0, 999_999);
      const ciphertext = Library.encrypt("ecb", keyOf(bits, seed), new Uint8Array(), Bytes.of(MESSAGE));
      root.append(
        Parts.choice("Unknown bits of the key", SIZES.map((each) => [String(each), String(each)]), String(bits),
          (value) => state.update({ bits: value })),
        h("p", {}, "The attacker knows a plaintext, “Attack at dawn!!”, and its ciphertext ",
          h("code", { "data-result": "ciphertext", "data-value": Bytes.hex(ciphertext) }, Bytes.hex(ciphertext)), "."),
        h("p", {}, "She knows that it is AES-128, and that all other bits of the key are zero."),
        ...search(root, bits, ciphertext),
        h("div", { class: "buttons" },
          Parts.button("Another key", () => state.update({ seed: (seed + 1) % 1_000_000 }))),
        Parts.section("One byte more", Prediction.ask({
          id: "brute force byte", question: "A key gets 8 more bits. How much longer does the search take?",
          options: ["8 times", "16 times", "256 times"], right: [2],
          explanation: "Each bit doubles the number of keys, and 2 · 2 · … · 2 with eight factors is 256. The one who "
            + "encrypts pays next to nothing for them.",
        })),
        Parts.section("Kerckhoffs' principle",
          h("p", {}, "A procedure must be secure even if everything about it is known except the key (A. Kerckhoffs, "
            + "“La cryptographie militaire”, 1883, second requirement). A procedure leaks out sooner or later, by a "
            + "captured device or by a former employee, and cannot be changed as quickly as a key."),
          Prediction.ask({
            id: "brute force secret", question: "A company keeps its own cipher secret instead of choosing AES. What "
              + "does that change?",
            options: ["fewer people look for its faults before attackers do",
              "it is secure for as long as it is secret", "nothing"], right: [0],
            explanation: "AES was examined in public for years by those who would have liked to break it. A secret "
              + "cipher was examined by few, and must be replaced everywhere when it leaks.",
          })),
        Parts.section("How it is in practice",
          h("p", {}, "A key of 128 random bits withstands every search. A password has far fewer. How "
            + "it is found: ", h("a", { href: "#dictionary" }, "A dictionary attack"), ".")));
    },
  });
}
