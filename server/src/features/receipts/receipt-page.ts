// Draws a receipt or credit note as one A4 page. The same row gives the same bytes, whenever it is drawn.

import { minorInWords } from "@jara/shared/amount-in-words";
import { asMinor, type Currency, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { methodNames, methodWords } from "@jara/shared/payment-methods";
import { type ReceiptKind, receiptTitle } from "@jara/shared/receipt-kinds";
import { isReturnedPayment } from "@jara/shared/surplus";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import { writtenDay, writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { drawFoot, drawLetterhead, houseName, type Letterhead } from "../../platform/pdf/letterhead.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, page, Sheet } from "../../platform/pdf/sheet.ts";
import type { PrintedReceipt, WholePayment } from "./receipt.ts";

interface Task extends Pick<Letterhead, "site"> {
  readonly receipt: PrintedReceipt;
}

const WIDTH = page.right - page.left;
const COLUMN = (WIDTH - 24) / 2;
const RIGHT_COLUMN = page.left + COLUMN + 24;
const label = { size: 8.5, color: ink.soft } as const;
const INSET = 20;

/** Called in a thread of its own. */
export const draw = ({ receipt, site }: Task): Promise<Buffer> => {
  const { number, numberedAt, facts, house } = receipt;
  const paper = { house, site };
  const kind = receiptTitle({ ...facts, isReturned: isReturnedPayment(facts) });
  const title = `${kind} ${number}`;
  const sheet = new Sheet({ title, author: houseName(paper), at: numberedAt });
  let y = drawLetterhead(sheet, paper, { kind, number });
  y = parties(sheet, receipt, y + 20);
  y = lot(sheet, receipt, site, y + 18);
  y = hero(sheet, facts, y + 20);
  y = sums(sheet, facts, y + 14);
  payment(sheet, receipt, y + 22);
  drawFoot(sheet, paper, title);
  return sheet.end();
};

/** The buyer, and beside it what the receipt belongs to. */
const parties = (sheet: Sheet, { people: { buyer }, numberedAt, lot }: PrintedReceipt, y: number): number => {
  const soft = { size: 9.5, color: ink.soft } as const;
  sheet.text("To", page.left, y, COLUMN, label);
  const name = { size: 11, weight: "semibold", lines: 2 } as const;
  let left = sheet.text(printable(buyer.name), page.left, y + 14, COLUMN, name);
  if (buyer.username !== buyer.name) left = sheet.text(printable(buyer.username), page.left, left, COLUMN, soft);
  if (buyer.address) left = sheet.text(printable(buyer.address), page.left, left, COLUMN, { ...soft, lines: 3 });
  left = sheet.text(printable(buyer.email), page.left, left, COLUMN, soft);

  const facts: [string, string][] = [["Date", writtenLagosTime(new Date(numberedAt).toISOString())]];
  if (lot?.invoice) facts.push(["Invoice", lot.invoice]);
  if (lot?.sale) facts.push(["Sale", `${printable(lot.sale.title)}, ${writtenDay(lot.sale.day)}`]);
  let right = y;
  for (const [what, words] of facts) {
    sheet.text(what, RIGHT_COLUMN, right, 50, { ...label, size: 9.5 });
    right = sheet.text(words, RIGHT_COLUMN + 54, right, COLUMN - 54, { size: 9.5, lines: 3 }) + 3;
  }
  return Math.max(left, right);
};

const lot = (
  sheet: Sheet,
  { auctionId, facts, lot: about }: PrintedReceipt,
  site: Letterhead["site"],
  top: number,
): number => {
  sheet.hairline(top);
  let y = sheet.text(about?.number ? `Lot ${about.number}` : "Lot", page.left, top + 14, WIDTH, label) + 2;
  y = sheet.text(printable(facts.title), page.left, y, WIDTH, { size: 12, weight: "semibold", lines: 3 });
  if (about?.seller) y = sheet.text(`Seller ${printable(about.seller)}`, page.left, y, WIDTH, { size: 9.5 });
  if (auctionId === null) return y;
  const link = `${site.publicUrl}/auction/${auctionId}`;
  return sheet.text(link, page.left, y + 1, WIDTH, { size: 9, color: ink.brand, link });
};

const heroWords: Record<ReceiptKind, string> = {
  payment: "Amount received",
  refund: "Amount paid back",
  penalty: "Penalty taken",
  "credit-note": "Amount credited",
};

const heroOf = (facts: ReceiptFacts): string => {
  if (facts.isTakenBack) return "Amount taken back";
  return isReturnedPayment(facts) ? "Amount received and returned" : heroWords[facts.kind];
};

const hero = (sheet: Sheet, facts: ReceiptFacts, top: number): number => {
  const { currency, amountMinor, ngnMinor, rate } = facts;
  const width = WIDTH - 2 * INSET;
  const words = sentence(minorInWords(amountMinor, currency));
  const isConverted = currency !== "NGN";
  // Measure the words first, because the box is drawn before them and they may take two lines.
  const lines = Math.min(2, Math.ceil((sheet.widthOf(words, { size: 9.5 }) * 1.05) / width));
  const height = 88 + (lines - 1) * 13 + (isConverted ? 34 : 0);
  const isAmber = facts.kind === "penalty";
  sheet.box(page.left, top, WIDTH, height, isAmber ? ink.amberTint : ink.tint);
  const x = page.left + INSET;
  const color = isAmber ? ink.amber : ink.brand;
  let y = sheet.text(heroOf(facts), x, top + 14, width, { ...label, color });
  y = sheet.text(money(amountMinor, currency), x, y + 2, width, {
    size: 25,
    weight: "semibold",
    isTabular: true,
    color,
  });
  y = sheet.text(words, x, y, width, { size: 9.5, lines: 2 });
  if (isConverted) {
    const naira = `${money(ngnMinor, "NGN")} in naira${rate === null ? "" : `, at ${formatMoney(rate, "NGN")} for $1.00`}`;
    y = sheet.text(naira, x, y + 4, width, { size: 10, weight: "semibold", isTabular: true });
    sheet.text(sentence(minorInWords(ngnMinor, "NGN")), x, y, width, { size: 9.5 });
  }
  return top + height;
};

interface Sum {
  readonly name: string;
  readonly amount: string;
  readonly isStrong?: boolean;
}

const sums = (sheet: Sheet, facts: ReceiptFacts, top: number): number => {
  let y = top;
  for (const { name, amount, isStrong = false } of sumsOf(facts)) {
    const weight = isStrong ? "semibold" : "regular";
    sheet.text(name, page.left, y + 7, WIDTH * 0.6, { weight, color: isStrong ? ink.ink : ink.soft });
    sheet.text(amount, page.left + WIDTH * 0.5, y + 7, WIDTH * 0.5, { weight, align: "right", isTabular: true });
    y += 27;
    sheet.hairline(y);
  }
  return y;
};

/**
 * Returns the lines of amounts. A payment's receipt lists how the price was paid; the others list what they refer to.
 */
const sumsOf = (facts: ReceiptFacts): Sum[] => {
  const { kind, currency, priceMinor, feeMinor, depositMinor, depositWorthMinor, amountMinor, remainingMinor } = facts;
  const own = (minor: number): string => money(asMinor(minor), currency);
  const { premiumMinor = 0, vatMinor = 0 } = facts;
  const total = priceMinor + feeMinor + premiumMinor + vatMinor;
  const price: Sum[] = [
    ...(priceMinor > 0 ? [{ name: "Price of the lot", amount: own(priceMinor) }] : []),
    ...(feeMinor > 0 ? [{ name: "Fee", amount: own(feeMinor) }] : []),
    ...(premiumMinor > 0 ? [{ name: "Buyer’s premium", amount: own(premiumMinor) }] : []),
    ...(vatMinor > 0 ? [{ name: "VAT on the premium", amount: own(vatMinor) }] : []),
    ...(total > priceMinor ? [{ name: "Total", amount: own(total) }] : []),
  ];
  const stillToPay = (nothing: string): Sum => ({
    name: "Still to pay",
    amount: remainingMinor > 0 ? own(remainingMinor) : nothing,
    isStrong: true,
  });
  const deposit = currency === "NGN" ? "" : ` (${money(depositMinor, "NGN")})`;
  if (kind !== "payment") {
    const held =
      depositMinor > 0 ? [{ name: `${depositOf(facts, total)}${deposit}`, amount: own(depositWorthMinor) }] : [];
    if (isReturnedPayment(facts)) {
      const amount = own(amountMinor);
      const returned = { name: "Returned to the balance", amount, isStrong: true };
      return [...price, ...held, { name: "Amount received", amount }, returned];
    }
    const credited = { name: heroOf(facts), amount: own(amountMinor), isStrong: true };
    return [...price, ...held, credited, ...(kind === "credit-note" ? [stillToPay("Nothing")] : [])];
  }
  const isDeposit = facts.method === "deposit";
  const earlier = total - amountMinor - remainingMinor - (isDeposit ? 0 : depositWorthMinor);
  return [
    ...price,
    ...(!isDeposit && depositWorthMinor > 0
      ? [{ name: `Deposit, taken before${deposit}`, amount: own(depositWorthMinor) }]
      : []),
    ...(earlier > 0 ? [{ name: "Earlier payments", amount: own(earlier) }] : []),
    { name: isDeposit ? "This payment: the deposit" : "This payment", amount: own(amountMinor), isStrong: true },
    stillToPay("Nothing: paid in full"),
  ];
};

const methodOf = ({ kind, method, isTakenBack, isOfOne, cameBy }: ReceiptFacts): string => {
  if (cameBy) return `${methodNames[cameBy]}, returned to the balance`;
  if (kind === "penalty" || isTakenBack) return "Taken from the balance";
  // A note over several payments does not know how each of them was paid.
  if (kind === "credit-note" && method === "outside" && !isOfOne) return "Payments that our team had booked";
  const isToBalance = method === "balance" || method === "deposit";
  if (kind !== "payment" && isToBalance) return "Paid back into the balance";
  return method === "deposit" ? "Taken from the balance as a deposit" : methodNames[method];
};

/** Says whether the deposit is in the amount of a document that is no payment. A reversal, after which it is due again, leaves it. */
const depositOf = ({ kind, amountMinor, remainingMinor }: ReceiptFacts, total: number): string => {
  if (kind !== "credit-note") return "Deposit";
  if (remainingMinor > 0) return "Deposit, which stays and is not in this credit note";
  return amountMinor >= total ? "Deposit, which is in the amount credited" : "Deposit";
};

const wholeWords = (whole: WholePayment, currency: Currency): string => {
  const { method, numbers, refunds, surplusNgnMinor } = whole;
  const amount = money(asMinor(whole.amountMinor), currency);
  // A part of an online payment has the payment's reference and its own number.
  const reference = method === "online" ? whole.reference?.replace(/\/\d+$/, "") : whole.reference;
  const way = `${methodWords[method]}${reference ? ` ${printable(reference)}` : ""}`;
  const part = numbers.length > 1 ? [`Part of a payment of ${amount} ${way}, receipts ${listed(numbers)}.`] : [];
  if (refunds.length === 0) return part.join(" ");
  const came = numbers.length > 1 ? "came" : `came ${way}, receipt ${listed(numbers)}`;
  const surplus = money(asMinor(surplusNgnMinor), "NGN");
  const refund = `${refunds.length > 1 ? "receipts and refunds" : "receipt and refund"} ${listed(refunds)}`;
  return [...part, `${amount} ${came}; ${surplus} of it is in your balance, ${refund}.`].join(" ");
};

/** "R-2026-000025 to R-2026-000028" if they follow one another. */
const listed = (numbers: readonly string[]): string => {
  const [first = "", last = ""] = [numbers.at(0), numbers.at(-1)];
  const size = Number(last.slice(-6)) - Number(first.slice(-6)) + 1;
  const isRange = numbers.length > 2 && size === numbers.length && first.slice(0, -6) === last.slice(0, -6);
  return isRange ? `${first} to ${last}` : numbers.join(", ").replace(/, ([^,]+)$/, " and $1");
};

const payment = (sheet: Sheet, { facts, corrects, whole }: PrintedReceipt, top: number): void => {
  const rows: [string, string][] = [["How", methodOf(facts)]];
  if (whole) rows.push(["Payment", wholeWords(whole, facts.currency)]);
  if (facts.reference !== null) rows.push(["Reference", printable(facts.reference)]);
  if (corrects.length > 0)
    rows.push([corrects.length > 1 ? "Corrects receipts" : "Corrects receipt", corrects.join(", ")]);
  if (facts.reason !== null) rows.push(["Reason", printable(facts.reason)]);
  let y = top;
  for (const [name, value] of rows) {
    sheet.text(name, page.left, y, 110, { size: 9.5, color: ink.soft });
    const lines = name === "Reason" || name === "Payment" ? 4 : 2;
    y = sheet.text(value, page.left + 116, y, WIDTH - 116, { size: 9.5, lines }) + 5;
  }
};

const money = (minor: Minor, currency: Currency): string => formatMoney(toMajor(minor), currency);
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
