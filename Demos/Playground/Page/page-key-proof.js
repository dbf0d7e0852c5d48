/** Proving knowledge of a PIN: by an HMAC, on which an eavesdropper can test guesses, and by CPace, which allows no
 * such test. */
{
  const PINS = 10_000, MOST_FAILURES = 3;
  const WAYS = { hmac: "HMAC", cpace: "CPace" };
  const digits = (pin) => String(pin).padStart(4, "0");
  const isPIN = (text) => /^\d{4}$/.test(text);
  const checked = (text) => (isPIN(text) ? null : "Give four digits.");

  /** One message of the protocol: who sends what. */
  const message = (label, bytes, result) => h("div", { class: "key" }, h("span", { class: "label" }, label),
    h("code", { "data-result": result, "data-value": result && Bytes.hex(bytes) },
      Bytes.blocks(bytes, 8).map((group) => [h("span", {}, Bytes.hex(group)), " "])));

  /** The random choices of the parties in a run. They depend only on the seed and the run, so that an address
   * reproduces them. */
  const random = (seed, run) => {
    const bytes = Bytes.seeded(1000 * seed + run, 80);
    return { challenge: bytes.slice(0, 16), scalars: [bytes.slice(16, 48), bytes.slice(48, 80)] };
  };

  const answer = (challenge, pin) => Library.hmac("sha256", Bytes.of(pin), challenge);

  /** What Eve hears of an honest run, and how she tests a guess on it. */
  const RUNS = {
    hmac(pin, { challenge }) {
      const heard = answer(challenge, pin);
      return {
        messages: [message("server → phone: challenge", challenge), message("phone → server: HMAC-SHA-256 of it",
          heard, "proof answer")],
        fits: (guess) => Bytes.equal(answer(challenge, guess), heard),
        work: (count) => (count === 1 ? t`1 HMAC` : t`${Words.number(count)} HMACs`),
      };
    },
    cpace(pin, { scalars }, eve) {
      const { points, tags, verdicts } = Library.comparison([Number(pin), Number(pin)], scalars);
      return {
        messages: [message("phone → server: point", points[0], "proof point"),
          message("server → phone: point", points[1]), message("phone → server: tag", tags[0]),
          message("server → phone: tag", tags[1]),
          Parts.agreement(verdicts.every((isRight) => isRight), "Both tags are right: the two know the same PIN.")],
        fits: (guess) => Bytes.equal(Library.comparisonPoint(Number(guess), eve), points[0]),
        work: (count) => (count === 1 ? t`1 point` : t`${Words.number(count)} points`),
      };
    },
  };

  const QUESTIONS = {
    hmac: { question: "Eve heard both messages. How many HMACs must she compute at most to know the PIN?",
      options: ["4", "10,000", "about 2¹²⁸", "she cannot know it"], right: [1],
      explanation: "There are 10,000 PINs. She computes the answer of each until it is the one that she heard. Nobody "
        + "notices, and what was recorded today works tomorrow." },
    cpace: { question: "Eve heard all four messages. She computes the phone's point for each of the 10,000 PINs, with "
        + "a random number of her own. How many PINs can she rule out?",
      options: ["9,999: all but the right one", "about half", "none"], right: [2],
      explanation: "For each PIN there is a number that makes the phone's point of it. The phone chose its number at "
        + "random, so the point fits every PIN alike." },
  };

  /** Eve's search, in slices of some milliseconds; it ends when the page is drawn again. */
  function search(root, way, run, pin) {
    const status = h("p", { role: "status", "data-result": "proof found" });
    const now = h("p", { class: "mono", "aria-hidden": "true" });
    const bar = h("progress", { max: PINS, value: 0, "aria-label": "PINs tried" });
    const costs = h("div", {});
    let isRunning = false;
    const finish = (count, hit, seconds) => {
      const work = run.work(count), time = Passwords.duration(seconds);
      status.textContent = hit !== null ? t`Found: ${hit}, after ${work} in ${time}.`
        : count < PINS ? t`Stopped after ${work}.`
          : t`${work} in ${time}, and none is the phone's. That of ${pin}, the right PIN, is none either: the phone
            multiplied by another number.`;
      announce(status.textContent);
      if (way === "hmac" && hit !== null) costs.replaceChildren(longer(count / seconds));
    };
    const start = Parts.button("Try all PINs", async () => {
      isRunning = !isRunning;
      if (!isRunning) return;
      start.textContent = t`Stop`;
      status.textContent = "";
      let count = 0, hit = null, worked = 0;
      while (count < PINS && hit === null && isRunning && root.isConnected) {
        const from = performance.now();
        while (count < PINS && hit === null && performance.now() - from < 15) {
          if (run.fits(digits(count))) hit = digits(count);
          count += 1;
        }
        worked += performance.now() - from;
        bar.value = count;
        now.textContent = `${digits(count - 1)}: ${Passwords.duration(worked / 1000)}`;
        await Passwords.pause();
      }
      if (!root.isConnected) return;
      isRunning = false;
      start.textContent = t`Try all PINs`;
      finish(count, hit, worked / 1000);
    }, { class: "main", "data-focus": "search" });
    return [h("div", { class: "buttons" }, start), h("div", { "data-result": "proof search" }, bar, now, status),
      costs];
  }

  /** The time for all codes of more digits. */
  const longer = (rate) => Parts.table("All codes, at this page's speed on one core", ["digits", "codes", "time"],
    [4, 6, 8, 10].map((count) => [count, Words.number(10 ** count), Passwords.duration(10 ** count / rate)]
      .map(String)));

  Playground.page({
    id: "proof", group: "Two parties", title: "Proving a PIN",
    summary: "A phone proves to a server that it knows a PIN of four digits, and Eve listens.",
    first: ["[data-focus=search]", "[data-result='proof search']"],
    defaults: { way: "hmac", pin: "4711", seed: "1", guess: "1234", tries: "" },
    render(root, state) {
      const way = state.choice("way", Object.keys(WAYS));
      const pin = state.fitting("pin", isPIN(state.get("pin")));
      const seed = state.number("seed", 0, 999_999);
      // Eve's number differs from the two numbers of the run.
      const run = RUNS[way](pin, random(seed, 0), random(seed, 999).scalars[0]);
      const explained = Parts.section("How CPace does it",
        Parts.formula("G        = point made of a hash of the PIN",
          "points   = a · G of the phone, b · G of the server", "secret   = a · (b · G) = b · (a · G)",
          "tag      = HMAC of the own point, under a key from the secret"),
        h("p", {}, "It is key agreement on a base point that the PIN decides. With different PINs the two products "
          + "differ, and so do the keys of the tags. To test a guess on what she heard, Eve would need the secret "
          + "of two points whose numbers she does not know: the problem of Diffie and Hellman. Source: "
          + "draft-irtf-cfrg-cpace-21, sections 7 and 10.4."));
      const attack = h("div", {});
      root.append(
        Parts.choice("Proof", Object.entries(WAYS), way, (value) => state.update({ way: value })),
        Parts.input("PIN of both (not yours: it stands in the address)", pin,
          (text) => state.update({ pin: text, tries: "" }), { inputmode: "numeric", check: checked }),
        h("div", { class: "heard" }, run.messages),
        h("div", { class: "buttons" },
          Parts.button("Another run", () => state.update({ seed: (seed + 1) % 1_000_000, tries: "" }))),
        way === "cpace" ? explained : "",
        Prediction.ask({ id: `proof ${way}`, ...QUESTIONS[way],
          reveal: () => attack.replaceChildren(...search(root, way, run, pin)) }),
        attack, way === "cpace" ? "" : explained, impostor(state, pin, seed),
        Parts.section("In Swift", Parts.swift(
          "let comparison = SecretComparison(.initiator, secret: pin, initiator: \"phone\".utf8,",
          "  responder: \"server\".utf8, session: channel)", "send(comparison.message)",
          "let confirmation = try comparison.receive(received)", "send(confirmation.tag)",
          "let key = try confirmation.verify(receivedTag)  // throws if the PINs differ")));
    },
  });

  /** Mallory plays the phone, and the server counts the runs that fail. */
  function impostor(state, pin, seed) {
    const guess = state.fitting("guess", isPIN(state.get("guess")));
    const listed = state.get("tries").split(",");
    const tries = state.fitting("tries", listed.length <= MOST_FAILURES && listed.every(isPIN)).split(",")
      .filter(isPIN);
    const results = tries.map((tried, index) => Library
      .comparison([Number(tried), Number(pin)], random(seed, index + 1).scalars).verdicts[1]);
    const isIn = results.includes(true), isLocked = !isIn && results.length === MOST_FAILURES;
    const field = Parts.input("PIN that Mallory tries", guess, (text) => state.update({ guess: text }),
      { inputmode: "numeric", check: checked });
    const game = h("div", {});
    const show = () => game.replaceChildren(
      field, h("div", { class: "buttons" },
        Parts.button("Run CPace with the server", () => {
          state.update({ tries: [...tries, guess].join() });
          announce(document.querySelector("[data-result='proof server']").textContent);
        }, { disabled: isIn || isLocked }),
        Parts.button("From the start", () => state.update({ tries: "" }), { disabled: tries.length === 0 })),
      h("p", { role: "status" }, "The server: ", h("strong", { "data-result": "proof server" },
        isIn ? "the PINs are equal" : isLocked ? t`locked after ${MOST_FAILURES} runs that failed`
          : tries.length === 0 ? "waits"
            : t`the PINs differ; ${MOST_FAILURES - tries.length} of ${MOST_FAILURES} left`),
      "."),
      ...(tries.length ? [Parts.table("Mallory's runs", ["run", "her PIN", "server's verdict"],
        tries.map((tried, index) => [String(index + 1), tried, results[index] ? "equal" : "different"]))] : []),
      Parts.note("What she learns of a wrong guess is that it was wrong. No protocol prevents a right one, so the "
        + "server has to count."));
    return Parts.section("An impostor",
      h("p", {}, t`Mallory does not only listen: she plays the phone, with CPace and a PIN of her own. The server
        stops after ${MOST_FAILURES} runs that fail.`),
      Prediction.ask({ id: "proof impostor", question: "What is her chance, if all PINs are equally likely?",
        options: ["3 in 10,000", "1 in 3", "certain: she learns from each run"], right: [0],
        explanation: "Each run tests one PIN, the one that she put in.", reveal: show }), game);
  }
}
