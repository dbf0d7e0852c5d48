// A busy machine only delays a reply, so a digit that was once fast is wrong.
let code = "";
search: while (code.length < 6) {
  let rest = "0123456789";
  while (rest.length > 1) {
    for (const digit of rest) {
      const tried = (code + digit).padEnd(6, "0");
      const start = performance.now();
      if (ask("compare", tried)[0]) {
        code = tried;
        break search;
      }
      // With this digit right, the lock compares the next one too.
      if (performance.now() - start < 5 * (code.length + 2)) rest = rest.replace(digit, "");
    }
  }
  code += rest;
}
answer(code);
