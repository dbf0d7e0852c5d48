// There are only 65,536 tags of two bytes.
const message = hex(ascii(given("message")));
for (let number = 0; number < 65536; number += 1) {
  const tag = hex([number >> 8, number & 255]);
  if (ask("send", message, tag)[0]) {
    answer(tag);
    break;
  }
}
