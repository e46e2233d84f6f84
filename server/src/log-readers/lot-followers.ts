// Finds the people for whom a change of a lot's status or outcome matters. It may change its bidders' position and the
// money that the lot holds, and the text of the notifications that its bidders and watchers have.
import { union } from "drizzle-orm/pg-core";
import { type AuctionState, outcomeOfLot } from "../auction/state.ts";
import type { StateChange } from "../auction/view/visibility.ts";
import type { Db } from "../platform/database/database.ts";
import { bids, maxBids } from "../platform/database/schema/bids.ts";
import { watches } from "../platform/database/schema/watches.ts";
import { isAnyOf } from "../platform/database/statements.ts";

export interface LotFollowers {
  /** Everybody who ever had a bid or a maximum on the lots. */
  readonly bidders: readonly string[];
  readonly watchers: readonly string[];
}

/** A lot stays sold when its win is paid, which changes nothing for the others. */
const standingOf = (state: AuctionState): string => {
  const outcome = outcomeOfLot(state, false);
  return outcome === null ? state.status : `${outcome} ${state.priceMinor}`;
};

const movesStanding = ({ before, after }: StateChange): boolean => standingOf(before) !== standingOf(after);

export const followersOfMoved = async (tx: Db, changes: readonly StateChange[]): Promise<LotFollowers> => {
  const lots = [...new Set(changes.filter(movesStanding).map(({ after }) => after.id))];
  if (lots.length === 0) return { bidders: [], watchers: [] };
  const bidders = await union(
    tx.select({ userId: bids.bidderId }).from(bids).where(isAnyOf(bids.auctionId, lots)),
    tx.select({ userId: maxBids.userId }).from(maxBids).where(isAnyOf(maxBids.auctionId, lots)),
  );
  const watchers = await tx
    .selectDistinct({ userId: watches.userId })
    .from(watches)
    .where(isAnyOf(watches.auctionId, lots));
  return { bidders: bidders.map(({ userId }) => userId), watchers: watchers.map(({ userId }) => userId) };
};
