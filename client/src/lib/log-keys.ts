// The keys with which the site signs its log and its bid receipts. They are kept on the device, so that a proof can be saved
// with them without a connection.
const KEPT = "log-keys";

interface LogAnswer {
  readonly keys: readonly { readonly vkey: string }[];
  readonly receiptKeys: readonly { readonly vkey: string }[];
}

const kept = (): readonly string[] => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
};

/** The keys that the site publishes now, with those of before; those of before where it cannot be asked. */
export const logKeys = async (): Promise<readonly string[]> => {
  const before = kept();
  try {
    const { keys, receiptKeys } = (await (await fetch("/log")).json()) as LogAnswer;
    const all = [...new Set([...before, ...[...keys, ...receiptKeys].map(({ vkey }) => vkey)])];
    localStorage.setItem(KEPT, JSON.stringify(all));
    return all;
  } catch {
    return before;
  }
};
