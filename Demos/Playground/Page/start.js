/** Loads the library, then shows the pages in the order in which a course takes them. */
Library.load().then(() => Playground.start([
  "modes", "picture", "padding", "padding-oracle", "bit-flip", "nonce-reuse", "length-extension", "gcm-nonce",
  "aes-rounds",
  "sha256-rounds", "avalanche", "pbkdf2", "rounds", "salt", "dictionary", "vault",
])).catch((error) => {
  document.getElementById("main")
    .append(h("p", { class: "note" }, `The playground cannot start here: ${error.message}`));
  throw error;
});
