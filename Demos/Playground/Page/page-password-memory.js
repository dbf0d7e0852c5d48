/** Why memory: an attacker with one memory for all cores, beside one with memory for each core; and the blocks that a
 * small Argon2id reads. */
{
  /** Memory of a guess, in MiB: 19 is OWASP's value, and 64 is RFC 9106's for machines with little memory. */
  const SIZES = [1, 2, 4, 8, 16, 19, 32, 64, 128, 256, 512, 1024];
  /** One NVIDIA GeForce RTX 4090. */
  const CARD = { mebibytes: 24 * 1024, bytesPerSecond: 1008e9, argon2id: 1667 };
  const SOURCES = "Memory of the card, 24 GB at 1,008 GB a second: thefpsreview.com, GPU family specifications. "
    + "PBKDF2: hashcat 6.2.6, mode 12100, gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd. "
    + "Argon2id: hashcat pull request 4284.";
  const SALT = Uint8Array.from({ length: 16 }, (_, index) => index);
  const NAMES = { pbkdf2: "PBKDF2", argon2id: "Argon2id" };

  const passesOf = (count) => (count === 1 ? t`1 pass` : t`${count} passes`);
  const memoryOf = (mebibytes) => (mebibytes < 1024 ? `${Words.number(mebibytes)} MiB`
    : `${Words.number(Number((mebibytes / 1024).toFixed(1)))} GiB`);

  /** A slider with its value. While it moves, `move` gets the number; then `done` is called. */
  function slider(label, value, most, text, move, done) {
    const output = h("output", { class: "label" }, text(value));
    return h("label", { class: "setting" }, h("span", { class: "label" }, label),
      h("input", { type: "range", min: 0, max: most, value, "data-focus": label, "aria-valuetext": text(value),
        oninput: (event) => {
          const chosen = Number(event.currentTarget.value);
          output.textContent = text(chosen);
          event.currentTarget.setAttribute("aria-valuetext", text(chosen));
          move(chosen);
        },
        onchange: done }),
      output);
  }

  /** Cores as squares, of which the first `busy` have a guess, and memory as bars of 24 GiB, `used` of it taken. */
  function attacker(title, cores, busy, mebibytes, used, result) {
    const [columns, step, width] = [40, 9, 360];
    const square = (index) => `M${step * (index % columns)} ${step * Math.floor(index / columns)}h7v7h-7z`;
    const squares = (from, to) => Array.from({ length: to - from }, (_, index) => square(from + index)).join("");
    const top = step * Math.ceil(cores / columns) + 26;
    const bars = (amount, name) => Array.from({ length: Math.ceil(amount / CARD.mebibytes) }, (_, row) =>
      svg("rect", { x: 0, y: top + 8 * row, height: 7, class: name,
        width: width * Math.min(1, amount / CARD.mebibytes - row) }));
    const height = top + 8 * Math.max(1, Math.ceil(mebibytes / CARD.mebibytes)) + 2;
    const taken = t`${memoryOf(used)} of ${memoryOf(mebibytes)} taken`;
    const text = busy === 1 ? t`1 core of ${Words.number(cores)} has a guess; ${taken}`
      : t`${Words.number(busy)} cores of ${Words.number(cores)} have a guess; ${taken}`;
    return h("figure", { class: "attacker" },
      h("figcaption", {}, h("strong", {}, title), h("br", {}),
        h("strong", { "data-result": result }, Words.number(busy)), " ",
        cores === 1 ? "of 1 core guess at once" : t`of ${Words.number(cores)} cores guess at once`),
      svg("svg", { viewBox: `-1 -1 ${width + 2} ${height}`, role: "img", "aria-label": t`${title}: ${text}` },
        svg("path", { d: squares(busy, cores), class: "idle" }), svg("path", { d: squares(0, busy), class: "busy" }),
        svg("text", { x: 0, y: top - 6 }, t`memory: ${memoryOf(used)} of ${memoryOf(mebibytes)}`),
        bars(mebibytes, "idle"), bars(used, "busy")));
  }

  function attackers(kind, mebibytes, cores) {
    const room = kind === "pbkdf2" ? cores : Math.min(cores, Math.floor(CARD.mebibytes / mebibytes));
    const used = (busy) => (kind === "pbkdf2" ? 0 : busy * mebibytes);
    const own = cores * mebibytes;
    return [
      h("div", { class: "columns" },
        attacker("One memory of 24 GiB for all cores", cores, room, CARD.mebibytes, used(room), "memory busy"),
        attacker(t`${memoryOf(mebibytes)} for each core`, cores, cores, own, used(cores), "memory all")),
      h("p", { role: "status" }, kind === "pbkdf2"
        ? "PBKDF2 needs a few hundred bytes, which a core has in its registers. More memory brings nothing, and every "
          + "core makes guesses."
        : room < cores
          ? t`Twice the cores would bring nothing on the left. The attacker on the right pays for ${memoryOf(own)}:
            ${Words.number(Number((own / CARD.mebibytes).toFixed(1)))} times the memory.`
          : "So little memory does not bind the attacker on the left."),
    ];
  }

  /** The figures of one card. */
  function speeds(mebibytes, passes) {
    const moved = mebibytes * (3 * passes - 1);
    const most = Math.floor(CARD.bytesPerSecond / (moved * 1048576));
    const pbkdf2 = Passwords.GPU.sha512 / Passwords.RECOMMENDED.sha512;
    return [
      Parts.table("One RTX 4090, with 16,384 cores and 24 GiB",
        ["function", "room for", "moved for a guess", "guesses a second"],
        [[t`PBKDF2-HMAC-SHA512, ${Words.number(Passwords.RECOMMENDED.sha512)} rounds`, "all cores", "nothing",
          `${Passwords.count(pbkdf2)} (hashcat)`],
        [t`Argon2id, ${memoryOf(mebibytes)}, ${passesOf(passes)}`,
          Words.number(Math.floor(CARD.mebibytes / mebibytes)), memoryOf(moved),
          h("span", {}, "at most ", h("span", { "data-result": "memory most" }, Words.number(most)))],
        ["Argon2id, 64 MiB, 3 passes", "384", "512 MiB", `${Words.number(CARD.argon2id)} (hashcat)`]]),
      h("p", {}, "Many cores can share the work of one guess, so few guesses keep a card busy. Then the way to the "
        + "memory is the limit: for each block one is read and one is written, and from the second pass on the old one "
        + "is read, too. “At most” is the speed of the memory divided by what a guess moves."),
      h("p", { class: "label" }, SOURCES),
    ];
  }

  /** The blocks of a pass from top to bottom, each with the blocks that are read for it under two passwords. */
  function matrix(count, left, right) {
    const at = (column, row) => [8 * column, 8 * row];
    const whole = ([x, y]) => `M${x} ${y}h7v7h-7z`;
    const upper = ([x, y]) => `M${x} ${y}h7l-7 7z`, lower = ([x, y]) => `M${x + 7} ${y}v7h-7z`;
    const cells = { filled: "", own: "", both: "", one: "", other: "" };
    left.forEach((first, index) => {
      const { block } = first, second = right[index];
      for (let column = 0; column < (first.pass === 0 ? block : count); column += 1) {
        if (column !== block) cells.filled += whole(at(column, block));
      }
      cells.own += whole(at(block, block));
      if (first.read === second.read) cells.both += whole(at(first.read, block));
      else {
        cells.one += upper(at(first.read, block));
        cells.other += lower(at(second.read, block));
      }
    });
    const half = left.find(({ byPassword, pass }) => byPassword && pass === 0)?.block;
    const same = left.filter(({ read }, index) => read === right[index].read).length;
    return h("div", { class: "picture reads" },
      svg("svg", { viewBox: `-2 -2 ${8 * count + 3} ${8 * count + 3}`, role: "img",
        "aria-label": t`${Words.counted(left.length, "block")} are filled; for ${same} both passwords read the same` },
        ["filled", "own", "both", "one", "other"].map((name) => svg("path", { d: cells[name], class: name })),
        half === undefined ? [] : svg("path", { d: `M-2 ${8 * half - .5}H${8 * count}`, class: "limit" })));
  }

  /** The small Argon2id: its key and its reads. */
  function small(state, passes) {
    const blocks = state.number("blocks", 8, 64), pass = state.number("pass", 1, passes);
    const [one, other] = ["password", "other"].map((name) =>
      Library.argon2idReads(Bytes.of(state.text(name, 64)), SALT, blocks, passes));
    const pairs = one.reads.map((read, index) => [read, other.reads[index]]);
    const parts = Array.from({ length: passes + 1 }, (_, part) => pairs
      .filter(([read]) => (part < 2 ? read.pass === 0 && read.byPassword === (part === 1) : read.pass === part - 1)));
    const ofPass = ({ reads }) => reads.filter((read) => read.pass === pass - 1);
    const count = Math.floor(blocks / 4) * 4;
    return [
      passes > 1 && Parts.choice("Pass", Array.from({ length: passes }, (_, index) => [index + 1, String(index + 1)]),
        pass, (chosen) => state.update({ pass: chosen })),
      h("p", { class: "label" }, "A row for each block that is filled, a column for each block of the memory. Framed: "
        + "the block. Full: both passwords read it. Upper left half: the first password reads it. Lower right half: "
        + "the second.", pass === 1 && " From the line on the password chooses."),
      matrix(count, ofPass(one), ofPass(other)),
      Parts.table("Blocks that both passwords read for the same block", ["part", "chosen by", "reads", "the same"],
        parts.map((each, part) => [part === 0 ? "pass 1, first half"
          : part === 1 ? "pass 1, second half" : t`pass ${part}`,
        part === 0 ? "place" : "password", String(each.length),
          String(each.filter(([left, right]) => left.read === right.read).length)])),
      Parts.bytes(one.key, { label: "The key of the first password", result: "memory key" }),
      Parts.bytes(other.key, { label: "The key of the second password", result: "memory other key" }),
      Parts.agreement([["password", one], ["other", other]].every(([name, { key }]) =>
        Bytes.equal(key, Library.argon2id(Bytes.of(state.text(name, 64)), SALT, blocks, passes))),
      "The reads are from a plain reading of RFC 9106. Argon2id of the library gives the same keys."),
      Parts.note("In the first half no read depends on the password, so reads that somebody observes give nothing "
        + "away. In the rest the password chooses, so nobody can plan the reads of a device; but whoever observes them "
        + "on your machine can test guesses by them (RFC 9106, section 3.4.1.3)."),
    ].filter(Boolean);
  }

  Playground.page({
    id: "memory", group: "Passwords", title: "Why memory",
    summary: "Argon2id needs memory for each guess, so thousands of cores wait for one memory.",
    first: ["[data-focus=Cores]", "[data-result='memory busy']"],
    defaults: { kind: "pbkdf2", memory: "64", passes: "3", cores: "1000", password: "Summer2026", other: "Summer2027",
      blocks: "32", pass: "1" },
    render(root, state) {
      const kind = state.choice("kind", ["pbkdf2", "argon2id"]);
      const values = () => [state.number("memory", 1, 1024), state.number("cores", 1, 1000),
        state.number("passes", 1, 10)];
      const [mebibytes, cores, passes] = values();
      const drawing = h("div", {}), table = h("div", {});
      let isShown = kind === "pbkdf2";
      const draw = () => {
        if (!isShown) return;
        const [each, count, times] = values();
        drawing.replaceChildren(...attackers(kind, each, count));
        if (kind === "argon2id") table.replaceChildren(...speeds(each, times));
      };
      const move = (name, number) => {
        state.set({ [name]: number });
        draw();
      };
      const nearest = SIZES.reduce((best, size, index) =>
        (Math.abs(size - mebibytes) < Math.abs(SIZES[best] - mebibytes) ? index : best), 0);
      root.append(
        Parts.choice("Function", Object.entries(NAMES), kind, (id) => state.update({ kind: id })),
        slider("Memory of a guess", nearest, SIZES.length - 1, (index) => memoryOf(SIZES[index]),
          (index) => move("memory", SIZES[index]), () => state.update({})),
        slider("Passes", passes - 1, 9, (index) => String(index + 1), (index) => move("passes", index + 1),
          () => state.update({})),
        slider("Cores", cores - 1, 999, (index) => Words.number(index + 1), (index) => move("cores", index + 1),
          () => state.update({})));

      const section = Parts.section("1. Two attackers");
      if (kind === "argon2id") {
        section.append(Prediction.ask({
          id: "memory room",
          question: "Argon2id takes 64 MiB for each guess. 1,000 cores share a memory of 24 GiB. How many of them "
            + "guess at once?",
          options: ["24", "384", "1,000"], right: [1], explanation: "24 GiB are 384 times 64 MiB.",
          reveal: () => {
            isShown = true;
            draw();
          },
        }));
      }
      draw();
      section.append(drawing, table);
      if (kind === "pbkdf2") {
        section.append(h("div", { class: "buttons" },
          Parts.button("And with Argon2id?", () => state.update({ kind: "argon2id" }), { class: "main" })));
      }
      root.append(section);

      const shown = h("div", {});
      root.append(Parts.section("2. A small Argon2id, and what it reads",
        h("p", {}, "Blocks 0 and 1 are hashes of the password, the salt and all parameters. Each further block of "
          + "1 KiB is mixed from two: the one before it, and one that is chosen among all before that."),
        h("div", { class: "columns" },
          Parts.input("Password (none of yours: it stands in the address)", state.get("password"),
            (text) => state.update({ password: text }), { most: 64 }),
          Parts.input("A second password", state.get("other"), (text) => state.update({ other: text }),
            { most: 64 })),
        Parts.number("Memory in KiB, 8 to 64: a block for each", state.number("blocks", 8, 64), 8, 64,
          (text) => state.update({ blocks: text })),
        Prediction.ask({
          id: "memory reads",
          question: "Both passwords go through it, with the same salt. Where do they read the same blocks?",
          options: ["everywhere", "in the first half of the first pass", "in the second half of the first pass",
            "nowhere, but by chance"], right: [1],
          explanation: "There the place of a block decides, and afterwards the block before it. Some reads are the "
            + "same by chance. RFC 9106, section 3.4.1.3.",
          reveal: () => shown.replaceChildren(...small(state, passes)),
        }), shown));
      root.append(Parts.section("In Swift",
        Parts.swift(t`let function = try Argon2id(memoryByteCount: ${mebibytes} << 20, passes: ${passes}, lanes: 1)`,
          "let key = try function.deriveKey(password: password, salt: salt, outputByteCount: 32)"),
        h("p", {}, "In a terminal, ", h("code", {}, "vault-bench calibrate --hash argon2id"),
          " finds the memory and the passes for the machine that will derive.")));
    },
  });
}
