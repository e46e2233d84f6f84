// Applies events to a state. Replaying a log through here must give exactly the stored row. It is long because it has
// one case for each event.
import type { Minor } from "@jara/shared/money";
import { rulesOf } from "@jara/shared/payment-rules";
import type {
  AuctionCreated,
  AuctionEnded,
  AuctionEvent,
  BidsVoided,
  PaymentReceived,
  SettlementOpened,
} from "./events.ts";
import { isPublic } from "./events.ts";
import {
  type AuctionState,
  copyOf,
  depositPart,
  incrementAbove,
  loweredByVoid,
  type MaxBid,
  nothingReceived,
  openedSettlementId,
  pricedAt,
  type Received,
  receivedAs,
  type Settlement,
  toTakenRules,
} from "./state.ts";
import { withoutNothing, withTerms } from "./terms.ts";

export const create = (event: AuctionCreated, at: number): AuctionState => withIncrement(created(event, at));

const created = (event: AuctionCreated, at: number): AuctionState => ({
  id: event.auctionId,
  seller: event.seller,
  isConsigned: event.isConsigned ?? false,
  lot: withoutNothing(event.lot),
  currency: event.currency,
  startingPriceMinor: event.startingPriceMinor,
  incrementMinor: event.incrementMinor,
  increments: event.increments ?? null,
  reserveMinor: event.reserveMinor,
  buyItNowMinor: event.buyItNowMinor,
  softClose: event.softClose ?? null,
  status: event.status,
  isUpcoming: false,
  rules: event.rules ? toTakenRules(event.rules) : null,
  priceMinor: event.startingPriceMinor,
  leader: null,
  winner: null,
  bidCount: 0,
  voidedBidCount: 0,
  barredIds: new Set(),
  contentVersion: 1,
  fullVersion: 1,
  contentChangedAt: null,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  extendedFrom: null,
  scheduledEndsAt: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  endedAt: null,
  statusReason: null,
  isEndSet: false,
  isRemoved: false,
  purchase: null,
  forfeitedPurchases: 0,
  settlement: null,
  secondChance: null,
  maxBids: new Map(),
  version: 1,
  revision: 1,
  createdAt: at,
  updatedAt: at,
});

const openedBy = (state: AuctionState, event: AuctionEnded): AuctionState["settlement"] => {
  const { winner, dueAt, deposit } = event;
  if (!winner) return null;
  // The end undoes a sale whose settlement was closed before the sale, so it opens no new settlement.
  if (dueAt === null) return state.settlement;
  return opened(state, event, { winner, amountMinor: state.priceMinor, dueAt, ...receivedAs(deposit) });
};

const opened = (
  state: AuctionState,
  event: AuctionEnded | SettlementOpened,
  debt: Pick<Settlement, "winner" | "amountMinor" | "dueAt"> & Received,
): Settlement => {
  const id = openedSettlementId(event, state.id, state.revision + 1);
  return { id, status: "open", penaltyMinor: null, ...debt, ...pricedAt(debt.amountMinor, rulesOf(state)) };
};

const closed = (
  { settlement }: AuctionState,
  status: Settlement["status"],
  penaltyMinor: Minor | null = null,
): Settlement | null => settlement && { ...settlement, ...nothingReceived, status, penaltyMinor };

type Taken = { readonly amountMinor: number; readonly ngnMinor: number };

/** The site does not know how money from outside was paid, so it does not return that money by itself. */
const receivedOf = (payments: readonly Pick<PaymentReceived, "method" | "amountMinor" | "ngnMinor">[]): Taken =>
  payments.reduce<Taken>(
    (sum, { method, amountMinor, ngnMinor }) => ({
      amountMinor: sum.amountMinor + amountMinor,
      ngnMinor: sum.ngnMinor + (method === "outside" ? 0 : ngnMinor),
    }),
    { amountMinor: 0, ngnMinor: 0 },
  );

const withPayment = <T extends Received>(owed: T, payment: PaymentReceived): T => {
  const { amountMinor, ngnMinor } = receivedOf([payment]);
  return {
    ...owed,
    paidMinor: (owed.paidMinor + amountMinor) as Minor,
    paidNgnMinor: (owed.paidNgnMinor + ngnMinor) as Minor,
  };
};

/** Takes payments back, and the deposit once no payment is left. */
const without = <T extends Received>(owed: T, { amountMinor, ngnMinor }: Taken): T => {
  const paidMinor = Math.max(0, owed.paidMinor - amountMinor);
  const ofDeposit = Math.max(0, amountMinor - owed.paidMinor);
  const depositWorthMinor = Math.max(0, owed.depositWorthMinor - ofDeposit);
  return {
    ...owed,
    paidMinor: paidMinor as Minor,
    paidNgnMinor: (ofDeposit > 0 ? 0 : Math.max(0, owed.paidNgnMinor - ngnMinor)) as Minor,
    depositWorthMinor: depositWorthMinor as Minor,
    depositMinor: (owed.depositMinor - depositPart(owed, ofDeposit)) as Minor,
  };
};

/** All payments are taken back; the deposit stays. */
const unpaid = { paidMinor: 0 as Minor, paidNgnMinor: 0 as Minor };

/**
 * A sale closes an open settlement as paid. In logs from before there were payment events, the sale is the only record
 * of the payment.
 */
const soldBy = (settlement: Settlement): Settlement =>
  settlement.status === "open" ? { ...settlement, status: "paid" } : settlement;

/** The fields that each new status resets. A pause sets its own values. */
const newStatus = {
  isUpcoming: false,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  statusReason: null,
  isEndSet: false,
} as const;

const withMaxBid = (state: AuctionState, maxBid: MaxBid): AuctionState["maxBids"] =>
  new Map(state.maxBids).set(maxBid.owner.id, maxBid);

/** Whether the person may bid on the auction again after a void for this reason (rule 15). */
const mayBidAgain = (reason: BidsVoided["reason"]): boolean => reason === "mistaken-amount" || reason === "withdrawn";

/** Whether the void bars the person from the auction: because of its reason, or of somebody else's limit (rule 14). */
export const isBarredBy = ({ reason, showedLimit = false }: BidsVoided): boolean => showedLimit || !mayBidAgain(reason);

const withBidsVoided = (state: AuctionState, event: BidsVoided): AuctionState => {
  const { bidder, priceMinor, leader, bidCount, voidedBidCount } = event;
  const { purchase, settlement } = state;
  const isSoldByPurchase = purchase !== null && purchase.bidPriceMinor !== null;
  const next: AuctionState = {
    ...state,
    leader,
    bidCount,
    voidedBidCount,
    barredIds: isBarredBy(event) ? new Set(state.barredIds).add(bidder.id) : state.barredIds,
    // A lot that was sold by Buy It Now keeps that price; only the price of the bids (`bidPriceMinor`) falls.
    priceMinor: isSoldByPurchase ? state.priceMinor : priceMinor,
    purchase: isSoldByPurchase ? { ...purchase, bidPriceMinor: priceMinor } : purchase,
    // A second chance was offered on the bids as they were, so the offer ends.
    secondChance: null,
  };
  if (event.isWinnerVoided) return { ...next, status: "ended", winner: null, settlement: null };
  // A forfeited or waived settlement stays as it is; the reversal of a forfeit asks for the lower amount.
  if (settlement?.status !== "open" && settlement?.status !== "paid") return next;
  const lowered = loweredByVoid(settlement, event, rulesOf(state));
  return { ...next, settlement: event.refund ? without(lowered, event.refund) : lowered };
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
  MaxBidSuspended: (state, event) => {
    const own = state.maxBids.get(event.ownerId);
    return own ? { ...state, maxBids: withMaxBid(state, { ...own, contentVersion: 0 }) } : state;
  },
  MaxBidCancelled: (state, event) => {
    const maxBids = new Map(state.maxBids);
    maxBids.delete(event.ownerId);
    const isBarred = event.voided !== undefined && !mayBidAgain(event.voided.reason);
    return { ...state, maxBids, ...(isBarred && { barredIds: new Set(state.barredIds).add(event.ownerId) }) };
  },
  MaximaRestated: (state, event) => ({
    ...state,
    maxBids: new Map(event.maxBids.map((maxBid) => [maxBid.owner.id, maxBid])),
  }),
  BidsVoided: (state, event) => withBidsVoided(state, event),
  EarlierBidsKept: (state) => state,
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
    const received = receivedAs(event.deposit);
    return { ...state, purchase: { id, buyer, priceMinor, feeMinor, deadlineAt, bidPriceMinor: null, ...received } };
  },
  PurchasePaid: (state, event) => {
    const purchase = state.purchase && { ...state.purchase, bidPriceMinor: state.priceMinor };
    return { ...state, purchase, priceMinor: event.priceMinor };
  },
  PurchaseForfeited: (state) => ({ ...state, purchase: null, forfeitedPurchases: state.forfeitedPurchases + 1 }),
  PurchaseWaived: (state) => ({ ...state, purchase: null }),
  PurchaseVoided: (state, event) => ({ ...state, purchase: null, priceMinor: event.priceMinor }),
  PurchaseExtended: (state, { deadlineAt }) => ({
    ...state,
    purchase: state.purchase && { ...state.purchase, deadlineAt },
    pausedUntil: deadlineAt,
  }),
  PurchaseReopened: (state, { pausedAt, deadlineAt, keepsPayments, contentChangedAt = state.contentChangedAt }) => ({
    ...state,
    status: "paused",
    winner: null,
    pausedAt,
    pausedUntil: deadlineAt,
    pauseReason: "buy-it-now",
    statusReason: null,
    isEndSet: false,
    contentChangedAt,
    priceMinor: state.purchase?.bidPriceMinor ?? state.priceMinor,
    purchase: state.purchase && {
      ...state.purchase,
      ...(keepsPayments ? {} : unpaid),
      deadlineAt,
      bidPriceMinor: null,
    },
  }),
  PurchasePardoned: (state) => ({ ...state, forfeitedPurchases: Math.max(0, state.forfeitedPurchases - 1) }),
  PaymentReceived: (state, event) => {
    const { purchase, settlement } = state;
    if (purchase?.id === event.settlementId) return { ...state, purchase: withPayment(purchase, event) };
    return settlement?.id === event.settlementId ? { ...state, settlement: withPayment(settlement, event) } : state;
  },
  PaymentCredited: (state) => state,
  PaymentsReversed: (state, { settlementId, reversed }) => {
    const { purchase, settlement } = state;
    if (purchase?.id === settlementId) return { ...state, purchase: without(purchase, reversed) };
    return settlement?.id === settlementId ? { ...state, settlement: without(settlement, reversed) } : state;
  },
  SomePaymentsReversed: (state, { settlementId, payments }) => {
    const { purchase, settlement } = state;
    const taken = receivedOf(payments);
    if (purchase?.id === settlementId) return { ...state, purchase: without(purchase, taken) };
    return settlement?.id === settlementId ? { ...state, settlement: without(settlement, taken) } : state;
  },
  // The end in the same change makes the lot unsold.
  SaleRefunded: (state) => ({ ...state, settlement: null }),
  DeadlineExtended: (state, { dueAt }) => ({
    ...state,
    settlement: state.settlement && { ...state.settlement, dueAt },
  }),
  SettlementOpened: (state, event) => {
    const { winner, amountMinor, dueAt, deposit } = event;
    return {
      ...state,
      winner,
      settlement: opened(state, event, { winner, amountMinor, dueAt, ...receivedAs(deposit) }),
    };
  },
  SettlementReopened: (state, { from, dueAt, deposit, amountMinor, keepsPayments }) => {
    const { settlement } = state;
    if (!settlement) return state;
    const received = from === "forfeited" ? receivedAs(deposit) : keepsPayments ? {} : unpaid;
    return {
      ...state,
      status: "ended",
      settlement: {
        ...settlement,
        ...received,
        status: "open",
        dueAt,
        penaltyMinor: null,
        ...pricedAt(amountMinor ?? settlement.amountMinor, rulesOf(state)),
      },
      secondChance: null,
    };
  },
  SettlementWaived: (state) => ({ ...state, settlement: closed(state, "waived") }),
  SettlementForfeited: (state, event) => ({ ...state, settlement: closed(state, "forfeited", event.penaltyMinor) }),
  SecondChanceOffered: (state, { offerId: id, person, priceMinor, expiresAt }) => ({
    ...state,
    secondChance: { id, person, priceMinor, expiresAt },
  }),
  SecondChanceClosed: (state) => ({ ...state, secondChance: null }),
} satisfies Partial<Appliers>;

const movedBy = (at: number | null, byMs: number): number | null => (at === null ? null : at + byMs);

/** If a lot starts anew, its present end is its scheduled end, whatever had moved it. */
const onSchedule = { extendedFrom: null, scheduledEndsAt: null } as const;

/** A status that undoes the end. */
const notEnded = { endedAt: null, winner: null, settlement: null, secondChance: null } as const;

const life = {
  AuctionStarted: (state, event) => ({
    ...state,
    ...newStatus,
    ...notEnded,
    status: "active",
    startsAt: event.startsAt,
  }),
  AuctionAnnounced: (state) => ({ ...state, isUpcoming: true }),
  AuctionPaused: (state, event) => ({
    ...state,
    ...notEnded,
    isUpcoming: false,
    status: "paused",
    pausedAt: event.pausedAt,
    pausedUntil: event.pausedUntil,
    pauseReason: event.reason,
    statusReason: event.publicReason ?? null,
    isEndSet: false,
    contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
  }),
  AuctionResumed: (state, event) => ({
    ...state,
    ...newStatus,
    status: "active",
    endsAt: event.endsAt,
    extendedFrom: movedBy(state.extendedFrom, event.endsAt - state.endsAt),
    scheduledEndsAt: movedBy(state.scheduledEndsAt, event.endsAt - state.endsAt),
  }),
  AuctionEnded: (state, event) => ({
    ...state,
    ...newStatus,
    statusReason: event.publicReason ?? null,
    status: "ended",
    // A later change of the sale is no new end.
    endedAt: state.status === "ended" || state.status === "sold" ? state.endedAt : event.endedAt,
    winner: event.winner,
    settlement: openedBy(state, event),
  }),
  AuctionCancelled: (state, event) => ({
    ...state,
    ...newStatus,
    ...notEnded,
    ...onSchedule,
    statusReason: event.publicReason ?? null,
    status: "cancelled",
  }),
  // Removes the start time, so that the clock does not start the auction again at once.
  AuctionWithdrawn: (state) => ({
    ...state,
    ...newStatus,
    ...notEnded,
    ...onSchedule,
    status: "draft",
    rules: null,
    startsAt: null,
  }),
  LotRulesTaken: (state, { rules }) => ({ ...state, rules: toTakenRules(rules) }),
  IncrementsTaken: (state, { increments }) => ({ ...state, increments }),
  AuctionSold: (state, event) => ({
    ...state,
    ...newStatus,
    status: "sold",
    winner: event.winner,
    settlement: state.settlement && soldBy(state.settlement),
    secondChance: null,
  }),
  AuctionReopened: (state, event) => ({
    ...state,
    ...newStatus,
    ...notEnded,
    status: "active",
    contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
  }),
  AuctionRemoved: (state) => ({ ...state, ...newStatus, ...notEnded, status: "cancelled", isRemoved: true }),
  AuctionEdited: (state, event) => {
    const terms = withTerms(state, event.changes);
    const { scheduledEndsAt = terms.scheduledEndsAt } = event;
    // A draft without a start never opens by itself, so only staff see it.
    const isUpcoming = state.isUpcoming && terms.startsAt !== null;
    const edited = { ...terms, scheduledEndsAt, isUpcoming, ...(event.isEndNotice && { isEndSet: state.isEndSet }) };
    if (event.contentVersion === undefined) return edited;
    return {
      ...edited,
      contentVersion: event.contentVersion,
      fullVersion: event.correction === undefined ? event.contentVersion : state.fullVersion,
      contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
    };
  },
} satisfies Partial<Appliers>;

const appliers: Appliers = { ...bidding, ...payments, ...life };

/** The increment of a table follows the price. A lot with one increment keeps it. */
const withIncrement = (state: AuctionState): AuctionState => {
  if (state.increments === null) return state;
  const incrementMinor = incrementAbove(state, state.priceMinor);
  if (incrementMinor === state.incrementMinor) return state;
  const next = copyOf(state);
  next.incrementMinor = incrementMinor;
  return next;
};

/** False for an event of a newer version of the program, which may run beside this one and write to the same logs. */
export const isKnown = ({ type }: { readonly type: string }): boolean =>
  type === "AuctionCreated" || Object.hasOwn(appliers, type);

/** True if this version can read all these changes. */
export const areKnown = (changes: readonly { readonly events: readonly { readonly type: string }[] }[]): boolean =>
  changes.every(({ events }) => events.every(isKnown));

/**
 * Applies one event, which must be known. Does not change `version` and `revision`, because a change may hold several
 * events.
 */
export const evolve = (state: AuctionState, event: AuctionEvent): AuctionState =>
  withIncrement((appliers[event.type] as (state: AuctionState, event: AuctionEvent) => AuctionState)(state, event));

/** Applies all events of one accepted command. `revision` grows by 1, and `version` by 1 if any of them is public. */
export const evolveChange = (state: AuctionState, events: readonly AuctionEvent[]): AuctionState => {
  // Nothing else refers to a state that an event created, so this function may change it. If no event changed the
  // state, this function changes a copy.
  const evolved = events.reduce(evolve, state);
  const next = evolved === state ? copyOf(state) : (evolved as ReturnType<typeof copyOf>);
  next.revision = state.revision + 1;
  if (events.some(isPublic)) next.version = state.version + 1;
  return next;
};
