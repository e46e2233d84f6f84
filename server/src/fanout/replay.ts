// A gap, replayed from the log as the events that would have been sent, or null where a snapshot is the better answer.
import type { PushFrame } from "@jara/shared/socket";
import { evolve } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import { withTerms } from "../auction/terms.ts";
import { toChangeFrames, type Viewer } from "../auction/to-public.ts";
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
    at = { ...change.events.reduce(evolve, at), version: change.version };
    const told = toChangeFrames(change.events, at, change.at, viewer, change.at);
    // Countdowns of the past would only confuse: the answer's snapshot has the end time that holds.
    frames.push(...told.filter(({ type }) => type !== "auction:countdown"));
  }
  return frames;
};

/** Terms, price, leader and count as they were before the gap; the rest each event sets anew. */
const stateBefore = async (
  database: Database,
  state: AuctionState,
  changes: readonly LoggedChange[],
): Promise<AuctionState> => {
  const events = changes.flatMap((change) => change.events);
  const before = events
    .filter((event) => event.type === "AuctionEdited")
    .reduceRight((at, event) => withTerms(at, event.before), state);
  const firstBid = events.find((event) => event.type === "BidPlaced");
  if (!firstBid) return before;
  const bidCount = firstBid.number - 1;
  const last = bidCount > 0 ? await bidOfNumber(database, state.id, bidCount) : null;
  return {
    ...before,
    bidCount,
    priceMinor: last?.amountMinor ?? before.startingPriceMinor,
    leader: last?.bidder ?? null,
  };
};
