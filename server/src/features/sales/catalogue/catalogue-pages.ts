// Draws the catalogue of a sale as A4 pages: the house, the times, viewings and pickups, the lots in their order, the terms
// and, after the sale, a table of the results. Once a lot is over, it has its result in place of its planned time. The same
// input gives the same bytes.
import { type Auction, type BuyersPremium, conditionLabels } from "@jara/shared/auction";
import { type ConditionReport, reportEntries } from "@jara/shared/condition-fields";
import { estimateWords } from "@jara/shared/estimates";
import { firstBidOf } from "@jara/shared/first-bid";
import { type LotOutcome, publicOutcomeOf } from "@jara/shared/lot-outcome";
import { formatMoney } from "@jara/shared/money";
import { premiumInWords, premiumSentence } from "@jara/shared/premium-words";
import type { Sale } from "@jara/shared/rest/sales";
import { type LotNumber, lotNumberText } from "@jara/shared/sale-order";
import { soldOf } from "@jara/shared/sold-of";
import { formatLagosTime } from "@jara/shared/time";
import { contactsLine, drawLetterhead, houseName, type Letterhead } from "../../../platform/pdf/letterhead.ts";
import { printable } from "../../../platform/pdf/printable.ts";
import { ink, lineHeight, page, Sheet, type TextStyle } from "../../../platform/pdf/sheet.ts";
import { type Column, drawHeads, drawRow } from "../../../platform/pdf/table.ts";

export interface CatalogueLot extends LotNumber {
  readonly auction: Auction;
  /** Its premium, or the one that it would take if it opened now. */
  readonly premium: BuyersPremium | null;
  /** A JPEG file; null without a picture. */
  readonly picture: Uint8Array | null;
}

interface Task {
  readonly sale: Sale;
  readonly lots: readonly CatalogueLot[];
  readonly picture: Uint8Array | null;
  readonly letterhead: Letterhead;
  /** The place of collection if the sale has no pickup times; empty if none is known. */
  readonly place: string;
}

const WIDTH = page.right - page.left;
const FOOT = page.bottom + 12;
const FIRST_BOTTOM = FOOT - 34;
const label = { size: 8.5, color: ink.soft } as const;
const body = { size: 9.5 } as const;

/** Called in a thread of its own. */
export const draw = (task: Task): Promise<Buffer> => {
  const { sale, lots, letterhead } = task;
  const house = houseName(letterhead);
  const title = printable(sale.title);
  const sheet = new Sheet({ title: `${nameOf(sale)}: ${title}`, author: house, at: Date.parse(sale.updatedAt) });
  const pages = new Pages(sheet, `${house} · ${title}`);
  pages.y = cover(sheet, task);
  for (const lot of lots) entry(sheet, pages, lot);
  terms(sheet, pages, sale);
  if (sale.isOver) results(sheet, pages, lots);
  return sheet.end();
};

/** Starts the next page if a part does not fit. The first page has the cover, and the address of the sale at its foot. */
class Pages {
  readonly #sheet: Sheet;
  readonly #foot: string;
  #number = 1;
  #bottom: number = FIRST_BOTTOM;
  /** The height on the page at which the next entry begins. */
  y: number = page.bottom;

  constructor(sheet: Sheet, foot: string) {
    this.#sheet = sheet;
    this.#foot = foot;
  }

  next(): void {
    this.#sheet.nextPage();
    this.#number++;
    this.#sheet.text(this.#foot, page.left, FOOT, WIDTH - 60, label);
    this.#sheet.text(String(this.#number), page.right - 60, FOOT, 60, { ...label, align: "right" });
    this.y = page.top;
    this.#bottom = page.bottom;
  }

  /** Returns the y at which a part of this height begins. */
  place(height: number): number {
    if (this.y + height > this.#bottom) this.next();
    return this.y;
  }
}

const nameOf = ({ isOver }: Sale): string => (isOver ? "Catalogue with results" : "Catalogue");

const COVER_PICTURE = 250;

/** Returns the y at which the first lot begins, if it has room there. */
const cover = (sheet: Sheet, task: Task): number => {
  const { sale, picture, letterhead } = task;
  const { site } = letterhead;
  let y = drawLetterhead(sheet, letterhead, { kind: nameOf(sale) }) + 18;
  if (picture) {
    sheet.picture(picture, page.left, y, WIDTH, COVER_PICTURE);
    y += COVER_PICTURE + 24;
  }
  y = sheet.text(printable(sale.title), page.left, y, WIDTH, { size: 27, weight: "semibold", lines: 3 }) + 10;
  for (const [name, text] of coverFacts(task)) {
    sheet.text(name, page.left, y + 1, 110, label);
    y = sheet.text(text, page.left + 110, y, WIDTH - 110, { size: 10.5, lines: 2 }) + 3;
  }
  y += 8;
  for (const paragraph of paragraphsOf(sale.description)) {
    y = sheet.text(paragraph, page.left, y, WIDTH, { size: 10.5, lines: 12 }) + 4;
    if (y > FOOT - 90) break;
  }
  const link = `${site.publicUrl}/sales/${sale._id}`;
  sheet.hairline(FOOT - 28);
  sheet.text(`${sale.isOver ? "See" : "Bid at"} ${link}`, page.left, FOOT - 16, WIDTH, {
    size: 9.5,
    color: ink.brand,
    link,
  });
  sheet.text(contactsLine(site.contact), page.left, FOOT, WIDTH, label);
  return y + GAP;
};

type Fact = readonly [name: string, text: string];

const coverFacts = ({ sale, lots, letterhead: { site }, place }: Task): Fact[] => [
  ...(sale.isOver ? resultFacts(sale, lots) : timeFacts(sale, lots, site.contact.email)),
  ...premiumFacts(lots),
  ...placeFacts("Pickup", sale.pickups),
  ...(sale.pickups.length === 0 && place !== "" ? ([["Pickup", printable(place)]] as const) : []),
  [
    "Terms",
    sale.terms.trim() === ""
      ? `The terms of the house: ${site.publicUrl}/terms`
      : "The terms of the sale are after the last lot.",
  ],
];

const timeFacts = (sale: Sale, lots: readonly CatalogueLot[], email: string): Fact[] => [
  ...(sale.viewings.length === 0
    ? ([["Viewing", `No viewing times are set. Questions: ${email}`]] as const)
    : placeFacts("Viewing", sale.viewings)),
  ...(sale.opensAt === null ? [] : ([["Bidding opens", formatLagosTime(sale.opensAt)]] as const)),
  [
    sale.closing === "together" && sale.groupSize === null ? "Lots close" : "First lot closes",
    formatLagosTime(sale.closesAt),
  ],
  ["Lots", lots.length.toLocaleString("en")],
];

const resultFacts = ({ endedAt }: Sale, lots: readonly CatalogueLot[]): Fact[] => [
  ...(endedAt ? ([["Last lot closed", formatLagosTime(endedAt)]] as const) : []),
  ["Results", soldWords(lots)],
];

const soldWords = (lots: readonly CatalogueLot[]): string => {
  const sold = lots.filter(({ auction }) => publicOutcomeOf(auction) === "sold").length;
  return soldOf(sold, lots.length);
};

const placeFacts = (name: string, times: Sale["viewings"]): Fact[] =>
  times.map(({ from, until, place }, index) => [
    index === 0 ? name : "",
    `${rangeOf(from, until)}, ${printable(place)}`,
  ]);

/** One sentence for each premium that lots of the sale have; usually all have the same. */
const premiumFacts = (lots: readonly CatalogueLot[]): Fact[] => {
  const sentences = lots.map(({ premium }) => (premium ? premiumSentence(premium) : null));
  const kinds = [...new Set(sentences)];
  const where = kinds.length === 1 ? "each winning bid" : "the winning bids of some lots";
  return kinds
    .flatMap((sentence) => sentence ?? [])
    .map((sentence, n) => [n === 0 ? "Buyer’s premium" : "", `${sentence} to ${where}.`] as const);
};

/** "Thu, 3 Dec, 09:00 to 16:00 WAT" within one day. */
const rangeOf = (from: string, until: string): string => {
  const [begins, ends] = [formatLagosTime(from), formatLagosTime(until)];
  const [day, last] = [begins, ends].map((time) => time.slice(0, time.lastIndexOf(", ")));
  const start = begins.replace(/ WAT$/, "");
  return day === last ? `${start} to ${ends.slice(ends.lastIndexOf(", ") + 2)}` : `${start} to ${ends}`;
};

const PICTURE = { width: 118, height: 88 } as const;
const TEXT_X = page.left + PICTURE.width + 16;
const TEXT_WIDTH = page.right - TEXT_X;
const title = { size: 11.5, weight: "semibold", lines: 2 } as const;
/** The lines are enough for the longest description. */
const description = { ...body, lines: 20 } as const;
const condition = { size: 9, color: ink.soft, lines: 2 } as const;
const figure = { size: 9, weight: "semibold", isTabular: true, lines: 2 } as const;
/** The columns of the figures, as shares of the width. */
const COLUMNS = [0.38, 0.62] as const;
/** The room of a lot's number, beside its time. */
const NUMBER_WIDTH = 100;
const GAP = 16;

const entry = (sheet: Sheet, pages: Pages, { auction, premium, picture, ...number }: CatalogueLot): void => {
  const parts: [text: string, style: TextStyle, gap: number][] = [
    [printable(auction.title), title, 3],
    [printable(auction.description), description, 4],
    [conditionOf(auction), condition, 6],
  ];
  const figures = figuresOf(auction, premium);
  const widths = COLUMNS.map((share) => share * TEXT_WIDTH);
  const figureLines = Math.max(
    ...figures.map(([, text], i) => sheet.linesOf(text, (widths[i] ?? 0) - 8, figure).length),
  );
  const heightOf = ([text, style, gap]: (typeof parts)[number]) =>
    sheet.linesOf(text, TEXT_WIDTH, style).length * lineHeight(style.size ?? 10) + gap;
  const textHeight =
    lineHeight(10) +
    parts.reduce((sum, part) => sum + heightOf(part), 0) +
    12 +
    figureLines * lineHeight(figure.size) +
    (figures.some(([, , note]) => note) ? lineHeight(label.size) : 0);
  const height = Math.max(PICTURE.height, textHeight);
  const top = pages.place(height);
  if (top > page.top) sheet.hairline(top - GAP / 2);
  if (picture) sheet.picture(picture, page.left, top, PICTURE.width, PICTURE.height);
  else {
    sheet.box(page.left, top, PICTURE.width, PICTURE.height, ink.paper);
    sheet.text("No picture", page.left + 34, top + PICTURE.height / 2 - 6, PICTURE.width - 34, label);
  }
  const timeStyle: TextStyle = { ...label, align: "right", isTabular: true };
  sheet.text(timeOf(auction), TEXT_X + NUMBER_WIDTH, top + 1, TEXT_WIDTH - NUMBER_WIDTH, timeStyle);
  let y = sheet.text(`Lot ${lotNumberText(number)}`, TEXT_X, top, NUMBER_WIDTH, {
    size: 10,
    weight: "semibold",
    color: ink.brand,
  });
  for (const [text, style, gap] of parts) y = sheet.text(text, TEXT_X, y, TEXT_WIDTH, style) + gap;
  let x = TEXT_X;
  for (const [i, [name, text, note]] of figures.entries()) {
    const width = (widths[i] ?? 0) - 8;
    sheet.text(name, x, y, width, label);
    const below = sheet.text(text, x, y + 12, width, figure);
    if (note) sheet.text(note, x, below, width, label);
    x += widths[i] ?? 0;
  }
  pages.y = top + height + GAP;
};

/** `note` stands below. */
type Figures = readonly [name: string, text: string, note?: string];

const figuresOf = (auction: Auction, premium: BuyersPremium | null): Figures[] => [
  priceOf(auction, publicOutcomeOf(auction), premium),
  ["Estimate", estimateWords(auction, auction.currency) ?? "–"],
];

/**
 * A lot that was not sold has no price, because a starting price would look like a result. A lot that was bought with Buy It
 * Now has no premium.
 */
const priceOf = (auction: Auction, outcome: LotOutcome | null, premium: BuyersPremium | null): Figures => {
  const { startingPrice, currentPrice, currency } = auction;
  if (outcome === "sold") {
    const sold = ["Sold for", formatMoney(currentPrice, currency)] as const;
    return premium && auction.endedAt ? [...sold, `+ ${premiumInWords(premium)}`] : sold;
  }
  if (outcome !== null) return ["Result", unsoldWords(outcome)];
  const starts = ["Starting price", formatMoney(startingPrice, currency)] as const;
  const firstBid = firstBidOf(auction);
  return firstBid === null || firstBid === startingPrice
    ? starts
    : [...starts, `First bid ${formatMoney(firstBid, currency)}`];
};

const unsoldWords = (outcome: LotOutcome | null): string => (outcome === "cancelled" ? "Cancelled" : "Not sold");

/** When the lot closes or closed. A lot that was bought with Buy It Now, or was cancelled, has no such time. */
const timeOf = (auction: Auction): string => {
  const { endTime, endedAt, status } = auction;
  if (publicOutcomeOf(auction) === null) return `Closes ${formatLagosTime(endTime)}`;
  if (endedAt) return `Closed ${formatLagosTime(endedAt)}`;
  return status === "sold" ? "Closed with Buy It Now" : "";
};

const conditionOf = ({ condition: of, conditionReport, location }: Auction): string =>
  printable(
    [
      `Condition: ${conditionLabels[of]}`,
      ...(conditionReport
        ? reportEntries(conditionReport as ConditionReport).map(({ label: name, value }) => `${name}: ${value}`)
        : []),
      ...(location ? [location] : []),
    ].join(" · "),
  );

/** On the page on which at least two lines follow. */
const head = (sheet: Sheet, pages: Pages, text: string): void => {
  const heading = { size: 15, weight: "semibold" } as const;
  const top = pages.place(lineHeight(heading.size) + 8 + 2 * lineHeight(body.size));
  pages.y = sheet.text(text, page.left, top, WIDTH, heading) + 8;
};

const RESULT_COLUMNS: readonly Column[] = [
  { head: "Lot", width: 44 },
  { head: "Title", width: WIDTH - 174, lines: 2 },
  { head: "Price", width: 130, align: "right" },
];

const results = (sheet: Sheet, pages: Pages, lots: readonly CatalogueLot[]): void => {
  pages.y += GAP;
  head(sheet, pages, "Results");
  const notes = [`${soldWords(lots)}.`, ...premiumFacts(lots).map(([, sentence]) => sentence)].join(" ");
  pages.y = sheet.text(notes, page.left, pages.y, WIDTH, { ...body, lines: 3 }) + 8;
  pages.y = drawHeads(sheet, RESULT_COLUMNS, pages.y, label) + 3;
  for (const { auction, ...number } of lots) {
    const { currentPrice, currency } = auction;
    const outcome = publicOutcomeOf(auction);
    const price = outcome === "sold" ? formatMoney(currentPrice, currency) : unsoldWords(outcome);
    const top = pages.place(2 * lineHeight(body.size));
    const texts = [lotNumberText(number), printable(auction.title), price];
    pages.y = drawRow(sheet, RESULT_COLUMNS, top, texts, { ...body, isTabular: true }) + 2;
  }
};

const terms = (sheet: Sheet, pages: Pages, { terms: text }: Sale): void => {
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length === 0) return;
  head(sheet, pages, "Terms of the sale");
  for (const paragraph of paragraphs) {
    for (const line of sheet.linesOf(paragraph, WIDTH, body)) {
      pages.y = sheet.text(line, page.left, pages.place(lineHeight(body.size)), WIDTH, body);
    }
    pages.y += 5;
  }
};

/** Parts of a text that are short enough for `printable`. */
const PART = /[\s\S]{1,900}(?=\s|$)|[\s\S]{1,900}/g;

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => (line.trim().match(PART) ?? []).map((part) => printable(part, "")).join(" "))
    .filter((paragraph) => paragraph.trim() !== "");
