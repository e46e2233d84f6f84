// The log's rows as the database keeps them, and a fold of our own from them to what the auction is after each: written
// from the rules and apart from the engine, so that the two can be held against each other. It takes any log, also a
// wrong one; what is wrong is for the checks to say. Amounts are minor units, times epoch ms of the database.

export interface Named {
  readonly id: string;
  readonly username: string;
}

interface Terms {
  readonly title: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly condition: string;
  readonly location: string | null;
  readonly media: readonly object[];
  readonly currency: "NGN" | "USD";
  readonly startingPriceMinor: number;
  readonly incrementMinor: number;
  readonly reserveMinor: number | null;
  readonly buyItNowMinor: number | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
}
type Lot = Pick<Terms, "title" | "description" | "categories" | "condition" | "location" | "media">;

interface OfPurchase {
  readonly purchaseId: string;
  readonly buyer: Named;
}

export type LogEvent =
  | ({
      readonly type: "AuctionCreated";
      readonly seller: Named;
      readonly lot: Lot;
      readonly status: "draft" | "active";
    } & Omit<Terms, keyof Lot>)
  | {
      readonly type: "BidPlaced";
      readonly bidder: Named;
      readonly number: number;
      readonly amountMinor: number;
      readonly kind: "manual" | "auto";
    }
  | { readonly type: "MaxBidSet"; readonly maxBidId: string; readonly owner: Named; readonly amountMinor: number }
  | { readonly type: "MaxBidCancelled"; readonly maxBidId: string; readonly ownerId: string }
  | { readonly type: "AuctionStarted"; readonly startsAt: number }
  | {
      readonly type: "AuctionPaused";
      readonly reason: "buy-it-now" | "admin";
      readonly pausedAt: number;
      readonly pausedUntil: number | null;
    }
  | { readonly type: "AuctionResumed"; readonly endsAt: number }
  | ({ readonly type: "BuyItNowStarted"; readonly priceMinor: number; readonly feeMinor: number } & OfPurchase & {
        readonly deadlineAt: number;
      })
  | ({ readonly type: "PurchasePaid" | "PurchaseVoided"; readonly priceMinor: number } & OfPurchase)
  | ({ readonly type: "PurchaseForfeited"; readonly penaltyMinor: number } & OfPurchase)
  | ({ readonly type: "PurchaseWaived" } & OfPurchase)
  | { readonly type: "SettlementWaived"; readonly settlementId: string }
  | {
      readonly type: "SettlementForfeited";
      readonly settlementId: string;
      readonly winner: Named;
      readonly penaltyMinor: number;
    }
  | {
      readonly type: "AuctionEnded";
      readonly endedAt: number;
      readonly winner: Named | null;
      readonly dueAt: number | null;
    }
  | { readonly type: "AuctionCancelled" | "AuctionWithdrawn" | "AuctionReopened" | "AuctionRemoved" }
  | { readonly type: "AuctionSold"; readonly winner: Named | null }
  | { readonly type: "AuctionEdited"; readonly changes: Partial<Terms> };

export interface LogRow {
  readonly revision: number;
  /** Null: nobody but its author can see this change. */
  readonly version: number | null;
  readonly events: readonly LogEvent[];
  /** Null: the clock. */
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
}

export interface OpenPurchase extends OfPurchase {
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly deadlineAt: number;
  readonly createdAt: number;
  readonly isPaid: boolean;
}

/** What an auction is after a row of its log. */
export interface State extends Terms {
  readonly revision: number;
  readonly version: number;
  /** When `version` last moved. */
  readonly publicAt: number;
  readonly createdAt: number;
  readonly seller: Named;
  readonly status: "draft" | "active" | "paused" | "ended" | "cancelled" | "sold";
  readonly priceMinor: number;
  readonly leader: Named | null;
  readonly winner: Named | null;
  readonly bidCount: number;
  readonly pausedAt: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: "buy-it-now" | "admin" | null;
  readonly isEndSet: boolean;
  readonly isRemoved: boolean;
  readonly purchase: OpenPurchase | null;
  /** Standing ones, by owner. */
  readonly maxima: ReadonlyMap<string, Maximum>;
}

const secret = new Set<LogEvent["type"]>(["MaxBidSet", "MaxBidCancelled", "SettlementWaived", "SettlementForfeited"]);
/** Whether anybody but its author, the winner and administrators may learn of it. */
export const isPublic = ({ type }: LogEvent): boolean => !secret.has(type);

const begun = (row: LogRow): State | null => {
  const [created] = row.events;
  if (created?.type !== "AuctionCreated") return null;
  const { type: _, lot, ...terms } = created;
  return {
    ...terms,
    ...lot,
    revision: 1,
    version: 1,
    publicAt: row.at,
    createdAt: row.at,
    priceMinor: created.startingPriceMinor,
    leader: null,
    winner: null,
    bidCount: 0,
    ...goingOn,
    isRemoved: false,
    purchase: null,
    maxima: new Map(),
  };
};

const goingOn = { pausedAt: null, pausedUntil: null, pauseReason: null, isEndSet: false } as const;

/** After one event of the row `row`. */
export const stepped = (state: State, event: LogEvent, row: LogRow): State => {
  switch (event.type) {
    case "BidPlaced": {
      const { bidder, amountMinor, number } = event;
      const own = event.kind === "auto" ? state.maxima.get(bidder.id) : undefined;
      const counted = own && { ...own, autoBidCount: own.autoBidCount + 1, lastAutoBidMinor: amountMinor };
      const maxima = counted ? new Map(state.maxima).set(bidder.id, counted) : state.maxima;
      return { ...state, priceMinor: amountMinor, leader: bidder, bidCount: number, maxima };
    }
    case "MaxBidSet": {
      const { maxBidId: id, owner, amountMinor } = event;
      const earlier = state.maxima.get(owner.id);
      // The same value again is not reached again.
      const reachedRevision = earlier?.amountMinor === amountMinor ? earlier.reachedRevision : row.revision;
      const counts = {
        autoBidCount: earlier?.autoBidCount ?? 0,
        lastAutoBidMinor: earlier?.lastAutoBidMinor ?? 0,
      };
      const maximum = { id, owner, amountMinor, reachedRevision, ...counts };
      return { ...state, maxima: new Map(state.maxima).set(owner.id, maximum) };
    }
    case "MaxBidCancelled": {
      const maxima = new Map(state.maxima);
      maxima.delete(event.ownerId);
      return { ...state, maxima };
    }
    case "AuctionStarted":
      return { ...state, ...goingOn, status: "active", startsAt: event.startsAt };
    case "AuctionPaused": {
      const { reason: pauseReason, pausedAt, pausedUntil } = event;
      return { ...state, status: "paused", winner: null, pausedAt, pausedUntil, pauseReason, isEndSet: false };
    }
    case "AuctionResumed":
      return { ...state, ...goingOn, status: "active", endsAt: event.endsAt };
    case "BuyItNowStarted": {
      const { type: _, ...purchase } = event;
      return { ...state, purchase: { ...purchase, createdAt: row.at, isPaid: false } };
    }
    case "PurchasePaid":
      return {
        ...state,
        purchase: state.purchase && { ...state.purchase, isPaid: true },
        priceMinor: event.priceMinor,
      };
    case "PurchaseForfeited":
    case "PurchaseWaived":
      return { ...state, purchase: null };
    case "PurchaseVoided":
      return { ...state, purchase: null, priceMinor: event.priceMinor };
    case "AuctionEnded":
      return { ...state, ...goingOn, status: "ended", winner: event.winner };
    case "AuctionSold":
      return { ...state, ...goingOn, status: "sold", winner: event.winner };
    case "AuctionReopened":
      return { ...state, ...goingOn, status: "active", winner: null };
    case "AuctionCancelled":
      return { ...state, ...goingOn, status: "cancelled", winner: null };
    case "AuctionRemoved":
      return { ...state, ...goingOn, status: "cancelled", winner: null, isRemoved: true };
    case "AuctionWithdrawn":
      return { ...state, ...goingOn, status: "draft", winner: null, startsAt: null };
    case "AuctionEdited": {
      const { changes } = event;
      const isRepriced = changes.startingPriceMinor !== undefined && state.bidCount === 0;
      return {
        ...state,
        ...changes,
        priceMinor: isRepriced ? (changes.startingPriceMinor ?? state.priceMinor) : state.priceMinor,
        isEndSet: state.isEndSet || (state.status === "paused" && changes.endsAt !== undefined),
      };
    }
    default:
      return state;
  }
};

export interface Step {
  readonly row: LogRow;
  /** Null before the first row. */
  readonly before: State | null;
  readonly after: State;
}

/** The steps from row to row; none where the log does not begin with the auction's creation. */
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
