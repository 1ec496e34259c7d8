/** Tasks: what they ask for, who solved them, and which are doubtful. */
import { useMemo } from "preact/hooks";
import { condition } from "./filter";
import { Status } from "./list";
import { pictureOf } from "./load";
import { replace, type Route, withGiven } from "./route";
import { counted, discrimination, grouped } from "./statistics";
import { type Column, sortedRows, Table } from "./table";
import { useTrial } from "./trace";
import { figure, percent, type Trial, type Trials } from "./trials";

interface Line { task: string; goal: string; link: string; category: string; difficulty: string; trials: number; passed: number; rate: number | null; apart: number | null; least: number | null; doubt: string; rank: number }

const COLUMNS: Column<Line>[] = [
  { name: "task", title: "Task", width: "minmax(16rem, 2fr)", show: (one) => one.task, sort: (one) => one.task },
  { name: "category", title: "Category", width: "minmax(9rem, 1fr)", wide: true, show: (one) => one.category, sort: (one) => one.category },
  { name: "difficulty", title: "Difficulty", width: "6rem", wide: true, show: (one) => one.difficulty, sort: (one) => ["easy", "medium", "hard"].indexOf(one.difficulty) },
  { name: "trials", title: "Trials", width: "4.5rem", number: true, wide: true, show: (one) => one.trials, sort: (one) => one.trials },
  { name: "rate", title: "Passed", width: "5.5rem", number: true, show: (one) => percent(one.rate), sort: (one) => one.rate },
  { name: "apart", title: "Discrimination", width: "8rem", number: true, wide: true, show: (one) => figure(one.apart, 2), sort: (one) => one.apart },
  { name: "least", title: "Least steps", width: "6.5rem", number: true, wide: true, show: (one) => figure(one.least), sort: (one) => one.least },
  { name: "doubt", title: "Doubtful because", width: "minmax(10rem, 2fr)", wide: true, show: (one) => one.doubt, sort: (one) => -one.rank },
];

function lines(trials: Trials): Line[] {
  const completions = new Map([...grouped(trials.list.filter(counted), (one) => `${one.text("run")}\n${one.text("agent")}`)].map(([name, own]) => [name, own.filter((one) => one.passed).length / own.length]));
  return [...grouped(trials.list, (one) => one.taskLink)].map(([link, all]) => {
    const own = all.filter(counted);
    const passed = own.filter((one) => one.passed);
    const apart = own.length ? discrimination(own, completions) : null;
    const oracle = own.filter((one) => one.text("agent").startsWith("oracle"));
    const doubts: [number, string][] = [];
    if (oracle.some((one) => !one.passed)) doubts.push([3, "the oracle does not solve it"]);
    if (apart !== null && apart < 0) doubts.push([2, "weak agents solve it more often than strong ones"]);
    if (all.length > own.length) doubts.push([1, `${all.length - own.length} faults`]);
    const others = own.filter((one) => !one.text("agent").startsWith("oracle"));
    if (others.length > 2 && others.every((one) => !one.passed)) doubts.push([0.5, "only the oracle solves it"]);
    const steps = passed.map((one) => one.number("steps") ?? 0);
    return { task: all[0].text("task"), goal: all[0].task?.goal ?? "", link, category: all[0].text("category").replaceAll("_", " "), difficulty: all[0].text("difficulty"), trials: all.length, passed: passed.length, rate: own.length ? passed.length / own.length : null, apart, least: steps.length ? Math.min(...steps) : null, doubt: doubts.map(([, text]) => text).join("; "), rank: doubts.reduce((sum, [one]) => sum + one, 0) };
  });
}

export function Tasks({ trials, route }: { trials: Trials; route: Route }) {
  const sorted = route.given.get("sort") ?? "doubt";
  const all = useMemo(() => lines(trials), [trials]);
  const sought = (route.given.get("find") ?? "").toLowerCase();
  const rows = useMemo(() => sortedRows(all.filter((one) => !sought || `${one.task}\n${one.category}\n${one.goal}`.toLowerCase().includes(sought)), COLUMNS, sorted), [all, sorted, sought]);
  return (
    <main class="full">
      <h1 class="hidden">Tasks</h1>
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}><label for="find">Find</label>
        <input id="find" type="search" value={sought} placeholder="in names and goals" onInput={(event) => replace(withGiven(route, { find: (event.target as HTMLInputElement).value }))} />
        <span role="status">{rows.length} tasks; doubtful ones first where nothing else is chosen</span></form>
      <Table label="Tasks" columns={COLUMNS} rows={rows} sorted={sorted} onSort={(by) => replace(withGiven(route, { sort: by }))} link={(one) => one.link} />
    </main>
  );
}

export function TaskPage({ trials, route }: { trials: Trials; route: Route }) {
  const [suite, name] = route.parts;
  const own = trials.list.filter((one) => one.text("task") === name && one.text("suite") === suite);
  const shortest = own.filter((one) => one.passed).sort((one, other) => Number(other.text("agent").startsWith("oracle")) - Number(one.text("agent").startsWith("oracle")) || one.number("steps")! - other.number("steps")!)[0];
  const { texts, detail } = useTrial(shortest, "");
  if (!own.length) return <main><h1>No such task</h1><p>No trial of {name} is among these runs.</p></main>;
  const task = own[0].task;
  return (
    <main>
      <h1>{name} <small>{own[0].text("category").replaceAll("_", " ")} {own[0].text("difficulty")}</small></h1>
      <section class="card"><h2>What is asked for</h2><p class="goal">{task?.goal}</p>
        {task?.checks.map((one) => <pre>{one}</pre>)}{!task?.checks.length && <p>Its checks cannot be told: the suite is not at home, or has other checks by now.</p>}</section>
      <section class="card"><h2>Who solved it</h2>
        <div class="scroll" tabIndex={0} role="region" aria-label="Trials of the task"><table><thead><tr><th>Agent</th><th>Run</th><th>Trial</th><th>Status</th><th>Steps</th><th>Why not</th></tr></thead>
          <tbody>{own.map((one: Trial) => <tr><th scope="row"><a href={one.link}>{one.text("agent")}</a></th><td>{one.text("run")}</td><td class="number">{one.number("trial")}</td><td><Status trial={one} /></td><td class="number">{figure(one.number("steps"))}</td><td>{one.reason}</td></tr>)}</tbody></table></div>
        <p><a href={`#/trials?filter=${encodeURIComponent(`${condition("suite", suite)} ${condition("task", name)}`)}`}>These trials as a table</a></p></section>
      {shortest && texts && <section class="card"><h2>A way that leads there <small>{shortest.text("agent")}, {figure(shortest.number("steps"))} steps</small></h2>
        <ol class="way">{texts.steps.map((one, index) => <li><a href={`${shortest.link}?step=${index}`}>{one.picture ? <img loading="lazy" alt="" src={pictureOf(shortest, detail, one.picture, "")} /> : null}<span>{one.action || "first page"} {one.target}</span></a></li>)}</ol></section>}
    </main>
  );
}
