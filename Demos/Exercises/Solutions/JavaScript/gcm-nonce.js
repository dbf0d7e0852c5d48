// The sum of the tags is (C1 + C2) · H². `multiply`, `inverse` and `squareRoot` are GHASH's.
const [c1, c2, t1, t2] = ["ciphertext1", "ciphertext2", "tag1", "tag2"].map((name) => bytes(given(name)));
const square = multiply(xor(t1, t2), inverse(xor(c1, c2)));
const lengths = join(zeros(15), [128]);  // No associated data, 128 bits of ciphertext.
const ending = multiply(lengths, squareRoot(square));
const mask = xor(xor(t1, multiply(c1, square)), ending);
const ciphertext = xor(xor(ascii(given("known")), c1), ascii(given("demanded")));
answer(`${hex(ciphertext)} ${hex(xor(xor(multiply(ciphertext, square), ending), mask))}`);
