// Draws the papers of a sale as A4 pages: its results, labels for the lots, and a packing list for each buyer. No paper
// has a pickup code, because the buyer alone may know it. The same input gives the same bytes.
import { currencies } from "@jara/shared/money";
import { roundedUpSentence } from "@jara/shared/premium-words";
import type { PickupSlot } from "@jara/shared/rest/pickups";
import { soldOf } from "@jara/shared/sold-of";
import { writtenDay, writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { personName } from "../../../platform/lib/made-out-to.ts";
import { drawLetterhead, houseName, type Letterhead } from "../../../platform/pdf/letterhead.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import { ink, landscape, lineHeight, page, Sheet, type TextStyle } from "../../../platform/pdf/sheet.ts";
import { drawHeads, drawRow, rowHeight } from "../../../platform/pdf/table.ts";
import { printedColumns, printedSums, printedTexts } from "./result-columns.ts";
import type { ResultLot, SaleResults } from "./results.ts";

export interface PaperBuyer {
  readonly name: string;
  /** The buyer's short number in the sale. */
  readonly number: number | null;
  /** The numbers of the invoices that have the lots. */
  readonly invoices: ReadonlySet<string>;
  readonly phone: string;
  readonly email: string;
  /** When the buyer comes; null: no slot was chosen. */
  readonly slot: PickupSlot | null;
  readonly lots: readonly { readonly lot: string; readonly title: string }[];
  /** The numbers of the buyer's lots that are not paid. */
  readonly unpaid: readonly string[];
}

interface Task {
  readonly paper: "results" | "labels" | "packing";
  readonly letterhead: Letterhead;
  readonly title: string;
  /** The day of the sale in Lagos, `2026-11-28`. */
  readonly day: string;
  readonly buyerNumbers: SaleResults["buyerNumbers"];
  readonly at: number;
  readonly lots: readonly ResultLot[];
  readonly buyers: readonly PaperBuyer[];
}

const WIDTH = page.right - page.left;
const small: TextStyle = { size: 8, color: ink.soft };
const names: Readonly<Record<Task["paper"], string>> = {
  results: "Results",
  labels: "Labels",
  packing: "Packing lists",
};

/** Called in a thread of its own. */
export const draw = (task: Task): Promise<Buffer> => {
  const title = `${names[task.paper]}: ${saleWords(task)}`;
  const own = task.paper === "results" ? landscape : page;
  const sheet = new Sheet({ title, author: houseName(task.letterhead), at: task.at, page: own });
  if (task.paper === "results") results(sheet, task);
  else if (task.paper === "labels") labels(sheet, task);
  else packing(sheet, task);
  return sheet.end();
};

/** Begins the next page; the first page is there already. */
const nextPageOf = (sheet: Sheet): (() => void) => {
  let isFirst = true;
  return () => {
    if (!isFirst) sheet.nextPage();
    isFirst = false;
  };
};

const saleWords = ({ title, day }: Task): string => `${printable(title)}, ${writtenDay(day)}`;

const head = (sheet: Sheet, task: Task, kind: string): number => {
  const { left, right } = sheet.page;
  const y = drawLetterhead(sheet, task.letterhead, { kind });
  return sheet.text(saleWords(task), left, y + 8, right - left, { size: 13, weight: "semibold", lines: 2 }) + 8;
};

const cell: TextStyle = { size: 7, isTabular: true };

const results = (sheet: Sheet, task: Task): void => {
  const { left, right, bottom } = sheet.page;
  const top = (): number => drawHeads(sheet, printedColumns, head(sheet, task, names.results), small) + 3;
  const next = nextPageOf(sheet);
  next();
  let y = top();
  for (const lot of task.lots) {
    const texts = printedTexts(lot);
    if (y + rowHeight(sheet, printedColumns, texts, cell) > bottom - 30) {
      next();
      y = top();
    }
    sheet.hairline(y - 2);
    y = drawRow(sheet, printedColumns, y, texts, cell) + 4;
  }
  for (const sums of currencies.flatMap((currency) => printedSums(task.lots, currency))) {
    if (y + 3 * lineHeight(9) > bottom - 30) {
      next();
      y = top();
    }
    sheet.hairline(y - 2, left, right, ink.ink);
    const bold: TextStyle = { ...cell, weight: "semibold" };
    y = drawRow(sheet, printedColumns, y + 2, sums, bold) + 4;
  }
  sheet.text(notesOn(task.lots), left, y + 4, right - left, { ...small, lines: 3 });
};

const notesOn = (lots: readonly ResultLot[]): string => {
  const [sold, refunded] = [lots.filter((lot) => lot.sold).length, lots.filter((lot) => lot.refunded).length];
  return [
    `${soldOf(sold, lots.length)}${refunded > 0 ? `, ${refunded} refunded` : ""}.`,
    "Paid in all: the deposit and the payments. Takings count payments, and deposits under Balances.",
    ...(lots.some((lot) => lot.sold?.premium) ? [roundedUpSentence("premium", "NGN")] : []),
  ].join(" ");
};

/** The common sheet of 21 labels, 63.5 by 38.1 mm. */
const MM = 72 / 25.4;
const LABEL = {
  across: 3,
  down: 7,
  width: 63.5 * MM,
  height: 38.1 * MM,
  left: 7.2 * MM,
  top: 15.1 * MM,
  gap: 2.5 * MM,
};

const labels = (sheet: Sheet, { lots, buyerNumbers, letterhead, ...task }: Task): void => {
  const all = lots.flatMap(({ lot, title, sold }) => (sold ? { lot, title, buyer: sold.buyer } : []));
  const next = nextPageOf(sheet);
  if (all.length === 0) sheet.text("No lot was sold.", page.left, page.top, WIDTH);
  for (const [i, { lot, title, buyer }] of all.entries()) {
    const place = i % (LABEL.across * LABEL.down);
    if (place === 0) next();
    const x = LABEL.left + (place % LABEL.across) * (LABEL.width + LABEL.gap) + 10;
    const y = LABEL.top + Math.floor(place / LABEL.across) * LABEL.height + 8;
    const width = LABEL.width - 20;
    sheet.text(`Lot ${lot}`, x, y, width * 0.55, { size: 19, weight: "semibold" });
    const number = `Buyer ${buyerNumbers.get(buyer._id) ?? ""}`;
    sheet.text(number, x + width * 0.55, y + 5, width * 0.45, { size: 13, weight: "semibold", align: "right" });
    sheet.text(printable(title), x, y + 28, width, { size: 8.5, lines: 2 });
    sheet.text(printable(personName(buyer)), x, y + 54, width, { size: 10, weight: "semibold" });
    const tiny: TextStyle = { size: 7, color: ink.soft };
    const day = writtenDay(task.day);
    const dayWidth = sheet.widthOf(day, tiny) + 8;
    sheet.text(printable(task.title), x, y + 70, width - dayWidth, tiny);
    sheet.text(day, x + width - dayWidth, y + 70, dayWidth, { ...tiny, align: "right" });
    sheet.text(houseName(letterhead), x, y + 80, width, tiny);
  }
};

const packing = (sheet: Sheet, task: Task): void => {
  if (task.buyers.length === 0) {
    sheet.text("No paid lot waits for its buyer.", page.left, head(sheet, task, names.packing), WIDTH);
  }
  const next = nextPageOf(sheet);
  for (const buyer of task.buyers) packingOf(sheet, next, task, buyer);
};

const packingOf = (
  sheet: Sheet,
  next: () => void,
  task: Task,
  { name, number, invoices, phone, email, slot, lots, unpaid }: PaperBuyer,
): void => {
  const top = (): number => {
    const y = head(sheet, task, "Packing list");
    const strong: TextStyle = { size: 12, weight: "semibold" };
    sheet.text(printable(name), page.left, y, WIDTH - 100, strong);
    if (number !== null) sheet.text(`Buyer ${number}`, page.right - 100, y, 100, { ...strong, align: "right" });
    const contact = [phone, email].filter((one) => one !== "").join(" · ");
    let below = sheet.text(contact, page.left, y + 18, WIDTH, small);
    const invoiced = [...invoices].join(", ");
    if (invoiced !== "") below = sheet.text(`Invoice ${invoiced}`, page.left, below + 2, WIDTH, { ...small, lines: 2 });
    if (!slot) return below + 10;
    const comes = `Comes ${writtenLagosTime(slot.startsAt)}, ${printable(slot.place)}`;
    return sheet.text(comes, page.left, below + 4, WIDTH, { weight: "semibold", lines: 2 }) + 10;
  };
  next();
  let y = top();
  for (const { lot, title } of lots) {
    if (y > page.bottom - 110) {
      next();
      y = top();
    }
    sheet.frame(page.left, y, 12, 12);
    sheet.text(`Lot ${lot}`, page.left + 22, y, 60, { weight: "semibold", isTabular: true });
    y = sheet.text(printable(title), page.left + 84, y, WIDTH - 84, { lines: 2 }) + 6;
  }
  y = sheet.text(lots.length === 1 ? "1 lot" : `${lots.length} lots`, page.left, y + 6, WIDTH, small);
  if (unpaid.length > 0) {
    const stays = `Not paid, stays here: ${unpaid.join(", ")}`;
    const strong: TextStyle = { weight: "semibold", lines: 20 };
    if (y + 6 + sheet.linesOf(stays, WIDTH, strong).length * lineHeight(10) > page.bottom - 40) {
      next();
      y = top();
    }
    sheet.text(stays, page.left, y + 6, WIDTH, strong);
  }
  sheet.hairline(page.bottom - 30, page.left, page.left + 200);
  sheet.text("Received, date and signature", page.left, page.bottom - 26, 200, small);
  sheet.hairline(page.bottom - 30, page.right - 200, page.right);
  sheet.text("Handed over by", page.right - 200, page.bottom - 26, 200, small);
};
