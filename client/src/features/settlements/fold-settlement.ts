// Applies the events of the staff's feeds to the visible page of settlements. A visible row stays and keeps its place,
// even if it no longer matches the filters, so that nothing moves under the pointer.
import { inNaturalOrder } from "@jara/shared/natural-order";
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { type SettlementFilters, settlementFilters } from "./settlement-filters.ts";
import { fullNameOf } from "./settlement-words.ts";

export interface HeldSettlements extends Settlements {
  /** The server's time, in ms, at which the page was requested. */
  asOf: number;
  /** Settlements opened since the page was requested. */
  added: readonly string[];
}

/**
 * Sorts stuck ones first, then by due date, then the newest closed; within a sale it keeps each buyer's together, in the
 * order of the catalogue.
 */
const orderOf = ({ sale }: Pick<SettlementFilters, "sale">) =>
  sale === "" ? order : (a: Settlement, b: Settlement) => byBuyer(a, b) || byLot(a, b) || order(a, b);
export const byLot = (a: Settlement, b: Settlement): number => inNaturalOrder(a.sale?.lot ?? "", b.sale?.lot ?? "");
const byBuyer = (a: Settlement, b: Settlement): number => {
  const [one, other] = [a, b].map(({ buyer }) => buyer.username.toLowerCase());
  return one === other ? 0 : (one ?? "") < (other ?? "") ? -1 : 1;
};
const order = (a: Settlement, b: Settlement): number => {
  const rank = ({ status, stuck }: Settlement) => (status !== "open" ? 2 : stuck ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.status === "open") return Date.parse(a.dueAt) - Date.parse(b.dueAt);
  return Date.parse(b.closedAt ?? b.createdAt) - Date.parse(a.closedAt ?? a.createdAt);
};

export const heldSettlements = (
  answer: Settlements,
  asOf: number,
  filters: Pick<SettlementFilters, "sale"> = { sale: "" },
): HeldSettlements => ({
  ...answer,
  settlements: answer.settlements.toSorted(orderOf(filters)),
  asOf,
  added: [],
});

const matches = settlementFilters.matching<Settlement>({
  status: (settlement, status) => settlement.status === status,
  kind: (settlement, kind) => settlement.kind === kind,
  sale: ({ sale }, id) => sale?._id === id,
  buyer: ({ buyer }, id) => buyer._id === id,
  q: ({ reference, auction, buyer }, typed) => {
    const q = typed.toLowerCase();
    const texts = [auction.title, buyer.username, buyer.email, fullNameOf(buyer)];
    return reference.toLowerCase() === q || texts.some((text) => text.toLowerCase().includes(q));
  },
});

/**
 * True if the event says "open" of a settlement that is shown as closed: either the event is older, or the settlement was
 * reversed. Only a new read can tell.
 */
export const isUncertain = ({ settlements }: HeldSettlements, changed: Settlement): boolean => {
  const known = settlements.find(({ _id }) => _id === changed._id);
  return known !== undefined && known.status !== "open" && changed.status === "open";
};

/** Drops an uncertain event, unless it is the server's answer. */
export const foldSettlement = (
  held: HeldSettlements,
  changed: Settlement,
  filters: SettlementFilters,
  isAnswer = false,
): HeldSettlements => {
  const known = held.settlements.find(({ _id }) => _id === changed._id);
  if (known) {
    if (!isAnswer && isUncertain(held, changed)) return held;
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
  // On other pages a new row would push the last one out. Those pages are fetched again when they are opened.
  if (pagination.current !== 1) return counted;
  const inOrder = orderOf(filters);
  const place = settlements.findIndex((one) => inOrder(changed, one) < 0);
  if (place === -1 && pagination.pages > 1) return counted;
  return { ...counted, settlements: settlements.toSpliced(place === -1 ? settlements.length : place, 0, changed) };
};
