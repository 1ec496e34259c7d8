// Runs before every document's own scripts where nobody asks for a picture: nothing is rastered or drawn. Opacity leaves
// layout, hit tests, events and the accessibility tree as they are.
(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html{opacity:0!important}");
  document.adoptedStyleSheets.push(sheet);
})();
