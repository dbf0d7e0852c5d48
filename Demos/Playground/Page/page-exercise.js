/** The exercises of crypto-lab, with the same oracle: by hand, or with a program that asks it. */
{
  const MOST_SHOWN = 400;  // Hexadecimal digits of a value that are shown at once.
  const MOST_TYPED = 3000;  // Bytes of a request, and of an answer.
  /** What is typed, for the task that was shown last. It is not in the address: an answer is nobody else's business. It
   * stays while the reader uses another page, such as the workbench. */
  let typed = {};
  /** A first request for each exercise. */
  const REQUESTS = { "ecb-byte": "encrypt 00", "predictable-iv": "encrypt 00", "keystream-seek": "edit 0 00",
    "timing-model": "compare 000000000000", "timing-clock": "compare 000000", "rounds-budget": "time 1000",
    "two-time-pad": "given words" };

  /** The value of something given, as text. */
  const valueOf = (name) => Library.exerciseReply(`given ${name}`).line.replace(/^ok /, "");

  /** A program of the session, which a reload keeps. */
  const Kept = {
    get(name) {
      try {
        return sessionStorage.getItem(`program ${name}`);
      } catch {
        return null;
      }
    },
    set(name, program) {
      try {
        sessionStorage.setItem(`program ${name}`, program);
      } catch {
        // The browser keeps nothing here.
      }
    },
  };

  /** The beginning of a program: what is given, by name. */
  const beginning = (task) => [
    ...task.given.map(([name]) => ["show(", JSON.stringify(name), ", given(", JSON.stringify(name), "));"].join("")),
    ...(REQUESTS[task.name] ? [`show(...ask(${REQUESTS[task.name].split(" ").map((word) => `"${word}"`).join(", ")}));`]
      : [])].join("\n");

  function given(task) {
    if (task.given.length === 0) return null;
    return Parts.table("Given", ["name", "meaning", "value"], task.given.map(([name, meaning]) => {
      const value = valueOf(name);
      const code = h("code", { class: "value", "data-result": `given ${name}` }, Language.data(value));
      return [h("code", { class: "word" }, Language.data(name)), meaning, value.length <= MOST_SHOWN ? code
        : h("details", {}, h("summary", {}, t`${Words.number(value.length)} characters`), code)];
    }));
  }

  /** One request and its reply after the other, the newest first. */
  function oracle(task) {
    const log = h("ol", { class: "log", reversed: true, role: "log", "data-result": "replies",
      "aria-label": "Replies of the oracle" });
    const add = (request, reply) => log.prepend(h("li", {}, h("code", {}, Language.data(request)), " → ",
      h("code", {}, Language.data(reply))));
    typed.log.forEach(([request, reply]) => add(request, reply));
    const field = Parts.input("Request", typed.request, (text) => { typed.request = text; },
      { class: "hex", most: MOST_TYPED });
    const ask = Parts.button("Ask the oracle", () => {
      const { line } = Library.exerciseReply(typed.request);
      const reply = line.startsWith("error ") ? `error ${Exercises.said(line.slice(6))}` : line;
      typed.log.push([typed.request, reply]);
      add(typed.request, reply);
      announce(reply);
    }, { class: "main", "data-focus": "ask" });
    return [field, h("div", { class: "buttons" }, ask), log];
  }

  /** The answer, and the code that a right one gives. */
  function answering(task) {
    const verdict = h("p", { role: "status", class: "verdict", "data-result": "exercise verdict" });
    const code = h("div", {});
    const field = Parts.input(t`Answer: ${task.answer}`, typed.answer, (text) => { typed.answer = text; },
      { most: MOST_TYPED, "data-focus": "answer" });
    const check = (answer) => {
      const { isRight, text } = Library.checkExercise(answer);
      const reason = Language.data(Exercises.said(text));
      verdict.className = `verdict ${isRight ? "right" : "wrong"}`;
      verdict.replaceChildren(h("strong", {}, isRight ? t`Right: ${reason}.` : t`Not yet: ${reason}.`));
      code.replaceChildren(...(isRight ? [result()] : []));
    };
    return { check, parts: [field, h("div", { class: "buttons" },
      Parts.button("Check the answer", () => check(typed.answer), { "data-focus": "check" })), verdict, code] };
  }

  /** The result code for a name. */
  function result() {
    const shown = h("p", {}, "Result code: ", h("code", { class: "mono", "data-result": "code" }, "–"));
    const show = (name) => {
      typed.name = name;
      shown.lastChild.textContent = name.trim() === "" ? "–" : Library.exerciseCode(name.normalize("NFC"));
    };
    show(typed.name);
    return h("div", {}, Parts.input("Your name, as your teacher writes it", typed.name, show, { most: 80 }), shown,
      Parts.note("The code belongs to this exercise, this number and this name. Your teacher checks it without a "
        + "network with crypto-lab results. It is no proof: this page is open, and who reads it can make a code "
        + "without solving anything. Be ready to explain how you did it."));
  }

  /** A program in a worker. */
  function programming(task, number, seed, check) {
    const area = h("textarea", { class: "hex program", rows: 10, spellcheck: "false", autocapitalize: "off",
      "aria-label": "Program in JavaScript", "data-focus": "program", oninput: () => keep(area.value) });
    const keep = (program) => {
      typed.program = program;
      Kept.set(task.name, program);
    };
    area.value = typed.program;
    const output = h("pre", { class: "output", "aria-label": "Output of the program", tabindex: "0",
      "data-result": "output" });
    const state = h("p", { role: "status", "data-result": "program state" });
    const button = Parts.button("Run", () => {
      if (Exercises.isRunning()) {
        Exercises.stop();
        return finish("Stopped.");
      }
      output.textContent = "";
      state.textContent = t`It runs.`;
      button.textContent = t`Stop`;
      Exercises.run(area.value, number, seed, {
        line: (text) => { output.textContent += `${text}\n`; },
        answer: (text) => {
          output.textContent += t`answer: ${Language.data(text)}` + "\n";
          check(text);
        },
        end: finish,
      });
    }, { class: "main", "data-focus": "run" });
    const finish = (text) => {
      button.textContent = t`Run`;
      state.textContent = Language.text(text);
    };
    const fill = (program) => {
      area.value = program;
      keep(program);
    };
    return { fill, parts: [area, h("div", { class: "buttons" }, button), state, output, functions()] };
  }

  /** What a program can call. */
  const functions = () => h("details", {}, h("summary", {}, "What a program can call"), Parts.table("Functions",
    ["call", "result"], [
      ["const [ok, rest] = ask(\"word\", field)",
        "asks the oracle: whether the reply is ok, and the rest of its line; a field is text, or bytes, which are sent "
          + "in hexadecimal"],
      ["given(\"name\")", "what is given, as text"],
      ["show(value, …)", "shows a line; bytes appear in hexadecimal"],
      ["answer(\"text\")", "hands an answer in"],
      ["bytes(\"00ff\"), hex(bytes)", "from hexadecimal digits to bytes, and back"],
      ["ascii(\"text\"), text(bytes)", "from text to bytes, and back"],
      ["zeros(16), join(a, b), xor(a, b)", "bytes of zero, one behind the other, the sum without carry"],
      ["crc32(bytes)", "the checksum of ctr-checksum"],
      ["multiply(x, y), inverse(x), squareRoot(x)", "in GHASH's field, for gcm-nonce"],
      ["extend(digest, count, bytes)", "SHA-256 that goes on from a digest after so many bytes"],
    ].map(([call, meaning]) => [h("code", {}, Language.data(call)), meaning])),
  h("p", {}, "The program runs in a worker of this page, with the oracle from its beginning. It has no network, and is "
    + "stopped after 10 seconds. In a terminal, the same task is solved in Python or Swift: crypto-lab exercise NAME "
    + "--write FOLDER."));

  /** Hints, one at a time. */
  function hints(task) {
    const list = h("ol", { "data-result": "hints" });
    const button = Parts.button("", () => {
      if (typed.hints === task.hints.length) return;
      typed.hints += 1;
      show();
      announce(task.hints[typed.hints - 1]);
    }, { "data-focus": "hint" });
    const show = () => {
      list.replaceChildren(...task.hints.slice(0, typed.hints).map((hint) => h("li", {}, hint)));
      button.textContent = t`Show hint ${typed.hints + 1} of ${task.hints.length}`;
      if (typed.hints < task.hints.length) return;
      button.replaceChildren(t`All ${task.hints.length} hints are shown`);
      button.setAttribute("aria-disabled", "true");
    };
    show();
    return [list, h("div", { class: "buttons" }, button)];
  }

  /** The solution, behind two clicks: who opens it means to. */
  const solution = (task, fill) => h("details", {}, h("summary", {}, "For teachers: a solution"),
    h("p", {}, "It solves this task for every number. Give each pupil a number of their own, and ask how the program "
      + "works."),
    h("div", { class: "buttons" }, Parts.button("Put the solution into the program", () => {
      fill(Exercises.solutions[task.name]);
      announce("The solution is in the program");
    }, { "data-focus": "solution" })));

  Playground.page({
    id: "exercise", group: "Practice", title: "Exercises",
    summary: "Tasks with an oracle that answers: by hand, or with a few lines of JavaScript.",
    first: ["[data-focus=ask]", "[data-result=replies]"],
    defaults: { task: "ecb-byte", seed: "1" },
    forget: Exercises.stop,
    render(root, state) {
      const name = state.choice("task", Exercises.tasks.map((each) => each.name));
      const seed = state.number("seed", 0, 2 ** 31 - 1);
      const number = Library.exerciseNames().indexOf(name), task = Exercises.tasks[number];
      Exercises.stop();
      if (typed.place !== `${name} ${seed}`) {
        typed = { place: `${name} ${seed}`, request: REQUESTS[name] ?? "given", log: [], answer: "", hints: 0,
          name: typed.name ?? "", program: Kept.get(name) ?? beginning(task) };
      }
      // The menu leads back to this task.
      document.querySelector("[data-page=exercise]").href = `#exercise?task=${name}&seed=${seed}`;
      Library.openExercise(number, seed);
      const choice = h("select", { "aria-label": "Exercise", "data-focus": "task",
        onchange: () => state.update({ task: choice.value }) },
      Exercises.tasks.map((each, index) => h("option", { value: each.name, selected: each.name === name },
        t`${index + 1}. ${each.title}`)));
      const { check, parts: answer } = answering(task), program = programming(task, number, seed, check);
      root.append(choice,
        ...task.goal.map((paragraph) => h("p", {}, paragraph)), given(task) ?? "",
        ...oracle(task),
        h("p", { class: "label" },
          task.requests.map(([form, reply]) => [h("code", {}, Language.data(form)), ": ", reply, ". "]),
          task.given.length > 0 && [h("code", {}, "given NAME"), ": ", "ok and what is given, on one line", "."]),
        Parts.section("Your answer", ...answer),
        Parts.section("With a program", ...program.parts),
        Parts.section("Hints", ...hints(task), h("p", {}, "About the same subject: ", lesson(task))),
        Parts.section("Another task of this kind",
          Parts.number("Number of the task: each has its own secret", seed, 0, 2 ** 31 - 1,
            (value) => state.update({ seed: value }))),
        solution(task, program.fill));
    },
  });

  /** The page with the lesson of a task, if there is one. */
  function lesson(task) {
    const command = ["crypto-lab", task.lesson].join(" ");
    const found = Playground.pages.find(({ id }) => Playground.related[id][0] === command);
    return found ? h("a", { href: `#${found.id}` }, found.title) : h("code", {}, Language.data(command));
  }
}
