// Gives bidders time if a lot that was over opens again: two hours until the end, and a day to withdraw if it changed
// meanwhile (rule 14). A lot opens again by an administrator's status change, or because the payment of a purchase is
// taken back.
import type { UsersFacts } from "./commands.ts";
import { endWithNotice } from "./content.ts";
import type { AuctionEvent } from "./events.ts";
import { versionsSinceEnd } from "./life-in-log.ts";
import { type AuctionState, hasBidsOrMaxima, isOpen, isSuspended } from "./state.ts";
import { differenceTo } from "./terms.ts";

/**
 * Says how the lot changed while it was over: since its end, or by the edit that opens it. Its bidders could not
 * withdraw before, and could not confirm their maxima. Null: it did not.
 */
export const changeWhileOver = (
  state: AuctionState,
  { log = [] }: UsersFacts,
  now: number,
): "change" | "correction" | null => {
  if (state.contentChangedAt === null || isOpen(state) || !hasBidsOrMaxima(state)) return null;
  const versions = versionsSinceEnd(log);
  // A correction changes no status, so it is never the edit that opens the lot.
  const isChanged = state.contentChangedAt === now || versions.some(({ correction }) => correction === undefined);
  if (isChanged) return "change";
  return versions.length > 0 ? "correction" : null;
};

/**
 * Gives bidders as much time as after an edit of an open lot (rule 14) if staff open a lot with bids that was over
 * (`reopened`), because its bidders stopped looking, or if the lot changed after its end. Owners of maxima that a change
 * suspended get it in any case. `state`: the lot after it opened again.
 */
export const noticeOnReopening = (
  state: AuctionState,
  change: ReturnType<typeof changeWhileOver> | "reopened",
  now: number,
): AuctionEvent[] => {
  // A maximum of somebody who may not bid (rule 18) has version 0, and must not show in the end. A maximum without a bid
  // is hidden too, so bids alone count for a lot that staff open again.
  const isDue =
    change === "change" ||
    (change === "reopened" && state.bidCount > 0) ||
    [...state.maxBids.values()].some((maxBid) => maxBid.contentVersion > 0 && isSuspended(state, maxBid));
  const notice = isDue ? endWithNotice(state, state.endsAt, now) : null;
  const difference = notice && differenceTo(state, { endsAt: notice.endsAt });
  if (!difference) return [];
  const isEndNotice = state.status === "paused" && ({ isEndNotice: true } as const);
  return [{ type: "AuctionEdited", ...difference, scheduledEndsAt: notice.scheduledEndsAt, ...isEndNotice }];
};
