// A person's own wins and purchases, and second chances.
import { approvalAnswer } from "../rest/approvals.ts";
import {
  payAnswer,
  payBody,
  purchasesAnswer,
  purchasesQuery,
  SETTLEMENTS_LIMIT_DEFAULT,
  secondChanceAnswer,
  secondChancesAnswer,
  winAnswer,
} from "../rest/settlements.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { BID, command, read } from "./costs.ts";
import { closedSettlement, win } from "./samples.ts";

const call = callsIn("Payments");

const again = "With an Idempotency-Key (or `commandId`), the same request again does nothing and is answered alike.";

const secondChance = {
  _id: "0b0f0c9e-64c2-4a1b-8d35-b1f4a4d6a0a1",
  auction: win.auction,
  price: 21_000,
  depositNgn: 4_200,
  expiresAt: "2026-11-24T08:00:00.000Z",
};

export const listPurchases = call({
  route: "GET /api/users/purchases",
  access: "signed in",
  summary: "What the caller won or bought: open payments first, the most urgent at the top; then the newest",
  query: purchasesQuery,
  answer: purchasesAnswer,
  pageLength: SETTLEMENTS_LIMIT_DEFAULT,
  cost: read(4),
  answerWords: { due: "The number of open ones on all pages." },
  examples: {
    answer: {
      purchases: [win],
      due: 1,
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const getWin = call({
  route: "GET /api/auctions/:id/win",
  access: "signed in",
  summary: "What the caller owes or has paid for an auction that they won or bought; null for everybody else",
  params: idParams,
  answer: winAnswer,
  examples: { answer: { win } },
});

export const paySettlement = call({
  route: "POST /api/settlements/:id/payments",
  // Their own for everybody; transfers and cash for staff who book payments, which the route checks.
  access: "signed in",
  summary: "Pay what is due, from the balance or online; or book money that came",
  description:
    "`balance` takes everything that remains at once. `online` answers where to pay; for a lot in dollars, `promise` says what the naira count for " +
    "and until when. Money that arrives later counts at the rate of its arrival. Staff book a " +
    "`transfer` or `cash`, by `amount` or by the naira that came (`amountNgn`), which count at the rate in force: less " +
    "than due leaves the rest due, more goes to the payer's balance. A transfer whose " +
    "reference was booked for another lot is refused (ALREADY_EXISTS), unless `isSplit` says that it pays both, and " +
    `one that was booked for this lot (SAME_TRANSFER), unless \`isAnother\` says that it is another transfer. ${again}`,
  params: idParams,
  body: payBody,
  answer: payAnswer,
  waits: approvalAnswer,
  once: true,
  // They sign a request to the payment provider, and wait for its answer.
  cost: command(8),
  proof: "transfer or cash",
  examples: {
    body: { method: "transfer", amount: 19_600, reference: "GTB 7781" },
    answer: { settlement: { ...closedSettlement, status: "paid", paid: 19_600, remaining: 0 } },
  },
});

export const listSecondChances = call({
  route: "GET /api/users/second-chances",
  access: "signed in",
  summary: "Lots that are offered to the caller as the runner-up",
  answer: secondChancesAnswer,
  examples: { answer: { offers: [secondChance] } },
});

export const acceptSecondChance = call({
  route: "POST /api/second-chances/:id/accept",
  access: "signed in",
  summary: "Buy the offered lot: the deposit is taken, and the rest is due like a win's",
  description: again,
  params: idParams,
  body: noBody,
  answer: secondChanceAnswer,
  once: true,
  cost: BID,
  examples: { answer: { win } },
});

export const declineSecondChance = call({
  route: "POST /api/second-chances/:id/decline",
  access: "signed in",
  summary: "Decline the offered lot; it costs nothing",
  description: again,
  params: idParams,
  body: noBody,
  answer: secondChanceAnswer,
  once: true,
  cost: BID,
  examples: { answer: { win: null } },
});
