/* Comfort for a storefront that is complete without it. Everything is driven by data attributes; nothing moves by
   itself. */
"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
