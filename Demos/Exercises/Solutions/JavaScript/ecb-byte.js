// The unknown byte is moved to the end of a block, and compared with each possible byte there.
const encrypt = (message) => bytes(ask("encrypt", hex(message))[1]);
const empty = encrypt([]).length;
// The ciphertext grows when the padding has become a whole block.
let length = empty;
for (let added = 1; encrypt(zeros(added)).length === empty; added += 1) length = empty - added - 1;
let secret = [];
while (secret.length < length) {
  const filling = zeros(15 - secret.length % 16), end = filling.length + secret.length + 1;
  const block = (message) => hex(encrypt(message).slice(end - 16, end));
  const wanted = block(filling);
  let byte = 0;
  while (block(join(filling, secret, [byte])) !== wanted) byte += 1;
  secret = join(secret, [byte]);
}
answer(text(secret));
