// Makes commands about money for tests of the pure rules, as given-auction.ts does: people are known by their name, and
// "admin" is the administrator.
import { asMinor } from "@jara/shared/money";
import type { BookPayment, ClosePayment, Command, LoggedChange } from "../../src/auction/commands.ts";

const by = (who: string) => ({ auctionId: "lot", userId: who, commandId: "any" });

export const payFromBalance = (who: string, settlementId: string): Command => ({
  ...by(who),
  type: "PayFromBalance",
  settlementId,
});

/** `worthMinor`: what it counts for in the auction's currency; the same for an auction in naira. */
export const creditOnline = (
  who: string,
  settlementId: string,
  ngnMinor: number,
  worthMinor = ngnMinor,
  reference = "online-1",
  worthUntil = Number.MAX_SAFE_INTEGER,
): Command => ({
  ...by(who),
  type: "CreditOnlinePayment",
  settlementId,
  reference,
  ngnMinor: asMinor(ngnMinor),
  worthMinor: asMinor(worthMinor),
  worthUntil,
});

export const book = (
  settlementId: string,
  amountMinor: number,
  method: BookPayment["method"] = "transfer",
  ngnMinor?: number,
): Command => ({
  ...by("admin"),
  type: "BookPayment",
  settlementId,
  method,
  amountMinor: asMinor(amountMinor),
  reference: "bank-1",
  note: null,
  ...(ngnMinor !== undefined && { ngnMinor: asMinor(ngnMinor) }),
});

export const closePayment = (settlementId: string, as: ClosePayment["as"], who = "admin"): Command => ({
  ...by(who),
  type: "ClosePayment",
  settlementId,
  as,
  note: null,
});

export const forfeit = (settlementId: string): Command => ({
  type: "ForfeitSettlement",
  auctionId: "lot",
  settlementId,
});

export const extend = (settlementId: string, dueAt: number, who = "admin"): Command => ({
  ...by(who),
  type: "ExtendDeadline",
  settlementId,
  dueAt,
  note: "Asked for it",
});

export const reverse = (settlementId: string, who = "admin"): Command => ({
  ...by(who),
  type: "ReverseSettlement",
  settlementId,
  note: "The bank took it back",
});

/** Takes the payments back alone that these steps received, counted from 0: the row of payment n has the id `payment-n`. */
export const reverseSome = (settlementId: string, log: readonly LoggedChange[], ...numbers: number[]): Command => {
  const received = log.flatMap(({ at, events }) =>
    events.flatMap((event) =>
      event.type === "PaymentReceived" && event.settlementId === settlementId ? { ...event, at } : [],
    ),
  );
  const payments = numbers.map((n) => {
    const payment = received[n];
    if (!payment) throw new Error(`there is no payment ${n}`);
    const { at, method, amountMinor, ngnMinor, reference } = payment;
    return { id: `payment-${n}`, at, method, amountMinor, ngnMinor, reference };
  });
  return {
    ...by("admin"),
    type: "ReverseSettlement",
    settlementId,
    note: "It was booked for the wrong lot",
    payments,
  };
};

/** `to`: to the balance, or by a withdrawal with this id. */
export const refund = (
  settlementId: string,
  to: "balance" | "cash" | { withdrawalId: string } = "balance",
): Command => ({
  ...by("admin"),
  type: "RefundSale",
  settlementId,
  note: "The lot was damaged",
  transfer: typeof to === "string" ? null : { ...to, bankAccountId: "account", isSandbox: true },
  ...(to === "cash" && { inCash: true }),
});

export const offer = (settlementId: string, offerId = "offer-1", who = "admin"): Command => ({
  ...by(who),
  type: "OfferSecondChance",
  settlementId,
  offerId,
});

export const answer = (who: string, as: "accept" | "decline", offerId = "offer-1"): Command => ({
  ...by(who),
  type: "AnswerSecondChance",
  offerId,
  answer: as,
});

export const expireOffer: Command = { type: "ExpireSecondChance", auctionId: "lot" };

export const sellToHighestBidder = (who = "admin"): Command => ({ ...by(who), type: "SellToHighestBidder" });
