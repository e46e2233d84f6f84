// The words of mails to people who won or bought a lot: what is due, what came, what goes back. It is long because it has
// one template for each of these.

import { addAmounts, asMinor, type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { methodWords } from "@jara/shared/payment-methods";
import { buyersPremiumOf, paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import { type ReceiptKind, receiptTitle } from "@jara/shared/receipt-kinds";
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import { PICKUP_NOTICE_HOURS } from "@jara/shared/sale-limits";
import { numberedTitle } from "@jara/shared/sale-order";
import { backInBalance, isSurplusWords } from "@jara/shared/surplus";
import { totalDueOf } from "@jara/shared/total-due";
import { askToTransfer, transferFacts } from "@jara/shared/transfer-words";
import { writtenLagosSpan, writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData, MailedPayment } from "../../../platform/outbox/mails.ts";
import { withdrawnWords } from "../../../platform/outbox/payment-withdrawn-words.ts";
import type { Block, Fact } from "../layout.ts";
import {
  auctionLink,
  bidOn,
  boughtHere,
  dueFacts,
  type MailSite,
  otherAuctions,
  owingFacts,
  paidBefore,
  paidHere,
  payLink,
  penaltyFact,
  penaltySentence,
  premiumFacts,
  returnedFact,
  shortTitle,
  type Templates,
  takenFact,
  type Words,
} from "./words.ts";

const NOTHING_OWED =
  "You pay nothing for it, and we take no penalty. If you have paid by bank transfer or in cash, contact our team:";

const refundedSentence = ({ sent, inCash }: MailData["payment-withdrawn"]): string =>
  inCash
    ? "The cash was paid out to you at our desk. If you did not get it, tell us at once:"
    : sent
      ? "The transfer goes to your own bank account once our team has approved it. You can follow it under “Withdraw”. Questions:"
      : "The money is in your balance. You can bid with it or withdraw it. Questions:";

const sentFact = ({ sent, inCash }: MailData["payment-withdrawn"]): [string, string][] => [
  ...(sent ? [["Of this, on its way to your bank account", formatMoney(sent, "NGN")] satisfies [string, string]] : []),
  ...(inCash ? [["Of this, paid out in cash", formatMoney(inCash, "NGN")] satisfies [string, string]] : []),
];

type LotParts = NonNullable<MailData["invoices"]["invoices"][number]["lots"][number]["parts"]>;

/** "bid ₦21,000.00 + premium ₦2,100.00 + VAT ₦157.50"; undefined for a lot that has its price alone. */
const partWords = ({ isBid, price, fee, premium, vat }: LotParts, currency: Currency): string | undefined => {
  const more = Object.entries({ fee, premium, VAT: vat }).filter(([, amount]) => amount > 0);
  if (more.length === 0) return undefined;
  return [[isBid ? "bid" : "price", price] as const, ...more]
    .map(([name, amount]) => `${name} ${formatMoney(amount, currency)}`)
    .join(" + ");
};

/** Says where the document is; the second in a mail about too many receipts. */
export const receiptAttached: Block = { paragraph: "The document is attached as a PDF file." };
export const receiptOnSite: Block = {
  paragraph: "The document is a PDF file on our site, under Statement, “Receipts”.",
};

const receiptSentences: Record<ReceiptKind, string> = {
  payment: "This is the receipt for your payment for",
  refund: "This is the receipt for the money that was paid back to you for",
  penalty: "This is the receipt for the penalty that was taken from your balance for",
  "credit-note": "This credit note corrects an earlier receipt for",
};

/** By kind. */
export const paymentTemplates: Templates<
  | "won"
  | "buy-it-now"
  | "payment-booked"
  | "deadline-extended"
  | "payment-reminder"
  | "invoices"
  | "payment-reversed"
  | "penalty-returned"
  | "second-chance"
  | "second-chance-closed"
  | "buy-it-now-forfeited"
  | "win-forfeited"
  | "payment-withdrawn"
  | "win-lowered"
  | "payment-received"
  | "lot-ready"
  | "pickup-booked"
  | "pickup-code"
  | "payment-waived"
  | "receipt"
> = {
  won: (data, site) => {
    const { subject, heading, sentence, price, deposit, reason } = wonWords(data);
    return {
      subject: `${subject}: ${shortTitle(data.title)}`,
      heading,
      blocks: [
        { paragraph: sentence },
        {
          facts: [
            ...(data.sale ? [["Sale", data.sale] satisfies [string, string]] : []),
            [`${price[0]?.toUpperCase()}${price.slice(1)}`, formatMoney(data.finalPrice, data.currency)],
            ...dueFacts(data),
            penaltyFact(data.finalPrice, data.currency, percentsOf(data)),
          ],
        },
        ...(data.deposit ? [{ paragraph: `The deposit was taken from your balance when ${deposit}.` }] : []),
        { paragraph: "What to do now:" },
        {
          steps: [
            "Open the lot. Pay the rest from your balance, online or by bank transfer.",
            `Pay within ${paymentDaysWords(percentsOf(data))}, before the time above.`,
            "Once it is paid, the lot’s page has the steps for pickup: where, when, and your pickup code.",
          ],
        },
        payLink(site, data),
        {
          link: "Won several lots? See the invoice and pay for all of them together",
          url: `${site.publicUrl}/purchases`,
        },
        { paragraph: penaltySentence(price, percentsOf(data)) },
        { paragraph: "If you have a question, contact our team:" },
        { contacts: site.contact },
      ],
      reason: `You get this email because you ${reason} at ${site.brandName}.`,
    };
  },

  "buy-it-now": (data, site) => ({
    subject: `Buy It Now, please pay: ${shortTitle(data.title)}`,
    heading: "Complete your payment",
    blocks: [
      { paragraph: `You used Buy It Now on “${data.title}”. The auction is paused for 1 hour so that you can pay.` },
      {
        facts: [
          ["Buy It Now price", formatMoney(data.price, data.currency)],
          [`Fee (${percentsOf(data).feePercent}%)`, formatMoney(data.fee, data.currency)],
          [data.deposit === undefined ? "Total to pay" : "Total", formatMoney(data.total, data.currency)],
          ...owingFacts(data),
          paidBefore(data.deadline),
          penaltyFact(data.price, data.currency, percentsOf(data)),
        ],
      },
      { paragraph: "Pay the rest from your balance, online or by bank transfer:" },
      payLink(site, data),
      { paragraph: `${penaltySentence("Buy It Now price", percentsOf(data))} The auction then continues.` },
      { paragraph: "If you have a question, contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because you used Buy It Now at ${site.brandName}.`,
  }),

  "payment-booked": (data, site) => ({
    subject: `A part of your payment arrived: ${shortTitle(data.title)}`,
    heading: "We received a part of your payment",
    blocks: [
      {
        paragraph: `We received ${formatMoney(data.amount, data.currency)}${wayOf(data)} for “${data.title}”.${data.isOlder ? "" : " Please pay the rest."}`,
      },
      ...(data.isOlder ? [] : [{ facts: [...partFacts(data), paidBefore(data.dueAt)] }, howToPay, payLink(site, data)]),
    ],
    reason: boughtHere(site),
  }),

  "deadline-extended": (data, site) => ({
    subject: `More time to pay: ${shortTitle(data.title)}`,
    heading: "You have more time to pay",
    blocks: [
      { paragraph: `Our team gave you more time to pay for “${data.title}”: “${data.note}”` },
      { facts: dueFacts(data) },
      payLink(site, data),
    ],
    reason: boughtHere(site),
  }),

  "payment-reminder": (data, site) => ({
    subject: `Please remember to pay: ${shortTitle(data.title)}`,
    heading: "Please remember to pay",
    blocks: [
      { paragraph: `“${data.title}” is yours once it is paid.` },
      { facts: dueFacts(data) },
      payLink(site, data),
      { paragraph: "If you have paid already, contact our team:" },
      { contacts: site.contact },
    ],
    reason: boughtHere(site),
  }),

  invoices: (data, site) => ({
    subject: `${data.invoices.length === 1 ? "Your invoice" : "Your invoices"}: ${shortTitle(data.sale)}`,
    heading: data.invoices.length === 1 ? "Your invoice" : "Your invoices",
    blocks: [
      { paragraph: `This is what you bought in the sale “${data.sale}”, and what is due.` },
      ...data.invoices.map(({ number, currency, total, paid, deposit = 0, remaining, lots }) => ({
        facts: [
          ["Invoice", number],
          ...lots.map(
            ({ lot, title, total: of, parts }): Fact => [
              numberedTitle(title, lot),
              formatMoney(of, currency),
              { parts: parts && partWords(parts, currency) },
            ],
          ),
          ["Total", formatMoney(total, currency)],
          ...(deposit > 0 ? [["Deposit, already taken", formatMoney(deposit, currency)]] : []),
          ...(paid > deposit || deposit === 0 ? [["Paid", formatMoney(minus(paid, deposit), currency)]] : []),
          ["Due", formatMoney(remaining, currency), { isMain: true }],
          ["Pay before", writtenLagosTime(data.dueAt)],
        ] as Fact[],
      })),
      { action: "See the invoice and pay", url: `${site.publicUrl}/purchases` },
      { paragraph: "There you can pay for all lots at once, from your balance or online." },
      ...transferTo(data),
      {
        paragraph: `${attachedWords(data)}If you have paid already, contact our team:`,
      },
      { contacts: site.contact },
    ],
    reason: boughtHere(site),
  }),

  "payment-reversed": (data, site) => ({
    subject: `Please pay again: ${shortTitle(data.title)}`,
    heading:
      data.from === "forfeited"
        ? "Your penalty was given back"
        : data.alone?.kept
          ? `${data.alone.payments.length === 1 ? "One of your payments was" : "Some of your payments were"} cancelled`
          : "Your payment was cancelled",
    blocks: [
      ...reversedWords(data),
      { facts: [...reversedFacts(data), ...returnedFact(data), ...dueAgainFacts(data)] },
      ...(data.isOlder ? [] : [howToPay]),
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
        paragraph: `We gave you ${formatMoney(data.returned, "NGN")} back, the penalty for “${data.title}”: “${data.note}”`,
      },
      { action: "See your balance", url: `${site.publicUrl}/profile/statement` },
    ],
    reason: bidOn,
  }),

  "second-chance": (data, site) => ({
    subject: `It can be yours: ${shortTitle(data.title)}`,
    heading: "You have a second chance",
    blocks: [
      {
        paragraph: `The winner of “${data.title}” did not buy it, and you were next. You can have the lot at the price that your bids reached.`,
      },
      {
        facts: [
          ["Your price", formatMoney(data.price, data.currency)],
          ...premiumFacts({ ...data, ...premiumIn(data) }),
          ["Answer before", writtenLagosTime(data.expiresAt)],
        ],
      },
      { action: "Accept or decline", url: `${site.publicUrl}/purchases` },
      {
        paragraph:
          `If you accept, the deposit of ${percentsOf(data).depositPercent}% is taken and the rest is due within ` +
          `${paymentDaysWords(percentsOf(data))}. Declining costs nothing.`,
      },
    ],
    reason: bidOn,
  }),

  "second-chance-closed": (data, site) => ({
    subject: `The offer is over: ${shortTitle(data.title)}`,
    heading: "The offer is over",
    blocks: [
      {
        paragraph: offerClosedWords[data.as](data.title),
      },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "buy-it-now-forfeited": (data, site) =>
    notReceived(data, site, {
      paragraph:
        `Your Buy It Now payment for “${data.title}” did not arrive in time. ${percentsOf(data).forfeitPercent}% of the Buy It Now ` +
        "price was kept, and the auction continues.",
      priceLabel: "Buy It Now price",
      reason: `You get this email because you used Buy It Now at ${site.brandName}.`,
    }),

  "win-forfeited": (data, site) =>
    notReceived(data, site, {
      paragraph:
        `Your payment for “${data.title}”, which you won, did not arrive in time. ${percentsOf(data).forfeitPercent}% of the ` +
        "winning bid was kept.",
      priceLabel: "Winning bid",
      reason: `You get this email because you won an auction at ${site.brandName}.`,
    }),

  "payment-withdrawn": (data, site) => ({
    subject: `${data.isPaid ? "The sale was undone" : "Please do not pay"}: ${shortTitle(data.title)}`,
    heading: data.isPaid ? "The sale was undone" : "You do not have to pay",
    blocks: [
      {
        paragraph: data.isPaid
          ? `You paid for “${data.title}”, and the sale was undone: ${withdrawnWords[data.why]}`
          : `We asked you to pay for “${data.title}”. Please do not pay: ${withdrawnWords[data.why]}`,
      },
      ...(data.note ? [{ paragraph: `The reason: “${data.note}”.` }] : []),
      ...(data.returned ? [{ facts: [...returnedFact(data), ...sentFact(data)] }] : []),
      { paragraph: data.why === "refunded" ? refundedSentence(data) : NOTHING_OWED },
      { contacts: site.contact },
      // A draft has no page.
      data.why === "withdrawn" ? otherAuctions(site) : auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "win-lowered": (data, site) => ({
    subject: `You owe less: ${shortTitle(data.title)}`,
    heading: "The price of your win has fallen",
    blocks: [
      {
        paragraph:
          `Somebody’s bids on “${data.title}”, which you won, no longer count. Your winning bid is now calculated from ` +
          "the remaining bids.",
      },
      {
        facts: [
          ["Winning bid", formatMoney(data.finalPrice, data.currency)],
          ...owingFacts(data),
          ...returnedFact(data),
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
      { facts: receivedFacts(data) },
      {
        paragraph:
          "The lot’s page says where you collect it. We prepare it, and tell you when it is ready. Then the page has your pickup code.",
      },
      { contacts: site.contact },
      auctionLink(site, "Open the auction", data),
    ],
    reason: paidHere(site),
  }),

  "lot-ready": (data, site) => ({
    subject: `Ready for pickup: ${shortTitle(data.title)}`,
    heading: "You can collect your lot",
    blocks: [
      { paragraph: `“${data.title}” is ready for you.` },
      {
        facts: [
          ["Where", data.slot?.place ?? data.place],
          [data.slot ? "You come" : "When", data.slot ? writtenLagosSpan(data.slot) : data.hours],
        ],
      },
      { paragraph: readySentence(data) },
      {
        action: data.choosesSlot ? "See the code and choose a slot" : "See the code",
        url: `${site.publicUrl}/purchases`,
      },
    ],
    reason: paidHere(site),
  }),

  "pickup-booked": (data, site) => ({
    subject: `Your pickup: ${writtenLagosSpan(data)}`,
    heading: "Your pickup is booked",
    blocks: [
      { paragraph: data.sale ? `You collect your lots of the sale “${data.sale}”:` : "You collect your lots:" },
      { steps: data.titles },
      {
        facts: [
          ["When", writtenLagosSpan(data)],
          ["Where", data.place],
        ],
      },
      {
        paragraph:
          `You can choose another time until ${PICKUP_NOTICE_HOURS} hours before. Your purchases have the pickup code: bring ` +
          "it. Lots that are not ready yet are handed over then if they are ready by then.",
      },
      { action: "See your pickup", url: `${site.publicUrl}/purchases` },
    ],
    reason: `You get this email because you chose a time to collect lots at ${site.brandName}.`,
  }),

  "pickup-code": (data, site) => ({
    subject: "Your new pickup code",
    heading: "You have a new pickup code",
    blocks: [
      { paragraph: data.sale ? `You collected these lots of the sale “${data.sale}”:` : "You collected these lots:" },
      { steps: data.handedOver },
      { paragraph: "These stay here for you:" },
      { steps: data.left },
      { facts: [["New pickup code", data.code]] },
      { paragraph: "Show this code when you collect them. The old one does not work any more." },
      { action: "See your purchases", url: `${site.publicUrl}/purchases` },
    ],
    reason: paidHere(site),
  }),

  "payment-waived": (data, site) => ({
    subject: `You do not have to pay: ${shortTitle(data.title)}`,
    heading: "You do not have to pay",
    blocks: [
      { paragraph: `You do not have to pay for “${data.title}” any more. We take no penalty.` },
      { facts: [["Price", formatMoney(data.price, data.currency)]] },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  receipt: (data, site) => ({
    subject: `${receiptHeading(data)}: ${shortTitle(data.title)}`,
    heading: receiptHeading(data),
    blocks: [
      ...(data.back ? [{ paragraph: `“${data.title}”: ${data.back.why} ${backInBalance(data.back.ngn)}.` }] : []),
      { paragraph: `${receiptSentence(data)} “${data.title}”.` },
      receiptAttached,
      {
        facts: [["Number", data.number], ["Amount", formatMoney(data.amount, data.currency)], ...depositsFact(data)],
      },
      { action: "See your receipts", url: `${site.publicUrl}/profile/statement?tab=receipts` },
    ],
    reason: `You get this email because there is a receipt for you at ${site.brandName}.`,
  }),
};

const readySentence = ({ slot, choosesSlot }: MailData["lot-ready"]): string => {
  if (slot) return "Your purchases have the pickup code. There you can also change the time.";
  return choosesSlot
    ? "Choose in your purchases when you come: one slot is for all lots of a sale. The pickup code is there too."
    : "Your purchases have the pickup code: bring it.";
};

const reversedWords = (data: MailData["payment-reversed"]): Block[] => {
  const { title, note, currency, alone, from } = data;
  const reason = note ? [{ paragraph: `The reason: “${note}”` }] : [];
  if (from === "forfeited") {
    return [
      { paragraph: `We gave you the penalty for “${title}” back.` },
      ...reason,
      { paragraph: "You can pay for the lot again." },
    ];
  }
  const { amount } = data;
  const whole = alone && wholeOf(alone.payments, currency);
  const isOne = alone?.payments.length === 1 && whole;
  const what = isOne
    ? `Your payment of ${whole} for “${title}” does`
    : amount
      ? `Payments of ${whole ?? formatMoney(amount, currency)} for “${title}” do`
      : `Your payment for “${title}” does`;
  return [
    { paragraph: `${what} not count any more.` },
    ...reason,
    { paragraph: "This is due again. If you did pay it, please do not pay twice: tell our team." },
  ];
};

/** The money that came with these payments: for the lot, and what went to the balance. */
const wholeOf = (payments: readonly MailedPayment[], currency: Currency): string => {
  const sumOf = (of: (one: MailedPayment) => number): number =>
    toMajor(asMinor(payments.reduce((sum, one) => sum + toMinor(of(one)), 0)));
  const [amount, surplus] = [sumOf((one) => one.amount), sumOf((one) => one.surplus ?? 0)];
  if (currency === "NGN") return formatMoney(plus(amount, surplus), "NGN");
  return [formatMoney(amount, currency), ...(surplus > 0 ? [formatMoney(surplus, "NGN")] : [])].join(" and ");
};

/** The payments that were taken back alone, their parts, and what of the others stays. */
const reversedFacts = (data: MailData["payment-reversed"]): [string, string][] => {
  const { alone, currency, amount, taken } = data;
  if (!alone) return takenFact(data);
  return [
    ...alone.payments.map((one): [string, string] => [
      "Does not count any more",
      `${wholeOf([one], currency)}${wayOf(one)}, ${writtenLagosTime(one.at)}`,
    ]),
    ...(amount && taken
      ? ([
          ["Of this, for the lot", formatMoney(amount, currency)],
          ["Of this, taken from your balance again", formatMoney(taken, "NGN")],
        ] satisfies [string, string][])
      : []),
    ...(alone.kept
      ? [["Your other payments, which stay", formatMoney(alone.kept, currency)] satisfies [string, string]]
      : []),
  ];
};

/** Adds up to what was paid in all. */
const receivedFacts = (data: MailData["payment-received"]): [string, string][] => {
  const { price, fee, premium, total = price, deposit = 0, currency, payment } = data;
  const money = (amount: number) => formatMoney(amount, currency);
  // Below zero if voided bids lowered the price below the deposit.
  const before = addAmounts(total, -deposit, -(payment?.amount ?? 0));
  return [
    ["Price", money(price)],
    ...(fee ? [["Fee", money(fee)] satisfies [string, string]] : []),
    ...(premium ? premiumFacts(data) : fee ? [["Total", money(total)] satisfies [string, string]] : []),
    ...(deposit && payment ? [["Deposit, already taken", money(deposit)] satisfies [string, string]] : []),
    ...(before > 0 && payment ? [["Paid before", money(before)] satisfies [string, string]] : []),
    ...(payment ? [["This payment", `${money(payment.amount)}${wayOf(payment)}`] satisfies [string, string]] : []),
    ...(payment?.surplus
      ? [["More than was due, in your balance", formatMoney(payment.surplus, "NGN")] satisfies [string, string]]
      : []),
    ["Paid in all", money(total)],
  ];
};

/** Names the method and the reference of a payment: ", by bank transfer REF 12". */
const wayOf = ({
  method,
  reference,
}: {
  readonly method?: PaymentMethod;
  readonly reference?: string | null;
}): string => (method ? `, ${methodWords[method]}${reference ? ` ${reference}` : ""}` : "");

const howToPay: Block = { paragraph: "You can pay the rest from your balance, online or by bank transfer." };

/** The price, what fee or premium add to it, and all of it together. Older mails have no price. */
const priceFacts = (data: MailData["payment-booked"] | MailData["payment-reversed"]): [string, string][] => {
  const { price, fee, premium, total, currency } = data;
  const fact = (name: string, amount: number | undefined): [string, string][] =>
    amount ? [[name, formatMoney(amount, currency)]] : [];
  return [
    ...fact("Price", price),
    ...fact("Fee", fee),
    ...(premium ? premiumFacts(data) : price === total ? [] : fact("Total", total)),
  ];
};

/** Shows how a part payment adds up with what was paid before. */
const partFacts = (data: MailData["payment-booked"]): [string, string][] => {
  const { total, deposit, remaining, amount, currency } = data;
  if (total === undefined) return owingFacts(data);
  const before = minus(minus(minus(total, deposit), remaining), amount);
  return [
    ...priceFacts(data),
    ["Deposit, already taken", formatMoney(deposit, currency)],
    ...(before > 0 ? [["Paid before", formatMoney(before, currency)] satisfies [string, string]] : []),
    ["This payment", formatMoney(amount, currency)],
    ["Paid in all", formatMoney(minus(total, remaining), currency)],
    ["Remaining", formatMoney(remaining, currency)],
  ];
};

/** The price, and the part of it that is due again. */
const dueAgainFacts = (data: MailData["payment-reversed"]): [string, string][] => {
  const { total, remaining, deposit, currency, isOlder } = data;
  if (isOlder || total === undefined || data.price === undefined) return dueFacts(data);
  const received = minus(total, remaining);
  return [
    ...priceFacts(data),
    ...(deposit > 0 ? [["Deposit, already taken", formatMoney(deposit, currency)] satisfies [string, string]] : []),
    ...(received > deposit ? [["Paid in all", formatMoney(received, currency)] satisfies [string, string]] : []),
    ["Remaining", formatMoney(remaining, currency)],
    paidBefore(data.dueAt),
  ];
};

const plus = (amount: number, more: number): number => toMajor(asMinor(toMinor(amount) + toMinor(more)));
const minus = (amount: number, less: number): number => toMajor(asMinor(toMinor(amount) - toMinor(less)));

type MailedInvoice = MailData["invoices"]["invoices"][number];

/**
 * Names the accounts to which the buyer can transfer what is due, or says that the team names one; its contacts end the mail.
 * What an amount in dollars is in naira is on the invoice.
 */
const transferTo = ({ dueAt, invoices }: MailData["invoices"]): Block[] => {
  const banksOf = ({ banks = [] }: MailedInvoice) => banks;
  const asked = invoices.filter((one) => banksOf(one).length === 0).map(({ number }) => number);
  return [
    ...invoices.flatMap((invoice) =>
      banksOf(invoice).flatMap((account): Block[] => [
        { paragraph: `Or by bank transfer, for invoice ${invoice.number}:` },
        {
          facts: transferFacts({
            account,
            reference: invoice.number,
            amount: `${formatMoney(invoice.remaining, invoice.currency)}${invoice.currency === "NGN" ? "" : ", in naira"}`,
            until: writtenLagosTime(dueAt),
          }),
        },
      ]),
    ),
    ...(asked.length > 0 ? [{ paragraph: askToTransfer(asked.join(" or ")) }] : []),
  ];
};

const attachedWords = ({ invoices, deposits = [] }: MailData["invoices"]): string => {
  if (invoices.every(({ id }) => id === undefined)) return "";
  const invoice = invoices.length === 1 ? "The invoice is" : "The invoices are";
  return `${invoice} attached as a PDF file${deposits.length > 0 ? ", with the receipts of your deposits" : ""}. `;
};

/** The receipts of deposits that are attached too. */
const depositsFact = ({ deposits = [] }: Pick<MailData["receipt"], "deposits">): [string, string][] =>
  deposits.length > 0 ? [["With the receipt of the deposit", deposits.map(({ number }) => number).join(", ")]] : [];

const receiptSentence = ({ back, receiptKind }: MailData["receipt"]): string =>
  isSurplusWords(back?.why ?? null)
    ? "This is the receipt for your payment, and for its return to your balance, for"
    : receiptSentences[receiptKind];

const receiptHeading = ({ back, receiptKind, number }: MailData["receipt"]): string =>
  back ? backInBalance(back.ngn) : `${receiptTitle({ kind: receiptKind })} ${number}`;

interface WonWords {
  readonly subject: string;
  readonly heading: string;
  readonly sentence: string;
  /** The name of the price, in the middle of a sentence. */
  readonly price: string;
  /** Follows "The deposit was taken from your balance when". */
  readonly deposit: string;
  /** Follows "You get this mail because you". */
  readonly reason: string;
}

/** What the premium adds to the offered price, by the lot's rules. */
const premiumIn = (offer: MailData["second-chance"]) => {
  const premium = buyersPremiumOf(offer);
  return premium ? totalDueOf(offer.price, premium) : {};
};

/** The words that depend on how the reader got the lot: by the winning bid, a second chance, or a sale after the end. */
const wonWords = ({ because, title, finalPrice, currency }: MailData["won"]): WonWords => {
  const price = formatMoney(finalPrice, currency);
  switch (because) {
    case "second-chance":
      return {
        subject: "You accepted our offer",
        heading: "Please pay for the lot",
        sentence: `You accepted our offer of “${title}” for ${price}.`,
        price: "price",
        deposit: "you accepted",
        reason: "accepted a second chance",
      };
    case "below-reserve":
      return {
        subject: "We sell it to you",
        heading: "Please pay for the lot",
        sentence:
          `The auction of “${title}” ended below its reserve. Your bid of ${price} was the highest, and an ` +
          "administrator sold the lot to you for it.",
        price: "price",
        deposit: "the lot was sold to you",
        reason: "bid on an auction",
      };
    default:
      return {
        subject: "You won",
        heading: "You won this auction",
        sentence: `Your bid on “${title}” has won.`,
        price: "winning bid",
        deposit: "the auction ended",
        reason: "won an auction",
      };
  }
};

const offerClosedWords: Record<MailData["second-chance-closed"]["as"], (title: string) => string> = {
  expired: (title) => `You did not answer our offer of “${title}” in time. It costs you nothing.`,
  withdrawn: (title) => `Our offer of “${title}” is no longer valid. It costs you nothing.`,
  voided: (title) =>
    `Our offer of “${title}” is no longer valid, because somebody’s bids no longer count. It costs you nothing. If the lot is ` +
    "offered to you again, it is at the price that the bids that remain reach. You then get another email.",
};

const notReceived = (
  data: MailData["win-forfeited"],
  site: MailSite,
  { paragraph, priceLabel, reason }: { paragraph: string; priceLabel: string; reason: string },
): Words => ({
  subject: `Payment not received: ${shortTitle(data.title)}`,
  heading: "We did not receive your payment",
  blocks: [
    { paragraph },
    {
      facts: [
        [priceLabel, formatMoney(data.price, data.currency)],
        ["Penalty", formatMoney(data.penalty, "NGN")],
        ...returnedFact(data),
      ],
    },
    { action: "See your balance", url: `${site.publicUrl}/profile/statement` },
    { paragraph: "If you did pay, please contact our team:" },
    { contacts: site.contact },
  ],
  reason,
});
