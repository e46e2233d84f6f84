// The state of a lot as My Bids knows it, by the one rule for all screens, its badges, and the link of its one action.
import { type LotState, lotStateOf, type Me, nobody } from "@jara/shared/lot-state";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { badgesOf, type StateBadge } from "./state-badges.ts";
import { actionOf, type StateAction } from "./state-words.ts";

type Row = Pick<MyAuction, "auction" | "owed" | "offer" | "highestBid" | "maxBid" | "listedAgainAs">;

const meOf = ({ auction, owed, offer, highestBid, maxBid }: Row): Me => ({
  ...nobody,
  // A row of a lot that is over is there because the person bid on it, even if their bids are void.
  hasBid: highestBid !== null || auction.status === "ended" || auction.status === "sold",
  highestBid,
  maximum: maxBid,
  owed,
  hasOffer: offer !== null,
  isSoldElsewhere: highestBid !== auction.currentPrice,
});

export const rowStateOf = (row: Row, nowMs: number): LotState =>
  lotStateOf({ ...row.auction, listedAgainAs: row.listedAgainAs }, meOf(row), nowMs);

const NO_BID: StateBadge = { words: "No valid bid", tone: "neutral" };

export const rowBadgesOf = (state: LotState): StateBadge[] => {
  const badges = badgesOf(state);
  return badges.length > 0 ? badges : [NO_BID];
};

export interface NextStep {
  readonly label: string;
  readonly to: string;
}

const pathOf: Record<StateAction["kind"], (lot: string) => string | null> = {
  bid: (lot) => `${lot}?bid=next`,
  "own-bid": () => null,
  raise: (lot) => `${lot}?bid=auto`,
  review: () => "/my-max-bids",
  pay: (lot) => `${lot}?pay`,
  answer: () => "/purchases",
  collect: (lot) => `${lot}?pay`,
  "open-new": (lot) => lot,
};

/** The one action of the row; null if there is only the auction to look at. */
export const nextStepOf = (row: Row, state: LotState): NextStep | null => {
  const { auction } = row;
  // A maximum can be confirmed in a pause too.
  const asked = state.isSuspended ? { ...state, name: "maximum-suspended" as const } : state;
  if (state.name === "free") return null;
  const action = actionOf(asked, auction, meOf(row), row.owed?.remaining);
  const to = action && pathOf[action.kind](`/auction/${state.name === "relisted" ? row.listedAgainAs : auction._id}`);
  return to ? { label: action.label, to } : null;
};
