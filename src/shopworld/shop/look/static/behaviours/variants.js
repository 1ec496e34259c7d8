/* Price and stock of the chosen variant. */
(() => {
  for (const form of all("form[data-variants]")) {
    const variants = JSON.parse(form.dataset.variants);
    const names = [...new Set(all("[name^=option_]", form).map((field) => field.name))];
    const update = () => {
      const chosen = new FormData(form);
      const variant = variants[names.map((name) => chosen.get(name) ?? "").join("|")];
      if (!variant || !form.querySelector(".price-now, [data-price-now]")) return;
      const [price, stock, quantity] = [".price-now, [data-price-now]", ".stock, [data-stock-text]", "[name=quantity]"].map((one) => form.querySelector(one));
      for (const old of all("del, .saving, .visually-hidden, [data-old-price]", form.querySelector("[data-price]"))) old.remove();
      price.textContent = variant.price;
      if (variant.regular) price.after(" ", Object.assign(document.createElement("del"), { textContent: variant.regular }));
      stock.textContent = variant.stock;
      stock.classList.toggle("stock-other", !variant.stock.startsWith("In stock"));
      if (quantity) quantity.max = variant.maximum;
    };
    form.addEventListener("change", update);
  }
})();
