// Payments that are due, and what staff do about them.
import * as z from "zod/mini";
import { approvalAnswer } from "../rest/approvals.ts";
import { messageAnswer } from "../rest/common.ts";
import {
  extendBody,
  handoverBody,
  payerRecordAnswer,
  REMINDER_HOURS,
  readyBody,
  reasonBody,
  refundBody,
  reverseBody,
  SETTLEMENTS_LIMIT_DEFAULT,
  settlementAnswer,
  settlementDetailsAnswer,
  settlementsAnswer,
  settlementsQuery,
  waiveBody,
} from "../rest/settlements.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { closedSettlement, payment, seller, settlement } from "./samples.ts";

const call = callsIn("Settlements");

const closed = "One that is not open any more is refused (SETTLEMENT_CLOSED), with what became of it.";

const again = "With an Idempotency-Key, the same request again does nothing and is answered alike.";

export const listSettlements = call({
  route: "GET /api/settlements",
  access: "settlements:read",
  summary: "What winners and buyers owe: open ones first, the most urgent at the top; then the newest closed",
  description:
    "`q` is a settlement's reference, or is looked for in the auction's title and in username, e-mail address and " +
    "full name. With `sale`, its lots in the order of the buyers' names, each buyer's open ones first. What is owed on " +
    "an auction in which the caller has an interest is left out.",
  query: settlementsQuery,
  answer: settlementsAnswer,
  pageLength: SETTLEMENTS_LIMIT_DEFAULT,
  examples: {
    answer: {
      settlements: [settlement],
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const getSettlement = call({
  route: "GET /api/settlements/:id",
  access: "settlements:read",
  summary: "One settlement with its payments, offers of a second chance, actions of staff and what waits for approval",
  params: idParams,
  answer: settlementDetailsAnswer,
  examples: {
    answer: {
      settlement,
      payments: [payment],
      offers: [],
      actions: [{ at: payment.at, by: seller, action: "payment booked", reason: null }],
      approvals: [],
      seller: { _id: seller._id, username: "adaeze", net: 321_300, status: "due" },
    },
  },
});

export const getPayerRecord = call({
  route: "GET /api/admin/users/:id/payer-record",
  access: "settlements:read",
  summary: "How a person paid for what they won, with their newest wins and purchases",
  description: "Wins of auctions in which the caller has an interest are counted, but not listed.",
  params: idParams,
  answer: payerRecordAnswer,
  examples: {
    answer: {
      record: { open: 1, paid: 4, unpaid: 1, pardoned: 0, waived: 0, maxUnpaidWins: 2, isBiddingSuspended: false },
      settlements: [settlement],
    },
  },
});

export const recordPayment = call({
  route: "POST /api/settlements/:id/payment-received",
  access: "settlements:book",
  summary: "The payment came: the auction is sold",
  description: `${closed} ${again}`,
  params: idParams,
  body: noBody,
  answer: settlementAnswer,
  waits: approvalAnswer,
  once: true,
  examples: {
    answer: {
      settlement: { ...closedSettlement, status: "paid", auction: { ...settlement.auction, status: "sold" } },
    },
  },
});

export const remindBuyer = call({
  route: "POST /api/settlements/:id/remind",
  access: "settlements:book",
  summary: "Send the winner or buyer a mail about what is due",
  description: `At most one in ${REMINDER_HOURS} hours (RATE_LIMITED). ${closed}`,
  params: idParams,
  body: noBody,
  answer: settlementAnswer,
  // It moves no money.
  proof: "none",
  examples: { answer: { settlement } },
});

export const waiveSettlement = call({
  route: "POST /api/settlements/:id/waive",
  access: "settlements:waive",
  summary: "Let the winner or buyer off without penalty",
  description: `A win's auction stays ended; a purchase's auction goes on with the time it had left. ${closed} ${again}`,
  params: idParams,
  body: z.nullish(waiveBody),
  answer: settlementAnswer,
  once: true,
  examples: {
    body: { note: "The item was damaged in our store." },
    answer: {
      settlement: { ...closedSettlement, status: "waived", note: "The item was damaged in our store." },
    },
  },
});

export const retryForfeit = call({
  route: "POST /api/settlements/:id/retry",
  access: "settlements:book",
  summary: "Try the forfeit of a stuck settlement again",
  description: `One that is not stuck is refused with 409. ${again}`,
  params: idParams,
  body: noBody,
  answer: settlementAnswer,
  once: true,
  // The same forfeit, which the job tries too.
  proof: "none",
  examples: { answer: { settlement } },
});

export const sellToHighestBidder = call({
  route: "POST /api/admin/auctions/:id/sell-to-highest-bidder",
  access: "auctions:run",
  summary: "Sell an ended lot to its highest bidder though the reserve was not met",
  description: `The bidder becomes the winner, with a deposit, a settlement and a mail like any other. ${again}`,
  params: idParams,
  body: noBody,
  answer: messageAnswer,
  once: true,
  // These end lots and take deposits. Other calls of staff who run auctions only do so in the cases of `askedOfSale`.
  proof: "always",
  examples: {
    answer: {
      message: "The lot is sold to its highest bidder. The payment is due like a win's.",
    },
  },
});

export const extendDeadline = call({
  route: "POST /api/settlements/:id/extend",
  access: "settlements:book",
  summary: "Give the winner or buyer more time",
  description: `${closed} ${again}`,
  params: idParams,
  body: extendBody,
  answer: settlementAnswer,
  once: true,
  examples: { body: { dueAt: "2026-11-30T08:00:00.000Z", reason: "The bank was closed" }, answer: { settlement } },
});

export const reverseSettlement = call({
  route: "POST /api/settlements/:id/reverse",
  access: "settlements:book",
  summary: "Take back a payment or a forfeit",
  description:
    "Paid or forfeited, the same settlement is due again: payments made on the site go back to the balance, a penalty is " +
    "given back and the deposit taken again. What booked payments had put on the balance is taken from it; a balance " +
    "that has less, a lot that was handed over and a settlement with nothing to take back are refused " +
    "(SETTLEMENT_CLOSED). While it is open, its booked transfers and cash are struck out, and nothing else changes. " +
    "A forfeited purchase's penalty is given back. `payments` names booked payments of `GET /api/settlements/{id}` that " +
    "are taken back alone: the others stay, and what they paid is due again. An id of another settlement is refused " +
    "(INVALID), and a payment that was taken back already, one that was made on the site, and one of a lot whose " +
    `payments went back in part because bids were voided (SETTLEMENT_CLOSED). \`others\` names the parts of the same payment ` +
    "that paid other lots (`together` of the payment): all of them are taken back in one change, or nothing is. " +
    again,
  params: idParams,
  body: reverseBody,
  answer: settlementAnswer,
  waits: approvalAnswer,
  once: true,
  examples: {
    body: { reason: "The transfer bounced", payments: ["3f0a6c1e-8a57-4c1c-9a53-7d3b8f0f2c11"] },
    answer: { settlement },
  },
});

export const refundSale = call({
  route: "POST /api/settlements/:id/refund",
  access: "settlements:book",
  summary: "Refund and cancel the sale",
  description:
    "Gives back everything that was paid for a sold lot: the deposit and all payments, to the buyer's balance, as a " +
    "withdrawal to their own bank account, which staff approve like any other (refused without a usable " +
    "account), or in cash out of the till, for callers who may also change balances. The lot is then ended without a winner and can be relisted. A credit note corrects the receipts. " +
    `A lot that was handed over can be refunded too. One that is not paid is refused (SETTLEMENT_CLOSED). ${again}`,
  params: idParams,
  body: refundBody,
  answer: settlementAnswer,
  waits: approvalAnswer,
  once: true,
  examples: {
    body: { to: "balance", reason: "The lot was damaged in our store" },
    answer: {
      settlement: {
        ...closedSettlement,
        status: "refunded",
        refund: { to: "balance", amountNgn: 24_500, creditNote: "C-2026-000001" },
      },
    },
  },
});

export const offerSecondChance = call({
  route: "POST /api/settlements/:id/second-chance",
  access: "settlements:waive",
  summary: "Offer the lot to the runner-up for 24 hours",
  description:
    "After a forfeit, or a void of the winner's bids; at the price that the same bids without the defaulter's reach, never " +
    `above the runner-up's own highest bid or maximum. ${again}`,
  params: idParams,
  body: noBody,
  answer: settlementAnswer,
  once: true,
  examples: { answer: { settlement: { ...closedSettlement, status: "forfeited", penaltyNgn: 2_450 } } },
});

export const markReady = call({
  route: "POST /api/settlements/:id/ready",
  access: "settlements:book",
  summary: "Say where and when the paid lot can be collected",
  description:
    "Another place or time replaces the first. The same request again changes nothing. `seen` has the texts that the " +
    "caller saw, null for none: others by now are refused (`VALUE_CHANGED`).",
  params: idParams,
  body: readyBody,
  answer: settlementAnswer,
  // They say where a paid lot is. The buyer's code confirms the second.
  proof: "none",
  examples: {
    body: { place: "12 Allen Avenue, Ikeja", hours: "Monday to Friday, 9:00 to 16:00" },
    answer: { settlement: { ...closedSettlement, status: "paid" } },
  },
});

export const confirmHandover = call({
  route: "POST /api/settlements/:id/handed-over",
  access: "settlements:book",
  summary: "Confirm the handover with the buyer's six-digit code",
  description:
    "The lots must be ready: this one, and those that `others` names. Lots of a buyer and a sale that are ready together " +
    "have one code. It hands all of them over or none, and the ready lots that stay get another code. The same request " +
    "again changes nothing.",
  params: idParams,
  body: handoverBody,
  answer: settlementAnswer,
  proof: "none",
  examples: { body: { code: "402913" }, answer: { settlement: { ...closedSettlement, status: "paid" } } },
});

export const pardonUnpaidWin = call({
  route: "POST /api/settlements/:id/pardon",
  access: "settlements:waive",
  summary: "Let a forfeited win no longer count against the person",
  description: "The penalty stays kept. The same request again changes nothing.",
  params: idParams,
  body: reasonBody,
  answer: settlementAnswer,
  examples: {
    body: { reason: "Illness" },
    answer: { settlement: { ...closedSettlement, status: "forfeited", penaltyNgn: 2_450 } },
  },
});
