// Checks withdrawals: the amount leaves the balance once, and comes back once if nothing was paid out.
import { check, firstOf } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import type { StoredEntry } from "../stored.ts";

const givingBack = new Set(["refused", "cancelled", "failed"]);

export const withdrawals = check(
  "withdrawals",
  "Each withdrawal takes its amount off the balance once, and never more than is there; it comes back once if the " +
    "withdrawal is refused, cancelled or fails, and never otherwise",
  ({ stored }: Evidence, tally) => {
    const entries = [...stored.ledger.values()].flat();
    const taken = byId(entries, "withdrawal", "withdrawal-");
    const returned = byId(entries, "withdrawal-return", "withdrawal-return-");
    for (const { id, userId, amountMinor, status } of stored.withdrawals) {
      const [out, back] = [taken.get(id) ?? [], returned.get(id) ?? []];
      const isOf = (sign: number) => (entry: StoredEntry) =>
        entry.userId === userId && entry.amountMinor === sign * amountMinor;
      const what = `withdrawal ${id} of ${amountMinor} kobo`;
      const due = givingBack.has(status) ? 1 : 0;
      tally.tried(
        null,
        firstOf(
          !(out.length === 1 && out.every(isOf(-1))) && `${what} took ${amountsOf(out)}`,
          !(back.length === due && back.every(isOf(1))) && `${what} is ${status}, and gave back ${amountsOf(back)}`,
          out.some(({ balanceAfterMinor }) => balanceAfterMinor < 0) && `${what} took more than the balance had`,
        ),
      );
    }
    const known = new Set(stored.withdrawals.map(({ id }) => id));
    for (const [id, of] of [...taken, ...returned]) {
      if (!known.has(id)) tally.tried(null, `${amountsOf(of)} kobo moved for withdrawal ${id}, which there is not`);
    }
  },
);

const byId = (entries: readonly StoredEntry[], cause: string, prefix: string): Map<string, StoredEntry[]> => {
  const found = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    if (entry.cause !== cause) continue;
    const id = entry.reference?.startsWith(prefix) ? entry.reference.slice(prefix.length) : (entry.reference ?? "");
    found.set(id, [...(found.get(id) ?? []), entry]);
  }
  return found;
};

const amountsOf = (entries: readonly StoredEntry[]): string =>
  entries.map(({ amountMinor }) => amountMinor).join(" and ") || "nothing";
