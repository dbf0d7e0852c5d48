// Zeros over the whole document: the new ciphertext is the keystream.
const ciphertext = bytes(given("ciphertext"));
const keystream = bytes(ask("edit", "0", hex(zeros(ciphertext.length)))[1]);
answer(text(xor(ciphertext, keystream)));
