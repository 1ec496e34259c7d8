/** What the server or the page itself gives: the documents of `shopworld/viewer/documents.py`. */
export interface Coded { values: string[]; codes: number[] }
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export interface RunLine {
  name: string; path: string; agents: string[]; expected: number; results: number;
  settings: Record<string, Json>; world: Record<string, Json>;
  figures: Record<string, Record<string, number | null>>;
}
export interface TaskLine { suite: string; task: string; goal: string; checks: string[]; constraints: number; least_steps: number | null }
export interface Overview {
  format: number; live: boolean; runs: RunLine[]; tasks: TaskLine[];
  texts: Record<string, Coded>; numbers: Record<string, (number | null)[]>;
  tags: number[][]; tag_names: string[]; checks: [number, number, number][][]; check_types: string[]; reasons: string[];
}
export interface StepText {
  action: string; target: string; thought: string; error: string; url: string; title: string; seconds: number;
  picture: string; events: number; box: [number, number, number, number] | null;
}
export interface EventText { step: number; at: string; shop: string; kind: string; text: string; strong: boolean }
export interface TrialTexts { steps: StepText[]; events: EventText[]; problem: string }
export interface ModelCall {
  step: number; model: string; messages: Record<string, Json>[]; repeated: number; reply: Record<string, Json>;
}
export interface TrialDetail {
  folder: string; trees: string[]; results: string[]; extras: Record<string, Json>[]; calls: ModelCall[];
  states: { step: number; passed: boolean[] }[]; pictures: Record<string, string>; traceback: string; attempts: number;
}
