// Nightly verdicts: each night the house checks its own log and its own books, and signs what it found. A verdict names the
// hash of the one before, so that none can be removed or changed unseen. Its name differs from a checkpoint's and from a bid
// receipt's, so that a signature of one never counts for another.
import { fromBase64, toHex } from "./bytes.ts";
import { HASH_BYTES, sha256Of } from "./hashing.ts";
import { isHash, isIso } from "./shape.ts";
import { type Key, parseNote, signersOf } from "./signed-note.ts";

/**
 * `good`: everything that was checked held. `bad`: something did not. `unfinished`: no fault was found, but not
 * everything was checked.
 */
export type VerdictResult = "good" | "bad" | "unfinished";

interface At {
  readonly size: number;
  readonly root: Uint8Array;
}

export interface NightlyVerdict {
  /** `<origin of the log>/verdict`. */
  readonly name: string;
  readonly number: number;
  /** The day in Lagos, `2026-11-25`. */
  readonly date: string;
  /** The hash of the verdict before; null for the first one. */
  readonly previous: string | null;
  /** The hash of the text that is signed, in hex. */
  readonly hash: string;
  readonly madeMs: number;
  readonly result: VerdictResult;
  readonly logs: readonly { readonly origin: string; readonly from: At; readonly to: At }[];
  readonly entries: number;
  readonly lots: number;
  readonly bids: number;
  readonly judged: readonly string[];
  readonly findings: readonly string[];
  /** The reason why not all was checked. */
  readonly unfinished: readonly string[];
  readonly notes: readonly string[];
  /** The note as the house published it. */
  readonly note: string;
}

export const verdictName = (origin: string): string => `${origin}/verdict`;

const DATE = /^\d{4}-\d\d-\d\d$/;
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;
const results: readonly string[] = ["good", "bad", "unfinished"] satisfies VerdictResult[];

/** Returns the verdict, or a sentence that says why it is not one that a key of its name has signed. */
export const readVerdict = (note: string, keys: readonly Key[]): NightlyVerdict | string => {
  const parsed = parseNote(note);
  const verdict = parsed && inText(parsed.text, note);
  if (!parsed || !verdict) return "A verdict is damaged.";
  const signers = signersOf(
    parsed,
    keys.filter(({ name }) => name === verdict.name),
  );
  if (signers === null || signers.length === 0) {
    return `Verdict ${verdict.number} on ${verdict.date} does not carry the signature of a key that belongs to the house.`;
  }
  return verdict;
};

const inText = (text: string, note: string): NightlyVerdict | null => {
  const [name = "", ...lines] = text.slice(0, -1).split("\n");
  if (!/^\S+\/verdict$/.test(name)) return null;
  const fields = lines.map((line) => /^([a-z ]+): (.*)$/u.exec(line));
  const all = (key: string): string[] => fields.flatMap((field) => (field?.[1] === key ? [field[2] ?? ""] : []));
  const one = (key: string): string => all(key)[0] ?? "";
  const logs = all("log").map(logIn);
  const [number, date, previous, made, result] = ["number", "date", "previous", "made", "result"].map(one);
  const counts = ["entries", "lots", "bids"].map(one);
  if (!number || !date || !previous || !made || !result || logs.includes(null)) return null;
  if (!WHOLE.test(number) || !DATE.test(date) || !(previous === "none" || isHash(previous))) return null;
  if (!isIso(made) || !results.includes(result) || !counts.every((count) => WHOLE.test(count))) return null;
  const [entries = 0, lots = 0, bids = 0] = counts.map(Number);
  return {
    name,
    number: Number(number),
    date,
    previous: previous === "none" ? null : previous,
    note,
    hash: toHex(sha256Of(text)),
    madeMs: Date.parse(made),
    result: result as VerdictResult,
    entries,
    lots,
    bids,
    logs: logs.filter((log) => log !== null),
    findings: all("finding"),
    unfinished: all("unfinished"),
    judged: one("judged").split(", "),
    notes: all("note"),
  };
};

const logIn = (line: string): NightlyVerdict["logs"][number] | null => {
  const [origin = "", fromSize = "", fromRoot = "", toSize = "", toRoot = "", ...more] = line.split(" ");
  const [from, to] = [atOf(fromSize, fromRoot), atOf(toSize, toRoot)];
  return origin === "" || !from || !to || more.length > 0 ? null : { origin, from, to };
};

const atOf = (size: string, encoded: string): At | null => {
  const root = fromBase64(encoded);
  return WHOLE.test(size) && root?.length === HASH_BYTES ? { size: Number(size), root } : null;
};

/** Each chain by its name, the oldest verdict first. `verdicts`: the newest first. */
export const chainsOf = (verdicts: readonly NightlyVerdict[]): ReadonlyMap<string, readonly NightlyVerdict[]> => {
  const chains = new Map<string, NightlyVerdict[]>();
  for (const verdict of verdicts.toReversed()) {
    const chain = chains.get(verdict.name);
    if (chain) chain.push(verdict);
    else chains.set(verdict.name, [verdict]);
  }
  return chains;
};

/** Says in sentences what is wrong with a chain. `verdicts`: of one name, the oldest first. */
export const chainFaults = (verdicts: readonly NightlyVerdict[]): string[] => {
  const faults: string[] = [];
  const [first] = verdicts;
  if (first && (first.number === 1) !== (first.previous === null)) {
    faults.push(`Verdict ${first.number} of ${first.name} is not where the verdicts can begin.`);
  }
  for (const [index, verdict] of verdicts.entries()) {
    const before = verdicts[index - 1];
    if (!before) continue;
    const { name, number } = verdict;
    if (number !== before.number + 1) faults.push(`Verdict ${before.number + 1} of ${name} is missing.`);
    else if (verdict.previous !== before.hash) {
      faults.push(`Verdict ${before.number} of ${name} is not the one that the next verdict names: it was exchanged.`);
    }
  }
  return faults;
};

const HOUR_MS = 60 * 60 * 1000;
/**
 * The time by which a verdict must be published. The check begins at two in the night, in Lagos, and has time for three
 * tries until then.
 */
const DUE_BY_HOUR = 8;

/** The newest day on which there must be a verdict by now. `nowMs`: since 1970. */
export const dueDay = (nowMs: number): string =>
  new Date(nowMs + HOUR_MS - (24 + DUE_BY_HOUR) * HOUR_MS).toISOString().slice(0, 10);

/** Null if the verdicts are up to date. `date`: the day of the newest one; null if there is none. */
export const lateWords = (date: string | null, nowMs: number): string | null => {
  const due = dueDay(nowMs);
  if (date !== null && date >= due) return null;
  return date === null
    ? "There is no verdict yet. The first one comes in the night after the first whole day."
    : `The verdict on ${due} has not come. The last one is on ${date}.`;
};
