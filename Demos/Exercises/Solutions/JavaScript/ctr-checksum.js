// The checksum of the sum is the sum of the checksums, but for that of zeros.
const token = bytes(given("token"));
const difference = zeros(token.length - 4);
difference.set(xor(ascii("user"), ascii("root")), Number(given("offset")));
const change = xor(crc32(difference), crc32(zeros(difference.length)));
answer(hex(xor(token, join(difference, change))));
