/** Filter expressions: `agent=keyword category=cart* steps>20 tag=false_claim "text in any message" (a or b) -c`. */
import { Trial } from "./trials";

export type Filter = { matches: (trial: Trial) => boolean; needsTexts: boolean; problem: string };
type Test = (trial: Trial) => boolean;

const TEXTS = ["run", "suite", "agent", "task", "status", "ending", "category", "set", "template", "difficulty", "interface", "error", "isolation", "suspicious"];
const NUMBERS = ["trial", "reward", "state_reward", "precision", "recall", "f1", "steps", "seconds", "attempt", "input_tokens", "output_tokens", "calls", "usd", "tokens"];
export const FIELDS = [...TEXTS, ...NUMBERS, "tag", "check", "reason", "goal"];
const TOKEN = /\s*(?:(\()|(\))|(-(?=[\w("'])|!(?!=))|"([^"]*)"|'([^']*)'|([\w]+)\s*(!=|<=|>=|=|<|>|~)\s*(?:"([^"]*)"|([^\s()]+))|([^\s()]+))/y;

interface Token { kind: "open" | "close" | "not" | "text" | "test" | "or" | "and"; text: string; field?: string; sign?: string }

function tokens(source: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  let at: RegExpExecArray | null;
  while (TOKEN.lastIndex < source.trimEnd().length && (at = TOKEN.exec(source))) {
    if (at[1]) found.push({ kind: "open", text: "(" });
    else if (at[2]) found.push({ kind: "close", text: ")" });
    else if (at[3]) found.push({ kind: "not", text: at[3] });
    else if (at[4] !== undefined || at[5] !== undefined) found.push({ kind: "text", text: at[4] ?? at[5] });
    else if (at[6]) found.push({ kind: "test", field: at[6].toLowerCase(), sign: at[7], text: at[8] ?? at[9] });
    else if (/^(or|and|not)$/i.test(at[10])) found.push({ kind: at[10].toLowerCase() as "or" | "and" | "not", text: at[10] });
    else found.push({ kind: "text", text: at[10] });
  }
  return found;
}

/** Reads an expression; where it cannot be read, everything matches, and the problem is told. */
export function readFilter(source: string): Filter {
  const all = tokens(source);
  let at = 0;
  let needsTexts = false;

  function either(): Test {
    const parts = [both()];
    while (all[at]?.kind === "or") { at++; parts.push(both()); }
    return parts.length === 1 ? parts[0] : (trial) => parts.some((one) => one(trial));
  }
  function both(): Test {
    const parts: Test[] = [];
    while (at < all.length && all[at].kind !== "or" && all[at].kind !== "close") {
      if (all[at].kind === "and") at++;
      else parts.push(single());
    }
    if (!parts.length) throw new Error("something is missing");
    return (trial) => parts.every((one) => one(trial));
  }
  function single(): Test {
    const token = all[at++];
    if (!token) throw new Error("something is missing at the end");
    if (token.kind === "not") { const inner = single(); return (trial) => !inner(trial); }
    if (token.kind === "open") {
      const inner = either();
      if (all[at++]?.kind !== "close") throw new Error("a bracket is not closed");
      return inner;
    }
    if (token.kind === "test") return test(token);
    if (token.kind === "text") {
      needsTexts = true;
      const sought = token.text.toLowerCase();
      return (trial) => trial.all.searchText(trial).includes(sought);
    }
    throw new Error(`unexpected ${token.text}`);
  }

  if (!all.length) return { matches: () => true, needsTexts: false, problem: "" };
  try {
    const matches = either();
    if (at < all.length) throw new Error(`unexpected ${all[at].text}`);
    return { matches, needsTexts, problem: "" };
  } catch (error) {
    return { matches: () => true, needsTexts: false, problem: (error as Error).message };
  }
}

function test({ field, sign, text }: Token): Test {
  if (NUMBERS.includes(field!)) {
    const bound = Number(text);
    if (Number.isNaN(bound)) throw new Error(`${field} is a number, found ${text}`);
    const value = (trial: Trial) => (field === "tokens" ? trial.tokens : trial.number(field!));
    const holds: Record<string, (value: number) => boolean> = {
      "=": (one) => one === bound, "!=": (one) => one !== bound, "<": (one) => one < bound, ">": (one) => one > bound,
      "<=": (one) => one <= bound, ">=": (one) => one >= bound,
    };
    if (!holds[sign!]) throw new Error(`${field}${sign} is no comparison of numbers`);
    return (trial) => { const found = value(trial); return found !== null && holds[sign!](found); };
  }
  const values = valuesOf(field!);
  if (sign === "<" || sign === ">" || sign === "<=" || sign === ">=") throw new Error(`${field} is a text; compare it by = or ~`);
  const sought = text.toLowerCase();
  const pattern = new RegExp(`^${sought.split("*").map((one) => one.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s");
  const holds = (value: string) => (sign === "~" ? value.toLowerCase().includes(sought) : pattern.test(value.toLowerCase()));
  return sign === "!=" ? (trial) => !values(trial).some(holds) : (trial) => values(trial).some(holds);
}

function valuesOf(field: string): (trial: Trial) => string[] {
  if (field === "tag") return (trial) => trial.tags;
  if (field === "check") return (trial) => trial.checks.filter((one) => !one.passed).map((one) => one.type);
  if (field === "reason") return (trial) => [trial.reason, ...trial.checks.map((one) => one.reason)];
  if (field === "goal") return (trial) => [trial.task?.goal ?? ""];
  if (TEXTS.includes(field)) return (trial) => [trial.text(field)];
  throw new Error(`there is no ${field}; fields are ${FIELDS.join(", ")}`);
}

/** One condition of an expression. */
export const condition = (field: string, value: string): string => `${field}=${/^[^\s()"']+$/.test(value) ? value : `"${value.replaceAll('"', "*")}"`}`;
