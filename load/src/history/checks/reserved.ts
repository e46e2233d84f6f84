// Checks a site whose bids reserve money (`BALANCE_RULE=hold`): no two open commitments use the same money. The check is
// made whenever somebody commits money, because only then can they use money that is reserved.
import { highestBalance, underWay } from "../balances.ts";
import { check } from "../check.ts";
import { kindOf } from "../evidence.ts";
import type { Step } from "../log.ts";
import { fifthOf, Reservations } from "../reservations.ts";

export const reserved = check(
  "reserved",
  "Where bids reserve money, nobody bids, sets a maximum, buys or pays from the balance with money that their other " +
    "bids and maxima have reserved on open auctions",
  (evidence, tally) => {
    const { history, stored, auctions } = evidence;
    if (!history.reservesMoney) return;
    // The lowest rate that can have been in force, so that only a certain violation counts.
    const reservations = new Reservations(auctions, stored.lowestRate);
    const underWayMs = underWay(evidence);
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        const { row } = step;
        const asked = dueOf(step, stored.lowestRate);
        if (asked === null || row.actorId === null || row.at < (history.since ?? 0)) continue;
        // A bid that is outbid within its own batch, and so within its own millisecond, never was an open commitment.
        const isBid = row.events.some(({ type }) => type === "BidPlaced" || type === "MaxBidSet");
        const due = isBid ? Math.min(asked, reservations.endingWith(row.actorId, id, row.at)) : asked;
        const elsewhere = reservations.leastBeside(row.actorId, id, row.at);
        // The account may have changed while the command was under way; then either decision is right.
        const balance = highestBalance(evidence, row.actorId, row.at - underWayMs(id, row), row.at);
        const what = `${kindOf(row.events)} (revision ${row.revision}) of ${row.actorId} needs ${due}`;
        const wrong = `${what}, and of a balance of ${balance} other auctions have ${elsewhere} reserved (kobo)`;
        tally.tried(id, due > 0 && balance - elsewhere < due ? wrong : null);
      }
    }
  },
);

/** The kobo that the step's author must have available; null if it commits none of their money. */
const dueOf = ({ row, before }: Step, lowestRate: number): number | null => {
  const [first] = row.events;
  if (!before || !first) return null;
  switch (first.type) {
    // A manual bid and a maximum come first in their steps.
    case "BidPlaced":
    case "MaxBidSet":
      return fifthOf(first.amountMinor, before, lowestRate);
    case "BuyItNowStarted":
      return fifthOf(first.priceMinor, before, lowestRate);
    case "PaymentReceived":
      return first.method === "balance" ? first.ngnMinor : null;
    default:
      return null;
  }
};
