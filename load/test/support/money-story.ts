// A story of money. Dayo buys and does not pay in time, and is pardoned; Chidi wins, pays a part and forfeits; Bola
// accepts the second chance and pays online, the sale is reversed, Bola pays from the balance, and then Bola's bids are
// voided, so that deposit and payment go back, and the seller gives back what came for the sale. Ada withdraws money, once refused and once paid. It is long because it
// lists every step, receipt, payment and ledger entry.
import type { LogEvent } from "../../src/history/log.ts";
import type { StoredFacts, StoredReceipt } from "../../src/history/stored.ts";
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
  START,
  type Story,
  type StoryMoney,
  type StoryStep,
  seller,
} from "./small-history.ts";

const DAY = 24 * HOUR;
const purchaseId = idOf(7);
/** Chidi's settlement, and Bola's. */
const won = idOf(8);
const offered = idOf(6);
const offerId = `${idOf(6).slice(0, -1)}1`;

const deadlineAt = at(2) + HOUR;
const forfeitedAt = deadlineAt + 10;
const endsAt = START + 3 * HOUR;
const endsInTheEnd = endsAt + (forfeitedAt - at(2));
/** After the forfeit of the purchase, the dates of a revision go on from there. */
const later = (revision: number): number => forfeitedAt + revision * 100;
const closedAt = endsInTheEnd + 5;
const dueAt = closedAt + 3 * DAY;
const extendedTo = dueAt + DAY;
const lostAt = extendedTo + 20;
const offeredAt = lostAt + HOUR;
const expiresAt = offeredAt + DAY;
const acceptedAt = offeredAt + HOUR;
const dueAgainAt = acceptedAt + 3 * DAY;
const paidAt = acceptedAt + HOUR;
const reversedAt = paidAt + HOUR;
const paidAgainAt = reversedAt + HOUR;
const voidedAt = paidAgainAt + HOUR;

const purchase = { purchaseId, buyer: dayo };
const bids = (amount: number) => ({ command: "bid:place", amount }) as const;
const received = (
  settlementId: string,
  payer: typeof ada,
  method: "transfer" | "online" | "balance",
  amountMinor: number,
  reference: string | null,
): LogEvent => ({
  type: "PaymentReceived",
  settlementId,
  payer,
  method,
  amountMinor,
  ngnMinor: amountMinor,
  reference,
});
const sold: LogEvent = { type: "AuctionSold", winner: bola };

const steps: readonly StoryStep[] = [
  [{ actorId: seller.id, at: at(1), events: [{ ...created, reserveMinor: null }] }],
  [
    {
      actorId: dayo.id,
      at: at(2),
      events: [
        {
          type: "BuyItNowStarted",
          ...purchase,
          priceMinor: 900_000,
          feeMinor: 45_000,
          deadlineAt,
          deposit: { takenMinor: 180_000, worthMinor: 180_000 },
        },
        { type: "AuctionPaused", reason: "buy-it-now", pausedAt: at(2), pausedUntil: deadlineAt },
      ],
    },
    { command: "buy-it-now" },
  ],
  [
    {
      actorId: null,
      at: forfeitedAt,
      events: [
        { type: "PurchaseForfeited", ...purchase, penaltyMinor: 90_000 },
        { type: "AuctionResumed", endsAt: endsInTheEnd },
      ],
    },
  ],
  [{ actorId: ada.id, at: later(4), events: [bid(1, ada, 110_000, "manual")] }, bids(1100)],
  [{ actorId: bola.id, at: later(5), events: [bid(2, bola, 200_000, "manual")] }, bids(2000)],
  [{ actorId: chidi.id, at: later(6), events: [bid(3, chidi, 250_000, "manual")] }, bids(2500)],
  [
    { actorId: seller.id, at: later(7), events: [{ type: "PurchasePardoned", ...purchase, penaltyMinor: 90_000 }] },
    { command: "payment:reverse", settlementId: purchaseId },
  ],
  [
    {
      actorId: null,
      at: closedAt,
      events: [
        {
          type: "AuctionEnded",
          endedAt: closedAt,
          winner: chidi,
          dueAt,
          deposit: { takenMinor: 50_000, worthMinor: 50_000 },
        },
      ],
    },
  ],
  [
    { actorId: seller.id, at: closedAt + HOUR, events: [received(won, chidi, "transfer", 100_000, "GTB 1")] },
    { command: "payment:book", settlementId: won, method: "transfer", paid: 1000 },
  ],
  [
    {
      actorId: seller.id,
      at: closedAt + 2 * HOUR,
      events: [{ type: "DeadlineExtended", settlementId: won, winner: chidi, dueAt: extendedTo }],
    },
    { command: "payment:extend", settlementId: won, until: new Date(extendedTo).toISOString() },
  ],
  [
    {
      actorId: null,
      at: lostAt,
      events: [{ type: "SettlementForfeited", settlementId: won, winner: chidi, penaltyMinor: 25_000 }],
    },
  ],
  [
    {
      actorId: seller.id,
      at: offeredAt,
      events: [{ type: "SecondChanceOffered", offerId, person: bola, priceMinor: 200_000, expiresAt }],
    },
    { command: "offer:make", settlementId: won },
  ],
  [
    {
      actorId: bola.id,
      at: acceptedAt,
      events: [
        { type: "SecondChanceClosed", offerId, person: bola, as: "accepted" },
        {
          type: "SettlementOpened",
          winner: bola,
          amountMinor: 200_000,
          dueAt: dueAgainAt,
          deposit: { takenMinor: 40_000, worthMinor: 40_000 },
          because: "second-chance",
        },
      ],
    },
    { command: "offer:answer", offerId, answer: "accept" },
  ],
  // More came than was due.
  [
    {
      actorId: bola.id,
      at: paidAt,
      events: [
        {
          type: "PaymentCredited",
          settlementId: offered,
          payer: bola,
          ngnMinor: 5_000,
          method: "online",
          reference: "online-1",
        },
        received(offered, bola, "online", 160_000, "online-1"),
        sold,
      ],
    },
  ],
  [
    {
      actorId: seller.id,
      at: reversedAt,
      events: [
        {
          type: "SettlementReopened",
          settlementId: offered,
          winner: bola,
          from: "paid",
          dueAt: dueAgainAt,
          reversed: { amountMinor: 160_000, ngnMinor: 160_000 },
        },
      ],
    },
    { command: "payment:reverse", settlementId: offered },
  ],
  [
    { actorId: bola.id, at: paidAgainAt, events: [received(offered, bola, "balance", 160_000, null), sold] },
    { command: "payment:balance", settlementId: offered },
  ],
  [
    {
      actorId: seller.id,
      at: voidedAt,
      events: [
        {
          type: "BidsVoided",
          bidder: bola,
          reason: "fraud",
          note: "A troll.",
          priceMinor: 250_000,
          leader: chidi,
          bidCount: 2,
          voidedBidCount: 1,
          isWinnerVoided: true,
          recorded: [],
          voided: [{ number: 2, reason: "fraud" }],
        },
        { type: "MaximaRestated", maxBids: [] },
      ],
    },
    { command: "auction:void", bidderId: bola.id, reason: "fraud" },
  ],
];

type OfReceipt = Pick<StoredReceipt, "userId" | "settlementId" | "kind" | "at"> &
  Pick<StoredFacts, "method" | "priceMinor" | "amountMinor"> &
  Partial<Pick<StoredFacts, "feeMinor" | "depositWorthMinor" | "remainingMinor">> & { readonly corrects?: string };

const receipt = (
  id: string,
  { userId, settlementId, kind, at: date, corrects, ...facts }: OfReceipt,
): StoredReceipt => ({
  id,
  auctionId,
  userId,
  settlementId,
  kind,
  series: kind === "credit-note" ? "C" : "R",
  at: date,
  correctsId: corrects ?? null,
  facts: {
    kind,
    currency: "NGN",
    feeMinor: 0,
    depositWorthMinor: 0,
    remainingMinor: 0,
    ...facts,
    ngnMinor: facts.amountMinor,
  },
});

const ofPurchase = { userId: dayo.id, settlementId: purchaseId, priceMinor: 900_000, feeMinor: 45_000 };
const ofWin = { userId: chidi.id, settlementId: won, priceMinor: 250_000 };
const ofSecond = { userId: bola.id, settlementId: offered, priceMinor: 200_000 };
const deposited = { depositWorthMinor: 40_000 };

const receipts: readonly StoredReceipt[] = [
  receipt("purchase deposit", {
    ...ofPurchase,
    kind: "payment",
    method: "deposit",
    amountMinor: 180_000,
    at: at(2),
    depositWorthMinor: 180_000,
    remainingMinor: 765_000,
  }),
  receipt("purchase penalty", {
    ...ofPurchase,
    kind: "penalty",
    method: "balance",
    amountMinor: 90_000,
    at: forfeitedAt,
  }),
  receipt("purchase refund", {
    ...ofPurchase,
    kind: "refund",
    method: "deposit",
    amountMinor: 180_000,
    at: forfeitedAt,
  }),
  receipt("pardon", {
    ...ofPurchase,
    kind: "credit-note",
    method: "balance",
    amountMinor: 90_000,
    at: later(7),
    corrects: "purchase penalty",
  }),
  receipt("win deposit", {
    ...ofWin,
    kind: "payment",
    method: "deposit",
    amountMinor: 50_000,
    at: closedAt,
    depositWorthMinor: 50_000,
    remainingMinor: 200_000,
  }),
  receipt("transfer", {
    ...ofWin,
    kind: "payment",
    method: "transfer",
    amountMinor: 100_000,
    at: closedAt + HOUR,
    depositWorthMinor: 50_000,
    remainingMinor: 100_000,
  }),
  receipt("penalty", { ...ofWin, kind: "penalty", method: "balance", amountMinor: 25_000, at: lostAt }),
  receipt("deposit back", { ...ofWin, kind: "refund", method: "deposit", amountMinor: 50_000, at: lostAt }),
  receipt("transfer back", { ...ofWin, kind: "refund", method: "balance", amountMinor: 100_000, at: lostAt }),
  receipt("second deposit", {
    ...ofSecond,
    ...deposited,
    kind: "payment",
    method: "deposit",
    amountMinor: 40_000,
    at: acceptedAt,
    remainingMinor: 160_000,
  }),
  receipt("surplus", { ...ofSecond, kind: "refund", method: "balance", amountMinor: 5_000, at: paidAt }),
  receipt("online", { ...ofSecond, ...deposited, kind: "payment", method: "online", amountMinor: 160_000, at: paidAt }),
  receipt("reversal", {
    ...ofSecond,
    kind: "credit-note",
    method: "balance",
    amountMinor: 160_000,
    at: reversedAt,
    corrects: "online",
  }),
  receipt("from the balance", {
    ...ofSecond,
    ...deposited,
    kind: "payment",
    method: "balance",
    amountMinor: 160_000,
    at: paidAgainAt,
  }),
  receipt("second deposit back", { ...ofSecond, kind: "refund", method: "deposit", amountMinor: 40_000, at: voidedAt }),
  receipt("payment back", { ...ofSecond, kind: "refund", method: "balance", amountMinor: 160_000, at: voidedAt }),
];

const entry = (of: typeof ada, settlementId: string, cause: string, amountMinor: number, date: number) => ({
  of,
  settlementId,
  cause,
  amountMinor,
  at: date,
});
const withdrawal = (id: string, status: string, amountMinor: number) => ({
  id,
  userId: ada.id,
  amountMinor,
  status,
  at: at(1),
});
const withdrawn = (cause: string, id: string, amountMinor: number, date: number) => ({
  of: ada,
  cause,
  amountMinor,
  at: date,
  reference: `${cause}-${id}`,
});
const payment = { auctionId, bookedBy: null, reversedAt: null };

/** The entries with which the seller gets the money of the second sale, or gives it back. */
const soldFor = (sign: 1 | -1, date: number) => [
  entry(seller, offered, "sale-proceeds", sign * 200_000, date),
  entry(seller, offered, "commission", sign * -20_000, date),
  entry(seller, offered, "commission", sign * -1_500, date),
  entry(seller, offered, "seller-charge", sign * -5_000, date),
];
const terms = {
  commissionBasisPoints: 1_000,
  leastCommissionMinor: 10_000,
  vatBasisPoints: 750,
  charges: [{ text: "Transport", amountMinor: 5_000 }],
};

const money: StoryMoney = {
  entries: [
    withdrawn("withdrawal", "refused", -300_000, at(1)),
    withdrawn("withdrawal", "paid", -100_000, at(1) + 1),
    entry(dayo, purchaseId, "purchase-deposit", -180_000, at(2)),
    withdrawn("withdrawal-return", "refused", 300_000, at(3)),
    entry(dayo, purchaseId, "deposit-return", 180_000, forfeitedAt),
    entry(dayo, purchaseId, "buy-it-now-forfeit", -90_000, forfeitedAt),
    entry(dayo, purchaseId, "forfeit-return", 90_000, later(7)),
    entry(chidi, won, "win-deposit", -50_000, closedAt),
    entry(chidi, won, "deposit-return", 50_000, lostAt),
    entry(chidi, won, "payment-return", 100_000, lostAt),
    entry(chidi, won, "win-forfeit", -25_000, lostAt),
    entry(bola, offered, "win-deposit", -40_000, acceptedAt),
    { ...entry(bola, offered, "payment-surplus", 5_000, paidAt), reference: "online-1" },
    entry(bola, offered, "payment-return", 160_000, reversedAt),
    entry(bola, offered, "payment", -160_000, paidAgainAt),
    ...soldFor(1, paidAgainAt + 10),
    entry(bola, offered, "deposit-return", 40_000, voidedAt),
    entry(bola, offered, "payment-return", 160_000, voidedAt),
    ...soldFor(-1, voidedAt + 10),
  ],
  payments: [
    {
      ...payment,
      id: "transfer",
      settlementId: won,
      payerId: chidi.id,
      method: "transfer",
      reference: "GTB 1",
      amountMinor: 100_000,
      ngnMinor: 100_000,
      bookedBy: seller.id,
      at: closedAt + HOUR,
    },
    {
      ...payment,
      id: "online",
      settlementId: offered,
      payerId: bola.id,
      method: "online",
      reference: "online-1",
      amountMinor: 160_000,
      ngnMinor: 160_000,
      at: paidAt,
      reversedAt,
    },
    {
      ...payment,
      id: "balance",
      settlementId: offered,
      payerId: bola.id,
      method: "balance",
      reference: null,
      amountMinor: 160_000,
      ngnMinor: 160_000,
      at: paidAgainAt,
    },
  ],
  offers: [
    {
      id: offerId,
      auctionId,
      personId: bola.id,
      priceMinor: 200_000,
      status: "accepted",
      expiresAt,
      at: offeredAt,
      closedAt: acceptedAt,
    },
  ],
  receipts,
  online: [
    { reference: "online-1", auctionId, amountMinor: 165_000, status: "paid", worthMinor: 165_000, worthUntil: null },
  ],
  commands: [
    {
      userId: bola.id,
      commandId: "online-1",
      fingerprint: `CreditOnlinePayment ${offered} online-1 165000 165000`,
      outcome: JSON.stringify({ ok: true, data: {} }),
      at: paidAt,
    },
  ],
  numbers: [
    { series: "C", year: 2026, count: 2, distinct: 2, least: 1, most: 2 },
    { series: "R", year: 2026, count: 14, distinct: 14, least: 1, most: 14 },
  ],
  // The payment looks as if the balance had paid an invoice of this lot.
  invoicePayments: [
    {
      id: "of an invoice",
      auctionId,
      method: "balance",
      amountMinor: 160_000,
      parts: [{ settlementId: offered, auctionId, amountMinor: 160_000 }],
      booked: [{ settlementId: offered, ngnMinor: 160_000, at: paidAgainAt }],
      credited: [],
      lots: [won, offered],
    },
  ],
  proceeds: [{ debtId: offered, auctionId, sellerId: seller.id, hammerMinor: 0, terms }],
  withdrawals: [withdrawal("refused", "refused", 300_000), withdrawal("paid", "paid", 100_000)],
};

const story: Story = {
  steps,
  cancelled: [],
  purchases: [
    {
      id: purchaseId,
      buyerId: dayo.id,
      priceMinor: 900_000,
      feeMinor: 45_000,
      status: "forfeited",
      deadlineAt,
      createdAt: at(2),
      closedAt: forfeitedAt,
      penaltyMinor: 90_000,
    },
  ],
  settlements: [
    {
      id: won,
      winnerId: chidi.id,
      amountMinor: 250_000,
      status: "forfeited",
      dueAt: extendedTo,
      createdAt: closedAt,
      closedAt: lostAt,
      penaltyMinor: 25_000,
    },
    {
      id: offered,
      winnerId: bola.id,
      amountMinor: 200_000,
      status: "void",
      dueAt: dueAgainAt,
      createdAt: acceptedAt,
      closedAt: voidedAt,
    },
  ],
  money,
  forfeits: [],
  refusals: [],
  own: () => [],
};

/** A fresh copy each time. */
export const moneyHistory = () => historyOf(story);

const isBeforeVoid = ({ at: date }: { readonly at: number }): boolean => date < voidedAt;

/** The same without the last void, so that the lot is sold, and its seller is paid. */
export const soldHistory = () =>
  historyOf({
    ...story,
    steps: steps.slice(0, -1),
    settlements: story.settlements.map((row) =>
      row.id === offered
        ? {
            ...row,
            status: "paid",
            closedAt: paidAgainAt,
            depositMinor: 40_000,
            depositWorthMinor: 40_000,
            paidMinor: 160_000,
            paidNgnMinor: 160_000,
          }
        : row,
    ),
    money: {
      ...money,
      entries: money.entries.filter(isBeforeVoid),
      receipts: receipts.filter(isBeforeVoid),
      numbers: [
        { series: "C", year: 2026, count: 2, distinct: 2, least: 1, most: 2 },
        { series: "R", year: 2026, count: 12, distinct: 12, least: 1, most: 12 },
      ],
      proceeds: money.proceeds.map((row) => ({ ...row, hammerMinor: 200_000 })),
    },
  });
