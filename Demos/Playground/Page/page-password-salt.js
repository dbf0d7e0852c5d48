/** Salt: equal passwords in a stolen table, and the cost of a list of guesses. */
{
  const USERS = ["Ana", "Ben", "Caro", "Dan"];
  const ROUNDS = 500;
  const WAYS = {
    none: { label: "No salt", says: "The key depends on the password alone." },
    one: { label: "One salt for all", says: "One salt, the same for each user: another table than that of the next "
      + "server, but one table for all users here." },
    each: { label: "A salt for each user", says: "Each user has a random salt of 16 bytes. It is stored beside the "
      + "key, and is no secret. NIST SP 800-132, section 5.1, asks for at least 128 bits." },
  };

  Playground.page({
    id: "salt", group: "Passwords", title: "Salt",
    summary: "Four users, and a thief with the table of their keys: what do equal passwords give away?",
    first: ["[data-focus='Salt each']", "[data-result=keys]"],
    defaults: {
      way: "none", ana: Language.text("sunshine"), ben: Language.text("Dragon1"), caro: Language.text("sunshine"),
      dan: "tRAm-gravel-oboe-62", attack: "0",
      salts: "8d1f6a0c52b94e37a1c05d9e7f2b4468c3b7e90145fa6d2878903eac1b64d5f2"
        + "1e5ac8b3f60d47928bd3720c9fe1a654f7042c9d83be561a60ed8b35c91f7ea2",
    },
    render(root, state) {
      const way = state.choice("way", Object.keys(WAYS));
      const salts = Bytes.blocks(state.bytes("salts", 64));
      const passwords = USERS.map((user) => state.text(user.toLowerCase(), 64));
      const saltOf = (index) => (way === "none" ? new Uint8Array() : way === "one" ? salts[0] : salts[index]);
      const derive = (password, salt) => Bytes.hex(Library.pbkdf2("sha256", Bytes.of(password), salt, ROUNDS, 16));
      const keys = passwords.map((password, index) => derive(password, saltOf(index)));
      const change = (changes) => state.update({ attack: 0, ...changes });

      const users = Parts.section("2. The users",
        h("p", {}, "Type passwords of your invention (they stand in the address). Give two users the same one."),
        h("div", { class: "columns fields" }, USERS.map((user, index) =>
          Parts.input(t`${user}'s password`, passwords[index], (text) => change({ [user.toLowerCase()]: text }),
            { most: 64 }))));
      root.append(Parts.choice("Salt", Object.entries(WAYS).map(([id, { label }]) => [id, label]), way,
        (id) => change({ way: id })));

      const distinct = new Set(keys).size;
      const table = h("div", { "data-result": "keys" });
      root.append(Parts.section("1. What the server stores", Prediction.ask({
        id: ["salt table", way, ...passwords].join(" "), question: "How many different keys will stand in the table?",
        options: ["1", "2", "3", "4"], right: [distinct - 1],
        explanation: way === "each"
          ? "Different salts give different keys, for equal passwords too. The table does not tell who has the "
            + "same password."
          : "Equal passwords give equal keys. Who reads the table sees who has the same password, without a "
            + "single guess.",
        reveal: () => table.replaceChildren(
          Parts.table(t`PBKDF2-HMAC-SHA256, ${ROUNDS} rounds, 16 bytes`,
            ["user", ...(way === "none" ? [] : ["salt"]), "key", "the same key as"], USERS.map((user, index) => {
              const twins = USERS.filter((_, other) => other !== index && keys[other] === keys[index]);
              return [user, ...(way === "none" ? [] : [h("code", {}, Bytes.hex(saltOf(index)))]),
                h("code", { "data-result": `key ${user}` }, keys[index]),
                twins.length ? h("strong", {}, `= ${twins.join(", ")}`) : "–"];
            })),
          way === "none" ? "" : h("div", { class: "buttons" },
            Parts.button("New random salts",
              () => change({ salts: Bytes.hex(crypto.getRandomValues(new Uint8Array(64))) })))),
      }), table, h("p", {}, WAYS[way].says)), users);

      // The attack: one table of keys serves every user with the same salt.
      const list = Passwords.WORDS;
      const saltCount = way === "each" ? USERS.length : 1;
      const isRun = state.choice("attack", ["0", "1"]) === "1";
      const status = h("p", { role: "status" }), found = h("div", {});
      const run = async () => {
        let derived = 0;
        const hits = new Map();
        for (let salt = 0; salt < saltCount; salt += 1) {
          for (let word = 0; word < list.length; word += 1) {
            const key = derive(list[word], saltOf(salt));
            derived += 1;
            keys.forEach((stored, user) => {
              if (stored === key && (way !== "each" || user === salt)) hits.set(user, list[word]);
            });
            if (derived % 20) continue;
            status.textContent = t`${derived} of ${list.length * saltCount} derivations`;
            await Passwords.pause();
            if (!root.isConnected) return;
          }
        }
        status.textContent = t`Done: ${derived} derivations for ${list.length} words.`;
        found.replaceChildren(
          Parts.table("Found", ["user", "password"],
            USERS.map((user, index) => [user, hits.has(index) ? h("strong", {}, Language.data(hits.get(index)))
              : "not in the list"])),
          h("p", {}, "Derivations: ", h("strong", { "data-result": "derivations" }, String(derived)), ". ",
            way === "each"
            ? t`The list is computed again for each of the ${USERS.length} salts, and so for each of a million users.
              Nothing can be computed before the theft, because the salts are not known.`
            : way === "one" ? "The list is computed once for all users, a million of them too."
              : "The list is computed once for all users, a million of them too, and for all servers that do the same: "
                + "it can be made long before the theft, or downloaded."),
          Parts.note("A salt does not protect a weak password: each user whose password is in the list was found. It "
            + "makes the thief do the work for each user anew. Rounds make each derivation slow."));
      };
      const attack = h("div", {});
      root.append(Parts.section("3. The thief's list", Prediction.ask({
        id: `salt attack ${way}`, question: t`A thief tries ${list.length} words on all ${USERS.length} users. How
          many derivations does that take?`,
        options: [list.length, 2 * list.length, USERS.length * list.length, list.length ** 2]
          .map(Words.number),
        right: [way === "each" ? 2 : 0],
        explanation: way === "each" ? t`${list.length} for each salt, and there are ${USERS.length}.`
          : "The key of a word is computed once, and compared with the keys of all users.",
        reveal: () => {
          attack.replaceChildren(h("div", { class: "buttons" },
            Parts.button("Run the attack", () => state.update({ attack: 1 }), { class: "main" })), status, found);
          if (isRun) run();
        },
      }), attack), Parts.section("In Swift", Parts.swift("let salt = PasswordSalt()  // 16 random bytes",
      "try PBKDF2<SHA256>.deriveKey(password: password, salt: salt, outputByteCount: 16)"),
        h("p", {}, "In a terminal, ", h("code", {}, "crypto-lab salt"), " tells this story with its own list.")));
    },
  });
}
