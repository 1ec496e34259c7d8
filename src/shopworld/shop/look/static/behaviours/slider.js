/* A slider with two thumbs. */
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
})();
