// Checks conflicts of interest: no administrator bids unless the site allows it, and nobody administers an auction in
// which they have an interest.
import { check, firstOf } from "../check.ts";
import { bidderKinds, kindOf, payerKinds } from "../evidence.ts";
import type { State } from "../log.ts";
import { recordedBids } from "../recorded-bids.ts";

const taking = new Set(["PlaceBid", "SetMaxBid", "ConfirmMaxBid", "BuyItNow"]);

export const interest = check(
  "interest",
  "No administrator bids or buys, unless the run's site allows it, and none administers an auction in which " +
    "they have an interest",
  ({ auctions, stored, history }, tally) => {
    for (const { id, steps } of auctions.values()) {
      const rows = steps.map(({ row }) => row);
      for (const { row, before } of steps) {
        const { actorId } = row;
        if (actorId === null || !before) continue;
        const kind = kindOf(row.events);
        const user = stored.users.get(actorId);
        const isStaff = user?.role === "admin" && !user.hadAnotherRole;
        const what = `revision ${row.revision} (${row.events.map(({ type }) => type).join(", ")})`;
        if (taking.has(kind)) {
          const wrong = isStaff && !history.staffMayBid && `${what} is by ${actorId}, who is an administrator`;
          tally.tried(id, wrong || null);
        } else if (!bidderKinds.has(kind) && !payerKinds.has(kind)) {
          const hasBid = recordedBids(id, rows.slice(0, row.revision - 1)).some(
            ({ bidderId, voidedAt }) => bidderId === actorId && voidedAt === null,
          );
          const wrong = `${what} is by ${actorId}, who has a part in the auction`;
          tally.tried(id, firstOf((hasBid || takesPart(before, actorId)) && wrong));
        }
      }
    }
  },
);

const takesPart = ({ leader, winner, purchase, maxima }: State, userId: string): boolean =>
  leader?.id === userId || winner?.id === userId || purchase?.buyer.id === userId || maxima.has(userId);
