/** Runs: what was asked, in which world, and what came of it. */
import type { Json, RunLine } from "./documents";
import { condition } from "./filter";
import { dollars, figure, percent, type Trials } from "./trials";
import { Interval } from "./charts";

export function Runs({ trials }: { trials: Trials }) {
  const { runs } = trials.overview;
  return (
    <main>
      <h1>Runs</h1>
      {runs.map((run) => <Run run={run} all={runs} />)}
    </main>
  );
}

function Run({ run, all }: { run: RunLine; all: RunLine[] }) {
  const missing = run.expected - run.results;
  const within = all.length > 1 ? `${condition("run", run.name)} ` : "";
  const most = Math.max(...run.agents.map((one) => run.figures[one].high ?? 0), 0.01);
  return (
    <section class="card">
      <h2>{run.name} <small>{String(run.world.suite)} {String(run.world.suite_version)}{missing > 0 ? ` · ${missing} of ${run.expected} results missing` : ""}</small></h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Agents of ${run.name}`}>
        <table>
          <thead><tr><th>Agent</th><th class="number">Completion</th><th class="interval">95 % interval</th>{["F1", "Trials", "Faults", "Steps", "Seconds", "Tokens", "Cost"].map((one) => <th class="number">{one}</th>)}</tr></thead>
          <tbody>
            {run.agents.map((agent) => {
              const found = run.figures[agent];
              const tokens = found.input_tokens == null ? null : found.input_tokens + (found.output_tokens ?? 0);
              return (
                <tr>
                  <th scope="row"><a href={`#/trials?filter=${encodeURIComponent(within + condition("agent", agent))}`}>{agent}</a></th>
                  <td class="number">{percent(found.completion)}</td>
                  <td class="interval"><Interval low={found.low} high={found.high} value={found.completion} most={most} /></td>
                  <td class="number">{percent(found.f1)}</td>
                  <td class="number">{found.trials}</td>
                  <td class="number">{found.errors || ""}</td>
                  <td class="number">{figure(found.steps, 1)}</td>
                  <td class="number">{figure(found.seconds, 1)}</td>
                  <td class="number">{figure(tokens)}</td>
                  <td class="number">{dollars(found.usd ?? null)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p><a href={`#/trials?filter=${encodeURIComponent(`${within}(status=failed or status=limit or status=agent_error)`)}&group=reason`}>Why trials failed</a> · <a href={`#/trials?filter=${encodeURIComponent(within.trim())}&group=matrix`}>Task by agent</a></p>
      <details>
        <summary>Settings and world</summary>
        <Pairs pairs={{ path: run.path, ...run.settings }} />
        <Pairs pairs={run.world} />
      </details>
    </section>
  );
}

export function Pairs({ pairs }: { pairs: Record<string, Json> }) {
  const told = Object.entries(pairs).filter(([, value]) => value !== "" && value !== null && !(Array.isArray(value) && !value.length) && !(typeof value === "object" && !Array.isArray(value) && !Object.keys(value).length));
  return <dl class="pairs">{told.map(([name, value]) => <><dt>{name.replaceAll("_", " ")}</dt><dd>{shown(value)}</dd></>)}</dl>;
}

function shown(value: Json): string {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, one]) => `${name} ${shown(one)}`).join(", ");
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
