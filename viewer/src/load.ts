/** Where documents come from: a server that follows the runs, or the page itself and the folder beside it. */
import type { Overview, TrialDetail, TrialTexts } from "./documents";
import type { Trial } from "./trials";

async function unpacked(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64.trim()), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function embedded(name: string): string | null {
  return document.getElementById(name)?.textContent ?? null;
}

async function fetched<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const waiting = new Map<number, (packed: string) => void>();
declare global { interface Window { shopworldTrial: (number: number, packed: string) => void } }
window.shopworldTrial = (number, packed) => waiting.get(number)?.(packed);

function script(trial: number): Promise<string> {
  return new Promise((done, failed) => {
    waiting.set(trial, done);
    const element = document.createElement("script");
    element.src = `${document.body.dataset.pieces}/${trial}.js`;
    element.onerror = () => failed(new Error(`${element.getAttribute("src")} is not there: keep it beside this page`));
    document.body.append(element);
  });
}

const path = (trial: Trial) =>
  [trial.text("run").replaceAll("/", " "), trial.text("agent"), trial.text("task"), String(trial.number("trial"))].map(encodeURIComponent).join("/");
const TEXTS_AT_ONCE = 200;

export const inside = embedded("overview") !== null;
let texts: TrialTexts[] = [];
let era = 0;

/** The tables. */
export async function loadOverview(): Promise<Overview> {
  return inside ? (unpacked(embedded("overview")!) as Promise<Overview>) : fetched("api/overview");
}

/** What tells whether there is something new; null where nothing can come. */
export async function loadState(): Promise<string | null> {
  return inside ? null : (await fetch("api/state")).text();
}

/** What was said and done in all trials, for searches. */
export async function loadTexts(count: number, told: (done: number) => void): Promise<TrialTexts[]> {
  if (inside && !texts.length) texts = (await unpacked(embedded("texts")!)) as TrialTexts[];
  const begun = era;
  while (!inside && texts.length < count) {
    const at = Math.floor(texts.length / TEXTS_AT_ONCE);
    const piece = await fetched<TrialTexts[]>(`api/texts/${at}`);
    if (era !== begun) throw new Error("the runs have changed meanwhile");
    texts = [...texts.slice(0, at * TEXTS_AT_ONCE), ...piece];
    told(texts.length);
    if (piece.length < TEXTS_AT_ONCE) break;
  }
  return texts;
}

/** Forgets texts, as trials have changed. */
export function forgetTexts(): void {
  if (inside) return;
  texts = [];
  era++;
}

/** What was said and done in one trial. */
export async function loadTrialTexts(trial: Trial, attempt: string): Promise<TrialTexts> {
  if (inside) return (await loadTexts(0, () => undefined))[trial.index];
  return fetched(`api/trial/${path(trial)}/texts${attempt && `?attempt=${attempt}`}`);
}

/** What is large of one trial. */
export async function loadDetail(trial: Trial, attempt: string): Promise<TrialDetail> {
  if (!inside) return fetched(`api/trial/${path(trial)}${attempt && `?attempt=${attempt}`}`);
  const own = embedded(`trial-${trial.index}`);
  return unpacked(own ?? (await script(trial.index))) as Promise<TrialDetail>;
}

/** Address of a picture. */
export function pictureOf(trial: Trial, detail: TrialDetail | null, name: string, attempt: string): string {
  if (!name) return "";
  if (!inside) return `picture/${path(trial)}/${attempt || "last"}/${encodeURIComponent(name)}`;
  if (!detail) return "";
  return detail.pictures[name] || `${detail.folder.split("/").map(encodeURIComponent).join("/")}/${encodeURIComponent(name)}`;
}
