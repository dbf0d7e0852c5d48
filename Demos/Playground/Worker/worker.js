/** The worker of an exercise: what a program can call. Before this come `Bytes` and `Library`, after it the program. It
 * has no network: the page's policy forbids every request here too, and the names of the means are gone. */
const t = (literals, ...parts) => String.raw({ raw: literals }, ...parts);
for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "Worker",
  "BroadcastChannel", "indexedDB", "caches"]) {
  Object.defineProperty(globalThis, name, { value: undefined });
}
const MOST_LINES = 1000;
let asked = 0, shown = 0;

/** The reply of the oracle: whether it is ok, and the rest of its line. Bytes are sent in hexadecimal. */
function ask(...words) {
  asked += 1;
  return reply(...words.map((word) => (word instanceof Uint8Array || Array.isArray(word) ? hex(word) : word)));
}

function reply(...words) {
  const from = performance.now();
  const { milliseconds, line } = Library.exerciseReply(words.join(" "));
  while (performance.now() - from < milliseconds);
  const [, kind, rest] = /^(\w+) ?(.*)$/s.exec(line);
  if (kind === "error") throw new Error(`the oracle says: ${line}`);
  return [kind === "ok", rest];
}

/** What is given is no question. */
const given = (name) => reply("given", name)[1];

/** Shows a line below the program. */
function show(...values) {
  shown += 1;
  if (shown > MOST_LINES) throw new Error(`more than ${MOST_LINES} lines`);
  const texts = values.map((value) => (value instanceof Uint8Array ? hex(value) : String(value)));
  postMessage({ kind: "line", text: texts.join(" ") });
}

/** Hands an answer in. */
const answer = (text) => postMessage({ kind: "answer", text: String(text) });

const hex = (data) => Bytes.hex(data);
const text = (data) => Bytes.text(Uint8Array.from(data));
const ascii = (letters) => Bytes.of(letters);
const zeros = (count) => new Uint8Array(count);
const join = (...parts) => Bytes.join(...parts);
const xor = (left, right) => Bytes.xor(Uint8Array.from(left), Uint8Array.from(right));
const multiply = (left, right) => Library.ghashProduct(left, right);
const inverse = (element) => Library.ghashInverse(element);
const squareRoot = (element) => Library.ghashSquareRoot(element);
/** SHA-256 that goes on: `digest` is the state after `byteCount` bytes, and `suffix` follows. */
const extend = (digest, byteCount, suffix) => Library.extendSHA256(digest, byteCount, suffix);

/** The bytes of hexadecimal digits. */
function bytes(digits) {
  const found = Bytes.fromHex(digits);
  if (found === null) throw new Error(`“${digits.slice(0, 40)}” is not hexadecimal`);
  return found;
}

/** CRC-32 as in PNG and zlib: four bytes, the most significant first. */
function crc32(data) {
  let state = ~0;
  for (const byte of data) {
    state ^= byte;
    for (let bit = 0; bit < 8; bit += 1) state = (state >>> 1) ^ (state & 1 ? 0xedb88320 : 0);
  }
  return Uint8Array.from([24, 16, 8, 0], (shift) => ~state >>> shift);
}

onmessage = ({ data: { wasm, number, seed } }) => {
  Library.begin(wasm);
  Library.openExercise(number, seed);
  try {
    program();
    postMessage({ kind: "end", asked });
  } catch (error) {
    postMessage({ kind: "error", text: String(error), stack: String(error?.stack) });
  }
};
