/* The next page comes when the end is reached by scrolling. */
(() => {
  let last = window.scrollY;
  document.addEventListener("scroll", () => {
    const down = window.scrollY > last;
    last = window.scrollY;
    const link = document.querySelector("[data-end] a[rel=next]");
    if (down && link && link.getBoundingClientRect().top < window.innerHeight + 200) link.click();
  }, { passive: true });
})();
