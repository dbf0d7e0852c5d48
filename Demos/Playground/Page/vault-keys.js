/** The way from a password to the content of a vault, computed with HMAC, PBKDF2 and AES of the library. */
const VaultKeys = (() => {
  const zeros = (count) => new Uint8Array(count);
  const longNumber = (value) =>
    Uint8Array.from({ length: 8 }, (_, index) => Math.floor(value / 256 ** (7 - index)) % 256);

  /** RFC 5869. */
  function hkdf(hash, secret, salt, info, byteCount) {
    const pseudorandom = Library.hmac(hash, salt, secret);
    let block = zeros(0), output = zeros(0);
    for (let index = 1; output.length < byteCount; index += 1) {
      block = Library.hmac(hash, pseudorandom, Bytes.join(block, info, Uint8Array.of(index)));
      output = Bytes.join(output, block);
    }
    return output.slice(0, byteCount);
  }

  /** RFC 3394, section 2.2.2. `null` if the check value is wrong. */
  function unwrap(key, wrapped) {
    let [check, ...parts] = Bytes.blocks(wrapped, 8);
    for (let step = 6 * parts.length; step >= 1; step -= 1) {
      const place = (step - 1) % parts.length;
      const block = Library.decrypt("ecb", key, zeros(0), Bytes.join(Bytes.xor(check, longNumber(step)), parts[place]));
      [check, parts[place]] = [block.slice(0, 8), block.slice(8)];
    }
    return check.every((byte) => byte === 0xa6) ? Bytes.join(...parts) : null;
  }

  /** Each step, `[name, how, bytes]`, for the first slot of the first copy that the password opens; `null` if it
   * opens none, or if a reader sets the copy aside because of its rounds. */
  function steps(vault, password, context) {
    const { HEADER, CHUNK, TAG } = VaultFields;
    const header = vault.slice(0, HEADER);
    if (VaultFields.rounds(header) > VaultFields.MOST_ROUNDS) return null;
    for (const [slot, bytes] of VaultFields.slots(header).entries()) {
      const hash = { 1: "sha512", 2: "sha256" }[bytes[0]];
      const rounds = VaultFields.number(bytes.slice(4, 8));
      if (!hash || rounds === 0) continue;
      const byteCount = Passwords.HASHES[hash].byteCount;
      const stretched = Library.pbkdf2(hash, password, bytes.slice(8, 40), rounds, byteCount);
      const info = Bytes.join(Bytes.of("swift-vault v1 slot"), longNumber(password.length));
      const kek = hkdf(hash, stretched, zeros(byteCount), info, 32);
      const dataKey = unwrap(kek, bytes.slice(40));
      if (!dataKey) continue;
      const keys = hkdf("sha256", dataKey, header.slice(16, 48), Bytes.of("swift-vault v1 keys"), 96);
      const [headerKey, encryptionKey, authenticationKey] = Bytes.blocks(keys, 32);
      const headerTag = Library.hmac("sha256", headerKey, Bytes.join(header.slice(0, HEADER - TAG), context));
      const rest = vault.slice(2 * HEADER), isLast = rest.length <= CHUNK + TAG;
      const ciphertext = rest.slice(0, isLast ? rest.length - TAG : CHUNK);
      const chunkTag = Library.hmac("sha256", authenticationKey,
        Bytes.join(ciphertext, longNumber(0), Uint8Array.of(isLast ? 1 : 0)));
      const content = Library.decrypt("ctr", encryptionKey, zeros(16), ciphertext);
      return {
        rows: [
          ["stretched", t`PBKDF2-HMAC-${Passwords.HASHES[hash].name} of the password, the salt of slot ${slot},
            ${Passwords.count(rounds)} rounds`, stretched],
          ["kek", "HKDF of it; its info has the length of the password", kek],
          ["data key", t`AES key unwrap of slot ${slot} under the kek; the check value, eight times a6, is right`,
            dataKey],
          ["header key", "HKDF-SHA-256 of the data key and the header's salt, bytes 0 to 31", headerKey],
          ["encryption key", "the same, bytes 32 to 63", encryptionKey],
          ["authentication key", "the same, bytes 64 to 95", authenticationKey],
          ["header tag", "HMAC-SHA-256 of the header's 688 bytes and the context", headerTag],
          ["tag of chunk 0", t`HMAC-SHA-256 of its ciphertext, its number 0, and
            ${isLast ? "1: it is the last" : "0: it is not the last"}`, chunkTag],
          ["content", "AES-256-CTR of chunk 0, from a counter of zero", content],
        ],
        agrees: Bytes.equal(headerTag, header.slice(HEADER - TAG))
          && Bytes.equal(chunkTag, rest.slice(ciphertext.length, ciphertext.length + TAG)), content,
      };
    }
    return null;
  }

  return { steps };
})();
