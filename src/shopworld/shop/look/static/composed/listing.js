/* Listings of composed shops: a slider with two thumbs, and the next page when the end is reached by scrolling. */
"use strict";
(() => {
  for (const slider of document.querySelectorAll("[data-slider]")) {
    const [low, high] = slider.querySelectorAll("input[type=range]");
    const [lowText, highText] = slider.querySelectorAll("output");
    const bar = slider.querySelector("rect:last-of-type");
    const update = (moved) => {
      if (Number(low.value) > Number(high.value)) moved.value = (moved === low ? high : low).value;
      const share = (input) => ((input.value - input.min) / (input.max - input.min || 1)) * 100;
      bar.setAttribute("x", share(low));
      bar.setAttribute("width", share(high) - share(low));
      lowText.textContent = slider.dataset.slider.replace("0", low.value);
      highText.textContent = slider.dataset.slider.replace("0", high.value);
    };
    for (const input of [low, high]) input.addEventListener("input", () => update(input));
  }

  const nextPage = () => document.querySelector("a[data-load-at-end]");
  let loading = false;
  async function load(link) {
    loading = true;
    const answer = await fetch(link.href);
    if (!answer.ok) return location.assign(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const name = link.dataset.loadAtEnd;
    document.getElementById(name).append(...(page.getElementById(name)?.children ?? []));
    link.closest("nav").replaceWith(nextNavigation(page) ?? "");
    loading = false;
  }
  const nextNavigation = (page) => page.querySelector("[data-end]");
  let last = window.scrollY;
  document.addEventListener("scroll", () => {
    const down = window.scrollY > last;
    last = window.scrollY;
    const link = nextPage();
    if (down && !loading && link && link.getBoundingClientRect().top < window.innerHeight + 200) load(link);
  }, { passive: true });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-load-at-end]");
    if (!link) return;
    event.preventDefault();
    load(link);
  });
})();
