/* Shows one slide at a time, as large as the window. The address has its number. On paper all are shown. */
const slides = [...document.querySelectorAll(".slide")];
let current = 0;
function show(number) {
  current = Math.max(0, Math.min(slides.length - 1, number));
  slides.forEach((slide, index) => slide.classList.toggle("shown", index === current));
  history.replaceState(null, "", `#${current + 1}`);
}
function fit() {
  document.body.style.zoom = 1;
  const { width, height } = slides[current].getBoundingClientRect();
  document.body.style.zoom = Math.min(innerWidth / width, innerHeight / height);
}
addEventListener("keydown", ({ key }) => {
  const step = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
    Home: -slides.length, End: slides.length }[key];
  if (step) show(current + step);
});
addEventListener("click", () => show(current + 1));
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1));
addEventListener("resize", fit);
show(Number(location.hash.slice(1)) - 1);
fit();
