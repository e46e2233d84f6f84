// The words of notifications about money: what is due, what came, what goes back.

import { type Currency, formatMoney } from "@jara/shared/money";
import { buyersPremiumOf, percentsOf } from "@jara/shared/payment-rules";
import { totalInWords } from "@jara/shared/premium-words";
import { receiptTitle } from "@jara/shared/receipt-kinds";
import { backInBalance, isSurplusWords } from "@jara/shared/surplus";
import { WITHDRAWAL_TIME } from "@jara/shared/withdrawal-words";
import { writtenLagosSpan, writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { withdrawnWords } from "../../platform/outbox/payment-withdrawn-words.ts";
import { lotPath } from "./lot-words.ts";
import type { WordsOf } from "./words-of.ts";

const payPath = (data: { readonly auctionId: string }): string => `${lotPath(data)}?pay`;
const WITHDRAWALS = "/profile/withdraw";
const RECEIPTS = "/profile/statement?tab=receipts";

const wonTitles: Readonly<Record<NonNullable<MailData["won"]["because"]>, string>> = {
  "second-chance": "Please pay for the lot",
  "below-reserve": "We sell the lot to you",
};

/** The price of an offer, with what the buyer's premium makes of it. */
const offeredPrice = (offer: MailData["second-chance"]): string => {
  const premium = buyersPremiumOf(offer);
  return premium
    ? totalInWords(offer.price, offer.currency, premium, "price")
    : formatMoney(offer.price, offer.currency);
};

/** Says the amount that is to be paid now, and until when; as it was written if the present state is not known. */
const toPay = (
  owed: CurrentState["owed"],
  written: { readonly remaining: number; readonly dueAt: string },
  currency: Currency,
) => {
  const { remaining, dueAt } = owed ?? written;
  return `Please pay ${formatMoney(remaining, currency)} before ${writtenLagosTime(dueAt)}.`;
};

const takenWords = (taken: number | undefined): string =>
  taken ? ` ${formatMoney(taken, "NGN")} was taken from your balance.` : "";
const returnedWords = (returned: number | undefined): string =>
  returned ? ` ${formatMoney(returned, "NGN")} went back to your balance.` : "";

const bank = ({ bankName, accountNumber }: MailData["withdrawal-sent"]): string =>
  `${bankName}, account ending in ${accountNumber.slice(-4)}`;

export const moneyWords: WordsOf<
  | "won"
  | "buy-it-now"
  | "deadline-extended"
  | "win-lowered"
  | "payment-reversed"
  | "payment-withdrawn"
  | "win-forfeited"
  | "buy-it-now-forfeited"
  | "second-chance"
  | "second-chance-closed"
  | "payment-received"
  | "lot-ready"
  | "payment-booked"
  | "payment-waived"
  | "penalty-returned"
  | "receipt"
  | "withdrawal-requested"
  | "withdrawal-sent"
  | "withdrawal-paid"
  | "withdrawal-refused"
  | "withdrawal-failed"
> = {
  won: (data, { holds, owed }) => {
    const { finalPrice, remaining = finalPrice, dueAt, currency } = data;
    const price = `“${data.title}” for ${formatMoney(owed?.price ?? finalPrice, currency)}.`;
    const due = holds ? ` ${toPay(owed, { remaining, dueAt }, currency)}` : "";
    return {
      title: data.because ? wonTitles[data.because] : "You won",
      text: `${price}${due}`,
      link: holds ? payPath(data) : lotPath(data),
    };
  },

  "buy-it-now": (data, { holds, owed }) => {
    const written = { remaining: data.remaining ?? data.total, dueAt: data.deadline };
    const due = holds ? ` ${toPay(owed, written, data.currency)}` : "";
    return {
      title: "You used Buy It Now",
      text: `“${data.title}” for ${formatMoney(data.price, data.currency)} and the fee.${due}`,
      link: holds ? payPath(data) : lotPath(data),
    };
  },

  "deadline-extended": (data, { owed }) => ({
    title: "You have more time to pay",
    text: `“${data.title}”: ${toPay(owed, data, data.currency)}`,
    link: payPath(data),
  }),

  "win-lowered": (data) => ({
    title: "You owe less",
    text:
      `The winning bid for “${data.title}” is now ${formatMoney(data.finalPrice, data.currency)}, because somebody’s bids ` +
      `no longer count.${returnedWords(data.returned)}`,
    link: payPath(data),
  }),

  "payment-reversed": (data, { owed }) => ({
    title: data.from === "paid" ? "Your payment was cancelled" : "Your penalty was given back",
    text: `“${data.title}”: ${toPay(owed, data, data.currency)}${returnedWords(data.returned)}${takenWords(data.taken)}`,
    link: payPath(data),
  }),

  "payment-withdrawn": (data) => {
    const why = `${withdrawnWords[data.why]}${returnedWords(data.returned)}`;
    return {
      title: data.isPaid ? "The sale was undone" : "You do not have to pay",
      text: data.isPaid
        ? `You paid for “${data.title}”, and the sale was undone: ${why}`
        : `Please do not pay for “${data.title}”: ${why}`,
      // A draft has no page.
      link: data.why === "withdrawn" ? null : lotPath(data),
    };
  },

  "win-forfeited": (data) => ({
    title: "Your payment did not arrive in time",
    text: `${percentsOf(data).forfeitPercent}% of the winning bid for “${data.title}” was kept.${returnedWords(data.returned)}`,
    link: lotPath(data),
  }),

  "buy-it-now-forfeited": (data) => ({
    title: "Your payment did not arrive in time",
    text: `${percentsOf(data).forfeitPercent}% of the Buy It Now price of “${data.title}” was kept.${returnedWords(data.returned)}`,
    link: lotPath(data),
  }),

  "second-chance": (data, { holds }) => ({
    title: holds ? "You have a second chance" : "The second chance is over",
    text: holds
      ? `“${data.title}” can be yours for ${offeredPrice(data)}. Answer before ${writtenLagosTime(data.expiresAt)}.`
      : `The offer of “${data.title}” is answered or over.`,
    link: "/purchases",
  }),

  "second-chance-closed": (data) => ({
    title: "The offer is over",
    text:
      data.as === "voided"
        ? `The offer of “${data.title}” is no longer valid, because somebody’s bids no longer count. You may get another one.`
        : `The offer of “${data.title}” is no longer valid. It costs you nothing.`,
    link: lotPath(data),
  }),

  "payment-received": (data) => ({
    title: "Your payment was received",
    text: `“${data.title}” is paid: ${formatMoney(data.total ?? data.price, data.currency)}.`,
    link: lotPath(data),
  }),

  "lot-ready": (data, { holds }) => ({
    title: holds ? "Ready for pickup" : "The lot was ready for pickup",
    text: data.slot
      ? `“${data.title}”: you come ${writtenLagosSpan(data.slot)}, ${data.slot.place}.`
      : `“${data.title}”: ${data.place}, ${data.hours}.`,
    link: "/purchases",
  }),

  "payment-booked": (data) => ({
    title: "A part of your payment arrived",
    text: `We received ${formatMoney(data.amount, data.currency)} for “${data.title}”. ${formatMoney(data.remaining, data.currency)} remains.`,
    link: payPath(data),
  }),

  "payment-waived": (data) => ({
    title: "You do not have to pay",
    text: `You pay nothing more for “${data.title}”.`,
    link: lotPath(data),
  }),

  "penalty-returned": (data) => ({
    title: "Your penalty was given back",
    text: `“${data.title}”:${returnedWords(data.returned)}`,
    link: lotPath(data),
  }),

  receipt: (data) => {
    const isReturned = isSurplusWords(data.back?.why ?? null);
    const receipt = `${receiptTitle({ kind: data.receiptKind, isReturned })} ${data.number}`;
    return data.back
      ? {
          title: backInBalance(data.back.ngn),
          text: `“${data.title}”: ${data.back.why} ${receipt}.`,
          link: RECEIPTS,
        }
      : { title: receipt, text: `“${data.title}”: ${formatMoney(data.amount, data.currency)}.`, link: RECEIPTS };
  },

  "withdrawal-requested": (data) => ({
    title: `You asked for a withdrawal of ${formatMoney(data.amount, "NGN")}`,
    text: `To ${bank(data)}. ${WITHDRAWAL_TIME} If that was not you, cancel it at once.`,
    link: WITHDRAWALS,
  }),

  "withdrawal-sent": (data) => ({
    title: `Your withdrawal of ${formatMoney(data.amount, "NGN")} is on its way`,
    text: `To ${bank(data)}.`,
    link: WITHDRAWALS,
  }),

  "withdrawal-paid": (data) => ({
    title: `Your withdrawal of ${formatMoney(data.amount, "NGN")} is paid`,
    text: `To ${bank(data)}.`,
    link: WITHDRAWALS,
  }),

  "withdrawal-refused": (data) => ({
    title: `Your withdrawal of ${formatMoney(data.amount, "NGN")} was refused`,
    text: `${data.reason} The money is back in your balance.`,
    link: WITHDRAWALS,
  }),

  "withdrawal-failed": (data) => ({
    title: `Your withdrawal of ${formatMoney(data.amount, "NGN")} did not arrive`,
    text: `${data.reason} The money is back in your balance.`,
    link: WITHDRAWALS,
  }),
};
