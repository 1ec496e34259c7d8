/** The viewer: a bar of places, and what the address names. */
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Compare } from "./compare";
import type { Overview } from "./documents";
import { Figures } from "./figures";
import { TrialList } from "./list";
import { forgetTexts, loadOverview, loadState } from "./load";
import { useRoute } from "./route";
import { Runs } from "./runs";
import { TaskPage, Tasks } from "./tasks";
import { Trace } from "./trace";
import { Trials } from "./trials";

const PLACES = [["runs", "Runs"], ["trials", "Trials"], ["tasks", "Tasks"], ["figures", "Figures"]];
const EVERY = 2000;

function Viewer() {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [problem, setProblem] = useState("");
  const [live, setLive] = useState("");
  const route = useRoute();
  useEffect(() => {
    let state: string | null = null;
    const look = async () => {
      try {
        const now = await loadState();
        if (now === null || now !== state) { forgetTexts(); setOverview(await loadOverview()); state = now; }
        setLive(now === null ? "" : "live");
        setProblem("");
      } catch (error) { setLive("the server does not answer"); setProblem(String(error)); }
    };
    void look();
    const timer = setInterval(() => { if (state !== null && !document.hidden) void look(); }, EVERY);
    return () => clearInterval(timer);
  }, []);
  const trials = useMemo(() => overview && new Trials(overview), [overview]);
  useEffect(() => { document.title = `Shopworld: ${[route.view, ...route.parts].join(" ")}`; }, [route]);
  return (
    <>
      <header class="bar">
        <a class="skip" href="#app" onClick={(event) => { event.preventDefault(); const main = document.querySelector<HTMLElement>("main"); if (main) { main.tabIndex = -1; main.focus(); } }}>Skip to content</a>
        <strong>Shopworld</strong>
        <nav aria-label="Views">{PLACES.map(([name, title]) => <a href={`#/${name}`} aria-current={route.view === name ? "page" : undefined}>{title}</a>)}</nav>
        <span class="live" role="status">{live}</span>
        <Look />
      </header>
      {!trials ? <main><h1>{problem ? "Nothing can be shown" : "Reading runs…"}</h1><p>{problem}</p></main>
        : route.view === "trials" ? <TrialList trials={trials} route={route} /> : route.view === "trial" ? <Trace trials={trials} route={route} />
        : route.view === "compare" ? <Compare trials={trials} route={route} /> : route.view === "figures" ? <Figures trials={trials} />
        : route.view === "tasks" ? (route.parts.length ? <TaskPage trials={trials} route={route} /> : <Tasks trials={trials} route={route} />) : <Runs trials={trials} />}
    </>
  );
}

function Look() {
  const [look, setLook] = useState(() => stored());
  useEffect(() => {
    if (look) document.documentElement.dataset.look = look;
    else delete document.documentElement.dataset.look;
    try { localStorage.setItem("look", look); } catch { /* pages of files may keep nothing */ }
  }, [look]);
  return <label class="look"><span class="hidden">Colours</span><select value={look} onChange={(event) => setLook((event.target as HTMLSelectElement).value)}><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>;
}

function stored(): string {
  try { return localStorage.getItem("look") ?? ""; } catch { return ""; }
}

render(<Viewer />, document.getElementById("app")!);
