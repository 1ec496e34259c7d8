/* Pictures of the gallery follow the colour that is chosen. */
(() => {
  for (const form of document.querySelectorAll("form[data-variants]")) {
    const variants = Object.entries(JSON.parse(form.dataset.variants));
    const names = [...new Set([...form.querySelectorAll("[name^=option_]")].map((field) => field.name))];
    const pictures = document.querySelectorAll(".product-gallery img, [data-pictures] img");
    form.addEventListener("change", (event) => {
      if (!event.target.name?.startsWith("option_")) return;
      const chosen = new FormData(form);
      const wanted = names.map((name) => chosen.get(name) ?? "");
      const found = variants.find(([key]) => key.split("|").every((value, place) => ["", value].includes(wanted[place])));
      if (!found) return;
      for (const picture of pictures) {
        picture.src = `${picture.getAttribute("src").split("?")[0]}?variant=${encodeURIComponent(found[1].picture)}`;
      }
    });
  }
})();
