// A story of a site whose bids reserve money. Ada has 10,000.00: a maximum on one lot and bids on another use all of it,
// to the kobo, and are outbid or cancelled in between.
import { asMinor, toMajor } from "@jara/shared/money";
import type { LogEvent } from "../../src/history/log.ts";
import type { MutableHistory } from "./mutable-history.ts";
import {
  ada,
  at,
  auctionId,
  bid,
  bola,
  chidi,
  created,
  historyOf,
  idOf,
  maxBidId,
  maximum,
  type Story,
  type StoryStep,
  seller,
  set,
} from "./small-history.ts";

export const otherLot = idOf(8);

const opened: StoryStep = [{ actorId: seller.id, at: at(1), events: [{ ...created, reserveMinor: null }] }];
const places = (by: typeof ada, date: number, number: number, amountMinor: number, ...more: LogEvent[]): StoryStep => [
  { actorId: by.id, at: date, events: [bid(number, by, amountMinor, "manual"), ...more] },
  { command: "bid:place", amount: toMajor(asMinor(amountMinor)) },
];
const sets = (by: typeof ada, date: number, n: number, amountMinor: number, ...more: LogEvent[]): StoryStep => [
  { actorId: by.id, at: date, events: [maximum(n, by, amountMinor), ...more] },
  set(toMajor(asMinor(amountMinor))),
];

const story = (steps: readonly StoryStep[], more: Partial<Story> = {}): Story => ({
  steps,
  cancelled: [],
  purchases: [],
  settlements: [],
  forfeits: [],
  refusals: [],
  own: () => [],
  ...more,
});

const first = story(
  [
    opened,
    // Reserves 8,000.00, until it is cancelled.
    sets(ada, at(2), 2, 4_000_000, bid(1, ada, 110_000, "auto")),
    places(bola, at(4), 2, 120_000, bid(3, ada, 130_000, "auto")),
    [
      { actorId: ada.id, at: at(6), events: [{ type: "MaxBidCancelled", maxBidId: maxBidId(2), ownerId: ada.id }] },
      { command: "maxbid:cancel", maxBidId: maxBidId(2) },
    ],
    places(bola, at(9), 4, 140_000),
  ],
  {
    cancelled: [
      {
        id: maxBidId(2),
        userId: ada.id,
        amountMinor: 4_000_000,
        reachedRevision: 2,
        autoBidCount: 2,
        lastAutoBidMinor: 130_000,
        contentVersion: 1,
      },
    ],
  },
);

const second = story(
  [
    opened,
    places(ada, at(3), 1, 1_000_000),
    sets(chidi, at(5), 4, 2_000_000, bid(2, chidi, 1_010_000, "auto")),
    // Ada still leads the first lot, which reserves 260.00.
    sets(ada, at(7), 3, 4_870_000, bid(3, chidi, 2_000_000, "auto"), bid(4, ada, 2_010_000, "auto")),
  ],
  {
    refusals: [
      {
        asked: { command: "bid:place", amount: 11_000 },
        by: ada,
        at: at(3) + 50,
        error: { code: "INSUFFICIENT_BALANCE", message: "", required: 2_200, balance: 2_000 },
        fingerprint: `PlaceBid ${auctionId} 1100000`,
      },
    ],
  },
);

/** The same with other ids, in every text. */
export const renamed = <T>(value: T): T => {
  if (typeof value === "string") {
    return value.replaceAll(auctionId, otherLot).replace(/^(command|refused) /, "$1 of the other lot ") as T;
  }
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [renamed(key), renamed(one)])) as T;
  if (Array.isArray(value)) return value.map(renamed) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one)])) as T;
};

/** A fresh copy each time, of both lots. Read before the lots end. */
export const heldHistory = (): ReturnType<typeof historyOf> => {
  const [one, other] = [historyOf(first), renamed(historyOf(second))];
  const both = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): Map<K, V> => new Map([...a, ...b]);
  return {
    history: {
      ...one.history,
      reservesMoney: true,
      calls: [...one.history.calls, ...other.history.calls],
      watching: [...one.history.watching, ...other.history.watching.map((all, n) => ({ ...all, watcher: n + 2 }))],
    },
    stored: {
      ...one.stored,
      auctions: both(one.stored.auctions, other.stored.auctions),
      log: both(one.stored.log, other.stored.log),
      bids: both(one.stored.bids, other.stored.bids),
      maxima: both(one.stored.maxima, other.stored.maxima),
      notifications: both(one.stored.notifications, other.stored.notifications),
      commands: [...one.stored.commands, ...other.stored.commands],
      readAt: at(20),
    },
  };
};

const otherRow = (it: MutableHistory, revision: number) => it.found(it.stored.log.get(otherLot)?.[revision - 1]);
const firstOf = <T extends LogEvent["type"]>(it: MutableHistory, revision: number, type: T) =>
  it.found(otherRow(it, revision).events.find((event) => event.type === type)) as {
    -readonly [K in keyof Extract<LogEvent, { type: T }>]: Extract<LogEvent, { type: T }>[K];
  };

/** Histories of this story with one error each, by the promise that it breaks. */
export const unreserved: Record<string, Record<string, (it: MutableHistory) => void>> = {
  reserved: {
    "a bid with a kobo that a maximum on another lot has reserved": (it) => {
      it.event(2, "MaxBidSet").amountMinor = 4_000_001;
    },
    "a bid above what another lot's maximum leaves": (it) => {
      firstOf(it, 2, "BidPlaced").amountMinor = 1_000_001;
    },
    "a maximum with money that a lead on another lot has reserved": (it) => {
      firstOf(it, 4, "MaxBidSet").amountMinor = 4_870_001;
    },
    "a maximum with money that is free only later": (it) => {
      otherRow(it, 4).at = it.row(4).at - 1;
    },
    "a maximum with money of another one that was never cancelled": (it) => {
      it.row(4).events = [];
    },
    "a bid and a maximum on two lots in one millisecond that use the same money": (it) => {
      otherRow(it, 2).at = it.row(2).at;
      firstOf(it, 2, "BidPlaced").amountMinor = 1_000_001;
    },
    "a bid with money that the balance no longer has": (it) => {
      const [entry] = it.entries(ada.id);
      Object.assign(it.found(entry), { amountMinor: 999_999, balanceAfterMinor: 999_999 });
    },
    "a purchase with money that a lead on another lot has reserved": (it) => {
      const purchase = { purchaseId: "one", buyer: ada, priceMinor: 4_870_001, feeMinor: 0, deadlineAt: at(9) };
      otherRow(it, 4).events = [{ type: "BuyItNowStarted", ...purchase }];
    },
    "a payment from the balance with money that a lead on another lot has reserved": (it) => {
      const amounts = { amountMinor: 974_001, ngnMinor: 974_001 };
      const payment = { settlementId: "one", payer: ada, method: "balance", reference: null } as const;
      otherRow(it, 4).events = [{ type: "PaymentReceived", ...payment, ...amounts }];
    },
  },
  justified: {
    "somebody refused for money that nothing had reserved": (it) => {
      it.event(2, "MaxBidSet").amountMinor = 3_900_000;
    },
  },
};
