// The words by which a seller hears of an own lot, for the mail and the notification. They name no bidder.
import { formatMoney } from "@jara/shared/money";
import { writtenLagosTime } from "../lib/lagos-time.ts";
import type { MailData } from "./mails.ts";

type Data = MailData["own-lot"];

export interface OwnLotWords {
  readonly title: string;
  readonly text: string;
}

export const ownLotWords = (data: Data): OwnLotWords => words[data.what](data);

const lot = ({ title }: Data): string => `“${title}”`;
const priceOf = ({ price, currency }: Data): string => (price === null ? "" : ` at ${formatMoney(price, currency)}`);
const amountOf = ({ amount }: Data): string => formatMoney(amount ?? 0, "NGN");

/** Everybody can see the highest bid. */
const bidWords = ({ highBid, currency }: Data): string => {
  if (highBid === undefined) return "";
  return highBid === null ? " Nobody bid." : ` The highest bid was ${formatMoney(highBid, currency)}.`;
};
const UNSOLD_NEXT =
  "What comes next: our team can sell it again in another sale, or you take it back. We write to you about it; you need " +
  "to do nothing now.";

/** The buyer owes the price again. */
const dueAgain = (data: Data): string => {
  const until = data.dueAt === undefined ? "" : ` by ${writtenLagosTime(data.dueAt)}`;
  const net = data.amount === null ? "" : `; you get ${amountOf(data)} once it is paid`;
  return `${until}${net}.`;
};

const words: Readonly<Record<Data["what"], (data: Data) => OwnLotWords>> = {
  published: (data) => ({
    title: "Your lot is open for bids",
    text: `${lot(data)} is open${data.endTime === null ? "" : ` until ${writtenLagosTime(data.endTime)}`}.`,
  }),
  sold: (data) => ({
    title: "Your lot has a buyer",
    text: `${lot(data)} ended with a buyer${priceOf(data)}. We tell you when the buyer has paid.`,
  }),
  unsold: (data) => ({
    title: "Your lot was not sold",
    text: `${lot(data)} ended without a buyer.${bidWords(data)} ${UNSOLD_NEXT}`,
  }),
  paid: (data) => ({
    title: "The buyer paid for your lot",
    text: `${lot(data)}, sold${priceOf(data)}, is paid. “My Sales” says when you get your money.`,
  }),
  "not-paid": (data) => ({
    title: "The buyer did not pay",
    text: `The buyer of ${lot(data)} did not pay. Our team decides how it is sold now.`,
  }),
  undone: (data) => ({
    title: "The sale of your lot was undone",
    text: `${lot(data)} is not sold to this buyer. If you were paid for it, we take the money back.`,
  }),
  "payment-reversed": (data) => ({
    title: "The buyer must pay again for your lot",
    text: `The buyer's payment for ${lot(data)} did not count. The buyer must pay again${dueAgain(data)}`,
  }),
  "forfeit-reversed": (data) => ({
    title: "The buyer has time to pay again for your lot",
    text: `The buyer of ${lot(data)}, who had not paid, may pay now${dueAgain(data)}`,
  }),
  "handed-over": (data) => ({
    title: "Your lot was handed over",
    text: `${lot(data)} was handed over to its buyer, so you are paid now.`,
  }),
  credited: (data) => ({
    title: "You were paid for your lot",
    text: `${amountOf(data)} for ${lot(data)} was added to your balance. You can withdraw it to your bank.`,
  }),
  "taken-back": (data) => ({
    title: "Money for your lot was taken back",
    text: `${lot(data)} is no longer paid, or its price fell, so ${amountOf(data)} was taken from your balance.`,
  }),
};
