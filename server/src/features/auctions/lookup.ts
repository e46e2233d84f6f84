// Looks up one auction, or a list of them, as a caller may see it, and refuses staff who have an interest in one. Other
// features' routes use these functions.

import type { Auction } from "@jara/shared/auction";
import type { AuctionState } from "../../auction/state.ts";
import { toView } from "../../auction/view/to-public.ts";
import type { Viewer } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import { interestsAmong, viewerOn, viewersOn } from "../../engine/reads/interests.ts";
import { refuse } from "../../platform/http/refused.ts";
import type { RouteDeps } from "../route-deps.ts";

export const auctionNotFound = () => refuse("NOT_FOUND", { message: "Auction not found" });

/**
 * Returns the auction, or throws 404 if the caller may not see it (visibility.ts). `viewer` is the caller's role on
 * this auction: a member of the staff with an interest in it counts as an ordinary user.
 */
export const lookAt = async (
  { database }: Pick<RouteDeps, "database">,
  id: string,
  caller: Viewer,
): Promise<{ state: AuctionState; viewer: Viewer }> => {
  const viewer = await viewerOn(database, id, caller);
  const state = await findAuction(database, id);
  if (!state || !isShown(state, viewer)) return auctionNotFound();
  return { state, viewer };
};

/** The auction as the caller may see it, for an answer. */
export const viewOf = async (
  deps: Pick<RouteDeps, "database" | "clock">,
  id: string,
  caller: Viewer,
): Promise<Auction> => {
  const { state, viewer } = await lookAt(deps, id, caller);
  return toView(state, viewer, deps.clock.now());
};

/** Refuses a member of the staff who has an interest in the auction (rule "Conflicts of interest"). */
export const refuseInterested = async (
  { database }: Pick<RouteDeps, "database">,
  userId: string,
  auctionId: string,
): Promise<void> => {
  const found = await interestsAmong(database, [{ userId, auctionId }]);
  if (found.length > 0) refuse("CONFLICT_OF_INTEREST");
};

/** Each auction of a list as the caller may see it. */
export const viewsOf = async (
  { database, clock }: Pick<RouteDeps, "database" | "clock">,
  auctions: readonly AuctionState[],
  caller: Viewer,
): Promise<Auction[]> => {
  const viewerOf = await viewersOn(
    database,
    auctions.map(({ id }) => id),
    caller,
  );
  const now = clock.now();
  return auctions.map((auction) => toView(auction, viewerOf(auction.id), now));
};

/**
 * Refuses to sell a lot by setting its status if payments may need a second person, because only a confirmation of the
 * settlement's payment names the amount.
 */
export const refuseUnseenSale = (
  { secondPersonAboveMinor }: Pick<RouteDeps["config"], "secondPersonAboveMinor">,
  status: AuctionState["status"] | undefined,
): void => {
  if (status !== "sold" || secondPersonAboveMinor === null) return;
  refuse("FORBIDDEN", { message: "Confirm the payment under Settlements. Large payments need a second person." });
};
