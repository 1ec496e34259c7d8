/* Suggestions while somebody types, or before that where `data-suggest-first` says so. What was asked for before the box was closed never opens it again. */
(() => {
  for (const form of all("[data-suggest]")) {
    const field = form.querySelector("input[type=search]");
    const box = form.querySelector("[data-suggestions]");
    let timer = 0;
    let latest = 0;
    const forget = () => (clearTimeout(timer), (latest += 1));
    const hide = () => {
      forget();
      box.hidden = true;
      box.replaceChildren();
    };
    const text = () => (field.value.trim().length < 2 ? "" : field.value.trim());
    const ask = async () => {
      if (!text() && !form.matches("[data-suggest-first]")) return hide();
      const number = forget();
      try {
        const answer = await fetch(`${form.dataset.suggest}?q=${encodeURIComponent(text())}`, { headers: { Accept: "text/html" } });
        const html = answer.ok ? await answer.text() : "";
        if (number !== latest) return;
        box.innerHTML = html;
        box.hidden = !html.trim();
      } catch {
        if (number === latest) hide();
      }
    };
    field.addEventListener("input", () => {
      forget();
      timer = setTimeout(ask, 120);
    });
    field.addEventListener("focus", () => text() || ask());
    form.addEventListener("submit", hide);
    form.addEventListener("keydown", (event) => {
      const links = all("a", box);
      const place = links.indexOf(document.activeElement);
      if (event.key === "Escape") {
        if (!box.hidden) {
          event.preventDefault();
          event.stopPropagation();
          field.focus();
        }
        hide();
      } else if (links.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        const next = place + (event.key === "ArrowDown" ? 1 : -1);
        (links[next] ?? field).focus();
      }
    });
    form.addEventListener("focusout", (event) => {
      if (!form.contains(event.relatedTarget)) hide();
    });
  }
})();
