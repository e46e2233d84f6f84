// Turns the kind and the data of a mail into its subject, plain text and HTML.

import type { VoidReason } from "@jara/shared/auction";
import { BUY_IT_NOW_FEE_PERCENT, FORFEIT_PERCENT, percentOfMinor } from "@jara/shared/bidding-rules";
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Mail, MailData, MailKind } from "../../platform/outbox/mails.ts";
import { type Block, type MailBody, type MailContact, toHtml, toText } from "./layout.ts";
import { withdrawalTemplates } from "./withdrawal-mails.ts";

export interface MailSite {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly contact: MailContact;
}

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that stops mails of this kind with one click. Null for kinds that cannot be refused. */
  readonly unsubscribeUrl: string | null;
}

export const verificationLink = (publicUrl: string, { token, email }: { token: string; email: string }): string =>
  `${publicUrl}/verify-email?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`;

/** The words of one kind of mail. */
type Words = Pick<MailBody, "heading" | "blocks" | "reason"> & { readonly subject: string };

/** A longer title is shortened in the subject, between words where possible. The body has the whole title. */
const SUBJECT_TITLE_MAX = 44;
const shortTitle = (title: string): string => {
  const letters = Array.from(title);
  if (letters.length <= SUBJECT_TITLE_MAX) return title;
  const beginning = letters.slice(0, SUBJECT_TITLE_MAX).join("");
  return `${/^(\S.*?)[\s,]+\S*$/s.exec(beginning)?.[1] ?? beginning}…`;
};

const share = (amount: number, percent: number, currency: Currency): string =>
  formatMoney(toMajor(percentOfMinor(toMinor(amount), percent)), currency);

/** The penalty in words. Balances are in naira, whatever the auction's currency. */
const penalty = (amount: number, currency: Currency): string =>
  `${share(amount, FORFEIT_PERCENT, currency)}${currency === "NGN" ? "" : ", in naira at the rate of that day"}`;

const nairaForDollar = (rate: number): string =>
  `$1 = ₦${rate.toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

const auctionLink = (site: MailSite, label: string, { auctionId }: { auctionId: string }): Block => ({
  action: label,
  url: `${site.publicUrl}/auction/${encodeURIComponent(auctionId)}`,
});

const payLink = (site: MailSite, { auctionId }: { auctionId: string }): Block => ({
  action: "Pay now",
  url: `${site.publicUrl}/auction/${encodeURIComponent(auctionId)}?pay`,
});

/** The deposit and what remains. Mails that were written before deposits existed have neither. */
const owingFacts = (data: {
  readonly deposit?: number;
  readonly remaining?: number;
  readonly currency: Currency;
}): [string, string][] =>
  data.deposit === undefined || data.remaining === undefined
    ? []
    : [
        ["Deposit, already taken", formatMoney(data.deposit, data.currency)],
        ["Remaining", formatMoney(data.remaining, data.currency)],
      ];

const penaltySentence = (price: number, currency: Currency, of: string): string =>
  `If it is not paid in time, ${FORFEIT_PERCENT}% of the ${of} (${penalty(price, currency)}) is kept from your deposit, ` +
  "and the rest of the deposit goes back to your balance. If the deposit is smaller, the difference is deducted from your balance.";

const boughtHere = (site: MailSite): string => `You get this mail because you have a lot to pay at ${site.brandName}.`;

const bidOn = "You get this mail because you bid on this auction.";

const voidReasonWords: Record<VoidReason, string> = {
  "mistaken-amount": "a mistaken amount",
  fraud: "suspected fraud",
  suspended: "your account is suspended",
  other: "see below",
};

const withdrawnWords: Record<MailData["payment-withdrawn"]["why"], string> = {
  cancelled: "the auction was cancelled.",
  withdrawn: "the auction was taken off the site.",
  reopened: "the auction is open for bids again.",
  voided: "your bids on it were voided.",
  other: "an administrator changed its status.",
};

const templates: { [K in MailKind]: (data: MailData[K], site: MailSite) => Words } = {
  "verify-email": (data, site) => ({
    subject: `Verify your email address for ${site.brandName}`,
    heading: `Welcome to ${site.brandName}`,
    blocks: [
      { paragraph: "Please verify your email address. You can bid once this is done." },
      { action: "Verify my email address", url: verificationLink(site.publicUrl, data) },
      { paragraph: "The link works once and expires in 24 hours." },
    ],
    reason: `You get this mail because this address was registered at ${site.brandName}. If that was not you, ignore it.`,
  }),

  "login-code": ({ code }, site) => ({
    subject: `Your log-in code for ${site.brandName}`,
    heading: "Your log-in code",
    blocks: [
      { paragraph: "Enter this code on the page where you log in:" },
      { facts: [["Code", code]] },
      { paragraph: "The code works once and expires in 10 minutes. We will never ask you for it." },
      {
        paragraph:
          "We sent it because somebody who knows your password asked for it. If that was not you, please contact our team:",
      },
      { contacts: site.contact },
    ],
    reason: `You get this mail because somebody is logging in to your account at ${site.brandName}.`,
  }),

  "already-registered": (_data, site) => ({
    subject: `You already have an account at ${site.brandName}`,
    heading: "You already have an account",
    blocks: [
      { paragraph: "Somebody tried to register with this email address. It has an account, so nothing was changed." },
      { paragraph: "If that was you, log in with the password you already have:" },
      { action: "Log in", url: `${site.publicUrl}/login` },
      { paragraph: "If that was not you, you do not have to do anything." },
    ],
    reason: `You get this mail because this address was entered in the registration form of ${site.brandName}.`,
  }),

  outbid: (data, site) => ({
    subject: `You have been outbid: ${shortTitle(data.title)}`,
    heading: "You have been outbid",
    blocks: [
      { paragraph: `Someone has placed a higher bid on “${data.title}”.` },
      {
        facts: [
          ["Current price", formatMoney(data.currentPrice, data.currency)],
          ["Minimum bid", formatMoney(data.minimumBid, data.currency)],
          ["Auction ends", writtenLagosTime(data.endTime)],
        ],
      },
      auctionLink(site, "See the auction and bid", data),
      { paragraph: "This was the price when we sent this mail. The auction’s page shows it live." },
    ],
    reason: "You get this mail because you bid on this auction.",
  }),

  won: (data, site) => ({
    subject: `You won: ${shortTitle(data.title)}`,
    heading: "You won this auction",
    blocks: [
      { paragraph: `Your bid on “${data.title}” has won.` },
      {
        facts: [
          ["Winning bid", formatMoney(data.finalPrice, data.currency)],
          ...owingFacts(data),
          ["Pay before", writtenLagosTime(data.dueAt)],
        ],
      },
      ...(data.deposit ? [{ paragraph: "The deposit was taken from your balance when the auction ended." }] : []),
      { paragraph: "What to do now:" },
      {
        steps: [
          "Open the lot. Pay what remains from your balance, online or by bank transfer.",
          `Pay within 3 business days, before ${writtenLagosTime(data.dueAt)}.`,
          "Once it is paid, the lot’s page has the steps for pickup: where, when, and your pickup code.",
        ],
      },
      payLink(site, data),
      { paragraph: penaltySentence(data.finalPrice, data.currency, "winning bid") },
      { paragraph: "If you have a question, contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this mail because you won an auction at ${site.brandName}.`,
  }),

  "buy-it-now": (data, site) => ({
    subject: `Buy It Now, please pay: ${shortTitle(data.title)}`,
    heading: "Complete your payment",
    blocks: [
      { paragraph: `You used Buy It Now on “${data.title}”. The auction is paused for 1 hour so that you can pay.` },
      {
        facts: [
          ["Buy It Now price", formatMoney(data.price, data.currency)],
          [`Fee (${BUY_IT_NOW_FEE_PERCENT}%)`, formatMoney(data.fee, data.currency)],
          [data.deposit === undefined ? "Total to pay" : "Total", formatMoney(data.total, data.currency)],
          ...owingFacts(data),
          ["Pay before", writtenLagosTime(data.deadline)],
        ],
      },
      { paragraph: "Pay what remains from your balance, online or by bank transfer:" },
      payLink(site, data),
      { paragraph: `${penaltySentence(data.price, data.currency, "Buy It Now price")} The auction then goes on.` },
      { paragraph: "If you have a question, contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this mail because you used Buy It Now at ${site.brandName}.`,
  }),

  "payment-booked": (data, site) => ({
    subject: `A part of your payment came: ${shortTitle(data.title)}`,
    heading: "We received a part of your payment",
    blocks: [
      { paragraph: `${formatMoney(data.amount, data.currency)} came for “${data.title}”. Please pay what remains.` },
      { facts: [...owingFacts(data), ["Pay before", writtenLagosTime(data.dueAt)]] },
      payLink(site, data),
    ],
    reason: boughtHere(site),
  }),

  "deadline-extended": (data, site) => ({
    subject: `More time to pay: ${shortTitle(data.title)}`,
    heading: "You have more time to pay",
    blocks: [
      { paragraph: `Our team gave you more time to pay for “${data.title}”: “${data.note}”` },
      { facts: [...owingFacts(data), ["Pay before", writtenLagosTime(data.dueAt)]] },
      payLink(site, data),
    ],
    reason: boughtHere(site),
  }),

  "payment-reversed": (data, site) => ({
    subject: `Please pay again: ${shortTitle(data.title)}`,
    heading: data.from === "paid" ? "Your payment was taken back" : "Your penalty was given back",
    blocks: [
      {
        paragraph:
          data.from === "paid"
            ? `An administrator took back the payment for “${data.title}”${data.note ? `: “${data.note}”` : "."} The same payment is due again.`
            : `An administrator gave the penalty for “${data.title}” back: “${data.note}” You can pay for the lot again.`,
      },
      {
        facts: [
          ...(data.returned > 0 ? [["Returned to your balance", formatMoney(data.returned, "NGN")] as const] : []),
          ...owingFacts(data),
          ["Pay before", writtenLagosTime(data.dueAt)],
        ],
      },
      payLink(site, data),
      { contacts: site.contact },
    ],
    reason: boughtHere(site),
  }),

  "penalty-returned": (data, site) => ({
    subject: `Your penalty was given back: ${shortTitle(data.title)}`,
    heading: "Your penalty was given back",
    blocks: [
      {
        paragraph: `An administrator gave you ${formatMoney(data.returned, "NGN")} back, the penalty for “${data.title}”: “${data.note}”`,
      },
      { action: "See your balance", url: `${site.publicUrl}/profile/statement` },
    ],
    reason: boughtHere(site),
  }),

  "second-chance": (data, site) => ({
    subject: `It can be yours: ${shortTitle(data.title)}`,
    heading: "You have a second chance",
    blocks: [
      {
        paragraph: `The winner of “${data.title}” dropped out, and you were the next. You can have the lot at the price that your bids reached.`,
      },
      {
        facts: [
          ["Your price", formatMoney(data.price, data.currency)],
          ["Answer before", writtenLagosTime(data.expiresAt)],
        ],
      },
      { action: "Accept or decline", url: `${site.publicUrl}/purchases` },
      {
        paragraph:
          "If you accept, the deposit of 20% is taken and the rest is due within 3 business days. Declining costs nothing.",
      },
    ],
    reason: bidOn,
  }),

  "second-chance-closed": (data, site) => ({
    subject: `The offer is over: ${shortTitle(data.title)}`,
    heading: "The offer is over",
    blocks: [
      {
        paragraph:
          data.as === "expired"
            ? `You did not answer our offer of “${data.title}” in time. It costs you nothing.`
            : `Our offer of “${data.title}” no longer stands. It costs you nothing.`,
      },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "buy-it-now-forfeited": (data, site) => ({
    subject: `Payment not received: ${shortTitle(data.title)}`,
    heading: "We did not receive your payment",
    blocks: [
      {
        paragraph:
          `Your Buy It Now payment for “${data.title}” did not come in time. ${FORFEIT_PERCENT}% of the Buy It Now ` +
          "price was kept, and the auction goes on.",
      },
      {
        facts: [
          ["Buy It Now price", formatMoney(data.price, data.currency)],
          ["Penalty", formatMoney(data.penalty, "NGN")],
          ...(data.returned
            ? [["Returned to your balance", formatMoney(data.returned, "NGN")] as [string, string]]
            : []),
        ],
      },
      { action: "See your balance", url: `${site.publicUrl}/profile/statement` },
      { paragraph: "If you did pay, please contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this mail because you used Buy It Now at ${site.brandName}.`,
  }),

  "win-forfeited": (data, site) => ({
    subject: `Payment not received: ${shortTitle(data.title)}`,
    heading: "We did not receive your payment",
    blocks: [
      {
        paragraph:
          `Your payment for “${data.title}”, which you won, did not come in time. ${FORFEIT_PERCENT}% of the ` +
          "winning bid was kept.",
      },
      {
        facts: [
          ["Winning bid", formatMoney(data.price, data.currency)],
          ["Penalty", formatMoney(data.penalty, "NGN")],
          ...(data.returned
            ? [["Returned to your balance", formatMoney(data.returned, "NGN")] as [string, string]]
            : []),
        ],
      },
      { action: "See your balance", url: `${site.publicUrl}/profile/statement` },
      { paragraph: "If you did pay, please contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this mail because you won an auction at ${site.brandName}.`,
  }),

  "lot-changed": (data, site) => ({
    subject: `This lot has changed: ${shortTitle(data.title)}`,
    heading: "A lot that you bid on has changed",
    blocks: [
      { paragraph: `An administrator changed “${data.title}”: ${data.fields.join(", ")}.` },
      {
        paragraph:
          "If you set a maximum, it is suspended: it places no bid until you confirm the lot as it reads now. If you bid " +
          "before the change, you can withdraw your bids within 24 hours, until the auction ends.",
      },
      ...(data.endTime ? [{ facts: [["Auction ends", writtenLagosTime(data.endTime)]] } as Block] : []),
      auctionLink(site, "See what changed", data),
    ],
    reason: bidOn,
  }),

  "lot-cancelled": (data, site) => ({
    subject: `Cancelled: ${shortTitle(data.title)}`,
    heading: "This auction was cancelled",
    blocks: [
      {
        paragraph: `“${data.title}” was cancelled. All bids and maximum bids on it are void, and you owe nothing for it.`,
      },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "lot-withdrawn": (data, site) => ({
    subject: `Withdrawn: ${shortTitle(data.title)}`,
    heading: "This auction was withdrawn",
    blocks: [
      {
        paragraph:
          `“${data.title}” was taken off the site. All bids and maximum bids on it are void, and you owe nothing for it. ` +
          "If it is offered again, it starts anew.",
      },
      { action: "See other auctions", url: site.publicUrl },
    ],
    reason: bidOn,
  }),

  "lot-reopened": (data, site) => ({
    subject: `Not over yet: ${shortTitle(data.title)}`,
    heading: "This auction goes on",
    blocks: [
      {
        paragraph:
          `An administrator took back the end of “${data.title}”: it has no winner now. Bids and maximum bids still ` +
          "count; you can cancel your maximum on the auction’s page.",
      },
      { facts: [["Auction ends", writtenLagosTime(data.endTime)]] },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "bids-voided": (data, site) => ({
    subject: `The price has changed: ${shortTitle(data.title)}`,
    heading: data.isWithdrawn ? "A bidder withdrew" : "Bids were voided",
    blocks: [
      {
        paragraph: data.isWithdrawn
          ? `Somebody withdrew their bids on “${data.title}”, because the lot changed. The price follows from the bids that remain.`
          : `An administrator voided somebody’s bids on “${data.title}”. The price follows from the bids that remain.`,
      },
      { facts: [["Current price", formatMoney(data.currentPrice, data.currency)]] },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "own-bids-voided": (data, site) => ({
    subject: `Your bids no longer count: ${shortTitle(data.title)}`,
    heading: data.reason === "withdrawn" ? "You withdrew your bids" : "Your bids were voided",
    blocks: [
      {
        paragraph:
          data.reason === "withdrawn"
            ? `Your bids and your maximum bid on “${data.title}” no longer count. You may bid on it again.`
            : `An administrator voided your bids on “${data.title}”. Reason: ${voidReasonWords[data.reason]}.`,
      },
      ...(data.note ? [{ paragraph: `They wrote: “${data.note}”` }] : []),
      ...(data.reason === "withdrawn"
        ? []
        : [{ paragraph: "If you think that this is a mistake, contact our team:" }, { contacts: site.contact }]),
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "payment-withdrawn": (data, site) => ({
    subject: `Please do not pay: ${shortTitle(data.title)}`,
    heading: "You do not have to pay",
    blocks: [
      { paragraph: `We asked you to pay for “${data.title}”. Please do not pay: ${withdrawnWords[data.why]}` },
      { paragraph: "You owe nothing for it, and no penalty is taken. If you have already paid, contact our team:" },
      { contacts: site.contact },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "win-lowered": (data, site) => ({
    subject: `You owe less: ${shortTitle(data.title)}`,
    heading: "The price of your win has fallen",
    blocks: [
      {
        paragraph:
          `Somebody’s bids on “${data.title}”, which you won, were voided. Your winning bid is now what the bids that ` +
          "remain make of it.",
      },
      {
        facts: [
          ["Winning bid", formatMoney(data.finalPrice, data.currency)],
          ...owingFacts(data),
          ...(data.returned
            ? [["Returned to your balance", formatMoney(data.returned, "NGN")] as [string, string]]
            : []),
          ...(data.remaining === 0 ? [] : [["Pay before", writtenLagosTime(data.dueAt)] as [string, string]]),
        ],
      },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "payment-received": (data, site) => ({
    subject: `Payment received: ${shortTitle(data.title)}`,
    heading: "We received your payment",
    blocks: [
      { paragraph: `Your payment for “${data.title}” is confirmed. It is yours.` },
      { facts: [["Price", formatMoney(data.price, data.currency)]] },
      { paragraph: "The lot’s page says when and where you can collect it, and has your pickup code." },
      { contacts: site.contact },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "payment-waived": (data, site) => ({
    subject: `You do not have to pay: ${shortTitle(data.title)}`,
    heading: "You do not have to pay",
    blocks: [
      { paragraph: `An administrator waived your payment for “${data.title}”. No penalty is taken.` },
      { facts: [["Price", formatMoney(data.price, data.currency)]] },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  ...withdrawalTemplates,

  "rate-to-confirm": (data, site) => ({
    subject: `Exchange rate to confirm: ${nairaForDollar(data.candidate)}`,
    heading: "An exchange rate needs your decision",
    blocks: [
      {
        paragraph:
          "The provider of exchange rates names a rate that differs by more than a fifth from those in force lately. It " +
          "is not used until an administrator confirms it. Please compare it with another source first.",
      },
      {
        facts: [
          ["In force", nairaForDollar(data.standing)],
          ["Waiting", nairaForDollar(data.candidate)],
        ],
      },
      { action: "Decide in the Admin Panel", url: `${site.publicUrl}/admin` },
    ],
    reason: `You get this mail because you are an administrator of ${site.brandName}.`,
  }),
};

const hasTemplate = (kind: string): kind is MailKind => Object.hasOwn(templates, kind);

/** `unsubscribeUrl` belongs to the reader. Only kinds that may be refused show it. Throws for an unknown kind. */
export const renderMail = (mail: Omit<Mail, "id">, site: MailSite, unsubscribeUrl: string | null): RenderedMail => {
  if (!hasTemplate(mail.kind)) throw new Error(`no template for a mail of kind ${mail.kind}`);
  const template = templates[mail.kind] as (data: Mail["data"], site: MailSite) => Words;
  const { subject, ...words } = template(mail.data, site);
  const refusable = mail.kind === "outbid" ? unsubscribeUrl : null;
  const body: MailBody = {
    brandName: site.brandName,
    publicUrl: site.publicUrl,
    ...words,
    ...(refusable && { optOut: { label: "Stop mails about being outbid", url: refusable } }),
  };
  return { subject: oneLine(subject), text: toText(body), html: toHtml(body), unsubscribeUrl: refusable };
};

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
