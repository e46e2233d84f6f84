// Draws the rows of a table on a sheet: texts in columns of fixed widths.
import { lineHeight, type Sheet, type TextStyle } from "./sheet.ts";

export interface Column {
  readonly head: string;
  /** Points, with the gap to the next column. */
  readonly width: number;
  readonly align?: TextStyle["align"];
  /** The text takes at most this many lines; absent: one. */
  readonly lines?: number;
}

export const GAP = 6;

/** Draws a text for each column, from the left edge of the page. Returns the y below the row. */
export const drawRow = (
  sheet: Sheet,
  columns: readonly Column[],
  y: number,
  texts: readonly string[],
  style: TextStyle,
): number => {
  let [x, below] = [sheet.page.left, y];
  for (const [i, { width, align = "left", lines = 1 }] of columns.entries()) {
    below = Math.max(below, sheet.text(texts[i] ?? "", x, y, width - GAP, { ...style, align, lines }));
    x += width;
  }
  return below;
};

export const rowHeight = (
  sheet: Sheet,
  columns: readonly Column[],
  texts: readonly string[],
  { size = 10, ...style }: TextStyle,
): number => {
  const lines = columns.map(
    ({ width, lines = 1 }, i) => sheet.linesOf(texts[i] ?? "", width - GAP, { ...style, size, lines }).length,
  );
  return Math.max(...lines) * lineHeight(size);
};

export const drawHeads = (sheet: Sheet, columns: readonly Column[], y: number, style: TextStyle): number =>
  drawRow(
    sheet,
    columns,
    y,
    columns.map(({ head }) => head),
    style,
  );
