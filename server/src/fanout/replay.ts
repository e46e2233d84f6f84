// A gap, replayed from the log as the events that would have been sent, or null where a snapshot is the better answer.
import type { PushFrame } from "@jara/shared/socket";
import { evolve } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import { type TimedBid, toLifeFrames, toPriceEvent, type Viewer } from "../auction/to-public.ts";
import type { Database } from "../store/database.ts";
import { bidOfNumber } from "../store/queries/bids.ts";
import { changesAfter, type LoggedChange } from "../store/queries/changes.ts";

/** Past this a snapshot is smaller and quicker than the gap. */
const LONGEST_GAP = 100;

/**
 * The events between `sinceVersion` and the state's version, one for each change, as the viewer may see them. Null if
 * the gap is too long or the log is not contiguous.
 */
export const replayGap = async (
  database: Database,
  state: AuctionState,
  sinceVersion: number,
  viewer: Viewer,
): Promise<PushFrame[] | null> => {
  const missing = state.version - sinceVersion;
  if (missing <= 0) return missing === 0 ? [] : null;
  if (missing > LONGEST_GAP || sinceVersion < 1) return null;
  const changes = (await changesAfter(database, state.id, sinceVersion, LONGEST_GAP)).filter(
    (change) => change.version <= state.version,
  );
  if (changes.length !== missing) return null;

  let at = await stateBefore(database, state, changes);
  const frames: PushFrame[] = [];
  for (const change of changes) {
    const bids: TimedBid[] = [];
    for (const event of change.events) {
      at = { ...evolve(at, event), version: change.version };
      if (event.type === "BidPlaced") bids.push({ bid: event, at: change.at });
      // Countdowns of the past would only confuse: the answer's snapshot has the end time that holds.
      else
        frames.push(...toLifeFrames(event, at, viewer, change.at).filter(({ type }) => type !== "auction:countdown"));
    }
    if (bids.length > 0) {
      frames.push({ type: "auction:price", data: toPriceEvent(at, change.version, bids, viewer, change.at) });
    }
  }
  return frames;
};

/** Price, leader and count as they were before the gap; the rest each event sets anew. */
const stateBefore = async (
  database: Database,
  state: AuctionState,
  changes: readonly LoggedChange[],
): Promise<AuctionState> => {
  const firstBid = changes.flatMap((change) => change.events).find((event) => event.type === "BidPlaced");
  if (!firstBid) return state;
  const bidCount = firstBid.number - 1;
  const last = bidCount > 0 ? await bidOfNumber(database, state.id, bidCount) : null;
  return {
    ...state,
    bidCount,
    priceMinor: last?.amountMinor ?? state.startingPriceMinor,
    leader: last?.bidder ?? null,
  };
};
