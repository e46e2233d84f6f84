// Decides from the auction's status and the server's clock whether a max bid can still act for its owner, and how its
// owner stands, by the one rule for all screens.
import { type LotState, lotStateOf, type Me, nobody } from "@jara/shared/lot-state";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { badgesOf, type StateBadge } from "../../lots/state-badges.ts";
import { actionOf, PAUSED, RAISE } from "../../lots/state-words.ts";

export const AUCTION_OVER = "This auction has ended. Auto-bidding is no longer active.";
export const MAX_REACHED = "Your maximum bid amount has been reached or exceeded by the current price";

export interface AutoBidState {
  state: LotState;
  /** True if the auction is active and before its end: the max bid can act and can be cancelled. */
  running: boolean;
  /** The text of the grey notice, if any. */
  notice: string | null;
  /** True if the yellow notice is shown. */
  reached: boolean;
  /** True if the max bid waits for its owner, and its auction is not over. */
  suspended: boolean;
  /** False once the auction is over. Such maxima are listed below. A pause does not end an auction. */
  isOpen: boolean;
  badges: StateBadge[];
  /** The label of the button that raises it; null if it cannot be raised now. */
  raise: string | null;
}

export const autoBidStateOf = (listed: ListedMaxBid, nowMs: number): AutoBidState => {
  const { auction, maxAmount, currency, minimumBid, isWon } = listed;
  const running = auction.status === "active" && Date.parse(auction.endTime) > nowMs;
  const notice = running
    ? null
    : auction.status === "paused"
      ? `${PAUSED} You can cancel the maximum then.`
      : AUCTION_OVER;
  const isOpen = running || auction.status === "paused";
  const me = meOf(listed);
  const state = stateOf(listed, me, isOpen, nowMs);
  const action = running && !state.isSuspended ? actionOf(state, { currency, minimumBid }, me) : null;
  // The maximum of a lot that its owner won was not beaten, whatever the price.
  const isBeaten = isOpen || !isWon;
  return {
    state,
    running,
    notice,
    suspended: state.isSuspended,
    isOpen,
    reached: isBeaten && maxAmount <= auction.currentPrice,
    badges: isOpen || isWon ? badgesOf(state) : [],
    raise: action && (action.kind === "raise" ? action.label : RAISE),
  };
};

const meOf = ({ auction, maxAmount, contentVersion, isSuspended, isLeading, isWon }: ListedMaxBid): Me => ({
  ...nobody,
  hasBid: isLeading || isWon,
  maximum: {
    maxAmount,
    isSuspended: isSuspended || contentVersion < (auction.fullVersion ?? auction.contentVersion),
  },
});

/** The list knows nothing of soft closes and purchases. */
const stateOf = ({ auction, isLeading, isWon, ...lot }: ListedMaxBid, me: Me, isOpen: boolean, nowMs: number) =>
  lotStateOf(
    {
      ...lot,
      ...auction,
      isLeading: isLeading || isWon,
      winner: isWon ? { username: "You" } : null,
      status: isOpen ? auction.status : "ended",
      pausedUntil: null,
      softClose: null,
      latestEndTime: null,
    },
    me,
    nowMs,
  );
