/* Comfort for a storefront that is complete without it. Everything is driven by data attributes; nothing moves by itself. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  /* Panels: data-toggles="ID" opens and closes, data-closes="ID" closes, Escape closes what is open. */
  const openersOf = (panel) => all(`[data-toggles="${panel.id}"]`);
  const isOpen = (panel) => (panel.matches("aside") ? !panel.hidden : panel.classList.contains("is-open"));
  function setOpen(panel, open) {
    if (panel.matches("aside")) panel.hidden = !open;
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
    for (const panel of all("aside[data-closable]:not([hidden]), .menu.is-open")) close(panel);
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
    for (const panel of all("aside.cart-drawer:not([hidden]), aside.cart-popover:not([hidden])")) {
      if (!panel.contains(event.target) && !event.target.closest("[data-toggles], form")) setOpen(panel, false);
    }
  });
  for (const details of all(".search-details")) {
    details.addEventListener("toggle", () => details.open && details.querySelector("input").focus());
  }

  /* Suggestions while somebody types, or before that where `data-suggest-first` says so. What was asked for before the
     box was closed never opens it again. */
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

  /* Quantity steppers; in the cart a step sends the form. */
  for (const holder of all("[data-stepper]")) {
    const input = holder.querySelector("input");
    const name = holder.querySelector("label").textContent.trim();
    const group = Object.assign(document.createElement("div"), { className: "stepper" });
    input.replaceWith(group);
    const button = (text, label, step) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
      made.setAttribute("aria-label", `${label} ${name.toLowerCase()}`);
      made.addEventListener("click", () => {
        const before = input.value;
        if (step > 0) input.stepUp();
        else input.stepDown();
        if (input.value !== before && input.form.matches(".line-quantity")) input.form.requestSubmit();
      });
      return made;
    };
    group.append(button("−", "Decrease", -1), input, button("+", "Increase", 1));
  }

  /* Filters and sort send themselves; typed numbers wait for Enter or their button. */
  for (const form of all("form[data-auto-submit]")) {
    form.addEventListener("formdata", ({ formData }) => {
      for (const field of form.elements) {
        const limit = field.type === "range" ? (field.name.endsWith("_min") ? field.min : field.max) : "";
        if (field.name && field.value === limit && field.type !== "hidden") formData.delete(field.name);
      }
    });
    form.addEventListener("input", (event) => {
      const output = event.target.closest("label")?.querySelector("output");
      if (output) output.textContent = event.target.value;
    });
    for (const field of form.elements) {
      if (field.matches("select, [type=checkbox], [type=radio], [type=range]")) {
        field.addEventListener("change", () => form.requestSubmit());
      }
    }
  }

  /* Galleries and carousels: moved by thumbnails and buttons only. */
  for (const gallery of all("[data-gallery]")) {
    const stage = gallery.querySelector(".gallery-stage");
    const links = all(".gallery-thumbs a", gallery);
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

  /* Price and stock of the chosen variant. */
  for (const form of all("form[data-variants]")) {
    const variants = JSON.parse(form.dataset.variants);
    const names = [...new Set(all("[name^=option_]", form).map((field) => field.name))];
    const update = () => {
      const chosen = new FormData(form);
      const variant = variants[names.map((name) => chosen.get(name) ?? "").join("|")];
      if (!variant || !form.querySelector(".price-now")) return;
      const [price, stock, quantity] = [".price-now", ".stock", "[name=quantity]"].map((one) => form.querySelector(one));
      for (const old of all("del, .saving, .visually-hidden", form.querySelector("[data-price]"))) old.remove();
      price.textContent = variant.price;
      if (variant.regular) price.after(" ", Object.assign(document.createElement("del"), { textContent: variant.regular }));
      stock.textContent = variant.stock;
      stock.classList.toggle("stock-other", !variant.stock.startsWith("In stock"));
      if (quantity) quantity.max = variant.maximum;
    };
    form.addEventListener("change", update);
  }

  /* The total follows the way of delivery: input[data-total][data-price] in the checkout. */
  for (const choice of all("input[data-total]")) {
    choice.addEventListener("change", () => {
      for (const price of all("[data-order-shipping]")) price.textContent = choice.dataset.price;
      for (const total of all("[data-order-total]")) total.textContent = choice.dataset.total;
    });
  }

  /* Tabs from sections with a heading. */
  for (const holder of all("[data-tabs]")) {
    const panels = all(".panel", holder);
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

  /* More products onto the same page. Each link is followed once; one that fails becomes an ordinary link. */
  const followed = new WeakSet();
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-load-more]");
    if (!link) return;
    event.preventDefault();
    if (followed.has(link)) return;
    followed.add(link);
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const cards = [...(page.getElementById(link.dataset.loadMore)?.children ?? [])];
      document.getElementById(link.dataset.loadMore).append(...cards);
      if (document.activeElement === link) cards[0]?.querySelector("a")?.focus();
      link.closest(".pagination").replaceWith(page.querySelector(".pagination") ?? "");
    } catch {
      delete link.dataset.loadMore;
    }
  });
})();
