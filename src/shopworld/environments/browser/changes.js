// Runs before every document's own scripts where nobody asks for a picture. Counts what could change which elements
// there are and which of them react to the mouse: where the count stands still, they are not asked for again.
(() => {
  if (!Object.hasOwn(window, "__shopworld") || __shopworld.changes) return;
  const MOUSE = new Set(["click", "mousedown", "mouseup", "DOMActivate"]);
  // Elements with inner documents or controls of the browser's own that come and go without a mutation.
  const UNWATCHED = "iframe,frame,object,embed,video,audio";

  let count = 0;
  let known = true;
  let held = "";
  const observer = new MutationObserver(() => {
    count += 1;
  });
  let observing = false;

  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function addEventListener(type, listener, ...rest) {
    if (MOUSE.has(type)) {
      count += 1;
      // Such a listener leaves by itself, and nobody is told.
      if (rest[0]?.once || rest[0]?.signal) known = false;
    }
    return add.call(this, type, listener, ...rest);
  };
  EventTarget.prototype.removeEventListener = function removeEventListener(type, listener, ...rest) {
    if (MOUSE.has(type)) count += 1;
    return remove.call(this, type, listener, ...rest);
  };
  for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
    for (const name of ["onclick", "onmousedown", "onmouseup"]) {
      const property = Object.getOwnPropertyDescriptor(prototype, name);
      if (!property?.set) continue;
      Object.defineProperty(prototype, name, {
        ...property,
        set(handler) {
          count += 1;
          property.set.call(this, handler);
        },
      });
    }
  }
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    count += 1;
    return attach.call(this, options);
  };

  // Empty fields show placeholders, which are elements too; scripts set values without a mutation.
  const state = () => {
    const parts = [document.designMode];
    for (const field of document.querySelectorAll("input,textarea,select")) {
      parts.push(field === document.activeElement, field.value, field.checked, field.selectedIndex);
    }
    return parts.join("\u0000");
  };
  __shopworld.changes = () => {
    if (!known || document.querySelector(UNWATCHED)) return null;
    if (!observing) {
      observing = true;
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    } else if (observer.takeRecords().length > 0) count += 1;
    const now = state();
    if (now !== held) count += 1;
    held = now;
    return count;
  };
})();
