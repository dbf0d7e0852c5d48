/** A dictionary attack on a password of the learner's, and the time for more guesses. */
{
  const ROUNDS = [1, 100, 1000, 10_000];
  const SALT = Bytes.fromHex("000102030405060708090a0b0c0d0e0f");
  const SIZES = [6, 7, 8, 9, 10, 11, 12];
  const power = (exponent) => `10${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
  /** Random passwords, and how many there are of each kind. */
  const KINDS = [
    ["8 random small letters", 26 ** 8], ["8 random letters, digits and signs (94 characters)", 94 ** 8],
    ["12 random small letters", 26 ** 12],
    ["4 random words of a list of 7,776", 7776 ** 4], ["6 random words of a list of 7,776", 7776 ** 6],
  ];

  let typed = null;  // What the learner typed: it must not be in the address.

  Playground.page({
    id: "dictionary", group: "Passwords", title: "A dictionary attack",
    summary: "A stored key, a list of guesses, and the attack itself: will the list find the password?",
    first: ["[data-focus=attack]", "[data-result=searching]"],
    defaults: { password: Language.text("Summer2026"), rounds: "100", hash: "sha256" },
    forget() { typed = null; },
    render(root, state) {
      const hash = state.choice("hash", ["sha256", "sha512"]);
      const { name } = Passwords.HASHES[hash];
      const rounds = Number(state.choice("rounds", ROUNDS.map(String)));
      const password = typed ?? state.text("password", 128);
      const derive = (guess, count = rounds) => Library.pbkdf2(hash, Bytes.of(guess), SALT, count, 32);
      const stored = derive(password);
      const { GUESSES, WORDS, RULES } = Passwords;
      const rank = GUESSES.indexOf(password);

      root.append(
        Parts.input("The password under attack", password, (text) => {
          typed = text;
          Playground.render();
        }, { most: 128 }),
        h("p", { class: "label" }, "What you type stays out of the address. Try one that you would have thought of, "
          + "but none that you use."));
      const stolen = Parts.section("2. What was stolen",
        Parts.choice("Hash function", [["sha256", "SHA-256"], ["sha512", "SHA-512"]], hash,
          (id) => state.update({ hash: id })),
        Parts.choice("Rounds", ROUNDS.map((count) => [count, Passwords.count(count)]), rounds,
          (count) => state.update({ rounds: count })),
        Parts.bytes(stored,
          { label: t`The stored key: PBKDF2-HMAC-${name}; rounds: ${Passwords.count(rounds)}; the salt is
            ${Bytes.hex(SALT)}`, result: "stored" }));

      // The attack, in slices of some milliseconds.
      const status = h("p", { role: "status", "data-result": "found" }),
      now = h("p", { class: "mono", "aria-hidden": "true" }),
      bar = h("progress", { max: GUESSES.length, value: 0, "aria-label": "Guesses tried" });
      let isRunning = false;
      const start = Parts.button("Start the attack", async () => {
        if (isRunning) {
          isRunning = false;
          return;
        }
        isRunning = true;
        start.textContent = t`Stop`;
        status.textContent = "";
        let index = 0, hit = null, worked = 0;
        while (index < GUESSES.length && hit === null && isRunning && root.isConnected) {
          const from = performance.now();
          while (index < GUESSES.length && hit === null && performance.now() - from < 15) {
            if (Bytes.equal(derive(GUESSES[index]), stored)) hit = GUESSES[index];
            index += 1;
          }
          worked += performance.now() - from;
          bar.value = index;
          now.textContent = `${index}: ${GUESSES[index - 1]}`;
          await Passwords.pause();
        }
        if (!root.isConnected) return;
        const rate = index / (worked / 1000);
        start.textContent = t`Start the attack`;
        const stopped = !isRunning && hit === null && index < GUESSES.length;
        isRunning = false;
        status.textContent = hit !== null
          ? t`Found: “${Language.data(hit)}”, guess ${Passwords.count(index)} of ${Passwords.count(GUESSES.length)}.`
          : stopped
          ? t`Stopped after ${Passwords.count(index)} guesses.`
          : t`Not found: none of the ${Passwords.count(GUESSES.length)} guesses has this key.`;
        announce(status.textContent);
        now.textContent = t`${Passwords.count(rate)} guesses a second in this page`;
        costs.replaceChildren(...cost(rate));
      }, { class: "main", "data-focus": "attack" });

      /** Times of larger attacks: `rate` are the guesses a second measured here. */
      function cost(rate) {
        const gpu = Passwords.GPU[hash] / rounds;
        const recommended = Passwords.RECOMMENDED[hash];
        return [
          Parts.table(t`Time for so many guesses; rounds: ${Passwords.count(rounds)}`,
            ["guesses", rate ? "this page" : "this page (not measured)", "one RTX 4090",
              t`one RTX 4090, ${Passwords.count(recommended)} rounds`],
            SIZES.map((exponent) => [power(exponent), rate ? Passwords.duration(10 ** exponent / rate) : "–",
              Passwords.duration(10 ** exponent / gpu),
              Passwords.duration(10 ** exponent * recommended / Passwords.GPU[hash])])),
          Parts.table("Half of all passwords of a kind: the average of a search",
            ["password", "one RTX 4090", t`one RTX 4090, ${Passwords.count(recommended)} rounds`],
            KINDS.map(([kind, number]) => [kind, Passwords.duration(number / 2 / gpu),
              Passwords.duration(number / 2 * recommended / Passwords.GPU[hash])])),
        ];
      }
      const costs = h("div", {}, cost(null));

      const attack = h("div", {});
      root.append(Parts.section("1. The attack",
        Prediction.ask({
          id: ["dictionary", password].join(" "), question: "Will the list find it?",
          options: ["Yes, among the plain words", "Yes, as a variation", "No"],
          right: [rank < 0 ? 2 : rank < WORDS.length ? 0 : 1],
          explanation: rank < 0 ? "It is not in this list. That does not make it strong: this list is short."
            : t`It is guess ${Passwords.count(rank + 1)} of ${Passwords.count(GUESSES.length)}. People decorate
              words in the same few ways, and attackers try them all.`,
          reveal: () => attack.replaceChildren(h("div", { class: "buttons" }, start),
            h("div", { "data-result": "searching" }, bar, now, status)),
        }), attack,
        h("p", {}, t`The list has ${WORDS.length} words that people choose, and ${RULES.length - 1} variations of
          each: a capital, digits, a sign at the end, a year, signs for letters. That makes
          ${Passwords.count(GUESSES.length)} different guesses. Real lists have millions.`),
        h("details", {}, h("summary", {}, "The words of the list"), h("p", {}, WORDS.join(" ")))), stolen);
      root.append(Parts.section("3. What more guesses take", costs,
        h("p", {}, "Rounds slow down each guess, of the owner and of the attacker alike. Random characters and words "
          + "multiply the number of guesses: no number of rounds makes up for a password that is in a list."),
        h("p", {}, t`The attacker's speed: ${Passwords.GPU_SOURCE}. The rounds in the last column are the least that
          OWASP recommends (Password Storage Cheat Sheet, March 2026). This page is WebAssembly on one core; the native
          library is faster.`)),
      Parts.section("In Swift",
        Parts.swift(t`try PBKDF2<${name.replace("-", "")}>.deriveKey(password: guess, salt: salt,
          outputByteCount: 32) == stored`),
        h("p", {}, "In a terminal, ", h("code", {}, "crypto-lab stretch"),
          " attacks a password with the native library.")));
    },
  });
}
