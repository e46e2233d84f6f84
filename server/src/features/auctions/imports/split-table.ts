// Splits text into the cells of a table, as spreadsheets write and copy it: CRLF, LF and CR end a row, also in one file, and
// a cell may be quoted. A quotation mark inside a cell without quotes is text.
import { IMPORT_CELL_MAX } from "@jara/shared/rest/imports";
import { RefusedImport } from "./refused-import.ts";

export const separators = [",", ";", "\t"] as const;
export type Separator = (typeof separators)[number];

/** An unclosed quotation mark must not make one row of a whole file. */
const ROW_MAX = 20 * IMPORT_CELL_MAX;
const QUOTE = '"';

/** Ends of a cell without quotes. */
const endings: Record<Separator, RegExp> = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g };

/** Throws RefusedImport at a row that cannot be read. */
export function* splitTable(text: string, separator: Separator): Generator<string[]> {
  const isTabbed = separator === "\t";
  const quotesAll = isTabbed && /^"[^"\t\r\n]*"(?:\t"[^"\t\r\n]*")*[\r\n]/.test(text);
  const ending = endings[separator];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const start = at;
    for (;;) {
      const quoted = text[at] === QUOTE ? readQuoted(text, at, separator) : null;
      if (quoted === "unclosed" && !isTabbed) throw unclosed(line);
      if (quoted === "misplaced" && !isTabbed) throw misplaced(line);
      if (quoted !== null && typeof quoted !== "string" && (!isTabbed || quotesAll || needsQuotes(quoted.raw))) {
        cells.push(quoted.raw.replaceAll('""', QUOTE).replace(/\r\n?/g, "\n"));
        line += quoted.raw.split(/\r\n|\r|\n/).length - 1;
        at = quoted.end;
      } else {
        ending.lastIndex = at;
        const end = ending.exec(text)?.index ?? text.length;
        cells.push(text.slice(at, end));
        at = end;
      }
      if (at - start > ROW_MAX) throw tooLong(line);
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    yield cells;
  }
}

/**
 * Copied text quotes only cells with a line break or a tab; a file with tabs also those with a comma or a quotation mark,
 * which it doubles. Other quotation marks around a cell are its text.
 */
const needsQuotes = (raw: string): boolean => /[\t\r\n,]|""/.test(raw);

/** The text between the quotation marks, and the place behind them. */
const readQuoted = (
  text: string,
  start: number,
  separator: Separator,
): { readonly raw: string; readonly end: number } | "unclosed" | "misplaced" => {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf(QUOTE, at);
    if (at === -1 || at - start > ROW_MAX) return "unclosed";
    if (text[at + 1] === QUOTE) continue;
    const next = text[at + 1];
    const isEnd = next === undefined || next === separator || next === "\r" || next === "\n";
    return isEnd ? { raw: text.slice(start + 1, at), end: at + 1 } : "misplaced";
  }
};

const unclosed = (line: number) =>
  new RefusedImport(`A quotation mark (") is opened at line ${line} and never closed, or its cell is too long.`);
const tooLong = (line: number) =>
  new RefusedImport(
    `A row at or before line ${line} is too long. A quotation mark may be missing, or a cell too large.`,
  );
const misplaced = (line: number) =>
  new RefusedImport(
    `The quotation marks (") at line ${line} are wrong: a cell with one is quoted whole, and doubles it inside.`,
  );
