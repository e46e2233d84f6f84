// Reads a whole table into rows, and refuses a row that is there twice.
import { setImmediate as breathe } from "node:timers/promises";
import { importColumns } from "@jara/shared/import-columns";
import { inNaturalOrder } from "@jara/shared/natural-order";
import type { ChosenColumns, TableEncoding } from "@jara/shared/rest/imports";
import { comparableHeads, findColumns } from "./columns.ts";
import { unconfirmedEncoding } from "./decode-table.ts";
import { type CategoryLabels, plainNumber, type ReadRow, readRow } from "./read-row.ts";
import { needsConfirmation, readTable, type TableChoice } from "./read-table.ts";

export interface ReadImport {
  readonly rows: readonly PlacedRow[];
  readonly unknownColumns: readonly string[];
  /** The columns that a person chose, and the heads of the table for which they did. Null: by the heads alone. */
  readonly chosen: { readonly heads: string; readonly columns: ChosenColumns } | null;
}

/** `place`: where the row stands in the order of the lot numbers. */
export type PlacedRow = ReadRow & { readonly place: number };

/** The choices that a person makes about a table. */
export interface ImportChoice extends TableChoice {
  readonly columns?: ChosenColumns | undefined;
  /** The encoding that a person confirmed. */
  readonly encoding?: TableEncoding | undefined;
}

const ROWS_AT_ONCE = 100;

export const readImport = async (
  bytes: Uint8Array,
  categoryLabels: CategoryLabels,
  choice: ImportChoice = {},
): Promise<ReadImport> => {
  const table = await readTable(bytes, choice);
  if (needsConfirmation(table, choice.encoding)) throw unconfirmedEncoding();
  const { heads, rows } = table;
  const columns = findColumns(heads, choice.columns);
  const read: ReadRow[] = [];
  const seen = new Map<string, number>();
  /** The row that had this first. */
  const earlier = (what: string, row: number): number | undefined => {
    const found = seen.get(what);
    if (found === undefined) seen.set(what, row);
    return found;
  };
  for (const { row, cells } of rows) {
    if (row % ROWS_AT_ONCE === 0) await breathe();
    const one = readRow(row, cells, columns, heads.length, categoryLabels);
    const twin = {
      // The export of two sales has numbers twice; its rows are told apart by their references.
      lotNumber: one.lotNumber && !one.reference ? earlier(`number ${plainNumber(one.lotNumber)}`, row) : undefined,
      reference: one.reference ? earlier(`reference ${one.reference}`, row) : undefined,
      title: one.lotNumber || one.reference ? undefined : earlier(one.key, row),
    };
    const problems = (["lotNumber", "reference", "title"] as const).flatMap((column) =>
      twin[column] === undefined
        ? []
        : [{ column: importColumns[column].name, message: `Row ${twin[column]} has the same.` }],
    );
    read.push(problems.length === 0 ? one : { ...one, body: null, problems: [...one.problems, ...problems] });
  }
  const chosen = choice.columns ? { heads: comparableHeads(heads), columns: choice.columns } : null;
  return { rows: inOrder(read), unknownColumns: columns.unknown, chosen };
};

/** In the order of their lot numbers, and behind them the rows without one as the table has them. */
const inOrder = (rows: readonly ReadRow[]): PlacedRow[] =>
  [...rows]
    .sort(
      (one, other) =>
        Number(one.lotNumber === "") - Number(other.lotNumber === "") ||
        inNaturalOrder(one.lotNumber, other.lotNumber) ||
        one.row - other.row,
    )
    .map((row, place) => ({ ...row, place }));
