// Draws an invoice as A4 pages: the buyer, each lot with its price, premium and VAT as issued, the sums, what was credited,
// each payment, and how to pay what is due.

import { addAmounts, asMinor, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import { roundedUpSentence } from "@jara/shared/premium-words";
import type { Invoice, InvoiceLot } from "@jara/shared/rest/invoices";
import { amountToTransfer, askToTransfer, transferFacts } from "@jara/shared/transfer-words";
import { writtenDay, writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import {
  contactsLine,
  drawFoot,
  drawLetterhead,
  houseName,
  type Letterhead,
} from "../../../platform/pdf/letterhead.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import { ink, lineHeight, page, Sheet, type TextStyle } from "../../../platform/pdf/sheet.ts";
import { type Column, drawHeads, drawRow, GAP } from "../../../platform/pdf/table.ts";
import type { Posted, PrintedInvoice } from "./printed-invoice.ts";

interface Task extends Pick<Letterhead, "site"> {
  readonly printed: PrintedInvoice;
  /** Epoch ms: what is paid and due is that of this moment. */
  readonly at: number;
}

const WIDTH = page.right - page.left;
const COLUMN = (WIDTH - 24) / 2;
const RIGHT_COLUMN = page.left + COLUMN + 24;
const BOTTOM = page.bottom - 40;
const label: TextStyle = { size: 8.5, color: ink.soft };
const soft: TextStyle = { size: 9.5, color: ink.soft };

/** Called in a thread of its own. */
export const draw = (task: Task): Promise<Buffer> => {
  const { printed, at, site } = task;
  const { number } = printed.invoice;
  const paper = { house: printed.house, site };
  const title = `Invoice ${number}`;
  const sheet = new Sheet({ title, author: houseName(paper), at });
  let y = drawLetterhead(sheet, paper, { kind: "Invoice", number });
  y = parties(sheet, task, y + 18);
  y = lots(sheet, printed, y + 18);
  y = sums(sheet, printed, y + 6);
  y = payments(sheet, printed, y + 18);
  howToPay(sheet, task, y + 16);
  drawFoot(sheet, paper, title);
  return sheet.end();
};

/** The y, or the top of a new page if less than `height` is left. */
const fitting = (sheet: Sheet, y: number, height: number): number => {
  if (y + height <= BOTTOM) return y;
  sheet.nextPage();
  return page.top;
};

const parties = (sheet: Sheet, { printed, at }: Task, y: number): number => {
  const { madeOutTo: buyer, invoice, saleDay } = printed;
  sheet.text("To", page.left, y, COLUMN, label);
  let left = sheet.text(printable(buyer.name), page.left, y + 14, COLUMN, { size: 11, weight: "semibold", lines: 2 });
  if (buyer.username !== buyer.name) left = sheet.text(printable(buyer.username), page.left, left, COLUMN, soft);
  if (buyer.address) left = sheet.text(printable(buyer.address), page.left, left, COLUMN, { ...soft, lines: 3 });
  left = sheet.text(printable(buyer.email), page.left, left, COLUMN, soft);

  const { sale, day, createdAt, dueAt } = invoice;
  const facts: [string, string, boolean][] = [["Date", writtenLagosTime(createdAt), false]];
  if (sale) facts.push(["Sale", `${printable(sale.title)}${saleDay ? `, ${writtenDay(saleDay)}` : ""}`, false]);
  else if (day) facts.push(["Won on", writtenDay(day), false]);
  if (dueAt !== null) facts.push(["Due by", writtenLagosTime(dueAt), true]);
  facts.push(["State of", writtenLagosTime(new Date(at).toISOString()), false]);
  let right = y;
  for (const [what, words, isStrong] of facts) {
    sheet.text(what, RIGHT_COLUMN, right, 54, soft);
    const style: TextStyle = { size: 9.5, lines: 3, weight: isStrong ? "semibold" : "regular" };
    right = sheet.text(words, RIGHT_COLUMN + 58, right, COLUMN - 58, style) + 3;
  }
  return Math.max(left, right);
};

/** The last column ends at the page's edge, so it is wider by the gap. Four amounts fit beside the title with two decimals and up to ten digits. */
const columnsOf = ({ lots }: Invoice): readonly Column[] => [
  { head: "Lot", width: 34 },
  { head: "Title", width: 137.28, lines: 2 },
  { head: "Hammer price", width: 86, align: "right" },
  { head: extraHead(lots), width: 76, align: "right" },
  { head: "VAT", width: 64, align: "right" },
  { head: "Total", width: 86 + GAP, align: "right" },
];

/** The head of the column of amounts that are added to the hammer prices, before VAT. */
const extraHead = (lots: readonly InvoiceLot[]): string => {
  const hasFee = lots.some(({ fee }) => fee > 0);
  if (lots.some(({ premium }) => premium > 0)) return hasFee ? "Premium, fee" : "Premium";
  return hasFee ? "Fee" : "";
};
const cell: TextStyle = { size: 8, isTabular: true };

const lots = (sheet: Sheet, { invoice }: PrintedInvoice, top: number): number => {
  const columns = columnsOf(invoice);
  const heads = (y: number): number => drawHeads(sheet, columns, y, { size: 8, color: ink.soft }) + 4;
  let y = heads(fitting(sheet, top, 60));
  for (const lot of invoice.lots) {
    if (y + 30 > BOTTOM) {
      sheet.nextPage();
      y = heads(page.top);
    }
    sheet.hairline(y - 2);
    const extras = toMajor(asMinor(toMinor(lot.premium) + toMinor(lot.fee)));
    const amounts = [lot.price, extras, lot.vat, lot.total].map((amount) => formatMoney(amount, invoice.currency));
    y = drawRow(sheet, columns, y + 2, [lot.lot ?? "", printable(lot.auction.title), ...amounts], cell) + 4;
  }
  sheet.hairline(y - 2);
  return y;
};

interface Sum {
  readonly name: string;
  readonly amount: string;
  readonly isStrong?: boolean;
}

const sums = (sheet: Sheet, printed: PrintedInvoice, top: number): number => {
  const all = sumsOf(printed);
  let y = fitting(sheet, top, all.length * 17 + 20);
  for (const { name, amount, isStrong = false } of all) {
    const weight = isStrong ? "semibold" : "regular";
    const style: TextStyle = { weight, size: isStrong ? 10.5 : 9, color: isStrong ? ink.ink : ink.soft };
    const width = page.right - LEFT_OF_SUMS;
    const end = sheet.text(name, LEFT_OF_SUMS, y + 4, width - 100, { ...style, lines: 2 });
    sheet.text(amount, page.right - 120, y + 4, 120, { ...style, color: ink.ink, align: "right", isTabular: true });
    y = end + 3;
    sheet.hairline(y, LEFT_OF_SUMS);
  }
  const { lots, currency } = printed.invoice;
  if (lots.every(({ premium }) => premium === 0)) return y;
  return sheet.text(roundedUpSentence("premium", currency), LEFT_OF_SUMS, y + 4, page.right - LEFT_OF_SUMS, label);
};
const LEFT_OF_SUMS = page.left + WIDTH * 0.32;

const sumsOf = (printed: PrintedInvoice): Sum[] => {
  const { invoice, premiumPercents, vatPercents } = printed;
  const { currency, total, paid, deposit = 0, remaining } = invoice;
  const paidAfter = addAmounts(paid, -deposit);
  const money = (amount: number): string => formatMoney(amount, currency);
  const sumOf = (field: "price" | "premium" | "vat" | "fee"): number =>
    toMajor(asMinor(invoice.lots.reduce((sum, lot) => sum + toMinor(lot[field]), 0)));
  const [premium, vat, fee] = [sumOf("premium"), sumOf("vat"), sumOf("fee")];
  return [
    { name: "Hammer prices", amount: money(sumOf("price")) },
    ...(premium > 0
      ? [{ name: `Buyer’s premium, ${percents(premiumPercents)} of the hammer price`, amount: money(premium) }]
      : []),
    ...(vat > 0 ? [{ name: `VAT, ${percents(vatPercents)} of the premium`, amount: money(vat) }] : []),
    ...(fee > 0 ? [{ name: "Buy It Now fee", amount: money(fee) }] : []),
    { name: "Total", amount: money(total), isStrong: true },
    ...creditsOf(invoice.lots).map(({ name, credited }) => ({ name, amount: money(-credited) })),
    ...(deposit > 0 ? [{ name: "Deposit, already taken", amount: money(deposit) }] : []),
    ...(paidAfter > 0 || deposit === 0 ? [{ name: "Paid", amount: money(paidAfter) }] : []),
    { name: "Still to pay", amount: remaining > 0 ? money(remaining) : "Nothing", isStrong: true },
  ];
};

const percents = (all: readonly number[]): string => all.map((one) => `${one}%`).join(" or ");

/** Says why a lot, or a part of its price, is no longer asked for. */
const credits: Record<InvoiceLot["status"], string> = {
  open: "Price lowered, bids were voided",
  paid: "Price lowered, bids were voided",
  forfeited: "Not paid in time, not sold",
  void: "Cancelled",
  refunded: "Refunded",
  waived: "Waived, not sold",
};

/** Lists the lots that are no longer asked for, first those without a credit note, then by its number. */
const creditsOf = (lots: readonly InvoiceLot[]) =>
  lots
    .filter(({ credited }) => credited > 0)
    .sort((one, other) => (one.creditNote ?? "").localeCompare(other.creditNote ?? ""))
    .map(({ lot, auction, status, credited, creditNote }) => {
      const see = creditNote ? `, see credit note ${creditNote}` : "";
      const which = lot === null ? printable(auction.title) : `Lot ${lot}`;
      return { name: `${credits[status]}${see}: ${which}`, credited };
    });

/** A line is a payment with all of its parts on this invoice, or one other movement. */
type Line = readonly [Posted, ...Posted[]];

const linesOf = (posted: readonly Posted[]): Line[] => {
  const lines = new Map<unknown, [Posted, ...Posted[]]>();
  for (const one of posted) {
    const key = one.whole?.id ?? one;
    const before = lines.get(key);
    if (before) before.push(one);
    else lines.set(key, [one]);
  }
  return [...lines.values()];
};

/** Names the method and the reference of a payment; and all that came with its parts, if this is not what the invoice has of it. */
const wordsOf = ([one, ...others]: Line, amount: number, currency: Invoice["currency"]): string => {
  const { kind, method, whole, reference } = one;
  if (kind === "refund") return "Paid back";
  if (kind !== "payment") return one.amount > 0 ? "Paid back by mistake" : "Credit note";
  // Each part of an online payment has a number after the reference.
  const named = method === "online" && others.length > 0 ? reference?.replace(/\/\d+$/, "") : reference;
  const words = named ? `${methodNames[method]} ${printable(named)}` : methodNames[method];
  if (!whole || (currency === "NGN" && whole.ngn === amount)) return words;
  const naira = (ngn: number): string => formatMoney(ngn, "NGN");
  // In naira all parts are known, so what is left was for lots on other invoices.
  const elsewhere = currency === "NGN" ? addAmounts(whole.ngn, -whole.surplusNgn, -amount) : 0;
  const parts = [
    `${formatMoney(amount, currency)} for this invoice`,
    ...(elsewhere > 0 ? [`${naira(elsewhere)} for other invoices`] : []),
    ...(whole.surplusNgn > 0 ? [`${naira(whole.surplusNgn)} to the balance`] : []),
  ];
  return `${words}. ${naira(whole.ngn)} received: ${parts.join(", ")}`;
};

const paymentColumns: readonly Column[] = [
  { head: "Payments", width: 156, lines: 2 },
  { head: "Lot", width: 36, lines: 20 },
  { head: "", width: 126, lines: 8 },
  { head: "Receipt", width: 79.28, lines: 20 },
  { head: "Amount", width: 86 + GAP, align: "right" },
];

const payments = (sheet: Sheet, { invoice, posted }: PrintedInvoice, top: number): number => {
  if (posted.length === 0) return top;
  const { currency } = invoice;
  const lotsOf = (line: Line): string =>
    invoice.lots
      .flatMap(({ _id, lot }) => (lot && line.some(({ settlementId }) => settlementId === _id) ? lot : []))
      .join(", ");
  const heads = (y: number): number => drawHeads(sheet, paymentColumns, y, { size: 8, color: ink.soft }) + 4;
  let y = heads(fitting(sheet, top, 60));
  for (const line of linesOf(posted)) {
    // Below zero if it went back.
    const amount = addAmounts(...line.map((one) => one.amount));
    const texts = [
      writtenLagosTime(line[0].at),
      lotsOf(line),
      wordsOf(line, amount, currency),
      line.flatMap(({ number }) => number ?? []).join(", "),
      formatMoney(amount, currency),
    ];
    if (y + heightOf(sheet, texts) > BOTTOM) {
      sheet.nextPage();
      y = heads(page.top);
    }
    sheet.hairline(y - 2);
    y = drawRow(sheet, paymentColumns, y + 1, texts, cell) + 3;
  }
  sheet.hairline(y - 2);
  return y;
};

const heightOf = (sheet: Sheet, texts: readonly string[]): number =>
  6 +
  Math.max(
    ...paymentColumns.map(({ width, lines = 1 }, n) => {
      const rows = sheet.linesOf(texts[n] ?? "", width - GAP, { ...cell, lines }).length;
      return rows * lineHeight(cell.size ?? 0);
    }),
  );

const howToPay = (sheet: Sheet, { printed, site }: Task, top: number): void => {
  const { invoice, bankAccounts } = printed;
  if (invoice.remaining === 0) return;
  const until = invoice.dueAt === null ? {} : { until: writtenLagosTime(invoice.dueAt) };
  const ways: Way[] = [
    { words: `On the site, from your balance or online: ${printable(site.publicUrl)}/purchases` },
    ...bankAccounts.map((account) => ({
      words: "By bank transfer:",
      facts: transferFacts({ account, reference: invoice.number, amount: amountToTransfer(invoice), ...until }),
    })),
    ...(bankAccounts.length === 0
      ? [{ words: askToTransfer(invoice.number) }, { words: contactsLine(site.contact) }]
      : []),
  ];
  const width = WIDTH - 28;
  const style: TextStyle = { size: 9.5, lines: 2 };
  const heightOfWay = ({ words, facts = [] }: Way): number =>
    (sheet.linesOf(words, width, style).length + facts.length) * lineHeight(9.5);
  const height = 34 + ways.reduce((sum, one) => sum + heightOfWay(one), 0);
  const y = fitting(sheet, top, height);
  sheet.box(page.left, y, WIDTH, height, ink.tint);
  const left = page.left + 14;
  let below = sheet.text("How to pay", left, y + 10, width, { weight: "semibold", color: ink.brand });
  for (const { words, facts = [] } of ways) {
    below = sheet.text(words, left, below, width, style);
    for (const [name, value] of facts) {
      sheet.text(name, left + 12, below, 90, soft);
      below = sheet.text(printable(value), left + 108, below, width - 108, { size: 9.5, weight: "semibold" });
    }
  }
};

interface Way {
  readonly words: string;
  readonly facts?: readonly (readonly [string, string])[];
}
