// One auction's history of twelve steps and what the database has of it. All of it is correct, so that a test can make
// one thing wrong. Ada bids, Bola and Chidi set equal maxima, Chidi cancels, Ada outbids Bola, Dayo buys and does not
// pay, Ada wins. The other stories (`*-story.ts`) are built with `historyOf` from here. It is long because it derives
// from a story's events every answer, event and row of a correct run.
import type { ErrorBody } from "@jara/shared/errors";
import type { EventName } from "@jara/shared/live-commands";
import { toMajor } from "@jara/shared/money";
import type { Call, History, Seen } from "../../src/history/history.ts";
import {
  followed,
  isPublic,
  isSuspended,
  type LogEvent,
  type LogRow,
  type State,
  type Step,
} from "../../src/history/log.ts";
import { recordedBids } from "../../src/history/recorded-bids.ts";
import type {
  Stored,
  StoredAuction,
  StoredCommand,
  StoredEntry,
  StoredMaximum,
  StoredOffer,
  StoredOnline,
  StoredPayment,
  StoredPurchase,
  StoredReceipt,
  StoredSettlement,
} from "../../src/history/stored.ts";
import type { Accepted, Asked, Invocation, Outcome, Shown } from "../../src/observer.ts";
import { notificationsOf } from "./notification-story.ts";
import { noRemindersOrSearches, withSearch, withWatcher } from "./reminder-and-search-story.ts";

export const idOf = (n: number): string => `${String(n).repeat(8)}-0000-4000-8000-000000000000`;
const person = (n: number, username: string) => ({ id: idOf(n), username });
export const auctionId = idOf(9);
export const seller = person(1, "seller");
export const ada = person(2, "ada");
export const bola = person(3, "bola");
export const chidi = person(4, "chidi");
export const dayo = person(5, "dayo");

export const START = Date.parse("2026-11-02T09:00:00.000Z");
export const HOUR = 3_600_000;
/**
 * Returns the time of the step with this revision. Its command was sent 5 ms before and answered 5 ms after. The
 * readers of the log have time to read between two steps, except in the 100 ms from step 7 to step 8.
 */
export const at = (revision: number): number => START + revision * 25_000 - (revision > 7 ? 24_900 : 0);
/** The moment of the recording process that belongs to a date. */
const moment = (date: number): number => date - START;
const endsAt = START + 3 * HOUR;
const deadlineAt = at(10) + HOUR;
const resumedAt = deadlineAt + 10;
const endsInTheEnd = endsAt + 100 + (resumedAt - at(10));

export type StoryStep = readonly [row: Omit<LogRow, "revision" | "version">, asked?: Asked];

/** Before deposits existed, nothing was received. */
type Received = "depositMinor" | "depositWorthMinor" | "paidMinor" | "paidNgnMinor" | "penaltyMinor";
type StoryRow<T extends Record<Received, number | null>> = Pick<T, Exclude<Given<T>, Received | "auctionId">> &
  Partial<Pick<T, Received>>;
/** The keys that have names. */
type Given<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] } & keyof T;

export interface StoryMoney extends Pick<Stored, "numbers" | "withdrawals" | "proceeds" | "invoicePayments"> {
  readonly entries: readonly {
    readonly of: typeof ada;
    readonly cause: string;
    readonly amountMinor: number;
    readonly at: number;
    readonly settlementId?: string;
    readonly reference?: string;
  }[];
  readonly payments: readonly StoredPayment[];
  readonly offers: readonly StoredOffer[];
  readonly receipts: readonly StoredReceipt[];
  readonly online: readonly StoredOnline[];
  /** The commands of online payments, which no participant of the run sends. */
  readonly commands: readonly StoredCommand[];
}

/** The events of one auction, and the rows that are stored beside its log. */
export interface Story {
  readonly steps: readonly StoryStep[];
  readonly cancelled: readonly Omit<StoredMaximum, "auctionId" | "cancelled">[];
  readonly purchases: readonly StoryRow<StoredPurchase>[];
  /** Without a buyer's premium. */
  readonly settlements: readonly Omit<StoryRow<StoredSettlement>, "premiumMinor" | "vatMinor">[];
  /** Deposits, payments and what is stored of them; missing in a story from before there were deposits. */
  readonly money?: StoryMoney;
  readonly forfeits: readonly { readonly of: typeof ada; readonly amountMinor: number; readonly at: number }[];
  readonly refusals: readonly {
    readonly asked: Asked;
    readonly by: typeof ada;
    readonly at: number;
    readonly error: ErrorBody;
    readonly fingerprint: string;
  }[];
  /** The events that Bola's own connection receives at this revision. */
  own(revision: number, after: State): readonly { readonly type: EventName; readonly data: object }[];
}

export const bid = (number: number, bidder: typeof ada, amountMinor: number, kind: "manual" | "auto"): LogEvent => ({
  type: "BidPlaced",
  bidder,
  number,
  amountMinor,
  kind,
});
export const maxBidId = (n: number): string => idOf(n).replace("4000", "8000");
export const maximum = (n: number, owner: typeof ada, amountMinor: number): LogEvent => ({
  type: "MaxBidSet",
  maxBidId: maxBidId(n),
  owner,
  amountMinor,
});
export const set = (amount: number): Asked => ({ command: "maxbid:set", amount, currency: "NGN" });

export const created: Extract<LogEvent, { type: "AuctionCreated" }> = {
  type: "AuctionCreated",
  seller,
  lot: { title: "Drum", description: "A drum.", categories: [], condition: "good", location: null, media: [] },
  currency: "NGN",
  startingPriceMinor: 100_000,
  incrementMinor: 10_000,
  reserveMinor: 150_000,
  buyItNowMinor: 900_000,
  status: "active",
  startsAt: START,
  endsAt,
};
const paused = (reason: "admin" | "buy-it-now", pausedAt: number, pausedUntil: number | null): LogEvent => ({
  type: "AuctionPaused",
  reason,
  pausedAt,
  pausedUntil,
});
const purchase = { purchaseId: idOf(7), buyer: dayo };

const steps: readonly StoryStep[] = [
  [{ actorId: seller.id, at: at(1), events: [created] }],
  [
    { actorId: ada.id, at: at(2), events: [bid(1, ada, 110_000, "manual")] },
    { command: "bid:place", amount: 1100 },
  ],
  // The reserve is in reach of the maximum, so that the price goes there.
  [{ actorId: bola.id, at: at(3), events: [maximum(3, bola, 200_000), bid(2, bola, 150_000, "auto")] }, set(2000)],
  [{ actorId: bola.id, at: at(4), events: [maximum(3, bola, 250_000)] }, set(2500)],
  [
    {
      actorId: chidi.id,
      at: at(5),
      events: [maximum(4, chidi, 250_000), bid(3, chidi, 250_000, "auto"), bid(4, bola, 250_000, "auto")],
    },
    set(2500),
  ],
  [
    {
      actorId: chidi.id,
      at: at(6),
      events: [{ type: "MaxBidCancelled", maxBidId: maxBidId(4), ownerId: chidi.id }],
    },
    { command: "maxbid:cancel", maxBidId: maxBidId(4) },
  ],
  [
    { actorId: seller.id, at: at(7), events: [paused("admin", at(7), null)] },
    { command: "auction:status", status: "paused" },
  ],
  [
    { actorId: seller.id, at: at(8), events: [{ type: "AuctionResumed", endsAt: endsAt + 100 }] },
    { command: "auction:status", status: "active" },
  ],
  [
    { actorId: ada.id, at: at(9), events: [bid(5, ada, 260_000, "manual")] },
    { command: "bid:place", amount: 2600 },
  ],
  [
    {
      actorId: dayo.id,
      at: at(10),
      events: [
        { type: "BuyItNowStarted", ...purchase, priceMinor: 900_000, feeMinor: 45_000, deadlineAt },
        paused("buy-it-now", at(10), deadlineAt),
      ],
    },
    { command: "buy-it-now" },
  ],
  [
    {
      actorId: null,
      at: resumedAt,
      events: [
        { type: "PurchaseForfeited", ...purchase, penaltyMinor: 90_000 },
        { type: "AuctionResumed", endsAt: endsInTheEnd },
      ],
    },
  ],
  [
    {
      actorId: null,
      at: endsInTheEnd + 5,
      events: [{ type: "AuctionEnded", endedAt: endsInTheEnd + 5, winner: ada, dueAt: endsInTheEnd + 72 * HOUR }],
    },
  ],
];

const rowsOf = ({ steps }: Story): LogRow[] => {
  let version = 0;
  return steps.map(([row], index) => {
    const isSeen = index === 0 || row.events.some(isPublic);
    if (isSeen) version += 1;
    return { ...row, revision: index + 1, version: isSeen ? version : null };
  });
};

const iso = (ms: number): string => new Date(ms).toISOString();
const masked = (one: { username: string } | null) => one && { username: `${one.username[0]}***${one.username.at(-1)}` };

export const commandId = (revision: number): string => `command ${revision}`;

const outcomeView = (state: State, userId: string) => ({
  _id: auctionId,
  version: state.version,
  currentPrice: toMajor(state.priceMinor),
  minimumBid: toMajor(state.priceMinor + state.incrementMinor),
  bidCount: state.bidCount,
  endTime: iso(state.endsAt),
  status: state.status,
  isLeading: state.leader?.id === userId,
});

export const maxBidView = (state: State, userId: string) => {
  const own = state.maxima.get(userId);
  return {
    _id: own?.id ?? "",
    maxAmount: toMajor(own?.amountMinor ?? 0),
    currency: "NGN" as const,
    autoBidCount: own?.autoBidCount ?? 0,
    lastAutoBidAmount: toMajor(own?.lastAutoBidMinor ?? 0),
    contentVersion: own?.contentVersion ?? 0,
    isSuspended: own !== undefined && isSuspended(state, own),
    auction: {
      _id: auctionId,
      title: state.title,
      endTime: iso(state.endsAt),
      status: state.status,
      currentPrice: toMajor(state.priceMinor),
      contentVersion: state.contentVersion,
    },
  };
};

/** Returns the answer and its record: the fingerprint and the outcome's data. */
const answerOf = (asked: Asked, state: State, row: LogRow): { fingerprint: string; data: object; answer: Accepted } => {
  const userId = row.actorId ?? "";
  const auction = outcomeView(state, userId);
  switch (asked.command) {
    case "bid:place": {
      const number = row.events.flatMap((event) => (event.type === "BidPlaced" ? event.number : []))[0];
      const placed = { _id: `${auctionId}-${number}`, amount: asked.amount };
      const answer = { ok: true as const, bid: { ...placed, timestamp: iso(row.at) }, auction };
      return { fingerprint: `PlaceBid ${auctionId} ${asked.amount * 100}`, data: { bid: placed, auction }, answer };
    }
    case "maxbid:set": {
      const data = { maxBid: maxBidView(state, userId), auction };
      return { fingerprint: `SetMaxBid ${auctionId} ${asked.amount * 100} NGN`, data, answer: { ok: true, ...data } };
    }
    case "maxbid:confirm": {
      const data = { maxBid: maxBidView(state, userId), auction };
      const fingerprint = `ConfirmMaxBid ${asked.maxBidId} ${asked.contentVersion}`;
      return { fingerprint, data, answer: { ok: true, ...data } };
    }
    case "bid:withdraw":
      return { fingerprint: `WithdrawBids ${auctionId}`, data: { auction }, answer: { ok: true, auction } };
    case "auction:edit":
      return { fingerprint: `EditAuction ${auctionId} hash`, data: {}, answer: { ok: true } };
    case "auction:void": {
      const fingerprint = `VoidBids ${auctionId} ${asked.bidderId} ${asked.reason} hash`;
      return { fingerprint, data: {}, answer: { ok: true } };
    }
    case "maxbid:cancel":
      return { fingerprint: `CancelMaxBid ${asked.maxBidId}`, data: {}, answer: { ok: true } };
    case "buy-it-now":
      return { fingerprint: `BuyItNow ${auctionId}`, data: {}, answer: { ok: true } };
    case "auction:status":
      return { fingerprint: `ChangeStatus ${auctionId} ${asked.status}`, data: {}, answer: { ok: true } };
    case "payment:balance":
      return { fingerprint: `PayFromBalance ${asked.settlementId}`, data: {}, answer: { ok: true } };
    case "payment:book": {
      const fingerprint = `BookPayment ${asked.settlementId} ${asked.method} ${asked.paid * 100} hash`;
      return { fingerprint, data: {}, answer: { ok: true } };
    }
    case "payment:extend": {
      const fingerprint = `ExtendDeadline ${asked.settlementId} ${Date.parse(asked.until)} hash`;
      return { fingerprint, data: {}, answer: { ok: true } };
    }
    case "payment:reverse":
      return { fingerprint: `ReverseSettlement ${asked.settlementId} hash`, data: {}, answer: { ok: true } };
    case "offer:make":
      return { fingerprint: `OfferSecondChance ${asked.settlementId}`, data: {}, answer: { ok: true } };
    case "offer:answer":
      return { fingerprint: `AnswerSecondChance ${asked.offerId} ${asked.answer}`, data: {}, answer: { ok: true } };
    default:
      throw new Error(`the small history has no ${asked.command}`);
  }
};

const latestEnd = ({ softClose, extendedFrom, endsAt: end }: State): string | null =>
  softClose && iso(Math.max(end, (extendedFrom ?? end) + softClose.capMinutes * 60_000));

const view = (state: State): Shown["auction"] => ({
  ...outcomeView(state, ""),
  title: state.title,
  description: state.description,
  categories: [],
  condition: "good",
  location: null,
  media: [],
  imageUrl: null,
  currency: state.currency,
  startingPrice: toMajor(state.startingPriceMinor),
  bidIncrement: toMajor(state.incrementMinor),
  buyItNowPrice: state.buyItNowMinor === null ? null : toMajor(state.buyItNowMinor),
  buyItNowFee: null,
  totalAmount: null,
  hasReserve: state.reserveMinor !== null,
  reserveMet: state.priceMinor >= (state.reserveMinor ?? 0),
  softClose: state.softClose,
  latestEndTime: latestEnd(state),
  isHouseLot: true,
  contentVersion: state.contentVersion,
  contentChangedAt: state.contentChangedAt === null ? null : iso(state.contentChangedAt),
  startTime: iso(START),
  duration: 3,
  pausedAt: state.pausedAt === null ? null : iso(state.pausedAt),
  pausedUntil: state.pausedUntil === null ? null : iso(state.pausedUntil),
  seller: { _id: seller.id, username: seller.username },
  leader: masked(state.leader),
  winner: masked(state.winner),
  isLeading: false,
  createdAt: iso(START),
  updatedAt: iso(state.publicAt),
  serverTime: iso(START),
});

const smallStory: Story = {
  steps,
  cancelled: [
    {
      id: maxBidId(4),
      userId: chidi.id,
      amountMinor: 250_000,
      reachedRevision: 5,
      autoBidCount: 1,
      lastAutoBidMinor: 250_000,
      contentVersion: 1,
    },
  ],
  purchases: [
    {
      id: purchase.purchaseId,
      buyerId: dayo.id,
      priceMinor: 900_000,
      feeMinor: 45_000,
      status: "forfeited",
      deadlineAt,
      createdAt: at(10),
      closedAt: resumedAt,
    },
  ],
  settlements: [
    {
      id: idOf(8),
      winnerId: ada.id,
      amountMinor: 260_000,
      status: "open",
      dueAt: endsInTheEnd + 72 * HOUR,
      createdAt: endsInTheEnd + 5,
      closedAt: null,
    },
  ],
  forfeits: [{ of: dayo, amountMinor: 90_000, at: resumedAt }],
  refusals: [
    {
      asked: { command: "bid:place", amount: 1000 },
      by: dayo,
      at: at(8) + 50,
      error: { code: "BID_TOO_LOW", message: "Too low", minimumBid: 2600 },
      fingerprint: `PlaceBid ${auctionId} 100000`,
    },
  ],
  own: (revision, after) =>
    revision === 5 ? [{ type: "maxbid:changed", data: { maxBid: maxBidView(after, bola.id) } }] : [],
};

/** A fresh copy each time. Dayo watches the lot, Chidi's search finds it, and Bola's does not. */
export const smallHistory = (): { history: History; stored: Stored } => {
  const { history, stored } = historyOf(smallStory);
  const watched = withWatcher(stored, {
    userId: dayo.id,
    auctionId,
    title: "Drum",
    at: at(2),
    wishMinor: 300_000,
    reminders: ["1h", "15m", "price", "paused"],
    news: [
      ["paused", at(7) + 5],
      ["resumed", at(8) + 5],
      ["paused", at(10) + 5],
      ["resumed", resumedAt + 5],
    ],
    sent: [
      ["1h", endsInTheEnd - HOUR + 5_000, endsInTheEnd],
      ["price", endsInTheEnd - HOUR + 5_000, endsInTheEnd],
      ["15m", endsInTheEnd - HOUR / 4 + 5_000, endsInTheEnd],
    ],
  });
  const search = {
    userId: chidi.id,
    query: { search: "DRUM a", condition: "good,new", maxPrice: "1000" },
    at: START - HOUR,
  };
  const found = withSearch(watched, { id: "drums", ...search, found: [auctionId, at(1) + 20] });
  const other = { id: "flutes", userId: bola.id, query: { search: "flute" }, at: START - HOUR, found: null };
  return { history, stored: withSearch(found, other) };
};

const nothing = {
  premiumMinor: 0,
  vatMinor: 0,
  depositMinor: 0,
  depositWorthMinor: 0,
  paidMinor: 0,
  paidNgnMinor: 0,
  penaltyMinor: null,
};

/** The rows that a void of somebody's bids leaves are those of the log: the tests hold them against a rerun of it. */
export const historyOf = (story: Story): { history: History; stored: Stored } => {
  const rows = rowsOf(story);
  const followedSteps = followed(rows);
  const last = followedSteps.at(-1)?.after as State;
  const { calls, commands } = callsOf(story, followedSteps);
  const { seen, own } = sightingsOf(story, followedSteps);
  const versions = new Map([[auctionId, last.version]]);
  const history: History = {
    calls,
    watching: [
      { watcher: 0, seen, versions },
      { watcher: 1, seen: own, versions: new Map(versions) },
    ],
    held: [],
    clock: { offsetMs: START, errorMs: 1 },
    since: null,
    ...(story.money && { takesDeposits: true }),
  };
  const stored = storedOf(story, { rows, followedSteps, last, commands });
  return structuredClone({ history, stored });
};

/** The calls of the bidders, as their participants recorded them, and the commands as the database keeps them. */
const callsOf = (
  { steps, refusals }: Story,
  followedSteps: readonly Step[],
): { calls: Call[]; commands: StoredCommand[] } => {
  const calls: Call[] = [];
  const commands: StoredCommand[] = [];
  const record = (asked: Asked, userId: string, id: string, date: number, outcome: Outcome): void => {
    const invocation = { ...asked, commandId: id, bidder: 0, userId, transport: "websocket", auctionId, dueAt: 0 };
    calls.push({
      invocation: invocation as Invocation,
      invokedAt: moment(date) - 5,
      sends: 1,
      settledAt: moment(date) + 5,
      outcome,
      furtherAnswers: [],
    });
  };
  for (const [index, { row, after }] of followedSteps.entries()) {
    const asked = steps[index]?.[1];
    const { actorId: userId } = row;
    if (!asked || userId === null) continue;
    const { fingerprint, data, answer } = answerOf(asked, after, row);
    record(asked, userId, commandId(row.revision), row.at, { kind: "accepted", answer });
    const outcome = JSON.stringify({ ok: true, data });
    commands.push({ userId, commandId: commandId(row.revision), fingerprint, outcome, at: row.at });
  }
  for (const [index, { asked, by, at: date, error, fingerprint }] of refusals.entries()) {
    record(asked, by.id, `refused ${index}`, date, { kind: "refused", error });
    const outcome = JSON.stringify({ ok: false, error });
    commands.push({ userId: by.id, commandId: `refused ${index}`, fingerprint, outcome, at: date });
  }
  return { calls, commands };
};

/** Returns the events that a watcher without an account gets (`seen`), and those of Bola's own connection (`own`). */
const sightingsOf = (story: Story, followedSteps: readonly Step[]): { seen: Seen[]; own: Seen[] } => {
  const seen: Seen[] = [{ kind: "connected", userId: null, at: 0 }];
  const own: Seen[] = [{ kind: "connected", userId: bola.id, at: 0 }];
  for (const [index, { row, after }] of followedSteps.entries()) {
    const now = moment(row.at) + 6;
    if (index === 0) {
      const shown = { ok: true as const, auction: view(after), viewers: 2, serverTime: iso(row.at) };
      for (const each of [seen, own]) each.push({ kind: "shown", auctionId, shown, askedAt: now - 1, at: now });
    } else if (row.version !== null) {
      const events = publicEvents(row, row.version, after);
      for (const event of events) for (const each of [seen, own]) each.push({ kind: "event", ...event, at: now });
    }
    for (const event of story.own(row.revision, after)) own.push({ kind: "event", ...event, at: now });
  }
  return { seen, own };
};

interface PushedEvent {
  readonly type: EventName;
  readonly data: object;
}

/** The events that all watchers receive about a public version. */
const publicEvents = (row: LogRow, version: number, after: State): readonly PushedEvent[] => {
  const extended = row.events.find((event) => event.type === "AuctionExtended");
  const events = [changeEvent(row, version, after)];
  if (!extended) return events;
  const extendedBy = extended.endsAt - extended.from;
  const data = { auctionId, version, endTime: iso(after.endsAt), extendedBy };
  return [...events, { type: "auction:extended", data }];
};

const changeEvent = (row: LogRow, version: number, after: State): PushedEvent => {
  const bids = row.events.flatMap((event) => (event.type === "BidPlaced" ? [event] : []));
  const price = {
    ...outcomeView(after, ""),
    auctionId,
    fromVersion: version,
    currency: "NGN",
    leader: masked(after.leader),
    reserveMet: after.priceMinor >= (after.reserveMinor ?? 0),
    bids: bids.toReversed().map(({ number, amountMinor, kind, bidder }) => ({
      _id: `${auctionId}-${number}`,
      amount: toMajor(amountMinor),
      kind,
      bidder: masked(bidder),
      timestamp: iso(row.at),
    })),
  };
  if (bids.length > 0) return { type: "auction:price", data: price };
  const voided = row.events.find((event) => event.type === "BidsVoided");
  if (voided) {
    return { type: "auction:bids-voided", data: { ...price, bidder: masked(voided.bidder), reason: voided.reason } };
  }
  const updated = { auctionId, version, contentVersion: after.contentVersion, auction: view(after) };
  return { type: "auction:updated", data: updated };
};

const people = [seller, ada, bola, chidi, dayo];

/** The rows of the database after the story. */
const storedOf = (
  story: Story,
  played: {
    readonly rows: readonly LogRow[];
    readonly followedSteps: readonly Step[];
    readonly last: State;
    readonly commands: readonly StoredCommand[];
  },
): Stored => {
  const { rows, followedSteps, last, commands } = played;
  const { money } = story;
  const ledger = ledgerOf(story);
  return {
    auctions: new Map([[auctionId, auctionRow(last)]]),
    log: new Map([[auctionId, rows]]),
    bids: new Map([[auctionId, recordedBids(auctionId, rows)]]),
    maxima: new Map([[auctionId, maximaRows(story, last)]]),
    purchases: new Map([
      [auctionId, story.purchases.map((one) => ({ ...nothing, ...one, auctionId }) as StoredPurchase)],
    ]),
    settlements: new Map([
      [auctionId, story.settlements.map((one) => ({ ...nothing, ...one, auctionId }) as StoredSettlement)],
    ]),
    payments: new Map([[auctionId, money?.payments ?? []]]),
    offers: new Map([[auctionId, money?.offers ?? []]]),
    receipts: new Map([[auctionId, money?.receipts ?? []]]),
    notifications: new Map([[auctionId, notificationsOf(auctionId, followedSteps)]]),
    comingBack: noRemindersOrSearches,
    online: new Map([[auctionId, money?.online ?? []]]),
    numbers: money?.numbers ?? [],
    unnumbered: 0,
    withdrawals: money?.withdrawals ?? [],
    proceeds: money?.proceeds ?? [],
    invoicePayments: money?.invoicePayments ?? [],
    sales: [],
    rates: [{ nairaForDollar: 833.33, at: 0 }],
    rules: [],
    increments: [],
    users: userRows(ledger),
    ledger,
    commands: [...commands, ...(money?.commands ?? [])],
    lowestRate: 833.33,
    readAt: Math.max(last.endsAt, rows.at(-1)?.at ?? 0) + 2_000,
  };
};

const auctionRow = (last: State): StoredAuction => {
  const { seller: _, leader, winner, purchase: __, maxima: ___, publicAt, ...plain } = last;
  return {
    ...plain,
    id: auctionId,
    sellerId: seller.id,
    leaderId: leader?.id ?? null,
    winnerId: winner?.id ?? null,
    updatedAt: publicAt,
  };
};

const maximaRows = ({ cancelled }: Story, { maxima }: State): StoredMaximum[] => [
  ...[...maxima.values()].map(({ owner, ...one }) => ({ ...one, auctionId, userId: owner.id, cancelled: false })),
  ...cancelled.map((one) => ({ ...one, auctionId, cancelled: true }) as StoredMaximum),
];

const userRows = (ledger: ReadonlyMap<string, readonly StoredEntry[]>): Stored["users"] =>
  new Map(
    people.map(({ id, username }) => [
      id,
      {
        id,
        username,
        role: id === seller.id ? "admin" : "user",
        hadAnotherRole: false,
        verifiedAt: START - 1,
        bannedAt: null,
        balanceMinor: ledger.get(id)?.at(-1)?.balanceAfterMinor ?? 0,
      },
    ]),
  );

/** Everybody's entries: 10,000 naira to begin with, then what the story takes and gives. */
const ledgerOf = ({ forfeits, money }: Story): Map<string, StoredEntry[]> => {
  const entry = (user: typeof ada, n: number, amountMinor: number, after: number, more = {}): StoredEntry => ({
    id: `${user.username} ${n}`,
    userId: user.id,
    amountMinor,
    balanceAfterMinor: after,
    cause: "test",
    auctionId: null,
    settlementId: null,
    reference: null,
    at: START - 1000,
    ...more,
  });
  const ledger = new Map(people.map((one) => [one.id, [entry(one, 1, 1_000_000, 1_000_000)]]));
  for (const { of, amountMinor, at: date } of forfeits) {
    const forfeit = { cause: "buy-it-now-forfeit", auctionId, at: date };
    ledger.get(of.id)?.push(entry(of, 2, -amountMinor, 1_000_000 - amountMinor, forfeit));
  }
  for (const [n, { of, amountMinor, cause, at: date, settlementId = null, reference = null }] of (
    money?.entries ?? []
  ).entries()) {
    const own = ledger.get(of.id) ?? [];
    const after = (own.at(-1)?.balanceAfterMinor ?? 0) + amountMinor;
    const about = settlementId === null ? null : auctionId;
    own.push(entry(of, n + 3, amountMinor, after, { cause, auctionId: about, settlementId, reference, at: date }));
  }
  return ledger;
};
