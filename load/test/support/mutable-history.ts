// Makes a story's history mutable, with a short name for each part, so that a test can make one part wrong.
import type { LogEvent } from "../../src/history/log.ts";
import { auctionId, commandId, smallHistory } from "./small-history.ts";

export type Mutable<T> = T extends number
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Mutable<V>>
    : T extends object
      ? { -readonly [K in keyof T]: Mutable<T[K]> }
      : T;

/** A history whose parts can be changed to make it wrong. */
export const mutableHistory = (historyOf: typeof smallHistory = smallHistory) => {
  const { history, stored } = historyOf() as Mutable<ReturnType<typeof smallHistory>>;
  const of = <T>(rows: Map<string, T[]>): T[] => rows.get(auctionId) ?? [];
  const log = of(stored.log);
  const found = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error("the small history has no such thing");
    return one;
  };
  return {
    history,
    stored,
    found,
    log,
    row: (revision: number) => found(log[revision - 1]),
    event: <E extends LogEvent["type"]>(revision: number, type: E) =>
      found(log[revision - 1]?.events.find((event) => event.type === type)) as Mutable<Extract<LogEvent, { type: E }>>,
    auction: found(stored.auctions.get(auctionId)),
    bids: of(stored.bids),
    maxima: of(stored.maxima),
    purchases: of(stored.purchases),
    settlements: of(stored.settlements),
    payments: of(stored.payments),
    offers: of(stored.offers),
    receipts: of(stored.receipts),
    notifications: of(stored.notifications),
    back: stored.comingBack,
    /** Dayo's, or the seller's in the story of fair play; `null`: of the end. */
    reminder: (what: string | null) =>
      found(
        of(stored.notifications).find(
          ({ mergeKey }) => mergeKey === (what === null ? `reminder:${auctionId}` : `reminder:${auctionId}:${what}`),
        ),
      ),
    online: of(stored.online),
    user: (id: string) => found(stored.users.get(id)),
    entries: (id: string) => found(stored.ledger.get(id)),
    call: (revision: number) =>
      found(history.calls.find(({ invocation }) => invocation.commandId === commandId(revision))),
    get refused() {
      return found(history.calls.find(({ outcome }) => outcome.kind === "refused"));
    },
    record: (revision: number) => found(stored.commands.find((one) => one.commandId === commandId(revision))),
    seen: found(history.watching[0]).seen,
    received: (type: string, index = 0) =>
      found(
        history.watching[0]?.seen.filter((one) => one.kind === "event" && one.type === type)[index] as
          | { data: Record<string, never>; at: number; type: string }
          | undefined,
      ),
  };
};
export type MutableHistory = ReturnType<typeof mutableHistory>;
