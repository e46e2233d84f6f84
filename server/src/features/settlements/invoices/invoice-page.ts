// Draws an invoice as A4 pages: the house, the buyer, each lot with its price, premium, VAT and what is paid, and the sums.
import { asMinor, type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { InvoiceLot } from "@jara/shared/rest/invoices";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import { ink, page, Sheet, type TextStyle } from "../../../platform/pdf/sheet.ts";
import { type Column, drawHeads, drawRow, GAP } from "../../../platform/pdf/table.ts";
import type { PrintedInvoice } from "./queries.ts";

export interface InvoiceSite {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly contact: { readonly email: string; readonly whatsapp: string };
}

interface Task {
  readonly invoice: PrintedInvoice;
  /** Epoch ms: the amounts are those of this moment. */
  readonly at: number;
  readonly site: InvoiceSite;
}

const WIDTH = page.right - page.left;
const COLUMN = (WIDTH - 24) / 2;
const RIGHT_COLUMN = page.left + COLUMN + 24;
const label: TextStyle = { size: 8.5, color: ink.soft };
const writtenDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const soft: TextStyle = { size: 9.5, color: ink.soft };

/** Called in a thread of its own. */
export const draw = (task: Task): Promise<Buffer> => {
  const { invoice, at, site } = task;
  const sheet = new Sheet({ title: `Invoice ${invoice.number}`, author: printable(site.brandName), at });
  let y = head(sheet, task);
  y = parties(sheet, task, y + 20);
  y = lots(sheet, task, y + 22);
  y = sums(sheet, task, y + 10);
  foot(sheet, task, y + 18);
  return sheet.end();
};

const head = (sheet: Sheet, { invoice, site }: Task): number => {
  const half = WIDTH / 2;
  const right = page.left + half;
  sheet.text(printable(site.brandName), page.left, page.top, half, { size: 22, weight: "semibold", color: ink.brand });
  sheet.text("Invoice", right, page.top - 2, half, { ...label, size: 10, align: "right" });
  sheet.text(invoice.number, right, page.top + 13, half, { size: 15, weight: "semibold", align: "right" });
  sheet.hairline(page.top + 46);
  return page.top + 46;
};

const parties = (sheet: Sheet, { invoice, at, site }: Task, y: number): number => {
  const { madeOutTo: buyer, house, sale, day, createdAt } = invoice;
  const name: TextStyle = { size: 11, weight: "semibold", lines: 2 };

  sheet.text("From", page.left, y, COLUMN, label);
  let left = sheet.text(printable(house?.name || site.brandName), page.left, y + 14, COLUMN, name);
  for (const line of (house?.address ?? "").split("\n").filter((one) => one.trim() !== "")) {
    left = sheet.text(printable(line), page.left, left, COLUMN, soft);
  }
  if (house?.taxNumber) left = sheet.text(`Tax number ${printable(house.taxNumber)}`, page.left, left, COLUMN, soft);
  left = sheet.text(printable(site.publicUrl), page.left, left, COLUMN, soft);

  sheet.text("To", RIGHT_COLUMN, y, COLUMN, label);
  let right = sheet.text(printable(buyer.name), RIGHT_COLUMN, y + 14, COLUMN, name);
  if (buyer.username !== buyer.name) right = sheet.text(printable(buyer.username), RIGHT_COLUMN, right, COLUMN, soft);
  if (buyer.address) right = sheet.text(printable(buyer.address), RIGHT_COLUMN, right, COLUMN, { ...soft, lines: 3 });
  right = sheet.text(printable(buyer.email), RIGHT_COLUMN, right, COLUMN, soft);

  const below = Math.max(left, right) + 12;
  sheet.text(sale ? "Sale" : "Day", page.left, below, COLUMN, label);
  const of = sheet.text(
    printable(sale?.title ?? (day ? writtenDay.format(new Date(day)) : "")),
    page.left,
    below + 14,
    COLUMN,
    { lines: 2 },
  );
  sheet.text("Date", RIGHT_COLUMN, below, COLUMN, label);
  let dates = sheet.text(writtenLagosTime(createdAt), RIGHT_COLUMN, below + 14, COLUMN);
  const state = `Amounts as of ${writtenLagosTime(new Date(at).toISOString())}`;
  dates = sheet.text(state, RIGHT_COLUMN, dates, COLUMN, soft);
  return Math.max(of, dates);
};

/** Six amounts fit beside the title with two decimals and up to nine digits. */
const columns: readonly Column[] = [
  { head: "Lot", width: 30 },
  { head: "Title", width: 111.28, lines: 2 },
  { head: "Price", width: 72, align: "right" },
  { head: "Premium, fee", width: 64, align: "right" },
  { head: "VAT", width: 56, align: "right" },
  { head: "Paid", width: 75, align: "right" },
  { head: "To pay", width: 75, align: "right" },
];
const heads = (sheet: Sheet, y: number): number => drawHeads(sheet, columns, y, { size: 8, color: ink.soft }) + 4;

const cell: TextStyle = { size: 8, isTabular: true };

/** Says what became of a lot that costs nothing any more. */
const endings: Partial<Record<InvoiceLot["status"], string>> = {
  forfeited: "Not paid in time, not sold",
  void: "Cancelled",
  refunded: "Refunded, sale cancelled",
  waived: "Waived, not sold",
};

const lots = (sheet: Sheet, { invoice }: Task, top: number): number => {
  let y = heads(sheet, top);
  for (const lot of invoice.lots) {
    if (y > page.bottom - 60) {
      sheet.nextPage();
      y = heads(sheet, page.top);
    }
    sheet.hairline(y - 2);
    const ending = endings[lot.status];
    const named = [lot.lot ?? "", printable(lot.auction.title)];
    if (ending) {
      const x = page.left + 30 + 111.28;
      sheet.text(ending, x, y + 2, page.right - x - GAP, { ...cell, color: ink.soft, align: "right" });
      y = drawRow(sheet, columns, y + 2, named, { ...cell, color: ink.soft }) + 4;
      continue;
    }
    const money = (amount: number) => formatMoney(amount, invoice.currency);
    const extras = toMajor(asMinor(toMinor(lot.premium) + toMinor(lot.fee)));
    const amounts = [lot.price, extras, lot.vat, lot.paid, lot.remaining].map(money);
    y = drawRow(sheet, columns, y + 2, [...named, ...amounts], cell) + 4;
  }
  sheet.hairline(y - 2);
  return y;
};

const sums = (sheet: Sheet, { invoice }: Task, top: number): number => {
  let y = top;
  if (y > page.bottom - 140) {
    sheet.nextPage();
    y = page.top;
  }
  const { total, paid, remaining, currency } = invoice;
  for (const [name, amount, isStrong] of [
    ["Total", total, false],
    ["Paid", paid, false],
    ["Still to pay", remaining, true],
  ] as const) {
    const weight = isStrong ? "semibold" : "regular";
    const size = isStrong ? 12 : 10;
    sheet.text(name, RIGHT_COLUMN, y + 6, COLUMN / 2, { weight, size, color: isStrong ? ink.ink : ink.soft });
    sheet.text(money(amount, currency, isStrong), RIGHT_COLUMN, y + 6, COLUMN, {
      weight,
      size,
      align: "right",
      isTabular: true,
    });
    y += 26;
    sheet.hairline(y, RIGHT_COLUMN);
  }
  return y;
};

const money = (amount: number, currency: Currency, isLast: boolean): string =>
  isLast && amount === 0 ? "Nothing" : formatMoney(amount, currency);

const foot = (sheet: Sheet, { invoice, site }: Task, y: number): void => {
  const says =
    "Each payment, refund and penalty has a receipt or a credit note of its own. This invoice shows the state of its lots.";
  sheet.text(says, page.left, y, WIDTH, { size: 8, color: ink.soft, lines: 2 });
  const bottom = page.bottom - 26;
  const style: TextStyle = { size: 8, color: ink.soft };
  sheet.hairline(bottom);
  const { email, whatsapp } = site.contact;
  sheet.text(`Questions? ${printable(email)} or WhatsApp ${printable(whatsapp)}`, page.left, bottom + 9, WIDTH, style);
  const made = `Invoice ${invoice.number}. Made by ${printable(site.brandName)}, ${printable(site.publicUrl)}. Valid without a signature.`;
  sheet.text(made, page.left, bottom + 21, WIDTH, style);
};
