// Reads the bytes of a table into cells: a workbook, or text in UTF-8, UTF-16 or Windows-1252 with commas, semicolons or tabs
// between the cells. A file that cannot be read is refused as a whole, with a text that says what to do.
import { setImmediate as breathe } from "node:timers/promises";
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX, type TableEncoding } from "@jara/shared/rest/imports";
import { columnOf } from "./columns.ts";
import { type DecodedTable, decodeTable } from "./decode-table.ts";
import { RefusedImport } from "./refused-import.ts";
import { type Separator, separators, splitTable } from "./split-table.ts";
import { isWorkbook, readWorkbook } from "./workbook/read-workbook.ts";

export interface TableRow {
  /** As a spreadsheet counts: its first row is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly heads: readonly string[];
  readonly headRow: number;
  /** Rows without any text are left out. A row may have more cells than there are heads. */
  readonly rows: readonly TableRow[];
  /** Null for a workbook. */
  readonly text: DecodedTable | null;
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

/** The heads are looked for in so many rows: above them a table may have a title. */
const HEAD_WITHIN_ROWS = 25;
const PROBED_CHARS = 100_000;
const ROWS_AT_ONCE = 100;

export interface TableChoice {
  /** The sheet of a workbook; without it the first one that has cells. */
  readonly sheet?: string | undefined;
}

export const readTable = async (bytes: Uint8Array, { sheet }: TableChoice = {}): Promise<Table> => {
  if (isWorkbook(bytes)) {
    const read = await readWorkbook(bytes, sheet, HEAD_WITHIN_ROWS + IMPORT_ROWS_MAX);
    return { ...tableOf(read.rows), text: null, sheets: read.sheets, sheet: read.sheet };
  }
  const decoded = decodeTable(bytes);
  return { ...tableOf(await rowsOf(decoded.text)), text: decoded, sheets: [], sheet: null };
};

export const needsConfirmation = ({ text }: Table, confirmed: TableEncoding | undefined): boolean =>
  text?.encoding === "windows-1252" && confirmed !== "windows-1252";

export const tooManyRows = () =>
  new RefusedImport(`The table has more than ${IMPORT_ROWS_MAX.toLocaleString("en")} rows. Split it into several.`);

const hasText = (cell: string): boolean => cell.trim() !== "";

/** Takes the rows apart into the heads and what is below them. */
const tableOf = (all: readonly TableRow[]): Pick<Table, "heads" | "headRow" | "rows"> => {
  const filled = all.filter(({ cells }) => cells.some(hasText));
  const place = headPlace(filled.map(({ cells }) => cells));
  const [head = { row: 1, cells: [] }, ...rows] = filled.slice(place);
  if (rows.length === 0) throw new RefusedImport("The table has no rows below its header row.");
  if (rows.length > IMPORT_ROWS_MAX) throw tooManyRows();
  const heads = head.cells.map((cell) => cell.trim());
  while (heads.at(-1) === "") heads.pop();
  if (heads.length > IMPORT_COLUMNS_MAX) {
    throw new RefusedImport(`The table has more than ${IMPORT_COLUMNS_MAX} columns.`);
  }
  return {
    heads,
    headRow: head.row,
    rows,
  };
};

const knownIn = (cells: readonly string[]): number => new Set(cells.map(columnOf).filter(Boolean)).size;

/** The row that has most of the known heads; in a table without any, the first row with the most cells. */
const headPlace = (rows: readonly (readonly string[])[]): number => {
  const scores = rows
    .slice(0, HEAD_WITHIN_ROWS)
    .map((cells) => [knownIn(cells), cells.filter(hasText).length] as const);
  return scores.reduce((best, [known, filled], place) => {
    const [bestKnown, bestFilled] = scores[best] ?? [0, 0];
    return known > bestKnown || (known === bestKnown && filled > bestFilled) ? place : best;
  }, 0);
};

const rowsOf = async (decoded: string): Promise<TableRow[]> => {
  // Excel writes this line for itself.
  const [own = "", named] = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(decoded) ?? [];
  const text = decoded.slice(own.length);
  const separator = (named as Separator | undefined) ?? separatorOf(text);
  const rows: TableRow[] = [];
  let row = 0;
  for (const cells of splitTable(text, separator)) {
    row += 1;
    if (row % ROWS_AT_ONCE === 0) await breathe();
    // Empty lines at the end of a table cost nothing, but they must not be without end.
    if (row > 4 * IMPORT_ROWS_MAX) throw tooManyRows();
    rows.push({ row, cells });
  }
  return rows;
};

/** The separator that makes most known heads of a row; among equal ones, that of most rows of one length. */
const separatorOf = (text: string): Separator => {
  const scores = separators.map((separator) => {
    const rows = firstRows(text.slice(0, PROBED_CHARS), separator).filter((cells) => cells.some(hasText));
    const lengths = rows.map(({ length }) => length).filter((length) => length > 1);
    const alike = Math.max(0, ...lengths.map((length) => lengths.filter((other) => other === length).length));
    return { separator, known: Math.max(0, ...rows.map(knownIn)), alike };
  });
  const [best] = scores.sort((one, other) => other.known - one.known || other.alike - one.alike);
  return best?.separator ?? ",";
};

const firstRows = (text: string, separator: Separator): string[][] => {
  const rows: string[][] = [];
  try {
    for (const cells of splitTable(text, separator)) if (rows.push(cells) === HEAD_WITHIN_ROWS) break;
  } catch (error) {
    // A separator that is not the table's makes rows that cannot be read.
    if (!(error instanceof RefusedImport)) throw error;
  }
  return rows;
};
