// One step of an action on an element, called with the element as `this`. Answers {error} or what was found.
function (step, argument) {
  const TEXT_TYPES = new Set(["text", "search", "url", "tel", "email", "password", "number", ""]);
  const VALUE_TYPES = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);
  const tag = this.localName;
  const type = tag === "input" ? this.type : "";
  const view = this.ownerDocument.defaultView;

  const label = (element) => {
    const text = (element.getAttribute("aria-label") || element.innerText || "").trim().replace(/\s+/g, " ");
    const words = text.length > 40 ? text.slice(0, 39) + "…" : text;
    const kind = element.id ? `${element.localName}#${element.id}` : element.localName;
    const first = element.classList?.[0];
    return `<${kind}${!element.id && first ? "." + first : ""}>${words ? ` '${words}'` : ""}`;
  };
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const box = (element) =>
    Array.prototype.find.call(element.getClientRects(), (rect) => rect.width > 0 && rect.height > 0);
  const centre = (rect) => {
    const left = Math.max(rect.left, 0), right = Math.min(rect.right, view.innerWidth);
    const top = Math.max(rect.top, 0), bottom = Math.min(rect.bottom, view.innerHeight);
    if (right <= left || bottom <= top) return null;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  const hit = (element, point) => {
    let found = element.ownerDocument.elementFromPoint(point.x, point.y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(point.x, point.y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const above = (element) => element.assignedSlot || element.parentElement || element.getRootNode().host;
  const within = (inner, outer) => {
    for (let element = inner; element; element = above(element)) if (element === outer) return true;
    return false;
  };
  const takes = (element, found) => {
    if (!found || within(found, element)) return true;
    if (view.getComputedStyle(element).pointerEvents === "none" && within(element, found)) return true;
    return Array.prototype.some.call(element.labels || [], (own) => within(found, own));
  };
  const inTop = (point) => {
    let { x, y } = point;
    for (let window = view; window !== window.top; window = window.parent) {
      const frame = window.frameElement;
      if (!frame) return { outside: true };
      const rect = frame.getBoundingClientRect();
      x += rect.left + frame.clientLeft;
      y += rect.top + frame.clientTop;
    }
    return { x, y };
  };
  const point = (element) => {
    const bring = () => element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    let rect = box(element);
    if (!rect || !visible(element)) return { error: "is not visible" };
    const inside = rect.top >= 0 && rect.left >= 0 && rect.bottom <= view.innerHeight && rect.right <= view.innerWidth;
    if (!inside || view !== view.top) bring();
    let at = centre(box(element));
    let found = at && hit(element, at);
    if (!at || !takes(element, found)) {
      bring();
      at = centre(box(element));
      found = at && hit(element, at);
    }
    if (!at) return { error: "is outside of the page and cannot be scrolled into view" };
    if (!takes(element, found)) return { error: `is covered by ${label(found)}`, covered: true };
    return inTop(at);
  };
  const target = () => {
    const own = point(this);
    // A radio button or check box that a shop has hidden is worked through its label, as people do.
    if (own.error && (type === "radio" || type === "checkbox")) {
      for (const other of this.labels || []) {
        const through = point(other);
        if (!through.error) return through;
      }
    }
    return own;
  };
  const disabled = () => this.matches(":disabled") || this.getAttribute("aria-disabled") === "true";
  const announce = () => {
    this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    this.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const setValue = (value) => {
    const owner = { input: view.HTMLInputElement, textarea: view.HTMLTextAreaElement }[tag];
    Object.getOwnPropertyDescriptor(owner.prototype, "value").set.call(this, value);
  };

  const steps = {
    point: () => {
      if (tag === "option" || tag === "optgroup") {
        return { error: "is part of a list; use select_option with the id of the list" };
      }
      return target();
    },
    click: () => {
      if (disabled()) return { error: "is disabled" };
      if (type === "file") return { error: "takes files, and there are none" };
      return steps.point();
    },
    focus: () => {
      if (disabled()) return { error: "is disabled" };
      if (!visible(this)) return { error: "is not visible" };
      this.focus();
      const active = this.getRootNode().activeElement;
      return active === this ? {} : { error: "cannot be focused" };
    },
    fill: () => {
      if (tag === "select") return { error: "is a list; use select_option" };
      if (type === "checkbox" || type === "radio") return { error: `is a ${type}; use click` };
      const editable = this.isContentEditable;
      const typed = tag === "textarea" || (tag === "input" && TEXT_TYPES.has(type));
      const set = VALUE_TYPES.has(type);
      if (!typed && !set && !editable) return { error: "is no input, text area or editable element" };
      if (disabled()) return { error: "is disabled" };
      if (this.readOnly) return { error: "is read-only" };
      if (!visible(this) || !box(this)) return { error: "is not visible" };
      this.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      this.focus();
      if (set) {
        setValue(argument);
        if (this.value !== argument && !(argument === "" && type === "range")) {
          if (type !== "range" && type !== "color") {
            return { error: `does not take '${argument}'; a ${type} field takes the form ${
              { date: "2027-03-31", time: "14:30", "datetime-local": "2027-03-31T14:30", month: "2027-03", week: "2027-W13" }[type]
            }` };
          }
          if (Number(this.value) !== Number(argument)) {
            return { error: `does not take '${argument}'; it holds '${this.value}' now` };
          }
        }
        announce();
        return { done: true };
      }
      if (type === "number" && argument !== "" && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(argument.trim())) {
        return { error: `takes a number, not '${argument}'` };
      }
      if (editable && tag !== "input" && tag !== "textarea") {
        const range = this.ownerDocument.createRange();
        range.selectNodeContents(this);
        const selection = view.getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        return { empty: this.textContent === "" };
      }
      this.select();
      return { empty: this.value === "" };
    },
    select: () => {
      if (tag !== "select") return { error: "is no list of options" };
      if (disabled()) return { error: "is disabled" };
      const clean = (text) => text.trim().replace(/\s+/g, " ");
      const options = Array.from(this.options);
      const chosen = [];
      for (const wanted of argument) {
        const option =
          options.find((option) => option.value === wanted || clean(option.label) === clean(wanted)) ||
          options.find((option) => clean(option.label).toLowerCase() === clean(wanted).toLowerCase());
        if (!option) {
          const names = options.slice(0, 30).map((option) => `'${clean(option.label)}'`).join(", ");
          return { error: `has no option '${wanted}'; it has ${names || "none"}${options.length > 30 ? ", …" : ""}` };
        }
        if (option.disabled || option.closest("optgroup")?.disabled) {
          return { error: `has the option '${wanted}', but it is disabled` };
        }
        chosen.push(option);
      }
      if (chosen.length > 1 && !this.multiple) return { error: "takes one option only" };
      this.focus();
      if (this.multiple) for (const option of options) option.selected = chosen.includes(option);
      else chosen[0].selected = true;
      announce();
      return {};
    },
  };
  if (!this.isConnected) return { error: "is no longer on the page" };
  // Where it lies before anything moves, in parts of the window: the picture that the agent saw shows it there.
  const rect = [this, ...(this.labels || [])].map(box).find(Boolean);
  const parts = (one) => [one.left / view.innerWidth, one.top / view.innerHeight, one.width / view.innerWidth, one.height / view.innerHeight];
  const place = rect && view === view.top ? parts(rect) : null;
  return { ...steps[step](), box: place };
}
