/** Figures over all runs, with their numbers. */
import { Bars, Figure, Plot } from "./charts";
import { counted, grouped, mean, passPower, wilson } from "./statistics";
import { figure, percent, type Trial, type Trials, words } from "./trials";

interface Entry { name: string; colour: number; trials: Trial[]; own: Record<string, number | null> }

function entries(trials: Trials): Entry[] {
  const many = trials.overview.runs.length > 1;
  return trials.overview.runs.flatMap((run) => run.agents.map((agent) => ({ run, agent }))).map(({ run, agent }, colour) => ({
    name: many ? `${agent} (${run.name})` : agent, colour, own: run.figures[agent],
    trials: trials.list.filter((one) => one.text("agent") === agent && one.text("run") === run.name && counted(one)),
  })).filter((one) => one.trials.length);
}

export function Figures({ trials }: { trials: Trials }) {
  const all = entries(trials);
  const shares = (of: (one: Trial) => string, order: string[]) => {
    const names = [...new Set(trials.list.map(of))].filter(Boolean).sort((one, other) => order.indexOf(one) - order.indexOf(other));
    return names.map((title) => ({ title: words(title), bars: all.flatMap((entry) => {
      const own = entry.trials.filter((one) => of(one) === title);
      const passed = own.filter((one) => one.passed).length;
      const [low, high] = wilson(passed, own.length);
      return own.length ? [{ label: entry.name, value: passed / own.length, low, high, colour: entry.colour, told: `${percent(passed / own.length)} of ${own.length}` }] : [];
    }) }));
  };
  const grouping = (title: string, field: string, order: string[] = []) => {
    const groups = shares((one) => one.text(field), order);
    if (groups.length < 2) return null;
    return <Figure title={title} note="Wilson intervals of 95 %, trials taken as independent" cells={{ heading: [field, "agent", "completion", "low", "high"], rows: groups.flatMap((group) => group.bars.map((bar) => [group.title, bar.label, bar.value, bar.low, bar.high])) }}><Bars groups={groups} most={1.25} label={title} /></Figure>;
  };
  const priced = all.filter((one) => one.own.usd != null);
  const most = Math.max(0, ...all.map((one) => Math.min(...[...grouped(one.trials, (each) => each.text("task")).values()].map((each) => each.length))));
  const steps = (entry: Entry) => entry.trials.filter((one) => one.passed).map((one) => one.number("steps") ?? 0).sort((one, other) => one - other);
  const tags = [...grouped(all.flatMap((entry) => entry.trials.flatMap((one) => one.tags.map((tag) => ({ tag, entry })))), (one) => one.tag)];
  return (
    <main>
      <h1>Figures</h1>
      <Figure title="Completion" note="With intervals of 95 %, clustered by template, as in the report; trials that infrastructure ended are left out" cells={{ heading: ["agent", "completion", "low", "high", "trials"], rows: all.map((one) => [one.name, one.own.completion, one.own.low, one.own.high, one.own.trials]) }}>
        <Bars label="Completion" most={1.25} groups={[{ title: "", bars: all.map((one) => ({ label: one.name, value: one.own.completion, low: one.own.low, high: one.own.high, colour: one.colour, told: percent(one.own.completion) })) }]} /></Figure>
      {priced.length > 0 && <Figure title="Cost against completion" note="Dollars a task, logarithmic" cells={{ heading: ["agent", "dollars", "completion"], rows: priced.map((one) => [one.name, one.own.usd, one.own.completion]) }}>
        <Plot log label="Cost against completion" xTitle="dollars a task" yTitle="completion" series={priced.map((one) => ({ label: one.name, colour: one.colour, points: [{ x: one.own.usd!, y: one.own.completion ?? 0, label: one.name }] }))} /></Figure>}
      {grouping("Completion by category", "category")}
      {grouping("Completion by difficulty", "difficulty", ["easy", "medium", "hard"])}
      {grouping("Completion by interface", "interface")}
      {most > 1 && <Figure title="pass^k" note="The chance that k trials of a task all pass, averaged over tasks" cells={{ heading: ["agent", ...Array.from({ length: most }, (_, k) => `k=${k + 1}`)], rows: all.map((one) => [one.name, ...Array.from({ length: most }, (_, k) => passPower(one.trials, k + 1))]) }}>
        <Plot lines label="pass^k" xTitle="k" yTitle="pass^k" series={all.map((one) => ({ label: one.name, colour: one.colour, points: Array.from({ length: most }, (_, k) => ({ x: k + 1, y: passPower(one.trials, k + 1) ?? 0, label: one.name })) }))} /></Figure>}
      <Figure title="Steps to success" note="Share of all trials that passed within so many steps" cells={{ heading: ["agent", "steps", "share"], rows: all.flatMap((one) => steps(one).map((step, index) => [one.name, step, (index + 1) / one.trials.length])) }}>
        <Plot lines label="Steps to success" xTitle="steps" yTitle="passed within" series={all.filter((one) => steps(one).length).map((one) => ({ label: one.name, colour: one.colour, points: steps(one).map((step, index) => ({ x: step, y: (index + 1) / one.trials.length, label: one.name })) }))} /></Figure>
      {tags.length > 0 && <Figure title="Error tags" note="Trials with each tag" cells={{ heading: ["tag", "agent", "trials"], rows: tags.flatMap(([tag, own]) => [...grouped(own, (one) => one.entry.name)].map(([name, each]) => [words(tag), name, each.length])) }}>
        <Bars label="Error tags" most={1.25 * Math.max(...tags.flatMap(([, own]) => [...grouped(own, (one) => one.entry.name).values()].map((each) => each.length)))} groups={tags.map(([tag, own]) => ({ title: words(tag), bars: [...grouped(own, (one) => one.entry.name)].map(([name, each]) => ({ label: name, value: each.length, colour: each[0].entry.colour, told: figure(each.length) })) }))} /></Figure>}
      <p>Means over trials: {all.map((one) => `${one.name} ${figure(mean(one.trials.map((each) => each.number("steps") ?? 0)), 1)} steps`).join("; ")}.</p>
    </main>
  );
}
