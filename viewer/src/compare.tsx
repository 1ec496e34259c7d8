/** Two trials side by side, from the first step at which they differ. */
import { pictureOf } from "./load";
import { replace, type Route, withGiven } from "./route";
import { Status } from "./list";
import { useTrial } from "./trace";
import { figure, type Trial, type Trials, words } from "./trials";

export function Compare({ trials, route }: { trials: Trials; route: Route }) {
  const [first, second] = [route.parts.slice(0, 4), route.parts.slice(4, 8)].map(([run, agent, task, number]) => trials.find(run, agent, task, number));
  const [left, right] = [useTrial(first, ""), useTrial(second, "")];
  if (!first || !second) return <main><h1>No such trials</h1></main>;
  const pairs = [left.texts?.steps ?? [], right.texts?.steps ?? []];
  const count = Math.max(pairs[0].length, pairs[1].length);
  const same = (index: number) => { const [one, other] = [pairs[0][index], pairs[1][index]]; return one && other && one.url === other.url && (one.target || one.action) === (other.target || other.action); };
  const parted = Array.from({ length: count }, (_, index) => index).find((index) => !same(index)) ?? count;
  const at = Math.min(Number(route.given.get("step") ?? parted) || 0, count - 1);
  const checks = [...new Set([...first.checks, ...second.checks].map((one) => one.type))];
  return (
    <main class="full">
      <h1>{first.text("task")} <small>two trials side by side</small></h1>
      <p class="goal">{first.task?.goal}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Both results"><table>
        <thead><tr><td /><th><a href={first.link}>{first.text("agent")} ({first.text("run")})</a></th><th><a href={second.link}>{second.text("agent")} ({second.text("run")})</a></th></tr></thead>
        <tbody>
          <tr><th scope="row">Status</th>{[first, second].map((one) => <td><Status trial={one} /></td>)}</tr>
          <tr><th scope="row">Steps</th>{[first, second].map((one) => <td>{figure(one.number("steps"))}</td>)}</tr>
          <tr><th scope="row">Seconds</th>{[first, second].map((one) => <td>{figure(one.number("seconds"), 1)}</td>)}</tr>
          <tr><th scope="row">Tokens</th>{[first, second].map((one) => <td>{figure(one.tokens)}</td>)}</tr>
          {checks.map((type) => <tr><th scope="row">{words(type)}</th>{[first, second].map((one) => <td>{one.checks.filter((each) => each.type === type).map((each) => `${each.passed ? "✓" : "✗"} ${each.reason}`).join("; ")}</td>)}</tr>)}
        </tbody></table></div>
      <p role="status">{count === 0 ? "Reading…" : parted === count ? "The same steps throughout." : parted ? <>The same up to step {parted - 1}; <button type="button" onClick={() => replace(withGiven(route, { step: String(parted) }))}>they part at step {parted}</button>.</> : "They differ from the first page on."}</p>
      <div class="two">{([[first, left], [second, right]] as [Trial, typeof left][]).map(([trial, known], side) => {
        const step = pairs[side][at];
        const picture = step ? pictureOf(trial, known.detail, step.picture, "") : "";
        return <figure class="picture">{picture && <img src={picture} alt={`${trial.text("agent")} after step ${at}: ${step.title}`} />}<figcaption>{step ? `${step.action || "first page"} ${step.target}` : "ended before"}</figcaption></figure>;
      })}</div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Steps of both"><table class="steps">
        <thead><tr><th>Step</th><th>{first.text("agent")}</th><th>{second.text("agent")}</th></tr></thead>
        <tbody>{Array.from({ length: count }, (_, index) => (
          <tr class={`${same(index) ? "same" : "other"}${index === at ? " at" : ""}`}>
            <th scope="row"><button type="button" aria-label={`Show step ${index}`} onClick={() => replace(withGiven(route, { step: String(index) }))}>{index}</button></th>
            {pairs.map((steps) => <td>{steps[index] && <><code>{steps[index].action || "first page"}</code> {steps[index].target} {steps[index].error && <b class="error">{steps[index].error}</b>}<br /><small>{steps[index].title}</small></>}</td>)}
          </tr>))}</tbody>
      </table></div>
    </main>
  );
}
