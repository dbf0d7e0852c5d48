/** Functions of bytes, which are `Uint8Array`s. */
const Bytes = {
  of: (text) => new TextEncoder().encode(text),
  text: (bytes) => new TextDecoder().decode(bytes),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  /** The bytes of hexadecimal digits, with spaces allowed; `null` for other text. */
  fromHex: (digits) => {
    const bare = digits.replace(/\s/g, "");
    if (!/^([0-9a-f]{2})*$/i.test(bare)) return null;
    return Uint8Array.from(bare.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  },
  /** A part of an address as it reads; unchanged if it is malformed. */
  decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  },
  /** Text with one character for each byte: bytes that are not printable ASCII become dots. */
  printable: (bytes) => Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·"))
    .join(""),
  join: (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((offset, part) => (whole.set(part, offset), offset + part.length), 0);
    return whole;
  },
  /** The sum without carry (XOR), as long as the shorter of the two. */
  xor: (left, right) => left.slice(0, right.length).map((byte, index) => byte ^ right[index]),
  equal: (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index]),
  blocks: (bytes, size = 16) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(size * index, size * (index + 1))),
  /** A copy with bit `bit` of byte `index` flipped; bit 7 is the highest. */
  flip: (bytes, index, bit) => bytes.map((byte, place) => (place === index ? byte ^ (1 << bit) : byte)),
  /** The bit that a text such as "3.7" names, `{index, bit}`: bit 7 of byte 3. `null` if `count` bytes lack it. */
  bitNamed: (text, count) => {
    const [, index, bit] = /^(\d+)\.([0-7])$/.exec(text)?.map(Number) ?? [];
    return index < count ? { index, bit } : null;
  },
  /** The next counter block: the 128-bit big-endian integer plus 1. In GCM only the last 32 bits count. */
  increment: (block, byteCount = 16) => {
    const next = block.slice();
    for (let index = 15; index >= 16 - byteCount; index -= 1) {
      next[index] = (next[index] + 1) & 255;
      if (next[index] !== 0) break;
    }
    return next;
  },
  /** The message with PKCS#7's padding. */
  pad: (message) => {
    const count = 16 - (message.length % 16);
    return Bytes.join(message, new Uint8Array(count).fill(count));
  },
  /** The number of bits that differ. */
  distance: (left, right) =>
    Bytes.xor(left, right).reduce((sum, byte) => sum + byte.toString(2).replace(/0/g, "").length, 0),
  /** The bytes of a number of generator `seed`, the same in each run. Not for secrets. */
  seeded: (seed, count) => {
    let state = BigInt(seed) & 0xffffffffffffffffn;
    return Uint8Array.from({ length: count }, () => {
      state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
      let mixed = state;
      mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
      mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
      return Number((mixed ^ (mixed >> 31n)) & 0xffn);
    });
  },
};
