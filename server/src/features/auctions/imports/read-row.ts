// Reads one row of the table into a lot, by the rules of the call that creates an auction, and names each fault by its
// column.

import { createHash } from "node:crypto";
import { type Condition, conditionLabels } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { readCondition } from "@jara/shared/condition-words";
import { type ImportColumnName, importColumns } from "@jara/shared/import-columns";
import { detailsIn, eachDetail } from "@jara/shared/lot-fields";
import type { Currency } from "@jara/shared/money";
import { type CreateAuctionBody, createAuctionBody } from "@jara/shared/rest/auctions";
import { IMPORT_CELL_MAX } from "@jara/shared/rest/imports";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { cleanLine } from "@jara/shared/text/clean";
import { readAmount, readNumber, whyUnread } from "@jara/shared/typed-amount";
import { readReport } from "@jara/shared/written-report";
import type { RowProblem } from "../../../platform/database/schema/imports.ts";
import { withoutApostrophe } from "../../../platform/http/csv.ts";
import { issueWords } from "../../../platform/http/issue-words.ts";
import type { FoundColumns } from "./columns.ts";
import { cut } from "./cut.ts";
import { readTime, whyNoTime } from "./lagos-times.ts";

export type LotBody = Omit<CreateAuctionBody, "media" | "draft">;

/** The categories that are offered: the label of each code. */
export type CategoryLabels = Readonly<Record<string, string>>;

export interface ReadRow {
  readonly row: number;
  readonly lotNumber: string;
  readonly title: string;
  readonly reference: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Null if a column has a fault. */
  readonly body: LotBody | null;
  /** Null: the house's lot. */
  readonly sellerCode: string | null;
  readonly pictureNames: readonly string[];
  /** The faults; of a row without one how its cells were read, where that is not what they say. */
  readonly problems: readonly RowProblem[];
}

const NUMBER_MAX = 40;
const REFERENCE_MAX = 100;
const SELLER_MAX = 40;
const TITLE_SHOWN = 200;
const sha = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** A large number as a spreadsheet shows it in a narrow column: its last digits are lost. */
const scientific = /^[+-]?\d(?:[.,]\d+)?E\+?\d+$/i;
const withoutDigits = (typed: string): string =>
  `“${cut(typed, 40)}” is written in scientific notation, without its last digits. Format the column as a number without decimals or as text, and save the table again.`;

const amountColumns = ["startingPrice", "bidIncrement", "reservePrice", "buyItNowPrice"] as const;

/**
 * Empty cells behind the last head do not count, unless an amount before them seems to be cut at its comma: `25,000` without
 * quotation marks is a price of 25 and a reserve of 000.
 */
const hasTooMany = (cells: readonly string[], headCount: number, places: FoundColumns["places"]): boolean => {
  if (cells.length <= headCount) return false;
  const isCut = (place: number): boolean =>
    /^\D{0,4}\d{1,3}$/.test((cells[place] ?? "").trim()) && /^\d{3}(?:\.\d*)?$/.test((cells[place + 1] ?? "").trim());
  return (
    cells.slice(headCount).some((cell) => cell.trim() !== "") ||
    amountColumns.some((column) => (places.get(column) ?? []).some(isCut))
  );
};

/** The reason why a cell has no content that counts; null if it has. */
const whyBroken = (cell: string): string | null => {
  if (/^#{3,}$/.test(cell))
    return "is shown as ####: make the column wider in the spreadsheet, and copy or save it again.";
  if (/^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/.test(cell)) {
    return `“${cell}” is an error of the spreadsheet.`;
  }
  return null;
};

/** Case, spaces and signs of a seller's code do not count. */
const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** "012" and "12" are one lot, because spreadsheets drop zeros in front. */
export const plainNumber = (lotNumber: string): string =>
  lotNumber
    .trim()
    .normalize("NFC")
    .toLowerCase()
    .replace(/^0+(?=\w)/, "");

export const readRow = (
  row: number,
  cells: readonly string[],
  { places }: FoundColumns,
  headCount: number,
  categoryLabels: CategoryLabels,
): ReadRow => {
  const problems: RowProblem[] = [];
  const remarks: RowProblem[] = [];
  const fault = (column: ImportColumnName | null, message: string): undefined => {
    problems.push({ column: column ? importColumns[column].name : "Row", message });
  };
  const isShifted = hasTooMany(cells, headCount, places);
  if (isShifted) {
    fault(
      null,
      `has ${cells.length} cells, but the head has ${headCount}: an amount or a text with a comma needs quotation marks.`,
    );
  }
  const text = (column: ImportColumnName): string => {
    const cell = (places.get(column) ?? [])
      .map((place) => (cells[place] ?? "").trim())
      .filter(Boolean)
      .join("\n");
    if (cell.length > IMPORT_CELL_MAX) {
      fault(column, `has more than ${IMPORT_CELL_MAX.toLocaleString("en")} characters.`);
      return "";
    }
    const broken = whyBroken(cell);
    if (broken !== null) {
      const { name } = importColumns[column];
      if (!problems.some((known) => known.column === name && known.message === broken)) fault(column, broken);
      return "";
    }
    return withoutApostrophe(cell);
  };
  const short = (column: ImportColumnName, max: number): string => {
    const given = cleanLine(text(column));
    if (given.length > max) fault(column, `has more than ${max} characters.`);
    // A lot may have the number 1E5; spreadsheets write 1E+05.
    if (given.includes("+") && scientific.test(given)) fault(column, withoutDigits(given));
    return cut(given, max);
  };
  const remark = (column: ImportColumnName, message: string) =>
    remarks.push({ column: importColumns[column].name, message });
  const reader = readerOf(text, fault, remark);
  const [reference, lotNumber] = [short("reference", REFERENCE_MAX), short("lotNumber", NUMBER_MAX)];
  const sellerCode = plainCode(short("seller", SELLER_MAX)) || null;
  const given = bodyOf(text, reader, categoryLabels, fault);
  const pictureNames = text("pictures")
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  if (pictureNames.length > 30) fault("pictures", "names more than 30 pictures.");
  const body = createAuctionBody.safeParse(given);
  const named = new Set(problems.map(({ column }) => column));
  // If the cells are shifted, list no further faults, because every column would have one.
  const issues = body.success || isShifted ? [] : body.error.issues;
  for (const issue of issues) {
    const column = columnOfPath(issue.path);
    if (named.has(importColumns[column].name)) continue;
    named.add(importColumns[column].name);
    fault(column, text(column) === "" ? "is missing." : issueWords(issue, ""));
  }
  const content = body.success ? body.data : given;
  return {
    row,
    lotNumber,
    reference,
    problems: problems.length > 0 ? problems : remarks,
    pictureNames: pictureNames.slice(0, 30),
    title: cut(cleanLine(String(given.title ?? "")), TITLE_SHOWN),
    key: keyOf(reference, lotNumber, content),
    fingerprint: sha([content, pictureNames, ...(sellerCode === null ? [] : [sellerCode])]),
    sellerCode,
    body: body.success && problems.length === 0 ? body.data : null,
  };
};

/** A row is the same lot again by its reference; without one by its number and title. */
const keyOf = (
  reference: string,
  lotNumber: string,
  { title, description }: { title?: unknown; description?: unknown },
) =>
  reference
    ? `reference ${reference}`
    : `lot ${sha(lotNumber ? [plainNumber(lotNumber), title] : [null, title, description])}`;

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

const columnOfPath = ([first, second]: readonly PropertyKey[]): ImportColumnName => {
  if (first === "softClose") return second === "capMinutes" ? "softCloseCap" : "softCloseWindow";
  return typeof first === "string" && first in importColumns ? (first as ImportColumnName) : "title";
};

type Text = (column: ImportColumnName) => string;
type Fault = (column: ImportColumnName, message: string) => undefined;
type Remark = (column: ImportColumnName, message: string) => void;

const readerOf = (text: Text, fault: Fault, remark: Remark) => ({
  amount: (column: ImportColumnName): number | undefined => {
    const typed = text(column);
    if (typed === "") return undefined;
    if (scientific.test(typed)) return fault(column, withoutDigits(typed));
    const amount = readAmount(typed);
    if (amount !== null) return amount;
    const isBelow = (readNumber(typed) ?? 0) < 0;
    return fault(
      column,
      sentence(whyUnread(typed) ?? (isBelow ? "cannot be below 0" : `“${cut(typed, 40)}” is not an amount`)),
    );
  },
  time: (column: ImportColumnName): string | undefined => {
    const typed = text(column);
    if (typed === "") return undefined;
    return readTime(typed) ?? fault(column, whyNoTime(typed));
  },
  whole: (column: ImportColumnName): number | undefined => {
    const typed = text(column);
    if (typed === "") return undefined;
    return /^\d{1,6}$/.test(typed) ? Number(typed) : fault(column, `“${cut(typed, 40)}” is not a whole number.`);
  },
  yesOrNo: (column: ImportColumnName): boolean | undefined => {
    const typed = text(column);
    if (typed === "") return undefined;
    if (/^(yes|no|true|false)$/i.test(typed)) return /^[yt]/i.test(typed);
    return fault(column, `“${cut(typed, 40)}” is neither yes nor no.`);
  },
  report: (cell: string): ConditionReport | undefined => {
    if (cell === "") return undefined;
    const read = readReport(cell);
    return "fault" in read ? fault("conditionReport", read.fault) : read.report;
  },
  condition: (): Condition | undefined => {
    const typed = text("condition");
    if (typed === "") return undefined;
    const condition = readCondition(typed);
    if (condition === null) return fault("condition", unknownOf(typed, Object.values(conditionLabels)));
    const label = conditionLabels[condition];
    if (bare(typed) !== bare(label)) remark("condition", `“${cut(typed, 40)}” is taken as ${label}.`);
    return condition;
  },
  oneOf: <T extends string>(
    column: ImportColumnName,
    typed: string,
    labels: Readonly<Record<T, string>>,
  ): T | undefined => {
    const wanted = bare(typed);
    const codes = Object.keys(labels) as T[];
    const found = codes.find((code) => bare(code) === wanted || bare(labels[code]) === wanted);
    const words = codes.map((code) => labels[code]);
    return found ?? fault(column, unknownOf(typed, words));
  },
});

const unknownOf = (typed: string, words: readonly string[]): string =>
  `“${cut(typed, 40)}” is unknown. Use ${words.join(", ")}.`;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const currencyLabels: Readonly<Record<Currency, string>> = { NGN: "NGN", USD: "USD" };

/** The row's cells in the shape of the call. A column that is empty or absent is left out. */
const bodyOf = (
  text: Text,
  { amount, time, whole, yesOrNo, report, condition, oneOf }: ReturnType<typeof readerOf>,
  categoryLabels: CategoryLabels,
  fault: Fault,
): Record<string, unknown> => {
  const window = /^(off|none|no)$/i.test(text("softCloseWindow")) ? null : whole("softCloseWindow");
  const cap = whole("softCloseCap");
  if (cap !== undefined && window === undefined && text("softCloseWindow") === "")
    fault("softCloseWindow", "is missing, but the row has a cap.");
  const currency = text("currency").replace(/^₦$/, "NGN").replace(/^\$$/, "USD");
  const kinds = text("categories")
    .split(/[;|,]/)
    .map((one) => one.trim());
  const codes = kinds.filter(Boolean).map((kind) => oneOf("categories", kind, categoryLabels));
  return {
    title: text("title"),
    description: text("description"),
    startingPrice: amount("startingPrice"),
    ...given("bidIncrement", amount("bidIncrement")),
    ...given("incrementTable", yesOrNo("incrementTable")),
    ...given("reservePrice", amount("reservePrice")),
    ...given("buyItNowPrice", amount("buyItNowPrice")),
    ...given("lowEstimate", amount("lowEstimate")),
    ...given("highEstimate", amount("highEstimate")),
    ...given("currency", currency === "" ? undefined : oneOf("currency", currency, currencyLabels)),
    ...given("startTime", time("startTime")),
    ...given("endTime", time("endTime")),
    categories: codes.filter((code) => code !== undefined),
    ...given("condition", condition()),
    ...given("location", text("location") || undefined),
    ...given("conditionReport", report(text("conditionReport"))),
    ...detailsIn(eachDetail(text)),
    ...given("softClose", window && { windowSeconds: window, capMinutes: cap ?? USUAL_SOFT_CLOSE.capMinutes }),
  };
};

const given = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });
