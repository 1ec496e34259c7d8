/* What a person sees on this page, measured: run in the page, returns plain data. It changes nothing. */
(() => {
  "use strict";
  const width = document.documentElement.clientWidth;
  const height = Math.max(document.documentElement.scrollHeight, document.body.scrollHeight);
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const MOST = 6;
  const words = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const styles = new Map();
  const style = (node) => {
    if (!styles.has(node)) styles.set(node, getComputedStyle(node));
    return styles.get(node);
  };
  const box = (left, top, right, bottom) => ({ left, top, right, bottom, width: right - left, height: bottom - top });
  const meet = (one, other) =>
    box(
      Math.max(one.left, other.left), Math.max(one.top, other.top),
      Math.min(one.right, other.right), Math.min(one.bottom, other.bottom),
    );
  const area = (one) => Math.max(0, one.width) * Math.max(0, one.height);
  const placed = (rect) =>
    box(rect.left + scrollX, rect.top + scrollY, rect.right + scrollX, rect.bottom + scrollY);

  /* What ancestors leave of an element: their clipping, and whether it floats over the page or is painted at all. */
  const frames = new Map();
  const frameOf = (node) => {
    if (node === null || node === document.documentElement) {
      return { clip: box(-1e6, -1e6, 1e6, 1e6), floats: false, opacity: 1, hidden: false, scrolls: false };
    }
    if (frames.has(node)) return frames.get(node);
    const above = frameOf(node.parentElement);
    const own = style(node);
    const frame = {
      clip: above.clip,
      floats: above.floats || own.position === "fixed" || own.position === "sticky",
      opacity: above.opacity * parseFloat(own.opacity),
      hidden: above.hidden || own.visibility !== "visible",
      scrolls: above.scrolls,
    };
    if (own.position === "fixed") frame.clip = box(-1e6, -1e6, 1e6, 1e6);
    if (node !== document.body && /hidden|clip|auto|scroll/.test(`${own.overflowX} ${own.overflowY}`)) {
      frame.clip = meet(frame.clip, placed(node.getBoundingClientRect()));
      frame.scrolls = true;
    }
    if (own.clipPath.startsWith("inset(50%") || /^rect\(0(px)?,? 0/.test(own.clip)) frame.hidden = true;
    frames.set(node, frame);
    return frame;
  };
  const seen = (node, rect) => {
    const frame = frameOf(node);
    if (frame.hidden || frame.opacity < 0.05) return null;
    const left = meet(frame.clip, placed(rect));
    return left.width > 2 && left.height > 2 ? left : null;
  };
  const named = (node) => {
    const label = node.getAttribute?.("aria-label") || node.labels?.[0]?.textContent || node.textContent ||
      node.getAttribute?.("placeholder") || node.getAttribute?.("alt") || node.getAttribute?.("name") || "";
    return `${node.tagName.toLowerCase()} ${JSON.stringify(words(label))}`;
  };

  /* Lines of text, controls, pictures. */
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = words(node.data);
    const holder = node.parentElement;
    if (!text || !holder || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|TEMPLATE)$/.test(holder.tagName)) continue;
    if (holder.namespaceURI !== "http://www.w3.org/1999/xhtml") continue;
    if (!holder.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const left = seen(holder, rect);
      if (left) texts.push({ node: holder, text, box: left, floats: frameOf(holder).floats });
    }
  }
  const controls = [];
  for (const node of document.querySelectorAll(CONTROLS)) {
    if (!node.checkVisibility()) continue;
    const rects = node.tagName === "A" && style(node).display === "inline" ? node.getClientRects() : [node.getBoundingClientRect()];
    for (const rect of rects) {
      const left = seen(node, rect);
      if (left) controls.push({ node, box: left, floats: frameOf(node).floats });
    }
  }
  const pictures = [...document.querySelectorAll("img")]
    .filter((node) => node.checkVisibility())
    .map((node) => ({ node, box: seen(node, node.getBoundingClientRect()) }))
    .filter((one) => one.box);

  /* Overflow: what stands out to the right of the window. */
  const overflow = { pixels: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width, by: [] };
  if (overflow.pixels > 1) {
    for (const node of document.body.querySelectorAll("*")) {
      if (!node.checkVisibility()) continue;
      const rect = placed(node.getBoundingClientRect());
      const frame = frameOf(node.parentElement);
      if (rect.right > width + 1 && rect.width > 0 && !frame.scrolls && overflow.by.length < MOST) {
        const inner = [...node.children].some((one) => placed(one.getBoundingClientRect()).right > width + 1);
        if (!inner) overflow.by.push(named(node));
      }
    }
  }

  /* Overlap: two things that are meant to be read or used share their place. */
  const related = (one, other) => one === other || one.contains(other) || other.contains(one);
  const labelled = (one, other) =>
    [one, other].some((node) => [...(node.labels ?? [])].some((label) => related(label, one === node ? other : one)));
  const sharedField = (one, other) => {
    const [field, rest] = /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) ? [one, other] : [other, one];
    return /^(INPUT|SELECT|TEXTAREA)$/.test(field.tagName) && field.parentElement.contains(rest);
  };
  const overlaps = [];
  const things = [
    ...texts.map((one) => ({ ...one, kind: "text", name: `text ${JSON.stringify(one.text)}` })),
    ...controls.map((one) => ({ ...one, kind: "control", name: named(one.node) })),
  ].filter((one) => !one.floats);
  things.sort((one, other) => one.box.top - other.box.top);
  for (let place = 0; place < things.length && overlaps.length < MOST; place++) {
    const one = things[place];
    for (let next = place + 1; next < things.length && things[next].box.top < one.box.bottom; next++) {
      const other = things[next];
      const common = meet(one.box, other.box);
      if (common.width < 4 || common.height < 4) continue;
      const low = Math.min(one.box.height, other.box.height);
      if (area(common) < 0.15 * Math.min(area(one.box), area(other.box)) || common.height < 0.4 * low) continue;
      if (related(one.node, other.node) || labelled(one.node, other.node) || sharedField(one.node, other.node)) continue;
      overlaps.push({ one: one.name, other: other.name, y: Math.round(common.top), pixels: Math.round(area(common)) });
      if (overlaps.length >= MOST) break;
    }
  }

  /* Contrast of text with the ground that it stands on (WCAG 2.2, 1.4.3). Over pictures nothing is said. */
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const rgba = (text) => {
    if (!colours.has(text)) {
      const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
      if (match) {
        colours.set(text, [match[1], match[2], match[3], match[4] ?? 1].map(Number));
      } else {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        colours.set(text, [red, green, blue, alpha / 255]);
      }
    }
    return colours.get(text);
  };
  const over = (top, ground) => top.slice(0, 3).map((value, place) => value * top[3] + ground[place] * (1 - top[3]));
  const light = (colour) => {
    const [red, green, blue] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const groundOf = (node) => {
    const layers = [];
    for (let above = node; above; above = above.parentElement) {
      const own = style(above);
      if (own.backgroundImage !== "none") return null;
      const colour = rgba(own.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] >= 1) break;
    }
    return layers.reverse().reduce((ground, layer) => over(layer, ground), [255, 255, 255]);
  };
  const onPicture = (one) => pictures.some((other) => area(meet(one.box, other.box)) > 0.3 * area(one.box));
  const faint = [];
  let readable = 0;
  for (const one of texts) {
    const own = style(one.node);
    if (one.node.closest("[disabled], [aria-disabled=true], [aria-hidden=true]") || onPicture(one)) continue;
    if (one.node.closest("label")?.control?.disabled) continue;
    const ground = groundOf(one.node);
    if (!ground) continue;
    const colour = rgba(own.color);
    const drawn = over([...colour.slice(0, 3), colour[3] * frameOf(one.node).opacity], ground);
    const size = parseFloat(own.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(own.fontWeight, 10) >= 700);
    const wanted = large ? 3 : 4.5;
    const found = ratio(drawn, ground);
    readable += 1;
    if (found < wanted - 0.005 && !faint.some((known) => known.text === one.text) && faint.length < MOST) {
      const hex = (parts) => `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
      faint.push({ text: one.text, ratio: Math.round(found * 100) / 100, wanted, colour: hex(drawn), ground: hex(ground) });
    }
  }

  /* Pictures that did not come, and bands without anything on them. */
  const broken = pictures
    .filter((one) => one.node.complete && one.node.naturalWidth === 0)
    .map((one) => one.node.getAttribute("src") || "without address");
  /* What pictures of products look like, small: 16 by 16 cells, each brighter than the one at its left or not; colour. */
  const small = document.createElement("canvas");
  [small.width, small.height] = [17, 16];
  const shrunk = small.getContext("2d", { willReadFrequently: true });
  const prints = [];
  for (const one of pictures) {
    const address = one.node.currentSrc || one.node.src;
    const from = new URL(address, location.href);
    if (from.origin !== location.origin || !/\/media\//.test(from.pathname) || one.node.naturalWidth === 0) continue;
    const path = from.pathname + from.search;
    if (prints.some((known) => known.address === path)) continue;
    shrunk.fillStyle = "#fff";
    shrunk.fillRect(0, 0, 17, 16);
    shrunk.drawImage(one.node, 0, 0, 17, 16);
    const values = shrunk.getImageData(0, 0, 17, 16).data;
    const bright = (at) => values[4 * at] * 3 + values[4 * at + 1] * 6 + values[4 * at + 2];
    let cells = "";
    const colour = [0, 0, 0];
    for (let row = 0; row < 16; row++) {
      for (let column = 0; column < 16; column++) {
        const at = row * 17 + column;
        cells += bright(at + 1) > bright(at) ? "1" : "0";
        for (let part = 0; part < 3; part++) colour[part] += values[4 * at + part] / 256;
      }
    }
    prints.push({ address: path, cells, colour: colour.map(Math.round) });
  }
  const ink = [...texts, ...controls, ...pictures].filter((one) => !one.floats).map((one) => one.box);
  for (const node of document.querySelectorAll("svg, video, canvas, iframe, hr")) {
    if (!node.checkVisibility()) continue;
    const left = seen(node, node.getBoundingClientRect());
    if (left) ink.push(left);
  }
  for (const node of document.body.querySelectorAll("*")) {
    if (style(node).backgroundImage === "none" || !node.checkVisibility()) continue;
    const left = seen(node, node.getBoundingClientRect());
    if (left && left.height < innerHeight) ink.push(left);
  }
  ink.sort((one, other) => one.top - other.top);
  const gaps = [];
  let reached = 0;
  for (const one of [...ink, box(0, height, width, height)]) {
    if (one.top - reached > 0.6 * innerHeight) gaps.push({ top: Math.round(reached), bottom: Math.round(one.top) });
    reached = Math.max(reached, one.bottom);
  }
  const hollow = [...document.querySelectorAll("main section, main article")]
    .filter((node) => node.checkVisibility() && node.querySelector("h1, h2, h3"))
    .filter((node) => {
      const heading = node.querySelector("h1, h2, h3");
      const holds = (one) => node.contains(one.node) && !heading.contains(one.node);
      return texts.some((one) => heading.contains(one.node)) && ![...texts, ...controls, ...pictures].some(holds) && !node.querySelector("svg, video, canvas, iframe");
    })
    .map((node) => words(node.querySelector("h1, h2, h3").textContent));
  const main = document.querySelector("main");
  return {
    title: document.title, width, height, overflow, overlaps, faint, readable, broken, gaps: gaps.slice(0, MOST),
    hollow: hollow.slice(0, MOST), texts: texts.length, controls: controls.length, pictures: pictures.length,
    prints,
    words: main ? texts.filter((one) => main.contains(one.node)).length : 0,
    styled: [...document.styleSheets].length, script: performance.getEntriesByType("resource").some((one) => one.initiatorType === "script" && one.decodedBodySize > 0),
  };
})()
