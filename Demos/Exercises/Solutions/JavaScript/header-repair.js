// Where the copies differ, one of them is right, so sixteen headers are possible.
const vault = bytes(given("vault"));
const copies = [vault.slice(0, 720), vault.slice(720, 1440)];
// Damage hits every byte of its place, so a place is a run of bytes that differ.
const places = [];
copies[0].forEach((byte, index) => {
  if (byte === copies[1][index]) return;
  if (places.at(-1)?.at(-1) === index - 1) places.at(-1).push(index);
  else places.push([index]);
});
for (let choice = 0; choice < 2 ** places.length; choice += 1) {
  const header = copies[0].slice();
  places.forEach((place, number) => {
    for (const index of place) header[index] = copies[choice >> number & 1][index];
  });
  if (ask("open", hex(header))[0]) answer(hex(header));
}
