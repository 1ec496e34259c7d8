/** Figures as SVG, each to be taken away as SVG, CSV or LaTeX. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

export function Interval({ low, high, value, most }: { low: number | null; high: number | null; value: number | null; most: number }) {
  if (low === null || high === null || value === null) return null;
  const x = (share: number) => 5 + (110 * share) / Math.max(most, 0.01);
  return (
    <svg class="interval" viewBox="0 0 120 14" width="120" height="14" role="img" aria-label={`${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`}>
      <line x1={x(low)} x2={x(high)} y1="7" y2="7" class="range" /><circle cx={x(value)} cy="7" r="3.5" class="point" />
    </svg>
  );
}

export interface Cells { heading: string[]; rows: (string | number | null)[][] }

export function Figure({ title, note, cells, children }: { title: string; note?: string; cells: Cells; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return (
    <figure class="card">
      <figcaption><h2>{title}</h2>{note && <p>{note}</p>}</figcaption>
      <div class="scroll" ref={box} tabIndex={0} role="region" aria-label={title}>{children}</div>
      <p class="take">Take away: {[["SVG", () => save(`${name}.svg`, "image/svg+xml", standalone(box.current!.querySelector("svg")!))],
        ["CSV", () => save(`${name}.csv`, "text/csv", csv(cells))], ["LaTeX", () => save(`${name}.tex`, "text/plain", latex(title, cells))]].map(([form, take]) => (
        <button type="button" onClick={take as () => void}>{form as string}</button>))}</p>
      <details><summary>As a table</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={`${title}, as a table`}><table><thead><tr>{cells.heading.map((one) => <th>{one}</th>)}</tr></thead>
          <tbody>{cells.rows.map((row) => <tr>{row.map((one, at) => at ? <td class="number">{printed(one)}</td> : <th scope="row">{printed(one)}</th>)}</tr>)}</tbody></table></div>
      </details>
    </figure>
  );
}

const printed = (one: string | number | null) => (typeof one === "number" ? String(Math.round(one * 1e4) / 1e4) : (one ?? ""));

function save(name: string, kind: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The drawing with the colours that the page gives it. */
function standalone(drawing: SVGElement): string {
  const copy = drawing.cloneNode(true) as SVGElement;
  const pairs = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((one, at) => {
    const look = getComputedStyle(pairs[at]);
    for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-family", "text-anchor", "opacity"]) one.setAttribute(name, look.getPropertyValue(name));
    one.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

const quoted = (one: string) => (/[",\n]/.test(one) || /^[=+\-@]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one);
export const csv = ({ heading, rows }: Cells): string => [heading, ...rows].map((row) => row.map((one) => quoted(typeof one === "number" ? String(one) : (one ?? ""))).join(",")).join("\n") + "\n";

const MARKS: Record<string, string> = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const escaped = (one: string) => one.replace(/[\\~^&%$#_{}]/g, (mark) => MARKS[mark] ?? `\\${mark}`);
export function latex(title: string, { heading, rows }: Cells): string {
  const line = (row: (string | number | null)[]) => `${row.map((one) => escaped(String(printed(one)))).join(" & ")} \\\\`;
  return ["\\begin{table}", `\\caption{${escaped(title)}}`, `\\begin{tabular}{l${"r".repeat(heading.length - 1)}}`, "\\toprule", line(heading), "\\midrule", ...rows.map(line), "\\bottomrule", "\\end{tabular}", "\\end{table}", ""].join("\n");
}

export interface Bar { label: string; value: number | null; low?: number | null; high?: number | null; colour: number; told: string }

/** Horizontal bars in groups. */
export function Bars({ groups, most, label }: { groups: { title: string; bars: Bar[] }[]; most: number; label: string }) {
  const [left, width, line] = [230, 420, 20];
  let y = 8;
  const drawn: ComponentChildren[] = [];
  for (const group of groups) {
    if (group.title) { drawn.push(<text x={0} y={y + 13} class="title">{short(group.title, 60)}</text>); y += line; }
    for (const bar of group.bars) {
      const x = (value: number) => left + (width * value) / most;
      drawn.push(<g><title>{`${bar.label}: ${bar.told}`}</title><text x={left - 8} y={y + 13} class="end">{short(bar.label, 32)}</text>
        {bar.value !== null && <rect x={left} y={y + 3} width={Math.max(0.5, x(bar.value) - left)} height={line - 7} class={`bar c${bar.colour % 6}`} />}
        {bar.low != null && bar.high != null && <line x1={x(bar.low)} x2={x(bar.high)} y1={y + 9.5} y2={y + 9.5} class="whisker" />}
        <text x={Math.max(x(bar.value ?? 0), x(bar.high ?? 0)) + 6} y={y + 13}>{bar.told}</text></g>);
      y += line;
    }
    y += 8;
  }
  return <svg viewBox={`0 0 760 ${y}`} width="760" height={y} role="img" aria-label={label}>{drawn}</svg>;
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export interface Point { x: number; y: number; label: string }

/** Points or lines over two axes. */
export function Plot({ series, xTitle, yTitle, label, lines = false, log = false }: { series: { label: string; colour: number; points: Point[] }[]; xTitle: string; yTitle: string; label: string; lines?: boolean; log?: boolean }) {
  const all = series.flatMap((one) => one.points);
  const scale = (x: number) => (log ? Math.log10(Math.max(x, 1e-6)) : x);
  const [low, high] = [Math.min(...all.map((one) => scale(one.x))), Math.max(...all.map((one) => scale(one.x)))];
  const top = Math.max(...all.map((one) => one.y), 1e-9);
  const x = (value: number) => 60 + (560 * (scale(value) - low)) / (high - low || 1);
  const y = (value: number) => 280 - (250 * value) / top;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return (
    <svg viewBox="0 0 760 330" width="760" height="330" role="img" aria-label={label}>
      {ticks.map((one) => <g><line x1="60" x2="620" y1={y(one * top)} y2={y(one * top)} class="grid" /><text x="52" y={y(one * top) + 4} class="end">{(one * top).toLocaleString("en-US", { maximumSignificantDigits: 3 })}</text></g>)}
      {[low, (low + high) / 2, high].map((one) => <text x={60 + (560 * (one - low)) / (high - low || 1)} y="298" class="middle">{(log ? 10 ** one : one).toLocaleString("en-US", { maximumSignificantDigits: 3 })}</text>)}
      <text x="340" y="320" class="middle">{xTitle}</text><text x="60" y="18">{yTitle}</text>
      {series.map((one) => <g class={`series c${one.colour % 6}`}>
        {lines && <polyline points={one.points.map((point) => `${x(point.x)},${y(point.y)}`).join(" ")} />}
        {one.points.map((point) => <circle cx={x(point.x)} cy={y(point.y)} r="4"><title>{`${point.label}: ${point.x}, ${point.y}`}</title></circle>)}
        {one.points.length > 0 && <text x={Math.min(x(one.points.at(-1)!.x) + 8, 640)} y={y(one.points.at(-1)!.y) + 4}>{short(one.label, 18)}</text>}
      </g>)}
    </svg>
  );
}
