/** Rounds against time, measured on this device. */
{
  const SAMPLES = 24;

  /** The samples as points, and the line of the median speed. */
  function plot(samples, rate) {
    const most = Math.max(...samples.map(({ rounds }) => rounds)) * 1.05;
    const longest = Math.max(...samples.map(({ seconds }) => seconds), rate ? most / rate : 0) * 1.05;
    const x = (rounds) => 60 + 520 * rounds / most, y = (seconds) => 200 - 180 * seconds / longest;
    return h("div", { class: "scroll bars", tabindex: "0", role: "group",
      "aria-label": "Time of each derivation by its rounds" },
      svg("svg", { width: 640, height: 240, viewBox: "0 0 640 240", role: "img",
        "aria-label": t`${samples.length} derivations, up to ${Passwords.count(most)} rounds and
          ${Passwords.duration(longest)}` },
        svg("path", { d: "M60 20V200H590", class: "axis" }),
        svg("text", { x: 2, y: 26 }, Passwords.duration(longest)), svg("text", { x: 60, y: 218 }, "0"),
        svg("text", { x: 590, y: 218, "text-anchor": "end" }, t`${Passwords.count(most)} rounds`),
        rate ? svg("line", { x1: 60, y1: 200, x2: x(most), y2: y(most / rate), class: "wire-line" }) : [],
        samples.map(({ rounds, seconds }) => svg("circle", { cx: x(rounds), cy: y(seconds), r: 4, class: "bar" }))));
  }

  const measured = {};  // The samples by hash function, for as long as the playground is open.

  Playground.page({
    id: "rounds", group: "Passwords", title: "Rounds and time",
    summary: "Each round costs time, the owner's once at each login, the attacker's at each guess: measure it here.",
    first: ["[data-focus=measure]", "[data-result=speed]"],
    defaults: { hash: "sha512", budget: "250" },
    render(root, state) {
      const hash = state.choice("hash", ["sha512", "sha256"]);
      const { name, byteCount } = Passwords.HASHES[hash];
      const budget = state.number("budget", 10, 5000);
      const typeName = name.replace("-", "");
      root.append(
        Parts.choice("Hash function", [["sha512", "SHA-512"], ["sha256", "SHA-256"]], hash,
          (id) => state.update({ hash: id })),
        Parts.number("Your budget for one login, in milliseconds (10 to 5000)", budget, 10, 5000,
          (text) => state.update({ budget: text })));

      const drawing = h("div", {}), result = h("div", {});
      const status = h("p", { role: "status", "data-result": "speed" }, "Not measured yet.");
      const section = Parts.section("1. Measure");
      const about = [
        h("p", {}, t`${SAMPLES} derivations of different numbers of rounds, in slices of some milliseconds, so that
          the page stays usable.`),
        h("p", {}, "What is measured is the right function: 1000 rounds of the password “a password” with a salt of 16 "
          + "zero bytes give ",
          h("code", { "data-result": "key" },
            Bytes.hex(Library.pbkdf2(hash, Bytes.of("a password"), new Uint8Array(16), 1000, byteCount))), ".")];
      const button = Parts.button(measured[hash] ? "Measure again" : "Measure this device", async () => {
        if (button.hasAttribute("aria-disabled")) return;
        button.setAttribute("aria-disabled", "true");
        const samples = [];
        drawing.replaceChildren();
        result.replaceChildren();
        const rate = await Passwords.measure(hash, SAMPLES, (sample) => {
          samples.push(sample);
          drawing.replaceChildren(plot(samples));
          status.textContent = t`${samples.length} of ${SAMPLES}`;
          return root.isConnected;
        });
        if (rate === null) return;
        measured[hash] = samples;
        Playground.render();
        announce("Measured");
      }, { class: "main", "data-focus": "measure" });
      section.append(h("div", { class: "buttons" }, button), status, drawing, ...about);
      root.append(section, result);

      const rate = Passwords.speeds[hash];
      const swift = Parts.section("In Swift",
        Parts.swift(t`let calibration = PBKDF2<${typeName}>.calibrate(for: .milliseconds(${budget}))`,
          "calibration.rounds"),
        h("p", {}, "In a terminal, ", h("code", {}, "vault-bench calibrate"), " measures the native library."));
      if (!rate) {
        root.append(swift);
        return;
      }
      drawing.append(plot(measured[hash], rate));
      status.textContent = t`A median of ${Passwords.count(rate)} rounds a second, ${Passwords.count(1e9 / rate)} ns a
        round. The line is this speed: twice the rounds take twice the time.`;
      const rounds = Math.max(1, Math.floor(rate * budget / 1000 / 100) * 100 || Math.floor(rate * budget / 1000));
      const sizes = [2_500, 25_000, 250_000, 2_500_000, 25_000_000];
      const answer = h("div", {}), check = h("p", { role: "status" });
      result.append(Parts.section("2. The rounds for the budget", Prediction.ask({
        id: `rounds ${hash} ${budget}`,
        question: t`How many rounds of PBKDF2-HMAC-${name} fit into ${budget} ms in this page? The nearest is`,
        options: sizes.map(Passwords.count), right: [Passwords.nearest(sizes, rounds)],
        explanation: t`${Passwords.count(rounds)} rounds.`,
        reveal: () => answer.replaceChildren(
          Parts.table("This page, on this device",
            ["rounds", "time for the owner", "guesses a second, here", "guesses a second, one RTX 4090"],
            [...new Set([1000, rounds, Passwords.RECOMMENDED[hash], 10 * Passwords.RECOMMENDED[hash]])]
              .sort((left, right) => left - right).map((each) => [
                each === rounds ? t`${Passwords.count(each)} (the budget)`
                  : each === Passwords.RECOMMENDED[hash] ? t`${Passwords.count(each)} (OWASP's least)`
                    : Passwords.count(each),
                Passwords.duration(each / rate), Passwords.count(rate / each),
                Passwords.count(Passwords.GPU[hash] / each)])),
          h("div", { class: "buttons" },
            Parts.button(t`Derive once with ${Passwords.count(rounds)} rounds (the page waits)`, () => {
              check.textContent = t`Deriving …`;
              setTimeout(() => {
                const start = performance.now();
                Library.pbkdf2(hash, Bytes.of("a password"), new Uint8Array(16), rounds, byteCount);
                const took = performance.now() - start;
                check.textContent = t`It took ${Passwords.duration(took / 1000)}; the budget was ${budget} ms.`;
              }, 50);
            }, { "data-focus": "derive" })), check,
          Parts.note("Do not take these rounds for a product. This is WebAssembly on one core, with the library's "
            + "portable code; the native library uses the CPU's vector and SHA instructions and is faster. "
            + "Measure with ", h("code", {}, "vault-bench calibrate"),
            " on the machine that will derive, and take at least OWASP's number: an attacker does not compute "
            + "in a browser."),
          h("p", {}, t`The attacker's speed: ${Passwords.GPU_SOURCE}. The least rounds: OWASP, Password Storage Cheat
            Sheet, March 2026.`)),
      }), answer));
      root.append(swift);
    },
  });
}
