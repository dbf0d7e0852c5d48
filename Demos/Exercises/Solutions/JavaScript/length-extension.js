// The tag is the state of SHA-256 after the padded message, from which the suffix goes on.
const message = ascii(given("message")), tag = bytes(given("tag")), suffix = ascii(given("suffix"));
for (let secret = 8; secret <= 24; secret += 1) {
  const count = secret + message.length;
  const padding = zeros(64 - (count + 8) % 64 + 8);
  padding[0] = 0x80;
  padding.set([8 * count >> 8, 8 * count & 255], padding.length - 2);
  const longer = join(message, padding, suffix);
  const forged = extend(tag, count + padding.length, suffix);
  if (ask("send", hex(longer), hex(forged))[0]) answer(`${hex(longer)} ${hex(forged)}`);
}
