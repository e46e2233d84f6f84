// The keys with which this site signs its log and its bid receipts. They are kept on the device, so that a saved proof can
// be checked without a connection, and so that another key than before is noticed.
import * as z from "zod/mini";

const KEPT = "log-keys";

const keyList = z.array(z.object({ vkey: z.string() }));
const logAnswer = z.object({ keys: keyList, receiptKeys: keyList });

const kept = (): readonly string[] => {
  try {
    const found = z.array(z.string()).safeParse(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
    return found.success ? found.data : [];
  } catch {
    return [];
  }
};

/** The keys that the site publishes now, with those that it published before; those of before where it cannot be asked. */
export const houseKeys = async (): Promise<readonly string[]> => {
  const before = kept();
  try {
    const { keys, receiptKeys } = logAnswer.parse(await (await fetch("/log")).json());
    const all = [...new Set([...before, ...[...keys, ...receiptKeys].map(({ vkey }) => vkey)])];
    localStorage.setItem(KEPT, JSON.stringify(all));
    return all;
  } catch {
    return before;
  }
};
