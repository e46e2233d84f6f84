// The kinds of facts in the log, and the fields of each. Amounts are whole minor units, times ISO texts; a person is a
// commitment (64 hex digits), which only that person can open.
import {
  type Check,
  isHash,
  isIso,
  isOneOf,
  isText,
  isWhole,
  listOf,
  objectOf,
  optional,
  orNull,
  type Shape,
  tupleOf,
} from "./shape.ts";

export interface SoftClose {
  readonly windowSeconds: number;
  readonly capMinutes: number;
}

/** Stands for a list that is too long for an entry: its length, and the SHA-256 of its canonical JSON. */
export interface Digest {
  readonly count: number;
  readonly sha256: string;
}
type Long<T> = readonly T[] | Digest;

export const isListed = <T>(list: Long<T>): list is readonly T[] => Array.isArray(list);
export const lengthOf = <T>(list: Long<T>): number => (isListed(list) ? list.length : list.count);

interface MediaItem {
  readonly sha256: string | null;
  readonly url: string;
}

/** Each increment with the price from which it counts. */
export type Increments = readonly (readonly [fromPrice: number, increment: number])[];

export interface Opened {
  readonly type: "opened";
  readonly contentVersion: number;
  readonly currency: string;
  readonly endsAt: string;
  readonly startsAt: string | null;
  readonly startingPrice: number;
  readonly increment: number;
  readonly increments?: Increments;
  readonly buyItNow: number | null;
  readonly softClose: SoftClose | null;
  readonly rules: object | null;
  /** The commitment to the lot's seller. Absent in older entries. */
  readonly seller?: string;
  readonly reserve: string | null;
  readonly lotHash: string;
  readonly media: Long<MediaItem>;
  readonly price: number;
  readonly bidCount: number;
}

export interface Bid {
  readonly type: "bid";
  readonly number: number;
  readonly amount: number;
  readonly kind: "manual" | "auto";
  readonly bidder: string;
}

export interface Extended {
  readonly type: "extended";
  /** The number of the bid that moved the end. */
  readonly bid: number;
  readonly from: string;
  readonly endsAt: string;
}

export interface Changed {
  readonly type: "changed";
  readonly contentVersion: number;
  readonly lotHash: string;
  readonly media: Long<MediaItem>;
  readonly why: "edit" | "sale-order" | "notice";
  /** Staff say that nothing that matters changes. */
  readonly correction?: true;
  /** The scheduled end, if the notice of a change has moved the end past it. */
  readonly scheduledEndsAt?: string;
  readonly startingPrice?: number;
  readonly increment?: number;
  readonly increments?: Increments | null;
  readonly buyItNow?: number | null;
  readonly softClose?: SoftClose | null;
  readonly startsAt?: string | null;
  readonly endsAt?: string;
  readonly currency?: string;
  readonly reserve?: string | null;
}

export interface Voided {
  readonly type: "voided";
  readonly bidder: string;
  /** The bid at which the void begins. Absent: all bids of the person are void. */
  readonly from?: number;
  readonly reason: string;
  readonly price: number;
  readonly leader: string | null;
  readonly bidCount: number;
  readonly voided: Long<readonly [from: number, to: number, reason: string]>;
  readonly recorded: Long<Omit<Bid, "type"> & { readonly at: string }>;
  readonly winnerVoided: boolean;
  /** Whether the person may not bid here again. Absent in older entries. */
  readonly barred?: boolean;
}

export interface Ended {
  readonly type: "ended";
  /** `staff`: by hand. Absent in older entries. */
  readonly by?: "clock" | "staff";
  readonly endedAt: string;
  readonly winner: string | null;
  readonly reserve: { readonly amount: number; readonly salt: string } | null;
}

export interface PurchaseStep {
  readonly type: "purchase";
  readonly step: "started" | "paid" | "forfeited" | "voided" | "waived" | "extended" | "reopened";
  readonly price: number | null;
  readonly until: string | null;
}

export interface Awarded {
  readonly type: "awarded";
  readonly winner: string;
  readonly amount: number;
  readonly because: "second-chance" | "below-reserve" | "sold";
}

export type Fact =
  | Opened
  | Bid
  | Extended
  | Changed
  | Voided
  | Ended
  | PurchaseStep
  | Awarded
  | { readonly type: "paused"; readonly reason: "admin" | "buy-it-now"; readonly until: string | null }
  | { readonly type: "resumed"; readonly endsAt: string }
  | { readonly type: "all-voided"; readonly reason: "cancelled" | "draft" }
  | { readonly type: "sold"; readonly winner: string | null }
  | { readonly type: "settlement-reopened"; readonly winner: string; readonly from: "paid" }
  | { readonly type: "cancelled" | "withdrawn" | "reopened" | "removed" };

const isPositive = (value: unknown): boolean => isWhole(value as number) && (value as number) > 0;
const softClose = orNull(objectOf({ windowSeconds: isPositive, capMinutes: isPositive }));
const long = (check: Check): Check => {
  const [list, digest] = [listOf(check), objectOf({ count: isWhole, sha256: isHash })];
  return (value) => list(value) || digest(value);
};
const media = long(objectOf({ sha256: orNull(isHash), url: isText }));
const increments = listOf(tupleOf(isWhole, isPositive));
const percents = {
  depositPercent: isWhole,
  feePercent: isWhole,
  forfeitPercent: isWhole,
  // Both, or absent without a buyer's premium.
  premiumPercent: optional(isWhole),
  vatPercent: optional(isWhole),
  paymentDays: isWhole,
};
/** Hundredths of a percent: where one of the percentages is not whole. */
const hundredths = {
  depositBasisPoints: isWhole,
  feeBasisPoints: isWhole,
  forfeitBasisPoints: isWhole,
  premiumBasisPoints: optional(isWhole),
  vatBasisPoints: optional(isWhole),
  paymentDays: isWhole,
};
const rules: Check = (value) => objectOf(percents)(value) || objectOf(hundredths)(value);
const currency = isOneOf("NGN", "USD");
const bid = { number: isPositive, amount: isPositive, kind: isOneOf("manual", "auto"), bidder: isHash } satisfies Shape;

/** The fields of each kind besides `type`. A field that is not here is a fault. */
export const shapes: { readonly [T in Fact["type"]]: Shape } = {
  opened: {
    contentVersion: isPositive,
    currency,
    endsAt: isIso,
    startsAt: orNull(isIso),
    startingPrice: isWhole,
    increment: isPositive,
    increments: optional(increments),
    buyItNow: orNull(isPositive),
    softClose,
    rules: orNull(rules),
    seller: optional(isHash),
    reserve: orNull(isHash),
    lotHash: isHash,
    media,
    price: isWhole,
    bidCount: isWhole,
  },
  bid,
  extended: { bid: isPositive, from: isIso, endsAt: isIso },
  changed: {
    contentVersion: isPositive,
    lotHash: isHash,
    media,
    why: isOneOf("edit", "sale-order", "notice"),
    startingPrice: optional(isWhole),
    increment: optional(isPositive),
    increments: optional(orNull(increments)),
    buyItNow: optional(orNull(isPositive)),
    softClose: optional(softClose),
    startsAt: optional(orNull(isIso)),
    endsAt: optional(isIso),
    currency: optional(currency),
    reserve: optional(orNull(isHash)),
    correction: optional(isOneOf(true)),
    scheduledEndsAt: optional(isIso),
  },
  paused: { reason: isOneOf("admin", "buy-it-now"), until: orNull(isIso) },
  resumed: { endsAt: isIso },
  voided: {
    bidder: isHash,
    from: optional(isPositive),
    reason: isText,
    price: isWhole,
    leader: orNull(isHash),
    bidCount: isWhole,
    voided: long(tupleOf(isPositive, isPositive, isText)),
    recorded: long(objectOf({ ...bid, at: isIso })),
    winnerVoided: isOneOf(true, false),
    barred: optional(isOneOf(true, false)),
  },
  "all-voided": { reason: isOneOf("cancelled", "draft") },
  ended: {
    by: optional(isOneOf("clock", "staff")),
    endedAt: isIso,
    winner: orNull(isHash),
    reserve: orNull(objectOf({ amount: isWhole, salt: isHash })),
  },
  sold: { winner: orNull(isHash) },
  awarded: { winner: isHash, amount: isWhole, because: isOneOf("second-chance", "below-reserve", "sold") },
  cancelled: {},
  withdrawn: {},
  reopened: {},
  removed: {},
  purchase: {
    step: isOneOf("started", "paid", "forfeited", "voided", "waived", "extended", "reopened"),
    price: orNull(isWhole),
    until: orNull(isIso),
  },
  "settlement-reopened": { winner: isHash, from: isOneOf("paid") },
};
