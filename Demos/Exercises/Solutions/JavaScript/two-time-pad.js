// A search through the words of the list: the message that is known less far gets the next word.
const total = xor(bytes(given("first")), bytes(given("second")));
const words = given("words").split(" ").map((word) => ascii(`${word} `));

/** The two messages with a space at their ends, of which `less` and `more` are the beginnings. */
function search(less, more) {
  if (less.length > more.length) [less, more] = [more, less];
  if (less.length === total.length + 1) return [less, more];
  for (const word of words) {
    const shown = xor(word, total.slice(less.length));  // Of the other message.
    const known = more.slice(less.length);
    if (less.length + word.length > total.length + 1) continue;
    if (shown.some((byte, index) => index < known.length && byte !== known[index])) continue;
    const found = search(join(less, word), more);
    if (found) return found;
  }
}

answer(search([], []).map((message) => text(message).trim()).join(" / "));
