/* Quantity steppers; in the cart a step sends the form. */
(() => {
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
        if (input.value !== before && input.form.matches(".line-quantity, [data-line]")) input.form.requestSubmit();
      });
      return made;
    };
    group.append(button("−", "Decrease", -1), input, button("+", "Increase", 1));
  }
})();
