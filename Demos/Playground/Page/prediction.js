/** A question before a result, and the score. */
const Prediction = (() => {
  const answered = new Map();
  const given = new Map();  // The options that were chosen; `null` where the question was skipped.
  const KEPT = "predictions";  // Where both are until the window is closed, so that the page can be loaded again.

  function restore() {
    try {
      for (const [id, chosen, isRight] of JSON.parse(sessionStorage.getItem(KEPT)) ?? []) {
        given.set(id, chosen);
        if (chosen !== null) answered.set(id, isRight);
      }
      showScore();
    } catch {}  // Without a store the score lasts as long as the page.
  }

  function keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([...given].map(([id, chosen]) => [id, chosen, answered.get(id)])));
    } catch {}
  }

  function showScore() {
    const right = [...answered.values()].filter((isRight) => isRight).length;
    const score = document.getElementById("score");
    score.hidden = answered.size === 0;
    score.textContent = t`Predictions: ${right} of ${answered.size} right`;
  }

  /** A form that asks, and calls `reveal` when it has been answered or skipped; at once if that was before.
   *
   * - `id`: names the situation; each counts once in the score
   * - `question`, `options`: texts; `multiple` allows several, or none
   * - `right`: the indexes of the right options, or a function that finds them when the answer was given
   * - `explanation`: said after the answer; or a function that returns it then
   */
  function ask({ id, question, options, right: known, multiple = false, explanation, reveal }) {
    const form = h("form", { class: "prediction", "data-question": id });
    const choices = options.map((text, index) => h("label", {},
      h("input", { type: multiple ? "checkbox" : "radio", name: "answer", value: index }), h("span", {}, text)));
    const verdict = h("div", { class: "verdict", role: "status", tabindex: "-1", "data-focus": `verdict ${id}`,
      "data-result": "verdict" });
    const finish = (chosen) => {
      const isAnswer = chosen !== null;
      const right = typeof known === "function" ? known() : known;
      const isRight = isAnswer && [...chosen].sort().join() === [...right].sort().join();
      if (!given.has(id)) {
        given.set(id, chosen);
        if (isAnswer) answered.set(id, isRight);
        keep();
      }
      showScore();
      choices.forEach((label, index) => {
        Object.assign(label.querySelector("input"), { disabled: true, checked: chosen?.includes(index) ?? false });
        const isChosen = chosen?.includes(index), mark = right.includes(index) ? (isChosen ? "right" : "missed")
          : isChosen && "wrong";
        if (mark) label.classList.add(mark);
      });
      // The buttons go, so the focus moves on to the verdict.
      if (form.contains(document.activeElement)) verdict.focus({ preventScroll: true });
      form.querySelectorAll("button").forEach((button) => { button.hidden = true; });
      const correct = right.map((index) => Language.text(options[index])).join(", "), isNone = right.length === 0;
      verdict.className = `verdict ${!isAnswer ? "" : isRight ? "right" : "wrong"}`;
      verdict.replaceChildren(
        h("strong", {}, isRight ? "Right. "
          : isAnswer ? (isNone ? "Not so: none. " : t`Not so: ${correct}. `)
          : isNone ? "The answer: none. " : t`The answer: ${correct}. `),
        inLanguage((typeof explanation === "function" ? explanation() : explanation) ?? ""));
      reveal?.(isAnswer ? isRight : null);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = new FormData(form).getAll("answer").map(Number);
      if (multiple || chosen.length > 0) finish(chosen);
      else verdict.textContent = Language.text("Choose an answer, or skip.");
    });
    form.append(h("fieldset", {}, h("legend", {}, question), h("div", { class: "options" }, choices)),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "Check my prediction"),
        h("button", { type: "button", onclick: () => finish(null) }, "Skip and show")),
      verdict);
    if (given.has(id)) finish(given.get(id));
    return form;
  }

  restore();
  return { ask, isAnswered: (id) => given.has(id) };
})();
