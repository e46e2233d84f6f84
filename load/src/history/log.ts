// The rows of the log as stored, and a fold of our own from them to the auction after each row. It is written from the
// rules and independent of the engine, so that the two can be compared. It accepts any log, even a wrong one; the
// checks report errors. Amounts are minor units, times epoch ms of the database. It is long because it has every event of
// the log, and what each one changes.

import type { SoftClose } from "@jara/proof/facts";
import { barring } from "@jara/proof/lot/rules";
import type { MinorEstimates } from "@jara/shared/estimates";
import { eachDetail, type LotDetails } from "@jara/shared/lot-fields";
import { type LotRules, type StoredRules, toLotRules } from "@jara/shared/payment-rules";

/** The rules that a lot took, with their version among the site's settings. */
export type TakenRules = LotRules & { readonly version: number };
/** The same as in the log and in rows. */
export type StoredTakenRules = StoredRules & { readonly version: number };
export const toTakenRules = (stored: StoredTakenRules): TakenRules => ({
  ...toLotRules(stored),
  version: stored.version,
});

export interface Named {
  readonly id: string;
  readonly username: string;
}

/** The increment table that a lot took, in minor units: below this price this increment. The last step has no end. */
export interface TakenIncrements {
  readonly version: number;
  readonly steps: readonly (readonly [below: number | null, increment: number])[];
}

export interface Terms extends LotDetails, MinorEstimates {
  readonly title: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly condition: string;
  readonly location: string | null;
  readonly media: readonly object[];
  readonly addenda?: readonly object[] | null;
  readonly conditionReport?: object | null;
  readonly currency: "NGN" | "USD";
  readonly startingPriceMinor: number;
  /** The increment that counts now. */
  readonly incrementMinor: number;
  /** Null or absent: the lot has one increment. */
  readonly increments?: TakenIncrements | null;
  readonly reserveMinor: number | null;
  readonly buyItNowMinor: number | null;
  readonly softClose: SoftClose | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
}
type Lot = Pick<Terms, "title" | "description" | "categories" | "condition" | "location" | "media">;

interface OfPurchase {
  readonly purchaseId: string;
  readonly buyer: Named;
}

/** Taken from a balance: in NGN kobo, and what it counts for in the auction's currency. */
export interface Deposit {
  readonly takenMinor: number;
  readonly worthMinor: number;
}

/** In the auction's currency, and in NGN kobo. */
interface Amounts {
  readonly amountMinor: number;
  readonly ngnMinor: number;
}

/** A payment that was taken back alone. */
export interface ReversedPayment extends Amounts {
  /** Missing if all booked payments were taken back. */
  readonly id?: string;
  readonly at: number;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  readonly surplusMinor: number;
}

/** `takenMinor`: absent before booked money was taken back from the balance. */
export interface Reversed extends Amounts {
  readonly takenMinor?: number;
}

export type PaymentMethod = "balance" | "online" | "transfer" | "cash" | "outside";

export type LogEvent =
  | ({
      readonly type: "AuctionCreated";
      readonly seller: Named;
      /** Missing for a lot of the house. */
      readonly isConsigned?: true;
      readonly lot: Lot;
      readonly status: "draft" | "active";
      /** Missing in auctions created before soft close existed. */
      readonly softClose?: SoftClose | null;
      /** Missing for a draft, and where the usual rules were in force. */
      readonly rules?: StoredTakenRules;
    } & Omit<Terms, keyof Lot | "softClose">)
  | {
      readonly type: "BidPlaced";
      readonly bidder: Named;
      readonly number: number;
      readonly amountMinor: number;
      readonly kind: "manual" | "auto";
    }
  | { readonly type: "MaxBidSet"; readonly maxBidId: string; readonly owner: Named; readonly amountMinor: number }
  | { readonly type: "MaxBidConfirmed"; readonly maxBidId: string; readonly ownerId: string }
  | { readonly type: "MaxBidSuspended"; readonly maxBidId: string; readonly ownerId: string }
  | {
      readonly type: "MaxBidCancelled";
      readonly maxBidId: string;
      readonly ownerId: string;
      /** Set if an administrator voided the maximum of somebody without bids. */
      readonly voided?: { readonly reason: VoidReason };
    }
  | { readonly type: "MaximaRestated"; readonly maxBids: readonly Maximum[] }
  | ({ readonly type: "BidsVoided" } & Voiding)
  /** Stands beside a void with `fromBid`. */
  | { readonly type: "EarlierBidsKept" }
  | { readonly type: "AllBidsVoided"; readonly reason: "cancelled" | "draft" }
  | { readonly type: "AuctionExtended"; readonly bidNumber: number; readonly from: number; readonly endsAt: number }
  | { readonly type: "AuctionAnnounced" }
  | { readonly type: "AuctionStarted"; readonly startsAt: number }
  | { readonly type: "LotRulesTaken"; readonly rules: StoredTakenRules }
  | { readonly type: "IncrementsTaken"; readonly increments: TakenIncrements }
  | {
      readonly type: "AuctionPaused";
      readonly reason: "buy-it-now" | "admin";
      readonly pausedAt: number;
      readonly pausedUntil: number | null;
      /** The staff's reason for everybody. */
      readonly publicReason?: string;
      /** Present if the lot changed while it was over. */
      readonly contentChangedAt?: number;
    }
  | { readonly type: "AuctionResumed"; readonly endsAt: number }
  | ({ readonly type: "BuyItNowStarted"; readonly priceMinor: number; readonly feeMinor: number } & OfPurchase & {
        readonly deadlineAt: number;
        /** Missing in logs from before deposits existed. */
        readonly deposit?: Deposit;
      })
  | ({ readonly type: "PurchasePaid" | "PurchaseVoided"; readonly priceMinor: number } & OfPurchase)
  | ({ readonly type: "PurchaseForfeited"; readonly penaltyMinor: number } & OfPurchase)
  | ({ readonly type: "PurchaseWaived" } & OfPurchase)
  | ({ readonly type: "PurchaseExtended"; readonly deadlineAt: number } & OfPurchase)
  | ({ readonly type: "PurchaseReopened"; readonly pausedAt: number; readonly deadlineAt: number } & OfPurchase & {
        readonly reversed: Reversed;
        readonly keepsPayments?: true;
        /** Present if the lot changed while it was sold. */
        readonly contentChangedAt?: number;
      })
  | ({ readonly type: "PurchasePardoned"; readonly penaltyMinor: number } & OfPurchase)
  | ({
      readonly type: "PaymentReceived";
      readonly method: PaymentMethod;
      readonly reference: string | null;
    } & Amounts & {
        readonly settlementId: string;
        readonly payer: Named;
      })
  | {
      readonly type: "PaymentsReversed";
      readonly settlementId: string;
      readonly payer: Named;
      readonly reversed: Reversed;
    }
  | {
      readonly type: "SomePaymentsReversed";
      readonly settlementId: string;
      readonly payer: Named;
      readonly payments: readonly ReversedPayment[];
      readonly takenMinor: number;
    }
  | {
      readonly type: "SaleRefunded";
      readonly settlementId: string;
      readonly payer: Named;
      readonly amountMinor: number;
      readonly paidNgnMinor: number;
      readonly transfer: { readonly withdrawalId: string; readonly ngnMinor: number } | null;
      readonly cashNgnMinor?: number;
    }
  | {
      readonly type: "PaymentCredited";
      readonly settlementId: string;
      readonly payer: Named;
      readonly ngnMinor: number;
      readonly worthMinor?: number;
      readonly method: PaymentMethod;
      readonly reference: string | null;
    }
  | { readonly type: "DeadlineExtended"; readonly settlementId: string; readonly winner: Named; readonly dueAt: number }
  | {
      readonly type: "SettlementOpened";
      readonly winner: Named;
      readonly amountMinor: number;
      readonly dueAt: number;
      readonly deposit: Deposit;
      readonly because: "second-chance" | "below-reserve" | "sold";
    }
  | {
      readonly type: "SettlementReopened";
      readonly settlementId: string;
      readonly winner: Named;
      readonly from: "paid" | "forfeited";
      readonly wasSold?: boolean;
      readonly dueAt: number;
      /** Missing if no void lowered it since the forfeit. */
      readonly amountMinor?: number;
      readonly deposit?: Deposit;
      readonly reversed?: Reversed;
      /** Some payments were reversed in the same change, and the others still count. */
      readonly keepsPayments?: true;
    }
  | { readonly type: "SettlementWaived"; readonly settlementId: string }
  | {
      readonly type: "SettlementForfeited";
      readonly settlementId: string;
      readonly winner: Named;
      readonly penaltyMinor: number;
    }
  | {
      readonly type: "SecondChanceOffered";
      readonly offerId: string;
      readonly person: Named;
      readonly priceMinor: number;
      readonly expiresAt: number;
      /** Ids of the people whose account was deleted or suspended then. Missing if there were none. */
      readonly leftOut?: readonly string[];
    }
  | {
      readonly type: "SecondChanceClosed";
      readonly offerId: string;
      readonly person: Named;
      readonly as: "accepted" | "declined" | "expired";
    }
  | {
      readonly type: "AuctionEnded";
      readonly endedAt: number;
      readonly winner: Named | null;
      readonly dueAt: number | null;
      /** Missing without a winner, and in logs from before deposits existed. */
      readonly deposit?: Deposit;
      readonly publicReason?: string;
    }
  | { readonly type: "AuctionCancelled" | "AuctionWithdrawn" | "AuctionRemoved"; readonly publicReason?: string }
  | { readonly type: "AuctionReopened"; readonly contentChangedAt?: number }
  | { readonly type: "AuctionSold"; readonly winner: Named | null }
  | {
      readonly type: "AuctionEdited";
      readonly changes: Partial<Terms>;
      readonly before?: Partial<Terms>;
      /** Missing if the edit made no content version. */
      readonly contentVersion?: number;
      readonly contentChangedAt?: number;
      /** Set for a correction: how many characters it changed. */
      readonly correction?: number;
      /** The role of its author. */
      readonly changedBy?: string;
      /** The scheduled end, if the notice of a change has moved the end past it. */
      readonly scheduledEndsAt?: number;
      /**
       * The edit moved the end to leave the notice time during a pause. Nobody set this end, so the pause still moves
       * it.
       */
      readonly isEndNotice?: true;
      readonly isSaleOrder?: true;
    };

export type VoidReason = "mistaken-amount" | "fraud" | "suspended" | "other" | "withdrawn";

/** Somebody's bids no longer count; the auction is the replay of its log without them. */
export interface Voiding {
  readonly bidder: Named;
  /** The person's commands before the one that placed this bid stay. Missing: none does. */
  readonly fromBid?: number;
  readonly reason: VoidReason;
  readonly note: string | null;
  readonly priceMinor: number;
  readonly leader: Named | null;
  readonly bidCount: number;
  readonly voidedBidCount: number;
  readonly voided: readonly { readonly number: number; readonly reason: string }[];
  readonly recorded: readonly RecordedBid[];
  readonly isWinnerVoided: boolean;
  /** The person's bids had shown somebody else's limit. Missing in older logs. */
  readonly showedLimit?: boolean;
  /** The winner had paid this much above the lower price. */
  readonly refund?: Amounts;
  /** The lower price of a second chance that was accepted. Missing if it is not lower. */
  readonly owedMinor?: number;
  /** The deposit of the lower price, if the winner's forfeit was taken back before. Missing if the deposit stays. */
  readonly deposit?: Deposit;
}

/** `at`: when the command that caused it was applied. */
export interface RecordedBid {
  readonly bidder: Named;
  readonly number: number;
  readonly amountMinor: number;
  readonly kind: "manual" | "auto";
  readonly at: number;
}

export interface LogRow {
  readonly revision: number;
  /** Null: only its author can see this change. */
  readonly version: number | null;
  readonly events: readonly LogEvent[];
  /** Null: caused by the clock. */
  readonly actorId: string | null;
  readonly at: number;
}

export interface Maximum {
  readonly id: string;
  readonly owner: Named;
  readonly amountMinor: number;
  readonly reachedRevision: number;
  readonly autoBidCount: number;
  readonly lastAutoBidMinor: number;
  /** The content version to which its owner last agreed. If it is below the auction's, the maximum is suspended. */
  readonly contentVersion: number;
}

export interface OpenPurchase extends OfPurchase {
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly deadlineAt: number;
  readonly createdAt: number;
  readonly isPaid: boolean;
  /** Once it is paid: the price by the bids. */
  readonly bidPriceMinor: number | null;
}

/** An auction after one row of its log. */
export interface State extends Terms {
  readonly revision: number;
  readonly version: number;
  /** When `version` last changed. */
  readonly publicAt: number;
  readonly createdAt: number;
  readonly seller: Named;
  /** Missing for a lot of the house. */
  readonly isConsigned?: true;
  readonly status: "draft" | "active" | "paused" | "ended" | "cancelled" | "sold";
  /** A draft that everybody may see. */
  readonly isUpcoming: boolean;
  /** Null: a draft, or the usual ones. */
  readonly rules: TakenRules | null;
  readonly priceMinor: number;
  readonly leader: Named | null;
  readonly winner: Named | null;
  /** Recorded bids that count. Voided bids are counted separately; the next bid number follows the sum of both. */
  readonly bidCount: number;
  readonly voidedBidCount: number;
  /** People whose bids were voided for a reason that bars them from bidding here again. */
  readonly barredIds: readonly string[];
  readonly contentVersion: number;
  /** The newest content version that is no correction. */
  readonly fullVersion: number;
  readonly contentChangedAt: number | null;
  /** The scheduled end, once the notice of a change has moved the end past it. */
  readonly scheduledEndsAt: number | null;
  /** The scheduled end, once bids have extended the auction past it. */
  readonly extendedFrom: number | null;
  readonly forfeitedPurchases: number;
  readonly pausedAt: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: "buy-it-now" | "admin" | null;
  readonly statusReason: string | null;
  readonly isEndSet: boolean;
  readonly isRemoved: boolean;
  readonly purchase: OpenPurchase | null;
  /** Active maxima, by owner. */
  readonly maxima: ReadonlyMap<string, Maximum>;
}

const secret = new Set<LogEvent["type"]>([
  "MaxBidSet",
  "MaxBidCancelled",
  "MaxBidConfirmed",
  "MaxBidSuspended",
  "MaximaRestated",
  "SettlementWaived",
  "SettlementForfeited",
  "SecondChanceOffered",
  "SecondChanceClosed",
  "PaymentReceived",
  "PaymentCredited",
  "PaymentsReversed",
  "SomePaymentsReversed",
  "DeadlineExtended",
  "PurchasePardoned",
  "SaleRefunded",
]);
/** Whether people other than its author, the winner and administrators may learn of it. */
export const isPublic = (event: LogEvent): boolean =>
  !secret.has(event.type) && !(event.type === "SettlementReopened" && event.from === "forfeited" && !event.wasSold);

export const begun = (row: LogRow): State | null => {
  const [created] = row.events;
  if (created?.type !== "AuctionCreated") return null;
  const { type: _, lot, ...terms } = created;
  return stepping({
    ...terms,
    ...eachDetail(() => null),
    lowEstimateMinor: null,
    highEstimateMinor: null,
    ...lot,
    softClose: created.softClose ?? null,
    rules: created.rules ? toTakenRules(created.rules) : null,
    increments: created.increments ?? null,
    revision: 1,
    version: 1,
    publicAt: row.at,
    createdAt: row.at,
    priceMinor: created.startingPriceMinor,
    leader: null,
    winner: null,
    bidCount: 0,
    voidedBidCount: 0,
    barredIds: [],
    contentVersion: 1,
    fullVersion: 1,
    contentChangedAt: null,
    extendedFrom: null,
    scheduledEndsAt: null,
    forfeitedPurchases: 0,
    ...goingOn,
    isRemoved: false,
    purchase: null,
    maxima: new Map(),
  });
};

/** True for a draft that nobody but staff may see. */
export const isHidden = ({ status, isUpcoming }: Pick<State, "status" | "isUpcoming">): boolean =>
  status === "draft" && !isUpcoming;

/** The increment of a bid above this price. */
export const incrementAbove = (
  { increments, incrementMinor }: Pick<Terms, "increments" | "incrementMinor">,
  price: number,
): number => {
  if (!increments) return incrementMinor;
  const over = increments.steps.filter(([below]) => below !== null && below <= price);
  return increments.steps[over.length]?.[1] ?? Number.NaN;
};

/** With a table, the increment is the one at the present price. */
const stepping = <T extends Pick<State, "increments" | "incrementMinor" | "priceMinor">>(state: T): T =>
  state.increments ? { ...state, incrementMinor: incrementAbove(state, state.priceMinor) } : state;

/** If the lot starts anew, its present end is its scheduled end, whatever had moved it. The same holds for a draft. */
const onSchedule = { extendedFrom: null, scheduledEndsAt: null } as const;
/** The fields that every status except a pause resets. A lot with such a status is not upcoming. */
const goingOn = {
  isUpcoming: false,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  statusReason: null,
  isEndSet: false,
} as const;

/** The state after one event of the row `row`. */
export const stepped = (state: State, event: LogEvent, row: LogRow): State => stepping(changed(state, event, row));

const changed = (state: State, event: LogEvent, row: LogRow): State => {
  switch (event.type) {
    case "BidPlaced":
      return withBid(state, event);
    case "MaxBidSet":
      return { ...state, maxima: new Map(state.maxima).set(event.owner.id, maximumSet(state, event, row)) };
    case "MaxBidCancelled":
      return withoutMaximum(state, event);
    case "MaxBidConfirmed":
      return withMaximumConfirmed(state, event, state.contentVersion);
    case "MaxBidSuspended":
      return withMaximumConfirmed(state, event, 0);
    case "MaximaRestated":
      return { ...state, maxima: new Map(event.maxBids.map((one) => [one.owner.id, one])) };
    case "BidsVoided":
      return afterVoid(state, event);
    case "EarlierBidsKept":
      return state;
    case "AllBidsVoided":
      return withoutBids(state);
    case "AuctionExtended":
      return { ...state, endsAt: event.endsAt, extendedFrom: state.extendedFrom ?? event.from };
    case "AuctionAnnounced":
      return { ...state, isUpcoming: true };
    case "AuctionStarted":
      return { ...state, ...goingOn, status: "active", startsAt: event.startsAt };
    case "LotRulesTaken":
      return { ...state, rules: toTakenRules(event.rules) };
    case "IncrementsTaken":
      return { ...state, increments: event.increments };
    case "AuctionPaused":
      return paused(state, event);
    case "AuctionResumed":
      return { ...state, ...goingOn, status: "active", endsAt: event.endsAt, ...movedWith(state, event) };
    case "BuyItNowStarted": {
      const { type: _, deposit: __, ...purchase } = event;
      return { ...state, purchase: { ...purchase, createdAt: row.at, isPaid: false, bidPriceMinor: null } };
    }
    case "PurchasePaid":
      return {
        ...state,
        purchase: state.purchase && { ...state.purchase, isPaid: true, bidPriceMinor: state.priceMinor },
        priceMinor: event.priceMinor,
      };
    case "PurchaseForfeited":
      return { ...state, purchase: null, forfeitedPurchases: state.forfeitedPurchases + 1 };
    case "PurchaseWaived":
      return { ...state, purchase: null };
    case "PurchaseExtended":
      return {
        ...state,
        purchase: state.purchase && { ...state.purchase, deadlineAt: event.deadlineAt },
        pausedUntil: event.deadlineAt,
      };
    case "PurchaseReopened":
      return withPurchaseReopened(state, event);
    case "PurchasePardoned":
      return { ...state, forfeitedPurchases: Math.max(0, state.forfeitedPurchases - 1) };
    case "SettlementOpened":
      return { ...state, winner: event.winner };
    case "SettlementReopened":
      return { ...state, status: "ended" };
    case "PurchaseVoided":
      return { ...state, purchase: null, priceMinor: event.priceMinor };
    case "AuctionEnded":
      return { ...state, ...goingOn, ...reasonOf(event), status: "ended", winner: event.winner };
    case "AuctionSold":
      return { ...state, ...goingOn, status: "sold", winner: event.winner };
    case "AuctionReopened":
      return {
        ...state,
        ...goingOn,
        status: "active",
        winner: null,
        contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
      };
    case "AuctionCancelled":
      return { ...state, ...goingOn, ...onSchedule, ...reasonOf(event), status: "cancelled", winner: null };
    case "AuctionRemoved":
      return { ...state, ...goingOn, status: "cancelled", winner: null, isRemoved: true };
    case "AuctionWithdrawn":
      return { ...state, ...goingOn, ...onSchedule, status: "draft", rules: null, winner: null, startsAt: null };
    case "AuctionEdited":
      return edited(state, event);
    default:
      return state;
  }
};

type Logged<T extends LogEvent["type"]> = Extract<LogEvent, { type: T }>;

const withBid = (state: State, { bidder, amountMinor, number, kind }: Logged<"BidPlaced">): State => {
  const own = kind === "auto" ? state.maxima.get(bidder.id) : undefined;
  const counted = own && { ...own, autoBidCount: own.autoBidCount + 1, lastAutoBidMinor: amountMinor };
  const maxima = counted ? new Map(state.maxima).set(bidder.id, counted) : state.maxima;
  return { ...state, priceMinor: amountMinor, leader: bidder, bidCount: number - state.voidedBidCount, maxima };
};

const withoutBids = (state: State): State => ({
  ...state,
  priceMinor: state.startingPriceMinor,
  leader: null,
  bidCount: 0,
  voidedBidCount: state.voidedBidCount + state.bidCount,
  maxima: new Map(),
});

const reasonOf = ({ publicReason = null }: { readonly publicReason?: string | null }) => ({
  statusReason: publicReason,
});

const paused = (state: State, event: Logged<"AuctionPaused">): State => {
  const { reason: pauseReason, pausedAt, pausedUntil, contentChangedAt = state.contentChangedAt } = event;
  const pause = { isUpcoming: false, pausedAt, pausedUntil, pauseReason, ...reasonOf(event), isEndSet: false };
  return { ...state, status: "paused", winner: null, ...pause, contentChangedAt };
};

const withPurchaseReopened = (
  { purchase, ...state }: State,
  { pausedAt, deadlineAt, contentChangedAt }: Logged<"PurchaseReopened">,
): State => ({
  ...state,
  status: "paused",
  winner: null,
  pausedAt,
  pausedUntil: deadlineAt,
  pauseReason: "buy-it-now",
  statusReason: null,
  isEndSet: false,
  contentChangedAt: contentChangedAt ?? state.contentChangedAt,
  priceMinor: purchase?.bidPriceMinor ?? state.priceMinor,
  purchase: purchase && { ...purchase, deadlineAt, isPaid: false, bidPriceMinor: null },
});

const maximumSet = (state: State, event: Logged<"MaxBidSet">, row: LogRow): Maximum => {
  const { maxBidId: id, owner, amountMinor } = event;
  const earlier = state.maxima.get(owner.id);
  return {
    id,
    owner,
    amountMinor,
    contentVersion: state.contentVersion,
    // The same amount again keeps its first revision.
    reachedRevision: earlier?.amountMinor === amountMinor ? earlier.reachedRevision : row.revision,
    autoBidCount: earlier?.autoBidCount ?? 0,
    lastAutoBidMinor: earlier?.lastAutoBidMinor ?? 0,
  };
};

const withoutMaximum = (state: State, { ownerId, voided }: Logged<"MaxBidCancelled">): State => {
  const maxima = new Map(state.maxima);
  maxima.delete(ownerId);
  const isBarred = voided !== undefined && barring.has(voided.reason) && !state.barredIds.includes(ownerId);
  return { ...state, maxima, barredIds: isBarred ? [...state.barredIds, ownerId] : state.barredIds };
};

/** `contentVersion`: the one that the owner agrees to; 0 suspends the maximum. */
const withMaximumConfirmed = (
  state: State,
  { ownerId }: Logged<"MaxBidConfirmed" | "MaxBidSuspended">,
  contentVersion: number,
): State => {
  const own = state.maxima.get(ownerId);
  if (!own) return state;
  const confirmed = { ...own, contentVersion };
  return { ...state, maxima: new Map(state.maxima).set(ownerId, confirmed) };
};

const edited = (state: State, event: Logged<"AuctionEdited">): State => {
  const { changes } = event;
  const isRepriced = changes.startingPriceMinor !== undefined && state.bidCount === 0;
  return {
    ...state,
    ...changes,
    isUpcoming: state.isUpcoming && changes.startsAt !== null,
    contentVersion: event.contentVersion ?? state.contentVersion,
    fullVersion: (event.correction === undefined ? event.contentVersion : undefined) ?? state.fullVersion,
    contentChangedAt: event.contentChangedAt ?? state.contentChangedAt,
    // A newly set end is a new schedule.
    extendedFrom: changes.endsAt === undefined ? state.extendedFrom : null,
    scheduledEndsAt: event.scheduledEndsAt ?? (changes.endsAt === undefined ? state.scheduledEndsAt : null),
    priceMinor: isRepriced ? (changes.startingPriceMinor ?? state.priceMinor) : state.priceMinor,
    isEndSet:
      state.isEndSet || (state.status === "paused" && changes.endsAt !== undefined && event.isEndNotice !== true),
  };
};

/** A pause moves the scheduled end together with the end. */
const movedWith = ({ extendedFrom, scheduledEndsAt, endsAt }: State, to: { readonly endsAt: number }) => {
  const moved = (at: number | null): number | null => (at === null ? null : at + to.endsAt - endsAt);
  return { extendedFrom: moved(extendedFrom), scheduledEndsAt: moved(scheduledEndsAt) };
};

const afterVoid = (state: State, voiding: Voiding): State => {
  const { bidder, reason, priceMinor, leader, bidCount, voidedBidCount, isWinnerVoided, showedLimit } = voiding;
  const isBarred = (barring.has(reason) || showedLimit === true) && !state.barredIds.includes(bidder.id);
  const { purchase } = state;
  const voided = {
    ...state,
    leader,
    bidCount,
    voidedBidCount,
    barredIds: isBarred ? [...state.barredIds, bidder.id] : state.barredIds,
    // An auction sold by Buy It Now keeps that price.
    ...(purchase?.isPaid ? { purchase: { ...purchase, bidPriceMinor: priceMinor } } : { priceMinor }),
  };
  return isWinnerVoided ? { ...voided, status: "ended", winner: null } : voided;
};

export const isSuspended = (
  { fullVersion }: Pick<State, "fullVersion">,
  maximum: Pick<Maximum, "contentVersion">,
): boolean => maximum.contentVersion < fullVersion;

export interface Step {
  readonly row: LogRow;
  /** Null before the first row. */
  readonly before: State | null;
  readonly after: State;
}

/** The steps from row to row; none if the log does not begin with the auction's creation. */
export const followed = (rows: readonly LogRow[]): Step[] => {
  const [first, ...rest] = rows;
  const created = first && begun(first);
  if (!created) return [];
  const steps: Step[] = [{ row: first, before: null, after: created }];
  let state = created;
  for (const row of rest) {
    const before = state;
    const after = row.events.reduce((at, event) => stepped(at, event, row), before);
    const moved = row.version === null ? {} : { version: row.version, publicAt: row.at };
    state = { ...after, revision: row.revision, ...moved };
    steps.push({ row, before, after: state });
  }
  return steps;
};
