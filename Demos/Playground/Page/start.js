/** Loads the library, then opens the page of the address. */
Library.load().then(Playground.start).catch((error) => {
  document.getElementById("main").append(h("p", { class: "note" }, `The playground cannot start here: ${error.message}`));
  throw error;
});
