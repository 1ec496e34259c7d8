// Runs before every document's own scripts where nobody asks for a picture: nothing is rastered or drawn. Opacity leaves
// layout, hit tests, events and the accessibility tree as they are; scripts that ask for it are told the page's own.
(() => {
  const VEIL = "html{opacity:0!important}";
  const STILL = "html{transition-property:none!important}"; // lifting the veil must not set an opacity in motion
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(VEIL);
  document.adoptedStyleSheets.push(sheet);

  const compute = window.getComputedStyle;
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  const unveiled = (read) => {
    sheet.replaceSync(STILL);
    try {
      return read();
    } finally {
      sheet.replaceSync(VEIL + STILL);
      if (document.documentElement) getPropertyValue.call(compute(document.documentElement), "opacity");
      sheet.replaceSync(VEIL);
    }
  };

  const { checkVisibility } = Element.prototype;
  Element.prototype.checkVisibility = {
    checkVisibility(...options) {
      const check = () => checkVisibility.apply(this, options);
      return options[0]?.checkOpacity || options[0]?.opacityProperty ? unveiled(check) : check();
    },
  }.checkVisibility;

  const ofRoot = Object.create(CSSStyleDeclaration.prototype, {
    opacity: {
      get() {
        return unveiled(() => getPropertyValue.call(this, "opacity"));
      },
      set(value) {
        this.setProperty("opacity", value); // which refuses, as ever
      },
    },
    getPropertyValue: {
      value: function (name) {
        const read = () => getPropertyValue.call(this, name);
        return String(name).toLowerCase() === "opacity" ? unveiled(read) : read();
      },
    },
  });
  window.getComputedStyle = function getComputedStyle(element, ...part) {
    const style = compute.call(window, element, ...part);
    if (element === document.documentElement && !part[0]) Object.setPrototypeOf(style, ofRoot);
    return style;
  };
})();
