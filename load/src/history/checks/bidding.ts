// Checks the rules of bidding step by step: the leader, the price, no bid above its maximum, no bid from a person who
// may not bid, no bid while bidding is closed.
import { highestBalance, underWay } from "../balances.ts";
import { check, firstOf, same } from "../check.ts";
import { contested } from "../contest.ts";
import { bidderKinds, kindOf } from "../evidence.ts";
import type { LogEvent, State, Step } from "../log.ts";
import { isSuspended, stepped } from "../log.ts";
import { withSuspended } from "../rerun.ts";
import { fifthOf } from "../reservations.ts";
import { unpaidWinsIn } from "../unpaid-wins.ts";

type Bid = Extract<LogEvent, { type: "BidPlaced" }>;
const isBid = (event: LogEvent): event is Bid => event.type === "BidPlaced";

export const leaders = check(
  "leaders",
  "The highest maximum leads, the earliest on a tie, at the price that proxy bidding gives",
  ({ auctions }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        if (!step.before) continue;
        const kind = kindOf(step.row.events);
        const bids = step.row.events.filter(isBid);
        if (bids.length === 0 && !contests.has(kind)) continue;
        const [first] = bids;
        const manual = first?.kind === "manual" ? first : null;
        const expected = contested(beforeBids(step), manual, step.row.revision);
        const recorded = bids.map(({ bidder, amountMinor, kind }) => ({ bidderId: bidder.id, amountMinor, kind }));
        const wrong = `revision ${step.row.revision} records ${list(recorded)} where the rules give ${list(expected)}`;
        tally.tried(id, same(recorded, expected) ? null : wrong);
      }
      for (const { row, after } of steps) {
        if (after.status !== "active") continue;
        const least = after.priceMinor + after.incrementMinor;
        const above = [...after.maxima.values()].find(
          (one) => one.owner.id !== after.leader?.id && one.amountMinor >= least && !isSuspended(after, one),
        );
        const wrong =
          above &&
          `after revision ${row.revision} ${above.owner.id} does not lead at a maximum of ${above.amountMinor} and a price of ${after.priceMinor}`;
        tally.tried(id, wrong ?? null);
      }
    }
  },
);

const contests = new Set(["PlaceBid", "SetMaxBid", "ConfirmMaxBid"]);

/** The state after all events of the row that come before its first bid, without the maxima that the row suspends. */
const beforeBids = ({ row, before }: Step): State => {
  const index = row.events.findIndex(isBid);
  const events = index < 0 ? row.events : row.events.slice(0, index);
  return withSuspended(
    events.reduce((at, event) => stepped(at, event, row), before as State),
    row,
  );
};

const list = (bids: readonly { bidderId: string; amountMinor: number; kind: string }[]): string =>
  bids.map(({ bidderId, amountMinor, kind }) => `${kind} ${amountMinor} of ${bidderId}`).join(", ") || "no bid";

export const ceilings = check(
  "ceilings",
  "No auto-bid is above its owner's maximum, and none exists without a maximum",
  ({ auctions }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const { row, before } of steps) {
        let state = before;
        for (const event of row.events) {
          if (state && isBid(event) && event.kind === "auto") {
            const own = state.maxima.get(event.bidder.id)?.amountMinor;
            const what = `auto-bid ${event.number} of ${event.bidder.id} is ${event.amountMinor}`;
            const wrong = own === undefined ? `${what} without a maximum` : `${what} above their maximum of ${own}`;
            tally.tried(id, own !== undefined && event.amountMinor <= own ? null : wrong);
          }
          state = state && stepped(state, event, row);
        }
      }
    }
  },
);

const HOUR = 60 * 60 * 1000;
export const open = check(
  "open",
  "No bidder's command is accepted at or after the end, in a pause, or while the auction is not open",
  ({ auctions }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const { row, before } of steps) {
        const kind = kindOf(row.events);
        // A withdrawal is also possible in a pause; the check `voids` covers it.
        if (!before || !bidderKinds.has(kind) || kind === "WithdrawBids") continue;
        const leftMs = before.endsAt - row.at;
        const what = `${kind} (revision ${row.revision}) was accepted`;
        tally.tried(
          id,
          firstOf(
            before.isRemoved && `${what} after the auction was removed`,
            before.status !== "active" && `${what} while the auction was ${before.status}`,
            leftMs <= 0 && `${what} ${-leftMs} ms after the end`,
            kind === "BuyItNow" && leftMs <= HOUR && `${what} with ${leftMs} ms left, an hour or less`,
          ),
        );
      }
    }
  },
);

export const eligible = check(
  "eligible",
  "Nobody bids or buys who is unverified, banned, the seller, without a fifth of the amount as balance, or " +
    "barred because their bids were voided; no maximum bids for somebody with too many unpaid wins; only " +
    "administrators carry out administrators' commands",
  (evidence, tally) => {
    const underWayMs = underWay(evidence);
    const unpaidWins = unpaidWinsIn(evidence.stored);
    const { maxUnpaidWins = Number.POSITIVE_INFINITY } = evidence.history;
    for (const { id, steps } of evidence.auctions.values()) {
      for (const step of steps) {
        const { row, before } = step;
        const { actorId } = row;
        const kind = kindOf(row.events);
        if (!before || actorId === null) continue;
        for (const { bidder, kind, number } of row.events.filter(isBid)) {
          if (kind !== "auto") continue;
          // The forfeit may have come while the command was under way; then either decision is right.
          const unpaid = unpaidWins(bidder.id, row.at - underWayMs(id, row));
          const wrong = `auto-bid ${number} is for ${bidder.id}, who had ${unpaid} unpaid wins`;
          tally.tried(id, unpaid >= maxUnpaidWins ? wrong : null);
        }
        const user = evidence.stored.users.get(actorId);
        if (kind === "Admin") {
          const isAllowed = user?.role === "admin" || user?.hadAnotherRole;
          const what = `revision ${row.revision} (${row.events.map(({ type }) => type).join(", ")})`;
          tally.tried(id, isAllowed ? null : `${what} is by ${actorId}, who is no administrator`);
        }
        if (!bidderKinds.has(kind) || kind === "CancelMaxBid" || kind === "WithdrawBids") continue;
        const what = `${kind} (revision ${row.revision}) of ${actorId} was accepted`;
        // The account may have changed while the command was under way; then either decision is right.
        const from = row.at - underWayMs(id, row);
        const dueMinor = required(step, before, evidence.stored.lowestRate);
        const balanceMinor = highestBalance(evidence, actorId, from, row.at);
        tally.tried(
          id,
          firstOf(
            !user && `${what}, and there is no such account`,
            user && (user.verifiedAt === null || user.verifiedAt > row.at) && `${what}, who was not verified`,
            user && user.bannedAt !== null && user.bannedAt < from && `${what}, who was banned`,
            actorId === before.seller.id && `${what}, who is the seller`,
            before.barredIds.includes(actorId) && `${what}, whose bids on it were voided`,
            balanceMinor < dueMinor && `${what} with a balance of ${balanceMinor} where ${dueMinor} is due (kobo)`,
          ),
        );
      }
    }
  },
);

/** Kobo. A dollar amount is converted with the lowest rate that can have been in force. */
const required = ({ row }: Step, before: State, lowestRate: number): number => {
  const [first] = row.events;
  // Confirming a maximum needs no balance, because the owner had it when the maximum was set.
  const amountMinor =
    first?.type === "MaxBidSet" || first?.type === "BidPlaced"
      ? first.amountMinor
      : first?.type === "BuyItNowStarted"
        ? first.priceMinor
        : Number.NEGATIVE_INFINITY;
  return fifthOf(amountMinor, before, lowestRate);
};
