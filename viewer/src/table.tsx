/** A table of any number of rows: only those in sight are there. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Column<Row> {
  name: string; title: string; width: string; number?: boolean; wide?: boolean;
  show: (row: Row) => ComponentChildren; sort?: (row: Row) => string | number | null;
}
interface Given<Row> {
  label: string; columns: Column<Row>[]; rows: Row[]; sorted: string; onSort: (by: string) => void; link: (row: Row) => string;
  selected?: number;
}
const HEIGHT = 32;
const AROUND = 12;

export function Table<Row>({ label, columns, rows, sorted, onSort, link, selected = 0 }: Given<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(600);
  const [at, setAt] = useState(selected);
  const look = () => {
    if (!box.current) return;
    setFirst(Math.max(0, Math.floor(box.current.scrollTop / HEIGHT) - AROUND));
    setHeight(box.current.clientHeight);
  };
  useLayoutEffect(look, [rows]);
  useEffect(() => {
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  const last = Math.min(rows.length, first + Math.ceil(height / HEIGHT) + 2 * AROUND);
  const [by, way] = sorted.split(".");
  const least = columns.reduce((sum, one) => sum + Number(/[\d.]+/.exec(one.width)![0]), 0);
  const template = { gridTemplateColumns: columns.map((one) => one.width).join(" "), minWidth: `${least}rem` };
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 20, PageUp: -20, Home: -rows.length, End: rows.length };
    if (event.key === "Enter" && rows[at]) location.hash = link(rows[at]);
    if (!(event.key in moves) || !rows.length) return;
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, at + moves[event.key]));
    setAt(next);
    const top = next * HEIGHT;
    const shown = box.current!;
    if (top < shown.scrollTop + HEIGHT) shown.scrollTop = Math.max(0, top - HEIGHT);
    else if (top + 2 * HEIGHT > shown.scrollTop + shown.clientHeight) shown.scrollTop = top - shown.clientHeight + 3 * HEIGHT;
  };
  return (
    <div class="table" role="table" aria-label={label} aria-rowcount={rows.length + 1} ref={box} onScroll={look} tabIndex={0} onKeyDown={keys}>
      <div class="row head" role="row" style={template}>
        {columns.map((one) => (
          <div role="columnheader" class={classes(one)} aria-sort={by === one.name ? (way === "desc" ? "descending" : "ascending") : "none"}>
            <button type="button" onClick={() => onSort(by === one.name && way !== "desc" ? `${one.name}.desc` : one.name)}>
              {one.title}{by === one.name ? (way === "desc" ? " ↓" : " ↑") : ""}
            </button>
          </div>
        ))}
      </div>
      <div role="rowgroup" class="body" style={{ height: `${rows.length * HEIGHT}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * HEIGHT}px)` }}>
          {rows.slice(first, last).map((row, index) => (
            <div role="row" aria-rowindex={first + index + 2} class={`row line${first + index === at ? " at" : ""}`} style={template} key={first + index}>
              {columns.map((one, number) => (
                <div role="cell" class={classes(one)}>{number ? one.show(row) : <a href={link(row)}>{one.show(row)}</a>}</div>
              ))}
            </div>
          ))}
        </div>
      </div>
      {!rows.length && <p class="none">Nothing matches.</p>}
    </div>
  );
}

const classes = <Row,>(one: Column<Row>) => `cell${one.number ? " number" : ""}${one.wide ? " wide" : ""}`;

export function sortedRows<Row>(rows: Row[], columns: Column<Row>[], sorted: string): Row[] {
  const [by, way] = sorted.split(".");
  const value = columns.find((one) => one.name === by)?.sort;
  if (!value) return rows;
  const keyed = rows.map((row, index) => ({ row, index, key: value(row) }));
  const sign = way === "desc" ? -1 : 1;
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return (one.key === null ? 1 : 0) - (other.key === null ? 1 : 0) || one.index - other.index;
    const order = typeof one.key === "number" ? one.key - (other.key as number) : natural.compare(one.key, other.key as string);
    return sign * order || one.index - other.index;
  });
  return keyed.map((one) => one.row);
}
const natural = new Intl.Collator("en", { numeric: true });
