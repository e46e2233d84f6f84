// Checks the order in which the lots of a sale close: a lot that soft close moved holds the lots after it open.
import { check, iso } from "../check.ts";
import type { State, Step } from "../log.ts";

/** A lot that ends later than this was moved by hand, for itself, and no other lot waits for it. */
const WAITED_FOR_MS = 3_600_000;
/** The clock that closes a lot may miss a change of another lot that is being committed at that moment. */
const SEEN_AFTER_MS = 1_000;
/** The server reads what is due a little before it closes it, so a lot this near to the limit may go either way. */
const EDGE_MS = 10_000;

export const saleOrder = check(
  "sale-order",
  "The clock closes no lot of a sale before an earlier lot that is open and ends later (any lot of its group, where lots " +
    "close together), unless that lot ends more than an hour later, or somebody used Buy It Now on it and did not pay. A lot that was " +
    "published on its own before the sale is in no order, until it opens again",
  ({ auctions, stored }, tally) => {
    for (const { closing, groupSize, publishedAt, lots: numbered } of stored.sales) {
      const groupOf = new Map(numbered.map(({ id, lotNumber }) => [id, groupNumber(lotNumber, groupSize)]));
      const lots = numbered.map(({ id }) => id);
      const open = lots.flatMap((id) => auctions.get(id) ?? []);
      for (const [place, { id, steps }] of open.entries()) {
        const end = steps.find(isClosedByClock);
        if (!end?.before) continue;
        const { at } = end.row;
        if (isLeftOut(steps, publishedAt, at)) continue;
        const waitsFor =
          closing === "together"
            ? open.filter((lot) => lot.id !== id && groupOf.get(lot.id) === groupOf.get(id))
            : open.slice(0, place);
        const early = waitsFor.find((lot) => {
          const [known, now] = [stateAt(lot.steps, at - SEEN_AFTER_MS), stateAt(lot.steps, at)];
          if (known?.status !== "active" || now?.status !== "active" || wasBought(lot.steps, at)) return false;
          if (isLeftOut(lot.steps, publishedAt, at)) return false;
          const lateMs = Math.min(known.endsAt, now.endsAt);
          return lateMs > (end.before?.endsAt ?? 0) && lateMs < at + WAITED_FOR_MS - EDGE_MS;
        });
        tally.tried(id, early ? `it closed at ${iso(at)}, before lot ${early.id} of its sale` : null);
      }
    }
  },
);

const groupNumber = (lotNumber: number, size: number | null): number =>
  size === null ? 0 : Math.floor((lotNumber - 1) / size);

const isClosedByClock = ({ row }: Step): boolean => row.actorId === null && row.events[0]?.type === "AuctionEnded";

/** True if somebody used Buy It Now on the lot before. If the lot is active again, no other lot waits for it. */
const wasBought = (steps: readonly Step[], at: number): boolean =>
  steps.some(({ row }) => row.at <= at && row.events.some(({ type }) => type === "BuyItNowStarted"));

/** True if the lot was no draft when its sale was published, and has not been one since. */
const isLeftOut = (steps: readonly Step[], publishedAt: number | null, at: number): boolean => {
  const then = publishedAt === null ? undefined : stateAt(steps, publishedAt);
  if (publishedAt === null || then === undefined || then.status === "draft") return false;
  return !steps.some(({ row, after }) => row.at > publishedAt && row.at <= at && after.status === "draft");
};

/** Undefined before the auction's first step. */
const stateAt = (steps: readonly Step[], at: number): State | undefined =>
  steps.findLast(({ row }) => row.at <= at)?.after;
