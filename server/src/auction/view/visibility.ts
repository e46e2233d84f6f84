// Decides who may see an auction, and which of its changes. No other code may decide this: REST answers, live events,
// lists and mails all call it. A draft that is not upcoming is shown only to staff who make lots, and a removed auction
// to nobody.

import { auctionStatuses } from "@jara/shared/auction";
import type { AuctionEvent } from "../events.ts";
import type { AuctionState } from "../state.ts";
import { isPrivileged, type Viewer } from "./viewer.ts";

/** One committed change: the auction before it and after it, and the events in between. */
export interface StateChange {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
}

/** Whether the viewer may see this auction. If not, the server answers as for an unknown id. */
export const isShown = (
  state: Pick<AuctionState, "status"> & Partial<Pick<AuctionState, "isUpcoming" | "isRemoved">>,
  viewer: Viewer,
): boolean =>
  state.isRemoved !== true && (state.status !== "draft" || state.isUpcoming === true || isPrivileged(viewer));

/** The statuses in which everybody sees each lot. Lists of a person's own bids and maxima contain only these. */
export const publicStatuses = auctionStatuses.filter((status) => isShown({ status }, { kind: "public" }));

/**
 * Returns the auction as the viewer sees it after a change, or null if the viewer must not learn of the change. After a
 * lot that was public became a hidden draft, everybody but staff who see drafts sees it as it was before, with the new
 * status and version, because the same change may have edited the draft.
 *
 * Only a public lot is withdrawn. A replay of the log does not know earlier states, so `before` may be the state after
 * the change, but a replay holds no change that hides a lot.
 */
export const shownAfter = ({ before, after, events }: StateChange, viewer: Viewer): AuctionState | null => {
  if (after.isRemoved) return isShown(before, viewer) ? after : null;
  if (isShown(after, viewer)) return after;
  const isHidden = isShown(before, viewer) || events.some(({ type }) => type === "AuctionWithdrawn");
  return isHidden ? asWithdrawn(before, after) : null;
};

/** Takes only the status, the version, the revision and `updatedAt` from `after`. */
const asWithdrawn = (before: AuctionState, { status, version, revision, updatedAt }: AuctionState): AuctionState => ({
  ...before,
  status,
  isUpcoming: false,
  version,
  revision,
  updatedAt,
  winner: null,
  purchase: null,
  settlement: null,
  secondChance: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  endedAt: null,
  statusReason: null,
  isEndSet: false,
});
