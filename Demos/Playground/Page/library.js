/** The Swift libraries, in WebAssembly. Each function takes and returns `Uint8Array`s, and throws a `LibraryError` with
 * the library's own description of an error. */
class LibraryError extends Error {}

const Library = (() => {
  const MODES = ["ecb", "cbc", "cfb", "ofb", "ctr", "gcm"];
  const PADDINGS = ["none", "pkcs7", "ansiX923", "iso7816_4", "zero"];
  const HASHES = ["sha1", "sha256", "sha384", "sha512"];
  let wasmModule;
  let exports;
  const imports = {
    page: {
      random(address, count) {
        for (let from = 0; from < count; from += 65536) {
          crypto.getRandomValues(new Uint8Array(exports.memory.buffer, address + from, Math.min(65536, count - from)));
        }
      },
    },
  };

  function start() { exports = new WebAssembly.Instance(wasmModule, imports).exports; }

  /** Compiles the WebAssembly in the page, where it is compressed. */
  async function load() {
    const text = document.getElementById("wasm").textContent;
    const compressed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
    const stream = compressed.stream().pipeThrough(new DecompressionStream("gzip"));
    begin(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
  }

  /** Begins with compiled WebAssembly: in a worker, which gets it from the page. */
  function begin(compiled) {
    wasmModule = compiled;
    start();
  }

  /** Calls an exported function. An argument is a number, or bytes, which become an address and a count. */
  function call(name, ...parameters) {
    const taken = [];
    let failed;
    try {
      const values = parameters.flatMap((parameter) => {
        if (typeof parameter === "number") return [parameter];
        const address = exports.memory_take(Math.max(1, parameter.length));
        taken.push(address);
        new Uint8Array(exports.memory.buffer, address, parameter.length).set(parameter);
        return [address, parameter.length];
      });
      failed = exports[name](...values);
    } catch (trap) {
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      start();  // A trap leaves the memory in an unknown state.
      throw new LibraryError(t`The library stopped: ${trap.message}`);
    }
    const result = new Uint8Array(exports.memory.buffer, exports.result_address(), exports.result_count()).slice();
    taken.forEach((address) => exports.memory_release(address));
    if (failed) throw new LibraryError(new TextDecoder().decode(result));
    return result;
  }

  const number = (list, name) => {
    const found = list.indexOf(name);
    if (found < 0) throw new RangeError(name);
    return found;
  };

  return {
    load,
    begin,
    module: () => wasmModule,
    /** `mode`: ecb, cbc, cfb, ofb, ctr or gcm, whose ciphertext ends with the tag of 16 bytes. */
    encrypt: (mode, key, iv, message, { padding = "none" } = {}) =>
      call("aes", number(MODES, mode), 0, number(PADDINGS, padding), key, iv, message),
    decrypt: (mode, key, iv, ciphertext, { padding = "none" } = {}) =>
      call("aes", number(MODES, mode), 1, number(PADDINGS, padding), key, iv, ciphertext),
    digest: (hash, message) => call("digest", number(HASHES, hash), message),
    hmac: (hash, key, message) => call("hmac", number(HASHES, hash), key, message),
    pbkdf2: (hash, password, salt, rounds, byteCount) =>
      call("pbkdf2", number(HASHES, hash), password, salt, rounds, byteCount),
    /** 32 bytes, with one lane and `kibibytes` KiB of memory. */
    argon2id: (password, salt, kibibytes, passes) => call("argon2id", password, salt, kibibytes, passes),
    /** `{key, reads: [{pass, block, read, byPassword}]}`: the block that is read beside the one before each block. */
    argon2idReads: (password, salt, kibibytes, passes) => {
      const packed = call("argon2id_reads", password, salt, kibibytes, passes);
      const reads = Array.from({ length: packed.length / 4 - 8 }, (_, index) => {
        const [pass, block, read, byPassword] = packed.subarray(4 * index, 4 * index + 4);
        return { pass, block, read, byPassword: byPassword === 1 };
      });
      return { key: packed.slice(-32), reads };
    },
    publicKey: (privateKey) => call("x25519_public_key", privateKey),
    sharedSecret: (privateKey, publicKey) => call("x25519_shared_secret", privateKey, publicKey),
    /** The point that the phone sends in CPace; `pin` is a number. */
    comparisonPoint: (pin, scalar) => call("cpace_point", pin, scalar),
    /** `{points, tags, verdicts}` of a run of CPace, each of the phone and of the server. */
    comparison: (pins, scalars) => {
      const packed = call("cpace_run", ...pins, ...scalars);
      return { points: [packed.slice(0, 32), packed.slice(32, 64)],
        tags: [packed.slice(64, 128), packed.slice(128, 192)],
        verdicts: [packed[192] === 1, packed[193] === 1] };
    },
    /** The digest of what was hashed, `byteCount` bytes with their padding, followed by `suffix`. */
    extendSHA256: (digest, byteCount, suffix) => call("sha256_extend", digest, byteCount, suffix),
    /** `[{round, name, state}]`, with the names of FIPS 197. */
    aesStates: (key, block, decrypts = false) => {
      const packed = call("aes_states", decrypts ? 1 : 0, key, block);
      return Array.from({ length: packed.length / 18 }, (_, index) => {
        const [round, name, ...state] = packed.subarray(18 * index, 18 * index + 18);
        return { round, name: AES_STEPS[name], state: Uint8Array.from(state) };
      });
    },
    aesKeyExpansion: (key) => call("aes_key_expansion", key),
    /** `[{word, variables}]`, each a 32-bit number; `variables` are a to h after the round. */
    sha256Rounds: (message) => {
      const packed = new DataView(call("sha256_rounds", message).buffer);
      return Array.from({ length: packed.byteLength / 36 }, (_, index) => ({
        word: packed.getUint32(36 * index),
        variables: Array.from({ length: 8 }, (_, place) => packed.getUint32(36 * index + 4 + 4 * place)),
      }));
    },
    sha256Padded: (message) => call("sha256_padded", message),
    ghashProduct: (left, right) => call("ghash_product", left, right),
    ghashInverse: (element) => call("ghash_inverse", element),
    ghashSquareRoot: (element) => call("ghash_square_root", element),
    /** The key of a block and its ciphertext among `count` keys from number `first` on; empty if it is none of them. */
    searchKey: (block, ciphertext, first, count) => call("key_search", block, ciphertext, first, count),
    exerciseNames: () => Bytes.text(call("exercise_names")).split(" "),
    /** Opens a task; the others speak of the open one. */
    openExercise: (number, seed) => { call("exercise_open", number, seed); },
    /** `{milliseconds, line}` */
    exerciseReply: (line) => {
      const [milliseconds, ...reply] = call("exercise_reply", Bytes.of(line));
      return { milliseconds, line: Bytes.text(Uint8Array.from(reply)) };
    },
    /** `{isRight, text}` */
    checkExercise: (answer) => {
      const [isRight, ...text] = call("exercise_check", Bytes.of(answer));
      return { isRight: isRight === 1, text: Bytes.text(Uint8Array.from(text)) };
    },
    exerciseCode: (owner) => Bytes.text(call("exercise_code", Bytes.of(owner))),
    sealVault: (content, password, context, rounds) => call("vault_seal", content, password, context, rounds),
    openVault: (vault, password, context) => call("vault_open", vault, password, context),
    /** `[[name, value]]`. */
    inspectVault: (vault) =>
      Bytes.text(call("vault_inspect", vault)).trim().split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)),
  };
})();

const AES_STEPS = [
  "input", "start", "s_box", "s_row", "m_col", "k_sch", "output",
  "iinput", "istart", "is_row", "is_box", "ik_sch", "ik_add", "ioutput",
];
