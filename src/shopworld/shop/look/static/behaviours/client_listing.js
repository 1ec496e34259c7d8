/* A listing that the client draws: products come as JSON from the page's own address and are put into a template. What
   is chosen in its form, and the links to its pages, change the address without loading the page anew. */
(() => {
  document.documentElement.classList.add("js");
  for (const listing of all("[data-client-listing]")) {
    const list = listing.querySelector("[data-cards]");
    const template = listing.querySelector("template");
    const form = listing.querySelector("form[data-client-filters]");
    let latest = 0;
    const text = (card, places, value) => {
      for (const place of all(places, card)) {
        if (value) place.textContent = value;
        else place.remove();
      }
    };
    const draw = (one) => {
      const card = template.content.cloneNode(true);
      for (const link of all("a", card)) link.setAttribute("href", one.url);
      for (const picture of all("img", card)) picture.setAttribute("src", one.image_url);
      text(card, "[data-card-title]", one.title);
      text(card, "[data-card-brand]", one.brand);
      text(card, "[data-card-price]", one.price);
      text(card, "[data-card-regular]", one.regular);
      text(card, "[data-card-rating]", one.rating);
      text(card, "[data-card-stock]", one.stock);
      text(card, "[data-card-badge]", one.badge);
      for (const stars of all("[data-stars]", card)) if (one.stars) stars.setAttribute("aria-label", one.stars);
      for (const offer of all("input[name=offer]", card)) offer.value = one.number;
      for (const quick of all("button[name=quick]", card)) {
        quick.value = one.number;
        quick.setAttribute("aria-label", "Quick view: " + one.title);
      }
      for (const add of all("[data-adds]", card)) if (!one.can_add) add.remove();
      for (const hint of all("[data-chooses]", card)) if (!one.has_choices) hint.remove();
      for (const button of all("[data-adds] button", card)) button.setAttribute("aria-label", one.add_label);
      return card;
    };
    const show = async (address, more) => {
      const number = (latest += 1);
      listing.setAttribute("aria-busy", "true");
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      const found = await answer.json();
      if (number !== latest) return;
      const cards = found.cards.map(draw);
      const first = cards[0]?.querySelector("a");
      if (more) list.append(...cards);
      else list.replaceChildren(...cards);
      if (more && document.activeElement === document.body) first?.focus();
      listing.removeAttribute("aria-busy");
    };
    const go = async (address, more) => {
      const held = document.activeElement;
      const name = held?.name, value = held?.value;
      const answer = await fetch(address);
      if (!answer.ok) return location.assign(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of all("[data-part]", listing)) {
        const fresh = page.getElementById(part.id);
        if (fresh) part.replaceChildren(...fresh.childNodes);
      }
      if (!more) history.pushState(null, "", address);
      await show(address, more);
      if (name) [...(form?.elements ?? [])].find((one) => one.name === name && one.value === value)?.focus();
    };
    form?.addEventListener("submit", (event) => {
      if (event.submitter?.name === "quick") return;
      event.preventDefault();
      const fields = [...new FormData(form)].filter(([, value]) => value !== "");
      const kept = fields.filter(([name, value]) => {
        const field = [...form.elements].find((one) => one.name === name && one.type === "range");
        return !field || value !== (name.endsWith("_min") ? field.min : field.max);
      });
      const query = new URLSearchParams(kept).toString();
      go(query ? `${form.getAttribute("action")}?${query}` : form.getAttribute("action"), false);
    });
    listing.addEventListener("change", (event) => {
      if (event.target.form !== form) return;
      if (event.target.matches("select, [type=checkbox], [type=radio], [type=range]")) form.requestSubmit();
    });
    listing.addEventListener("click", (event) => {
      const link = event.target.closest("[data-pages] a, [data-chosen] a");
      if (!link) return;
      event.preventDefault();
      go(link.getAttribute("href"), link.matches("[data-more]"));
    });
    addEventListener("popstate", () => location.reload());
    show(location.pathname + location.search, false);
  }
})();
