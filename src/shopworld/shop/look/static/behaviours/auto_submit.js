/* Filters and sort send themselves; typed numbers wait for Enter or their button. */
(() => {
  document.documentElement.classList.add("js");
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
})();
