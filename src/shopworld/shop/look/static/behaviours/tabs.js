/* Tabs from sections with a heading. */
(() => {
  for (const holder of all("[data-tabs]")) {
    const panels = all(".panel, [data-tab]", holder);
    if (panels.length < 2) continue;
    const list = Object.assign(document.createElement("div"), { className: "tab-list" });
    list.setAttribute("role", "tablist");
    const tabs = panels.map((panel, place) => {
      const heading = panel.querySelector("h2");
      const tab = Object.assign(document.createElement("button"), { type: "button", id: `tab-${place + 1}` });
      tab.textContent = heading.textContent;
      tab.setAttribute("role", "tab");
      panel.id ||= `panel-${place + 1}`;
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      heading.classList.add("visually-hidden");
      list.append(tab);
      return tab;
    });
    const show = (place) => {
      panels.forEach((panel, number) => (panel.hidden = number !== place));
      tabs.forEach((tab, number) => {
        tab.setAttribute("aria-selected", String(number === place));
        tab.tabIndex = number === place ? 0 : -1;
      });
    };
    tabs.forEach((tab, place) => tab.addEventListener("click", () => show(place)));
    list.addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      const next = (tabs.indexOf(document.activeElement) + move + tabs.length) % tabs.length;
      show(next);
      tabs[next].focus();
    });
    holder.prepend(list);
    const named = panels.findIndex((panel) => location.hash === `#${panel.id}` || (panel.id === "reviews" && location.search.includes("reviews=")));
    show(Math.max(0, named));
  }
})();
