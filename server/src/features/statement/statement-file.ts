// Draws a statement as a PDF file, oldest entry first.
import { causeKindWords, readableReference } from "@jara/shared/ledger-causes";
import { formatMoney } from "@jara/shared/money";
import type { StatementEntry, StatementPeriod } from "@jara/shared/rest/statement";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, page, Sheet } from "../../platform/pdf/sheet.ts";
import type { StatementSums } from "./queries.ts";

export interface StatementToDraw {
  readonly holder: { readonly name: string; readonly username: string; readonly email: string };
  readonly period: StatementPeriod;
  readonly sums: StatementSums;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
}

const WIDTH = page.right - page.left;
const ROW = 27;
/** Each column has its left edge and its width. */
const columns = {
  date: [page.left, 62],
  what: [page.left + 68, 222],
  amount: [page.left + 292, 92],
  balance: [page.left + 386, WIDTH - 386],
} as const;
const TABLE_TOP = { first: 236, next: 92 } as const;
const TABLE_BOTTOM = page.bottom - 40;
const rowsFrom = (top: number): number => Math.floor((TABLE_BOTTOM - top - 22) / ROW);
const label = { size: 8.5, color: ink.soft } as const;

export const pagesOf = (rows: number): number =>
  1 + Math.max(0, Math.ceil((rows - rowsFrom(TABLE_TOP.first)) / rowsFrom(TABLE_TOP.next)));

/** Called in a thread of its own. */
export const draw = ({
  statement,
  brandName,
}: {
  readonly statement: StatementToDraw;
  readonly brandName: string;
}): Promise<Buffer> => {
  const { sums, entries, madeAt } = statement;
  const brand = printable(brandName);
  const title = `Statement, ${periodWords(statement.period)}`;
  const sheet = new Sheet({ title, author: brand, at: madeAt });
  const pages = pagesOf(sums.total);
  let number = 1;
  let left = rowsFrom(TABLE_TOP.first);
  const foot = () =>
    drawFoot(sheet, `${brand}. Made ${writtenLagosTime(iso(madeAt))}. Amounts in naira.`, number, pages);

  drawHead(sheet, statement, brand);
  let y = drawColumns(sheet, TABLE_TOP.first);
  foot();
  if (sums.total === 0) sheet.text("No entries in this period.", page.left, y + 12, WIDTH, { color: ink.soft });
  for (const entry of entries) {
    if (left === 0) {
      sheet.nextPage();
      number += 1;
      sheet.text(brand, page.left, page.top - 14, WIDTH / 2, { size: 12, weight: "semibold", color: ink.brand });
      sheet.text(title, page.left + WIDTH / 2, page.top - 12, WIDTH / 2, { ...label, align: "right" });
      y = drawColumns(sheet, TABLE_TOP.next);
      left = rowsFrom(TABLE_TOP.next);
      foot();
    }
    drawRow(sheet, entry, y);
    y += ROW;
    left -= 1;
  }
  return sheet.end();
};

const iso = (ms: number): string => new Date(ms).toISOString();

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const written = (date: string): string => day.format(new Date(date));

/** `1 Nov 2026 to 30 Nov 2026`. */
export const periodWords = ({ from, to }: StatementPeriod): string => {
  if (from && to) return from === to ? written(from) : `${written(from)} to ${written(to)}`;
  if (from) return `from ${written(from)}`;
  return to ? `until ${written(to)}` : "all entries";
};

const drawHead = (sheet: Sheet, { holder, period, sums }: StatementToDraw, brand: string): void => {
  const half = WIDTH / 2;
  const right = { align: "right" } as const;
  sheet.text(brand, page.left, page.top, half, { size: 22, weight: "semibold", color: ink.brand });
  sheet.text("Statement of account", page.left + half, page.top - 2, half, { ...label, ...right, size: 10 });
  const words = periodWords(period);
  const shown = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  sheet.text(shown, page.left + half, page.top + 13, half, { size: 13, weight: "semibold", ...right });
  sheet.hairline(page.top + 46);

  let y = sheet.text(printable(holder.name), page.left, page.top + 60, half, { size: 11, weight: "semibold" });
  const who = [...new Set([holder.username, holder.email])].filter((one) => one !== holder.name).join(", ");
  y = sheet.text(printable(who), page.left, y, WIDTH, { size: 9.5, color: ink.soft });
  if (period.kind) {
    const only = `Only: ${causeKindWords[period.kind]}`;
    sheet.text(only, page.left + half, page.top + 60, half, { size: 10, weight: "semibold", ...right });
  }

  const top = page.top + 104;
  sheet.box(page.left, top, WIDTH, 56, ink.tint);
  const figures: [string, number][] = [
    ["Opening balance", sums.opening],
    ["Money in", sums.in],
    ["Money out", -sums.out],
    ["Closing balance", sums.closing],
  ];
  // With a filter, leave out the balances, because the sums of the shown entries do not lead from one to the other.
  const drawn = period.kind ? figures.slice(1, 3) : figures;
  const width = (WIDTH - 24) / drawn.length;
  drawn.forEach(([name, amount], i) => {
    const x = page.left + 12 + i * width;
    sheet.text(name, x, top + 12, width - 8, label);
    const text = formatMoney(amount, "NGN");
    const weight = "semibold";
    // Billions need a smaller size.
    const size =
      [12, 10.5, 9].find((one) => sheet.widthOf(text, { size: one, weight, isTabular: true }) < width - 8) ?? 8;
    sheet.text(text, x, top + 27, width - 4, { size, weight, isTabular: true });
  });
};

const lagosDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Africa/Lagos" });
const lagosClock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Africa/Lagos" });

const drawColumns = (sheet: Sheet, top: number): number => {
  const at = (name: keyof typeof columns, words: string, align: "left" | "right" = "left") =>
    sheet.text(words, columns[name][0], top, columns[name][1], { ...label, align });
  at("date", "Date (Lagos)");
  at("what", "What");
  at("amount", "Amount", "right");
  at("balance", "Balance", "right");
  sheet.hairline(top + 16, page.left, page.right, ink.soft);
  return top + 22;
};

const drawRow = (sheet: Sheet, entry: StatementEntry, y: number): void => {
  const at = new Date(entry.at);
  const small = { size: 8, color: ink.soft } as const;
  sheet.text(lagosDay.format(at), columns.date[0], y, columns.date[1], { size: 9 });
  sheet.text(lagosClock.format(at), columns.date[0], y + 11, columns.date[1], { ...small, isTabular: true });
  const details = [entry.auction?.title, readableReference(entry.reference), entry.note].flatMap((text) =>
    text ? [printable(text)] : [],
  );
  sheet.text(printable(entry.text), columns.what[0], y, columns.what[1], { size: 9, weight: "semibold" });
  if (details.length > 0) sheet.text(details.join(" · "), columns.what[0], y + 11, columns.what[1], small);
  const figure = { size: 9, align: "right", isTabular: true } as const;
  const sign = entry.amount > 0 ? "+" : "";
  const color = entry.amount > 0 ? ink.brand : ink.ink;
  sheet.text(`${sign}${formatMoney(entry.amount, "NGN")}`, columns.amount[0], y, columns.amount[1], {
    ...figure,
    color,
  });
  sheet.text(formatMoney(entry.balance, "NGN"), columns.balance[0], y, columns.balance[1], figure);
  sheet.hairline(y + ROW - 4);
};

const drawFoot = (sheet: Sheet, words: string, number: number, pages: number): void => {
  const y = page.bottom - 22;
  sheet.text(words, page.left, y + 9, WIDTH - 90, { size: 8, color: ink.soft });
  sheet.text(`Page ${number} of ${pages}`, page.right - 90, y + 9, 90, { size: 8, color: ink.soft, align: "right" });
};
