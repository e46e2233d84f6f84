// The state of a lot for one person at one moment, with a name. It is the one rule from which the bid panel, a phone's
// bar, a card's badges, My Bids, Auto-Bids and toasts take what they say, so that no two of them can disagree.
//
// To show a state on a screen:
//   const state = lotStateOf(auction, me, nowMs)   `me` starts from `nobody`; a list fills in what its rows know
//   badgesOf(state)                                 the badges (client/src/lots/state-badges.ts, small enough for cards)
//   sentenceOf(state, auction)                      the one sentence (client/src/lots/state-words.ts)
//   actionOf(state, auction, me)                    the one action, or null (the same file)
// A new screen never compares amounts or statuses itself. A new state gets its name here, and its words there; both
// tables must have it to compile.
//
// The state does not depend on what the person may do (visitor, seller, staff, unverified): the panel checks that first.
import type { Auction } from "./auction.ts";
import type { pickupStatuses, SettlementKind, SettlementStatus } from "./rest/settlements.ts";

export const lotStateNames = [
  // The lot is open.
  "free",
  "leading",
  "leading-below-reserve",
  "leading-in-full",
  "outbid",
  "tied",
  "maximum-used-up",
  "maximum-too-low",
  "maximum-suspended",
  "closing",
  // Bidding stands still.
  "being-bought",
  "being-bought-by-me",
  "paused",
  "upcoming",
  // The person got the lot, or may get it.
  "offered",
  "won",
  "won-to-pay",
  "paid",
  "ready",
  "collected",
  "not-paid",
  // The lot is over for the person.
  "lost",
  "sold",
  "unsold",
  "relisted",
  "cancelled",
  "withdrawn",
] as const;
export type LotStateName = (typeof lotStateNames)[number];

export type StateLot = Pick<
  Auction,
  | ("status" | "endTime" | "pausedUntil" | "softClose" | "latestEndTime")
  | ("isLeading" | "winner" | "currentPrice" | "minimumBid" | "hasReserve" | "reserveMet")
> & {
  isUpcoming?: true | undefined;
  /** The public auction as which the unsold lot was listed again. Left out: unknown. */
  listedAgainAs?: string | null | undefined;
};

/** How the person stands to the lot. */
export interface Me {
  /** They have a bid that counts. */
  hasBid: boolean;
  /** Their highest bid that counts; null without one, and where a list does not know it. */
  highestBid: number | null;
  maximum: { readonly maxAmount: number; readonly isSuspended: boolean } | null;
  /** Their newest win or purchase of it. */
  owed: {
    readonly kind: SettlementKind;
    readonly status: SettlementStatus;
    readonly pickup: (typeof pickupStatuses)[number] | null;
  } | null;
  /** It is offered to them as the runner-up. */
  hasOffer: boolean;
  /** Another person bought it with Buy It Now, or may have, so that its leader has not won it. */
  isSoldElsewhere: boolean;
}

/** A person about whom nothing is known, such as a visitor. */
export const nobody: Me = {
  hasBid: false,
  highestBid: null,
  maximum: null,
  owed: null,
  hasOffer: false,
  isSoldElsewhere: false,
};

/** Says whether the person leads. It comes from what the server says, and never from comparing amounts. */
export type Position = "leading" | "outbid" | "none";

export interface LotState {
  name: LotStateName;
  /** On an open lot, also where `name` says something more urgent: a pause, a suspended maximum. */
  position: Position;
  /** How the person got the lot; null if they did not. */
  got: SettlementKind | null;
  isSuspended: boolean;
  /** The person's maximum on an open lot if somebody has beaten it. It bids no more, but still holds money. */
  usedUpMaximum: number | null;
  /** The price is the person's own limit, which another bidder set before them. On an open lot or a lost one. */
  isTied: boolean;
  /** The lot has a reserve that the price has not reached. */
  isBelowReserve: boolean;
  /** A late bid has moved the end. */
  isExtended: boolean;
}

export const lotStateOf = (lot: StateLot, me: Me, nowMs: number): LotState => {
  const isOpen = lot.status === "active" || lot.status === "paused";
  const name = nameOf(lot, me, nowMs);
  return {
    name,
    position: isOpen ? positionOf(lot, me) : "none",
    got: gotOf(name, me),
    isSuspended: isOpen && me.maximum?.isSuspended === true,
    usedUpMaximum: isOpen ? usedUpMaximum(lot, me) : null,
    isTied:
      isAtOwnLimit(lot, me) && (isOpen ? positionOf(lot, me) === "outbid" : name === "lost" && !me.isSoldElsewhere),
    isBelowReserve: isBelowReserve(lot),
    isExtended: isOpen && isExtended(lot),
  };
};

const usedUpMaximum = ({ isLeading, currentPrice }: StateLot, { maximum }: Me): number | null =>
  maximum && !isLeading && !maximum.isSuspended && maximum.maxAmount <= currentPrice ? maximum.maxAmount : null;

const positionOf = ({ isLeading, currentPrice }: StateLot, { hasBid, maximum }: Me): Position => {
  if (isLeading) return hasBid ? "leading" : "none";
  // A maximum above the price that does not lead is too low for the next bid, and has not been beaten.
  return hasBid || (maximum !== null && maximum.maxAmount <= currentPrice) ? "outbid" : "none";
};

const nameOf = (lot: StateLot, me: Me, nowMs: number): LotStateName => {
  const { status } = lot;
  const { owed } = me;
  if (status === "draft") return lot.isUpcoming ? "upcoming" : "withdrawn";
  if (status === "cancelled") return lot.listedAgainAs ? "relisted" : "cancelled";
  if (owed?.status === "open") return owed.kind === "win" ? "won-to-pay" : "being-bought-by-me";
  if (me.hasOffer) return "offered";
  if (owed?.status === "paid") {
    return owed.pickup === "handed-over" ? "collected" : owed.pickup === "ready" ? "ready" : "paid";
  }
  if (status === "paused") return lot.pausedUntil ? "being-bought" : "paused";
  if (status === "active") return openNameOf(lot, me, nowMs);
  if (owed?.status === "forfeited") return "not-paid";
  if (lot.winner === null && status !== "sold") return lot.listedAgainAs ? "relisted" : "unsold";
  if (!me.hasBid) return "sold";
  return lot.isLeading && !me.isSoldElsewhere ? "won" : "lost";
};

const openNameOf = (lot: StateLot, me: Me, nowMs: number): LotStateName => {
  const { currentPrice, minimumBid } = lot;
  const { maximum } = me;
  if (Date.parse(lot.endTime) <= nowMs) return "closing";
  if (maximum?.isSuspended) return "maximum-suspended";
  const position = positionOf(lot, me);
  if (position === "leading") {
    if (isBelowReserve(lot)) return "leading-below-reserve";
    return maximum?.maxAmount === currentPrice ? "leading-in-full" : "leading";
  }
  if (maximum && !lot.isLeading && maximum.maxAmount > currentPrice && maximum.maxAmount < minimumBid) {
    return "maximum-too-low";
  }
  if (position === "none") return "free";
  if (isAtOwnLimit(lot, me)) return "tied";
  return maximum ? "maximum-used-up" : "outbid";
};

/** The price is at a beaten person's own limit only if the leader's limit is the same and was there first. */
const isAtOwnLimit = ({ isLeading, currentPrice }: StateLot, { maximum, highestBid }: Me): boolean => {
  const limit = Math.max(maximum && !maximum.isSuspended ? maximum.maxAmount : 0, highestBid ?? 0);
  return !isLeading && limit === currentPrice;
};

const isBelowReserve = ({ hasReserve, reserveMet }: StateLot): boolean => hasReserve && !reserveMet;

const gotOf = (name: LotStateName, { owed }: Me): SettlementKind | null => {
  if (name === "won") return "win";
  return ["won-to-pay", "being-bought-by-me", "paid", "ready", "collected", "not-paid"].includes(name)
    ? (owed?.kind ?? null)
    : null;
};

const MINUTE_MS = 60_000;

/** Until the first extension, the latest end is the end plus the cap; extensions leave it where it is. */
const isExtended = ({ softClose, latestEndTime, endTime }: StateLot): boolean =>
  softClose && latestEndTime
    ? Date.parse(endTime) > Date.parse(latestEndTime) - softClose.capMinutes * MINUTE_MS
    : false;
