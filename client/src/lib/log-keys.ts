// Reads the keys with which the site signs its log, its bid receipts and its nightly verdicts, and those of the
// witnesses that it lists. The device keeps them, so that a proof can be saved and checked with them without a
// connection.
import { readStrings } from "./stored-strings.ts";

const HOUSE = "log-keys";
const WITNESSES = "log-witnesses";

type Listed = readonly { readonly vkey: string }[];
interface LogAnswer {
  readonly keys: Listed;
  readonly receiptKeys: Listed;
  readonly verdictKeys: Listed;
  readonly witnesses: Listed;
}

export interface LogKeys {
  readonly house: readonly string[];
  readonly witnesses: readonly string[];
}

/**
 * The keys that the site publishes now and the stored earlier ones; only the stored ones if the site cannot be asked.
 */
export const logKeys = async (): Promise<LogKeys> => {
  const before = { house: readStrings(HOUSE), witnesses: readStrings(WITNESSES) };
  try {
    const answer = (await (await fetch("/log")).json()) as LogAnswer;
    const withThose = (known: readonly string[], listed: Listed) => [
      ...new Set([...known, ...listed.map(({ vkey }) => vkey)]),
    ];
    const house = withThose(before.house, [...answer.keys, ...answer.receiptKeys, ...answer.verdictKeys]);
    const witnesses = withThose(before.witnesses, answer.witnesses);
    localStorage.setItem(HOUSE, JSON.stringify(house));
    localStorage.setItem(WITNESSES, JSON.stringify(witnesses));
    return { house, witnesses };
  } catch {
    return before;
  }
};
