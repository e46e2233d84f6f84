// The facts of the public log: what one public change of a lot says to everybody. Pure. A fact must never contain a
// maximum, a revision, a name, a person's id or somebody's own words. The reserve is hidden until the lot ends.
import { type AuctionEdited, type AuctionEvent, type BidsVoided, endsSale } from "../events.ts";
import { evolve, isBarredBy } from "../evolve.ts";
import type { AuctionState } from "../state.ts";
import type { LoggedEvent } from "./history.ts";
import { toLoggedRules } from "./logged-rules.ts";
import { incrementsOf, toPriceSteps } from "./lot-document.ts";
import { toIso, toIsoOrNull } from "./to-public.ts";

export type FactValue =
  | string
  | number
  | boolean
  | null
  | readonly FactValue[]
  | { readonly [field: string]: FactValue };

export interface Fact {
  readonly type: string;
  readonly [field: string]: FactValue;
}

/** The facts of a change need this besides its events. */
export interface FactsGiven {
  /** True if no person caused the change: a time had come. */
  readonly isByClock: boolean;
  /** The commitment that stands for a person on this lot. */
  readonly person: (id: string) => string;
  /** The commitment that stands for who sells the lot. Called only if the change opens it. */
  readonly seller: () => string;
  /** The lot's reserve after the change; null if it has none. */
  readonly reserveAfter: () => {
    readonly commitment: string;
    /** Minor units. */
    readonly amount: number;
    /** Hexadecimal. */
    readonly salt: string;
  } | null;
  /** The lot around the change. Called only if `needsLot`. */
  readonly lot: () => LotOfChange;
}

export interface LotOfChange {
  /** Null before the creation. */
  readonly before: AuctionState | null;
  readonly after: AuctionState;
  /** The SHA-256 of the lot document after the change. */
  readonly lotHash: string;
  readonly media: readonly { readonly sha256: string | null; readonly url: string }[];
}

type Events = readonly LoggedEvent[];

/** Events after which everybody may see the lot (true), or only staff (false). All other events leave this as it is. */
const publicAfterEvent: { readonly [T in LoggedEvent["type"]]?: boolean } = {
  AuctionStarted: true,
  AuctionPaused: true,
  AuctionResumed: true,
  AuctionEnded: true,
  AuctionCancelled: true,
  AuctionSold: true,
  AuctionReopened: true,
  PurchaseReopened: true,
  AuctionWithdrawn: false,
  AuctionRemoved: false,
};

/** True if everybody may see the lot after the change. */
export const isPublicAfter = (events: Events, wasPublic: boolean): boolean =>
  events.reduce(
    (is, event) => (event.type === "AuctionCreated" ? event.status !== "draft" : (publicAfterEvent[event.type] ?? is)),
    wasPublic,
  );

/** True if the facts say what the lot is, so that its state must be known. */
export const needsLot = (events: Events, wasPublic: boolean): boolean =>
  isPublicAfter(events, wasPublic) && (!wasPublic || events.some(({ type }) => type === "AuctionEdited"));

/** True if the change makes a new commitment to the reserve. */
export const renewsReserve = (events: Events, wasPublic: boolean): boolean =>
  isPublicAfter(events, wasPublic) &&
  (!wasPublic || events.some((event) => event.type === "AuctionEdited" && event.changes.reserveMinor !== undefined));

/**
 * The facts of one change, in the order of its events. Null: the change is not public, because the lot is a draft
 * before and after it.
 */
export const factsOf = (events: Events, wasPublic: boolean, given: FactsGiven): Fact[] | null => {
  const isPublic = isPublicAfter(events, wasPublic);
  if (!wasPublic && !isPublic) return null;
  const isOpening = !wasPublic;
  const facts = events.flatMap((event): Fact[] => {
    if (event.type === "AuctionCreated" || (isOpening && saidByOpening.has(event.type))) return [];
    // If the same change withdraws the lot, the edit belongs to a draft and stays private.
    if (event.type === "AuctionEdited" && !isPublic) return [];
    return writers[event.type](event as never, given);
  });
  return isOpening ? [opened(events, given), ...facts] : facts;
};

/** The fact `opened` already contains these events, or they happened while the lot was a draft. */
const saidByOpening = new Set<AuctionEvent["type"]>([
  "AuctionStarted",
  "AuctionReopened",
  "AuctionResumed",
  "AuctionEdited",
  "AllBidsVoided",
  "PurchaseVoided",
  "BidsVoided",
]);

/** Events that come after the opening, although they are in the same change. */
const afterOpening = new Set<LoggedEvent["type"]>(["BidPlaced", "AuctionExtended"]);

const opened = (events: Events, { lot, seller, reserveAfter }: FactsGiven): Fact => {
  const { before, after, lotHash, media } = lot();
  const opening = events.filter(
    (event): event is AuctionEvent => event.type !== "AuctionCreated" && !afterOpening.has(event.type),
  );
  // A lot that this change created has no bids yet.
  const state = before ? opening.reduce(evolve, before) : after;
  return {
    type: "opened",
    contentVersion: state.contentVersion,
    currency: state.currency,
    startsAt: toIsoOrNull(state.startsAt),
    endsAt: toIso(state.endsAt),
    startingPrice: state.startingPriceMinor,
    ...incrementsOf(state),
    buyItNow: state.buyItNowMinor,
    softClose: softCloseOf(state.softClose),
    rules: state.rules && { ...toLoggedRules(state.rules) },
    seller: seller(),
    reserve: reserveAfter()?.commitment ?? null,
    lotHash,
    media: media.map((one) => ({ ...one })),
    price: state.priceMinor,
    bidCount: state.bidCount,
  };
};

const softCloseOf = (softClose: AuctionState["softClose"]) =>
  softClose && { capMinutes: softClose.capMinutes, windowSeconds: softClose.windowSeconds };

const why = (event: AuctionEdited): string => {
  if (event.isSaleOrder) return "sale-order";
  return event.isEndNotice ? "notice" : "edit";
};

const changed = (event: AuctionEdited, { lot, reserveAfter }: FactsGiven): Fact => {
  const { changes } = event;
  const { after, lotHash, media } = lot();
  return {
    type: "changed",
    contentVersion: after.contentVersion,
    lotHash,
    media: media.map((one) => ({ ...one })),
    why: why(event),
    ...(event.correction !== undefined && { correction: true }),
    ...(event.scheduledEndsAt !== undefined && { scheduledEndsAt: toIso(event.scheduledEndsAt) }),
    ...(changes.currency !== undefined && { currency: changes.currency }),
    ...(changes.startingPriceMinor !== undefined && { startingPrice: changes.startingPriceMinor }),
    ...((changes.incrementMinor ?? changes.increments) !== undefined && { increment: incrementsOf(after).increment }),
    ...(changes.increments !== undefined && { increments: changes.increments && toPriceSteps(changes.increments) }),
    ...(changes.buyItNowMinor !== undefined && { buyItNow: changes.buyItNowMinor }),
    ...(changes.softClose !== undefined && { softClose: softCloseOf(changes.softClose) }),
    ...(changes.startsAt !== undefined && { startsAt: toIsoOrNull(changes.startsAt) }),
    ...(changes.endsAt !== undefined && { endsAt: toIso(changes.endsAt) }),
    ...(changes.reserveMinor !== undefined && { reserve: reserveAfter()?.commitment ?? null }),
  };
};

/** Neighbouring bids that were voided for the same reason, as one range. */
const rangesOf = (voided: BidsVoided["voided"]): [number, number, string][] => {
  const ranges: [number, number, string][] = [];
  for (const { number, reason } of [...voided].sort((a, b) => a.number - b.number)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1 && last[2] === reason) last[1] = number;
    else ranges.push([number, number, reason]);
  }
  return ranges;
};

const purchase = (step: string, price: number | null = null, until: number | null = null): Fact[] => [
  { type: "purchase", step, price, until: toIsoOrNull(until) },
];

type Writers = {
  readonly [T in AuctionEvent["type"]]: (event: Extract<AuctionEvent, { type: T }>, given: FactsGiven) => Fact[];
};

const nothing = (): Fact[] => [];
const personOrNull = ({ person }: FactsGiven, of: { readonly id: string } | null) => (of ? person(of.id) : null);

const writers: Writers = {
  BidPlaced: ({ number, amountMinor, kind, bidder }, { person }) => [
    { type: "bid", number, amount: amountMinor, kind, bidder: person(bidder.id) },
  ],
  AuctionExtended: ({ bidNumber, from, endsAt }) => [
    { type: "extended", bid: bidNumber, from: toIso(from), endsAt: toIso(endsAt) },
  ],
  BidsVoided: (event, given) => [
    {
      type: "voided",
      bidder: given.person(event.bidder.id),
      ...(event.fromBid !== undefined && { from: event.fromBid }),
      reason: event.reason,
      price: event.priceMinor,
      leader: personOrNull(given, event.leader),
      bidCount: event.bidCount,
      voided: rangesOf(event.voided),
      recorded: event.recorded.map(({ number, amountMinor, kind, bidder, at }) => ({
        number,
        amount: amountMinor,
        kind,
        bidder: given.person(bidder.id),
        at: toIso(at),
      })),
      winnerVoided: event.isWinnerVoided,
      ...(event.showedLimit !== undefined && { barred: isBarredBy(event) }),
    },
  ],
  AllBidsVoided: ({ reason }) => [{ type: "all-voided", reason }],
  AuctionEdited: (event, given) => [changed(event, given)],
  AuctionPaused: ({ reason, pausedUntil }) => [{ type: "paused", reason, until: toIsoOrNull(pausedUntil) }],
  AuctionResumed: ({ endsAt }) => [{ type: "resumed", endsAt: toIso(endsAt) }],
  AuctionEnded: ({ endedAt, winner }, given) => {
    const reserve = given.reserveAfter();
    return [
      {
        type: "ended",
        by: given.isByClock ? "clock" : "staff",
        endedAt: toIso(endedAt),
        winner: personOrNull(given, winner),
        reserve: reserve && { amount: reserve.amount, salt: reserve.salt },
      },
    ];
  },
  AuctionSold: ({ winner }, given) => [{ type: "sold", winner: personOrNull(given, winner) }],
  SettlementOpened: ({ winner, amountMinor, because }, { person }) => [
    { type: "awarded", winner: person(winner.id), amount: amountMinor, because },
  ],
  // Everybody saw the sale and takes it as paid. A forfeit before the sale stays private.
  SettlementReopened: (event, { person }) =>
    endsSale(event) ? [{ type: "settlement-reopened", winner: person(event.winner.id), from: "paid" }] : [],
  AuctionCancelled: () => [{ type: "cancelled" }],
  AuctionWithdrawn: () => [{ type: "withdrawn" }],
  AuctionReopened: () => [{ type: "reopened" }],
  // The start of a draft is in the fact `opened` instead.
  AuctionStarted: () => [{ type: "reopened" }],
  AuctionRemoved: () => [{ type: "removed" }],
  BuyItNowStarted: ({ priceMinor, deadlineAt }) => purchase("started", priceMinor, deadlineAt),
  PurchasePaid: ({ priceMinor }) => purchase("paid", priceMinor),
  PurchaseForfeited: () => purchase("forfeited"),
  PurchaseVoided: ({ priceMinor }) => purchase("voided", priceMinor),
  PurchaseWaived: () => purchase("waived"),
  PurchaseExtended: ({ deadlineAt }) => purchase("extended", null, deadlineAt),
  PurchaseReopened: ({ deadlineAt }) => purchase("reopened", null, deadlineAt),
  // The public log of a lot begins when the lot opens.
  AuctionAnnounced: nothing,
  // The fact `opened` contains these.
  LotRulesTaken: nothing,
  IncrementsTaken: nothing,
  // Only its owner may know of a maximum.
  MaxBidSet: nothing,
  MaxBidCancelled: nothing,
  MaxBidConfirmed: nothing,
  MaxBidSuspended: nothing,
  MaximaRestated: nothing,
  EarlierBidsKept: nothing,
  // Money concerns only the person who pays.
  PaymentReceived: nothing,
  PaymentCredited: nothing,
  PaymentsReversed: nothing,
  SomePaymentsReversed: nothing,
  SaleRefunded: nothing,
  DeadlineExtended: nothing,
  PurchasePardoned: nothing,
  SettlementWaived: nothing,
  SettlementForfeited: nothing,
  SecondChanceOffered: nothing,
  SecondChanceClosed: nothing,
};
