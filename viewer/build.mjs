// Builds the page's script and style into the package. The same sources give the same bytes.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const out = process.argv[2] ?? new URL("../src/shopworld/viewer/static", import.meta.url).pathname;
const common = { bundle: true, minify: true, legalComments: "none", charset: "ascii", logLevel: "warning" };
await build({
  ...common, entryPoints: ["src/main.tsx"], outfile: `${out}/viewer.js`, format: "iife", target: "es2022",
  jsx: "automatic", jsxImportSource: "preact", define: { "process.env.NODE_ENV": '"production"' },
});
await build({ ...common, entryPoints: ["src/style.css"], outfile: `${out}/viewer.css` });
const script = readFileSync(`${out}/viewer.js`, "utf-8").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
writeFileSync(`${out}/viewer.js`, script);
const licence = readFileSync("node_modules/preact/LICENSE", "utf-8");
const version = JSON.parse(readFileSync("node_modules/preact/package.json", "utf-8")).version;
writeFileSync(`${out}/NOTICE.txt`, `viewer.js contains Preact ${version}:\n\n${licence.trim()}\n`);
