// Reads the bytes of a table into cells: UTF-8 or UTF-16, with commas, semicolons or tabs between the cells. A file
// that cannot be read is refused as a whole, with a text that says what to do.
import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { IMPORT_CELL_MAX, IMPORT_ROWS_MAX } from "@jara/shared/rest/imports";
import { CsvError, parse } from "csv-parse";
import { columnOf } from "./columns.ts";
import { RefusedImport } from "./refused-import.ts";

export interface Table {
  readonly heads: readonly string[];
  /** `row` counts as a spreadsheet does: the head is row 1. Rows without any text are left out. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

const separators = [",", ";", "\t"] as const;
/** csv-parse gets so many characters at a time, so that other requests get their turn. */
const PART = 32 * 1024;
const saveAs = "Save it as “CSV UTF-8” and choose it again.";

export const decodeTable = (bytes: Uint8Array): string => {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedImport(
      `The table is not written in UTF-8: it may be Windows-1252, as older versions of Excel save it. ${saveAs}`,
    );
  }
  if (!text.includes("\0")) return text;
  throw new RefusedImport(
    text.startsWith("PK") ? `The table is a workbook or a ZIP. ${saveAs}` : `The table has NUL bytes. ${saveAs}`,
  );
};

export const readTable = async (bytes: Uint8Array): Promise<Table> => {
  const decoded = decodeTable(bytes);
  if (decoded.startsWith("PK\u0003\u0004")) throw new RefusedImport(`The table is a workbook or a ZIP. ${saveAs}`);
  // Excel writes this line for itself.
  const text = decoded.replace(/^sep=[,;\t]\r?\n/i, "");
  const records = await recordsOf(text, separatorOf(text));
  const [heads = [], ...others] = records;
  const rows = others.flatMap((cells, place) => (cells.some((cell) => cell.trim()) ? [{ row: place + 2, cells }] : []));
  if (rows.length === 0) throw new RefusedImport("The table has no rows below its header row.");
  if (rows.length > IMPORT_ROWS_MAX) throw tooManyRows();
  return { heads: heads.map((head) => head.trim()), rows };
};

const tooManyRows = () =>
  new RefusedImport(`The table has more than ${IMPORT_ROWS_MAX.toLocaleString("en")} rows. Split it into several.`);

/** The separator that makes most known columns of the first line. */
const separatorOf = (text: string): string => {
  const [head = ""] = text.slice(0, 10_000).split(/\r\n|\n|\r/);
  const known = (separator: string): number =>
    head.split(separator).filter((cell) => columnOf(cell.replaceAll('"', ""))).length;
  return [...separators].sort((one, other) => known(other) - known(one))[0] ?? ",";
};

const recordsOf = async (text: string, delimiter: string): Promise<string[][]> => {
  const options = { delimiter, relax_column_count: true, max_record_size: 20 * IMPORT_CELL_MAX };
  const records: string[][] = [];
  try {
    for await (const record of Readable.from(parts(text)).pipe(parse(options))) {
      // Empty lines at the end of a table cost nothing, but they must not be without end.
      if (records.push(record as string[]) > 4 * IMPORT_ROWS_MAX) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  }
  return records;
};

async function* parts(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += PART) {
    yield text.slice(start, start + PART);
    await breathe();
  }
}

const refusalOf = (error: CsvError): RefusedImport => {
  const line = `line ${String((error as { lines?: number }).lines ?? "unknown")}`;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new RefusedImport(`A quotation mark (") is opened at or before ${line} and never closed.`);
    case "CSV_MAX_RECORD_SIZE":
      return new RefusedImport(
        `A row at or before ${line} is too long. A quotation mark may be missing, or a cell too large.`,
      );
    default:
      return new RefusedImport(
        `The quotation marks (") at ${line} are wrong: a cell with one is quoted whole, and doubles it inside.`,
      );
  }
};
