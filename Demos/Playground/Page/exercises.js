/** The exercises: their texts, their solutions, and the worker in which a program runs. */
const Exercises = (() => {
  /** Texts with parts that come from the oracle, its verdicts or the worker. */
  const PHRASES = ["the oracle says: {1}", "more than {1} lines", "“{1}” is not hexadecimal"];
  const SECONDS = 10;  // For a program.
  const { tasks, solutions, verdicts } = JSON.parse(document.getElementById("exercises").textContent);
  let running = null;

  /** A sentence of the library in the language of the page. */
  const said = (english) => Language.sentence(english, [...verdicts, ...PHRASES]);

  /** Ends the program that runs, if there is one. */
  function stop() {
    running?.worker.terminate();
    clearTimeout(running?.timer);
    running = null;
  }

  /** Runs a program. `line` gets each line that it shows, `answer` an answer, and `end` a sentence on how it ended. */
  function run(program, number, seed, { line, answer, end }) {
    stop();
    const library = document.getElementById("worker").textContent;
    const before = ["\"use strict\";", library, "function program() {", ""].join("\n");
    const source = URL.createObjectURL(new Blob([before, program, "\n}\n"], { type: "text/javascript" }));
    const worker = new Worker(source), offset = before.split("\n").length - 1;
    const place = (found) => (found > offset ? t` (line ${found - offset})` : "");
    const finish = (text) => {
      stop();
      end(text);
    };
    worker.onmessage = ({ data }) => {
      if (data.kind === "line") line(data.text);
      if (data.kind === "answer") answer(data.text);
      if (data.kind === "end") finish(t`The program has ended after ${Words.counted(data.asked, "question")}.`);
      if (data.kind === "error") {
        const text = Language.data(said(data.text.replace(/^Error: /, "")));
        const lines = [...data.stack.matchAll(/:(\d+):\d+\)?$/gm)].map(([, number]) => Number(number));
        finish(t`The program stopped: ${text}${place(lines.find((each) => each > offset) ?? 0)}`);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      finish(t`The program cannot run: ${Language.data(event.message)}${place(event.lineno)}`);
    };
    const timer = setTimeout(() => finish(t`The program was stopped after ${SECONDS} seconds. Does a loop never end?`),
      1000 * SECONDS);
    running = { worker, timer };
    URL.revokeObjectURL(source);
    worker.postMessage({ wasm: Library.module(), number, seed });
  }

  return { tasks, solutions, said, run, stop, isRunning: () => running !== null };
})();
