/** One trial, step by step. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Json, TrialDetail, TrialTexts } from "./documents";
import { useFiltered, Status } from "./list";
import { inside, loadDetail, loadTrialTexts, pictureOf } from "./load";
import { Pairs } from "./runs";
import { replace, type Route, withGiven } from "./route";
import { sortedRows } from "./table";
import { dollars, figure, type Trial, type Trials, words } from "./trials";

const TABS = ["step", "tree", "events", "checks", "model"] as const;

/** What is known of a trial, as far as it is loaded. */
export function useTrial(trial: Trial | undefined, attempt: string): { texts: TrialTexts | null; detail: TrialDetail | null; problem: string } {
  const [found, setFound] = useState<{ trial: Trial; texts: TrialTexts | null; detail: TrialDetail | null; problem: string } | null>(null);
  useEffect(() => {
    if (!trial) return;
    let gone = false;
    const tell = (texts: TrialTexts | null, detail: TrialDetail | null, problem = "") => !gone && setFound({ trial, texts, detail, problem });
    loadTrialTexts(trial, attempt).then(
      (texts) => { tell(texts, null); loadDetail(trial, attempt).then((detail) => tell(texts, detail), (error) => tell(texts, null, String(error))); },
      (error) => tell(null, null, String(error)),
    );
    return () => { gone = true; };
  }, [trial, attempt]);
  return found && found.trial === trial ? found : { texts: null, detail: null, problem: "" };
}

export function Trace({ trials, route }: { trials: Trials; route: Route }) {
  const [run, agent, task, number] = route.parts;
  const trial = trials.find(run, agent, task, number);
  const attempt = route.given.get("attempt") ?? "";
  const { texts, detail, problem } = useTrial(trial, attempt);
  const { rows } = useFiltered(trials, route.given.get("filter") ?? "");
  const around = useMemo(() => (route.given.get("sort") ? sortedRows(rows, [{ name: "steps", title: "", width: "", show: () => "", sort: (one: Trial) => one.number("steps") }], route.given.get("sort")!) : rows), [rows]);
  const steps = texts?.steps ?? [];
  const at = Math.min(Math.max(0, Number(route.given.get("step") ?? (trial?.passed ? 0 : steps.length - 1)) || 0), Math.max(0, steps.length - 1));
  const tab = route.given.get("tab") ?? "step";
  const before = route.given.has("before") ? route.given.get("before") === "1" : Boolean(steps[at]?.box && steps[at - 1]?.picture);
  const given = (changes: Record<string, string>) => replace(withGiven(route, changes));
  const go = (other: Trial | undefined) => {
    if (!other) return;
    const kept = new URLSearchParams([...route.given].filter(([name]) => ["filter", "sort", "tab"].includes(name)));
    location.hash = `${other.link}${kept.size ? `?${kept}` : ""}`;
  };
  const place = around.findIndex((one) => one === trial);
  const failure = (way: number) => { for (let one = place + way; one >= 0 && one < around.length; one += way) if (!around[one].passed) return go(around[one]); };
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest("input, textarea, select, [role=tablist]")) return;
      const moves: Record<string, () => void> = {
        ArrowRight: () => given({ step: String(Math.min(steps.length - 1, at + 1)) }), ArrowLeft: () => given({ step: String(Math.max(0, at - 1)) }),
        j: () => given({ step: String(Math.min(steps.length - 1, at + 1)) }), k: () => given({ step: String(Math.max(0, at - 1)) }),
        Home: () => given({ step: "0" }), End: () => given({ step: String(steps.length - 1) }),
        "]": () => go(around[place + 1]), "[": () => go(around[place - 1]), n: () => failure(1), N: () => failure(-1),
        b: () => given({ before: before ? "0" : "1" }),
        ...Object.fromEntries(TABS.map((name, index) => [String(index + 1), () => given({ tab: name })])),
      };
      if (moves[event.key]) { event.preventDefault(); moves[event.key](); }
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });
  if (!trial) return <main><h1>No such trial</h1><p>{route.parts.join(", ")} is not among these runs.</p></main>;
  const others = trials.list.filter((one) => one !== trial && one.place === trial.place);
  const step = steps[at];
  const shown = before && at ? at - 1 : at;
  const picture = steps[shown] ? pictureOf(trial, detail, steps[shown].picture, attempt) : "";
  return (
    <main class="full trace">
      <header class="card">
        <h1><Status trial={trial} /> {trial.text("agent")} <small>{trial.text("task")}{trial.number("trial") ? `, trial ${trial.number("trial")}` : ""} · {trial.text("run")}</small></h1>
        <p class="goal">{trial.task?.goal}</p>
        {!trial.passed && <p class="why">{trial.reason}</p>}
        <nav aria-label="Trials">
          <button type="button" disabled={place <= 0} onClick={() => go(around[place - 1])} title="[">← trial</button>
          <button type="button" disabled={place < 0 || place >= around.length - 1} onClick={() => go(around[place + 1])} title="]">trial →</button>
          <button type="button" onClick={() => failure(1)} title="n">next failure</button>
          <a href={trial.taskLink}>the task</a>
          {others.length > 0 && <label>Beside <select onChange={(event) => {
            const other = others[Number((event.target as HTMLSelectElement).value)];
            if (other) location.hash = `#/compare/${[trial, other].flatMap((one) => one.link.slice(8).split("/")).join("/")}`;
          }}><option value="">another trial of it…</option>{others.map((one, index) => <option value={index}>{one.text("agent")}, {one.text("run")}: {words(one.text("status"))}</option>)}</select></label>}
          {!inside && detail && detail.attempts > 1 && <label>Attempt <select value={attempt || String(detail.attempts - 1)} onChange={(event) => given({ attempt: (event.target as HTMLSelectElement).value, step: "" })}>
            {Array.from({ length: detail.attempts }, (_, index) => <option value={String(index)}>{index + 1}</option>)}</select></label>}
          <span class="facts">{[`${figure(trial.number("steps"))} steps`, `${figure(trial.number("seconds"), 1)} s`, trial.tokens !== null && `${figure(trial.tokens)} tokens`, dollars(trial.number("usd")), trial.text("interface"), trial.text("isolation"), words(trial.text("ending") || "not ended")].filter(Boolean).join(" · ")}</span>
        </nav>
        {(problem || texts?.problem) && <p class="why">{problem || texts!.problem}</p>}
        {trial.tags.length > 0 && <p>{trial.tags.map((one) => <span class="chip">{words(one)}</span>)}</p>}
      </header>
      {!texts ? <p role="status">Reading…</p> : (
        <div class="panes">
          <ol class="film" aria-label="Steps">
            {steps.map((one, index) => (
              <li><button type="button" aria-current={index === at ? "step" : undefined} ref={index === at ? inSight : undefined} onClick={() => given({ step: String(index) })}>
                <span class="count">{index}</span>
                {one.picture && <img loading="lazy" alt="" src={pictureOf(trial, detail, one.picture, attempt)} />}
                <span class="action">{one.action || "first page"}{one.target && <i> {short(one.target)}</i>}{one.error && <b class="error"> {one.error}</b>}
                  {texts.events.filter((event) => event.strong && event.step === index).map((event) => <em>{event.text}</em>)}
                  {changesAt(trial, detail, index).map(([text, good]) => <em class={good ? "held" : "broke"}>{text}</em>)}</span>
              </button></li>
            ))}
          </ol>
          <div class="stage">
            <Timeline trial={trial} texts={texts} detail={detail} at={at} onStep={(one) => given({ step: String(one) })} />
            {picture ? <figure class="picture"><div class="page"><img src={picture} alt={`Page ${before ? "before" : "after"} step ${at}: ${steps[shown].title}`} />
              {before && step?.box && <Acted box={step.box} />}</div>
              <figcaption><span role="group" aria-label="Page shown">{([["1", "before"], ["0", "after"]] as const).map(([value, name]) => <button type="button" aria-pressed={before === (value === "1")} onClick={() => given({ before: value })}>{name}</button>)}</span> {steps[shown].title} <span>{steps[shown].url}</span></figcaption></figure>
              : steps.some((one) => one.picture) || !detail ? null : <Tool text={detail.results[at]} tree={treeOf(detail, at)} />}
          </div>
          <section class="detail">
            <div role="tablist" aria-label="Details">{TABS.map((name, index) => (
              <button type="button" role="tab" id={`tab-${name}`} aria-controls="details" aria-selected={tab === name} tabIndex={tab === name ? 0 : -1} title={String(index + 1)} onClick={() => given({ tab: name })}
                onKeyDown={(event) => { const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (way) { const next = TABS[(index + way + TABS.length) % TABS.length]; given({ tab: next }); document.getElementById(`tab-${next}`)?.focus(); } }}>{name}</button>))}</div>
            <div role="tabpanel" id="details" aria-labelledby={`tab-${tab}`} tabIndex={0}>
              {tab === "tree" ? <Tree detail={detail} at={at} route={route} /> : tab === "events" ? <Events texts={texts} at={at} onStep={(one) => given({ step: String(one) })} />
                : tab === "checks" ? <Checks trial={trial} detail={detail} onStep={(one) => given({ step: String(one) })} /> : tab === "model" ? <Calls detail={detail} at={at} /> : step && <Step detail={detail} texts={texts} at={at} />}
            </div>
          </section>
        </div>
      )}
      {detail?.traceback && <details class="card"><summary>What went wrong</summary><pre>{detail.traceback}</pre></details>}
      <p class="keys">Keys: ← → step · [ ] trial · n next failure · b before · 1–5 details</p>
    </main>
  );
}

/** The element that was acted on, and the pointer on it; where it lay beyond the picture, on which side. */
function Acted({ box: [left, top, width, height] }: { box: [number, number, number, number] }) {
  const percent = (part: number) => `${100 * part}%`;
  const within = (low: number, high: number) => Math.min(1, Math.max(0, (Math.max(0, low) + Math.min(1, high)) / 2));
  const away = top >= 1 ? "below" : top + height <= 0 ? "above" : left >= 1 ? "to the right" : left + width <= 0 ? "to the left" : "";
  const [x, y] = [within(left, left + width), within(top, top + height)];
  return (
    <>
      {!away && <span class="target" style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }} />}
      <svg class="pointer" viewBox="0 0 16 22" aria-hidden="true" style={{ left: percent(x), top: percent(y) }}><path d="M1 1v17l4.5-4 3 6.5 3-1.5-3-6.3H15z" /></svg>
      {away && <span class={`away ${y > 0.5 ? "low" : ""}`} style={{ left: percent(Math.min(0.7, x)) }}>the element lay {away}</span>}
    </>
  );
}

/** Scrolls the list of steps, and nothing else, until one of them can be seen. */
function inSight(element: HTMLElement | null): void {
  const list = element?.closest("ol");
  if (!element || !list) return;
  const [top, bottom] = [element.offsetTop - list.offsetTop, element.offsetTop - list.offsetTop + element.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/** An element without its state: role and name. */
const short = (target: string): string => /^\S+ '(?:[^'\\]|\\.)*'/.exec(target)?.[0] ?? target;

/** Checks that come to hold or break at a step, in words. */
function changesAt(trial: Trial, detail: TrialDetail | null, step: number): [string, boolean][] {
  const states = detail?.states ?? [];
  const index = states.findIndex((one) => one.step === step);
  if (index < 1) return [];
  return states[index].passed.flatMap((now, check) => now === states[index - 1].passed[check] ? [] : [[`${words(trial.checks[check]?.type ?? "check")} ${now ? "holds" : "broke"}`, now] as [string, boolean]]);
}

export function treeOf(detail: TrialDetail, at: number): string {
  let index = at;
  while (index > 0 && detail.trees[index] === "=") index--;
  return detail.trees[index] ?? "";
}

function Step({ detail, texts, at }: { detail: TrialDetail | null; texts: TrialTexts; at: number }) {
  const step = texts.steps[at];
  const extra = detail?.extras[at];
  return (
    <>
      <h2>Step {at}</h2>
      {step.thought && <blockquote>{step.thought}</blockquote>}
      <pre class="action">{step.action || "(the first page)"}</pre>
      {step.target && <p>{step.target}</p>}
      {step.error && <p class="error">{step.error}</p>}
      <p><b>{step.title}</b><br /><span class="url">{step.url}</span></p>
      <ul class="events">{texts.events.filter((one) => one.step === at).map((one) => <li class={one.strong ? "strong" : ""}>{one.text}</li>)}</ul>
      {detail?.results[at] && <pre>{pretty(detail.results[at])}</pre>}
      <p>{figure(step.seconds, 2)} s</p>
      {extra && Object.keys(extra).length > 0 && <Pairs pairs={extra} />}
    </>
  );
}

function pretty(text: string): string {
  try { return JSON.stringify(JSON.parse(text), null, 1); } catch { return text; }
}

function Tool({ text, tree }: { text: string; tree: string }) {
  return <pre class="tool">{text ? pretty(text) : tree}</pre>;
}

function Tree({ detail, at, route }: { detail: TrialDetail | null; at: number; route: Route }) {
  const sought = (route.given.get("find") ?? "").toLowerCase();
  const compare = route.given.get("difference") === "1";
  const given = (changes: Record<string, string>) => replace(withGiven(route, changes));
  const lines = useMemo(() => (detail ? treeOf(detail, at).split("\n") : []), [detail, at]);
  const old = useMemo(() => (detail && at ? treeOf(detail, at - 1).split("\n") : []), [detail, at]);
  if (!detail) return <p>Reading…</p>;
  const marked = compare ? differences(old, lines) : lines.map((text) => ({ text, sign: "" }));
  const shown = marked.filter((one) => (!sought || one.text.toLowerCase().includes(sought)) && (!compare || one.sign));
  return (
    <>
      <p class="bar"><input type="search" aria-label="Find in the tree" placeholder="find" value={sought} onInput={(event) => given({ find: (event.target as HTMLInputElement).value })} />
        <button type="button" aria-pressed={compare} onClick={() => given({ difference: compare ? "" : "1" })}>what changed</button> {shown.length} lines</p>
      <pre class="tree">{shown.slice(0, 4000).map((one) => <span class={one.sign === "+" ? "added" : one.sign === "-" ? "gone" : ""}>{one.sign}{one.text}{"\n"}</span>)}</pre>
    </>
  );
}

/** Lines that came and went, in the order of the new text; ids of elements do not count. */
export function differences(old: string[], now: string[]): { text: string; sign: string }[] {
  const bare = (line: string) => line.replace(/\[\w+\] /, "");
  const left = new Map<string, number>();
  for (const one of old) left.set(bare(one), (left.get(bare(one)) ?? 0) + 1);
  const marked = now.map((text) => {
    const count = left.get(bare(text)) ?? 0;
    if (count) left.set(bare(text), count - 1);
    return { text, sign: count ? "" : "+" };
  });
  const gone = old.filter((one) => { const count = left.get(bare(one)) ?? 0; if (count) left.set(bare(one), count - 1); return count; });
  return [...marked, ...gone.map((text) => ({ text, sign: "-" }))];
}

function Events({ texts, at, onStep }: { texts: TrialTexts; at: number; onStep: (step: number) => void }) {
  return <ol class="events all">{texts.events.map((one) => (
    <li class={`${one.strong ? "strong" : ""}${one.step === at ? " now" : ""}`}><button type="button" onClick={() => onStep(one.step)}>{one.step}</button> <small>{one.at} {one.shop}</small> {one.text}</li>))}</ol>;
}

function Checks({ trial, detail, onStep }: { trial: Trial; detail: TrialDetail | null; onStep: (step: number) => void }) {
  const states = detail?.states ?? [];
  return (
    <>
      <h2>Checks</h2>
      {trial.checks.map((one, check) => {
        const changes = states.flatMap((state, index) => (index && states[index - 1].passed[check] === state.passed[check] ? [] : [{ step: state.step, now: state.passed[check] }]));
        return (
          <article class={`check ${one.passed ? "held" : "broke"}`}>
            <h3>{one.passed ? "✓" : "✗"} {words(one.type)}</h3>
            <p>{one.reason}</p>
            {trial.task?.checks[check] && <details><summary>What it asks for</summary><pre>{trial.task.checks[check]}</pre></details>}
            {changes.length > 0 && <p>{changes.map((each) => <button type="button" onClick={() => onStep(each.step)}>{each.now ? "held from" : "did not hold from"} step {each.step}</button>)}</p>}
          </article>
        );
      })}
      {!states.length && detail && <p>When checks came to hold is not known: the suite of this run is not at home, or has other checks by now.</p>}
    </>
  );
}

function Timeline({ trial, texts, detail, at, onStep }: { trial: Trial; texts: TrialTexts; detail: TrialDetail | null; at: number; onStep: (step: number) => void }) {
  const count = texts.steps.length;
  const states = detail?.states ?? [];
  if (count < 2) return null;
  const x = (step: number) => 6 + (588 * step) / (count - 1);
  const height = 20 + 8 * (states.length ? trial.checks.length : 0);
  return (
    <svg class="timeline" viewBox={`0 0 600 ${height}`} role="img" aria-label={`Step ${at} of ${count - 1}`}
      onClick={(event) => { const box = event.currentTarget.getBoundingClientRect(); onStep(Math.max(0, Math.min(count - 1, Math.round(((event.clientX - box.left) / box.width * 600 - 6) / 588 * (count - 1))))); }}>
      {texts.steps.map((one, index) => <circle cx={x(index)} cy="9" r={index === at ? 5 : 2.2} class={one.error ? "error" : index === at ? "now" : ""} />)}
      {texts.events.filter((one) => one.strong).map((one) => <path d={`M${x(one.step) - 3} 1h6l-3 5z`} class="event"><title>{one.text}</title></path>)}
      {states.length > 0 && trial.checks.map((one, check) => (
        <g>{states.map((state, index) => <rect x={x(state.step)} y={18 + 8 * check} height="5" width={Math.max(2, x(states[index + 1]?.step ?? count - 1) - x(state.step))} class={state.passed[check] ? "held" : "broke"}><title>{`${words(one.type)} ${state.passed[check] ? "holds" : "does not hold"} from step ${state.step}`}</title></rect>)}</g>))}
    </svg>
  );
}

function Calls({ detail, at }: { detail: TrialDetail | null; at: number }) {
  if (!detail) return <p>Reading…</p>;
  const own = detail.calls.filter((one) => one.step === at || one.step < 0);
  if (!detail.calls.length) return <p>No language model was asked.</p>;
  return (
    <>
      <h2>Step {at}: what the model was asked</h2>
      {!own.length && <p>No call for this step. Calls belong to steps {[...new Set(detail.calls.map((one) => one.step))].join(", ")}.</p>}
      {own.map((one) => {
        const usage = (one.reply.usage ?? {}) as Record<string, number>;
        return (
          <article class="call">
            <h3>{one.model} <small>{figure(usage.input_tokens ?? null)} tokens in, {figure(usage.output_tokens ?? null)} out{usage.usd ? `, ${dollars(usage.usd)}` : ""}{usage.seconds ? `, ${usage.seconds.toFixed(2)} s` : ""}</small></h3>
            {one.repeated > 0 && <p>{one.repeated} messages as before</p>}
            {one.messages.map((message) => <details open={String(message.role) !== "system"}><summary>{String(message.role ?? "message")}</summary><pre>{said(message)}</pre></details>)}
            <details open><summary>reply</summary><pre>{[one.reply.reasoning, one.reply.text, ...((one.reply.tool_calls as Json[]) ?? []).map((call) => JSON.stringify(call))].filter(Boolean).map(String).join("\n\n")}</pre></details>
          </article>
        );
      })}
    </>
  );
}

function said(message: Record<string, Json>): string {
  const parts = Array.isArray(message.parts) ? message.parts : [message.content ?? message];
  return parts.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");
}
