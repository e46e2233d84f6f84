// Converts an auction's state to what a viewer may see. Everything that the server sends about an auction passes
// through here. The result must never contain a maximum, the reserve amount, a revision or a bidder's id. Exceptions:
// owners see their own maxima; staff who make or run auctions see the reserve, and staff who run them see maxima once
// the auction is over. It is long because no other file may convert a state for a viewer.

import type { Auction, AuctionOutcome, Bid, BidVoidReason, MaxBid as MaxBidView, Media } from "@jara/shared/auction";
import { shareOfMinor } from "@jara/shared/basis-points";
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajorEstimates } from "@jara/shared/estimates";
import { toMajorSteps } from "@jara/shared/increment-steps";
import type { Events, PushFrame } from "@jara/shared/live-commands";
import { MAX_BIDS_IN_EVENT } from "@jara/shared/live-limits";
import { detailsIn } from "@jara/shared/lot-fields";
import { maskUsername } from "@jara/shared/mask-username";
import { toMajor } from "@jara/shared/money";
import { rulesOf, toBuyersPremium, toPercentRules } from "@jara/shared/payment-rules";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { mergedChanges, publicChanges, toWireAddenda } from "../content.ts";
import {
  type AuctionEdited,
  type AuctionEvent,
  type AuctionExtended,
  type BidPlaced,
  type BidsVoided,
  endsSale,
  isPublic,
} from "../events.ts";
import { latestEndOf } from "../soft-close.ts";
import {
  type AuctionState,
  buyerOf,
  isReserveMet,
  isSuspended,
  type MaxBid,
  type Person,
  type Purchase,
} from "../state.ts";
import { isPrivileged, type Viewer } from "./viewer.ts";

const HOUR = 60 * 60 * 1000;

/**
 * The last result. It is cached because each bid is answered with its auction's end, and the next bid is usually on the
 * same auction.
 */
const last = { epochMs: 0, iso: new Date(0).toISOString() };

export const toIso = (epochMs: number): string => {
  if (epochMs !== last.epochMs) {
    // Convert first, because it may throw.
    last.iso = new Date(epochMs).toISOString();
    last.epochMs = epochMs;
  }
  return last.iso;
};
export const toIsoOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : toIso(epochMs));

export const bidId = (auctionId: string, number: number): string => `${auctionId}-${number}`;

/** The name of a leader or winner: `a***e` for all but staff who may see names. */
export const toName = (person: Person, viewer: Viewer): { username: string } => ({
  username: viewer.kind === "admin" ? person.username : maskUsername(person.username),
});

const nameOrNull = (person: Person | null, viewer: Viewer) => (person === null ? null : toName(person, viewer));

/** A bidder in the bid history. The viewer's own entries say "You". */
const toBidder = (person: Person, viewer: Viewer): { username: string } =>
  viewer.kind !== "public" && viewer.id === person.id ? { username: "You" } : toName(person, viewer);

/** A lot's media may begin with a video, so the first item is not always its picture. */
export const firstPictureOf = (media: readonly Media[]): string | null =>
  media.find(({ type }) => type === "image")?.url ?? null;

export const toView = (state: AuctionState, viewer: Viewer, now: number): Auction => {
  const { lot, buyItNowMinor } = state;
  const feeMinor = buyItNowMinor === null ? null : shareOfMinor(buyItNowMinor, rulesOf(state).feeBasisPoints);
  return {
    _id: state.id,
    title: lot.title,
    description: lot.description,
    categories: [...lot.categories],
    condition: lot.condition,
    location: lot.location,
    media: [...lot.media],
    ...(lot.addenda && { addenda: toWireAddenda(lot.addenda) }),
    ...(lot.conditionReport && { conditionReport: lot.conditionReport }),
    ...detailsIn(lot),
    ...toMajorEstimates(lot),
    imageUrl: firstPictureOf(lot.media),
    currency: state.currency,
    startingPrice: toMajor(state.startingPriceMinor),
    currentPrice: toMajor(state.priceMinor),
    minimumBid: toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor)),
    bidIncrement: toMajor(state.incrementMinor),
    ...(state.increments && { incrementSteps: toMajorSteps(state.increments.steps) }),
    bidCount: state.bidCount,
    buyItNowPrice: buyItNowMinor === null ? null : toMajor(buyItNowMinor),
    buyItNowFee: feeMinor === null ? null : toMajor(feeMinor),
    totalAmount: buyItNowMinor === null || feeMinor === null ? null : toMajor(buyItNowMinor + feeMinor),
    hasReserve: state.reserveMinor !== null,
    reserveMet: isReserveMet(state),
    ...(isPrivileged(viewer) && { reservePrice: state.reserveMinor === null ? null : toMajor(state.reserveMinor) }),
    startTime: toIsoOrNull(state.startsAt),
    endTime: toIso(state.endsAt),
    softClose: state.softClose,
    latestEndTime: toIsoOrNull(latestEndOf(state)),
    ...(state.rules && { rules: toPercentRules(state.rules) }),
    buyersPremium: toBuyersPremium(rulesOf(state)),
    contentVersion: state.contentVersion,
    ...fullVersionOf(state),
    contentChangedAt: toIsoOrNull(state.contentChangedAt),
    duration: Math.round(((state.endsAt - (state.startsAt ?? state.createdAt)) / HOUR) * 100) / 100,
    status: state.status,
    ...(state.isUpcoming && { isUpcoming: true as const }),
    pausedAt: toIsoOrNull(state.pausedAt),
    pausedUntil: toIsoOrNull(state.pausedUntil),
    ...endedAtOf(state),
    ...reasonOf(state),
    seller: { _id: state.seller.id, username: state.seller.username },
    ...(!state.isConsigned && { isHouseLot: true as const }),
    leader: nameOrNull(state.leader, viewer),
    winner: nameOrNull(buyerOf(state), viewer),
    isLeading: viewer.kind !== "public" && state.leader?.id === viewer.id,
    version: state.version,
    createdAt: toIso(state.createdAt),
    updatedAt: toIso(state.updatedAt),
    serverTime: toIso(now),
  };
};

const endedAtOf = ({ endedAt, endsAt }: Pick<AuctionState, "endedAt" | "endsAt">) =>
  endedAt === null ? {} : { endedAt: toIso(Math.min(endedAt, endsAt)) };

const reasonOf = ({ statusReason }: Pick<AuctionState, "statusReason">) =>
  statusReason === null ? {} : { statusReason };

/** The fields of an auction that the answer to a bidder's command shows. */
export type OutcomeState = Pick<
  AuctionState,
  "id" | "version" | "priceMinor" | "incrementMinor" | "bidCount" | "endsAt" | "status"
> & { readonly leader: Pick<Person, "id"> | null };

/** The auction in the answer to a bidder's command. */
export const toOutcomeView = (state: OutcomeState, userId: string): AuctionOutcome => ({
  _id: state.id,
  version: state.version,
  currentPrice: toMajor(state.priceMinor),
  minimumBid: toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor)),
  bidCount: state.bidCount,
  endTime: toIso(state.endsAt),
  status: state.status,
  isLeading: state.leader?.id === userId,
});

/** The auction in the answer to Buy It Now. */
export const toBoughtView = (state: AuctionState, purchase: Purchase): BuyItNowAnswer["auction"] => ({
  _id: state.id,
  title: state.lot.title,
  status: state.status,
  version: state.version,
  currency: state.currency,
  buyItNowPrice: toMajor(purchase.priceMinor),
  buyItNowFee: toMajor(purchase.feeMinor),
  totalAmount: toMajor(purchase.priceMinor + purchase.feeMinor),
  pausedUntil: toIso(purchase.deadlineAt),
});

/** The parts of an auction that the list of a user's maxima needs. */
export type MaxBidAuction = Pick<
  AuctionState,
  "id" | "currency" | "endsAt" | "status" | "priceMinor" | "contentVersion" | "fullVersion"
> & {
  readonly lot: Pick<AuctionState["lot"], "title">;
};

/** May be shown only to its owner and, once the auction is over, to staff who may see names. */
export const toMaxBidView = (state: MaxBidAuction, maxBid: MaxBid): MaxBidView => ({
  _id: maxBid.id,
  maxAmount: toMajor(maxBid.amountMinor),
  currency: state.currency,
  autoBidCount: maxBid.autoBidCount,
  lastAutoBidAmount: toMajor(maxBid.lastAutoBidMinor),
  contentVersion: maxBid.contentVersion,
  isSuspended: isSuspended(state, maxBid),
  auction: {
    _id: state.id,
    title: state.lot.title,
    endTime: toIso(state.endsAt),
    status: state.status,
    currentPrice: toMajor(state.priceMinor),
    contentVersion: state.contentVersion,
    ...fullVersionOf(state),
  },
});

const fullVersionOf = ({ contentVersion, fullVersion }: Pick<AuctionState, "contentVersion" | "fullVersion">) =>
  fullVersion === contentVersion ? {} : { fullVersion };

/** `voided.at`: epoch ms. */
export interface ShownBid extends Omit<BidPlaced, "type"> {
  readonly voided?: { readonly reason: BidVoidReason; readonly at: number } | null;
}

export const toBidView = (auctionId: string, bid: ShownBid, at: number, viewer: Viewer): Bid => ({
  _id: bidId(auctionId, bid.number),
  amount: toMajor(bid.amountMinor),
  kind: bid.kind,
  bidder: toBidder(bid.bidder, viewer),
  timestamp: toIso(at),
  ...(bid.voided && { voided: { reason: bid.voided.reason, at: toIso(bid.voided.at) } }),
});

export interface TimedBid {
  readonly bid: BidPlaced;
  readonly at: number;
}

/** One price event for all changes from `fromVersion` to the state's version; `bids` in the order of recording. */
export const toPriceEvent = (
  state: AuctionState,
  fromVersion: number,
  bids: readonly TimedBid[],
  viewer: Viewer,
  now: number,
) => ({
  auctionId: state.id,
  version: state.version,
  fromVersion,
  currentPrice: toMajor(state.priceMinor),
  minimumBid: toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor)),
  bidCount: state.bidCount,
  currency: state.currency,
  leader: nameOrNull(state.leader, viewer),
  reserveMet: isReserveMet(state),
  bids: bids
    .slice(-MAX_BIDS_IN_EVENT)
    .reverse()
    .map(({ bid, at }) => toBidView(state.id, bid, at, viewer)),
  serverTime: toIso(now),
});

export const toCountdown = (state: AuctionState, now: number): Events["auction:countdown"] => ({
  auctionId: state.id,
  version: state.version,
  status: state.status,
  endTime: toIso(state.endsAt),
  serverTime: toIso(now),
});

/** An `auction:updated` event: the whole auction, with the changes of the edits. */
export const toUpdated = (
  state: AuctionState,
  viewer: Viewer,
  now: number,
  edits: readonly AuctionEdited[] = [],
): PushFrame => ({
  type: "auction:updated",
  data: {
    auctionId: state.id,
    version: state.version,
    contentVersion: state.contentVersion,
    changes: mergedChanges(edits.map(publicChanges)),
    ...(edits.some(({ correction }) => correction !== undefined) && { isCorrection: true as const }),
    auction: toView(state, viewer, now),
  },
});

/** The frames of an end that soft close moved; `from`: the end before, `endsAt`: the new one, epoch ms. */
export const toExtension = (
  state: AuctionState,
  { from, endsAt }: Pick<AuctionExtended, "from" | "endsAt">,
  now: number,
): PushFrame[] => {
  const { id: auctionId, version } = state;
  const data = { auctionId, version, endTime: toIso(endsAt), extendedBy: endsAt - from, serverTime: toIso(now) };
  return [
    { type: "auction:extended", data },
    { type: "auction:countdown", data: toCountdown(state, now) },
  ];
};

const toBidsVoided = (event: BidsVoided, state: AuctionState, viewer: Viewer, now: number): PushFrame => ({
  type: "auction:bids-voided",
  data: {
    auctionId: state.id,
    version: state.version,
    bidder: toName(event.bidder, viewer),
    reason: event.reason,
    ...(event.fromBid !== undefined && { fromBid: event.fromBid }),
    currentPrice: toMajor(state.priceMinor),
    minimumBid: toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor)),
    bidCount: state.bidCount,
    leader: nameOrNull(state.leader, viewer),
    reserveMet: isReserveMet(state),
    serverTime: toIso(now),
  },
});

/** The events that tell watchers of a change of the auction's life, in order. `state` is the one after the change. */
export const toLifeFrames = (event: AuctionEvent, state: AuctionState, viewer: Viewer, now: number): PushFrame[] => {
  const { id: auctionId, version } = state;
  const serverTime = toIso(now);
  const countdown: PushFrame = { type: "auction:countdown", data: toCountdown(state, now) };
  const ended: PushFrame = {
    type: "auction:ended",
    data: {
      auctionId,
      version,
      status: state.status,
      finalPrice: toMajor(state.priceMinor),
      winner: nameOrNull(state.winner, viewer),
      reserveMet: isReserveMet(state),
      ...endedAtOf(state),
      ...reasonOf(state),
      serverTime,
    },
  };
  switch (event.type) {
    case "AuctionPaused": {
      const pausedUntil = toIsoOrNull(event.pausedUntil);
      const { reason, pausedAt } = event;
      const data = { auctionId, version, reason, ...reasonOf(state), pausedUntil, serverTime: toIso(pausedAt) };
      return [{ type: "auction:paused", data }, countdown];
    }
    // A longer pause, or a sale that is undone: the whole auction first, because price and winner may have changed too.
    case "PurchaseExtended":
    case "PurchaseReopened": {
      const data = {
        auctionId,
        version,
        reason: "buy-it-now",
        pausedUntil: toIso(event.deadlineAt),
        serverTime,
      } as const;
      return [toUpdated(state, viewer, now), { type: "auction:paused", data }, countdown];
    }
    case "SettlementOpened":
      return event.because === "sold" ? [] : [toUpdated(state, viewer, now), ended];
    case "SettlementReopened":
      return endsSale(event) ? [toUpdated(state, viewer, now), ended] : [];
    case "AuctionResumed":
      return [
        { type: "auction:resumed", data: { auctionId, version, endTime: toIso(event.endsAt), serverTime } },
        countdown,
      ];
    case "AuctionEnded":
    case "AuctionCancelled":
    case "AuctionRemoved":
    case "AuctionSold":
      return [ended];
    case "AuctionStarted":
    case "AuctionReopened":
      return [toUpdated(state, viewer, now), countdown];
    case "AuctionEdited": {
      const updated = toUpdated(state, viewer, now, [event]);
      return event.changes.endsAt === undefined ? [updated] : [updated, countdown];
    }
    case "AuctionWithdrawn":
    case "AuctionAnnounced":
      return [toUpdated(state, viewer, now)];
    case "AllBidsVoided":
      return event.reason === "cancelled" ? [toUpdated(state, viewer, now)] : [];
    case "AuctionExtended":
      return toExtension(state, event, now);
    case "BidsVoided":
      // The whole auction follows, because `auction:bids-voided` does not say that the lot has no winner any more.
      return event.isWinnerVoided
        ? [toBidsVoided(event, state, viewer, now), toUpdated(state, viewer, now)]
        : [toBidsVoided(event, state, viewer, now)];
    default:
      return [];
  }
};

/**
 * All events that watchers get for one change, in order; `state` is the one after it. If the change is more than bids
 * or one status change, the whole auction comes first, so that a reader who goes by versions misses nothing. The caller
 * must make sure that the viewer may see this state: senders use `toShownFrames`.
 */
export const toChangeFrames = (
  events: readonly AuctionEvent[],
  state: AuctionState,
  at: number,
  viewer: Viewer,
  now: number,
): PushFrame[] => {
  const bids = events.flatMap((event): TimedBid[] => (event.type === "BidPlaced" ? [{ bid: event, at }] : []));
  const edits = events.filter((event) => event.type === "AuctionEdited");
  const isRepriced = bids.length > 0 || edits.some(({ changes }) => changes.startingPriceMinor !== undefined);
  const price: PushFrame[] = isRepriced
    ? [{ type: "auction:price", data: toPriceEvent(state, state.version, bids, viewer, now) }]
    : [];
  const life = events.flatMap((event) => toLifeFrames(event, state, viewer, now));
  if (life.length === 0) return price;
  if (edits.length === 0 && bids.length === 0) {
    // `auction:paused` does not say that the lot has the price of its bids again, and no winner.
    return isSaleUndone(events) ? [toUpdated(state, viewer, now), ...life] : life;
  }
  // A bid that moves the end needs no `auction:updated`, because its price event and its extension event carry
  // everything that changed.
  const isExtension = events.every((event) => selfContained.has(event.type) || !isPublic(event));
  if (isExtension) return [...price, ...life];
  const whole = toUpdated(state, viewer, now, edits);
  const others = life.filter(({ type }) => type !== "auction:updated" && type !== "auction:countdown");
  return [whole, ...price, ...others, ...life.filter(({ type }) => type === "auction:countdown").slice(0, 1)];
};

/** A paid purchase was undone by a pause. A purchase that is not paid is paused already. */
const isSaleUndone = (events: readonly AuctionEvent[]): boolean =>
  events.some(({ type }) => type === "PurchaseVoided") && events.some(({ type }) => type === "AuctionPaused");

const selfContained = new Set<AuctionEvent["type"]>(["BidPlaced", "AuctionExtended"]);
