/* Search of composed shops: what is suggested before anything is typed. */
"use strict";
(() => {
  for (const form of document.querySelectorAll("[data-suggest]")) {
    const field = form.querySelector("input[type=search]");
    const box = form.querySelector("[data-suggestions]");
    const offer = async () => {
      if (field.value.trim().length > 1) return;
      const answer = await fetch(`${form.dataset.suggest}?q=`, { headers: { Accept: "text/html" } });
      const html = answer.ok ? await answer.text() : "";
      if (field.value.trim().length > 1 || !form.contains(document.activeElement)) return;
      box.innerHTML = html;
      box.hidden = !html.trim();
    };
    field.addEventListener("focus", offer);
    field.addEventListener("input", offer);
  }
})();
