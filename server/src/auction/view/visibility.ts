// Decides who may see an auction, and which of its changes. No other code may decide this: REST answers, live events,
// lists and mails all call it. A draft is shown only to staff who make lots, and a removed auction to nobody.

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
export const isShown = (state: { status: AuctionState["status"]; isRemoved?: boolean }, viewer: Viewer): boolean =>
  state.isRemoved !== true && (state.status !== "draft" || isPrivileged(viewer));

/** The statuses that everybody may see. Lists of a person's own bids and maxima contain only these. */
export const publicStatuses = auctionStatuses.filter((status) => isShown({ status }, { kind: "public" }));

/**
 * Returns the auction as the viewer sees it after a change, or null if the viewer must not learn of the change. After a
 * withdrawal, everybody but staff who see drafts sees the auction as it was before, with the new status and version,
 * because the same change may have edited the draft.
 *
 * A draft cannot be withdrawn, so `AuctionWithdrawn` means that the auction was public before. `before.status` is read
 * only for a removal, because a replay of the log does not know earlier statuses and never holds a removal.
 */
export const shownAfter = ({ before, after, events }: StateChange, viewer: Viewer): AuctionState | null => {
  if (after.isRemoved) return isShown(before, viewer) ? after : null;
  if (isShown(after, viewer)) return after;
  return events.some(({ type }) => type === "AuctionWithdrawn") ? asWithdrawn(before, after) : null;
};

/** Takes only the status, the version, the revision and `updatedAt` from `after`. */
const asWithdrawn = (before: AuctionState, { status, version, revision, updatedAt }: AuctionState): AuctionState => ({
  ...before,
  status,
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
  statusReason: null,
  isEndSet: false,
});
