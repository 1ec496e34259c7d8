/** Trials: a table, a matrix, or failures by cause. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { condition, FIELDS, readFilter } from "./filter";
import { loadTexts } from "./load";
import { replace, type Route, withGiven } from "./route";
import { grouped } from "./statistics";
import { type Column, sortedRows, Table } from "./table";
import { dollars, figure, percent, type Trial, type Trials, words } from "./trials";

const COLUMNS: Column<Trial>[] = [
  { name: "task", title: "Task", width: "minmax(16rem, 2.2fr)", show: (one) => one.text("task"), sort: (one) => one.text("task") },
  { name: "agent", title: "Agent", width: "minmax(7rem, 1fr)", show: (one) => one.text("agent"), sort: (one) => one.text("agent") },
  { name: "status", title: "Status", width: "7.5rem", show: (one) => <Status trial={one} />, sort: (one) => one.text("status") },
  { name: "f1", title: "F1", width: "4rem", number: true, wide: true, show: (one) => figure(one.number("f1"), 2), sort: (one) => one.number("f1") },
  { name: "steps", title: "Steps", width: "5rem", number: true, show: (one) => figure(one.number("steps")), sort: (one) => one.number("steps") },
  { name: "seconds", title: "Seconds", width: "6rem", number: true, wide: true, show: (one) => figure(one.number("seconds"), 1), sort: (one) => one.number("seconds") },
  { name: "tokens", title: "Tokens", width: "5.5rem", number: true, wide: true, show: (one) => figure(one.tokens), sort: (one) => one.tokens },
  { name: "usd", title: "Cost", width: "4.5rem", number: true, wide: true, show: (one) => dollars(one.number("usd")), sort: (one) => one.number("usd") },
  { name: "trial", title: "Trial", width: "4.6rem", number: true, wide: true, show: (one) => one.number("trial"), sort: (one) => one.number("trial") },
  { name: "reason", title: "Why not", width: "minmax(12rem, 3fr)", wide: true, show: (one) => <span title={one.reason}>{one.reason}</span>, sort: (one) => one.reason },
  { name: "tags", title: "Tags", width: "minmax(6rem, 1fr)", wide: true, show: (one) => one.tags.map(words).join(", "), sort: (one) => one.tags.join() },
  { name: "run", title: "Run", width: "minmax(6rem, 0.8fr)", wide: true, show: (one) => one.text("run"), sort: (one) => one.text("run") },
];

export function Status({ trial }: { trial: Trial }) {
  return <span class={`status ${trial.text("status")}`}>{words(trial.text("status"))}{trial.text("suspicious") && " (suspicious)"}</span>;
}

/** The trials that an expression lets through, and what is to be said of it. */
export function useFiltered(trials: Trials, source: string): { rows: Trial[]; note: string } {
  const filter = useMemo(() => readFilter(source), [source]);
  const [done, setDone] = useState(trials.texts.length);
  useEffect(() => {
    if (!filter.needsTexts || trials.texts.length >= trials.list.length) return;
    let gone = false;
    loadTexts(trials.list.length, (count) => !gone && setDone(-count)).then((texts) => {
      trials.texts = texts;
      if (!gone) setDone(texts.length);
    }, () => undefined); // the runs have changed: what is read now comes next
    return () => { gone = true; };
  }, [trials, filter]);
  const rows = useMemo(() => trials.list.filter(filter.matches), [trials, filter, trials.texts.length]);
  const note = filter.problem || (filter.needsTexts && trials.texts.length < trials.list.length ? `reading what was said and done: ${-Math.min(0, done)} of ${trials.list.length}` : "");
  return { rows, note };
}

export function TrialList({ trials, route }: { trials: Trials; route: Route }) {
  const source = route.given.get("filter") ?? "";
  const sorted = route.given.get("sort") ?? "";
  const group = route.given.get("group") ?? "";
  const { rows: found, note } = useFiltered(trials, source);
  const columns = COLUMNS.filter((one) =>
    (one.name !== "run" || trials.overview.runs.length > 1) && (!["tokens", "usd"].includes(one.name) || trials.overview.numbers.input_tokens.some((each) => each !== null)) &&
    (one.name !== "trial" || trials.overview.numbers.trial.some((each) => each! > 0)) && (one.name !== "tags" || trials.overview.tag_names.length > 0));
  const rows = useMemo(() => sortedRows(found, COLUMNS, sorted), [found, sorted]);
  const given = (changes: Record<string, string>) => replace(withGiven(route, changes));
  const kept = `?${new URLSearchParams(Object.entries({ filter: source, sort: sorted }).filter(([, value]) => value))}`;
  const passed = found.filter((one) => one.passed).length;
  return (
    <main class="full">
      <h1 class="hidden">Trials</h1>
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <label for="filter">Filter</label>
        <input id="filter" type="search" value={source} autocomplete="off" spellcheck={false} aria-describedby="filter-note"
          placeholder={'agent=keyword category=cart* steps>20 tag=false_claim "text in any message"'}
          onInput={(event) => given({ filter: (event.target as HTMLInputElement).value })} />
        <span class="choice" role="group" aria-label="Show as">
          {[["", "Table"], ["matrix", "Task × agent"], ["reason", "Failures"]].map(([name, title]) => (
            <button type="button" aria-pressed={group === name} onClick={() => given({ group: name })}>{title}</button>
          ))}
        </span>
        <span id="filter-note" role="status">{note || `${found.length.toLocaleString("en-US")} of ${trials.list.length.toLocaleString("en-US")} trials, ${passed.toLocaleString("en-US")} passed`}</span>
      </form>
      <details class="quick">
        <summary>Conditions</summary>
        <p>field=value, != , &lt;, &gt;, ~ (contains); * stands for anything; words and "quoted texts" are sought in goals, actions, thoughts, pages and events; or, not, brackets. Fields: {FIELDS.join(", ")}.</p>
        <p>{["status", "agent", "category", "difficulty", "run"].map((field) => values(trials, field).length > 1 && values(trials, field).length < 16 &&
          <span class="chips">{words(field)}: {values(trials, field).map((one) => <button type="button" onClick={() => given({ filter: `${source} ${condition(field, one)}`.trim() })}>{words(one)}</button>)} </span>)}</p>
      </details>
      {group === "matrix" ? <Matrix rows={rows} kept={kept} /> : group === "reason" ? <Failures rows={rows} source={source} kept={kept} /> :
        <Table label="Trials" columns={columns} rows={rows} sorted={sorted} onSort={(by) => given({ sort: by })} link={(one) => one.link + kept} />}
    </main>
  );
}

const values = (trials: Trials, field: string) => trials.overview.texts[field]?.values.filter(Boolean) ?? [];

function Matrix({ rows, kept }: { rows: Trial[]; kept: string }) {
  const agents = [...grouped(rows, who).keys()];
  const tasks = [...grouped(rows, (one) => one.place.slice(0, one.place.lastIndexOf("\n")))];
  return (
    <div class="scroll matrix" tabIndex={0} role="region" aria-label="Task by agent">
      <table>
        <thead><tr><th>Task</th>{agents.map((one) => <th>{one}</th>)}</tr></thead>
        <tbody>
          {tasks.slice(0, 2000).map(([, own]) => ({ task: own[0].text("task"), own })).map(({ task, own }) => (
            <tr>
              <th scope="row"><a href={own[0].taskLink}>{task}</a></th>
              {agents.map((agent) => <td>{own.filter((one) => who(one) === agent).map((one) => (
                <a class={`box ${one.text("status")}`} href={one.link + kept} title={`${agent}, trial ${one.number("trial")}: ${one.reason || "passed"}`}>
                  <span class="hidden">{task}, {agent}, trial {one.number("trial")}: {words(one.text("status"))}</span></a>
              ))}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
const who = (one: Trial) => (one.all.overview.runs.length > 1 ? `${one.text("agent")} (${one.text("run")})` : one.text("agent"));

function Failures({ rows, source, kept }: { rows: Trial[]; source: string; kept: string }) {
  const failed = rows.filter((one) => !one.passed);
  const causes = [...grouped(failed, (one) => masked(one.reason))].sort((one, other) => other[1].length - one[1].length);
  const tagged = [...grouped(failed.flatMap((one) => one.tags.map((tag) => ({ tag, one }))), (each) => each.tag)].sort((one, other) => other[1].length - one[1].length);
  return (
    <div class="columns">
      <section>
        <h2>By what the check says</h2>
        {causes.slice(0, 100).map(([cause, own]) => (
          <details class="cause">
            <summary><b>{own.length}</b> {cause} <small>{[...grouped(own, (one) => one.text("agent"))].map(([agent, each]) => `${agent} ${each.length}`).join(", ")}</small></summary>
            <ul>{own.slice(0, 50).map((one) => <li><a href={one.link + kept}>{one.text("agent")}, {one.text("task")}</a> {one.reason.slice(0, 220)}</li>)}</ul>
          </details>
        ))}
        {!causes.length && <p>None of these trials failed.</p>}
      </section>
      <section>
        <h2>By error tag</h2>
        {tagged.map(([tag, own]) => <p><a href={`#/trials?filter=${encodeURIComponent(`${source} ${condition("tag", tag)}`.trim())}`}>{words(tag)}</a> {own.length} ({percent(own.length / failed.length)})</p>)}
        {!tagged.length && <p>No tags: `shopworld report` writes them into the run folder.</p>}
      </section>
    </div>
  );
}

/** A reason without what differs from task to task: addresses, numbers, names in quotes. */
const masked = (reason: string): string =>
  reason.replace(/[\w-]+ \/\S+/g, "…").replace(/https?:\/\/\S+/g, "…").replace(/(["'«]).*?\1/g, "…").replace(/[\d.,]*\d/g, "#").replace(/(…,? ?)+/g, "… ").replace(/\s+/g, " ").slice(0, 140).trim();
