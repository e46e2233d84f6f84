// What the administrators' feed says of a settlement, folded into the page of the list that is on the screen. A row that
// is shown keeps its place and stays, even where it no longer fits the filters: nothing moves under the pointer.
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import type { SettlementFilters } from "./settlement-filters.ts";
import { fullNameOf } from "./settlement-words.ts";

export interface HeldSettlements extends Settlements {
  /** The server's time, in ms, when the page was asked for. */
  asOf: number;
  /** Opened since. */
  added: readonly string[];
}

/** Stuck ones first, then what is due next, then the newest closed. */
const order = (a: Settlement, b: Settlement): number => {
  const rank = ({ status, stuck }: Settlement) => (status !== "open" ? 2 : stuck ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.status === "open") return Date.parse(a.dueAt) - Date.parse(b.dueAt);
  return Date.parse(b.closedAt ?? b.createdAt) - Date.parse(a.closedAt ?? a.createdAt);
};

export const heldSettlements = (answer: Settlements, asOf: number): HeldSettlements => ({
  ...answer,
  settlements: answer.settlements.toSorted(order),
  asOf,
  added: [],
});

const matches = ({ status, kind, auction, buyer }: Settlement, filters: SettlementFilters): boolean => {
  const q = filters.q.toLowerCase();
  return (
    (!filters.status || filters.status === status) &&
    (!filters.kind || filters.kind === kind) &&
    [auction.title, buyer.username, buyer.email, fullNameOf(buyer)].some((text) => text.toLowerCase().includes(q))
  );
};

export const foldSettlement = (
  held: HeldSettlements,
  changed: Settlement,
  filters: SettlementFilters,
): HeldSettlements => {
  const known = held.settlements.find(({ _id }) => _id === changed._id);
  if (known) {
    // Closed is closed: that it is open is older news.
    if (known.status !== "open" && changed.status === "open") return held;
    return { ...held, settlements: held.settlements.map((one) => (one === known ? changed : one)) };
  }
  if (held.added.includes(changed._id) || !matches(changed, filters)) return held;

  const { pagination, settlements } = held;
  const isNew = Date.parse(changed.createdAt) > held.asOf;
  const total = pagination.total + (isNew ? 1 : 0);
  const counted: HeldSettlements = {
    ...held,
    added: isNew ? [...held.added, changed._id] : held.added,
    pagination: { ...pagination, total, pages: Math.max(1, Math.ceil(total / pagination.limit)) },
  };
  // On other pages a row would push the last one out: they are read anew when they are gone to.
  if (pagination.current !== 1) return counted;
  const place = settlements.findIndex((one) => order(changed, one) < 0);
  if (place === -1 && pagination.pages > 1) return counted;
  return { ...counted, settlements: settlements.toSpliced(place === -1 ? settlements.length : place, 0, changed) };
};
