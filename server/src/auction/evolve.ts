// Applies events to a state. Replaying a log through here must give exactly the stored row.
import type { AuctionCreated, AuctionEnded, AuctionEvent, BidsVoided } from "./events.ts";
import { isPublic } from "./events.ts";
import { type AuctionState, copyOf, type MaxBid, settlementIdOf } from "./state.ts";
import { withTerms } from "./terms.ts";

export const create = (event: AuctionCreated, at: number): AuctionState => ({
  id: event.auctionId,
  seller: event.seller,
  lot: event.lot,
  currency: event.currency,
  startingPriceMinor: event.startingPriceMinor,
  incrementMinor: event.incrementMinor,
  reserveMinor: event.reserveMinor,
  buyItNowMinor: event.buyItNowMinor,
  softClose: event.softClose ?? null,
  status: event.status,
  priceMinor: event.startingPriceMinor,
  leader: null,
  winner: null,
  bidCount: 0,
  voidedBidCount: 0,
  barredIds: new Set(),
  contentVersion: 1,
  contentChangedAt: null,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  extendedFrom: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  isEndSet: false,
  isRemoved: false,
  purchase: null,
  forfeitedPurchases: 0,
  settlement: null,
  maxBids: new Map(),
  version: 1,
  revision: 1,
  createdAt: at,
  updatedAt: at,
});

const openedBy = (state: AuctionState, { winner, dueAt }: AuctionEnded): AuctionState["settlement"] => {
  if (!winner || dueAt === null) return null;
  return { id: settlementIdOf(state.id, state.revision + 1), winner, amountMinor: state.priceMinor, dueAt };
};

const notPaused = { pausedAt: null, pausedUntil: null, pauseReason: null, isEndSet: false } as const;

const withMaxBid = (state: AuctionState, maxBid: MaxBid): AuctionState["maxBids"] =>
  new Map(state.maxBids).set(maxBid.owner.id, maxBid);

/** Whether the person may bid on the auction again after a void for this reason (rule 15). */
const mayBidAgain = (reason: BidsVoided["reason"]): boolean => reason === "mistaken-amount" || reason === "withdrawn";

const withBidsVoided = (state: AuctionState, event: BidsVoided): AuctionState => {
  const { bidder, reason, priceMinor, leader, bidCount, voidedBidCount } = event;
  const { purchase, settlement } = state;
  const isSoldByPurchase = purchase !== null && purchase.bidPriceMinor !== null;
  const next: AuctionState = {
    ...state,
    leader,
    bidCount,
    voidedBidCount,
    barredIds: mayBidAgain(reason) ? state.barredIds : new Set(state.barredIds).add(bidder.id),
    // A lot that was sold by Buy It Now keeps that price; only the price of the bids (`bidPriceMinor`) falls.
    priceMinor: isSoldByPurchase ? state.priceMinor : priceMinor,
    purchase: isSoldByPurchase ? { ...purchase, bidPriceMinor: priceMinor } : purchase,
  };
  if (event.isWinnerVoided) return { ...next, status: "ended", winner: null, settlement: null };
  return settlement ? { ...next, settlement: { ...settlement, amountMinor: priceMinor } } : next;
};

/** How each event changes the state. */
type Appliers = {
  readonly [T in AuctionEvent["type"]]: (
    state: AuctionState,
    event: Extract<AuctionEvent, { type: T }>,
  ) => AuctionState;
};

const bidding = {
  BidPlaced: (state, event) => {
    const next = copyOf(state);
    next.priceMinor = event.amountMinor;
    next.leader = event.bidder;
    next.bidCount = event.number - state.voidedBidCount;
    const own = event.kind === "auto" ? state.maxBids.get(event.bidder.id) : undefined;
    if (own) {
      const counted = { ...own, autoBidCount: own.autoBidCount + 1, lastAutoBidMinor: event.amountMinor };
      next.maxBids = withMaxBid(state, counted);
    }
    return next;
  },
  MaxBidSet: (state, event) => {
    const earlier = state.maxBids.get(event.owner.id);
    const reachedRevision = earlier?.amountMinor === event.amountMinor ? earlier.reachedRevision : state.revision + 1;
    return {
      ...state,
      maxBids: withMaxBid(state, {
        id: event.maxBidId,
        owner: event.owner,
        amountMinor: event.amountMinor,
        reachedRevision,
        autoBidCount: earlier?.autoBidCount ?? 0,
        lastAutoBidMinor: earlier?.lastAutoBidMinor ?? (0 as MaxBid["lastAutoBidMinor"]),
        contentVersion: state.contentVersion,
      }),
    };
  },
  MaxBidConfirmed: (state, event) => {
    const own = state.maxBids.get(event.ownerId);
    if (!own) return state;
    return { ...state, maxBids: withMaxBid(state, { ...own, contentVersion: state.contentVersion }) };
  },
  MaxBidCancelled: (state, event) => {
    const maxBids = new Map(state.maxBids);
    maxBids.delete(event.ownerId);
    return { ...state, maxBids };
  },
  MaximaRestated: (state, event) => ({
    ...state,
    maxBids: new Map(event.maxBids.map((maxBid) => [maxBid.owner.id, maxBid])),
  }),
  BidsVoided: (state, event) => withBidsVoided(state, event),
  AllBidsVoided: (state) => ({
    ...state,
    priceMinor: state.startingPriceMinor,
    leader: null,
    voidedBidCount: state.voidedBidCount + state.bidCount,
    bidCount: 0,
    maxBids: new Map(),
  }),
  AuctionExtended: (state, event) => ({
    ...state,
    endsAt: event.endsAt,
    extendedFrom: state.extendedFrom ?? event.from,
  }),
} satisfies Partial<Appliers>;

const payments = {
  BuyItNowStarted: (state, event) => {
    const { purchaseId: id, buyer, priceMinor, feeMinor, deadlineAt } = event;
    return { ...state, purchase: { id, buyer, priceMinor, feeMinor, deadlineAt, bidPriceMinor: null } };
  },
  PurchasePaid: (state, event) => {
    const purchase = state.purchase && { ...state.purchase, bidPriceMinor: state.priceMinor };
    return { ...state, purchase, priceMinor: event.priceMinor };
  },
  PurchaseForfeited: (state) => ({ ...state, purchase: null, forfeitedPurchases: state.forfeitedPurchases + 1 }),
  PurchaseWaived: (state) => ({ ...state, purchase: null }),
  PurchaseVoided: (state, event) => ({ ...state, purchase: null, priceMinor: event.priceMinor }),
  SettlementWaived: (state) => ({ ...state, settlement: null }),
  SettlementForfeited: (state) => ({ ...state, settlement: null }),
} satisfies Partial<Appliers>;

const life = {
  AuctionStarted: (state, event) => ({
    ...state,
    ...notPaused,
    status: "active",
    startsAt: event.startsAt,
    settlement: null,
  }),
  AuctionPaused: (state, event) => ({
    ...state,
    status: "paused",
    winner: null,
    settlement: null,
    pausedAt: event.pausedAt,
    pausedUntil: event.pausedUntil,
    pauseReason: event.reason,
    isEndSet: false,
  }),
  AuctionResumed: (state, event) => ({
    ...state,
    ...notPaused,
    status: "active",
    endsAt: event.endsAt,
    extendedFrom: state.extendedFrom === null ? null : state.extendedFrom + event.endsAt - state.endsAt,
  }),
  AuctionEnded: (state, event) => ({
    ...state,
    ...notPaused,
    status: "ended",
    winner: event.winner,
    settlement: openedBy(state, event),
  }),
  AuctionCancelled: (state) => ({ ...state, ...notPaused, status: "cancelled", winner: null, settlement: null }),
  // Removes the start time, so that the clock does not start the auction again at once.
  AuctionWithdrawn: (state) => ({
    ...state,
    ...notPaused,
    status: "draft",
    winner: null,
    startsAt: null,
    settlement: null,
  }),
  AuctionSold: (state, event) => ({ ...state, ...notPaused, status: "sold", winner: event.winner, settlement: null }),
  AuctionReopened: (state) => ({ ...state, ...notPaused, status: "active", winner: null, settlement: null }),
  AuctionRemoved: (state) => ({
    ...state,
    ...notPaused,
    status: "cancelled",
    winner: null,
    settlement: null,
    isRemoved: true,
  }),
  AuctionEdited: (state, event) => {
    const edited = withTerms(state, event.changes);
    if (event.contentVersion === undefined) return edited;
    return {
      ...edited,
      isEndSet: event.isEndNotice ? state.isEndSet : edited.isEndSet,
      contentVersion: event.contentVersion,
      contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
    };
  },
} satisfies Partial<Appliers>;

const appliers: Appliers = { ...bidding, ...payments, ...life };

/** Applies one event. Does not change `version` and `revision`, because a change may hold several events. */
export const evolve = (state: AuctionState, event: AuctionEvent): AuctionState =>
  (appliers[event.type] as (state: AuctionState, event: AuctionEvent) => AuctionState)(state, event);

/** Applies all events of one accepted command. `revision` grows by 1, and `version` by 1 if any of them is public. */
export const evolveChange = (state: AuctionState, events: readonly AuctionEvent[]): AuctionState => {
  // Every event creates a new state that nothing else refers to yet, so it may be changed.
  const next = (events.length > 0 ? events.reduce(evolve, state) : copyOf(state)) as ReturnType<typeof copyOf>;
  next.revision = state.revision + 1;
  if (events.some(isPublic)) next.version = state.version + 1;
  return next;
};
