// Defines what all mails use: the site's data, short titles, links and the amounts that are due.

import { shareOfMinor, toBasisPoints } from "@jara/shared/basis-points";
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { PercentRules } from "@jara/shared/payment-rules";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData, MailKind } from "../../../platform/outbox/mails.ts";
import type { Block, MailBody, MailContact } from "../layout.ts";

export interface MailSite {
  readonly brandName: string;
  /** The house's name in Settings, which signs the mails about lots and payments; empty or absent: the brand does. */
  readonly houseName?: string;
  readonly publicUrl: string;
  readonly contact: MailContact;
}

/** The words of one kind of mail. */
export type Words = Pick<MailBody, "heading" | "blocks" | "reason"> & { readonly subject: string };
export type Templates<K extends MailKind> = { readonly [k in K]: (data: MailData[k], site: MailSite) => Words };

/** A longer title is shortened in the subject, between words where possible. The body has the whole title. */
const SUBJECT_TITLE_MAX = 44;
export const shortTitle = (title: string): string => {
  const letters = Array.from(title);
  if (letters.length <= SUBJECT_TITLE_MAX) return title;
  const beginning = letters.slice(0, SUBJECT_TITLE_MAX).join("");
  return `${/^(\S.*?)[\s,]+\S*$/s.exec(beginning)?.[1] ?? beginning}…`;
};

const share = (amount: number, percent: number, currency: Currency): string =>
  formatMoney(toMajor(shareOfMinor(toMinor(amount), toBasisPoints(percent))), currency);

/** The penalty in words. Balances are in naira, whatever the auction's currency. */
const penalty = (amount: number, currency: Currency, { forfeitPercent }: PercentRules): string =>
  `${share(amount, forfeitPercent, currency)}${currency === "NGN" ? "" : ", in naira at the rate of that day"}`;

/** Leads to the other auctions if the lot has no page any more. */
export const auctionLink = (
  site: MailSite,
  label: string,
  { auctionId, hasPage = true }: { readonly auctionId: string; readonly hasPage?: boolean },
): Block =>
  hasPage ? { action: label, url: `${site.publicUrl}/auction/${encodeURIComponent(auctionId)}` } : otherAuctions(site);

export const otherAuctions = (site: MailSite): Block => ({ action: "See other auctions", url: site.publicUrl });

export const payLink = (site: MailSite, { auctionId }: { auctionId: string }): Block => ({
  action: "Pay now",
  url: `${site.publicUrl}/auction/${encodeURIComponent(auctionId)}?pay`,
});

/** The premium if there is one, the deposit and what remains. Mails from before deposits existed have none of them. */
export const owingFacts = (data: {
  readonly deposit?: number;
  readonly remaining?: number;
  readonly premium?: number;
  readonly vat?: number;
  readonly total?: number;
  readonly currency: Currency;
}): [string, string][] =>
  data.deposit === undefined || data.remaining === undefined
    ? []
    : [
        ...premiumFacts(data),
        ["Deposit, already taken", formatMoney(data.deposit, data.currency)],
        ["Remaining", formatMoney(data.remaining, data.currency)],
      ];

/** The amount due and its deadline, unless a later mail that became one with this one says them. */
export const dueFacts = (
  data: Parameters<typeof owingFacts>[0] & { readonly dueAt: string; readonly isOlder?: boolean },
) => (data.isOlder ? [] : [...owingFacts(data), paidBefore(data.dueAt)]);

export const paidBefore = (at: string): [string, string] => ["Pay before", writtenLagosTime(at)];

/** What a buyer's premium adds to the winning bid; no fact without one. */
export const premiumFacts = (data: {
  readonly premium?: number;
  readonly vat?: number;
  readonly total?: number;
  readonly currency: Currency;
}): [string, string][] =>
  data.premium && data.total !== undefined
    ? [
        ["Buyer’s premium", formatMoney(data.premium, data.currency)],
        ...(data.vat ? [["VAT on the premium", formatMoney(data.vat, data.currency)] as [string, string]] : []),
        ["Total", formatMoney(data.total, data.currency)],
      ]
    : [];

/** The amount in NGN that went back to the balance; no fact if nothing did. */
export const returnedFact = ({ returned }: { readonly returned?: number }): [string, string][] =>
  returned ? [["Returned to your balance", formatMoney(returned, "NGN")]] : [];

/** `endTime` is null in a pause, because the pause moves the end. */
export const endFact = (endTime: string | null): [string, string] => [
  "Auction ends",
  endTime === null ? "bidding is paused" : writtenLagosTime(endTime),
];

export const takenFact = ({ taken }: { readonly taken?: number }): [string, string][] =>
  taken ? [["Taken from your balance", formatMoney(taken, "NGN")]] : [];

/** Without the amount, which is a fact of the lot, so that a mail about several lots says it once. */
export const penaltySentence = (of: string, rules: PercentRules): string =>
  `If you do not pay in time, we keep ${rules.forfeitPercent}% of the ${of} of your deposit, and the rest of the deposit ` +
  "goes back to your balance. If the deposit is smaller than that, we take the difference from your balance.";

export const penaltyFact = (price: number, currency: Currency, rules: PercentRules): [string, string] => [
  "Penalty if you do not pay in time",
  penalty(price, currency, rules),
];

export const boughtHere = (site: MailSite): string =>
  `You get this email because you have to pay for a lot at ${site.brandName}.`;

export const paidHere = (site: MailSite): string =>
  `You get this email because you paid for a lot at ${site.brandName}.`;

export const bidOn = "You get this email because you bid on this auction.";
