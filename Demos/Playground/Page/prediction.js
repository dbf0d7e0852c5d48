/** A question before a result, and the score. */
const Prediction = (() => {
  const answered = new Map();

  function showScore() {
    const right = [...answered.values()].filter((isRight) => isRight).length;
    const score = document.getElementById("score");
    score.hidden = answered.size === 0;
    score.textContent = `Predictions: ${right} of ${answered.size} right`;
  }

  /** A form that asks, and calls `reveal` when it was answered or skipped.
   *
   * - `id`: names the situation; each counts once in the score
   * - `question`, `options`: texts; `multiple` allows several, or none
   * - `right`: the indexes of the right options
   * - `explanation`: said after the answer
   */
  function ask({ id, question, options, right, multiple = false, explanation, reveal }) {
    const form = h("form", { class: "prediction", "data-question": id });
    const expected = [...right].sort().join();
    const choices = options.map((text, index) => h("label", {},
      h("input", { type: multiple ? "checkbox" : "radio", name: "answer", value: index }), h("span", {}, text)));
    const verdict = h("div", { class: "verdict", role: "status" });
    const finish = (isAnswer) => {
      const given = new FormData(form).getAll("answer").map(Number);
      if (isAnswer && !multiple && given.length === 0) {
        verdict.textContent = "Choose an answer, or skip.";
        return;
      }
      const isRight = given.sort().join() === expected;
      if (isAnswer && !answered.has(id)) answered.set(id, isRight);
      showScore();
      choices.forEach((label, index) => {
        label.querySelector("input").disabled = true;
        if (right.includes(index)) label.classList.add("right");
        else if (given.includes(index)) label.classList.add("wrong");
      });
      form.querySelectorAll("button").forEach((button) => { button.hidden = true; });
      const correct = right.length === 0 ? "none" : right.map((index) => options[index]).join(", ");
      verdict.className = `verdict ${!isAnswer ? "" : isRight ? "right" : "wrong"}`;
      verdict.replaceChildren(
        h("strong", {}, !isAnswer ? `The answer: ${correct}. ` : isRight ? "Right. " : `Not so: ${correct}. `), explanation ?? "");
      reveal?.(isAnswer ? isRight : null);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      finish(true);
    });
    form.append(h("fieldset", {}, h("legend", {}, question), h("div", { class: "options" }, choices)),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "Check my prediction"),
        h("button", { type: "button", onclick: () => finish(false) }, "Skip and show")),
      verdict);
    return form;
  }

  return { ask, isAnswered: (id) => answered.has(id) };
})();
