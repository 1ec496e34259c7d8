/* The total follows the way of delivery: input[data-total][data-price] in the checkout. */
(() => {
  for (const choice of all("input[data-total]")) {
    choice.addEventListener("change", () => {
      for (const price of all("[data-order-shipping]")) price.textContent = choice.dataset.price;
      for (const total of all("[data-order-total]")) total.textContent = choice.dataset.total;
    });
  }
})();
