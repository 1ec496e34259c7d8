/** Trials over the overview's columns. */
import type { Overview, TaskLine, TrialTexts } from "./documents";

export interface CheckLine { type: string; passed: boolean; reason: string }

export class Trial {
  constructor(readonly all: Trials, readonly index: number) {}
  text(column: string): string {
    const coded = this.all.overview.texts[column];
    return coded ? coded.values[coded.codes[this.index]] : "";
  }
  number(column: string): number | null {
    return this.all.overview.numbers[column]?.[this.index] ?? null;
  }
  get tags(): string[] { return this.all.overview.tags[this.index].map((one) => this.all.overview.tag_names[one]); }
  get checks(): CheckLine[] {
    const { checks, check_types, reasons } = this.all.overview;
    return checks[this.index].map(([type, passed, reason]) => ({ type: check_types[type], passed: passed === 1, reason: reasons[reason] }));
  }
  get passed(): boolean { return this.text("status") === "passed"; }
  get tokens(): number | null {
    const read = this.number("input_tokens");
    return read === null ? null : read + (this.number("output_tokens") ?? 0);
  }
  /** Why it did not pass, in one line. */
  get reason(): string {
    if (this.passed) return "";
    const failing = this.checks.find((one) => !one.passed);
    return this.text("error") || (failing ? `${words(failing.type)}: ${failing.reason}` : words(this.text("status")));
  }
  get task(): TaskLine | undefined { return this.all.tasks.get(taskKey(this.text("suite"), this.text("task"))); }
  get link(): string {
    return `#/trial/${[this.text("run"), this.text("agent"), this.text("task"), String(this.number("trial"))].map(encodeURIComponent).join("/")}`;
  }
  get taskLink(): string { return `#/tasks/${encodeURIComponent(this.text("suite"))}/${encodeURIComponent(this.text("task"))}`; }
  /** The same task and trial, for another agent, run or attempt to be held against. */
  get place(): string { return `${taskKey(this.text("suite"), this.text("task"))}\n${this.number("trial")}`; }
}

export class Trials {
  readonly list: Trial[];
  readonly tasks: Map<string, TaskLine>;
  texts: TrialTexts[] = [];
  private searched = new Map<number, string>();
  constructor(readonly overview: Overview) {
    const count = overview.texts.agent.codes.length;
    this.list = Array.from({ length: count }, (_, index) => new Trial(this, index));
    this.tasks = new Map(overview.tasks.map((one) => [taskKey(one.suite, one.task), one]));
  }
  find(run: string, agent: string, task: string, trial: string): Trial | undefined {
    return this.list.find((one) => one.text("task") === task && one.text("agent") === agent && one.text("run") === run && String(one.number("trial")) === trial);
  }
  get agents(): string[] { return this.overview.texts.agent.values; }
  /** Everything said and done in a trial, in small letters; its goal and reasons alone before the texts are there. */
  searchText(trial: Trial): string {
    const known = this.searched.get(trial.index);
    if (known !== undefined) return known;
    const said = this.texts[trial.index];
    const told = [...["agent", "task", "category", "status", "run"].map((one) => trial.text(one)), trial.task?.goal ?? "", ...trial.checks.map((one) => one.reason), trial.text("error")];
    for (const step of said?.steps ?? []) told.push(step.action, step.thought, step.error, step.title, step.url);
    for (const event of said?.events ?? []) told.push(event.text);
    const text = told.join("\n").toLowerCase();
    if (said) this.searched.set(trial.index, text);
    return text;
  }
}

/** Suites may call different tasks alike. */
export const taskKey = (suite: string, task: string): string => `${suite}\n${task}`;
export const words = (name: string): string => name.replaceAll("_", " ");
export const figure = (value: number | null, digits = 0): string =>
  value === null ? "" : value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const percent = (value: number | null): string => (value === null || Number.isNaN(value) ? "–" : `${(100 * value).toFixed(1)} %`);
export const dollars = (value: number | null): string => (value === null ? "" : `$${value.toFixed(value < 1 ? 4 : 2)}`);
