// The state of one auction, on which commands are decided. Plain immutable data: every amount in minor units of
// `currency`, every time in epoch milliseconds of the database's clock. It is long because it defines everything that a
// state holds.
import type { AuctionStatus, Category, Condition, Media, SoftClose } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import type { MinorEstimates } from "@jara/shared/estimates";
import { type IncrementTable, incrementAtMinor, type MinorStep } from "@jara/shared/increment-steps";
import type { LotDetails } from "@jara/shared/lot-fields";
import { type LotOutcome, outcomeOf } from "@jara/shared/lot-outcome";
import type { Currency, Minor } from "@jara/shared/money";
import { type Deposit, type LotRules, type StoredRules, toLotRules } from "@jara/shared/payment-rules";
import { type Premium, type PremiumRules, premiumOn, totalMinorOf } from "@jara/shared/total-due";

export interface Person {
  readonly id: string;
  readonly username: string;
}

/** A private ceiling up to which the auction bids for its owner. Nobody else may see it while the auction is open. */
export interface MaxBid {
  readonly id: string;
  readonly owner: Person;
  readonly amountMinor: Minor;
  /**
   * The revision at which this value was set; every change of the value resets it. Of two equal maxima the one with the
   * lower revision wins.
   */
  readonly reachedRevision: number;
  readonly autoBidCount: number;
  /** 0 before the first auto-bid. */
  readonly lastAutoBidMinor: Minor;
  /**
   * The content version that the owner last agreed to. The maximum is suspended if it is below the auction's
   * `fullVersion` (rule 14). 0: suspended because its owner did not pay too many wins (rule 18).
   */
  readonly contentVersion: number;
}

export interface Addendum {
  /** Epoch ms. */
  readonly at: number;
  readonly text: string;
}

export interface Lot extends LotDetails, MinorEstimates {
  readonly title: string;
  readonly description: string;
  readonly categories: readonly Category[];
  readonly condition: Condition;
  readonly location: string | null;
  readonly media: readonly Media[];
  /** Dated notes that were added later, the oldest first. Absent or null if there are none. */
  readonly addenda?: readonly Addendum[] | null;
  /** Absent or null if there is none. */
  readonly conditionReport?: ConditionReport | null;
}

/** The fields of an auction that an administrator can edit, besides its status. */
export interface Terms extends Lot {
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  readonly incrementMinor: Minor;
  /** Null or absent: the lot has one increment. */
  readonly increments?: TakenIncrements | null;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  readonly softClose: SoftClose | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
}

/** Records the money that was received for a purchase or a settlement and was not returned. */
export interface Received {
  /** NGN kobo, taken from the balance at the end or when buying. */
  readonly depositMinor: Minor;
  /** The deposit is worth this much in the auction's currency. */
  readonly depositWorthMinor: Minor;
  /** Payments after the deposit, in the auction's currency. */
  readonly paidMinor: Minor;
  /** NGN kobo: what of these payments goes back to the balance if the sale is undone. */
  readonly paidNgnMinor: Minor;
}

export const NOTHING = 0 as Minor;
export const nothingReceived: Received = {
  depositMinor: NOTHING,
  depositWorthMinor: NOTHING,
  paidMinor: NOTHING,
  paidNgnMinor: NOTHING,
};

/** `deposit`: absent in events that were written before deposits existed. */
export const receivedAs = (deposit: Deposit | undefined): Received =>
  deposit
    ? { ...nothingReceived, depositMinor: deposit.takenMinor, depositWorthMinor: deposit.worthMinor }
    : nothingReceived;

/** `part` of a whole's `amount`, rounded down. BigInt, because the product may be too large for a number. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** NGN kobo of the deposit that stand for so much of its worth; all of it if no worth is left. */
export const depositPart = (
  { depositMinor, depositWorthMinor }: Pick<Received, "depositMinor" | "depositWorthMinor">,
  worthMinor: number,
): number => {
  if (worthMinor === 0) return 0;
  return worthMinor >= depositWorthMinor ? depositMinor : shareOf(depositMinor, worthMinor, depositWorthMinor);
};

/** A Buy It Now purchase. The auction is paused until the payment comes, and sold once it has come. */
export interface Purchase extends Received {
  readonly id: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
  /** Added to the price. */
  readonly feeMinor: Minor;
  /** The purchase is forfeited if it is unpaid at this moment. */
  readonly deadlineAt: number;
  /** Null while unpaid. Once paid: the price of the bids, which is the price again if the sale is undone. */
  readonly bidPriceMinor: Minor | null;
}

/** Records the debt of an ended auction's winner, or how that debt ended. The premium and its VAT are added to the bid. */
export interface Settlement extends Received, Premium {
  readonly id: string;
  readonly winner: Person;
  /** The winning bid. */
  readonly amountMinor: Minor;
  /** A part of it is forfeited if it is unpaid at this moment. */
  readonly dueAt: number;
  readonly status: "open" | "paid" | "waived" | "forfeited";
  /** NGN kobo, kept when it was forfeited; null otherwise. */
  readonly penaltyMinor: Minor | null;
}

/** An offer of the lot to its runner-up, after its winner did not pay or was voided. */
export interface SecondChance {
  readonly id: string;
  readonly person: Person;
  readonly priceMinor: Minor;
  readonly expiresAt: number;
}

/** The rules that a lot took when it opened, and their version among the site's settings. */
export interface TakenRules extends LotRules {
  readonly version: number;
}
/** The same as events and rows have them. */
export type StoredTakenRules = StoredRules & { readonly version: number };

export const toTakenRules = (stored: StoredTakenRules): TakenRules => ({
  ...toLotRules(stored),
  version: stored.version,
});

/** The site's increment table in force, and its version among the site's settings; 0 if it was never changed. */
export interface SiteIncrements {
  readonly version: number;
  readonly table: IncrementTable;
}

/** A lot's own copy of the site's increment table in the lot's currency, and its version among the site's settings. */
export interface TakenIncrements {
  readonly version: number;
  readonly steps: readonly MinorStep[];
}

/** The prices of the newest agreement of a lot, if its seller accepted it. */
export type AgreedPrices = Pick<AuctionState, "currency" | "startingPriceMinor" | "reserveMinor">;

export interface AuctionState {
  readonly id: string;
  readonly seller: Person;
  /** The lot is sold for somebody: only on terms that the seller accepted. */
  readonly isConsigned: boolean;
  readonly lot: Lot;
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  /** The increment that counts now. With a table it is always the table's at `priceMinor`. */
  readonly incrementMinor: Minor;
  /** Taken with the option, and anew when the lot stops being a draft. Null: the lot has one increment. */
  readonly increments: TakenIncrements | null;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  readonly softClose: SoftClose | null;
  readonly status: AuctionStatus;
  /** A draft that everybody may see: it opens with its published sale, or when its start comes. */
  readonly isUpcoming: boolean;
  /** Taken when the lot stopped being a draft. Null for a draft, and for a lot that took the usual rules. */
  readonly rules: TakenRules | null;
  readonly priceMinor: Minor;
  readonly leader: Person | null;
  readonly winner: Person | null;
  /** The number of recorded bids that count. */
  readonly bidCount: number;
  /** The number of recorded bids that were voided. The next bid's number is `bidCount + voidedBidCount + 1`. */
  readonly voidedBidCount: number;
  /** Ids of people who may not bid here again, because their bids were voided (rule 15). */
  readonly barredIds: ReadonlySet<string>;
  /** Starts at 1, and grows with each edit of the lot's content while the lot has bids or maxima (rule 14). */
  readonly contentVersion: number;
  /** The newest content version that is no correction. */
  readonly fullVersion: number;
  /**
   * When the last content version was made, or when the lot opened again if it was made while the lot was over; null
   * before the second. Bidders may withdraw for a day from then on.
   */
  readonly contentChangedAt: number | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
  /** The scheduled end, once soft close has moved `endsAt` past it; null before. */
  readonly extendedFrom: number | null;
  /** The scheduled end, once the notice of a content change has moved `endsAt` past it (rule 14); null before. */
  readonly scheduledEndsAt: number | null;
  readonly pausedAt: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: "buy-it-now" | "admin" | null;
  /** When bidding ended: at `endsAt`, or later by the delay of the clock. Null while it is not over, and for a purchase. */
  readonly endedAt: number | null;
  /** Why the staff paused, ended or cancelled it, in their words for everybody. Null with every other status. */
  readonly statusReason: string | null;
  /** True if the end was set during this pause: resuming then does not move it. */
  readonly isEndSet: boolean;
  /** Removed for good; kept only for its log. */
  readonly isRemoved: boolean;
  /**
   * The purchase for which the auction is paused (unpaid) or sold (paid); null otherwise. Only the buyer may learn who
   * bought.
   */
  readonly purchase: Purchase | null;
  /** How many purchases of this auction were forfeited. */
  readonly forfeitedPurchases: number;
  /** The settlement of the last end, whatever became of it; null once that end is undone. */
  readonly settlement: Settlement | null;
  /** The open offer to a runner-up. */
  readonly secondChance: SecondChance | null;
  /** The maxima that are not cancelled, by owner's id. Includes suspended ones. */
  readonly maxBids: ReadonlyMap<string, MaxBid>;
  /** Public: grows by 1 with every change that anybody but its author can see. */
  readonly version: number;
  /** Internal: grows by 1 with every change. */
  readonly revision: number;
  readonly createdAt: number;
  /** When `version` last changed. */
  readonly updatedAt: number;
}

/**
 * Returns a mutable copy. It copies field by field, because spreading an object with this many fields takes forty times
 * as long.
 */
export const copyOf = (state: AuctionState): { -readonly [K in keyof AuctionState]: AuctionState[K] } => ({
  id: state.id,
  seller: state.seller,
  isConsigned: state.isConsigned,
  lot: state.lot,
  currency: state.currency,
  startingPriceMinor: state.startingPriceMinor,
  incrementMinor: state.incrementMinor,
  increments: state.increments,
  reserveMinor: state.reserveMinor,
  buyItNowMinor: state.buyItNowMinor,
  softClose: state.softClose,
  status: state.status,
  isUpcoming: state.isUpcoming,
  rules: state.rules,
  priceMinor: state.priceMinor,
  leader: state.leader,
  winner: state.winner,
  bidCount: state.bidCount,
  voidedBidCount: state.voidedBidCount,
  barredIds: state.barredIds,
  contentVersion: state.contentVersion,
  fullVersion: state.fullVersion,
  contentChangedAt: state.contentChangedAt,
  startsAt: state.startsAt,
  endsAt: state.endsAt,
  extendedFrom: state.extendedFrom,
  scheduledEndsAt: state.scheduledEndsAt,
  pausedAt: state.pausedAt,
  pausedUntil: state.pausedUntil,
  pauseReason: state.pauseReason,
  endedAt: state.endedAt,
  statusReason: state.statusReason,
  isEndSet: state.isEndSet,
  isRemoved: state.isRemoved,
  purchase: state.purchase,
  forfeitedPurchases: state.forfeitedPurchases,
  settlement: state.settlement,
  secondChance: state.secondChance,
  maxBids: state.maxBids,
  version: state.version,
  revision: state.revision,
  createdAt: state.createdAt,
  updatedAt: state.updatedAt,
});

/**
 * The id of a settlement: the auction's id with the public version of the change that opened it in its last digits. Its
 * owner reads the id, so it must not say anything that is not public: the revision would tell how many hidden maxima
 * were set. The `f` distinguishes it from older ids.
 */
export const settlementIdOf = (auctionId: string, version: number): string =>
  `${auctionId.slice(0, -12)}f${version.toString(16).padStart(11, "0")}`;

/** The id of a settlement whose event has no id, because it was logged before events had one. */
const settlementIdOfRevision = (auctionId: string, revision: number): string =>
  `${auctionId.slice(0, -12)}${revision.toString(16).padStart(12, "0")}`;

/** The id of the settlement that this event opened. `revision`: of its change. */
export const openedSettlementId = (
  { settlementId }: { readonly settlementId?: string },
  auctionId: string,
  revision: number,
): string => settlementId ?? settlementIdOfRevision(auctionId, revision);

/** The settlement that still waits for its payment. */
export const openSettlement = ({ settlement }: Pick<AuctionState, "settlement">): Settlement | null =>
  settlement?.status === "open" ? settlement : null;

/** Returns the price of a win of this amount after a void: at most the price of the bids that remain. */
export const owedAfterVoid = (
  amountMinor: Minor,
  { priceMinor, owedMinor = priceMinor }: { readonly priceMinor: Minor; readonly owedMinor?: Minor },
): Minor => Math.min(amountMinor, priceMinor, owedMinor) as Minor;

/** A winning bid with the premium that the lot's rules put on it. */
export const pricedAt = (amountMinor: Minor, rules: PremiumRules): Premium & Pick<Settlement, "amountMinor"> => ({
  amountMinor,
  ...premiumOn(amountMinor, rules),
});

/**
 * Returns the settlement with the lower price after a void, and with the lower deposit if the void has one. `event`:
 * the part of the void that concerns the settlement.
 */
export const loweredByVoid = (
  settlement: Settlement,
  event: { readonly priceMinor: Minor; readonly owedMinor?: Minor; readonly deposit?: Deposit },
  rules: PremiumRules,
): Settlement => {
  const lowered = { ...settlement, ...pricedAt(owedAfterVoid(settlement.amountMinor, event), rules) };
  const { deposit } = event;
  return deposit ? { ...lowered, depositMinor: deposit.takenMinor, depositWorthMinor: deposit.worthMinor } : lowered;
};

/** All that the person had to pay, in the auction's currency. */
export const totalMinor = (owed: Purchase | Settlement): Minor =>
  "feeMinor" in owed ? ((owed.priceMinor + owed.feeMinor) as Minor) : totalMinorOf(owed);

/** Returns the amount that the person still has to pay, in the auction's currency. */
export const remainingMinor = (owed: Purchase | Settlement): Minor =>
  Math.max(0, totalMinor(owed) - owed.depositWorthMinor - owed.paidMinor) as Minor;

/** The increment of a bid above this price (rule 17). */
export const incrementAbove = (
  { increments, incrementMinor }: Pick<AuctionState, "increments" | "incrementMinor">,
  priceMinor: number,
): Minor => (increments === null ? incrementMinor : incrementAtMinor(increments.steps, priceMinor));

export const isOpen = ({ status }: Pick<AuctionState, "status">): boolean => status === "active" || status === "paused";

/** A suspended maximum places no bid until its owner confirms it (rules 14 and 18). */
export const isSuspended = (
  state: Pick<AuctionState, "fullVersion">,
  maxBid: Pick<MaxBid, "contentVersion">,
): boolean => maxBid.contentVersion < state.fullVersion;

export const hasBidsOrMaxima = ({ bidCount, maxBids }: Pick<AuctionState, "bidCount" | "maxBids">): boolean =>
  bidCount > 0 || maxBids.size > 0;

export const isReserveMet = (state: Pick<AuctionState, "reserveMinor" | "priceMinor">): boolean =>
  state.reserveMinor === null || state.priceMinor >= state.reserveMinor;

/** The leader, if the reserve is met; otherwise null. */
export const winnerOf = (state: AuctionState): Person | null => (isReserveMet(state) ? state.leader : null);

/**
 * The person who has or gets the lot; null if nobody does. A win that was forfeited or waived leaves the lot unsold,
 * unless staff of an earlier version set it to sold after that. Every view of a lot names this person as its winner.
 */
export const buyerOf = ({ status, winner, settlement }: Pick<AuctionState, "status" | "winner" | "settlement">) =>
  status !== "sold" && (settlement?.status === "forfeited" || settlement?.status === "waived") ? null : winner;

/**
 * The lot's outcome, as everything that lists, counts and names it says it; null for a lot that is not over. `isRefunded`:
 * its last sale was refunded, which the store alone knows.
 */
export const outcomeOfLot = (state: AuctionState, isRefunded: boolean): LotOutcome | null => {
  const fate = state.settlement?.status;
  return outcomeOf({
    status: state.status,
    bidCount: state.bidCount,
    isReserveMet: isReserveMet(state),
    hasBuyer: buyerOf(state) !== null,
    lost: fate === "forfeited" || fate === "waived" ? fate : isRefunded ? "refunded" : null,
  });
};

/** The auction is ended, sold or removed, so its maxima may be shown. */
export const isOver = ({ status, isRemoved }: AuctionState): boolean =>
  status === "ended" || status === "sold" || isRemoved;
