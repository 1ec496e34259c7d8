/* Panels: data-toggles="ID" opens and closes, data-closes="ID" closes, Escape closes what is open. */
(() => {
  const openersOf = (panel) => all(`[data-toggles="${panel.id}"]`);
  const isOpen = (panel) => (panel.matches("aside, [data-panel]") ? !panel.hidden : panel.classList.contains("is-open"));
  function setOpen(panel, open) {
    if (panel.matches("aside, [data-panel]")) panel.hidden = !open;
    else panel.classList.toggle("is-open", open);
    for (const opener of openersOf(panel)) opener.setAttribute("aria-expanded", String(open));
    if (panel.matches("[data-modal]")) setModal(panel, open);
    if (open) (panel.querySelector("a[href], button, input:not([type=hidden])") ?? panel).focus();
  }
  function setModal(panel, open) {
    for (const other of document.body.children) if (other !== panel && other.tagName !== "SCRIPT") other.inert = open;
  }
  for (const opener of all("[data-toggles]")) {
    const panel = document.getElementById(opener.dataset.toggles);
    if (!panel) continue;
    opener.setAttribute("aria-expanded", String(isOpen(panel)));
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      setOpen(panel, !isOpen(panel));
    });
  }
  function close(panel) {
    setOpen(panel, false);
    openersOf(panel)[0]?.focus();
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const details of all("details[data-closable][open]")) {
      details.open = false;
      details.querySelector("summary").focus();
    }
    for (const panel of all("aside[data-closable]:not([hidden]), [data-panel][data-closable]:not([hidden]), .menu.is-open")) close(panel);
  });
  document.addEventListener("click", (event) => {
    const closer = event.target.closest("[data-closes]");
    if (closer) {
      event.preventDefault();
      close(document.getElementById(closer.dataset.closes));
    }
    for (const details of all("details[data-closable][open]")) {
      if (!details.contains(event.target)) details.open = false;
    }
    for (const panel of all("aside.cart-drawer:not([hidden]), aside.cart-popover:not([hidden]), [data-panel]:not([hidden])")) {
      if (!panel.contains(event.target) && !event.target.closest("[data-toggles], form")) setOpen(panel, false);
    }
  });
  for (const details of all(".search-details, [data-focuses]")) {
    details.addEventListener("toggle", () => details.open && details.querySelector("input").focus());
  }
})();
