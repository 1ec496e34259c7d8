/* More products come when the end is reached by scrolling, as long as they come; a link that failed is for clicks. */
(() => {
  let last = window.scrollY;
  document.addEventListener("scroll", () => {
    const down = window.scrollY > last;
    last = window.scrollY;
    const link = document.querySelector("[data-end] a[rel=next][data-load-more]");
    if (down && link && link.getBoundingClientRect().top < window.innerHeight + 200) link.click();
  }, { passive: true });
})();
