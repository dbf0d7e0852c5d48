/** A vault taken apart: its fields, the derivation of its keys, and the effect of a change. */
{
  const { HEADER, TAG, MOST_ROUNDS } = VaultFields;
  const MOST = 8 << 20;  // bytes of the learner's own file
  const OUTCOMES = ["It opens, and the content is right", "It opens with wrong content",
    "It does not open: the header or the password is blamed", "It does not open: the content or its end is blamed"];

  // Values that must not be in the address, or do not fit: the file, its password, and computed values.
  let file = null, typed = { password: "", context: "" };
  let made = { id: null, vault: null, before: null };
  let opened = { id: null }, keys = { id: null }, looked = { id: null }, estimates = {};

  /** The vault before the learner's changes, and its right password and context if they are known. */
  function source(state) {
    const kind = state.choice("source", ["example", "made", "file"]);
    if (kind === "file" && file) return { kind, id: `file ${file.number}`, vault: file.bytes };
    if (kind !== "made") {
      return { kind: "example", id: "example", vault: VaultFields.EXAMPLE, password: "correct horse",
        context: "example", content: Bytes.of("hello, vault\n") };
    }
    const [password, context, content] = [state.text("password", 64), state.text("context", 64),
      Bytes.of(state.text("text", 1000))];
    const rounds = state.number("rounds", 1, 20_000);
    const id = JSON.stringify([password, context, state.get("text"), rounds]);
    if (made.id !== id) {
      const vault = Library.sealVault(content, Bytes.of(password), Bytes.of(context), rounds);
      made = { id, vault, before: null, number: 0 };
    }
    return { kind, id: `made ${id} ${made.number}`, vault: made.vault, password, context, content, rounds };
  }

  /** The vault with the changes: "12.3" flips bit 3 of byte 12; "copy1" and "copy2" overwrite a copy of the header with
   * zeros; "cut" cuts off the last 32 bytes. */
  function apply(vault, changes) {
    const result = vault.slice();
    let end = result.length;
    const done = [];
    for (const change of changes) {
      const flip = Bytes.bitNamed(change, result.length);
      if (flip) result[flip.index] ^= 1 << flip.bit;
      else if (change === "copy1" && result.length >= 2 * HEADER) result.fill(0, 0, HEADER);
      else if (change === "copy2" && result.length >= 2 * HEADER) result.fill(0, HEADER, 2 * HEADER);
      else if (change === "cut") end = Math.max(0, end - TAG);
      else continue;
      done.push(change);
    }
    return { vault: result.slice(0, end), done };
  }

  /** The rounds that opening may take: those of the first copy, and of the second if it differs. */
  function roundsOf(vault) {
    const [first, second] = [vault.slice(0, HEADER), vault.slice(HEADER, 2 * HEADER)];
    return VaultFields.rounds(first) + (Bytes.equal(first, second) ? 0 : VaultFields.rounds(second));
  }

  /** The seconds that this number of rounds takes here, estimated from one short derivation. */
  function estimate(rounds) {
    if (!estimates.rate) {
      const start = performance.now();
      Library.pbkdf2("sha512", Bytes.of("x"), new Uint8Array(16), 5000, 64);
      estimates.rate = 5000 / Math.max(1e-4, (performance.now() - start) / 1000);
    }
    return rounds / (Passwords.speeds.sha512 ?? estimates.rate);
  }

  /** Opens the vault, once for each situation. `{content, error, seconds}`. */
  function open(id, vault, password, context) {
    if (opened.id !== id) {
      const start = performance.now();
      opened = { id };
      try {
        opened.content = Library.openVault(vault, Bytes.of(password), Bytes.of(context));
      } catch (error) {
        opened.error = error.message;
      }
      opened.seconds = (performance.now() - start) / 1000;
    }
    return opened;
  }

  const outcome = ({ content, error }, right) =>
    (error !== undefined ? (/chunk \d|end of the vault/.test(error) ? 3 : 2) : !right || Bytes.equal(content, right)
      ? 0 : 1);

  /** The reason for the effect of the changes. */
  function explanation(fields, vault, original, done, { error, content }) {
    const changed = fields.filter(({ offset, size }) => original.subarray(offset, offset + size)
      .some((byte, index) => byte !== vault[offset + index]));
    const copies = [...new Set(changed.map(({ copy }) => copy).filter(Boolean))];
    if (done.includes("cut")) {
      return "What is left has a length that no sequence of chunks has, or ends with a wrong tag. Section 5, "
        + "steps 2 and 6.";
    }
    if (changed.length === 0) {
      return "Nothing differs: the changes cancel each other, or only the password or context is another.";
    }
    if (copies.length === 0 && outcome({ error, content }) === 2) {
      return "The header is whole: the password or the context is wrong. That is found before the content is read.";
    }
    if (copies.length === 0) {
      return "The tag of the chunk does not fit. The header is whole, so the password is right; but nothing of the "
        + "content is released until every chunk is authentic. FORMAT.md, section 5, steps 6 and 7.";
    }
    if (copies.length === 2 && error) {
      return "Both copies of the header are damaged, and there is no third. That is why a backup is needed. Section 1.";
    }
    if (copies.length === 1 && !error) {
      return t`Copy ${copies[0]} breaks a rule, or its tag does not fit, and is set aside. Copy ${3 - copies[0]} opens
        the vault. A reader reports that the copies differ, and the next change of passwords writes the whole copy
        over the damaged one. Section 5, steps 1, 4 and 5; section 6.`;
    }
    return "";
  }

  /** The content as text, or as bytes if it is not text. */
  function shownContent(content) {
    const text = Bytes.text(content.slice(0, 2000)), size = Words.counted(content.length, "byte");
    return text.includes("\ufffd") || /[\u0000-\u0008\u000e-\u001f]/.test(text)
      ? Parts.bytes(content.slice(0, 256), {
        label: content.length > 256 ? t`Content: ${size}, the first 256 here` : t`Content: ${size}` })
      : [h("span", { class: "label" },
        content.length > 2000 ? t`Content: ${size}, the first 2,000 here` : t`Content: ${size}`),
      h("pre", { tabindex: "0", "aria-label": "Content" }, Language.data(text))];
  }

  function sourceSection(state, now) {
    const change = (changes) => state.update({ changes: "", ...changes });
    const complaint = h("p", { class: "complaint", role: "alert" });
    const chooser = h("input", { type: "file", "aria-label": "A vault from this device", onchange: async () => {
      const chosen = chooser.files[0];
      if (!chosen) return;
      if (chosen.size > MOST) {
        complaint.textContent = t`${Words.counted(chosen.size, "byte")}; this page takes up to ${Words.number(MOST)}.
          The command swift-vault opens vaults of any size.`;
        return;
      }
      file = { bytes: new Uint8Array(await chosen.arrayBuffer()), number: (file?.number ?? 0) + 1 };
      typed = { password: "", context: "" };
      change({ source: "file", field: 0 });
    } });
    const differing = made.before && now.kind === "made" ? Array.from(now.vault)
      .filter((byte, index) => byte !== made.before[index]).length : null;
    return Parts.section("1. A vault",
      Parts.choice("Vault", [["example", "The example of FORMAT.md"], ["made", "One made here"],
        ["file", "A file of mine"]], state.get("source") === "file" ? "file" : now.kind,
        (value) => change({ source: value, field: 0 })),
      state.get("source") === "file" && [
        h("label", { class: "field" },
          h("span", { class: "label" }, "A vault from this device, up to 8 MiB. It is read here and goes nowhere: this "
            + "page makes no request."), chooser), complaint,
        file === null && Parts.note("No file yet. Below is the example. Make one with ",
          h("code", {}, "swift-vault seal notes.txt"), ".")],
      now.kind === "made" && [
        Parts.input("Content", state.get("text"), (value) => change({ text: value }), { most: 1000 }),
        h("div", { class: "columns" }, Parts.input("Password (none of yours: it stands in the address)",
          state.get("password"), (value) => change({ password: value }), { most: 64 }),
          Parts.input("Context", state.get("context"), (value) => change({ context: value }),
            { most: 64 }),
          Parts.number("Rounds, 1 to 20,000", state.number("rounds", 1, 20_000), 1, 20_000,
            (value) => change({ rounds: value }))),
        h("div", { class: "buttons" }, Parts.button("Seal the same again", () => {
          made = { ...made, before: made.vault, vault: Library.sealVault(now.content, Bytes.of(now.password),
            Bytes.of(now.context), now.rounds), number: made.number + 1 };
          change({});
        })),
        differing !== null
          && h("p", {}, t`The same content, password and context, but ${differing} of ${now.vault.length} bytes differ
            from the vault before: salts and data key are new. The others are fixed fields and free slots.`)]);
  }

  /** The digest, and what the library says without a password: computed once, because each key typed renders the page
   * again. */
  function look(id, vault) {
    if (looked.id !== id) {
      looked = { id, digest: Bytes.hex(Library.digest("sha256", vault)) };
      try {
        looked.rows = Library.inspectVault(vault);
      } catch (error) {
        looked.error = error.message;
      }
    }
    return looked;
  }

  /** What the library says of a vault, besides names of fields: words that the tables have. */
  const INSPECTED = { copies: "copies", chunks: "chunks", alike: "alike",
    "AES-256-CTR with HMAC-SHA-256": "AES-256-CTR with HMAC-SHA-256" };

  /** What the library says of a slot, in the language of the page. */
  function slotSaid(text) {
    const [, kind, rounds] = /^(\S+), (\d+) rounds$/.exec(text) ?? [];
    return rounds ? t`${kind}, ${rounds} rounds` : text;
  }

  function inspectSection({ rows, error }) {
    if (error !== undefined) {
      return Parts.section("3. What anyone can read", h("p", {}, "Inspecting needs no password. The library says: ",
        h("strong", { "data-result": "inspected" }, error), "."));
    }
    return Parts.section("3. What anyone can read",
      h("p", {}, "Inspecting needs no password, and authenticates nothing. The size of the content is no secret."),
      Parts.table("Vault.inspect", ["field", "value"], rows.map(([name, value]) => (name.startsWith("slot ")
        ? [t`slot ${name.slice(5)}`, slotSaid(value)]
        : [INSPECTED[name] ?? name,
          name === "content" ? Words.counted(Number(value), "byte") : INSPECTED[value] ?? value]))),
      h("p", { hidden: true, "data-result": "inspected" }, rows.map((row) => row.join(": ")).join("; ")));
  }

  Playground.page({
    id: "vault", group: "Passwords", title: "A vault taken apart",
    summary: "Every byte of a vault and what it is for: change one, say what a reader will notice, and open it.",
    first: ["[data-focus='field 8']", "[data-result=about]"],
    defaults: { source: "example", text: "Meet me at noon.", password: "correct horse", context: "", rounds: "1000",
      changes: "", field: "0" },
    forget() { typed = { password: "", context: "" }; },
    render(root, state) {
      const now = source(state);
      const changes = state.get("changes").split(",").filter(Boolean);
      const { vault, done } = apply(now.vault, changes);
      state.fitting("changes", done.length === changes.length);
      const { fields, skipped } = VaultFields.of(vault);
      const seen = look(JSON.stringify([now.id, done]), vault);
      root.append(sourceSection(state, now));

      // The map and the chosen field.
      const place = state.number("field", 0, Math.max(0, vault.length - 1));
      const found = fields.find(({ offset, size }) => place >= offset && place < offset + size) ?? fields[0];
      const section = Parts.section("2. Its bytes");
      root.append(section);
      if (found) {
        const choose = (offset) => state.update({ field: offset });
        const change = (token) =>
          state.update({ changes: (changes.includes(token) ? changes.filter((other) => other !== token)
            : [...changes, token]).join(",") });
        const maps = [["Header, copy 1", 0], ["Header, copy 2", HEADER], ["Chunks from 1,440", 2 * HEADER]]
          .filter(([, from]) => vault.length > from)
          .map(([title, from]) => VaultFields.map(vault, now.vault, from, Math.min(from + HEADER, vault.length), found,
            choose, title));
        const buttons = (title, chosen) => chosen.length > 0 && h("div", {}, h("span", { class: "label" }, title),
          h("div", { class: "words", role: "group", "aria-label": title }, chosen.map((field) => {
            const isChanged = now.vault.subarray(field.offset, field.offset + field.size)
              .some((byte, index) => byte !== vault[field.offset + index]);
            return h("button", { type: "button", "data-focus": `field ${field.offset}`,
              "aria-pressed": String(field === found), class: isChanged ? "changed" : "",
              onclick: () => choose(field.offset) },
              isChanged ? t`${field.name}, changed` : field.name);
          })));
        const bytes = vault.slice(found.offset, found.offset + Math.min(found.size, 80));
        const size = Words.counted(found.size, "byte"), offset = Words.number(found.offset);
        section.append(...[
          buttons("Header, copy 1", fields.filter(({ copy }) => copy === 1)),
          h("h3", {}, found.copy ? t`Copy ${found.copy}, ${found.name}: ${size} at ${offset}`
            : t`${found.name}: ${size} at ${offset}`),
          h("p", { "data-result": "about" }, found.says), found.value
            && h("p", {}, "Its value: ", h("strong", { "data-result": "value" }, String(found.value(bytes))), "."),
          Parts.bytes(bytes, { label: t`Bytes${found.size > 80 ? ", the first 80" : ""}: choose one, then a bit to
            flip`,
            focus: "field bytes", text: true, result: "field",
            marks: (index) => (now.vault[found.offset + index] !== bytes[index] ? "changed" : ""),
            flip: (index, bit) => {
              change(`${found.offset + index}.${bit}`);
              announce(t`Bit ${bit} of byte ${found.offset + index} flipped`);
            } }),
          h("div", { class: "buttons" }, Parts.button("Overwrite copy 1 with zeros", () => change("copy1"),
            { "aria-pressed": String(done.includes("copy1")) }),
            Parts.button("Overwrite copy 2 with zeros", () => change("copy2"),
              { "aria-pressed": String(done.includes("copy2")) }),
            Parts.button("Cut off the last 32 bytes", () => change("cut"),
              { "aria-pressed": String(done.includes("cut")) }),
            Parts.button("Undo all changes", () => state.update({ changes: "" }), { disabled: done.length === 0 })),
          buttons("Header, copy 2", fields.filter(({ copy }) => copy === 2)),
          buttons(skipped ? t`Chunks (${Words.number(skipped)} before the last are left out)` : "Chunks",
            fields.filter(({ chunk }) => chunk !== undefined)),
          h("p", {}, t`${Words.counted(vault.length, "byte")}. Filled squares are bytes that are not zero; the framed
            ones are the chosen field; crosses are changes. Click a byte or a name.`),
          h("div", { class: "byte-maps" }, maps),
          h("p", {}, "SHA-256 of these bytes: ", h("code", { "data-result": "sha256" }, seen.digest))].filter(Boolean));
      } else section.append(Parts.note("The file is empty."));
      root.append(inspectSection(seen));

      // Opening.
      const isFile = now.kind === "file";
      const given = isFile ? typed
        : { password: typed[now.id] ?? now.password, context: typed[`${now.id} context`] ?? now.context };
      const set = (name, value) => {
        if (isFile) typed[name] = value;
        else typed[name === "password" ? now.id : `${now.id} context`] = value;
        Playground.render();
      };
      const rounds = roundsOf(vault), seconds = estimate(rounds);
      const id = JSON.stringify([now.id, done, given.password, given.context]);
      const result = h("div", { id: "result" });
      const show = () => {
        const answer = open(id, vault, given.password, given.context);
        result.replaceChildren(...[
          answer.error !== undefined
            ? Parts.note(h("strong", {}, "It does not open. "), "The library says: “",
              h("span", { "data-result": "error" }, answer.error), "”.")
            : h("div", { "data-result": "content", "data-value": Bytes.hex(answer.content.slice(0, 1000)) },
              shownContent(answer.content)),
          h("p", {}, t`It took ${Passwords.duration(answer.seconds)} here.`), keySection(id, now, vault, given, answer)]
            .flat().filter(Boolean));
      };
      const wait = (button) => {
        if (button.hasAttribute("aria-disabled")) return;
        if (seconds < 0.3) {
          show();
          return;
        }
        button.setAttribute("aria-disabled", "true");
        result.replaceChildren(h("p", { role: "status" }, "Opening …"));
        setTimeout(show, 50);
      };
      const opening = Parts.section("4. Open it",
        h("p", {}, isFile || now.kind === "example" ? "What you type here stays out of the address." : ""),
        h("div", { class: "columns" },
          Parts.input("Password", given.password, (value) => set("password", value),
            { type: isFile ? "password" : "text", "data-focus": "open password" }),
          Parts.input("Context (empty if there is none)", given.context, (value) => set("context", value),
            { "data-focus": "open context" })),
        seconds > 0.5 && rounds <= MOST_ROUNDS
          && Parts.note(t`Opening derives ${Passwords.count(rounds)} rounds. That takes about
            ${Passwords.duration(seconds)} here, measured with a short derivation, and the page stands still
            meanwhile. The native library is faster.`));
      if (done.length > 0) {
        opening.append(Prediction.ask({
          id: `vault ${id}`, question: "Something was changed. What happens when the vault is opened with this "
            + "password and context?", options: OUTCOMES,
          right: () => [outcome(open(id, vault, given.password, given.context), now.content)],
          explanation: () => explanation(VaultFields.of(now.vault).fields, vault, now.vault, done,
            open(id, vault, given.password, given.context)), reveal: show,
        }));
      } else if (opened.id === id) show();
      else {
        const button = Parts.button(seconds > 0.5 && rounds <= MOST_ROUNDS
          ? t`Open (about ${Passwords.duration(seconds)})` : "Open", () => wait(button),
          { class: "main", "data-focus": "open" });
        opening.append(h("div", { class: "buttons" }, button));
      }
      opening.append(result);
      root.append(opening,
        Parts.section("In Swift",
          Parts.swift("let content = try Vault.open(vault, password: password, context: context)",
            "let found = try Vault.inspect(vault)"),
          h("p", {}, "In a terminal: ", h("code", {}, "swift-vault open"), " and ",
            h("code", {}, "swift-vault inspect"), ".")));
    },
  });

  /** The way from the password to the content, derived again with the single functions. */
  function keySection(id, now, vault, given, answer) {
    if (answer.error !== undefined) return null;
    const place = h("div", {});
    const heading = h("h3", { tabindex: "-1" }, "From the password to the content");
    const show = () => {
      if (keys.id !== id) keys = { id,
        found: VaultKeys.steps(vault, Bytes.of(given.password), Bytes.of(given.context)) };
      const { found } = keys;
      if (!found) {
        place.replaceChildren(Parts.note(h("span", { "data-result": "no steps" },
          t`The first copy of the header does not open with this password, or has no or more than
            ${Passwords.count(MOST_ROUNDS)} rounds. The second one did.`)));
        return;
      }
      const agrees = found.agrees && Bytes.equal(found.content, answer.content.slice(0, found.content.length));
      place.replaceChildren(
        Parts.table("FORMAT.md, sections 3 and 4", ["value", "how", "bytes"], found.rows.map(([name, how, bytes]) =>
          [name, how, h("code", { "data-result": `step ${name}`, "data-value": Bytes.hex(bytes.slice(0, 64)) },
            Bytes.hex(bytes.slice(0, 64)), bytes.length > 64 ? " …" : "")])),
        Parts.agreement(agrees, "HMAC, PBKDF2 and AES of the library were called one by one. Both tags are those in "
          + "the vault, and the content is what Vault.open gives."),
        Parts.note("Never show these keys of a vault that matters: the data key opens it without the password."));
    };
    if (keys.id === id) show();
    else place.append(h("div", { class: "buttons" },
      Parts.button("Show the way from the password to the content", () => {
        show();
        heading.focus({ preventScroll: true });
      })));
    return [heading, place];
  }
}
