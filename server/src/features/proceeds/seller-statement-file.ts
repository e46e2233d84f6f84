// Draws a seller's statement as a PDF file: a row for each lot with the sums of its entries in the period, oldest first,
// the lots that are still to be paid, and what was paid out to which account.

import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { roundedUpSentence } from "@jara/shared/premium-words";
import { VAT_NOTE } from "@jara/shared/proceeds";
import type { SellerEntry, SellerStatement, UnpaidLot } from "@jara/shared/rest/seller-sales";
import { numberedTitle } from "@jara/shared/sale-order";
import { lagosDayWords, nothingPaidOut, whyUnpaid } from "@jara/shared/seller-statement-words";
import { lagosDay, writtenDay, writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { drawLetterhead, houseName, type Letterhead } from "../../platform/pdf/letterhead.ts";
import { printable } from "../../platform/pdf/printable.ts";
import { ink, lineHeight, page, Sheet, type TextStyle } from "../../platform/pdf/sheet.ts";
import { type Column, drawHeads, drawRow, GAP } from "../../platform/pdf/table.ts";
import { type SignedSums, signedSums } from "./entry-sums.ts";
import type { StatementPaper } from "./issue-statement.ts";

export interface SellerStatementToDraw {
  readonly paper: StatementPaper;
  /** Null: it was not issued. */
  readonly number: string | null;
  /** Epoch ms: when it was issued or, without a number, made. */
  readonly issuedAt: number;
  readonly letterhead: Letterhead;
}

const WIDTH = page.right - page.left;
const BOTTOM = page.bottom - 40;
const soft = { size: 8.5, color: ink.soft } as const;
const bold = { weight: "semibold" } as const;

/** Called in a thread of its own. */
export const draw = (task: SellerStatementToDraw): Promise<Buffer> => {
  const { paper, number, issuedAt, letterhead } = task;
  const { statement, commissions } = paper;
  const house = houseName(letterhead);
  const named = number ?? "Without a number";
  const sheet = new Sheet({ title: `Seller's statement, ${named}`, author: house, at: issuedAt });
  const made = `${number === null ? "Made" : "Issued"} ${writtenLagosTime(iso(issuedAt))}`;
  const foot = () =>
    sheet.text(`${house}. ${named}. ${made}. Amounts in naira.`, page.left, page.bottom - 13, WIDTH, soft);
  const nextPage = () => {
    sheet.nextPage();
    foot();
  };
  foot();
  let y = drawColumns(sheet, drawHead(sheet, task) + 16);
  const lots = lotsOf(statement.entries);
  if (lots.length === 0) y = sheet.text("No entries in this period.", page.left, y + 6, WIDTH, { color: ink.soft });
  const rows = lots.map((lot) => ({ ...lot, percent: commissions[lot.auction._id], about: paidWords(lot) }));
  y = drawLots(sheet, rows, y, nextPage);
  // A paper that was issued before papers had sums stays as it was.
  if (statement.unpaidLots) y = drawSums(sheet, rows.length, signedSums(statement.entries), y, nextPage);
  const unpaid = (statement.unpaidLots ?? []).map((lot) => toUnpaidRow(lot, issuedAt));
  y = drawUnpaid(sheet, unpaid, statement, y, nextPage);
  if ([...lots, ...unpaid].some(({ commission }) => commission !== 0)) {
    const note = `VAT is the ${VAT_NOTE}. ${roundedUpSentence("commission", "NGN")}`;
    y = sheet.text(note, page.left, y, WIDTH, soft);
  }
  drawPayouts(sheet, statement, y + 14, nextPage);
  return sheet.end();
};

/** Returns the y of the next row, which is on the next page if the sheet has no room for it. */
const rowAt = (sheet: Sheet, y: number, nextPage: () => void): number => {
  if (y + 3 * lineHeight(8) + 12 <= BOTTOM) return y;
  nextPage();
  return drawColumns(sheet, page.top);
};

const drawLots = (sheet: Sheet, rows: readonly TableRow[], top: number, nextPage: () => void): number =>
  rows.reduce((y, row) => drawLot(sheet, row, rowAt(sheet, y, nextPage)), top);

/** Draws the lots for which the seller is still to be paid. */
const drawUnpaid = (
  sheet: Sheet,
  rows: readonly TableRow[],
  { owed, unpaidLots = [] }: SellerStatement,
  top: number,
  nextPage: () => void,
): number => {
  if (rows.length === 0) return top;
  let y = top + 14;
  if (y + 90 > BOTTOM) {
    nextPage();
    y = page.top;
  }
  y = sheet.text("Not yet paid to the seller", page.left, y, WIDTH, { size: 10.5, ...bold }) + 4;
  const sums = signedSums(unpaidLots.flatMap(({ lines }) => lines));
  y = drawLots(sheet, rows, drawColumns(sheet, y), nextPage);
  y = drawSums(sheet, rows.length, sums, y, nextPage);
  const waiting = toMajor(toMinor(sums.net) - toMinor(owed));
  const parts = [
    ...(owed > 0 ? [`Owed to the seller now: ${formatMoney(owed, "NGN")}.`] : []),
    ...(waiting > 0 ? [`Once the buyers have paid: ${formatMoney(waiting, "NGN")}.`] : []),
  ];
  return sheet.text(parts.join(" "), page.left, y, WIDTH, soft);
};

const iso = (ms: number): string => new Date(ms).toISOString();

const drawHead = (sheet: Sheet, { paper, number, issuedAt, letterhead }: SellerStatementToDraw): number => {
  const { statement, seller, period } = paper;
  const from = drawLetterhead(sheet, letterhead, { kind: "Seller's statement", ...(number !== null && { number }) });
  let y = sheet.text(printable(seller.name), page.left, from + 14, WIDTH, { size: 11, ...bold });
  const grey: TextStyle = { size: 9.5, color: ink.soft };
  if (seller.address) y = sheet.text(printable(seller.address), page.left, y, WIDTH, { ...grey, lines: 2 });
  const who = [...new Set([seller.username, seller.email])].filter((one) => one !== seller.name).join(", ");
  y = sheet.text(printable(who), page.left, y, WIDTH, grey);
  const { to } = period;
  const until = to && to < lagosDay(issuedAt) ? `${writtenDay(to)}, days in Lagos` : writtenLagosTime(iso(issuedAt));
  const days = `From ${period.from ? writtenDay(period.from) : "the first sale"} to ${until}.`;
  y = sheet.text(days, page.left, y, WIDTH, grey);
  if (number === null) y = sheet.text(NOT_ISSUED, page.left, y, WIDTH, grey);
  const top = y + 12;
  sheet.box(page.left, top, WIDTH, 56, ink.tint);
  const figures: readonly (readonly [string, number])[] = [
    ["Prices of lots", statement.prices],
    ["Commission and charges", statement.taken],
    ["Paid to the balance", statement.net],
    [`Still owed on ${lagosDayWords(issuedAt)}`, statement.owed],
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

const NOT_ISSUED = "Without a number: it has no entries, or lots are left out for this reader.";

const payoutColumns: readonly Column[] = [
  { head: "Paid out", width: 90 },
  { head: "To the account", width: 190, lines: 2 },
  { head: "Reference", width: 120 },
  { head: "Amount", width: WIDTH - 400 + GAP, align: "right" },
];

const drawPayouts = (sheet: Sheet, statement: SellerStatement, top: number, nextPage: () => void): void => {
  const { payouts = [] } = statement;
  let y = top;
  const room = (height: number): void => {
    if (y + height <= BOTTOM) return;
    nextPage();
    y = page.top;
  };
  room(50);
  y = sheet.text("Paid out to the bank", page.left, y, WIDTH, { size: 10.5, ...bold }) + 4;
  if (payouts.length === 0) {
    sheet.text(nothingPaidOut(statement), page.left, y, WIDTH, soft);
    return;
  }
  y = drawHeads(sheet, payoutColumns, y, soft) + 3;
  for (const { at, account, reference, amount: paid } of payouts) {
    room(24);
    sheet.hairline(y - 2);
    const texts = [lagosDayWords(Date.parse(at)), printable(account), printable(reference), formatMoney(paid, "NGN")];
    y = drawRow(sheet, payoutColumns, y + 2, texts, cell) + 4;
  }
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
  { head: "Lot", width: 98, lines: 2 },
  amount("Hammer price", 82),
  amount("Rate", 30),
  amount("Commission", 72),
  amount("VAT", 64),
  amount("Charges", 70),
  amount("Net", 67.28 + GAP),
];

const drawColumns = (sheet: Sheet, top: number): number => {
  drawHeads(sheet, columns, top, soft);
  sheet.hairline(top + 16, page.left, page.right, ink.soft);
  return top + 22;
};

const cell: TextStyle = { size: 8, isTabular: true };

/** A lot of either table. */
interface TableRow extends Pick<LotRow, "auction" | "lot" | "sale">, SignedSums {
  readonly percent: number | undefined;
  /** The words below its amounts, beside the sale. */
  readonly about: string;
  readonly chargeWords: readonly string[];
}

const paidWords = ({ at }: LotRow): string => `paid to the balance ${lagosDayWords(Date.parse(at))}`;

const toUnpaidRow = (lot: UnpaidLot, nowMs: number): TableRow => ({
  ...lot,
  ...signedSums(lot.lines),
  percent: lot.commissionPercent,
  about: whyUnpaid(lot, nowMs),
  chargeWords: [...new Set(lot.lines.filter(({ cause }) => cause === "seller-charge").map(({ text }) => text))],
});

const moneyOf = ({ commission, vat, charges, net }: SignedSums): string[] =>
  [commission, vat, charges, net].map((one) => formatMoney(one, "NGN"));

/** Draws a row of the lots in a size in which no amount is cut. */
const drawAmounts = (sheet: Sheet, y: number, texts: readonly string[], style: TextStyle): number => {
  const fits = (size: number): boolean =>
    columns.every(
      ({ width, align }, n) => align !== "right" || sheet.widthOf(texts[n] ?? "", { ...style, size }) <= width - GAP,
    );
  return drawRow(sheet, columns, y, texts, { ...style, size: [8, 7, 6].find(fits) ?? 5 });
};

const drawLot = (sheet: Sheet, row: TableRow, y: number): number => {
  const { auction, lot, sale, prices, percent, about, chargeWords } = row;
  const named = printable(numberedTitle(auction.title, lot));
  const rate = percent === undefined ? "" : `${percent}%`;
  let below = drawAmounts(sheet, y, [named, formatMoney(prices, "NGN"), rate, ...moneyOf(row)], cell);
  const small: TextStyle = { size: 7.5, color: ink.soft, lines: 2 };
  const of = [...(sale ? [`${sale.title}, ${writtenDay(sale.day)}`] : []), about];
  const charged = chargeWords.length > 0 ? [`Charges: ${chargeWords.join(", ")}`] : [];
  below = sheet.text(printable([of.join(", "), ...charged].join(". ")), page.left, below, WIDTH, small);
  sheet.hairline(below + 4);
  return below + 9;
};

/** Draws the sums of several lots; of one lot they are its row. */
const drawSums = (sheet: Sheet, lots: number, sums: SignedSums, top: number, nextPage: () => void): number => {
  if (lots < 2) return top;
  const texts = [`${lots} lots`, formatMoney(sums.prices, "NGN"), "", ...moneyOf(sums)];
  return drawAmounts(sheet, rowAt(sheet, top, nextPage), texts, { ...cell, ...bold }) + 9;
};
