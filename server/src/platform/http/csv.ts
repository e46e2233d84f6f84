// Writes CSV as in RFC 4180, for spreadsheets: with a byte order mark, and with no text that a spreadsheet would run as
// a formula or read as a number.
import { Readable } from "node:stream";

/** Marks the file as UTF-8 for spreadsheets that would otherwise guess. */
const BYTE_ORDER_MARK = "\ufeff";

/** Writes a whole file part by part, while its rows are read. `lineOf` ends its line, as `csvLine` does. */
export async function* csvLines<Row>(
  heads: readonly string[],
  parts: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(heads);
  for await (const part of parts) yield part.map(lineOf).join("");
}

/** `csvLines` as a stream. */
export const csvFile = <Row>(...file: Parameters<typeof csvLines<Row>>): Readable => Readable.from(csvLines(...file));

/**
 * Writes a number as a plain decimal, and quotes every other cell. A text that a spreadsheet would rewrite gets an
 * apostrophe in front, which makes spreadsheets treat it as text.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (cell: string | number): string => (typeof cell === "number" ? cell.toFixed(2) : csvText(cell));

/**
 * The beginning of a formula, wide characters included, or digits that lose some as a number: a bank's reference of 30
 * digits, an account number with a zero in front, and `12345e67`, as a settlement's reference can be. Apostrophes before
 * them count too, so that `withoutApostrophe` gives every text back.
 */
const rewritten = /^'*(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|(?:0\d+|\d{16,}|\d+e\d+)$)/i;

const csvText = (text: string): string => `"${(rewritten.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The text of a cell that `csvLine` wrote. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && rewritten.test(cell) ? cell.slice(1) : cell;

/** Keeps only letters, digits and dashes, so that the name is the same in every header, shell and file system. */
export const safeFileName = <Extension extends string>(
  title: string,
  extension: Extension,
): `${string}.${Extension}` => {
  const words =
    title
      .normalize("NFKD")
      .replace(/[^\p{ASCII}]/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  return `${words.join("-").toLowerCase().slice(0, 60).replace(/-$/, "") || "auction"}.${extension}`;
};
