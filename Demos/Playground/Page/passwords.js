/** Shared by the pages about passwords: the speed of this device and of an attacker's, times in words, and a list of
 * guesses. */
const Passwords = (() => {
  const HASHES = { sha256: { name: "SHA-256", byteCount: 32 }, sha512: { name: "SHA-512", byteCount: 64 },
    sha1: { name: "SHA-1", byteCount: 20 } };

  /** Rounds a second of one RTX 4090: hashcat's guesses a second at 999 rounds, modes 10900 and 12100. */
  const GPU = { sha256: 8_865.7e3 * 999, sha512: 3_120.9e3 * 999 };
  const GPU_SOURCE = "hashcat 6.2.6 on one NVIDIA GeForce RTX 4090, modes 10900 and 12100 at 999 rounds: "
    + "gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd";

  /** The least rounds that OWASP's Password Storage Cheat Sheet recommends, March 2026. */
  const RECOMMENDED = { sha256: 600_000, sha512: 220_000 };

  const pause = () => new Promise((resume) => { setTimeout(resume, 0); });
  const count = (number) => (number < 10 ? Number(number.toFixed(1)) : number < 1e15 ? Math.round(number)
    : Number(number.toPrecision(3)))
    .toLocaleString(Language.code, { maximumFractionDigits: 1, notation: number < 1e15 ? "standard" : "scientific" });

  /** The index of the number that differs least from another. */
  const nearest = (numbers, to) => numbers.reduce((best, number, index) =>
    (Math.abs(number - to) < Math.abs(numbers[best] - to) ? index : best), 0);

  /** A time in words, from seconds. */
  function duration(seconds) {
    const units = [[1e-3, "ms"], [1, "s"], [60, "minutes"], [3600, "hours"], [86400, "days"], [31557600, "years"],
      [31557600e3, "thousand years"],
      [31557600e6, "million years"], [31557600e9, "thousand million years"]];
    if (seconds < 1e-3) return t`less than 1 ms`;
    const [size, name] = [...units].reverse().find(([least]) => seconds >= least);
    return `${count(Number((seconds / size).toPrecision(2)))} ${Language.text(name)}`;
  }

  /** Rounds a second here, by hash function, once they have been measured. */
  const speeds = {};

  /** Measures PBKDF2 in slices of about 12 ms, so that the page stays usable. `each` gets every sample,
   * `{rounds, seconds}`; the measurement ends when it returns `false`. */
  async function measure(hash, sampleCount, each = () => true) {
    const one = (rounds) => {
      const start = performance.now();
      Library.pbkdf2(hash, Bytes.of("a password"), new Uint8Array(16), rounds, HASHES[hash].byteCount);
      return (performance.now() - start) / 1000;
    };
    let rounds = 512;
    while (Math.min(one(rounds), one(rounds)) < 0.006 && rounds < 1 << 20) {
      rounds *= 2;
      await pause();
    }
    const samples = [];
    while (samples.length < sampleCount) {
      // Different sizes, so that a line through the samples shows the time of a round.
      const size = Math.max(1, Math.round(rounds * (0.25 + 1.75 * ((samples.length * 7) % sampleCount) / sampleCount)));
      const sample = { rounds: size, seconds: Math.max(one(size), 1e-5) };
      samples.push(sample);
      if (each(sample) === false) return null;
      await pause();
    }
    const rates = samples.map((sample) => sample.rounds / sample.seconds).sort((left, right) => left - right);
    speeds[hash] = rates[rates.length >> 1];
    return speeds[hash];
  }

  // Words that people choose: keyboard rows, digits, names, seasons, animals, hopes.
  const WORDS = Language.text(`
    password 123456 qwerty 12345678 111111 abc123 iloveyou 123123 letmein welcome admin login secret hello master
    monkey dragon sunshine princess football baseball soccer hockey shadow superman batman starwars pokemon computer
    internet summer winter spring autumn monday friday january december london berlin paris madrid vienna dublin
    michael jennifer thomas jessica daniel ashley robert amanda charlie sophie oliver emma lucas mia tiger lion
    eagle falcon wolf bear horse rabbit turtle dolphin kitten puppy flower rainbow cheese coffee chocolate banana
    apple cookie pepper ginger orange purple silver golden diamond freedom forever family friends heaven angel lucky
    magic love peace music guitar school teacher student asdfgh zxcvbn qazwsx 654321 000000 google`)
    .trim().split(/\s+/);
  const lookalike = (word) =>
    word.replace(/[aeios]/g, (letter) => ({ a: "@", e: "3", i: "1", o: "0", s: "$" })[letter]);
  const capital = (word) => word[0].toUpperCase() + word.slice(1);

  /** The words as they are, then each variation of all words. */
  const RULES = [(word) => word, capital, (word) => word + "1", (word) => word + "123", (word) => word + "!",
    (word) => word + "2026", lookalike,
    (word) => capital(word) + "1", (word) => capital(word) + "123", (word) => capital(word) + "!",
    (word) => capital(word) + "2026", (word) => capital(lookalike(word)),
    (word) => capital(word) + "2026!"];
  const GUESSES = [...new Set(RULES.flatMap((rule) => WORDS.map(rule)))];

  return { HASHES, GPU, GPU_SOURCE, RECOMMENDED, WORDS, RULES, GUESSES, speeds, measure, pause, count, duration,
    nearest };
})();
