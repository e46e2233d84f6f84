// Comma-separated values as RFC 4180 has them, for spreadsheets: with a byte order mark, and no cell that a spreadsheet
// would carry out as a formula.

/** Says UTF-8 to spreadsheets that would otherwise guess. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Every cell quoted. What could begin a formula, wide signs included, gets an apostrophe in front, which spreadsheets take for "text". */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Letters, digits and dashes alone, so that it is the same name in every header, shell and file system. */
export const safeFileName = (title: string, extension: string): string => {
  const words =
    title
      .normalize("NFKD")
      .replace(/[^\p{ASCII}]/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  return `${words.join("-").toLowerCase().slice(0, 60).replace(/-$/, "") || "auction"}.${extension}`;
};
