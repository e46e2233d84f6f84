// A story for the rules of fair play. The lot changes while Chidi's maximum leads, Chidi confirms, Bola withdraws,
// Dayo's bids are voided, two late bids move the end, and the winner's bids are voided after the end.
import type { LogEvent, Maximum } from "../../src/history/log.ts";
import { withSearch, withWatcher } from "./reminder-and-search-story.ts";
import {
  ada,
  at,
  auctionId,
  bid,
  bola,
  chidi,
  created,
  dayo,
  HOUR,
  historyOf,
  idOf,
  maxBidId,
  maxBidView,
  maximum,
  START,
  type Story,
  type StoryStep,
  seller,
  set,
} from "./small-history.ts";

const WINDOW_MS = 120_000;
const endsAt = START + 3 * HOUR;
const firstLate = endsAt - 60_000;
const secondLate = firstLate + WINDOW_MS - 1_000;
const endsInTheEnd = secondLate + WINDOW_MS;
const closedAt = endsInTheEnd + 5;
const dueAt = endsInTheEnd + 72 * HOUR;

const chidis = (change: Partial<Maximum>): Maximum => ({
  id: maxBidId(4),
  owner: chidi,
  amountMinor: 300_000,
  reachedRevision: 4,
  autoBidCount: 2,
  lastAutoBidMinor: 290_000,
  contentVersion: 2,
  ...change,
});

const bids = (amount: number) => ({ command: "bid:place", amount }) as const;

const late = (bidder: typeof ada, number: number, amountMinor: number, date: number, from: number): LogEvent[] => [
  bid(number, bidder, amountMinor, "manual"),
  { type: "AuctionExtended", bidNumber: number, from, endsAt: date + WINDOW_MS },
];

const steps: readonly StoryStep[] = [
  [
    {
      actorId: seller.id,
      at: at(1),
      events: [
        {
          ...created,
          reserveMinor: null,
          buyItNowMinor: null,
          softClose: { windowSeconds: WINDOW_MS / 1_000, capMinutes: 30 },
        },
      ],
    },
  ],
  [{ actorId: ada.id, at: at(2), events: [bid(1, ada, 110_000, "manual")] }, bids(1100)],
  [{ actorId: bola.id, at: at(3), events: [maximum(3, bola, 200_000), bid(2, bola, 120_000, "auto")] }, set(2000)],
  [
    {
      actorId: chidi.id,
      at: at(4),
      events: [maximum(4, chidi, 300_000), bid(3, bola, 200_000, "auto"), bid(4, chidi, 210_000, "auto")],
    },
    set(3000),
  ],
  [
    { actorId: dayo.id, at: at(5), events: [bid(5, dayo, 250_000, "manual"), bid(6, chidi, 260_000, "auto")] },
    bids(2500),
  ],
  [
    {
      actorId: seller.id,
      at: at(6),
      events: [
        { type: "AuctionEdited", changes: { title: "Empty box" }, contentVersion: 2, contentChangedAt: at(6) - 1 },
      ],
    },
    { command: "auction:edit", edit: { title: "Empty box" } },
  ],
  // Chidi's maximum is suspended and does not answer.
  [{ actorId: ada.id, at: at(7), events: [bid(7, ada, 280_000, "manual")] }, bids(2800)],
  [
    {
      actorId: chidi.id,
      at: at(8),
      events: [{ type: "MaxBidConfirmed", maxBidId: maxBidId(4), ownerId: chidi.id }, bid(8, chidi, 290_000, "auto")],
    },
    { command: "maxbid:confirm", maxBidId: maxBidId(4), contentVersion: 2 },
  ],
  [
    {
      actorId: bola.id,
      at: at(9),
      events: [
        {
          type: "BidsVoided",
          bidder: bola,
          reason: "withdrawn",
          note: null,
          priceMinor: 290_000,
          leader: chidi,
          bidCount: 6,
          voidedBidCount: 3,
          isWinnerVoided: false,
          voided: [
            { number: 2, reason: "withdrawn" },
            { number: 3, reason: "withdrawn" },
            { number: 4, reason: "recalculated" },
          ],
          recorded: [{ bidder: chidi, number: 9, amountMinor: 120_000, kind: "auto", at: at(4) }],
        },
        { type: "MaximaRestated", maxBids: [chidis({ autoBidCount: 3 })] },
      ],
    },
    { command: "bid:withdraw" },
  ],
  [
    {
      actorId: dayo.id,
      at: at(10),
      events: [maximum(5, dayo, 320_000), bid(10, chidi, 300_000, "auto"), bid(11, dayo, 310_000, "auto")],
    },
    set(3200),
  ],
  [
    {
      actorId: seller.id,
      at: at(11),
      events: [
        {
          type: "BidsVoided",
          bidder: dayo,
          reason: "fraud",
          note: "A troll.",
          priceMinor: 290_000,
          leader: chidi,
          bidCount: 4,
          voidedBidCount: 7,
          isWinnerVoided: false,
          recorded: [],
          voided: [
            { number: 5, reason: "fraud" },
            { number: 6, reason: "recalculated" },
            { number: 10, reason: "recalculated" },
            { number: 11, reason: "fraud" },
          ],
        },
        { type: "MaximaRestated", maxBids: [chidis({})] },
      ],
    },
    { command: "auction:void", bidderId: dayo.id, reason: "fraud" },
  ],
  [{ actorId: ada.id, at: firstLate, events: late(ada, 12, 310_000, firstLate, endsAt) }, bids(3100)],
  // A bidder who withdrew may bid again.
  [
    { actorId: bola.id, at: secondLate, events: late(bola, 13, 330_000, secondLate, firstLate + WINDOW_MS) },
    bids(3300),
  ],
  [{ actorId: null, at: closedAt, events: [{ type: "AuctionEnded", endedAt: closedAt, winner: bola, dueAt }] }],
  [
    {
      actorId: seller.id,
      at: closedAt + HOUR,
      events: [
        {
          type: "BidsVoided",
          bidder: bola,
          reason: "mistaken-amount",
          note: null,
          priceMinor: 310_000,
          leader: ada,
          bidCount: 5,
          voidedBidCount: 8,
          isWinnerVoided: true,
          recorded: [],
          voided: [{ number: 13, reason: "mistaken-amount" }],
        },
        { type: "MaximaRestated", maxBids: [chidis({})] },
      ],
    },
    { command: "auction:void", bidderId: bola.id, reason: "mistaken-amount" },
  ],
];

const gone = { reachedRevision: 0, autoBidCount: 0, lastAutoBidMinor: 0, contentVersion: 1 };
const message = "";

const story: Story = {
  steps,
  cancelled: [
    { id: maxBidId(3), userId: bola.id, amountMinor: 200_000, ...gone },
    { id: maxBidId(5), userId: dayo.id, amountMinor: 320_000, ...gone },
  ],
  purchases: [],
  settlements: [
    {
      id: idOf(8),
      winnerId: bola.id,
      amountMinor: 330_000,
      status: "void",
      dueAt,
      createdAt: closedAt,
      closedAt: closedAt + HOUR,
    },
  ],
  forfeits: [],
  refusals: [
    {
      asked: { ...bids(2900), contentVersion: 1 },
      by: dayo,
      at: at(6) + 50,
      error: { code: "LOT_CHANGED", message, contentVersion: 2 },
      fingerprint: `PlaceBid ${auctionId} 290000`,
    },
    {
      asked: bids(5000),
      by: dayo,
      at: at(11) + 50,
      error: { code: "FORBIDDEN", message },
      fingerprint: `PlaceBid ${auctionId} 500000`,
    },
    {
      asked: { command: "auction:void", bidderId: seller.id, reason: "other" },
      by: seller,
      at: at(11) + 60,
      error: { code: "CONFLICT_OF_INTEREST", message },
      fingerprint: `VoidBids ${auctionId} ${seller.id} other hash`,
    },
  ],
  own: (revision, after) => {
    if (revision === 3) return [{ type: "maxbid:changed", data: { maxBid: maxBidView(after, bola.id) } }];
    if (revision !== 6) return [];
    return [
      { type: "maxbid:suspended", data: { auctionId, maxBidId: maxBidId(3), contentVersion: 2 } },
      { type: "maxbid:changed", data: { maxBid: maxBidView(after, bola.id) } },
    ];
  },
};

/**
 * A fresh copy each time. The seller watches the lot and is notified of its changes as a watcher. Bidders are notified
 * of them as bidders. Chidi's search finds the lot.
 */
export const fairHistory = () => {
  const { history, stored } = historyOf(story);
  const watched = withWatcher(stored, {
    userId: seller.id,
    auctionId,
    title: "Empty box",
    at: at(2),
    wishMinor: 300_000,
    reminders: ["price", "changed", "extended"],
    news: [
      ["changed", at(6) + 5],
      ["price", at(11) + 5],
      ["extended", firstLate + 5],
    ],
    sent: [["price", endsAt - HOUR + 5_000, endsAt]],
  });
  const found = [auctionId, at(1) + 20] as const;
  const search = { id: "drums", userId: chidi.id, query: { search: "drum" }, at: START - HOUR, found };
  return { history, stored: withSearch(watched, search) };
};
