/* Galleries and carousels: moved by thumbnails and buttons only. */
(() => {
  for (const gallery of all("[data-gallery]")) {
    const stage = gallery.querySelector(".gallery-stage, [data-stage]");
    const links = all(".gallery-thumbs a, [data-thumbs] a", gallery);
    for (const link of links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        stage.scrollLeft = document.getElementById(link.hash.slice(1)).offsetLeft;
        for (const other of links) other.removeAttribute("aria-current");
        link.setAttribute("aria-current", "true");
      });
    }
  }
  for (const carousel of all("[data-carousel]")) {
    const track = carousel.querySelector("[data-track]");
    const steps = carousel.querySelector("[data-with-script]");
    if (!steps || track.scrollWidth <= track.clientWidth + 1) continue;
    steps.hidden = false;
    const step = (direction) => track.scrollBy({ left: direction * track.clientWidth * 0.9, behavior: "instant" });
    carousel.querySelector("[data-previous]").addEventListener("click", () => step(-1));
    carousel.querySelector("[data-next]").addEventListener("click", () => step(1));
  }
})();
