// The first message from the buyer to the team, with the auction in it, and the links that open it.
import { type Currency, formatMoney } from "@jara/shared/money";
import { mailUrl, whatsappUrl } from "../../lib/contact.ts";

export interface Payment {
  auctionId: string;
  title: string;
  currency: Currency;
  /** The buyer still has to pay this amount, in `currency`. */
  total: number;
  username: string;
}

export const auctionAddress = (auctionId: string): string =>
  `${window.location.origin}/auction/${encodeURIComponent(auctionId)}`;

export const paymentMessage = ({ auctionId, title, currency, total, username }: Payment): string =>
  [
    `Hello, I bought "${title}" with Buy It Now and want to pay ${formatMoney(total, currency)}.`,
    `Username: ${username}`,
    `Auction: ${auctionAddress(auctionId)}`,
  ].join("\n");

export const whatsappLink = (number: string, payment: Payment): string => whatsappUrl(number, paymentMessage(payment));

export const mailLink = (address: string, payment: Payment): string =>
  mailUrl(address, {
    subject: `Buy It Now payment: ${payment.title}`,
    // Line breaks in such a link are CR LF (RFC 6068).
    body: paymentMessage(payment).replaceAll("\n", "\r\n"),
  });
