// The settlements that an auction's log implies: which one each end opened, what it came to, and what voided bids made of it.
import type { AuctionEvent } from "../../src/auction/events.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import type { Database } from "../../src/platform/database/database.ts";

export interface CheckedSettlement extends Record<string, unknown> {
  id: string;
  winnerId: string;
  amountMinor: number;
  status: string;
  dueAt: number;
}

export const settlementsOf = (database: Database, auctionId: string) =>
  database.query<CheckedSettlement>(
    `select id, winner_id as "winnerId", amount_minor::float8 as "amountMinor", status,
       (extract(epoch from due_at) * 1000)::float8 as "dueAt"
     from settlements where auction_id = $1::text::uuid order by created_at, id`,
    [auctionId],
  );

interface Step {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
}

/** In the order of the ends that opened them. */
export const settlementsIn = (steps: readonly Step[]): CheckedSettlement[] => {
  const all = new Map<string, CheckedSettlement>();
  const change = (id: string | undefined, to: Partial<CheckedSettlement>): void => {
    const known = id === undefined ? undefined : all.get(id);
    if (known) all.set(known.id, { ...known, ...to } as CheckedSettlement);
  };
  for (const { before, after, events } of steps) {
    const [old, opened] = [before.settlement, after.settlement];
    if (old && old.id !== opened?.id) change(old.id, { status: endOf(events, after) });
    if (opened && old?.id !== opened.id) {
      const { id, winner, amountMinor, dueAt } = opened;
      all.set(id, { id, winnerId: winner.id, amountMinor, status: "open", dueAt });
    }
    const isVoid = events.some(({ type }) => type === "BidsVoided");
    if (!isVoid || before.winner === null || before.purchase !== null) continue;
    const last = [...all.values()].at(-1);
    if (after.winner === null) {
      if (last?.status === "paid") change(last.id, { status: "void" });
    } else if (last && (last.status === "open" || last.status === "paid") && last.amountMinor > after.priceMinor) {
      change(last.id, { amountMinor: after.priceMinor });
    }
  }
  return [...all.values()];
};

const endOf = (events: readonly AuctionEvent[], after: AuctionState): string => {
  if (events.some(({ type }) => type === "SettlementWaived")) return "waived";
  if (events.some(({ type }) => type === "SettlementForfeited")) return "forfeited";
  return after.status === "sold" ? "paid" : "void";
};
