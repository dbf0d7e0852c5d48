/** The quiz of crypto-lab: a question at a time, with the reason of each choice. */
{
  const questions = JSON.parse(document.getElementById("quiz").textContent);
  const NAMES = { modes: "modes", padding: "padding", hashes: "hash functions", aead: "authenticated encryption",
    passwords: "passwords", vault: "the vault" };
  const topics = Object.keys(NAMES);
  /** The index of the chosen choice, by the id of the question; `null` where the answer was shown. */
  const given = new Map();
  const letter = (index) => "abcdefgh"[index];

  /** A list in the order of a seed; 0 leaves it as it is. */
  function shuffled(list, seed) {
    const order = [...list];
    if (seed === 0) return order;
    const random = Bytes.seeded(seed, 2 * list.length);
    for (let place = order.length - 1; place > 0; place -= 1) {
      const other = ((random[2 * place] << 8) | random[2 * place + 1]) % (place + 1);
      [order[place], order[other]] = [order[other], order[place]];
    }
    return order;
  }

  const isRight = (question) => letter(given.get(question.id)) === question.right;

  /** The question, and its reason once it is answered. */
  function asking(question, seed, { number, count, again }) {
    const places = shuffled(question.choices.map((_, index) => index), seed);
    const isAnswered = given.has(question.id), chosen = given.get(question.id);
    const form = h("form", { class: "prediction", "data-question": `quiz ${question.id}`, "data-result": "question" });
    const answer = (index) => {
      given.set(question.id, index);
      again();
    };
    const labels = places.map((index) => {
      const mark = !isAnswered ? "" : letter(index) === question.right ? (index === chosen ? "right" : "missed")
        : index === chosen ? "wrong" : "";
      return h("label", { class: mark || null }, h("input", { type: "radio", name: "answer", value: index,
        disabled: isAnswered, checked: index === chosen }), h("span", {}, question.choices[index]));
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = new FormData(form).get("answer");
      if (value !== null) answer(Number(value));
    });
    form.append(
      h("fieldset", {}, h("legend", {}, h("span", { class: "label" }, t`Question ${number + 1} of ${count}`),
        question.question), h("div", { class: "options list" }, labels)),
      isAnswered ? verdict(question, chosen) : h("div", { class: "buttons" },
        h("button", { type: "submit", class: "main", "data-focus": "quiz answer" }, "Give this answer"),
        h("button", { type: "button", "data-focus": "quiz show", onclick: () => answer(null) }, "Show the answer")));
    return form;
  }

  const verdict = (question, chosen) => h("div", { class: `verdict ${isRight(question) ? "right" : "wrong"}`,
    role: "status", tabindex: "-1", "data-focus": "quiz verdict" },
  chosen !== null && h("p", {}, h("strong", {}, isRight(question) ? "Right." : "No."), " ",
    !isRight(question) && question.faults[chosen]),
  h("p", { "data-result": "because" }, question.because));

  /** The score, and the topics with wrong answers. */
  function score(asked) {
    const answered = asked.filter(({ id }) => given.has(id)), right = answered.filter(isRight).length;
    if (answered.length === 0) return null;
    const wrong = topics.map((topic) => [topic, answered.filter((each) => each.topic === topic && !isRight(each))])
      .filter(([, found]) => found.length > 0);
    return Parts.section("Score", h("p", { "data-result": "quiz score" }, t`${right} of ${answered.length} right`),
      wrong.length > 0 && h("p", {}, "To repeat: ", wrong.map(([topic, found], index) => [index > 0 && ", ",
        h("a", { href: `#${found[0].page}` }, NAMES[topic]), ` (${found.length})`])));
  }

  Playground.page({
    id: "quiz", group: "Practice", title: "Quiz",
    summary: "The questions of crypto-lab quiz, with the reason of each answer.",
    first: ["[data-focus='Topic padding']", "[data-result=question]"],
    defaults: { topic: "modes", seed: "1", number: "0" },
    render(root, state) {
      const topic = state.choice("topic", ["all", ...topics]), seed = state.number("seed", 0, 999_999);
      const asked = shuffled(questions.filter((each) => topic === "all" || each.topic === topic), seed);
      const number = state.number("number", 0, asked.length - 1), question = asked[number];
      const go = (next) => state.update({ number: next });
      const place = h("div", {});
      /** The question, the ways to others, and the score; after an answer, the focus is on the next question. */
      const draw = () => place.replaceChildren(
        asking(question, seed === 0 ? 0 : seed + questions.indexOf(question), { number, count: asked.length,
          again() {
            draw();
            place.querySelector("[data-focus='quiz next']").focus({ preventScroll: true });
            announce(place.querySelector("[data-focus='quiz verdict']").textContent);
          } }),
        h("div", { class: "buttons" },
          Parts.button("◀ Back", () => go(number - 1), { disabled: number === 0, "data-focus": "quiz back" }),
          Parts.button("Next question ▶", () => go(number + 1),
            { disabled: number === asked.length - 1, "data-focus": "quiz next" }),
          Parts.button("In another order", () => {
            given.clear();
            state.update({ seed: (seed + 1) % 1_000_000, number: 0 });
          })),
        score(asked) ?? "");
      draw();
      root.append(
        Parts.choice("Topic", [["all", "all"], ...topics.map((each) => [each, NAMES[each]])], topic,
          (value) => state.update({ topic: value, number: 0 })),
        place);
    },
  });
}
