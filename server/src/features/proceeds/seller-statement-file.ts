// Draws a seller's statement as a PDF file: the period's entries, oldest first, with their sums and what is owed.
import { formatMoney } from "@jara/shared/money";
import type { SellerEntry, SellerPeriod, SellerStatement } from "@jara/shared/rest/seller-sales";
import { roundedUpSentence } from "@jara/shared/total-due";
import { writtenDay, writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { drawLetterhead, houseName, type Letterhead } from "../../platform/pdf/letterhead.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, page, Sheet } from "../../platform/pdf/sheet.ts";

export interface SellerStatementToDraw {
  /** Staff read of the seller, and the seller reads of themselves. */
  readonly reader: "seller" | "staff";
  readonly statement: SellerStatement;
  readonly holder: { readonly name: string; readonly username: string; readonly email: string };
  readonly period: SellerPeriod;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly letterhead: Letterhead;
}

const WIDTH = page.right - page.left;
const ROW = 27;
const BOTTOM = page.bottom - 40;
const DATE = [page.left, 68] as const;
const WHAT = [page.left + 74, WIDTH - 190] as const;
const AMOUNT = [page.right - 110, 110] as const;
const soft = { size: 8.5, color: ink.soft } as const;
const bold = { weight: "semibold" } as const;
const right = { align: "right" } as const;

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
  if (statement.entries.length === 0)
    sheet.text("No entries in this period.", page.left, y + 12, WIDTH, { color: ink.soft });
  for (const entry of statement.entries) {
    if (y + ROW > BOTTOM) {
      sheet.nextPage();
      foot();
      y = drawColumns(sheet, page.top);
    }
    drawRow(sheet, entry, y);
    y += ROW;
  }
  if (statement.entries.some(({ cause }) => cause === "commission"))
    sheet.text(roundedUpSentence("commission", "NGN"), page.left, y, WIDTH, soft);
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

const drawColumns = (sheet: Sheet, top: number): number => {
  sheet.text("Date (Lagos)", ...at(DATE, top), soft);
  sheet.text("Lot", ...at(WHAT, top), soft);
  sheet.text("Amount", ...at(AMOUNT, top), { ...soft, ...right });
  sheet.hairline(top + 16, page.left, page.right, ink.soft);
  return top + 22;
};

const at = ([x, width]: readonly [number, number], y: number): [x: number, y: number, width: number] => [x, y, width];

const lagosDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Africa/Lagos" });

const drawRow = (sheet: Sheet, { at: time, text, auction, lot, sale, amount }: SellerEntry, y: number): void => {
  sheet.text(lagosDay.format(new Date(time)), ...at(DATE, y), { size: 9 });
  const named = `${lot === null ? "" : `Lot ${lot}: `}${auction.title}`;
  sheet.text(printable(named), ...at(WHAT, y), { size: 9, ...bold });
  const what = sale ? `${text}. ${sale.title}, ${writtenDay(sale.day)}` : text;
  sheet.text(printable(what), ...at(WHAT, y + 11), { size: 8, color: ink.soft });
  const figure = `${amount > 0 ? "+" : ""}${formatMoney(amount, "NGN")}`;
  const color = amount > 0 ? ink.brand : ink.ink;
  sheet.text(figure, ...at(AMOUNT, y), { size: 9, isTabular: true, color, ...right });
  sheet.hairline(y + ROW - 4);
};
