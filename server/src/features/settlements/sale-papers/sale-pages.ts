// Draws the papers of a sale as A4 pages: its results, labels for the lots, and a packing list for each buyer. No paper
// has a pickup code, because the buyer alone may know it. The same input gives the same bytes.
import { currencies, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { PickupSlot } from "@jara/shared/rest/pickups";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { personName } from "../../../platform/lib/made-out-to.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import { ink, landscape, lineHeight, page, Sheet, type TextStyle } from "../../../platform/pdf/sheet.ts";
import { drawHeads, drawRow } from "../../../platform/pdf/table.ts";
import { printedColumns, printedTexts } from "./result-columns.ts";
import type { ResultLot } from "./results.ts";

export interface PaperBuyer {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** When the buyer comes; null: no slot was chosen. */
  readonly slot: PickupSlot | null;
  readonly lots: readonly { readonly lot: string; readonly title: string }[];
}

interface Task {
  readonly paper: "results" | "labels" | "packing";
  readonly brandName: string;
  readonly title: string;
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
  const title = `${names[task.paper]}: ${printable(task.title)}`;
  const own = task.paper === "results" ? landscape : page;
  const sheet = new Sheet({ title, author: printable(task.brandName), at: task.at, page: own });
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

const head = (sheet: Sheet, { brandName, title }: Task, right: string): number => {
  const { left, right: end, top } = sheet.page;
  const width = end - left;
  sheet.text(printable(brandName), left, top, width / 2, { size: 12, weight: "semibold", color: ink.brand });
  sheet.text(right, left + width / 2, top + 2, width / 2, { ...small, align: "right" });
  const y = sheet.text(printable(title), left, top + 22, width, { size: 14, weight: "semibold" }) + 6;
  sheet.hairline(y);
  return y + 8;
};

const cell: TextStyle = { size: 7.5, isTabular: true };

const results = (sheet: Sheet, task: Task): void => {
  const { left, right, bottom } = sheet.page;
  const top = (): number => drawHeads(sheet, printedColumns, head(sheet, task, names.results), small) + 3;
  const next = nextPageOf(sheet);
  next();
  let y = top();
  for (const lot of task.lots) {
    if (y + 2 * lineHeight(8) > bottom - 30) {
      next();
      y = top();
    }
    sheet.hairline(y - 2);
    y = drawRow(sheet, printedColumns, y, printedTexts(lot), cell) + 4;
  }
  sheet.hairline(y);
  for (const currency of currencies) {
    const own = task.lots.flatMap(({ sold }) => (sold?.auction.currency === currency ? sold.price : []));
    if (own.length === 0) continue;
    const sum = toMajor(own.reduce<number>((total, price) => total + toMinor(price), 0));
    const words = `${own.length} of ${task.lots.length} lots sold, hammer prices together ${formatMoney(sum, currency)}`;
    y = sheet.text(words, left, y + 6, right - left, { size: 9, weight: "semibold" });
  }
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

const labels = (sheet: Sheet, { lots, brandName }: Task): void => {
  const all = lots.flatMap(({ lot, title, sold }) => (sold ? { lot, title, buyer: personName(sold.buyer) } : []));
  const next = nextPageOf(sheet);
  for (const [i, { lot, title, buyer }] of all.entries()) {
    const place = i % (LABEL.across * LABEL.down);
    if (place === 0) next();
    const x = LABEL.left + (place % LABEL.across) * (LABEL.width + LABEL.gap) + 10;
    const y = LABEL.top + Math.floor(place / LABEL.across) * LABEL.height + 9;
    const width = LABEL.width - 20;
    sheet.text(`Lot ${lot}`, x, y, width, { size: 20, weight: "semibold" });
    sheet.text(printable(title), x, y + 30, width, { size: 9, lines: 2 });
    sheet.text(printable(buyer), x, y + 60, width, { size: 10, weight: "semibold" });
    sheet.text(printable(brandName), x, y + 76, width, { size: 7, color: ink.soft });
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
  { name, phone, email, slot, lots }: PaperBuyer,
): void => {
  const top = (): number => {
    const y = head(sheet, task, "Packing list");
    sheet.text(printable(name), page.left, y, WIDTH, { size: 12, weight: "semibold" });
    const contact = [phone, email].filter((one) => one !== "").join(" · ");
    const below = sheet.text(contact, page.left, y + 18, WIDTH, small);
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
    sheet.box(page.left, y, 12, 12, ink.line);
    sheet.text(`Lot ${lot}`, page.left + 22, y, 60, { weight: "semibold", isTabular: true });
    y = sheet.text(printable(title), page.left + 84, y, WIDTH - 84, { lines: 2 }) + 6;
  }
  sheet.text(lots.length === 1 ? "1 lot" : `${lots.length} lots`, page.left, y + 6, WIDTH, small);
  sheet.hairline(page.bottom - 30, page.left, page.left + 200);
  sheet.text("Received, date and signature", page.left, page.bottom - 26, 200, small);
  sheet.hairline(page.bottom - 30, page.right - 200, page.right);
  sheet.text("Handed over by", page.right - 200, page.bottom - 26, 200, small);
};
