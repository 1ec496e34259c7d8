/** The little that is computed here; what the report prints of runs comes with them. */
import type { Trial } from "./trials";

const QUANTILE = 1.959963984540054;

/** Wilson's interval of a share. */
export function wilson(passed: number, count: number): [number, number] {
  if (!count) return [0, 1];
  const share = passed / count;
  const square = QUANTILE * QUANTILE;
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half = (QUANTILE * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count))) / (1 + square / count);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

const choose = (from: number, count: number): number => {
  let ways = 1;
  for (let one = 0; one < count; one++) ways *= (from - one) / (count - one);
  return ways;
};

/** pass^k over tasks: the chance that k trials of a task all pass. */
export function passPower(trials: Trial[], k: number): number | null {
  const by = grouped(trials, (one) => one.text("task"));
  const shares = [...by.values()].filter((one) => one.length >= k).map((one) => choose(one.filter((each) => each.passed).length, k) / choose(one.length, k));
  return shares.length && shares.length === by.size ? mean(shares) : null;
}

export const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

export function grouped<Thing>(things: Iterable<Thing>, by: (thing: Thing) => string): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const one of things) {
    const key = by(one);
    const group = found.get(key);
    if (group) group.push(one);
    else found.set(key, [one]);
  }
  return found;
}

/** Excused trials say nothing of the agent. */
export const counted = (trial: Trial): boolean =>
  !["infra_error", "grader_error"].includes(trial.text("status")) || trial.text("suspicious") !== "";

/** Correlation of passing a task with the agent's completion on the others: below 0, weak agents solve it more often. */
export function discrimination(trials: Trial[], completions: Map<string, number>): number | null {
  const points = trials.map((one) => [one.passed ? 1 : 0, completions.get(`${one.text("run")}\n${one.text("agent")}`) ?? 0]);
  const [left, right] = [mean(points.map(([one]) => one)), mean(points.map(([, one]) => one))];
  let [both, first, second] = [0, 0, 0];
  for (const [one, other] of points) {
    both += (one - left) * (other - right);
    first += (one - left) ** 2;
    second += (other - right) ** 2;
  }
  return first && second ? both / Math.sqrt(first * second) : null;
}
