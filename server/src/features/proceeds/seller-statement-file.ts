// Draws a seller's statement as a PDF file: a row for each lot with the sums of its entries in the period, oldest first,
// and what is owed.

import { formatMoney } from "@jara/shared/money";
import { roundedUpSentence } from "@jara/shared/premium-words";
import { VAT_NOTE } from "@jara/shared/proceeds";
import type { SellerEntry, SellerPeriod, SellerStatement } from "@jara/shared/rest/seller-sales";
import { numberedTitle } from "@jara/shared/sale-order";
import { writtenDay, writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { drawLetterhead, houseName, type Letterhead } from "../../platform/pdf/letterhead.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, lineHeight, page, Sheet, type TextStyle } from "../../platform/pdf/sheet.ts";
import { type Column, drawHeads, drawRow, GAP } from "../../platform/pdf/table.ts";
import { type SignedSums, signedSums } from "./entry-sums.ts";

export interface SellerStatementToDraw {
  /** Staff read of the seller, and the seller reads of themselves. */
  readonly reader: "seller" | "staff";
  readonly statement: SellerStatement;
  readonly holder: { readonly name: string; readonly username: string; readonly email: string };
  readonly period: SellerPeriod;
  /** The percentage of the commission on each lot, by the lot's id. */
  readonly commissions: Readonly<Record<string, number>>;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly letterhead: Letterhead;
}

const WIDTH = page.right - page.left;
const BOTTOM = page.bottom - 40;
const soft = { size: 8.5, color: ink.soft } as const;
const bold = { weight: "semibold" } as const;

/** Called in a thread of its own. */
export const draw = (task: SellerStatementToDraw): Promise<Buffer> => {
  const { statement, madeAt, letterhead } = task;
  const house = houseName(letterhead);
  const sheet = new Sheet({ title: `Seller's statement ${statement.number}`, author: house, at: madeAt });
  const foot = () =>
    sheet.text(
      `${house}. ${statement.number}. Made ${writtenLagosTime(iso(madeAt))}. Amounts in naira.`,
      page.left,
      page.bottom - 13,
      WIDTH,
      soft,
    );
  foot();
  let y = drawColumns(sheet, drawHead(sheet, task) + 16);
  const lots = lotsOf(statement.entries);
  if (lots.length === 0) sheet.text("No entries in this period.", page.left, y + 12, WIDTH, { color: ink.soft });
  for (const lot of lots) {
    if (y + 3 * lineHeight(8) + 12 > BOTTOM) {
      sheet.nextPage();
      foot();
      y = drawColumns(sheet, page.top);
    }
    y = drawLot(sheet, lot, task.commissions[lot.auction._id], y);
  }
  if (lots.some(({ commission }) => commission !== 0)) {
    const note = `VAT is the ${VAT_NOTE}. ${roundedUpSentence("commission", "NGN")}`;
    sheet.text(note, page.left, y, WIDTH, soft);
  }
  return sheet.end();
};

const iso = (ms: number): string => new Date(ms).toISOString();

const wordsFor = {
  seller: { paid: "Paid to your balance", owed: "Owed to you now" },
  staff: { paid: "Paid to the balance", owed: "Owed to the seller now" },
} as const;

const drawHead = (sheet: Sheet, { reader, statement, holder, period, letterhead }: SellerStatementToDraw): number => {
  const from = drawLetterhead(sheet, letterhead, { kind: "Seller's statement", number: statement.number });
  let y = sheet.text(printable(holder.name), page.left, from + 14, WIDTH / 2, { size: 11, ...bold });
  const who = [...new Set([holder.username, holder.email])].filter((one) => one !== holder.name).join(", ");
  y = sheet.text(printable(who), page.left, y, WIDTH, { size: 9.5, color: ink.soft });
  const days = `From ${period.from ? writtenDay(period.from) : "the first sale"} to ${period.to ? writtenDay(period.to) : "now"}, days in Lagos.`;
  y = sheet.text(days, page.left, y, WIDTH, { size: 9.5, color: ink.soft });
  const top = y + 12;
  sheet.box(page.left, top, WIDTH, 56, ink.tint);
  const figures: readonly (readonly [string, number])[] = [
    ["Prices of lots", statement.prices],
    ["Commission and charges", statement.taken],
    [wordsFor[reader].paid, statement.net],
    [wordsFor[reader].owed, statement.owed],
  ];
  const width = (WIDTH - 24) / figures.length;
  for (const [n, [name, amount]] of figures.entries()) {
    const x = page.left + 12 + n * width;
    sheet.text(name, x, top + 12, width - 8, soft);
    const text = formatMoney(amount, "NGN");
    const style = { ...bold, isTabular: true } as const;
    // Billions need a smaller size.
    const size = [12, 10.5, 9].find((one) => sheet.widthOf(text, { ...style, size: one }) < width - 8) ?? 8;
    sheet.text(text, x, top + 27, width - 4, { ...style, size });
  }
  return top + 56;
};

interface LotRow extends Pick<SellerEntry, "auction" | "lot" | "sale">, SignedSums {
  /** The time of its last entry. */
  readonly at: string;
  readonly chargeWords: readonly string[];
}

/** Returns the lots in the order of their first entries. An entry that was taken back counts against the others. */
const lotsOf = (entries: readonly SellerEntry[]): LotRow[] => {
  const byLot = new Map<string, SellerEntry[]>();
  for (const entry of entries) byLot.set(entry.auction._id, [...(byLot.get(entry.auction._id) ?? []), entry]);
  return [...byLot.values()].flatMap((own) => {
    const last = own.at(-1);
    if (!last) return [];
    const charged = own.filter(({ cause }) => cause === "seller-charge");
    return {
      auction: last.auction,
      lot: last.lot,
      sale: last.sale,
      at: last.at,
      ...signedSums(own),
      chargeWords: [...new Set(charged.map(({ text }) => text))],
    };
  });
};

const amount = (head: string, width: number): Column => ({ head, width, align: "right" });
const columns: readonly Column[] = [
  { head: "Lot", width: 130, lines: 2 },
  amount("Hammer price", 80),
  amount("Rate", 34),
  amount("Commission", 66),
  amount("VAT", 54),
  amount("Charges", 52),
  amount("Net", 67.28 + GAP),
];

const drawColumns = (sheet: Sheet, top: number): number => {
  drawHeads(sheet, columns, top, soft);
  sheet.hairline(top + 16, page.left, page.right, ink.soft);
  return top + 22;
};

const lagosDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Africa/Lagos" });
const cell: TextStyle = { size: 8, isTabular: true };

const drawLot = (sheet: Sheet, row: LotRow, percent: number | undefined, y: number): number => {
  const { auction, lot, sale, at, prices, commission, vat, charges, chargeWords, net } = row;
  const named = printable(numberedTitle(auction.title, lot));
  const money = [commission, vat, charges, net].map((one) => formatMoney(one, "NGN"));
  const rate = percent === undefined ? "" : `${percent}%`;
  let below = drawRow(sheet, columns, y, [named, formatMoney(prices, "NGN"), rate, ...money], cell);
  const small: TextStyle = { size: 7.5, color: ink.soft, lines: 2 };
  const of = [...(sale ? [`${sale.title}, ${writtenDay(sale.day)}`] : []), `entered ${lagosDay.format(new Date(at))}`];
  const charged = chargeWords.length > 0 ? [`Charges: ${chargeWords.join(", ")}`] : [];
  below = sheet.text(printable([of.join(", "), ...charged].join(". ")), page.left, below, WIDTH, small);
  sheet.hairline(below + 4);
  return below + 9;
};
